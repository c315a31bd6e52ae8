//! The search tree: selection, expansion, playout, backup.
//!
//! Rapid action value estimation (RAVE): the value of a move combines its own playouts with those in which the same
//! side played it later ("all moves as first"). The weight of the second kind falls with the number of the first. This
//! explores enough without the exploration term of UCT. Sources: L. Kocsis and C. Szepesvári, "Bandit based
//! Monte-Carlo planning", 2006; S. Gelly and D. Silver, "Monte-Carlo tree search and rapid action value estimation in
//! computer Go", 2011.

mod keep;
mod shown;

use crate::board::Board;
use crate::playout::{PlayoutStart, Policy, Recent, count, play_out};
use crate::prior;
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_games::go::{NO_VERTEX, Position, Scoring, Vertex};
use tengen_games::{Game, Move};

/// The share of the margin in the value of a playout; the rest is win or loss.
const MARGIN_SHARE: f32 = 0.04;
/// One playout of this number begins with a pass, so that the value of a pass is known.
const PASS_EVERY: u64 = 32;
/// Default limit on the nodes of a tree.
pub(crate) const MAX_NODES: usize = 3_000_000;

/// A move with its statistics, from the side that plays it.
#[derive(Clone, Debug)]
pub(crate) struct TreeNode {
    /// The point, `NO_VERTEX` for a pass (and for the root).
    pub(crate) at: Vertex,
    pub(crate) visits: u32,
    /// Sum of values: win or loss, with a small share for the margin.
    value: f32,
    /// Playouts won; a draw counts half.
    pub(crate) wins: f32,
    /// Sum of margins in points.
    pub(crate) margin: f32,
    /// All moves as first, priors included.
    rave_visits: f32,
    rave_value: f32,
    first: u32,
    children: u32,
}

impl TreeNode {
    fn new(at: Vertex, prior: prior::Prior) -> TreeNode {
        TreeNode {
            at,
            visits: 0,
            value: 0.0,
            wins: 0.0,
            margin: 0.0,
            rave_visits: prior.visits,
            rave_value: prior.wins,
            first: 0,
            children: 0,
        }
    }

    /// The own value combined with the RAVE value.
    fn mixed_value(&self, rave_weight: f32) -> f32 {
        let rave = self.rave_value / self.rave_visits;
        if self.visits == 0 {
            return rave;
        }
        let own = self.visits as f32;
        let beta = self.rave_visits / (self.rave_visits + own + own * self.rave_visits / rave_weight);
        beta * rave + (1.0 - beta) * self.value / own
    }
}

/// The result of a playout, from black's side.
struct PlayoutResult {
    margin: f32,
    value: f32,
    wins: f32,
}

/// How often each margin came about, for each of the root's moves.
#[derive(Clone, Default)]
struct Margins {
    /// For each move a count for each margin.
    counts: Vec<u32>,
    /// Margins from one side's whole board to the other's, twice: prisoners count too.
    width: usize,
    /// Black's margin without this is a whole number.
    bonus: f32,
}

impl Margins {
    fn new(moves: usize, area: usize, bonus: f32) -> Margins {
        let width = 4 * area + 1;
        Margins { counts: vec![0; moves * width], width, bonus }
    }

    fn add(&mut self, n: usize, margin: f32) {
        let middle = self.width as i64 / 2;
        let bin = ((margin + self.bonus).round() as i64 + middle).clamp(0, 2 * middle);
        self.counts[n * self.width + bin as usize] += 1;
    }

    fn add_all(&mut self, other: &Margins) {
        for (own, other) in self.counts.iter_mut().zip(&other.counts) {
            *own += other;
        }
    }

    /// The median of black's margins after the move; `None` without playouts. Between two values it is their mean, or 0
    /// if one side wins with the one and the other side with the other.
    fn median(&self, n: usize) -> Option<f32> {
        let counts = &self.counts[n * self.width..][..self.width];
        let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        let at = |rank: u64| {
            let mut seen = 0;
            let bin = counts.iter().position(|&count| {
                seen += u64::from(count);
                seen > rank
            });
            bin.map_or(0.0, |bin| bin as f32 - (self.width / 2) as f32 - self.bonus)
        };
        if total == 0 {
            return None;
        }
        let (low, high) = (at((total - 1) / 2), at(total / 2));
        Some(if low < 0.0 && high > 0.0 { 0.0 } else { (low + high) / 2.0 })
    }
}

