//! The table of codes: for each code of four patterns its class, its set and a term.
//!
//! The term is a number of the caller's. The board keeps the sum of the terms of all empty squares, and so one look-up
//! serves its own sets and the evaluation above it.

use crate::board::pattern::Pattern;
use crate::board::threat::{CODES, Code, Threat, is_doubtful, patterns_of};
use std::fmt;
use std::sync::{Arc, OnceLock};
use tengen_board::Color;
use tengen_games::gomoku::Variant;

/// What the table holds for a code: the term in the low half, then the class, whether renju may forbid the square, and
/// the number of its set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CodeInfo(u32);

const CLASS: u32 = 16;
const DOUBTFUL: u32 = 1 << 20;
const SET: u32 = 21;

impl CodeInfo {
    /// The term that such a square adds to the sum of its colour.
    #[inline]
    pub(crate) fn term(self) -> i32 {
        (self.0 as i16).into()
    }

    /// The class of a stone of the colour.
    #[inline]
    pub(crate) fn class(self) -> Threat {
        Threat::of(self.0 >> CLASS)
    }

    /// The number of the set in which the board tracks such a square: 1 for [`Threat::MIN_TRACKED`], 0 for none.
    #[inline]
    pub(crate) fn set(self) -> u8 {
        (self.0 >> SET) as u8
    }

    /// True if renju forbids black the square by its patterns alone.
    #[inline]
    pub(crate) fn is_forbidden(self) -> bool {
        self.0 >> CLASS & 15 == Threat::Forbidden as u32
    }

    /// True if renju may forbid black the square for its threes.
    #[inline]
    pub(crate) fn is_doubtful(self) -> bool {
        self.0 & DOUBTFUL != 0
    }
}

/// The `CodeInfo` of every code and colour, for one variant.
pub struct CodeTable {
    variant: Variant,
    infos: [Box<[CodeInfo; CODES]>; 2],
}

impl CodeTable {
    /// The table whose terms are given by colour and patterns. The term of four dead patterns must be 0, which is the
    /// code under a stone.
    pub fn new(variant: Variant, term: impl Fn(Color, [Pattern; 4]) -> i16) -> CodeTable {
        let infos = |color: Color| {
            let mut infos = vec![CodeInfo(0); CODES].into_boxed_slice();
            for (code, info) in infos.iter_mut().enumerate() {
                let patterns = patterns_of(code as Code);
                let class = Threat::of_patterns(variant, color, patterns);
                let doubtful = variant == Variant::Renju
                    && color == Color::Black
                    && class != Threat::Forbidden
                    && is_doubtful(patterns);
                let term = term(color, patterns) as u16;
                let set = (class as u32 + 1).saturating_sub(Threat::MIN_TRACKED as u32);
                let doubtful = if doubtful { DOUBTFUL } else { 0 };
                *info = CodeInfo(u32::from(term) | (class as u32) << CLASS | doubtful | set << SET);
            }
            infos.try_into().unwrap_or_else(|_| unreachable!("one for each code"))
        };
        CodeTable { variant, infos: Color::BOTH.map(infos) }
    }

    /// The table of a variant whose terms are all 0.
    pub fn without_terms(variant: Variant) -> Arc<CodeTable> {
        static ALL: [OnceLock<Arc<CodeTable>>; Variant::ALL.len()] =
            [const { OnceLock::new() }; Variant::ALL.len()];
        ALL[variant as usize].get_or_init(|| Arc::new(CodeTable::new(variant, |_, _| 0))).clone()
    }

    /// The variant whose classes the table holds.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    #[inline]
    pub(crate) fn info(&self, color: Color, code: Code) -> CodeInfo {
        self.infos[color.index()][usize::from(code)]
    }
}

impl fmt::Debug for CodeTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CodeTable({})", self.variant)
    }
}
