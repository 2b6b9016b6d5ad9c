//! Predicates over parameters, written as expressions of C: `n > 10 && n % 2 == 0`.
//!
//! Decisions:
//!
//! - **They mean what they mean in C**: operands are promoted and converted as there, `&&` and `||` evaluate the right operand
//!   only if needed. Where an expression divides by zero, it is neither true nor false, and the predicate does not hold.
//!   Signed numbers wrap.
//! - **They only compute.** Assignments, calls and accesses of memory are errors, and so are names that are no parameters.

mod numbers;

use std::collections::BTreeMap;

use quell_bits::FloatFormat;
use quell_ir::opcode::{BinOp, CastOp, FloatPred, IntPred};
use quell_ir::{TypeId, Value};
use quell_source::{BinaryOp, Kind, Language, LogicalOp, NodeId, SourceFile, UnaryOp};
use thiserror::Error;

use super::steps::Steps;
use crate::condition::Condition;
use crate::support;

/// What is wrong with a predicate, at a column of its text that counts from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PredicateError {
    #[error("column {column}: this is no expression of C")]
    Syntax { column: u32 },
    #[error(
        "column {column}: `{name}` is no parameter of the function{}",
        listed(known)
    )]
    UnknownName {
        column: u32,
        name: String,
        known: Vec<String>,
    },
    #[error("column {column}: the parameter `{name}` is no number and no pointer")]
    NoNumber { column: u32, name: String },
    #[error("column {column}: {what} cannot be used in a partition")]
    Unsupported { column: u32, what: &'static str },
}

fn listed(known: &[String]) -> String {
    match known {
        [] => "; it has none".to_owned(),
        _ => format!("; it has {}", known.join(", ")),
    }
}

/// The type of a value, as C computes with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    Int { bits: u32, signed: bool },
    Float(FloatFormat),
    Pointer,
}

/// A value of a parameter; none of one that is neither a number nor a pointer.
pub(super) type Parameters = BTreeMap<String, Option<(Value, Number)>>;

/// When an expression is true and when it is false. Where it traps it is neither.
#[derive(Clone, Debug)]
struct Truth {
    yes: Condition,
    no: Condition,
}

/// A value, and the divisions it is computed by.
#[derive(Clone, Debug)]
struct Operand {
    value: Value,
    ty: Number,
    traps: Vec<usize>,
}

/// The text before the predicate in the text that is parsed.
const HEAD: &str = "int quell(void) { return (";

/// The condition that a predicate holds.
pub(super) fn condition(
    text: &str,
    parameters: &Parameters,
    steps: &mut Steps<'_>,
) -> Result<Condition, PredicateError> {
    let whole = format!("{HEAD}{text}); }}");
    let file = SourceFile::parse("partition", whole, Language::C);
    if let Some(error) = file.errors().first() {
        let column = error.start.saturating_sub(HEAD.len() as u32) + 1;
        let column = column.min(text.len() as u32 + 1);
        return Err(PredicateError::Syntax { column });
    }
    let mut all = file.descend(file.root());
    let value = all.find(|&node| file.kind(node) == Kind::Return);
    let value = value.and_then(|node| file.node(node).children.first().copied());
    // One that closes the parentheses is not what is between them.
    let whole = (HEAD.len() - 1) as u32..(HEAD.len() + text.len() + 1) as u32;
    let value = value.filter(|&node| {
        let span = file.node(node).span;
        file.kind(node) == Kind::Paren && (span.start..span.end) == whole
    });
    let Some(root) = value.filter(|_| !text.trim().is_empty()) else {
        return Err(PredicateError::Syntax { column: 1 });
    };
    let mut reader = Reader {
        file: &file,
        parameters,
        steps,
    };
    Ok(reader.truth(root)?.yes)
}

struct Reader<'r, 'm> {
    file: &'r SourceFile,
    parameters: &'r Parameters,
    steps: &'r mut Steps<'m>,
}

type Read<T> = Result<T, PredicateError>;

impl Reader<'_, '_> {
    fn column(&self, node: NodeId) -> u32 {
        self.file
            .node(node)
            .span
            .start
            .saturating_sub(HEAD.len() as u32)
            + 1
    }

    fn text(&self, node: NodeId) -> &str {
        self.file.text(self.file.node(node).span)
    }

    fn child(&self, node: NodeId, index: usize) -> Read<NodeId> {
        let child = self.file.node(node).children.get(index).copied();
        let column = self.column(node);
        child.ok_or(PredicateError::Syntax { column })
    }

    fn unsupported<T>(&self, node: NodeId, what: &'static str) -> Read<T> {
        let column = self.column(node);
        Err(PredicateError::Unsupported { column, what })
    }

