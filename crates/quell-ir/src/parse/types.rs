//! Types, and the check that each of them is finite.

use super::error::{Entity, ErrorKind, Failure, Res, Span, shortened};
use super::lexer::Tok;
use super::parser::{MAX_DEPTH, Parser};
use crate::entity::{EntityRef, NamedTypeId, SecondaryMap, TypeId};
use crate::types::{Type, TypeTable};
use quell_bits::FloatFormat;

/// The widest integer type of LLVM.
const MAX_INT_WIDTH: u64 = 1 << 23;

/// The maximal nesting of types, including that through names.
const MAX_TYPE_DEPTH: u32 = 2 * MAX_DEPTH;

/// The maximal number of members of a type, including those of its members: the cost of a traversal.
const MAX_MEMBERS: u32 = 1 << 22;

/// The most frequent types, and the state of the named ones.
pub(super) struct TypeCache {
    pub void: TypeId,
    pub ptr: TypeId,
    pub i1: TypeId,
    pub i8: TypeId,
    pub i32: TypeId,
    pub i64: TypeId,
    pub metadata: TypeId,
    named: SecondaryMap<NamedTypeId, NamedSlot>,
}

#[derive(Clone, Default)]
struct NamedSlot {
    defined: bool,
    /// The first mention of the name.
    span: Span,
}

impl TypeCache {
    pub fn new(types: &mut TypeTable) -> Self {
        Self {
            void: types.void(),
            ptr: types.ptr(),
            i1: types.int(1),
            i8: types.int(8),
            i32: types.int(32),
            i64: types.int(64),
            metadata: types.intern(Type::Metadata),
            named: SecondaryMap::new(),
        }
    }
}

impl<'t> Parser<'t> {
    /// A type.
    pub fn ty(&mut self) -> Res<TypeId> {
        let base = match self.tok.kind {
            Tok::Word => self.word_type()?,
            _ => self.deeper(Self::compound_type)?,
        };
        match self.tok.kind {
            Tok::LParen => self.deeper(|p| p.function_type(base)),
            Tok::Star => Err(self.unsupported("a typed pointer (LLVM 14 and before)")),
            _ => Ok(base),
        }
    }

    /// A type of values: not void, a function type or a label.
    pub fn value_ty(&mut self) -> Res<TypeId> {
        let span = self.span();
        let ty = self.ty()?;
        self.check_not(
            ty,
            span,
            &[
                RestrictedType::Void,
                RestrictedType::Function,
                RestrictedType::Label,
            ],
        )?;
        Ok(ty)
    }

    fn word_type(&mut self) -> Res<TypeId> {
        let word = self.word();
        let ty = match word {
            b"ptr" => return self.pointer_type(),
            b"i32" => self.types.i32,
            b"i64" => self.types.i64,
            b"i8" => self.types.i8,
            b"i1" => self.types.i1,
            b"void" => self.types.void,
            b"metadata" => self.types.metadata,
            [b'i', digits @ ..] if digits.first().is_some_and(u8::is_ascii_digit) => {
                return self.int_type(digits);
            }
            b"target" => return self.deeper(Self::target_type),
            _ => match simple_type(word) {
                Some(ty) => self.module.types.intern(ty),
                None => return Err(self.unknown_type(word)),
            },
        };
        self.bump();
        Ok(ty)
    }

    fn unknown_type(&self, word: &[u8]) -> Box<Failure> {
        match word {
            b"ppc_fp128" | b"x86_mmx" => self.unsupported(&format!("type {}", shortened(word))),
            _ => self.fail(ErrorKind::UnknownType(shortened(word))),
        }
    }

    fn int_type(&mut self, digits: &[u8]) -> Res<TypeId> {
        match super::parser::parse_u64(digits) {
            Some(width @ 1..=MAX_INT_WIDTH) => {
                self.bump();
                Ok(self.module.types.int(width as u32))
            }
            Some(_) => Err(self.out_of_range("the width of an integer type")),
            None => Err(self.unknown_type(self.word())),
        }
    }

    fn pointer_type(&mut self) -> Res<TypeId> {
        self.bump();
        if !self.at_word(b"addrspace") {
            return Ok(self.types.ptr);
        }
        let space = self.addr_space()?;
        Ok(self.module.types.intern(Type::Ptr(space)))
    }

