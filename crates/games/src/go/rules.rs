//! The rules of a game of Go: every switch, and the rule sets that set them, by name.
//!
//! What each rule set means, with its source, is in `docs/rules/go.md`.

use crate::{GameKind, OptionError, SpecError};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use tengen_board::Size;

/// What may not be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ko {
    /// Only the simple ko: a stone that has just taken one stone, and is itself alone and in atari, may not be taken
    /// at once. Longer cycles are allowed.
    Simple,
    /// No stone may make the board look as it did after any earlier move.
    Positional,
    /// No stone may make the board look as it did after any earlier move with the same side to move.
    Situational,
}

/// Whether a stone may be put where its own chain has no liberty after captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// Never.
    Forbidden,
    /// Only together with others: a single stone that would vanish at once is refused.
    Chains,
    /// Always, even a single stone, unless superko forbids it (positional superko always does, since the board is as
    /// before).
    Allowed,
}

impl Suicide {
    /// Whether there is any suicide: of several stones at least.
    pub const fn is_allowed(self) -> bool {
        !matches!(self, Suicide::Forbidden)
    }
}

/// What is counted at the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Living stones, and the empty points that they alone surround.
    Area,
    /// The empty points that living stones alone surround, and prisoners.
    Territory,
}

/// Which surrounded points do not count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tax {
    /// Every surrounded point counts.
    None,
    /// Points surrounded by stones in seki do not count.
    Seki,
    /// Besides, every group pays for the two eyes it needs: up to two of its points do not count.
    Group,
}

/// What white gets for black's handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compensation {
    /// Nothing.
    None,
    /// A point for each stone.
    Stones,
    /// A point for each stone but the first.
    StonesLessOne,
}

/// Where handicap stones go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Placement {
    /// On the star points of [`fixed_handicap`](super::fixed_handicap): they are on the board when the game begins.
    Fixed,
    /// Where black likes: the game begins with that many black stones in a row.
    Free,
}

/// The rules of a game of Go. Each switch can be set by itself.
///
/// ```
/// use tengen_games::go::{Ko, Rules};
/// let mut rules = Rules::named("japanese", None)?;
/// assert_eq!(rules.to_string(), "japanese");
/// rules.ko = Ko::Situational;
/// rules.komi = 0.5;
/// assert_eq!(rules.to_string(), "japanese,ko=situational,komi=0.5");
/// assert_eq!(Rules::named("japanese,ko=situational,komi=0.5", None)?, rules);
/// # Ok::<(), tengen_games::SpecError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rules {
    /// The board, 1×1 to 25×25.
    pub size: Size,
    /// What may not be repeated.
    pub ko: Ko,
    /// Whether suicide is allowed.
    pub suicide: Suicide,
    /// What is counted.
    pub scoring: Scoring,
    /// Which surrounded points do not count.
    pub tax: Tax,
    /// Points that white gets for moving second; usually halves. Negative points go to black.
    pub komi: f32,
    /// Handicap stones; 0 and 1 both mean an even game. [`Rules::check`] says how many there can be.
    pub handicap: u16,
    /// Where handicap stones go.
    pub placement: Placement,
    /// What white gets for them, besides komi.
    pub compensation: Compensation,
    /// Whether each pass gives the opponent a prisoner.
    pub pass_stones: bool,
    /// Whether a game ends only with a pass of white.
    pub white_passes_last: bool,
    /// How many passes in a row end the game; 0 means that none do.
    pub passes_to_end: u8,
    /// Stones to capture to win at once (1 in Atari Go); 0 where the board is counted. Where it is not 0, a game that
    /// ends by passes is drawn.
    pub captures_to_win: u16,
    /// Whether every stone on the board counts as alive at the end, as by Tromp and Taylor. Where not, dead stones are
    /// taken off before the count, as players agree or a judge finds.
    pub dead_stones_stay: bool,
}

/// The most points of komi, for either side.
const MOST_KOMI: i32 = 1000;

/// The names of the options of the rules.
const SWITCHES: &[&str] = &[
    "ko",
    "suicide",
    "scoring",
    "tax",
    "komi",
    "handicap",
    "placement",
    "compensation",
    "pass-stones",
    "white-passes-last",
    "passes",
    "captures",
    "dead-stones",
];

