//! `math.h`.
//!
//! What has one right result is computed on bit patterns in all three types; the rest is the
//! machine's own C library, which has no `long double` that could be called from here.

pub mod exact;
pub mod host;
pub mod values;
