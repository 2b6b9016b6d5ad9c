//! The report for people. What the function did goes to standard output, messages of Quell to
//! standard error.

use std::io::{self, Write as _};

use clap::builder::StyledStr;

use super::stop::stop_message;
use super::{BOLD, CHANGE, ERROR};
use crate::error::CliError;
use crate::outcome::{Ended, Made, Outcome, Variable};
use quell_values::Shown;

pub fn print_error(error: &CliError) {
    // If standard error is closed, there is no place for a message.
    let _ = writeln!(anstream::stderr(), "quell: {ERROR}error:{ERROR:#} {error}");
}

/// What is wrong with the arguments, in the words of their parser.
pub fn print_usage(message: &StyledStr) -> io::Result<()> {
    write!(anstream::stderr(), "quell: {}", message.ansi())
}

/// Something that the user may not expect.
pub fn print_warning(message: &str) {
    let _ = writeln!(
        anstream::stderr(),
        "quell: {CHANGE}warning:{CHANGE:#} {message}"
    );
}

/// The warning about mutants whose code is not compared with that of others.
pub fn not_compared(mutants: u64) -> String {
    format!(
        "the code of {mutants} mutants is not compared: their functions are too large, or have a second name or labels \
         with addresses"
    )
}

/// The warning about symbols that neither the program nor a library defines.
pub fn undefined(symbols: &[String]) -> String {
    let names: Vec<String> = symbols.iter().map(|name| format!("`{name}`")).collect();
    match &names[..] {
        [one] => format!("undefined symbol {one}: tests that reach it are discarded"),
        several => format!(
            "undefined symbols {}: tests that reach one of them are discarded",
            several.join(", ")
        ),
    }
}

pub fn print_note(message: &str) {
    let _ = writeln!(anstream::stderr(), "quell: note: {message}");
}

/// If standard error is closed, nothing is shown.
pub fn print_notes(notes: &[String]) {
    for note in notes {
        print_note(note);
    }
}

/// A page of help.
pub fn print_text(text: &str) -> io::Result<()> {
    let mut stdout = anstream::stdout();
    writeln!(stdout, "{text}")?;
    stdout.flush()
}

/// Of a program only the end is reported, as it has printed by itself; of a function everything.
pub fn print_outcome(outcome: &Outcome) -> io::Result<()> {
    let mut written = Ok(());
    if outcome.is_call {
        let mut stdout = anstream::stdout();
        written = stdout.write_all(call_report(outcome).as_bytes());
        written = written.and_then(|()| stdout.flush());
    }
    if outcome.untyped {
        let note = "no debug information: parameters and results have the types of the IR";
        let _ = writeln!(anstream::stderr(), "quell: note: {note}");
    }
    if let Ended::Stopped(stopped) = &outcome.ended {
        let _ = anstream::stderr().write_all(stop_message(stopped).as_bytes());
    }
    written
}

/// Reports that a report could not be written.
pub fn print_unwritable(error: &io::Error) {
    let _ = writeln!(
        anstream::stderr(),
        "quell: {ERROR}error:{ERROR:#} cannot write the result: {error}"
    );
}

fn call_report(outcome: &Outcome) -> String {
    let mut report = match &outcome.ended {
        Ended::Returned {
            value: Shown::Nothing,
            ..
        } => format!("{BOLD}result:{BOLD:#} none\n"),
        Ended::Returned { ty, value } => {
            format!("{BOLD}result:{BOLD:#} {ty} {}\n", shortened(value))
        }
        Ended::Exited(status) => format!("{BOLD}exited{BOLD:#} with status {status}\n"),
        Ended::Stopped(_) => String::new(),
    };
    let changed = |variable: &&Variable| variable.changed();
    for buffer in outcome.buffers.iter().filter(changed) {
        report += &change("", buffer);
    }
    for global in &outcome.globals {
        report += &change("global ", global);
    }
    report += &calls(&outcome.calls);
    report + &output("stdout", &outcome.stdout) + &output("stderr", &outcome.stderr)
}

/// The calls of external functions.
fn calls(calls: &[Made]) -> String {
    let first = calls.iter().take(4 * SHORT).map(|call| {
        let arguments: Vec<String> = call.arguments.iter().map(Shown::to_string).collect();
        format!("called {}({})\n", call.function, arguments.join(", "))
    });
    let mut text: String = first.collect();
    let more = calls.len().saturating_sub(4 * SHORT);
    if more > 0 {
        text += &format!("and {more} more calls\n");
    }
    text
}

/// Lists up to this length are shown whole.
const SHORT: usize = 16;

fn change(what: &str, variable: &Variable) -> String {
    let name = format!("{CHANGE}changed{CHANGE:#} {what}{}:", variable.name);
    match (&variable.before, &variable.after) {
        (Shown::List(before), Shown::List(after)) if after.len() > SHORT => {
            format!(
                "{name} {}\n",
                changed_elements(before, after, variable.column_major)
            )
        }
        (before, after) => format!("{name} {before} -> {after}\n"),
    }
}

/// The first elements that changed, by their indices.
fn changed_elements(before: &[Shown], after: &[Shown], column_major: bool) -> String {
    let pairs = before.iter().zip(after).enumerate();
    let changed: Vec<_> = pairs
        .filter(|(_, (before, after))| before != after)
        .collect();
    let shown = changed.iter().take(SHORT).map(|(index, (before, after))| {
        let index = match column_major {
            true => format!("({})", index + 1),
            false => format!("[{index}]"),
        };
        format!("{index} {before} -> {after}")
    });
    let mut text = shown.collect::<Vec<_>>().join(", ");
    let more = changed.len().saturating_sub(SHORT);
    if more > 0 {
        text += &format!(", and {more} more");
    }
    text
}

/// A value whose long lists end in dots.
fn shortened(value: &Shown) -> String {
    match value {
        Shown::List(items) if items.len() > 4 * SHORT => {
            let first = Shown::List(items[..SHORT].to_vec()).to_string();
            let more = items.len() - SHORT;
            format!("{}, and {more} more]", first.trim_end_matches(']'))
        }
        value => value.to_string(),
    }
}

/// What the function wrote, set off from the report.
fn output(name: &str, bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return String::new();
    }
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().map(|line| format!("  | {line}\n"));
    format!("{BOLD}{name}:{BOLD:#}\n{}", lines.collect::<String>())
}
