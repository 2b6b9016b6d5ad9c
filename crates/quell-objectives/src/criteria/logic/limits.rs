//! Boundary values of relations.

use quell_bits::Bits;
use quell_ir::opcode::{BinOp, Flags, FloatPred, IntPred};
use quell_ir::{InstId, InstKind, LocalId, Module, Type, TypeId, Value};
use quell_source::{BinaryOp, Kind, NodeId};

use super::Labeller;
use crate::align::Class;
use crate::condition::{Condition, Step};
use crate::criteria::decisions::body_of;
use crate::edit::NewInst;
use crate::support;

const LIMIT: &str = "LIMIT";

/// Each relation at its boundary.
pub(super) fn labels(labeller: &mut Labeller<'_>) {
    if !labeller.has(LIMIT) {
        return;
    }
    for node in body_of(labeller.aligner) {
        if let Kind::Binary(op) = labeller.aligner.tree.kind(node)
            && is_ordered(op)
            && let Err(reason) = boundaries(labeller, node)
        {
            labeller.skip(LIMIT, node, reason);
        }
    }
}

fn is_ordered(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}

/// The labels of a relation, or why it has none.
fn boundaries(labeller: &mut Labeller<'_>, node: NodeId) -> Result<(), &'static str> {
    let aligner = labeller.aligner;
    let inst = aligner.found.insts.get(&(node, Class::Compute));
    let &inst = inst.ok_or("the comparison is not found in the code")?;
    let (InstKind::ICmp { lhs, rhs, .. } | InstKind::FCmp { lhs, rhs, .. }) =
        *aligner.kind_of(inst)
    else {
        return Err("the comparison is no instruction of its own");
    };
    let relation = Relation {
        node,
        inst,
        lhs,
        rhs,
        texts: [0, 1].map(|index| operand_text(labeller, node, index)),
    };
    let ty = aligner.type_of(lhs).map(|ty| aligner.module.types.get(ty));
    match (ty, aligner.signed_result(inst)) {
        (Some(Type::Float(_)), _) => relation.equal(labeller, true),
        (Some(Type::Ptr(_) | Type::Int(1)), _) => relation.equal(labeller, false),
        (Some(&Type::Int(width)), Some(signed)) => {
            relation.equal(labeller, false);
            relation.near(labeller, width, signed);
        }
        (Some(Type::Int(_)), None) => {
            return Err("it is not certain whether its operands are signed");
        }
        _ => return Err("its operands are vectors"),
    }
    Ok(())
}

/// The text of an operand, in parentheses unless it binds tighter than a sum.
fn operand_text(labeller: &Labeller<'_>, relation: NodeId, index: usize) -> String {
    let tree = labeller.aligner.tree;
    let Some(operand) = tree.child(relation, index) else {
        return String::new();
    };
    let text = labeller.text(operand);
    match tree.kind(operand) {
        Kind::Binary(_) | Kind::Logical(_) | Kind::Assign(_) | Kind::Conditional | Kind::Comma => {
            format!("({text})")
        }
        _ => text,
    }
}

/// A relation, with the texts of its operands.
struct Relation {
    node: NodeId,
    inst: InstId,
    lhs: Value,
    rhs: Value,
    texts: [String; 2],
}

impl Relation {
    /// The operands are equal.
    fn equal(&self, labeller: &mut Labeller<'_>, is_float: bool) {
        let mut steps = Steps::new(labeller);
        let flags = Flags::NONE;
        let (lhs, rhs) = (self.lhs, self.rhs);
        let bit = labeller.module.types.int(1);
        let holds = match is_float {
            true => {
                let pred = FloatPred::Oeq;
                let kind = InstKind::FCmp {
                    pred,
                    flags,
                    lhs,
                    rhs,
                };
                steps.push(kind, bit)
            }
            false => steps.icmp(labeller.module, IntPred::Eq, lhs, rhs),
        };
        let text = format!("{} == {}", self.texts[0], self.texts[1]);
        self.label(labeller, text, steps.code, Condition::Holds(holds));
    }

    /// The left operand is one less, or one more, than the right one, and that is a number.
    fn near(&self, labeller: &mut Labeller<'_>, width: u32, signed: bool) {
        for (op, sign) in [(BinOp::Sub, '-'), (BinOp::Add, '+')] {
            let end = end_of(width, signed, op);
            if labeller.aligner.int_of(self.rhs) == Some(&end) {
                continue;
            }
            let module = &mut *labeller.module;
            let ty = module.types.int(width);
            let one = support::int(module, width, 1);
            let end = support::int_of_bits(module, &end);
            let mut steps = Steps::new(labeller);
            let kind = InstKind::Binary {
                op,
                flags: Flags::NONE,
                lhs: self.rhs,
                rhs: one,
            };
            let near = steps.push(kind, ty);
            let equal = steps.icmp(labeller.module, IntPred::Eq, self.lhs, near);
            let fits = steps.icmp(labeller.module, IntPred::Ne, self.rhs, end);
            let holds = Condition::Holds(equal).and(Condition::Holds(fits));
            let text = format!("{} == {} {sign} 1", self.texts[0], self.texts[1]);
            self.label(labeller, text, steps.code, holds);
        }
    }

    fn label(&self, labeller: &mut Labeller<'_>, text: String, code: Vec<Step>, holds: Condition) {
        let predicate = labeller.at(self.inst, code, holds);
        labeller.label(LIMIT, (self.node, text), vec![predicate]);
    }
}

/// The smallest or largest number of a type: there the difference or the sum with one overflows.
fn end_of(width: u32, signed: bool, op: BinOp) -> Bits {
    match (op, signed) {
        (BinOp::Sub, true) => Bits::min_signed(width),
        (BinOp::Sub, false) => Bits::zero(width),
        (_, true) => Bits::max_signed(width),
        (_, false) => Bits::ones(width),
    }
}

/// The code of a predicate.
struct Steps {
    base: usize,
    code: Vec<Step>,
}

impl Steps {
    fn new(labeller: &Labeller<'_>) -> Self {
        Self {
            base: labeller.locals(),
            code: Vec::new(),
        }
    }

    fn push(&mut self, kind: InstKind, ty: TypeId) -> Value {
        let value = LocalId::from_u32((self.base + self.code.len()) as u32);
        self.code.push(Step::total(NewInst { kind, ty }));
        Value::Local(value)
    }

    fn icmp(&mut self, module: &mut Module, pred: IntPred, lhs: Value, rhs: Value) -> Value {
        let flags = Flags::NONE;
        let kind = InstKind::ICmp {
            pred,
            flags,
            lhs,
            rhs,
        };
        self.push(kind, module.types.int(1))
    }
}
