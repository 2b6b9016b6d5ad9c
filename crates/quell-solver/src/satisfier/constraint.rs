//! Constraints of a simple form: `x R c`, `x R y`, and those that become one of these by undoing sums with constants,
//! differences and extensions on either side.

use quell_bits::word;
use quell_term::{Op, Pool, Sort, Term};

use super::domain::{Domain, ends};

/// What a side does with its variable, innermost step first.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Adds a constant.
    Add(u64),
    /// Subtracts from a constant.
    SubtractFrom(u64),
    /// Extends from some number of bits to another.
    Extend { from: u32, to: u32, signed: bool },
}

/// One side of a relation.
#[derive(Clone, Debug)]
pub(super) enum Side {
    Constant(Domain),
    /// Steps that can be undone, applied to a variable.
    Variable {
        variable: Term,
        steps: Vec<Step>,
    },
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Order {
    Equal,
    Different,
    Less { signed: bool, strict: bool },
}

/// What a constraint says of its variables.
#[derive(Clone, Debug)]
pub(super) enum Constraint {
    /// A side is in a domain.
    Within(Side, Domain),
    /// The relation of two sides.
    Relation(Side, Order, Side),
    /// Nothing that reduces a domain.
    Complex,
}

impl Constraint {
    /// Reads a Boolean term that is no connective.
    pub fn of(pool: &Pool, term: Term) -> Self {
        let read = match (pool.op(term), pool.args(term)) {
            (Op::Var(_), _) => Some(truth(term, true)),
            (Op::Not, &[inner]) if pool.is_var(inner) => Some(truth(inner, false)),
            (Op::Not, &[inner]) => Self::atom(pool, inner, false),
            _ => Self::atom(pool, term, true),
        };
        read.unwrap_or(Self::Complex)
    }

    fn atom(pool: &Pool, term: Term, holds: bool) -> Option<Self> {
        let &[a, b] = pool.args(term) else {
            return None;
        };
        let less = |signed, strict| Order::Less { signed, strict };
        let order = match pool.op(term) {
            Op::Eq => Order::Equal,
            Op::Ult => less(false, true),
            Op::Ule => less(false, false),
            Op::Slt => less(true, true),
            Op::Sle => less(true, false),
            op => return overflow(pool, op, (a, b), holds),
        };
        let (a, b) = (Side::of(pool, a)?, Side::of(pool, b)?);
        Some(match (order, holds) {
            (order, true) => Self::Relation(a, order, b),
            (Order::Equal, false) => Self::Relation(a, Order::Different, b),
            (Order::Different, false) => Self::Relation(a, Order::Equal, b),
            (Order::Less { signed, strict }, false) => Self::Relation(b, less(signed, !strict), a),
        })
    }
}

/// That a Boolean variable has a value.
fn truth(variable: Term, value: bool) -> Constraint {
    let side = Side::Variable {
        variable,
        steps: Vec::new(),
    };
    Constraint::Within(side, Domain::single(1, u64::from(value)))
}

/// Whether an operation on a side and a constant leaves the width.
fn overflow(pool: &Pool, op: Op, (a, b): (Term, Term), holds: bool) -> Option<Constraint> {
    let (term, constant, is_first) = match (pool.as_word(a), pool.as_word(b)) {
        (None, Some(constant)) => (a, constant, true),
        (Some(constant), None) => (b, constant, false),
        _ => return None,
    };
    let width = pool.width(term);
    let signed = matches!(
        op,
        Op::SAddOverflows | Op::SSubOverflows | Op::SMulOverflows
    );
    let (least, greatest) = ends(width, signed);
    let constant = match signed {
        true => i128::from(word::sign_extend(width, constant)),
        false => i128::from(constant),
    };
    let (low, high) = match op {
        Op::SAddOverflows | Op::UAddOverflows => (least - constant, greatest - constant),
        Op::SSubOverflows | Op::USubOverflows if is_first => {
            (least + constant, greatest + constant)
        }
        Op::SSubOverflows | Op::USubOverflows => (constant - greatest, constant - least),
        Op::SMulOverflows | Op::UMulOverflows => factors(constant, (least, greatest)),
        _ => return None,
    };
    let fits = Domain::between(width, signed, low, high);
    let within = match holds {
        true => fits.complement(),
        false => fits,
    };
    Some(Constraint::Within(Side::of(pool, term)?, within))
}

/// The factors with which a product is between two ends.
fn factors(constant: i128, (least, greatest): (i128, i128)) -> (i128, i128) {
    match constant {
        0 => (least, greatest),
        1.. => (-(-least / constant), greatest / constant),
        _ => (-(greatest / -constant), least / constant),
    }
}

impl Side {
    fn of(pool: &Pool, mut term: Term) -> Option<Self> {
        let mut steps = Vec::new();
        loop {
            let is_word = match pool.sort(term) {
                Sort::Bool => true,
                Sort::Bv(width) => width <= 64,
                _ => false,
            };
            if !is_word {
                return None;
            }
            if pool.is_var(term) {
                steps.reverse();
                let variable = term;
                return Some(Self::Variable { variable, steps });
            }
            if let Some(value) = constant(pool, term) {
                // Nothing was undone: sums of constants are constants.
                let width = pool.width(term);
                return steps
                    .is_empty()
                    .then(|| Self::Constant(Domain::single(width, value)));
            }
            let (step, inner) = step_of(pool, term)?;
            steps.push(step);
            term = inner;
        }
    }

