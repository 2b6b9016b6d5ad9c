//! The body of a function: walks over blocks and instructions and reports what is found.

use std::cell::OnceCell;

use super::Verifier;
use super::classes::Class;
use super::dominance::Dominance;
use super::error::{Fault, VerifyError};
use super::rules::{Checked, Rules};
use crate::entity::{BlockId, InstId, LocalId, TypeId};
use crate::function::{Function, LocalDef};
use crate::inst::{Inst, InstKind, Value};
use crate::metadata::Metadata;
use crate::print::LocalNames;

/// Longest piece of an instruction's text in a message.
const MAX_TEXT: usize = 200;

impl Verifier<'_> {
    pub(super) fn function_body(&mut self, function: &Function) {
        let body = Body {
            rules: self.rules,
            f: function,
            names: OnceCell::new(),
        };
        let mut faults = Vec::new();
        body.blocks(&mut faults);
        // Control flow means nothing while blocks are broken.
        let broken = !faults.is_empty();
        body.instructions(&mut faults);
        if !broken {
            body.flow(&mut faults);
        }
        for (inst, fault) in faults {
            if self.is_full() {
                break;
            }
            self.errors.push(body.error(inst, fault));
        }
    }
}

/// Faults of a function, each with the instruction it is about.
pub(super) type Faults = Vec<(Option<InstId>, Fault)>;

/// A function being verified.
pub(super) struct Body<'v> {
    pub(super) rules: Rules<'v>,
    pub(super) f: &'v Function,
    names: OnceCell<LocalNames>,
}

