//! Domains of variables: the values that the relations of a query leave.

use std::collections::BTreeMap;

use quell_bits::{Bits, word};
use quell_term::{Assignment, Pool, Sort, Term, Value, pattern_width};

use super::relation::{Order, Relation, Side};
use super::values::Candidates;

/// All relations are applied at most this often: for `x < y, y < x` a fixed point takes too long.
const MAX_ROUNDS: usize = 8;

/// The values of a variable that relations leave: those within both intervals, except some.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Domain {
    pub width: u32,
    pub unsigned: (u64, u64),
    pub signed: (i64, i64),
    except: Vec<u64>,
}

impl Domain {
    fn all(width: u32) -> Domain {
        let signed = (
            word::sign_extend(width, word::min_signed(width)),
            word::sign_extend(width, word::max_signed(width)),
        );
        Domain {
            width,
            unsigned: (0, word::mask(width)),
            signed,
            except: Vec::new(),
        }
    }

    fn single(width: u32, value: u64) -> Domain {
        let mut domain = Domain::all(width);
        domain.fix(value);
        domain
    }

    fn fix(&mut self, value: u64) {
        let signed = word::sign_extend(self.width, value);
        self.unsigned = (value, value);
        self.signed = (signed, signed);
    }

    pub(crate) fn contains(&self, value: u64) -> bool {
        let signed = word::sign_extend(self.width, value);
        (self.unsigned.0..=self.unsigned.1).contains(&value)
            && (self.signed.0..=self.signed.1).contains(&signed)
            && !self.except.contains(&value)
    }

    fn is_empty(&self) -> bool {
        self.unsigned.0 > self.unsigned.1 || self.signed.0 > self.signed.1
    }

    /// An upper bound of the number of values, less one.
    fn size(&self) -> u64 {
        let unsigned = self.unsigned.1.wrapping_sub(self.unsigned.0);
        let signed = self.signed.1.wrapping_sub(self.signed.0).cast_unsigned();
        unsigned.min(signed)
    }

    /// The only value left, if it is one.
    fn value(&self) -> Option<u64> {
        (self.unsigned.0 == self.unsigned.1)
            .then_some(self.unsigned.0)
            .or((self.signed.0 == self.signed.1)
                .then(|| word::from_signed(self.width, self.signed.0)))
    }

    fn intersect(&mut self, other: &Domain) {
        self.unsigned.0 = self.unsigned.0.max(other.unsigned.0);
        self.unsigned.1 = self.unsigned.1.min(other.unsigned.1);
        self.signed.0 = self.signed.0.max(other.signed.0);
        self.signed.1 = self.signed.1.min(other.signed.1);
    }

    /// Keeps the values that are less than some value of the other domain.
    fn keep_less(&mut self, other: &Domain, signed: bool, strict: bool) {
        let step = u64::from(strict);
        if signed {
            let bound = other.signed.1.saturating_sub_unsigned(step);
            self.signed.1 = self.signed.1.min(bound);
            self.signed.0 = self
                .signed
                .0
                .saturating_add(i64::from(strict && other.signed.1 == i64::MIN));
        } else {
            // No value is less than zero: the domain becomes empty.
            let bound = other.unsigned.1.checked_sub(step);
            self.unsigned.1 = self.unsigned.1.min(bound.unwrap_or(0));
            self.unsigned.0 = self.unsigned.0.max(u64::from(bound.is_none()));
        }
    }

    /// Keeps the values that are greater than some value of the other domain.
    fn keep_greater(&mut self, other: &Domain, signed: bool, strict: bool) {
        let step = u64::from(strict);
        if signed {
            self.signed.0 = self
                .signed
                .0
                .max(other.signed.0.saturating_add_unsigned(step));
        } else {
            self.unsigned.0 = self.unsigned.0.max(other.unsigned.0.saturating_add(step));
        }
    }
}

/// The domains of the variables of a query.
#[derive(Clone, Debug)]
pub(crate) struct Domains {
    /// Domains of Booleans and of bit vectors of at most 64 bits.
    words: BTreeMap<Term, Domain>,
    /// Wider bit vectors, floats and arrays.
    others: Vec<(Term, Sort)>,
    bools: Vec<Term>,
}

impl Domains {
    pub(crate) fn new(pool: &Pool, variables: &[Term]) -> Domains {
        let mut domains = Domains {
            words: BTreeMap::new(),
            others: Vec::new(),
            bools: Vec::new(),
        };
        for variable in variables {
            match pool.sort(*variable) {
                Sort::Bool => {
                    domains.bools.push(*variable);
                    domains.words.insert(*variable, Domain::all(1));
                }
                Sort::Bv(width) if width <= 64 => {
                    domains.words.insert(*variable, Domain::all(width));
                }
                sort => domains.others.push((*variable, sort)),
            }
        }
        domains
    }

