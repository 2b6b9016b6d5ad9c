//! Types, interned.

use indexmap::IndexSet;
use quell_bits::FloatFormat;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::entity::{EntityRef, NamedTypeId, PrimaryMap, TypeId};
use crate::symbol::Symbol;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Void,
    Int(u32),
    Float(FloatFormat),
    /// A pointer in an address space.
    Ptr(u32),
    Array {
        elem: TypeId,
        len: u64,
    },
    Vector {
        elem: TypeId,
        len: u32,
        scalable: bool,
    },
    /// A literal struct.
    Struct {
        fields: Box<[TypeId]>,
        packed: bool,
    },
    /// A named struct, whose body is in the [`TypeTable`].
    Named(NamedTypeId),
    Func {
        ret: TypeId,
        params: Box<[TypeId]>,
        varargs: bool,
    },
    Label,
    Metadata,
    Token,
    X86Amx,
    /// `target("name", types, ints)`.
    TargetExt {
        name: Symbol,
        types: Box<[TypeId]>,
        ints: Box<[u32]>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedType {
    pub name: Symbol,
    /// A [`Type::Struct`]; `None` while opaque.
    pub body: Option<TypeId>,
}

/// All types of a module.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    types: IndexSet<Type, FxBuildHasher>,
    named: PrimaryMap<NamedTypeId, NamedType>,
    by_name: FxHashMap<Symbol, NamedTypeId>,
}

impl TypeTable {
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(index) = self.types.get_index_of(&ty) {
            return TypeId::new(index);
        }
        TypeId::new(self.types.insert_full(ty).0)
    }

    /// The type with an id of this table.
    pub fn get(&self, id: TypeId) -> &Type {
        self.types.get_index(id.index()).unwrap_or(&Type::Void)
    }

    /// The id of a type, if it has been interned.
    pub fn lookup(&self, ty: &Type) -> Option<TypeId> {
        self.types.get_index_of(ty).map(TypeId::new)
    }

    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void)
    }

    pub fn int(&mut self, width: u32) -> TypeId {
        self.intern(Type::Int(width))
    }

    pub fn float(&mut self, format: FloatFormat) -> TypeId {
        self.intern(Type::Float(format))
    }

    pub fn ptr(&mut self) -> TypeId {
        self.intern(Type::Ptr(0))
    }

    /// The named struct `name`, which is opaque if it is new.
    pub fn named(&mut self, name: Symbol) -> NamedTypeId {
        if let Some(&id) = self.by_name.get(&name) {
            return id;
        }
        let id = self.named.push(NamedType { name, body: None });
        self.by_name.insert(name, id);
        id
    }

    /// The named struct `name`, if there is one.
    pub fn lookup_named(&self, name: Symbol) -> Option<NamedTypeId> {
        self.by_name.get(&name).copied()
    }

    pub fn set_body(&mut self, id: NamedTypeId, body: TypeId) {
        self.named[id].body = Some(body);
    }

    pub fn named_type(&self, id: NamedTypeId) -> &NamedType {
        &self.named[id]
    }

    pub fn named_types(&self) -> impl Iterator<Item = (NamedTypeId, &NamedType)> {
        self.named.iter()
    }

    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.types
            .iter()
            .enumerate()
            .map(|(index, ty)| (TypeId::new(index), ty))
    }

    /// The type, with a named struct replaced by its body if it has one.
    pub fn resolve(&self, id: TypeId) -> &Type {
        match self.get(id) {
            Type::Named(named) => match self.named[*named].body {
                Some(body) => self.get(body),
                None => self.get(id),
            },
            ty => ty,
        }
    }

    pub fn is_int(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Int(_))
    }

    pub fn is_ptr(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Ptr(_))
    }

    pub fn is_void(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Void)
    }

    /// The element type of a vector, or the type itself: the operand type of a lane-wise operation.
    pub fn lane(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Type::Vector { elem, .. } => *elem,
            _ => id,
        }
    }

    /// The number of lanes, if the type is a fixed vector.
    pub fn lanes(&self, id: TypeId) -> Option<u32> {
        match self.get(id) {
            Type::Vector {
                len,
                scalable: false,
                ..
            } => Some(*len),
            _ => None,
        }
    }

    /// The type of the member `index` of a struct, array or vector.
    pub fn member(&self, id: TypeId, index: u64) -> Option<TypeId> {
        match self.resolve(id) {
            Type::Struct { fields, .. } => fields.get(usize::try_from(index).ok()?).copied(),
            Type::Array { elem, len } => (index < *len).then_some(*elem),
            Type::Vector { elem, len, .. } => (index < u64::from(*len)).then_some(*elem),
            _ => None,
        }
    }
}
