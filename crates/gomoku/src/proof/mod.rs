//! Proofs of wins, as files that anyone can check.
//!
//! A [`Certificate`] holds a position, the side that is said to win, and an answer to every defence. [`verify`] plays
//! all of it by the rules of [`tengen_games::gomoku`] and by nothing else: no code of a solver is believed.
//! `docs/proofs.md` describes the file.
//!
//! ```
//! use tengen_gomoku::proof::{Certificate, Work, verify};
//! let text = "tengen-proof 1\nrules freestyle 15x15\nblack h8 i8 j8 a1\nwhite a2 a4 a6 a8\nside black\nnodes 3\n\
//!             1 g8\n2 l8\n3 k8 g8>2 *1\nend\n";
//! // k8 makes an open four. Black answers g8 with l8, and everything else with g8.
//! let proof: Certificate = text.parse()?;
//! assert_eq!(verify(&proof, &Work::default())?.plies, 3);
//! let wrong: Certificate = text.replace(" g8>2", "").parse()?;
//! let refusal = verify(&wrong, &Work::default()).unwrap_err().to_string();
//! assert_eq!(refusal, "after k8 g8: node 1 answers g8, which is illegal: a white stone stands there");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certificate;
pub(crate) mod five;
mod idle;
mod read;
mod verify;

pub use certificate::{Answers, Certificate};
pub use read::{MAX_BYTES, ProofError};
pub(crate) use verify::verify_or_lines;
pub use verify::{Refusal, Report, Work, verify};
