//! What is known of each mutant so far, and the tests that were written.

use std::collections::BTreeMap;
use std::time::Duration;

use quell_bits::Bits;
use quell_results::{Decision, Evidence, Reason, Sight, Status, WrittenTest};
use quell_values::inputs::InputSpace;
use quell_values::{Prepared, Scope};

use crate::evidence::Question;
use crate::proof::{Basis, Doubt, Ground, Proof, Proofs, Reach};
use crate::reached::Reached;
use crate::referee::{Kill, Tried, sight, written};

/// What is known of one mutant.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    pub tests: Vec<String>,
    pub observed: Option<Sight>,
    pub is_timeout: bool,
    /// The tests are some on which the original aborts.
    original_aborts: bool,
    /// A test on which the original aborts would kill it.
    is_reserved: bool,
    /// By the number of their size.
    sizes: BTreeMap<usize, Proofs>,
    pub open: Option<Reason>,
    /// An input that should kill it and was not seen to.
    doubt: Option<Doubt>,
    pub time: Duration,
    /// Nothing more is to be found out in this input space.
    settled: bool,
    /// The solver finds no answer, and larger inputs would only be harder.
    given_up: bool,
}

impl Decided {
    /// The largest size over all of whose spaces there is a proof.
    fn proved(&self) -> Option<(usize, &Proofs)> {
        let mut sizes = self.sizes.iter().rev().map(|(size, of)| (*size, of));
        let proved = sizes.find(|(_, of)| of.spaces > 0 && of.proofs.len() == of.spaces);
        // What may be there in small buffers need not be in those that the proof is about.
        let doubt = self.doubt.as_ref();
        proved.filter(|(size, _)| doubt.is_none_or(|doubt| doubt.is_settled_by(*size)))
    }

    fn is_killed(&self) -> bool {
        !self.tests.is_empty()
    }

    /// Whether another test would say more than those that kill it.
    fn wants_tests(&self) -> bool {
        self.tests.is_empty() || self.original_aborts
    }

    fn is_contradicted(&self) -> bool {
        self.doubt.as_ref().is_some_and(|of| of.only_in.is_none())
    }
}

/// What is looked at: an input space, one of those of a size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    pub size: usize,
    pub space: usize,
    pub spaces: usize,
}

impl Part {
    /// The place of an input space, and how many of that size there are.
    pub fn new((size, space): (usize, usize), spaces: usize) -> Self {
        Self {
            size,
            space,
            spaces,
        }
    }

    /// All there is.
    pub fn only() -> Self {
        Self {
            size: 0,
            space: 0,
            spaces: 1,
        }
    }
}

/// A test that killed something.
#[derive(Debug)]
pub struct Finding<'f> {
    pub function: &'f str,
    pub space: &'f InputSpace,
    pub values: &'f [Bits],
    pub call: Prepared,
    pub tried: Tried,
}

/// A test with what it kills, before it is part of the suite.
#[derive(Clone, Debug)]
struct Reserved {
    test: WrittenTest,
    call: Prepared,
    kills: Vec<Kill>,
}

/// Everything found out about the mutants of a function, written down as it is found.
#[derive(Debug, Default)]
pub struct Ledger {
    mutants: BTreeMap<usize, Decided>,
    /// Those being decided now.
    current: Vec<usize>,
    pub tests: Vec<WrittenTest>,
    /// The same tests, ready to be run.
    pub calls: Vec<Prepared>,
    /// Tests on which the original aborts: they are written for what no other test kills.
    reserve: Vec<Reserved>,
    /// How the names of tests begin.
    prefix: String,
    ids: BTreeMap<usize, String>,
    part: Part,
}

impl Ledger {
    /// A ledger for mutants, by their places in the list of all, with their ids.
    pub fn new(prefix: &str, ids: impl Iterator<Item = (usize, String)>) -> Self {
        let ids: BTreeMap<usize, String> = ids.collect();
        let mutants = ids.keys().map(|index| (*index, Decided::default()));
        Self {
            mutants: mutants.collect(),
            prefix: prefix.to_owned(),
            ids,
            ..Self::default()
        }
    }

    /// What is known so far, for somebody who finds out about a mutant while others do about others.
    pub fn fork(&self) -> Self {
        Self {
            mutants: self.mutants.clone(),
            current: self.current.clone(),
            prefix: self.prefix.clone(),
            ids: self.ids.clone(),
            part: self.part,
            ..Self::default()
        }
    }

