//! The constraints of a mutant in words.

use std::io::{self, Write as _};

use quell_engine::{CbtConstraints, ConstraintKind, ExplainedSystem, Explanation, Solved};

use super::english::reason;
use super::{BOLD, DIM};
use crate::explain::Explained;

pub fn print(explained: &Explained) -> io::Result<()> {
    let (mutant, explanation) = (&explained.mutant, &explained.explanation);
    let mut out = anstream::stdout().lock();
    let (span, source) = (&mutant.source.span, &mutant.source);
    writeln!(out, "{BOLD}{}{BOLD:#}", explained.function)?;
    let place = format!("{}:{}", span.line, span.column);
    writeln!(out, "  {}  {DIM}{place}{DIM:#}", mutant.id.0)?;
    writeln!(out, "    - {}\n    + {}", source.before(), source.after())?;
    writeln!(out, "necessity: {}", necessity(explanation))?;
    writeln!(out, "predicate: {}", predicate(explanation))?;
    let mut last = None;
    let mut number = 0;
    for system in &explanation.systems {
        if last != Some(&system.path) {
            number += 1;
            writeln!(out, "path {number}: {}", conjunction(&system.path))?;
            last = Some(&system.path);
        }
        out.write_all(system_text(system, explanation).as_bytes())?;
    }
    out.write_all(totals(explanation).as_bytes())?;
    out.flush()
}

fn necessity(explanation: &Explanation) -> String {
    match explanation.by_definition {
        true => format!("by definition, {}", explanation.template),
        false => explanation.template.to_owned(),
    }
}

fn predicate(explanation: &Explanation) -> &'static str {
    match explanation.has_predicate {
        true => "e ≠ e'",
        false => "the mutant changes none",
    }
}

fn conjunction(parts: &[String]) -> String {
    let within = |part: &String| match part.contains(" and ") || part.contains(" or ") {
        true => format!("({part})"),
        false => part.clone(),
    };
    match parts {
        [] => "always".to_owned(),
        parts => parts.iter().map(within).collect::<Vec<_>>().join(" and "),
    }
}

fn system_text(system: &ExplainedSystem, explanation: &Explanation) -> String {
    let kind = match system.kind {
        ConstraintKind::Necessity => "necessity",
        ConstraintKind::Predicate => "predicate",
    };
    let mut text = format!("  {kind}: {}\n", system.constraint);
    if !system.domains.is_empty() {
        let domains = system.domains.iter();
        let domains: Vec<String> = domains.map(|(name, of)| format!("{name} {of}")).collect();
        text += &format!("    domains: {}\n", domains.join(", "));
    }
    let tries = explanation.settings.tries;
    text += &match &system.solved {
        Solved::Values(values) => format!("    solved by ({values})\n"),
        Solved::Unsolvable => "    unsolvable: the constraints contradict each other\n".to_owned(),
        Solved::GivenUp => format!(
            "    given up: no values found in {tries} tries ({} clauses)\n",
            system.clauses
        ),
    };
    text
}

fn totals(explanation: &Explanation) -> String {
    let mut text = String::new();
    for obstacle in &explanation.obstacles {
        text += &format!("not followed: {}\n", reason(obstacle));
    }
    if explanation.systems.is_empty() {
        text += "no path leads to it\n";
    }
    let constraints = match explanation.settings.constraints {
        CbtConstraints::Necessity => "necessity",
        CbtConstraints::Predicate => "predicate",
        CbtConstraints::Both => "both",
    };
    text + &format!(
        "parameters: constraints {constraints}, tries {}, seed {}, back branches of a loop taken at most {} times; {} paths infeasible\n",
        explanation.settings.tries, explanation.seed, explanation.passes, explanation.infeasible
    )
}
