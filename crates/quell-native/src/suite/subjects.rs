//! The mutants of all units, each once, and where they are.

use std::collections::BTreeMap;

use super::carried::{CarriedMutant, Unit};
use super::recording::Recording;

/// A mutant and its numbers in the units that have it: a header's mutants are in every unit that includes it,
/// and a file may be compiled twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    pub mutant: CarriedMutant,
    pub places: Vec<Place>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// An index of the list of units.
    pub unit: usize,
    pub number: usize,
}

impl Subject {
    /// Whether one of the recordings, one per unit, has it executed.
    pub fn is_executed(&self, recordings: &[Recording]) -> bool {
        in_any(&self.places, recordings, Recording::has_executed)
    }

    pub fn is_infected(&self, recordings: &[Recording]) -> bool {
        in_any(&self.places, recordings, Recording::has_infected)
    }
}

/// Whether a recording, of one per unit, has something of one of these places.
pub(super) fn in_any(
    places: &[Place],
    recordings: &[Recording],
    has: fn(&Recording, usize) -> bool,
) -> bool {
    places.iter().any(|place| {
        let recording = recordings.get(place.unit);
        recording.is_some_and(|recording| has(recording, place.number))
    })
}

/// In the order of files and lines. A mutant has the code of another one only if that holds in every unit.
pub fn subjects(units: &[Unit]) -> Vec<Subject> {
    let mut found: BTreeMap<_, Subject> = BTreeMap::new();
    for (unit, content) in units.iter().enumerate() {
        for (index, mutant) in content.mutants.iter().enumerate() {
            let key = (
                mutant.file.clone(),
                mutant.line,
                mutant.column,
                mutant.id.clone(),
            );
            let subject = found.entry(key).or_insert_with(|| Subject {
                mutant: mutant.clone(),
                places: Vec::new(),
            });
            if subject.mutant.same_code != mutant.same_code {
                subject.mutant.same_code = None;
            }
            let number = index + 1;
            subject.places.push(Place { unit, number });
        }
    }
    found.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::super::carried::SameCode;
    use super::super::carried::tests::{mutant, unit};
    use super::*;

    #[test]
    fn one_mutant_of_two_units_is_one_subject() {
        let shared = mutant("/p/h.h", "AOR-9");
        let units = [
            unit(vec![mutant("/p/a.c", "AOR-1"), shared.clone()]),
            unit(vec![shared, mutant("/p/a.c", "AOR-2")]),
        ];
        let subjects = subjects(&units);
        let ids: Vec<_> = subjects.iter().map(|one| one.mutant.id.as_str()).collect();
        assert_eq!(ids, ["AOR-1", "AOR-2", "AOR-9"]);
        let places = [Place { unit: 0, number: 2 }, Place { unit: 1, number: 1 }];
        assert_eq!(subjects[2].places, places);
        let second = Recording {
            executed: vec![false, true],
            ..Recording::default()
        };
        let recordings = [Recording::default(), second];
        assert!(subjects[2].is_executed(&recordings) && !subjects[2].is_infected(&recordings));
        assert!(!subjects[0].is_executed(&recordings));
    }

    #[test]
    fn units_have_to_agree_on_the_code() {
        let marked = |same_code| CarriedMutant {
            same_code,
            ..mutant("/p/h.h", "AOR-9")
        };
        let partner = |name: &str| Some(SameCode::Mutant(name.to_owned()));
        for (first, second, agreed) in [
            (Some(SameCode::Original), Some(SameCode::Original), true),
            (partner("/p/h.h:AOR-1"), partner("/p/h.h:AOR-1"), true),
            (partner("/p/h.h:AOR-1"), partner("/p/h.h:AOR-2"), false),
            (partner("/p/h.h:AOR-1"), Some(SameCode::Original), false),
            (Some(SameCode::Original), None, false),
            (None, Some(SameCode::Original), false),
        ] {
            let units = [first.clone(), second].map(|mark| unit(vec![marked(mark)]));
            let expected = first.filter(|_| agreed);
            assert_eq!(subjects(&units)[0].mutant.same_code, expected);
        }
    }
}
