//! Conversion of the grammars' trees to Quell's, by a table of rules for each language.
//!
//! Nothing here recurses over the depth of the text: pending nodes are on a stack.

use crate::lines::clamp;
use crate::names::Names;
use crate::node::{Kind, Node, NodeId, Span};

/// A node of a grammar's tree.
pub(crate) type Raw<'t> = tree_sitter::Node<'t>;

/// Whether the value of an expression is used, which matters in Rust only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    Value,
    Effect,
}

/// Which part of a grammar's node is the token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Token {
    /// The whole node.
    Whole,
    /// The first child: a keyword.
    First,
    /// The child in this field.
    Field(&'static str),
    /// The first child of this kind.
    Kind(&'static str),
}

/// How a kind of node is converted.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// Dropped with its children: types, attributes, comments.
    Skip,
    /// Replaced by its children.
    Splice,
    /// A node without children.
    Leaf(Kind),
    /// A node with all children.
    All(Kind, Token),
    /// A node with the child in each of the fields, `Empty` for a missing one.
    Fields(Kind, Token, &'static [&'static str]),
    /// Converted by a function.
    Special(Special),
}

pub(crate) type Special = for<'t> fn(&Mapper<'_>, Raw<'t>, Want) -> Vec<Part<'t>>;

/// A row of a language's table: the grammar's name of a kind of node, and its rule.
pub(crate) type Row = (&'static str, Rule);

/// A part of the result of a conversion.
#[derive(Debug)]
pub(crate) enum Part<'t> {
    /// A grammar's node, to be converted by the table.
    Raw(Raw<'t>, Want),
    /// A new node.
    Make(Make<'t>),
    /// A text that the grammar has not parsed, to be parsed as arguments or elements.
    Arguments(Span),
}

/// A node to be added to the tree.
#[derive(Debug)]
pub(crate) struct Make<'t> {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    pub(crate) token: Span,
    pub(crate) parts: Vec<Part<'t>>,
}

/// The context of a conversion.
pub(crate) struct Mapper<'a> {
    /// The text of the file.
    pub(crate) text: &'a str,
    pub(crate) rules: fn(&str) -> Option<Rule>,
    /// The difference between offsets in the file and in the grammar's tree.
    pub(crate) shift: i64,
    pub(crate) names: &'a Names,
}

impl Mapper<'_> {
    /// The span of a node in the file, without blanks and line breaks at its end, which some of the grammars' nodes include.
    pub(crate) fn span(&self, raw: Raw<'_>) -> Span {
        let start = self.offset(raw.start_byte());
        let end = self.offset(raw.end_byte());
        let text = self.text.get(start as usize..end as usize);
        let blanks = text.map_or(0, |text| text.len() - text.trim_end().len());
        Span {
            start,
            end: end - clamp(blanks),
        }
    }

    fn offset(&self, raw: usize) -> u32 {
        let shifted = i64::from(clamp(raw)) + self.shift;
        let inside = shifted.clamp(0, i64::from(clamp(self.text.len())));
        u32::try_from(inside).unwrap_or(u32::MAX)
    }

    /// The text of a node in the file, which may differ from the text that the grammar has parsed.
    pub(crate) fn text(&self, raw: Raw<'_>) -> &str {
        let span = self.span(raw);
        let range = span.start as usize..span.end as usize;
        self.text.get(range).unwrap_or("")
    }

    pub(crate) fn token(&self, raw: Raw<'_>, token: Token) -> Span {
        let found = match token {
            Token::Whole => None,
            Token::First => raw.child(0),
            Token::Field(name) => raw.child_by_field_name(name),
            Token::Kind(kind) => child_of_kind(raw, kind),
        };
        self.span(found.unwrap_or(raw))
    }

    pub(crate) fn make<'t>(
        &self,
        kind: Kind,
        raw: Raw<'t>,
        token: Token,
        parts: Vec<Part<'t>>,
    ) -> Make<'t> {
        let (span, token) = (self.span(raw), self.token(raw, token));
        Make {
            kind,
            span,
            token,
            parts,
        }
    }

    /// The child in each field, `Empty` for a missing one.
    pub(crate) fn fields<'t>(&self, raw: Raw<'t>, names: &[&str]) -> Vec<Part<'t>> {
        let mut end = self.span(raw).start;
        let mut parts = Vec::new();
        for name in names {
            match raw.child_by_field_name(name) {
                Some(child) => {
                    end = self.span(child).end;
                    parts.push(value(child));
                }
                None => parts.push(empty(end)),
            }
        }
        parts
    }

    fn expand<'t>(&self, raw: Raw<'t>, want: Want) -> Vec<Part<'t>> {
        if raw.is_missing() {
            return vec![empty(self.span(raw).start)];
        }
        let unknown = Rule::All(Kind::Other, Token::Whole);
        let rule = (self.rules)(raw.kind()).unwrap_or(unknown);
        let make = match rule {
            Rule::Skip => return Vec::new(),
            Rule::Splice => return all_below(raw),
            Rule::Special(function) => return function(self, raw, want),
            Rule::Leaf(kind) => self.make(kind, raw, Token::Whole, Vec::new()),
            Rule::All(kind, token) => self.make(kind, raw, token, all_below(raw)),
            Rule::Fields(kind, token, names) => {
                self.make(kind, raw, token, self.fields(raw, names))
            }
        };
        vec![Part::Make(make)]
    }
}

