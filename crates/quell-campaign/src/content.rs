//! The content of functions, globals and objectives, independent of the rest of their module.
//!
//! - **Tables are looked through.** Data refers to types, constants, symbols and metadata by numbers that change with any other
//!   line of the file. The `Debug` form of data names every field; each number in it is replaced by the content behind it, so
//!   that no field is forgotten and none counts by its number.
//! - **Positions are no content.** Lines, columns and files are taken from the content and make a second digest, for what names
//!   places in the source.
//! - **A slice is closed.** It holds everything that a function refers to, and what that refers to: callees, globals with their
//!   initialisers, aliases.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::rc::Rc;

use quell_ir::entity::{AliasId, EntityRef as _, GlobalId, MdId, NamedTypeId};
use quell_ir::metadata::MdField;
use quell_ir::opcode::Linkage;
use quell_ir::{ConstId, FuncId, Function, GlobalRef, Metadata, Module, TypeId};
use quell_objectives::Objective;

use crate::digest::{Digest, Digester};

/// Two digests: of the content alone, and of the positions in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Content {
    pub digest: Digest,
    pub positions: Digest,
}

/// One entity of a module, without what it refers to.
#[derive(Debug)]
struct Own {
    content: Content,
    refers_to: BTreeSet<GlobalRef>,
}

/// Contents of a module, each computed once.
#[derive(Debug)]
pub struct Contents<'m> {
    module: &'m Module,
    known: HashMap<GlobalRef, Own>,
}

impl<'m> Contents<'m> {
    pub fn new(module: &'m Module) -> Self {
        Self {
            module,
            known: HashMap::new(),
        }
    }

    /// A function with everything that it refers to.
    pub fn slice(&mut self, function: FuncId) -> Content {
        self.closed([GlobalRef::Func(function)])
    }

    /// What an objective does differently, with everything that only this refers to.
    pub fn objective(&mut self, objective: &Objective) -> Digest {
        let mut walk = Walk::new(self.module);
        walk.data(&(&objective.kind, objective.site.at));
        let own = walk.finish();
        let rest = self.closed(own.refers_to);
        let mut digester = Digester::new("objective");
        digester.text(objective.id.as_str());
        digester.digest(own.content.digest);
        digester.digest(rest.digest);
        digester.finish()
    }

    /// Data that may refer to the module.
    pub fn data(&self, data: &dyn Debug) -> Digest {
        let mut walk = Walk::new(self.module);
        walk.data(data);
        walk.finish().content.digest
    }

    fn closed(&mut self, roots: impl IntoIterator<Item = GlobalRef>) -> Content {
        let mut reached: BTreeMap<&str, GlobalRef> = BTreeMap::new();
        let mut pending: Vec<GlobalRef> = roots.into_iter().collect();
        while let Some(next) = pending.pop() {
            let name = self.module.name_of(next);
            if reached.insert(name, next).is_none() {
                pending.extend(self.own(next).refers_to.iter().copied());
            }
        }
        let mut digester = Digester::new("slice");
        let mut positions = Digester::new("positions");
        for (name, of) in reached {
            let own = self.own(of).content;
            digester.text(name);
            digester.digest(own.digest);
            positions.digest(own.positions);
        }
        Content {
            digest: digester.finish(),
            positions: positions.finish(),
        }
    }

    fn own(&mut self, of: GlobalRef) -> &Own {
        let module = self.module;
        self.known.entry(of).or_insert_with(|| {
            let mut walk = Walk::new(module);
            match of {
                GlobalRef::Func(id) => walk.function(&module.functions[id]),
                GlobalRef::Var(id) => walk.global(id),
                GlobalRef::Alias(id) => {
                    let alias = &module.aliases[id];
                    walk.data(&(alias.ty, alias.target, alias.ifunc, alias.linkage));
                }
            }
            walk.finish()
        })
    }
}

/// Writes the content of one entity.
struct Walk<'m> {
    module: &'m Module,
    content: Digester,
    positions: Digester,
    refers_to: BTreeSet<GlobalRef>,
    /// Named types and metadata that were met, which may be cyclic: by their number in the order of their first use.
    named: HashMap<NamedTypeId, usize>,
    private: HashMap<GlobalId, usize>,
    metadata: HashMap<MdId, usize>,
    /// What is left to write. A stack, so that nothing recurses over the depth of the program's types.
    pending: Vec<Piece>,
}