impl Rules {
    const AREA: Rules = Rules {
        size: Size::of(19, 19),
        ko: Ko::Positional,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Area,
        tax: Tax::None,
        komi: 7.5,
        handicap: 0,
        placement: Placement::Free,
        compensation: Compensation::None,
        pass_stones: false,
        white_passes_last: false,
        passes_to_end: 2,
        captures_to_win: 0,
        dead_stones_stay: false,
    };

    /// Chinese rules.
    pub const CHINESE: Rules = Rules { compensation: Compensation::Stones, ..Rules::AREA };
    /// Japanese rules.
    pub const JAPANESE: Rules = Rules {
        ko: Ko::Simple,
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        komi: 6.5,
        placement: Placement::Fixed,
        ..Rules::AREA
    };
    /// Korean rules. They differ from the Japanese in nothing that is a switch here.
    pub const KOREAN: Rules = Rules::JAPANESE;
    /// Tromp-Taylor rules.
    pub const TROMP_TAYLOR: Rules =
        Rules { suicide: Suicide::Allowed, dead_stones_stay: true, ..Rules::AREA };
    /// Rules of the American Go Association.
    pub const AGA: Rules = Rules {
        ko: Ko::Situational,
        placement: Placement::Fixed,
        compensation: Compensation::StonesLessOne,
        pass_stones: true,
        white_passes_last: true,
        ..Rules::AREA
    };
    /// New Zealand rules.
    pub const NEW_ZEALAND: Rules =
        Rules { ko: Ko::Situational, suicide: Suicide::Allowed, komi: 7.0, ..Rules::AREA };
    /// Ing rules, with positional superko in place of Ing's own ko rule.
    pub const ING: Rules = Rules { suicide: Suicide::Allowed, ..Rules::AREA };
    /// Rules of the computer Go server CGOS: programs capture dead stones before they pass.
    pub const CGOS: Rules = Rules { dead_stones_stay: true, ..Rules::AREA };
    /// Stone scoring, as in ancient China.
    pub const STONE_SCORING: Rules = Rules { tax: Tax::Group, ..Rules::AREA };

    /// Atari Go (capture Go), on 9×9: the first capture wins. No komi, since points do not count.
    pub const ATARI_GO: Rules =
        Rules { size: Size::of(9, 9), ko: Ko::Simple, komi: 0.0, captures_to_win: 1, ..Rules::AREA };

