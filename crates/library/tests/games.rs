//! Games are stored unchanged, and changed as requested.

mod common;

use common::{Random, live_game, played, random_moves, spec, specs};
use std::time::Duration;
use tengen_board::Point;
use tengen_games::{Game, Move};
use tengen_library::{ClockSettings, Error, GameQuery, GameUpdate, Library, NewGame, NodeUpdate, PlayerKind};
use tengen_records::{Format, Header, Mark, PlayerInfo, ReadOptions, Record, Tree};

fn library() -> Library {
    Library::open_in_memory().unwrap()
}

#[test]
fn a_game_comes_back_as_it_went_in() {
    let library = library();
    let sgf = b"(;GM[4]SZ[15]PB[A]PW[B]RE[B+5]DT[2001-02-03]EV[E]RO[2]PC[here]GN[n]GC[c]BR[9d]WR[1k]BT[x]AP[q:1]TM[60]OT[5x30]KK[\\]z]
        AB[aa][bb]AW[cc]C[start];B[hh]C[one]TR[aa]LB[bb:x]BL[3.5](;W[ii]N[2];B[jj])(;W[gg]CR[cc]SQ[dd]MA[ee]SL[ff](;B[aa])(;B[ba]C[deep])))";
    let record = &Format::Sgf.read(sgf, &ReadOptions::lenient()).unwrap().records[0];
    let game = library.create(NewGame::from_record(record.clone())).unwrap();
    let stored = library.load(game.id).unwrap();
    assert_eq!(&stored.record, record);
    assert_eq!(stored.ids, (0..record.tree.len() as u32).collect::<Vec<_>>());
    // The same after a change that makes one row per node, and its undoing.
    library
        .annotate(game.id, 1, NodeUpdate { comment: Some(Some("two".into())), ..NodeUpdate::default() })
        .unwrap();
    assert_eq!(library.load(game.id).unwrap().record.tree.node(1).comment.as_deref(), Some("two"));
    library
        .annotate(game.id, 1, NodeUpdate { comment: Some(Some("one".into())), ..NodeUpdate::default() })
        .unwrap();
    assert_eq!(&library.load(game.id).unwrap().record, record);
}

#[test]
fn random_games_of_every_kind_come_back_move_by_move_and_whole() {
    let library = library();
    let mut random = Random(1);
    for spec in specs() {
        let moves = random_moves(&spec, &mut random, 200);
        let (live, nodes) = live_game(&library, &spec, &moves);
        let whole = library.create(NewGame::new(spec.clone()).with_moves(moves.clone())).unwrap().id;
        assert_eq!(nodes, (1..=moves.len() as u32).collect::<Vec<_>>());
        for game in [live, whole] {
            let stored = library.load(game).unwrap();
            assert_eq!(stored.record, Record::from_moves(spec.clone(), moves.clone()), "{spec:?}");
            assert_eq!(stored.current, moves.len() as u32);
        }
        assert_eq!(library.load(live).unwrap().summary.revision, 1 + moves.len() as u64);
    }
}

#[test]
fn a_move_that_is_there_is_used_again() {
    let library = library();
    let gomoku = spec("gomoku");
    let (game, nodes) = live_game(&library, &gomoku, &[Point::new(7, 7).into(), Point::new(7, 8).into()]);
    let again = library.append_move(game, nodes[0], Point::new(7, 8).into(), None).unwrap();
    assert_eq!((again.node, again.changed), (nodes[1], false));
    let other =
        library.append_move(game, nodes[0], Point::new(8, 8).into(), Some(Duration::from_millis(1500)));
    let other = other.unwrap();
    assert!(other.changed && other.node == 3);
    let stored = library.load(game).unwrap();
    assert_eq!(stored.record.tree.node(1).children.as_slice(), [2, 3]);
    assert_eq!(stored.record.tree.node(3).spent, Some(Duration::from_millis(1500)));
    assert_eq!(stored.summary.revision, again.revision + 1);
}

