//! Relations between variables and constants, read from conjuncts.

use quell_term::{Op, Pool, Sort, Term};

/// One side of a relation.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Side {
    Variable(Term),
    Constant(u64),
}

/// The relation of the left side to the right one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Order {
    Equal,
    Different,
    /// Less than, or less than or equal if not strict.
    Less {
        signed: bool,
        strict: bool,
    },
}

/// A relation between two words of one width. A Boolean is a word of width 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Relation {
    pub left: Side,
    pub order: Order,
    pub right: Side,
}

impl Relation {
    /// The relation that a conjunct states, if it is one.
    pub(crate) fn of(pool: &Pool, conjunct: Term) -> Option<Relation> {
        match (pool.op(conjunct), pool.args(conjunct)) {
            (Op::Var(_), _) => Some(Relation::fixed(conjunct, 1)),
            (Op::Not, &[negated]) => match pool.op(negated) {
                Op::Var(_) => Some(Relation::fixed(negated, 0)),
                _ => Relation::positive(pool, negated).map(Relation::negated),
            },
            _ => Relation::positive(pool, conjunct),
        }
    }

    fn fixed(variable: Term, value: u64) -> Relation {
        let (left, right) = (Side::Variable(variable), Side::Constant(value));
        Relation {
            left,
            order: Order::Equal,
            right,
        }
    }

    fn positive(pool: &Pool, term: Term) -> Option<Relation> {
        let &[left, right] = pool.args(term) else {
            return None;
        };
        let order = match pool.op(term) {
            Op::Eq => Order::Equal,
            Op::Ult => Order::Less {
                signed: false,
                strict: true,
            },
            Op::Ule => Order::Less {
                signed: false,
                strict: false,
            },
            Op::Slt => Order::Less {
                signed: true,
                strict: true,
            },
            Op::Sle => Order::Less {
                signed: true,
                strict: false,
            },
            _ => return None,
        };
        let (left, right) = (side(pool, left)?, side(pool, right)?);
        Some(Relation { left, order, right })
    }

    fn negated(self) -> Relation {
        let Relation { left, order, right } = self;
        match order {
            Order::Equal => Relation {
                left,
                order: Order::Different,
                right,
            },
            Order::Different => Relation {
                left,
                order: Order::Equal,
                right,
            },
            Order::Less { signed, strict } => {
                let order = Order::Less {
                    signed,
                    strict: !strict,
                };
                Relation {
                    left: right,
                    order,
                    right: left,
                }
            }
        }
    }
}

fn side(pool: &Pool, term: Term) -> Option<Side> {
    let is_word = match pool.sort(term) {
        Sort::Bool => true,
        Sort::Bv(width) => width <= 64,
        _ => false,
    };
    if !is_word {
        return None;
    }
    if pool.is_var(term) {
        return Some(Side::Variable(term));
    }
    let constant = pool.as_word(term).or(pool.as_bool(term).map(u64::from));
    constant.map(Side::Constant)
}
