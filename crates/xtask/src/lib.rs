//! Checks of the repository that no compiler makes. Each takes the root of the repository and returns its
//! findings, one line each.
//!
//! The order of the crates (`crates/layers.txt`) and of the modules in a folder (`rooms.txt`) is data, so
//! that it can be read in one place and a change of it shows in review.

mod error;
mod layers;
mod links;
mod markdown;
mod rooms;
mod rust_paths;
mod sizes;
mod walk;

use std::path::Path;

pub use error::CheckError;

/// A check: its name on the command line, its description, and its function.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub name: &'static str,
    pub purpose: &'static str,
    pub run: fn(&Path) -> Result<Vec<String>, CheckError>,
}

/// Every check there is.
pub const CHECKS: &[Check] = &[
    Check {
        name: "layers",
        purpose: "crates use only crates below them (crates/layers.txt)",
        run: layers::check,
    },
    Check {
        name: "links",
        purpose: "relative links and anchors in Markdown files lead somewhere",
        run: links::check,
    },
    Check {
        name: "rooms",
        purpose: "modules use only modules below them, in folders with a rooms.txt",
        run: rooms::check,
    },
    Check {
        name: "sizes",
        purpose: "no source file has grown too long to read",
        run: sizes::check,
    },
];
