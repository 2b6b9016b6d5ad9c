//! The kill matrix: which test kills which mutant. It gives the smallest suite that kills all of them, and the mutants that
//! matter: a mutant is subsumed if each test that kills some other mutant kills it too.
//!
//! The smallest suite is a minimum set cover. Reductions that lose no optimum come first: a test that is the only one to kill a
//! mutant is chosen, and tests and mutants that others dominate are left out. What remains is solved exactly by branch and bound
//! within [`NODES`] steps, and greedily beyond that.

use std::collections::{BTreeMap, BTreeSet};

/// The steps of branch and bound. Suites of some dozen tests need less than a thousand.
const NODES: u32 = 20_000;

/// Tests and the mutants that each of them kills, both by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    kills: Vec<BTreeSet<usize>>,
}

/// A mutant that no other one subsumes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subsuming {
    pub mutant: usize,
    /// Later mutants that exactly the same tests kill.
    pub same: Vec<usize>,
    /// The number of further mutants that each test which kills it kills too.
    pub subsumed: usize,
}

impl Matrix {
    /// The mutants that each test kills.
    pub fn new(kills: impl IntoIterator<Item = BTreeSet<usize>>) -> Self {
        Self {
            kills: kills.into_iter().collect(),
        }
    }

    /// The tests of a smallest suite that kills every mutant which some test kills, in their order. `kept` are in it anyway.
    pub fn smallest_suite(&self, kept: &BTreeSet<usize>) -> Vec<usize> {
        let done = kept.iter().filter_map(|test| self.kills.get(*test));
        let done: BTreeSet<usize> = done.flatten().copied().collect();
        let tests = self.kills.iter().enumerate();
        let tests = tests.filter(|(test, _)| !kept.contains(test));
        let tests = tests.map(|(test, kills)| (test, kills - &done));
        let chosen = Cover::default().solve(tests.collect());
        kept.iter()
            .copied()
            .chain(chosen)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    }

    /// The mutants that only one test of a suite kills, by that test.
    pub fn alone(&self, suite: &[usize]) -> BTreeMap<usize, Vec<usize>> {
        let killers = self.killers(suite.iter().copied());
        let mut alone: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (mutant, tests) in killers {
            if let (1, Some(test)) = (tests.len(), tests.first()) {
                alone.entry(*test).or_default().push(mutant);
            }
        }
        alone
    }

    /// The killed mutants that no other one strictly subsumes. Of mutants with the same killers, the first one is named.
    pub fn subsuming(&self) -> Vec<Subsuming> {
        let groups = groups(self.killers(0..self.kills.len()));
        let mut found: Vec<Subsuming> = minimal(&groups)
            .filter_map(|(tests, mutants)| {
                let (mutant, same) = mutants.split_first()?;
                let larger = groups
                    .iter()
                    .filter(|(other, _)| *other != tests && tests.is_subset(other));
                Some(Subsuming {
                    mutant: *mutant,
                    same: same.to_vec(),
                    subsumed: larger.map(|(_, mutants)| mutants.len()).sum(),
                })
            })
            .collect();
        found.sort_by_key(|of| of.mutant);
        found
    }

    /// The tests that kill each mutant.
    fn killers(&self, tests: impl Iterator<Item = usize>) -> BTreeMap<usize, BTreeSet<usize>> {
        let mut killers: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for test in tests {
            for mutant in self.kills.get(test).into_iter().flatten() {
                killers.entry(*mutant).or_default().insert(test);
            }
        }
        killers
    }
}

/// Tests that are left to choose from, with the mutants that are left.
type Rows = BTreeMap<usize, BTreeSet<usize>>;

/// The search for a minimum set cover.
#[derive(Default)]
struct Cover {
    nodes: u32,
    best: Option<Vec<usize>>,
}

impl Cover {
    fn solve(mut self, rows: Rows) -> Vec<usize> {
        self.best = Some(greedy(rows.clone()));
        self.search(rows, Vec::new());
        self.best.unwrap_or_default()
    }

