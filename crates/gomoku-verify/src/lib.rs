//! Proofs of forced wins in gomoku, renju and caro, as files that anyone can check.
//!
//! A [`Certificate`] has a position, the side that wins, and an answer to every defence. [`verify`] plays every line by
//! the rules of [`tengen_games::gomoku`] alone: it trusts no code of a solver. `docs/proofs.md` describes the file.
//!
//! ```
//! use tengen_gomoku_verify::{Certificate, VerifyLimits, verify};
//! let text = "tengen-proof 1\nrules freestyle 15x15\nblack h8 i8 j8 a1\nwhite a2 a4 a6 a8\nside black\nnodes 3\n\
//!             1 g8\n2 l8\n3 k8 g8>2 *1\nend\n";
//! // k8 makes an open four. Black answers g8 with l8, and everything else with g8.
//! let proof: Certificate = text.parse()?;
//! assert_eq!(verify(&proof, &VerifyLimits::default())?.plies, 3);
//! let wrong: Certificate = text.replace(" g8>2", "").parse()?;
//! let refusal = verify(&wrong, &VerifyLimits::default()).unwrap_err().to_string();
//! assert_eq!(refusal, "after k8 g8: node 1 answers g8, which is illegal: it is occupied by white");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod binary;
mod certificate;
mod five;
mod idle;
mod points;
mod read;
mod refusal;
mod source;
mod verify;

pub use certificate::{Certificate, ProofNode};
pub use five::winning_points;
pub use read::ReadError;
pub use refusal::{Refusal, StartFault};
pub use source::MAX_BYTES;
pub use tengen_games::certificate::{ProofError, ProofFault, ProofPlace};
pub use verify::{Faults, VerifyLimits, VerifyReport, find_faults, verify, verify_until};
