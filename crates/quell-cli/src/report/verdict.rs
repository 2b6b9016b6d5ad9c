//! Verdicts of an engine in words, with the bounds and assumptions of proofs in numbered lists.

use quell_results::{
    Assumption, Bound, Decision, Evidence, Observable, Reason, Record, SecondSolverResult, Status,
};

use super::{CHANGE, english};

/// A record with the verdict that is shown. A duplicate has that of the mutant whose code it has.
#[derive(Clone, Copy)]
pub struct Shown<'r> {
    pub record: &'r Record,
    pub verdict: &'r Decision,
}

/// The distinct lists of bounds and of assumptions of a function's objectives. They are long, and most objectives share them: each is
/// printed once, with a number.
pub struct Scopes<'r> {
    bounds: Vec<&'r [Bound]>,
    assumptions: Vec<&'r [Assumption]>,
}

impl<'r> Scopes<'r> {
    pub fn of(objectives: &[Shown<'r>]) -> Self {
        let verdicts = || objectives.iter().map(|of| of.verdict);
        Self {
            bounds: distinct(verdicts().map(|of| of.bounds.as_slice())),
            assumptions: distinct(verdicts().map(|of| of.assumptions.as_slice())),
        }
    }

    /// ` up to bounds 1, assumptions 2`, with another first word for other verdicts.
    fn text(&self, introduction: &str, decision: &Decision) -> String {
        let bounds = number(&self.bounds, &decision.bounds);
        let assumptions = number(&self.assumptions, &decision.assumptions);
        let parts = [
            bounds.map(|number| format!("bounds {number}")),
            assumptions.map(|number| format!("assumptions {number}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match parts.is_empty() {
            true => String::new(),
            false => format!("{introduction}{}", parts.join(", ")),
        }
    }

    /// All of them, one in a line.
    pub fn lists(&self) -> String {
        let lines = |title: &str, lists: Vec<String>| -> String {
            let lists = lists.iter().enumerate();
            let lines = lists.map(|(index, list)| format!("  {title} {}: {list}\n", index + 1));
            lines.collect()
        };
        let bounds = self.bounds.iter();
        let assumptions = self.assumptions.iter();
        lines(
            "bounds",
            bounds.map(|list| joined(list, english::bound)).collect(),
        ) + &lines(
            "assumptions",
            assumptions
                .map(|list| joined(list, english::assumption))
                .collect(),
        )
    }
}

fn joined<T>(list: &[T], text: fn(&T) -> String) -> String {
    let texts: Vec<String> = list.iter().map(text).collect();
    texts.join("; ")
}

fn distinct<'r, T: PartialEq>(lists: impl Iterator<Item = &'r [T]>) -> Vec<&'r [T]> {
    let mut known: Vec<&[T]> = Vec::new();
    for list in lists.filter(|list| !list.is_empty()) {
        if !known.contains(&list) {
            known.push(list);
        }
    }
    known
}

/// The number of a list among those that are printed.
fn number<T: PartialEq>(known: &[&[T]], list: &[T]) -> Option<usize> {
    known.iter().position(|of| *of == list).map(|at| at + 1)
}

/// The verdict on an objective, in one line.
pub fn verdict(decision: &Decision, scopes: &Scopes<'_>) -> String {
    let because = |text: &str| match explanation(decision) {
        None => text.to_owned(),
        Some(why) => format!("{text}: {why}"),
    };
    if decision.evidence == Some(Evidence::Stated) {
        return stated(decision);
    }
    match decision.status {
        Status::Killed => format!("killed by {}", by_tests(decision)),
        Status::Covered => format!("covered by {}", by_tests(decision)),
        Status::Timeout => format!("{CHANGE}timeout{CHANGE:#} on {}", by_tests(decision)),
        Status::Equivalent | Status::Uncoverable if decision.complete => {
            let scope = scopes.text(" under ", decision);
            because(&format!(
                "{} (complete){scope}{}",
                english::status(decision.status),
                confirmed(decision)
            ))
        }
        Status::Equivalent if decision.is_same_code() => {
            "equivalent (same code as the original after optimisation)".to_owned()
        }
        Status::Equivalent | Status::Uncoverable => because(&format!(
            "{}{}{}",
            english::status(decision.status),
            scopes.text(" up to ", decision),
            confirmed(decision)
        )),
        Status::Unreached => because(&format!(
            "{CHANGE}unreached{CHANGE:#}{}{}",
            scopes.text(" within ", decision),
            confirmed(decision)
        )),
        Status::Suppressed => match &decision.reason {
            Some(Reason::Comment { text }) if !text.is_empty() => format!("suppressed: {text}"),
            _ => english::status(decision.status).to_owned(),
        },
        Status::Unknown => because(&format!("{CHANGE}unknown{CHANGE:#}")),
        Status::Uncovered => match decision.level {
            Some(level) => format!("not covered: {}", english::label_level(level)),
            None => english::status(decision.status).to_owned(),
        },
        other => english::status(other).to_owned(),
    }
}

/// `covered (known before, by LReplay)`.
fn stated(decision: &Decision) -> String {
    let status = english::status(decision.status);
    match decision.engine.as_str() {
        "" => format!("{status} (known before)"),
        tool => format!("{status} (known before, by {tool})"),
    }
}

/// Why an objective is unknown, or how a verdict was proved and what is not known beyond it.
fn explanation(decision: &Decision) -> Option<String> {
    let mut parts = Vec::new();
    let reason = decision.reason.as_ref().map(english::reason);
    match decision.status {
        Status::Unknown => return reason,
        Status::Unreached => parts.push("no valid input executes it".to_owned()),
        Status::Uncoverable => parts.push(english::label_method(decision.method?).to_owned()),
        _ => parts.push(english::method(decision.method?).to_owned()),
    }
    if decision.reachability_unknown {
        parts.push("whether a valid input executes it is not known".to_owned());
    }
    if let Some(reason) = &decision.unconfirmed {
        parts.push(format!("on smaller inputs, {}", english::reason(reason)));
    }
    parts.extend(reason.map(|reason| format!("beyond the bounds, {reason}")));
    Some(parts.join("; "))
}

/// The result of the second solver, if one was used.
fn confirmed(decision: &Decision) -> String {
    let text = |of: &SecondSolverResult| match of.is_complete() {
        true => format!(", {} agrees", of.solver),
        false => format!(
            ", {CHANGE}not confirmed{CHANGE:#} by {} ({})",
            of.solver,
            joined(&of.unanswered, english::unanswered)
        ),
    };
    decision
        .second_solver
        .as_ref()
        .map_or_else(String::new, text)
}

/// `t1 and 2 more: result 0, mutant 1`.
fn by_tests(decision: &Decision) -> String {
    let mut text = match decision.tests.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first, others @ ..] => format!("{first} and {} more", others.len()),
    };
    if decision.original_aborts {
        text += " (original aborts)";
    }
    if let Some(seen) = &decision.observed {
        // How a run ended needs no name in front.
        let what = match &seen.what {
            Observable::End => String::new(),
            what => format!("{what} "),
        };
        text += &format!(": {what}{}, mutant {what}{}", seen.original, seen.mutant);
    }
    text
}
