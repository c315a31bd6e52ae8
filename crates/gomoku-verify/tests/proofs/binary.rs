//! Version 2 of the format: nodes as bytes.

use crate::brute::{Numbers, certificate_against_all, nearly_full};
use crate::verdicts::{change, valid_certificates};
use std::io::{self, BufReader, Read};
use tengen_board::{Color, Size};
use tengen_games::gomoku::{OpeningRule, Rules, Variant};
use tengen_gomoku_verify::{Certificate, ProofNode, ReadError, VerifyLimits, verify};

pub(crate) fn bytes(proof: &Certificate) -> Vec<u8> {
    let mut bytes = Vec::new();
    proof.write_binary(&mut bytes).unwrap_or_else(|e| panic!("{e}\n{proof}"));
    bytes
}

fn fault(bytes: &[u8]) -> String {
    match Certificate::read(bytes) {
        Err(error) => error.to_string(),
        Ok(proof) => panic!("it was read: {proof}"),
    }
}

/// Any nodes, on a board of this size: they need prove nothing.
fn random(numbers: &mut Numbers, size: Size) -> Certificate {
    let rules = Rules { size, variant: Variant::Freestyle, opening: OpeningRule::None };
    let count = 1 + numbers.below(300);
    // Few moves, so that nodes have models and common answers repeat.
    let few = 1 + numbers.below(size.area());
    let mut nodes = Vec::new();
    for i in 0..count {
        let mut node = ProofNode::last(size.point(numbers.below(few)));
        if i > 0 && numbers.below(4) > 0 {
            let answer = |numbers: &mut Numbers| {
                let back = if numbers.below(2) == 0 { i.min(3) } else { i };
                (i - 1 - numbers.below(back)) as u32
            };
            node.other = (numbers.below(5) > 0).then(|| answer(numbers));
            let most = 1 << numbers.below(6);
            for _ in 0..numbers.below(most) {
                let p = size.point(numbers.below(few));
                if node.replies.iter().all(|&(q, _)| q != p) {
                    node.replies.push((p, answer(numbers)));
                }
            }
            node.replies.sort_unstable();
        }
        nodes.push(node);
    }
    let mut proof = Certificate {
        rules,
        black: vec![size.point(0)],
        white: Vec::new(),
        side: Color::Black,
        to_move: Color::Black,
        nodes,
    };
    if numbers.below(3) == 0 {
        proof.nodes.last_mut().expect("there is one").mv = ProofNode::NO_MOVE;
        proof.to_move = Color::White;
    }
    proof
}

/// Text and bytes hold the same, on boards where a point takes one byte (up to 255 points) and two.
#[test]
fn text_and_bytes_hold_the_same_certificate() {
    let mut numbers = Numbers(0xb17e5);
    let mut proofs = valid_certificates(&mut numbers, 60);
    let against_all =
        |numbers: &mut Numbers| certificate_against_all(&nearly_full(numbers, Variant::Standard)?);
    proofs.push((0..2000).find_map(|_| against_all(&mut numbers)).expect("one of so many boards is won"));
    for (cols, rows) in [(5, 5), (15, 15), (15, 17), (16, 16), (22, 22)] {
        proofs.extend((0..40).map(|_| random(&mut numbers, Size::of(cols, rows))));
    }
    for proof in proofs {
        let binary = bytes(&proof);
        assert_eq!(Certificate::read(&*binary).unwrap_or_else(|e| panic!("{e}\n{proof}")), proof);
        // Byte by byte, as a slow pipe gives it.
        let slow = BufReader::with_capacity(1, &*binary);
        assert_eq!(Certificate::read(slow).unwrap(), proof);
        assert_eq!(proof.to_string().parse::<Certificate>().as_ref(), Ok(&proof));
    }
}

/// The nodes of a file, without the lines before them and after them.
fn node_bytes(proof: &Certificate) -> Vec<u8> {
    let bytes = bytes(proof);
    let text = proof.to_string().replacen("proof 1", "proof 2", 1);
    let start = text.find("nodes ").unwrap();
    let start = start + text[start..].find('\n').unwrap() + 1;
    bytes[start..bytes.len() - 4].to_vec()
}

