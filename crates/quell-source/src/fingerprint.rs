//! Fingerprints of nodes that survive edits elsewhere in the file.
//!
//! A fingerprint depends on the statement alone: its words, the path from it to the node, and the number of equal statements
//! before it in functions of the same name. Nested statements, blanks and comments do not count.

use std::collections::HashMap;

use crate::file::SourceFile;
use crate::language::Language;
use crate::node::{Kind, NodeId, Span};

/// The fingerprints of all nodes.
#[derive(Debug)]
pub(crate) struct Fingerprints(Vec<u64>);

impl Fingerprints {
    pub(crate) fn of(file: &SourceFile) -> Fingerprints {
        let mut hashes = vec![0; file.nodes.len()];
        let mut seen: HashMap<u64, u64> = HashMap::new();
        let names = function_names(file);
        for id in file.descend(file.root()) {
            if is_anchor(file, id) {
                let name = names[id.0 as usize].map_or("", |name| file.text(name));
                hashes[id.0 as usize] = anchor_hash(file, id, name, &mut seen);
            }
            hash_children(file, id, &mut hashes);
        }
        Fingerprints(hashes)
    }

    pub(crate) fn get(&self, id: NodeId) -> u64 {
        self.0[id.0 as usize]
    }
}

/// The hash of a statement or function: of its own text and of the number of equal ones before it.
fn anchor_hash(file: &SourceFile, id: NodeId, function: &str, seen: &mut HashMap<u64, u64>) -> u64 {
    let mut hash = Fnv::new();
    hash.text(function);
    hash_head(file, id, &mut hash);
    let before = seen.entry(hash.0).or_insert(0);
    hash.number(*before);
    *before += 1;
    hash.0
}

/// The hashes of the children of a node: of the node's hash and of the position among the children.
/// Statements are not counted, so that they can be added and removed. Blocks are counted separately.
fn hash_children(file: &SourceFile, id: NodeId, hashes: &mut [u64]) {
    let (mut blocks, mut others) = (0, 0);
    for child in &file.node(id).children {
        let is_block = file.kind(*child) == Kind::Block;
        let place = if is_block { &mut blocks } else { &mut others };
        let mut hash = Fnv::new();
        hash.number(hashes[id.0 as usize]);
        hash.byte(u8::from(is_block));
        hash.number(*place);
        // Overwritten for statements and functions when they are visited.
        hashes[child.0 as usize] = hash.0;
        *place += u64::from(is_block || !is_apart(file, *child));
    }
}

fn is_anchor(file: &SourceFile, id: NodeId) -> bool {
    let kind = file.kind(id);
    kind.is_statement() || (kind == Kind::Function && file.node(id).parent.is_some())
}

/// For each node the span of the name of its function; closures have none and inherit it.
fn function_names(file: &SourceFile) -> Vec<Option<Span>> {
    let mut names = vec![None; file.nodes.len()];
    for id in file.descend(file.root()) {
        let node = file.node(id);
        let inherited = node.parent.and_then(|parent| names[parent.0 as usize]);
        let named = node.kind == Kind::Function && node.token != node.span;
        names[id.0 as usize] = if named { Some(node.token) } else { inherited };
    }
    names
}

/// Whether the text of the node is not hashed with the statement around it.
fn is_apart(file: &SourceFile, id: NodeId) -> bool {
    let kind = file.kind(id);
    kind.is_statement() || matches!(kind, Kind::Block | Kind::Function)
}

/// Hashes the text of a statement without nested statements. Of a function the text is not hashed.
fn hash_head(file: &SourceFile, id: NodeId, hash: &mut Fnv) {
    let node = file.node(id);
    if node.kind == Kind::Function {
        return hash.text("function");
    }
    let mut hasher = TextHasher::new(file.language());
    let mut from = node.span.start;
    for hole in holes(file, id) {
        hasher.add(file, from, hole.start, hash);
        from = from.max(hole.end);
    }
    hasher.add(file, from, node.span.end, hash);
}

/// The spans of the outermost statements, blocks and functions below a statement, in the order of the text.
fn holes(file: &SourceFile, id: NodeId) -> Vec<Span> {
    let mut holes = Vec::new();
    let below = |id: NodeId| file.node(id).children.iter().rev().copied();
    let mut todo: Vec<NodeId> = below(id).collect();
    while let Some(id) = todo.pop() {
        if is_apart(file, id) {
            holes.push(file.node(id).span);
        } else {
            todo.extend(below(id));
        }
    }
    holes
}

/// Hashes text, ignoring comments, and blanks except between two words.
struct TextHasher {
    language: Language,
    last_is_word: bool,
    blank: bool,
}

impl TextHasher {
    fn new(language: Language) -> TextHasher {
        TextHasher {
            language,
            last_is_word: false,
            blank: false,
        }
    }

    fn add(&mut self, file: &SourceFile, start: u32, end: u32, hash: &mut Fnv) {
        let first = file
            .comments
            .partition_point(|comment| comment.end <= start);
        let mut from = start;
        for comment in &file.comments[first..] {
            if comment.start >= end {
                break;
            }
            self.add_bytes(
                file.text(Span {
                    start: from,
                    end: comment.start,
                }),
                hash,
            );
            self.blank = true;
            from = from.max(comment.end);
        }
        self.add_bytes(file.text(Span { start: from, end }), hash);
        self.blank = true;
    }

    fn add_bytes(&mut self, text: &str, hash: &mut Fnv) {
        for byte in text.bytes() {
            let fortran = self.language == Language::Fortran;
            if byte.is_ascii_whitespace() || byte == b'\\' || (fortran && byte == b'&') {
                self.blank = true;
                continue;
            }
            let is_word = byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
            if self.blank && is_word && self.last_is_word {
                hash.byte(b' ');
            }
            hash.byte(if fortran {
                byte.to_ascii_lowercase()
            } else {
                byte
            });
            self.blank = false;
            self.last_is_word = is_word;
        }
    }
}

/// The 64-bit FNV-1a hash, which is the same on every platform.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    /// Hashes a text, followed by a byte that does not occur in UTF-8.
    fn text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.byte(byte));
        self.byte(0xff);
    }

    fn number(&mut self, number: u64) {
        number
            .to_le_bytes()
            .into_iter()
            .for_each(|byte| self.byte(byte));
    }
}
