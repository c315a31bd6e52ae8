//! The positions of an enclosed region, without its place on the board, and their values.

/// No legal move there.
const ILLEGAL: u32 = u32::MAX;
/// A move that captures a wall.
const BREACH: u32 = u32::MAX - 1;
/// No point.
const NO_POINT: u8 = u8::MAX;

/// A region without its place: sets of points are bits in the order of its points.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Shape {
    /// For each point those beside it.
    pub(super) beside: Vec<u16>,
    /// For each wall the points beside it.
    pub(super) walls: Vec<u16>,
    pub(super) wall_stones: i16,
    /// The points beside chains of the attacker that cannot be captured.
    pub(super) attacked: u16,
}

/// What the moves of a shape gain, by the code of the position: a digit of three for each point, the first the lowest;
/// 0 empty, 1 the defender, 2 the attacker.
#[derive(Debug)]
pub(super) struct Gains {
    /// Twice the points that a stone of the defender, and of the attacker, on each point gains over a move elsewhere. 0
    /// where it is illegal.
    pub(super) twice: [Vec<i16>; 2],
}

/// The stones of a position, as bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Stones {
    /// The defender's.
    pub(super) own: u16,
    /// The attacker's.
    pub(super) other: u16,
}

impl Shape {
    fn len(&self) -> usize {
        self.beside.len()
    }

    /// The points beside a set of points.
    fn around(&self, set: u16) -> u16 {
        bits(set).map(|n| self.beside[n]).fold(0, |mask, beside| mask | beside)
    }

    /// The chains of a set of stones that hold `seed`.
    fn grown(&self, seed: u16, within: u16) -> u16 {
        let mut chain = seed & within;
        loop {
            let more = (chain | self.around(chain)) & within;
            if more == chain {
                return chain;
            }
            chain = more;
        }
    }

    /// The defender's stones without a liberty, and whether a wall has none.
    fn defender_without_liberty(&self, stones: Stones) -> (u16, bool) {
        let empty = self.all() & !(stones.own | stones.other);
        let (mut rest, mut breach) = (stones.own, false);
        let mut joined = vec![false; self.walls.len()];
        let mut dead = 0;
        for first in 0..self.walls.len() {
            if joined[first] {
                continue;
            }
            joined[first] = true;
            let (mut beside, mut chain) = (self.walls[first], 0);
            loop {
                let grown = self.grown(beside | chain, stones.own);
                let touched = |w: &usize| !joined[*w] && self.walls[*w] & grown != 0;
                let more: Vec<usize> = (0..self.walls.len()).filter(touched).collect();
                if grown == chain && more.is_empty() {
                    break;
                }
                chain = grown;
                for w in more {
                    joined[w] = true;
                    beside |= self.walls[w];
                }
            }
            rest &= !chain;
            if (beside | self.around(chain)) & empty == 0 {
                breach = true;
                dead |= chain;
            }
        }
        while rest != 0 {
            let chain = self.grown(rest & rest.wrapping_neg(), rest);
            rest &= !chain;
            if self.around(chain) & empty == 0 {
                dead |= chain;
            }
        }
        (dead, breach)
    }

    /// The attacker's stones without a liberty.
    fn attacker_without_liberty(&self, stones: Stones) -> u16 {
        let empty = self.all() & !(stones.own | stones.other);
        let mut rest = stones.other & !self.grown(stones.other & self.attacked, stones.other);
        let mut dead = 0;
        while rest != 0 {
            let chain = self.grown(rest & rest.wrapping_neg(), rest);
            rest &= !chain;
            if self.around(chain) & empty == 0 {
                dead |= chain;
            }
        }
        dead
    }

    fn all(&self) -> u16 {
        ((1u32 << self.len()) - 1) as u16
    }

    /// The position after a stone on point `n`: its code, [`ILLEGAL`] or [`BREACH`]; and a reply that repeats the
    /// position before two stones were sent in, which are now taken.
    fn after(&self, before: Stones, n: usize, defends: bool) -> (u32, u8) {
        let (mut stones, bit) = (before, 1 << n);
        if (stones.own | stones.other) & bit != 0 {
            return (ILLEGAL, NO_POINT);
        }
        let taken;
        if defends {
            stones.own |= bit;
            taken = self.attacker_without_liberty(stones);
            stones.other &= !taken;
            let (dead, breach) = self.defender_without_liberty(stones);
            if dead != 0 || breach {
                return (ILLEGAL, NO_POINT);
            }
        } else {
            stones.other |= bit;
            let (dead, breach) = self.defender_without_liberty(stones);
            if breach {
                return (BREACH, NO_POINT);
            }
            taken = dead;
            stones.own &= !taken;
            if self.attacker_without_liberty(stones) != 0 {
                return (ILLEGAL, NO_POINT);
            }
        }
        (code(stones), if taken.count_ones() == 2 { self.lone_liberty(stones, n, defends) } else { NO_POINT })
    }

    /// The only liberty of the stone on point `n`, if it is alone.
    fn lone_liberty(&self, stones: Stones, n: usize, defends: bool) -> u8 {
        let own = if defends { stones.own } else { stones.other };
        let joins = if defends {
            self.walls.iter().any(|wall| wall >> n & 1 == 1)
        } else {
            self.attacked >> n & 1 == 1
        };
        let liberties = self.beside[n] & self.all() & !(stones.own | stones.other);
        let is_lone = !joins && self.beside[n] & own == 0 && liberties.count_ones() == 1;
        if is_lone { liberties.trailing_zeros() as u8 } else { NO_POINT }
    }

