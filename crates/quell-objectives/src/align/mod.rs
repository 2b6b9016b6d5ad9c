//! Alignment: the expression of the source that an instruction implements.
//!
//! - **Sites are found in the IR and described in the source.** The instructions of a function are aligned in order, so that
//!   operands are known before the instructions that use them. The place of an instruction in the debug information names a few
//!   nodes of the source; the kind of the instruction, the names of variables, the values of constants and the nodes of its
//!   operands decide among them. Where these contradict each other, or several nodes remain, the instruction has no node and
//!   gets no mutant: a wrong description would be a false statement.

mod assigned;
pub mod bit_fields;
mod branches;
mod casts;
mod checks;
mod data;
mod fused;
mod initialisers;
mod intrinsics;
mod lists;
pub mod literal;
mod macros;
pub mod names;
mod operands;
mod regions;
pub mod rounds;
pub mod shapes;
mod signs;
mod subscripts;
mod truths;

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::analysis::cfg::Cfg;
use quell_ir::analysis::dominators::Dominators;
use quell_ir::debug::DebugInfo;
use quell_ir::{
    BlockId, FuncId, Function, InstId, InstKind, LocalDef, LocalId, Module, TypeId, Value,
};
use quell_source::{Kind, Language, NodeId};
use rustc_hash::FxHashMap;

use crate::tree::Tree;

pub use assigned::Reach;
pub use branches::{Branch, Decision};
pub use checks::Guard;
pub use data::Readers;
pub use fused::Fused;
pub use initialisers::Part;
pub use names::{Address, Named, Names};
pub use operands::{Form, Operand};
pub use rounds::{Bound, Rounds};
pub use shapes::Class;
pub use truths::{NoTruth, TruthSite, Truths};

/// An operand of an instruction; of a phi, the number of the incoming edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    pub inst: InstId,
    pub operand: u32,
}

/// An expression whose value is used.
#[derive(Clone, Debug)]
pub struct ValueSite {
    pub node: NodeId,
    pub at: Use,
    pub value: Value,
    pub ty: TypeId,
    /// Whether an integer is signed; `None` if the source does not determine it.
    pub signed: Option<bool>,
    pub form: Form,
    /// The compound assignment whose target this is.
    pub target_of: Option<NodeId>,
    /// The number of the loop of which this is a bound or the step.
    pub bound: Option<(usize, Bound)>,
    /// Its destination, if it is no operand of the instruction.
    pub part: Option<Part>,
}

/// An instruction that implements an operator of the source.
#[derive(Clone, Debug)]
pub struct OperatorSite {
    pub node: NodeId,
    pub inst: InstId,
    pub signed: Option<bool>,
}

/// The alignment of one function.
#[derive(Debug, Default)]
pub struct Alignment {
    pub operators: Vec<OperatorSite>,
    pub values: Vec<ValueSite>,
    /// Initial values of constant variables that only this function reads.
    pub data: Vec<ValueSite>,
    pub branches: Vec<Branch>,
    pub decisions: Vec<Decision>,
    pub rounds: Vec<Rounds>,
    /// Comparisons that flang inverted, together with their branches.
    pub inverted: BTreeSet<InstId>,
    /// Every instruction with its node.
    pub nodes: BTreeMap<InstId, NodeId>,
    /// Instructions of a node, by what they do.
    pub insts: BTreeMap<(NodeId, Class), InstId>,
    /// Instructions that look like an operator of the source, and whose node is not known.
    pub unaligned: Vec<InstId>,
}

/// The data of one function that alignment uses.
#[derive(Debug)]
pub struct Aligner<'a> {
    pub module: &'a Module,
    pub id: FuncId,
    pub function: &'a Function,
    pub info: DebugInfo<'a>,
    pub tree: &'a Tree,
    pub names: Names,
    pub block_of: FxHashMap<InstId, BlockId>,
    pub users: FxHashMap<LocalId, Vec<Use>>,
    /// The byte of the source that an instruction is placed at.
    pub places: FxHashMap<InstId, u32>,
    /// The inverse: the instructions at a byte, each with its number in the order of the function.
    placed: BTreeMap<u32, Vec<(usize, InstId)>>,
    /// Rust's checks, and the instructions that test for them.
    pub guards: Vec<Guard>,
    pub tests: BTreeSet<InstId>,
    pub dominators: Dominators,
    /// Fortran's loops whose bounds are not known yet.
    loops: Vec<rounds::Parts>,
    pub found: Alignment,
}

