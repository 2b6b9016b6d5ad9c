//! Global variables in the source.

use super::DebugInfo;
use super::expression::Expression;
use super::node::Node;
use super::place::file_of;
use crate::entity::{GlobalId, MdId};

/// A variable of static duration: a global, a static local, a member of a Fortran module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalVariable<'m> {
    pub global: GlobalId,
    /// The `DIGlobalVariable`.
    pub node: MdId,
    pub name: Option<&'m str>,
    pub linkage_name: Option<&'m str>,
    pub ty: Option<MdId>,
    pub scope: Option<MdId>,
    pub file: Option<&'m str>,
    pub line: u32,
    /// Whether it is not visible outside the file.
    pub local: bool,
    pub artificial: bool,
    /// The computation of the variable from the address of the global: offsets for COMMON, fragments
    /// for globals that the compiler has split.
    pub expression: Expression<'m>,
}

impl<'m> DebugInfo<'m> {
    /// The variables of all globals with debug information, in the order of the module.
    pub fn globals(&self) -> Vec<GlobalVariable<'m>> {
        let globals = self.module.globals.iter();
        let attached = globals.flat_map(|(id, of)| of.dbg.iter().map(move |&node| (id, node)));
        attached
            .filter_map(|(id, node)| self.global_variable(id, node))
            .collect()
    }

    /// The variables of one global, of which there may be several, as in COMMON.
    pub fn global_variables(&self, global: GlobalId) -> Vec<GlobalVariable<'m>> {
        let attached = self
            .module
            .globals
            .get(global)
            .map_or(&[][..], |of| &of.dbg);
        let variables = attached.iter().copied();
        variables
            .filter_map(|node| self.global_variable(global, node))
            .collect()
    }

    fn global_variable(&self, global: GlobalId, attached: MdId) -> Option<GlobalVariable<'m>> {
        let pair = self.node(attached)?;
        let (node, expression) = match pair.kind() {
            "DIGlobalVariableExpression" => (pair.node("var")?, pair.reference("expr")),
            _ => (pair, None),
        };
        let node = Some(node).filter(|node| node.kind() == "DIGlobalVariable")?;
        Some(GlobalVariable {
            global,
            node: node.id,
            name: node.text("name"),
            linkage_name: node.text("linkageName"),
            ty: node.reference("type"),
            scope: node.reference("scope"),
            file: file_of(&node).map(|file| file.0),
            line: node.u32("line").unwrap_or(0),
            local: node.bool("isLocal"),
            artificial: is_artificial(&node),
            expression: expression.map_or_else(Expression::default, |id| self.expression(id)),
        })
    }
}

/// Whether the compiler generated a variable. Names of flang's type tables begin with a dot, those of
/// Rust's vtables with `<`.
fn is_artificial(node: &Node<'_>) -> bool {
    let is_generated = |name: &str| name.starts_with('.') || name.starts_with('<');
    node.has_flag("flags", "DIFlagArtificial") || node.text("name").is_none_or(is_generated)
}
