//! A module made ready to run: functions lowered to a dense list of operations on registers.
//!
//! Lowering resolves once what the machine would otherwise look up at every step: sizes, offsets,
//! targets of calls, edges with their phi moves. It knows nothing of the value domain.

pub mod op;
pub mod shape;

mod emit;
mod emit_call;
mod emit_memory;
pub(crate) mod geps;
mod lower;
mod promote;
pub(crate) mod spelling;
mod uses;

use std::cell::OnceCell;
use std::rc::Rc;

use quell_ir::entity::EntityRef;
use quell_ir::{FuncId, Module};

use self::op::Code;
use self::shape::Shapes;
use crate::stop::{Stop, StopKind};

/// A module with its lowered functions. Functions are lowered when first called.
#[derive(Debug)]
pub struct Program {
    pub module: Rc<Module>,
    pub shapes: Shapes,
    codes: Vec<OnceCell<Result<Rc<Code>, Stop>>>,
}

impl Program {
    pub fn new(module: Rc<Module>) -> Self {
        let codes = (0..module.functions.len())
            .map(|_| OnceCell::new())
            .collect();
        Self {
            shapes: Shapes::new(module.clone()),
            module,
            codes,
        }
    }

    /// The code of a function that is defined in the module.
    pub fn code(&self, function: FuncId) -> Result<Rc<Code>, Stop> {
        let cell = self.codes.get(function.index());
        let cell = cell.ok_or_else(|| StopKind::broken("a function of another module"))?;
        cell.get_or_init(|| lower::lower(self, function).map(Rc::new))
            .clone()
    }

    pub fn name(&self, function: FuncId) -> &str {
        self.module.text(self.module.functions[function].name)
    }
}
