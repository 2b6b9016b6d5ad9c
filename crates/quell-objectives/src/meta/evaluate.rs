//! Computes beside the original what a mutant would compute, without side effect and without fault.

use quell_ir::entity::EntityRef;
use quell_ir::inst::{Access, Call};
use quell_ir::opcode::{BinOp, IntPred};
use quell_ir::{InstId, InstKind, Module, Value};

use super::differ::{Infection, differ};
use crate::edit::{NewInst, Replacement};
use crate::harden::{Bound, any_lane, division_faults, leaves, locate};
use crate::support::{self, TRAP_IF};
use quell_ir::build::Editor;

/// Intrinsics that only compute, by the beginning of their names.
const PURE: &[&str] = &[
    "llvm.abs.",
    "llvm.smax.",
    "llvm.smin.",
    "llvm.umax.",
    "llvm.umin.",
    "llvm.ctpop.",
    "llvm.ctlz.",
    "llvm.cttz.",
    "llvm.bswap.",
    "llvm.bitreverse.",
    "llvm.fshl.",
    "llvm.fshr.",
    "llvm.sadd.",
    "llvm.uadd.",
    "llvm.ssub.",
    "llvm.usub.",
    "llvm.smul.",
    "llvm.umul.",
    "llvm.expect.",
    "llvm.fabs.",
    "llvm.sqrt.",
    "llvm.floor.",
    "llvm.ceil.",
    "llvm.trunc.",
    "llvm.round.",
    "llvm.rint.",
    "llvm.nearbyint.",
    "llvm.copysign.",
    "llvm.minnum.",
    "llvm.maxnum.",
    "llvm.minimum.",
    "llvm.maximum.",
    "llvm.fma.",
    "llvm.fmuladd.",
    "llvm.fptosi.sat.",
    "llvm.fptoui.sat.",
    "llvm.is.fpclass.",
];

/// What the original instruction does beside computing.
#[derive(Clone, Debug)]
enum Effect {
    None,
    Store {
        value: Value,
        ptr: Value,
    },
    Call(Box<Call>),
    /// Something that a replacement is not compared with.
    Other,
}

/// The outcome of one new instruction.
enum Step {
    Value(Value),
    /// It has no result.
    Nothing,
    /// It does what the original instruction does, so the rest has to wait for that.
    AsOriginal,
    /// It cannot be evaluated.
    Unknown,
}

