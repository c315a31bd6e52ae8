//! Proofs about chains as files that anyone can check: a chain is captured or cannot be, two chains are joined or cut,
//! a chain lives, a race is won or stands.
//!
//! A [`GoCertificate`] has a position, a [`Claim`], and an answer of the side that makes it to every reply. [`verify`]
//! plays them by the plain rules of Go. It has its own board, and shares nothing with the search that found the proof.
//! `docs/proofs.md` describes the file.
//!
//! ```
//! use tengen_games::go::proof::{GoCertificate, GoVerifyLimits, verify};
//! let text = "tengen-go-proof 1\nrules 5x5 suicide=forbidden\nblack A4 E1\nwhite A5\nko -\nretake white\n\
//!             claim capture A5\nside black\nnodes 1\n1 B5\nend\n";
//! let proof: GoCertificate = text.parse()?;
//! assert_eq!(verify(&proof, &GoVerifyLimits::default())?.plies, 1);
//! let wrong: GoCertificate = text.replace("1 B5", "1 B4").parse()?;
//! let refusal = verify(&wrong, &GoVerifyLimits::default()).unwrap_err().to_string();
//! assert_eq!(refusal, "after the position itself: node 1 plays B4 and ends, but that does not reach the goal");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certificate;
mod goal;
mod hold;
mod life;
mod pattern;
mod read;
mod stones;
mod verify;
mod zone;

pub use crate::certificate::{ProofError, ProofFault};
pub use certificate::{Claim, GoCertificate, GoCertificates, GoProofNode, Retake};
pub(super) use hold::{Answers, HoldFault, walk};
pub(super) use pattern::Patterns;
pub use read::MAX_BYTES;
pub(super) use stones::Stones;
pub use verify::{GoRefusal, GoStartFault, GoVerifyLimits, GoVerifyReport, MOST_PLIES, verify, verify_until};
pub(super) use zone::Zone;
