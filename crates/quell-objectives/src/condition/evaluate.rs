//! What a mutant would compute beside the original, as code without side effect and without trap.

use quell_ir::entity::EntityRef;
use quell_ir::inst::{Access, Call};
use quell_ir::{Function, InstId, InstKind, LocalDef, LocalId, Module, TypeId, Value};

use super::differ::is_comparable;
use super::terminator::lead_elsewhere;
use super::{Condition, Location, SiteCondition, Stage, Step, Trap};
use crate::edit::{NewInst, Replacement};
use crate::harden::{self, drop_flags, locate_by};
use crate::support::TRAP_IF;

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
enum Outcome {
    Value(Value),
    /// It has no result.
    Nothing,
    /// It has the effect of the original instruction, so the rest is evaluated after that.
    AsOriginal,
    /// It cannot be evaluated.
    Unknown,
}

/// A replacement being evaluated: the code and the condition so far.
#[derive(Debug)]
pub(super) struct Evaluation<'a> {
    module: &'a Module,
    function: &'a Function,
    /// The instruction that is replaced; none for a value of a phi.
    original: Option<InstId>,
    effect: Effect,
    new: &'a Replacement,
    base: usize,
    /// What the new instructions so far compute, as values of the condition.
    values: Vec<Option<Value>>,
    matched: bool,
    /// Whether the replacement has assigned a variable that the original does not assign here.
    has_assigned: bool,
    /// How a store to another place is judged.
    places: Places,
    code: Vec<Step>,
    holds: Condition,
}

