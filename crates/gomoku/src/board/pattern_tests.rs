//! The pattern tables against the definitions, applied slowly to a line of letters.

use super::*;
use crate::board::rule_set::RuleSet;
use crate::with_rule;

/// A line in letters: `X` own, `O` the opponent's, `.` empty, `#` off the board.
type Text = Vec<char>;

/// True if a stone of the colour `X` on `at` makes a winning row, by the rules' text.
fn five(variant: Variant, color: Color, line: &Text, at: usize) -> bool {
    let mut line = line.clone();
    line[at] = 'X';
    let mut from = at;
    while from > 0 && line[from - 1] == 'X' {
        from -= 1;
    }
    let length = line[from..].iter().take_while(|&&c| c == 'X').count();
    let before = if from == 0 { '#' } else { line[from - 1] };
    let after = line.get(from + length).copied().unwrap_or('#');
    let shut = before == 'O' && after == 'O';
    match (variant, color) {
        (Variant::Freestyle, _) | (Variant::Renju, Color::White) => length >= 5,
        (Variant::Standard, _) | (Variant::Renju, Color::Black) => length == 5,
        (Variant::Caro, _) => length >= 6 || (length == 5 && !shut),
        (Variant::StandardCaro, _) => length == 5 && !shut,
    }
}

/// The squares where one more stone makes a five with the stone on `new`.
fn fives(variant: Variant, color: Color, line: &Text, new: usize) -> Vec<usize> {
    let joined = |at: usize| (at.min(new)..at.max(new)).all(|i| i == at || line[i] == 'X');
    (0..line.len()).filter(|&at| line[at] == '.' && joined(at) && five(variant, color, line, at)).collect()
}

fn put(line: &Text, at: usize, c: char) -> Text {
    let mut line = line.clone();
    line[at] = c;
    line
}

/// The row of the stone on `new`: five, four, three, two or one, and if it is open.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Made {
    Five,
    Overline,
    DoubleFour,
    Row { stones: u8, open: usize },
    Nothing,
}

/// The row of the new stone on `new`. `least` bounds the recursion: rows of fewer stones are nothing.
fn made(variant: Variant, color: Color, line: &Text, new: usize, least: u8) -> Made {
    let before = put(line, new, '.');
    if five(variant, color, &before, new) {
        return Made::Five;
    }
    let black = (variant, color) == (Variant::Renju, Color::Black);
    let row = line[..new].iter().rev().take_while(|&&c| c == 'X').count()
        + line[new..].iter().take_while(|&&c| c == 'X').count();
    if black && row > 5 {
        return Made::Overline;
    }
    let now = fives(variant, color, line, new);
    if !now.is_empty() {
        if black {
            // RIF: a straight four is one four in an unbroken row with two fives; any two other fives are two fours.
            let straight = now.len() == 2 && now[1] - now[0] == 5;
            return match now.len() {
                1 => Made::Row { stones: 4, open: 0 },
                _ if straight => Made::Row { stones: 4, open: 1 },
                _ => Made::DoubleFour,
            };
        }
        let stops = |&r: &usize| line[r] == '.' && fives(variant, color, &put(line, r, 'O'), new).is_empty();
        return Made::Row { stones: 4, open: usize::from(!(0..line.len()).any(|r| stops(&r))) };
    }
    let empties = || (0..line.len()).filter(|&at| line[at] == '.');
    for stones in (least.max(1)..4).rev() {
        let (mut open, mut closed) = (0, 0);
        for at in empties() {
            match made(variant, color, &put(line, at, 'X'), new, stones + 1) {
                Made::Row { stones: s, open: 0 } if s == stones + 1 => closed += 1,
                Made::Row { stones: s, .. } if s == stones + 1 => open += 1,
                _ => {}
            }
        }
        if open + closed > 0 {
            return Made::Row { stones, open };
        }
    }
    Made::Nothing
}

