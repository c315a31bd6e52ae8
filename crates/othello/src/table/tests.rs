use super::*;
use std::collections::HashMap;
use std::io::Cursor;
use tengen_board::random::SplitMix64;

/// The key of all boards here where they are to meet in one bucket.
const KEY: u64 = 7;

fn random_board(rng: &mut SplitMix64) -> Board<u64> {
    let (own, opp) = (rng.next_u64(), rng.next_u64());
    Board { own, opp: opp & !own, ..Board::empty(Size::of(8, 8)) }
}

fn random_entry(rng: &mut SplitMix64) -> Entry {
    let bound = [Bound::Lower, Bound::Upper, Bound::Exact][rng.below(3)];
    let mv = if rng.below(5) == 0 { Entry::NO_MOVE } else { rng.below(64) as u16 };
    let value = rng.below(12_803) as i16 - 6_401;
    Entry { value, bound, depth: rng.below(64) as u8, mv, extra: rng.below(6) as u16 }
}

fn entry(depth: u8, extra: u16) -> Entry {
    Entry { value: 0, bound: Bound::Exact, depth, mv: 1, extra }
}

#[test]
fn an_entry_comes_back_as_it_was_stored() {
    let mut rng = SplitMix64(1);
    for _ in 0..10_000 {
        let entry = random_entry(&mut rng);
        assert_eq!(unpack(pack(entry)), Some(entry));
        assert_ne!(pack(entry), 0, "0 is no entry");
    }
    assert_eq!(unpack(0), None);
}

/// Boards that differ by one disc, or in whose it is, with the same key: a table by keys alone would return the entry
/// of one for another.
#[test]
fn boards_with_the_same_key_are_not_confused() {
    let mut rng = SplitMix64(2);
    for _ in 0..1000 {
        let table = BoardTable::new(1);
        let board = random_board(&mut rng);
        let square = rng.below(64);
        let bit = 1 << square;
        let mut others = [
            Board { own: board.own ^ bit, opp: board.opp & !bit, ..board },
            Board { own: board.own & !bit, opp: board.opp ^ bit, ..board },
            board.pass(),
        ];
        for other in &mut others {
            if *other == board {
                *other = random_board(&mut rng);
            }
        }
        let (first, second) = (random_entry(&mut rng), random_entry(&mut rng));
        table.put(&board, KEY, first);
        assert!(others.iter().all(|other| table.get(other, KEY).is_none()));
        table.put(&others[0], KEY, second);
        assert_eq!((table.get(&board, KEY), table.get(&others[0], KEY)), (Some(first), Some(second)));
        assert!(others[1..].iter().all(|other| *other == others[0] || table.get(other, KEY).is_none()));
    }
}

/// The reference is a map of whole boards. Few keys, so that every bucket is full.
#[test]
fn it_agrees_with_a_map_of_boards() {
    let (table, mut map) = (BoardTable::new(1), HashMap::new());
    let mut rng = SplitMix64(3);
    let boards: Vec<_> =
        (0..200).map(|_| (random_board(&mut rng), rng.below(8) as u64 * (u64::MAX / 8))).collect();
    let mut found = 0;
    for _ in 0..100_000 {
        let (board, key) = &boards[rng.below(boards.len())];
        if let Some(entry) = table.get(board, *key) {
            assert_eq!(map.get(board), Some(&entry));
            found += 1;
        }
        let entry = random_entry(&mut rng);
        table.put(board, *key, entry);
        map.insert(*board, entry);
        assert_eq!(table.get(board, *key), Some(entry), "what was just stored is there");
    }
    assert!(found > 1000, "{found}");
}