impl<'a> Aligner<'a> {
    /// Aligns a function whose text is in `tree`.
    pub fn run(module: &'a Module, id: FuncId, tree: &'a Tree) -> Self {
        let function = &module.functions[id];
        let info = DebugInfo::new(module);
        let mut aligner = Self {
            module,
            id,
            function,
            info,
            tree,
            names: Names::new(&info, function),
            block_of: FxHashMap::default(),
            users: FxHashMap::default(),
            places: FxHashMap::default(),
            placed: BTreeMap::new(),
            guards: Vec::new(),
            tests: BTreeSet::new(),
            dominators: Dominators::new(&Cfg::new(function)),
            loops: Vec::new(),
            found: Alignment::default(),
        };
        aligner.index();
        aligner.collect_guards();
        aligner.collect_loops();
        for block in function.blocks.values() {
            for &inst in &block.insts {
                aligner.align(inst);
            }
        }
        aligner.collect_rounds();
        aligner.forget_parts();
        aligner.collect_values();
        aligner.collect_branches();
        aligner.collect_decisions();
        aligner
    }

    fn index(&mut self) {
        let mut number = 0;
        for (id, block) in &self.function.blocks {
            for &inst in &block.insts {
                self.block_of.insert(inst, id);
                if let Some(place) = self.find_place(inst) {
                    self.places.insert(inst, place);
                    self.placed.entry(place).or_default().push((number, inst));
                }
                number += 1;
                let mut operand = 0;
                self.function.insts[inst].kind.for_each_operand(|&value| {
                    if let Value::Local(local) = value {
                        let users = self.users.entry(local).or_default();
                        users.push(Use { inst, operand });
                    }
                    operand += 1;
                });
            }
        }
    }

    /// The byte of the source that an instruction is placed at. Inlined code and code of other files
    /// has none.
    pub fn place(&self, inst: InstId) -> Option<u32> {
        self.places.get(&inst).copied()
    }

    fn find_place(&self, inst: InstId) -> Option<u32> {
        let at = self.info.span_of(self.function, inst)?;
        let own = at.inlined_at.is_empty() && at.place.line > 0;
        let same_file =
            self.tree.path == crate::sources::full_path(at.place.file, at.place.directory);
        let column = match self.tree.language() {
            Language::Fortran => at.place.column.max(1),
            _ => at.place.column,
        };
        (own && same_file)
            .then(|| self.tree.offset(at.place.line, column))
            .flatten()
    }

    fn align(&mut self, inst: InstId) {
        let kind = self.kind_of(inst);
        let Some(class) = self.class_of(kind) else {
            return;
        };
        let Some(place) = self.place(inst).filter(|_| !self.is_bookkeeping(inst)) else {
            return;
        };
        match self.choose(inst, class, place) {
            Some(node) => {
                self.found.nodes.insert(inst, node);
                if self.is_turned_round(inst, node) {
                    self.found.inverted.insert(inst);
                }
                if class == Class::Compute && !self.is_invented(inst) {
                    self.add_operators(inst, node);
                }
                self.found.insts.insert((node, class), inst);
            }
            None if class == Class::Compute && !self.is_invented(inst) => {
                self.found.unaligned.push(inst);
            }
            None => {}
        }
    }

    /// The operator of an instruction; a fused operation has two.
    fn add_operators(&mut self, inst: InstId, node: NodeId) {
        let signed = self.signed_result(inst);
        let product = self.fused(inst, node).map(|fused| fused.product);
        for node in product.into_iter().chain([node]) {
            let site = OperatorSite { node, inst, signed };
            if self.is_folded_away(inst, node) {
                continue;
            }
            self.found.operators.push(site);
            self.found.insts.insert((node, Class::Compute), inst);
        }
    }

    /// The node that an instruction implements, if it can be no other.
    fn choose(&self, inst: InstId, class: Class, place: u32) -> Option<NodeId> {
        let candidates = self.tree.at(place).iter().copied();
        let candidates = candidates.flat_map(|node| [Some(node), self.assigned(node, class)]);
        let candidates = candidates.flatten();
        let free = candidates.filter(|&node| !self.found.insts.contains_key(&(node, class)));
        let fitting: Vec<(NodeId, operands::Agreement)> = free
            .filter_map(|node| Some((node, self.fit(inst, class, node)?)))
            .filter(|fit| fit.1 != operands::Agreement::No)
            .collect();
        let certain = fitting.iter().find(|fit| fit.1 == operands::Agreement::Yes);
        match (certain, &fitting[..]) {
            (Some(fit), _) => Some(fit.0),
            // Flang gives all instructions of a statement the position of its start, where a single candidate is not conclusive.
            (None, [only]) if self.tree.language() != Language::Fortran => Some(only.0),
            _ => None,
        }
    }

    /// rustc gives the computation of `b & c` in `a = b & c` the position of the assignment.
    fn assigned(&self, node: NodeId, class: Class) -> Option<NodeId> {
        let plain = self.tree.kind(node) == Kind::Assign(None) && class == Class::Compute;
        let value = self.tree.child(node, 1)?;
        (plain && self.tree.language() == Language::Rust).then(|| self.tree.bare(value))
    }

