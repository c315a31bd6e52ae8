//! The list of games: one line a game. [`GameKind`](crate::GameKind), [`GameSpec`](crate::GameSpec),
//! [`AnyPosition`](crate::AnyPosition) and their conversions are generated from it.

/// Calls the macro `$then` with the list of games, and after it with `$args`.
///
/// A line has the documentation of the game, the name of its variants and the module with its `Rules`, `Position` and
/// `INFO`.
macro_rules! games {
    ($then:ident $($args:tt)*) => {
        $then! {
            [
                /// m,n,k games: tic-tac-toe, connect four and all their relatives.
                Mnk mnk,
                /// Gomoku, renju and caro.
                Gomoku gomoku,
                /// Othello.
                Othello othello,
                /// Go.
                Go go,
                /// Connect6.
                Connect6 connect6,
                /// Pente, Keryo-Pente and Ninuki-renju.
                Pente pente,
            ]
            $($args)*
        }
    };
}

pub(crate) use games;
