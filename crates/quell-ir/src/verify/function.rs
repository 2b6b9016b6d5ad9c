//! Verification of the body of a function.

use std::cell::OnceCell;

use super::Verifier;
use super::classes::Class;
use super::dominance::Dominance;
use super::error::{VerifyError, Violation};
use super::rules::{Checked, Rules};
use crate::entity::{BlockId, InstId, LocalId, TypeId};
use crate::function::{Function, LocalDef};
use crate::inst::{Inst, InstKind, Value};
use crate::metadata::Metadata;
use crate::print::LocalNames;

/// The maximal length of an instruction's text in a message.
const MAX_TEXT: usize = 200;

impl Verifier<'_> {
    pub(super) fn function_body(&mut self, function: &Function) {
        let body = Body {
            rules: self.rules,
            f: function,
            names: OnceCell::new(),
        };
        let mut violations = Vec::new();
        body.blocks(&mut violations);
        // Control flow is undefined if blocks are malformed.
        let broken = !violations.is_empty();
        body.instructions(&mut violations);
        if !broken {
            body.flow(&mut violations);
        }
        for (inst, violation) in violations {
            if self.is_full() {
                break;
            }
            self.errors.push(body.error(inst, violation));
        }
    }
}

/// Violations in a function, each with its instruction if it has one.
pub(super) type Violations = Vec<(Option<InstId>, Violation)>;

/// The function that is being verified.
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

    fn error(&self, inst: Option<InstId>, kind: Violation) -> VerifyError {
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

    fn instructions(&self, violations: &mut Violations) {
        if let Err(violation) = self.subprogram() {
            violations.push((None, violation));
        }
        for block in self.f.blocks.values() {
            for &id in &block.insts {
                if let Err(violation) = self.instruction(id) {
                    violations.push((Some(id), violation));
                }
            }
        }
    }

    fn subprogram(&self) -> Checked {
        let module = self.rules.module;
        match module.md(self.f.subprogram) {
            None => Ok(()),
            Some(Metadata::Node(node)) if module.text(node.kind) == "DISubprogram" => Ok(()),
            Some(_) => Err(Violation::BadDebugInfo("DISubprogram")),
        }
    }

    fn instruction(&self, id: InstId) -> Checked {
        let inst = self.f.insts.get(id).ok_or(Violation::Undefined)?;
        self.operands_exist(inst)?;
        self.result(id, inst)?;
        match self.rules.module.md(inst.dbg) {
            None | Some(Metadata::Location(_)) => {}
            Some(_) => return Err(Violation::BadDebugInfo("DILocation")),
        }
        self.arithmetic(inst)
            .or_else(|| self.memory(inst))
            .or_else(|| self.members(inst))
            .unwrap_or_else(|| self.control(inst))
    }

    /// Checks that operands exist, which the other rules assume.
    fn operands_exist(&self, inst: &Inst) -> Checked {
        let mut result = Ok(());
        inst.kind.for_each_operand(|value| {
            if let Value::Local(local) = value
                && !self.f.locals.is_valid(*local)
            {
                result = Err(Violation::Undefined);
            }
        });
        result
    }

    /// An instruction defines a local if and only if it has a result.
    fn result(&self, id: InstId, inst: &Inst) -> Checked {
        let void = self.rules.module.types.is_void(inst.ty);
        match inst.result.expand() {
            None if void => Ok(()),
            None => Err(Violation::ResultMissing(self.rules.name(inst.ty))),
            Some(_) if void => Err(Violation::ResultSuperfluous),
            Some(local) => {
                let local = self.f.locals.get(local).ok_or(Violation::Undefined)?;
                if local.def != LocalDef::Inst(id) {
                    return Err(Violation::Undefined);
                }
                self.rules.same("the result's local", local.ty, inst.ty)
            }
        }
    }

    /// The type of an operand that is a value.
    pub(super) fn ty(&self, value: Value) -> Result<TypeId, Violation> {
        let ty = self.rules.module.value_type(self.f, value);
        ty.ok_or(Violation::MetadataOperand)
    }

    /// The rules of arithmetic instructions; none for others.
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

    /// The rules of instructions on members of aggregates and lanes of vectors; none for others.
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

    /// The rules that need the control-flow graph.
    fn flow(&self, violations: &mut Violations) {
        let dominance = Dominance::new(self.f);
        self.entry(&dominance.cfg, violations);
        self.phis(&dominance.cfg, violations);
        self.landing_pads(&dominance.cfg, violations);
        self.uses(&dominance, violations);
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
