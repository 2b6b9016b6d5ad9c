//! The layout of types in memory, by type id.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use quell_bits::FloatFormat;
use quell_ir::entity::EntityRef;
use quell_ir::layout::LayoutError;
use quell_ir::{Module, Type, TypeId};
use quell_values::unsupported::Unsupported;

use crate::stop::Stop;

#[derive(Clone, Debug)]
pub enum ShapeKind {
    Void,
    Int(u32),
    Float(FloatFormat),
    Ptr,
    Vector {
        elem: TypeId,
        len: u32,
    },
    Array {
        elem: TypeId,
        len: u64,
        stride: u64,
    },
    /// Offset and type of each field.
    Struct(Rc<[(u64, TypeId)]>),
}

#[derive(Clone, Debug)]
pub struct Shape {
    pub kind: ShapeKind,
    /// The number of bytes that a store writes.
    pub size: u64,
    /// The distance between elements of an array in bytes.
    pub stride: u64,
    pub align: u64,
}

/// The largest value that a register may hold, in bytes and in members. Compilers keep larger ones in memory.
const MOST_BYTES: u64 = 1 << 26;
const MOST_MEMBERS: u64 = 1 << 24;

impl Shape {
    /// Refuses values that are too large for a register.
    pub fn check_register(&self) -> Result<(), Stop> {
        let members = match self.kind {
            ShapeKind::Vector { len, .. } => u64::from(len),
            _ => self.members(),
        };
        if self.size <= MOST_BYTES && members <= MOST_MEMBERS {
            return Ok(());
        }
        Err(Unsupported::LargeValue { bytes: self.size }.into())
    }

    /// The width of an integer or float.
    pub fn width(&self) -> Option<u32> {
        match self.kind {
            ShapeKind::Int(width) => Some(width),
            ShapeKind::Float(format) => Some(format.width()),
            _ => None,
        }
    }

    /// The number of members of a struct or array; a vector counts as a scalar.
    pub fn members(&self) -> u64 {
        match &self.kind {
            ShapeKind::Array { len, .. } => *len,
            ShapeKind::Struct(fields) => fields.len() as u64,
            _ => 0,
        }
    }

    /// Offset and type of a member of a struct or array.
    pub fn member(&self, index: u64) -> Option<(u64, TypeId)> {
        match &self.kind {
            ShapeKind::Array { elem, len, stride } => {
                (index < *len).then_some((index * stride, *elem))
            }
            ShapeKind::Struct(fields) => fields.get(usize::try_from(index).ok()?).copied(),
            _ => None,
        }
    }
}

type Known = Result<Rc<Shape>, Stop>;

#[derive(Debug)]
pub struct Shapes {
    module: Arc<Module>,
    known: RefCell<Vec<Option<Known>>>,
}

impl Shapes {
    pub fn new(module: Arc<Module>) -> Self {
        Self {
            module,
            known: RefCell::default(),
        }
    }

    pub fn get(&self, ty: TypeId) -> Result<Rc<Shape>, Stop> {
        if let Some(Some(known)) = self.known.borrow().get(ty.index()) {
            return known.clone();
        }
        let shape = self.compute(ty).map(Rc::new);
        let mut known = self.known.borrow_mut();
        if known.len() <= ty.index() {
            known.resize(ty.index() + 1, None);
        }
        known[ty.index()] = Some(shape.clone());
        shape
    }

    fn compute(&self, ty: TypeId) -> Result<Shape, Stop> {
        let types = &self.module.types;
        let layout = &self.module.layout;
        let kind = match types.resolve(ty) {
            Type::Void | Type::Metadata | Type::Label | Type::Token => {
                return Ok(Shape {
                    kind: ShapeKind::Void,
                    size: 0,
                    stride: 0,
                    align: 1,
                });
            }
            Type::Int(width) => ShapeKind::Int(*width),
            Type::Float(format) => ShapeKind::Float(*format),
            Type::Ptr(_) => ShapeKind::Ptr,
            Type::Vector {
                elem,
                len,
                scalable: false,
            } => ShapeKind::Vector {
                elem: *elem,
                len: *len,
            },
            Type::Array { elem, len } => ShapeKind::Array {
                elem: *elem,
                len: *len,
                stride: self.get(*elem)?.stride,
            },
            Type::Struct { fields, .. } => {
                let offsets = layout
                    .struct_layout(types, ty)
                    .map_err(unsized_type)?
                    .offsets;
                ShapeKind::Struct(
                    offsets
                        .iter()
                        .copied()
                        .zip(fields.iter().copied())
                        .collect(),
                )
            }
            other => {
                let ty = format!("{other:?}");
                return Err(Unsupported::Type { ty }.into());
            }
        };
        Ok(Shape {
            kind,
            size: layout.store_size(types, ty).map_err(unsized_type)?,
            stride: layout.alloc_size(types, ty).map_err(unsized_type)?,
            align: layout.align(types, ty).map_err(unsized_type)?,
        })
    }
}

fn unsized_type(error: LayoutError) -> Stop {
    match error {
        LayoutError::Unsized(ty) => Unsupported::UnsizedType { ty: ty.to_owned() },
        LayoutError::TooLarge => Unsupported::LargeType,
        LayoutError::Recursive => Unsupported::RecursiveType,
    }
    .into()
}
