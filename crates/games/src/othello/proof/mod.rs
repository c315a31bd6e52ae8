//! Scores of Othello positions as files that anyone can check: what a side reaches at least, whatever the other plays.
//!
//! An [`OthelloCertificate`] has a position and one claim, or two that make the score exact: each side reaches its part
//! of it. [`verify`] plays every legal reply by the rules, to the end of the game, on a board of its own. It shares
//! nothing with the search that found the answers. `docs/proofs.md` describes the file.
//!
//! ```
//! use tengen_games::othello::proof::{OthelloCertificate, OthelloVerifyLimits, verify};
//! let text = "tengen-othello-proof 1\nrules 4x4\n\
//!             black a1 b1 c1 d1 a2 b2 a3 b3 c3 d3 a4 b4 c4 d4\nwhite c2\nmove black\n\
//!             claim black at-least 16\nnodes 1\n1 d2\nend\n";
//! let proof: OthelloCertificate = text.parse()?;
//! assert_eq!(verify(&proof, &OthelloVerifyLimits::default())?.positions, 1);
//! let wrong: OthelloCertificate = text.replace("1 d2", "1 a1").parse()?;
//! let refusal = verify(&wrong, &OthelloVerifyLimits::default()).unwrap_err().to_string();
//! assert_eq!(refusal, "claim of black: after the position itself: node 1 plays a1, which turns nothing over");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certificate;
mod discs;
mod read;
mod verify;

pub use crate::certificate::{ProofError, ProofFault};
pub use certificate::{OthelloCertificate, OthelloProofNode, OthelloProofPart};
pub use read::MAX_BYTES;
pub use verify::{
    OthelloFault, OthelloPartReport, OthelloRefusal, OthelloVerifyLimits, OthelloVerifyReport, verify,
    verify_until,
};