#[test]
fn the_only_move_of_a_turn_is_stored_once() {
    let library = library();
    let (game, _) = live_game(&library, &spec("gomoku"), &[]);
    let p = |col| Point::new(7, col).into();
    let first = library.append_only_move(game, 0, p(7), None).unwrap().expect("nothing is played yet");
    // Not even the same move again.
    for col in [7, 8] {
        assert_eq!(library.append_only_move(game, 0, p(col), None).unwrap(), None);
    }
    assert_eq!(library.load(game).unwrap().record.tree.len(), 2);
    // After it is taken back, the turn is open again.
    library.prune(game, first.node).unwrap();
    assert!(library.append_only_move(game, 0, p(8), None).unwrap().is_some());
    let missing = library.append_only_move(game, 99, p(9), None);
    assert!(matches!(missing, Err(Error::NoNode { node: 99, .. })), "{missing:?}");
}

#[test]
fn promoting_and_pruning_can_be_followed_and_undone() {
    let library = library();
    let gomoku = spec("gomoku");
    let p = |n: u8| Move::from(Point::new(n, n));
    let (game, nodes) = live_game(&library, &gomoku, &[p(1), p(2), p(3)]);
    let a = library.append_move(game, nodes[0], p(4), None).unwrap().node;
    let b = library.append_move(game, a, p(5), None).unwrap().node;
    let c = library.append_move(game, a, p(6), None).unwrap().node;
    let line = |library: &Library| library.load(game).unwrap().record.main_moves().collect::<Vec<_>>();
    assert_eq!(line(&library), [p(1), p(2), p(3)]);
    library.promote(game, c).unwrap();
    assert_eq!(line(&library), [p(1), p(4), p(6)]);
    let stored = library.load(game).unwrap();
    assert_eq!(stored.node_of(c).map(|n| stored.id_of(n)), Some(c));
    assert_eq!(stored.record.tree.node(stored.node_of(c).unwrap()).mv, Some((None, p(6))));
    assert!(!library.promote(game, c).unwrap().changed);

    let pruned = library.prune(game, a).unwrap();
    assert_eq!(pruned.node, nodes[0]);
    assert_eq!(line(&library), [p(1), p(2), p(3)]);
    assert_eq!(library.load(game).unwrap().prunings, 1);
    for gone in [a, b, c] {
        let refused = library.append_move(game, gone, p(9), None);
        assert_eq!(refused, Err(Error::NoNode { game, node: gone }));
    }
    // A move made again after pruning is a new node, because the old one can be restored.
    library.prune(game, nodes[2]).unwrap();
    let new = library.append_move(game, nodes[1], p(3), None).unwrap().node;
    assert!(new > c);
    assert_eq!(library.undo_prune(game).unwrap().node, nodes[2]);
    assert_eq!(library.undo_prune(game).unwrap().node, a);
    assert_eq!(library.undo_prune(game), Err(Error::NothingPruned(game)));
    assert_eq!(line(&library), [p(1), p(4), p(6)]);
    assert_eq!(library.load(game).unwrap().record.tree.len(), 8);
    assert_eq!(library.prune(game, 0), Err(Error::PruneRoot));
}

#[test]
fn annotations_marks_and_values_are_kept() {
    let library = library();
    let (game, nodes) = live_game(&library, &spec("go"), &[Point::new(3, 3).into(), Move::Pass]);
    let marks = vec![
        (Point::new(0, 0), Mark::Triangle),
        (Point::new(1, 2), Mark::Label("天元 <b>'\"\0".into())),
        (Point::new(2, 2), Mark::Territory(tengen_board::Color::White)),
    ];
    let extra = vec![tengen_records::Property { ident: "AR".into(), values: vec![b"aa:cc".to_vec()] }];
    let annotation = NodeUpdate {
        name: Some(Some("天元 ' OR 1=1".into())),
        comment: Some(Some("'; DROP TABLE games; --".into())),
        marks: Some(marks.clone()),
        extra: Some(extra.clone()),
        value: Some(Some(-0.25)),
        clock: Some(Some(Duration::from_micros(1))),
    };
    let changed = library.annotate(game, nodes[1], annotation.clone()).unwrap();
    assert!(changed.changed);
    assert!(!library.annotate(game, nodes[1], annotation).unwrap().changed);
    let node = library.load(game).unwrap().record.tree.node(2).clone();
    assert_eq!(node.comment.as_deref(), Some("'; DROP TABLE games; --"));
    assert_eq!(node.name.as_deref(), Some("天元 ' OR 1=1"));
    let unnamed = NodeUpdate { name: Some(None), ..NodeUpdate::default() };
    assert!(library.annotate(game, nodes[1], unnamed).unwrap().changed);
    assert_eq!(library.load(game).unwrap().record.tree.node(2).name, None);
    assert_eq!(node.extra, extra);
    assert_eq!((node.marks, node.value, node.clock), (marks, Some(-0.25), Some(Duration::from_micros(1))));
    let refused = library.annotate(
        game,
        nodes[0],
        NodeUpdate { comment: Some(Some("x".repeat(2 << 20))), ..NodeUpdate::default() },
    );
    assert!(matches!(refused, Err(Error::TooLarge(_))));
    assert_eq!(library.annotate(game, 99, NodeUpdate::default()), Err(Error::NoNode { game, node: 99 }));
    assert_eq!(library.annotate(99, 0, NodeUpdate::default()), Err(Error::NoGame(99)));
}

