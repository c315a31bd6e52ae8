//! Which instructions find moves and flips: chosen once, outside every inner loop.

pub use super::flips::{Flips, Portable, PortableWide, Work};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use super::simd::{Avx2, Avx512};

/// The kinds of instructions for the 64-bit board, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// Plain integer instructions, on any machine.
    Portable,
    /// x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT.
    Avx2,
    /// The same with AVX-512 F, VL and CD besides, on 256-bit registers.
    Avx512,
}

impl Backend {
    /// Every kind, the fastest last.
    pub const ALL: [Backend; 3] = [Backend::Portable, Backend::Avx2, Backend::Avx512];

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        match self {
            Backend::Portable => true,
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Backend::Avx2 => Avx2::detect().is_some(),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Backend::Avx512 => Avx512::detect().is_some(),
            #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
            _ => false,
        }
    }

    /// The fastest kind that this machine has.
    pub fn best() -> Backend {
        Backend::ALL.into_iter().rev().find(|backend| backend.is_available()).unwrap_or(Backend::Portable)
    }

    /// Does `job` with this kind of instructions, or with the portable ones where the machine lacks them.
    pub fn dispatch<J: Job>(self, job: J) -> J::Output {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        match self {
            Backend::Avx2 => {
                if let Some(avx2) = Avx2::detect() {
                    return job.run(avx2);
                }
            }
            Backend::Avx512 => {
                if let Some(avx512) = Avx512::detect() {
                    return job.run(avx512);
                }
            }
            Backend::Portable => {}
        }
        job.run(Portable)
    }
}

/// Work on the 64-bit board that is generic over the kind of instructions: what a closure would be if closures could be
/// generic.
pub trait Job {
    /// Its result.
    type Output;
    /// Does the work with the instructions `f`.
    fn run<F: Flips<Set = u64>>(self, f: F) -> Self::Output;
}