    /// Takes over what somebody found out about a mutant. Tests are not needed where another one killed it meanwhile.
    pub fn absorb(&mut self, index: usize, fork: Self) {
        let Some(found) = fork.mutants.get(&index) else {
            return;
        };
        if self.is_killed(index) {
            let entry = self.entry(index);
            entry.time = found.time;
            entry.sizes.clone_from(&found.sizes);
            return;
        }
        let is_reserved = self.is_reserved(index);
        *self.entry(index) = Decided {
            tests: Vec::new(),
            is_reserved,
            ..found.clone()
        };
        for (test, call) in fork.tests.into_iter().zip(fork.calls) {
            self.adopt(test, call, &fork.mutants);
        }
        for reserved in fork.reserve {
            self.reserve(reserved);
        }
    }

    /// A test that somebody wrote and what it killed, without what others have killed meanwhile.
    fn adopt(&mut self, test: WrittenTest, call: Prepared, known: &BTreeMap<usize, Decided>) {
        let id = self.next_id();
        let mut kills = Vec::new();
        for (index, found) in known {
            if found.tests.contains(&test.id) && !self.is_killed(*index) {
                let entry = self.entry(*index);
                entry.observed.clone_from(&found.observed);
                entry.is_timeout = found.is_timeout;
                entry.tests.push(id.clone());
                kills.extend(self.ids.get(index).cloned());
            }
        }
        self.tests.push(WrittenTest { id, kills, ..test });
        self.calls.push(call);
    }

    fn next_id(&self) -> String {
        format!("{}-{}", self.prefix, self.tests.len() + 1)
    }

    /// A mutant that a test killed although an unrestricted proof says that none does, and the test. How long it takes is
    /// not what a proof is about.
    pub fn contradiction(&self) -> Option<(&str, &str)> {
        let is_proved = |known: &Decided| {
            let proofs = known.proved().map(|(_, of)| &of.proofs);
            proofs.is_some_and(|all| all.values().all(|proof| proof.scope.is_unrestricted()))
        };
        let mut all = self.mutants.iter();
        let (index, known) =
            all.find(|(_, known)| known.is_killed() && !known.is_timeout && is_proved(known))?;
        Some((self.ids.get(index)?, known.tests.first()?))
    }

    /// Whether the mutant is one of this ledger's.
    pub fn has(&self, index: usize) -> bool {
        self.ids.contains_key(&index)
    }

    /// These are decided next, over an input space; those that were given up are not.
    pub fn turn_to(&mut self, mutants: &[usize], part: Part) {
        self.current.clear();
        self.part = part;
        for index in mutants {
            let entry = self.entry(*index);
            if !entry.given_up {
                entry.settled = false;
                entry.sizes.entry(part.size).or_default().spaces = part.spaces;
                self.current.push(*index);
            }
        }
    }

    /// These are too hard.
    pub fn give_up(&mut self, mutants: &[usize]) {
        for index in mutants {
            self.entry(*index).given_up = true;
        }
    }

    /// Takes up again those that were given up and about which nothing is known, and none of the others; how many.
    pub fn take_up(&mut self, mutants: &[usize]) -> usize {
        let mut count = 0;
        for index in mutants {
            let entry = self.entry(*index);
            let is_left = entry.given_up
                && !entry.is_killed()
                && !entry.is_reserved
                && entry.proved().is_none();
            entry.given_up = !is_left;
            count += usize::from(is_left);
        }
        count
    }

    fn entry(&mut self, index: usize) -> &mut Decided {
        self.mutants.entry(index).or_default()
    }

    /// Those of the current ones about which nothing final is known.
    pub fn open(&self) -> Vec<usize> {
        let current = self.current.iter().copied();
        current.filter(|index| self.is_open(*index)).collect()
    }

    /// Whether a test was seen to kill it.
    pub fn is_killed(&self, index: usize) -> bool {
        self.mutants.get(&index).is_some_and(Decided::is_killed)
    }

    /// Whether an input should tell it apart by what is defined, and was not seen to.
    pub fn is_contradicted(&self, index: usize) -> bool {
        let known = self.mutants.get(&index);
        known.is_some_and(Decided::is_contradicted)
    }

    pub fn is_open(&self, index: usize) -> bool {
        let known = &self.mutants[&index];
        !known.is_killed() && !known.settled
    }

    /// Whether a test in reserve kills it.
    pub fn is_reserved(&self, index: usize) -> bool {
        self.mutants.get(&index).is_some_and(|of| of.is_reserved)
    }