/// A replacement being evaluated.
#[derive(Debug)]
pub(super) struct Evaluation<'a> {
    /// The instruction that is replaced; none for a value of a phi.
    original: Option<InstId>,
    effect: Effect,
    new: &'a Replacement,
    base: usize,
    /// Values of the new instructions so far.
    values: Vec<Option<Value>>,
    matched: bool,
    pub(super) infection: Infection,
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(
        editor: &Editor<'_>,
        original: Option<InstId>,
        base: usize,
        new: &'a Replacement,
    ) -> Self {
        let effect = original.map_or(Effect::None, |inst| effect_of(editor, inst));
        Self {
            original,
            effect,
            new,
            base,
            values: Vec::new(),
            matched: false,
            infection: Infection::Never,
        }
    }

    /// What can be said before the original instruction is executed.
    pub(super) fn before(&mut self, editor: &mut Editor<'_>) {
        self.run(editor);
        if self.matched || self.infection == Infection::Always {
            return;
        }
        let missing = match self.effect {
            Effect::None => Infection::Never,
            Effect::Store { value, ptr } => self.deleted_store(editor, value, ptr),
            Effect::Call(_) | Effect::Other => Infection::Always,
        };
        self.add(editor, missing);
    }

    /// What can be said once it was executed with this result.
    pub(super) fn after(&mut self, editor: &mut Editor<'_>, result: Option<Value>) {
        self.run(editor);
        if self.infection == Infection::Always {
            return;
        }
        let difference = match (self.new.result.map(|value| self.real(value)), result) {
            (Some(Some(new)), Some(old)) => differ(editor, old, new),
            (None, None) => Infection::Never,
            _ => Infection::Always,
        };
        self.add(editor, difference);
    }

    fn add(&mut self, editor: &mut Editor<'_>, more: Infection) {
        self.infection = self.infection.or(editor, more);
    }

    /// Goes on until the end or the effect of the original.
    fn run(&mut self, editor: &mut Editor<'_>) {
        while let Some(inst) = self.new.code.get(self.values.len()) {
            if self.infection == Infection::Always {
                return;
            }
            match self.step(editor, inst) {
                Step::Value(value) => self.values.push(Some(value)),
                Step::Nothing => self.values.push(None),
                Step::Unknown => self.infection = Infection::Always,
                Step::AsOriginal => {
                    self.matched = true;
                    let inst = self.original.map(|id| &editor.function().insts[id]);
                    let result = inst.and_then(|inst| inst.result.expand());
                    self.values.push(result.map(Value::Local));
                    return;
                }
            }
        }
    }

    /// The value of an operand, if it is known.
    fn real(&self, value: Value) -> Option<Value> {
        match value {
            Value::Local(local) if local.index() >= self.base => self
                .values
                .get(local.index() - self.base)
                .copied()
                .flatten(),
            _ => Some(value),
        }
    }

    fn step(&mut self, editor: &mut Editor<'_>, inst: &NewInst) -> Step {
        let mut kind = inst.kind.clone();
        let mut known = true;
        kind.for_each_operand_mut(|operand| match self.real(*operand) {
            Some(value) => *operand = value,
            None => known = false,
        });
        if !known {
            return Step::Unknown;
        }
        match kind {
            InstKind::Binary { op, lhs, rhs, .. } if op.is_division() => {
                self.division(editor, op, lhs, rhs)
            }
            InstKind::Load { ptr, access } => self.load(editor, inst, ptr, access),
            InstKind::Store { value, ptr, access } => self.store(editor, value, ptr, access),
            InstKind::Call(call) => self.call(editor, inst, *call),
            kind if is_computation(&kind) => Step::Value(editor.value(kind, inst.ty)),
            kind if kind.is_terminator() => {
                let infection = self.compare_ends(editor, &kind);
                self.add(editor, infection);
                self.matched = true;
                Step::Nothing
            }
            _ => Step::Unknown,
        }
    }

    fn division(&mut self, editor: &mut Editor<'_>, op: BinOp, lhs: Value, rhs: Value) -> Step {
        let mut divisor = rhs;
        for (bad, _) in division_faults(editor, op, lhs, rhs) {
            let any = any_lane(editor, bad);
            self.add(editor, Infection::When(any));
            let ty = editor.type_of(rhs);
            let Some(one) = support::int_of_type(editor.module, ty, 1) else {
                return Step::Unknown;
            };
            divisor = editor.select(bad, one, divisor);
        }
        Step::Value(editor.binary(op, lhs, divisor))
    }

    /// A load from a variable, or from where the original goes as well.
    fn load(
        &mut self,
        editor: &mut Editor<'_>,
        inst: &NewInst,
        ptr: Value,
        access: Access,
    ) -> Step {
        if access.volatile || access.ordering.is_some() {
            return Step::Unknown;
        }
        if self.original_accesses(editor, inst, ptr) {
            return Step::Value(editor.value(inst_load(ptr), inst.ty));
        }
        let Some(within) = locate(editor, ptr) else {
            return Step::Unknown;
        };
        match leaves(editor, &within, inst.ty) {
            Some(Bound::Inside) => Step::Value(editor.value(inst_load(ptr), inst.ty)),
            Some(Bound::Checked(bad)) => {
                self.add(editor, Infection::When(bad));
                let safe = editor.select(bad, within.root, ptr);
                Step::Value(editor.value(inst_load(safe), inst.ty))
            }
            // The whole variable may be smaller than the access.
            Some(Bound::Outside) | None => Step::Unknown,
        }
    }

    /// Whether the original loads or stores at least as many bytes there.
    fn original_accesses(&self, editor: &mut Editor<'_>, inst: &NewInst, ptr: Value) -> bool {
        let Some(original) = self.original else {
            return false;
        };
        let (at, ty) = match editor.function().insts[original].kind {
            InstKind::Load { ptr, .. } => (ptr, editor.function().insts[original].ty),
            InstKind::Store { ptr, value, .. } => (ptr, editor.type_of(value)),
            _ => return false,
        };
        let module = &*editor.module;
        let size = |ty| module.layout.store_size(&module.types, ty).ok();
        at == ptr && size(inst.ty).is_some_and(|new| size(ty).is_some_and(|old| new <= old))
    }

    fn store(&mut self, editor: &mut Editor<'_>, value: Value, ptr: Value, access: Access) -> Step {
        let Effect::Store {
            value: old_value,
            ptr: old_ptr,
        } = self.effect
        else {
            return Step::Unknown;
        };
        if self.matched || access.volatile || access.ordering.is_some() {
            return Step::Unknown;
        }
        let place = differ(editor, old_ptr, ptr);
        let what = differ(editor, old_value, value);
        self.add(editor, place);
        self.add(editor, what);
        Step::AsOriginal
    }

    /// A store that does not happen matters if it changes what is there.
    fn deleted_store(&self, editor: &mut Editor<'_>, value: Value, ptr: Value) -> Infection {
        let ty = editor.type_of(value);
        let there = editor.value(inst_load(ptr), ty);
        differ(editor, there, value)
    }

    fn call(&mut self, editor: &mut Editor<'_>, inst: &NewInst, call: Call) -> Step {
        if is_named(editor.module, &call, |name| name == TRAP_IF) {
            let cond = call.args.first().map(|arg| arg.value);
            self.add(editor, cond.map_or(Infection::Always, Infection::When));
            return Step::Nothing;
        }
        if is_pure(editor.module, &call) {
            let kind = InstKind::Call(Box::new(call));
            return Step::Value(editor.value(kind, inst.ty));
        }
        let Effect::Call(old) = self.effect.clone() else {
            return Step::Unknown;
        };
        let comparable = !self.matched
            && old.callee == call.callee
            && old.fn_ty == call.fn_ty
            && old.args.len() == call.args.len()
            && old.bundles.is_empty()
            && call.bundles.is_empty();
        if !comparable {
            return Step::Unknown;
        }
        for (old, new) in old.args.iter().zip(&call.args) {
            let difference = differ(editor, old.value, new.value);
            self.add(editor, difference);
        }
        Step::AsOriginal
    }

    fn compare_ends(&self, editor: &mut Editor<'_>, new: &InstKind) -> Infection {
        let Some(original) = self.original else {
            return Infection::Always;
        };
        let old = editor.function().insts[original].kind.clone();
        if old == *new {
            return Infection::Never;
        }
        if let (InstKind::Ret { value: a }, InstKind::Ret { value: b }) = (&old, new) {
            return match (a, b) {
                (Some(a), Some(b)) => differ(editor, *a, *b),
                _ => Infection::Always,
            };
        }
        match (target(editor, &old), target(editor, new)) {
            (Some(old), Some(new)) => differ(editor, old, new),
            _ => Infection::Always,
        }
    }
}

