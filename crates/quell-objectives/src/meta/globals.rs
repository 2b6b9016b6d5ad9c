//! Variables and functions that the copies share with the harness.

use quell_ir::constant::ConstKind;
use quell_ir::module::Global;
use quell_ir::opcode::{Linkage, UnnamedAddr, Visibility};
use quell_ir::{FuncId, GlobalRef, Module, Type, TypeId, Value};

use super::plan::Plan;
use super::work;
use crate::support;

/// Where things of the run time are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runtime {
    pub(super) mutant: Value,
    pub(super) record: Value,
    pub(super) executed: Value,
    pub(super) infected: Value,
    pub(super) blocks: Value,
    pub(super) branches: Value,
    /// `quell.work`: counts one step.
    pub(super) count: FuncId,
    /// The number that the tables begin with is that of no mutant: the byte of the original.
    pub(super) first: u32,
}

pub(super) fn define(module: &mut Module, plan: &Plan<'_>) -> Runtime {
    let (byte, number, wide) = (
        module.types.int(8),
        module.types.int(32),
        module.types.int(64),
    );
    let work = scalar(module, "quell_work", wide);
    let limit = scalar(module, "quell_work_limit", wide);
    let mut table = |name: &str, len: usize| {
        let name = format!("{name}{}", plan.suffix);
        let len = len as u64;
        let ty = module.types.intern(Type::Array { elem: byte, len });
        variable(module, &name, ty, Linkage::External)
    };
    let numbers = plan.numbers.ids().len() + 1;
    let (executed, infected) = (
        table("quell_executed", numbers),
        table("quell_infected", numbers),
    );
    let blocks = table("quell_blocks", plan.coverage.blocks.len());
    let branches = table("quell_branches", plan.coverage.branches.len());
    Runtime {
        mutant: scalar(module, "quell_mutant", number),
        record: scalar(module, "quell_record", byte),
        executed,
        infected,
        blocks,
        branches,
        count: work::define(module, work, limit),
        first: plan.numbers.first(),
    }
}

/// Objects that are linked together share these.
fn scalar(module: &mut Module, name: &str, ty: TypeId) -> Value {
    variable(module, name, ty, Linkage::Weak)
}

/// A variable that starts as zero.
fn variable(module: &mut Module, name: &str, ty: TypeId, linkage: Linkage) -> Value {
    let id = match module.find(name) {
        Some(GlobalRef::Var(id)) => id,
        _ => {
            let global = zeroed(module, name, ty, linkage);
            let symbol = global.name;
            let id = module.globals.push(global);
            module.names.insert(symbol, GlobalRef::Var(id));
            id
        }
    };
    let ptr = module.types.ptr();
    let kind = ConstKind::Global(GlobalRef::Var(id));
    Value::Const(module.consts.intern(ptr, kind))
}

fn zeroed(module: &mut Module, name: &str, ty: TypeId, linkage: Linkage) -> Global {
    let init = match support::zero(module, ty) {
        Value::Const(id) => Some(id),
        _ => None,
    };
    Global {
        name: module.symbols.intern(name),
        ty,
        addr_space: 0,
        linkage,
        visibility: Visibility::Default,
        dso_local: false,
        unnamed_addr: UnnamedAddr::Significant,
        thread_local: false,
        externally_initialized: false,
        constant: false,
        init,
        align: None,
        section: None,
        comdat: None,
        dbg: Vec::new(),
        text_line: 0,
    }
}
