//! A decision as a formula over its conditions, the vectors that an evaluation can produce, and the pairs of MC/DC.
//!
//! Decisions:
//!
//! - **Negations stand at the conditions.** The formula has them pushed down, which changes neither the order of
//!   evaluation nor what masks a condition.
//! - **Couplings are not looked at.** Conditions count as independent of each other; whether a vector is feasible is for an
//!   engine to say.

/// A node of a formula, by its place in [`Formula::nodes`].
pub type FormulaId = usize;

/// A part of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The condition with this number, or its negation.
    Condition {
        number: usize,
        negated: bool,
    },
    /// An operand that the compiler evaluated.
    Constant(bool),
    And(FormulaId, FormulaId),
    Or(FormulaId, FormulaId),
}

/// Which operands are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// The right operand only where the left one does not decide.
    ShortCircuit,
    /// All of them.
    Full,
}

/// A formula. Operands stand before the connectives that they belong to, the whole formula last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    pub nodes: Vec<Part>,
    /// How many conditions it has; they are numbered in the order of their evaluation.
    pub conditions: usize,
    pub evaluation: Evaluation,
}

/// An evaluation of a decision: the value of each condition that was evaluated.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Vector {
    pub values: Vec<Option<bool>>,
    pub outcome: bool,
}

/// Where an evaluation goes on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Next {
    Condition(usize),
    Done(bool),
}

/// A form of MC/DC, by what it demands of two vectors in which a condition has different values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Independence {
    /// The condition is not masked in either of them.
    General,
    /// Moreover the decision has different outcomes.
    Correlated,
    /// The decision has different outcomes, and all other conditions that are evaluated in both have equal values.
    Restricted,
}

/// A part beside a condition or beside a connective above it, which has to leave the outcome to the condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sibling {
    pub id: FormulaId,
    /// The value by which it decides alone.
    pub decides: bool,
    /// Whether it is evaluated behind the condition.
    pub is_behind: bool,
}

/// Where an evaluation goes before it is known where that is.
#[derive(Clone, Copy)]
enum Aim {
    Start(FormulaId),
    Done(bool),
}

impl Formula {
    /// Where a short-circuit evaluation begins, and where it goes on from each condition when that is true and when it is
    /// false.
    pub fn flow(&self) -> (Next, Vec<[Next; 2]>) {
        let root = self.nodes.len().saturating_sub(1);
        let mut aims = vec![[Aim::Done(true), Aim::Done(false)]; self.nodes.len()];
        for (id, part) in self.nodes.iter().enumerate().rev() {
            let [then, otherwise] = aims[id];
            match *part {
                Part::And(left, right) => {
                    aims[left] = [Aim::Start(right), otherwise];
                    aims[right] = aims[id];
                }
                Part::Or(left, right) => {
                    aims[left] = [then, Aim::Start(right)];
                    aims[right] = aims[id];
                }
                Part::Condition { .. } | Part::Constant(_) => {}
            }
        }
        let mut next = vec![[Next::Done(false); 2]; self.conditions];
        for (id, part) in self.nodes.iter().enumerate() {
            if let Part::Condition { number, negated } = *part {
                let [then, otherwise] = aims[id].map(|aim| self.reached(&aims, aim));
                next[number] = match negated {
                    true => [otherwise, then],
                    false => [then, otherwise],
                };
            }
        }
        (self.reached(&aims, Aim::Start(root)), next)
    }

    /// The first condition that is evaluated from here on.
    fn reached(&self, aims: &[[Aim; 2]], mut aim: Aim) -> Next {
        loop {
            let id = match aim {
                Aim::Done(outcome) => return Next::Done(outcome),
                Aim::Start(id) => id,
            };
            aim = match self.nodes[id] {
                Part::Condition { number, .. } => return Next::Condition(number),
                Part::And(left, _) | Part::Or(left, _) => Aim::Start(left),
                Part::Constant(value) => aims[id][usize::from(!value)],
            };
        }
    }

    /// How many vectors there are.
    pub fn count(&self) -> u64 {
        if self.evaluation == Evaluation::Full {
            return 1u64.checked_shl(self.conditions as u32).unwrap_or(u64::MAX);
        }
        let (start, next) = self.flow();
        let mut counts = vec![0u64; self.conditions];
        let of = |counts: &[u64], next: Next| match next {
            Next::Done(_) => 1,
            Next::Condition(number) => counts[number],
        };
        // An evaluation only goes on to conditions with larger numbers.
        for number in (0..self.conditions).rev() {
            let [then, otherwise] = next[number].map(|next| of(&counts, next));
            counts[number] = then.saturating_add(otherwise);
        }
        of(&counts, start)
    }

