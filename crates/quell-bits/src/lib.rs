//! Values: bit vectors of any width, and floating point on their bits.
//!
//! Everything above (constants in the IR, the concrete machine, the term evaluator) computes with
//! these modules, so that there is one place that says what `sdiv` or `fptosi` yields.

pub mod bits;
pub mod float;
pub mod word;

pub use bits::{Bits, ByteVec, ParseBitsError};
pub use float::FloatFormat;
