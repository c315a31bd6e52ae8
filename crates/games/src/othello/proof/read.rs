//! The reader of certificates.

use super::certificate::{OthelloCertificate, OthelloProofNode, OthelloProofPart};
use crate::Move;
use crate::certificate::{CertificateLines, ProofError, ProofFault, TextLines, short};
use crate::othello::Rules;
use alloc::vec::Vec;
use core::str::FromStr;
use tengen_board::{Color, Coords, Size};

/// Size limit of a certificate, in bytes.
pub const MAX_BYTES: u64 = 1 << 28;

impl FromStr for OthelloCertificate {
    type Err = ProofError;

    fn from_str(text: &str) -> Result<OthelloCertificate, ProofError> {
        let mut lines = CertificateLines::of_text(text, "tengen-othello-proof", MAX_BYTES, Coords::Othello)?;
        let rules = rules(&mut lines)?;
        let size = rules.size();
        let black = lines.stones("black", size)?;
        let white = lines.stones("white", size)?;
        let to_move = lines.color("move")?;
        let mut parts: Vec<OthelloProofPart> = Vec::new();
        let mut words = Some(lines.after("claim")?);
        while let Some(claim_words) = words {
            let (side, least) = claim(&lines, &claim_words, size)?;
            let makes_it_exact = |part: &OthelloProofPart| part.side != side && part.least == -least;
            if parts.len() > 1 || !parts.iter().all(makes_it_exact) {
                return lines.fail(ProofFault::SecondScore);
            }
            let count = lines.count()?;
            let mut nodes = Vec::new();
            for i in 0..count {
                let line = lines.node(i, count)?;
                nodes.push(node(&lines, &line, i, i + 1 == count, size)?);
            }
            parts.push(OthelloProofPart { side, least, nodes });
            words = lines.after_or_end("claim", count)?;
        }
        Ok(OthelloCertificate { rules, black, white, to_move, parts })
    }
}

/// `rules 8x8`
fn rules(lines: &mut CertificateLines<TextLines<'_>>) -> Result<Rules, ProofError> {
    let line = lines.after("rules")?;
    let size = line.parse::<Size>().or_else(|e| lines.fail(ProofFault::Size(e)))?;
    Rules::new(size).or_else(|e| lines.fail(ProofFault::Rules(e)))
}

/// `black at-least 4`
fn claim(
    lines: &CertificateLines<TextLines<'_>>,
    words: &str,
    size: Size,
) -> Result<(Color, i32), ProofError> {
    let most = size.area() as i32;
    let number = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let plain = (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        text.parse::<i32>().ok().filter(|number| plain && number.abs() <= most)
    };
    match words.split_whitespace().collect::<Vec<_>>()[..] {
        [side, "at-least", least] if number(least).is_some() => {
            Ok((lines.color_of(side)?, number(least).unwrap_or_default()))
        }
        _ => lines.fail(ProofFault::ScoreClaim { most, found: short(words) }),
    }
}

/// A node from its line without the number: `c3 a1>4 *2`, `pass *2`.
fn node(
    lines: &CertificateLines<TextLines<'_>>,
    text: &str,
    index: usize,
    is_last: bool,
    size: Size,
) -> Result<OthelloProofNode, ProofError> {
    let mut words = text.split_whitespace();
    let mv = match words.next().unwrap_or_default() {
        "-" if is_last => None,
        "pass" => Some(Move::Pass),
        mv => Some(Move::Place(lines.point(mv, size)?)),
    };
    let (replies, other) = lines.answers(words, index, size)?;
    Ok(OthelloProofNode { mv, replies, other })
}
