//! Types of the source. A type refers to others by metadata id, so that recursive types are finite; the
//! id is optional where the type may be void.

use super::node::{Node, constant_int};
use super::{DebugInfo, MAX_STEPS};
use crate::entity::MdId;
use crate::metadata::MdField;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DiType<'m> {
    Basic {
        name: &'m str,
        encoding: Encoding,
        bits: u64,
    },
    Pointer {
        /// Rust names its pointers: `&str`, `*const u8`.
        name: Option<&'m str>,
        kind: PointerKind,
        to: Option<MdId>,
        bits: u64,
    },
    /// Another type under a name or a qualifier.
    Wrapper {
        kind: WrapperKind,
        name: Option<&'m str>,
        of: Option<MdId>,
    },
    Aggregate(Aggregate<'m>),
    Array(ArrayType),
    Enum {
        name: Option<&'m str>,
        base: Option<MdId>,
        bits: u64,
        /// In the order of the source.
        values: Vec<(&'m str, i128)>,
    },
    Subroutine {
        ret: Option<MdId>,
        params: Vec<Option<MdId>>,
        variadic: bool,
    },
    /// A Fortran `character`, whose length may be unknown.
    String {
        bits: Option<u64>,
    },
    /// `decltype(nullptr)`, Rust's `!`.
    Unspecified {
        name: &'m str,
    },
    /// Not a type, or an unknown kind of type.
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Boolean,
    Signed,
    SignedChar,
    Unsigned,
    UnsignedChar,
    Float,
    Complex,
    /// A Unicode scalar value.
    Utf,
    Address,
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerKind {
    Pointer,
    Reference,
    RvalueReference,
    /// Pointer to a member of a C++ class.
    Member,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrapperKind {
    Typedef,
    Const,
    Volatile,
    Restrict,
    Atomic,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AggregateKind {
    Struct,
    Union,
    Class,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aggregate<'m> {
    pub kind: AggregateKind,
    pub name: Option<&'m str>,
    pub bits: u64,
    /// Whether the body is in another file.
    pub declaration_only: bool,
    /// In the order of the source; static members and methods are left out.
    pub fields: Vec<Field<'m>>,
    /// The variants, if it is a Rust enum with data.
    pub variants: Option<VariantPart<'m>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field<'m> {
    /// `None` for an anonymous struct or union.
    pub name: Option<&'m str>,
    pub ty: Option<MdId>,
    pub bit_offset: u64,
    pub bits: u64,
    pub bit_field: bool,
    pub artificial: bool,
    /// A base class.
    pub inherited: bool,
}

/// The alternatives of a Rust enum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantPart<'m> {
    /// The field with the discriminant; absent if there is only one alternative.
    pub discriminator: Option<Field<'m>>,
    pub variants: Vec<Variant<'m>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant<'m> {
    /// The value of the discriminant; `None` for the alternative of all other values.
    pub value: Option<i128>,
    /// A struct with the data of this alternative.
    pub data: Field<'m>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayType {
    pub of: Option<MdId>,
    pub dimensions: Vec<Dimension>,
    /// A SIMD vector.
    pub vector: bool,
    /// 0 if unknown at compile time.
    pub bits: u64,
    /// A Fortran array behind a descriptor, whose bounds are expressions over its address.
    pub descriptor: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dimension {
    pub lower: Bound,
    pub upper: Bound,
    pub count: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Known(i128),
    /// The value of a variable.
    Variable(MdId),
    /// The value of an expression.
    Computed(MdId),
    Absent,
}

impl Dimension {
    /// The number of elements, if it is known at compile time.
    pub fn len(&self) -> Option<u64> {
        match (self.count, self.lower, self.upper) {
            (Bound::Known(count), _, _) => u64::try_from(count).ok(),
            (_, Bound::Known(lower), Bound::Known(upper)) => {
                u64::try_from(upper.checked_sub(lower)?.checked_add(1)?).ok()
            }
            _ => None,
        }
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }
}

impl<'m> DebugInfo<'m> {
    /// The type with a metadata id.
    pub fn ty(&self, id: MdId) -> DiType<'m> {
        let Some(node) = self.node(id) else {
            return DiType::Unknown;
        };
        match node.kind() {
            "DIBasicType" | "DIFixedPointType" => basic(&node),
            "DIDerivedType" => derived(&node),
            "DICompositeType" => composite(&node),
            "DISubroutineType" => subroutine(&node),
            "DIStringType" => DiType::String {
                bits: Some(node.u64("size")).filter(|&bits| bits > 0),
            },
            _ => DiType::Unknown,
        }
    }

    /// The type without typedefs and qualifiers; `None` is void.
    pub fn unwrapped(&self, id: Option<MdId>) -> Option<MdId> {
        let mut current = id?;
        for _ in 0..MAX_STEPS {
            match self.ty(current) {
                DiType::Wrapper { of, .. } => current = of?,
                _ => return Some(current),
            }
        }
        None
    }

    /// The size in bits, through typedefs and qualifiers; `None` if unknown.
    pub fn bits_of(&self, id: Option<MdId>) -> Option<u64> {
        let bits = match self.ty(self.unwrapped(id)?) {
            DiType::Basic { bits, .. } | DiType::Pointer { bits, .. } => bits,
            DiType::Enum { bits, .. } => bits,
            DiType::Aggregate(aggregate) if !aggregate.declaration_only => {
                return Some(aggregate.bits);
            }
            DiType::Array(array) => return self.array_bits(&array),
            DiType::String { bits } => bits?,
            _ => 0,
        };
        (bits > 0).then_some(bits)
    }

    /// The size of an array. Flang gives none: then it is computed from the elements. Arrays of arrays are
    /// one node, so this does not recurse.
    fn array_bits(&self, array: &ArrayType) -> Option<u64> {
        if array.bits > 0 {
            return Some(array.bits);
        }
        let mut bits = match self.ty(self.unwrapped(array.of)?) {
            DiType::Basic { bits, .. } | DiType::Pointer { bits, .. } => bits,
            DiType::Aggregate(aggregate) => aggregate.bits,
            _ => return None,
        };
        for dimension in &array.dimensions {
            bits = bits.checked_mul(dimension.len()?)?;
        }
        Some(bits)
    }
}

fn basic<'m>(node: &Node<'m>) -> DiType<'m> {
    let name = node.text("name").unwrap_or("");
    if node.word("tag") == Some("DW_TAG_unspecified_type") {
        return DiType::Unspecified { name };
    }
    let encoding = match node.word("encoding") {
        Some("DW_ATE_boolean") => Encoding::Boolean,
        Some("DW_ATE_signed") => Encoding::Signed,
        Some("DW_ATE_signed_char") => Encoding::SignedChar,
        Some("DW_ATE_unsigned") => Encoding::Unsigned,
        Some("DW_ATE_unsigned_char") => Encoding::UnsignedChar,
        Some("DW_ATE_float") => Encoding::Float,
        Some("DW_ATE_complex_float") => Encoding::Complex,
        Some("DW_ATE_UTF") => Encoding::Utf,
        Some("DW_ATE_address") => Encoding::Address,
        _ => Encoding::Other,
    };
    DiType::Basic {
        name,
        encoding,
        bits: node.u64("size"),
    }
}

fn derived<'m>(node: &Node<'m>) -> DiType<'m> {
    let name = node.text("name");
    let base = node.reference("baseType");
    let pointer = |kind| DiType::Pointer {
        name,
        kind,
        to: base,
        bits: node.u64("size"),
    };
    let wrapper = |kind| DiType::Wrapper {
        kind,
        name,
        of: base,
    };
    match node.word("tag") {
        Some("DW_TAG_pointer_type") => pointer(PointerKind::Pointer),
        Some("DW_TAG_reference_type") => pointer(PointerKind::Reference),
        Some("DW_TAG_rvalue_reference_type") => pointer(PointerKind::RvalueReference),
        Some("DW_TAG_ptr_to_member_type") => pointer(PointerKind::Member),
        Some("DW_TAG_typedef" | "DW_TAG_template_alias") => wrapper(WrapperKind::Typedef),
        Some("DW_TAG_const_type") => wrapper(WrapperKind::Const),
        Some("DW_TAG_volatile_type") => wrapper(WrapperKind::Volatile),
        Some("DW_TAG_restrict_type") => wrapper(WrapperKind::Restrict),
        Some("DW_TAG_atomic_type") => wrapper(WrapperKind::Atomic),
        _ => DiType::Unknown,
    }
}

fn composite<'m>(node: &Node<'m>) -> DiType<'m> {
    match node.word("tag") {
        Some("DW_TAG_structure_type") => aggregate(node, AggregateKind::Struct),
        Some("DW_TAG_union_type") => aggregate(node, AggregateKind::Union),
        Some("DW_TAG_class_type") => aggregate(node, AggregateKind::Class),
        Some("DW_TAG_enumeration_type") => DiType::Enum {
            name: node.text("name"),
            base: node.reference("baseType"),
            bits: node.u64("size"),
            values: node.nodes("elements").filter_map(enumerator).collect(),
        },
        Some("DW_TAG_array_type") => DiType::Array(ArrayType {
            of: node.reference("baseType"),
            dimensions: node.nodes("elements").filter_map(dimension).collect(),
            vector: node.has_flag("flags", "DIFlagVector"),
            bits: node.u64("size"),
            descriptor: node.reference("dataLocation").is_some(),
        }),
        _ => DiType::Unknown,
    }
}

