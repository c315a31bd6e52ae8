//! The solvers as a player.

use super::solver::{SolveResult, WinKind, out_of_time, solve};
use tengen_engine::{Analysis, Engine, LevelTrait, Leveled, Limits, Line, Proof, Score, Stop};
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move};
use tengen_gomoku_filter::FilterPlayer;
use tengen_gomoku_verify::{VerifyLimits, verify_until};

/// A player that looks for a win by fours (level 1), by threats (2), or by threats and quiet moves (3). A win is
/// checked by the [verifier](tengen_gomoku_verify::verify) before it is played; the time reported is that until the
/// win was certain. Without a win the rule filter chooses the move.
#[derive(Clone, Debug)]
pub struct ThreatPlayer {
    kind: WinKind,
    otherwise: FilterPlayer,
}

impl ThreatPlayer {
    /// A player that looks for wins of this kind.
    pub fn new(kind: WinKind) -> ThreatPlayer {
        ThreatPlayer { kind, otherwise: FilterPlayer::new() }
    }
}

impl Leveled for ThreatPlayer {
    const MAX_LEVEL: u8 = 3;

    fn at_level(level: u8) -> ThreatPlayer {
        ThreatPlayer::new(match level {
            0 | 1 => WinKind::Vcf,
            2 => WinKind::Vct,
            _ => WinKind::Wide,
        })
    }

    fn describe_level(level: u8) -> Vec<LevelTrait> {
        vec![match level {
            0 | 1 => LevelTrait::ProvesFours,
            2 => LevelTrait::ProvesThreats,
            _ => LevelTrait::ProvesQuiet,
        }]
    }
}

impl Engine<Position> for ThreatPlayer {
    fn name(&self) -> String {
        format!("Tengen threat solver ({}) {}", self.kind.name(), env!("CARGO_PKG_VERSION"))
    }

    fn analyze(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        // The solvers do not play opening rules.
        if position.step().is_some() || position.is_over() {
            return self.otherwise.analyze(position, limits, stop, report);
        }
        let answer = solve(position, position.to_move(), self.kind, limits, stop);
        let stopped = out_of_time(limits, answer.total, stop);
        match answer.result {
            SolveResult::Win(win) if verify_until(&win.proof, &VerifyLimits::default(), &stopped).is_ok() => {
                let moves: Vec<Move> = win.line.iter().copied().map(Move::Place).collect();
                let score = Score::Proven(Proof::Win(win.plies));
                Analysis {
                    best: moves.first().copied(),
                    lines: vec![Line { moves, score, work: answer.nodes }],
                    depth: win.plies,
                    nodes: answer.nodes,
                    time: answer.time,
                    ..Analysis::default()
                }
            }
            _ => {
                let limits = Limits { nodes: None, time: None, ..limits.clone() };
                let found = self.otherwise.analyze(position, &limits, stop, report);
                Analysis { nodes: answer.nodes + found.nodes, time: answer.time + found.time, ..found }
            }
        }
    }
}
