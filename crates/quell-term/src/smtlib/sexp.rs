//! S-expressions, parsed without recursion.

use super::ParseError;

/// A position in a [`Tree`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

/// An atom or a list.
#[derive(Debug)]
pub(super) enum Sexp<'a> {
    Atom(&'a str),
    List(Vec<NodeId>),
}

#[derive(Debug)]
struct Node<'a> {
    sexp: Sexp<'a>,
    offset: usize,
}

/// The S-expressions of a text.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    pub roots: Vec<NodeId>,
}

impl<'a> Tree<'a> {
    pub fn parse(text: &'a str) -> Result<Tree<'a>, ParseError> {
        let mut tree = Tree {
            nodes: Vec::new(),
            roots: Vec::new(),
        };
        // The open lists, each with its offset and its items so far.
        let mut open: Vec<(usize, Vec<NodeId>)> = Vec::new();
        let mut rest = Tokens { text, at: 0 };
        while let Some((offset, token)) = rest.next()? {
            let done = match token {
                "(" => {
                    open.push((offset, Vec::new()));
                    continue;
                }
                ")" => {
                    let (start, items) = open.pop().ok_or(ParseError::Unbalanced { offset })?;
                    tree.add(start, Sexp::List(items))
                }
                atom => tree.add(offset, Sexp::Atom(atom)),
            };
            match open.last_mut() {
                Some((_, items)) => items.push(done),
                None => tree.roots.push(done),
            }
        }
        match open.pop() {
            Some((offset, _)) => Err(ParseError::Unbalanced { offset }),
            None => Ok(tree),
        }
    }

    fn add(&mut self, offset: usize, sexp: Sexp<'a>) -> NodeId {
        self.nodes.push(Node { sexp, offset });
        NodeId((self.nodes.len() - 1) as u32)
    }

    pub fn offset(&self, node: NodeId) -> usize {
        self.nodes[node.0 as usize].offset
    }

    /// The atom, if it is one.
    pub fn atom(&self, node: NodeId) -> Option<&'a str> {
        match self.nodes[node.0 as usize].sexp {
            Sexp::Atom(atom) => Some(atom),
            Sexp::List(_) => None,
        }
    }

    /// The items of a list; none for an atom.
    pub fn items(&self, node: NodeId) -> &[NodeId] {
        match &self.nodes[node.0 as usize].sexp {
            Sexp::Atom(_) => &[],
            Sexp::List(items) => items,
        }
    }

    /// The first item of a list, if it is an atom.
    pub fn head(&self, node: NodeId) -> Option<&'a str> {
        self.items(node).first().and_then(|&first| self.atom(first))
    }
}

struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    /// The next token with its offset.
    fn next(&mut self) -> Result<Option<(usize, &'a str)>, ParseError> {
        self.skip_blanks();
        let (start, rest) = (self.at, &self.text[self.at..]);
        let Some(first) = rest.chars().next() else {
            return Ok(None);
        };
        let unbalanced = ParseError::Unbalanced { offset: start };
        let length = match first {
            '(' | ')' => 1,
            '|' | '"' => 2 + rest[1..].find(first).ok_or(unbalanced)?,
            _ => rest
                .find(|c: char| c.is_whitespace() || "()|\";".contains(c))
                .unwrap_or(rest.len()),
        };
        self.at += length;
        Ok(Some((start, &rest[..length])))
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }
}