/// The example of docs/proofs.md, to the byte.
#[test]
fn the_bytes_are_those_of_the_description() {
    let text = "tengen-proof 1\nrules standard 15x15\nblack h8\nwhite i9\nside black\nnodes 6\n\
                1 g8\n2 l8\n3 k8 g8>2 *1\n4 a15\n5 k8 g8>4 *1\n6 b15 a15>5 l8>2 *2\nend\n";
    let proof: Certificate = text.parse().unwrap();
    #[rustfmt::skip]
    let expected = [
        111, 0,
        116, 0,
        // The last move at g8 answers; one reply more, g8, answered one node back.
        115, 0b110, 111, 1, 111, 2,
        0, 0,
        // The common answer of the last k8; the answer to the first reply of node 3 is another, one node back.
        115, 0b1001, 2,
        // The last move at l8; two replies more: a15, one node back, and l8, four back.
        1, 0b110, 116, 2, 0, 2, 116, 5,
    ];
    assert_eq!(node_bytes(&proof), expected);
}

const SMALL: &str = "tengen-proof 1\nrules renju 15x15\nblack h8 i8 j8 a1\nwhite a2 a4 a6 a8\nside black\nnodes 5\n\
                     1 g8\n2 l8\n3 k8 g8>2 *1\n4 g8 k8,l8>2 *1\n5 k8 g8>2 *1\nend\n";

fn small() -> Certificate {
    let proof: Certificate = SMALL.parse().unwrap();
    // The stones of a binary file are in reading order.
    Certificate::read(&*bytes(&proof)).unwrap()
}

/// A file that was changed anywhere is refused, or is the one form of another certificate, which is then judged.
#[test]
fn no_byte_can_be_changed_unnoticed() {
    let good = bytes(&small());
    let limits = VerifyLimits { positions: 10_000, ..VerifyLimits::default() };
    let (mut read, mut refused) = (0, 0);
    let mut try_bytes = |bad: &[u8]| match Certificate::read(bad) {
        Err(ReadError::Proof(_)) => refused += 1,
        Err(ReadError::Io(error)) => panic!("{error}"),
        Ok(proof) => {
            read += 1;
            assert_eq!(bytes(&proof), bad, "one form only");
            let _ = verify(&proof, &limits);
        }
    };
    for at in 0..good.len() {
        for byte in (0..=255).filter(|&byte| byte != good[at]) {
            let mut bad = good.clone();
            bad[at] = byte;
            try_bytes(&bad);
        }
        try_bytes(&[&good[..at], &good[at + 1..]].concat());
        try_bytes(&[&good[..at], &[0], &good[at..]].concat());
    }
    assert!(read > 100 && refused > 10_000, "{read} {refused}");
    for end in 0..good.len() {
        fault(&good[..end]);
    }
    let mut numbers = Numbers(0xf00d);
    let large = bytes(&random(&mut numbers, Size::of(16, 16)));
    for _ in 0..20_000 {
        let mut bad = large.clone();
        for _ in 0..1 + numbers.below(4) {
            let at = numbers.below(bad.len());
            match numbers.below(3) {
                0 => bad[at] = numbers.below(256) as u8,
                1 => drop(bad.remove(at)),
                _ => bad.insert(at, numbers.below(256) as u8),
            }
        }
        if let Ok(proof) = Certificate::read(&*bad) {
            assert_eq!(bytes(&proof), bad, "one form only");
        }
    }
}