#[test]
fn a_game_as_a_whole_is_changed_under_its_revision() {
    let library = library();
    let mut new = NewGame::new(spec("othello"));
    new.seats[1] = PlayerKind::Engine { engine: "othello".into(), level: 5 };
    new.clock = Some(ClockSettings { main_ms: Some(60_000), ..ClockSettings::default() });
    new.tags = vec!["b".into(), " a ".into(), "b".into(), "".into()];
    let made = library.create(new.clone()).unwrap();
    assert_eq!(made.tags, ["a", "b"]);
    let header = Header {
        black: PlayerInfo { name: Some("Ann".into()), rank: Some("5d".into()), team: None },
        result: Some("B+2".into()),
        time: Some(Duration::from_millis(1500)),
        ..Header::default()
    };
    let update = GameUpdate {
        revision: Some(made.revision),
        header: Some(header.clone()),
        tags: Some(vec!["new".into()]),
        clock: Some(None),
        ..GameUpdate::default()
    };
    let changed = library.update(made.id, update.clone()).unwrap();
    assert_eq!(changed.revision, made.revision + 1);
    let conflict = library.update(made.id, update).unwrap_err();
    assert_eq!(conflict, Error::Conflict { game: made.id, expected: 1, found: 2 });
    let stored = library.load(made.id).unwrap();
    assert_eq!((&stored.record.header, &stored.seats, stored.clock), (&header, &new.seats, None));
    assert_eq!(stored.summary.tags, ["new"]);
    let result = GameUpdate { result: Some(Some("W+4".into())), ..GameUpdate::default() };
    library.update(made.id, result).unwrap();
    let stored = library.load(made.id).unwrap();
    assert_eq!(stored.record.header, Header { result: Some("W+4".into()), ..header });
    assert_eq!(stored.summary.outcome, tengen_library::GameResult::White);
    let nowhere = GameUpdate { current: Some(7), ..GameUpdate::default() };
    assert_eq!(library.update(made.id, nowhere), Err(Error::NoNode { game: made.id, node: 7 }));
}

#[test]
fn the_end_of_a_game_stays_where_it_was_until_its_result_changes() {
    let library = library();
    let othello = spec("othello");
    let moves: Vec<Move> = played(&othello, "f5 d6 c3").moves().collect();
    let (id, nodes) = live_game(&library, &othello, &moves);
    let update = |update: GameUpdate| {
        library.update(id, update).unwrap();
        let game = library.load(id).unwrap();
        (game.ended, game.id_of(game.end()))
    };
    let [_, second, third] = nodes[..] else { panic!("{nodes:?}") };
    let result = |text: &str| GameUpdate { result: Some(Some(text.into())), ..GameUpdate::default() };
    assert_eq!(update(result("B+R")), (None, third));
    let ended = GameUpdate { ended: Some(Some(second)), ..GameUpdate::default() };
    assert_eq!(update(ended), (Some(second), second));
    let renamed = Header { name: Some("a game".into()), result: Some("B+R".into()), ..Header::default() };
    let renamed = GameUpdate { header: Some(renamed), ..GameUpdate::default() };
    assert_eq!(update(renamed), (Some(second), second), "the result is the same");
    assert_eq!(update(result("W+R")), (None, third), "another result is one of the last position");
    let nowhere = GameUpdate { ended: Some(Some(9)), ..GameUpdate::default() };
    assert_eq!(library.update(id, nowhere), Err(Error::NoNode { game: id, node: 9 }));
}