/// The number of the block that control goes to.
fn target(editor: &mut Editor<'_>, end: &InstKind) -> Option<Value> {
    let number = |editor: &mut Editor<'_>, block: quell_ir::BlockId| {
        support::int(editor.module, 32, block.index() as i64)
    };
    match end {
        InstKind::Br { dest } => Some(number(editor, *dest)),
        InstKind::CondBr {
            cond,
            then,
            otherwise,
        } => {
            let (then, otherwise) = (number(editor, *then), number(editor, *otherwise));
            Some(editor.select(*cond, then, otherwise))
        }
        InstKind::Switch {
            value,
            default,
            cases,
        } => {
            let mut chosen = number(editor, *default);
            for &(case, block) in cases {
                let is_it = editor.icmp(IntPred::Eq, *value, Value::Const(case));
                let this = number(editor, block);
                chosen = editor.select(is_it, this, chosen);
            }
            Some(chosen)
        }
        _ => None,
    }
}

fn inst_load(ptr: Value) -> InstKind {
    let access = Access {
        align: Some(1),
        ..Access::default()
    };
    InstKind::Load { ptr, access }
}

fn effect_of(editor: &Editor<'_>, inst: InstId) -> Effect {
    let kind = &editor.function().insts[inst].kind;
    let is_plain = |access: &Access| !access.volatile && access.ordering.is_none();
    match kind {
        InstKind::Load { access, .. } if is_plain(access) => Effect::None,
        InstKind::Store { value, ptr, access } if is_plain(access) => Effect::Store {
            value: *value,
            ptr: *ptr,
        },
        InstKind::Call(call) if is_pure(editor.module, call) => Effect::None,
        InstKind::Call(call) => Effect::Call(call.clone()),
        InstKind::Binary { .. } => Effect::None,
        kind if is_computation(kind) => Effect::None,
        _ => Effect::Other,
    }
}

/// Whether an instruction only computes and never traps.
pub(super) fn is_computation(kind: &InstKind) -> bool {
    match kind {
        InstKind::Binary { op, .. } => !op.is_division(),
        InstKind::ExtractElement { index, .. } | InstKind::InsertElement { index, .. } => {
            matches!(index, Value::Const(_))
        }
        InstKind::FNeg { .. }
        | InstKind::ICmp { .. }
        | InstKind::FCmp { .. }
        | InstKind::Cast { .. }
        | InstKind::Select { .. }
        | InstKind::Freeze { .. }
        | InstKind::Gep { .. }
        | InstKind::ExtractValue { .. }
        | InstKind::InsertValue { .. }
        | InstKind::ShuffleVector { .. } => true,
        _ => false,
    }
}

fn is_pure(module: &Module, call: &Call) -> bool {
    is_named(module, call, |name| {
        PURE.iter().any(|pure| name.starts_with(pure))
    })
}

fn is_named(module: &Module, call: &Call, test: impl Fn(&str) -> bool) -> bool {
    let callee = module.direct_callee(call);
    callee.is_some_and(|id| test(module.text(module.functions[id].name)))
}