    fn truth(&mut self, node: NodeId) -> Read<Truth> {
        match self.file.kind(node) {
            Kind::Paren => self.truth(self.child(node, 0)?),
            Kind::Logical(op) => {
                let (left, right) = (self.child(node, 0)?, self.child(node, 1)?);
                let (left, right) = (self.truth(left)?, self.truth(right)?);
                Ok(match op {
                    LogicalOp::And => left.and(right),
                    LogicalOp::Or => left.negated().and(right.negated()).negated(),
                })
            }
            Kind::Unary(UnaryOp::Not) => Ok(self.truth(self.child(node, 0)?)?.negated()),
            Kind::Binary(op) if relation(op).is_some() => self.comparison(node, op),
            _ => {
                let operand = self.value(node)?;
                Ok(self.is_set(operand))
            }
        }
    }

    fn is_set(&mut self, operand: Operand) -> Truth {
        let ty = self.type_of(operand.ty);
        let none = quell_ir::build::zero(self.steps.module, ty);
        let value = match operand.ty {
            Number::Float(_) => self
                .steps
                .compare_floats(FloatPred::Une, operand.value, none),
            _ => self.steps.compare(IntPred::Ne, operand.value, none),
        };
        Truth::of(value, &operand.traps)
    }

    fn comparison(&mut self, node: NodeId, op: BinaryOp) -> Read<Truth> {
        let (value, traps) = self.compared(node, op)?;
        Ok(Truth::of(value, &traps))
    }

    fn compared(&mut self, node: NodeId, op: BinaryOp) -> Read<(Value, Vec<usize>)> {
        let (left, right) = (self.child(node, 0)?, self.child(node, 1)?);
        let (left, right) = (self.value(left)?, self.value(right)?);
        let (left, right) = self.common(node, left, right)?;
        let Some((signed, unsigned, float)) = relation(op) else {
            return self.unsupported(node, "this operator");
        };
        let (a, b) = (left.value, right.value);
        let value = match left.ty {
            Number::Float(_) => self.steps.compare_floats(float, a, b),
            Number::Int { signed: true, .. } => self.steps.compare(signed, a, b),
            Number::Int { .. } | Number::Pointer => self.steps.compare(unsigned, a, b),
        };
        Ok((value, joined(left.traps, right.traps)))
    }

    fn value(&mut self, node: NodeId) -> Read<Operand> {
        match self.file.kind(node) {
            Kind::Paren => self.value(self.child(node, 0)?),
            Kind::Name => self.name(node),
            Kind::Integer | Kind::Char | Kind::Float | Kind::Truth => {
                let (kind, text) = (self.file.kind(node), self.text(node).to_owned());
                let number = numbers::constant(self.steps.module, kind, &text);
                let column = self.column(node);
                let (value, ty) = number.ok_or(PredicateError::Syntax { column })?;
                Ok(Operand::of(value, ty))
            }
            Kind::Unary(op) => self.unary(node, op),
            Kind::Binary(op) if relation(op).is_some() => {
                let (value, traps) = self.compared(node, op)?;
                let ty = self.steps.module.types.int(32);
                let value = self.steps.cast(CastOp::ZExt, value, ty);
                Ok(Operand {
                    traps,
                    ..Operand::of(value, Number::INT)
                })
            }
            Kind::Binary(op) => self.binary(node, op),
            Kind::Logical(_) => self.unsupported(node, "a connective as a number"),
            Kind::Assign(_) | Kind::Update { .. } => self.unsupported(node, "an assignment"),
            Kind::Call => self.unsupported(node, "a call"),
            Kind::Index | Kind::Member { .. } => self.unsupported(node, "an access of memory"),
            Kind::Conditional => self.unsupported(node, "`?:`"),
            Kind::Cast => self.unsupported(node, "a cast"),
            _ => self.unsupported(node, "this"),
        }
    }

    fn name(&mut self, node: NodeId) -> Read<Operand> {
        let (name, column) = (self.text(node).to_owned(), self.column(node));
        match self.parameters.get(&name) {
            Some(Some((value, ty))) => Ok(Operand::of(*value, *ty)),
            Some(None) => Err(PredicateError::NoNumber { column, name }),
            None => match numbers::named(self.steps.module, &name) {
                Some((value, ty)) => Ok(Operand::of(value, ty)),
                None => Err(PredicateError::UnknownName {
                    column,
                    name,
                    known: self.parameters.keys().cloned().collect(),
                }),
            },
        }
    }

