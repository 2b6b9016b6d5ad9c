//! The copy of a function that behaves as the selected one of its mutants.

use std::collections::BTreeMap;

use quell_ir::inst::Access;
use quell_ir::opcode::Flags;
use quell_ir::{
    BlockId, ConstId, FuncId, InstId, InstKind, LocalDef, LocalId, Module, Type, TypeId, Value,
};

use super::globals::Runtime;
use super::plan::{FunctionPlan, NewIncoming};
use super::{demote, recorded};
use crate::apply::{lower_code, phis_of, rewrite_phis, split_edge};
use crate::edit::{Change, Replacement};
use crate::support;
use quell_ir::build::{Editor, give_result, make_inst};

/// Builds the mutants into `id`, a copy of their function.
pub(super) fn mutate(module: &mut Module, id: FuncId, plan: &FunctionPlan<'_>, runtime: &Runtime) {
    let void = module.types.intern(Type::Void);
    let Some(selected) = load_selected(module, id, runtime) else {
        return;
    };
    let mut builder = Builder {
        module,
        id,
        plan,
        counter: runtime.count,
        selected,
        void,
        ends: BTreeMap::new(),
        others: BTreeMap::new(),
        new_edges: Vec::new(),
    };
    let blocks: Vec<BlockId> = builder.module.functions[id].blocks.keys().collect();
    for &block in &blocks {
        builder.block(block);
    }
    builder.connect_phis(&blocks);
    for (&(from, to), news) in &plan.edges {
        builder.edge(from, to, news);
    }
    demote::repair(module, id);
}

/// The number of the selected mutant, read once at the entry.
fn load_selected(module: &mut Module, id: FuncId, runtime: &Runtime) -> Option<Value> {
    let entry = module.functions[id].entry()?;
    let number = module.types.int(32);
    let mut editor = Editor::at(module, id, entry);
    let insts = editor.take_block(entry);
    let (ptr, access) = (runtime.mutant, Access::default());
    let selected = editor.value(InstKind::Load { ptr, access }, number);
    insts.iter().for_each(|&inst| editor.keep(inst));
    Some(selected)
}

struct Builder<'m, 'p> {
    module: &'m mut Module,
    id: FuncId,
    plan: &'p FunctionPlan<'p>,
    counter: FuncId,
    selected: Value,
    void: TypeId,
    /// The block in which the code of a block ends now.
    ends: BTreeMap<BlockId, BlockId>,
    /// Blocks of mutants that leave a block in its place.
    others: BTreeMap<BlockId, Vec<BlockId>>,
    /// Edges that mutants add: from which block, instead of which one, to where.
    new_edges: Vec<(BlockId, BlockId, BlockId)>,
}

