//! A module that is ready to run: functions lowered to a dense list of operations on registers.
//!
//! Lowering resolves once what the machine would otherwise look up at each step: sizes, offsets, callees,
//! edges with their phi moves. It is independent of the value domain. Scalar variables whose address is only
//! loaded from and stored to become registers (`promote`).
//!
//! The module is shared by all threads; its lowered code is not. Each worker has a [`Program`] of its own over the one
//! module, because code is lowered at its first use and counted without synchronisation.

pub mod op;
pub mod shape;

mod emit;
mod emit_call;
mod emit_memory;
pub(crate) mod geps;
mod lower;
pub(crate) mod promote;
mod rules;
pub(crate) mod spelling;
mod uses;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use quell_ir::debug::{DebugInfo, Language};
use quell_ir::entity::EntityRef;
use quell_ir::{FuncId, Function, InstId, LocalId, Module};

use self::op::Code;
use self::shape::Shapes;
use crate::stop::{Stop, StopKind};

/// A module with its lowered functions. A function is lowered at its first call.
#[derive(Debug)]
pub struct Program {
    pub module: Arc<Module>,
    pub shapes: Rc<Shapes>,
    /// The source language, whose rules are checked besides those of the IR.
    pub language: Language,
    codes: Vec<OnceCell<Result<Rc<Code>, Stop>>>,
}

impl Program {
    pub fn new(module: Arc<Module>) -> Self {
        let codes = (0..module.functions.len())
            .map(|_| OnceCell::new())
            .collect();
        Self {
            shapes: Rc::new(Shapes::new(module.clone())),
            language: DebugInfo::new(&module).language(),
            module,
            codes,
        }
    }

    /// The code of a function that is defined in the module.
    pub fn code(&self, function: FuncId) -> Result<Rc<Code>, Stop> {
        let cell = self.codes.get(function.index());
        let cell = cell.ok_or_else(|| StopKind::broken("a function of another module"))?;
        let body = &self.module.functions[function];
        cell.get_or_init(|| lower::lower(self, function, body).map(Rc::new))
            .clone()
    }

    /// Lowers another body of a function, which uses types and constants of the module.
    pub fn lower(&self, function: FuncId, body: &Function) -> Result<Code, Stop> {
        lower::lower(self, function, body)
    }

    /// The code of a function in which every value is in its own register, and some variables are in memory.
    pub(crate) fn lower_observable(
        &self,
        function: FuncId,
        body: &Function,
        in_memory: &BTreeSet<LocalId>,
    ) -> Result<Code, Stop> {
        lower::lower_observable(self, function, body, in_memory)
    }

    /// Instructions of `body` as operations, and those of each, in a frame of such code for `original`.
    pub(crate) fn lower_straight(
        &self,
        function: FuncId,
        original: (&Function, &BTreeSet<LocalId>),
        body: &Function,
        insts: &[InstId],
    ) -> Result<(Code, Vec<Range<usize>>), Stop> {
        lower::lower_straight(self, function, original, body, insts)
    }

    /// The same program with other code for one function.
    pub fn with_code(&self, function: FuncId, code: Rc<Code>) -> Self {
        let mut codes = self.codes.clone();
        if let Some(cell) = codes.get_mut(function.index()) {
            *cell = OnceCell::from(Ok(code));
        }
        Self {
            module: self.module.clone(),
            shapes: self.shapes.clone(),
            language: self.language,
            codes,
        }
    }

    pub fn name(&self, function: FuncId) -> &str {
        self.module.text(self.module.functions[function].name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compiles only if a module can be shared by threads.
    #[test]
    fn modules_are_shared_by_threads() {
        fn is_sync<T: Send + Sync>() {}
        is_sync::<Module>();
        is_sync::<Arc<Module>>();
    }
}
