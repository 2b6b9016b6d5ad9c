//! The rules of the catalogue, applied to the sites of a function.
//!
//! - **Uses are changed, not definitions.** Flang shares loads and Rust keeps variables in registers, so an operand is replaced
//!   where it is used, and in the checks that Rust makes of it.

mod arrays;
mod binary;
mod bounds;
mod calls;
mod checked;
pub(crate) mod compute;
mod conditions;
mod connectives;
mod constness;
mod dropped;
mod edges;
mod fused;
mod guarded;
mod jumps;
mod library;
mod parts;
pub(crate) mod pools;
mod ranges;
mod statements;
mod types;
mod values;
mod writable;

use std::collections::BTreeSet;

use quell_ir::{InstId, Module, TypeId};
use quell_source::NodeId;

use crate::align::Aligner;
use crate::catalogue::{Operator, Rule};
use crate::code::Code;
use crate::edit::Edit;
use crate::rewrite::Rewrite;

/// A mutant before it has a name.
#[derive(Clone, Debug)]
pub struct Draft {
    pub operator: &'static Operator,
    /// The expression or statement that is changed.
    pub node: NodeId,
    pub rewrite: Rewrite,
    pub edits: Vec<Edit>,
    /// The type of the new value in the IR, where an expression gets one.
    pub ty: Option<TypeId>,
}

/// One operator at work on one function.
#[derive(Debug)]
pub struct Workshop<'a> {
    pub aligner: &'a Aligner<'a>,
    /// The module that the edits are for; its functions are those that were aligned.
    pub module: &'a mut Module,
    pub operator: &'static Operator,
    pub drafts: Vec<Draft>,
    /// Whether the number of replacements at a place was limited.
    pub limited: bool,
    /// Elements whose index does not get all replacements, because their number is not known.
    pub unbounded: BTreeSet<NodeId>,
}

impl Workshop<'_> {
    pub fn run(&mut self) {
        for rule in self.operator.rules {
            self.apply(*rule);
        }
    }

    fn apply(&mut self, rule: Rule) {
        match rule {
            Rule::Swap(set) => self.swap(set),
            Rule::Bitwise => self.bitwise(),
            Rule::Keep(set, side) => self.keep(set, side),
            Rule::Verdict(verdict) => self.verdict(verdict),
            Rule::Value(forms, change) => self.change_values(forms, change),
            Rule::Connective(change) => self.change_connectives(change),
            Rule::Condition(change) => self.change_conditions(change),
            Rule::ValueAt(position, forms, change) => {
                self.change_values_at(position, forms, change);
            }
            Rule::Pointer(step) => self.move_pointers(step),
            Rule::Statement(change) => self.change_statements(change),
            Rule::Jump(change) => self.change_jumps(change),
            Rule::Substitute(what, by) => self.substitute(what, by),
            Rule::OtherArray => self.other_arrays(),
            Rule::DeleteCall => self.delete_calls(),
            Rule::SwapArguments => self.swap_arguments(),
            Rule::DropSign => self.drop_signs(),
            Rule::SwapSteps => self.swap_steps(),
            Rule::MakePlain(set) => self.make_plain(set),
            Rule::SwapFixity => self.swap_fixity(),
            Rule::DropInitialiser => self.drop_initialisers(),
        }
    }

    fn draft(&mut self, node: NodeId, rewrite: Rewrite, edits: Vec<Edit>) {
        self.drafts.push(Draft {
            operator: self.operator,
            node,
            rewrite,
            edits,
            ty: None,
        });
    }

    /// A draft whose new value has this type in the IR.
    fn draft_of(&mut self, node: NodeId, rewrite: Rewrite, edits: Vec<Edit>, ty: TypeId) {
        self.drafts.push(Draft {
            operator: self.operator,
            node,
            rewrite,
            edits,
            ty: Some(ty),
        });
    }

    /// New code for a place of the function.
    fn code(&mut self) -> Code<'_> {
        Code::new(self.module, self.aligner.function)
    }

    /// The first instruction, in the order of the function, of a node or anything below it.
    fn first_inst(&self, node: NodeId) -> Option<InstId> {
        let aligner = self.aligner;
        let blocks = aligner.function.blocks.values();
        let mut insts = blocks.flat_map(|block| block.insts.iter().copied());
        insts.find(|inst| {
            let own = aligner.found.nodes.get(inst);
            own.is_some_and(|&own| aligner.tree.contains(node, own))
        })
    }
}