    /// All vectors, the conditions first true and then false. They should have been [counted](Self::count) before.
    pub fn vectors(&self) -> Vec<Vector> {
        match self.evaluation {
            Evaluation::ShortCircuit => self.paths(),
            Evaluation::Full => (0..1u64 << self.conditions)
                .map(|bits| {
                    let value = |number| bits >> (self.conditions - 1 - number) & 1 == 0;
                    let values: Vec<_> = (0..self.conditions)
                        .map(|number| Some(value(number)))
                        .collect();
                    let outcome = self.outcome(&values);
                    Vector { values, outcome }
                })
                .collect(),
        }
    }

    fn paths(&self) -> Vec<Vector> {
        let (start, next) = self.flow();
        let mut found = Vec::new();
        let mut open = vec![(start, vec![None; self.conditions])];
        while let Some((at, values)) = open.pop() {
            let number = match at {
                Next::Done(outcome) => {
                    found.push(Vector { values, outcome });
                    continue;
                }
                Next::Condition(number) => number,
            };
            let with = |value| {
                let mut values = values.clone();
                values[number] = Some(value);
                (next[number][usize::from(!value)], values)
            };
            open.extend([with(false), with(true)]);
        }
        found
    }

    /// The parts that may mask a condition, and whether the condition stands negated in the formula.
    pub fn siblings(&self, condition: usize) -> (Vec<Sibling>, bool) {
        let mut above = vec![None; self.nodes.len()];
        let (mut at, mut is_negated) = (0, false);
        for (id, part) in self.nodes.iter().enumerate() {
            match *part {
                Part::And(left, right) | Part::Or(left, right) => {
                    let decides = matches!(part, Part::Or(..));
                    let sibling = |id, is_behind| Sibling {
                        id,
                        decides,
                        is_behind,
                    };
                    above[left] = Some((id, sibling(right, true)));
                    above[right] = Some((id, sibling(left, false)));
                }
                Part::Condition { number, negated } if number == condition => {
                    (at, is_negated) = (id, negated);
                }
                Part::Condition { .. } | Part::Constant(_) => {}
            }
        }
        let mut found = Vec::new();
        while let Some((id, sibling)) = above[at] {
            found.push(sibling);
            at = id;
        }
        (found, is_negated)
    }

    /// How many values the other conditions can have that two tests of unique-cause MC/DC must agree on: those that are evaluated
    /// before the condition; if all are evaluated, those that do not mask it.
    pub fn count_contexts(&self, condition: usize) -> u64 {
        if self.evaluation == Evaluation::Full {
            let (siblings, _) = self.siblings(condition);
            let counts = self.counts();
            let each = siblings
                .iter()
                .map(|of| counts[of.id][usize::from(of.decides)]);
            return each.fold(1, u64::saturating_mul);
        }
        let (start, next) = self.flow();
        let mut counts = vec![0u64; self.conditions];
        if let Next::Condition(first) = start {
            counts[first] = 1;
        }
        for number in 0..condition {
            for next in next[number] {
                if let Next::Condition(then) = next {
                    counts[then] = counts[then].saturating_add(counts[number]);
                }
            }
        }
        counts[condition]
    }

    /// The values of the other conditions that two tests of unique-cause MC/DC must agree on. They should have been
    /// [counted](Self::count_contexts) before.
    pub fn contexts(&self, condition: usize) -> Vec<Vec<Option<bool>>> {
        let none = vec![None; self.conditions];
        if self.evaluation == Evaluation::Full {
            let (siblings, _) = self.siblings(condition);
            return siblings.iter().fold(vec![none], |found, of| {
                let more = self.assignments(of.id, !of.decides);
                combined(&found, &more)
            });
        }
        let (start, next) = self.flow();
        let (mut found, mut open) = (Vec::new(), vec![(start, none)]);
        while let Some((at, values)) = open.pop() {
            match at {
                Next::Condition(number) if number == condition => found.push(values),
                Next::Condition(number) if number < condition => {
                    for value in [false, true] {
                        let mut values = values.clone();
                        values[number] = Some(value);
                        open.push((next[number][usize::from(!value)], values));
                    }
                }
                Next::Condition(_) | Next::Done(_) => {}
            }
        }
        found
    }

