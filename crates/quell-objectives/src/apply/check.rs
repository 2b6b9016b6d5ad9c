//! Whether edits fit their function, without making them.

use std::collections::BTreeMap;

use quell_ir::analysis::cfg::Cfg;
use quell_ir::analysis::dominators::Dominators;
use quell_ir::entity::{EntityRef, SecondaryMap};
use quell_ir::{
    BlockId, Call, FuncId, Function, InstId, InstKind, LocalDef, LocalId, Module, TypeId, Value,
};

use super::error::{EditError, Misfit};
use super::flow::{NewFlow, new_flow};
use crate::edit::{Change, Edit, NewInst, Replacement};

type Fit = Result<(), Misfit>;

/// The position of an instruction: its block and its index there.
pub(crate) type Point = (BlockId, u32);

/// Checks edits of a function. Creating a checker costs more than a check.
#[derive(Debug)]
pub struct Checker<'m> {
    module: &'m Module,
    pub(super) function: &'m Function,
    pub(super) cfg: Cfg,
    dominators: Dominators,
    places: SecondaryMap<InstId, Option<Point>>,
}

impl<'m> Checker<'m> {
    pub fn new(module: &'m Module, function: FuncId) -> Self {
        let function = &module.functions[function];
        let cfg = Cfg::new(function);
        let dominators = Dominators::new(&cfg);
        Self {
            module,
            function,
            cfg,
            dominators,
            places: places(function),
        }
    }

    /// Whether all edits together can be made. Instructions in new code are taken to be well typed in
    /// themselves.
    pub fn check(&self, edits: &[Edit]) -> Result<(), EditError> {
        let mut seen = BTreeMap::new();
        for edit in edits {
            let at = edit.at;
            let from = match edit.change {
                Change::Incoming { from, .. } => Some(from),
                _ => None,
            };
            self.edit(edit)
                .and_then(|()| match seen.insert((at, from), ()) {
                    None => Ok(()),
                    Some(()) => Err(Misfit::Twice),
                })
                .map_err(|misfit| EditError { at, misfit })?;
        }
        self.flow(edits)
    }

    pub(crate) fn place(&self, inst: InstId) -> Option<Point> {
        self.places.get(inst).copied().flatten()
    }

    fn edit(&self, edit: &Edit) -> Fit {
        let point = self.place(edit.at).ok_or(Misfit::NoSuchInstruction)?;
        if !self.cfg.is_reachable(point.0) {
            return Err(Misfit::Unreachable);
        }
        let inst = &self.function.insts[edit.at];
        let is_phi = matches!(inst.kind, InstKind::Phi { .. });
        match &edit.change {
            Change::Incoming { from, value } if is_phi => self.incoming(edit.at, *from, value),
            Change::Incoming { .. } => Err(Misfit::NotPhi),
            _ if is_phi => Err(Misfit::IsPhi),
            _ if matches!(inst.kind, InstKind::LandingPad { .. }) => {
                Err(Misfit::NotAllowed("a change of a landing pad"))
            }
            Change::Jump(dest) => self.dest(*dest),
            Change::Return(new) => {
                let void = self.module.types.is_void(self.function.ret);
                let result = (!void).then_some(self.function.ret);
                self.replacement(new, point, result, false)
            }
            Change::Replace(new) => {
                let result = inst.result.expand().map(|_| inst.ty);
                let ends = inst.kind.is_terminator();
                self.replacement(new, point, result, ends)
            }
        }
    }

    fn incoming(&self, phi: InstId, from: BlockId, value: &Replacement) -> Fit {
        let inst = &self.function.insts[phi];
        let comes = matches!(&inst.kind, InstKind::Phi { incoming, .. }
            if incoming.iter().any(|entry| entry.1 == from));
        if !comes {
            return Err(Misfit::NotIncoming);
        }
        if !self.cfg.is_reachable(from) {
            return Err(Misfit::Unreachable);
        }
        let end = self.function.blocks[from].insts.len().saturating_sub(1);
        self.replacement(value, (from, end as u32), Some(inst.ty), false)
    }

    fn dest(&self, dest: BlockId) -> Fit {
        if !self.function.blocks.is_valid(dest) {
            return Err(Misfit::NoSuchBlock);
        }
        match self.function.entry() == Some(dest) {
            true => Err(Misfit::EntersEntry),
            false => Ok(()),
        }
    }

    fn replacement(
        &self,
        new: &Replacement,
        point: Point,
        result: Option<TypeId>,
        ends: bool,
    ) -> Fit {
        for (index, inst) in new.code.iter().enumerate() {
            let is_last = index + 1 == new.code.len();
            if inst.kind.is_terminator() != (ends && is_last) {
                return Err(Misfit::WrongTerminator);
            }
            self.new_inst(inst, &new.code[..index], point)?;
        }
        if ends && new.code.is_empty() {
            return Err(Misfit::WrongTerminator);
        }
        let found = match new.result {
            Some(value) => Some(self.type_at(value, &new.code, point)?),
            None => None,
        };
        match found == result {
            true => Ok(()),
            false => Err(Misfit::WrongResult),
        }
    }

    fn new_inst(&self, inst: &NewInst, before: &[NewInst], point: Point) -> Fit {
        let what = match inst.kind {
            InstKind::Phi { .. } => Some("a phi"),
            InstKind::LandingPad { .. } => Some("a landing pad"),
            InstKind::Alloca { .. } => Some("a variable"),
            _ => None,
        };
        if let Some(what) = what {
            return Err(Misfit::NotAllowed(what));
        }
        if let Some(call) = inst.kind.as_call() {
            self.immediates(call)?;
        }
        inst.kind
            .successors()
            .try_for_each(|dest| self.dest(dest))?;
        let mut fit = Ok(());
        inst.kind.for_each_operand(|&value| {
            if fit.is_ok() && !matches!(value, Value::Metadata(_)) {
                fit = self.type_at(value, before, point).map(|_| ());
            }
        });
        fit
    }

