//! Writes RenLib libraries.

use super::{CENTER, HEADER_BYTES, MAGIC, MARKED, PROPERTY, SIDE, VERSION, byte, flag, text};
use crate::coverage::Coverage;
use crate::{
    ConversionLoss, Format, LostPart, Mark, Node, NodeId, Record, Tree, Unwritable, WriteError, WriteOptions,
    WriteOutput,
};
use encoding_rs::Encoding;
use std::collections::{BTreeMap, HashMap};
use tengen_board::{Color, Size};
use tengen_games::{GameSpec, Move};

const COVERAGE: Coverage = Coverage {
    variations: true,
    comments: true,
    // Labels can be written; the writer counts other marks.
    marks: true,
    properties: &[PROPERTY, MARKED],
    ..Coverage::NOTHING
};

/// Writes one record.
///
/// As RenLib does, writes version 3.0, which old readers know, if the only first move is h8, there is no pass, and the
/// empty board has no texts; otherwise 3.4.
///
/// # Errors
/// [`WriteError`] if the board is not 15×15, if stones are set up, or unless there is exactly one record.
pub fn write(records: &[Record], _options: &WriteOptions) -> Result<WriteOutput, WriteError> {
    let format = Format::RenLib;
    let record = match records {
        [record] => record,
        [] => return Err(WriteError::Empty(format)),
        more => return Err(WriteError::Many { format, count: more.len() }),
    };
    let fail = |why: Unwritable| WriteError::Record { format, record: 0, why };
    let board = Size::of(SIDE.into(), SIDE.into());
    if record.spec.size() != board {
        return Err(fail(Unwritable::Board(board, record.spec.size())));
    }
    let mut writing = Writer { record, pieces: Vec::new(), texts: Vec::new(), losses: BTreeMap::new() };
    writing.gather().map_err(fail)?;
    let texts = writing.encoded();
    let losses = std::mem::take(&mut writing.losses).into_iter();
    let mut losses: Vec<ConversionLoss> =
        losses.map(|(part, count)| ConversionLoss { record: 0, part, count }).collect();
    if let GameSpec::Gomoku(rules) = record.spec
        && record.spec != super::usual()
    {
        losses.push(ConversionLoss::new(0, LostPart::Rules(rules.to_string())));
    }
    losses.extend(COVERAGE.losses(record, 0));
    Ok(WriteOutput { bytes: writing.bytes(&texts), losses, ..WriteOutput::default() })
}

/// One node in the form of the file.
#[derive(Clone, Copy, Default)]
struct FileNode {
    place: u8,
    flags: u32,
    /// The numbers of its texts.
    comment: Option<usize>,
    board_text: Option<usize>,
}

/// A child in the file.
#[derive(Clone, Copy)]
enum FileChild {
    /// A node of the record, or its children if RenLib has nothing of it.
    Node(NodeId),
    /// A label on a point without a move, by its index among the marks of its node.
    Label(NodeId, usize),
}

/// A node waiting to be written.
struct PendingNode {
    below: FileChild,
    has_sibling: bool,
    /// The label on the point of its move, which it stores.
    board_text: Option<(NodeId, usize)>,
    /// The side to move, as moves alternate.
    turn: Color,
}

struct Writer<'r> {
    record: &'r Record,
    pieces: Vec<FileNode>,
    texts: Vec<String>,
    losses: BTreeMap<LostPart, usize>,
}