    /// `addrspace(n)`; named address spaces are read as the default one.
    pub fn addr_space(&mut self) -> Res<u32> {
        self.bump();
        self.open()?;
        let space = if self.accept(Tok::Str) {
            0
        } else {
            self.u32()?
        };
        self.close()?;
        Ok(space)
    }

    fn target_type(&mut self) -> Res<TypeId> {
        self.bump();
        self.open()?;
        let name = self.string()?;
        let (mut types, mut ints) = (Vec::new(), Vec::new());
        while self.accept(Tok::Comma) {
            match self.tok.kind {
                Tok::Int => ints.push(self.u32()?),
                _ => types.push(self.ty()?),
            }
        }
        self.close()?;
        let (types, ints) = (types.into(), ints.into());
        Ok(self
            .module
            .types
            .intern(Type::TargetExt { name, types, ints }))
    }

    fn compound_type(&mut self) -> Res<TypeId> {
        match self.tok.kind {
            Tok::LBrace => self.struct_type(false),
            Tok::LBracket => self.array_type(),
            Tok::Less => {
                self.bump();
                if self.at(Tok::LBrace) {
                    let ty = self.struct_type(true)?;
                    self.expect(Tok::Greater, "`>`")?;
                    return Ok(ty);
                }
                self.vector_type()
            }
            Tok::Local | Tok::LocalNumber => {
                let named = self.named_type();
                Ok(self.module.types.intern(Type::Named(named)))
            }
            _ => Err(self.expected("a type")),
        }
    }

    /// A mention of a named struct.
    pub fn named_type(&mut self) -> NamedTypeId {
        let span = self.span();
        let name = self.symbol();
        let id = self.module.types.named(name);
        let slot = &mut self.types.named[id];
        if slot.span == Span::default() {
            slot.span = span;
        }
        id
    }

    fn struct_type(&mut self, packed: bool) -> Res<TypeId> {
        self.bump();
        let mut fields = Vec::new();
        while !self.at(Tok::RBrace) {
            if !fields.is_empty() {
                self.comma()?;
            }
            fields.push(self.member_type()?);
        }
        self.bump();
        let fields = fields.into();
        Ok(self.module.types.intern(Type::Struct { fields, packed }))
    }

    fn member_type(&mut self) -> Res<TypeId> {
        let span = self.span();
        let ty = self.ty()?;
        self.check_not(
            ty,
            span,
            &[
                RestrictedType::Void,
                RestrictedType::Function,
                RestrictedType::Label,
                RestrictedType::Metadata,
                RestrictedType::Token,
            ],
        )?;
        Ok(ty)
    }

    fn array_type(&mut self) -> Res<TypeId> {
        self.bump();
        let len = self.u64()?;
        self.expect_word(b"x", "`x`")?;
        let elem = self.member_type()?;
        self.expect(Tok::RBracket, "`]`")?;
        Ok(self.module.types.intern(Type::Array { elem, len }))
    }

    fn vector_type(&mut self) -> Res<TypeId> {
        let scalable = self.accept_word(b"vscale");
        if scalable {
            self.expect_word(b"x", "`x`")?;
        }
        let span = self.span();
        let len = self.u32()?;
        if len == 0 {
            let kind = ErrorKind::LiteralOutOfRange("the length of a vector".to_owned());
            return Err(self.fail_at(kind, span));
        }
        self.expect_word(b"x", "`x`")?;
        let span = self.span();
        let elem = self.ty()?;
        if !matches!(
            self.module.types.get(elem),
            Type::Int(_) | Type::Float(_) | Type::Ptr(_)
        ) {
            return Err(self.fail_at(ErrorKind::InvalidType("vector of such elements"), span));
        }
        self.expect(Tok::Greater, "`>`")?;
        let vector = Type::Vector {
            elem,
            len,
            scalable,
        };
        Ok(self.module.types.intern(vector))
    }

    fn function_type(&mut self, ret: TypeId) -> Res<TypeId> {
        let span = self.span();
        self.check_not(
            ret,
            span,
            &[
                RestrictedType::Function,
                RestrictedType::Label,
                RestrictedType::Metadata,
            ],
        )?;
        self.bump();
        let mut params = Vec::new();
        let varargs = self.param_list(|parser| {
            params.push(parser.param_type()?);
            Ok(())
        })?;
        let params = params.into();
        Ok(self.module.types.intern(Type::Func {
            ret,
            params,
            varargs,
        }))
    }

