//! LLVM's intrinsic functions: a table of names and models per subject.

mod call;
mod constrained;
mod control;
mod fixed_point;
mod float;
mod integer;
mod masked;
mod memory;
mod object_size;
mod overflow;
mod reduce;
mod relative;
mod vector;

pub(crate) use control::assumed;

use crate::domain::Domain;
use crate::library::Table;
use crate::machine::Model;

fn tables<D: Domain>() -> [Table<D>; 11] {
    [
        memory::table(),
        control::table(),
        integer::table(),
        overflow::table(),
        float::table(),
        float::library_table(),
        vector::table(),
        reduce::table(),
        masked::table(),
        fixed_point::table(),
        constrained::table(),
    ]
}

/// The model of an intrinsic. The name includes the `llvm.` prefix and type suffixes.
pub fn find<D: Domain>(name: &str) -> Option<Model<D>> {
    let name = name.strip_prefix("llvm.")?;
    // A constrained operation is the plain one with a rounding mode and exception behaviour in metadata.
    let plain = name.strip_prefix("experimental.constrained.");
    lookup(name).or_else(|| lookup(plain?))
}

/// The table entry whose name is left after type suffixes are removed.
fn lookup<D: Domain>(name: &str) -> Option<Model<D>> {
    let tables = tables::<D>();
    let mut name = name;
    loop {
        let mut entries = tables.into_iter().flatten();
        if let Some(entry) = entries.find(|entry| entry.0 == name) {
            return Some(entry.1);
        }
        let (rest, last) = name.rsplit_once('.')?;
        if !is_type(last) {
            return None;
        }
        name = rest;
    }
}

/// Whether a part of a name is a type suffix, such as `v4f32` or `p0`.
fn is_type(part: &str) -> bool {
    let spelled = ["isVoid", "Metadata", "token", "bf16", "x86mmx"].contains(&part);
    let counted = ["i", "f", "p", "v", "nxv", "a"].iter().any(|prefix| {
        part.strip_prefix(prefix)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    spelled || counted || part.starts_with("s_") || part.starts_with("sl_")
}