    /// Of each part how many values of its conditions make it true, and how many false.
    fn counts(&self) -> Vec<[u64; 2]> {
        let mut counts: Vec<[u64; 2]> = Vec::with_capacity(self.nodes.len());
        for part in &self.nodes {
            let product = |a: u64, b: u64| a.saturating_mul(b);
            let total = |[a, b]: [u64; 2]| a.saturating_add(b);
            counts.push(match *part {
                Part::Condition { .. } => [1, 1],
                Part::Constant(value) => [u64::from(value), u64::from(!value)],
                Part::And(left, right) => {
                    let (left, right) = (counts[left], counts[right]);
                    let holds = product(left[0], right[0]);
                    [holds, product(total(left), total(right)) - holds]
                }
                Part::Or(left, right) => {
                    let (left, right) = (counts[left], counts[right]);
                    let fails = product(left[1], right[1]);
                    [product(total(left), total(right)) - fails, fails]
                }
            });
        }
        counts
    }

    /// All values of the conditions of a part that give it this value.
    fn assignments(&self, id: FormulaId, value: bool) -> Vec<Vec<Option<bool>>> {
        let none = vec![None; self.conditions];
        match self.nodes[id] {
            Part::Condition { number, negated } => {
                let mut only = none;
                only[number] = Some(value != negated);
                vec![only]
            }
            Part::Constant(constant) => match constant == value {
                true => vec![none],
                false => Vec::new(),
            },
            part @ (Part::And(left, right) | Part::Or(left, right)) => {
                let decides = matches!(part, Part::Or(..));
                let both = |a, b| combined(&self.assignments(left, a), &self.assignments(right, b));
                match value == decides {
                    false => both(value, value),
                    true => [(decides, decides), (decides, !decides), (!decides, decides)]
                        .into_iter()
                        .flat_map(|(a, b)| both(a, b))
                        .collect(),
                }
            }
        }
    }

    /// The values of all nodes; none where nothing was evaluated.
    fn values(&self, conditions: &[Option<bool>]) -> Vec<Option<bool>> {
        let mut values: Vec<Option<bool>> = Vec::with_capacity(self.nodes.len());
        for part in &self.nodes {
            values.push(match *part {
                Part::Condition { number, negated } => {
                    conditions[number].map(|value| value != negated)
                }
                Part::Constant(value) => Some(value),
                Part::And(left, right) => joined(values[left], values[right], false),
                Part::Or(left, right) => joined(values[left], values[right], true),
            });
        }
        values
    }

    fn outcome(&self, conditions: &[Option<bool>]) -> bool {
        let values = self.values(conditions);
        values.last().copied().flatten().unwrap_or(false)
    }

    /// Of each condition whether it alone decides the outcome, given the other conditions of a vector. A constant masks
    /// its neighbour even where it is not evaluated.
    pub fn unmasked(&self, vector: &Vector) -> Vec<bool> {
        let values = self.values(&vector.values);
        let mut shown = vec![true; self.nodes.len()];
        let mut unmasked = vec![false; self.conditions];
        for (id, part) in self.nodes.iter().enumerate().rev() {
            match *part {
                Part::And(left, right) | Part::Or(left, right) => {
                    let decides = Some(matches!(part, Part::Or(..)));
                    shown[left] = shown[id] && values[right] != decides;
                    shown[right] = shown[id] && values[left] != decides;
                }
                Part::Condition { number, .. } => {
                    unmasked[number] = shown[id] && vector.values[number].is_some();
                }
                Part::Constant(_) => {}
            }
        }
        unmasked
    }

    /// The pairs of vectors, by their places in the list, that show that a condition is independent: it is true in the first
    /// and false in the second.
    pub fn pairs(
        &self,
        vectors: &[Vector],
        condition: usize,
        form: Independence,
    ) -> Vec<(usize, usize)> {
        let unmasked: Vec<bool> = vectors
            .iter()
            .map(|vector| self.unmasked(vector)[condition])
            .collect();
        let with = |value: bool| {
            let all = vectors.iter().enumerate();
            all.filter(move |(_, vector)| vector.values[condition] == Some(value))
        };
        let mut pairs = Vec::new();
        for (first, one) in with(true) {
            for (second, other) in with(false) {
                let both = unmasked[first] && unmasked[second];
                let differ = one.outcome != other.outcome;
                let shows = match form {
                    Independence::General => both,
                    Independence::Correlated => both && differ,
                    Independence::Restricted => differ && agree_beside(one, other, condition),
                };
                if shows {
                    pairs.push((first, second));
                }
            }
        }
        pairs
    }
}

/// The value of a connective that an operand with the value `decides` decides.
fn joined(left: Option<bool>, right: Option<bool>, decides: bool) -> Option<bool> {
    match (left, right) {
        (Some(left), _) if left == decides => Some(decides),
        (Some(_), right) => right,
        (None, _) => None,
    }
}

