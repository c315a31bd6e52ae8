//! The search tree: select, expand, evaluate, back up, and prove.
//!
//! The two sides are the players, not the colours: an opening rule may swap colours, and a turn may have two stones. So
//! a node's value belongs to the player who chose it.

use crate::evaluation::{Evaluation, player_of};
use crate::moves::Moves;
use crate::playout::{ending, play_out};
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_games::{Game, Move, PlayerId};

/// How much priors count against values.
const EXPLORE_STATIC: f32 = 1.2;
/// The same where values come from random games, which are noisy.
const EXPLORE_PLAYOUTS: f32 = 2.0;
/// An unvisited move is thought this much worse than its parent.
const FIRST_PLAY: f32 = 0.15;
/// A node of random games is expanded at this many visits: the results of fewer are noise.
const EXPAND_AT: u32 = 3;
/// Nodes that a tree may have unless another limit is set.
pub(crate) const MAX_NODES: usize = 2_000_000;

/// A position whose result is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Decided {
    /// `None` for a draw.
    pub(crate) winner: Option<PlayerId>,
    /// Plies to the end with best play.
    pub(crate) plies: u16,
    /// Whether it is a proof: no move was left out.
    pub(crate) exact: bool,
}

impl Decided {
    /// Whether the position before may have `result` because of this one.
    fn leads_to(self, result: Decided) -> bool {
        self.plies + 1 == result.plies && self.winner == result.winner
    }
}

/// A move, and what is known of the position after it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) mv: Move,
    prior: f32,
    pub(crate) visits: u32,
    /// Sum of the chances to win of the player who chose the move.
    value: f32,
    /// Sum of black's margins.
    margin: f32,
    first: u32,
    children: u16,
    complete: bool,
    expanded: bool,
    /// One of its moves is known to draw, so that its mover need not accept less.
    has_draw: bool,
    pub(crate) decided: Option<Decided>,
}

impl Node {
    fn new(mv: Move, prior: f32) -> Node {
        Node {
            mv,
            prior,
            visits: 0,
            value: 0.0,
            margin: 0.0,
            first: 0,
            children: 0,
            complete: false,
            expanded: false,
            has_draw: false,
            decided: None,
        }
    }

    /// The mean chance to win of the player who chose it.
    pub(crate) fn win(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { self.value / self.visits as f32 }
    }

    /// Black's mean margin.
    pub(crate) fn margin(&self) -> f32 {
        self.margin / self.visits.max(1) as f32
    }
}

/// The tree that grows from one position.
pub(crate) struct Tree<G: Game> {
    nodes: Vec<Node>,
    position: G,
    evaluation: Evaluation,
    moves: Moves,
    rng: SplitMix64,
    path: Vec<(u32, PlayerId)>,
    /// Whether points decide the game.
    counts_points: bool,
    max_depth: usize,
    max_nodes: usize,
    /// The longest path so far, in plies.
    pub(crate) depth: u32,
}

impl<G: Game> Tree<G> {
    pub(crate) fn new(position: &G, seed: u64, max_depth: Option<u32>, max_nodes: usize) -> Tree<G> {
        Tree {
            nodes: vec![Node::new(Move::Pass, 1.0)],
            evaluation: Evaluation::new(position),
            counts_points: position.margin_now().is_some(),
            position: position.clone(),
            moves: Moves::default(),
            rng: SplitMix64(seed ^ 0x06E6_E7A1),
            path: Vec::new(),
            max_depth: max_depth.map_or(usize::MAX, |depth| depth.max(1) as usize),
            max_nodes,
            depth: 0,
        }
    }

    /// Whether the result of the root is known.
    pub(crate) fn is_decided(&self) -> bool {
        self.nodes[0].decided.is_some()
    }

    /// Whether points decide the game.
    pub(crate) fn counts_points(&self) -> bool {
        self.counts_points
    }

