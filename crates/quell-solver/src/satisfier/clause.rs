//! A conjunctive clause: constraints that all have to hold, with the domains of their variables, which the constraints reduce.

use std::collections::BTreeMap;

use quell_bits::{Bits, float};
use quell_term::{Assignment, Evaluator, Op, Pool, Sort, Substitution, Term, Value, variables};
use rustc_hash::FxHashMap;

use super::constraint::{Constraint, Order, Side};
use super::domain::Domain;
use super::random::Random;

/// All constraints are applied at most this often in a row: for `x < y, y < x` a fixed point takes too long.
const MAX_ROUNDS: usize = 12;

/// Values that are looked at for a variable: one with which all constraints about it alone hold is chosen.
const CANDIDATES: usize = 64;

/// Constraints that contradict each other.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Conflict;

/// A conjunctive clause in the course of its reduction.
#[derive(Clone, Debug, Default)]
pub(super) struct Clause {
    /// The constraints that are left, without the variables that have a value.
    pub constraints: Vec<Term>,
    /// Domains of variables of at most 64 bits, also of those that have a value.
    pub domains: BTreeMap<Term, Domain>,
    /// Variables whose value or equal variable was substituted, in that order.
    replaced: Vec<(Term, Term)>,
}

impl Clause {
    /// Reduces domains by all simple constraints, and substitutes variables that have a single value or equal another one, until
    /// nothing changes.
    pub fn reduce(&mut self, pool: &mut Pool) -> Result<(), Conflict> {
        for _ in 0..MAX_ROUNDS {
            let mut changed = false;
            let mut equal = None;
            self.drop_decided(pool)?;
            for term in &self.constraints {
                let constraint = Constraint::of(pool, *term);
                if let Constraint::Relation(a, Order::Equal, b) = &constraint
                    && let (Some(a), Some(b)) = (a.plain_variable(), b.plain_variable())
                    && a != b
                {
                    equal = Some((a, b));
                }
                changed |= narrow(pool, &mut self.domains, &constraint)?;
            }
            let known = self.new_values(pool);
            changed |= !known.is_empty() || equal.is_some();
            if !changed {
                return Ok(());
            }
            if !known.is_empty() {
                self.substitute(pool, known);
            } else if let Some(pair) = equal {
                self.identify(pool, pair)?;
            }
        }
        self.drop_decided(pool)
    }

    /// Removes constraints that hold; a conflict if one does not.
    fn drop_decided(&mut self, pool: &Pool) -> Result<(), Conflict> {
        self.constraints.sort_unstable();
        self.constraints.dedup();
        let mut holds = true;
        self.constraints.retain(|term| match pool.as_bool(*term) {
            Some(value) => {
                holds &= value;
                false
            }
            None => true,
        });
        match holds {
            true => Ok(()),
            false => Err(Conflict),
        }
    }

    /// Variables that have got a single value, as substitutions.
    fn new_values(&self, pool: &mut Pool) -> Vec<(Term, Term)> {
        let is_new = |variable: &Term| self.replaced.iter().all(|(known, _)| known != variable);
        let single = self.domains.iter().filter_map(|(variable, domain)| {
            let value = domain.value()?;
            is_new(variable).then_some((*variable, value))
        });
        let single: Vec<(Term, u64)> = single.collect();
        let constant = |(variable, value)| (variable, word_constant(pool, variable, value));
        single.into_iter().map(constant).collect()
    }

    fn substitute(&mut self, pool: &mut Pool, pairs: Vec<(Term, Term)>) {
        let map: FxHashMap<Term, Term> = pairs.iter().copied().collect();
        let mut substitution = Substitution::new(map);
        for term in &mut self.constraints {
            *term = substitution.apply(pool, *term);
        }
        self.replaced.extend(pairs);
    }

    /// Substitutes a variable by one that it equals, whose domain is that of both from now on.
    fn identify(&mut self, pool: &mut Pool, (a, b): (Term, Term)) -> Result<(), Conflict> {
        if let (Some(of_a), Some(of_b)) = (self.domains.get(&a), self.domains.get(&b)) {
            let both = of_a.intersection(of_b);
            if both.is_empty() {
                return Err(Conflict);
            }
            self.domains.insert(b, both.clone());
            self.domains.insert(a, both);
        }
        self.substitute(pool, vec![(a, b)]);
        Ok(())
    }

    /// Gives a variable a value, as if that were a constraint.
    fn assign(&mut self, pool: &mut Pool, variable: Term, value: Term) -> Result<(), Conflict> {
        self.substitute(pool, vec![(variable, value)]);
        if let Some(value) = word_of(pool, value) {
            let domain = Domain::single(pool.width(variable), value);
            self.domains.insert(variable, domain);
        }
        self.reduce(pool)
    }