    fn unary(&mut self, node: NodeId, op: UnaryOp) -> Read<Operand> {
        let inner = self.child(node, 0)?;
        match op {
            UnaryOp::Not => return self.unsupported(node, "a connective as a number"),
            UnaryOp::Deref | UnaryOp::AddressOf => {
                return self.unsupported(node, "an access of memory");
            }
            UnaryOp::Plus | UnaryOp::Neg | UnaryOp::BitNot => {}
        }
        let operand = self.value(inner)?;
        let operand = self.promoted(node, operand)?;
        let ty = self.type_of(operand.ty);
        let value = match (op, operand.ty) {
            (UnaryOp::Plus, _) => operand.value,
            (UnaryOp::Neg, Number::Int { .. }) => {
                let none = quell_ir::build::zero(self.steps.module, ty);
                self.steps.binary(BinOp::Sub, ty, none, operand.value)
            }
            (UnaryOp::Neg, Number::Float(_)) => {
                let none = support::float_of_type(self.steps.module, ty, -0.0);
                let Some(none) = none else {
                    return self.unsupported(node, "this type");
                };
                self.steps.binary(BinOp::FSub, ty, none, operand.value)
            }
            (UnaryOp::BitNot, Number::Int { bits, .. }) => {
                let ones = support::int(self.steps.module, bits, -1);
                self.steps.binary(BinOp::Xor, ty, operand.value, ones)
            }
            _ => return self.unsupported(node, "this operator on such a value"),
        };
        Ok(Operand { value, ..operand })
    }

    fn binary(&mut self, node: NodeId, op: BinaryOp) -> Read<Operand> {
        let (left, right) = (self.child(node, 0)?, self.child(node, 1)?);
        let (left, right) = (self.value(left)?, self.value(right)?);
        let (left, right) = match op {
            BinaryOp::Shl | BinaryOp::Shr => {
                let left = self.promoted(node, left)?;
                let right = self.converted(node, right, left.ty)?;
                (left, right)
            }
            _ => self.common(node, left, right)?,
        };
        let ty = self.type_of(left.ty);
        let mut traps = joined(left.traps, right.traps);
        let (a, b) = (left.value, right.value);
        let value = match (instruction(op, left.ty), left.ty) {
            (Some(op), Number::Int { .. }) if op.is_division() => {
                let (value, step) = self.steps.division(op, ty, a, b);
                traps.push(step);
                value
            }
            (Some(op), Number::Int { .. } | Number::Float(_)) => self.steps.binary(op, ty, a, b),
            _ => return self.unsupported(node, "this operator on such values"),
        };
        Ok(Operand {
            value,
            ty: left.ty,
            traps,
        })
    }

    fn type_of(&mut self, ty: Number) -> TypeId {
        let types = &mut self.steps.module.types;
        match ty {
            Number::Int { bits, .. } => types.int(bits),
            Number::Float(format) => types.float(format),
            Number::Pointer => types.ptr(),
        }
    }

    fn promoted(&mut self, node: NodeId, operand: Operand) -> Read<Operand> {
        match operand.ty {
            Number::Int { bits, .. } if bits < 32 => self.converted(node, operand, Number::INT),
            Number::Pointer => self.unsupported(node, "arithmetic with pointers"),
            _ => Ok(operand),
        }
    }

    /// Both operands in the type in which C computes.
    fn common(&mut self, node: NodeId, left: Operand, right: Operand) -> Read<(Operand, Operand)> {
        if left.ty == Number::Pointer || right.ty == Number::Pointer {
            let left = self.as_pointer(node, left)?;
            return Ok((left, self.as_pointer(node, right)?));
        }
        let (left, right) = (self.promoted(node, left)?, self.promoted(node, right)?);
        let ty = usual(left.ty, right.ty);
        let left = self.converted(node, left, ty)?;
        Ok((left, self.converted(node, right, ty)?))
    }

    fn as_pointer(&mut self, node: NodeId, operand: Operand) -> Read<Operand> {
        let ptr = self.steps.module.types.ptr();
        match operand.ty {
            Number::Pointer => Ok(operand),
            Number::Int { .. } if numbers::is_zero(self.steps.module, operand.value) => {
                let value = quell_ir::build::zero(self.steps.module, ptr);
                Ok(Operand::of(value, Number::Pointer))
            }
            _ => self.unsupported(node, "arithmetic with pointers"),
        }
    }

    fn converted(&mut self, node: NodeId, operand: Operand, to: Number) -> Read<Operand> {
        let ty = self.type_of(to);
        let op = match (operand.ty, to) {
            (from, to) if from == to => None,
            (Number::Int { bits, .. }, Number::Int { bits: wide, .. }) if bits == wide => None,
            (Number::Int { bits, .. }, Number::Int { bits: wide, .. }) if bits > wide => {
                Some(CastOp::Trunc)
            }
            (Number::Int { signed: true, .. }, Number::Int { .. }) => Some(CastOp::SExt),
            (Number::Int { .. }, Number::Int { .. }) => Some(CastOp::ZExt),
            (Number::Int { signed: true, .. }, Number::Float(_)) => Some(CastOp::SiToFp),
            (Number::Int { .. }, Number::Float(_)) => Some(CastOp::UiToFp),
            (Number::Float(from), Number::Float(to)) if from.width() < to.width() => {
                Some(CastOp::FpExt)
            }
            _ => return self.unsupported(node, "this conversion"),
        };
        let value = match op {
            Some(op) => self.steps.cast(op, operand.value, ty),
            None => operand.value,
        };
        Ok(Operand {
            value,
            ty: to,
            traps: operand.traps,
        })
    }
}

