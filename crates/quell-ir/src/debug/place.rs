//! Source positions of instructions, also through inlined calls, and line ranges of scopes.

use std::collections::BTreeMap;

use super::node::Node;
use super::{DebugInfo, MAX_STEPS};
use crate::entity::{InstId, MdId};
use crate::function::Function;
use crate::metadata::{Location, Metadata};

/// A line and column in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<'m> {
    /// As given to the compiler, usually relative to `directory`.
    pub file: &'m str,
    pub directory: &'m str,
    /// 0 if the compiler generated the instruction.
    pub line: u32,
    /// 0 if unknown.
    pub column: u32,
    /// The source name of the function that contains this place.
    pub function: Option<&'m str>,
    /// The innermost scope, a subprogram or lexical block.
    pub scope: MdId,
}

/// The place of an instruction. For inlined code, the places of the inlined calls are listed from the
/// innermost to the one in the function itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourcePlace<'m> {
    pub place: Place<'m>,
    pub inlined_at: Vec<Place<'m>>,
}

impl<'m> SourcePlace<'m> {
    /// The place in the source of the function that contains the instruction.
    pub fn in_function(&self) -> &Place<'m> {
        self.inlined_at.last().unwrap_or(&self.place)
    }
}

impl<'m> DebugInfo<'m> {
    /// The place of an instruction; `None` if it has none or the metadata is malformed.
    pub fn span_of(&self, function: &Function, inst: InstId) -> Option<SourcePlace<'m>> {
        let location = function.insts.get(inst)?.dbg.expand()?;
        self.place_of(location)
    }

    /// The place of a `DILocation`.
    pub fn place_of(&self, location: MdId) -> Option<SourcePlace<'m>> {
        let mut places = self.chain(location).filter_map(|at| self.single_place(at));
        Some(SourcePlace {
            place: places.next()?,
            inlined_at: places.collect(),
        })
    }

    /// The location, followed by those of the calls through which it was inlined.
    pub(super) fn chain(&self, location: MdId) -> impl Iterator<Item = &'m Location> + use<'m> {
        let module = self.module;
        let look = move |id: MdId| match module.metadata.get(id) {
            Some(Metadata::Location(location)) => Some(location),
            _ => None,
        };
        let next = move |of: &&'m Location| of.inlined_at.expand().and_then(look);
        std::iter::successors(look(location), next).take(MAX_STEPS)
    }

    fn single_place(&self, location: &Location) -> Option<Place<'m>> {
        let scope = location.scope.expand()?;
        let (file, directory) = self.file_of_scope(scope)?;
        Some(Place {
            file,
            directory,
            line: location.line,
            column: location.column,
            function: self.subprogram_of(scope).and_then(|sub| sub.text("name")),
            scope,
        })
    }

    /// The scope and its enclosing scopes, innermost first.
    pub(super) fn scopes(&self, scope: MdId) -> impl Iterator<Item = Node<'m>> + use<'m> {
        let first = self.node(scope);
        std::iter::successors(first, |node| node.node("scope")).take(MAX_STEPS)
    }

    /// The scopes from `scope` to its subprogram, that included.
    pub(super) fn local_scopes(&self, scope: MdId) -> impl Iterator<Item = Node<'m>> + use<'m> {
        let mut ended = false;
        self.scopes(scope).take_while(move |node| {
            let within = !ended && is_local_scope(node.kind());
            ended = node.kind() == "DISubprogram";
            within
        })
    }

    /// The subprogram of a local scope.
    pub(super) fn subprogram_of(&self, scope: MdId) -> Option<Node<'m>> {
        let last = self.local_scopes(scope).last();
        last.filter(|node| node.kind() == "DISubprogram")
    }

    /// The source name of the function of a local scope.
    pub fn subprogram_name(&self, scope: MdId) -> Option<&'m str> {
        self.subprogram_of(scope)?.text("name")
    }

    /// File name and directory of the nearest scope that names a file.
    pub(super) fn file_of_scope(&self, scope: MdId) -> Option<(&'m str, &'m str)> {
        self.scopes(scope).find_map(|node| file_of(&node))
    }
}

/// The name and directory of the file that a node refers to, or is.
pub(super) fn file_of<'m>(node: &Node<'m>) -> Option<(&'m str, &'m str)> {
    let file = match node.kind() {
        "DIFile" => *node,
        _ => node.node("file").filter(|file| file.kind() == "DIFile")?,
    };
    Some((file.text("filename")?, file.text("directory").unwrap_or("")))
}

fn is_local_scope(kind: &str) -> bool {
    matches!(
        kind,
        "DISubprogram" | "DILexicalBlock" | "DILexicalBlockFile"
    )
}

/// The lines of each scope of a function, according to its instructions: debug information has the
/// start of a block, but not its end.
#[derive(Clone, Debug, Default)]
pub struct ScopeRanges {
    lines: BTreeMap<MdId, (u32, u32)>,
}

impl ScopeRanges {
    pub fn new(info: &DebugInfo<'_>, function: &Function) -> Self {
        let mut direct: BTreeMap<MdId, (u32, u32)> = BTreeMap::new();
        for inst in function.insts.values() {
            let Some(location) = inst.dbg.expand() else {
                continue;
            };
            // For inlined code only the location of the outermost call is in this function.
            let last = info.chain(location).last();
            if let Some((scope, line)) = last.and_then(|at| Some((at.scope.expand()?, at.line))) {
                widen(&mut direct, scope, (line, line));
            }
        }
        let mut lines = BTreeMap::new();
        for (scope, range) in direct {
            for node in info.local_scopes(scope) {
                widen(&mut lines, node.id, range);
                let begin = node.u32("line").unwrap_or(0);
                widen(&mut lines, node.id, (begin, begin));
            }
        }
        Self { lines }
    }

    /// First and last line of a scope; `None` for a scope without instructions.
    pub fn lines(&self, scope: MdId) -> Option<(u32, u32)> {
        self.lines.get(&scope).copied()
    }
}

/// Extends the range of a scope to cover another one, unless that starts at line 0, which is unknown.
fn widen(ranges: &mut BTreeMap<MdId, (u32, u32)>, scope: MdId, (first, last): (u32, u32)) {
    if first == 0 {
        return;
    }
    let range = ranges.entry(scope).or_insert((first, last));
    *range = (range.0.min(first), range.1.max(last));
}