/// Few boards and one bucket, so that the threads always meet. The entry of a board is one of some that no other board
/// has, so an entry of mixed parts is seen.
#[test]
fn threads_share_it_without_ever_reading_the_entry_of_another_board() {
    let table = BoardTable::new(1);
    let boards: Vec<_> = {
        let mut rng = SplitMix64(4);
        // The same discs of one side, or of the other: half of an entry belongs to several boards.
        let parts: Vec<_> = (0..4).map(|_| rng.next_u64()).collect();
        let pairs = parts.iter().flat_map(|a| parts.iter().map(move |b| (a & 0xffff_ffff, b & !0xffff_ffff)));
        pairs.map(|(own, opp)| Board { own, opp, ..Board::empty(Size::of(8, 8)) }).collect()
    };
    let entry_of = |number: usize, depth: u8| {
        let value = (number as i16 * 64 + i16::from(depth)) * 5;
        Entry { value, bound: Bound::Lower, depth, mv: u16::from(depth), extra: number as u16 & 7 }
    };
    let found: u32 = std::thread::scope(|scope| {
        let threads = (0..4).map(|seed| {
            let (table, boards) = (&table, &boards);
            scope.spawn(move || {
                let (mut rng, mut found) = (SplitMix64(seed), 0);
                for _ in 0..300_000 {
                    let number = rng.below(boards.len());
                    if let Some(entry) = table.get(&boards[number], KEY) {
                        assert_eq!(entry, entry_of(number, entry.depth), "board {number}");
                        found += 1;
                    }
                    let number = rng.below(boards.len());
                    let entry = entry_of(number, rng.below(64) as u8);
                    if rng.below(2) == 0 {
                        table.put(&boards[number], KEY, entry);
                    } else {
                        table.put_deepest(&boards[number], KEY, entry);
                    }
                }
                found
            })
        });
        threads.collect::<Vec<_>>().into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(found > 1000, "{found}");
}

/// A thread can be stopped between any two of its stores, and they can become visible in any order. The reference is
/// plain: until all three words are there, the place is empty.
#[test]
fn a_half_written_entry_belongs_to_no_board() {
    let mut rng = SplitMix64(9);
    for _ in 0..1000 {
        let (first, second) = (random_board(&mut rng), random_board(&mut rng));
        let mixtures = [Board { opp: second.opp, ..first }, Board { own: second.own, ..first }];
        let (old, new) = (random_entry(&mut rng), random_entry(&mut rng));
        for stored in 0..8 {
            let (table, finished) = (BoardTable::new(1), BoardTable::new(1));
            table.put(&first, KEY, old);
            finished.put(&second, KEY, new);
            let (to, from) = (table.bucket(KEY), finished.bucket(KEY));
            for side in 0..2 {
                if stored & 1 << side != 0 {
                    to.boards[0][side].store(from.boards[0][side].load(Ordering::Relaxed), Ordering::Relaxed);
                }
            }
            if stored & 4 != 0 {
                to.data[0].store(from.data[0].load(Ordering::Relaxed), Ordering::Relaxed);
            }
            assert_eq!(table.get(&first, KEY), (stored == 0).then_some(old), "{stored:03b}");
            assert_eq!(table.get(&second, KEY), (stored == 7).then_some(new), "{stored:03b}");
            for mixture in &mixtures {
                assert!(
                    *mixture == first || *mixture == second || table.get(mixture, KEY).is_none(),
                    "{stored:03b}"
                );
            }
        }
    }
}

#[test]
fn shallow_and_old_entries_go_first() {
    let mut rng = SplitMix64(5);
    let boards: [_; 8] = std::array::from_fn(|_| random_board(&mut rng));
    let mut table = BoardTable::new(1);
    let put = |table: &BoardTable, n: usize, depth| table.put(&boards[n], KEY, entry(depth, 0));
    let has = |table: &BoardTable, n: usize| table.get(&boards[n], KEY).is_some();
    (0..3).for_each(|n| put(&table, n, 10 * (n as u8 + 1)));
    put(&table, 3, 3);
    assert!(!has(&table, 0) && has(&table, 3), "the shallowest goes");
    (0..5).for_each(|_| table.new_search());
    put(&table, 4, 0);
    assert!(!has(&table, 3));
    put(&table, 5, 1);
    assert!(has(&table, 4) && !has(&table, 1), "an old entry of depth 20 goes before a new one of depth 0");
}

#[test]
fn the_deepest_entry_of_a_board_stays() {
    let mut rng = SplitMix64(6);
    let mut table = BoardTable::new(1);
    let board = random_board(&mut rng);
    let put = |table: &BoardTable, entry| table.put_deepest(&board, KEY, entry);
    let get = |table: &BoardTable| table.get(&board, KEY);
    put(&table, entry(10, 2));
    put(&table, entry(9, 5));
    assert_eq!(get(&table), Some(entry(10, 2)), "one less deep is not stored");
    put(&table, entry(10, 1));
    assert_eq!(get(&table), Some(entry(10, 2)), "nor one with less in extra");
    (0..40).for_each(|_| table.new_search());
    put(&table, entry(3, 0));
    assert_eq!(get(&table), Some(entry(10, 2)), "not after many searches");
    // It counts as new: shallow entries of its bucket go before it.
    (0..6).for_each(|_| table.put(&random_board(&mut rng), KEY, entry(1, 0)));
    assert_eq!(get(&table), Some(entry(10, 2)));
    put(&table, entry(10, 3));
    assert_eq!(get(&table), Some(entry(10, 3)));
    table.forget();
    put(&table, entry(1, 0));
    assert_eq!(get(&table), Some(entry(1, 0)), "a forgotten entry does not count");
}

/// A table that forgot is a new one: the same operations leave the same entries, through all epochs and their end.
#[test]
fn after_forgetting_it_goes_as_a_new_one() {
    let mut rng = SplitMix64(7);
    let boards: [_; 12] = std::array::from_fn(|_| random_board(&mut rng));
    let mut used = BoardTable::new(1);
    for round in 0..EPOCHS + 100 {
        let mut new = BoardTable::new(1);
        if rng.below(4) == 0 {
            used.new_search();
        }
        used.forget();
        assert!(boards.iter().all(|board| used.get(board, KEY).is_none()), "round {round}");
        for _ in 0..12 {
            let (board, entry) = (&boards[rng.below(12)], random_entry(&mut rng));
            if rng.below(10) == 0 {
                used.new_search();
                new.new_search();
            }
            match rng.below(2) {
                0 => [&used, &new].map(|table| table.put_deepest(board, KEY, entry)),
                _ => [&used, &new].map(|table| table.put(board, KEY, entry)),
            };
            for board in &boards {
                assert_eq!(used.get(board, KEY), new.get(board, KEY), "round {round}");
            }
        }
    }
}

#[test]
fn a_file_gives_the_entries_that_made_it() {
    let mut rng = SplitMix64(8);
    let size = Size::of(8, 8);
    let mut table = BoardTable::new(1);
    let entries: Vec<_> = (0..3000).map(|_| (random_board(&mut rng), random_entry(&mut rng))).collect();
    entries.iter().for_each(|(board, entry)| table.put(board, BoardTable::key(board), *entry));
    table.new_search();
    let kept = |table: &BoardTable| {
        entries.iter().filter(|(b, e)| table.get(b, BoardTable::key(b)) == Some(*e)).count()
    };
    let count = kept(&table);
    assert!(count > 2990, "{count}");
    let mut bytes = Vec::new();
    assert_eq!(table.save(size, &mut bytes).unwrap(), count as u64);
    let mut other = BoardTable::new(2);
    let stranger = random_board(&mut rng);
    other.put(&stranger, BoardTable::key(&stranger), entry(1, 0));
    assert_eq!(other.load(size, 6_401, &mut Cursor::new(&bytes)).unwrap(), count as u64);
    assert_eq!((kept(&other), other.get(&stranger, BoardTable::key(&stranger))), (count, None));
}

/// Every change is refused: by the checksum, or before it as an entry that no search can have.
#[test]
fn a_file_with_an_impossible_entry_is_refused() {
    let size = Size::of(6, 6);
    let good = [1, 2, u64::from(pack(entry(4, 5)))];
    let file = |words: [u64; 3]| {
        let mut bytes = Vec::new();
        write_table(&tag(size), 1, [words].into_iter(), &mut bytes).unwrap();
        bytes
    };
    let mut table = BoardTable::new(1);
    let mut load = |words| table.load(size, 3_600, &mut Cursor::new(&file(words)));
    assert_eq!(load(good).unwrap(), 1);
    let value = Entry { value: 3_601, ..entry(4, 5) };
    let square = good[2] & !(127 << SQUARE_SHIFT) | 64 << SQUARE_SHIFT;
    for bad in [
        [3, 2, good[2]],
        [1, 1 << 63, good[2]],
        [1, 2, 0],
        [1, 2, good[2] | 1 << 32],
        [1, 2, u64::from(pack(value))],
        [1, 2, square],
    ] {
        let error = load(bad);
        assert!(matches!(error, Err(TableError::Damaged { .. })), "{bad:x?}: {error:?}");
    }
}
