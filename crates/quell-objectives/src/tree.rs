//! The user's text as the alignment needs it: nodes by the place that a compiler gives them.

use std::collections::BTreeMap;

use quell_source::{Kind, Language, Node, NodeId, SourceFile, Span};

/// A parsed file with an index of its nodes by place.
#[derive(Debug)]
pub struct Tree {
    /// As the debug information names it.
    pub path: String,
    file: SourceFile,
    /// Nodes by the place a compiler gives to their code, operands before operators.
    by_place: BTreeMap<u32, Vec<NodeId>>,
}

impl Tree {
    pub fn new(path: String, file: SourceFile) -> Self {
        let mut tree = Self {
            path,
            file,
            by_place: BTreeMap::new(),
        };
        tree.index();
        tree
    }

    fn index(&mut self) {
        for id in self.operands_first() {
            if let Some(place) = self.place_of(id) {
                self.by_place.entry(place).or_default().push(id);
            }
        }
    }

    /// All nodes, children before their parents. Nothing recurses over the depth of the text.
    fn operands_first(&self) -> Vec<NodeId> {
        let mut order = Vec::new();
        let mut open = vec![self.file.root()];
        while let Some(id) = open.pop() {
            order.push(id);
            open.extend(self.node(id).children.iter().copied());
        }
        order.reverse();
        order
    }

    /// Where the compiler says the code of a node is.
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
    /// returned where the value begins.
    fn rust_place(&self, id: NodeId) -> u32 {
        let node = self.node(id);
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

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
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

    /// The byte at a line and column, both from 1.
    pub fn offset(&self, line: u32, column: u32) -> Option<u32> {
        self.file.offset(line, column)
    }

    /// Line and column of a byte, both from 1.
    pub fn position(&self, offset: u32) -> (u32, u32) {
        self.file.position(offset)
    }

    /// The node with parentheses taken off.
    pub fn bare(&self, id: NodeId) -> NodeId {
        let mut id = id;
        while self.kind(id) == Kind::Paren {
            match self.child(id, 0) {
                Some(inner) => id = inner,
                None => break,
            }
        }
        id
    }

    /// The node around it that is not parentheses, and the child of that node which holds it.
    pub fn holder(&self, id: NodeId) -> Option<(NodeId, NodeId)> {
        let mut id = id;
        loop {
            let parent = self.parent(id)?;
            if self.kind(parent) != Kind::Paren {
                return Some((parent, id));
            }
            id = parent;
        }
    }

    /// The place of a child among the children of its parent.
    pub fn child_index(&self, parent: NodeId, child: NodeId) -> Option<usize> {
        let children = &self.node(parent).children;
        children.iter().position(|&id| id == child)
    }

    /// Whether `inner` is `outer` or stands somewhere below it.
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
