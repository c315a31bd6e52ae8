//! Which game by which rules, from the words of the command line.

use crate::fail::Fail;
use crate::i18n::{Lang, tr};
use crate::input::short;
use crate::numbers::{decimal, whole};
use clap::Args;
use tengen_board::{Size, SizeError};
use tengen_games::go::Placement;
use tengen_games::{GameInfo, GameKind, GameSpec, SpecError, go, gomoku};
use tengen_records::Record;

/// The rules, for commands that name the game themselves.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RuleArgs {
    /// Rule set by name, such as renju or tromp-taylor; `tengen rules` lists them
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<String>,
    /// Board size: 15, or COLUMNSxROWS such as 7x6
    #[arg(long, value_name = "SIZE")]
    pub(crate) size: Option<String>,
    /// How many in a row win (m,n,k games)
    #[arg(long, value_name = "K", value_parser = whole::<u8>(1..=25))]
    pub(crate) k: Option<u8>,
    /// Stones fall to the lowest empty point (m,n,k games)
    #[arg(long)]
    pub(crate) gravity: bool,
    /// Opening rule (gomoku, renju): none, pro, long-pro, swap, swap2, rif, yamaguchi, soosorv-8, taraguchi-10
    #[arg(long, value_name = "NAME")]
    pub(crate) opening: Option<String>,
    /// Komi, the points white is given (Go)
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true, value_parser = decimal::<f32>("6.5"))]
    pub(crate) komi: Option<f32>,
    /// Handicap stones (Go); komi is then a half unless given
    #[arg(long, value_name = "STONES", value_parser = whole::<u16>(0..))]
    pub(crate) handicap: Option<u16>,
}

/// The game and its rules, for commands that read a position.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct GameArgs {
    #[arg(long, value_name = "GAME", help = crate::i18n::games_in_english())]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}

impl GameArgs {
    /// The game named, `None` where none is.
    pub(crate) fn spec(&self, lang: Lang) -> Result<Option<GameSpec>, Fail> {
        match &self.game {
            Some(game) => self.rules.spec(game, lang).map(Some),
            // No other game has a komi or a handicap.
            None if self.rules.rules.is_none()
                && (self.rules.komi.is_some() || self.rules.handicap.is_some()) =>
            {
                self.rules.spec(GameKind::Go.name(), lang).map(Some)
            }
            // A rule set alone often says which game is meant.
            None => match self.rules.rules.as_deref().and_then(game_of_rules) {
                Some(game) => self.rules.spec(game, lang).map(Some),
                None if self.rules.is_empty() => Ok(None),
                None => Err(match &self.rules.rules {
                    Some(rules) => {
                        let help = lang.pick(
                            "tengen rules lists all",
                            "tengen rules 可列出全部",
                            "「tengen rules」で一覧を表示します",
                        );
                        Fail::usage(lang.unknown_rules(&short(rules))).help(help)
                    }
                    None => Fail::usage(tr!(lang, RulesWithoutGame)).help(tr!(lang, RulesWithoutGameHelp)),
                }),
            },
        }
    }
}

