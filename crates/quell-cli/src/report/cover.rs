//! Labels as text: how much is covered, what is not, and MC/DC by decision; of `quell cover` also the tests, and of `quell score`
//! what its tests cover.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use quell_results::{
    ConditionReport, Counts, CriterionSummary, Decision, DecisionReport, FunctionSummary,
    Independence, Percent, Record, RecordKind, Run, Score, Status, Uncoverables,
};

use super::run::{footer, grouped, tests, undecided};
use super::table::{aligned_after, lined_up};
use super::verdict::{Scopes, Shown, verdict};
use super::{BOLD, CHANGE, DIM, change, english};

/// Which labels are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListedLabels {
    /// Those that no test covers, without parts of others.
    Open,
    All,
}

impl From<bool> for ListedLabels {
    fn from(all: bool) -> Self {
        match all {
            true => Self::All,
            false => Self::Open,
        }
    }
}

pub fn print(run: &Run, listed: ListedLabels) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text(run, listed).as_bytes())?;
    out.flush()
}

fn text(run: &Run, listed: ListedLabels) -> String {
    if run.objectives.is_empty() {
        return format!("no labels{}\n", of_criteria(&run.criteria));
    }
    let labelled = Labelled::from(run);
    summary(run)
        + &labelled.table(HEADS, row)
        + &labelled.without_labels()
        + &labelled.open_or_all(listed)
        + &labelled.decisions()
        + &tests(&run.tests, "covers")
        + &undecided(run)
        + &footer(run)
}

/// ` of RTE, IDC`, if criteria were named.
fn of_criteria(names: &[String]) -> String {
    match names {
        [] => String::new(),
        names => format!(" of {}", names.join(", ")),
    }
}

/// What became of all labels, in one line.
fn summary(run: &Run) -> String {
    let counts = run.totals.counts;
    let open = counts.unreached + counts.unknown;
    let labels = match counts.objectives {
        1 => "1 label".to_owned(),
        some => format!("{some} labels"),
    };
    let mut parts = vec![format!("{} covered", counts.covered)];
    let Uncoverables {
        complete,
        up_to_bounds,
        stated,
    } = run.totals.uncoverables;
    if complete > 0 {
        parts.push(format!("{complete} proved uncoverable"));
    }
    if stated > 0 {
        parts.push(format!("{stated} stated to be uncoverable"));
    }
    if up_to_bounds > 0 {
        parts.push(format!("{up_to_bounds} uncoverable up to bounds"));
    }
    if open > 0 {
        parts.push(format!("{open} open"));
    }
    let tests = match run.tests.len() {
        1 => "1 test".to_owned(),
        some => format!("{some} tests"),
    };
    format!(
        "{BOLD}{labels}: {}, with {tests}{BOLD:#}\n",
        parts.join(", ")
    )
}

const HEADS: [&str; 9] = [
    "function",
    "criterion",
    "labels",
    "covered",
    "uncoverable",
    "up to bounds",
    "unreached",
    "unknown",
    "coverage",
];

const SCORE_HEADS: [&str; 8] = [
    "function",
    "criterion",
    "labels",
    "covered",
    "not covered",
    "uncoverable",
    "unknown",
    "coverage",
];

/// What a result says of labels.
#[derive(Clone, Copy)]
pub(super) struct Labelled<'r> {
    /// As the user chose them.
    criteria: &'r [String],
    objectives: &'r [Record],
    functions: &'r [FunctionSummary],
    decisions: &'r [DecisionReport],
}

impl<'r> From<&'r Run> for Labelled<'r> {
    fn from(run: &'r Run) -> Self {
        Self {
            criteria: &run.criteria,
            objectives: &run.objectives,
            functions: &run.functions,
            decisions: &run.decisions,
        }
    }
}

impl<'r> From<&'r Score> for Labelled<'r> {
    fn from(score: &'r Score) -> Self {
        Self {
            criteria: &score.criteria,
            objectives: &score.objectives,
            functions: &score.functions,
            decisions: &score.decisions,
        }
    }
}