    /// One visit.
    pub(crate) fn grow(&mut self) {
        if self.nodes.len() >= self.max_nodes {
            self.make_room();
        }
        self.path.clear();
        // 1. Down the tree, to a node whose moves are not listed yet.
        let mut node = 0;
        while self.nodes[node].expanded && self.nodes[node].decided.is_none() && self.nodes[node].children > 0
        {
            let mover = self.position.player_to_move();
            node = self.choose(node);
            self.path.push((node as u32, mover));
            self.position.play_unchecked(self.nodes[node].mv);
        }
        self.depth = self.depth.max(self.path.len() as u32);
        // 2. Its value, and its moves.
        let (first_wins, margin) = self.visit(node);
        // 3. Back up: the position, the values, and the proofs.
        for _ in 0..self.path.len() {
            self.position.undo();
        }
        self.back_up(node, first_wins, margin);
    }

    /// Evaluates the position of `node`, where the tree ends. Returns the first player's chance to win and black's
    /// margin.
    fn visit(&mut self, node: usize) -> (f32, f32) {
        let points = self.counts_points;
        if let Some(decided) = self.nodes[node].decided {
            return (first_wins(decided.winner), if points { self.nodes[node].margin() } else { 0.0 });
        }
        if let Some(outcome) = self.position.outcome() {
            let winner = outcome.winner.and_then(|color| player_of(&self.position, color));
            self.nodes[node].decided = Some(Decided { winner, plies: 0, exact: true });
            return (first_wins(winner), ending(&self.position).margin.unwrap_or(0.0));
        }
        let is_static = self.evaluation.is_static();
        let room = self.nodes.len() < self.max_nodes && self.path.len() < self.max_depth;
        let due = is_static || node == 0 || self.nodes[node].visits + 1 >= EXPAND_AT;
        if is_static {
            self.evaluation.look(&self.position);
        }
        if room && due && !self.nodes[node].expanded {
            self.expand(node);
            if let Some(decided) = self.nodes[node].decided {
                return (first_wins(decided.winner), 0.0);
            }
        }
        if is_static {
            let win = self.evaluation.win(&self.position);
            let player = player_of(&self.position, self.position.to_move());
            let value = match player {
                Some(PlayerId::First) => win,
                Some(PlayerId::Second) => 1.0 - win,
                None => 0.5,
            };
            return (value, 0.0);
        }
        let ending = play_out(&mut self.position, &mut self.rng);
        (ending.first_wins, ending.margin.unwrap_or(0.0))
    }

    fn expand(&mut self, node: usize) {
        let first = self.nodes.len();
        let mover = self.position.player_to_move();
        let win = self.moves.list(&mut self.position, &self.evaluation, &mut self.rng);
        if let Some((mv, _)) = win {
            let child = Node {
                decided: Some(Decided { winner: Some(mover), plies: 0, exact: true }),
                ..Node::new(mv, 1.0)
            };
            self.nodes.push(child);
            self.nodes[node].decided = Some(Decided { winner: Some(mover), plies: 1, exact: true });
        } else {
            self.nodes.extend(self.moves.candidates.iter().map(|c| Node::new(c.mv, c.prior)));
        }
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[node];
        (node.first, node.children) = (first as u32, count as u16);
        (node.complete, node.expanded) = (self.moves.complete, true);
    }

    /// The child to visit next: the best sum of its value and of what its prior is still owed (PUCT).
    fn choose(&self, node: usize) -> usize {
        let parent = &self.nodes[node];
        let first = parent.first as usize;
        let explore = if self.evaluation.is_static() { EXPLORE_STATIC } else { EXPLORE_PLAYOUTS };
        let owed = explore * (parent.visits.max(1) as f32).sqrt();
        // The chance of the player to move here, who need not be the one that chose this node.
        let (sum, visits) = self
            .children(parent)
            .iter()
            .fold((0.0, 0), |(sum, visits), child| (sum + child.value, visits + child.visits));
        let unvisited = if visits == 0 { 0.5 } else { (sum / visits as f32 - FIRST_PLAY).max(0.0) };
        let mut best = (f32::NEG_INFINITY, first);
        for (n, child) in self.children(parent).iter().enumerate() {
            // There is nothing to learn from a decided move.
            if child.decided.is_some() {
                continue;
            }
            let value = if child.visits == 0 { unvisited } else { child.win() };
            let worth = value + owed * child.prior / (1 + child.visits) as f32;
            if worth > best.0 {
                best = (worth, first + n);
            }
        }
        best.1
    }

