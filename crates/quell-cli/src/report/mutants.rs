//! The list of mutants: text for people, JSON for machines.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use quell_objectives::{Mutants, Objective, Skipped};
use serde::Serialize;

use super::{BOLD, DIM};
use crate::mutants::Listing;

/// Changes whenever a reader of the old form would be misled.
const SCHEMA: &str = "quell-mutants-1";

pub fn print(listing: &Listing) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    let mut last = None;
    for mutant in &listing.found.mutants {
        if last.replace(mutant.site.function) != Some(mutant.site.function) {
            writeln!(out, "{BOLD}{}{BOLD:#}", name_of(listing, mutant))?;
        }
        out.write_all(entry(listing, mutant).as_bytes())?;
    }
    writeln!(out, "{}", totals(listing))?;
    if let Some(directory) = &listing.emitted {
        writeln!(out, "written to {directory}: one .ll each, and original.ll")?;
    }
    out.flush()?;
    print_notes(&listing.found, listing.verbose);
    Ok(())
}

/// Nobody is left to tell if this fails.
pub fn print_notes(found: &Mutants, verbose: bool) {
    for note in notes(found, verbose) {
        let _ = writeln!(anstream::stderr(), "quell: note: {note}");
    }
}

fn name_of<'a>(listing: &'a Listing, mutant: &Objective) -> &'a str {
    let found = listing
        .names
        .iter()
        .find(|(id, _)| *id == mutant.site.function);
    found.map_or("", |(_, name)| name.as_str())
}

fn entry(listing: &Listing, mutant: &Objective) -> String {
    let (span, source) = (&mutant.source.span, &mutant.source);
    let place = format!("{}:{}", span.line, span.column);
    let mut text = format!("  {}  {DIM}{place}{DIM:#}\n", mutant.id.0);
    if let Some(partners) = listing.found.partners.get(&mutant.id) {
        let names: Vec<&str> = partners.iter().map(|id| id.0.as_str()).collect();
        text = format!(
            "  {}  {DIM}{place}{DIM:#}  (also {})\n",
            mutant.id.0,
            names.join(", ")
        );
    }
    text + &format!("    - {}\n    + {}\n", source.before(), source.after())
}

/// `12 mutants: AOR 4, ROR 8`.
fn totals(listing: &Listing) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for mutant in &listing.found.mutants {
        *counts.entry(mutant.operator()).or_default() += 1;
    }
    let all = listing.found.mutants.len();
    let each: Vec<String> = counts
        .iter()
        .map(|(name, n)| format!("{name} {n}"))
        .collect();
    let plural = if all == 1 { "" } else { "s" };
    match each.is_empty() {
        true => "no mutants".to_owned(),
        false => format!("{all} mutant{plural}: {}", each.join(", ")),
    }
}

/// Changes that no text would say exactly.
fn inexact(found: &Mutants) -> Option<String> {
    let is_inexact = |skipped: &&Skipped| matches!(skipped, Skipped::Inexpressible { .. });
    let mutants = match found.skipped.iter().filter(is_inexact).count() {
        0 => return None,
        1 => "1 mutant was".to_owned(),
        count => format!("{count} mutants were"),
    };
    Some(format!(
        "{mutants} not made: the text would not say exactly what is computed"
    ))
}

/// What was left out. Places that could not be told are counted, and named if asked for.
fn notes(found: &Mutants, verbose: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let mut unaligned = 0;
    for skipped in &found.skipped {
        match skipped.is_of_one_place() && !verbose {
            true => unaligned += 1,
            false => notes.push(skipped.to_string()),
        }
    }
    notes.extend(inexact(found).filter(|_| verbose));
    if unaligned > 0 {
        let lack = if unaligned == 1 {
            "place lacks"
        } else {
            "places lack"
        };
        notes.push(format!(
            "{unaligned} {lack} mutants that could not be made with certainty; --verbose names them"
        ));
    }
    notes
}

#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    file: &'a str,
    mutants: Vec<Entry<'a>>,
    totals: BTreeMap<&'a str, usize>,
    skipped: Vec<String>,
    emitted: Option<&'a str>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    operator: &'a str,
    function: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    original: &'a str,
    replacement: &'a str,
    before: &'a str,
    after: &'a str,
    /// Of a mutant of higher order, what it is made of.
    parts: Vec<&'a str>,
    /// Mutants of other operators that do the same and are left out.
    also: Vec<&'a str>,
}

pub fn print_json(listing: &Listing) -> io::Result<()> {
    let mut totals: BTreeMap<&str, usize> = BTreeMap::new();
    for mutant in &listing.found.mutants {
        *totals.entry(mutant.operator()).or_default() += 1;
    }
    let mutants = listing.found.mutants.iter();
    let report = Report {
        schema: SCHEMA,
        file: &listing.file,
        mutants: mutants.map(|mutant| json_entry(listing, mutant)).collect(),
        totals,
        skipped: listing
            .found
            .skipped
            .iter()
            .map(ToString::to_string)
            .collect(),
        emitted: listing.emitted.as_deref(),
    };
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &report)?;
    writeln!(out)?;
    out.flush()
}

fn json_entry<'a>(listing: &'a Listing, mutant: &'a Objective) -> Entry<'a> {
    let (span, source) = (&mutant.source.span, &mutant.source);
    let partners = listing.found.partners.get(&mutant.id);
    Entry {
        id: &mutant.id.0,
        operator: mutant.operator(),
        function: name_of(listing, mutant),
        file: &span.file,
        line: span.line,
        column: span.column,
        end_line: span.end_line,
        end_column: span.end_column,
        original: source.original(),
        replacement: source.replacement(),
        before: source.before(),
        after: source.after(),
        parts: mutant.parts().iter().map(|id| id.0.as_str()).collect(),
        also: partners.map_or_else(Vec::new, |ids| ids.iter().map(|id| id.0.as_str()).collect()),
    }
}