impl Labelled<'_> {
    /// One line for each criterion of each function, and for each criterion of several functions.
    fn table<const N: usize>(
        &self,
        heads: [&str; N],
        row: fn(&str, &CriterionSummary) -> [String; N],
    ) -> String {
        let mut rows = Vec::new();
        for function in self.functions {
            for summary in self.sorted(&function.criteria) {
                rows.push(row(&function.function, summary));
            }
        }
        let labelled = self.functions.iter().filter(|of| !of.criteria.is_empty());
        if labelled.count() > 1 {
            let all = self.of_all_functions();
            rows.extend(self.sorted(&all).into_iter().map(|of| row("all", of)));
        }
        aligned_after(2, heads, &rows)
    }

    /// The table of a suite, in which nothing is proved.
    pub(super) fn score_table(&self) -> String {
        self.table(SCORE_HEADS, score_row)
    }

    /// In the order of the criteria that the user chose; labels of the source come last.
    fn sorted<'s>(&self, summaries: &'s [CriterionSummary]) -> Vec<&'s CriterionSummary> {
        let place = |of: &&CriterionSummary| {
            let mut names = self.criteria.iter();
            names
                .position(|name| *name == of.criterion)
                .unwrap_or(usize::MAX)
        };
        let mut sorted: Vec<&CriterionSummary> = summaries.iter().collect();
        sorted.sort_by_key(place);
        sorted
    }

    /// The same criteria of all functions together.
    fn of_all_functions(&self) -> Vec<CriterionSummary> {
        let mut together: Vec<Record> = self.objectives.to_vec();
        for record in &mut together {
            record.function = String::new();
        }
        let mut all = quell_results::totals::functions(&together);
        all.pop().map_or_else(Vec::new, |all| all.criteria)
    }

    /// The labels with their verdicts, by function.
    pub(super) fn labels(&self, listed: ListedLabels) -> String {
        let labels = self.objectives.iter().filter(|of| of.is_label());
        let functions = grouped(labels.map(|record| Shown {
            record,
            verdict: &record.verdict,
        }));
        let entries = functions.iter().map(|(name, labels)| {
            let labels = labels.iter().copied().filter(|of| listed.has(of));
            let labels: Vec<Shown<'_>> = labels.collect();
            match labels.is_empty() {
                true => String::new(),
                false => function(name, &labels),
            }
        });
        entries.collect()
    }

    /// The labels under a heading, unless all are listed.
    fn open_or_all(&self, listed: ListedLabels) -> String {
        let labels = self.labels(listed);
        match listed {
            ListedLabels::Open if !labels.is_empty() => {
                format!("{BOLD}not covered:{BOLD:#}\n{labels}")
            }
            _ => labels,
        }
    }

    /// Criteria that were asked for and have no labels here.
    fn without_labels(&self) -> String {
        let has_labels = |name: &String| {
            let mut all = self.objectives.iter();
            all.any(|of| of.criterion.as_ref() == Some(name) && !of.is_part)
        };
        // The tag of a label of the source is its criterion.
        let is_tag = |of: &Record| {
            let criterion = of.criterion.as_ref();
            criterion.is_some_and(|name| !self.criteria.contains(name))
        };
        let has_tags = self.objectives.iter().any(is_tag);
        let missing = self.criteria.iter().filter(|name| !has_labels(name));
        let missing = missing.filter(|name| !has_tags || *name != "LABEL");
        let missing: Vec<String> = missing.cloned().collect();
        match missing.is_empty() {
            true => String::new(),
            false => format!("{DIM}no labels{}{DIM:#}\n", of_criteria(&missing)),
        }
    }

    /// For each decision, which tests show the independence of its conditions.
    pub(super) fn decisions(&self) -> String {
        let ids = self.objectives.iter();
        let verdicts: BTreeMap<&str, &Decision> =
            ids.map(|of| (of.id.as_str(), &of.verdict)).collect();
        let texts = self.decisions.iter().map(|of| decision(of, &verdicts));
        let texts: String = texts.collect();
        match texts.is_empty() {
            true => texts,
            false => format!(
                "{BOLD}MC/DC: two tests that show the effect of each condition, and the values of all conditions:{BOLD:#}\n{texts}"
            ),
        }
    }

    /// Which tests cover which labels.
    pub(super) fn matrix(&self) -> String {
        let labels = self.objectives.iter().filter(|of| of.is_label());
        let covered = labels.filter(|of| of.verdict.status == Status::Covered);
        let lines = covered.map(|of| format!("  {}  {}\n", of.id, of.verdict.tests.join(", ")));
        format!("{BOLD}covered by:{BOLD:#}\n{}", lines.collect::<String>())
    }
}

fn score_row(function: &str, summary: &CriterionSummary) -> [String; 8] {
    let counts = summary.counts;
    let numbers = [
        counts.objectives,
        counts.covered,
        counts.uncovered,
        counts.uncoverable,
        counts.unknown,
    ];
    let [all, covered, uncovered, uncoverable, unknown] = numbers.map(|number| number.to_string());
    [
        function.to_owned(),
        summary.criterion.clone(),
        all,
        covered,
        uncovered,
        uncoverable,
        unknown,
        summary.coverage.map_or("-".to_owned(), percent),
    ]
}