    fn back_up(&mut self, leaf: usize, mut first_player: f32, margin: f32) {
        let mut proves = self.nodes[leaf].decided.is_some();
        for step in (0..self.path.len()).rev() {
            let (id, chooser) = self.path[step];
            let node = &mut self.nodes[id as usize];
            node.visits += 1;
            node.value += if chooser == PlayerId::First { first_player } else { 1.0 - first_player };
            node.margin += margin;
            let parent = if step == 0 { 0 } else { self.path[step - 1].0 as usize };
            if proves {
                proves = self.prove(parent, chooser);
            }
            if self.nodes[parent].has_draw {
                let bound = if chooser == PlayerId::First { f32::max } else { f32::min };
                first_player = bound(first_player, 0.5);
            }
        }
        let root = &mut self.nodes[0];
        root.visits += 1;
        root.margin += margin;
    }

    /// Decides a node from its children, if they decide it. `mover` is the player to move there.
    fn prove(&mut self, node: usize, mover: PlayerId) -> bool {
        let parent = &self.nodes[node];
        let children = self.children(parent);
        let wins = children.iter().filter_map(|c| c.decided).filter(|d| d.winner == Some(mover));
        // Among equally short wins a proof is better.
        if let Some(best) = wins.min_by_key(|d| (!d.exact, d.plies)) {
            self.nodes[node].decided = Some(Decided { plies: best.plies + 1, ..best });
            return true;
        }
        if children.iter().any(|child| child.decided.is_none()) {
            self.nodes[node].has_draw =
                children.iter().filter_map(|c| c.decided).any(|decided| decided.winner.is_none());
            return false;
        }
        let all = children.iter().filter_map(|c| c.decided);
        let exact = parent.complete && all.clone().all(|d| d.exact);
        let draw = all.clone().any(|d| d.winner.is_none());
        let longest = all.filter(|d| d.winner.is_none() == draw).map(|d| d.plies).max().unwrap_or(0);
        let opponent = mover.opponent();
        self.nodes[node].decided =
            Some(Decided { winner: (!draw).then_some(opponent), plies: longest + 1, exact });
        true
    }

    /// Forgets the moves of the positions with the fewest visits. What was counted of such a position stays; its moves
    /// are listed again at its next visit.
    fn make_room(&mut self) {
        let enough = self.max_nodes / 2;
        let mut least = 2;
        loop {
            let kept = self.visited(least);
            if kept.len() <= enough || least > self.nodes[0].visits {
                self.nodes = kept;
                return;
            }
            least *= 2;
        }
    }

    /// The tree with the moves of those positions alone that have `least` visits, and of the root. A decided position
    /// keeps the move that its result comes from.
    fn visited(&self, least: u32) -> Vec<Node> {
        let mut kept = vec![self.nodes[0].clone()];
        let mut next = 0;
        while next < kept.len() {
            let node = &kept[next];
            let first = kept.len();
            let moves = match node.decided {
                Some(decided) if next > 0 => {
                    let decides = |child: &&Node| child.decided.is_some_and(|after| after.leads_to(decided));
                    self.children(node).iter().find(decides).map_or(&[][..], std::slice::from_ref)
                }
                _ if next == 0 || node.visits >= least => self.children(node),
                _ => &[],
            };
            let node = &mut kept[next];
            (node.first, node.children) = (first as u32, moves.len() as u16);
            node.expanded = !moves.is_empty();
            kept.extend_from_slice(moves);
            next += 1;
        }
        kept
    }

    fn children(&self, node: &Node) -> &[Node] {
        &self.nodes[node.first as usize..node.first as usize + usize::from(node.children)]
    }

    /// The moves at the root, the best first.
    pub(crate) fn ranked(&self) -> Vec<&Node> {
        self.ranked_children(&self.nodes[0], self.position.player_to_move())
    }

