//! Metadata: numbered and inline nodes, strings, constants, named lists.

use rustc_hash::FxHashMap;

use super::error::{Entity, Res};
use super::lexer::Tok;
use super::parser::Parser;
use super::types::is_type_word;
use crate::entity::{ConstId, LocalId, MdId, PackedOption, SecondaryMap};
use crate::inst::Value;
use crate::metadata::{Location, MdField, MdNode, Metadata};
use crate::symbol::Symbol;

/// The metadata that exists already.
pub(super) struct MdTable<'t> {
    /// The node of each mentioned number.
    numbers: Vec<PackedOption<MdId>>,
    strings: Vec<PackedOption<MdId>>,
    consts: SecondaryMap<ConstId, PackedOption<MdId>>,
    locals: SecondaryMap<LocalId, PackedOption<MdId>>,
    /// Inline `DIExpression`s by their text: a few distinct ones occur thousands of times.
    expressions: FxHashMap<&'t [u8], MdId>,
}

impl MdTable<'_> {
    pub fn new() -> Self {
        Self {
            numbers: Vec::new(),
            strings: Vec::new(),
            consts: SecondaryMap::new(),
            locals: SecondaryMap::new(),
            expressions: FxHashMap::default(),
        }
    }
}

impl<'t> Parser<'t> {
    fn new_md(&mut self, node: Metadata) -> MdId {
        self.module.metadata.push(node)
    }

    /// The node with the number of the current token, which is undefined at its first mention.
    fn numbered_md(&mut self) -> Res<MdId> {
        let number = self.token_number()? as usize;
        self.bump();
        if self.md.numbers.len() <= number {
            self.md.numbers.resize(number + 1, PackedOption::default());
        }
        if let Some(id) = self.md.numbers[number].expand() {
            return Ok(id);
        }
        let id = self.new_md(Metadata::Undefined);
        self.md.numbers[number] = id.into();
        Ok(id)
    }

    fn string_md(&mut self, text: Symbol) -> MdId {
        let index = text.index();
        if self.md.strings.len() <= index {
            self.md.strings.resize(index + 1, PackedOption::default());
        }
        if let Some(id) = self.md.strings[index].expand() {
            return id;
        }
        let id = self.new_md(Metadata::String(text));
        self.md.strings[index] = id.into();
        id
    }

    fn value_md(&mut self, value: Value) -> MdId {
        let (known, node) = match value {
            Value::Const(id) => (self.md.consts[id], Metadata::Const(id)),
            Value::Local(id) => (self.md.locals[id], Metadata::Local(id)),
            Value::Metadata(id) => return id,
        };
        if let Some(id) = known.expand() {
            return id;
        }
        let id = self.new_md(node);
        match value {
            Value::Const(of) => self.md.consts[of] = id.into(),
            Value::Local(of) => self.md.locals[of] = id.into(),
            Value::Metadata(_) => {}
        }
        id
    }

    /// `!5 = ...` at module level.
    pub fn md_definition(&mut self) -> Res<()> {
        let span = self.span();
        let id = self.numbered_md()?;
        self.expect(Tok::Equal, "`=`")?;
        let distinct = self.accept_word(b"distinct");
        let node = match self.tok.kind {
            Tok::Bang | Tok::MdName => self.md_node(distinct)?,
            _ => return Err(self.expected("a metadata node")),
        };
        if self.module.metadata[id] != Metadata::Undefined {
            return Err(self.redefined(Entity::Metadata, span));
        }
        self.module.metadata[id] = node;
        Ok(())
    }

    /// `!name = !{!0, !1}` at module level.
    pub fn named_md(&mut self) -> Res<()> {
        let name = self.symbol();
        self.expect(Tok::Equal, "`=`")?;
        self.expect(Tok::Bang, "`!`")?;
        self.expect(Tok::LBrace, "`{`")?;
        let mut nodes = Vec::new();
        while !self.at(Tok::RBrace) {
            if !nodes.is_empty() {
                self.comma()?;
            }
            nodes.push(self.md_operand()?);
        }
        self.bump();
        let list = self.module.named_metadata.entry(name).or_default();
        list.append(&mut nodes);
        Ok(())
    }