impl Body<'_> {
    fn names(&self) -> &LocalNames {
        self.names.get_or_init(|| LocalNames::of(self.f))
    }

    /// `%name` of a block, for messages.
    pub(super) fn block_name(&self, block: BlockId) -> String {
        let named = self.f.blocks.get(block).and_then(|block| block.name);
        match named {
            Some(name) => format!("%{}", self.rules.module.text(name)),
            None => format!("%{}", self.names().block(block)),
        }
    }

    pub(super) fn local_name(&self, local: LocalId) -> String {
        let value = Value::Local(local);
        let module = self.rules.module;
        module
            .display_value(self.f, self.names(), value)
            .to_string()
    }

    fn error(&self, inst: Option<InstId>, kind: Fault) -> VerifyError {
        let module = self.rules.module;
        let text = |inst| {
            let text = module.display_inst(self.f, self.names(), inst).to_string();
            shortened(text)
        };
        let line = inst.map_or(self.f.text_line, |inst| self.f.insts[inst].text_line);
        VerifyError {
            kind,
            function: Some(module.text(self.f.name).to_owned()),
            inst: inst.map(text),
            line,
        }
    }

    fn instructions(&self, faults: &mut Faults) {
        if let Err(fault) = self.subprogram() {
            faults.push((None, fault));
        }
        for block in self.f.blocks.values() {
            for &id in &block.insts {
                if let Err(fault) = self.instruction(id) {
                    faults.push((Some(id), fault));
                }
            }
        }
    }

    fn subprogram(&self) -> Checked {
        let module = self.rules.module;
        match module.md(self.f.subprogram) {
            None => Ok(()),
            Some(Metadata::Node(node)) if module.text(node.kind) == "DISubprogram" => Ok(()),
            Some(_) => Err(Fault::BadDebugInfo("DISubprogram")),
        }
    }

    fn instruction(&self, id: InstId) -> Checked {
        let inst = self.f.insts.get(id).ok_or(Fault::Undefined)?;
        self.operands_exist(inst)?;
        self.result(id, inst)?;
        match self.rules.module.md(inst.dbg) {
            None | Some(Metadata::Location(_)) => {}
            Some(_) => return Err(Fault::BadDebugInfo("DILocation")),
        }
        self.arithmetic(inst)
            .or_else(|| self.memory(inst))
            .or_else(|| self.members(inst))
            .unwrap_or_else(|| self.control(inst))
    }

    /// Rules about operands may look them up without asking again.
    fn operands_exist(&self, inst: &Inst) -> Checked {
        let mut result = Ok(());
        inst.kind.for_each_operand(|value| {
            if let Value::Local(local) = value
                && !self.f.locals.is_valid(*local)
            {
                result = Err(Fault::Undefined);
            }
        });
        result
    }

    /// An instruction defines a local exactly when it has a result.
    fn result(&self, id: InstId, inst: &Inst) -> Checked {
        let void = self.rules.module.types.is_void(inst.ty);
        match inst.result.expand() {
            None if void => Ok(()),
            None => Err(Fault::ResultMissing(self.rules.name(inst.ty))),
            Some(_) if void => Err(Fault::ResultSuperfluous),
            Some(local) => {
                let local = self.f.locals.get(local).ok_or(Fault::Undefined)?;
                if local.def != LocalDef::Inst(id) {
                    return Err(Fault::Undefined);
                }
                self.rules.same("the result's local", local.ty, inst.ty)
            }
        }
    }

    /// The type of an operand that is a value.
    pub(super) fn ty(&self, value: Value) -> Result<TypeId, Fault> {
        let ty = self.rules.module.value_type(self.f, value);
        ty.ok_or(Fault::MetadataOperand)
    }

    /// Instructions that compute from values alone; none for others.
    fn arithmetic(&self, inst: &Inst) -> Option<Checked> {
        let rules = &self.rules;
        Some(match &inst.kind {
            InstKind::Binary { op, lhs, rhs, .. } => {
                self.two(*lhs, *rhs, |lhs, rhs| rules.binary(*op, lhs, rhs, inst.ty))
            }
            InstKind::ICmp { lhs, rhs, .. } => self.two(*lhs, *rhs, |lhs, rhs| {
                rules.comparison(Class::IntsOrPtrs, lhs, rhs, inst.ty)
            }),
            InstKind::FCmp { lhs, rhs, .. } => self.two(*lhs, *rhs, |lhs, rhs| {
                rules.comparison(Class::Floats, lhs, rhs, inst.ty)
            }),
            InstKind::FNeg { arg, .. } => self.ty(*arg).and_then(|arg| {
                rules.class("the operand", arg, Class::Floats)?;
                rules.same("the result", inst.ty, arg)
            }),
            InstKind::Cast { op, arg, .. } => {
                self.ty(*arg).and_then(|arg| rules.cast(*op, arg, inst.ty))
            }
            InstKind::Freeze { arg } => self.ty(*arg).and_then(|arg| {
                rules.class("the operand", arg, Class::AnyValue)?;
                rules.same("the result", inst.ty, arg)
            }),
            InstKind::Select {
                cond,
                then,
                otherwise,
                ..
            } => self.ty(*cond).and_then(|cond| {
                self.two(*then, *otherwise, |then, otherwise| {
                    rules.select(cond, then, otherwise, inst.ty)
                })
            }),
            InstKind::Phi { incoming, .. } => incoming.iter().try_for_each(|(value, _)| {
                rules.class("the result", inst.ty, Class::AnyValue)?;
                rules.same("an incoming value", self.ty(*value)?, inst.ty)
            }),
            _ => return None,
        })
    }

    fn two(&self, a: Value, b: Value, rule: impl Fn(TypeId, TypeId) -> Checked) -> Checked {
        rule(self.ty(a)?, self.ty(b)?)
    }

    /// Getting at members of aggregates and lanes of vectors; none for other instructions.
    fn members(&self, inst: &Inst) -> Option<Checked> {
        let rules = &self.rules;
        Some(match &inst.kind {
            InstKind::ExtractValue { agg, path } => self
                .ty(*agg)
                .and_then(|agg| rules.extract_value(agg, path, inst.ty)),
            InstKind::InsertValue { agg, value, path } => self.two(*agg, *value, |agg, value| {
                rules.insert_value(agg, value, path, inst.ty)
            }),
            InstKind::ExtractElement { vector, index } => {
                self.two(*vector, *index, |vector, index| {
                    rules.extract_element(vector, index, inst.ty)
                })
            }
            InstKind::InsertElement {
                vector,
                value,
                index,
            } => self.ty(*index).and_then(|index| {
                self.two(*vector, *value, |vector, value| {
                    rules.insert_element(vector, value, index, inst.ty)
                })
            }),
            InstKind::ShuffleVector { a, b, mask } => {
                self.two(*a, *b, |a, b| rules.shuffle(a, b, mask, inst.ty))
            }
            _ => return None,
        })
    }

    /// What needs the control-flow graph.
    fn flow(&self, faults: &mut Faults) {
        let dominance = Dominance::new(self.f);
        self.entry(&dominance.cfg, faults);
        self.phis(&dominance.cfg, faults);
        self.landing_pads(&dominance.cfg, faults);
        self.uses(&dominance, faults);
    }
}

fn shortened(mut text: String) -> String {
    if text.len() > MAX_TEXT {
        let end = (0..=MAX_TEXT).rev().find(|&at| text.is_char_boundary(at));
        text.truncate(end.unwrap_or(0));
        text.push_str(" ...");
    }
    text
}
