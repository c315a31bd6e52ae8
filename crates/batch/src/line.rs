//! The main line of a game as rows.

use crate::Row;
use std::str::FromStr;
use tengen_games::{AnyPosition, Game, Move};
use tengen_records::{Gap, NodeId, ReadItem, Record, Replay, ReplayCounts};

/// Which positions of a game become rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum At {
    /// All of them, from the start to the last move.
    #[default]
    All,
    /// The last one.
    End,
    /// Those after 0, n, 2n … moves.
    Every(u32),
}

/// A text that names no positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' names no positions of a game: write all, end, or a number N for every Nth")]
pub struct AtError(String);

impl FromStr for At {
    type Err = AtError;
    fn from_str(text: &str) -> Result<At, AtError> {
        match text {
            "all" => Ok(At::All),
            "end" => Ok(At::End),
            number => match number.parse() {
                Ok(n @ 1..) => Ok(At::Every(n)),
                _ => Err(AtError(crate::row::short(text))),
            },
        }
    }
}

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            At::All => f.pad("all"),
            At::End => f.pad("end"),
            At::Every(n) => write!(f, "{n}"),
        }
    }
}

/// The positions of the main line of a game, each once, and the row of the move that breaks the rules, if one does.
#[derive(Clone, Debug)]
pub struct GameRows {
    rows: Vec<Row>,
    /// The row with the error of a line that breaks the rules.
    failed: Option<Row>,
}

impl GameRows {
    /// Plays the main line of a record. Passes that the record leaves out are put in; where stones are set up in the
    /// middle of a game, the moves of the following rows begin there.
    pub fn of_record(source: &str, number: u64, record: &Record) -> GameRows {
        GameRows::of_line(source, number, record, None)
    }

    /// As [`GameRows::of_record`]. Where a reader left out moves or stones, the line ends with a row of that error.
    pub fn of_item(source: &str, number: u64, item: &ReadItem) -> GameRows {
        let line: Vec<NodeId> = item.record.tree.main_line().collect();
        let gaps = item.warnings.iter().filter_map(|warning| {
            // The number of nodes before it; none if it is in a variation.
            let (node, own) = match warning.gap? {
                Gap::At(node) => (node, 0),
                Gap::After(node) => (node, 1),
            };
            let nodes = line.iter().position(|&id| id == node)? + own;
            Some((nodes, warning.to_string()))
        });
        let gap = gaps.min_by_key(|(nodes, _)| *nodes);
        GameRows::of_line(source, number, &item.record, gap)
    }

    fn of_line(source: &str, number: u64, record: &Record, gap: Option<(usize, String)>) -> GameRows {
        let mut line = GameRows::positions(source, number, record, gap);
        line.finish(record);
        line
    }

    /// The rows of the main line, of as many nodes as a gap leaves.
    fn positions(source: &str, number: u64, record: &Record, gap: Option<(usize, String)>) -> GameRows {
        let mut rows: Vec<Row> = Vec::new();
        let mut start = Row { source: source.to_owned(), number, ..Row::default() };
        start.set_spec(&record.spec);
        (start.black, start.white) = (record.header.black.name.clone(), record.header.white.name.clone());
        start.date = record.header.date.clone();
        let broken = start.clone();
        let mut moves = MoveText::default();
        let mut set_ups = None;
        let nodes = record.tree.main_line().take(gap.as_ref().map_or(usize::MAX, |(nodes, _)| *nodes));
        let played = record.replay_nodes(nodes, |_, position, counts: ReplayCounts| {
            let is_new_start = set_ups.replace(counts.set_ups) != Some(counts.set_ups);
            if is_new_start {
                start.set_up = crate::row::set_up_text(position);
                moves = MoveText::default();
            }
            let kept = moves.update(position);
            if let Some(last) = rows.last_mut() {
                let before = last.ply.unwrap_or(0) as usize;
                if !is_new_start && kept >= before && position.ply() == before {
                    // A node without a move: a comment, or a pass after the end.
                    return;
                }
                if !is_new_start && kept >= before {
                    last.played = position.move_at(before).map(|mv| position.format_move(mv));
                }
            }
            let mut row = Row { moves: Some(moves.text.clone()), ..start.clone() };
            row.set_state(position);
            rows.push(row);
        });
        let failed = played.err().map(|error| {
            let mut row = rows.last().cloned().unwrap_or(start);
            row.error = Some(error.to_string());
            let Replay { position, .. } = error.into_reached();
            row.to_move = Some(position.to_move());
            row
        });
        let failed = failed.or_else(|| {
            let (_, error) = gap?;
            Some(Row { error: Some(error), ..rows.last().unwrap_or(&broken).clone() })
        });
        GameRows { rows, failed }
    }

