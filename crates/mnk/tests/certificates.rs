//! Certificates against full search: each value is proven, and no false claim is accepted.

mod certificate_support;

use certificate_support::{Truth, random_position, rules};
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_engine::{Limits, Proof, Stop};
use tengen_games::mnk::proof::{
    MnkCertificate, MnkClaim, MnkProofPart, MnkVerifyLimits, MnkVerifyReport, verify,
};
use tengen_games::{Game, mnk};
use tengen_mnk::{Certified, certify};

fn proven(position: &mnk::Position) -> Certified {
    certify(position, &Limits::default(), 16, &Stop::new()).expect("small boards are solved")
}

/// Checks the text of a certificate, as a file would be.
fn accepted(certificate: &MnkCertificate) -> MnkVerifyReport {
    let text = certificate.to_string();
    let read: MnkCertificate = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(&read, certificate);
    verify(&read, &MnkVerifyLimits::default()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn is_accepted(certificate: &MnkCertificate) -> bool {
    verify(certificate, &MnkVerifyLimits::default()).is_ok()
}

/// True if each claim is true: `value` is for the side to move.
fn is_true(certificate: &MnkCertificate, value: Proof) -> bool {
    let winner = match value {
        Proof::Win(_) => Some(certificate.to_move),
        Proof::Loss(_) => Some(!certificate.to_move),
        _ => None,
    };
    certificate.parts.iter().all(|part| match part.claim {
        MnkClaim::Wins => winner == Some(part.side),
        MnkClaim::Holds => winner != Some(!part.side),
    })
}

/// Proves the value of a position, which must be the true one, and returns the certificate.
fn check(position: &mnk::Position, truth: &mut Truth) -> MnkCertificate {
    let value = truth.value(position);
    let found = proven(position);
    assert_eq!(found.value, value, "{}", found.certificate);
    let report = accepted(&found.certificate);
    if let Proof::Win(plies) | Proof::Loss(plies) = value {
        assert_eq!(report.parts[0].plies, plies, "{}", found.certificate);
    }
    assert!(is_true(&found.certificate, value));
    found.certificate
}

#[test]
fn the_value_of_each_small_board_is_proven_and_no_other() {
    for (cols, rows) in (2..=4).flat_map(|cols| (2..=4).map(move |rows| (cols, rows))) {
        for k in 1..=5 {
            let position = mnk::Position::new(&rules(cols, rows, k));
            let mut truth = Truth::new(&position);
            let certificate = check(&position, &mut truth);
            // The same answers for each claim that is not true.
            let value = truth.value(&position);
            for part in &certificate.parts {
                for (side, claim) in
                    Color::BOTH.into_iter().flat_map(|side| [(side, MnkClaim::Wins), (side, MnkClaim::Holds)])
                {
                    let part = MnkProofPart { side, claim, ..part.clone() };
                    let other = MnkCertificate { parts: vec![part], ..certificate.clone() };
                    assert!(!is_accepted(&other) || is_true(&other, value), "{other}");
                }
            }
        }
    }
}

#[test]
fn values_of_positions_in_the_middle_are_proven() {
    let mut rng = SplitMix64(11);
    let mut results = [0; 3];
    for round in 0..400 {
        let (cols, rows) = (2 + rng.below(3), 2 + rng.below(3));
        let k = 2 + rng.below(3) as u8;
        let Some(position) = random_position(&rules(cols, rows, k), 1 + round % 7, &mut rng) else {
            continue;
        };
        let mut truth = Truth::new(&position);
        check(&position, &mut truth);
        results[match truth.value(&position) {
            Proof::Win(_) => 0,
            Proof::Loss(_) => 1,
            _ => 2,
        }] += 1;
    }
    assert!(results.iter().all(|&count| count > 20), "{results:?}");
}

/// Certificates with one thing changed, and certificates of other positions: what is accepted must be true.
#[test]
fn nothing_false_is_accepted() {
    let mut rng = SplitMix64(12);
    let (mut still_right, mut refused) = (0, 0);
    let boards = [rules(3, 3, 3), rules(4, 3, 3), rules(3, 3, 2), rules(4, 3, 4)];
    let mut truths = boards.map(|rules| Truth::new(&mnk::Position::new(&rules)));
    for round in 0..200 {
        let (rules, truth) = (boards[round % 4], &mut truths[round % 4]);
        let Some(position) = random_position(&rules, round % 5, &mut rng) else { continue };
        let good = check(&position, truth);
        for _ in 0..20 {
            let mut spoilt = good.clone();
            certificate_support::spoil(&mut spoilt, &mut rng);
            if spoilt == good {
                continue;
            }
            if !is_accepted(&spoilt) {
                refused += 1;
                continue;
            }
            let value = truth.value_of(&spoilt);
            assert!(is_true(&spoilt, value), "{value:?}\n{spoilt}\nfrom\n{good}");
            still_right += 1;
        }
    }
    assert!(still_right > 50 && refused > 1000, "{still_right} {refused}");
}

/// After b1 the points a1 and c1 are on the same line, so c1 is left out. Its answer is not played, so it cannot serve
/// for a1 by symmetry.
#[test]
fn an_answer_that_is_not_played_serves_for_no_image() {
    let text = "tengen-mnk-proof 1\nrules 3,1,3\nblack\nwhite\nmove black\nclaim black wins\nnodes 2\n\
                1 a1\n2 b1 c1>1\nend\n";
    let refusal = verify(&text.parse().unwrap(), &MnkVerifyLimits::default()).unwrap_err();
    assert_eq!(refusal.to_string(), "claim of black: after b1: node 2 has no answer to a1");
}

/// Bytes changed at random: whatever the file, there is a verdict.
#[test]
fn no_bytes_make_it_panic() {
    let mut rng = SplitMix64(13);
    let good = [(3, 3, 3), (4, 3, 3), (6, 6, 5)].map(|(cols, rows, k)| {
        proven(&mnk::Position::new(&rules(cols, rows, k))).certificate.to_string().into_bytes()
    });
    let limits = MnkVerifyLimits { positions: 10_000 };
    let (mut read, mut refused) = (0, 0);
    for round in 0..3_000 {
        let mut bytes = good[round % 3].clone();
        for _ in 0..=rng.below(2) {
            let at = rng.below(bytes.len());
            match rng.below(12) {
                0..9 => bytes[at] = b"0123456789abc*>-, \n"[rng.below(19)],
                9 => drop(bytes.remove(at)),
                10 => bytes.insert(at, b"19a*> -"[rng.below(7)]),
                _ => bytes.truncate(bytes.len() - rng.below(20)),
            }
        }
        let Ok(text) = String::from_utf8(bytes) else { continue };
        match text.parse::<MnkCertificate>() {
            Ok(proof) => {
                let _ = verify(&proof, &limits);
                read += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(read > 100 && refused > 1000, "{read} {refused}");
}

/// The published values of `published.rs`, with certificates.
#[test]
fn published_values_are_proven() {
    for (cols, rows, k) in
        [(3, 3, 3), (2, 7, 3), (4, 4, 4), (6, 5, 5), (6, 6, 5), (6, 4, 4), (5, 5, 5), (7, 7, 6), (9, 6, 6)]
    {
        let found = proven(&mnk::Position::new(&rules(cols, rows, k)));
        assert_eq!(found.value, Proof::Draw, "{cols},{rows},{k}");
        assert_eq!(accepted(&found.certificate).parts.len(), 2);
    }
    // In a debug build 7,4,4 and 7,7,5 take longer; the example `certify` proves them.
    for (cols, rows, k) in [(1, 1, 1), (3, 1, 2), (2, 2, 2), (4, 3, 3), (3, 4, 3), (5, 5, 3)] {
        let found = proven(&mnk::Position::new(&rules(cols, rows, k)));
        assert!(matches!(found.value, Proof::Win(_)), "{cols},{rows},{k}");
        accepted(&found.certificate);
    }
}

#[test]
fn large_boards_and_limits() {
    // Pairs alone hold these.
    for (cols, rows, k) in [(12, 12, 10), (19, 19, 19), (25, 25, 22)] {
        let found = proven(&mnk::Position::new(&rules(cols, rows, k)));
        assert_eq!(found.value, Proof::Draw);
        accepted(&found.certificate);
    }
    let position = mnk::Position::new(&rules(8, 8, 5));
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    assert!(certify(&position, &limits, 1, &Stop::new()).is_none());
    let stop = Stop::new();
    stop.raise();
    assert!(certify(&position, &Limits::default(), 1, &stop).is_none());
    let falling = mnk::Position::new(&mnk::Rules::CONNECT_FOUR);
    assert!(certify(&falling, &Limits::default(), 1, &Stop::new()).is_none());
}

#[test]
fn a_check_that_takes_too_long_is_ended() {
    let found = proven(&mnk::Position::new(&rules(5, 3, 3)));
    let refusal = verify(&found.certificate, &MnkVerifyLimits { positions: 10 }).unwrap_err();
    assert_eq!(refusal.to_string(), "not verified within the limit of 10 positions");
}