/// When a store to another place changes the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Places {
    /// Always: the old value is not read.
    Apart,
    /// If one of the two places did not hold the value already.
    Compared,
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(
        module: &'a Module,
        function: &'a Function,
        original: Option<InstId>,
        new: &'a Replacement,
    ) -> Self {
        let effect = original.map_or(Effect::None, |inst| effect_of(module, function, inst));
        Self {
            module,
            function,
            original,
            effect,
            new,
            base: function.locals.len(),
            values: Vec::new(),
            matched: false,
            has_assigned: false,
            places: Places::Apart,
            code: Vec::new(),
            holds: Condition::Never,
        }
    }

    pub(super) fn with_places(mut self, places: Places) -> Self {
        self.places = places;
        self
    }

    /// The condition at the instruction that is replaced.
    pub(super) fn at(mut self, at: Location) -> SiteCondition {
        self.before();
        let before = std::mem::take(&mut self.holds);
        let first = self.code.len();
        let kind = self.original.map(|inst| &self.function.insts[inst]);
        let ends = kind.is_some_and(|inst| inst.kind.is_terminator());
        if !ends && !is_certain(&before) {
            let result = kind.and_then(|inst| inst.result.expand());
            self.after(result.map(Value::Local));
        }
        let after = self.code.split_off(first);
        SiteCondition {
            at,
            base: self.base,
            before: Stage {
                code: self.code,
                holds: before,
            },
            after: Stage {
                code: after,
                holds: self.holds,
            },
        }
    }

    /// The condition on an edge, where a phi gets another value than this one.
    pub(super) fn on_edge(mut self, at: Location, old: Option<Value>) -> SiteCondition {
        self.before();
        self.after(old);
        SiteCondition {
            at,
            base: self.base,
            before: Stage {
                code: self.code,
                holds: self.holds,
            },
            after: Stage::default(),
        }
    }

    /// The stage before the original instruction is executed.
    fn before(&mut self) {
        self.run();
        if self.matched || is_certain(&self.holds) {
            return;
        }
        let missing = match self.effect {
            Effect::None => Condition::Never,
            Effect::Store { value, ptr } => self.deleted_store(value, ptr),
            // It was to happen.
            Effect::Call(_) | Effect::Other => Condition::Always,
        };
        self.add(missing);
    }

    /// The stage after it was executed with this result.
    fn after(&mut self, result: Option<Value>) {
        self.run();
        if is_certain(&self.holds) {
            return;
        }
        let difference = match (self.new.result.map(|value| self.value(value)), result) {
            (Some(Some(new)), Some(old)) => self.differ(old, new),
            (None, None) => Condition::Never,
            _ => Condition::Unknown,
        };
        self.add(difference);
    }

    fn add(&mut self, more: Condition) {
        self.holds = std::mem::take(&mut self.holds).or(more);
    }

    /// Goes on until the end or the effect of the original.
    fn run(&mut self) {
        while let Some(inst) = self.new.code.get(self.values.len()) {
            if is_certain(&self.holds) {
                return;
            }
            match self.step(inst) {
                Outcome::Value(value) => self.values.push(Some(value)),
                Outcome::Nothing => self.values.push(None),
                Outcome::Unknown => self.add(Condition::Unknown),
                Outcome::AsOriginal => {
                    self.matched = true;
                    let inst = self.original.map(|id| &self.function.insts[id]);
                    let result = inst.and_then(|inst| inst.result.expand());
                    self.values.push(result.map(Value::Local));
                    return;
                }
            }
        }
    }

    /// The value of an operand of the replacement, if it is known.
    fn value(&self, value: Value) -> Option<Value> {
        match value {
            Value::Local(local) if local.index() >= self.base => self
                .values
                .get(local.index() - self.base)
                .copied()
                .flatten(),
            _ => Some(value),
        }
    }

    fn type_of(&self, value: Value) -> Option<TypeId> {
        match value {
            Value::Local(local) if local.index() >= self.base => {
                let step = self.code.get(local.index() - self.base);
                step.map(Step::ty)
            }
            _ => self.module.value_type(self.function, value),
        }
    }

    /// Adds a step; its value.
    fn push(&mut self, mut kind: InstKind, ty: TypeId, trap: Option<Trap>) -> Value {
        drop_flags(&mut kind);
        let local = LocalId::new(self.base + self.code.len());
        self.code.push(Step {
            inst: NewInst { kind, ty },
            trap,
        });
        Value::Local(local)
    }

    fn differ(&self, a: Value, b: Value) -> Condition {
        match (self.type_of(a), self.type_of(b)) {
            (Some(ty), Some(other)) if ty == other => match a == b {
                true => Condition::Never,
                false if is_comparable(self.module, ty) => Condition::Differ(a, b),
                false => Condition::Unknown,
            },
            _ => Condition::Always,
        }
    }

    fn step(&mut self, inst: &NewInst) -> Outcome {
        let mut kind = inst.kind.clone();
        let mut known = true;
        kind.for_each_operand_mut(|operand| match self.value(*operand) {
            Some(value) => *operand = value,
            None => known = false,
        });
        if !known {
            return Outcome::Unknown;
        }
        match kind {
            // Memory is not what it was before the replacement.
            InstKind::Load { .. } if self.has_assigned => Outcome::Unknown,
            InstKind::Binary { op, .. } if op.is_division() => {
                self.add(Condition::Traps(self.code.len()));
                Outcome::Value(self.push(kind, inst.ty, Some(Trap::Division)))
            }
            InstKind::Load { ptr, access } => self.load(inst.ty, ptr, access),
            InstKind::Store { value, ptr, access } => self.store(value, ptr, access),
            InstKind::Call(call) => self.call(inst, *call),
            kind if is_computation(&kind) => Outcome::Value(self.push(kind, inst.ty, None)),
            kind if kind.is_terminator() => {
                let elsewhere = self.compare_ends(&kind);
                self.add(elsewhere);
                self.matched = true;
                Outcome::Nothing
            }
            _ => Outcome::Unknown,
        }
    }

    /// A load from a variable, or from where the original goes as well.
    fn load(&mut self, ty: TypeId, ptr: Value, access: Access) -> Outcome {
        if access.volatile || access.ordering.is_some() {
            return Outcome::Unknown;
        }
        let load = InstKind::Load { ptr, access };
        if self.original_accesses(ty, ptr) {
            return Outcome::Value(self.push(load, ty, None));
        }
        let definition = |local: LocalId| match local.index().checked_sub(self.base) {
            Some(step) => self.code.get(step).map(|step| &step.inst.kind),
            None => match self.function.locals[local].def {
                LocalDef::Inst(inst) => Some(&self.function.insts[inst].kind),
                LocalDef::Param(_) => None,
            },
        };
        let within = locate_by(self.module, definition, ptr);
        match within.and_then(|within| harden::access(self.module, &within, ty)) {
            Some(harden::Access::Inside) => Outcome::Value(self.push(load, ty, None)),
            Some(harden::Access::Computed(range)) => {
                self.add(Condition::Traps(self.code.len()));
                Outcome::Value(self.push(load, ty, Some(Trap::OutOfBounds(range))))
            }
            // The whole variable may be smaller than the access.
            Some(harden::Access::Outside) | None => Outcome::Unknown,
        }
    }

    /// Whether the original loads or stores at least as many bytes there.
    fn original_accesses(&self, ty: TypeId, ptr: Value) -> bool {
        let Some(original) = self.original else {
            return false;
        };
        let inst = &self.function.insts[original];
        let (at, old) = match inst.kind {
            InstKind::Load { ptr, .. } => (ptr, Some(inst.ty)),
            InstKind::Store { ptr, value, .. } => (ptr, self.type_of(value)),
            _ => return false,
        };
        let module = self.module;
        let size = |ty| module.layout.store_size(&module.types, ty).ok();
        let old = old.and_then(size);
        at == ptr && size(ty).is_some_and(|new| old.is_some_and(|old| new <= old))
    }

    fn store(&mut self, value: Value, ptr: Value, access: Access) -> Outcome {
        let Effect::Store {
            value: old_value,
            ptr: old_ptr,
        } = self.effect
        else {
            return self.assignment(value, ptr, access);
        };
        if self.matched || access.volatile || access.ordering.is_some() {
            return Outcome::Unknown;
        }
        let elsewhere = self.differ(old_ptr, ptr);
        if self.places == Places::Compared && elsewhere != Condition::Never {
            let changed = self.moved_store(elsewhere, (old_value, old_ptr), (value, ptr), access);
            self.add(changed);
            return Outcome::AsOriginal;
        }
        self.add(elsewhere);
        self.add(self.differ(old_value, value));
        Outcome::AsOriginal
    }

    /// An assignment of a variable beside what the original does matters if it changes the variable.
    fn assignment(&mut self, value: Value, ptr: Value, access: Access) -> Outcome {
        if self.matched || self.has_assigned {
            return Outcome::Unknown;
        }
        let there = self.type_of(value).map(|ty| self.load(ty, ptr, access));
        let Some(Outcome::Value(there)) = there else {
            return Outcome::Unknown;
        };
        self.add(self.differ(there, value));
        self.has_assigned = true;
        Outcome::Nothing
    }

    /// A store that goes elsewhere matters if one of the two places does not hold already what it would get.
    fn moved_store(
        &mut self,
        elsewhere: Condition,
        (old_value, old_ptr): (Value, Value),
        (value, ptr): (Value, Value),
        access: Access,
    ) -> Condition {
        let (Some(ty), Some(new_ty)) = (self.type_of(old_value), self.type_of(value)) else {
            return Condition::Unknown;
        };
        let left = self.deleted_store(old_value, old_ptr);
        let Outcome::Value(there) = self.load(new_ty, ptr, access) else {
            return Condition::Unknown;
        };
        let got = self.differ(there, value);
        let apart = elsewhere.clone().and(left.or(got));
        match ty == new_ty {
            true => apart.or(elsewhere.negated().and(self.differ(old_value, value))),
            false => Condition::Unknown,
        }
    }

    /// A store that does not happen matters if it changes what is there.
    fn deleted_store(&mut self, value: Value, ptr: Value) -> Condition {
        let Some(ty) = self.type_of(value) else {
            return Condition::Unknown;
        };
        let access = Access::default();
        let there = self.push(InstKind::Load { ptr, access }, ty, None);
        self.differ(there, value)
    }

    fn call(&mut self, inst: &NewInst, call: Call) -> Outcome {
        if is_named(self.module, &call, |name| name == TRAP_IF) {
            let cond = call.args.first().map(|arg| arg.value);
            self.add(cond.map_or(Condition::Unknown, Condition::Holds));
            return Outcome::Nothing;
        }
        if is_pure(self.module, &call) {
            let kind = InstKind::Call(Box::new(call));
            return Outcome::Value(self.push(kind, inst.ty, None));
        }
        let Effect::Call(old) = self.effect.clone() else {
            return Outcome::Unknown;
        };
        let comparable = !self.matched
            && old.callee == call.callee
            && old.fn_ty == call.fn_ty
            && old.args.len() == call.args.len()
            && old.bundles.is_empty()
            && call.bundles.is_empty();
        if !comparable {
            return Outcome::Unknown;
        }
        for (old, new) in old.args.iter().zip(&call.args) {
            self.add(self.differ(old.value, new.value));
        }
        Outcome::AsOriginal
    }

    fn compare_ends(&self, new: &InstKind) -> Condition {
        let Some(original) = self.original else {
            return Condition::Always;
        };
        let old = &self.function.insts[original].kind;
        if old == new {
            return Condition::Never;
        }
        if let (InstKind::Ret { value: a }, InstKind::Ret { value: b }) = (old, new) {
            return match (a, b) {
                (Some(a), Some(b)) => self.differ(*a, *b),
                _ => Condition::Always,
            };
        }
        lead_elsewhere(old, new).unwrap_or(Condition::Unknown)
    }
}