    /// Parameters up to the closing parenthesis; returns whether they end with `...`.
    pub fn param_list(&mut self, mut param: impl FnMut(&mut Self) -> Res<()>) -> Res<bool> {
        let (mut first, mut varargs) = (true, false);
        while !varargs && !self.at(Tok::RParen) {
            if !first {
                self.comma()?;
            }
            first = false;
            varargs = self.accept(Tok::Ellipsis);
            if !varargs {
                param(self)?;
            }
        }
        self.close()?;
        Ok(varargs)
    }

    /// The type of a parameter.
    pub fn param_type(&mut self) -> Res<TypeId> {
        let span = self.span();
        let ty = self.ty()?;
        self.check_not(ty, span, &[RestrictedType::Void, RestrictedType::Function])?;
        Ok(ty)
    }

    pub fn check_not(&self, ty: TypeId, span: Span, banned: &[RestrictedType]) -> Res<()> {
        let kind = match self.module.types.get(ty) {
            Type::Void => RestrictedType::Void,
            Type::Func { .. } => RestrictedType::Function,
            Type::Label => RestrictedType::Label,
            Type::Metadata => RestrictedType::Metadata,
            Type::Token => RestrictedType::Token,
            _ => return Ok(()),
        };
        if banned.contains(&kind) {
            return Err(self.fail_at(ErrorKind::InvalidType(kind.text()), span));
        }
        Ok(())
    }

    /// `%name = type ...`.
    pub fn type_definition(&mut self) -> Res<()> {
        let span = self.span();
        let id = self.named_type();
        self.expect(Tok::Equal, "`=`")?;
        self.expect_word(b"type", "`type`")?;
        if std::mem::replace(&mut self.types.named[id].defined, true) {
            return Err(self.redefined(Entity::Type, span));
        }
        if self.accept_word(b"opaque") {
            return Ok(());
        }
        if !matches!(self.tok.kind, Tok::LBrace | Tok::Less) {
            return Err(self.expected("a struct body"));
        }
        let span = self.span();
        let body = self.ty()?;
        if !matches!(self.module.types.get(body), Type::Struct { .. }) {
            return Err(self.fail_at(ErrorKind::Expected("a struct body"), span));
        }
        self.module.types.set_body(id, body);
        Ok(())
    }

    /// Checks that every mentioned name is defined, no type contains itself, and the nesting and size of
    /// types are bounded, so that recursive traversals are safe.
    pub fn check_types(&self) -> Res<()> {
        for (id, _) in self.module.types.named_types() {
            let slot = &self.types.named[id];
            if !slot.defined {
                return Err(self.undefined(Entity::Type, slot.span));
            }
        }
        let count = self.module.types.iter().count();
        let mut extents = vec![Extent::Unknown; count];
        for index in 0..count {
            self.measure(TypeId::new(index), &mut extents)?;
        }
        Ok(())
    }

