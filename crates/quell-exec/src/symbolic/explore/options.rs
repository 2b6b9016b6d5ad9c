//! What an exploration is configured with, once, when it is made.

use super::merge_policy::MergePolicy;
use crate::domain::UbMode;
use crate::symbolic::domain::Simplification;

/// How far an exploration goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Unwinding bound: how often a loop returns to its header.
    pub unwinding: u32,
    /// Activations of one function at a time.
    pub recursion: u32,
    /// States executed before the exploration is abandoned.
    pub states: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            unwinding: 16,
            recursion: 8,
            states: 1 << 20,
        }
    }
}

impl Bounds {
    /// The largest heap block whose size depends on inputs, in bytes.
    pub(super) fn block_limit(&self) -> u64 {
        u64::from(self.unwinding).saturating_mul(8).clamp(64, 512)
    }
}

/// The options of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub bounds: Bounds,
    pub merge_policy: MergePolicy,
    pub simplification: Simplification,
    /// What violated poison-generating flags (nsw, nuw, exact) of the program lead to.
    pub ub: UbMode,
}