impl Writer<'_> {
    fn node(&self, id: NodeId) -> &Node {
        self.record.tree.node(id)
    }

    fn lose(&mut self, part: LostPart) {
        *self.losses.entry(part).or_default() += 1;
    }

    /// Brings all nodes into the order of the file.
    fn gather(&mut self) -> Result<(), Unwritable> {
        if self.node(Tree::ROOT).mv.is_some() {
            return Err(Unwritable::MoveAtRoot);
        }
        let mut waiting = Vec::new();
        let first = self.below(Tree::ROOT, Color::Black, &mut waiting)?;
        let root = self.piece(Tree::ROOT, 0, first, false, None)?;
        self.pieces.push(root);
        while let Some(next) = waiting.pop() {
            let piece = match next.below {
                FileChild::Label(id, mark) => {
                    let (point, _) = self.node(id).marks[mark];
                    let place = byte(point).ok_or(Unwritable::OffBoard(point))?;
                    let flags = flag::LAST | flag::NO_MOVE | if next.has_sibling { flag::SIBLING } else { 0 };
                    FileNode { place, flags, board_text: self.label(id, mark), comment: None }
                }
                FileChild::Node(id) => {
                    let (place, turn) = self.place(id, next.turn)?;
                    let below = self.below(id, turn, &mut waiting)?;
                    self.piece(id, place, below, next.has_sibling, next.board_text)?
                }
            };
            self.pieces.push(piece);
        }
        Ok(())
    }

    /// The byte of a node's move, and the side to move after it.
    fn place(&mut self, id: NodeId, turn: Color) -> Result<(u8, Color), Unwritable> {
        let Some((given, mv)) = self.node(id).mv else {
            return Ok((no_move(self.node(id)).unwrap_or(0), turn));
        };
        if given.is_some_and(|color| color != turn) {
            self.lose(LostPart::ColorsOutOfTurn);
        }
        match mv {
            Move::Place(point) => Ok((byte(point).ok_or(Unwritable::OffBoard(point))?, !turn)),
            _ => Ok((0, !turn)),
        }
    }

    /// Pushes the children of a node onto the stack, last first. Returns true if there are any.
    fn below(&mut self, id: NodeId, turn: Color, waiting: &mut Vec<PendingNode>) -> Result<bool, Unwritable> {
        // Nodes without a move, such as plain comments, are left out, and their children take their place.
        let mut children = Vec::new();
        let mut todo: Vec<NodeId> = self.node(id).children.iter().rev().copied().collect();
        while let Some(child) = todo.pop() {
            let node = self.node(child);
            if !node.set_up.is_empty() {
                return Err(Unwritable::SetUp);
            }
            let stays = match node.mv {
                Some((_, Move::Choose(_))) => false,
                Some(_) => true,
                None => no_move(node).is_some(),
            };
            if stays {
                children.push(child);
                continue;
            }
            let says = node.comment.is_some() || !node.marks.is_empty() || !node.extra.is_empty();
            todo.extend(node.children.iter().rev());
            if node.mv.is_some() {
                self.lose(LostPart::OpeningDecisions);
            }
            if says {
                self.lose(LostPart::CommentsWithoutMove);
            }
        }
        let mut items: Vec<PendingNode> = children
            .into_iter()
            .map(|child| PendingNode {
                below: FileChild::Node(child),
                has_sibling: true,
                board_text: None,
                turn,
            })
            .collect();
        let (mut labels, mut others) = (Vec::new(), 0);
        for (i, (point, mark)) in self.node(id).marks.iter().enumerate() {
            match mark {
                Mark::Label(text) if !text.is_empty() => labels.push((i, *point)),
                _ => others += 1,
            }
        }
        if others > 0 {
            *self.losses.entry(LostPart::MarksWithoutText).or_default() += others;
        }
        // The moves at each point, which can store the label there; the first of them last.
        let mut carriers: HashMap<u8, Vec<usize>> = HashMap::new();
        if !labels.is_empty() {
            for (i, item) in items.iter().enumerate().rev() {
                let FileChild::Node(child) = item.below else { continue };
                let point = self.node(child).mv.and_then(|(_, mv)| mv.point());
                if let Some(place) = point.and_then(byte) {
                    carriers.entry(place).or_default().push(i);
                }
            }
        }
        for (i, point) in labels {
            let at = byte(point).ok_or(Unwritable::OffBoard(point))?;
            match carriers.get_mut(&at).and_then(Vec::pop) {
                Some(carrier) => items[carrier].board_text = Some((id, i)),
                None => items.push(PendingNode {
                    below: FileChild::Label(id, i),
                    has_sibling: true,
                    board_text: None,
                    turn,
                }),
            }
        }
        if let Some(last) = items.last_mut() {
            last.has_sibling = false;
        }
        let any = !items.is_empty();
        waiting.extend(items.into_iter().rev());
        Ok(any)
    }

    /// A node in the form of the file.
    fn piece(
        &mut self,
        id: NodeId,
        place: u8,
        has_below: bool,
        has_sibling: bool,
        board_text: Option<(NodeId, usize)>,
    ) -> Result<FileNode, Unwritable> {
        let node = self.record.tree.node(id);
        if !node.set_up.is_empty() {
            return Err(Unwritable::SetUp);
        }
        let mut piece = FileNode { place, ..FileNode::default() };
        let mut set = |on: bool, flag: u32| piece.flags |= if on { flag } else { 0 };
        set(has_sibling, flag::SIBLING);
        set(!has_below, flag::LAST);
        set(node.extra.iter().any(|p| p.ident == MARKED), flag::MARK);
        let flags_no_move = id != Tree::ROOT && node.mv.is_none();
        set(flags_no_move, flag::NO_MOVE);
        // Texts in the order of the file, from which their character set is guessed.
        let no_one_line = words(node).any(|w| w == "multi");
        if let Some(comment) = &node.comment {
            let parted = text::part(comment, no_one_line);
            if text::join(&parted.replace("\r\n", "\n")) != (Some(comment.clone()), no_one_line) {
                self.lose(LostPart::CommentLayout);
            }
            if !parted.is_empty() {
                piece.comment = Some(self.text(parted));
            }
        }
        for word in words(node) {
            match word.split_once(' ').unwrap_or((word, "")) {
                ("start", "") => piece.flags |= flag::START,
                ("multi", "") => {}
                ("flags", n) => piece.flags |= n.parse::<u32>().unwrap_or(0) & 0xff_fe00,
                ("text", text) if place == 0 && !text.is_empty() => {
                    piece.board_text = Some(self.text(text.into()));
                }
                ("no-move", _) if flags_no_move => {}
                ("charset", _) if id == Tree::ROOT => {}
                _ => self.lose(LostPart::OtherProperties),
            }
        }
        if node.extra.iter().any(|p| p.ident == MARKED && p.values != [b"1".to_vec()]) {
            self.lose(LostPart::HotMarks);
        }
        if let Some((parent, mark)) = board_text {
            piece.board_text = self.label(parent, mark);
        }
        if node.to_move.is_some() {
            self.lose(LostPart::SidesToMove);
        }
        Ok(piece)
    }

    fn label(&mut self, id: NodeId, mark: usize) -> Option<usize> {
        match &self.node(id).marks[mark].1 {
            Mark::Label(text) => {
                let safe = text.replace('\0', " ").replace('\n', "\r\n");
                if safe.replace("\r\n", "\n") != *text {
                    self.lose(LostPart::LabelLayout);
                }
                Some(self.text(safe))
            }
            _ => None,
        }
    }

    fn text(&mut self, text: String) -> usize {
        self.texts.push(text);
        self.texts.len() - 1
    }

    /// The texts in the character set of the original file, if that has all of their letters.
    fn encoded(&mut self) -> Vec<Vec<u8>> {
        let wanted = words(self.node(Tree::ROOT)).find_map(|w| w.strip_prefix("charset ")).map(str::to_owned);
        let charset = wanted.as_ref().and_then(|w| Encoding::for_label(w.as_bytes()));
        let texts = text::encode(&self.texts, charset);
        let again = text::charset_of(&texts);
        if wanted.is_some_and(|name| name != again.name()) {
            self.lose(LostPart::CharsetName);
        }
        texts
    }

    fn bytes(&self, texts: &[Vec<u8>]) -> Vec<u8> {
        let (root, rest) = self.pieces.split_first().expect("the root is always there");
        let bare_root = root.flags & !flag::LAST == 0 && root.comment.is_none() && root.board_text.is_none();
        let first_moves = self.below_root();
        let is_old = bare_root && first_moves == [CENTER] && rest.iter().all(|p| p.place != 0);
        let mut out = Vec::with_capacity(HEADER_BYTES + 2 * self.pieces.len());
        out.extend(MAGIC);
        out.extend([VERSION.0, if is_old { 0 } else { VERSION.1 }]);
        out.resize(HEADER_BYTES, 0xff);
        for piece in if is_old { rest } else { &self.pieces } {
            let mut flags = piece.flags;
            if piece.comment.is_some() {
                flags |= flag::COMMENT;
            }
            if piece.board_text.is_some() {
                flags |= flag::BOARD_TEXT;
            }
            if flags > 0xff {
                flags |= flag::MORE;
            }
            out.extend([piece.place, flags as u8]);
            if flags & flag::MORE != 0 {
                out.extend([(flags >> 16) as u8, (flags >> 8) as u8]);
            }
            for number in [piece.comment, piece.board_text].into_iter().flatten() {
                out.extend_from_slice(&texts[number]);
                out.push(0);
                out.resize(out.len().next_multiple_of(2), 0);
            }
        }
        out
    }

    /// The points of the children of the root.
    fn below_root(&self) -> Vec<u8> {
        let mut found = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut depth = 0;
        for piece in &self.pieces[1..] {
            if depth == 0 {
                found.push(piece.place);
            }
            if piece.flags & flag::SIBLING != 0 {
                open.push(depth);
            }
            depth = if piece.flags & flag::LAST == 0 { depth + 1 } else { open.pop().unwrap_or(0) };
        }
        found
    }
}

/// The values of a node's [`PROPERTY`].
fn words(node: &Node) -> impl Iterator<Item = &str> {
    let properties = node.extra.iter().filter(|p| p.ident == PROPERTY);
    properties.flat_map(|p| p.values.iter()).filter_map(|v| std::str::from_utf8(v).ok())
}

/// The byte of the point of a node that is not a move but has a point.
fn no_move(node: &Node) -> Option<u8> {
    words(node).find_map(|w| w.strip_prefix("no-move ")?.parse().ok()).filter(|&b| super::point(b).is_some())
}
