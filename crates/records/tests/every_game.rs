//! Every game of the table goes through every format that may hold any game, so that the next game does too.

use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_games::{AnyPosition, EndReason, Game, GameInfo, GameSpec, Outcome};
use tengen_records::{Format, ReadOptions, Record, WriteOptions};

/// Every named rule set of every game, and each of its opening rules.
fn specs() -> Vec<GameSpec> {
    let mut specs = Vec::new();
    for info in GameInfo::ALL {
        for set in info.rule_sets {
            specs.push(GameSpec::of_kind(info.kind, set.id, None).unwrap());
            for opening in info.openings_of(set.id).skip(1) {
                let rules = format!("{}+{}", set.id, opening.id);
                specs.push(GameSpec::of_kind(info.kind, &rules, None).unwrap());
            }
        }
    }
    specs
}

#[test]
fn a_short_game_comes_back_from_sgf_and_from_a_move_list() {
    let mut rng = SplitMix64(18);
    for spec in specs() {
        let mut position = AnyPosition::new(&spec);
        for _ in 0..16 {
            position.play_random(&mut || rng.next_u32());
        }
        let record = Record::from_position(&position);
        assert_eq!(record.violations(), [], "{spec}");
        for format in Format::ALL.into_iter().filter(|f| matches!(f, Format::Sgf | Format::MoveList)) {
            assert!(format.holds(spec.kind()), "{format} {spec}");
            let written = format.write(std::slice::from_ref(&record), &WriteOptions::default());
            let written = written.unwrap_or_else(|e| panic!("{format} {spec}: {e}"));
            let options = match format {
                // A list does not name its game.
                Format::MoveList => ReadOptions::default().with_spec(spec.clone()),
                _ => ReadOptions::default(),
            };
            let read = format.read(&written.bytes, &options);
            let read = read.unwrap_or_else(|e| panic!("{format} {spec}: {e}"));
            assert_eq!(read.records.len(), 1);
            let again = &read.records[0];
            assert_eq!(again.spec, spec, "{format}: {}", String::from_utf8_lossy(&written.bytes));
            assert_eq!(again.violations(), [], "{format} {spec}");
            let text = String::from_utf8_lossy(&written.bytes);
            assert!(again.main_moves().eq(record.main_moves()), "{format} {spec}: {text}");
        }
    }
}

/// Games as Little Golem and the editors of the NCTU group write them; the first is from the sources of MeinStein.
#[test]
fn connect6_is_read_as_other_programs_write_it() {
    let little_golem = "(;FF[4]EV[connect6.mc.2006.sep.1.10]PB[xooox]PW[Theo van der Storm]\
        SO[http://www.littlegolem.com];B[j10];W[i9l10];B[j8l8];W[k8m7];B[i11j12];W[k9j9];B[l9l7];W[k10k7]\
        ;B[k11k6];W[g9j5])";
    let editor = "(;GM[511];B[JJ];W[JH];W[MK];B[IG];B[JG])";
    for (text, stones) in [(little_golem, 1 + 2 * 9), (editor, 5)] {
        let read = Format::Sgf.read(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(read.warnings, [], "{text}");
        let record = &read.records[0];
        assert_eq!(record.spec, "connect6".parse().unwrap(), "{text}");
        assert_eq!(record.violations(), [], "{text}");
        assert_eq!(record.main_moves().count(), stones, "{text}");
    }
    let read = Format::Sgf.read(little_golem.as_bytes(), &ReadOptions::default()).unwrap();
    let text: Vec<String> = {
        let position = AnyPosition::new(&read.records[0].spec);
        read.records[0].main_moves().take(5).map(|mv| position.format_move(mv)).collect()
    };
    assert_eq!(text, ["j10", "i9", "l10", "j8", "l8"]);
}

/// Two games of pente.org by the tournament rule: the first ended with a five, in the second black resigned.
#[test]
fn games_of_pente_are_played_through() {
    let five = "1. K10 M9 2. N10 M7 3. M8 O7 4. L10 J10 5. M10 O10 6. L9 N7 7. L7 P7 8. Q7 L11 9. L8 L6 10. K8 J9 \
                11. J11 H12 12. J8 N8 13. H8";
    let resigned = "1. K10 L10 2. K7 L6 3. L8 J6 4. M9 K6 5. N10 O11 6. M6 H6 7. G6 K8 8. J7 H7 9. H5 L7 10. L5 K7 \
                    11. K5 J5 12. G8 M5 13. K5 G7 14. F8 K4 15. L3 J7 16. H7 G5 17. L7 F9 18. L5 N7 19. J6 L4";
    let won = Outcome { winner: Some(Color::Black), reason: EndReason::Line };
    for (moves, plies, captured, outcome) in [(five, 25, [2, 0], Some(won)), (resigned, 38, [6, 6], None)] {
        let options = ReadOptions::default().with_spec("pente:pente+tournament".parse().unwrap());
        let read = Format::MoveList.read(moves.as_bytes(), &options).unwrap();
        let position = read.records[0].replay().unwrap().position;
        assert_eq!((position.ply(), position.outcome()), (plies, outcome), "{moves}");
        assert_eq!(Color::BOTH.map(|color| position.captured_by(color)), captured, "{moves}");
    }
}