    /// The names of the rule sets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        super::INFO.rule_sets.iter().map(|set| set.id)
    }

    /// Rules by name, on 19×19 unless a size is given: `chinese`, `japanese`, `korean`, `tromp-taylor`, `aga`,
    /// `new-zealand`, `ing`, `cgos`, `stone-scoring`; and `atari-go`, on 9×9. After the name may follow switches, each
    /// after a comma: `ko=simple|positional|situational`, `suicide=forbidden|chains|allowed`, `scoring=area|territory`,
    /// `tax=none|seki|group`, `komi=6.5`, `handicap=4`, `placement=fixed|free`,
    /// `compensation=none|stones|stones-less-one`, `pass-stones=yes|no`, `white-passes-last=yes|no`, `passes=2`,
    /// `captures=1`, `dead-stones=removed|alive`.
    ///
    /// With two handicap stones or more the komi is ½ unless `komi=` gives another, as in
    /// [`Rules::with_handicap`].
    ///
    /// ```
    /// use tengen_games::go::Rules;
    /// assert_eq!(Rules::named("chinese,handicap=4", None)?.komi, 0.5);
    /// assert_eq!(Rules::named("chinese,handicap=4,komi=7.5", None)?.komi, 7.5);
    /// # Ok::<(), tengen_games::SpecError>(())
    /// ```
    ///
    /// # Errors
    /// [`SpecError`] for an unknown name, switch or value, and what [`Rules::check`] finds.
    pub fn named(name: &str, size: Option<Size>) -> Result<Rules, SpecError> {
        let mut words = name.split(',').map(|w| w.trim().to_ascii_lowercase().replace(['_', ' '], "-"));
        let first = words.next().unwrap_or_default();
        let mut rules = Rules::set(&first, size).ok_or_else(|| SpecError::Rules {
            game: GameKind::Go,
            rules: name.chars().take(40).collect(),
            known: Rules::names().collect::<Vec<_>>().join(", "),
        })?;
        let mut gives_komi = false;
        for word in words {
            gives_komi |= word.starts_with("komi=");
            rules.switch(&word)?;
        }
        if !gives_komi {
            rules.komi = rules.usual_komi(rules.komi);
        }
        rules.check()?;
        Ok(rules)
    }

    /// The rule set with this name or alias.
    fn set(word: &str, size: Option<Size>) -> Option<Rules> {
        let rules = Rules::base(super::INFO.rule_set(word)?.id);
        Some(Rules { size: size.unwrap_or(rules.size), ..rules })
    }

    /// The rules of a set, by its identifier.
    fn base(id: &str) -> Rules {
        match id {
            "chinese" => Rules::CHINESE,
            "japanese" => Rules::JAPANESE,
            "korean" => Rules::KOREAN,
            "tromp-taylor" => Rules::TROMP_TAYLOR,
            "aga" => Rules::AGA,
            "new-zealand" => Rules::NEW_ZEALAND,
            "ing" => Rules::ING,
            "cgos" => Rules::CGOS,
            "stone-scoring" => Rules::STONE_SCORING,
            "atari-go" => Rules::ATARI_GO,
            other => unreachable!("rule set {other} has no rules"),
        }
    }

    fn switch(&mut self, word: &str) -> Result<(), SpecError> {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let word = || word.chars().take(40).collect::<String>();
        let bad = |why| SpecError::Option { game: GameKind::Go, why };
        let number = || bad(OptionError::Number(word()));
        macro_rules! choose {
            ($field:ident, $($text:literal => $value:expr),+) => {
                self.$field = match value {
                    $($text => $value,)+
                    _ => return Err(bad(OptionError::Value(word(), &[$($text),+]))),
                }
            };
        }
        match key {
            "ko" => choose!(ko, "simple" => Ko::Simple, "positional" => Ko::Positional,
                            "situational" => Ko::Situational),
            "suicide" => choose!(suicide, "forbidden" => Suicide::Forbidden, "chains" => Suicide::Chains,
                                 "allowed" => Suicide::Allowed),
            "scoring" => choose!(scoring, "area" => Scoring::Area, "territory" => Scoring::Territory),
            "tax" => choose!(tax, "none" => Tax::None, "seki" => Tax::Seki, "group" => Tax::Group),
            "placement" => choose!(placement, "fixed" => Placement::Fixed, "free" => Placement::Free),
            "compensation" => {
                choose!(compensation, "none" => Compensation::None, "stones" => Compensation::Stones,
                                      "stones-less-one" => Compensation::StonesLessOne)
            }
            "pass-stones" => choose!(pass_stones, "yes" => true, "no" => false),
            "white-passes-last" => choose!(white_passes_last, "yes" => true, "no" => false),
            "komi" => self.komi = value.parse().map_err(|_| number())?,
            "handicap" => self.handicap = value.parse().map_err(|_| number())?,
            "dead-stones" => choose!(dead_stones_stay, "removed" => false, "alive" => true),
            "captures" => self.captures_to_win = value.parse().map_err(|_| number())?,
            "passes" => self.passes_to_end = value.parse().map_err(|_| number())?,
            _ => return Err(bad(OptionError::Name(word(), SWITCHES))),
        }
        Ok(())
    }

    /// Says whether a game can be played by these rules.
    ///
    /// # Errors
    /// [`SpecError::Option`] if komi is not a number between −1000 and 1000. Also if the handicap stones have no place:
    /// fixed ones as [`fixed_handicap`](super::fixed_handicap) knows, free ones fewer than the points of the board.
    pub fn check(&self) -> Result<(), SpecError> {
        let error = |why| Err(SpecError::Option { game: GameKind::Go, why });
        if !(self.komi.is_finite() && self.komi.abs() <= MOST_KOMI as f32) {
            return error(OptionError::Komi(self.komi.to_string(), -MOST_KOMI, MOST_KOMI));
        }
        if self.captures_to_win > 0 && self.pass_stones {
            return error(OptionError::PassStones);
        }
        let most = self.most_handicap();
        if self.handicap > most {
            let fixed = self.placement == Placement::Fixed;
            return error(OptionError::Handicap { stones: self.handicap, size: self.size, most, fixed });
        }
        Ok(())
    }

    /// How many handicap stones these rules can place.
    pub fn most_handicap(&self) -> u16 {
        match self.placement {
            Placement::Fixed => super::most_fixed_handicap(self.size),
            Placement::Free => self.size.area() as u16 - 1,
        }
    }

    /// The same rules with this many handicap stones and a komi of ½, as handicap games are usually played.
    ///
    /// # Errors
    /// As [`Rules::check`].
    pub fn with_handicap(mut self, stones: u16) -> Result<Rules, SpecError> {
        self.handicap = stones;
        self.komi = self.usual_komi(self.komi);
        self.check().map(|()| self)
    }

    /// The komi of these rules, whose even games have `even`: ½ with handicap stones.
    fn usual_komi(&self, even: f32) -> f32 {
        if self.handicap >= 2 { 0.5 } else { even }
    }

    /// Whether dead stones are taken off before the count, as players agree or a judge finds. Every part of Tengen that
    /// counts a finished game asks here. Where captures win, nothing is counted.
    pub fn removes_dead_stones(&self) -> bool {
        self.captures_to_win == 0 && !self.dead_stones_stay
    }

    /// Points that white gets before a stone is played: komi, and the compensation for handicap stones.
    pub fn white_bonus(&self) -> f32 {
        let stones = if self.handicap >= 2 { self.handicap } else { 0 };
        self.komi
            + f32::from(match self.compensation {
                Compensation::None => 0,
                Compensation::Stones => stones,
                Compensation::StonesLessOne => stones.saturating_sub(1),
            })
    }

    /// Every switch with its value.
    fn switches(&self) -> [(&'static str, Value); 13] {
        let yes = |b| Value::Word(if b { "yes" } else { "no" });
        let ko = match self.ko {
            Ko::Simple => "simple",
            Ko::Positional => "positional",
            Ko::Situational => "situational",
        };
        let suicide = match self.suicide {
            Suicide::Forbidden => "forbidden",
            Suicide::Chains => "chains",
            Suicide::Allowed => "allowed",
        };
        let scoring = match self.scoring {
            Scoring::Area => "area",
            Scoring::Territory => "territory",
        };
        let tax = match self.tax {
            Tax::None => "none",
            Tax::Seki => "seki",
            Tax::Group => "group",
        };
        let placement = match self.placement {
            Placement::Fixed => "fixed",
            Placement::Free => "free",
        };
        let compensation = match self.compensation {
            Compensation::None => "none",
            Compensation::Stones => "stones",
            Compensation::StonesLessOne => "stones-less-one",
        };
        [
            ("ko", Value::Word(ko)),
            ("suicide", Value::Word(suicide)),
            ("scoring", Value::Word(scoring)),
            ("tax", Value::Word(tax)),
            ("komi", Value::Points(self.komi)),
            ("handicap", Value::Count(self.handicap)),
            ("placement", Value::Word(placement)),
            ("compensation", Value::Word(compensation)),
            ("pass-stones", yes(self.pass_stones)),
            ("white-passes-last", yes(self.white_passes_last)),
            ("passes", Value::Count(self.passes_to_end.into())),
            ("captures", Value::Count(self.captures_to_win)),
            ("dead-stones", Value::Word(if self.dead_stones_stay { "alive" } else { "removed" })),
        ]
    }
}

