//! The page converts simplified to traditional Chinese by itself; its tables are those of `tengen-words`.

use std::path::Path;

#[test]
fn the_page_has_the_same_tables_of_traditional_chinese() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/js/i18n/zh-hant/tables.js");
    let source = std::fs::read_to_string(path).unwrap();
    let (simplified, traditional, words) = tengen_words::traditional_tables();
    // The characters are in quoted pieces: what is left of a constant without quotes, spaces and plus signs.
    let constant = |name: &str| -> String {
        let (_, after) = source.split_once(&format!("export const {name} =")).expect(name);
        let (value, _) = after.split_once(';').expect("it ends");
        value.chars().filter(|c| !"\"+ \n".contains(*c)).collect()
    };
    assert_eq!(constant("SIMPLIFIED"), simplified);
    assert_eq!(constant("TRADITIONAL"), traditional);
    let pairs: Vec<String> = words.iter().map(|(a, b)| format!("  [\"{a}\", \"{b}\"],")).collect();
    let (_, list) = source.split_once("export const WORDS = [\n").expect("the words");
    assert_eq!(list.trim_end(), format!("{}\n];", pairs.join("\n")));
}

/// Every Chinese character of the crate's texts, the page's among them, has a traditional form or is the same in both.
#[test]
fn every_character_is_in_the_tables() {
    let mut folders = vec!["src".into(), "web/js".into()];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    while let Some(folder) = folders.pop() {
        let folder: std::path::PathBuf = folder;
        for entry in std::fs::read_dir(root.join(&folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
            let is_text = name.ends_with(".rs") || name.ends_with(".js");
            // The Japanese texts, the tables themselves, and the names of the languages.
            let is_other = path.starts_with(root.join("web/js/i18n/ja"))
                || path.starts_with(root.join("web/js/i18n/zh-hant"))
                || name == "languages.js";
            if is_text && !is_other {
                let source = std::fs::read_to_string(&path).unwrap();
                let texts = source.lines().filter(|line| !line.trim_start().starts_with("//"));
                for line in texts {
                    // A string of the sources is Chinese or Japanese.
                    for text in line.split('"') {
                        let is_known = tengen_words::unlisted_character(text).is_none()
                            || tengen_words::not_japanese(text).is_none();
                        assert!(is_known, "{}: {line}", path.display());
                    }
                }
            }
        }
    }
}