#[test]
fn each_fault_is_reported_with_its_byte() {
    let good = bytes(&small());
    let nodes = good.len() - 4 - node_bytes(&small()).len();
    let changed = |at: usize, from: &[u8], to: &[u8]| {
        let at = nodes + at;
        assert_eq!(&good[at..at + from.len()], from, "{at}");
        [&good[..at], to, &good[at + from.len()..]].concat()
    };
    let says = |bad: &[u8], offset: usize, what: &str| {
        let said = fault(bad);
        assert_eq!(said, format!("byte {}: {what}", nodes + offset + 1));
    };
    // 0: 111 0 | 2: 116 0 | 4: 115 6 111 1 111 2 | 10: 111 14 111 0 … | 17: 115 9 …
    says(&good[..nodes], 0, "the file ends before node 1 of 5: it is not complete");
    says(&good[..nodes + 5], 5, "the file ends in node 3 of 5: it is not complete");
    says(&good[..nodes + 2], 2, "the file ends before node 2 of 5: it is not complete");
    says(&changed(0, &[111], &[225]), 0, "there is no point 225: expected 0 to 224");
    says(&changed(0, &[111], &[255]), 0, "only the last node may have no move");
    says(
        &changed(1, &[0], &[1]),
        1,
        "no node before with this move has a common answer that could be repeated",
    );
    says(&changed(1, &[0], &[2, 7]), 2, "no node before ends with h15");
    says(&changed(1, &[0], &[3, 0]), 2, "node 1 refers to a node that is not before it: expected 1 to 0");
    says(&changed(1, &[0], &[8]), 1, "expected 0x00 in node 1, found 0x08: a node has one form only");
    says(&changed(5, &[6, 111], &[7, 3]), 5, "expected 0x06 in node 3, found 0x07: a node has one form only");
    says(&changed(7, &[1], &[0x81, 0]), 7, "expected 0x01 in node 3, found 0x81: a node has one form only");
    says(&changed(7, &[1], &[0xff, 0xff, 0xff, 0xff, 0x7f]), 11, "a number has at most 32 bits");
    says(&changed(7, &[1], &[0xff, 3]), 8, "there are more replies than points");
    says(&changed(9, &[2], &[1]), 9, "no answer before in this node could be repeated");
    says(&changed(9, &[2], &[9]), 9, "node 3 refers to a node that is not before it: expected 1 to 2");
    let mut end = good.clone();
    end.truncate(good.len() - 1);
    assert!(fault(&end).contains("expected 'end' after 5 nodes, found 'end'"), "{}", fault(&end));
    assert_eq!(
        fault(&[&good[..], b"\n"].concat()),
        format!("byte {}: expected nothing after 'end'", good.len() + 1)
    );
    // The lines before the nodes have one form, too: stones in reading order, one space, no carriage return.
    let line = |from: &[u8], to: &[u8]| {
        let at = good.windows(from.len()).position(|part| part == from).unwrap();
        [&good[..at], to, &good[at + from.len()..]].concat()
    };
    let said = fault(&line(b"black h8 i8", b"black i8 h8"));
    assert_eq!(
        said,
        "byte 40: expected 'black h8 i8 j8 a1': the lines before binary nodes have one form only"
    );
    assert!(fault(&line(b"side black", b"side  black")).contains("expected 'side black'"));
    assert!(fault(&line(b"15x15\n", b"15x15\r\n")).contains("expected 'rules renju 15x15'"));
    assert!(fault(&line(b"nodes 5", b"nodes 05")).contains("expected 'nodes 5'"));
}

/// A short file can name many replies: what it needs in memory is limited.
#[test]
fn a_small_file_cannot_claim_much_memory() {
    let huge = bytes(&small());
    let text = String::from_utf8_lossy(&huge).replacen("nodes 5", "nodes 999999999", 1);
    assert!(fault(text.as_bytes()).starts_with("byte "));
    let endless = io::repeat(b' ');
    assert_eq!(
        Certificate::read(BufReader::new(endless)).unwrap_err().to_string(),
        "line 1: the line has more than 65536 bytes, the limit"
    );
}

#[test]
fn nodes_that_no_file_can_hold_are_refused() {
    let mut proof = small();
    proof.nodes[0].other = Some(0);
    let error = proof.write_binary(io::sink()).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (io::ErrorKind::InvalidInput, "node 1 is not well formed")
    );
    let mut numbers = Numbers(0x0dd);
    let (mut written, mut not) = (0, 0);
    for mut proof in valid_certificates(&mut numbers, 200) {
        change(&mut proof, &mut numbers);
        proof.black.sort_unstable();
        proof.white.sort_unstable();
        let mut binary = Vec::new();
        let result = proof.write_binary(&mut binary);
        *(if result.is_ok() { &mut written } else { &mut not }) += 1;
        if result.is_ok() {
            assert_eq!(Certificate::read(&*binary).unwrap(), proof);
        }
        assert_eq!(result.is_ok(), proof.to_string().parse::<Certificate>().is_ok(), "{result:?}\n{proof}");
    }
    assert!(written > 100 && not > 0, "{written} {not}");
}

/// A reader that fails in the middle.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() { Err(io::ErrorKind::ConnectionReset.into()) } else { self.0.read(out) }
    }
}

#[test]
fn an_error_of_the_reader_is_reported_as_such() {
    let text = SMALL.as_bytes();
    let binary = bytes(&small());
    for part in [&text[..20], &text[..text.len() - 6], &binary[..30], &binary[..binary.len() - 6]] {
        let error = Certificate::read(BufReader::new(Broken(part))).unwrap_err();
        assert!(matches!(error, ReadError::Io(e) if e.kind() == io::ErrorKind::ConnectionReset));
    }
}