impl GameArgs {
    /// Gives a record the rules that the options name, where its file names others. Returns what to say about it. The
    /// board stays that of the record; so do komi and handicap unless options give them.
    ///
    /// # Errors
    /// The record is of another game, or cannot be played by these rules.
    pub(crate) fn obey(&self, record: &mut Record, lang: Lang) -> Result<Option<String>, Fail> {
        let own = record.spec.clone();
        let asked = match self.spec(lang)? {
            Some(spec) if spec.kind() == own.kind() => spec,
            Some(spec) => {
                let (game, here) = (lang.kind(own.kind()), lang.spec(&spec));
                return Err(Fail::usage(tr!(lang, OptionsOfOtherGame, game = game, here = here)));
            }
            None => return Ok(None),
        };
        if self.rules.is_empty() {
            return Ok(None);
        }
        let named = self.game.as_deref().and_then(|game| game.split_once(':')).map(|(_, rules)| rules);
        let text = self.rules.rules.as_deref().or(named);
        let spec = match text {
            None => self.rules.refine(own.clone(), own.kind().name(), lang)?,
            Some(_) => asked.with_size(own.size()).map_err(|e| Fail::usage(lang.spec_error(&e)))?,
        };
        record.spec = match (spec, &own, text) {
            (GameSpec::Go(rules), GameSpec::Go(own), text) => {
                let gives = |key: &str| text.is_some_and(|text| text.contains(key));
                let has_handicap = self.rules.handicap.is_some() || gives("handicap=");
                let has_komi = self.rules.komi.is_some() || has_handicap || gives("komi=");
                GameSpec::Go(go::Rules {
                    komi: if has_komi { rules.komi } else { own.komi },
                    handicap: if has_handicap { rules.handicap } else { own.handicap },
                    // The record says where the stones are.
                    placement: if own.handicap > 0 { own.placement } else { rules.placement },
                    ..rules
                })
            }
            // An opening rule that the record follows stays, unless an option names one.
            (GameSpec::Gomoku(rules), GameSpec::Gomoku(own), Some(text))
                if self.rules.opening.is_none() && !text.contains('+') =>
            {
                let whole = format!("{}+{}", rules.variant.name(), own.opening.name());
                gomoku::Rules::named(&whole, Some(own.size)).unwrap_or(rules).into()
            }
            (spec, ..) => spec,
        };
        let (asked, own) = (lang.rules_name(&record.spec), lang.rules_name(&own));
        Ok((asked != own).then(|| tr!(lang, RulesAsAsked, own = own, asked = asked)))
    }
}

/// The game that has a rule set of this name. No two games share one.
fn game_of_rules(rules: &str) -> Option<&'static str> {
    GameInfo::ALL
        .into_iter()
        .map(|info| info.id)
        .find(|game| GameSpec::named(game, Some(rules), None).is_ok())
}

/// A size that no board has: with the sizes of the game, which are often fewer than those of all boards.
fn size_fail(error: &SizeError, text: &str, game: &str, lang: Lang) -> Fail {
    let game = game.split_once(':').map_or(game, |(game, _)| game);
    match (error, GameSpec::named(game, None, Some(Size::of(1, 1)))) {
        (SizeError::OutOfRange { .. }, Err(SpecError::Size { game, allowed, .. })) => Fail::usage(tr!(
            lang,
            SizeOfGame,
            game = lang.kind(game),
            size = text,
            allowed = lang.sizes_allowed(allowed)
        )),
        _ => Fail::usage(lang.size_error(error)),
    }
}

