//! The proof-number search behind every question of reading.
//!
//! A [`Goal`] is what one side, the prover, wants to reach: to capture a chain, to connect two. The search proves that
//! it does, or refutes it, with proof numbers in depth-first form (L. V. Allis, "Searching for solutions in games and
//! artificial intelligence", 1994; A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002). Costs are added
//! weakly, the largest plus one for each further move, because many moves lead to the same positions (T. Ueda, T.
//! Hashimoto, J. Hashimoto and H. Iida, "Weak proof-number search", 2008).
//!
//! A repetition does not reach the goal. What is refuted by the repetition of a position further up the path is refuted
//! on this path only, and is kept with the path (A. Kishimoto and M. Müller, "A general solution to the graph history
//! interaction problem", 2004).

use crate::go::proof::Retake;
use crate::go::{Board, NO_VERTEX, Vertex};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::Color;

/// A proof number that is never reached.
pub(super) const NEVER: u32 = 1 << 30;
/// No ply of the path.
const NO_PLY: usize = usize::MAX;
/// Entries of the table.
const ENTRIES: usize = 1 << 16;

/// What is known of a position without search.
pub(super) enum Verdict {
    /// The prover reaches the goal.
    Proven,
    /// It does not.
    Refuted,
    /// The first proof number and disproof number, at least 1 each.
    Open(u32, u32),
}

/// The position that a goal judges.
pub(super) struct Node<'a> {
    pub(super) board: &'a Board,
    pub(super) to_move: Color,
    /// The point that ko closes to the side to move.
    pub(super) ko: Vertex,
    /// Plies from the root.
    pub(super) depth: usize,
    /// Who may take back a ko at once.
    pub(super) retake: Retake,
}

impl Node<'_> {
    /// True if this side may take back a ko at once.
    pub(super) fn may_retake(&self, color: Color) -> bool {
        self.retake == Retake::Side(color)
    }
}

/// What the prover wants to reach.
pub(super) trait Goal {
    /// The side that wants it.
    fn prover(&self) -> Color;

    /// What is known of a position without search. Sets `saw_ko` if the rights of ko matter to it.
    fn verdict(&self, node: &Node<'_>, saw_ko: &mut bool) -> Verdict;

    /// True if the narrower search answers where this one does not end.
    fn falls_back(&self) -> bool {
        false
    }

    /// The points worth a move of the side to move, the likeliest first, each once. Points that the rules close may
    /// be among them. The search adds the pass for the opponent of the prover.
    fn moves(&self, node: &Node<'_>, moves: &mut Vec<Vertex>);
}

/// A table entry: the position with its proof numbers.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
}

/// A move with the position after it.
pub(super) struct Child {
    pub(super) at: Vertex,
    pub(super) key: u64,
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// The numbers come from a verdict, or from a repetition on this path, not from the table.
    pub(super) decided: bool,
    /// The ply of the path whose position it repeats, else [`NO_PLY`].
    repeats: usize,
}

/// The most promising move of a position, and what its moves cost together. The side to move needs the smallest of its
/// own numbers to become 0; the cost is the sum of the other numbers.
pub(super) struct Choice {
    pub(super) best: u32,
    pub(super) second: u32,
    pub(super) chosen: usize,
    pub(super) chosen_cost: u32,
    pub(super) sum: u32,
    /// Moves that are not lost.
    pub(super) open: u32,
}

/// The numbers of a position that only seems proven, where whole proofs count.
const SEEMS_PROVEN: (u32, u32) = (1, 20);

/// One search: one goal, one board, one answer to who may take a ko back.
pub(super) struct Search<'g, G> {
    pub(super) goal: &'g G,
    pub(super) board: Board,
    pub(super) retake: Retake,
    suicide: bool,
    table: Vec<Entry>,
    path: Vec<u64>,
    /// The sum of the path's keys.
    path_sum: u64,
    /// What is refuted on one path only, by the keys of position and path: the first ply that it depends on.
    refuted_here: BTreeMap<u64, usize>,
    /// Moves that the goal does not name, by position: replies that refuted what seemed proven, and answers to them.
    extra: BTreeMap<u64, Vec<Vertex>>,
    /// Positions that the prover wins by a whole proof.
    pub(super) settled: BTreeSet<u64>,
    /// True if only whole proofs count.
    pub(super) whole: bool,
    /// True if what a repetition refutes is kept for all paths. Some of it may be wrong then, but searches end sooner
    /// where there are many kos: for what is checked afterwards.
    pub(super) is_lax: bool,
    pub(super) max_nodes: u64,
    /// Asked now and then; true ends the search as the limit does.
    stop: &'g dyn Fn() -> bool,
    stopped: bool,
    /// Positions visited.
    pub(super) nodes: u64,
    /// True if a ko was met, so that other rights may change the answer.
    pub(super) saw_ko: bool,
}

