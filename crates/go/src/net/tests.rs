//! Every set of instructions computes what the slow network of `reference` computes, to the bit.

mod file;
mod reference;
mod speed;

use super::*;
use reference::SlowNet;
use tengen_board::random::SplitMix64;
use tengen_games::{Game, go};

/// A position with what the network sees of it.
struct Seen {
    game: go::Position,
    board: Board,
    recent: Recent,
    color: Color,
}

/// The position after up to `moves` random moves.
fn random_position(size: Size, moves: usize, rng: &mut SplitMix64) -> Seen {
    let rules = go::Rules::named("chinese,passes=0,ko=simple", Some(size)).unwrap();
    let mut game = go::Position::new(&rules);
    for _ in 0..moves {
        if game.play_random(&mut || rng.next_u32()).is_none() {
            break;
        }
    }
    let vertex = |mv: Option<tengen_games::Move>| {
        mv.and_then(|mv| mv.point()).map_or(go::NO_VERTEX, |point| game.board().vertex(point))
    };
    let mut history = game.moves().rev();
    let recent = Recent { last: vertex(history.next()), before: vertex(history.next()) };
    let ko = game.ko_point().map_or(go::NO_VERTEX, |point| game.board().vertex(point));
    let board = Board::new(game.board(), ko);
    Seen { board, recent, color: game.to_move(), game }
}

const SIZES: [&str; 9] = ["1", "2x3", "3x1", "5", "9", "7x10", "13", "19", "25"];

#[test]
fn planes_are_those_of_the_rules() {
    let mut rng = SplitMix64(1);
    let mut kos = 0;
    for n in 0..2000 {
        let size: Size = SIZES[n % 6].parse().unwrap();
        let moves = rng.below(3 * size.area());
        let Seen { game, board, recent, color } = &random_position(size, moves, &mut rng);
        let grid = Grid::new(game.board());
        let mut planes = vec![[0; 4]; grid.entries() * planes::QUADS];
        planes::fill(board, *recent, *color, grid.points(), &mut planes);
        let expected = reference::planes(game, *recent);
        for (index, &at) in grid.points().iter().enumerate() {
            let of_point = &planes.as_flattened()[usize::from(at) * 4 * planes::QUADS..][..4 * planes::QUADS];
            for (plane, &found) in of_point.iter().enumerate() {
                let bit = expected.get(plane).is_some_and(|plane| plane[index]);
                assert_eq!(found, 16 * u8::from(bit), "plane {plane} of {game:?}");
            }
        }
        kos += usize::from(board.ko() != go::NO_VERTEX);
    }
    assert!(kos > 5, "{kos} kos");
}

#[test]
fn a_last_move_is_marked_even_where_its_stone_is_gone() {
    let seen = random_position(Size::of(3, 3), 0, &mut SplitMix64(1));
    let grid = Grid::new(seen.game.board());
    let [last, before] = [grid.points()[4], grid.points()[8]];
    let mut planes = vec![[0; 4]; grid.entries() * planes::QUADS];
    planes::fill(&seen.board, Recent { last, before }, Color::White, grid.points(), &mut planes);
    assert_eq!(planes[planes::QUADS * usize::from(last)..][..3], [[16, 0, 0, 0], [0, 0, 16, 0], [0; 4]]);
    assert_eq!(planes[planes::QUADS * usize::from(before)..][..3], [[16, 0, 0, 0], [0, 0, 0, 16], [0; 4]]);
}

/// Compares every kernel of this CPU with the slow network. One scratch serves all boards and networks.
#[test]
fn every_kernel_computes_the_bits_of_the_slow_network() {
    let mut rng = SplitMix64(2);
    let mut scratch = Scratch::new();
    let mut middle = 0;
    for (channels, blocks) in
        [(8, 0), (8, 3), (24, 0), (24, 1), (24, 3), (40, 1), (48, 1), (64, 0), (64, 1), (64, 3), (80, 1)]
    {
        let slow = SlowNet::random(channels, blocks, &mut rng);
        let bytes = slow.to_bytes();
        let nets: Vec<Net> =
            Kernel::all().map(|kernel| Net::read_for(&bytes, kernel).expect("a network")).collect();
        for size in SIZES {
            let size: Size = size.parse().unwrap();
            let seen = random_position(size, rng.below(2 * size.area()), &mut rng);
            let body = slow.body(&seen.game, seen.recent);
            middle += body.iter().flatten().filter(|&&a| a != 0 && a != 127).count();
            let points = slow.head(&body);
            for net in &nets {
                let found = logits_of(net, &seen, &mut scratch);
                let bits = |logits: &[f32]| logits.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(found), bits(&points), "{:?}, {channels}, {blocks}, {size}", net.kernel);
            }
        }
    }
    // The activations are not all at the ends of their range, or the test would see little.
    assert!(middle > 10_000, "{middle}");
}

