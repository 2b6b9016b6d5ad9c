//! A source file with its tree, and queries on it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::fingerprint::Fingerprints;
use crate::language::Language;
use crate::lines::Lines;
use crate::macros::{self, MacroCall, MacroEvent};
use crate::node::{Kind, Node, NodeId, Span};
use crate::parse;

/// A parsed source file.
#[derive(Debug)]
pub struct SourceFile {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) language: Language,
    pub(crate) nodes: Vec<Node>,
    /// Comments and other text without meaning, in order.
    pub(crate) comments: Vec<Span>,
    pub(crate) errors: Vec<Span>,
    pub(crate) macros: Vec<MacroEvent>,
    pub(crate) lines: Lines,
    /// Nodes by the start of their tokens, innermost first.
    pub(crate) by_token: Vec<(u32, NodeId)>,
    /// Nodes by the start of their spans, innermost first.
    pub(crate) by_start: Vec<(u32, NodeId)>,
    pub(crate) fingerprints: OnceLock<Fingerprints>,
}

impl SourceFile {
    /// Parses a text. Never fails: what does not parse is [`Kind::Other`], and its span is in [`Self::errors`].
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

    /// The text of a span; empty if the span is not one of this file.
    pub fn text(&self, span: Span) -> &str {
        let range = span.start as usize..span.end as usize;
        self.text.get(range).unwrap_or("")
    }

    /// Spans that the grammar cannot parse.
    pub fn errors(&self) -> &[Span] {
        &self.errors
    }

    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The node with an id, which must come from this file.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// The node and its descendants in preorder.
    pub fn descend(&self, id: NodeId) -> Descend<'_> {
        Descend {
            file: self,
            todo: vec![id],
        }
    }

    /// The ancestors of a node, the parent first.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(id).parent, |id| self.node(*id).parent)
    }

    /// The closest ancestor whose kind satisfies the predicate.
    pub fn enclosing(&self, id: NodeId, is_wanted: impl Fn(Kind) -> bool) -> Option<NodeId> {
        self.ancestors(id).find(|id| is_wanted(self.kind(*id)))
    }

    /// The offset of a line and column, which count from 1; columns are bytes.
    pub fn offset(&self, line: u32, column: u32) -> Option<u32> {
        self.lines.offset(line, column)
    }

    /// The line and column of an offset.
    pub fn position(&self, offset: u32) -> (u32, u32) {
        self.lines.position(offset)
    }

    /// Nodes whose token starts at the offset, innermost first.
    pub fn at_token(&self, offset: u32) -> impl Iterator<Item = NodeId> {
        equal_range(&self.by_token, offset)
    }

    /// Nodes that start at the offset, innermost first.
    pub fn starting_at(&self, offset: u32) -> impl Iterator<Item = NodeId> {
        equal_range(&self.by_start, offset)
    }

    /// The smallest node that contains this byte; the root if there is none.
    pub fn innermost_at(&self, offset: u32) -> NodeId {
        let mut id = self.root();
        loop {
            let children = &self.node(id).children;
            let count = children.partition_point(|child| self.node(*child).span.start <= offset);
            let mut before = children[..count].iter().rev();
            // Only `Empty` nodes, which have no bytes, may share an offset with a sibling.
            let last = before.find(|child| self.kind(**child) != Kind::Empty);
            match last.filter(|child| self.node(**child).span.end > offset) {
                Some(child) => id = *child,
                None => return id,
            }
        }
    }

    /// The innermost statement of a node, itself if it is one.
    pub fn statement_of(&self, id: NodeId) -> Option<NodeId> {
        let mut all = std::iter::once(id).chain(self.ancestors(id));
        let found = all.find(|id| {
            let kind = self.kind(*id);
            kind.is_statement() || kind == Kind::Function
        });
        found.filter(|id| self.kind(*id) != Kind::Function)
    }

    /// The innermost function of a node, itself if it is one.
    pub fn function_of(&self, id: NodeId) -> Option<NodeId> {
        let mut all = std::iter::once(id).chain(self.ancestors(id));
        all.find(|id| self.kind(*id) == Kind::Function)
    }

    /// All functions, in the order of the text.
    pub fn functions(&self) -> impl Iterator<Item = NodeId> {
        let all = self.descend(self.root());
        all.filter(|id| self.kind(*id) == Kind::Function)
    }

    /// The macro whose name is at the offset, if this file defines it before.
    pub fn macro_call_at(&self, offset: u32) -> Option<MacroCall<'_>> {
        macros::call_at(&self.text, &self.macros, offset)
    }

    /// The names of the macros that this file defines.
    pub fn macro_names(&self) -> BTreeSet<&str> {
        self.macros.iter().map(MacroEvent::name).collect()
    }

    /// A fingerprint of a node that is the same in every run and on every platform, and unchanged by edits
    /// elsewhere: a hash of the text of its statement, the path from there to the node, and the number of
    /// equal statements before it in functions of the same name.
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

/// The iterator of [`SourceFile::descend`].
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