/// A piece of content, or text that refers to other pieces, from a place on.
enum Piece {
    Text(Rc<str>, usize),
    Type(TypeId),
    Named(NamedTypeId),
    Const(ConstId),
    Metadata(MdId),
    /// A constant that only this module sees, such as a string literal: its name is a number.
    Private(GlobalId),
    /// Another entity, which counts by its name here and with its own content in the slice.
    Entity(GlobalRef),
    Symbol(usize),
}

/// Fields of debug information that say where something is, or that lead to all of the file.
const PLACES: &[&str] = &["line", "scopeLine", "column", "file"];
const LEADING_OUT: &[&str] = &["scope", "unit", "declaration", "inlinedAt", "isOptimized"];

impl<'m> Walk<'m> {
    fn new(module: &'m Module) -> Self {
        Self {
            module,
            content: Digester::new("content"),
            positions: Digester::new("positions"),
            refers_to: BTreeSet::new(),
            named: HashMap::new(),
            private: HashMap::new(),
            metadata: HashMap::new(),
            pending: Vec::new(),
        }
    }

    fn finish(self) -> Own {
        Own {
            content: Content {
                digest: self.content.finish(),
                positions: self.positions.finish(),
            },
            refers_to: self.refers_to,
        }
    }

    fn data(&mut self, data: &dyn Debug) {
        self.expand(&format!("{data:?}"));
        while let Some(piece) = self.pending.pop() {
            self.piece(piece);
        }
    }

    fn function(&mut self, function: &Function) {
        self.data(&(
            (
                function.ty,
                function.ret,
                function.ret_attrs,
                &function.params,
            ),
            (function.varargs, function.linkage, function.visibility),
            (function.conv, function.attrs, function.align),
            (function.section, function.personality),
            (function.prefix, function.prologue),
        ));
        for (id, local) in &function.locals {
            self.data(&(id, local));
        }
        for (id, block) in &function.blocks {
            self.data(&(id, block.insts.len()));
            for inst in &block.insts {
                let known = &function.insts[*inst];
                self.data(&(inst, known.result, known.ty, &known.kind));
                self.location(known.dbg.expand());
            }
        }
        self.data(&(&function.attachments, &function.rules));
        self.data(&function.subprogram);
        for record in &function.dbg_records {
            self.data(&(record.before, &record.kind));
        }
    }

    fn global(&mut self, id: GlobalId) {
        let global = &self.module.globals[id];
        self.data(&(
            (
                global.ty,
                global.addr_space,
                global.linkage,
                global.constant,
            ),
            (global.thread_local, global.externally_initialized),
            (global.init, global.align, global.section, &global.dbg),
        ));
    }

    fn piece(&mut self, piece: Piece) {
        let module = self.module;
        match piece {
            Piece::Text(text, from) => self.text(text, from),
            Piece::Type(id) => self.expand(&format!("{:?}", module.types.get(id))),
            Piece::Const(id) => self.expand(&format!("{:?}", module.consts.get(id))),
            Piece::Named(id) => match first_use(&mut self.named, id) {
                Ok(known) => self.content.text(&format!("named {known}")),
                Err(()) => self.expand(&format!("{:?}", module.types.named_type(id))),
            },
            Piece::Private(id) => match first_use(&mut self.private, id) {
                Ok(known) => self.content.text(&format!("private {known}")),
                Err(()) => {
                    let global = &module.globals[id];
                    self.expand(&format!("{:?}", (global.ty, global.init, global.align)));
                }
            },
            Piece::Metadata(id) => match first_use(&mut self.metadata, id) {
                Ok(known) => self.content.text(&format!("metadata {known}")),
                Err(()) => self.node(id),
            },
            Piece::Entity(of) => {
                self.refers_to.insert(of);
                self.content.text(module.name_of(of));
            }
            Piece::Symbol(index) => {
                self.content
                    .text(module.symbols.nth(index).unwrap_or_default());
            }
        }
    }

    fn expand(&mut self, text: &str) {
        self.pending.push(Piece::Text(text.into(), 0));
    }

