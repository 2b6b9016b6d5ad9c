//! The labels of all units, each once, and which commands cover them.

use indexmap::IndexMap;
use quell_results::{Decision, DecisionReport, Level, Reason, Record};

use super::baseline::Baseline;
use super::carried::Unit;
use super::recording::Recording;
use super::subjects::{Place, in_any};

/// A label or hyperlabel, and its numbers in the units that record it: labels of a header are in every unit that includes it.
#[derive(Clone, Debug)]
struct SuiteLabel {
    record: Record,
    places: Vec<Place>,
}

/// The labels of all units, in the order of the units, and the decisions of which MC/DC was wanted.
#[derive(Clone, Debug, Default)]
pub struct SuiteLabels {
    pub criteria: Vec<String>,
    pub decisions: Vec<DecisionReport>,
    labels: Vec<SuiteLabel>,
}

impl SuiteLabels {
    pub fn of(units: &[Unit]) -> Self {
        let mut found: IndexMap<&String, SuiteLabel> = IndexMap::new();
        let mut all = Self::default();
        for (unit, content) in units.iter().enumerate() {
            let first = content.mutants.len() + 1;
            for (number, record) in (first..).zip(&content.labels.recorded) {
                let label = found.entry(&record.id).or_insert_with(|| SuiteLabel {
                    record: record.clone(),
                    places: Vec::new(),
                });
                label.places.push(Place { unit, number });
            }
            for record in &content.labels.others {
                found.entry(&record.id).or_insert_with(|| SuiteLabel {
                    record: record.clone(),
                    places: Vec::new(),
                });
            }
            let criteria = content.labels.criteria.iter();
            for name in criteria {
                if !all.criteria.contains(name) {
                    all.criteria.push(name.clone());
                }
            }
            for decision in &content.labels.decisions {
                if !all.decisions.contains(decision) {
                    all.decisions.push(decision.clone());
                }
            }
        }
        all.labels = found.into_values().collect();
        all
    }

    /// The labels with what the runs of the original show. Hyperlabels are decided from them afterwards.
    pub fn records(&self, baselines: &[Baseline]) -> Vec<Record> {
        let record = |label: &SuiteLabel| Record {
            verdict: match label.places.is_empty() {
                true => label.record.verdict.clone(),
                false => verdict(&label.places, baselines),
            },
            ..label.record.clone()
        };
        self.labels.iter().map(record).collect()
    }
}

fn verdict(places: &[Place], baselines: &[Baseline]) -> Decision {
    let commands = |has: fn(&Recording, usize) -> bool| -> Vec<String> {
        let with = baselines.iter();
        let with = with.filter(|one| in_any(places, &one.recordings, has));
        with.map(|one| one.command.clone()).collect()
    };
    let covered = commands(Recording::has_infected);
    let executed = commands(Recording::has_executed);
    match () {
        () if baselines.is_empty() => Decision::unknown(Reason::Interrupted),
        () if !covered.is_empty() => Decision::covered(covered),
        () if !executed.is_empty() => Decision::uncovered(Some(Level::Executed), executed),
        () => Decision::uncovered(Some(Level::NotExecuted), Vec::new()),
    }
}