impl Builder<'_, '_> {
    fn editor(&mut self, block: BlockId) -> Editor<'_> {
        Editor::at(self.module, self.id, block)
    }

    fn block(&mut self, block: BlockId) {
        let insts = self.editor(block).take_block(block);
        let mut current = block;
        for inst in insts {
            let at_site = self.plan.sites.get(&inst).into_iter().flatten();
            let changes: Vec<(u32, &Change)> = at_site
                .filter_map(|here| Some((here.number, here.change?)))
                .collect();
            match changes.is_empty() {
                false => current = self.site(block, current, inst, &changes),
                true => self.editor(current).keep(inst),
            }
        }
        self.ends.insert(block, current);
    }

    /// Chooses between the original instruction and the changes; returns the block where control continues.
    fn site(
        &mut self,
        block: BlockId,
        current: BlockId,
        inst: InstId,
        changes: &[(u32, &Change)],
    ) -> BlockId {
        let original = self.editor(current).new_block();
        let ways: Vec<(u32, BlockId)> = changes
            .iter()
            .map(|change| (change.0, self.editor(current).new_block()))
            .collect();
        self.choose(current, original, &ways);
        let ends = self.module.functions[self.id].insts[inst]
            .kind
            .is_terminator();
        if ends {
            self.editor(original).keep(inst);
            for (&(_, way), &(_, change)) in ways.iter().zip(changes) {
                self.change(block, way, inst, change);
            }
            return original;
        }
        let join = self.editor(current).new_block();
        let old_result = self.move_original(original, inst, join);
        let mut incoming = Vec::new();
        incoming.extend(old_result.map(|(_, now)| (Value::Local(now), original)));
        for (&(_, way), &(_, change)) in ways.iter().zip(changes) {
            if let Some(result) = self.change(block, way, inst, change) {
                incoming.push((result, way));
            }
            if let Change::Replace(_) = change {
                self.editor(way).jump(join);
            }
        }
        if let Some((local, _)) = old_result {
            self.join_results(join, local, incoming);
        }
        join
    }

    fn choose(&mut self, current: BlockId, original: BlockId, ways: &[(u32, BlockId)]) {
        let cases: Box<[(ConstId, BlockId)]> = ways
            .iter()
            .filter_map(|&(number, way)| Some((self.number(number)?, way)))
            .collect();
        let value = self.selected;
        self.editor(current).effect(InstKind::Switch {
            value,
            default: original,
            cases,
        });
    }

    fn number(&mut self, number: u32) -> Option<ConstId> {
        match support::int(self.module, 32, i64::from(number)) {
            Value::Const(id) => Some(id),
            _ => None,
        }
    }

    /// The original instruction in its own block, with a result of its own: the local that it had, and the one
    /// that it has now.
    fn move_original(
        &mut self,
        block: BlockId,
        inst: InstId,
        join: BlockId,
    ) -> Option<(LocalId, LocalId)> {
        let function = &mut self.module.functions[self.id];
        let local = function.insts[inst].result.expand();
        let moved = local.map(|local| (local, give_result(function, inst)));
        let mut editor = self.editor(block);
        editor.keep(inst);
        editor.jump(join);
        moved
    }

    /// The replacement of the instruction.
    fn change(
        &mut self,
        block: BlockId,
        way: BlockId,
        inst: InstId,
        change: &Change,
    ) -> Option<Value> {
        match change {
            Change::Replace(new) => {
                let result = self.code(way, inst, new);
                self.note_edges(block, way);
                result
            }
            Change::Jump(dest) => {
                let counter = self.counter;
                let mut editor = self.editor(way);
                editor.call(counter, &[]);
                editor.jump(*dest);
                self.note_edges(block, way);
                None
            }
            Change::Return(new) => {
                let value = self.code(way, inst, new);
                self.editor(way).effect(InstKind::Ret { value });
                self.note_edges(block, way);
                None
            }
            Change::Incoming { .. } => None,
        }
    }

    fn code(&mut self, way: BlockId, inst: InstId, new: &Replacement) -> Option<Value> {
        let base = self.plan.base;
        let function = &mut self.module.functions[self.id];
        let code = lower_code(function, &self.module.types, (base, inst), new);
        function.blocks[way].insts.extend(code.insts);
        code.result
    }

    /// A path that leaves the block by itself.
    fn note_edges(&mut self, block: BlockId, way: BlockId) {
        let function = &self.module.functions[self.id];
        let Some(end) = function.terminator(way) else {
            return;
        };
        let kind = &function.insts[end].kind;
        if kind.is_terminator() {
            let edges = kind.successors().map(|to| (way, block, to));
            self.new_edges.extend(edges);
            self.others.entry(block).or_default().push(way);
        }
    }

    /// The local of the instruction becomes the result of the chosen path.
    fn join_results(&mut self, join: BlockId, local: LocalId, incoming: Vec<(Value, BlockId)>) {
        let function = &mut self.module.functions[self.id];
        let ty = function.locals[local].ty;
        let kind = InstKind::Phi {
            flags: Flags::NONE,
            incoming: incoming.into(),
        };
        let phi = make_inst(function, kind, ty, false, None);
        function.insts[phi].result = Some(local).into();
        function.locals[local].def = LocalDef::Inst(phi);
        function.blocks[join].insts.insert(0, phi);
    }

    /// Updates the predecessors in phis of the original.
    fn connect_phis(&mut self, blocks: &[BlockId]) {
        for &block in blocks {
            let new: Vec<_> = self
                .new_edges
                .iter()
                .filter(|edge| edge.2 == block)
                .map(|&(way, instead_of, _)| (way, instead_of))
                .collect();
            let ends = &self.ends;
            rewrite_phis(&mut self.module.functions[self.id], block, |entries| {
                let value_from = |from| entries.iter().find(|entry| entry.1 == from);
                let added: Vec<_> = new
                    .iter()
                    .filter_map(|&(way, from)| Some((value_from(from)?.0, way)))
                    .collect();
                for entry in entries.iter_mut() {
                    entry.1 = ends.get(&entry.1).copied().unwrap_or(entry.1);
                }
                entries.extend(added);
            });
        }
    }

    /// New values of phis are chosen on the edges to them, from all blocks that take the place of their source.
    fn edge(&mut self, from: BlockId, to: BlockId, news: &[NewIncoming<'_>]) {
        let mut origins = vec![self.ends.get(&from).copied().unwrap_or(from)];
        origins.extend(self.others.get(&from).into_iter().flatten());
        for origin in origins {
            if self.leads(origin, to) {
                self.single_edge(origin, to, news);
            }
        }
    }

    fn leads(&self, from: BlockId, to: BlockId) -> bool {
        let function = &self.module.functions[self.id];
        let end = function.terminator(from);
        end.is_some_and(|end| function.insts[end].kind.successors().any(|next| next == to))
    }

    fn single_edge(&mut self, origin: BlockId, to: BlockId, news: &[NewIncoming<'_>]) {
        let function = &mut self.module.functions[self.id];
        let gate = split_edge(function, self.void, origin, to);
        let original = split_edge(function, self.void, gate, to);
        function.blocks[gate].insts.clear();
        let mut by_number: BTreeMap<u32, Vec<&NewIncoming<'_>>> = BTreeMap::new();
        for new in news {
            by_number.entry(new.number).or_default().push(new);
        }
        let mut ways = Vec::new();
        for (number, news) in by_number {
            let way = self.editor(gate).new_block();
            let values: BTreeMap<InstId, Value> = news
                .iter()
                .filter_map(|new| Some((new.phi, self.code(way, new.phi, new.value)?)))
                .collect();
            self.editor(way).jump(to);
            self.add_entries(to, (original, way), &values);
            ways.push((number, way));
        }
        self.choose(gate, original, &ways);
    }

    /// Control also comes from `way`, with the same values as from `like` except where there are new ones.
    fn add_entries(
        &mut self,
        to: BlockId,
        (like, way): (BlockId, BlockId),
        values: &BTreeMap<InstId, Value>,
    ) {
        let function = &mut self.module.functions[self.id];
        for phi in phis_of(function, to) {
            if let InstKind::Phi { incoming, .. } = &mut function.insts[phi].kind {
                let mut entries = std::mem::take(incoming).into_vec();
                let same = entries.iter().find(|entry| entry.1 == like);
                let value = values.get(&phi).copied().or(same.map(|entry| entry.0));
                entries.extend(value.map(|value| (value, way)));
                *incoming = entries.into();
            }
        }
    }
}

/// A function without copies: mutants are built in, and recording notes only that it is entered.
pub(super) fn in_place(
    module: &mut Module,
    id: FuncId,
    plan: &FunctionPlan<'_>,
    runtime: &Runtime,
) {
    super::work::count(module, id, runtime.count);
    mutate(module, id, plan, runtime);
    recorded::record_entry(module, id, plan, runtime);
}
