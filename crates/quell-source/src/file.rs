//! A source file: its text, its tree, and the ways to find one's way in it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::fingerprint::Fingerprints;
use crate::language::Language;
use crate::lines::Lines;
use crate::macros::{self, MacroCall, MacroEvent};
use crate::node::{Kind, Node, NodeId, Span};
use crate::parse;

#[derive(Debug)]
pub struct SourceFile {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) language: Language,
    pub(crate) nodes: Vec<Node>,
    /// Comments, and what else of the text means nothing; in order.
    pub(crate) comments: Vec<Span>,
    pub(crate) errors: Vec<Span>,
    pub(crate) macros: Vec<MacroEvent>,
    pub(crate) lines: Lines,
    /// Nodes by where their tokens start, the innermost first; and by where they start themselves.
    pub(crate) by_token: Vec<(u32, NodeId)>,
    pub(crate) by_start: Vec<(u32, NodeId)>,
    pub(crate) fingerprints: OnceLock<Fingerprints>,
}

impl SourceFile {
    /// Never fails: what does not parse is `Kind::Other`, and `errors` says where it is.
    pub fn parse(path: impl Into<PathBuf>, text: String, language: Language) -> SourceFile {
        parse::parse(path.into(), text, language)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn language(&self) -> Language {
        self.language
    }

    pub fn whole_text(&self) -> &str {
        &self.text
    }

    /// Empty if the span is not one of this file.
    pub fn text(&self, span: Span) -> &str {
        let range = span.start as usize..span.end as usize;
        self.text.get(range).unwrap_or("")
    }

    /// Places where the text is not what the language allows.
    pub fn errors(&self) -> &[Span] {
        &self.errors
    }

    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Ids are of use only with the file they come from.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// The node and all below it, parents before children, in the order of the text.
    pub fn descend(&self, id: NodeId) -> Descend<'_> {
        Descend {
            file: self,
            todo: vec![id],
        }
    }

    /// The nodes above, the parent first.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(id).parent, |id| self.node(*id).parent)
    }

    /// The closest node above (not the node itself) of such a kind.
    pub fn enclosing(&self, id: NodeId, is_wanted: impl Fn(Kind) -> bool) -> Option<NodeId> {
        self.ancestors(id).find(|id| is_wanted(self.kind(*id)))
    }

    /// Lines and columns count from 1; columns are bytes.
    pub fn offset(&self, line: u32, column: u32) -> Option<u32> {
        self.lines.offset(line, column)
    }

    /// Line and column.
    pub fn position(&self, offset: u32) -> (u32, u32) {
        self.lines.position(offset)
    }

    /// Nodes whose token starts there, innermost first.
    pub fn at_token(&self, offset: u32) -> impl Iterator<Item = NodeId> {
        equal_range(&self.by_token, offset)
    }

    /// Nodes that start there, innermost first.
    pub fn starting_at(&self, offset: u32) -> impl Iterator<Item = NodeId> {
        equal_range(&self.by_start, offset)
    }

    /// The smallest node that holds this byte; the root if there is none.
    pub fn innermost_at(&self, offset: u32) -> NodeId {
        let mut id = self.root();
        loop {
            let children = &self.node(id).children;
            let count = children.partition_point(|child| self.node(*child).span.start <= offset);
            let mut before = children[..count].iter().rev();
            // Places left empty may stand between; nothing else overlaps.
            let last = before.find(|child| self.kind(**child) != Kind::Empty);
            match last.filter(|child| self.node(**child).span.end > offset) {
                Some(child) => id = *child,
                None => return id,
            }
        }
    }

    /// The statement the node is in, itself if it is one.
    pub fn statement_of(&self, id: NodeId) -> Option<NodeId> {
        let mut all = std::iter::once(id).chain(self.ancestors(id));
        let found = all.find(|id| {
            let kind = self.kind(*id);
            kind.is_statement() || kind == Kind::Function
        });
        found.filter(|id| self.kind(*id) != Kind::Function)
    }

    /// The function the node is in, itself if it is one.
    pub fn function_of(&self, id: NodeId) -> Option<NodeId> {
        let mut all = std::iter::once(id).chain(self.ancestors(id));
        all.find(|id| self.kind(*id) == Kind::Function)
    }

    /// All functions, in the order of the text.
    pub fn functions(&self) -> impl Iterator<Item = NodeId> {
        let all = self.descend(self.root());
        all.filter(|id| self.kind(*id) == Kind::Function)
    }

    /// The macro that the name at the offset is, if this file defines it before.
    pub fn macro_call_at(&self, offset: u32) -> Option<MacroCall<'_>> {
        macros::call_at(&self.text, &self.macros, offset)
    }

    /// The names that this file defines as macros.
    pub fn macro_names(&self) -> BTreeSet<&str> {
        self.macros.iter().map(MacroEvent::name).collect()
    }

    /// The same for every run and platform, and unchanged by edits elsewhere: made from the text of the
    /// statement, the way from there to the node, and the number of equal statements before it in
    /// functions of that name.
    pub fn fingerprint(&self, id: NodeId) -> u64 {
        let all = self.fingerprints.get_or_init(|| Fingerprints::of(self));
        all.get(id)
    }
}

fn equal_range(sorted: &[(u32, NodeId)], offset: u32) -> impl Iterator<Item = NodeId> {
    let start = sorted.partition_point(|(at, _)| *at < offset);
    let rest = sorted[start..].iter();
    rest.take_while(move |(at, _)| *at == offset)
        .map(|(_, id)| *id)
}

/// A walk down the tree; see [`SourceFile::descend`].
#[derive(Debug)]
pub struct Descend<'a> {
    file: &'a SourceFile,
    todo: Vec<NodeId>,
}

impl Iterator for Descend<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.todo.pop()?;
        let children = &self.file.node(id).children;
        self.todo.extend(children.iter().rev());
        Some(id)
    }
}
