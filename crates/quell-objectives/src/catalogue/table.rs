//! The operators, a row each.

use quell_source::BinaryOp::{self, Add, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Rem, Sub};

use super::Group::{Extended, Mothra, Sufficient, Symbmc};
use super::Operator;
use super::rule::ConditionChange::{self, Force};
use super::rule::ConnectiveChange;
use super::rule::Rule::{Bitwise, Condition, Connective, Keep, Swap, Value, Verdict};
use super::rule::Side::{Left, Right};
use super::rule::ValueChange::{
    Absolute, Complement, Negate, NegativeAbsolute, Plus, StepAfter, StepBefore, TrapOnZero, Zero,
};
use super::rule::ValueForm::{self, Call, Constant, Variable};

const ARITHMETIC: &[BinaryOp] = &[Add, Sub, Mul, Div, Rem];
const RELATIONS: &[BinaryOp] = &[Eq, Ne, Gt, Ge, Lt, Le];

const OPERANDS: &[ValueForm] = &[Variable, Constant];
const VARIABLES: &[ValueForm] = &[Variable];
/// Everything with a value that is not a constant.
const EXPRESSIONS: &[ValueForm] = &[Variable, ValueForm::Operator, Call];

pub static CATALOGUE: &[Operator] = &[
    Operator {
        name: "AOR",
        title: "arithmetic operator replacement",
        groups: &[Symbmc, Sufficient],
        rules: &[Swap(ARITHMETIC)],
        example: "int f(int a, int b) { return a + b; }",
    },
    Operator {
        name: "AOR",
        title: "arithmetic operator replacement, with the operands alone",
        groups: &[Mothra],
        rules: &[
            Swap(ARITHMETIC),
            Keep(ARITHMETIC, Left),
            Keep(ARITHMETIC, Right),
        ],
        example: "int f(int a, int b) { return a + b; }",
    },
    Operator {
        name: "ROR",
        title: "relational operator replacement",
        groups: &[Symbmc],
        rules: &[Swap(RELATIONS)],
        example: "int f(int a, int b) { return a < b; }",
    },
    Operator {
        name: "ROR",
        title: "relational operator replacement, with true and false",
        groups: &[Sufficient, Mothra],
        rules: &[Swap(RELATIONS), Verdict(true), Verdict(false)],
        example: "int f(int a, int b) { return a < b; }",
    },
    Operator {
        name: "BOR",
        title: "bitwise operator replacement",
        groups: &[Symbmc],
        rules: &[Bitwise],
        example: "int f(int a, int b) { return a & b; }",
    },
    Operator {
        name: "IVI",
        title: "integral value injection: one more, one less, zero",
        groups: &[Symbmc],
        rules: &[
            Value(OPERANDS, Plus(1)),
            Value(OPERANDS, Plus(-1)),
            Value(OPERANDS, Zero),
        ],
        example: "int f(int a) { return a * 10; }",
    },
    Operator {
        name: "ABS",
        title: "absolute value insertion",
        groups: &[Sufficient],
        rules: &[
            Value(EXPRESSIONS, Absolute),
            Value(EXPRESSIONS, NegativeAbsolute),
            Value(EXPRESSIONS, Zero),
        ],
        example: "int f(int a) { return a; }",
    },
    Operator {
        name: "ABS",
        title: "absolute value insertion, with a trap on zero",
        groups: &[Mothra],
        rules: &[
            Value(EXPRESSIONS, Absolute),
            Value(EXPRESSIONS, NegativeAbsolute),
            Value(EXPRESSIONS, TrapOnZero),
        ],
        example: "int f(int a) { return a; }",
    },
    Operator {
        name: "LCR",
        title: "logical connector replacement",
        groups: &[Sufficient],
        rules: &[Connective(ConnectiveChange::Swap)],
        example: "int f(int a, int b) { if (a && b) return 1; return 2; }",
    },
    Operator {
        name: "LCR",
        title: "logical connector replacement, with the operands alone, true and false",
        groups: &[Mothra],
        rules: &[
            Connective(ConnectiveChange::Swap),
            Connective(ConnectiveChange::Keep(Left)),
            Connective(ConnectiveChange::Keep(Right)),
            Connective(ConnectiveChange::Verdict(true)),
            Connective(ConnectiveChange::Verdict(false)),
        ],
        example: "int f(int a, int b) { if (a && b) return 1; return 2; }",
    },
    Operator {
        name: "UOI",
        title: "unary operator insertion",
        groups: &[Sufficient],
        rules: &[
            Value(EXPRESSIONS, Negate),
            Value(EXPRESSIONS, Complement),
            Value(VARIABLES, StepBefore(1)),
            Value(VARIABLES, StepBefore(-1)),
            Value(VARIABLES, StepAfter(1)),
            Value(VARIABLES, StepAfter(-1)),
            Condition(ConditionChange::Negate),
        ],
        example: "int f(int a, int b) { return a; }",
    },
    Operator {
        name: "UOI",
        title: "unary operator insertion: minus, one more, one less, not",
        groups: &[Mothra],
        rules: &[
            Value(EXPRESSIONS, Negate),
            Value(EXPRESSIONS, Plus(1)),
            Value(EXPRESSIONS, Plus(-1)),
            Condition(ConditionChange::Negate),
        ],
        example: "int f(int a, int b) { return a; }",
    },
    Operator {
        name: "CND",
        title: "condition negated or forced",
        groups: &[Extended],
        rules: &[
            Condition(ConditionChange::Negate),
            Condition(Force(true)),
            Condition(Force(false)),
        ],
        example: "int f(int a) { if (a > 3) return 1; return 2; }",
    },
];