/// The values of different conditions together.
fn combined(some: &[Vec<Option<bool>>], more: &[Vec<Option<bool>>]) -> Vec<Vec<Option<bool>>> {
    let both = |a: &Vec<Option<bool>>, b: &Vec<Option<bool>>| {
        let values = a.iter().zip(b).map(|(a, b)| a.or(*b));
        values.collect()
    };
    let all = some
        .iter()
        .flat_map(|a| more.iter().map(move |b| both(a, b)));
    all.collect()
}

/// Whether all conditions but one that are evaluated in both vectors have equal values.
fn agree_beside(one: &Vector, other: &Vector, condition: usize) -> bool {
    let values = one.values.iter().zip(&other.values).enumerate();
    values
        .filter(|(number, _)| *number != condition)
        .all(|(_, pair)| match pair {
            (Some(a), Some(b)) => a == b,
            _ => true,
        })
}

impl Vector {
    /// The condition that was evaluated last, and its value.
    pub fn last(&self) -> Option<(usize, bool)> {
        let values = self.values.iter().enumerate().rev();
        values
            .filter_map(|(number, value)| Some((number, (*value)?)))
            .next()
    }

    /// Two bits for each condition: whether it was evaluated, and its value.
    pub fn bits(&self) -> u64 {
        let values = self.values.iter().enumerate();
        let bits = values.filter_map(|(number, value)| Some(bits_of(number, (*value)?)));
        bits.fold(0, |all, bits| all | bits)
    }
}

/// What a condition with a value adds to the bits of a vector.
pub fn bits_of(condition: usize, value: bool) -> u64 {
    (0b01 | u64::from(value) << 1) << (2 * condition)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Formulas over five conditions, with connectives and negations by the bits of a number.
    fn formula(bits: u32, evaluation: Evaluation) -> Formula {
        let (mut nodes, mut open) = (Vec::new(), Vec::new());
        for number in 0..5 {
            let negated = bits >> number & 1 == 1;
            open.push(nodes.len());
            nodes.push(Part::Condition { number, negated });
        }
        for step in 0..4 {
            let at = (bits >> (5 + 2 * step) & 3) as usize % (open.len() - 1);
            let (left, right) = (open[at], open.remove(at + 1));
            open[at] = nodes.len();
            nodes.push(match bits >> (13 + step) & 1 {
                0 => Part::And(left, right),
                _ => Part::Or(left, right),
            });
        }
        Formula {
            nodes,
            conditions: 5,
            evaluation,
        }
    }

    /// The pairs of unique-cause MC/DC are those of vectors that agree on a context, and all do that decide.
    #[test]
    fn contexts_give_the_restricted_pairs() {
        for evaluation in [Evaluation::ShortCircuit, Evaluation::Full] {
            for bits in (0..1 << 17).step_by(31) {
                let formula = formula(bits, evaluation);
                let vectors = formula.vectors();
                for condition in 0..5 {
                    let contexts = formula.contexts(condition);
                    let count = formula.count_contexts(condition);
                    assert_eq!(contexts.len() as u64, count);
                    let in_context = |vector: &Vector, context: &[Option<bool>]| {
                        let mut values = vector.values.iter().zip(context).enumerate();
                        let is_before = |number: usize| match evaluation {
                            Evaluation::Full => number != condition,
                            Evaluation::ShortCircuit => number < condition,
                        };
                        formula.unmasked(vector)[condition]
                            && values.all(|(number, (a, b))| !is_before(number) || a == b)
                    };
                    let with = |value: bool, context: &[Option<bool>]| -> Vec<usize> {
                        let own = vectors.iter().enumerate().filter(|(_, vector)| {
                            vector.values[condition] == Some(value) && in_context(vector, context)
                        });
                        own.map(|(index, _)| index).collect()
                    };
                    let pairs = contexts.iter().flat_map(|context| {
                        let (yes, no) = (with(true, context), with(false, context));
                        yes.into_iter()
                            .flat_map(move |a| no.clone().into_iter().map(move |b| (a, b)))
                    });
                    let expected = formula.pairs(&vectors, condition, Independence::Restricted);
                    let expected: BTreeSet<_> = expected.into_iter().collect();
                    assert_eq!(pairs.collect::<BTreeSet<_>>(), expected, "{formula:?}");
                    // What decides has the outcome of its own value.
                    let (_, negated) = formula.siblings(condition);
                    for vector in vectors.iter().filter(|of| formula.unmasked(of)[condition]) {
                        assert_eq!(vector.values[condition], Some(vector.outcome != negated));
                    }
                }
            }
        }
    }
}
