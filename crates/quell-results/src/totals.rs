//! Totals of records.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::reason::Reason;
use crate::record::{Decision, Evidence, Level, Record, SecondSolverResult, Status};

/// The number of objectives by status. Each counts once, so that all but the first add up to the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    pub objectives: u64,
    pub killed: u64,
    pub covered: u64,
    pub equivalent: u64,
    pub uncoverable: u64,
    pub unreached: u64,
    pub timeout: u64,
    pub duplicate: u64,
    pub suppressed: u64,
    pub survived: u64,
    #[serde(default, skip_serializing_if = "is_none")]
    pub uncovered: u64,
    pub unknown: u64,
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

impl Counts {
    pub fn of<'d>(decisions: impl IntoIterator<Item = &'d Decision>) -> Self {
        let mut counts = Self::default();
        for decision in decisions {
            counts.objectives += 1;
            *match decision.status {
                Status::Killed => &mut counts.killed,
                Status::Covered => &mut counts.covered,
                Status::Equivalent => &mut counts.equivalent,
                Status::Uncoverable => &mut counts.uncoverable,
                Status::Unreached => &mut counts.unreached,
                Status::Timeout => &mut counts.timeout,
                Status::Duplicate => &mut counts.duplicate,
                Status::Suppressed => &mut counts.suppressed,
                Status::Survived => &mut counts.survived,
                Status::Uncovered => &mut counts.uncovered,
                Status::Unknown => &mut counts.unknown,
            } += 1;
        }
        counts
    }
}

/// Counts by status, and the parts of some of them.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Totals {
    #[serde(flatten)]
    pub counts: Counts,
    pub equivalences: Equivalences,
    #[serde(default, skip_serializing_if = "Uncoverables::are_none")]
    pub uncoverables: Uncoverables,
    pub survivors: Survivors,
    /// The mutation score: killed mutants and timeouts in percent of all that are neither equivalent nor duplicates nor
    /// suppressed. Absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Percent>,
    /// The same with weakly killed mutants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weak_score: Option<Percent>,
    /// Covered labels and hyperlabels in percent of all that are not uncoverable. Absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Percent>,
}

/// The equivalences by evidence. The first three add up to all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Equivalences {
    /// Without any bound; assumptions may be needed.
    pub complete: u64,
    pub up_to_bounds: u64,
    /// By code equivalence alone.
    pub same_code: u64,
    /// Proved again by a second solver.
    pub proved_twice: u64,
    /// Not proved again completely by a second solver.
    pub proved_once: u64,
}

/// The uncoverable labels by scope. They add up to all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Uncoverables {
    /// Without any bound; assumptions may be needed.
    pub complete: u64,
    pub up_to_bounds: u64,
    /// A file that the user gave says so.
    #[serde(default, skip_serializing_if = "is_none")]
    pub stated: u64,
}

/// The survivors by level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Survivors {
    pub not_executed: u64,
    pub executed: u64,
    pub weakly_killed: u64,
}

/// A share in percent. The two ends differ while objectives are undecided.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Percent {
    pub least: f64,
    pub most: f64,
}

impl Equivalences {
    fn of<'d>(decisions: impl Iterator<Item = &'d Decision>) -> Self {
        let mut counts = Self::default();
        for decision in decisions.filter(|of| of.status == Status::Equivalent) {
            *match decision {
                Decision { complete: true, .. } => &mut counts.complete,
                by_code if by_code.is_same_code() => &mut counts.same_code,
                _ => &mut counts.up_to_bounds,
            } += 1;
        }
        counts
    }
}

impl Uncoverables {
    fn of<'d>(decisions: impl Iterator<Item = &'d Decision>) -> Self {
        let mut counts = Self::default();
        for decision in decisions.filter(|of| of.status == Status::Uncoverable) {
            *match decision {
                Decision { complete: true, .. } => &mut counts.complete,
                of if of.evidence == Some(Evidence::Stated) => &mut counts.stated,
                _ => &mut counts.up_to_bounds,
            } += 1;
        }
        counts
    }

    fn are_none(&self) -> bool {
        *self == Self::default()
    }
}

impl Survivors {
    fn of<'d>(decisions: impl Iterator<Item = &'d Decision>) -> Self {
        let mut counts = Self::default();
        let survivors = decisions.filter(|of| of.status == Status::Survived);
        for level in survivors.filter_map(|of| of.level) {
            *match level {
                Level::NotExecuted => &mut counts.not_executed,
                Level::Executed => &mut counts.executed,
                Level::WeaklyKilled => &mut counts.weakly_killed,
            } += 1;
        }
        counts
    }
}

impl Totals {
    /// Of all objectives that count. Mutation score and coverage are those of mutants and of labels.
    pub fn of_records(records: &[Record]) -> Self {
        let counted = || records.iter().filter(|record| !record.is_part);
        let of_kind = |are_labels: bool| {
            let own = counted().filter(|record| record.is_label() == are_labels);
            Self::of(own.map(|record| &record.verdict))
        };
        let (mutants, labels) = (of_kind(false), of_kind(true));
        Self {
            score: mutants.score,
            weak_score: mutants.weak_score,
            coverage: labels.score,
            ..Self::of(counted().map(|record| &record.verdict))
        }
    }