fn row(function: &str, summary: &CriterionSummary) -> [String; 9] {
    let Counts {
        objectives,
        covered,
        unreached,
        unknown,
        ..
    } = summary.counts;
    let Uncoverables {
        complete,
        up_to_bounds,
        stated,
    } = summary.uncoverables;
    [
        function.to_owned(),
        summary.criterion.clone(),
        objectives.to_string(),
        covered.to_string(),
        (complete + stated).to_string(),
        up_to_bounds.to_string(),
        unreached.to_string(),
        unknown.to_string(),
        summary.coverage.map_or("-".to_owned(), percent),
    ]
}

/// Two numbers while labels are undecided.
pub(super) fn percent(percent: Percent) -> String {
    let Percent { least, most } = percent;
    match least == most {
        true => format!("{least:.1} %"),
        false => format!("{least:.1} to {most:.1} %"),
    }
}

impl ListedLabels {
    fn has(self, shown: &Shown<'_>) -> bool {
        let is_open = shown.verdict.status != Status::Covered;
        self == Self::All || is_open && !shown.record.is_part
    }
}

fn function(name: &str, labels: &[Shown<'_>]) -> String {
    let scopes = Scopes::of(labels);
    let entries = labels.iter().map(|label| entry(label, &scopes));
    format!(
        "{BOLD}{name}{BOLD:#}\n{}{}",
        entries.collect::<String>(),
        scopes.lists()
    )
}

fn entry(shown: &Shown<'_>, scopes: &Scopes<'_>) -> String {
    let record = shown.record;
    let part = if record.is_part { "part, " } else { "" };
    format!(
        "  {}  {DIM}{}:{}{DIM:#}  {part}{}{}\n{}",
        record.id,
        record.span.line,
        record.span.column,
        verdict(shown.verdict, scopes),
        combined(shown),
        change(&record.source)
    )
}

/// Why a combination of labels is uncoverable.
fn combined(shown: &Shown<'_>) -> &'static str {
    let is_hyper = shown.record.kind == RecordKind::HyperLabel;
    match (shown.verdict.status, &shown.record.alternatives[..]) {
        (Status::Uncoverable, [_]) if is_hyper => ": one of its labels is uncoverable",
        (Status::Uncoverable, _) if is_hyper => ": each alternative has an uncoverable label",
        _ => "",
    }
}

fn decision(decision: &DecisionReport, verdicts: &BTreeMap<&str, &Decision>) -> String {
    let DecisionReport {
        function,
        span,
        text,
        ..
    } = decision;
    let conditions = decision.conditions.iter();
    let rows: Vec<[String; 3]> = conditions.flat_map(|of| rows(of, verdicts)).collect();
    let table = lined_up(&rows);
    let lines = table.lines().map(|line| format!("  {line}\n"));
    format!(
        "{BOLD}{function}{BOLD:#}  {DIM}{}:{}{DIM:#}  {text}\n{}",
        span.line,
        span.column,
        lines.collect::<String>()
    )
}

/// One line for each form of MC/DC; forms that are shown by the same are together.
fn rows(condition: &ConditionReport, verdicts: &BTreeMap<&str, &Decision>) -> Vec<[String; 3]> {
    let mut rows: Vec<[String; 3]> = Vec::new();
    for (form, independence) in &condition.independence {
        let shown = shown_independence(independence, verdicts);
        match rows.last_mut() {
            Some([_, forms, last]) if *last == shown => *forms += &format!(", {form}"),
            Some(_) => rows.push([String::new(), form.clone(), shown]),
            None => rows.push([condition.text.clone(), form.clone(), shown]),
        }
    }
    rows
}

fn shown_independence(independence: &Independence, verdicts: &BTreeMap<&str, &Decision>) -> String {
    if let Some(pair) = &independence.pair {
        let (holds, fails) = (&pair.holds, &pair.fails);
        return format!(
            "{} {}, {} {}",
            holds.vector, holds.test, fails.vector, fails.test
        );
    }
    let Some(decision) = verdicts.get(independence.objective.as_str()) else {
        return String::new();
    };
    match decision.status {
        Status::Uncoverable if decision.complete => "impossible (complete)".to_owned(),
        Status::Uncoverable => "impossible up to bounds".to_owned(),
        Status::Unknown => {
            let reason = decision.reason.as_ref().map(english::reason);
            format!("{CHANGE}unknown{CHANGE:#}: {}", reason.unwrap_or_default())
        }
        other => english::status(other).to_owned(),
    }
}