impl Number {
    pub const INT: Self = Self::Int {
        bits: 32,
        signed: true,
    };
}

impl Operand {
    fn of(value: Value, ty: Number) -> Self {
        Self {
            value,
            ty,
            traps: Vec::new(),
        }
    }
}

impl Truth {
    /// Of a value of one bit.
    fn of(value: Value, traps: &[usize]) -> Self {
        let traps = traps.iter().map(|&step| Condition::Traps(step).negated());
        let defined = traps.fold(Condition::Always, Condition::and);
        let holds = Condition::Holds(value);
        Self {
            yes: defined.clone().and(holds.clone()),
            no: defined.and(holds.negated()),
        }
    }

    fn and(self, right: Self) -> Self {
        Self {
            no: self.no.or(self.yes.clone().and(right.no)),
            yes: self.yes.and(right.yes),
        }
    }

    fn negated(self) -> Self {
        Self {
            yes: self.no,
            no: self.yes,
        }
    }
}

fn joined(mut left: Vec<usize>, right: Vec<usize>) -> Vec<usize> {
    left.extend(right);
    left
}

/// The type that C converts both operands to.
fn usual(left: Number, right: Number) -> Number {
    match (left, right) {
        (Number::Float(a), Number::Float(b)) => Number::Float(match a.width() >= b.width() {
            true => a,
            false => b,
        }),
        (Number::Float(_), _) => left,
        (_, Number::Float(_)) => right,
        (
            Number::Int { bits, signed },
            Number::Int {
                bits: other,
                signed: other_signed,
            },
        ) => match bits.cmp(&other) {
            std::cmp::Ordering::Greater => left,
            std::cmp::Ordering::Less => right,
            std::cmp::Ordering::Equal => Number::Int {
                bits,
                signed: signed && other_signed,
            },
        },
        _ => left,
    }
}

/// The comparisons of signed, of unsigned and of floating-point numbers.
fn relation(op: BinaryOp) -> Option<(IntPred, IntPred, FloatPred)> {
    Some(match op {
        BinaryOp::Eq => (IntPred::Eq, IntPred::Eq, FloatPred::Oeq),
        BinaryOp::Ne => (IntPred::Ne, IntPred::Ne, FloatPred::Une),
        BinaryOp::Lt => (IntPred::Slt, IntPred::Ult, FloatPred::Olt),
        BinaryOp::Le => (IntPred::Sle, IntPred::Ule, FloatPred::Ole),
        BinaryOp::Gt => (IntPred::Sgt, IntPred::Ugt, FloatPred::Ogt),
        BinaryOp::Ge => (IntPred::Sge, IntPred::Uge, FloatPred::Oge),
        _ => return None,
    })
}

fn instruction(op: BinaryOp, ty: Number) -> Option<BinOp> {
    let signed = matches!(ty, Number::Int { signed: true, .. });
    let float = matches!(ty, Number::Float(_));
    Some(match (op, float) {
        (BinaryOp::Add, true) => BinOp::FAdd,
        (BinaryOp::Sub, true) => BinOp::FSub,
        (BinaryOp::Mul, true) => BinOp::FMul,
        (BinaryOp::Div, true) => BinOp::FDiv,
        (_, true) => return None,
        (BinaryOp::Add, _) => BinOp::Add,
        (BinaryOp::Sub, _) => BinOp::Sub,
        (BinaryOp::Mul, _) => BinOp::Mul,
        (BinaryOp::Div, _) if signed => BinOp::SDiv,
        (BinaryOp::Div, _) => BinOp::UDiv,
        (BinaryOp::Rem, _) if signed => BinOp::SRem,
        (BinaryOp::Rem, _) => BinOp::URem,
        (BinaryOp::BitAnd, _) => BinOp::And,
        (BinaryOp::BitOr, _) => BinOp::Or,
        (BinaryOp::BitXor, _) => BinOp::Xor,
        (BinaryOp::Shl, _) => BinOp::Shl,
        (BinaryOp::Shr, _) if signed => BinOp::AShr,
        (BinaryOp::Shr, _) => BinOp::LShr,
        _ => return None,
    })
}
