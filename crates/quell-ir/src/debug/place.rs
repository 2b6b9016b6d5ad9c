//! Places in the source: of instructions, of scopes, through inlined calls.

use std::collections::BTreeMap;

use super::node::Node;
use super::{DebugInfo, MAX_STEPS};
use crate::entity::{InstId, MdId};
use crate::function::Function;
use crate::metadata::{Location, Metadata};

/// A line and column in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<'m> {
    /// As the compiler was given it, usually relative to `directory`.
    pub file: &'m str,
    pub directory: &'m str,
    /// 0 when the compiler made the instruction up.
    pub line: u32,
    /// 0 when unknown.
    pub column: u32,
    /// The source name of the function that the text at this place belongs to.
    pub function: Option<&'m str>,
    /// The innermost scope, a subprogram or lexical block.
    pub scope: MdId,
}

/// Where an instruction comes from. For code inlined into its function, the calls it came through
/// are listed from the innermost to the one that stands in the function itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourcePlace<'m> {
    pub place: Place<'m>,
    pub inlined_at: Vec<Place<'m>>,
}

impl<'m> SourcePlace<'m> {
    /// The place in the text of the function that the instruction stands in.
    pub fn in_function(&self) -> &Place<'m> {
        self.inlined_at.last().unwrap_or(&self.place)
    }
}

impl<'m> DebugInfo<'m> {
    /// The place of an instruction; `None` when it has none or the metadata is malformed.
    pub fn span_of(&self, function: &Function, inst: InstId) -> Option<SourcePlace<'m>> {
        let location = function.insts.get(inst)?.dbg.expand()?;
        self.place_of(location)
    }

    /// The place that a `DILocation` stands for.
    pub fn place_of(&self, location: MdId) -> Option<SourcePlace<'m>> {
        let mut places = self.chain(location).filter_map(|at| self.single_place(at));
        Some(SourcePlace {
            place: places.next()?,
            inlined_at: places.collect(),
        })
    }

    /// The location, then those of the calls it was inlined through.
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

    /// The scope and those around it, innermost first.
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

    /// The function that a local scope belongs to.
    pub(super) fn subprogram_of(&self, scope: MdId) -> Option<Node<'m>> {
        let last = self.local_scopes(scope).last();
        last.filter(|node| node.kind() == "DISubprogram")
    }

    /// The source name of the function that a local scope belongs to.
    pub fn subprogram_name(&self, scope: MdId) -> Option<&'m str> {
        self.subprogram_of(scope)?.text("name")
    }

    /// File name and directory of the nearest scope that names a file.
    pub(super) fn file_of_scope(&self, scope: MdId) -> Option<(&'m str, &'m str)> {
        self.scopes(scope).find_map(|node| file_of(&node))
    }
}

/// The file a node names, or is.
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

/// The lines that each scope of a function covers, as far as its instructions tell: debug
/// information says where a block begins, not where it ends.
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
            // Of inlined code only the place of the outermost call is in this function.
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

/// Makes the range of a scope cover another one; line 0 is no line.
fn widen(ranges: &mut BTreeMap<MdId, (u32, u32)>, scope: MdId, (first, last): (u32, u32)) {
    if first == 0 {
        return;
    }
    let range = ranges.entry(scope).or_insert((first, last));
    *range = (range.0.min(first), range.1.max(last));
}