    /// Survivors, duplicates of others too. Mutants that only tests with an aborting original kill are among them.
    pub fn alive(&self) -> Vec<usize> {
        let alive = self.mutants.iter().filter(|(_, of)| of.wants_tests());
        alive.map(|(index, _)| *index).collect()
    }

    /// Mutants that no test kills, duplicates of others too.
    pub fn survivors(&self) -> Vec<usize> {
        let alive = self.mutants.iter().filter(|(_, of)| !of.is_killed());
        alive.map(|(index, _)| *index).collect()
    }

    /// Nothing can be found out about the open ones.
    pub fn all_open(&mut self, reason: &Reason) {
        for index in self.open() {
            self.left_open(index, reason.clone());
        }
    }

    pub fn left_open(&mut self, index: usize, reason: Reason) {
        self.entry(index).open = Some(reason);
    }

    /// An input should tell a mutant apart and was not seen to; whether by the mutant's undefined behaviour alone.
    pub fn doubted(&mut self, index: usize, reason: Reason, is_undefined: bool) {
        let size = self.part.size;
        let entry = self.entry(index);
        if !entry.is_contradicted() {
            entry.doubt = Some(Doubt {
                reason,
                only_in: is_undefined.then_some(size),
            });
        }
        entry.settled = true;
    }

    /// A proof over the current input space takes the place of what was known of it.
    pub fn proved(&mut self, index: usize, proof: Proof) {
        let space = self.part.space;
        self.entry(index).open = None;
        self.of_size(index).proofs.insert(space, proof);
    }

    fn of_size(&mut self, index: usize) -> &mut Proofs {
        let size = self.part.size;
        self.entry(index).sizes.entry(size).or_default()
    }

    /// What the proof over the current input space rests on.
    pub fn rests_on(&mut self, index: usize, unroll: u32, questions: Vec<Question>) {
        let space = self.part.space;
        let ground = Ground {
            unroll,
            questions,
            unasked: None,
        };
        self.of_size(index).grounds.insert(space, ground);
    }

    /// The number of the size that the proof about a mutant is about, if the verdict rests on one.
    pub fn size_of_proof(&self, index: usize) -> Option<usize> {
        let kind = self.verdict(index, "").status;
        let is_proved = matches!(kind, Status::Equivalent | Status::Unreached);
        let known = self.mutants.get(&index).filter(|_| is_proved)?;
        known.proved().map(|(size, _)| size)
    }

    /// What the proof about a mutant over an input space is about, if there is one.
    pub fn reach(&self, index: usize, (size, space): (usize, usize)) -> Option<Reach> {
        let known = self.mutants.get(&index)?.sizes.get(&size)?;
        let is_cut = known.proofs.get(&space)?.cut;
        let unroll = known.grounds.get(&space)?.unroll;
        Some(Reach { unroll, is_cut })
    }

    /// The proof about a mutant over an input space, and what it rests on.
    pub fn ground(
        &mut self,
        index: usize,
        (size, space): (usize, usize),
    ) -> Option<(&Proof, &mut Ground)> {
        let known = self.mutants.get_mut(&index)?.sizes.get_mut(&size)?;
        let proof = known.proofs.get(&space)?;
        Some((proof, known.grounds.get_mut(&space)?))
    }

    /// The proof about a mutant over an input space.
    pub fn proof_mut(&mut self, index: usize, (size, space): (usize, usize)) -> Option<&mut Proof> {
        let known = self.mutants.get_mut(&index)?.sizes.get_mut(&size)?;
        known.proofs.get_mut(&space)
    }

    /// What the proof about a mutant rests on.
    pub fn basis(&self, index: usize) -> Basis {
        let proved = self.mutants.get(&index).and_then(Decided::proved);
        let grounds = proved.into_iter().flat_map(|(_, of)| of.grounds.values());
        let mut basis = Basis::default();
        for ground in grounds {
            basis.questions.extend(ground.questions.iter().cloned());
            basis.unasked.extend(ground.unasked.clone());
        }
        basis
    }

    /// Takes up again those of the current ones whose proofs would cover more if loops were followed further; whether
    /// there are any.
    pub fn reopen_cut(&mut self) -> bool {
        let part = self.part;
        let mut some = false;
        for index in self.current.clone() {
            let entry = self.entry(index);
            let of_size = entry.sizes.get(&part.size);
            let proof = of_size.and_then(|of| of.proofs.get(&part.space));
            if proof.is_some_and(|proof| proof.cut) && !entry.is_killed() && !entry.given_up {
                entry.settled = false;
                some = true;
            }
        }
        some
    }

