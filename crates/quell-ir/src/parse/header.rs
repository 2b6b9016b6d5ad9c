//! Globals, aliases and the headers of functions.

use super::error::{Res, Span};
use super::lexer::Tok;
use super::parser::Parser;
use super::types::RestrictedType;
use crate::constant::GlobalRef;
use crate::entity::{ConstId, EntityRef, FuncId, MdId, PackedOption, PrimaryMap, TypeId};
use crate::function::{FnAttrs, Function, Param};
use crate::inst::Align;
use crate::module::{Alias, Global};
use crate::opcode::{Linkage, UnnamedAddr, Visibility};
use crate::symbol::Symbol;
use crate::types::Type;

/// The words before `global`, `alias` or the type of a function.
struct Header {
    linkage: Option<Linkage>,
    visibility: Visibility,
    dso_local: bool,
    unnamed_addr: UnnamedAddr,
    thread_local: bool,
    externally_initialized: bool,
    addr_space: u32,
    imported: bool,
}

/// The parts of a definition after its value.
#[derive(Default)]
struct Suffix {
    section: Option<Symbol>,
    comdat: Option<Symbol>,
    align: Align,
    dbg: Vec<MdId>,
}

impl<'t> Parser<'t> {
    fn header(&mut self) -> Res<Header> {
        let mut header = Header {
            linkage: None,
            visibility: Visibility::Default,
            dso_local: false,
            unnamed_addr: UnnamedAddr::Significant,
            thread_local: false,
            externally_initialized: false,
            addr_space: 0,
            imported: false,
        };
        while self.at(Tok::Word) && self.header_word(&mut header)? {}
        Ok(header)
    }

    /// Parses one word of a header; false if it is not one.
    fn header_word(&mut self, header: &mut Header) -> Res<bool> {
        let text = self.word_text();
        match text {
            "dso_local" => header.dso_local = true,
            "dso_preemptable" | "dllexport" => {}
            "dllimport" => header.imported = true,
            "externally_initialized" => header.externally_initialized = true,
            "thread_local" => {
                header.thread_local = true;
                self.bump();
                if self.accept(Tok::LParen) {
                    self.expect(Tok::Word, "a model of thread-local storage")?;
                    self.close()?;
                }
                return Ok(true);
            }
            "addrspace" => {
                header.addr_space = self.addr_space()?;
                return Ok(true);
            }
            _ => {
                if let Some(linkage) = Linkage::from_text(text) {
                    header.linkage = Some(linkage);
                } else if let Some(visibility) = Visibility::from_text(text) {
                    header.visibility = visibility;
                } else if let Some(unnamed) = UnnamedAddr::from_text(text) {
                    header.unnamed_addr = unnamed;
                } else {
                    return Ok(false);
                }
            }
        }
        self.bump();
        Ok(true)
    }

    /// `@name = ...`.
    pub fn global(&mut self) -> Res<()> {
        let (span, text_line) = (self.span(), self.tok.line);
        let name = self.global_name()?;
        self.expect(Tok::Equal, "`=`")?;
        let header = self.header()?;
        let start = GlobalStart {
            name,
            header,
            span,
            text_line,
        };
        match self.word() {
            b"alias" | b"ifunc" => self.alias(start),
            b"global" | b"constant" => self.variable(start),
            _ => Err(self.expected("`global`, `constant`, `alias` or `ifunc`")),
        }
    }

    fn variable(&mut self, start: GlobalStart) -> Res<()> {
        let GlobalStart {
            name,
            header,
            span,
            text_line,
        } = start;
        let constant = self.word() == b"constant";
        self.bump();
        let ty = self.value_ty()?;
        let declared = match header.linkage {
            Some(Linkage::External | Linkage::ExternWeak) => true,
            _ => header.imported && !self.begins_value(),
        };
        let init = if declared {
            None
        } else {
            Some(self.constant(ty)?)
        };
        let suffix = self.global_suffix(name)?;
        let id = self.module.globals.push(Global {
            name,
            ty,
            addr_space: header.addr_space,
            linkage: header.linkage.unwrap_or(Linkage::External),
            visibility: header.visibility,
            dso_local: header.dso_local,
            unnamed_addr: header.unnamed_addr,
            thread_local: header.thread_local,
            externally_initialized: header.externally_initialized,
            constant,
            init,
            align: suffix.align,
            section: suffix.section,
            comdat: suffix.comdat,
            dbg: suffix.dbg,
            text_line,
        });
        let pointer = self.module.types.intern(Type::Ptr(header.addr_space));
        self.define_global(name, GlobalRef::Var(id), pointer, span)
    }

