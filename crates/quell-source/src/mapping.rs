//! From the trees of the grammars to ours: a table says what becomes of each kind of node.
//!
//! Nothing here recurses over the depth of the text: what is still to be done lies on a stack.

use crate::lines::clamp;
use crate::names::Names;
use crate::node::{Kind, Node, NodeId, Span};

pub(crate) type Raw<'t> = tree_sitter::Node<'t>;

/// Whether the value of an expression is used, which only Rust's text leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    Value,
    Effect,
}

/// Where the token of a node is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Token {
    Whole,
    /// The first thing below it: a keyword.
    First,
    /// The first thing in that field.
    Field(&'static str),
    /// The first thing below it of that kind.
    Kind(&'static str),
}

/// What becomes of a kind of node.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// Nothing of it is of interest: types, attributes, comments.
    Skip,
    /// What is below it belongs to its parent.
    Splice,
    /// A node without children.
    Leaf(Kind),
    /// A node with everything below it as children.
    All(Kind, Token),
    /// A node with a child for each of the fields, `Empty` where one is missing.
    Fields(Kind, Token, &'static [&'static str]),
    Special(Special),
}

pub(crate) type Special = for<'t> fn(&Mapper<'_>, Raw<'t>, Want) -> Vec<Part<'t>>;

/// A row of a language's table: the grammar's name of a kind of node.
pub(crate) type Row = (&'static str, Rule);

/// What a node of the grammar is replaced by.
#[derive(Debug)]
pub(crate) enum Part<'t> {
    /// Whatever the table says of this one.
    Raw(Raw<'t>, Want),
    Make(Make<'t>),
    /// A text that the grammar does not look into, to be read as arguments or elements.
    Arguments(Span),
}

/// A node to be made.
#[derive(Debug)]
pub(crate) struct Make<'t> {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    pub(crate) token: Span,
    pub(crate) parts: Vec<Part<'t>>,
}

/// The text and how to look at it.
pub(crate) struct Mapper<'a> {
    pub(crate) text: &'a str,
    pub(crate) rules: fn(&str) -> Option<Rule>,
    /// Added to the offsets of the grammar's tree to get those of the file.
    pub(crate) shift: i64,
    pub(crate) names: &'a Names,
}

impl Mapper<'_> {
    /// Some nodes of the grammars end with the line break; ours do not.
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

    /// The text of the file, whatever the grammar was shown.
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

    /// A child for each field.
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

/// A part whose value is used.
pub(crate) fn value(raw: Raw<'_>) -> Part<'_> {
    Part::Raw(raw, Want::Value)
}

/// A place left empty.
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

/// Everything that has a name in the grammar, comments excluded.
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

/// Exactly one part: what there is too much of is put together, what is missing is `Empty`.
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

/// The nodes made so far, and how deep each lies.
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

    /// Where the next child may be. The grammars' trees of wrong texts have things in odd places; in ours
    /// children lie inside of their parents, one after the other.
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

    /// Makes the parts and all below them; gives the texts that are yet to be read.
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

/// The first part is to be popped first.
fn push_all<'t>(todo: &mut Vec<(Part<'t>, NodeId)>, parts: Vec<Part<'t>>, parent: NodeId) {
    todo.extend(parts.into_iter().rev().map(|part| (part, parent)));
}
