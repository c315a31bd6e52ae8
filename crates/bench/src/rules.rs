//! How fast the rules are: uniform random legal games to the end, the table of `tengen bench rules`.
//!
//! A game begins from a clone of the start position, and each of its moves is drawn from all legal ones with
//! [`Game::play_random`]; a position is counted for every move. One thread, no evaluation, no list of moves kept.

use crate::measure::{Effort, OnProgress, Steps, format_rate, nanos_per_unit, three_digits};
use serde::Serialize;
use std::fmt;
use std::hint::black_box;
use tengen_board::Size;
use tengen_board::random::SplitMix64;
use tengen_games::{Game, go, gomoku, mnk, othello};

/// What another program was measured at on such a machine.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Peer {
    /// Whose figure it is.
    pub name: &'static str,
    /// Its positions a second.
    pub positions_per_second: f64,
    /// How many times as fast this toolkit means to be.
    pub wanted: f64,
}

/// A line of the table: one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RulesRow {
    /// The game with its size and rules.
    pub game: String,
    /// Positions reached in a second, one thread.
    pub positions_per_second: f64,
    /// Moves in a game, on average.
    pub moves_per_game: f64,
    /// Games broken off after [`LONGEST`] moves a point, of those played.
    pub unfinished: u64,
    /// Games played.
    pub games: u64,
    /// What it is compared with.
    pub peer: Option<Peer>,
}

/// A game that lasts longer than this many moves for each point of its board is broken off. Superko ends every game of
/// Go, but not soon.
pub const LONGEST: usize = 20;

/// The table of `tengen bench rules`. Its [`Display`](fmt::Display) is for people.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RulesTable {
    /// The games, one a row.
    pub rows: Vec<RulesRow>,
    /// Whether every figure was taken.
    pub complete: bool,
}

const BOARD_GAME: &str = "board-game";
const BEST_OF_THREE: &str = "best of OpenSpiel, Pgx, board-game";

fn peer(name: &'static str, positions_per_second: f64, wanted: f64) -> Option<Peer> {
    Some(Peer { name, positions_per_second, wanted })
}

/// Plays random games of every kind.
pub fn measure(effort: Effort, on_progress: OnProgress<'_>) -> RulesTable {
    let gomoku = |variant: &str| gomoku::Rules::named(variant, Some(Size::of(15, 15))).expect("known rules");
    let go = |side: usize| go::Rules::named("tromp-taylor", Some(Size::of(side, side))).expect("known rules");
    let mut bench = Bench { steps: Steps::new(7, on_progress), effort, rows: Vec::new(), stopped: false };
    bench.game::<mnk::Position>("tic-tac-toe", &mnk::Rules::TIC_TAC_TOE, peer(BOARD_GAME, 22.3e6, 1.0));
    bench.game::<mnk::Position>("connect-four", &mnk::Rules::CONNECT_FOUR, peer(BEST_OF_THREE, 68.5e6, 1.0));
    bench.game::<gomoku::Position>(
        "gomoku 15x15 freestyle",
        &gomoku("freestyle"),
        peer(BEST_OF_THREE, 556e3, 20.0),
    );
    bench.game::<gomoku::Position>("gomoku 15x15 renju", &gomoku("renju"), None);
    bench.game::<othello::Position>(
        "othello 8x8",
        &othello::Rules::STANDARD,
        peer(BEST_OF_THREE, 628e3, 10.0),
    );
    bench.game::<go::Position>("go 9x9 tromp-taylor", &go(9), peer(BEST_OF_THREE, 576e3, 5.0));
    bench.game::<go::Position>("go 19x19 tromp-taylor", &go(19), peer(BEST_OF_THREE, 223e3, 10.0));
    RulesTable { complete: !bench.stopped, rows: bench.rows }
}

struct Bench<'a> {
    steps: Steps<'a>,
    effort: Effort,
    rows: Vec<RulesRow>,
    stopped: bool,
}

impl Bench<'_> {
    fn game<G: Game>(&mut self, name: &str, rules: &G::Rules, peer: Option<Peer>) {
        if self.stopped {
            return;
        }
        let effort = self.effort;
        match self.steps.take(name, || throughput::<G>(rules, effort)) {
            Some((nanos, played)) => self.rows.push(RulesRow {
                game: name.into(),
                positions_per_second: 1e9 / nanos,
                moves_per_game: played.moves as f64 / played.games as f64,
                unfinished: played.unfinished,
                games: played.games,
                peer,
            }),
            None => self.stopped = true,
        }
    }
}

/// What was played while the time was taken.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct MovesPlayed {
    games: u64,
    moves: u64,
    unfinished: u64,
}

