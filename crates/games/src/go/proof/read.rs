//! The reader of certificates.

use super::certificate::{Claim, GoCertificate, GoCertificates, GoProofNode, Retake};
use crate::Move;
use crate::certificate::{CertificateLines, ProofError, ProofFault, TextLines, short};
use crate::go::Suicide;
use alloc::vec::Vec;
use core::str::FromStr;
use tengen_board::{Color, Coords, Size};

/// Size limit of a certificate, in bytes.
pub const MAX_BYTES: u64 = 1 << 28;
/// Claims of one file: two sides, two movers and three kinds of ko, of a hold and of a win each.
const MOST_CLAIMS: usize = 24;

/// Exactly one claim.
impl FromStr for GoCertificate {
    type Err = ProofError;

    fn from_str(text: &str) -> Result<GoCertificate, ProofError> {
        Ok(read(text, 1)?.swap_remove(0))
    }
}

/// One claim or more.
impl FromStr for GoCertificates {
    type Err = ProofError;

    fn from_str(text: &str) -> Result<GoCertificates, ProofError> {
        read(text, MOST_CLAIMS).map(GoCertificates)
    }
}

/// One certificate for each claim of the file, of at most `most`.
fn read(text: &str, most: usize) -> Result<Vec<GoCertificate>, ProofError> {
    let mut lines = CertificateLines::of_text(text, "tengen-go-proof", MAX_BYTES, Coords::Go)?;
    let (size, suicide) = rules(&mut lines)?;
    let black = lines.stones("black", size)?;
    let white = lines.stones("white", size)?;
    let mut found = Vec::new();
    let mut next = Some(lines.after("ko")?);
    while let Some(ko) = next {
        if found.len() == most {
            return lines.fail(ProofFault::MoreClaims { most });
        }
        let ko = match ko.as_str() {
            "-" => None,
            at => Some(lines.point(at, size)?),
        };
        let retake = match lines.after("retake")?.as_str() {
            "nobody" => Retake::Nobody,
            "black" => Retake::Side(Color::Black),
            "white" => Retake::Side(Color::White),
            other => {
                return lines.fail(ProofFault::Retake(short(other)));
            }
        };
        let claim = claim(&mut lines, size)?;
        let side = lines.side()?;
        let count = lines.count()?;
        // The claimed count is not trusted for the allocation.
        let mut nodes = Vec::new();
        for i in 0..count {
            let text = lines.node(i, count)?;
            nodes.push(node(&lines, &text, i, count, &claim, size)?);
        }
        let against_all = nodes.last().is_some_and(|node: &GoProofNode| node.mv.is_none());
        let to_move = if against_all { !side } else { side };
        let (black, white) = (black.clone(), white.clone());
        found.push(GoCertificate { size, suicide, black, white, ko, retake, claim, side, to_move, nodes });
        next = lines.after_or_end("ko", count)?;
    }
    Ok(found)
}

/// A node from its line without the number: `C3 D3>4 *2`. The move may be `pass`, and in the last node `-`.
fn node(
    lines: &CertificateLines<TextLines<'_>>,
    text: &str,
    index: usize,
    count: usize,
    claim: &Claim,
    size: Size,
) -> Result<GoProofNode, ProofError> {
    let (mv, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mv = match mv {
        "-" if index + 1 == count => None,
        "pass" => Some(Move::Pass),
        mv => Some(Move::Place(lines.point(mv, size)?)),
    };
    let words = rest.split_whitespace();
    let (replies, other) = if claim.is_hold() {
        lines.answers_of_any(words, index, count, size)?
    } else {
        lines.answers(words, index, size)?
    };
    Ok(GoProofNode { mv, replies, other })
}

fn rules(lines: &mut CertificateLines<TextLines<'_>>) -> Result<(Size, Suicide), ProofError> {
    let line = lines.after("rules")?;
    let Some((size, suicide)) = line.split_once(" suicide=") else {
        return lines.fail(ProofFault::NoSuicide);
    };
    let size = size.parse::<Size>().or_else(|e| lines.fail(ProofFault::Size(e)))?;
    let suicide = match suicide {
        "forbidden" => Suicide::Forbidden,
        "chains" => Suicide::Chains,
        "allowed" => Suicide::Allowed,
        other => {
            return lines.fail(ProofFault::Suicide(short(other)));
        }
    };
    Ok((size, suicide))
}

/// `claim capture D4`, `claim connect C3 E3`, `claim live D4` and so on.
fn claim(lines: &mut CertificateLines<TextLines<'_>>, size: Size) -> Result<Claim, ProofError> {
    let line = lines.after("claim")?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let one = |at| lines.point(at, size);
    match words[..] {
        ["capture", at] => Ok(Claim::Capture(one(at)?)),
        ["live", at] => Ok(Claim::Live(one(at)?)),
        ["save", at] => Ok(Claim::Save(one(at)?)),
        ["connect", a, b] => Ok(Claim::Connect(one(a)?, one(b)?)),
        ["race", a, b] => Ok(Claim::Race(one(a)?, one(b)?)),
        ["stand", a, b] => Ok(Claim::Stand(one(a)?, one(b)?)),
        ["cut", a, b] => Ok(Claim::Cut(one(a)?, one(b)?)),
        _ => lines.fail(ProofFault::Claim),
    }
}
