//! What the bounded engines share. They explore the original over input spaces of growing size ([`ladder`]) and within growing
//! unwinding bounds ([`unwinding`]), and differ in how they decide mutants over one exploration ([`BoundedSearch`]). Afterwards
//! [`local`] extends proofs that hold in any state, [`needed`] drops assumptions that a proof does not need, and
//! [`unsimplified`] writes queries for a second solver.

pub mod ladder;
pub mod local;
pub mod needed;
pub mod unsimplified;
pub mod unwinding;

pub use ladder::decide;
pub use unwinding::{BoundedSearch, BoundedSpace};
