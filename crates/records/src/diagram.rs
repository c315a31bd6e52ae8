//! A board drawn in characters, as `tengen show` and the page write it: one position, which is read only.
//!
//! ```text
//! 5 ┌─┬─┬─┬─┐
//! 4 ├─┼─○─●─┤
//! 3 ├(○)●─┼─┤
//! 2 ├─┼─┼─┼─┤
//! 1 └─┴─┴─┴─┘
//!   A B C D E
//! go (chinese) 5x5, move 4, last B3, black to move
//! ```
//!
//! The letters above or below the board are in the columns of the points, and the rows have numbers. A board on which
//! stones fall has the numbers of the columns below it, and no labels of rows. The line after the board names the game,
//! its rules and the side to move. Without it the game follows from the frame of the board and the letters, the side
//! from the last move or the numbers of stones. In a record the position is set up at the root, without the moves that
//! led to it. Grids without letters and numbers are read, too.

mod grid;

use self::grid::{Grid, fewer};
use crate::expected::quote;
use crate::{Expected, Format, Found, Location, ReadError, ReadOptions, ReadOutput, Record, discs};
use tengen_board::{Cell, Color, Coords, Size};
use tengen_games::{GameInfo, GameKind, GameSpec, Label};

/// Largest side of a board that is drawn.
const MAX_SIDE: usize = 25;

/// Reads the position of a diagram.
///
/// # Errors
/// [`ReadError`] if there is no board, or a point of it is not clear.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<ReadOutput, ReadError> {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    let start = Location { line_column: Some((1, 1)), ..Location::default() };
    let error = |at, found| ReadError::new(Format::Diagram, at, Expected::Diagram, found);
    let lines: Vec<&str> = text.lines().collect();
    let Some(diagram) = Diagram::find(&lines) else {
        let grid = Grid::find(&lines).ok_or_else(|| error(start, quote(bytes)))?;
        let record = grid.record(caption(&lines[grid.end..]), options);
        let record = record.ok_or_else(|| error(start, Found::Board(grid.size)))?;
        return Ok(ReadOutput { records: vec![record], ..ReadOutput::default() });
    };
    let mut cells = Vec::with_capacity(diagram.size.area());
    let mut last = None;
    for &row in &diagram.rows {
        let chars: Vec<char> = lines[row].chars().collect();
        for &at in &diagram.columns {
            let (cell, is_last) = diagram.cell(&chars, at).map_err(|mark| {
                let at = Location { line_column: Some((row as u64 + 1, at as u64 + 1)), ..start };
                error(at, Found::Quote(mark.into()))
            })?;
            last = if is_last { cell.color() } else { last };
            cells.push(cell);
        }
    }
    let caption = caption(&lines[diagram.end..]);
    let spec = match &options.spec {
        Some(spec) => spec.with_size(diagram.size).ok(),
        None => named(caption, diagram.size, diagram.look).or_else(|| diagram.look.usual(diagram.size)),
    };
    let mut record = Record::new(spec.ok_or_else(|| error(start, Found::Board(diagram.size)))?);
    let to_move = side_to_move(caption).or(last.map(|color| !color)).unwrap_or_else(|| fewer(&cells));
    discs::set_up(&mut record, &cells, to_move);
    Ok(ReadOutput { records: vec![record], ..ReadOutput::default() })
}

/// The first line with a text.
fn caption<'a>(lines: &[&'a str]) -> &'a str {
    lines.iter().map(|line| line.trim()).find(|line| !line.is_empty()).unwrap_or_default()
}

/// True if a text begins with two rows of a board, or with a grid.
pub(crate) fn looks_like_diagram(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head));
    if Grid::find(&text.lines().collect::<Vec<_>>()).is_some() {
        return true;
    }
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(5).collect();
    if let [first, second, ..] = lines[..]
        && let (Some(first), Some(second)) = (framed_row(first), framed_row(second))
    {
        return first == second;
    }
    let mut rows = lines.into_iter().filter(|line| columns(line).is_none() && !is_rule(line));
    let (first, second) = (rows.next().and_then(row_number), rows.next().and_then(row_number));
    matches!((first, second), (Some(a), Some(b)) if a.abs_diff(b) == 1)
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Crossings, with capital letters or small ones.
    Lines { capitals: bool },
    /// Framed squares with letters above.
    Felt,
    /// Framed squares with numbers below, or letters.
    Holes,
    /// Squares without a frame.
    Paper,
}

impl Look {
    const ALL: [Look; 5] = [
        Look::Lines { capitals: true },
        Look::Lines { capitals: false },
        Look::Felt,
        Look::Holes,
        Look::Paper,
    ];

