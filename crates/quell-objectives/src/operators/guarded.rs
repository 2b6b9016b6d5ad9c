//! Operands of Rust's operators and elements whose checks the compiler omitted or folded because of a constant: a
//! mutant with another operand gets the checks of its own text.

use quell_ir::opcode::IntPred;
use quell_ir::{InstKind, Value};
use quell_source::{BinaryOp, Kind, Language};

use super::Workshop;
use super::checked::checked;
use super::compute::Operands;
use crate::align::{OperatorSite, Use, ValueSite};
use crate::code::Code;
use crate::edit::Edit;
use crate::support;

/// An operator whose checks are not about the operand that is replaced.
#[derive(Clone, Debug)]
pub(super) struct Unguarded {
    site: OperatorSite,
    op: BinaryOp,
    operand: u32,
}

/// An element without a test of its index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    /// None if the number of elements is not known.
    length: Option<u64>,
    index: Value,
}

impl Workshop<'_> {
    /// The operator that a use belongs to, if it has to be checked anew when another value is used.
    pub(super) fn unguarded_operator(&self, at: Use) -> Option<Unguarded> {
        let aligner = self.aligner;
        let InstKind::Binary { op: code, .. } = aligner.kind_of(at.inst) else {
            return None;
        };
        if code.is_float() || aligner.tree.language() != Language::Rust {
            return None;
        }
        let mut sites = aligner.found.operators.iter();
        let site = sites.find(|site| site.inst == at.inst)?.clone();
        let (Kind::Binary(op) | Kind::Assign(Some(op))) = aligner.tree.kind(site.node) else {
            return None;
        };
        let constant = matches!(aligner.value_at(at)?, Value::Const(_));
        let guarded = !aligner.guards_of(at.inst).is_empty();
        let anew = match op {
            BinaryOp::Shl | BinaryOp::Shr => at.operand == 1 && (constant || !guarded),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
                constant && guarded
            }
            _ => false,
        };
        let operand = at.operand;
        anew.then_some(Unguarded { site, op, operand })
    }

    /// The edits after which the operator takes the value that `make` computes, with the checks of its own.
    pub(super) fn operate_anew(
        &mut self,
        operator: &Unguarded,
        make: impl FnOnce(&mut Code<'_>) -> Option<Value>,
    ) -> Option<Vec<Edit>> {
        let old = self.operands_of(&operator.site)?;
        // Rustc checks signed sums by intrinsics: a plain one with a check is unsigned.
        let signed = old.signed.or(Some(false));
        let old = Operands { signed, ..old };
        self.unguarded(&operator.site, |code| {
            let new = make(code)?;
            let of = match operator.operand {
                0 => Operands { lhs: new, ..old },
                _ => Operands { rhs: new, ..old },
            };
            checked(code, operator.op, of)
        })
    }

    /// The element that a use is the index of, if nothing tests the index.
    pub(super) fn unguarded_element(&self, site: &ValueSite) -> Option<Element> {
        let aligner = self.aligner;
        let InstKind::Gep { base, .. } = *aligner.kind_of(site.at.inst) else {
            return None;
        };
        let uses = aligner.checked_uses(site.at);
        let guarded = uses.iter().any(|user| aligner.tests.contains(&user.inst));
        let rust = aligner.tree.language() == Language::Rust;
        (rust && !guarded).then(|| Element {
            length: aligner.array_length(base),
            index: site.value,
        })
    }
}

/// Tests another index as far as it has to be; none if that cannot be done.
pub(super) fn check_index(code: &mut Code<'_>, element: Element, new: Value) -> Option<()> {
    let number = |code: &Code<'_>, value: Value| match value {
        Value::Const(id) => match &code.module.consts.get(id).kind {
            quell_ir::ConstKind::Int(bits) => bits.to_u64(),
            _ => None,
        },
        _ => None,
    };
    let (old, known) = (number(code, element.index), number(code, new));
    // What lies before an element that is there is there too.
    if old.zip(known).is_some_and(|(old, new)| new <= old) {
        return Some(());
    }
    let length = i64::try_from(element.length?).ok()?;
    let limit = support::int(code.module, 64, length);
    let beyond = code.icmp(IntPred::Uge, new, limit);
    code.trap_if(beyond)
}