    /// Writes text up to its first reference; what is behind that, and the rest, are left to be written in this order.
    fn text(&mut self, text: Rc<str>, from: usize) {
        let mut end = from;
        while let Some(word) = next_word(&text, end) {
            end = word.end;
            if let Some(piece) = self.reference(&text[word.clone()]) {
                self.content.text(&text[from..word.start]);
                self.pending.push(Piece::Text(text, word.end));
                self.pending.push(piece);
                return;
            }
        }
        self.content.text(&text[from..]);
    }

    /// What a word refers to: `const12`, or `Symbol(12)`.
    fn reference(&self, word: &str) -> Option<Piece> {
        if let Some(index) = word.strip_prefix("Symbol(") {
            return Some(Piece::Symbol(index.strip_suffix(')')?.parse().ok()?));
        }
        let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let index: usize = digits.parse().ok()?;
        Some(match &word[..word.len() - digits.len()] {
            "type" => Piece::Type(TypeId::new(index)),
            "named" => Piece::Named(NamedTypeId::new(index)),
            "const" => Piece::Const(ConstId::new(index)),
            "md" => Piece::Metadata(MdId::new(index)),
            "global" => {
                let id = GlobalId::new(index);
                let global = &self.module.globals[id];
                match global.linkage == Linkage::Private && global.constant {
                    true => Piece::Private(id),
                    false => Piece::Entity(GlobalRef::Var(id)),
                }
            }
            "func" => Piece::Entity(GlobalRef::Func(FuncId::new(index))),
            "alias" => Piece::Entity(GlobalRef::Alias(AliasId::new(index))),
            _ => return None,
        })
    }

    fn location(&mut self, id: Option<MdId>) {
        if let Some(Metadata::Location(at)) = id.map(|id| &self.module.metadata[id]) {
            self.positions.text(&format!("{}:{}", at.line, at.column));
        }
    }

    fn node(&mut self, id: MdId) {
        match &self.module.metadata[id] {
            Metadata::Location(_) => self.location(Some(id)),
            Metadata::Node(node) => {
                self.content.text(self.module.text(node.kind));
                for (name, field) in &node.fields {
                    let name = name.map_or("", |name| self.module.text(name));
                    if PLACES.contains(&name) {
                        self.place(name, field);
                    } else if !LEADING_OUT.contains(&name) {
                        self.expand(&format!(" {name}: {field:?}"));
                    }
                }
            }
            other => self.expand(&format!("{other:?}")),
        }
    }

    fn place(&mut self, name: &str, field: &MdField) {
        let text = match field {
            MdField::Ref(id) => match &self.module.metadata[*id] {
                Metadata::Node(file) => {
                    let fields = file.fields.iter().filter_map(|(_, field)| match field {
                        MdField::String(text) => Some(self.module.text(*text)),
                        _ => None,
                    });
                    fields.collect::<Vec<_>>().join("/")
                }
                _ => String::new(),
            },
            other => format!("{other:?}"),
        };
        self.positions.text(&format!("{name} {text}"));
    }
}

/// The number of something that was met before; an error at its first use.
fn first_use<K: Eq + Hash>(known: &mut HashMap<K, usize>, key: K) -> Result<usize, ()> {
    let next = known.len();
    match known.entry(key) {
        Entry::Occupied(known) => Ok(*known.get()),
        Entry::Vacant(free) => {
            free.insert(next);
            Err(())
        }
    }
}

/// The next word from a place on, or a symbol with its number. Text in quotes is the user's and refers to nothing.
fn next_word(text: &str, from: usize) -> Option<Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    let mut start = from;
    let mut is_quoted = false;
    while is_quoted || !is_word(*bytes.get(start)?) {
        match bytes.get(start)? {
            b'"' => is_quoted = !is_quoted,
            b'\\' => start += 1,
            _ => {}
        }
        start += 1;
    }
    let length = bytes[start..].iter().position(|byte| !is_word(*byte));
    let mut end = length.map_or(text.len(), |length| start + length);
    if &text[start..end] == "Symbol" {
        end += text[end..].find(')').map_or(0, |length| length + 1);
    }
    Some(start..end)
}