    /// Wins first, the shortest before the others; then by visits, but what looks worse than a known draw after it;
    /// what is lost comes last, the longest first.
    fn ranked_children(&self, node: &Node, mover: PlayerId) -> Vec<&Node> {
        let has_draw = node.has_draw;
        let mut ranked: Vec<&Node> = self.children(node).iter().collect();
        let key = |node: &Node| match node.decided {
            Some(Decided { winner: Some(winner), plies, exact }) if winner == mover => {
                (0, if exact { 0 } else { 1 }, i64::from(plies))
            }
            Some(Decided { winner: Some(_), plies, .. }) => (4, 0, -i64::from(plies)),
            Some(_) => (2, 0, -i64::from(node.visits)),
            None if has_draw && node.win() < 0.5 => (3, 0, -i64::from(node.visits)),
            None => (1, 0, -i64::from(node.visits)),
        };
        ranked.sort_by(|a, b| key(a).cmp(&key(b)).then(b.prior.total_cmp(&a.prior)));
        ranked
    }

    /// The line that is expected to follow `node`, a move at the root, its own move included.
    pub(crate) fn line(&self, node: &Node) -> Vec<Move> {
        let mut position = self.position.clone();
        let mut line = vec![node.mv];
        position.play_unchecked(node.mv);
        let mut node = node;
        while node.children > 0 && !position.is_over() {
            let best = self.ranked_children(node, position.player_to_move())[0];
            if best.visits == 0 && best.decided.is_none() {
                break;
            }
            line.push(best.mv);
            position.play_unchecked(best.mv);
            node = best;
        }
        line
    }

    /// Black's margin at the end of the line of `node`, `None` if the game does not end there.
    pub(crate) fn margin_at_end(&self, node: &Node) -> Option<f32> {
        let mut position = self.position.clone();
        self.line(node).into_iter().for_each(|mv| position.play_unchecked(mv));
        if position.is_over() { ending(&position).margin } else { None }
    }

    /// The player to move at the root.
    pub(crate) fn mover(&self) -> PlayerId {
        self.position.player_to_move()
    }

    /// The ply of the root.
    pub(crate) fn ply(&self) -> usize {
        self.position.ply()
    }

    /// The colour to move at the root.
    pub(crate) fn to_move(&self) -> Color {
        self.position.to_move()
    }
}

fn first_wins(winner: Option<PlayerId>) -> f32 {
    match winner {
        Some(PlayerId::First) => 1.0,
        Some(PlayerId::Second) => 0.0,
        None => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Point;
    use tengen_games::{AnyPosition, GameSpec};

    fn tic_tac_toe(max_nodes: usize) -> Tree<AnyPosition> {
        let spec = GameSpec::named("tic-tac-toe", None, None).unwrap();
        Tree::new(&AnyPosition::new(&spec), 1, None, max_nodes)
    }

    /// A tree without a limit has some 38,000 nodes when the draw is known.
    #[test]
    fn a_full_tree_goes_on() {
        let mut tree = tic_tac_toe(2_000);
        for _ in 0..100_000 {
            tree.grow();
            assert!(tree.nodes.len() < 2_100, "{} nodes", tree.nodes.len());
            if tree.is_decided() {
                break;
            }
        }
        assert_eq!(tree.nodes[0].decided.map(|decided| (decided.winner, decided.exact)), Some((None, true)));
    }

    /// The line of a result that is known goes to the end of the game, whatever has been forgotten.
    #[test]
    fn the_line_of_a_result_is_kept() {
        for max_nodes in [100, usize::MAX] {
            let mut tree = tic_tac_toe(max_nodes);
            // The edge beside a corner loses: two threats come at the fifth stone, the row at the seventh.
            for at in [Point::new(0, 0), Point::new(0, 1)] {
                tree.position.play_unchecked(Move::Place(at));
            }
            while !tree.is_decided() {
                tree.grow();
            }
            let best = tree.ranked()[0];
            let line = tree.line(best);
            assert_eq!(best.decided.map(|decided| usize::from(decided.plies) + 1), Some(line.len()));
            line.iter().for_each(|&mv| tree.position.play_unchecked(mv));
            assert_eq!(tree.position.outcome().and_then(|o| o.winner), Some(Color::Black), "{line:?}");
        }
    }
}