    pub fn settle(&mut self, index: usize) {
        self.entry(index).settled = true;
    }

    /// How long it was looked at so far.
    pub fn time_of(&self, index: usize) -> Duration {
        self.mutants
            .get(&index)
            .map_or(Duration::ZERO, |of| of.time)
    }

    pub fn took(&mut self, index: usize, time: Duration) {
        self.entry(index).time += time;
    }

    /// Writes down a test and what it killed. One on which the original aborts is kept in reserve.
    pub fn test(&mut self, finding: Finding<'_>) {
        let test = written(String::new(), &finding);
        let found = Reserved {
            kills: finding.tried.kills,
            call: finding.call,
            test,
        };
        match found.test.original_aborts {
            true => self.reserve(found),
            false => self.write(found),
        }
    }

    fn write(&mut self, found: Reserved) {
        let Reserved {
            mut test,
            call,
            kills,
        } = found;
        test.id = self.next_id();
        for kill in &kills {
            test.kills.extend(self.ids.get(&kill.mutant).cloned());
            self.killed(kill, &test);
        }
        self.tests.push(test);
        self.calls.push(call);
    }

    /// Keeps a test for mutants that no other test in reserve kills.
    fn reserve(&mut self, mut found: Reserved) {
        found.kills.retain(|kill| !self.is_reserved(kill.mutant));
        for kill in &found.kills {
            self.entry(kill.mutant).is_reserved = true;
        }
        if !found.kills.is_empty() {
            self.reserve.push(found);
        }
    }

    /// Writes the tests in reserve that some survivor needs.
    pub fn write_reserve(&mut self) {
        for mut found in std::mem::take(&mut self.reserve) {
            found.kills.retain(|kill| !self.is_killed(kill.mutant));
            if !found.kills.is_empty() {
                self.write(found);
            }
        }
    }

    /// A test was seen to kill a mutant. One on which the original aborts gives way to any other.
    pub fn killed(&mut self, kill: &Kill, test: &WrittenTest) {
        let entry = self.entry(kill.mutant);
        let replaces = entry.original_aborts && !test.original_aborts;
        if replaces {
            entry.tests.clear();
        }
        if entry.observed.is_none() || replaces {
            entry.observed = Some(sight(&kill.difference));
            entry.is_timeout = kill.is_timeout;
            entry.original_aborts = test.original_aborts;
        }
        entry.tests.push(test.id.clone());
    }

    /// The verdict on a mutant.
    pub fn verdict(&self, index: usize, engine: &str) -> Decision {
        let known = &self.mutants[&index];
        let mut decision = Decision {
            tests: known.tests.clone(),
            observed: known.observed.clone(),
            original_aborts: known.original_aborts,
            reason: None,
            seconds: known.time.as_secs_f64(),
            ..Decision::not_tried(engine)
        };
        let proofs = known.proved().map(|(_, of)| &of.proofs);
        match (known.is_killed(), proofs) {
            (true, _) => {
                decision.status = match known.is_timeout {
                    true => Status::Timeout,
                    false => Status::Killed,
                };
            }
            (false, Some(proofs)) => {
                decision.status = Status::Equivalent;
                decision.reason.clone_from(&known.open);
                let scope = scope(proofs);
                decision.complete = scope.is_complete();
                decision.evidence = Some(Evidence::Proof);
                let mut reached = proofs.values().map(|proof| proof.reached);
                let is_unreached = reached.all(|reached| reached == Reached::No);
                if !scope.is_unrestricted() && is_unreached {
                    decision.status = Status::Unreached;
                    decision.complete = false;
                } else {
                    let is_known = |proof: &Proof| proof.reached != Reached::NotKnown;
                    decision.method = proofs.values().last().map(|last| last.method);
                    decision.reachability_unknown = !proofs.values().any(is_known);
                    decision.doubt = known.doubt.as_ref().map(|doubt| doubt.reason.clone());
                }
                (decision.assumptions, decision.bounds) = (scope.assumptions, scope.bounds);
            }
            (false, None) => {
                let doubt = known.doubt.as_ref().map(|doubt| &doubt.reason);
                let reason = doubt.or(known.open.as_ref());
                decision.reason = Some(reason.cloned().unwrap_or(Reason::NotTried));
            }
        }
        decision
    }
}

/// What proofs over several input spaces cover together.
fn scope(proofs: &BTreeMap<usize, Proof>) -> Scope {
    let mut scope = Scope::default();
    for proof in proofs.values() {
        scope.extend(&proof.scope);
    }
    scope
}

#[cfg(test)]
mod tests;
