//! Local variables and parameters of a function, and the locations of their values.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::DebugInfo;
use super::address::{StaticAddress, static_address};
use super::expression::Expression;
use super::node::Node;
use super::place::file_of;
use crate::constant::ConstKind;
use crate::entity::{ConstId, InstId, LocalId, MdId};
use crate::function::{DbgKind, DbgRecord, Function};
use crate::metadata::Metadata;

/// A variable of the source in a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable<'m> {
    /// The `DILocalVariable`.
    pub node: MdId,
    /// `None` if it has no name in the source.
    pub name: Option<&'m str>,
    /// `None` only if the metadata is malformed.
    pub ty: Option<MdId>,
    /// The position among the parameters, from 1; `None` for other variables.
    pub arg: Option<u32>,
    /// A subprogram or lexical block.
    pub scope: Option<MdId>,
    pub file: Option<&'m str>,
    pub line: u32,
    /// Whether the compiler generated it.
    pub artificial: bool,
    /// The `DILocation` of the inlined call, if it belongs to inlined code.
    pub inlined_at: Option<MdId>,
    /// In the order of the function; empty if the variable was optimised away.
    pub places: Vec<VariablePlace<'m>>,
}

/// The location of a variable according to one debug record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariablePlace<'m> {
    /// The instruction that follows the record.
    pub before: InstId,
    /// Whether the operand is the address of the variable for all of its lifetime, not its value from
    /// here on.
    pub is_address: bool,
    pub source: VariableSource,
    /// The computation of the variable from the operand.
    pub expression: Expression<'m>,
}

/// The operand of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VariableSource {
    Local(LocalId),
    /// In a global: Fortran's COMMON and SAVE.
    Static(StaticAddress),
    Const(ConstId),
    /// Several operands that the expression combines.
    Several(Vec<MdId>),
    /// Optimised away from here on.
    Gone,
}

type Key = (MdId, Option<MdId>);

impl<'m> DebugInfo<'m> {
    /// The variables of `function`: its parameters in order, then the others in the order of their
    /// records, including those of inlined functions.
    pub fn variables(&self, function: &Function) -> Vec<Variable<'m>> {
        let mut found: IndexMap<Key, Variable<'m>, FxBuildHasher> = IndexMap::default();
        for record in &function.dbg_records {
            let Some((node, place)) = self.read_record(record) else {
                continue;
            };
            let inlined_at = self.inlined_at(record);
            let Some(variable) = self.local_variable(node, inlined_at) else {
                continue;
            };
            let entry = found.entry((node, inlined_at)).or_insert(variable);
            entry.places.push(place);
        }
        for node in self.retained(function) {
            if let Some(variable) = self.local_variable(node, None) {
                found.entry((node, None)).or_insert(variable);
            }
        }
        let mut variables: Vec<Variable<'m>> = found.into_values().collect();
        variables.sort_by_key(|of| match (of.inlined_at, of.arg) {
            (None, Some(arg)) => arg,
            _ => u32::MAX,
        });
        variables
    }

    /// Variables that the compiler lists with the function even if they are optimised away.
    fn retained(&self, function: &Function) -> Vec<MdId> {
        let node = function.subprogram.expand().and_then(|id| self.node(id));
        let listed = node.map_or(&[][..], |node| node.list("retainedNodes"));
        listed.iter().copied().flatten().collect()
    }

    fn inlined_at(&self, record: &DbgRecord) -> Option<MdId> {
        let location = self.chain(record.loc.expand()?).next()?;
        location.inlined_at.expand()
    }

    /// A variable without places; `None` if the node is not a variable.
    fn local_variable(&self, id: MdId, inlined_at: Option<MdId>) -> Option<Variable<'m>> {
        let node = Node::of_kind(self.module, id, "DILocalVariable")?;
        Some(Variable {
            node: id,
            name: node.text("name"),
            ty: node.reference("type"),
            arg: node.u32("arg").filter(|&arg| arg > 0),
            scope: node.reference("scope"),
            file: file_of(&node).map(|file| file.0),
            line: node.u32("line").unwrap_or(0),
            artificial: node.has_flag("flags", "DIFlagArtificial"),
            inlined_at,
            places: Vec::new(),
        })
    }

    fn read_record(&self, record: &DbgRecord) -> Option<(MdId, VariablePlace<'m>)> {
        let (variable, operand, expr, is_address) = match record.kind {
            DbgKind::Declare {
                location,
                variable,
                expr,
            } => (variable, location, expr, true),
            DbgKind::Value {
                location,
                variable,
                expr,
            }
            | DbgKind::DeclareValue {
                location,
                variable,
                expr,
            } => (variable, location, expr, false),
            DbgKind::Assign {
                value,
                variable,
                expr,
                ..
            } => (variable, value, expr, false),
            DbgKind::Label { .. } => return None,
        };
        let place = VariablePlace {
            before: record.before,
            is_address,
            source: self.source(operand),
            expression: self.expression(expr),
        };
        Some((variable, place))
    }

    fn source(&self, operand: MdId) -> VariableSource {
        match self.module.metadata.get(operand) {
            Some(Metadata::Local(local)) => VariableSource::Local(*local),
            Some(Metadata::Const(constant)) => self.constant_source(*constant),
            Some(Metadata::ArgList(args)) => VariableSource::Several(args.to_vec()),
            _ => VariableSource::Gone,
        }
    }

    fn constant_source(&self, constant: ConstId) -> VariableSource {
        match self.module.consts.get(constant).kind {
            ConstKind::Undef | ConstKind::Poison => VariableSource::Gone,
            _ => match static_address(self.module, constant) {
                Some(address) => VariableSource::Static(address),
                None => VariableSource::Const(constant),
            },
        }
    }
}
