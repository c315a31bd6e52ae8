//! Values of m,n,k games without gravity as files that anyone can check: a side wins, or a side never loses.
//!
//! An [`MnkCertificate`] has a position and one [`MnkClaim`], or two: a draw is a hold of each side. [`verify`] follows
//! the answers by what the rules leave of the lines of the board. It shares nothing with the search that found them.
//! `docs/proofs.md` describes the file.
//!
//! ```
//! use tengen_games::mnk::proof::{MnkCertificate, MnkVerifyLimits, verify};
//! let text = "tengen-mnk-proof 1\nrules 3,1,2\nblack\nwhite\nmove black\nclaim black wins\nnodes 2\n\
//!             1 a1\n2 b1 c1>1\nend\n";
//! let proof: MnkCertificate = text.parse()?;
//! assert_eq!(verify(&proof, &MnkVerifyLimits::default())?.parts[0].plies, 3);
//! let wrong: MnkCertificate = text.replace("2 b1", "2 a1").parse()?;
//! let refusal = verify(&wrong, &MnkVerifyLimits::default()).unwrap_err().to_string();
//! assert_eq!(refusal, "claim of black: after a1: node 2 has no answer to b1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certificate;
mod leaf;
mod lines;
mod read;
mod verify;

pub use crate::certificate::{ProofError, ProofFault};
pub use certificate::{MnkCertificate, MnkClaim, MnkProofNode, MnkProofPart};
pub use read::MAX_BYTES;
pub use verify::{
    MnkFault, MnkPartReport, MnkRefusal, MnkVerifyLimits, MnkVerifyReport, verify, verify_until,
};