    pub fn variable(&self) -> Option<Term> {
        match self {
            Self::Constant(_) => None,
            Self::Variable { variable, .. } => Some(*variable),
        }
    }

    /// The variable itself, if nothing is done with it.
    pub fn plain_variable(&self) -> Option<Term> {
        match self {
            Self::Variable { variable, steps } if steps.is_empty() => Some(*variable),
            _ => None,
        }
    }

    /// The values of the side where the variable has those of a domain.
    pub fn image(&self, domain: impl FnOnce(Term) -> Option<Domain>) -> Option<Domain> {
        let (variable, steps) = match self {
            Self::Constant(value) => return Some(value.clone()),
            Self::Variable { variable, steps } => (*variable, steps),
        };
        let domain = domain(variable)?;
        Some(steps.iter().fold(domain, |domain, step| match *step {
            Step::Add(by) => domain.shifted(by),
            Step::SubtractFrom(at) => domain.reflected(at),
            Step::Extend { to, signed, .. } => domain.extended(to, signed),
        }))
    }

    /// The values of the variable where the side has those of a domain.
    pub fn preimage(&self, domain: Domain) -> Domain {
        let Self::Variable { steps, .. } = self else {
            return domain;
        };
        steps.iter().rev().fold(domain, |domain, step| match *step {
            Step::Add(by) => domain.shifted(word::neg(domain.width(), by)),
            Step::SubtractFrom(at) => domain.reflected(at),
            Step::Extend { from, signed, .. } => domain.narrowed(from, signed),
        })
    }
}

fn constant(pool: &Pool, term: Term) -> Option<u64> {
    pool.as_word(term).or(pool.as_bool(term).map(u64::from))
}

fn step_of(pool: &Pool, term: Term) -> Option<(Step, Term)> {
    let width = pool.width(term);
    Some(match (pool.op(term), pool.args(term)) {
        (Op::BvNeg, &[inner]) => (Step::SubtractFrom(0), inner),
        (Op::BvNot, &[inner]) => (Step::SubtractFrom(word::mask(width)), inner),
        (Op::Add, &[a, b]) => match (pool.as_word(a), pool.as_word(b)) {
            (Some(constant), _) => (Step::Add(constant), b),
            (_, Some(constant)) => (Step::Add(constant), a),
            _ => return None,
        },
        (Op::Sub, &[a, b]) => match (pool.as_word(a), pool.as_word(b)) {
            (Some(constant), _) => (Step::SubtractFrom(constant), b),
            (_, Some(constant)) => (Step::Add(word::neg(width, constant)), a),
            _ => return None,
        },
        (Op::ZeroExtend(_) | Op::SignExtend(_), &[inner]) => {
            let (from, to) = (pool.width(inner), width);
            let signed = matches!(pool.op(term), Op::SignExtend(_));
            (Step::Extend { from, to, signed }, inner)
        }
        _ => return None,
    })
}