    /// Computes the nesting and the total number of members of `root`, without recursion.
    fn measure(&self, root: TypeId, extents: &mut [Extent]) -> Res<()> {
        let mut stack = vec![root];
        while let Some(&ty) = stack.last() {
            match extents[ty.index()] {
                Extent::Known { .. } => {
                    stack.pop();
                }
                Extent::Open => {
                    extents[ty.index()] = self.extent_of(ty, extents)?;
                }
                Extent::Unknown => {
                    extents[ty.index()] = Extent::Open;
                    for part in self.parts(ty) {
                        match extents[part.index()] {
                            Extent::Known { .. } => {}
                            Extent::Unknown => stack.push(part),
                            Extent::Open => {
                                return Err(self.recursive_type(&stack));
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// An error that names a struct on the cycle: only named structs can form one.
    fn recursive_type(&self, path: &[TypeId]) -> Box<Failure> {
        let named = |ty: &&TypeId| matches!(self.module.types.get(**ty), Type::Named(_));
        let ty = path.iter().rev().find(named).or(path.last()).copied();
        self.type_failure(ty.unwrap_or(self.types.void), ErrorKind::RecursiveType)
    }

    /// The extent of a type whose parts are known.
    fn extent_of(&self, ty: TypeId, extents: &[Extent]) -> Res<Extent> {
        let (mut deepest, mut total) = (0, 1u32);
        for part in self.parts(ty) {
            if let Extent::Known { depth, members } = extents[part.index()] {
                deepest = deepest.max(depth + 1);
                total = total.saturating_add(members);
            }
        }
        if deepest > MAX_TYPE_DEPTH {
            return Err(self.type_failure(ty, |_| ErrorKind::TooDeep(MAX_TYPE_DEPTH)));
        }
        if total > MAX_MEMBERS {
            return Err(self.type_failure(ty, |_| ErrorKind::TooLarge("a type")));
        }
        Ok(Extent::Known {
            depth: deepest,
            members: total,
        })
    }

    /// The types of the members of `ty`.
    fn parts(&self, ty: TypeId) -> Vec<TypeId> {
        let types = &self.module.types;
        match types.get(ty) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => vec![*elem],
            Type::Struct { fields, .. } => fields.to_vec(),
            Type::Named(named) => types.named_type(*named).body.into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn type_failure(&self, ty: TypeId, kind: impl Fn(String) -> ErrorKind) -> Box<Failure> {
        let span = match self.module.types.get(ty) {
            Type::Named(named) => self.types.named[*named].span,
            _ => Span::default(),
        };
        self.fail_at(kind(self.describe(ty)), span)
    }

    /// A type as text, for messages only.
    pub fn describe(&self, ty: TypeId) -> String {
        let types = &self.module.types;
        match types.get(ty) {
            Type::Int(width) => format!("i{width}"),
            Type::Ptr(0) => "ptr".to_owned(),
            Type::Ptr(space) => format!("ptr addrspace({space})"),
            Type::Named(named) => {
                let name = self.module.text(types.named_type(*named).name);
                format!("%{}", shortened(name.as_bytes()))
            }
            Type::Vector { elem, len, .. } => format!("<{len} x {}>", self.describe(*elem)),
            Type::Array { elem, len } => format!("[{len} x {}]", self.outline(*elem)),
            Type::Func { ret, .. } => format!("{} (...)", self.outline(*ret)),
            Type::Struct { fields, packed } => {
                let shown = fields.iter().take(4).map(|&field| self.outline(field));
                let rest = if fields.len() > 4 { ", ..." } else { "" };
                let body = format!("{{ {}{rest} }}", shown.collect::<Vec<_>>().join(", "));
                if *packed { format!("<{body}>") } else { body }
            }
            simple => simple_type_name(simple).to_owned(),
        }
    }

    /// A type without its members.
    fn outline(&self, ty: TypeId) -> String {
        match self.module.types.get(ty) {
            Type::Array { len, .. } => format!("[{len} x ...]"),
            Type::Struct { .. } => "{ ... }".to_owned(),
            Type::Func { .. } => "function".to_owned(),
            _ => self.describe(ty),
        }
    }
}

#[derive(Clone, Copy)]
enum Extent {
    Unknown,
    /// Being computed: a type that is reached again contains itself.
    Open,
    Known {
        depth: u32,
        members: u32,
    },
}

/// Types that are not allowed everywhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RestrictedType {
    Void,
    Function,
    Label,
    Metadata,
    Token,
}

impl RestrictedType {
    fn text(self) -> &'static str {
        match self {
            Self::Void => "void type",
            Self::Function => "function type",
            Self::Label => "label type",
            Self::Metadata => "metadata type",
            Self::Token => "token type",
        }
    }
}

const SIMPLE_TYPES: &[(&str, Type)] = &[
    ("half", Type::Float(FloatFormat::Half)),
    ("bfloat", Type::Float(FloatFormat::BFloat)),
    ("float", Type::Float(FloatFormat::Single)),
    ("double", Type::Float(FloatFormat::Double)),
    ("x86_fp80", Type::Float(FloatFormat::X87)),
    ("fp128", Type::Float(FloatFormat::Quad)),
    ("void", Type::Void),
    ("metadata", Type::Metadata),
    ("label", Type::Label),
    ("token", Type::Token),
    ("x86_amx", Type::X86Amx),
];

fn simple_type(word: &[u8]) -> Option<Type> {
    let mut table = SIMPLE_TYPES.iter();
    let found = table.find(|(name, _)| name.as_bytes() == word);
    found.map(|(_, ty)| ty.clone())
}

fn simple_type_name(ty: &Type) -> &'static str {
    let mut table = SIMPLE_TYPES.iter();
    let found = table.find(|(_, simple)| simple == ty);
    found.map_or("target type", |(name, _)| name)
}

/// Whether a type can begin with this word.
pub(super) fn is_type_word(word: &[u8]) -> bool {
    match word {
        b"ptr" | b"target" | b"ppc_fp128" | b"x86_mmx" => true,
        [b'i', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => true,
        _ => simple_type(word).is_some(),
    }
}
