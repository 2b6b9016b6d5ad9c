//! The user's text for alignment: nodes by the position that a compiler gives them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quell_source::{Kind, Language, Node, NodeId, SourceFile, Span, UnaryOp};

use crate::ctypes::dictionary::Dictionary;
use crate::grafts::{self, Graft, Grafts};
use crate::rewrite::{self, Rewrite};

/// A parsed file with an index of its nodes by place.
#[derive(Debug)]
pub struct Tree {
    /// As the debug information names it.
    pub path: String,
    file: SourceFile,
    /// Nodes by the place a compiler gives to their code, operands before operators.
    by_place: BTreeMap<u32, Vec<NodeId>>,
    /// Names by the line that they are on.
    names: BTreeMap<u32, Vec<NodeId>>,
    grafts: Grafts,
    /// The names of C's bit-fields, and whether they are truth values.
    pub bit_fields: BTreeMap<String, bool>,
    /// The meanings of names of C.
    pub dictionary: Arc<Dictionary>,
}

impl Tree {
    pub fn new(path: String, file: SourceFile) -> Self {
        Self::build(path, file, &BTreeSet::new())
    }

    /// The tree without the expansions of these uses of macros.
    pub fn without(&self, uses: &BTreeSet<Span>) -> Self {
        let text = self.file.whole_text();
        let written = text.get(..self.grafts.length).unwrap_or(text);
        let file = SourceFile::parse(self.file.path(), written.to_owned(), self.language());
        Self {
            bit_fields: self.bit_fields.clone(),
            dictionary: self.dictionary.clone(),
            ..Self::build(self.path.clone(), file, uses)
        }
    }

    fn build(path: String, file: SourceFile, excluded: &BTreeSet<Span>) -> Self {
        let (file, grafts) = grafts::graft(file, excluded);
        let mut tree = Self {
            path,
            file,
            by_place: BTreeMap::new(),
            names: BTreeMap::new(),
            grafts: Grafts::default(),
            bit_fields: BTreeMap::new(),
            dictionary: Arc::default(),
        };
        // Without its own parentheses an expansion may be split by the enclosing operators.
        let mut grafts = grafts;
        grafts.retain(|graft| {
            let statement = tree.kind(graft.used) == Kind::Expression;
            let binds = rewrite::strength(&tree, graft.root);
            statement || binds >= rewrite::required(&tree, graft.used)
        });
        tree.grafts = grafts;
        tree.index();
        tree
    }

    fn index(&mut self) {
        for id in self.file.descend(self.file.root()) {
            if self.file.node(id).kind == Kind::Name {
                let (line, _) = self.file.position(self.file.node(id).span.start);
                self.names.entry(line).or_default().push(id);
            }
        }
        for graft in &self.grafts.all {
            let place = graft.expansion.span.start;
            let mut evaluated = self.operands_first(graft.root);
            evaluated.retain(|&id| self.is_evaluated(id));
            self.by_place.entry(place).or_default().extend(evaluated);
        }
        for id in self.operands_first(self.file.root()) {
            if let Some(place) = self.place_of(id).filter(|_| !self.is_replaced(id)) {
                self.by_place.entry(place).or_default().push(id);
            }
        }
    }

    /// Whether a node of a macro has code: no operand of `sizeof`, and no name of what is only written to.
    fn is_evaluated(&self, id: NodeId) -> bool {
        let mut above = self.file.ancestors(id);
        let written = self.kind(id) == Kind::Name
            && self
                .holder(id)
                .is_some_and(|(holder, child)| match self.kind(holder) {
                    Kind::Declaration | Kind::Unary(UnaryOp::AddressOf) => true,
                    Kind::Declared | Kind::Assign(None) => self.child(holder, 0) == Some(child),
                    _ => false,
                });
        !written && !above.any(|above| self.kind(above) == Kind::SizeOf)
    }

    /// Whether a node is part of a macro's use or of its expansion.
    fn is_replaced(&self, id: NodeId) -> bool {
        if self.grafts.all.is_empty() {
            return false;
        }
        let mut all = std::iter::once(id).chain(self.file.ancestors(id));
        let used = all.any(|id| self.grafts.root_of(id).is_some());
        let statement = self.grafts.root_of(id).is_some() && self.kind(id) == Kind::Expression;
        used && !statement || self.grafts.around(self.node(id).span).is_some()
    }

