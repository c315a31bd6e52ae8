//! Arrows and lines between two points, SGF's `AR` and `LN`. A node keeps them among its other properties, byte for
//! byte: only a board that draws them reads them.

use super::{points, text};
use crate::{NodeId, Property, Record};
use tengen_board::{Coords, Point};

/// An arrow, or a line without a head, between two points of a node's position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// Whether it is a line (`LN`), without a head.
    pub line: bool,
}

/// Whether a property holds arrows, or lines.
fn is_line(ident: &str) -> Option<bool> {
    match ident {
        "AR" => Some(false),
        "LN" => Some(true),
        _ => None,
    }
}

impl Record {
    /// The arrows and lines of a node, those with points of the board.
    ///
    /// ```
    /// use tengen_records::{Arrow, ReadOptions, sgf};
    /// let mut record = sgf::read(b"(;GM[1]SZ[9];B[ee]AR[aa:ca]LN[dd:ff])", &ReadOptions::default())?.records.remove(0);
    /// let arrows = record.arrows(1);
    /// assert_eq!((arrows.len(), arrows[0].to.col, arrows[1].line), (2, 2, true));
    /// record.tree.node_mut(1).extra = record.extra_with_arrows(1, &arrows[1..]);
    /// assert_eq!(record.arrows(1), arrows[1..]);
    /// # Ok::<(), tengen_records::ReadError>(())
    /// ```
    pub fn arrows(&self, node: NodeId) -> Vec<Arrow> {
        let (kind, size) = (self.spec.kind(), self.spec.size());
        let mut arrows = Vec::new();
        for Property { ident, values } in &self.tree.node(node).extra {
            let Some(line) = is_line(ident) else { continue };
            arrows.extend(values.iter().filter_map(|value| {
                let (from, to) = text::split_composed(value)?;
                let [from, to] = [from, to].map(|raw| points::point(raw, kind, size));
                Some(Arrow { from: from?, to: to?, line })
            }));
        }
        arrows
    }

    /// The other properties of a node with these arrows and lines in place of its own.
    pub fn extra_with_arrows(&self, node: NodeId, arrows: &[Arrow]) -> Vec<Property> {
        let size = self.spec.size();
        let kept = self.tree.node(node).extra.iter().filter(|property| is_line(&property.ident).is_none());
        let mut extra: Vec<Property> = kept.cloned().collect();
        for (ident, line) in [("AR", false), ("LN", true)] {
            let value = |arrow: &Arrow| {
                let [from, to] = [arrow.from, arrow.to].map(|point| Coords::Sgf.format(point, size));
                format!("{from}:{to}").into_bytes()
            };
            let values: Vec<Vec<u8>> = arrows.iter().filter(|arrow| arrow.line == line).map(value).collect();
            if !values.is_empty() {
                extra.push(Property { ident: ident.into(), values });
            }
        }
        extra
    }
}
