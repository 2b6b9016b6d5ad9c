//! The list of mutants: text for people, JSON for machines.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};

use quell_native::record_of;
use quell_objectives::sources::NoSource;
use quell_objectives::{Mutants, Objective, Skipped};
use quell_results::{Decision, Place, Record, SourceObstacle};

use super::{BOLD, DIM};
use crate::mutants::{Listing, Listings};

/// All lists, each with the name of its file if there are several.
pub fn print(listings: &Listings) -> io::Result<()> {
    for listing in &listings.files {
        if listings.is_project {
            writeln!(anstream::stdout(), "{BOLD}{}:{BOLD:#}", listing.file)?;
        }
        print_one(listing)?;
    }
    if let (true, [_, _, ..]) = (listings.is_project, &listings.files[..]) {
        let all = listings.files.iter().flat_map(|of| &of.found.mutants);
        let files = listings.files.len();
        writeln!(anstream::stdout(), "{files} files, {}", counted(all))?;
    }
    Ok(())
}

fn print_one(listing: &Listing) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    let mut last = None;
    for mutant in &listing.found.mutants {
        if last.replace(mutant.site.function) != Some(mutant.site.function) {
            writeln!(out, "{BOLD}{}{BOLD:#}", name_of(listing, mutant))?;
        }
        out.write_all(entry(listing, mutant).as_bytes())?;
    }
    writeln!(out, "{}", counted(listing.found.mutants.iter()))?;
    if let Some(directory) = &listing.emitted {
        writeln!(out, "written to {directory}: one .ll each, and original.ll")?;
    }
    if let Some(file) = &listing.meta_program {
        writeln!(
            out,
            "written to {file}: the original, and a branch for each"
        )?;
    }
    out.flush()?;
    super::print_notes(&notes(&listing.found, listing.verbose));
    Ok(())
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
    if let Some(why) = listing.suppressed.get(&mutant.id) {
        text = format!("{}  (suppressed: {why})\n", text.trim_end_matches('\n'));
    }
    text + &format!("    - {}\n    + {}\n", source.before(), source.after())
}

/// `12 mutants: AOR 4, ROR 8`.
fn counted<'m>(mutants: impl Iterator<Item = &'m Objective>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for mutant in mutants {
        *counts.entry(mutant.operator()).or_default() += 1;
    }
    let all: usize = counts.values().sum();
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

/// The number of changes that were omitted because no text is exact.
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

/// The number of functions without mutants that a note names.
const NAMED: usize = 5;

/// The functions to which no operator applies, in one note.
fn without_mutants(found: &Mutants) -> Option<String> {
    let names = found.skipped.iter().filter_map(|skipped| match skipped {
        Skipped::NothingToMutate { function } => Some(format!("`{function}`")),
        _ => None,
    });
    let names: Vec<String> = names.collect();
    let named = names.len().min(NAMED);
    let (more, them) = match names.len() - named {
        0 if named == 0 => return None,
        0 if named == 1 => (String::new(), "it"),
        0 => (String::new(), "them"),
        more => (format!(" and {more} more functions"), "them"),
    };
    Some(format!(
        "{}{more} got no mutants: no chosen operator applies to {them}",
        names[..named].join(", ")
    ))
}

/// What was left out. Functions without mutants are in one note, places whose expression is uncertain are counted, and named on request.
pub fn notes(found: &Mutants, verbose: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let mut unaligned = 0;
    for skipped in &found.skipped {
        match skipped {
            _ if verbose => notes.push(skipped.to_string()),
            Skipped::NothingToMutate { .. } => {}
            _ if skipped.is_of_one_place() => unaligned += 1,
            _ => notes.push(skipped.to_string()),
        }
    }
    notes.extend(without_mutants(found).filter(|_| !verbose));
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

pub fn print_json(listings: &Listings) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let result = match &listings.files[..] {
        [only] if !listings.is_project => result(only),
        _ => of_project(listings),
    };
    out.write_all(result.to_json().as_bytes())?;
    out.flush()
}

/// All lists as one. A mutant of a header is one mutant.
fn of_project(listings: &Listings) -> quell_results::Listing {
    let mut project = quell_results::Listing {
        skipped_files: listings.skipped.clone(),
        ..quell_results::Listing::default()
    };
    let mut known = BTreeSet::new();
    for listing in &listings.files {
        let of_file = result(listing);
        project.operators = of_file.operators;
        project.files.push(of_file.file);
        project.skipped.extend(of_file.skipped);
        let records = of_file.objectives.into_iter();
        let records = records.filter(|record| known.insert(record.id.clone()));
        project.objectives.extend(records);
    }
    project.finished()
}

fn result(listing: &Listing) -> quell_results::Listing {
    let found = &listing.found;
    let mutants = found.mutants.iter();
    quell_results::Listing {
        file: listing.file.clone(),
        operators: listing.operators.clone(),
        objectives: mutants.map(|mutant| record(listing, mutant)).collect(),
        skipped: found.skipped.iter().map(left_out).collect(),
        emitted: listing.emitted.clone(),
        meta_program: listing.meta_program.clone(),
        ..quell_results::Listing::default()
    }
    .finished()
}

fn record(listing: &Listing, mutant: &Objective) -> Record {
    let partners = listing.found.partners.get(&mutant.id);
    let record = record_of(mutant, name_of(listing, mutant).to_owned());
    let id = listing.ids.get(&mutant.id);
    let file = id.and_then(|id| id.rsplit_once(':'));
    Record {
        file: file.map_or_else(|| record.file.clone(), |(file, _)| file.to_owned()),
        id: id.unwrap_or(&mutant.id.0).clone(),
        verdict: match listing.suppressed.get(&mutant.id) {
            Some(why) => Decision::suppressed(why.clone()),
            None => record.verdict.clone(),
        },
        also: partners.map_or_else(Vec::new, |ids| ids.iter().map(|id| id.0.clone()).collect()),
        ..record
    }
}

/// The same as data.
fn left_out(skipped: &Skipped) -> quell_results::Skipped {
    use quell_results::Skipped as Data;
    let place = |file: &str, line: u32, column: u32| Place {
        file: file.to_owned(),
        line,
        column,
    };
    match skipped.clone() {
        Skipped::NoDebugInfo { function } => Data::NoDebugInfo { function },
        Skipped::NothingToMutate { function } => Data::NothingToMutate { function },
        Skipped::NoSource {
            function,
            file,
            reason,
        } => Data::NoSource {
            function,
            file,
            reason: match reason {
                NoSource::NotRegular => SourceObstacle::NotRegular,
                NoSource::Changed => SourceObstacle::Changed,
                NoSource::Unreadable { message } => SourceObstacle::Unreadable { message },
                NoSource::UnknownLanguage => SourceObstacle::UnknownLanguage,
            },
        },
        Skipped::Inexpressible {
            file,
            line,
            column,
            operator,
            replacement,
        } => Data::Inexpressible {
            place: place(&file, line, column),
            operator: operator.to_owned(),
            replacement,
        },
        Skipped::Limited { function, operator } => Data::Limited {
            function,
            operator: operator.to_owned(),
        },
        Skipped::Unbounded {
            file,
            line,
            column,
            operator,
        } => Data::Unbounded {
            place: place(&file, line, column),
            operator: operator.to_owned(),
        },
        Skipped::Vector {
            function,
            file,
            line,
            column,
            instruction,
        } => Data::Vector {
            function,
            place: place(&file, line, column),
            instruction,
        },
        Skipped::Unaligned {
            function,
            file,
            line,
            column,
            instruction,
        } => Data::Unaligned {
            function,
            place: place(&file, line, column),
            instruction,
        },
    }
}
