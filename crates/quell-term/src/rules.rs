//! The named rewrite rules, each with examples of terms that it applies to.
//!
//! A rule takes an operator and its operands, which are in normal form already, and either returns a
//! simpler or more regular term or does not apply. Its right side is built with [`Pool::make`], so it
//! is in normal form too.
//!
//! Normal forms are few. Constants stand on the right; of the Boolean connectives only `not`, `and`,
//! `=` and `ite` remain; of the orders only `<`, with constants on its right; differences are sums;
//! shifts by constants are concatenations of slices; minima and maxima have one form.
//!
//! The examples are terms in text, of which tests make instances at any width ([`Rule::instances`]).
//! They are evaluated for all values of the variables at small widths, and proved by the solver at
//! others.

mod arithmetic;
mod array;
mod bitwise;
mod boolean;
mod choice;
mod compare;
mod divisible;
mod division;
mod equality;
mod examples;
mod float;
mod matching;
mod overflow;
mod shape;

use crate::op::{Op, Signature};
use crate::pool::{Pool, Term};

pub use examples::Instances;

/// A rewrite rule for terms with certain operators.
#[derive(Debug)]
pub struct Rule {
    /// Its unique name.
    pub name: &'static str,
    /// Terms it applies to, in SMT-LIB with placeholders (see [`Rule::instances`]).
    pub examples: &'static [&'static str],
    action: Action,
}

/// The function of a rule, by the number of operands.
#[derive(Clone, Copy, Debug)]
enum Action {
    One(fn(&mut Pool, Op, Term) -> Option<Term>),
    Two(fn(&mut Pool, Op, Term, Term) -> Option<Term>),
    /// Two operands that may be exchanged: both orders are tried.
    Either(fn(&mut Pool, Op, Term, Term) -> Option<Term>),
    Three(fn(&mut Pool, Op, Term, Term, Term) -> Option<Term>),
}

impl Rule {
    const fn new(name: &'static str, action: Action, examples: &'static [&'static str]) -> Rule {
        Rule {
            name,
            examples,
            action,
        }
    }

    /// Whether the examples multiply or divide bit vectors, which solvers are slow at for large widths.
    #[must_use]
    pub fn is_hard(&self) -> bool {
        let hard = ["bvmul", "bvudiv", "bvsdiv", "bvurem", "bvsrem", "mulo"];
        let is_hard = |example: &str| hard.iter().any(|word| example.contains(word));
        self.examples.iter().any(|example| is_hard(example))
    }

    /// The result of the rule; none if it does not apply.
    pub(crate) fn apply(&self, pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
        match (self.action, args) {
            (Action::One(f), &[a]) => f(pool, op, a),
            (Action::Two(f), &[a, b]) => f(pool, op, a, b),
            (Action::Either(f), &[a, b]) => f(pool, op, a, b).or_else(|| f(pool, op, b, a)),
            (Action::Three(f), &[a, b, c]) => f(pool, op, a, b, c),
            _ => None,
        }
    }
}

/// All rules by operator, in the order in which they are tried.
const TABLES: &[&[Rule]] = &[
    boolean::NOT,
    boolean::AND,
    boolean::OR,
    boolean::XOR,
    equality::EQ,
    divisible::EQ,
    choice::ITE,
    choice::LIFT,
    arithmetic::NEG,
    arithmetic::ADD,
    arithmetic::SUB,
    arithmetic::MUL,
    division::UDIV,
    division::UREM,
    division::SDIV,
    division::SREM,
    bitwise::NOT,
    bitwise::AND,
    bitwise::OR,
    bitwise::XOR,
    bitwise::SHL,
    bitwise::LSHR,
    bitwise::ASHR,
    shape::EXTRACT,
    shape::CONCAT,
    shape::ZERO_EXTEND,
    shape::SIGN_EXTEND,
    compare::ULT,
    compare::ULE,
    compare::SLT,
    compare::SLE,
    overflow::UADD,
    overflow::SADD,
    overflow::USUB,
    overflow::SSUB,
    overflow::UMUL,
    overflow::SMUL,
    float::ADD,
    float::SUB,
    float::MUL,
    float::DIV,
    float::NEG,
    float::ABS,
    float::COMPARE,
    float::TEST,
    float::TO_BITS,
    float::FROM_BITS,
    float::TO_FP,
    array::SELECT,
    array::STORE,
];

/// All rules.
#[must_use]
pub fn rules() -> Vec<&'static Rule> {
    TABLES.iter().flat_map(|table| table.iter()).collect()
}

/// The rules for an operator.
pub(crate) fn rules_for(op: Op) -> &'static [Rule] {
    match op {
        Op::Not => boolean::NOT,
        Op::And => boolean::AND,
        Op::Or => boolean::OR,
        Op::Xor => boolean::XOR,
        Op::Eq => equality::EQ,
        Op::Ite => choice::ITE,
        Op::BvNot => bitwise::NOT,
        Op::BvNeg => arithmetic::NEG,
        Op::BvAnd => bitwise::AND,
        Op::BvOr => bitwise::OR,
        Op::BvXor => bitwise::XOR,
        Op::Add => arithmetic::ADD,
        Op::Sub => arithmetic::SUB,
        Op::Mul => arithmetic::MUL,
        Op::UDiv => division::UDIV,
        Op::SDiv => division::SDIV,
        Op::URem => division::UREM,
        Op::SRem => division::SREM,
        Op::Shl => bitwise::SHL,
        Op::LShr => bitwise::LSHR,
        Op::AShr => bitwise::ASHR,
        Op::Concat => shape::CONCAT,
        Op::Extract { .. } => shape::EXTRACT,
        Op::ZeroExtend(_) => shape::ZERO_EXTEND,
        Op::SignExtend(_) => shape::SIGN_EXTEND,
        Op::Ult => compare::ULT,
        Op::Ule => compare::ULE,
        Op::Slt => compare::SLT,
        Op::Sle => compare::SLE,
        Op::UAddOverflows => overflow::UADD,
        Op::SAddOverflows => overflow::SADD,
        Op::USubOverflows => overflow::USUB,
        Op::SSubOverflows => overflow::SSUB,
        Op::UMulOverflows => overflow::UMUL,
        Op::SMulOverflows => overflow::SMUL,
        Op::FpAdd => float::ADD,
        Op::FpSub => float::SUB,
        Op::FpMul => float::MUL,
        Op::FpDiv => float::DIV,
        Op::FpNeg => float::NEG,
        Op::FpAbs => float::ABS,
        Op::FpEq | Op::FpLt | Op::FpLe => float::COMPARE,
        Op::FpIsNan | Op::FpIsInf | Op::FpIsZero | Op::FpIsNegative => float::TEST,
        Op::ToBits => float::TO_BITS,
        Op::FromBits(_) => float::FROM_BITS,
        Op::FpToFp(_) => float::TO_FP,
        Op::Select => array::SELECT,
        Op::Store => array::STORE,
        _ => &[],
    }
}

/// Rules for a group of operators, which are tried after those of [`rules_for`].
pub(crate) fn further_rules(op: Op) -> &'static [Rule] {
    match op.info().signature {
        Signature::Equality => divisible::EQ,
        Signature::Vectors
        | Signature::VectorTest
        | Signature::Join
        | Signature::Slice
        | Signature::Extension => choice::LIFT,
        _ => &[],
    }
}