    /// The game that is usually drawn so.
    fn usual(self, size: Size) -> Option<GameSpec> {
        let (cols, rows) = (size.cols(), size.rows());
        let (kind, rules) = match self {
            Look::Lines { capitals: true } => (GameKind::Go, None),
            Look::Lines { capitals: false } => (GameKind::Gomoku, None),
            Look::Felt => (GameKind::Othello, None),
            Look::Holes => (GameKind::Mnk, Some(format!("{cols},{rows},4+gravity"))),
            Look::Paper => (GameKind::Mnk, Some(format!("{cols},{rows},{}", cols.min(rows).min(5)))),
        };
        GameSpec::of_kind(kind, rules.as_deref().unwrap_or(kind.info().default_rules()), Some(size)).ok()
    }

    fn fits(self, spec: &GameSpec) -> bool {
        match self {
            Look::Lines { capitals } => (spec.coords() == Coords::Go) == capitals,
            Look::Felt => spec.kind() == GameKind::Othello,
            Look::Holes | Look::Paper => spec.kind() == GameKind::Mnk,
        }
    }
}

/// A board in the lines of a text.
struct Diagram {
    size: Size,
    look: Look,
    /// The lines of the rows.
    rows: Vec<usize>,
    /// The characters at the middle of each column.
    columns: Vec<usize>,
    /// Whether `X` and `O` are stones, as no other character is one.
    letters: bool,
    /// The line after the board.
    end: usize,
}

impl Diagram {
    fn find(lines: &[&str]) -> Option<Diagram> {
        lines.iter().enumerate().find_map(|(at, line)| Diagram::around(lines, at, columns(line)?))
    }

    /// The board whose columns are named in line `at`.
    fn around(lines: &[&str], at: usize, columns: Columns) -> Option<Diagram> {
        let Columns { places: columns, numbered } = columns;
        let is_row = |line: &str| match numbered {
            true => framed_row(line) == Some((columns[1] - columns[0]) * columns.len() + 1),
            false => row_number(line).is_some(),
        };
        let is_part = |line: &&str| is_row(line) || is_rule(line);
        let below = lines[at + 1..].iter().take_while(|line| is_part(line)).count();
        let above = lines[..at].iter().rev().take_while(|line| is_part(line)).count();
        let (block, end) =
            if below > above { (at + 1..at + 1 + below, at + 1 + below) } else { (at - above..at, at + 1) };
        let rows: Vec<usize> = block.clone().filter(|&i| is_row(lines[i])).collect();
        let numbers: Vec<usize> = rows.iter().filter_map(|&i| row_number(lines[i])).collect();
        let count = rows.len();
        let in_order = numbers.iter().copied().eq(1..=count) || numbers.iter().copied().eq((1..=count).rev());
        let framed = || block.clone().any(|i| is_rule(lines[i]) && lines[i].trim().starts_with(['└', '+']));
        // Where the columns have numbers, the rows have none.
        let is_whole = if numbered { framed() } else { in_order };
        if !is_whole || !(2..=MAX_SIDE).contains(&count) {
            return None;
        }
        let holds = |wanted: &[char]| rows.iter().any(|&i| lines[i].contains(wanted));
        let capitals = lines[at].contains(|c: char| c.is_ascii_uppercase());
        let look = match holds(&['│', '|']) && columns[1] - columns[0] > 2 {
            _ if below > above => Look::Felt,
            false => Look::Lines { capitals },
            true if framed() => Look::Holes,
            true => Look::Paper,
        };
        let letters = !holds(&['●', '○', '▲', '■', '◆', '◉', '✖', '┼', '├', '┌']);
        Some(Diagram { size: Size::new(count, columns.len()).ok()?, look, rows, columns, letters, end })
    }

    /// What is on a point of a row, and whether it is the last move. A mark that hides whether there is a stone is the
    /// error.
    fn cell(&self, row: &[char], at: usize) -> Result<(Cell, bool), char> {
        let step = self.columns[1] - self.columns[0];
        let inside = at - step / 2..at + step.div_ceil(2);
        let mut content = inside.filter_map(|i| Some((i, *row.get(i)?)));
        let stone = content.find_map(|(i, c)| match c {
            '●' | '▲' | '■' | '◆' | '◉' | '✖' => Some(Ok((i, Cell::Black))),
            '○' => Some(Ok((i, Cell::White))),
            'X' if self.letters => Some(Ok((i, Cell::Black))),
            'O' if self.letters => Some(Ok((i, Cell::White))),
            '△' | '□' | '◇' | '◎' | '✕' => Some(Err(c)),
            '^' | '#' | '@' | '*' if self.letters => Some(Err(c)),
            _ => None,
        });
        let Some((at, cell)) = stone.transpose()? else { return Ok((Cell::Empty, false)) };
        let bracket = |i: Option<usize>, c| i.and_then(|i| row.get(i)) == Some(&c);
        Ok((cell, bracket(at.checked_sub(1), '(')))
    }
}