/// The tree that grows from one position.
pub(crate) struct Tree {
    nodes: Vec<TreeNode>,
    position: Position,
    /// Stones that black has placed so far minus white's, set-up and handicap included.
    placed: i32,
    rng: SplitMix64,
    policy: Policy,
    /// The root's stones, for reading and playouts.
    root: Board,
    /// The two moves before the root.
    recent: Recent,
    /// The board of the playout.
    board: Board,
    /// For each vertex, the side that first played there in this playout: 1 black, 2 white, 0 none.
    first_player: Vec<u8>,
    path: Vec<(u32, Color)>,
    owner: Vec<i8>,
    /// Sum of `owner` over all playouts.
    ownership: Vec<i32>,
    playouts: u64,
    /// Playouts of this search; the others are from before it.
    searched: u64,
    /// Playouts that began with a forced pass (see [`PASS_EVERY`]).
    forced_passes: u32,
    /// The margins of the playouts through each of the root's moves.
    margins: Margins,
    /// True if a pass at the root ends the game by a count of all stones as alive. Such a pass is never chosen by its
    /// value: whether the board is settled decides (see `passing`).
    pass_ends: bool,
    /// At this number of nodes no more are expanded.
    max_nodes: usize,
    /// Nodes this many plies below the root are not expanded.
    max_depth: usize,
}

/// The statistics of a root, to be added to the root of another tree of the same position.
pub(crate) struct RootStats {
    children: Vec<TreeNode>,
    visits: u32,
    ownership: Vec<i32>,
    playouts: u64,
    searched: u64,
    forced_passes: u32,
    margins: Margins,
}

impl Tree {
    pub(crate) fn new(
        position: &Position,
        policy: Policy,
        seed: u64,
        max_depth: Option<u32>,
        max_nodes: usize,
    ) -> Tree {
        let board = position.board();
        let mut placed =
            position.captured_by(Color::White) as i32 - position.captured_by(Color::Black) as i32;
        for at in board.vertices() {
            placed +=
                i32::from(board.is_color(at, Color::Black)) - i32::from(board.is_color(at, Color::White));
        }
        let area = board.size().area();
        let vertex =
            |mv: Option<Move>| mv.and_then(|mv| mv.point()).map_or(NO_VERTEX, |point| board.vertex(point));
        let ko = position.ko_point().map_or(NO_VERTEX, |point| board.vertex(point));
        let root = Board::new(board, ko);
        let mut history = position.moves().rev();
        let recent = Recent { last: vertex(history.next()), before: vertex(history.next()) };
        let mut tree = Tree {
            nodes: vec![TreeNode::new(NO_VERTEX, prior::PASS)],
            position: position.clone(),
            placed,
            rng: SplitMix64(seed),
            policy,
            first_player: vec![0; root.len()],
            board: root.clone(),
            root,
            recent,
            path: Vec::new(),
            owner: vec![0; area],
            ownership: vec![0; area],
            playouts: 0,
            searched: 0,
            forced_passes: 0,
            margins: Margins::default(),
            pass_ends: counts_all_stones_after_a_pass(position),
            max_nodes,
            max_depth: max_depth.map_or(usize::MAX, |depth| depth.max(1) as usize),
        };
        tree.expand(0, recent);
        tree.margins = Margins::new(tree.nodes[0].children as usize, area, position.rules().white_bonus());
        tree
    }

    /// Runs one playout.
    pub(crate) fn grow(&mut self) {
        self.first_player.fill(0);
        self.path.clear();
        self.board.clone_from(&self.root);
        let (mut node, mut placed) = (0, self.placed);
        let mut recent = self.recent;
        // 1. Selection: down the tree to a leaf.
        while self.nodes[node].children > 0 && !self.position.is_over() {
            let color = self.position.to_move();
            node = match self.root_pass() {
                Some(pass) if node == 0 && self.playouts % PASS_EVERY == PASS_EVERY / 4 => {
                    self.forced_passes += 1;
                    pass
                }
                _ => self.choose(node),
            };
            let at = self.nodes[node].at;
            recent = recent.then(at);
            self.path.push((node as u32, color));
            if at == NO_VERTEX {
                self.position.play_unchecked(Move::Pass);
                self.board.pass();
            } else {
                self.position.play_unchecked(Move::Place(self.position.board().point(at)));
                self.board.put(at, color);
                placed += if color == Color::Black { 1 } else { -1 };
            }
        }
        // 2. Expansion: a leaf with enough visits gets its children.
        let has_room = self.nodes.len() <= self.max_nodes && self.path.len() < self.max_depth;
        if self.nodes[node].visits >= self.policy.expand_at && has_room && !self.position.is_over() {
            self.expand(node, recent);
        }
        // 3. Playout to the end of the game, and the count.
        let result = self.finish(recent, placed);
        self.playouts += 1;
        self.searched += 1;
        // 4. Backup: undo the moves and update every node of the path.
        for _ in 0..self.path.len() {
            self.position.undo();
        }
        self.back_up(&result);
    }

