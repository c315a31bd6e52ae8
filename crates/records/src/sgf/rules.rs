//! The game and its rules in SGF: `GM`, `SZ`, `RU` and `KM` ⇄ [`GameSpec`].
//!
//! SGF numbers the games and names four rule sets of Go. Other rules are written in `RU` with Tengen's own names, which
//! other programs ignore. m,n,k games have no number: they are GM[4] with their name in `RU`.

use tengen_board::Size;
use tengen_games::{GameInfo, GameKind, GameSpec, SgfGame, SpecError, go};

/// The game of a `GM` value; `None` for games that Tengen does not have.
pub(super) fn game(gm: &[u8]) -> Option<GameKind> {
    let number: u16 = std::str::from_utf8(gm.trim_ascii()).ok()?.parse().ok()?;
    let own = |info: &&GameInfo| u8::try_from(number).is_ok_and(|n| info.sgf_game == SgfGame::Own(n));
    let also = |info: &&GameInfo| info.sgf_read.contains(&number);
    GameInfo::ALL.into_iter().find(|info| own(info) || also(info)).map(|info| info.kind)
}

/// The number of a game.
pub(super) fn number(game: GameKind) -> u8 {
    game.info().sgf_game.number()
}

/// The size of the board if the file has none.
pub(super) fn usual_size(game: GameKind) -> Size {
    game.info().default_spec().size()
}

/// True if two texts of `RU` differ at most in their case and spaces.
pub(super) fn is_same_name(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase().replace([' ', '_', '/'], "-");
    plain(one) == plain(other)
}