    /// Of objectives of one kind.
    pub fn of<'d>(decisions: impl IntoIterator<Item = &'d Decision> + Clone) -> Self {
        let all = || decisions.clone().into_iter();
        let counts = Counts::of(all());
        let results = all().filter_map(|of| of.second_solver.as_ref());
        let (twice, rest): (Vec<_>, Vec<_>) =
            results.partition(|of| SecondSolverResult::is_complete(of));
        let survivors = Survivors::of(all());
        let mut totals = Self {
            counts,
            equivalences: Equivalences {
                proved_twice: twice.len() as u64,
                proved_once: rest.len() as u64,
                ..Equivalences::of(all())
            },
            uncoverables: Uncoverables::of(all()),
            survivors,
            score: None,
            weak_score: None,
            coverage: None,
        };
        totals.score = totals.percent(totals.killed());
        totals.weak_score = totals.percent(totals.weakly_killed());
        totals
    }

    fn percent(&self, judged: u64) -> Option<Percent> {
        let open = self.counts.unknown + self.counts.unreached;
        Some(Percent {
            least: percent(judged, self.counted())?,
            most: percent(judged + open, self.counted())?,
        })
    }

    /// The objectives that the score is about.
    pub fn counted(&self) -> u64 {
        let Counts {
            objectives,
            equivalent,
            uncoverable,
            duplicate,
            suppressed,
            ..
        } = self.counts;
        objectives - equivalent - uncoverable - duplicate - suppressed
    }

    /// Killed in any way, and covered.
    pub fn killed(&self) -> u64 {
        self.counts.killed + self.counts.covered + self.counts.timeout
    }

    /// Weakly killed at least.
    pub fn weakly_killed(&self) -> u64 {
        self.killed() + self.survivors.weakly_killed
    }

    /// Executed at least.
    pub fn executed(&self) -> u64 {
        self.weakly_killed() + self.survivors.executed
    }

    /// Mutants whose code is that of the original or of another mutant.
    pub fn same_code(&self) -> u64 {
        self.equivalences.same_code + self.counts.duplicate
    }
}

/// `None` of nothing.
pub(crate) fn percent(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 * 100.0 / whole as f64)
}

/// The objectives of a function.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FunctionSummary {
    pub function: String,
    /// In the results of several files: the one that is worked on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(flatten)]
    pub counts: Counts,
    /// The labels by criterion, in the order of their first ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<CriterionSummary>,
    /// Why objectives are unknown, each reason once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
}

/// The labels of a criterion in a function.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CriterionSummary {
    pub criterion: String,
    #[serde(flatten)]
    pub counts: Counts,
    #[serde(default, skip_serializing_if = "Uncoverables::are_none")]
    pub uncoverables: Uncoverables,
    /// Covered labels in percent of all that are not uncoverable. Absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Percent>,
}

/// The functions in the order of their first objectives. Labels that are only parts of others do not count.
pub fn functions(records: &[Record]) -> Vec<FunctionSummary> {
    let counted = records.iter().filter(|record| !record.is_part);
    let summary = |(name, own): (&str, Vec<&Record>)| {
        let verdicts: Vec<&Decision> = own.iter().map(|record| &record.verdict).collect();
        FunctionSummary {
            function: name.to_owned(),
            file: None,
            counts: Counts::of(verdicts.iter().copied()),
            criteria: criteria(&own),
            reasons: reasons(&verdicts),
        }
    };
    let functions = grouped(counted, |record| Some(&record.function));
    functions.into_iter().map(summary).collect()
}

fn criteria(records: &[&Record]) -> Vec<CriterionSummary> {
    let summary = |(name, own): (&str, Vec<&Record>)| {
        let totals = Totals::of(own.iter().map(|record| &record.verdict));
        CriterionSummary {
            criterion: name.to_owned(),
            counts: totals.counts,
            uncoverables: totals.uncoverables,
            coverage: totals.score,
        }
    };
    let criteria = grouped(records.iter().copied(), |record| record.criterion.as_ref());
    criteria.into_iter().map(summary).collect()
}

/// Records by a name, in the order of the first of each.
fn grouped<'r>(
    records: impl Iterator<Item = &'r Record>,
    name: impl Fn(&'r Record) -> Option<&'r String>,
) -> Vec<(&'r str, Vec<&'r Record>)> {
    let mut groups: Vec<(&str, Vec<&Record>)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for record in records {
        let Some(name) = name(record) else { continue };
        let place = *places.entry(name).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, own)) => own.push(record),
            None => groups.push((name, vec![record])),
        }
    }
    groups
}

fn reasons(decisions: &[&Decision]) -> Vec<Reason> {
    let unknown = decisions.iter().filter(|of| of.status == Status::Unknown);
    let mut reasons: Vec<Reason> = Vec::new();
    for reason in unknown.filter_map(|of| of.reason.as_ref()) {
        if !reasons.contains(reason) {
            reasons.push(reason.clone());
        }
    }
    reasons
}
