//! Traps, and the function that traps under a condition.

use quell_ir::{FuncId, InstKind, Module, Type, Value};

use super::Hardener;
use crate::support::{self, TRAP_IF};
use quell_ir::build::{Editor, declare, declare_helper};

/// Traps if its first argument is true. The second is the kind of the trap.
const CHECK: &str = "quell.check";

/// How a trap is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Traps {
    /// By the trap instruction of the processor: the module needs nothing beside it.
    Intrinsic,
    /// By a call of `void quell_trap(i32 kind)`, which does not return, of the program it is linked to.
    Reported,
}

/// The argument of `quell_trap`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TrapKind {
    DivisionByZero = 1,
    /// The smallest number divided by -1.
    DivisionOverflow = 2,
    /// Code that the compiler considered unreachable.
    Unreachable = 3,
    /// Requested by the mutant: `quell.trap_if`.
    Demanded = 4,
    /// An access beyond a variable, or a write to a constant.
    OutOfBounds = 5,
}

impl TrapKind {
    pub const ALL: [Self; 5] = [
        Self::DivisionByZero,
        Self::DivisionOverflow,
        Self::Unreachable,
        Self::Demanded,
        Self::OutOfBounds,
    ];

    /// What happened, for people.
    pub const fn text(self) -> &'static str {
        match self {
            Self::DivisionByZero => "division by zero",
            Self::DivisionOverflow => "division overflow",
            Self::Unreachable => "unreachable code was reached",
            Self::Demanded => "a trap of the mutant",
            Self::OutOfBounds => "access out of bounds",
        }
    }

    pub fn from_number(number: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as i32 == number)
    }
}

/// The functions that hardened code calls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checks {
    check: FuncId,
}

impl Checks {
    pub(super) fn define(module: &mut Module, traps: Traps) -> Self {
        let void = module.types.intern(Type::Void);
        let (bool_ty, int) = (module.types.int(1), module.types.int(32));
        let known = module.find(CHECK).is_some();
        let check = declare_helper(module, CHECK, void, &[bool_ty, int]);
        if !known {
            define_check(module, check, traps);
        }
        if let Some(trap_if) = module.find_function(TRAP_IF) {
            define_trap_if(module, trap_if, check);
        }
        Self { check }
    }
}

fn define_check(module: &mut Module, check: FuncId, traps: Traps) {
    let trap = trap_function(module, traps);
    let function = &module.functions[check];
    let (cond, kind) = (function.param_local(0), function.param_local(1));
    let mut editor = Editor::in_new_block(module, check);
    let (bad, good) = (editor.new_block(), editor.new_block());
    editor.branch(Value::Local(cond), bad, good);
    editor.switch_to(bad);
    match traps {
        Traps::Intrinsic => editor.call(trap, &[]),
        Traps::Reported => editor.call(trap, &[Value::Local(kind)]),
    };
    editor.effect(InstKind::Unreachable);
    editor.switch_to(good);
    editor.effect(InstKind::Ret { value: None });
}

fn trap_function(module: &mut Module, traps: Traps) -> FuncId {
    if traps == Traps::Intrinsic {
        return support::trap_function(module);
    }
    let (void, int) = (module.types.intern(Type::Void), module.types.int(32));
    let id = declare(module, "quell_trap", void, &[int]);
    let attrs = &mut module.functions[id].attrs;
    attrs.noreturn = true;
    attrs.nounwind = true;
    id
}

/// The trap that a mutant asks for is reported like the others.
fn define_trap_if(module: &mut Module, trap_if: FuncId, check: FuncId) {
    let function = &mut module.functions[trap_if];
    function.blocks.clear();
    let cond = Value::Local(function.param_local(0));
    let kind = support::int(module, 32, TrapKind::Demanded as i64);
    let mut editor = Editor::in_new_block(module, trap_if);
    editor.call(check, &[cond, kind]);
    editor.effect(InstKind::Ret { value: None });
}

impl Hardener<'_> {
    /// Traps if the condition, in any lane of a vector, is true.
    pub(super) fn check(&mut self, bad: Value, kind: TrapKind) {
        let bad = any_lane(&mut self.editor, bad);
        let kind = support::int(self.editor.module, 32, kind as i64);
        let check = self.checks.check;
        self.editor.call(check, &[bad, kind]);
    }

    pub(super) fn trap(&mut self, kind: TrapKind) {
        let always = support::int(self.editor.module, 1, 1);
        self.check(always, kind);
    }
}

/// One condition from those of all lanes: whether any is true.
pub(crate) fn any_lane(editor: &mut Editor<'_>, cond: Value) -> Value {
    use quell_ir::opcode::{CastOp, IntPred};
    let ty = editor.type_of(cond);
    let Some(lanes) = editor.module.types.lanes(ty) else {
        return cond;
    };
    let wide = editor.module.types.int(lanes);
    let bits = editor.cast(CastOp::BitCast, cond, wide);
    let zero = support::zero(editor.module, wide);
    editor.icmp(IntPred::Ne, bits, zero)
}