#[test]
fn a_discarded_game_leaves_nothing_behind() {
    let library = library();
    let othello = spec("othello");
    let moves: Vec<Move> = played(&othello, "f5 d6 c3").moves().collect();
    let (game, _) = live_game(&library, &othello, &moves);
    let (binned, _) = live_game(&library, &othello, &moves);
    library.delete(binned).unwrap();
    let revision = library.load(game).unwrap().summary.revision;
    assert!(matches!(library.discard(game, Some(revision - 1)), Err(Error::Conflict { .. })));
    for (id, expected) in [(game, Some(revision)), (binned, None)] {
        library.discard(id, expected).unwrap();
        assert_eq!(library.load(id), Err(Error::NoGame(id)));
        assert_eq!(library.discard(id, None), Err(Error::NoGame(id)));
    }
    assert_eq!(library.search(&GameQuery { deleted: true, ..GameQuery::default() }).unwrap().total, 0);
    assert_eq!(library.find_position(&played(&othello, "f5 d6"), 1, 10).unwrap().total, 0);
    assert!(library.check(true, |_, _| true).unwrap().problems.is_empty());
}

#[test]
fn the_bin_hides_games_and_gives_them_back() {
    let library = library();
    let othello = spec("othello");
    let moves: Vec<Move> = played(&othello, "f5 d6 c3").moves().collect();
    let (game, _) = live_game(&library, &othello, &moves);
    let position = played(&othello, "f5 d6 c3");
    let count = |library: &Library| {
        let listed = library.search(&GameQuery::default()).unwrap().total;
        (listed, library.find_position(&position, 1, 10).unwrap().total)
    };
    assert_eq!(count(&library), (1, 1));
    assert!(library.delete(game).unwrap().changed);
    assert!(!library.delete(game).unwrap().changed);
    assert_eq!(count(&library), (0, 0));
    assert_eq!(library.search(&GameQuery { deleted: true, ..GameQuery::default() }).unwrap().total, 1);
    // Changes in the bin do not take a game out of it.
    library.append_move(game, 3, position.parse_move("d3").unwrap(), None).unwrap();
    assert_eq!(count(&library), (0, 0));
    assert!(library.restore(game).unwrap().changed);
    assert_eq!(count(&library), (1, 1));
    library.delete(game).unwrap();
    assert_eq!(library.empty_bin(i64::MAX).unwrap(), 1);
    assert_eq!(library.load(game), Err(Error::NoGame(game)));
    assert_eq!(library.restore(game), Err(Error::NoGame(game)));
    // Numbers are never reused.
    assert!(library.create(NewGame::new(othello)).unwrap().id > game);
    assert!(library.check(true, |_, _| true).unwrap().problems.is_empty());
}

#[test]
fn a_set_up_is_part_of_the_game() {
    let library = library();
    let gomoku = spec("gomoku");
    let cells =
        vec![(Point::new(0, 0), tengen_board::Cell::Black), (Point::new(5, 5), tengen_board::Cell::White)];
    let set_up = tengen_games::SetUp { cells, to_move: tengen_board::Color::White };
    let new = NewGame::new(gomoku).with_set_up(&set_up).with_moves([Move::from(Point::new(3, 3))]);
    let game = library.create(new).unwrap().id;
    let replay = library.load(game).unwrap().record.replay().unwrap();
    assert_eq!(replay.position.at(Point::new(3, 3)), tengen_board::Cell::White);
    assert_eq!(replay.position.at(Point::new(0, 0)), tengen_board::Cell::Black);
    assert_eq!(library.load(game).unwrap().record.tree.node(Tree::ROOT).set_up.len(), 2);
}
