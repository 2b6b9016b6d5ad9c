//! Terminators and landing pads.

use super::error::Res;
use super::inst::Parsed;
use super::lexer::Tok;
use super::parser::Parser;
use super::words::Op;
use crate::inst::{Clause, InstKind};

impl<'t> Parser<'t> {
    pub fn terminator(&mut self, op: Op) -> Res<InstKind> {
        match op {
            Op::Ret => self.ret(),
            Op::Br => self.br(),
            Op::Switch => self.switch(),
            Op::IndirectBr => self.indirect_br(),
            Op::Resume => {
                let (_, value) = self.typed_value()?;
                Ok(InstKind::Resume { value })
            }
            Op::Unreachable => Ok(InstKind::Unreachable),
            _ => Err(self.expected("an instruction")),
        }
    }

    fn ret(&mut self) -> Res<InstKind> {
        let span = self.span();
        if self.at_word(b"void") {
            self.bump();
            self.check_type(self.body.ret, self.types.void, span)?;
            return Ok(InstKind::Ret { value: None });
        }
        let (ty, value) = self.typed_value()?;
        self.check_type(self.body.ret, ty, span)?;
        Ok(InstKind::Ret { value: Some(value) })
    }

    fn br(&mut self) -> Res<InstKind> {
        if self.at_word(b"label") {
            let dest = self.label()?;
            return Ok(InstKind::Br { dest });
        }
        let span = self.span();
        let (ty, cond) = self.typed_value()?;
        self.check_type(self.types.i1, ty, span)?;
        self.comma()?;
        let then = self.label()?;
        self.comma()?;
        let otherwise = self.label()?;
        Ok(InstKind::CondBr {
            cond,
            then,
            otherwise,
        })
    }

    fn switch(&mut self) -> Res<InstKind> {
        let span = self.span();
        let (ty, value) = self.typed_value()?;
        if !self.module.types.is_int(ty) {
            return Err(self.wrong_sort("integer", ty, span));
        }
        self.comma()?;
        let default = self.label()?;
        self.expect(Tok::LBracket, "`[`")?;
        let mut cases = Vec::new();
        while !self.accept(Tok::RBracket) {
            let span = self.span();
            let case = self.typed_const()?;
            self.check_type(ty, self.const_type(case), span)?;
            self.comma()?;
            cases.push((case, self.label()?));
        }
        let cases = cases.into();
        Ok(InstKind::Switch {
            value,
            default,
            cases,
        })
    }

    fn indirect_br(&mut self) -> Res<InstKind> {
        let (_, addr) = self.typed_value()?;
        self.comma()?;
        self.expect(Tok::LBracket, "`[`")?;
        let mut dests = Vec::new();
        while !self.at(Tok::RBracket) {
            if !dests.is_empty() {
                self.comma()?;
            }
            dests.push(self.label()?);
        }
        self.bump();
        let dests = dests.into();
        Ok(InstKind::IndirectBr { addr, dests })
    }

    pub fn landing_pad(&mut self) -> Res<Parsed> {
        let ty = self.value_ty()?;
        let cleanup = self.accept_word(b"cleanup");
        let mut clauses = Vec::new();
        loop {
            let catch = self.at_word(b"catch");
            if !catch && !self.at_word(b"filter") {
                break;
            }
            self.bump();
            let (ty, value) = self.typed_value()?;
            clauses.push(if catch {
                Clause::Catch { ty, value }
            } else {
                Clause::Filter { ty, value }
            });
        }
        let clauses = clauses.into();
        Ok((InstKind::LandingPad { cleanup, clauses }, ty))
    }
}
