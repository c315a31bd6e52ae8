//! The reader of certificates.

use super::certificate::{Claim, GoCertificate, GoProofNode, Retake};
use crate::Move;
use crate::certificate::{CertificateLines, ProofError, ProofFault, TextLines, short};
use crate::go::Suicide;
use alloc::vec::Vec;
use core::str::FromStr;
use tengen_board::{Color, Coords, Size};

/// Size limit of a certificate, in bytes.
pub const MAX_BYTES: u64 = 1 << 28;

impl FromStr for GoCertificate {
    type Err = ProofError;

    fn from_str(text: &str) -> Result<GoCertificate, ProofError> {
        let mut lines = CertificateLines::of_text(text, "tengen-go-proof", MAX_BYTES, Coords::Go)?;
        let (size, suicide) = rules(&mut lines)?;
        let black = lines.stones("black", size)?;
        let white = lines.stones("white", size)?;
        let ko = match lines.after("ko")?.as_str() {
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
        // The move may be `pass`, and in the last node `-`.
        let count = lines.count()?;
        let nodes = lines.nodes(count, size, |lines, mv, (replies, other), is_last| {
            let mv = match mv {
                "-" if is_last => None,
                "pass" => Some(Move::Pass),
                mv => Some(Move::Place(lines.point(mv, size)?)),
            };
            Ok(GoProofNode { mv, replies, other })
        })?;
        let against_all = nodes.last().is_some_and(|node| node.mv.is_none());
        let to_move = if against_all { !side } else { side };
        Ok(GoCertificate { size, suicide, black, white, ko, retake, claim, side, to_move, nodes })
    }
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

/// `claim capture D4`, `claim connect C3 E3`, `claim live D4`.
fn claim(lines: &mut CertificateLines<TextLines<'_>>, size: Size) -> Result<Claim, ProofError> {
    let line = lines.after("claim")?;
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["capture", at] => Ok(Claim::Capture(lines.point(at, size)?)),
        ["connect", a, b] => Ok(Claim::Connect(lines.point(a, size)?, lines.point(b, size)?)),
        ["live", at] => Ok(Claim::Live(lines.point(at, size)?)),
        _ => lines.fail(ProofFault::Claim),
    }
}
