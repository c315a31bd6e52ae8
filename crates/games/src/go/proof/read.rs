//! The reader of certificates: strict, line by line.

use super::certificate::{Certificate, Claim, ProofNode, Retake};
use crate::Move;
use crate::go::Suicide;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::{FromStr, Lines};
use tengen_board::{Color, Coords, Point, Size};

/// Size limit of a certificate, in bytes.
pub const MAX_BYTES: u64 = 1 << 28;

/// Why a text is not a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ProofError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl FromStr for Certificate {
    type Err = ProofError;

    fn from_str(text: &str) -> Result<Certificate, ProofError> {
        certificate(text)
    }
}

struct Reader<'a> {
    lines: Lines<'a>,
    line: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, what: impl Into<String>) -> Result<T, ProofError> {
        Err(ProofError { line: self.line, what: what.into() })
    }

    fn next(&mut self, wanted: &str) -> Result<&'a str, ProofError> {
        self.line += 1;
        match self.lines.next() {
            Some(line) => Ok(line.trim_end()),
            None => self.fail(format!("the file ends before {wanted}: it is not complete")),
        }
    }

    /// The rest of a line that begins with `word`.
    fn after(&mut self, word: &str) -> Result<&'a str, ProofError> {
        let line = self.next(&format!("'{word}'"))?;
        match line.strip_prefix(word).filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
            Some(rest) => Ok(rest.trim_start()),
            None => self.fail(format!("expected '{word} …', found '{}'", short(line))),
        }
    }

    fn point(&self, text: &str, size: Size) -> Result<Point, ProofError> {
        Coords::Go.parse(text, size).map_err(|e| ProofError { line: self.line, what: e.to_string() })
    }

    fn number(&self, text: &str) -> Result<u32, ProofError> {
        let plain = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
        match text.parse::<u32>().ok().filter(|&n| plain && n > 0) {
            Some(n) => Ok(n),
            None => self.fail(format!("'{}' is not a number from 1 to 999999999", short(text))),
        }
    }

    /// Reads a node number from 1 and returns it from 0; it must be less than `below`.
    fn earlier(&self, text: &str, below: usize) -> Result<u32, ProofError> {
        let n = self.number(text)? - 1;
        if (n as usize) < below {
            return Ok(n);
        }
        self.fail(format!(
            "node {} refers to node {}: it may refer only to nodes before it",
            below + 1,
            n + 1
        ))
    }

    fn color(&self, text: &str) -> Result<Color, ProofError> {
        match text {
            "black" => Ok(Color::Black),
            "white" => Ok(Color::White),
            other => self.fail(format!("expected black or white, found '{}'", short(other))),
        }
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Reads a whole certificate.
fn certificate(text: &str) -> Result<Certificate, ProofError> {
    let mut reader = Reader { lines: text.lines(), line: 0 };
    if text.len() as u64 > MAX_BYTES {
        return reader.fail(format!("the file has {} bytes; the limit is {MAX_BYTES}", text.len()));
    }
    match reader.after("tengen-go-proof")? {
        "1" => {}
        other => {
            return reader.fail(format!("unknown version '{}' of the format: expected 1", short(other)));
        }
    }
    let (size, suicide) = rules(&mut reader)?;
    let black = stones(&mut reader, "black", size)?;
    let white = stones(&mut reader, "white", size)?;
    let ko = match reader.after("ko")? {
        "-" => None,
        at => Some(reader.point(at, size)?),
    };
    let retake = match reader.after("retake")? {
        "nobody" => Retake::Nobody,
        "black" => Retake::Side(Color::Black),
        "white" => Retake::Side(Color::White),
        other => return reader.fail(format!("expected black, white or nobody, found '{}'", short(other))),
    };
    let claim = claim(&mut reader, size)?;
    let side = reader.after("side")?;
    let side = reader.color(side)?;
    let count = reader.after("nodes")?;
    let count = reader.number(count)? as usize;
    // The claimed count is not trusted for the allocation.
    let mut nodes = Vec::with_capacity(count.min(text.len() / 4));
    for i in 0..count {
        let line = reader.next(&format!("node {} of {count}", i + 1))?;
        nodes.push(node(&reader, line, i, i + 1 == count, size)?);
    }
    let end = reader.next("'end'")?;
    if end != "end" {
        return reader.fail(format!("expected 'end' after {count} nodes, found '{}'", short(end)));
    }
    reader.line += 1;
    if reader.lines.any(|line| !line.trim().is_empty()) {
        return reader.fail("expected nothing after 'end'");
    }
    let against_all = nodes.last().is_some_and(|node| node.mv.is_none());
    let to_move = if against_all { !side } else { side };
    Ok(Certificate { size, suicide, black, white, ko, retake, claim, side, to_move, nodes })
}

fn rules(reader: &mut Reader<'_>) -> Result<(Size, Suicide), ProofError> {
    const WANTED: &str = "expected a size and a rule of suicide, such as 'rules 9x9 suicide=forbidden'";
    let line = reader.after("rules")?;
    let Some((size, suicide)) = line.split_once(" suicide=") else { return reader.fail(WANTED) };
    let size = size.parse::<Size>().or_else(|e| reader.fail(e.to_string()))?;
    let suicide = match suicide {
        "forbidden" => Suicide::Forbidden,
        "chains" => Suicide::Chains,
        "allowed" => Suicide::Allowed,
        other => {
            let other = short(other);
            return reader.fail(format!("suicide is forbidden, chains or allowed, not '{other}'"));
        }
    };
    Ok((size, suicide))
}

fn stones(reader: &mut Reader<'_>, color: &str, size: Size) -> Result<Vec<Point>, ProofError> {
    let mut stones = Vec::new();
    for word in reader.after(color)?.split_whitespace() {
        if stones.len() == size.area() {
            return reader.fail("there are more stones than points");
        }
        stones.push(reader.point(word, size)?);
    }
    stones.sort_unstable();
    if stones.windows(2).any(|pair| pair[0] == pair[1]) {
        return reader.fail("the same stone is listed twice");
    }
    Ok(stones)
}

/// `claim capture D4`, `claim connect C3 E3`, `claim live D4`.
fn claim(reader: &mut Reader<'_>, size: Size) -> Result<Claim, ProofError> {
    let words: Vec<&str> = reader.after("claim")?.split_whitespace().collect();
    match words[..] {
        ["capture", at] => Ok(Claim::Capture(reader.point(at, size)?)),
        ["connect", a, b] => Ok(Claim::Connect(reader.point(a, size)?, reader.point(b, size)?)),
        ["live", at] => Ok(Claim::Live(reader.point(at, size)?)),
        _ => reader.fail("expected 'capture POINT', 'connect POINT POINT' or 'live POINT'"),
    }
}

/// `17 D4 C3,E3>3 F2>4 *2`; the move may be `pass`, and in the last node `-`.
fn node(reader: &Reader<'_>, line: &str, i: usize, last: bool, size: Size) -> Result<ProofNode, ProofError> {
    let mut words = line.split_whitespace();
    let number = reader.number(words.next().unwrap_or_default())?;
    if number as usize != i + 1 {
        return reader.fail(format!("expected node {}, found node {number}", i + 1));
    }
    let mut node = ProofNode::last(match words.next().unwrap_or_default() {
        "-" if last => None,
        "-" => return reader.fail("only the last node may have no move"),
        "pass" => Some(Move::Pass),
        mv => Some(Move::Place(reader.point(mv, size)?)),
    });
    for word in words {
        if node.other.is_some() {
            return reader.fail("nothing follows the answer to all other replies");
        }
        if let Some(other) = word.strip_prefix('*') {
            node.other = Some(reader.earlier(other, i)?);
            continue;
        }
        let Some((points, answer)) = word.split_once('>') else {
            return reader
                .fail(format!("expected REPLIES>NODE or *NODE such as C3,E3>3, found '{}'", short(word)));
        };
        let answer = reader.earlier(answer, i)?;
        for point in points.split(',') {
            if node.replies.len() == size.area() {
                return reader.fail("there are more replies than points");
            }
            node.replies.push((reader.point(point, size)?, answer));
        }
    }
    node.replies.sort_unstable();
    if let Some(pair) = node.replies.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return reader.fail(format!("{} is answered twice", Coords::Go.format(pair[0].0, size)));
    }
    Ok(node)
}