/// Rules as KataGo writes them: `koPOSITIONALscoreAREAtaxNONEsui1`, with `button`, `whb` (points for handicap stones)
/// and `fpok` (passing with dead stones on the board) where they are not usual.
fn katago(word: &str, size: Size) -> Option<go::Rules> {
    fn take<'a>(rest: &mut &'a str, key: &str, values: &[&'static str]) -> Option<&'static str> {
        let after: &'a str = rest.strip_prefix(key)?;
        let value = values.iter().find(|value| after.starts_with(**value))?;
        *rest = &after[value.len()..];
        Some(value)
    }
    let mut rest = word;
    let mut rules = go::Rules::named("tromp-taylor", Some(size)).ok()?;
    rules.ko = match take(&mut rest, "ko", &["simple", "positional", "situational"])? {
        "simple" => go::Ko::Simple,
        "positional" => go::Ko::Positional,
        _ => go::Ko::Situational,
    };
    rules.scoring = match take(&mut rest, "score", &["area", "territory"])? {
        "area" => go::Scoring::Area,
        _ => go::Scoring::Territory,
    };
    rules.tax = match take(&mut rest, "tax", &["none", "seki", "all"])? {
        "none" => go::Tax::None,
        "seki" => go::Tax::Seki,
        _ => go::Tax::Group,
    };
    rules.suicide = match take(&mut rest, "sui", &["0", "1"])? {
        "0" => go::Suicide::Forbidden,
        // A single stone repeats the board, so that positional superko forbids its suicide anyway.
        _ if rules.ko == go::Ko::Positional => go::Suicide::Allowed,
        _ => go::Suicide::Chains,
    };
    // No rules here have a button.
    let _ = take(&mut rest, "button", &["0"]);
    rules.compensation = match take(&mut rest, "whb", &["0", "n-1", "n"]) {
        None | Some("0") => go::Compensation::None,
        Some("n") => go::Compensation::Stones,
        Some(_) => go::Compensation::StonesLessOne,
    };
    let friendly = take(&mut rest, "fpok", &["0", "1"]) == Some("1");
    rules.dead_stones_stay = rules.scoring == go::Scoring::Area && !friendly;
    (rest.is_empty() && rules.check().is_ok()).then_some(rules)
}

/// The rules that the text of `RU` names; `None` if it names none.
pub(super) fn named(game: GameKind, ru: &str, size: Size) -> Option<Result<GameSpec, SpecError>> {
    let word = ru.trim().to_lowercase().replace([' ', '_', '/'], "-");
    let number = self::number(game);
    if let (GameKind::Go, Some(rules)) = (game, katago(&word, size)) {
        return Some(Ok(rules.into()));
    }
    // A game that shares the number may be named before its rules.
    let (games, word) = match word.split_once(':') {
        Some((name, rules)) => (GameInfo::ALL.into_iter().filter(|info| info.id == name).collect(), rules),
        None => {
            let mut games: Vec<&GameInfo> = GameInfo::ALL.into_iter().collect();
            games.sort_by_key(|info| info.kind != game);
            (games, word.as_str())
        }
    };
    games.into_iter().filter(|info| info.sgf_game.number() == number).find_map(
        |info| match GameSpec::of_kind(info.kind, word, Some(size)) {
            Err(SpecError::Rules { .. }) => None,
            rules => Some(rules),
        },
    )
}

/// The rules if the file names none.
pub(super) fn usual(game: GameKind, size: Size) -> Result<GameSpec, SpecError> {
    let rules = match game {
        // Simple ko and no suicide: what most players mean, and what the fewest records violate.
        GameKind::Go => "japanese",
        other => other.info().default_rules(),
    };
    GameSpec::of_kind(game, rules, Some(size))
}

/// The rules of a hint, on a board of another size.
pub(super) fn resized(spec: &GameSpec, size: Size) -> Result<GameSpec, SpecError> {
    spec.with_size(size)
}

/// The komi in the text of `KM`, and true if it is not meant as written. Some servers write hundredths of a point
/// (`650`), or of the stones that Chinese rules count (`375`, which is 7.5 points).
pub(super) fn komi(raw: &[u8]) -> Option<(f32, bool)> {
    let komi = super::text::real(raw)?;
    if komi.abs() < 100.0 || raw.contains(&b'.') {
        return (komi.abs() <= 1000.0).then_some((komi, false));
    }
    let points = komi / 100.0;
    let in_stones = (points * 2.0).fract() != 0.0;
    let points = if in_stones { points * 2.0 } else { points };
    (points.abs() < 100.0 && (points * 2.0).fract() == 0.0).then_some((points, true))
}

/// The komi of a file that has none: that of its rules, or half a point with handicap stones. It is none if the result
/// is a draw or a whole number of points, which no usual komi allows.
pub(super) fn usual_komi(rules: &go::Rules, handicap: Option<u16>, result: Option<&[u8]>) -> f32 {
    let result =
        result.map(|raw| String::from_utf8_lossy(raw).trim().to_ascii_lowercase()).unwrap_or_default();
    let margin = result.split_once('+').map_or("", |(_, margin)| margin).parse::<f32>();
    match (result.as_str(), margin, handicap) {
        ("0" | "draw" | "jigo", ..) => 0.0,
        (_, Ok(margin), _) if margin.fract() == 0.0 => 0.0,
        (_, _, Some(_)) => 0.5,
        _ => rules.komi,
    }
}

/// The number of handicap stones in the text of `HA`, if there are any.
pub(super) fn handicap(raw: &[u8]) -> Option<u16> {
    std::str::from_utf8(raw.trim_ascii()).ok()?.parse().ok().filter(|&n| n > 0)
}

/// The rules with this komi and handicap; `None` if the game has neither. The record sets handicap stones up or plays
/// them, so they count as freely placed.
pub(super) fn with(spec: &GameSpec, komi: f32, handicap: Option<u16>) -> Option<GameSpec> {
    let GameSpec::Go(mut rules) = *spec else { return None };
    rules.komi = komi;
    if let Some(stones) = handicap {
        rules.handicap = stones;
        rules.placement = go::Placement::Free;
    }
    rules.check().ok()?;
    Some(rules.into())
}

/// The text of `RU`, if it is written.
pub(super) fn ru(spec: &GameSpec) -> Option<String> {
    if spec.info().rule_sets.len() == 1 && matches!(spec.info().sgf_game, SgfGame::Own(_)) {
        return None;
    }
    let mut text = spec.rules_text();
    if let GameSpec::Go(rules) = spec {
        // Komi and handicap have properties of their own.
        let base = go::Rules::named(text.split(',').next()?, Some(rules.size)).ok()?;
        let placement = if rules.handicap > 0 { base.placement } else { rules.placement };
        text = go::Rules { komi: base.komi, handicap: 0, placement, ..*rules }.to_string();
    }
    let set = spec.info().rule_sets.iter().find(|set| set.id == text);
    if let Some(sgf) = set.and_then(|set| set.sgf) {
        return Some(sgf.into());
    }
    // Where the number's own game would read the text as its own rules, the name of the game goes before it.
    let owner = game(number(spec.kind()).to_string().as_bytes())?;
    let taken = owner != spec.kind() && GameSpec::of_kind(owner, &text, Some(spec.size())).is_ok();
    Some(if taken { format!("{}:{text}", spec.kind()) } else { text })
}

/// The texts of `KM` and `HA`, if they are written.
pub(super) fn komi_and_handicap(spec: &GameSpec) -> (Option<String>, Option<String>) {
    match spec {
        GameSpec::Go(rules) => {
            let stones = (rules.handicap > 0).then(|| rules.handicap.to_string());
            let komi = rules.komi.to_string();
            // Without a point, three digits are read as hundredths.
            let whole = rules.komi.abs() >= 100.0 && !komi.contains('.');
            (Some(if whole { komi + ".0" } else { komi }), stones)
        }
        _ => (None, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_as_servers_write_it() {
        assert_eq!(komi(b"6.5"), Some((6.5, false)));
        assert_eq!(komi(b"-4.5"), Some((-4.5, false)));
        assert_eq!(komi(b"0"), Some((0.0, false)));
        assert_eq!(komi(b"375"), Some((7.5, true)));
        assert_eq!(komi(b"325"), Some((6.5, true)));
        assert_eq!(komi(b"650"), Some((6.5, true)));
        assert_eq!(komi(b"750"), Some((7.5, true)));
        for bad in [&b"abc"[..], b"", b"123456789", b"1e9"] {
            assert_eq!(komi(bad), None);
        }
    }

    #[test]
    fn a_file_without_a_komi_has_the_usual_one() {
        let of = |rules: &str, handicap, result: Option<&str>| {
            usual_komi(&go::Rules::named(rules, None).unwrap(), handicap, result.map(str::as_bytes))
        };
        assert_eq!(of("japanese", None, None), 6.5);
        assert_eq!(of("chinese", None, Some("W+R")), 7.5);
        assert_eq!(of("japanese", None, Some("B+2.5")), 6.5);
        assert_eq!(of("japanese", Some(4), Some("?")), 0.5);
        for whole in ["B+3", "w+12", "W+5.0", "0", "Draw"] {
            assert_eq!(of("japanese", None, Some(whole)), 0.0, "{whole}");
        }
    }

    #[test]
    fn every_komi_reads_back() {
        for points in [-999.5, -375.0, -0.5, 0.0, 7.5, 99.0, 100.0, 375.0, 650.5] {
            let spec = with(&usual(GameKind::Go, Size::of(19, 19)).unwrap(), points, None).unwrap();
            let text = komi_and_handicap(&spec).0.unwrap();
            assert_eq!(komi(text.as_bytes()), Some((points, false)), "{text}");
        }
    }

    #[test]
    fn rules_read_back_from_ru() {
        let size = Size::of(19, 19);
        for name in go::Rules::names() {
            let spec = GameSpec::from(go::Rules::named(name, Some(size)).unwrap());
            let again = named(GameKind::Go, &ru(&spec).unwrap(), size).unwrap().unwrap();
            assert_eq!(again, spec, "{name}");
        }
        for (text, name) in [
            ("Japanese", "japanese"),
            ("Tromp/Taylor", "tromp-taylor"),
            ("TT--", "tromp-taylor"),
            ("New Zealand", "new-zealand"),
            ("GOE", "ing"),
            ("AGA", "aga"),
            ("cn", "chinese"),
        ] {
            let found = named(GameKind::Go, text, size).unwrap().unwrap();
            assert_eq!(found, go::Rules::named(name, Some(size)).unwrap().into(), "{text}");
        }
        assert!(named(GameKind::Go, "house rules", size).is_none());
        let katago = |text: &str| named(GameKind::Go, text, size).map(|spec| spec.unwrap().rules_text());
        assert_eq!(katago("koPOSITIONALscoreAREAtaxNONEsui1").as_deref(), Some("tromp-taylor"));
        assert!(katago("koSIMPLEscoreTERRITORYtaxSEKIsui0whbN-1").is_some_and(|r| r.starts_with("japanese")));
        assert!(katago("koSIMPLEscoreAREAtaxNONEsui0fpok1").is_some());
        for unknown in ["koSPIGHTscoreAREAtaxNONEsui1", "koSIMPLEscoreAREAtaxNONEsui0button1", "koSIMPLE"] {
            assert_eq!(katago(unknown), None, "{unknown}");
        }
        for text in ["renju", "standard", "freestyle+swap2", "tic-tac-toe", "7,6,4+gravity"] {
            let spec = named(GameKind::Gomoku, text, Size::of(15, 15)).unwrap().unwrap();
            let again = named(GameKind::Gomoku, &ru(&spec).unwrap(), spec.size()).unwrap().unwrap();
            assert_eq!(again, spec, "{text}");
        }
    }
}