    /// Completes a choice; keeps it if it is smaller than the best so far.
    fn search(&mut self, mut rows: Rows, mut chosen: Vec<usize>) {
        self.nodes += 1;
        chosen.extend(reduce(&mut rows));
        let most = self.best.as_ref().map_or(usize::MAX, Vec::len);
        if chosen.len() + least(&rows) >= most {
            return;
        }
        let Some(mutant) = hardest(&rows) else {
            self.best = Some(chosen);
            return;
        };
        let mut tests: Vec<usize> = rows
            .iter()
            .filter(|(_, kills)| kills.contains(&mutant))
            .map(|(test, _)| *test)
            .collect();
        tests.sort_by_key(|test| std::cmp::Reverse(rows[test].len()));
        for test in tests {
            if self.nodes >= NODES {
                return;
            }
            let mut left = rows.clone();
            choose(&mut left, test);
            let chosen = chosen.iter().copied().chain([test]);
            self.search(left, chosen.collect());
        }
    }
}

/// Takes a test out of the rows, and its mutants out of those of the others.
fn choose(rows: &mut Rows, test: usize) {
    let Some(killed) = rows.remove(&test) else {
        return;
    };
    for kills in rows.values_mut() {
        kills.retain(|mutant| !killed.contains(mutant));
    }
    rows.retain(|_, kills| !kills.is_empty());
}

/// The largest rows first.
fn greedy(mut rows: Rows) -> Vec<usize> {
    let mut chosen = Vec::new();
    rows.retain(|_, kills| !kills.is_empty());
    while let Some((test, _)) = rows
        .iter()
        .max_by_key(|(test, kills)| (kills.len(), std::cmp::Reverse(**test)))
    {
        let test = *test;
        choose(&mut rows, test);
        chosen.push(test);
    }
    chosen
}

/// Reduces the rows as long as possible; the tests that have to be chosen.
fn reduce(rows: &mut Rows) -> Vec<usize> {
    let mut chosen = Vec::new();
    rows.retain(|_, kills| !kills.is_empty());
    loop {
        let before = size(rows);
        drop_subsumed_mutants(rows);
        drop_dominated_tests(rows);
        while let Some(test) = only_killer(rows) {
            choose(rows, test);
            chosen.push(test);
        }
        if size(rows) == before {
            return chosen;
        }
    }
}

fn size(rows: &Rows) -> (usize, usize) {
    (rows.len(), rows.values().map(BTreeSet::len).sum())
}

/// A mutant that is killed whenever another one is need not be looked at; of mutants with the same killers, the first one is kept.
fn drop_subsumed_mutants(rows: &mut Rows) {
    let groups = groups(killers_in(rows));
    let kept = minimal(&groups).filter_map(|(_, mutants)| mutants.first().copied());
    let kept: BTreeSet<usize> = kept.collect();
    for kills in rows.values_mut() {
        kills.retain(|mutant| kept.contains(mutant));
    }
    rows.retain(|_, kills| !kills.is_empty());
}

/// Mutants by the tests that kill them.
type Groups = BTreeMap<BTreeSet<usize>, Vec<usize>>;

fn groups(killers: BTreeMap<usize, BTreeSet<usize>>) -> Groups {
    let mut groups = Groups::new();
    for (mutant, tests) in killers {
        groups.entry(tests).or_default().push(mutant);
    }
    groups
}

/// The groups whose tests contain those of no other group.
fn minimal(groups: &Groups) -> impl Iterator<Item = (&BTreeSet<usize>, &Vec<usize>)> {
    groups.iter().filter(|(tests, _)| {
        let mut others = groups.keys();
        !others.any(|other| other != *tests && other.is_subset(tests))
    })
}

/// A test is not needed if another one kills all that it kills; of equal ones, the first is kept.
fn drop_dominated_tests(rows: &mut Rows) {
    let is_dominated = |test: &usize, kills: &BTreeSet<usize>| {
        rows.iter().any(|(other, larger)| {
            other != test && kills.is_subset(larger) && (kills.len() < larger.len() || other < test)
        })
    };
    let dominated = rows
        .iter()
        .filter(|(test, kills)| is_dominated(test, kills));
    let dominated: Vec<usize> = dominated.map(|(test, _)| *test).collect();
    for test in dominated {
        rows.remove(&test);
    }
}

fn killers_in(rows: &Rows) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut killers: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (test, kills) in rows {
        for mutant in kills {
            killers.entry(*mutant).or_default().insert(*test);
        }
    }
    killers
}

/// A test that alone kills some mutant.
fn only_killer(rows: &Rows) -> Option<usize> {
    let killers = killers_in(rows).into_values();
    let mut single = killers.filter(|tests| tests.len() == 1);
    single.find_map(|tests| tests.first().copied())
}

/// The mutant with the fewest killers.
fn hardest(rows: &Rows) -> Option<usize> {
    let killers = killers_in(rows).into_iter();
    killers
        .min_by_key(|(_, tests)| tests.len())
        .map(|(mutant, _)| mutant)
}

