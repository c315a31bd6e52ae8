//! The page's files in the program: whatever one of them refers to is there.

use crate::common::start;
use std::collections::BTreeSet;

/// The paths that a file refers to: imports of a module, scripts, styles and pictures of a document.
fn references(path: &str, text: &str) -> BTreeSet<String> {
    let marks: &[&str] = match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js") => &[" from \"", "import \"", "import(\""],
        Some("html") => &["src=\"", "href=\""],
        Some("css") => &["url(\"", "@import \""],
        _ => &[],
    };
    let mut found = BTreeSet::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with(['*', '/'])) {
        for mark in marks {
            for rest in line.split(mark).skip(1) {
                let to = rest.split('"').next().unwrap_or_default();
                if to.starts_with(['.', '/']) || path.ends_with(".html") && !to.contains(':') {
                    found.insert(resolve(path, to));
                }
            }
        }
    }
    found
}

/// A reference in the file `from`, as a path from the root.
fn resolve(from: &str, to: &str) -> String {
    let mut parts: Vec<&str> = if to.starts_with('/') { Vec::new() } else { from.split('/').collect() };
    parts.pop();
    for part in to.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn every_file_that_the_page_needs_is_embedded() {
    let server = start();
    let mut known = BTreeSet::from(["index.html".to_owned()]);
    let mut open = vec!["index.html".to_owned()];
    while let Some(path) = open.pop() {
        let file = server.get(&format!("/{path}"));
        assert_eq!(file.status, 200, "{path} is embedded");
        assert!(!file.bytes.is_empty(), "{path} has content");
        for to in references(&path, &file.text()) {
            if known.insert(to.clone()) {
                open.push(to);
            }
        }
    }
    let modules = known.iter().filter(|path| path.ends_with(".js")).count();
    let styles = known.iter().filter(|path| path.ends_with(".css")).count();
    assert!(modules > 50 && styles > 3, "{known:?}");
    assert_eq!(server.get("/").bytes, server.get("/index.html").bytes);
}

#[test]
fn tests_and_notes_are_not_embedded() {
    let server = start();
    for path in
        ["/README.md", "/package.json", "/tests/package.json", "/tests/unit/names.test.js", "/jsconfig.json"]
    {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn references_are_found_and_resolved() {
    let js = "import { a } from \"../b.js\";\n// from \"./no.js\"\nawait import(\"./c/d.js\");\nimport \"./e.js\";\n";
    let found: Vec<String> = references("js/x/y.js", js).into_iter().collect();
    assert_eq!(found, ["js/b.js", "js/x/c/d.js", "js/x/e.js"]);
    let html = "<link href=\"css/a.css\"><script src=\"/js/m.js\"></script><a href=\"https://example.org\">";
    let found: Vec<String> = references("index.html", html).into_iter().collect();
    assert_eq!(found, ["css/a.css", "js/m.js"]);
}

/// The page judges a second try by the numbers of the review, which it repeats.
#[test]
fn the_page_and_the_review_have_the_same_thresholds() {
    use tengen_review::{NOISE_ERRORS, Verdict};
    let page = include_str!("../../web/js/study/mistakes-model.js");
    let (blunder, mistake, inaccuracy) = (Verdict::BLUNDER, Verdict::MISTAKE, Verdict::INACCURACY);
    let othello = tengen_games::GameSpec::named("othello", None, None).unwrap();
    let [few, many, _] = Verdict::disc_limits(&othello).unwrap();
    for line in [
        format!("const DISCS = [{few}, {many}];"),
        format!("const ERRORS = {NOISE_ERRORS};"),
        format!("loss >= {blunder} ? \"blunder\" : loss >= {mistake} ? \"mistake\" : \"inaccuracy\""),
        format!("loss < {inaccuracy} || loss <= noise"),
        format!("loss < {mistake} ? \"slack\" : \"fails\""),
    ] {
        assert!(page.contains(&line), "{line}");
    }
}