/// Nanoseconds a position in random games by `rules`, and how many there were.
fn throughput<G: Game>(rules: &G::Rules, effort: Effort) -> (f64, MovesPlayed) {
    let start = G::new(rules);
    let mut rng = SplitMix64(0x7e46);
    let mut played = MovesPlayed::default();
    let nanos = nanos_per_unit(effort, || random_game(&start, &mut rng, &mut played));
    (nanos, played)
}

/// Plays one game and returns its moves.
fn random_game<G: Game>(start: &G, rng: &mut SplitMix64, played: &mut MovesPlayed) -> u64 {
    let mut game = black_box(start).clone();
    let longest = (LONGEST * game.size().area()) as u64;
    let mut next = || rng.next_u32();
    let mut moves = 0;
    let finished = loop {
        if game.play_random(&mut next).is_none() {
            break true;
        }
        moves += 1;
        if moves == longest {
            break game.is_over();
        }
    };
    black_box(&game);
    played.games += 1;
    played.moves += moves;
    played.unfinished += u64::from(!finished);
    moves
}

impl fmt::Display for RulesTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "uniform random legal games to the end, the choice of move included; one thread\n")?;
        writeln!(
            f,
            "{:24}{:>14}{:>12}{:>14}{:>8}{:>9}   whose",
            "", "positions/s", "moves/game", "peer", "ratio", "wanted"
        )?;
        for row in &self.rows {
            write!(
                f,
                "{:24}{:>14}{:>12.1}",
                row.game,
                format_rate(row.positions_per_second),
                row.moves_per_game
            )?;
            match row.peer {
                Some(peer) => {
                    let ratio = row.positions_per_second / peer.positions_per_second;
                    writeln!(
                        f,
                        "{:>14}{:>7}x{:>8}x   {}",
                        format_rate(peer.positions_per_second),
                        three_digits(ratio),
                        peer.wanted,
                        peer.name
                    )?;
                }
                None => writeln!(f, "{:>14}", "-")?,
            }
            if row.unfinished > 0 {
                writeln!(
                    f,
                    "    {} of {} games were broken off after {LONGEST} moves a point",
                    row.unfinished, row.games
                )?;
            }
        }
        if !self.complete {
            writeln!(f, "\nStopped before the end.")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn play<G: Game>(rules: &G::Rules, games: u64) -> MovesPlayed {
        let (start, mut rng, mut played) = (G::new(rules), SplitMix64(1), MovesPlayed::default());
        for _ in 0..games {
            random_game(&start, &mut rng, &mut played);
        }
        played
    }

    #[test]
    fn random_tic_tac_toe_is_as_long_as_it_must_be() {
        // The mean length of all games, each with its chance, worked out by walking the whole tree.
        fn mean<G: Game>(game: &mut G) -> f64 {
            let mut moves = Vec::new();
            game.legal_moves_into(&mut moves);
            let n = moves.len() as f64;
            let mut sum = 0.0;
            for mv in moves {
                game.play_unchecked(mv);
                sum += (1.0 + mean(game)) / n;
                game.undo();
            }
            sum
        }
        let expected = mean(&mut mnk::Position::new(&mnk::Rules::TIC_TAC_TOE));
        let played = play::<mnk::Position>(&mnk::Rules::TIC_TAC_TOE, 20_000);
        let found = played.moves as f64 / played.games as f64;
        // A game has 5 to 9 moves, so the mean of 20,000 is within 0.05 of the truth but for one time in billions.
        assert!((found - expected).abs() < 0.05, "{found} against {expected}");
        assert_eq!((played.games, played.unfinished), (20_000, 0));
    }

    #[test]
    fn games_end_and_are_counted() {
        let played = play::<othello::Position>(&othello::Rules::STANDARD, 50);
        // A full game has 60 discs to place, and passes are moves.
        assert!(played.unfinished == 0 && played.moves > 50 * 50 && played.moves < 50 * 75, "{played:?}");
        let go = go::Rules::named("tromp-taylor", Some(Size::of(5, 5))).unwrap();
        assert_eq!(play::<go::Position>(&go, 50).unfinished, 0);
    }

    #[test]
    fn the_table_is_whole_or_says_that_it_is_not() {
        let effort = Effort { repetitions: 1, at_least: Duration::ZERO };
        let table = measure(effort, &mut |_| true);
        assert!(table.complete && table.rows.len() == 7);
        assert!(table.rows.iter().all(|r| r.positions_per_second > 0.0 && r.games > 0));
        let text = table.to_string();
        assert!(text.contains("go 19x19") && text.contains("22.3 M") && !text.contains("Stopped"), "{text}");
        let table = measure(effort, &mut |p| p.done < 2);
        assert!(!table.complete && table.rows.len() == 2);
    }
}