    /// Chooses values for all variables in constraints, that with the smallest domain first, and substitutes each before the
    /// next is chosen. The other variables get values in the end.
    pub fn choose(&mut self, pool: &mut Pool, random: &mut Random) -> Result<(), Conflict> {
        self.reduce(pool)?;
        let floats = Floats::of(pool, &self.constraints);
        loop {
            let open = variables(pool, &self.constraints);
            let Some(variable) = self.smallest(&open, random) else {
                return self.drop_decided(pool);
            };
            let value = self.value_for(pool, variable, &floats, random)?;
            self.assign(pool, variable, value)?;
        }
    }

    /// The variable with the smallest domain, any of several.
    fn smallest(&self, open: &[Term], random: &mut Random) -> Option<Term> {
        let size = |variable: &Term| self.domains.get(variable).map_or(u128::MAX, Domain::size);
        let least = open.iter().map(size).min()?;
        let smallest: Vec<Term> = open
            .iter()
            .copied()
            .filter(|of| size(of) == least)
            .collect();
        smallest
            .get(random.below(smallest.len() as u64) as usize)
            .copied()
    }

    fn value_for(
        &self,
        pool: &mut Pool,
        variable: Term,
        floats: &Floats,
        random: &mut Random,
    ) -> Result<Term, Conflict> {
        let Some(domain) = self.domains.get(&variable) else {
            return Ok(other_value(pool, variable, random));
        };
        let own = self.constraints_of(pool, variable);
        let mut evaluator = Evaluator::new();
        for _ in 0..CANDIDATES {
            let float = floats.value(variable, random);
            let float = float.filter(|value| domain.contains(*value));
            let value = float.or_else(|| random.value_of(domain)).ok_or(Conflict)?;
            let model = Assignment::from_iter([(variable, word_value(pool, variable, value))]);
            evaluator.clear();
            let mut own = own.iter();
            if own.all(|term| evaluator.is_true(pool, &model, *term)) {
                return Ok(word_constant(pool, variable, value));
            }
        }
        Err(Conflict)
    }

    /// The constraints that are about one variable alone.
    fn constraints_of(&self, pool: &Pool, variable: Term) -> Vec<Term> {
        let all = self.constraints.iter().copied();
        all.filter(|term| variables(pool, &[*term]) == [variable])
            .collect()
    }

    /// The values of some variables once all constraints hold.
    pub fn assignment(&self, pool: &Pool, wanted: &[Term], random: &mut Random) -> Assignment {
        let mut values: FxHashMap<Term, Value> = FxHashMap::default();
        // A variable was replaced by one that was replaced later, or not at all.
        for (variable, by) in self.replaced.iter().rev() {
            let value = match pool.constant_value(*by) {
                Some(value) => value,
                None => {
                    let known = values.get(by).cloned();
                    let value = known.or_else(|| self.free_value(pool, *by, random));
                    let Some(value) = value else { continue };
                    values.insert(*by, value.clone());
                    value
                }
            };
            values.insert(*variable, value);
        }
        let mut model = Assignment::new();
        for variable in wanted {
            let known = values.get(variable).cloned();
            if let Some(value) = known.or_else(|| self.free_value(pool, *variable, random)) {
                model.set(*variable, value);
            }
        }
        model
    }

    /// A value for a variable that no constraint is left for; none for an array, which is zero then.
    fn free_value(&self, pool: &Pool, variable: Term, random: &mut Random) -> Option<Value> {
        let word = self.domains.get(&variable);
        let word = word.and_then(|domain| random.value_of(domain)).unwrap_or(0);
        match pool.sort(variable) {
            Sort::Array { .. } => None,
            _ => Some(word_value(pool, variable, word)),
        }
    }
}

/// Applies a constraint; whether a domain has become smaller.
fn narrow(
    pool: &Pool,
    domains: &mut BTreeMap<Term, Domain>,
    constraint: &Constraint,
) -> Result<bool, Conflict> {
    match constraint {
        Constraint::Complex => Ok(false),
        Constraint::Within(side, within) => keep(pool, domains, side, within.clone()),
        Constraint::Relation(left, order, right) => {
            let image = |side: &Side, domains: &BTreeMap<Term, Domain>| {
                side.image(|variable| domain_of(pool, domains, variable))
            };
            let (Some(a), Some(b)) = (image(left, domains), image(right, domains)) else {
                return Ok(false);
            };
            let (for_left, for_right) = related(*order, &a, &b)?;
            let left = keep(pool, domains, left, for_left)?;
            Ok(keep(pool, domains, right, for_right)? || left)
        }
    }
}

fn domain_of(pool: &Pool, domains: &BTreeMap<Term, Domain>, variable: Term) -> Option<Domain> {
    let known = domains.get(&variable).cloned();
    known.or_else(|| Some(Domain::all(pool.width(variable))))
}