/// The value of a switch. It becomes text only where it is written: the rules of a record are compared with those of
/// every set.
#[derive(Clone, Copy, PartialEq)]
enum Value {
    Word(&'static str),
    Count(u16),
    Points(f32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Word(word) => f.write_str(word),
            Value::Count(count) => count.fmt(f),
            Value::Points(points) => points.fmt(f),
        }
    }
}

/// The rule set that fits best and the switches that differ from it, without the size: what [`Rules::named`] reads.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = self.switches();
        let best = Rules::names()
            .map(|name| (name, Rules::base(name)))
            .filter(|(_, base)| (base.captures_to_win > 0) == (self.captures_to_win > 0))
            .map(|(name, base)| (name, base.switches()))
            .min_by_key(|(_, base)| {
                let differs = own.iter().zip(base).filter(|(mine, theirs)| mine != theirs);
                // A game has its own komi and handicap by any rules: they say least about which rules these are.
                let (of_game, of_rules): (Vec<_>, Vec<_>) =
                    differs.partition(|((key, _), _)| matches!(*key, "komi" | "handicap" | "placement"));
                (of_rules.len(), of_game.len())
            });
        let Some((name, base)) = best else { return f.write_str("chinese") };
        f.write_str(name)?;
        for ((key, mine), (_, theirs)) in own.iter().zip(&base) {
            // With handicap stones the set's own komi must be written: without, it would be read as ½.
            let is_usual_komi = *mine == Value::Points(self.usual_komi(self.komi));
            if mine != theirs || *key == "komi" && !is_usual_komi {
                write!(f, ",{key}={mine}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        for set in super::super::INFO.rule_sets {
            let (name, others) = (set.id, set.aliases);
            let rules = Rules::named(name, None).unwrap();
            let side = if rules.captures_to_win > 0 { 9 } else { 19 };
            assert_eq!(rules.size, Size::of(side, side));
            assert_eq!(Rules::named(&rules.to_string(), None).unwrap(), rules);
            for other in others {
                assert_eq!(Rules::named(other, None).unwrap(), rules, "{other}");
            }
        }
        for text in ["ing,komi=7", "new-zealand,komi=7.5", "aga,komi=0.5", "chinese,handicap=2,komi=0.5"] {
            let rules = Rules::named(text, None).unwrap();
            let (name, written) = (text.split(',').next(), rules.to_string());
            assert_eq!(written.split(',').next(), name, "{text}: {written}");
        }
        // Korean rules as played differ from the Japanese in nothing that is a switch here.
        assert_eq!(Rules::named("korean", None).unwrap().to_string(), "japanese");
    }

    #[test]
    fn every_switch_reads_back() {
        let text = "aga,ko=simple,suicide=chains,scoring=territory,tax=group,komi=-3.25,handicap=9,placement=free,\
                    compensation=none,pass-stones=no,white-passes-last=no,passes=3,dead-stones=alive";
        let rules = Rules::named(text, Some(Size::of(13, 13))).unwrap();
        assert_eq!((rules.komi, rules.handicap, rules.passes_to_end), (-3.25, 9, 3));
        assert_eq!(Rules::named(&rules.to_string(), Some(Size::of(13, 13))).unwrap(), rules);
    }

    #[test]
    fn each_rule_set_says_whether_dead_stones_come_off() {
        let keeps = |name: &&str| !Rules::named(name, None).unwrap().removes_dead_stones();
        let kept: Vec<&str> = Rules::names().filter(keeps).collect();
        assert_eq!(kept, ["tromp-taylor", "cgos", "atari-go"], "nothing is counted in Atari Go");
        for text in ["ing", "cgos", "tromp-taylor", "new-zealand"] {
            assert_eq!(Rules::named(text, None).unwrap().to_string(), text, "its own name and no other");
        }
        // Other switches leave the question alone.
        for text in ["tromp-taylor,suicide=forbidden,komi=0", "cgos,ko=situational,tax=seki"] {
            assert!(keeps(&text), "{text}");
        }
        assert!(!keeps(&"chinese,suicide=allowed,compensation=none"));
        assert!(!keeps(&"tromp-taylor,dead-stones=removed"));
    }

    #[test]
    fn errors_say_what_there_is() {
        let message = |text| Rules::named(text, None).unwrap_err().to_string();
        assert!(message("martian").contains("new-zealand"), "{}", message("martian"));
        assert!(message("aga,ko=none").contains("situational"));
        assert!(message("aga,color=red").contains("white-passes-last"));
        assert!(message("aga,komi=nan").contains("-1000"));
        assert!(message("japanese,handicap=10").contains("at most 9"));
        assert!(message("chinese,handicap=361").contains("at most 360"));
    }
}
