//! Types as the user sees them: from debug information if there is some, otherwise from the
//! IR.

use quell_bits::FloatFormat;
use quell_ir::debug::{
    Aggregate, AggregateKind, ArrayType, DebugInfo, DiType, Encoding, Field, Language,
};
use quell_ir::{MdId, Module, Type, TypeId};

use crate::literal::Element;

/// A type of any origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeRef {
    Void,
    /// From debug information.
    Debug(MdId),
    /// From the IR, which knows neither signs nor what pointers point to.
    Ir(TypeId),
    /// From a literal.
    Stated(Element),
    /// Fortran text of any length.
    Characters,
}

impl From<Option<MdId>> for TypeRef {
    fn from(id: Option<MdId>) -> Self {
        id.map_or(Self::Void, Self::Debug)
    }
}

/// A type, one level deep, by how its values are written.
#[derive(Clone, Debug, PartialEq)]
pub enum Form<'m> {
    Void,
    Bool {
        bits: u32,
    },
    Int {
        bits: u32,
        /// `None` if the sign is unknown.
        signed: Option<bool>,
    },
    /// `char` of C.
    Char {
        signed: bool,
    },
    /// `char` of Rust.
    Unicode,
    Float(FloatFormat),
    /// Two floats.
    Complex(FloatFormat),
    Enum {
        values: Vec<(&'m str, i128)>,
        bits: u32,
        signed: bool,
    },
    Pointer(TypeRef),
    /// A pointer and a length: Rust's `&[T]` and `&str`.
    Slice {
        of: TypeRef,
        text: bool,
        pointer_at: u64,
        length_at: u64,
    },
    Record(Vec<Member<'m>>),
    Union(Vec<Member<'m>>),
    Variants(Box<Aggregate<'m>>),
    Array(Array),
    /// `character` of Fortran; `None` when the length is not in the type.
    Characters(Option<u64>),
    Code,
    Unknown,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Member<'m> {
    pub name: Option<&'m str>,
    pub ty: TypeRef,
    pub bit_offset: u64,
    /// Only of a bit-field.
    pub bits: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    pub of: TypeRef,
    /// The number of elements in each dimension; `None` if the type does not determine it.
    pub lengths: Vec<Option<u64>>,
    /// Fortran: the first index moves fastest.
    pub column_major: bool,
    /// A Fortran array that is passed by a descriptor.
    pub descriptor: bool,
}

impl Array {
    fn plain(of: TypeRef, length: u64) -> Self {
        Self {
            of,
            lengths: vec![Some(length)],
            column_major: false,
            descriptor: false,
        }
    }
}

/// The types of a module.
#[derive(Clone, Copy, Debug)]
pub struct Types<'m> {
    pub module: &'m Module,
    pub info: DebugInfo<'m>,
}

impl<'m> Types<'m> {
    pub fn new(module: &'m Module) -> Self {
        Self {
            module,
            info: DebugInfo::new(module),
        }
    }

    pub fn form(&self, ty: TypeRef) -> Form<'m> {
        match ty {
            TypeRef::Void => Form::Void,
            TypeRef::Debug(id) => match self.info.unwrapped(Some(id)) {
                Some(id) => self.debug_form(self.info.ty(id)),
                None => Form::Void,
            },
            TypeRef::Ir(id) => self.ir_form(id),
            TypeRef::Stated(Element::Int { bits, signed }) => Form::Int {
                bits,
                signed: Some(signed),
            },
            TypeRef::Stated(Element::Float { bits: 32 }) => Form::Float(FloatFormat::Single),
            TypeRef::Stated(Element::Float { .. }) => Form::Float(FloatFormat::Double),
            TypeRef::Characters => Form::Characters(None),
        }
    }

    /// Bytes from one value to the next; `None` when not known.
    pub fn size(&self, ty: TypeRef) -> Option<u64> {
        match ty {
            TypeRef::Void | TypeRef::Characters => None,
            TypeRef::Debug(id) => self.debug_size(id),
            TypeRef::Ir(id) => self.module.layout.alloc_size(&self.module.types, id).ok(),
            TypeRef::Stated(Element::Int { bits, .. } | Element::Float { bits }) => {
                Some(u64::from(bits / 8))
            }
        }
    }

    /// The type behind typedefs and qualifiers.
    fn unwrapped(&self, id: Option<MdId>) -> DiType<'m> {
        let id = self.info.unwrapped(id);
        id.map_or(DiType::Unknown, |id| self.info.ty(id))
    }

    fn debug_size(&self, id: MdId) -> Option<u64> {
        let bits = match self.info.ty(self.info.unwrapped(Some(id))?) {
            DiType::Aggregate(aggregate) if !aggregate.declaration_only => aggregate.bits,
            // The 80-bit format takes 16 bytes in memory.
            DiType::Basic {
                encoding: Encoding::Float,
                bits: 80,
                ..
            } => 128,
            DiType::Basic { bits, .. } => bits,
            _ => self.info.bits_of(Some(id))?,
        };
        Some(bits.div_ceil(8))
    }

    pub fn name(&self, ty: TypeRef) -> String {
        match ty {
            TypeRef::Void => self.info.type_name(None),
            TypeRef::Debug(id) => self.info.type_name(Some(id)),
            TypeRef::Ir(id) => self.ir_name(id),
            TypeRef::Stated(Element::Int { bits, signed }) => {
                format!("{}{bits}", if signed { 'i' } else { 'u' })
            }
            TypeRef::Stated(Element::Float { bits }) => format!("f{bits}"),
            TypeRef::Characters => "character(len=*)".to_owned(),
        }
    }

    fn ir_name(&self, id: TypeId) -> String {
        match self.module.types.get(id) {
            Type::Void => "void".to_owned(),
            Type::Int(width) => format!("i{width}"),
            Type::Float(format) => format.name().to_owned(),
            Type::Ptr(_) => "ptr".to_owned(),
            Type::Array { elem, len } => format!("[{len} x {}]", self.ir_name(*elem)),
            Type::Vector { elem, len, .. } => format!("<{len} x {}>", self.ir_name(*elem)),
            Type::Named(named) => {
                let name = self.module.types.named_type(*named).name;
                format!("%{}", self.module.text(name))
            }
            Type::Struct { fields, .. } => {
                let fields: Vec<String> = fields.iter().map(|&id| self.ir_name(id)).collect();
                format!("{{ {} }}", fields.join(", "))
            }
            _ => "an IR type without values".to_owned(),
        }
    }

    fn ir_form(&self, id: TypeId) -> Form<'m> {
        match self.module.types.resolve(id) {
            Type::Void => Form::Void,
            Type::Int(1) => Form::Bool { bits: 1 },
            &Type::Int(bits) => Form::Int { bits, signed: None },
            &Type::Float(format) => Form::Float(format),
            Type::Ptr(_) => Form::Pointer(TypeRef::Void),
            Type::Array { elem, len } => Form::Array(Array::plain(TypeRef::Ir(*elem), *len)),
            Type::Vector {
                elem,
                len,
                scalable: false,
            } => Form::Array(Array::plain(TypeRef::Ir(*elem), u64::from(*len))),
            Type::Struct { fields, .. } => self.ir_record(id, fields),
            _ => Form::Unknown,
        }
    }

    fn ir_record(&self, id: TypeId, fields: &[TypeId]) -> Form<'m> {
        let layout = self.module.layout.struct_layout(&self.module.types, id);
        let Ok(layout) = layout else {
            return Form::Unknown;
        };
        let member = |(&ty, &offset): (&TypeId, &u64)| Member {
            name: None,
            ty: TypeRef::Ir(ty),
            bit_offset: offset * 8,
            bits: None,
        };
        let fields = fields.iter().zip(layout.offsets.iter());
        Form::Record(fields.map(member).collect())
    }

    fn debug_form(&self, ty: DiType<'m>) -> Form<'m> {
        match ty {
            DiType::Basic {
                name,
                encoding,
                bits,
            } => self.basic_form(name, encoding, narrow(bits)),
            DiType::Pointer { to, .. } => Form::Pointer(to.into()),
            DiType::Aggregate(aggregate) => self.aggregate_form(aggregate),
            DiType::Array(array) => self.array_form(&array),
            DiType::Enum {
                base, bits, values, ..
            } => Form::Enum {
                signed: match self.unwrapped(base) {
                    DiType::Basic { encoding, .. } => is_signed(encoding),
                    _ => values.iter().any(|value| value.1 < 0),
                },
                values,
                bits: narrow(bits),
            },
            DiType::Subroutine { .. } => Form::Code,
            DiType::String { bits } => Form::Characters(bits.map(|bits| bits / 8)),
            DiType::Wrapper { .. } | DiType::Unspecified { .. } | DiType::Unknown => Form::Unknown,
        }
    }

    fn basic_form(&self, name: &'m str, encoding: Encoding, bits: u32) -> Form<'m> {
        let integer = |signed| Form::Int {
            bits,
            signed: Some(signed),
        };
        let float = |bits| self.float_format(name, bits);
        match encoding {
            // A type without values: Rust's `()`.
            _ if bits == 0 => Form::Record(Vec::new()),
            Encoding::Boolean => Form::Bool { bits },
            Encoding::SignedChar | Encoding::UnsignedChar if name == "char" => Form::Char {
                signed: encoding == Encoding::SignedChar,
            },
            Encoding::Signed | Encoding::SignedChar => integer(true),
            Encoding::Unsigned | Encoding::UnsignedChar | Encoding::Address => integer(false),
            Encoding::Utf if bits == 32 => Form::Unicode,
            Encoding::Utf => integer(false),
            Encoding::Float => float(bits).map_or(Form::Unknown, Form::Float),
            Encoding::Complex => float(bits / 2).map_or(Form::Unknown, Form::Complex),
            Encoding::Other => Form::Unknown,
        }
    }

    /// 128 bits are the x87 format in C's `long double` and a true quad elsewhere.
    fn float_format(&self, name: &str, bits: u32) -> Option<FloatFormat> {
        let is_c = matches!(self.info.language(), Language::C | Language::Cpp);
        Some(match bits {
            16 if name.contains("bf16") => FloatFormat::BFloat,
            16 => FloatFormat::Half,
            32 => FloatFormat::Single,
            64 => FloatFormat::Double,
            80 => FloatFormat::X87,
            128 if is_c && !name.contains("128") => FloatFormat::X87,
            128 => FloatFormat::Quad,
            _ => return None,
        })
    }

    fn array_form(&self, array: &ArrayType) -> Form<'m> {
        Form::Array(Array {
            of: array.of.into(),
            lengths: array.dimensions.iter().map(|of| of.len()).collect(),
            column_major: self.info.language() == Language::Fortran,
            descriptor: array.descriptor,
        })
    }

    fn aggregate_form(&self, aggregate: Aggregate<'m>) -> Form<'m> {
        if aggregate.declaration_only {
            return Form::Unknown;
        }
        if let Some(slice) = self.slice_form(&aggregate) {
            return slice;
        }
        if aggregate.variants.is_some() {
            return Form::Variants(Box::new(aggregate));
        }
        let members = aggregate.fields.iter().map(member).collect();
        match aggregate.kind {
            AggregateKind::Union => Form::Union(members),
            AggregateKind::Struct | AggregateKind::Class => Form::Record(members),
        }
    }

    /// Rust describes `&[T]` and `&str` as structs of these two fields.
    fn slice_form(&self, aggregate: &Aggregate<'m>) -> Option<Form<'m>> {
        let name = aggregate.name?;
        if !name.starts_with(['&', '*']) {
            return None;
        }
        let field = |wanted: &str| {
            let mut fields = aggregate.fields.iter();
            fields.find(|field| field.name == Some(wanted))
        };
        let (pointer, length) = (field("data_ptr")?, field("length")?);
        let DiType::Pointer { to, .. } = self.unwrapped(pointer.ty) else {
            return None;
        };
        Some(Form::Slice {
            of: to.into(),
            text: name.ends_with("str"),
            pointer_at: pointer.bit_offset / 8,
            length_at: length.bit_offset / 8,
        })
    }
}

const fn is_signed(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Signed | Encoding::SignedChar)
}

fn narrow(bits: u64) -> u32 {
    u32::try_from(bits).unwrap_or(u32::MAX)
}

/// A member of a struct.
pub fn member<'m>(field: &Field<'m>) -> Member<'m> {
    Member {
        name: field.name,
        ty: field.ty.into(),
        bit_offset: field.bit_offset,
        bits: field.bit_field.then(|| narrow(field.bits)),
    }
}