    /// A metadata operand: a number, an inline node, a string or a typed value.
    pub fn md_operand(&mut self) -> Res<MdId> {
        match self.tok.kind {
            Tok::MdNumber => self.numbered_md(),
            Tok::Bang if self.lex.peek_byte() == b'"' => {
                self.bump();
                let text = self.string()?;
                Ok(self.string_md(text))
            }
            Tok::Bang => self.inline_node(),
            Tok::MdName if self.at_expression() => self.expression(),
            Tok::MdName => self.inline_node(),
            Tok::Word if self.at_word(b"distinct") => self.inline_node(),
            _ => {
                let ty = self.value_ty()?;
                let value = self.value(ty)?;
                Ok(self.value_md(value))
            }
        }
    }

    fn inline_node(&mut self) -> Res<MdId> {
        let distinct = self.accept_word(b"distinct");
        // A node belongs to the module, so it cannot refer to locals; only argument lists can.
        let local = self.body.open;
        self.body.open &= self.payload() == b"DIArgList";
        let node = self.deeper(|p| p.md_node(distinct))?;
        self.body.open = local;
        Ok(self.new_md(node))
    }

    fn at_expression(&self) -> bool {
        self.payload() == b"DIExpression"
    }

    /// An inline `!DIExpression(...)`, shared with earlier ones of the same text.
    fn expression(&mut self) -> Res<MdId> {
        let rest = &self.lex.text[self.lex.pos..];
        let length = rest.iter().position(|&b| matches!(b, b')' | b'"' | b'\n'));
        let key = match length {
            Some(length) if rest[length] == b')' => Some(&rest[..=length]),
            _ => None,
        };
        if let Some(key) = key
            && let Some(&known) = self.md.expressions.get(key)
        {
            self.lex.pos += key.len();
            self.bump();
            return Ok(known);
        }
        let id = self.inline_node()?;
        if let Some(key) = key {
            self.md.expressions.insert(key, id);
        }
        Ok(id)
    }

    /// A node, beginning with its `!`.
    fn md_node(&mut self, distinct: bool) -> Res<Metadata> {
        if self.accept(Tok::Bang) {
            if self.at(Tok::Str) {
                let text = self.string()?;
                return Ok(Metadata::String(text));
            }
            let elems = self.md_tuple()?;
            return Ok(Metadata::Tuple { distinct, elems });
        }
        if !self.at(Tok::MdName) {
            return Err(self.expected("a metadata node"));
        }
        match self.payload() {
            b"DILocation" => {
                self.bump();
                Ok(Metadata::Location(self.location(distinct)?))
            }
            b"DIArgList" => self.arg_list(),
            kind if kind.iter().all(u8::is_ascii_alphanumeric) => self.specialised(distinct),
            _ => Err(self.expected("a kind of metadata node")),
        }
    }

    /// `{...}` with `null` for absent elements.
    fn md_tuple(&mut self) -> Res<Box<[Option<MdId>]>> {
        self.expect(Tok::LBrace, "`{`")?;
        let mut elems = Vec::new();
        while !self.at(Tok::RBrace) {
            if !elems.is_empty() {
                self.comma()?;
            }
            elems.push(if self.accept_word(b"null") {
                None
            } else {
                Some(self.md_operand()?)
            });
        }
        self.bump();
        Ok(elems.into())
    }

    fn arg_list(&mut self) -> Res<Metadata> {
        self.bump();
        self.open()?;
        let mut args = Vec::new();
        while !self.at(Tok::RParen) {
            if !args.is_empty() {
                self.comma()?;
            }
            let ty = self.value_ty()?;
            let value = self.value(ty)?;
            args.push(self.value_md(value));
        }
        self.bump();
        Ok(Metadata::ArgList(args.into()))
    }