/// Whether the rest cannot be evaluated: the condition counts as true.
fn is_certain(condition: &Condition) -> bool {
    matches!(condition, Condition::Always | Condition::Unknown)
}

fn effect_of(module: &Module, function: &Function, inst: InstId) -> Effect {
    let kind = &function.insts[inst].kind;
    let is_plain = |access: &Access| !access.volatile && access.ordering.is_none();
    match kind {
        InstKind::Load { access, .. } if is_plain(access) => Effect::None,
        InstKind::Store { value, ptr, access } if is_plain(access) => Effect::Store {
            value: *value,
            ptr: *ptr,
        },
        InstKind::Call(call) if is_pure(module, call) => Effect::None,
        InstKind::Call(call) => Effect::Call(call.clone()),
        InstKind::Binary { .. } => Effect::None,
        kind if is_computation(kind) => Effect::None,
        _ => Effect::Other,
    }
}

/// Whether an instruction only computes and never traps.
pub(crate) fn is_computation(kind: &InstKind) -> bool {
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

/// Whether a call is of an intrinsic that only computes.
pub(crate) fn is_pure(module: &Module, call: &Call) -> bool {
    is_named(module, call, |name| {
        PURE.iter().any(|pure| name.starts_with(pure))
    })
}

fn is_named(module: &Module, call: &Call, test: impl Fn(&str) -> bool) -> bool {
    let callee = module.direct_callee(call);
    callee.is_some_and(|id| test(module.text(module.functions[id].name)))
}