    /// The domains after application of all relations; none if one is empty.
    pub(crate) fn narrowed(mut self, relations: &[Relation]) -> Option<Domains> {
        for _ in 0..MAX_ROUNDS {
            let mut changed = false;
            for relation in relations {
                changed |= self.narrow(relation)?;
            }
            if !changed {
                break;
            }
        }
        Some(self)
    }

    /// Applies a relation, and returns whether a domain has become smaller; none if one is empty.
    fn narrow(&mut self, relation: &Relation) -> Option<bool> {
        let width = [relation.left, relation.right]
            .iter()
            .find_map(|side| match side {
                Side::Variable(variable) => self.words.get(variable).map(|domain| domain.width),
                Side::Constant(_) => None,
            })?;
        let (left, right) = (
            self.of(relation.left, width)?,
            self.of(relation.right, width)?,
        );
        let (mut new_left, mut new_right) = (left.clone(), right.clone());
        match relation.order {
            Order::Equal => {
                new_left.intersect(&right);
                new_right.intersect(&left);
            }
            Order::Different => {
                exclude(&mut new_left, right.value());
                exclude(&mut new_right, left.value());
            }
            Order::Less { signed, strict } => {
                new_left.keep_less(&right, signed, strict);
                new_right.keep_greater(&left, signed, strict);
            }
        }
        let changed = new_left != left || new_right != right;
        self.set(relation.left, new_left)?;
        self.set(relation.right, new_right)?;
        Some(changed)
    }

    fn of(&self, side: Side, width: u32) -> Option<Domain> {
        match side {
            Side::Variable(variable) => self.words.get(&variable).cloned(),
            Side::Constant(value) => Some(Domain::single(width, value)),
        }
    }

    /// Replaces a domain; none if it is empty.
    fn set(&mut self, side: Side, domain: Domain) -> Option<()> {
        if domain.is_empty() {
            return None;
        }
        if let Side::Variable(variable) = side {
            self.words.insert(variable, domain);
        }
        Some(())
    }

    /// Chooses a value for each variable, smallest domain first; each choice narrows the other domains. The values depend
    /// on the number of the attempt.
    pub(crate) fn assignment(
        &self,
        relations: &[Relation],
        candidates: &Candidates,
        attempt: usize,
    ) -> Option<Assignment> {
        let mut domains = self.clone();
        let mut left: Vec<Term> = domains.words.keys().copied().collect();
        let mut model = Assignment::new();
        while !left.is_empty() {
            let smallest = |index: &usize| domains.words.get(&left[*index]).map(Domain::size);
            let position = (0..left.len()).min_by_key(smallest)?;
            let variable = left.swap_remove(position);
            let domain = domains.words.get_mut(&variable)?;
            let value = candidates.choose(domain, attempt, variable.index())?;
            domain.fix(value);
            let width = domain.width;
            model.set(variable, self.value(variable, width, value));
            if is_related(relations, variable) {
                domains = domains.narrowed(relations)?;
            }
        }
        for (variable, sort) in &self.others {
            if let Some(value) = other_value(candidates, *sort, attempt) {
                model.set(*variable, value);
            }
        }
        Some(model)
    }

    fn value(&self, variable: Term, width: u32, value: u64) -> Value {
        if self.bools.contains(&variable) {
            Value::Bool(value == 1)
        } else {
            Value::Bits(Bits::from_u64(width, value))
        }
    }
}

fn is_related(relations: &[Relation], variable: Term) -> bool {
    let side = Side::Variable(variable);
    relations
        .iter()
        .any(|relation| relation.left == side || relation.right == side)
}

fn exclude(domain: &mut Domain, value: Option<u64>) {
    let Some(value) = value else {
        return;
    };
    if domain.unsigned.0 == value && domain.unsigned.0 < domain.unsigned.1 {
        domain.unsigned.0 += 1;
    } else if !domain.except.contains(&value) {
        domain.except.push(value);
    }
}

/// A value of a sort without a domain; none for arrays, which stay zero.
fn other_value(candidates: &Candidates, sort: Sort, attempt: usize) -> Option<Value> {
    match sort {
        Sort::Float(format) => Some(Value::Bits(candidates.float(format, attempt))),
        Sort::Bv(width) => Some(Value::Bits(candidates.wide(width, attempt))),
        Sort::Bool | Sort::Array { .. } => None,
    }
    .filter(|value| {
        value
            .as_bits()
            .is_none_or(|bits| bits.width() == width_of(sort))
    })
}

fn width_of(sort: Sort) -> u32 {
    match sort {
        Sort::Bool => 1,
        Sort::Bv(width) => width,
        Sort::Float(format) => pattern_width(format),
        Sort::Array { .. } => 0,
    }
}
