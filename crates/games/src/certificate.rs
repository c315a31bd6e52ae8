//! The lines that certificates of all games share, for the readers of each game's proofs: strict, line by line.

pub use crate::certificate_fault::ProofFault;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::Lines;
use tengen_board::{Color, Coords, Point, Size};

/// Why a file is not a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{at}: {what}")]
pub struct ProofError {
    /// Where.
    pub at: ProofPlace,
    /// What is wrong, and what would be right.
    pub what: ProofFault,
}

/// A place in a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofPlace {
    /// A line, from 1.
    Line(usize),
    /// A byte, from 1.
    Byte(u64),
}

impl fmt::Display for ProofPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofPlace::Line(line) => write!(f, "line {line}"),
            ProofPlace::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// The answers of a node: the replies with the node that answers each, in the order of the points, each reply once; and
/// the node that answers every other reply. Nodes are numbered from 0.
pub type Answers = (Vec<(Point, u32)>, Option<u32>);

/// Writes the answers of a node as the reader takes them: ` C3,E3>3 F2>4 *2`. Replies with the same answer are
/// grouped, in the order in which the answers first occur.
pub(crate) fn write_answers(
    replies: &[(Point, u32)],
    other: Option<u32>,
    name: impl Fn(Point) -> String,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut groups: Vec<(u32, String)> = Vec::new();
    for &(p, answer) in replies {
        match groups.iter_mut().find(|(a, _)| *a == answer) {
            Some((_, points)) => *points += &format!(",{}", name(p)),
            None => groups.push((answer, name(p))),
        }
    }
    for (answer, points) in groups {
        write!(f, " {points}>{}", answer + 1)?;
    }
    match other {
        Some(other) => write!(f, " *{}", other + 1),
        None => Ok(()),
    }
}

/// The lines of a certificate. Each method that takes a line fails with the number of that line.
///
/// They come one by one, so that a large file need not be in memory.
#[derive(Clone, Debug)]
pub struct CertificateLines<L> {
    lines: L,
    line: usize,
    coords: Coords,
}

/// The lines of a text in memory.
#[derive(Clone, Debug)]
pub struct TextLines<'a>(Lines<'a>);

impl Iterator for TextLines<'_> {
    type Item = Result<String, ProofFault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|line| Ok(line.into()))
    }
}

impl<'a> CertificateLines<TextLines<'a>> {
    /// The lines of a text in memory after its first, which is `magic 1`. Points are in the notation `coords`.
    ///
    /// # Errors
    /// The text has more than `max_bytes` bytes, or its first line is another.
    pub fn of_text(text: &'a str, magic: &str, max_bytes: u64, coords: Coords) -> Result<Self, ProofError> {
        let mut lines = CertificateLines::new(TextLines(text.lines()), coords);
        if text.len() as u64 > max_bytes {
            return lines.fail(ProofFault::TooLarge { most: max_bytes });
        }
        lines.version(magic, 1)?;
        Ok(lines)
    }
}

impl<L: Iterator<Item = Result<String, ProofFault>>> CertificateLines<L> {
    /// Lines, the first one included, with points in the notation `coords`. A line that could not be read is a fault.
    pub const fn new(lines: L, coords: Coords) -> CertificateLines<L> {
        CertificateLines { lines, line: 0, coords }
    }

    /// The version in the next line, which is `magic VERSION`.
    ///
    /// # Errors
    /// It is another line, or a version that is not from 1 to `newest`.
    pub fn version(&mut self, magic: &str, newest: u32) -> Result<u32, ProofError> {
        let version = self.after(magic)?;
        match (1..=newest).find(|known| *known.to_string() == version) {
            Some(version) => Ok(version),
            None => self.fail(ProofFault::Version { found: short(&version), newest }),
        }
    }

    /// An error in this line.
    ///
    /// # Errors
    /// Always.
    pub fn fail<T>(&self, what: ProofFault) -> Result<T, ProofError> {
        Err(ProofError { at: ProofPlace::Line(self.line), what })
    }

    /// The next line; `end` is the fault of a file that ends before it.
    fn next(&mut self, end: impl FnOnce() -> ProofFault) -> Result<String, ProofError> {
        self.line += 1;
        match self.lines.next() {
            Some(Ok(mut line)) => {
                line.truncate(line.trim_end().len());
                Ok(line)
            }
            Some(Err(what)) => self.fail(what),
            None => self.fail(end()),
        }
    }