    /// All nodes, children before their parents. Nothing recurses over the depth of the text.
    fn operands_first(&self, root: NodeId) -> Vec<NodeId> {
        let mut order = Vec::new();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            order.push(id);
            open.extend(self.node(id).children.iter().copied());
        }
        order.reverse();
        order
    }

    /// The position that the compiler gives to the code of a node.
    fn place_of(&self, id: NodeId) -> Option<u32> {
        let node = self.node(id);
        match self.language() {
            Language::C => Some(c_place(self, node)),
            Language::Rust => Some(self.rust_place(id)),
            Language::Fortran => {
                let statement = self.file.statement_of(id)?;
                let label = self
                    .parent(statement)
                    .filter(|&parent| self.kind(parent) == Kind::Labelled);
                Some(self.node(label.unwrap_or(statement)).span.start)
            }
        }
    }

    /// Rustc places an expression where it begins, parentheses included, and a value that is stored or
    /// returned where the value begins. The call of a method is where its name is.
    fn rust_place(&self, id: NodeId) -> u32 {
        let node = self.node(id);
        if let Some(method) = self.method(id) {
            return self.node(method).token.start;
        }
        let shown = match (node.kind, node.children.last()) {
            (Kind::Declared | Kind::Return, Some(&value)) => value,
            _ => id,
        };
        let outermost = std::iter::successors(Some(shown), |&id| {
            self.parent(id)
                .filter(|&parent| self.kind(parent) == Kind::Paren)
        });
        let outermost = outermost.last().unwrap_or(shown);
        self.node(outermost).span.start
    }

    /// The node of the function in `x.method(y)`.
    pub fn method(&self, id: NodeId) -> Option<NodeId> {
        let callee = self.child(id, 0)?;
        let is_method = self.kind(id) == Kind::Call
            && self.language() == Language::Rust
            && matches!(self.kind(callee), Kind::Member { .. });
        is_method.then_some(callee)
    }

    pub fn language(&self) -> Language {
        self.file.language()
    }

    pub fn file(&self) -> &SourceFile {
        &self.file
    }

    pub fn node(&self, id: NodeId) -> &Node {
        self.file.node(id)
    }

    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    pub fn child(&self, id: NodeId, index: usize) -> Option<NodeId> {
        self.node(id).children.get(index).copied()
    }

    /// The enclosing node; for an expansion it is the node that encloses the use.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(self.standing_for(id)).parent
    }

    /// The use that a node is in the place of; otherwise the node itself.
    fn standing_for(&self, id: NodeId) -> NodeId {
        self.grafts.used_by(id).unwrap_or(id)
    }

    /// The expansion of the use of a macro.
    pub fn expanded(&self, id: NodeId) -> Option<NodeId> {
        self.grafts.root_of(id)
    }

    /// The uses of macros and their expansions.
    pub fn grafts(&self) -> &[Graft] {
        &self.grafts.all
    }

    /// The use of a macro that a node is part of.
    pub fn graft_of(&self, id: NodeId) -> Option<&Graft> {
        self.grafts.around(self.node(id).span)
    }

    /// Where the user finds a node: that of a macro where the macro is used.
    pub fn shown_span(&self, id: NodeId) -> Span {
        let node = self.node(id);
        let graft = self.grafts.around(node.span);
        graft.map_or(node.span, |graft| graft.expansion.span)
    }

    /// A change of the text that the user wrote.
    pub fn resolve(&self, rewrite: Rewrite) -> Rewrite {
        match self.grafts.around(rewrite.span) {
            Some(graft) => graft.resolve(rewrite),
            None => rewrite,
        }
    }

    /// The node and all its descendants, with macros expanded.
    pub fn descend(&self, id: NodeId) -> Vec<NodeId> {
        let mut order = Vec::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let id = self.expanded(id).unwrap_or(id);
            order.push(id);
            open.extend(self.node(id).children.iter().rev().copied());
        }
        order
    }

    pub fn text(&self, span: Span) -> &str {
        self.file.text(span)
    }

    pub fn node_text(&self, id: NodeId) -> &str {
        self.text(self.node(id).span)
    }

    /// The nodes whose code the compiler places here, operands before operators.
    pub fn at(&self, place: u32) -> &[NodeId] {
        self.by_place.get(&place).map_or(&[], Vec::as_slice)
    }

    /// The names on a line, in the order of the text.
    pub fn names_on(&self, line: u32) -> &[NodeId] {
        self.names.get(&line).map_or(&[], Vec::as_slice)
    }

    /// The byte at a line and column, both from 1.
    pub fn offset(&self, line: u32, column: u32) -> Option<u32> {
        self.file.offset(line, column)
    }

    /// Line and column of a byte, both from 1.
    pub fn position(&self, offset: u32) -> (u32, u32) {
        self.file.position(offset)
    }

    /// The node without parentheses, or the expansion of a macro.
    pub fn bare(&self, id: NodeId) -> NodeId {
        let inside = |id: NodeId| match self.kind(id) {
            Kind::Paren => self.child(id, 0),
            _ => self.expanded(id),
        };
        std::iter::successors(Some(id), |&id| inside(id))
            .last()
            .unwrap_or(id)
    }

    /// The node around it that is not parentheses, and the child of that node which holds it.
    pub fn holder(&self, id: NodeId) -> Option<(NodeId, NodeId)> {
        let mut id = id;
        loop {
            let parent = self.parent(id)?;
            if self.kind(parent) != Kind::Paren {
                return Some((parent, self.standing_for(id)));
            }
            id = parent;
        }
    }

    /// The place of a child among the children of its parent.
    pub fn child_index(&self, parent: NodeId, child: NodeId) -> Option<usize> {
        let children = &self.node(parent).children;
        let child = self.standing_for(child);
        children.iter().position(|&id| id == child)
    }

    /// Whether `inner` is `outer` or a descendant of it.
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        std::iter::successors(Some(inner), |&id| self.parent(id)).any(|id| id == outer)
    }

    /// The nearest node above (or the node itself) that fits.
    pub fn nearest(&self, id: NodeId, fits: impl Fn(Kind) -> bool) -> Option<NodeId> {
        std::iter::successors(Some(id), |&id| self.parent(id)).find(|&id| fits(self.kind(id)))
    }
}

/// Clang places operators at their token, and everything else where its text begins.
fn c_place(tree: &Tree, node: &Node) -> u32 {
    match node.kind {
        Kind::Binary(_)
        | Kind::Logical(_)
        | Kind::Unary(_)
        | Kind::Assign(_)
        | Kind::Update { .. }
        | Kind::Member { .. } => node.token.start,
        Kind::Declared => {
            let name = node.children.first();
            name.map_or(node.span.start, |&name| tree.node(name).span.start)
        }
        _ => node.span.start,
    }
}
