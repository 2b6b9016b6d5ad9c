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
    /// The same, of values that stand in a certain position.
    ValueAt(Position, &'static [ValueForm], ValueChange),
    /// A pointer is moved by so many elements.
    Pointer(i32),
    Connective(ConnectiveChange),
    Condition(ConditionChange),
    Statement(StatementChange),
    Jump(JumpChange),
    /// A thing is replaced by others of its type that can be named there.
    Substitute(Thing, Thing),
    /// The array of an element is replaced by another one of its type.
    OtherArray,
    /// A call is left out; its value is zero.
    DeleteCall,
    /// Neighbouring arguments of one type change places.
    SwapArguments,
    /// `-x` and `~x` become `x`.
    DropSign,
    /// `++` becomes `--` and the other way round.
    SwapSteps,
    /// `a += b`, with an operator of the set, becomes `a = b`.
    MakePlain(&'static [BinaryOp]),
    /// `++i` becomes `i++` and the other way round.
    SwapFixity,
    /// A variable is declared without its value.
    DropInitialiser,
}

/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    Argument,
    Result,
    Index,
    Initialiser,
}

/// What becomes of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementChange {
    Delete,
    Trap,
    Return,
}

/// Where a jump leads instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpChange {
    BreakContinue,
    OtherLabel,
    /// A value that had a case goes to the default.
    DropCase,
    /// A counting loop makes its first round without asking.
    AtLeastOnce,
    /// A counting loop makes no second round.
    AtMostOnce,
}

/// What can replace each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    Constant,
    Scalar,
    Element,
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
