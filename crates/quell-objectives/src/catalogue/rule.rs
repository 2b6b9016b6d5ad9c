//! The rules of which operators consist.

use quell_source::BinaryOp;

/// The pattern of an operator and its replacement.
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
    /// The same for values in a certain position.
    ValueAt(Position, &'static [ValueForm], ValueChange),
    /// A pointer is moved by this number of elements.
    Pointer(i32),
    Connective(ConnectiveChange),
    Condition(ConditionChange),
    Statement(StatementChange),
    Jump(JumpChange),
    /// An operand is replaced by others of its type that are in scope.
    Substitute(Thing, Thing),
    /// The array of an element is replaced by another one of its type.
    OtherArray,
    /// A call is removed; its value is zero.
    DeleteCall,
    /// Neighbouring arguments of one type change places.
    SwapArguments,
    /// `-x` and `~x` become `x`.
    DropSign,
    /// `++` becomes `--` and vice versa.
    SwapSteps,
    /// `a += b`, with an operator of the set, becomes `a = b`.
    MakePlain(&'static [BinaryOp]),
    /// `++i` becomes `i++` and vice versa.
    SwapFixity,
    /// The initialiser of a variable is removed.
    DropInitialiser,
}

/// The position of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    Argument,
    Result,
    Index,
    Initialiser,
}

/// The replacement of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementChange {
    Delete,
    Trap,
    Return,
}

/// The new target of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpChange {
    BreakContinue,
    OtherLabel,
    /// A case is removed: its values go to the default.
    DropCase,
    /// A counting loop runs its first iteration unconditionally.
    AtLeastOnce,
    /// A counting loop runs no second iteration.
    AtMostOnce,
}

/// Kinds of operands that can replace each other.
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

/// Kinds of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueForm {
    Constant,
    Variable,
    Operator,
    Call,
}

/// The replacement of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueChange {
    /// A constant is added.
    Plus(i32),
    Zero,
    /// It is replaced by another number.
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

/// The replacement of `a && b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectiveChange {
    Swap,
    Keep(Side),
    Verdict(bool),
}

/// The replacement of a condition that decides a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionChange {
    Negate,
    Force(bool),
}
