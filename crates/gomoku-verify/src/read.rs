//! The reader of certificates.

use crate::certificate::{Certificate, ProofNode};
use std::str::FromStr;
use tengen_board::{Coords, Size};
use tengen_games::certificate::{CertificateLines, ProofError, ProofFault};
use tengen_games::gomoku::{OpeningRule, Rules};

/// Size limit of a certificate, in bytes.
pub const MAX_BYTES: u64 = 1 << 29;

impl FromStr for Certificate {
    type Err = ProofError;

    fn from_str(text: &str) -> Result<Certificate, ProofError> {
        let mut lines = CertificateLines::new(text, "tengen-proof", MAX_BYTES, Coords::Gomoku)?;
        let rules = rules(&mut lines)?;
        let black = lines.stones("black", rules.size)?;
        let white = lines.stones("white", rules.size)?;
        let side = lines.side()?;
        let nodes = lines.nodes(rules.size, |lines, mv, (replies, other), is_last| {
            let mv = if mv == "-" && is_last { ProofNode::NO_MOVE } else { lines.point(mv, rules.size)? };
            Ok(ProofNode { mv, replies, other })
        })?;
        let against_all = nodes.last().is_some_and(|node| node.mv == ProofNode::NO_MOVE);
        let to_move = if against_all { side.opponent() } else { side };
        Ok(Certificate { rules, black, white, side, to_move, nodes })
    }
}

fn rules(lines: &mut CertificateLines<'_>) -> Result<Rules, ProofError> {
    let line = lines.after("rules")?;
    let Some((name, size)) = line.split_once(' ') else {
        return lines.fail(ProofFault::NoRules);
    };
    let size = size.parse::<Size>().or_else(|e| lines.fail(ProofFault::Size(e)))?;
    let rules = Rules::named(name, Some(size)).or_else(|e| lines.fail(ProofFault::Rules(e)))?;
    if rules.opening != OpeningRule::None {
        return lines.fail(ProofFault::Opening);
    }
    Ok(rules)
}