    /// The rest of the next line, which begins with `word`.
    ///
    /// # Errors
    /// It begins with something else, or there is none.
    pub fn after(&mut self, word: &str) -> Result<String, ProofError> {
        let line = self.next(|| ProofFault::EndsBefore(word.into()))?;
        match line.strip_prefix(word).filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
            Some(rest) => Ok(rest.trim_start().into()),
            None => self.fail(ProofFault::Word { wanted: word.into(), found: short(&line) }),
        }
    }

    /// The stones of the next line, which begins with the colour's word; sorted.
    ///
    /// # Errors
    /// A stone is no point of the board, or is listed twice.
    pub fn stones(&mut self, color: &str, size: Size) -> Result<Vec<Point>, ProofError> {
        let mut stones = Vec::new();
        for word in self.after(color)?.split_whitespace() {
            if stones.len() == size.area() {
                return self.fail(ProofFault::TooManyStones);
            }
            stones.push(self.point(word, size)?);
        }
        stones.sort_unstable();
        if stones.windows(2).any(|pair| pair[0] == pair[1]) {
            return self.fail(ProofFault::StoneTwice);
        }
        Ok(stones)
    }

    /// The next line: `side black` or `side white`.
    ///
    /// # Errors
    /// It is another.
    pub fn side(&mut self) -> Result<Color, ProofError> {
        self.color("side")
    }

    /// The next line: `WORD black` or `WORD white`.
    ///
    /// # Errors
    /// It is another.
    pub fn color(&mut self, word: &str) -> Result<Color, ProofError> {
        let found = self.after(word)?;
        self.color_of(&found)
    }

    /// The side named `black` or `white`.
    ///
    /// # Errors
    /// It is neither.
    pub fn color_of(&self, text: &str) -> Result<Color, ProofError> {
        match text {
            "black" => Ok(Color::Black),
            "white" => Ok(Color::White),
            other => self.fail(ProofFault::Side(short(other))),
        }
    }

    /// The number in the next line: `nodes N`.
    ///
    /// # Errors
    /// It is another line, or no number from 1 to 999999999.
    pub fn count(&mut self) -> Result<usize, ProofError> {
        let count = self.after("nodes")?;
        Ok(self.number(&count)? as usize)
    }

    /// This many nodes, from the line after `nodes N` to the end of the file. `read` makes one from its move, its
    /// replies and whether it is the last.
    ///
    /// # Errors
    /// Those of `read`; a line is no node; something follows the line `end`.
    pub fn nodes<N>(
        &mut self,
        count: usize,
        size: Size,
        mut read: impl FnMut(&Self, &str, Answers, bool) -> Result<N, ProofError>,
    ) -> Result<Vec<N>, ProofError> {
        // The claimed count is not trusted for the allocation.
        let mut nodes = Vec::new();
        for i in 0..count {
            let line = self.node(i, count)?;
            let mut words = line.split_whitespace();
            let mv = words.next().unwrap_or_default();
            let is_last = i + 1 == count;
            let answers = self.answers(words, i, size)?;
            nodes.push(read(self, mv, answers, is_last)?);
        }
        let end = self.next(|| ProofFault::EndsBefore("end".into()))?;
        self.end(&end, count)?;
        Ok(nodes)
    }

    /// The line of the node with this index without its number: the move and what follows.
    ///
    /// # Errors
    /// It is another line, or has no move and is not the last of `count` nodes.
    pub fn node(&mut self, index: usize, count: usize) -> Result<String, ProofError> {
        let line = self.next(|| ProofFault::EndsBeforeNode { node: index + 1, nodes: count })?;
        let (number, rest) = line.trim_start().split_once(' ').unwrap_or((&line, ""));
        let number = self.number(number)?;
        if number as usize != index + 1 {
            return self.fail(ProofFault::NodeNumber { wanted: index + 1, found: number });
        }
        let rest = rest.trim_start();
        if rest.split_whitespace().next() == Some("-") && index + 1 != count {
            return self.fail(ProofFault::NodeWithoutMove);
        }
        Ok(rest.into())
    }

    /// The rest of the next line, which begins with `word`; `None` if it is `end`, and nothing follows.
    ///
    /// # Errors
    /// It is another line, or something follows the end.
    pub fn after_or_end(&mut self, word: &str, count: usize) -> Result<Option<String>, ProofError> {
        let line = self.next(|| ProofFault::EndsBefore("end".into()))?;
        if let Some(rest) = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
            return Ok(Some(rest.trim_start().into()));
        }
        self.end(&line, count)?;
        Ok(None)
    }

    /// Checks that this line is `end`, and that nothing follows.
    fn end(&mut self, line: &str, count: usize) -> Result<(), ProofError> {
        if line != "end" {
            return self.fail(ProofFault::NoEnd { nodes: count, found: short(line) });
        }
        self.line += 1;
        for line in &mut self.lines {
            match line {
                Ok(line) if line.trim().is_empty() => {}
                Ok(_) => {
                    return Err(ProofError { at: ProofPlace::Line(self.line), what: ProofFault::AfterEnd });
                }
                Err(what) => return Err(ProofError { at: ProofPlace::Line(self.line), what }),
            }
        }
        Ok(())
    }

    /// The answers `C3,E3>3 F2>4 *2`, in the node with this index.
    ///
    /// # Errors
    /// A word is no answer, a point is answered twice, or an answer is not an earlier node.
    pub fn answers<'w>(
        &self,
        words: impl Iterator<Item = &'w str>,
        index: usize,
        size: Size,
    ) -> Result<Answers, ProofError> {
        self.answers_by(words, |node| self.earlier(node, index), size)
    }

    /// As [`answers`](Self::answers), but an answer may be any of `count` nodes.
    ///
    /// # Errors
    /// As [`answers`](Self::answers); an answer is no node.
    pub fn answers_of_any<'w>(
        &self,
        words: impl Iterator<Item = &'w str>,
        index: usize,
        count: usize,
        size: Size,
    ) -> Result<Answers, ProofError> {
        let any = |text: &str| {
            let n = self.number(text)? - 1;
            let fault = ProofFault::NoNode { node: index + 1, other: n + 1, nodes: count };
            if (n as usize) < count { Ok(n) } else { self.fail(fault) }
        };
        self.answers_by(words, any, size)
    }

    fn answers_by<'w>(
        &self,
        words: impl Iterator<Item = &'w str>,
        node_of: impl Fn(&str) -> Result<u32, ProofError>,
        size: Size,
    ) -> Result<Answers, ProofError> {
        let (mut replies, mut other) = (Vec::new(), None);
        for word in words {
            if other.is_some() {
                return self.fail(ProofFault::AfterOther);
            }
            if let Some(node) = word.strip_prefix('*') {
                other = Some(node_of(node)?);
                continue;
            }
            let Some((points, answer)) = word.split_once('>') else {
                let example = self.coords.format(Point::new(0, 0), size);
                return self.fail(ProofFault::Replies { example, found: short(word) });
            };
            let answer = node_of(answer)?;
            for point in points.split(',') {
                if replies.len() == size.area() {
                    return self.fail(ProofFault::TooManyReplies);
                }
                replies.push((self.point(point, size)?, answer));
            }
        }
        replies.sort_unstable();
        if let Some(pair) = replies.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return self.fail(ProofFault::AnsweredTwice(self.coords.format(pair[0].0, size)));
        }
        // A vector that grew and was cut would leave a hole after each node.
        Ok((replies.as_slice().to_vec(), other))
    }

    /// A point of the board.
    ///
    /// # Errors
    /// It is none.
    pub fn point(&self, text: &str, size: Size) -> Result<Point, ProofError> {
        self.coords.parse(text, size).or_else(|e| self.fail(ProofFault::Point(e)))
    }

    fn number(&self, text: &str) -> Result<u32, ProofError> {
        let plain = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
        match text.parse::<u32>().ok().filter(|&n| plain && n > 0) {
            Some(n) => Ok(n),
            None => self.fail(ProofFault::Number(short(text))),
        }
    }

    /// The index of a node, given by its number from 1; it must be less than `below`.
    fn earlier(&self, text: &str, below: usize) -> Result<u32, ProofError> {
        let n = self.number(text)? - 1;
        if (n as usize) < below {
            return Ok(n);
        }
        self.fail(ProofFault::LaterNode { node: below + 1, other: n + 1 })
    }
}

/// The first characters of a text that an error shows.
pub(crate) fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
