//! Values: bit vectors of any width, and floating point on their bits.
//!
//! Everything above (constants in the IR, the concrete machine, the term evaluator) computes with
//! these two modules, so that there is one place that says what `sdiv` or `fptosi` yields.

pub mod bits;
pub mod float;

pub use bits::Bits;
pub use float::FloatFormat;