    /// The defender's points less the attacker's if both sides pass, walls included.
    fn count(&self, stones: Stones) -> i16 {
        let Stones { own, other } = stones;
        let mut count = self.wall_stones + own.count_ones() as i16 - other.count_ones() as i16;
        let walls = self.walls.iter().fold(0, |mask, wall| mask | wall);
        let mut rest = self.all() & !(own | other);
        while rest != 0 {
            let area = self.grown(rest & rest.wrapping_neg(), rest);
            rest &= !area;
            let edge = self.around(area);
            let defended = edge & own != 0 || area & walls != 0;
            let attacked = edge & other != 0 || area & self.attacked != 0;
            count += (i16::from(defended) - i16::from(attacked)) * area.count_ones() as i16;
        }
        count
    }

    /// What the moves of all positions gain.
    pub(super) fn solve(&self) -> Gains {
        let moves = self.moves();
        let [low, high] = self.values(&moves);
        let twice = [0, 1].map(|side| {
            // The other side moves next.
            let worth = |position: usize| low[1 - side][position] + high[1 - side][position];
            let gain = |(n, &(after, _)): (usize, &(u32, u8))| {
                let after = match after {
                    ILLEGAL => return 0,
                    BREACH => -2 * self.most(),
                    after => worth(after as usize),
                };
                let gain = after - worth(n / self.len());
                if side == 0 { gain } else { -gain }
            };
            moves[side].iter().enumerate().map(gain).collect()
        });
        Gains { twice }
    }

    /// The value of all points and walls.
    pub(super) fn most(&self) -> i16 {
        self.len() as i16 + self.wall_stones
    }

    /// Whether every chain has a liberty.
    pub(super) fn is_legal(&self, stones: Stones) -> bool {
        self.defender_without_liberty(stones) == (0, false) && self.attacker_without_liberty(stones) == 0
    }

    /// What a stone of the defender, and of the attacker, on each point of each position leads to: see `after`.
    pub(super) fn moves(&self) -> [Vec<(u32, u8)>; 2] {
        [true, false].map(|defends| {
            let positions = (0..3usize.pow(self.len() as u32)).map(|code| decode(code, self.len()));
            let after = |stones: Stones, n: usize| {
                if self.is_legal(stones) { self.after(stones, n, defends) } else { (ILLEGAL, NO_POINT) }
            };
            positions.flat_map(|stones| (0..self.len()).map(move |n| after(stones, n))).collect()
        })
    }

    /// The value of each position with the defender and with the attacker to move: first where the attacker wins every
    /// ko, then where the defender does.
    pub(super) fn values(&self, moves: &[Vec<(u32, u8)>; 2]) -> [[Vec<i16>; 2]; 2] {
        let positions = (0..3usize.pow(self.len() as u32)).map(|code| decode(code, self.len()));
        let counts: Vec<Option<i16>> =
            positions.map(|stones| self.is_legal(stones).then(|| self.count(stones))).collect();
        [-self.most(), self.most()].map(|end| values(moves, &counts, self.len(), self.most(), end))
    }
}

/// The value of each legal position, which has a count, with the defender and with the attacker to move. Play without
/// end is worth `end`, so every ko goes to the side that gains by it.
fn values(
    moves: &[Vec<(u32, u8)>; 2],
    counts: &[Option<i16>],
    len: usize,
    most: i16,
    end: i16,
) -> [Vec<i16>; 2] {
    let mut value = [vec![end; counts.len()], vec![end; counts.len()]];
    // After a pass of the other side.
    let mut passed = value.clone();
    loop {
        let mut changed = false;
        // A stone makes the code larger, so most of what a position depends on is done before it.
        let legal = counts.iter().enumerate().rev().filter_map(|(n, count)| Some((n, (*count)?)));
        for (position, count) in legal {
            for side in 0..2 {
                let better = |a: i16, b: i16| if side == 0 { a.max(b) } else { a.min(b) };
                let worse = |a: i16, b: i16| if side == 0 { a.min(b) } else { a.max(b) };
                let mut best = None;
                for &(after, barred) in &moves[side][position * len..][..len] {
                    let after = match after {
                        ILLEGAL => continue,
                        BREACH => -most,
                        after if barred == NO_POINT => value[1 - side][after as usize],
                        // The reply is any but the one that repeats.
                        after => {
                            let after = after as usize;
                            let replies = moves[1 - side][after * len..][..len].iter().enumerate();
                            let replies = replies.filter_map(|(n, &(reply, _))| match reply {
                                _ if n == usize::from(barred) => None,
                                ILLEGAL => None,
                                BREACH => Some(-most),
                                reply => Some(value[side][reply as usize]),
                            });
                            replies.fold(passed[side][after], worse)
                        }
                    };
                    best = Some(best.map_or(after, |best| better(best, after)));
                }
                let with = |other: i16| best.map_or(other, |best| better(best, other));
                let stop = with(count);
                let go_on = with(passed[1 - side][position]);
                for (slot, new) in [(&mut passed[side][position], stop), (&mut value[side][position], go_on)]
                {
                    changed |= *slot != new;
                    *slot = new;
                }
            }
        }
        if !changed {
            return value;
        }
    }
}

fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let n = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            n
        })
    })
}

fn code(stones: Stones) -> u32 {
    (0..16)
        .rev()
        .fold(0, |code, n| 3 * code + u32::from(stones.own >> n & 1) + 2 * u32::from(stones.other >> n & 1))
}

pub(super) fn decode(mut code: usize, len: usize) -> Stones {
    let mut stones = Stones { own: 0, other: 0 };
    for n in 0..len {
        match code % 3 {
            1 => stones.own |= 1 << n,
            2 => stones.other |= 1 << n,
            _ => {}
        }
        code /= 3;
    }
    stones
}
