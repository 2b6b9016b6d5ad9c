//! Attributes: those that the data model has are kept, all others are skipped.

use super::error::Res;
use super::lexer::Tok;
use super::parser::Parser;
use super::types::is_type_word;
use crate::function::{FnAttrs, ParamAttrs};

impl<'t> Parser<'t> {
    /// Attributes of a parameter or argument, between its type and its value.
    pub fn param_attrs(&mut self) -> Res<ParamAttrs> {
        let mut attrs = ParamAttrs::default();
        loop {
            match self.tok.kind {
                Tok::Word if !self.words.begins_constant(self.word()) => {
                    self.param_attr(&mut attrs)?;
                }
                Tok::Str => self.skip_string_attr()?,
                _ => return Ok(attrs),
            }
        }
    }

    /// Attributes of a result, before its type.
    pub fn ret_attrs(&mut self) -> Res<ParamAttrs> {
        let mut attrs = ParamAttrs::default();
        loop {
            match self.tok.kind {
                Tok::Word if !is_type_word(self.word()) && !self.at_word(b"addrspace") => {
                    self.param_attr(&mut attrs)?;
                }
                Tok::Str => self.skip_string_attr()?,
                _ => return Ok(attrs),
            }
        }
    }

    fn param_attr(&mut self, attrs: &mut ParamAttrs) -> Res<()> {
        let typed = match self.word() {
            b"align" => {
                attrs.align = Some(self.align_attr()?);
                return Ok(());
            }
            b"dereferenceable" => {
                attrs.dereferenceable = Some(self.u64_attr()?);
                return Ok(());
            }
            b"byval" => &mut attrs.byval,
            b"sret" => &mut attrs.sret,
            b"byref" => &mut attrs.byref,
            b"inalloca" => &mut attrs.inalloca,
            b"preallocated" => &mut attrs.preallocated,
            b"elementtype" => &mut attrs.elementtype,
            word => {
                if let Some(flag) = param_flag(attrs, word) {
                    *flag = true;
                }
                return self.skip_attr();
            }
        };
        self.bump();
        self.open()?;
        *typed = Some(self.value_ty_or_function()?);
        self.close()
    }

    fn value_ty_or_function(&mut self) -> Res<crate::entity::TypeId> {
        let span = self.span();
        let ty = self.ty()?;
        self.check_not(ty, span, &[super::types::RestrictedType::Void])?;
        Ok(ty)
    }

    /// `align 8`, `align(8)`, `align=8`.
    pub fn align_attr(&mut self) -> Res<u64> {
        self.u64_attr()
    }

    fn u64_attr(&mut self) -> Res<u64> {
        self.bump();
        self.accept(Tok::Equal);
        if !self.accept(Tok::LParen) {
            return self.u64();
        }
        let number = self.u64()?;
        self.close()?;
        Ok(number)
    }

    /// Skips a word with a value or parentheses after it.
    fn skip_attr(&mut self) -> Res<()> {
        self.bump();
        if self.accept(Tok::Equal) {
            self.bump();
            return Ok(());
        }
        if self.at(Tok::LParen) {
            self.skip_parens()
        } else {
            Ok(())
        }
    }

