//! Ghost code: variables that record what a run did, for predicates of labels to look at.
//!
//! * [`Ghost`]: an integer variable of a function. It is zero when the function is entered; each activation has its own.
//! * [`GhostCode`]: instructions before an instruction of the function.
//!
//! Decisions:
//!
//! - **Ghost code has no effect on the program.** It writes to ghosts only, it cannot trap, and nothing but ghost code and
//!   predicates of labels reads it. It has no debug locations, so that alignment does not see it.
//! - **Ids stay what they were.** Instructions, locals and constants are appended; only the lists of the blocks change. What was
//!   aligned before is still aligned.
//! - **Predicates are counted behind all ghosts.** The code of a predicate numbers its values behind the locals of its
//!   function ([`SiteCondition::base`]). A criterion takes the number of locals when it makes the predicate;
//!   [`rebase`] moves the predicates when the last ghost is there.

use quell_ir::build::make_inst;
use quell_ir::inst::Access;
use quell_ir::opcode::{BinOp, Flags};
use quell_ir::{BlockId, FuncId, InstId, InstKind, LocalId, Module, TypeId, Value};

use crate::condition::{Condition, SiteCondition, Trap};
use crate::support;

/// An integer variable of a function that only labels look at.
#[derive(Clone, Copy, Debug)]
pub struct Ghost {
    function: FuncId,
    /// Its address.
    slot: Value,
    ty: TypeId,
    width: u32,
}

/// Instructions before an instruction of a function, which may not be a phi. What is put there later stands behind.
#[derive(Debug)]
pub struct GhostCode<'m> {
    pub module: &'m mut Module,
    function: FuncId,
    block: BlockId,
    /// Where the next instruction goes.
    index: usize,
}

impl Ghost {
    /// A new variable of this many bits, which is zero. None for a function without a body.
    pub fn new(module: &mut Module, function: FuncId, width: u32) -> Option<Self> {
        let block = module.functions[function].entry()?;
        let (ty, ptr) = (module.types.int(width), module.types.ptr());
        let zero = support::int(module, width, 0);
        let mut code = GhostCode {
            module,
            function,
            block,
            index: 0,
        };
        let variable = InstKind::Alloca {
            elem: ty,
            count: None,
            align: None,
        };
        let slot = code.push(variable, ptr)?;
        code.store(zero, slot);
        Some(Self {
            function,
            slot,
            ty,
            width,
        })
    }

    /// Its value is `value` from `before` on, which must have its width.
    pub fn assign(&self, module: &mut Module, before: InstId, value: Value) -> Option<()> {
        let mut code = GhostCode::before(module, self.function, before)?;
        code.store(value, self.slot);
        Some(())
    }

    /// Its value is `number` from `before` on.
    pub fn assign_number(&self, module: &mut Module, before: InstId, number: u64) -> Option<()> {
        let value = self.number(module, number);
        self.assign(module, before, value)
    }

    /// Sets those of its bits that are set in `bits`. Its value after that.
    pub fn or_in(&self, module: &mut Module, before: InstId, bits: Value) -> Option<Value> {
        let old = self.read(module, before)?;
        let mut code = GhostCode::before(module, self.function, before)?;
        let new = code.binary(BinOp::Or, old, bits, self.ty)?;
        code.store(new, self.slot);
        Some(new)
    }

    /// Its value before an instruction.
    pub fn read(&self, module: &mut Module, before: InstId) -> Option<Value> {
        let mut code = GhostCode::before(module, self.function, before)?;
        let (ptr, access) = (self.slot, Access::default());
        code.push(InstKind::Load { ptr, access }, self.ty)
    }

    /// One of two numbers, by a value of one bit.
    pub fn either(
        &self,
        module: &mut Module,
        before: InstId,
        cond: Value,
        numbers: [u64; 2],
    ) -> Option<Value> {
        let [then, otherwise] = numbers.map(|number| self.number(module, number));
        let mut code = GhostCode::before(module, self.function, before)?;
        let kind = InstKind::Select {
            flags: Flags::NONE,
            cond,
            then,
            otherwise,
        };
        code.push(kind, self.ty)
    }

    /// The condition that a value of the ghost, as [read](Self::read), is a number.
    pub fn equals(&self, module: &mut Module, value: Value, number: u64) -> Condition {
        let number = self.number(module, number);
        Condition::Differ(value, number).negated()
    }

    fn number(&self, module: &mut Module, number: u64) -> Value {
        support::int(module, self.width, number.cast_signed())
    }
}

impl<'m> GhostCode<'m> {
    /// Code before an instruction; none if it stands in no block or is a phi.
    pub fn before(module: &'m mut Module, function: FuncId, inst: InstId) -> Option<Self> {
        let body = &module.functions[function];
        let is_phi = matches!(body.insts[inst].kind, InstKind::Phi { .. });
        let (block, index) = body.blocks.iter().find_map(|(block, data)| {
            let index = data.insts.iter().position(|&other| other == inst)?;
            Some((block, index))
        })?;
        (!is_phi).then_some(Self {
            module,
            function,
            block,
            index,
        })
    }