/// The labels of the columns.
struct Columns {
    /// The characters at the middle of each column.
    places: Vec<usize>,
    /// Whether the labels are numbers from 1. Otherwise they are letters.
    numbered: bool,
}

/// The labels in a line that has the labels of columns alone, evenly spaced: letters, of which `I` may be left out, or
/// numbers.
fn columns(line: &str) -> Option<Columns> {
    let (mut labels, mut start) = (Vec::new(), 0);
    for label in line.split(' ') {
        let length = label.chars().count();
        if length > 0 {
            labels.push((start + length / 2, label));
        }
        start += length + 1;
    }
    let (first, step) = (labels.first()?.0, labels.get(1)?.0 - labels[0].0);
    let even = labels.iter().enumerate().all(|(i, &(at, _))| at == first + i * step);
    if !even || step < 2 || first < step / 2 || labels.len() > MAX_SIDE {
        return None;
    }
    let are = |names: &mut dyn Iterator<Item = String>| labels.iter().zip(names).all(|(l, name)| l.1 == name);
    let letters = |first, skip| are(&mut (first..).filter(|&c: &char| c != skip).map(String::from));
    let lettered =
        [('a', ' '), ('a', 'i'), ('A', ' '), ('A', 'I')].into_iter().any(|(a, skip)| letters(a, skip));
    let numbered = are(&mut (1..).map(|n: usize| n.to_string()));
    let places = labels.iter().map(|label| label.0).collect();
    (lettered || numbered).then_some(Columns { places, numbered })
}

/// The number of a row: a number, then characters of a board.
fn row_number(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = line[..line.len() - rest.len()].parse().ok().filter(|n| (1..=MAX_SIDE).contains(n))?;
    if !rest.starts_with([' ', '(']) {
        return None;
    }
    let drawn = |c: char| "─│┌┬┐├┼┤└┴┘╋●○".contains(c);
    let plain = |c: char| " .+XO|()!-xo^#@*".contains(c) || c.is_ascii_digit();
    let cells = rest.chars().filter(|c| ".+XO|".contains(*c)).count();
    (rest.contains(drawn) || rest.chars().all(plain) && cells > 1).then_some(number)
}

/// The length of a row that has a frame on both sides and no label. Brackets around the last move may take the place of
/// a bar.
fn framed_row(line: &str) -> Option<usize> {
    let line = line.trim();
    let bar = ['│', '|'].into_iter().find(|&bar| line.contains(bar))?;
    let plain = |c: char| " .+XO|()!xo^#@*".contains(c) || c.is_ascii_digit();
    let is_row = line.starts_with([bar, '(']) && line.ends_with([bar, ')']);
    (is_row && (bar == '│' || line.chars().all(plain))).then(|| line.chars().count())
}

/// Whether a line is a rule between rows of squares.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.chars().count() > 2 && line.chars().all(|c| "─┌┬┐├┼┤└┴┘+- ".contains(c))
}

/// The game that the line after the board names, in any of the languages in which Tengen writes it.
fn named(caption: &str, size: Size, look: Look) -> Option<GameSpec> {
    named_by(caption, size, look).or_else(|| named_by(&simplified(caption), size, look))
}

