//! Rules for terminators, calls and landing pads.

use rustc_hash::FxHashSet;

use super::classes::Class;
use super::error::Violation;
use super::function::Body;
use super::rules::Checked;
use crate::constant::ConstKind;
use crate::entity::{BlockId, ConstId};
use crate::inst::{Clause, Inst, InstKind, Value};
use crate::types::Type;

impl Body<'_> {
    pub(super) fn control(&self, inst: &Inst) -> Checked {
        let rules = &self.rules;
        match &inst.kind {
            InstKind::Call(call) | InstKind::Invoke { call, .. } => self.call(inst, call),
            InstKind::LandingPad { cleanup, clauses } => self.landing_pad(inst, *cleanup, clauses),
            InstKind::Ret { value } => self.ret(*value),
            InstKind::CondBr { cond, .. } => {
                rules.class("the condition", self.ty(*cond)?, Class::Bool)
            }
            InstKind::Switch { value, cases, .. } => self.switch(*value, cases),
            InstKind::IndirectBr { addr, .. } => {
                rules.class("the address", self.ty(*addr)?, Class::Ptr)
            }
            InstKind::Resume { value } => {
                rules.class("the exception", self.ty(*value)?, Class::AnyValue)?;
                self.personality()
            }
            _ => Ok(()),
        }
    }

    fn ret(&self, value: Option<Value>) -> Checked {
        let rules = &self.rules;
        match value {
            Some(value) => rules.same("the returned value", self.ty(value)?, self.f.ret),
            None if rules.module.types.is_void(self.f.ret) => Ok(()),
            None => Err(Violation::MissingReturnValue(rules.name(self.f.ret))),
        }
    }

    fn switch(&self, value: Value, cases: &[(ConstId, BlockId)]) -> Checked {
        let module = self.rules.module;
        let ty = self.ty(value)?;
        self.rules.class("the value", ty, Class::Int)?;
        let mut seen = FxHashSet::default();
        for &(case, _) in cases {
            let constant = module.consts.get(case);
            let text = || module.display_const(case).to_string();
            self.rules.same("a case", constant.ty, ty)?;
            if !matches!(constant.kind, ConstKind::Int(_)) {
                return Err(Violation::BadCase(text()));
            }
            if !seen.insert(case) {
                return Err(Violation::DuplicateCase(text()));
            }
        }
        Ok(())
    }

    fn personality(&self) -> Checked {
        match self.f.personality {
            Some(_) => Ok(()),
            None => Err(Violation::NoPersonality),
        }
    }

    fn landing_pad(&self, inst: &Inst, cleanup: bool, clauses: &[Clause]) -> Checked {
        self.personality()?;
        self.rules.class("the result", inst.ty, Class::AnyValue)?;
        if !cleanup && clauses.is_empty() {
            return Err(Violation::EmptyLandingPad);
        }
        clauses.iter().try_for_each(|clause| self.clause(clause))
    }

    fn clause(&self, clause: &Clause) -> Checked {
        let rules = &self.rules;
        match clause {
            Clause::Catch { value, .. } => rules.class(
                "the operand of a catch clause",
                self.ty(*value)?,
                Class::Ptr,
            ),
            Clause::Filter { value, .. } => {
                let ty = self.ty(*value)?;
                match rules.kind(ty) {
                    Type::Array { .. } => Ok(()),
                    _ => Err(Violation::WrongType {
                        what: "a filter",
                        found: rules.name(ty),
                        wanted: "an array",
                    }),
                }
            }
        }
    }
}
