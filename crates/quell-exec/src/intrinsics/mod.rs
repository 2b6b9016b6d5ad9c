//! LLVM's intrinsic functions.

use crate::domain::Domain;
use crate::machine::Model;

/// The model of an intrinsic, by its name with the `llvm.` prefix and type suffixes.
pub fn find<D: Domain>(_name: &str) -> Option<Model<D>> {
    None
}