impl<'g, G: Goal> Search<'g, G> {
    pub(super) fn new(
        goal: &'g G,
        board: &Board,
        retake: Retake,
        suicide: bool,
        max_nodes: u64,
    ) -> Search<'g, G> {
        Search {
            goal,
            board: board.clone(),
            retake,
            suicide,
            table: vec![Entry { key: 0, proof: 1, disproof: 1 }; ENTRIES],
            path: Vec::new(),
            path_sum: 0,
            refuted_here: BTreeMap::new(),
            extra: BTreeMap::new(),
            settled: BTreeSet::new(),
            whole: false,
            is_lax: false,
            max_nodes,
            stop: &|| false,
            stopped: false,
            nodes: 0,
            saw_ko: false,
        }
    }

    /// Whether the prover reaches the goal with `to_move` to move, `None` if the limit came first; and the first move
    /// of the side to move if it gets what it wants.
    pub(super) fn solve(&mut self, to_move: Color, ko: Vertex) -> (Option<bool>, Option<Vertex>) {
        let proves = to_move == self.goal.prover();
        let proven = match self.known(to_move, ko).unwrap_or_else(|| self.search(to_move, ko, NEVER, NEVER)) {
            (0, _) => true,
            (_, 0) => false,
            _ => return (None, None),
        };
        if proven != proves {
            return (Some(proven), None);
        }
        (Some(proven), self.first(to_move, ko, proven))
    }

    /// The numbers of the position on the board: those of a decided one, unless the limit comes first.
    pub(super) fn numbers_of(&mut self, to_move: Color, ko: Vertex) -> (u32, u32) {
        if let Some(numbers) = self.known(to_move, ko) {
            return numbers;
        }
        let key = self.key(to_move, ko);
        let entry = &self.table[key as usize / 2 % ENTRIES];
        if entry.key == key && (entry.proof == 0 || entry.disproof == 0) {
            return (entry.proof, entry.disproof);
        }
        self.search(to_move, ko, NEVER, NEVER)
    }

    /// The first move whose position is decided.
    pub(super) fn first(&mut self, to_move: Color, ko: Vertex, proven: bool) -> Option<Vertex> {
        self.enter(self.key(to_move, ko));
        let children = self.children(to_move, ko);
        self.leave();
        let decided = |child: &&Child| {
            let (proof, disproof) = self.numbers(child);
            if proven { proof == 0 } else { disproof == 0 }
        };
        let first = children.iter().find(decided).map(|child| child.at);
        first.filter(|&at| at != NO_VERTEX)
    }

    /// Counts a position.
    pub(super) fn count(&mut self) {
        self.nodes += 1;
        self.stopped |= self.nodes.is_multiple_of(1024) && (self.stop)();
    }

    /// The same search, ended when `stop` returns true.
    pub(super) fn until(self, stop: &'g dyn Fn() -> bool) -> Search<'g, G> {
        Search { stop, ..self }
    }

    /// True if the limit of positions is reached, or the search was stopped.
    pub(super) fn is_over(&self) -> bool {
        self.stopped || self.nodes >= self.max_nodes
    }

    /// Adds moves to those of the position with this key, and forgets what was found for it without them. False if all
    /// are known.
    pub(super) fn add_moves(&mut self, key: u64, moves: &[Vertex]) -> bool {
        let known = self.extra.entry(key).or_default();
        let before = known.len();
        known.extend(moves.iter().filter(|at| !known.contains(at)).copied().collect::<Vec<_>>());
        let is_new = known.len() > before;
        self.forget(key);
        is_new
    }

    /// Forgets what was found, but not the moves that were added.
    pub(super) fn forget_all(&mut self) {
        self.table.fill(Entry { key: 0, proof: 1, disproof: 1 });
        self.refuted_here.clear();
    }

    fn forget(&mut self, key: u64) {
        let entry = &mut self.table[key as usize / 2 % ENTRIES];
        if entry.key == key {
            *entry = Entry { key: 0, proof: 1, disproof: 1 };
        }
    }

    pub(super) fn key(&self, to_move: Color, ko: Vertex) -> u64 {
        let side = if to_move == Color::Black { 0x9e37_79b9_7f4a_7c15 } else { 0 };
        (self.board.hash() ^ side ^ (u64::from(ko) + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)) | 1
    }

    /// Plays `at` (a pass for `NO_VERTEX`), calls `look` with the point that ko closes then, and takes the move back.
    pub(super) fn after<T>(
        &mut self,
        at: Vertex,
        color: Color,
        look: impl FnOnce(&mut Self, Vertex) -> T,
    ) -> T {
        if at == NO_VERTEX {
            return look(self, NO_VERTEX);
        }
        let change = self.board.put(at, color);
        let is_ko = change.taken() == 1 && self.board.is_color(at, color) && self.board.chain_len(at) == 1;
        let ko = if is_ko { self.board.atari_liberty(at).unwrap_or(NO_VERTEX) } else { NO_VERTEX };
        let found = look(self, ko);
        self.board.take_back(&change);
        found
    }

    /// The numbers of a position that is decided without search.
    fn known(&mut self, to_move: Color, ko: Vertex) -> Option<(u32, u32)> {
        match self.judge(to_move, ko) {
            Verdict::Proven => Some((0, NEVER)),
            Verdict::Refuted => Some((NEVER, 0)),
            Verdict::Open(..) => None,
        }
    }

    fn judge(&mut self, to_move: Color, ko: Vertex) -> Verdict {
        let depth = self.path.len();
        let node = Node { board: &self.board, to_move, ko, depth, retake: self.retake };
        self.goal.verdict(&node, &mut self.saw_ko)
    }

    pub(super) fn children(&mut self, to_move: Color, ko: Vertex) -> Vec<Child> {
        let mut moves = Vec::with_capacity(32);
        let node = Node { board: &self.board, to_move, ko, depth: self.path.len(), retake: self.retake };
        let may_retake = node.may_retake(to_move);
        self.goal.moves(&node, &mut moves);
        if let Some(extra) = self.extra.get(&self.key(to_move, ko)) {
            moves.extend(extra.iter().filter(|at| !moves.contains(at)).copied().collect::<Vec<_>>());
        }
        let (board, suicide) = (&self.board, self.suicide);
        let mut saw_ko = false;
        moves.retain(|&at| {
            saw_ko |= at == ko;
            (at != ko || may_retake) && (suicide || !board.would_be_suicide(at, to_move))
        });
        self.saw_ko |= saw_ko;
        if to_move != self.goal.prover() {
            moves.push(NO_VERTEX);
        }
        moves
            .into_iter()
            .map(|at| self.after(at, to_move, |search, ko| search.child(at, !to_move, ko)))
            .collect()
    }

    fn child(&mut self, at: Vertex, to_move: Color, ko: Vertex) -> Child {
        let key = self.key(to_move, ko);
        let mut repeats = NO_PLY;
        let (proof, disproof, decided) = match self.judge(to_move, ko) {
            Verdict::Proven if self.whole && !self.settled.contains(&key) => {
                (SEEMS_PROVEN.0, SEEMS_PROVEN.1, false)
            }
            Verdict::Proven => (0, NEVER, true),
            Verdict::Refuted => (NEVER, 0, true),
            Verdict::Open(..) if self.settled.contains(&key) => (0, NEVER, true),
            Verdict::Open(proof, disproof) => match self.path.iter().position(|&earlier| earlier == key) {
                Some(ply) => {
                    repeats = ply;
                    (NEVER, 0, true)
                }
                None => (proof, disproof, false),
            },
        };
        Child { at, key, proof, disproof, decided, repeats }
    }

    /// Adds a position to the path.
    pub(super) fn enter(&mut self, key: u64) {
        self.path.push(key);
        self.path_sum = self.path_sum.wrapping_add(key);
    }

    /// Takes the last position from the path.
    pub(super) fn leave(&mut self) {
        if let Some(key) = self.path.pop() {
            self.path_sum = self.path_sum.wrapping_sub(key);
        }
    }

    /// The key of a position after this path. Moves that are added to the position change it.
    fn key_on_path(&self, key: u64) -> u64 {
        let added = self.extra.get(&key).map_or(0, Vec::len) as u64;
        (key ^ self.path_sum).wrapping_add(added.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The first ply of the path on which the refutation of a child depends.
    fn depends_on(&self, child: &Child) -> usize {
        match self.refuted_here.get(&self.key_on_path(child.key)) {
            Some(&ply) if !child.decided => ply,
            _ => child.repeats,
        }
    }

    pub(super) fn numbers(&self, child: &Child) -> (u32, u32) {
        if child.decided {
            return (child.proof, child.disproof);
        }
        if self.whole && self.settled.contains(&child.key) {
            return (0, NEVER);
        }
        if !self.refuted_here.is_empty() && self.refuted_here.contains_key(&self.key_on_path(child.key)) {
            return (NEVER, 0);
        }
        let entry = &self.table[child.key as usize / 2 % ENTRIES];
        if entry.key == child.key {
            if self.whole && entry.proof == 0 { SEEMS_PROVEN } else { (entry.proof, entry.disproof) }
        } else {
            (child.proof, child.disproof)
        }
    }

    /// Searches until one of the two limits is reached. Only for positions that are not decided.
    fn search(&mut self, to_move: Color, ko: Vertex, most_proof: u32, most_disproof: u32) -> (u32, u32) {
        self.count();
        let proves = to_move == self.goal.prover();
        let key = self.key(to_move, ko);
        let as_pair = |own, cost| if proves { (own, cost) } else { (cost, own) };
        self.enter(key);
        let children = self.children(to_move, ko);
        let numbers = loop {
            let Choice { best, second, chosen, chosen_cost, sum, open } = self.choose(&children, proves);
            let (most_own, most_cost) =
                if proves { (most_proof, most_disproof) } else { (most_disproof, most_proof) };
            if best == 0 {
                break as_pair(0, NEVER);
            }
            if open == 0 {
                break as_pair(NEVER, 0);
            }
            if best >= most_own || sum >= most_cost || self.is_over() {
                break as_pair(best, sum);
            }
            let own_limit = most_own.min(second.saturating_add(1));
            let cost_limit = (most_cost - sum).saturating_add(chosen_cost).min(NEVER);
            let (proof_limit, disproof_limit) = as_pair(own_limit, cost_limit);
            let at = children[chosen].at;
            self.after(at, to_move, |search, ko| search.search(!to_move, ko, proof_limit, disproof_limit));
        };
        self.leave_with(&children, proves, numbers);
        numbers
    }

    /// Leaves the last position of the path and keeps its numbers.
    pub(super) fn leave_with(&mut self, children: &[Child], proves: bool, (proof, disproof): (u32, u32)) {
        // The prover loses by all of its moves, its opponent wins by one.
        let depends_on = children.iter().map(|child| (self.numbers(child).1, self.depends_on(child)));
        let first = match () {
            () if disproof > 0 => NO_PLY,
            () if proves => depends_on.map(|(_, ply)| ply).min().unwrap_or(NO_PLY),
            () => depends_on.filter(|found| found.0 == 0).map(|(_, ply)| ply).max().unwrap_or(NO_PLY),
        };
        let Some(&key) = self.path.last() else { return };
        self.leave();
        if first < self.path.len() && !self.is_lax {
            self.refuted_here.insert(self.key_on_path(key), first);
        } else {
            self.table[key as usize / 2 % ENTRIES] = Entry { key, proof, disproof };
        }
    }

    /// For the prover the smallest proof number of its moves and the weak sum of the disproof numbers; for its opponent
    /// the other way round.
    pub(super) fn choose(&self, children: &[Child], proves: bool) -> Choice {
        let mut choice = Choice { best: NEVER, second: NEVER, chosen: 0, chosen_cost: 0, sum: 0, open: 0 };
        let mut most = 0;
        for (n, child) in children.iter().enumerate() {
            let (proof, disproof) = self.numbers(child);
            let (own, cost) = if proves { (proof, disproof) } else { (disproof, proof) };
            if cost > 0 {
                choice.open += 1;
                most = most.max(cost);
            }
            if own < choice.best {
                choice.second = choice.best;
                (choice.best, choice.chosen, choice.chosen_cost) = (own, n, cost);
            } else {
                choice.second = choice.second.min(own);
            }
        }
        choice.sum = (most + choice.open.saturating_sub(1)).min(NEVER);
        choice
    }
}
