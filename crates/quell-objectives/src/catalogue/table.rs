//! The operators, a row each: name, title, groups, rules, example.

use quell_source::BinaryOp::{
    self, Add, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Rem, Shl, Shr, Sub,
};

use super::Group::{Extended, Mothra, Sufficient, Symbmc};
use super::Operator;
use super::rule::ConditionChange::{self, Force};
use super::rule::JumpChange::{AtLeastOnce, AtMostOnce, BreakContinue, DropCase, OtherLabel};
use super::rule::Rule::{
    Bitwise, Condition, Connective, DeleteCall, DropInitialiser, DropSign, Jump, Keep, MakePlain,
    OtherArray, Pointer, Statement, Substitute, Swap, SwapArguments, SwapFixity, SwapSteps, Value,
    ValueAt, Verdict,
};
use super::rule::Side::{Left, Right};
use super::rule::Thing::{self, Element, Scalar};
use super::rule::ValueChange::{
    Absolute, Complement, Negate, NegativeAbsolute, Number, Plus, StepAfter, StepBefore,
    TrapOnZero, Zero,
};
use super::rule::ValueForm::{self, Call, Constant, Variable};
use super::rule::{ConnectiveChange, Position, StatementChange};

const ARITHMETIC: &[BinaryOp] = &[Add, Sub, Mul, Div, Rem];
const RELATIONS: &[BinaryOp] = &[Eq, Ne, Gt, Ge, Lt, Le];
/// What an assignment can be compounded with.
const COMPOUND: &[BinaryOp] = &[Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr];

const OPERANDS: &[ValueForm] = &[Variable, Constant];
const VARIABLES: &[ValueForm] = &[Variable];
const CONSTANTS: &[ValueForm] = &[Constant];
/// Everything with a value that is not a constant.
const EXPRESSIONS: &[ValueForm] = &[Variable, ValueForm::Operator, Call];
const EVERYTHING: &[ValueForm] = &[Variable, Constant, ValueForm::Operator, Call];

