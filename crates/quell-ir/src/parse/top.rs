//! The module level, apart from globals and functions.

use super::error::{Entity, Res, Span};
use super::lexer::Tok;
use super::parser::Parser;
use crate::inst::InstKind;
use crate::layout::DataLayout;

impl<'t> Parser<'t> {
    /// The whole text.
    pub fn module(&mut self) -> Res<()> {
        while !self.at(Tok::Eof) {
            self.top_level()?;
        }
        self.resolve_globals()?;
        self.resolve_groups();
        self.check_types()?;
        self.check_comdats()?;
        self.check_aliases()
    }

    fn top_level(&mut self) -> Res<()> {
        match self.tok.kind {
            Tok::Global | Tok::GlobalNumber => self.global(),
            Tok::Local | Tok::LocalNumber => self.type_definition(),
            Tok::MdNumber => self.md_definition(),
            Tok::MdName => self.named_md(),
            Tok::Comdat => self.comdat_definition(),
            Tok::Summary => self.skip_summary(),
            Tok::Word => self.top_level_word(),
            _ => Err(self.expected("a global, function, type, attribute group or metadata")),
        }
    }

    fn top_level_word(&mut self) -> Res<()> {
        match self.word() {
            b"define" => self.define(),
            b"declare" => self.declare(),
            b"attributes" => self.attribute_group(),
            b"target" => self.target(),
            b"source_filename" => {
                self.bump();
                self.expect(Tok::Equal, "`=`")?;
                self.module.source_name = Some(self.string()?);
                Ok(())
            }
            b"module" => {
                self.bump();
                self.expect_word(b"asm", "`asm`")?;
                let text = self.string()?;
                self.module.inline_asm.push(text);
                Ok(())
            }
            b"uselistorder" | b"uselistorder_bb" => self.skip_use_list_order(),
            _ => Err(self.expected("a global, function, type, attribute group or metadata")),
        }
    }

    fn target(&mut self) -> Res<()> {
        self.bump();
        let layout = self.at_word(b"datalayout");
        if !layout && !self.at_word(b"triple") {
            return Err(self.expected("`triple` or `datalayout`"));
        }
        self.bump();
        self.expect(Tok::Equal, "`=`")?;
        let text = self.string()?;
        if layout {
            self.module.layout = DataLayout::parse(self.module.symbols.text(text))
        } else {
            self.module.triple = Some(text)
        }
        Ok(())
    }

    /// `$name = comdat any`.
    fn comdat_definition(&mut self) -> Res<()> {
        let span = self.span();
        let name = self.symbol();
        self.expect(Tok::Equal, "`=`")?;
        self.expect_word(b"comdat", "`comdat`")?;
        if !self.at(Tok::Word) {
            return Err(self.expected("a kind of comdat"));
        }
        let kind = self.symbol();
        if self.module.comdats.insert(name, kind).is_some() {
            return Err(self.redefined(Entity::Comdat, span));
        }
        Ok(())
    }

    fn check_comdats(&self) -> Res<()> {
        let mut missing: Vec<Span> = Vec::new();
        for (name, &span) in &self.comdat_uses {
            if !self.module.comdats.contains_key(name) {
                missing.push(span);
            }
        }
        match missing.into_iter().min() {
            Some(span) => Err(self.undefined(Entity::Comdat, span)),
            None => Ok(()),
        }
    }

    /// `^0 = module: (...)`: an entry of a link-time summary.
    fn skip_summary(&mut self) -> Res<()> {
        self.bump();
        self.expect(Tok::Equal, "`=`")?;
        self.expect(Tok::Label, "a kind of summary")?;
        let mut depth = 0usize;
        loop {
            match self.tok.kind {
                Tok::LParen => depth += 1,
                Tok::RParen => depth = depth.saturating_sub(1),
                Tok::Eof | Tok::Unknown | Tok::Unterminated => return Err(self.expected("`)`")),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Skips `uselistorder ptr %x, { 1, 0 }`.
    pub fn skip_use_list_order(&mut self) -> Res<()> {
        self.bump();
        // The last braces are the list of indices; a type or constant before it may have braces too.
        loop {
            if self.at(Tok::LBrace) && self.lex.peek_byte().is_ascii_digit() {
                break;
            }
            if matches!(
                self.tok.kind,
                Tok::Eof | Tok::Unknown | Tok::Unterminated | Tok::Equal
            ) {
                return Err(self.expected("a list of indices"));
            }
            self.bump();
        }
        while !self.accept(Tok::RBrace) {
            if self.at(Tok::Eof) {
                return Err(self.expected("`}`"));
            }
            self.bump();
        }
        Ok(())
    }

    /// Adds the attributes of groups, which are defined last, to the functions and calls that use them.
    fn resolve_groups(&mut self) {
        for &(func, number) in &self.function_groups {
            if let Some(group) = self.module.attr_groups.get(&number) {
                self.module.functions[func].attrs.add(*group);
            }
        }
        for &(func, inst, number) in &self.call_groups {
            let group = self.module.attr_groups.get(&number);
            if !group.is_some_and(|group| group.noreturn) {
                continue;
            }
            let inst = self.module.functions[func].insts.get_mut(inst);
            if let Some(InstKind::Call(call) | InstKind::Invoke { call, .. }) =
                inst.map(|inst| &mut inst.kind)
            {
                call.noreturn = true;
            }
        }
    }
}
