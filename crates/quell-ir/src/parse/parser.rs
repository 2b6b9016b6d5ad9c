//! The state of the parser and its basic operations.

use rustc_hash::FxHashMap;

use super::body::Body;
use super::error::{Entity, ErrorKind, Failure, Res, Span, shortened};
use super::globals::GlobalTable;
use super::lexer::{Lexer, Tok, Token};
use super::metadata::MdTable;
use super::names;
use super::types::TypeCache;
use super::words::Words;
use crate::entity::{FuncId, InstId, TypeId};
use crate::module::Module;
use crate::symbol::Symbol;

/// How deep types, constants and inline metadata may nest.
pub(super) const MAX_DEPTH: u32 = 256;

/// Numbers of values, blocks and metadata index tables directly, so they are limited to this, or to the
/// size of the text if that is more. Compilers number consecutively and stay far below.
const MIN_NUMBER_LIMIT: usize = 1 << 20;

/// Memory for constants much larger than their text, in addition to a multiple of the text's size.
const FREE_BUDGET: usize = 64 << 20;

pub(super) struct Parser<'t> {
    pub lex: Lexer<'t>,
    /// The current token, which is not consumed yet.
    pub tok: Token,
    pub module: Module,
    pub words: &'static Words,
    pub types: TypeCache,
    pub globals: GlobalTable,
    pub md: MdTable<'t>,
    pub body: Body,
    /// Uses of attribute groups, which are resolved at the end.
    pub function_groups: Vec<(FuncId, u32)>,
    pub call_groups: Vec<(FuncId, InstId, u32)>,
    /// The first use of each comdat.
    pub comdat_uses: FxHashMap<Symbol, Span>,
    scratch: Vec<u8>,
    depth: u32,
    budget: usize,
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t [u8]) -> Self {
        let mut module = Module::default();
        let mut lex = Lexer::new(text);
        let types = TypeCache::new(&mut module.types);
        let md = MdTable::new();
        let body = Body::new(types.void);
        Self {
            tok: lex.next(),
            lex,
            words: Words::get(),
            types,
            md,
            module,
            globals: GlobalTable::default(),
            body,
            function_groups: Vec::new(),
            call_groups: Vec::new(),
            comdat_uses: FxHashMap::default(),
            scratch: Vec::new(),
            depth: 0,
            budget: FREE_BUDGET.saturating_add(text.len().saturating_mul(16)),
        }
    }

    pub fn bump(&mut self) {
        self.tok = self.lex.next();
    }

    pub fn at(&self, kind: Tok) -> bool {
        self.tok.kind == kind
    }

    pub fn accept(&mut self, kind: Tok) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    pub fn expect(&mut self, kind: Tok, what: &'static str) -> Res<()> {
        if self.tok.kind == kind {
            self.bump();
            return Ok(());
        }
        Err(self.expected(what))
    }

    pub fn comma(&mut self) -> Res<()> {
        self.expect(Tok::Comma, "`,`")
    }

    pub fn open(&mut self) -> Res<()> {
        self.expect(Tok::LParen, "`(`")
    }

    pub fn close(&mut self) -> Res<()> {
        self.expect(Tok::RParen, "`)`")
    }

    /// The current token without sigil and quotes.
    pub fn payload(&self) -> &'t [u8] {
        &self.lex.text[self.tok.lo..self.tok.hi]
    }

    /// The current word; empty if the token is not a word.
    pub fn word(&self) -> &'t [u8] {
        match self.tok.kind {
            Tok::Word => self.payload(),
            _ => b"",
        }
    }

    /// The current word as text; words are ASCII.
    pub fn word_text(&self) -> &'t str {
        std::str::from_utf8(self.word()).unwrap_or("")
    }

    pub fn at_word(&self, word: &[u8]) -> bool {
        self.at(Tok::Word) && self.payload() == word
    }

    pub fn accept_word(&mut self, word: &[u8]) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    pub fn expect_word(&mut self, word: &[u8], what: &'static str) -> Res<()> {
        if self.accept_word(word) {
            return Ok(());
        }
        Err(self.expected(what))
    }

    /// Accepts a comma before an operand, but not one before an attachment (`, !dbg`).
    pub fn comma_before_operand(&mut self) -> bool {
        let found = self.at(Tok::Comma) && self.lex.peek_byte() != b'!';
        if found {
            self.bump();
        }
        found
    }

    // Errors.

    /// A failure at the current token.
    pub fn fail(&self, kind: ErrorKind) -> Box<Failure> {
        let kind = match self.tok.kind {
            Tok::Unterminated => ErrorKind::UnterminatedString,
            Tok::Unknown => ErrorKind::UnknownCharacter,
            _ => kind,
        };
        Failure::new(kind, self.span())
    }

    pub fn expected(&self, what: &'static str) -> Box<Failure> {
        self.fail(ErrorKind::Expected(what))
    }

    pub fn unsupported(&self, what: &str) -> Box<Failure> {
        self.fail(ErrorKind::Unsupported(what.to_owned()))
    }

    /// A failure at the range of an earlier token.
    pub fn fail_at(&self, kind: ErrorKind, span: Span) -> Box<Failure> {
        Failure::new(kind, span)
    }

    /// The range of the current token.
    pub fn span(&self) -> Span {
        Span {
            start: self.tok.start,
            end: self.lex.pos,
        }
    }

    pub fn text_at(&self, span: Span) -> String {
        shortened(self.lex.text.get(span.start..span.end).unwrap_or_default())
    }

    pub fn undefined(&self, what: Entity, span: Span) -> Box<Failure> {
        let name = self.text_at(span);
        self.fail_at(ErrorKind::Undefined { what, name }, span)
    }

    pub fn redefined(&self, what: Entity, span: Span) -> Box<Failure> {
        let name = self.text_at(span);
        self.fail_at(ErrorKind::Redefinition { what, name }, span)
    }

    pub fn check_type(&self, expected: TypeId, found: TypeId, span: Span) -> Res<()> {
        if expected == found {
            return Ok(());
        }
        Err(self.mismatch(expected, found, span))
    }

    pub fn mismatch(&self, expected: TypeId, found: TypeId, span: Span) -> Box<Failure> {
        let kind = ErrorKind::TypeMismatch {
            expected: self.describe(expected),
            found: self.describe(found),
        };
        self.fail_at(kind, span)
    }

    // Limits.

    /// Runs `step` one nesting level deeper.
    pub fn deeper<T>(&mut self, step: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.fail(ErrorKind::TooDeep(MAX_DEPTH)));
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }

    /// Charges memory that is not bounded by the length of the text to the budget.
    pub fn charge(&mut self, bytes: usize, what: &'static str, span: Span) -> Res<()> {
        match self.budget.checked_sub(bytes) {
            Some(rest) => self.budget = rest,
            None => return Err(self.fail_at(ErrorKind::TooLarge(what), span)),
        }
        Ok(())
    }

    // Literals and names.

    /// The number in a token such as `%5` or `#5`, bounded so that it can index a table.
    pub fn token_number(&self) -> Res<u32> {
        let limit = self.lex.text.len().max(MIN_NUMBER_LIMIT) as u64;
        match parse_u64(self.payload()) {
            Some(number) if number < limit.min(u64::from(u32::MAX - 1)) => Ok(number as u32),
            _ => Err(self.out_of_range("a number in this text")),
        }
    }

    pub fn out_of_range(&self, what: &str) -> Box<Failure> {
        self.fail(ErrorKind::LiteralOutOfRange(what.to_owned()))
    }

    pub fn u64(&mut self) -> Res<u64> {
        if !self.at(Tok::Int) {
            return Err(self.expected("an unsigned integer"));
        }
        let number =
            parse_u64(self.payload()).ok_or_else(|| self.out_of_range("a 64-bit number"))?;
        self.bump();
        Ok(number)
    }

    pub fn u32(&mut self) -> Res<u32> {
        let span = self.span();
        let number = self.u64()?;
        u32::try_from(number).map_err(|_| {
            self.fail_at(
                ErrorKind::LiteralOutOfRange("a 32-bit number".to_owned()),
                span,
            )
        })
    }

    /// Interns the payload of the current token and consumes it.
    pub fn symbol(&mut self) -> Symbol {
        let symbol = self.peek_symbol();
        self.bump();
        symbol
    }

    /// Interns the payload of the current token, with escapes replaced.
    pub fn peek_symbol(&mut self) -> Symbol {
        let bytes = self.payload();
        let escapes = self.tok.quoted || self.at(Tok::MdName);
        if let (false, Ok(text)) = (escapes, std::str::from_utf8(bytes)) {
            return self.module.symbols.intern(text);
        }
        names::intern(&mut self.module.symbols, bytes, &mut self.scratch)
    }

    pub fn string(&mut self) -> Res<Symbol> {
        if !self.at(Tok::Str) {
            return Err(self.expected("a string"));
        }
        Ok(self.symbol())
    }
}

/// A number of decimal digits without a sign.
pub(super) fn parse_u64(digits: &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(u64::from(digit))?;
    }
    (!digits.is_empty()).then_some(value)
}