    /// The instruction that defines a value.
    pub fn def(&self, value: Value) -> Option<InstId> {
        match value {
            Value::Local(local) => match self.function.locals[local].def {
                LocalDef::Inst(inst) => Some(inst),
                LocalDef::Param(_) => None,
            },
            _ => None,
        }
    }

    pub fn kind_of(&self, inst: InstId) -> &'a InstKind {
        &self.function.insts[inst].kind
    }

    /// The value of an operand.
    pub fn value_at(&self, at: Use) -> Option<Value> {
        let operands = self.kind_of(at.inst).operands();
        operands.get(at.operand as usize).copied()
    }

    pub fn type_of(&self, value: Value) -> Option<TypeId> {
        self.module.value_type(self.function, value)
    }

    /// The users of an instruction's result.
    pub fn users_of(&self, inst: InstId) -> &[Use] {
        let result = self.function.insts[inst].result.expand();
        let users = result.and_then(|local| self.users.get(&local));
        users.map_or(&[], Vec::as_slice)
    }

    /// Every value that an aligned instruction takes from a child of its node, once per place.
    fn collect_values(&mut self) {
        let mut seen = BTreeSet::new();
        let mut sites = Vec::new();
        for (&inst, &node) in &self.found.nodes {
            for (child, at) in self.children_of(inst, node) {
                let Some(site) = self.value_site(child, at) else {
                    continue;
                };
                if seen.insert((site.node, site.at)) {
                    sites.push(site);
                }
            }
        }
        let more = self.tested_values().into_iter();
        for site in more
            .chain(self.bound_values())
            .chain(self.returned_values())
            .chain(self.initial_values())
            .chain(self.field_values())
        {
            if seen.insert((site.node, site.at)) {
                sites.push(site);
            }
        }
        sites.sort_by_key(|site| (self.tree.node(site.node).span, site.at));
        self.found.values = sites;
    }

    /// Numbers that are conditions, as in `while (n)`: the compiler compares them with zero.
    fn tested_values(&self) -> Vec<ValueSite> {
        let insts = self.function.insts.keys();
        let tests =
            insts.filter(|inst| self.tests_truth(*inst) && !self.found.nodes.contains_key(inst));
        let sites = tests.filter_map(|inst| {
            let at = Use { inst, operand: 0 };
            let value = self.value_at(at)?;
            let node = *self.found.nodes.get(&self.def(value)?)?;
            self.value_site(self.given_on(node, &[value])?, at)
        });
        sites.collect()
    }

    /// The value that Rust returns, if the code to return it has the position of the end of the function.
    fn returned_values(&self) -> Vec<ValueSite> {
        let rust = self.tree.language() == Language::Rust;
        let blocks = self.function.blocks.keys().filter(|_| rust);
        let ends = blocks.filter_map(|block| self.function.terminator(block));
        let sites = ends.filter_map(|inst| {
            let InstKind::Ret { value: Some(value) } = *self.kind_of(inst) else {
                return None;
            };
            let place = self.place(self.def(value)?)?;
            let nodes = self.tree.at(place).iter();
            let mut returns = nodes.filter(|&&node| self.tree.kind(node) == Kind::Return);
            let value = self.tree.child(*returns.next()?, 0)?;
            let unknown = !self.found.nodes.contains_key(&inst);
            self.value_site(value, Use { inst, operand: 0 })
                .filter(|_| unknown)
        });
        sites.collect()
    }

    fn value_site(&self, child: NodeId, at: Use) -> Option<ValueSite> {
        let operand = self.operand(child, at)?;
        let form = operand.form?;
        if self.is_only_written(operand.node, operand.value) {
            return None;
        }
        Some(ValueSite {
            node: operand.node,
            at: operand.at,
            value: operand.value,
            ty: self.type_of(operand.value)?,
            signed: self.signed_value(operand.node, operand.value),
            form,
            target_of: self.target_of(operand.node, at),
            bound: None,
            part: None,
        })
    }

    /// Whether a node is the `a` of `a = b`, of which nothing is read: flang places all of a statement at its start.
    fn is_only_written(&self, node: NodeId, value: Value) -> bool {
        let read = self.def_is(value, |kind| matches!(kind, InstKind::Load { .. }));
        let target = self.tree.holder(node).is_some_and(|(holder, child)| {
            self.tree.kind(holder) == Kind::Assign(None)
                && self.tree.child(holder, 0) == Some(child)
        });
        read && target
    }

    /// The assignment `a += b` of which a node is the `a`.
    fn target_of(&self, node: NodeId, at: Use) -> Option<NodeId> {
        let (holder, child) = self.tree.holder(node)?;
        let first = self.tree.child(holder, 0) == Some(child);
        let compound = match self.tree.kind(holder) {
            Kind::Assign(op) => op.is_some(),
            Kind::Update { .. } => true,
            _ => false,
        };
        let own = self.found.nodes.get(&at.inst) == Some(&holder);
        (first && compound && own).then_some(holder)
    }
}