/// The values of each side that are in the relation to some value of the other.
fn related(order: Order, a: &Domain, b: &Domain) -> Result<(Domain, Domain), Conflict> {
    Ok(match order {
        Order::Equal => (b.clone(), a.clone()),
        Order::Different => {
            let except = |domain: &Domain, other: &Domain| match other.value() {
                Some(value) => domain.without(value),
                None => domain.clone(),
            };
            (except(a, b), except(b, a))
        }
        Order::Less { signed, strict } => {
            let step = i128::from(strict);
            let (least, _) = a.bounds(signed).ok_or(Conflict)?;
            let (_, greatest) = b.bounds(signed).ok_or(Conflict)?;
            let below = Domain::between(a.width(), signed, i128::MIN, greatest - step);
            let above = Domain::between(b.width(), signed, least + step, i128::MAX);
            (below, above)
        }
    })
}

/// Keeps the values of a side's variable where the side is in a domain; whether there are fewer than before.
fn keep(
    pool: &Pool,
    domains: &mut BTreeMap<Term, Domain>,
    side: &Side,
    within: Domain,
) -> Result<bool, Conflict> {
    let Some(variable) = side.variable() else {
        let Side::Constant(value) = side else {
            return Ok(false);
        };
        return match value.intersection(&within).is_empty() {
            true => Err(Conflict),
            false => Ok(false),
        };
    };
    let Some(old) = domain_of(pool, domains, variable) else {
        return Ok(false);
    };
    let new = old.intersection(&side.preimage(within));
    if new.is_empty() {
        return Err(Conflict);
    }
    let is_smaller = new != old;
    domains.insert(variable, new);
    Ok(is_smaller)
}

/// The constant that is a value of a variable of at most 64 bits.
fn word_constant(pool: &mut Pool, variable: Term, value: u64) -> Term {
    match pool.sort(variable) {
        Sort::Bool => pool.bool(value == 1),
        _ => pool.number(pool.width(variable), value),
    }
}

/// The value of a variable.
fn word_value(pool: &Pool, variable: Term, value: u64) -> Value {
    match pool.sort(variable) {
        Sort::Bool => Value::Bool(value == 1),
        _ => Value::Bits(Bits::from_u64(pool.width(variable), value)),
    }
}

fn word_of(pool: &Pool, constant: Term) -> Option<u64> {
    pool.as_word(constant)
        .or(pool.as_bool(constant).map(u64::from))
}

/// A value of a variable without a domain: a wide bit vector, a float or an array.
fn other_value(pool: &mut Pool, variable: Term, random: &mut Random) -> Term {
    let small = random.below(8);
    match pool.sort(variable) {
        Sort::Float(format) => {
            let number = Bits::from_u64(16, small);
            let bits = float::from_int(format, &number, false);
            pool.float(format, &bits)
        }
        Sort::Array { index, element } => {
            let zero = pool.number(element, 0);
            pool.const_array(index, zero)
        }
        Sort::Bv(width) => {
            let value = Bits::from_u64(64, small).zext(width.max(64));
            let value = pool.bits(&value);
            pool.trunc_to(value, width)
        }
        Sort::Bool => pool.bool(small % 2 == 1),
    }
}

/// Bit vectors that are read as floats, with the numbers that constraints compare floats with.
#[derive(Debug, Default)]
struct Floats {
    formats: BTreeMap<Term, quell_bits::FloatFormat>,
    constants: Vec<Bits>,
}

impl Floats {
    fn of(pool: &Pool, constraints: &[Term]) -> Self {
        let mut floats = Self::default();
        for term in quell_term::reachable(pool, constraints) {
            if let (Op::FromBits(format), &[inner]) = (pool.op(term), pool.args(term)) {
                if pool.is_var(inner) {
                    floats.formats.insert(inner, format);
                } else if let Some(bits) = pool.as_bits(inner) {
                    floats.constants.push(bits.clone());
                }
            }
        }
        floats
    }

    /// A number for a variable that is read as a float of at most 64 bits: one of the constants or its neighbour, or a small
    /// whole number or half of one.
    fn value(&self, variable: Term, random: &mut Random) -> Option<u64> {
        let format = *self.formats.get(&variable)?;
        let width = quell_term::pattern_width(format);
        if width > 64 {
            return None;
        }
        let constants = self.constants.iter().filter(|of| of.width() == width);
        let constants: Vec<u64> = constants.map(Bits::low_u64).collect();
        if !constants.is_empty() && random.below(2) == 0 {
            let near = constants[random.below(constants.len() as u64) as usize];
            return Some(
                near.wrapping_add(random.below(3)).wrapping_sub(1) & quell_bits::word::mask(width),
            );
        }
        let number = Bits::from_u64(32, random.below(65)).sub(&Bits::from_u64(32, 32));
        let whole = float::from_int(format, &number, true);
        let two = float::from_int(format, &Bits::from_u64(32, 2), true);
        Some(match random.below(2) {
            0 => whole.low_u64(),
            _ => float::div(format, &whole, &two).low_u64(),
        })
    }
}
