//! Values: bit vectors of any width, and floating-point arithmetic on bit patterns.
//!
//! [`word`] computes on numbers of at most 64 bits, [`Bits`] on numbers of any width, [`float`] on
//! the bit patterns of all floating-point formats of the IR. IR constants, the concrete machine and
//! the term evaluator all compute here, so what `sdiv` or `fptosi` yields, and which NaN an
//! operation returns, is defined in one place.

pub mod bits;
pub mod float;
pub mod word;

pub use bits::{Bits, ByteVec, ParseBitsError};
pub use float::FloatFormat;
