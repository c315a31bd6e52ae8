//! Detection of formats, and conversion between them.

mod support;

use support::{list, points};
use tengen_games::GameKind;
use tengen_records::{Format, LostPart, ReadOptions, WriteError, WriteOptions, convert, detect, write_all};

#[test]
fn formats_are_recognised_by_bytes_then_by_name() {
    for (bytes, name, format) in [
        (&b"(;GM[1])"[..], None, Some(Format::Sgf)),
        (b"\xef\xbb\xbf\n ( ; GM[1])", Some("x.txt"), Some(Format::Sgf)),
        (b"\xff\xfe(\0;\0", None, Some(Format::Sgf)),
        (b"From: me\n\n(;FF[4])", None, Some(Format::Sgf)),
        (b"(;GM[Othello]PC[x];)", None, Some(Format::Ggf)),
        (b"Piskvorky 15x15, 0:0, 0", Some("game.sgf"), Some(Format::Psq)),
        (b"\xffRenLib\xff\x03\x00", None, Some(Format::RenLib)),
        (b"<?xml version=\"1.0\"?>\n<database>", None, Some(Format::Rif)),
        (
            b"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; G8:+18;",
            None,
            Some(Format::Obf),
        ),
        (b"\x14\x19\x01", Some("WTH_2001.WTB"), Some(Format::Wthor)),
        (b"h8 i9", Some("x.moves"), Some(Format::MoveList)),
        (b"\x00\x01", None, None),
        (b"", None, None),
        (b"hello world", None, None),
    ] {
        assert_eq!(detect(bytes, name), format, "{}", bytes.escape_ascii());
    }
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
        assert!(format.extensions().iter().all(|e| e.parse() == Ok(format)));
    }
    assert!("doc".parse::<Format>().is_err());
}

/// Every pair of formats that can hold a game: the same moves, and no loss without its name.
#[test]
fn conversion_keeps_the_game() {
    let samples = [
        ("gomoku", "h8i9g7j10f6"),
        ("othello", "f5d6c3d3c4f4f6f3"),
        ("connect-four", "4435"),
        ("go", "Q16 D4 Q4 D16 pass"),
        ("renju", "h8i9g7"),
    ];
    for (game, text) in samples {
        let mut record = list(text, game);
        record.tree.node_mut(1).comment = Some("first".into());
        record.header.black.name = Some("Black Player".into());
        assert!(record.replay().is_ok(), "{game}");
        for to in Format::ALL {
            let Ok(written) = to.write(
                std::slice::from_ref(&record),
                &WriteOptions { year: Some(2020), ..Default::default() },
            ) else {
                let refused = !to.can_write() || !to.holds(record.spec.kind()) || to == Format::Obf;
                assert!(refused || to == Format::RenLib, "{game} to {to} is refused");
                continue;
            };
            if to == Format::Obf {
                continue;
            }
            let options = ReadOptions::default().with_spec(record.spec.clone());
            let again = to.read(&written.bytes, &options).unwrap_or_else(|e| panic!("{game} to {to}: {e}"));
            let again = &again.records[0];
            assert_eq!(points(again), points(&record), "{game} to {to}");
            let kept = again.tree.node(1).comment.is_some();
            assert!(
                kept || written.losses.iter().any(|l| l.to_string().contains("comment")),
                "{game} to {to}"
            );
            // WTHOR has its names in files beside the games.
            let kept = again.header.black.name.is_some() || !written.companions.is_empty();
            assert!(
                kept || written.losses.iter().any(|l| l.part == LostPart::PlayerNames),
                "{game} to {to}: {:?}",
                written.losses
            );
        }
    }
}

#[test]
fn what_a_format_cannot_hold_is_refused_or_named() {
    let go = list("Q16 D4", "go");
    let error = Format::Psq.write(std::slice::from_ref(&go), &WriteOptions::default()).unwrap_err();
    assert_eq!(error, WriteError::Game { format: Format::Psq, game: GameKind::Go });
    let gomoku = list("h8i9", "renju");
    let two = [gomoku.clone(), gomoku.clone()];
    assert!(matches!(
        Format::Psq.write(&two, &WriteOptions::default()),
        Err(WriteError::Many { count: 2, .. })
    ));
    let files = write_all(&two, Format::Psq, &WriteOptions::default()).unwrap();
    assert_eq!(
        files.iter().map(|f| f.losses[0].to_string()).collect::<Vec<_>>(),
        ["record 1: rules (renju)", "record 2: rules (renju)"]
    );
    assert!(matches!(Format::Rif.write(&two, &WriteOptions::default()), Err(WriteError::ReadOnly(_))));
    // A move list without the stones before it would be another game.
    let problem = b"(;GM[4]SZ[15]AB[hh];W[ii])";
    for to in [Format::Psq, Format::MoveList] {
        let error = convert(problem, None, None, to, &ReadOptions::default(), &WriteOptions::default());
        assert!(error.unwrap_err().to_string().contains("stones are set up"));
    }
    let tree = b"(;GM[4]SZ[15]GC[x];B[hh](;W[ii])(;W[gg];B[aa]))";
    let converted =
        convert(tree, None, None, Format::MoveList, &ReadOptions::default(), &WriteOptions::default())
            .unwrap();
    assert_eq!(converted.files[0].bytes, b"h8i7\n");
    let losses: Vec<String> = converted.files[0].losses.iter().map(ToString::to_string).collect();
    assert_eq!(losses, ["record 1: comment on the game", "record 1: moves in variations (2)"]);
}
