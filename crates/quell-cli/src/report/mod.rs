//! Reports: text for people, JSON for machines.

pub mod campaign;
pub mod cover;
mod english;
pub mod explain;
mod json;
pub mod mutants;
pub mod project;
mod reached;
pub mod run;
pub mod score;
mod stop;
mod table;
mod text;
mod value;
mod verdict;

pub use json::{print_error as print_json_error, print_outcome as print_json};
pub use text::{
    not_compared, print_error, print_note, print_notes, print_outcome, print_text,
    print_unwritable, print_usage, print_warning, undefined,
};

use anstyle::{AnsiColor, Style};
use quell_results::SourceText;

const BOLD: Style = Style::new().bold();
const ERROR: Style = AnsiColor::Red.on_default().bold();
const CHANGE: Style = AnsiColor::Yellow.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// The source of an objective: a line before and after a change, or a predicate.
fn change(source: &SourceText) -> String {
    match source {
        SourceText::Change { before, after, .. } => format!("    - {before}\n    + {after}\n"),
        SourceText::Predicate { text } => format!("    {text}\n"),
    }
}