    /// Some arguments of intrinsics have to be constants.
    fn immediates(&self, call: &Call) -> Fit {
        let callee = self.module.direct_callee(call);
        let params = callee.map_or(&[][..], |id| &self.module.functions[id].params);
        let mut pairs = call.args.iter().zip(params);
        match pairs.all(|(arg, param)| !param.attrs.immarg || is_constant(arg.value)) {
            true => Ok(()),
            false => Err(Misfit::NotAllowed(
                "a computed value where a constant has to stand",
            )),
        }
    }

    /// The type of a value that is there at the point, after some new code.
    fn type_at(&self, value: Value, code: &[NewInst], point: Point) -> Result<TypeId, Misfit> {
        match value {
            Value::Const(id) if id.index() < self.module.consts.len() => {
                Ok(self.module.consts.get(id).ty)
            }
            Value::Local(local) if self.function.locals.is_valid(local) => {
                match self.is_there(local, point) {
                    true => Ok(self.function.locals[local].ty),
                    false => Err(Misfit::NotDominated),
                }
            }
            Value::Local(local) => {
                let inst = code.get(local.index() - self.function.locals.len());
                let ty = inst.map(|inst| inst.ty).ok_or(Misfit::UnknownValue)?;
                match self.module.types.is_void(ty) {
                    true => Err(Misfit::UnknownValue),
                    false => Ok(ty),
                }
            }
            _ => Err(Misfit::UnknownValue),
        }
    }

    /// Whether a local of the function has its value at the point.
    pub(crate) fn is_there(&self, local: LocalId, (block, index): Point) -> bool {
        let LocalDef::Inst(definition) = self.function.locals[local].def else {
            return true;
        };
        let Some((home, position)) = self.place(definition) else {
            return false;
        };
        if let InstKind::Invoke { normal, .. } = self.function.insts[definition].kind {
            let only_way = self.cfg.predecessors(normal) == [home];
            return only_way && self.dominators.dominates(normal, block);
        }
        match home == block {
            true => position < index,
            false => self.dominators.dominates(home, block),
        }
    }

    /// Whether control flow stays sound.
    fn flow(&self, edits: &[Edit]) -> Result<(), EditError> {
        let flow = new_flow(self, edits);
        let Some(at) = flow.rewired.or(flow.first_cut()) else {
            return Ok(());
        };
        self.no_surprise(&flow)
            .and_then(|()| self.still_dominated(&flow))
            .map_err(|misfit| EditError { at, misfit })
    }

    /// Blocks with phis are entered only from existing predecessors.
    fn no_surprise(&self, flow: &NewFlow) -> Fit {
        for (&from, successors) in &flow.successors {
            for &to in successors {
                let known = self.cfg.successors(from).contains(&to);
                if !known && self.looks_back(to) {
                    return Err(Misfit::UnexpectedPredecessor);
                }
            }
        }
        Ok(())
    }

    fn looks_back(&self, block: BlockId) -> bool {
        let first = self.function.blocks[block].insts.first();
        let first = first.map(|&inst| &self.function.insts[inst].kind);
        matches!(
            first,
            Some(InstKind::Phi { .. } | InstKind::LandingPad { .. })
        )
    }

    /// With the new edges, every use that can be reached still comes after its definition.
    fn still_dominated(&self, flow: &NewFlow) -> Fit {
        let edges = flow.edges(self);
        let cfg = Cfg::from_edges(self.function.blocks.len(), &edges);
        let dominators = Dominators::new(&cfg);
        let there = |local: LocalId, (block, index): Point| {
            let LocalDef::Inst(definition) = self.function.locals[local].def else {
                return true;
            };
            match self.place(definition) {
                Some(place) if flow.is_cut(place) => false,
                Some((home, position)) if home == block => position < index,
                Some((home, _)) => dominators.dominates(home, block),
                None => false,
            }
        };
        let mut fit = Ok(());
        for block in cfg.blocks().filter(|&block| cfg.is_reachable(block)) {
            self.for_each_use(&cfg, flow, block, |local, point| {
                if !there(local, point) {
                    fit = Err(Misfit::NotDominated);
                }
            });
        }
        fit
    }

    /// Visits the uses of locals in a block; of phis, at the end of the blocks the values come from.
    fn for_each_use(
        &self,
        cfg: &Cfg,
        flow: &NewFlow,
        block: BlockId,
        mut visit: impl FnMut(LocalId, Point),
    ) {
        let insts = self.function.blocks[block].insts.iter().enumerate();
        for (index, &inst) in insts {
            let point = (block, index as u32);
            if flow.is_cut(point) {
                break;
            }
            match &self.function.insts[inst].kind {
                InstKind::Phi { incoming, .. } => {
                    for (value, from) in incoming {
                        let stays =
                            cfg.is_reachable(*from) && cfg.predecessors(block).contains(from);
                        if let (Value::Local(local), true) = (value, stays) {
                            visit(*local, (*from, u32::MAX));
                        }
                    }
                }
                kind => kind.for_each_operand(|value| {
                    if let Value::Local(local) = value {
                        visit(*local, point);
                    }
                }),
            }
        }
    }
}

fn is_constant(value: Value) -> bool {
    matches!(value, Value::Const(_))
}

/// The block and position of each instruction.
pub(crate) fn places(function: &Function) -> SecondaryMap<InstId, Option<Point>> {
    let mut places = SecondaryMap::new();
    for (id, block) in &function.blocks {
        for (index, &inst) in block.insts.iter().enumerate() {
            places[inst] = Some((id, index as u32));
        }
    }
    places
}