    fn begins_value(&self) -> bool {
        !matches!(
            self.tok.kind,
            Tok::Comma | Tok::Global | Tok::GlobalNumber | Tok::Eof
        )
    }

    /// `, section "x", comdat, align 4, !dbg !5`, and attribute groups.
    fn global_suffix(&mut self, name: Symbol) -> Res<Suffix> {
        let mut suffix = Suffix::default();
        while self.accept(Tok::Comma) {
            match self.tok.kind {
                Tok::MdName => self.attachment_to(&mut suffix.dbg)?,
                Tok::Word => self.suffix_word(&mut suffix, name)?,
                _ => return Err(self.expected("a property of the global")),
            }
        }
        while self.accept(Tok::AttrGroup) {}
        Ok(suffix)
    }

    fn attachment_to(&mut self, dbg: &mut Vec<MdId>) -> Res<()> {
        let is_dbg = self.payload() == b"dbg";
        self.bump();
        let node = self.attached_node()?;
        if is_dbg {
            dbg.push(node);
        }
        Ok(())
    }

    fn suffix_word(&mut self, suffix: &mut Suffix, name: Symbol) -> Res<()> {
        match self.word() {
            b"align" => suffix.align = Some(self.align_attr()?),
            b"section" => {
                self.bump();
                suffix.section = Some(self.string()?);
            }
            b"comdat" => suffix.comdat = Some(self.comdat_use(name)?),
            b"partition" | b"code_model" => {
                self.bump();
                self.string()?;
            }
            // `no_sanitize_address` and similar words.
            word if word.windows(8).any(|part| part == b"sanitize") => self.bump(),
            _ => return Err(self.expected("a property of the global")),
        }
        Ok(())
    }

    /// `comdat` or `comdat($name)`.
    fn comdat_use(&mut self, own: Symbol) -> Res<Symbol> {
        let mut span = self.span();
        self.bump();
        let mut name = own;
        if self.accept(Tok::LParen) {
            span = self.span();
            if !self.at(Tok::Comdat) {
                return Err(self.expected("a comdat"));
            }
            name = self.symbol();
            self.close()?;
        }
        self.comdat_uses.entry(name).or_insert(span);
        Ok(name)
    }

    fn alias(&mut self, start: GlobalStart) -> Res<()> {
        let GlobalStart {
            name,
            header,
            span,
            text_line,
        } = start;
        let ifunc = self.word() == b"ifunc";
        self.bump();
        let ty = self.ty()?;
        self.comma()?;
        let target = match self.words.op(self.word()) {
            Some(_) => self.untyped_const_expr()?,
            None => self.typed_const()?,
        };
        let pointer = self.const_type(target);
        while self.accept(Tok::Comma) {
            self.suffix_word(&mut Suffix::default(), name)?;
        }
        let id = self.module.aliases.push(Alias {
            name,
            ty,
            target,
            ifunc,
            linkage: header.linkage.unwrap_or(Linkage::External),
            visibility: header.visibility,
            dso_local: header.dso_local,
            unnamed_addr: header.unnamed_addr,
            thread_local: header.thread_local,
            text_line,
        });
        self.define_global(name, GlobalRef::Alias(id), pointer, span)
    }

    pub fn declare(&mut self) -> Res<()> {
        self.bump();
        let mut dbg = Vec::new();
        while self.at(Tok::MdName) {
            self.attachment_to(&mut dbg)?;
        }
        let func = self.function_header(dbg)?;
        self.module.functions[func].locals = PrimaryMap::new();
        Ok(())
    }

    pub fn define(&mut self) -> Res<()> {
        self.bump();
        let func = self.function_header(Vec::new())?;
        self.function_body(func)
    }