    fn location(&mut self, distinct: bool) -> Res<Location> {
        let mut location = Location {
            line: 0,
            column: 0,
            scope: PackedOption::default(),
            inlined_at: PackedOption::default(),
            distinct,
            implicit_code: false,
        };
        self.open()?;
        while !self.accept(Tok::RParen) {
            if !self.at(Tok::Label) {
                return Err(self.expected("a field"));
            }
            let field = self.payload();
            self.bump();
            match field {
                b"line" => location.line = self.u32()?,
                b"column" => location.column = self.u32()?,
                b"scope" => location.scope = self.optional_md()?,
                b"inlinedAt" => location.inlined_at = self.optional_md()?,
                b"isImplicitCode" => {
                    location.implicit_code = self.md_field()? == MdField::Bool(true);
                }
                // Newer LLVMs have fields for source atoms, which are dropped.
                _ => {
                    self.md_field()?;
                }
            }
            if !self.at(Tok::RParen) {
                self.comma()?;
            }
        }
        Ok(location)
    }

    fn optional_md(&mut self) -> Res<PackedOption<MdId>> {
        if self.accept_word(b"null") {
            Ok(PackedOption::default())
        } else {
            Ok(self.md_operand()?.into())
        }
    }

    /// `!DIKind(name: value, ...)`.
    fn specialised(&mut self, distinct: bool) -> Res<Metadata> {
        let kind = self.symbol();
        self.open()?;
        let mut fields = Vec::new();
        while !self.at(Tok::RParen) {
            if !fields.is_empty() {
                self.comma()?;
            }
            let name = if self.at(Tok::Label) {
                Some(self.symbol())
            } else {
                None
            };
            fields.push((name, self.md_field()?));
        }
        self.bump();
        let fields = fields.into();
        Ok(Metadata::Node(Box::new(MdNode {
            distinct,
            kind,
            fields,
        })))
    }

    fn md_field(&mut self) -> Res<MdField> {
        Ok(match self.tok.kind {
            Tok::Int => MdField::Int(self.i128()?),
            Tok::Str => MdField::String(self.symbol()),
            Tok::LBrace => {
                let elems = self.deeper(Self::md_tuple)?;
                let distinct = false;
                MdField::Ref(self.new_md(Metadata::Tuple { distinct, elems }))
            }
            Tok::Word => return self.word_field(),
            _ => MdField::Ref(self.md_operand()?),
        })
    }

    fn word_field(&mut self) -> Res<MdField> {
        let field = match self.word() {
            b"true" => MdField::Bool(true),
            b"false" => MdField::Bool(false),
            b"null" => MdField::Null,
            b"distinct" => return Ok(MdField::Ref(self.md_operand()?)),
            word if is_type_word(word) => return Ok(MdField::Ref(self.md_operand()?)),
            _ => return self.flag_words(),
        };
        self.bump();
        Ok(field)
    }

    /// `DIFlagA | DIFlagB`, kept as one word.
    fn flag_words(&mut self) -> Res<MdField> {
        if self.lex.peek_byte() != b'|' {
            return Ok(MdField::Word(self.symbol()));
        }
        let mut joined = self.word_text().to_owned();
        self.bump();
        while self.accept(Tok::Bar) {
            if !self.at(Tok::Word) {
                return Err(self.expected("a flag"));
            }
            joined.push_str(" | ");
            joined.push_str(self.word_text());
            self.bump();
        }
        Ok(MdField::Word(self.module.symbols.intern(&joined)))
    }

    fn i128(&mut self) -> Res<i128> {
        let text = std::str::from_utf8(self.payload()).unwrap_or("");
        let number = text
            .parse()
            .map_err(|_| self.out_of_range("a 128-bit number"))?;
        self.bump();
        Ok(number)
    }

    /// The node of an attachment `!kind !node`, after the kind.
    pub fn attached_node(&mut self) -> Res<MdId> {
        match self.tok.kind {
            Tok::MdNumber => self.numbered_md(),
            Tok::Bang | Tok::MdName => self.md_operand(),
            Tok::Word if self.at_word(b"distinct") => self.inline_node(),
            _ => Err(self.expected("a metadata node")),
        }
    }
}
