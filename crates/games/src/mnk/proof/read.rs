//! The reader of certificates.

use super::certificate::{MnkCertificate, MnkClaim, MnkProofNode, MnkProofPart};
use crate::certificate::{CertificateLines, ProofError, ProofFault, TextLines, short};
use crate::mnk::Rules;
use alloc::vec::Vec;
use core::str::FromStr;
use tengen_board::{Coords, Point, Size};

/// Size limit of a certificate, in bytes.
pub const MAX_BYTES: u64 = 1 << 28;

impl FromStr for MnkCertificate {
    type Err = ProofError;

    fn from_str(text: &str) -> Result<MnkCertificate, ProofError> {
        let mut lines = CertificateLines::of_text(text, "tengen-mnk-proof", MAX_BYTES, Coords::Gomoku)?;
        let rules = rules(&mut lines)?;
        let black = lines.stones("black", rules.size)?;
        let white = lines.stones("white", rules.size)?;
        let to_move = lines.color("move")?;
        let mut parts: Vec<MnkProofPart> = Vec::new();
        let mut claim = Some(lines.after("claim")?);
        while let Some(words) = claim {
            let (color, does) = words.split_once(' ').unwrap_or((&words, ""));
            let side = lines.color_of(color)?;
            let claim_made = match does.trim() {
                "wins" => MnkClaim::Wins,
                "holds" => MnkClaim::Holds,
                _ => return lines.fail(ProofFault::MnkClaim(short(&words))),
            };
            let both = |part: &MnkProofPart| {
                part.claim == MnkClaim::Holds && claim_made == MnkClaim::Holds && part.side != side
            };
            if parts.len() > 1 || !parts.iter().all(both) {
                return lines.fail(ProofFault::SecondClaim);
            }
            let count = lines.count()?;
            let mut nodes = Vec::new();
            for i in 0..count {
                let text = lines.node(i, count)?;
                nodes.push(node(&lines, &text, i, i + 1 == count, rules.size)?);
            }
            parts.push(MnkProofPart { side, claim: claim_made, nodes });
            claim = lines.after_or_end("claim", count)?;
        }
        Ok(MnkCertificate { rules, black, white, to_move, parts })
    }
}

/// `rules 6,5,4`
fn rules(lines: &mut CertificateLines<TextLines<'_>>) -> Result<Rules, ProofError> {
    let line = lines.after("rules")?;
    let plain = line.bytes().all(|b| b.is_ascii_digit() || b == b',');
    if !plain {
        return lines.fail(ProofFault::MnkRules(short(&line)));
    }
    match Rules::named(&line, None) {
        Ok(rules) => Ok(rules),
        Err(error) => lines.fail(ProofFault::Rules(error)),
    }
}

/// A node from its line without the number: `c3 block a1>4 *2`, `c3 a1-a2 b4-d2`.
fn node(
    lines: &CertificateLines<TextLines<'_>>,
    text: &str,
    index: usize,
    is_last: bool,
    size: Size,
) -> Result<MnkProofNode, ProofError> {
    let (mv, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut rest = rest.trim_start();
    let mv = if mv == "-" && is_last { None } else { Some(lines.point(mv, size)?) };
    let block = rest == "block" || rest.starts_with("block ");
    if block {
        rest = &rest["block".len()..];
    }
    let mut pairs: Vec<(Point, Point)> = Vec::new();
    let mut words = rest.split_whitespace().peekable();
    while let Some((a, b)) = words.peek().and_then(|word| word.split_once('-')) {
        if 2 * pairs.len() >= size.area() {
            return lines.fail(ProofFault::TooManyPairs);
        }
        pairs.push((lines.point(a, size)?, lines.point(b, size)?));
        words.next();
    }
    let (replies, other) = lines.answers(words, index, size)?;
    let has_answers = !replies.is_empty() || other.is_some();
    if has_answers && !pairs.is_empty() {
        return lines.fail(ProofFault::PairsAndAnswers);
    }
    Ok(MnkProofNode { mv, block, pairs, replies, other })
}
