//! The shapes that operators are made of.

use quell_source::BinaryOp;

/// Where an operator applies and what it does there.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// An operator of the set becomes each other of the set; `++` becomes `--`.
    Swap(&'static [BinaryOp]),
    /// A bitwise operator or shift becomes each other one; there are two shifts to the right.
    Bitwise,
    /// `a op b`, with `op` of the set, becomes one of its operands.
    Keep(&'static [BinaryOp], Side),
    /// A comparison becomes true or false.
    Verdict(bool),
    /// A value of these forms is changed.
    Value(&'static [ValueForm], ValueChange),
    Connective(ConnectiveChange),
    Condition(ConditionChange),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

/// Expressions, by what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueForm {
    Constant,
    Variable,
    Operator,
    Call,
}

/// What becomes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueChange {
    /// A number is added.
    Plus(i32),
    Zero,
    /// Another number takes its place.
    Number(i32),
    Negate,
    Complement,
    Absolute,
    /// The negative of the absolute value.
    NegativeAbsolute,
    /// Trap if it is zero, and otherwise nothing.
    TrapOnZero,
    /// `++x` or `--x`.
    StepBefore(i32),
    /// `x++` or `x--`.
    StepAfter(i32),
}

/// What becomes of `a && b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectiveChange {
    Swap,
    Keep(Side),
    Verdict(bool),
}

/// What becomes of a condition that decides a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionChange {
    Negate,
    Force(bool),
}