    fn skip_parens(&mut self) -> Res<()> {
        let mut depth = 0usize;
        loop {
            match self.tok.kind {
                Tok::LParen => depth += 1,
                Tok::RParen => depth -= 1,
                Tok::Eof | Tok::Unterminated | Tok::Unknown => return Err(self.expected("`)`")),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// `"key"` or `"key"="value"`.
    fn skip_string_attr(&mut self) -> Res<()> {
        self.bump();
        if self.accept(Tok::Equal) {
            self.expect(Tok::Str, "a string")?;
        }
        Ok(())
    }

    /// Attributes of a function or call that begins on `line`. Adds the attribute groups to `groups`.
    pub fn fn_attrs(&mut self, line: u32, groups: &mut Vec<u32>) -> Res<FnAttrs> {
        let mut attrs = FnAttrs::default();
        loop {
            match self.tok.kind {
                Tok::AttrGroup => {
                    groups.push(self.token_number()?);
                    self.bump();
                }
                Tok::Str => self.skip_string_attr()?,
                Tok::Word if self.is_fn_attr(line) => self.fn_attr(&mut attrs)?,
                _ => return Ok(attrs),
            }
        }
    }

    fn is_fn_attr(&self, line: u32) -> bool {
        let word = self.word();
        if ends_fn_attrs(word) || self.words.op(word).is_some() {
            return false;
        }
        self.tok.line == line || self.words.is_fn_attr(word)
    }

    fn fn_attr(&mut self, attrs: &mut FnAttrs) -> Res<()> {
        match self.word() {
            b"memory" => return self.memory_attr(attrs),
            word => {
                if let Some(flag) = fn_flag(attrs, word) {
                    *flag = true;
                }
            }
        }
        self.skip_attr()
    }

    /// `memory(read, argmem: readwrite)`, summarised for all of memory.
    fn memory_attr(&mut self, attrs: &mut FnAttrs) -> Res<()> {
        self.bump();
        self.open()?;
        let (mut reads, mut writes) = (false, false);
        while !self.at(Tok::RParen) {
            self.accept(Tok::Comma);
            self.accept(Tok::Label);
            match self.word() {
                b"none" => {}
                b"read" => reads = true,
                b"write" => writes = true,
                b"readwrite" => (reads, writes) = (true, true),
                _ => return Err(self.expected("a kind of memory access")),
            }
            self.bump();
        }
        self.bump();
        attrs.readnone = !reads && !writes;
        attrs.readonly = reads && !writes;
        Ok(())
    }

    /// `attributes #0 = { ... }`.
    pub fn attribute_group(&mut self) -> Res<()> {
        self.bump();
        if !self.at(Tok::AttrGroup) {
            return Err(self.expected("the number of an attribute group"));
        }
        let span = self.span();
        let number = self.token_number()?;
        self.bump();
        self.expect(Tok::Equal, "`=`")?;
        self.expect(Tok::LBrace, "`{`")?;
        let mut attrs = FnAttrs::default();
        while !self.accept(Tok::RBrace) {
            match self.tok.kind {
                Tok::Str => self.skip_string_attr()?,
                Tok::Word => self.fn_attr(&mut attrs)?,
                _ => return Err(self.expected("an attribute")),
            }
        }
        if self.module.attr_groups.insert(number, attrs).is_some() {
            return Err(self.redefined(super::error::Entity::AttributeGroup, span));
        }
        Ok(())
    }
}

/// Words that follow the attributes of a function, or begin the next definition of a module.
fn ends_fn_attrs(word: &[u8]) -> bool {
    matches!(
        word,
        b"section"
            | b"partition"
            | b"comdat"
            | b"align"
            | b"gc"
            | b"prefix"
            | b"prologue"
            | b"personality"
            | b"to"
            | b"unnamed_addr"
            | b"local_unnamed_addr"
            | b"addrspace"
            | b"define"
            | b"declare"
            | b"attributes"
            | b"target"
            | b"source_filename"
            | b"module"
            | b"uselistorder"
            | b"uselistorder_bb"
    )
}

fn param_flag<'a>(attrs: &'a mut ParamAttrs, word: &[u8]) -> Option<&'a mut bool> {
    Some(match word {
        b"zeroext" => &mut attrs.zeroext,
        b"signext" => &mut attrs.signext,
        b"noundef" => &mut attrs.noundef,
        b"nonnull" => &mut attrs.nonnull,
        b"noalias" => &mut attrs.noalias,
        b"returned" => &mut attrs.returned,
        b"nest" => &mut attrs.nest,
        b"inreg" => &mut attrs.inreg,
        b"immarg" => &mut attrs.immarg,
        b"swiftself" => &mut attrs.swiftself,
        b"swifterror" => &mut attrs.swifterror,
        b"allocptr" => &mut attrs.allocptr,
        _ => return None,
    })
}

fn fn_flag<'a>(attrs: &'a mut FnAttrs, word: &[u8]) -> Option<&'a mut bool> {
    Some(match word {
        b"noreturn" => &mut attrs.noreturn,
        b"nounwind" => &mut attrs.nounwind,
        b"naked" => &mut attrs.naked,
        b"noinline" => &mut attrs.noinline,
        b"alwaysinline" => &mut attrs.alwaysinline,
        b"optnone" => &mut attrs.optnone,
        b"returns_twice" => &mut attrs.returns_twice,
        b"uwtable" => &mut attrs.uwtable,
        b"strictfp" => &mut attrs.strictfp,
        b"null_pointer_is_valid" => &mut attrs.null_pointer_is_valid,
        b"nobuiltin" => &mut attrs.nobuiltin,
        b"readnone" => &mut attrs.readnone,
        b"readonly" => &mut attrs.readonly,
        _ => return None,
    })
}