fn named_by(caption: &str, size: Size, look: Look) -> Option<GameSpec> {
    let fits = |spec: &GameSpec| spec.size() == size && look.fits(spec);
    let head = caption.split([',', '，', '、']).next().unwrap_or_default().trim();
    let (name, rules) = match head.split_once('(') {
        // A set-up has no moves, so no opening rule either.
        Some((name, rest)) => (name.trim(), rest.split([')', '+']).next()),
        None => (head.trim_end_matches(&size.to_string()).trim(), None),
    };
    let called = |label: &Label| [label.en, label.zh, label.ja].contains(&name);
    let word = GameInfo::find(name).map(|(info, _)| info);
    let info = word.or_else(|| GameInfo::ALL.into_iter().find(|info| called(&info.name)));
    let with_rules = |kind: GameKind| match rules {
        Some(rules) => GameSpec::of_kind(kind, rules, Some(size)).ok(),
        None => [Some(size), None]
            .into_iter()
            .flat_map(|size| {
                [
                    GameSpec::named(name, None, size),
                    GameSpec::of_kind(kind, kind.info().default_rules(), size),
                ]
            })
            .filter_map(Result::ok)
            .find(fits),
    };
    // Rule sets of games of rows have names of their own, and others are named by their numbers, such as 6,5,4.
    let by_rule_set = || {
        let sets =
            GameInfo::ALL.into_iter().flat_map(|info| info.rule_sets.iter().map(move |set| (info.kind, set)));
        sets.filter(|(_, set)| called(&set.name))
            .flat_map(|(kind, set)| [Some(size), None].map(|size| GameSpec::of_kind(kind, set.id, size).ok()))
            .flatten()
            .find(fits)
    };
    let by_numbers = || {
        let rules = caption.split(' ').map(|word| word.trim_end_matches([',', '，', '、']));
        rules.filter_map(|rules| GameSpec::of_kind(GameKind::Mnk, rules, None).ok()).find(fits)
    };
    let named = in_words(caption, size).filter(fits).or_else(|| match info {
        Some(info) => with_rules(info.kind).filter(fits),
        // In another script the rules keep their names.
        None if rules.is_some() => GameKind::ALL.into_iter().filter_map(with_rules).find(fits),
        None => by_rule_set(),
    });
    named.or_else(by_numbers)
}

/// The game that a Chinese or Japanese line names with its rules: `五子棋（连珠，RIF）15x15`.
fn in_words(caption: &str, size: Size) -> Option<GameSpec> {
    let (name, rest) = caption.split_once('（')?;
    let parts: Vec<&str> = rest.split_once(&format!("）{size}"))?.0.split(['，', '、']).collect();
    let sets = GameInfo::ALL.into_iter().flat_map(|info| info.rule_sets.iter().map(move |set| (info, set)));
    let labels = sets.flat_map(|(info, set)| {
        [(info.name.zh, set.name.zh), (info.name.ja, set.name.ja)]
            .map(|(game, rules)| (info, set, game, rules))
    });
    let mut labels: Vec<_> = labels.collect();
    // A rule set that is named in the brackets comes before one that is called as its game.
    labels.sort_by_key(|&(.., game, rules)| Label::with_rules(game, rules).1.is_none());
    labels.into_iter().find_map(|(info, set, game, rules)| {
        let (wanted, first) = Label::with_rules(game, rules);
        let parts = first.map_or(Some(&parts[..]), |first| parts.strip_prefix(&[first]))?;
        if name != wanted {
            return None;
        }
        let changes = parts.iter().filter_map(|part| rule_change(part));
        let rules = changes.fold(set.id.to_owned(), |rules, change| rules + "," + &change);
        GameSpec::of_kind(info.kind, &rules, Some(size)).ok()
    })
}

/// A change of a rule set as rules are written: `贴 0.5 目` is `komi=0.5`. An opening rule is none, nor are handicap
/// stones, which are on the board.
fn rule_change(part: &str) -> Option<String> {
    match part.strip_prefix("贴").or(part.strip_prefix("コミ")) {
        Some(komi) => Some(format!("komi={}", komi.trim_end_matches('目').trim())),
        None => part.contains('=').then(|| part.to_owned()),
    }
}

/// A text with the traditional characters of the names of games and rules in their simplified form.
fn simplified(text: &str) -> String {
    const TRADITIONAL: &str = "業兩蘭準則圍國頭應開換無標盤羅職勝獲規讓貼賽贏還遠連長韓";
    const SIMPLIFIED: &str = "业两兰准则围国头应开换无标盘罗职胜获规让贴赛赢还远连长韩";
    let simple = |c| TRADITIONAL.chars().zip(SIMPLIFIED.chars()).find(|&(from, _)| from == c);
    // A country is called by another name.
    let text = text.replace("紐西蘭", "新西兰");
    text.chars().map(|c| simple(c).map_or(c, |(_, to)| to)).collect()
}

/// The side to move by the line after the board, in the languages in which Tengen writes it.
fn side_to_move(caption: &str) -> Option<Color> {
    const WORDS: [(&str, Color); 8] = [
        ("black to move", Color::Black),
        ("white to move", Color::White),
        ("轮到黑方", Color::Black),
        ("轮到白方", Color::White),
        ("輪到黑方", Color::Black),
        ("輪到白方", Color::White),
        ("黒の手番", Color::Black),
        ("白の手番", Color::White),
    ];
    WORDS.iter().find(|(words, _)| caption.contains(words)).map(|&(_, color)| color)
}
