//! The reader of certificates, text and binary, one node at a time.

use crate::binary;
use crate::certificate::{Certificate, ProofNode};
use crate::source::Source;
use std::io::{self, BufRead};
use std::str::FromStr;
use tengen_board::{Coords, Size};
use tengen_games::certificate::{CertificateLines, ProofError, ProofFault, ProofPlace};
use tengen_games::gomoku::{OpeningRule, Rules};

/// Why no certificate was read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The reader failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is no certificate.
    #[error(transparent)]
    Proof(#[from] ProofError),
}

impl Certificate {
    /// Reads a file of either version. It is not held in memory, only its nodes are.
    ///
    /// # Errors
    /// [`ReadError`], with the line or the byte of the fault.
    pub fn read(input: impl BufRead) -> Result<Certificate, ReadError> {
        let mut source = Source::new(input);
        let read = lines(&mut source);
        if let Some(error) = source.failed.take() {
            return Err(error.into());
        }
        let (mut proof, count) = read?;
        if let Some(count) = count {
            canonical_header(&proof, count, &source)?;
            proof.nodes = binary::read(&mut source, proof.rules.size, count)?;
        }
        if proof.nodes.last().is_some_and(|node| node.mv == ProofNode::NO_MOVE) {
            proof.to_move = proof.side.opponent();
        }
        Ok(proof)
    }
}

impl FromStr for Certificate {
    type Err = ProofError;

    fn from_str(text: &str) -> Result<Certificate, ProofError> {
        Certificate::read(text.as_bytes()).map_err(|error| match error {
            ReadError::Proof(error) => error,
            ReadError::Io(error) => unreachable!("memory can always be read: {error}"),
        })
    }
}

/// The lines: the whole certificate of a text; of a binary file all but the nodes, and their number.
fn lines<R: BufRead>(source: &mut Source<R>) -> Result<(Certificate, Option<usize>), ProofError> {
    let mut lines = CertificateLines::new(&mut *source, Coords::Gomoku);
    let version = lines.version("tengen-proof", 2)?;
    let rules = rules(&mut lines)?;
    let black = lines.stones("black", rules.size)?;
    let white = lines.stones("white", rules.size)?;
    let side = lines.side()?;
    let count = lines.count()?;
    let mut proof = Certificate { rules, black, white, side, to_move: side, nodes: Vec::new() };
    if version == 2 {
        return Ok((proof, Some(count)));
    }
    proof.nodes = lines.nodes(count, rules.size, |lines, mv, (replies, other), is_last| {
        let mv = if mv == "-" && is_last { ProofNode::NO_MOVE } else { lines.point(mv, rules.size)? };
        Ok(ProofNode { mv, replies, other })
    })?;
    Ok((proof, None))
}

fn rules<L>(lines: &mut CertificateLines<L>) -> Result<Rules, ProofError>
where
    L: Iterator<Item = Result<String, ProofFault>>,
{
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

/// Refuses lines before binary nodes that are not written as this crate writes them.
fn canonical_header<R: BufRead>(
    proof: &Certificate,
    count: usize,
    source: &Source<R>,
) -> Result<(), ProofError> {
    let (wanted, found) = (proof.header(2, count), source.kept.as_deref().unwrap_or_default());
    if wanted.as_bytes() == found {
        return Ok(());
    }
    let same = wanted.bytes().zip(found).take_while(|(a, b)| a == *b).count();
    let line_start = wanted[..same].rfind('\n').map_or(0, |end| end + 1);
    let line = wanted[line_start..].lines().next().unwrap_or_default();
    let what = ProofFault::Header(line.chars().take(40).collect());
    Err(ProofError { at: ProofPlace::Byte(same as u64 + 1), what })
}

/// The end of a binary file: the line `end`, and nothing after it.
pub(crate) fn end<R: BufRead>(source: &mut Source<R>, count: usize) -> Result<(), ReadError> {
    let begun = source.taken();
    let mut found = Vec::new();
    while found.len() <= 4
        && let Some(byte) = source.byte()?
    {
        found.push(byte);
    }
    let what = match found.as_slice() {
        b"end\n" => return Ok(()),
        [b'e', b'n', b'd', b'\n', ..] => ProofFault::AfterEnd,
        [] => ProofFault::EndsBefore("end".into()),
        _ => ProofFault::NoEnd {
            nodes: count,
            found: String::from_utf8_lossy(&found).escape_debug().collect(),
        },
    };
    let same = found.iter().zip(b"end\n").take_while(|(a, b)| a == b).count() as u64;
    Err(ProofError { at: ProofPlace::Byte(begun + same + 1), what }.into())
}