pub static CATALOGUE: &[Operator] = &[
    Operator::new(
        "AOR",
        "arithmetic operator replacement",
        &[Symbmc, Sufficient],
        &[Swap(ARITHMETIC)],
        "int f(int a, int b) { return a + b; }",
    ),
    Operator::new(
        "AOR",
        "arithmetic operator replacement, with the operands alone",
        &[Mothra],
        &[
            Swap(ARITHMETIC),
            Keep(ARITHMETIC, Left),
            Keep(ARITHMETIC, Right),
        ],
        "int f(int a, int b) { return a + b; }",
    ),
    Operator::new(
        "ROR",
        "relational operator replacement",
        &[Symbmc],
        &[Swap(RELATIONS)],
        "int f(int a, int b) { return a < b; }",
    ),
    Operator::new(
        "ROR",
        "relational operator replacement, with true and false",
        &[Sufficient, Mothra],
        &[Swap(RELATIONS), Verdict(true), Verdict(false)],
        "int f(int a, int b) { return a < b; }",
    ),
    Operator::new(
        "BOR",
        "bitwise operator replacement",
        &[Symbmc],
        &[Bitwise],
        "int f(int a, int b) { return a & b; }",
    ),
    Operator::new(
        "IVI",
        "integral value injection: one more, one less, zero",
        &[Symbmc],
        &[
            Value(OPERANDS, Plus(1)),
            Value(OPERANDS, Plus(-1)),
            Value(OPERANDS, Zero),
        ],
        "int f(int a) { return a * 10; }",
    ),
    Operator::new(
        "ABS",
        "absolute value insertion, with zero",
        &[Sufficient],
        &[
            Value(EXPRESSIONS, Absolute),
            Value(EXPRESSIONS, NegativeAbsolute),
            Value(EXPRESSIONS, Zero),
        ],
        "int f(int a) { return a; }",
    ),
    Operator::new(
        "ABS",
        "absolute value insertion, with a trap on zero",
        &[Mothra],
        &[
            Value(EXPRESSIONS, Absolute),
            Value(EXPRESSIONS, NegativeAbsolute),
            Value(EXPRESSIONS, TrapOnZero),
        ],
        "int f(int a) { return a; }",
    ),
    Operator::new(
        "LCR",
        "logical connector replacement",
        &[Sufficient],
        &[Connective(ConnectiveChange::Swap)],
        "int f(int a, int b) { if (a && b) return 1; return 2; }",
    ),
    Operator::new(
        "LCR",
        "logical connector replacement, with the operands alone, true and false",
        &[Mothra],
        &[
            Connective(ConnectiveChange::Swap),
            Connective(ConnectiveChange::Keep(Left)),
            Connective(ConnectiveChange::Keep(Right)),
            Connective(ConnectiveChange::Verdict(true)),
            Connective(ConnectiveChange::Verdict(false)),
        ],
        "int f(int a, int b) { if (a && b) return 1; return 2; }",
    ),
    Operator::new(
        "UOI",
        "unary operator insertion: -, ~, ++ and -- before and after, !",
        &[Sufficient],
        &[
            Value(EXPRESSIONS, Negate),
            Value(EXPRESSIONS, Complement),
            Value(VARIABLES, StepBefore(1)),
            Value(VARIABLES, StepBefore(-1)),
            Value(VARIABLES, StepAfter(1)),
            Value(VARIABLES, StepAfter(-1)),
            Condition(ConditionChange::Negate),
        ],
        "int f(int a) { return a; }",
    ),
    Operator::new(
        "UOI",
        "unary operator insertion: minus, one more, one less, not",
        &[Mothra],
        &[
            Value(EXPRESSIONS, Negate),
            Value(EXPRESSIONS, Plus(1)),
            Value(EXPRESSIONS, Plus(-1)),
            Condition(ConditionChange::Negate),
        ],
        "int f(int a) { return a; }",
    ),
    Operator::new(
        "AAR",
        "element of an array for another one",
        &[Mothra],
        &[Substitute(Element, Element)],
        "int f(int t[], int u[], int i) { return t[i] + u[0]; }",
    ),
    Operator::new(
        "ACR",
        "element of an array for a constant",
        &[Mothra],
        &[Substitute(Thing::Constant, Element)],
        "int f(int t[]) { return t[1] + 5; }",
    ),
    Operator::new(
        "ASR",
        "element of an array for a variable",
        &[Mothra],
        &[Substitute(Scalar, Element)],
        "int f(int t[], int a) { return t[1] + a; }",
    ),
    Operator::new(
        "CAR",
        "constant for an element of an array",
        &[Mothra],
        &[Substitute(Element, Thing::Constant)],
        "int f(int t[]) { return t[1] + 5; }",
    ),
    Operator::new(
        "CNR",
        "comparable array replacement",
        &[Mothra],
        &[OtherArray],
        "int f(int t[], int u[], int i) { return t[i]; }",
    ),
    Operator::new(
        "CRP",
        "constant for another constant of the function",
        &[Mothra],
        &[Substitute(Thing::Constant, Thing::Constant)],
        "int f(int a) { return a * 3 + 7; }",
    ),
    Operator::new(
        "CSR",
        "constant for a variable",
        &[Mothra],
        &[Substitute(Scalar, Thing::Constant)],
        "int f(int a) { return a + 7; }",
    ),
    Operator::new(
        "DER",
        "end of a counting loop: at least one round, at most one round",
        &[Mothra],
        &[Jump(AtLeastOnce), Jump(AtMostOnce)],
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
    ),
    Operator::new(
        "DSA",
        "initial value of a variable: one more, one less",
        &[Mothra],
        &[
            ValueAt(Position::Initialiser, CONSTANTS, Plus(1)),
            ValueAt(Position::Initialiser, CONSTANTS, Plus(-1)),
        ],
        "int f(int a) { int k = 3; return a * k; }",
    ),
    Operator::new(
        "GLR",
        "goto another label",
        &[Mothra],
        &[Jump(OtherLabel)],
        "int f(int a) { if (a) goto x; a = 1; x: a++; y: return a; }",
    ),
    Operator::new(
        "RSR",
        "statement replaced by a return",
        &[Mothra],
        &[Statement(StatementChange::Return)],
        "int f(int a, int b) { if (b) return 7; b = a; return b; }",
    ),
    Operator::new(
        "SAN",
        "statement replaced by a trap",
        &[Mothra],
        &[Statement(StatementChange::Trap)],
        "int f(int a) { a = a + 1; return a; }",
    ),
    Operator::new(
        "SAR",
        "variable for an element of an array",
        &[Mothra],
        &[Substitute(Element, Scalar)],
        "int f(int t[], int a) { return t[1] + a; }",
    ),
    Operator::new(
        "SCR",
        "variable for a constant",
        &[Mothra],
        &[Substitute(Thing::Constant, Scalar)],
        "int f(int a) { return a + 7; }",
    ),
    Operator::new(
        "SDL",
        "statement deletion",
        &[Mothra, Extended],
        &[Statement(StatementChange::Delete)],
        "int f(int a) { if (a > 3) a = 3; return a; }",
    ),
    Operator::new(
        "SRC",
        "constant: one more, one less",
        &[Mothra, Extended],
        &[Value(CONSTANTS, Plus(1)), Value(CONSTANTS, Plus(-1))],
        "int f(int a) { return a * 10; }",
    ),
    Operator::new(
        "SVR",
        "variable for another variable",
        &[Mothra],
        &[Substitute(Scalar, Scalar)],
        "int f(int a, int b) { return a; }",
    ),
    Operator::new(
        "CND",
        "condition negated or forced",
        &[Extended],
        &[
            Condition(ConditionChange::Negate),
            Condition(Force(true)),
            Condition(Force(false)),
        ],
        "int f(int a) { if (a > 3) return 1; return 2; }",
    ),
    Operator::new(
        "CNS",
        "constant replaced by 0, 1 or -1",
        &[Extended],
        &[
            Value(CONSTANTS, Zero),
            Value(CONSTANTS, Number(1)),
            Value(CONSTANTS, Number(-1)),
        ],
        "int f(int a) { return a * 10; }",
    ),
    Operator::new(
        "CLD",
        "call deletion",
        &[Extended],
        &[DeleteCall],
        "int g(int); int f(int a) { return g(a); }",
    ),
    Operator::new(
        "ARG",
        "argument replacement: 0, one more, one less, two exchanged",
        &[Extended],
        &[
            ValueAt(Position::Argument, EVERYTHING, Zero),
            ValueAt(Position::Argument, EVERYTHING, Plus(1)),
            ValueAt(Position::Argument, EVERYTHING, Plus(-1)),
            SwapArguments,
        ],
        "int g(int, int); int f(int a, int b) { return g(a, b); }",
    ),
    Operator::new(
        "RVR",
        "return value replacement: 0, 1, -1, the negative",
        &[Extended],
        &[
            ValueAt(Position::Result, EVERYTHING, Zero),
            ValueAt(Position::Result, EVERYTHING, Number(1)),
            ValueAt(Position::Result, EVERYTHING, Number(-1)),
            ValueAt(Position::Result, EXPRESSIONS, Negate),
        ],
        "int f(int a) { return a; }",
    ),
    Operator::new(
        "IDX",
        "index off by one",
        &[Extended],
        &[
            ValueAt(Position::Index, EVERYTHING, Plus(1)),
            ValueAt(Position::Index, EVERYTHING, Plus(-1)),
        ],
        "int f(int t[], int i) { return t[i]; }",
    ),
    Operator::new(
        "PTR",
        "pointer off by one element",
        &[Extended],
        &[Pointer(1), Pointer(-1)],
        "int f(int *p) { return *p; }",
    ),
    Operator::new(
        "NEG",
        "sign or complement dropped",
        &[Extended],
        &[DropSign],
        "int f(int a) { return -a; }",
    ),
    Operator::new(
        "INC",
        "increments: ++ for --, before for after",
        &[Extended],
        &[SwapSteps, SwapFixity],
        "int f(int a) { return a++; }",
    ),
    Operator::new(
        "CAS",
        "compound assignment made plain",
        &[Extended],
        &[MakePlain(COMPOUND)],
        "int f(int a, int b) { a += b; return a; }",
    ),
    Operator::new(
        "INI",
        "initialisation removed",
        &[Extended],
        &[DropInitialiser],
        "int f(int a) { int k = a; return k; }",
    ),
    Operator::new(
        "SWC",
        "case of a switch removed",
        &[Extended],
        &[Jump(DropCase)],
        "int f(int a) { switch (a) { case 1: return 5; case 2: return 6; } return 7; }",
    ),
    Operator::new(
        "BCS",
        "break for continue and the other way round",
        &[Extended],
        &[Jump(BreakContinue)],
        "int f(int a) { while (a) { a--; if (a == 3) break; } return a; }",
    ),
];