impl RuleArgs {
    /// True if nothing is said about the rules.
    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_none()
            && self.size.is_none()
            && self.k.is_none()
            && !self.gravity
            && self.opening.is_none()
            && self.komi.is_none()
            && self.handicap.is_none()
    }

    /// The rules of `game` with these options.
    pub(crate) fn spec(&self, game: &str, lang: Lang) -> Result<GameSpec, Fail> {
        let size: Option<Size> = match &self.size {
            Some(text) => Some(text.parse().map_err(|e| size_fail(&e, text, game, lang))?),
            None => None,
        };
        let (game, named) = match game.split_once(':') {
            Some((game, rules)) => (game, Some(rules)),
            None => (game, None),
        };
        if let (Some(one), Some(other)) = (named, self.rules.as_deref())
            && one != other
        {
            return Err(Fail::usage(tr!(lang, TwoRuleSets, one = one, other = other)));
        }
        let rules = self.rules.as_deref().or(named);
        // `--game renju --rules renju` names the same game twice, which is no mistake.
        let rules = rules.filter(|r| !(r.eq_ignore_ascii_case(game) && matches!(game, "renju" | "caro")));
        // An m,n,k board is named by its size and k, whatever rule set `named` starts from.
        let spec = GameSpec::named(game, rules, size).map_err(|e| Fail::usage(lang.spec_error(&e)))?;
        self.refine(spec, game, lang)
    }

    fn refine(&self, mut spec: GameSpec, game: &str, lang: Lang) -> Result<GameSpec, Fail> {
        let not_for = |option: &str| Fail::usage(tr!(lang, OptionNotForGame, option = option, game = game));
        if self.k.is_some() || self.gravity {
            let GameSpec::Mnk(rules) = &mut spec else {
                return Err(not_for(if self.k.is_some() { "--k" } else { "--gravity" }));
            };
            if let Some(k) = self.k {
                rules.k = k;
            }
            rules.gravity |= self.gravity;
            rules.check().map_err(|e| Fail::usage(lang.spec_error(&e)))?;
        }
        if let Some(name) = self.opening.as_ref().filter(|_| spec.kind() != GameKind::Gomoku) {
            if spec.info().openings.is_empty() {
                return Err(not_for("--opening"));
            }
            let set = spec.rule_set().map_or(spec.info().default_rules(), |set| set.id);
            let whole = format!("{set}+{name}");
            spec = GameSpec::of_kind(spec.kind(), &whole, Some(spec.size()))
                .map_err(|e| Fail::usage(lang.spec_error(&e)))?;
        } else if let Some(name) = &self.opening
            && let GameSpec::Gomoku(rules) = &mut spec
        {
            let opening = gomoku::OpeningRule::ALL.into_iter().find(|opening| opening.name() == name);
            let is_renju = opening.is_some_and(gomoku::OpeningRule::is_renju);
            if is_renju && rules.variant != gomoku::Variant::Renju {
                let refused = tr!(lang, OpeningOfRenju, opening = name, rules = rules.variant.name());
                return Err(Fail::usage(refused).help(tr!(lang, OpeningOfRenjuHelp, opening = name)));
            }
            let whole = format!("{}+{name}", rules.variant.name());
            *rules = gomoku::Rules::named(&whole, Some(rules.size))
                .map_err(|e| Fail::usage(lang.spec_error(&e)))?;
        }
        if self.komi.is_some() || self.handicap.is_some() {
            self.refine_go(&mut spec, lang, not_for)?;
        }
        Ok(spec)
    }

    fn refine_go(&self, spec: &mut GameSpec, lang: Lang, not_for: impl Fn(&str) -> Fail) -> Result<(), Fail> {
        let GameSpec::Go(rules) = spec else {
            return Err(not_for(if self.komi.is_some() { "--komi" } else { "--handicap" }));
        };
        let wrong = |e: SpecError| Fail::usage(lang.spec_error(&e));
        if let Some(komi) = self.komi.filter(|komi| !(komi.is_finite() && komi.abs() <= 1000.0)) {
            return Err(Fail::usage(tr!(lang, KomiRange, komi = komi)));
        }
        if let Some(stones) = self.handicap {
            // On the star points, as at any board and in the browser, unless the rules name another way.
            let named = self.rules.as_deref().is_some_and(|rules| rules.contains("placement="));
            if !named {
                rules.placement = Placement::Fixed;
            }
            let most = rules.most_handicap();
            if stones > most {
                let allowed = match most {
                    0 => tr!(lang, HandicapNone),
                    most => tr!(lang, HandicapAllowed, most = most),
                };
                let refused = tr!(lang, HandicapRange, stones = stones, size = rules.size, allowed = allowed);
                let set = GameSpec::from(*rules).rule_set().map_or("chinese", |set| set.id);
                let fail = Fail::usage(refused);
                return Err(if named { fail } else { fail.help(tr!(lang, HandicapFreeHelp, rules = set)) });
            }
            *rules = rules.with_handicap(stones).map_err(wrong)?;
        }
        if let Some(komi) = self.komi {
            rules.komi = komi;
        }
        rules.check().map_err(wrong)
    }
}