    /// The pass among the root's moves: the last child, if there is one.
    fn root_pass(&self) -> Option<usize> {
        let last = (self.nodes[0].first + self.nodes[0].children) as usize - 1;
        (self.nodes[last].at == NO_VERTEX).then_some(last)
    }

    fn choose(&self, node: usize) -> usize {
        let rave_weight = self.policy.rave as f32;
        let parent = &self.nodes[node];
        let (first, mut children) = (parent.first as usize, parent.children as usize);
        if node == 0 && self.pass_ends && children > 1 {
            children -= 1;
        }
        let mut best = (f32::NEG_INFINITY, first);
        for (n, child) in self.nodes[first..first + children].iter().enumerate() {
            let value = child.mixed_value(rave_weight);
            if value > best.0 {
                best = (value, first + n);
            }
        }
        best.1
    }

    /// Adds a child for each legal move; the board is that of the node.
    fn expand(&mut self, node: usize, recent: Recent) {
        let first = self.nodes.len();
        let color = self.position.to_move();
        let board = self.position.board();
        let moves =
            board.vertices().filter(|&at| self.position.is_legal_stone(at) && !board.is_eye(at, color));
        let moves: Vec<Vertex> = moves.collect();
        let priors = prior::of_stones(&mut self.board, board, &moves, color, recent, &self.policy);
        self.nodes.extend(moves.iter().zip(priors).map(|(&at, prior)| TreeNode::new(at, prior)));
        if self.position.handicap_left() > 0 {
            // If only own eyes are left, the last handicap stones still need a move.
            if self.nodes.len() == first {
                let all = board.vertices().filter(|&at| self.position.is_legal_stone(at));
                self.nodes.extend(all.map(|at| TreeNode::new(at, prior::PASS)));
            }
        } else {
            self.nodes.push(TreeNode::new(NO_VERTEX, prior::PASS));
        }
        self.nodes[node].first = first as u32;
        self.nodes[node].children = (self.nodes.len() - first) as u32;
    }

    fn finish(&mut self, recent: Recent, placed: i32) -> PlayoutResult {
        let rules = self.position.rules();
        let territory = rules.scoring == Scoring::Territory;
        if rules.captures_to_win > 0 {
            return self.finish_captures(recent);
        }
        let mut margin = None;
        if self.position.is_over() && !territory {
            // By area every stone counts as alive, so the score is final.
            let score = self.position.score(&[]);
            for (owner, cell) in self.owner.iter_mut().zip(&score.owner) {
                *owner = match cell.color() {
                    Some(Color::Black) => 1,
                    Some(Color::White) => -1,
                    None => 0,
                };
            }
            margin = Some(score.margin());
        }
        let margin = margin.unwrap_or_else(|| {
            let start = PlayoutStart {
                to_move: self.position.to_move(),
                recent,
                passes: self.position.passes().min(1),
            };
            let first_player = &mut self.first_player;
            play_out(&mut self.board, start, &self.policy, &mut self.rng, None, |at, color| {
                let first = &mut first_player[at as usize];
                if *first == 0 {
                    *first = 1 + color as u8;
                }
            });
            let area = count(&self.board, self.position.board().vertices(), &mut self.owner);
            // Territory and prisoners equal the area less the stones that each side has placed.
            (if territory { area - placed } else { area }) as f32 - rules.white_bonus()
        });
        for (sum, &owner) in self.ownership.iter_mut().zip(&self.owner) {
            *sum += i32::from(owner);
        }
        let wins = if margin > 0.0 {
            1.0
        } else if margin < 0.0 {
            0.0
        } else {
            0.5
        };
        let lead = margin / (margin.abs() + self.owner.len() as f32 / 4.0);
        let value = (1.0 - MARGIN_SHARE) * wins + MARGIN_SHARE * (0.5 + 0.5 * lead);
        PlayoutResult { margin, value, wins }
    }