    /// Adds an instruction; its result if it has one.
    pub fn push(&mut self, kind: InstKind, ty: TypeId) -> Option<Value> {
        let has_result = !self.module.types.is_void(ty);
        let body = &mut self.module.functions[self.function];
        let inst = make_inst(body, kind, ty, has_result, None);
        body.blocks[self.block].insts.insert(self.index, inst);
        self.index += 1;
        body.insts[inst].result.expand().map(Value::Local)
    }

    pub fn binary(&mut self, op: BinOp, lhs: Value, rhs: Value, ty: TypeId) -> Option<Value> {
        let kind = InstKind::Binary {
            op,
            flags: Flags::NONE,
            lhs,
            rhs,
        };
        self.push(kind, ty)
    }

    pub fn store(&mut self, value: Value, ptr: Value) {
        let void = self.module.types.void();
        let access = Access::default();
        self.push(InstKind::Store { value, ptr, access }, void);
    }
}

/// Numbers the values of a predicate's code behind so many locals.
pub fn rebase(condition: &mut SiteCondition, locals: usize) {
    let (from, by) = (condition.base, locals.saturating_sub(condition.base));
    if by == 0 {
        return;
    }
    let moved = |value: &mut Value| {
        if let Value::Local(local) = value
            && local.as_u32() as usize >= from
        {
            *value = Value::Local(LocalId::from_u32(local.as_u32() + by as u32));
        }
    };
    condition.base = locals;
    for stage in [&mut condition.before, &mut condition.after] {
        for step in &mut stage.code {
            step.inst.kind.for_each_operand_mut(moved);
            if let Some(Trap::OutOfBounds(range)) = &mut step.trap {
                moved(&mut range.root);
                range.steps.iter_mut().for_each(|(index, _)| moved(index));
            }
        }
        rebase_logic(&mut stage.holds, &moved);
    }
}

fn rebase_logic(condition: &mut Condition, moved: &impl Fn(&mut Value)) {
    match condition {
        Condition::Holds(value) => moved(value),
        Condition::Differ(a, b) => {
            moved(a);
            moved(b);
        }
        Condition::Any(all) | Condition::All(all) => {
            all.iter_mut().for_each(|one| rebase_logic(one, moved));
        }
        Condition::Not(inner) => rebase_logic(inner, moved),
        Condition::Never | Condition::Always | Condition::Unknown | Condition::Traps(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use quell_ir::build::{self, Editor};
    use quell_ir::verify::verify;

    use super::*;
    use crate::condition::Step;
    use crate::edit::NewInst;

    /// `int f(int a) { return a; }`
    fn identity() -> (Module, FuncId, InstId) {
        let mut module = Module::default();
        let int = module.types.int(32);
        let id = build::declare(&mut module, "f", int, &[int]);
        let mut editor = Editor::in_new_block(&mut module, id);
        let param = editor.param(0);
        editor.ret(Some(param));
        let block = module.functions[id].entry().unwrap();
        let ret = module.functions[id].terminator(block).unwrap();
        (module, id, ret)
    }

    #[test]
    fn ghosts_are_appended_and_verify() {
        let (mut module, id, ret) = identity();
        let (insts, locals) = (
            module.functions[id].insts.len(),
            module.functions[id].locals.len(),
        );
        let ghost = Ghost::new(&mut module, id, 8).unwrap();
        ghost.assign_number(&mut module, ret, 3).unwrap();
        let yes = support::int(&mut module, 1, 1);
        let bits = ghost.either(&mut module, ret, yes, [0x80, 4]).unwrap();
        let value = ghost.or_in(&mut module, ret, bits).unwrap();
        let holds = ghost.equals(&mut module, value, 0x83);
        assert!(matches!(holds, Condition::Not(_)));
        assert_eq!(verify(&module), Vec::new());
        let function = &module.functions[id];
        let block = function.entry().unwrap();
        assert_eq!(function.terminator(block), Some(ret));
        assert!(function.insts.keys().nth(insts - 1) == Some(ret));
        assert!(function.insts.iter().all(|(_, inst)| inst.dbg.is_none()));
        // The address, what is chosen, what was read and what it becomes.
        assert_eq!(function.locals.len(), locals + 4);
    }

    #[test]
    fn predicates_move_behind_the_locals() {
        let (mut module, id, ret) = identity();
        let one = support::int(&mut module, 32, 1);
        let base = module.functions[id].locals.len();
        let local = |number: usize| Value::Local(LocalId::from_u32(number as u32));
        let ty = module.types.int(32);
        let kind = InstKind::Binary {
            op: BinOp::Add,
            flags: Flags::NONE,
            lhs: local(0),
            rhs: one,
        };
        let step = Step::total(NewInst { kind, ty });
        let holds = Condition::Differ(local(0), local(base));
        let mut condition = SiteCondition::before(ret, base, vec![step], holds);
        rebase(&mut condition, base + 5);
        assert_eq!(condition.base, base + 5);
        assert_eq!(
            condition.before.holds,
            Condition::Differ(local(0), local(base + 5))
        );
        let operands = condition.before.code[0].inst.kind.operands();
        assert_eq!(operands.as_slice(), [local(0), one]);
    }
}
