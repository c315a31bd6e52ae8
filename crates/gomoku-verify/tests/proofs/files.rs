//! Broken and hostile files: an error with the line, never a panic.

use crate::brute::Numbers;
use tengen_gomoku_verify::{Certificate, VerifyLimits, verify};

const GOOD: &str = "tengen-proof 1\nrules renju 15x15\nblack h8 i8 j8 a1\nwhite a2 a4 a6 a8\nside black\nnodes 3\n\
                    1 g8\n2 l8\n3 k8 g8>2 *1\nend\n";

#[test]
fn each_fault_is_reported_with_its_line() {
    assert!(GOOD.parse::<Certificate>().is_ok());
    // Line ends of other systems and blank lines after the end are allowed.
    assert!(
        GOOD.replace('\n', "\r\n").parse::<Certificate>().is_ok()
            && format!("{GOOD}\n\n").parse::<Certificate>().is_ok()
    );
    for (from, to, wanted) in [
        ("tengen-proof 1", "tengen-proof 3", "line 1: unknown version '3' of the format: expected 1 to 2"),
        (
            "tengen-proof 1",
            "tengen-proof 2",
            "byte 59: expected 'white a8 a6 a4 a2': the lines before binary nodes",
        ),
        ("tengen-proof 1", "hello", "line 1: expected 'tengen-proof …'"),
        ("rules renju 15x15", "rules renju", "line 2: expected rules and size"),
        ("rules renju 15x15", "rules chess 15x15", "line 2: "),
        ("rules renju 15x15", "rules renju 99x99", "line 2: "),
        ("rules renju 15x15", "rules renju 4x4", "line 2: "),
        ("rules renju 15x15", "rules renju+rif 15x15", "line 2: a certificate has no opening rule"),
        ("black h8", "black h8 h8", "line 3: the same stone is listed twice"),
        ("white a2", "white a99", "line 4: 'a99' is not a point"),
        ("side black", "side red", "line 5: expected the side black or white, found 'red'"),
        ("nodes 3", "nodes 0", "line 6: '0' is not a number"),
        ("nodes 3", "nodes 4", "line 10: "),
        ("nodes 3", "nodes 2", "line 9: expected 'end' after 2 nodes"),
        ("nodes 3", "nodes 999999999", "line 10: "),
        ("nodes 3", "nodes 9999999999999999999999", "line 6: "),
        ("2 l8", "7 l8", "line 8: expected node 2, found node 7"),
        ("2 l8", "2 l8 *2", "line 8: node 2 refers to node 2: it may refer only to nodes before it"),
        ("2 l8", "2 l8 *3", "line 8: node 2 refers to node 3"),
        ("g8>2 *1", "g8>2,*1", "line 9: "),
        ("g8>2 *1", "g8 *1", "line 9: expected REPLIES>NODE"),
        ("g8>2 *1", "*1 g8>2", "line 9: nothing follows"),
        ("g8>2 *1", "g8>2 g8>1", "line 9: g8 is answered twice"),
        ("g8>2 *1", "g8,>2", "line 9: '' is not a point"),
        ("3 k8 g8>2 *1", "3", "line 9: '' is not a point"),
        ("1 g8", "1 -", "line 7: only the last node may have no move"),
        ("end\n", "", "line 10: the file ends before 'end'"),
        ("end\n", "end\nmore\n", "line 11: expected nothing after 'end'"),
    ] {
        let text = GOOD.replace(from, to);
        assert_ne!(text, GOOD, "{from}");
        let error = text.parse::<Certificate>().expect_err(to).to_string();
        assert!(error.contains(wanted), "{to}: {error}");
    }
}

#[test]
fn every_truncated_file_is_refused() {
    for end in 0..GOOD.len() - 1 {
        assert!(GOOD[..end].parse::<Certificate>().is_err(), "the first {end} bytes");
    }
}

#[test]
fn no_bytes_make_it_panic() {
    let mut numbers = Numbers(0xbad);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut bytes = GOOD.as_bytes().to_vec();
        for _ in 0..1 + numbers.below(6) {
            let at = numbers.below(bytes.len());
            match numbers.below(4) {
                0 => bytes[at] = numbers.below(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b" >*,0123456789abcdefghijklmno\n"[numbers.below(30)]),
                _ => bytes.extend_from_within(at..),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(proof) = text.parse::<Certificate>() {
            read += 1;
            let _ = verify(&proof, &VerifyLimits { positions: 10_000, ..VerifyLimits::default() });
            assert_eq!(proof.to_string().parse::<Certificate>(), Ok(proof));
        }
    }
    assert!(read > 20, "only {read} of them were read");
}