    /// Sets the result: the record's, or else what the rules say.
    fn finish(&mut self, record: &Record) {
        let given = record.header.result.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let by_rules = if given.is_none() && self.failed.is_none() { record.result_by_rules() } else { None };
        let result = given.or(by_rules.as_deref());
        for row in self.rows.iter_mut().chain(&mut self.failed) {
            row.set_result(result);
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True if not even the first position could be made.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows of these positions, in the order of the game. A line that breaks the rules ends with a row that has the
    /// error; its last position is not the end of the game.
    pub fn at(self, at: At) -> impl Iterator<Item = Row> {
        let GameRows { rows, failed } = self;
        let last = rows.len().saturating_sub(1);
        let broken = failed.is_some();
        let chosen = rows.into_iter().enumerate().filter(move |(i, row)| match at {
            At::All => true,
            At::End => *i == last && !broken,
            At::Every(n) => row.ply.unwrap_or(0).is_multiple_of(n),
        });
        chosen.map(|(_, row)| row).chain(failed)
    }

    /// As [`GameRows::at`], without positions in which the game is over: those that an engine can analyse. With
    /// [`At::End`] it is the last such position.
    pub fn to_analyze(mut self, at: At) -> Vec<Row> {
        if let Some(row) = self.rows.last()
            && row.position().is_ok_and(|position| position.is_over())
        {
            self.rows.pop();
        }
        self.at(at).collect()
    }
}

/// The moves of a position as text, kept from one position of a line to the next.
#[derive(Default)]
struct MoveText {
    moves: Vec<Move>,
    /// The length of the text before each move.
    starts: Vec<usize>,
    text: String,
}

impl MoveText {
    /// Follows the line to `position`. Returns how many moves it has in common with the position before.
    fn update(&mut self, position: &AnyPosition) -> usize {
        let kept = self.moves.iter().zip(position.moves()).take_while(|(a, b)| *a == b).count();
        if let Some(&end) = self.starts.get(kept) {
            self.text.truncate(end);
        }
        self.moves.truncate(kept);
        self.starts.truncate(kept);
        for mv in position.moves().skip(kept) {
            self.starts.push(self.text.len());
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text += &position.format_move(mv);
            self.moves.push(mv);
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_records::{ReadOptions, sgf};

    fn line(text: &str) -> GameRows {
        GameRows::of_record(
            "x.sgf",
            3,
            &sgf::read(text.as_bytes(), &ReadOptions::default()).unwrap().records[0],
        )
    }

    fn texts(rows: &[Row]) -> Vec<(&str, Option<&str>)> {
        rows.iter().map(|row| (row.moves.as_deref().unwrap(), row.played.as_deref())).collect()
    }

    #[test]
    fn each_position_has_its_moves_and_the_next_one() {
        let rows: Vec<Row> =
            line("(;GM[1]SZ[9]RE[W+R];B[ee]C[a];C[nothing];W[ce];B[gg])").at(At::All).collect();
        let expected = [("", Some("E5")), ("E5", Some("C5")), ("E5 C5", Some("G3")), ("E5 C5 G3", None)];
        assert_eq!(texts(&rows), expected);
        assert_eq!(rows.iter().map(|row| row.outcome.unwrap()).collect::<Vec<_>>(), [0.0, 1.0, 0.0, 1.0]);
        assert!(rows.iter().all(|row| row.number == 3 && row.error.is_none() && row.set_up.is_none()));
        let every: Vec<Row> = line("(;GM[1]SZ[9];B[ee];W[ce];B[gg])").at(At::Every(2)).collect();
        assert_eq!(every.iter().map(|row| row.ply.unwrap()).collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn a_move_against_the_rules_is_a_row_of_its_own() {
        let rows: Vec<Row> = line("(;GM[1]SZ[9];B[ee];W[ce];B[ee];W[aa])").at(At::All).collect();
        assert_eq!(rows.len(), 4);
        assert!(rows[..3].iter().all(|row| row.error.is_none()));
        assert!(rows[3].error.as_deref().unwrap().starts_with("move 3 (E5) is illegal"), "{:?}", rows[3]);
        let end: Vec<Row> = line("(;GM[1]SZ[9];B[ee];W[ce];B[ee];W[aa])").at(At::End).collect();
        assert_eq!(end.len(), 1, "the end of the game is not known");
        assert!(end[0].error.is_some());
    }

    /// What follows a move that cannot be read is not what was played.
    #[test]
    fn a_move_that_cannot_be_read_ends_the_line() {
        let rows = |text: &str| {
            let options = ReadOptions::lenient();
            let item = sgf::Games::new(text.as_bytes(), &options).next().unwrap().unwrap();
            GameRows::of_item("x.sgf", 1, &item).at(At::All).collect::<Vec<Row>>()
        };
        let lost = rows("(;GM[1]SZ[9];B[aa];W[zz];B[bb])");
        assert_eq!(texts(&lost), [("", Some("A9")), ("A9", None), ("A9", None)]);
        assert_eq!(lost[1].error, None);
        assert!(lost[2].error.as_deref().unwrap().contains("found 'zz'"), "{lost:?}");
        assert_eq!((lost[2].ply, lost[2].to_move), (Some(1), Some(tengen_board::Color::White)));
        // The node has a comment of its own, but not its move.
        assert_eq!(texts(&rows("(;GM[1]SZ[9];B[aa];W[zz]C[why];B[bb])")), texts(&lost));
        let cut = rows("(;GM[1]SZ[9];B[aa]");
        assert_eq!(texts(&cut), [("", Some("A9")), ("A9", None), ("A9", None)]);
        // Nothing is known of a game whose stones cannot be read.
        let stones = rows("(;GM[1]SZ[9]AB[zz];W[aa])");
        assert!(stones.len() == 1 && stones[0].moves.is_none() && stones[0].error.is_some(), "{stones:?}");
        // A variation is no part of the line.
        let variation = rows("(;GM[1]SZ[9];B[aa](;W[bb])(;W[zz]))");
        assert_eq!((variation.len(), variation[2].error.as_deref()), (3, None));
        // The first fault is the one that is named.
        let two = rows("(;GM[1]SZ[9];B[aa];W[aa];B[zz])");
        assert!(two.last().unwrap().error.as_deref().unwrap().contains("illegal"), "{two:?}");
    }

    /// Othello records leave passes out; the row before one has the pass as its next move.
    #[test]
    fn passes_left_out_are_put_in() {
        let moves = "f5f6e6f4e3c5c4d3f3c6g3e2d6h3h4h5f7e7f8f2f1";
        let options = ReadOptions::default().with_spec("othello".parse().unwrap());
        let read = tengen_records::movelist::read(moves.as_bytes(), &options).unwrap();
        for row in GameRows::of_record("x", 1, &read.records[0]).at(At::All) {
            let position = row.position().unwrap();
            if let Some(played) = &row.played {
                assert!(position.is_legal(position.parse_move(played).unwrap()), "{row:?}");
            }
        }
    }

    #[test]
    fn stones_set_up_in_the_middle_begin_the_moves_again() {
        let rows: Vec<Row> = line("(;GM[1]SZ[5];B[aa];AW[cc]PL[W];W[bb])").at(At::All).collect();
        let last = rows.last().unwrap();
        assert_eq!(last.set_up.as_deref(), Some("X...........O............ O"));
        assert_eq!(last.moves.as_deref(), Some("B4"));
        let position = last.position().unwrap();
        assert_eq!(position.size().points().filter(|&p| !position.at(p).is_empty()).count(), 3);
    }

    #[test]
    fn a_finished_game_is_not_analysed_at_its_end() {
        let five = "(;GM[4]SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])";
        assert_eq!(line(five).len(), 10);
        let end = line(five).to_analyze(At::End);
        assert_eq!(end[0].played.as_deref(), Some("e15"));
        assert_eq!((end[0].result.as_deref(), end[0].outcome), (Some("B+"), Some(1.0)));
    }
}