/// A lower bound of the tests that are needed: mutants of which no two have a killer in common.
fn least(rows: &Rows) -> usize {
    let mut used: BTreeSet<usize> = BTreeSet::new();
    let mut killers: Vec<BTreeSet<usize>> = killers_in(rows).into_values().collect();
    killers.sort_by_key(BTreeSet::len);
    let mut count = 0;
    for tests in killers {
        if tests.is_disjoint(&used) {
            used.extend(tests);
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    use super::*;

    fn matrix(rows: &[&[usize]]) -> Matrix {
        Matrix::new(rows.iter().map(|row| row.iter().copied().collect()))
    }

    /// The number of tests in a smallest suite, by looking at all suites.
    fn smallest(matrix: &Matrix, kept: &BTreeSet<usize>) -> usize {
        let all: BTreeSet<usize> = matrix.kills.iter().flatten().copied().collect();
        let suites = 0..1_u32 << matrix.kills.len();
        let chosen =
            |suite: u32| (0..matrix.kills.len()).filter(move |test| suite >> test & 1 == 1);
        let complete = suites.filter(|suite| {
            let killed: BTreeSet<usize> = chosen(*suite)
                .flat_map(|test| matrix.kills[test].clone())
                .collect();
            killed == all && kept.iter().all(|test| suite >> test & 1 == 1)
        });
        complete
            .map(|suite| suite.count_ones() as usize)
            .min()
            .unwrap()
    }

    #[test]
    fn a_greedy_choice_may_be_too_large() {
        // The largest test is not in the smallest suite.
        let matrix = matrix(&[&[0, 1, 2, 3], &[0, 1, 4], &[2, 3, 5]]);
        assert_eq!(matrix.smallest_suite(&BTreeSet::new()), [1, 2]);
        assert_eq!(matrix.smallest_suite(&BTreeSet::from([0])), [0, 1, 2]);
    }

    #[test]
    fn tests_say_what_they_alone_kill() {
        let matrix = matrix(&[&[0, 1, 2], &[1, 3], &[3]]);
        assert_eq!(
            matrix.alone(&[0, 1]),
            BTreeMap::from([(0, vec![0, 2]), (1, vec![3])])
        );
        assert_eq!(matrix.alone(&[0, 1, 2]), BTreeMap::from([(0, vec![0, 2])]));
    }

    #[test]
    fn mutants_that_matter_are_subsumed_by_none() {
        // 0 and 1 have the same killers; each of them subsumes 2; 3 is subsumed by none.
        let matrix = matrix(&[&[0, 1, 2], &[2, 3], &[]]);
        let expected = [
            Subsuming {
                mutant: 0,
                same: vec![1],
                subsumed: 1,
            },
            Subsuming {
                mutant: 3,
                same: Vec::new(),
                subsumed: 1,
            },
        ];
        assert_eq!(matrix.subsuming(), expected);
    }

    proptest! {
        #[test]
        fn suites_are_smallest(rows in vec(btree_set(0_usize..12, 0..6), 0..9), kept in btree_set(0_usize..9, 0..2)) {
            let matrix = Matrix::new(rows);
            let kept = kept.into_iter().filter(|test| *test < matrix.kills.len()).collect();
            let suite = matrix.smallest_suite(&kept);
            prop_assert_eq!(suite.len(), smallest(&matrix, &kept));
            let all: BTreeSet<usize> = matrix.kills.iter().flatten().copied().collect();
            let killed: BTreeSet<usize> = suite.iter().flat_map(|test| matrix.kills[*test].clone()).collect();
            prop_assert_eq!(all, killed);
        }

        /// A suite that kills the subsuming mutants kills all.
        #[test]
        fn killing_what_matters_kills_all(rows in vec(btree_set(0_usize..10, 0..6), 0..7)) {
            let matrix = Matrix::new(rows);
            let matters: BTreeSet<usize> = matrix.subsuming().iter().map(|of| of.mutant).collect();
            let only = Matrix::new(matrix.kills.iter().map(|kills| kills & &matters));
            let suite = only.smallest_suite(&BTreeSet::new());
            let all: BTreeSet<usize> = matrix.kills.iter().flatten().copied().collect();
            let killed: BTreeSet<usize> = suite.iter().flat_map(|test| matrix.kills[*test].clone()).collect();
            prop_assert_eq!(all, killed);
        }
    }
}
