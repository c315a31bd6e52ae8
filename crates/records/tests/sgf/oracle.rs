//! Another reader, the crate `sgf-parse`, sees the same trees.

use crate::files;
use sgf_parse::go::{self, Prop};
use sgf_parse::{GameTree, ParseOptions, SgfNode, parse_with_options};
use std::collections::BTreeSet;
use tengen_board::{Cell, Color, Point};
use tengen_records::{Mark, Node, ReadOptions, Record, sgf};

/// What the other reader, `sgf-parse`, finds in a node, as far as both readers have it.
#[derive(Debug, PartialEq, Default)]
struct Seen {
    children: usize,
    mv: Option<(Color, Option<Point>)>,
    set_up: BTreeSet<(Point, Cell)>,
    name: Option<String>,
    comment: Option<String>,
    triangles: BTreeSet<Point>,
}

fn plain(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\t', " ").replace("\\]", "]").replace("\\\\", "\\")
}

fn seen_by_oracle(node: &SgfNode<Prop>, out: &mut Vec<Seen>) {
    let point = |p: &go::Point| Point::new(p.y, p.x);
    let mut seen = Seen { children: node.children().count(), ..Seen::default() };
    for prop in node.properties() {
        let at = |mv: &go::Move| match mv {
            go::Move::Pass => None,
            go::Move::Move(p) if (p.x, p.y) == (19, 19) => None,
            go::Move::Move(p) => Some(point(p)),
        };
        match prop {
            Prop::B(mv) => seen.mv = Some((Color::Black, at(mv))),
            Prop::W(mv) => seen.mv = Some((Color::White, at(mv))),
            Prop::AB(points) => seen.set_up.extend(points.iter().map(|p| (point(p), Cell::Black))),
            Prop::AW(points) => seen.set_up.extend(points.iter().map(|p| (point(p), Cell::White))),
            Prop::AE(points) => seen.set_up.extend(points.iter().map(|p| (point(p), Cell::Empty))),
            Prop::TR(points) => seen.triangles.extend(points.iter().map(point)),
            Prop::N(text) => seen.name = Some(plain(&text.text)).filter(|name| !name.is_empty()),
            // One node of these files has two comments, which is not allowed; ours are joined.
            Prop::C(text) => {
                let before = seen.comment.take().map_or(String::new(), |c| c + "\n");
                seen.comment = Some(before + &plain(&text.text));
            }
            _ => {}
        }
    }
    out.push(seen);
    for child in node.children() {
        seen_by_oracle(child, out);
    }
}

fn seen_by_us(record: &Record) -> Vec<Seen> {
    let seen = |node: &Node| Seen {
        children: node.children.len(),
        mv: node.mv.map(|(color, mv)| (color.expect("SGF says the colour"), mv.point())),
        set_up: node.set_up.iter().copied().collect(),
        name: node.name.as_deref().map(plain),
        comment: node.comment.as_deref().map(plain),
        triangles: node.marks.iter().filter(|(_, m)| *m == Mark::Triangle).map(|(p, _)| *p).collect(),
    };
    record.tree.iter().map(|(_, node)| seen(node)).collect()
}

#[test]
fn another_reader_sees_the_same_trees() {
    let Some(folder) = tengen_truth::file("go") else { return };
    let check = move || {
        let (mut compared, mut nodes) = (0, 0);
        for path in files(&folder) {
            let bytes = std::fs::read(&path).unwrap();
            let Ok(text) = std::str::from_utf8(&bytes) else { continue };
            let Ok(ours) = sgf::read(&bytes, &ReadOptions::default()) else { continue };
            // Damage that we report and repair (two moves in a node) is repaired in another way there.
            if !ours.warnings.is_empty() {
                continue;
            }
            let options = ParseOptions { convert_mixed_case_identifiers: true, ..ParseOptions::default() };
            let Ok(theirs) = parse_with_options(text, &options) else { continue };
            assert_eq!(ours.records.len(), theirs.len(), "{}", path.display());
            for (record, tree) in ours.records.iter().zip(&theirs) {
                let GameTree::GoGame(root) = tree else { continue };
                let mut oracle = Vec::new();
                seen_by_oracle(root, &mut oracle);
                let ours = seen_by_us(record);
                assert_eq!(ours.len(), oracle.len(), "{}", path.display());
                for (i, (ours, oracle)) in ours.iter().zip(&oracle).enumerate() {
                    assert_eq!(ours, oracle, "{}, node {i}", path.display());
                }
                compared += 1;
                nodes += ours.len();
            }
        }
        println!("{compared} games, {nodes} nodes compared");
        assert!(compared > 1500, "{compared}");
    };
    // The other reader is recursive.
    std::thread::Builder::new().stack_size(256 << 20).spawn(check).unwrap().join().unwrap();
}