fn expected(made: Made) -> Pattern {
    match made {
        Made::Five => Pattern::Five,
        Made::Overline => Pattern::Overline,
        Made::DoubleFour => Pattern::DoubleFour,
        Made::Nothing => Pattern::Dead,
        Made::Row { stones, open } => match (stones, open) {
            (4, 0) => Pattern::ClosedFour,
            (4, _) => Pattern::OpenFour,
            (3, 0) => Pattern::ClosedThree,
            (3, 1) => Pattern::OpenThree,
            (3, _) => Pattern::WideThree,
            (2, 0) => Pattern::ClosedTwo,
            (2, 1) => Pattern::OpenTwo,
            (2, 2) => Pattern::BroadTwo,
            (2, _) => Pattern::WideTwo,
            (_, 0) => Pattern::ClosedOne,
            (_, _) => Pattern::OpenOne,
        },
    }
}

/// The table's window of a line with an empty middle.
fn window(line: &Text, color: Color) -> u32 {
    line.iter().rev().fold(0, |window, c| {
        window << 2
            | match c {
                'X' => stone_code(color),
                'O' => stone_code(color.opponent()),
                '#' => WALL,
                _ => 0,
            }
    })
}

/// Every window of a variant: fives, fours and threes in all of them, twos and ones in every 31st.
fn check(variant: Variant) {
    let half = with_rule!(variant, R => R::HALF);
    let table = with_rule!(variant, R => R::patterns());
    let sides: Vec<Text> = (0..4_usize.pow(half as u32))
        .map(|n| (0..half).map(|i| ['.', 'X', 'O', '#'][n >> (2 * i) & 3]).collect::<Text>())
        .filter(|side| side.iter().skip_while(|&&c| c != '#').all(|&c| c == '#'))
        .collect();
    let mut n = 0_usize;
    for below in &sides {
        for above in &sides {
            let line: Text = below.iter().rev().chain(&['X']).chain(above).copied().collect();
            for color in Color::BOTH {
                n += 1;
                let least = if n.is_multiple_of(31) { 1 } else { 3 };
                let slow = expected(made(variant, color, &line, half, least));
                let found = table.pattern(window(&line, color), color);
                let low = found < Pattern::ClosedThree && found != Pattern::Overline;
                if slow == Pattern::Dead && least == 3 {
                    assert!(low, "{variant} {color} {}: {found:?}", line.iter().collect::<String>());
                } else {
                    assert_eq!(found, slow, "{variant} {color} {}", line.iter().collect::<String>());
                }
            }
        }
    }
    assert!(n >= 2 * 121 * 121);
}

#[test]
fn freestyle_windows_are_what_the_rules_say() {
    check(Variant::Freestyle);
}

#[test]
fn standard_windows_are_what_the_rules_say() {
    check(Variant::Standard);
}

#[test]
fn renju_windows_are_what_the_rules_say() {
    check(Variant::Renju);
}

#[test]
fn caro_windows_are_what_the_rules_say() {
    check(Variant::Caro);
}

#[test]
fn standard_caro_windows_are_what_the_rules_say() {
    check(Variant::StandardCaro);
}

#[test]
fn a_table_does_not_depend_on_which_way_a_line_is_read() {
    for variant in Variant::ALL {
        let half = with_rule!(variant, R => R::HALF);
        let table = with_rule!(variant, R => R::patterns());
        for window in (0..1_u32 << (4 * half + 2)).step_by(97) {
            let low = window & ((1 << (2 * half)) - 1);
            let high = window >> (2 * half + 2);
            let mirror = |side: u32| (0..half).fold(0, |all, i| all << 2 | side >> (2 * i) & 3);
            if is_side(mirror(low), half) && is_side(high, half) {
                let turned = mirror(high) | mirror(low) << (2 * half + 2);
                assert_eq!(table.both(window), table.both(turned));
            }
        }
    }
}