fn logits_of<'a>(net: &Net, seen: &Seen, scratch: &'a mut Scratch) -> &'a [f32] {
    net.logits(&seen.board, seen.game.board(), seen.recent, seen.color, scratch)
}

/// The largest sums, and scales and biases that leave the range of an activation or are exactly between two.
#[test]
fn extremes_are_the_same_for_every_kernel() {
    let mut rng = SplitMix64(3);
    let seen = random_position(Size::of(5, 5), 20, &mut rng);
    for case in 0..6 {
        let mut slow = SlowNet::random(16, 2, &mut rng);
        for layer in &mut slow.layers {
            let outputs = layer.scale.len();
            for (n, weight) in layer.weights.iter_mut().enumerate() {
                *weight = if n % (2 + case) == 0 { -127 } else { 127 };
            }
            for c in 0..outputs {
                layer.scale[c] = [1.0, 1e30, -1e30, f32::MIN_POSITIVE, 0.5, f32::MAX][(c + case) % 6];
                layer.bias[c] = [0.0, 0.5, 1.5, 126.5, 127.5, f32::MAX, f32::MIN, -0.5][c % 8];
            }
        }
        let points = slow.head(&slow.body(&seen.game, seen.recent));
        for kernel in Kernel::all() {
            let net = Net::read_for(&slow.to_bytes(), kernel).expect("a network");
            let mut scratch = Scratch::new();
            let found = logits_of(&net, &seen, &mut scratch);
            assert_eq!(found, &points[..], "{kernel:?}, {case}");
        }
    }
}

/// The best kernel is the first of all, and the portable one is always there.
#[test]
fn every_cpu_has_a_kernel() {
    let all: Vec<String> = Kernel::all().map(|kernel| format!("{kernel:?}")).collect();
    assert_eq!(format!("{:?}", Kernel::best()), all[0]);
    assert!(all.last().is_some_and(|last| last.starts_with("Portable")), "{all:?}");
}

/// A random board has some 45 legal moves, and often something larger to do than to capture a chain of six. A network
/// that is read in the wrong order finds the capture by chance alone, in 4 or 5 of 200; ten times that is asked.
#[test]
fn the_shipped_network_sees_captures() {
    let net = SHIPPED.as_ref().expect("the network in `data` can be read");
    let (mut rng, mut scratch) = (SplitMix64(7), Scratch::new());
    let (mut found, mut all) = (0, 0);
    while all < 200 {
        let moves = 20 + rng.below(30);
        let Seen { game, board, recent, color } = &random_position(Size::of(9, 9), moves, &mut rng);
        let rules = game.board();
        let in_atari: Vec<go::Vertex> = rules
            .vertices()
            .filter(|&at| board.is_color(at, color.opponent()) && board.chain(at) == at)
            .filter(|&chain| board.liberties(chain) == 1 && board.stones(chain) >= 6)
            .collect();
        let [chain] = in_atari[..] else { continue };
        let capture = board.first_liberties::<1>(chain)[0];
        let points = net.logits(board, rules, *recent, *color, &mut scratch);
        let logit = |at: go::Vertex| points[rules.size().index(rules.point(at))];
        let legal = rules.vertices().filter(|&at| game.is_legal_stone(at));
        let best = legal.max_by(|&a, &b| logit(a).total_cmp(&logit(b)));
        found += usize::from(best == Some(capture));
        all += 1;
    }
    assert!(found >= 45, "{found} of {all}");
}