/// A node whose value is used.
pub(crate) fn value(raw: Raw<'_>) -> Part<'_> {
    Part::Raw(raw, Want::Value)
}

/// An `Empty` node at an offset.
pub(crate) fn empty<'t>(at: u32) -> Part<'t> {
    let span = Span { start: at, end: at };
    leaf(Kind::Empty, span)
}

/// A node without children that is its own token.
pub(crate) fn leaf<'t>(kind: Kind, span: Span) -> Part<'t> {
    Part::Make(Make {
        kind,
        span,
        token: span,
        parts: Vec::new(),
    })
}

/// The named children, without comments.
pub(crate) fn named(raw: Raw<'_>) -> Vec<Raw<'_>> {
    let mut cursor = raw.walk();
    let children = raw.named_children(&mut cursor);
    children.filter(|child| !is_comment(*child)).collect()
}

pub(crate) fn all_children(raw: Raw<'_>) -> Vec<Raw<'_>> {
    let mut cursor = raw.walk();
    raw.children(&mut cursor).collect()
}

pub(crate) fn child_of_kind<'t>(raw: Raw<'t>, kind: &str) -> Option<Raw<'t>> {
    let mut cursor = raw.walk();
    raw.children(&mut cursor).find(|child| child.kind() == kind)
}

pub(crate) fn all_below(raw: Raw<'_>) -> Vec<Part<'_>> {
    named(raw).into_iter().map(value).collect()
}

pub(crate) fn is_comment(raw: Raw<'_>) -> bool {
    raw.kind().ends_with("comment")
}

/// Exactly one part: several parts are combined to `Other`, none gives `Empty`.
pub(crate) fn exactly_one<'t>(mut parts: Vec<Part<'t>>, span: Span) -> Part<'t> {
    match parts.len() {
        0 => empty(span.start),
        1 => parts.remove(0),
        _ => Part::Make(Make {
            kind: Kind::Other,
            span,
            token: span,
            parts,
        }),
    }
}

/// The nodes of a tree, with the depth of each.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    pub(crate) nodes: Vec<Node>,
    pub(crate) depths: Vec<u32>,
}

impl Arena {
    pub(crate) fn add(
        &mut self,
        kind: Kind,
        span: Span,
        token: Span,
        parent: Option<NodeId>,
    ) -> NodeId {
        let id = NodeId(clamp(self.nodes.len()));
        let span = parent.map_or(span, |parent| fit(span, self.room_below(parent)));
        let token = fit(token, span);
        let depth = parent.map_or(0, |parent| self.depths[parent.0 as usize] + 1);
        if let Some(parent) = parent {
            self.nodes[parent.0 as usize].children.push(id);
        }
        self.depths.push(depth);
        self.nodes.push(Node {
            kind,
            span,
            token,
            parent,
            children: Vec::new(),
        });
        id
    }

    /// The span that the next child may have: inside its parent and after its siblings. The grammars' trees of
    /// malformed texts may violate this.
    fn room_below(&self, parent: NodeId) -> Span {
        let parent = &self.nodes[parent.0 as usize];
        let last = parent.children.last();
        let start = last.map_or(parent.span.start, |last| {
            self.nodes[last.0 as usize].span.end
        });
        Span {
            start,
            ..parent.span
        }
    }

    /// Adds the parts with their descendants, and returns the texts that are yet to be parsed, with their parents.
    pub(crate) fn grow<'t>(
        &mut self,
        mapper: &Mapper<'_>,
        parts: Vec<Part<'t>>,
        parent: NodeId,
    ) -> Vec<(NodeId, Span)> {
        let mut unread = Vec::new();
        let mut todo: Vec<(Part<'t>, NodeId)> = Vec::new();
        push_all(&mut todo, parts, parent);
        while let Some((part, parent)) = todo.pop() {
            match part {
                Part::Raw(raw, want) => push_all(&mut todo, mapper.expand(raw, want), parent),
                Part::Arguments(span) => unread.push((parent, span)),
                Part::Make(make) => {
                    let id = self.add(make.kind, make.span, make.token, Some(parent));
                    push_all(&mut todo, make.parts, id);
                }
            }
        }
        unread
    }
}

fn fit(span: Span, room: Span) -> Span {
    let start = span.start.clamp(room.start, room.end);
    Span {
        start,
        end: span.end.clamp(start, room.end),
    }
}

/// Pushes parts so that the first is popped first.
fn push_all<'t>(todo: &mut Vec<(Part<'t>, NodeId)>, parts: Vec<Part<'t>>, parent: NodeId) {
    todo.extend(parts.into_iter().rev().map(|part| (part, parent)));
}