    /// A function up to its body.
    fn function_header(&mut self, mut dbg: Vec<MdId>) -> Res<FuncId> {
        let text_line = self.tok.line;
        let mut header = self.header()?;
        let conv = self.convention()?;
        let ret_attrs = self.ret_attrs()?;
        let span = self.span();
        let ret = self.ty()?;
        let banned = [
            RestrictedType::Function,
            RestrictedType::Label,
            RestrictedType::Metadata,
        ];
        self.check_not(ret, span, &banned)?;
        let span = self.span();
        let name = self.global_name()?;
        self.begin_body(ret);
        let (params, varargs) = self.params()?;
        let func = FuncId::new(self.module.functions.len());
        let mut parts = FunctionParts::default();
        self.function_suffix(func, name, &mut header, &mut parts, text_line)?;
        dbg.append(&mut parts.suffix.dbg);
        let ty = self.type_of(ret, &params, varargs);
        let function = Function {
            name,
            ty,
            ret,
            ret_attrs,
            params,
            varargs,
            linkage: header.linkage.unwrap_or(Linkage::External),
            visibility: header.visibility,
            dso_local: header.dso_local,
            unnamed_addr: header.unnamed_addr,
            conv,
            attrs: parts.attrs,
            align: parts.suffix.align,
            section: parts.suffix.section,
            comdat: parts.suffix.comdat,
            personality: parts.personality,
            prefix: parts.prefix,
            prologue: parts.prologue,
            subprogram: dbg
                .first()
                .copied()
                .map_or_else(PackedOption::default, Into::into),
            locals: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            blocks: PrimaryMap::new(),
            dbg_records: Vec::new(),
            attachments: Vec::new(),
            rules: Vec::new(),
            text_line,
        };
        self.module.functions.push(function);
        let pointer = self.module.types.intern(Type::Ptr(header.addr_space));
        self.define_global(name, GlobalRef::Func(func), pointer, span)?;
        Ok(func)
    }

    fn type_of(&mut self, ret: TypeId, params: &[Param], varargs: bool) -> TypeId {
        let params = params.iter().map(|param| param.ty).collect();
        self.module.types.intern(Type::Func {
            ret,
            params,
            varargs,
        })
    }

    fn params(&mut self) -> Res<(Vec<Param>, bool)> {
        self.open()?;
        let mut params = Vec::new();
        let varargs = self.param_list(|parser| {
            let ty = parser.param_type()?;
            let attrs = parser.param_attrs()?;
            let param = Param { ty, attrs };
            parser.define_param(params.len() as u32, &param)?;
            params.push(param);
            Ok(())
        })?;
        Ok((params, varargs))
    }

    /// The properties between the parameters and the body, in any order.
    fn function_suffix(
        &mut self,
        func: FuncId,
        name: Symbol,
        header: &mut Header,
        parts: &mut FunctionParts,
        line: u32,
    ) -> Res<()> {
        let mut groups = Vec::new();
        loop {
            parts.attrs.add(self.fn_attrs(line, &mut groups)?);
            match self.word() {
                b"unnamed_addr" | b"local_unnamed_addr" | b"addrspace" => {
                    self.header_word(header)?;
                }
                b"section" | b"partition" | b"comdat" | b"align" => {
                    self.suffix_word(&mut parts.suffix, name)?;
                }
                b"gc" => {
                    self.bump();
                    self.string()?;
                }
                b"prefix" => parts.prefix = Some(self.const_after_word()?),
                b"prologue" => parts.prologue = Some(self.const_after_word()?),
                b"personality" => parts.personality = Some(self.const_after_word()?),
                _ if self.at(Tok::MdName) && self.is_attachment(line) => {
                    self.attachment_to(&mut parts.suffix.dbg)?;
                }
                _ => break,
            }
        }
        let groups = groups.into_iter().map(|group| (func, group));
        self.function_groups.extend(groups);
        Ok(())
    }

    /// Whether `!name` is an attachment of the function, not named metadata after a declaration.
    fn is_attachment(&mut self, line: u32) -> bool {
        self.tok.line == line || self.lex.peek_byte() != b'='
    }

    fn const_after_word(&mut self) -> Res<ConstId> {
        self.bump();
        self.typed_const()
    }
}

/// The start of a definition, before the word `global`, `constant`, `alias` or `ifunc`.
struct GlobalStart {
    name: Symbol,
    header: Header,
    span: Span,
    text_line: u32,
}

/// The properties after the parameters of a function.
#[derive(Default)]
struct FunctionParts {
    attrs: FnAttrs,
    suffix: Suffix,
    personality: Option<ConstId>,
    prefix: Option<ConstId>,
    prologue: Option<ConstId>,
}