    /// The playout of a game that captures win: it stops at the capture that decides.
    fn finish_captures(&mut self, recent: Recent) -> PlayoutResult {
        let winner = match self.position.outcome() {
            Some(outcome) => outcome.winner,
            None => {
                let needed = u32::from(self.position.rules().captures_to_win);
                let left = Color::BOTH.map(|color| needed - self.position.captured_by(color));
                let passes = self.position.passes().min(1);
                let start = PlayoutStart { to_move: self.position.to_move(), recent, passes };
                let first_player = &mut self.first_player;
                play_out(&mut self.board, start, &self.policy, &mut self.rng, Some(left), |at, color| {
                    let first = &mut first_player[at as usize];
                    if *first == 0 {
                        *first = 1 + color as u8;
                    }
                })
            }
        };
        let wins = match winner {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
        PlayoutResult { margin: 0.0, value: wins, wins }
    }

    fn back_up(&mut self, result: &PlayoutResult) {
        if let Some(&(id, _)) = self.path.first() {
            self.margins.add((id - self.nodes[0].first) as usize, result.margin);
        }
        for step in (0..self.path.len()).rev() {
            let (id, color) = self.path[step];
            let (value, wins, margin) = if color == Color::Black {
                (result.value, result.wins, result.margin)
            } else {
                (1.0 - result.value, 1.0 - result.wins, -result.margin)
            };
            let node = &mut self.nodes[id as usize];
            node.visits += 1;
            node.value += value;
            node.wins += wins;
            node.margin += margin;
            if node.at != NO_VERTEX {
                // The earliest stone on a point counts.
                self.first_player[node.at as usize] = 1 + color as u8;
            }
            let parent = if step == 0 { 0 } else { self.path[step - 1].0 as usize };
            let (first, children) = (self.nodes[parent].first as usize, self.nodes[parent].children as usize);
            for child in &mut self.nodes[first..first + children] {
                if child.at != NO_VERTEX && self.first_player[child.at as usize] == 1 + color as u8 {
                    child.rave_visits += 1.0;
                    child.rave_value += value;
                }
            }
        }
        self.nodes[0].visits += 1;
    }

    /// The statistics of the root.
    pub(crate) fn root_stats(&self) -> RootStats {
        RootStats {
            children: self.children(&self.nodes[0]).to_vec(),
            visits: self.nodes[0].visits,
            ownership: self.ownership.clone(),
            playouts: self.playouts,
            searched: self.searched,
            forced_passes: self.forced_passes,
            margins: self.margins.clone(),
        }
    }

    /// Adds the root statistics of another tree of the same position.
    pub(crate) fn add_root_stats(&mut self, other: &RootStats) {
        let (first, children) = (self.nodes[0].first as usize, self.nodes[0].children as usize);
        self.nodes[0].visits += other.visits;
        // The root's moves depend on the position alone, so both trees have the same.
        for (own, other) in self.nodes[first..first + children].iter_mut().zip(&other.children) {
            debug_assert_eq!(own.at, other.at);
            own.visits += other.visits;
            own.value += other.value;
            own.wins += other.wins;
            own.margin += other.margin;
        }
        for (own, other) in self.ownership.iter_mut().zip(&other.ownership) {
            *own += other;
        }
        self.margins.add_all(&other.margins);
        self.playouts += other.playouts;
        self.searched += other.searched;
        self.forced_passes += other.forced_passes;
    }

    /// Playouts that its ownership is the mean of.
    pub(crate) fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Playouts of this search, without those that it was kept with.
    pub(crate) fn searched(&self) -> u64 {
        self.searched
    }

    fn children(&self, node: &TreeNode) -> &[TreeNode] {
        &self.nodes[node.first as usize..(node.first + node.children) as usize]
    }

    pub(crate) fn move_of(&self, node: &TreeNode) -> Move {
        if node.at == NO_VERTEX { Move::Pass } else { Move::Place(self.position.board().point(node.at)) }
    }

    /// The mean owner of each point over all playouts, from 1 (always black) to −1 (always white), in reading order.
    pub(crate) fn ownership(&self) -> Vec<f32> {
        self.ownership.iter().map(|&sum| sum as f32 / self.playouts.max(1) as f32).collect()
    }
}

/// True if a pass in `position` ends the game, and its rules count every stone as alive then.
fn counts_all_stones_after_a_pass(position: &Position) -> bool {
    let rules = position.rules();
    if rules.captures_to_win > 0 || rules.scoring == Scoring::Territory || position.is_over() {
        return false;
    }
    let mut after = position.clone();
    after.play_unchecked(Move::Pass);
    after.is_over()
}