fn aggregate<'m>(node: &Node<'m>, kind: AggregateKind) -> DiType<'m> {
    let is_variants = |node: &Node<'_>| node.word("tag") == Some("DW_TAG_variant_part");
    DiType::Aggregate(Aggregate {
        kind,
        name: node.text("name"),
        bits: node.u64("size"),
        declaration_only: node.has_flag("flags", "DIFlagFwdDecl"),
        fields: node
            .nodes("elements")
            .filter_map(|node| field(&node))
            .collect(),
        variants: node.nodes("elements").find(is_variants).map(variant_part),
    })
}

fn field<'m>(node: &Node<'m>) -> Option<Field<'m>> {
    let inherited = match node.word("tag")? {
        "DW_TAG_member" => false,
        "DW_TAG_inheritance" => true,
        _ => return None,
    };
    if node.has_flag("flags", "DIFlagStaticMember") {
        return None;
    }
    Some(Field {
        name: node.text("name"),
        ty: node.reference("baseType"),
        bit_offset: node.u64("offset"),
        bits: node.u64("size"),
        bit_field: node.has_flag("flags", "DIFlagBitField"),
        artificial: node.has_flag("flags", "DIFlagArtificial"),
        inherited,
    })
}

fn variant_part(node: Node<'_>) -> VariantPart<'_> {
    VariantPart {
        discriminator: node.node("discriminator").and_then(|node| field(&node)),
        variants: node.nodes("elements").filter_map(variant).collect(),
    }
}

fn variant(node: Node<'_>) -> Option<Variant<'_>> {
    Some(Variant {
        value: node.int("extraData"),
        data: field(&node)?,
    })
}

fn enumerator(node: Node<'_>) -> Option<(&str, i128)> {
    let named = node.kind() == "DIEnumerator";
    named.then_some((node.text("name")?, node.int("value")?))
}

fn dimension(node: Node<'_>) -> Option<Dimension> {
    matches!(node.kind(), "DISubrange" | "DIGenericSubrange").then(|| Dimension {
        lower: bound(&node, "lowerBound"),
        upper: bound(&node, "upperBound"),
        count: bound(&node, "count"),
    })
}

fn bound(node: &Node<'_>, name: &str) -> Bound {
    match node.field(name) {
        // Clang's count of a flexible array member.
        Some(MdField::Int(-1)) if name == "count" => Bound::Absent,
        Some(MdField::Int(value)) => Bound::Known(*value),
        Some(MdField::Ref(id)) => match constant_int(node.module, *id) {
            Some(value) => Bound::Known(value),
            None => match Node::new(node.module, *id).map(|node| node.kind()) {
                Some("DILocalVariable" | "DIGlobalVariable") => Bound::Variable(*id),
                Some("DIExpression") => Bound::Computed(*id),
                _ => Bound::Absent,
            },
        },
        _ => Bound::Absent,
    }
}

fn subroutine<'m>(node: &Node<'m>) -> DiType<'m> {
    let types = node.list("types");
    // A trailing null is `...`; a single one is a void result.
    let variadic = types.len() > 1 && types.last() == Some(&None);
    let params = types.get(1..).unwrap_or(&[]);
    let named = params.len() - usize::from(variadic);
    DiType::Subroutine {
        ret: types.first().copied().flatten(),
        params: params[..named].to_vec(),
        variadic,
    }
}
