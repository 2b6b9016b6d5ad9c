//! The numbers in memory that an annotation fills, by the type of the variable if that is known.

use quell_bits::FloatFormat;
use quell_ir::debug::{DebugInfo, VariableSource};
use quell_ir::{
    ConstKind, FuncId, GlobalId, GlobalRef, InstKind, LocalDef, LocalId, Module, Value,
};

use crate::encode::plain_field;
use crate::outside::WIDTHS;
use crate::types::{Form, Member, TypeRef, Types};

/// More numbers than these are filled by a loop.
const MOST: usize = 4096;

/// The maximal nesting of types, far more than real types need.
const MAX_NESTING: usize = 32;

/// A number in memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// The name in the source, the same for all elements of an array: `points[].x`.
    pub name: String,
    /// The offset in bytes.
    pub offset: u64,
    pub kind: Scalar,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// 0 or 1 in this number of bits.
    Bool(u32),
    Int {
        bits: u32,
        signed: bool,
    },
    Float(FloatFormat),
    Pointer,
}

/// A single byte.
pub const BYTE: Scalar = Scalar::Int {
    bits: 8,
    signed: false,
};

/// The memory to fill.
#[derive(Clone, PartialEq, Debug)]
pub enum Area {
    Pieces(Vec<Piece>),
    /// A number of bytes that is known only at run time, or is too large to be filled by single stores.
    Bytes {
        name: String,
    },
}

/// The area of this many bytes behind a pointer, as bytes if its type is unknown.
pub fn area(
    module: &Module,
    (function, ptr): (FuncId, Value),
    ty: Option<TypeRef>,
    size: Option<u64>,
    given: Option<String>,
) -> Area {
    let variable = variable(module, function, ptr);
    let declared = variable.as_ref().and_then(|of| of.name.clone());
    let name = given.or(declared).unwrap_or_else(|| "memory".to_owned());
    let types = Types::new(module);
    let candidates = variable.map(|of| of.ty).into_iter().chain(ty);
    let mut fitting = candidates.filter(|ty| size.is_some() && types.size(*ty) == size);
    let typed = fitting.find_map(|ty| {
        let mut pieces = Pieces {
            types,
            found: Vec::new(),
        };
        pieces.add(&name, ty, 0, 0)?;
        Some(with_gaps(pieces.found, &name, size?))
    });
    let bytes = || {
        let size = usize::try_from(size?).ok().filter(|size| *size <= MOST)?;
        let name = format!("{name}[]");
        Some((0..size as u64).map(|at| byte(&name, at)).collect())
    };
    match typed.or_else(bytes) {
        Some(pieces) => Area::Pieces(pieces),
        None => Area::Bytes {
            name: format!("{name}[]"),
        },
    }
}

/// Padding between members is filled as well.
fn with_gaps(mut pieces: Vec<Piece>, name: &str, size: u64) -> Vec<Piece> {
    pieces.sort_by_key(|piece| piece.offset);
    let padding = format!("{name}.padding");
    let (mut all, mut end) = (Vec::new(), 0);
    for piece in pieces {
        all.extend((end..piece.offset).map(|at| byte(&padding, at)));
        end = piece.offset + piece.kind.bytes();
        all.push(piece);
    }
    all.extend((end..size).map(|at| byte(&padding, at)));
    all
}

impl Scalar {
    fn bytes(self) -> u64 {
        let bits = match self {
            Self::Bool(bits) | Self::Int { bits, .. } => bits,
            Self::Float(format) => format.width(),
            Self::Pointer => 64,
        };
        u64::from(bits.div_ceil(8))
    }
}

/// The width of the number that a pointer points to.
pub fn width_behind(module: &Module, function: FuncId, ptr: Value) -> Option<u32> {
    let ty = match variable(module, function, ptr) {
        Some(variable) => variable.ty,
        None => parameter_type(module, function, ptr)?,
    };
    match Types::new(module).size(ty)? {
        bytes @ (1 | 2 | 4 | 8) => Some(bytes as u32 * 8),
        _ => None,
    }
}

/// What a parameter points to: Fortran passes addresses of variables.
fn parameter_type(module: &Module, function: FuncId, ptr: Value) -> Option<TypeRef> {
    let variables = DebugInfo::new(module).variables(&module.functions[function]);
    let Value::Local(local) = ptr else {
        return None;
    };
    let known = variables.iter().find(|variable| {
        let mut places = variable.places.iter();
        places.any(|place| place.is_address && place.source == VariableSource::Local(local))
    });
    known?.ty.map(TypeRef::Debug)
}

fn byte(name: &str, offset: u64) -> Piece {
    Piece {
        name: name.to_owned(),
        offset,
        kind: BYTE,
    }
}

struct Variable {
    name: Option<String>,
    ty: TypeRef,
}

/// The variable at whose start a pointer points.
fn variable(module: &Module, function: FuncId, ptr: Value) -> Option<Variable> {
    match beginning(module, function, ptr)? {
        Value::Local(local) => local_variable(module, function, local),
        Value::Const(id) => match module.consts.get(id).kind {
            ConstKind::Global(GlobalRef::Var(id)) => Some(Variable {
                name: Some(module.text(module.globals[id].name).to_owned()),
                ty: global_type(module, id),
            }),
            _ => None,
        },
        Value::Metadata(_) => None,
    }
}

fn local_variable(module: &Module, function: FuncId, local: LocalId) -> Option<Variable> {
    let function = &module.functions[function];
    let LocalDef::Inst(inst) = function.locals[local].def else {
        return None;
    };
    let InstKind::Alloca { elem, count, .. } = function.insts[inst].kind else {
        return None;
    };
    if count.is_some_and(|count| constant(module, count) != Some(1)) {
        return None;
    }
    let types = Types::new(module);
    let variables = types.info.variables(function);
    let known = variables.iter().find(|variable| {
        let mut places = variable.places.iter();
        places.any(|place| place.is_address && place.source == VariableSource::Local(local))
    });
    Some(Variable {
        name: known.and_then(|known| known.name).map(str::to_owned),
        ty: known
            .and_then(|known| known.ty)
            .map_or(TypeRef::Ir(elem), TypeRef::Debug),
    })
}

fn global_type(module: &Module, id: GlobalId) -> TypeRef {
    let known = DebugInfo::new(module).global_variables(id);
    let known = known.iter().find_map(|variable| variable.ty);
    known.map_or(TypeRef::Ir(module.globals[id].ty), TypeRef::Debug)
}

/// The pointer without address computations of offset 0.
fn beginning(module: &Module, function: FuncId, ptr: Value) -> Option<Value> {
    let function = &module.functions[function];
    let mut ptr = ptr;
    for _ in 0..MAX_NESTING {
        let Value::Local(local) = ptr else {
            return Some(ptr);
        };
        let LocalDef::Inst(inst) = function.locals[local].def else {
            return Some(ptr);
        };
        match &function.insts[inst].kind {
            InstKind::Gep { base, indices, .. }
                if indices.iter().all(|of| is_zero(module, *of)) =>
            {
                ptr = *base;
            }
            _ => return Some(ptr),
        }
    }
    None
}

fn is_zero(module: &Module, value: Value) -> bool {
    constant(module, value) == Some(0)
}

/// The value of a constant operand.
pub fn constant(module: &Module, value: Value) -> Option<u64> {
    let Value::Const(id) = value else {
        return None;
    };
    match &module.consts.get(id).kind {
        ConstKind::Int(bits) => bits.to_u64(),
        _ => None,
    }
}

/// Takes a type apart.
struct Pieces<'m> {
    types: Types<'m>,
    found: Vec<Piece>,
}

impl Pieces<'_> {
    /// `None` if the type does not consist of numbers.
    fn add(&mut self, name: &str, ty: TypeRef, offset: u64, nesting: usize) -> Option<()> {
        if nesting > MAX_NESTING || self.found.len() > MOST {
            return None;
        }
        let kind = match self.types.form(ty) {
            Form::Bool { bits } => Scalar::Bool(bits.max(8)),
            // Values of other widths cannot be passed.
            Form::Int { bits, signed } if WIDTHS.contains(&bits) => Scalar::Int {
                bits,
                signed: signed.unwrap_or(true),
            },
            Form::Char { signed } => Scalar::Int { bits: 8, signed },
            Form::Enum { bits, signed, .. } => Scalar::Int { bits, signed },
            Form::Float(format) => Scalar::Float(format),
            Form::Pointer(_) => Scalar::Pointer,
            Form::Record(members) => return self.record(name, &members, offset, nesting),
            Form::Array(array) => {
                let lengths: Option<Vec<u64>> = array.lengths.iter().copied().collect();
                let count = lengths?
                    .iter()
                    .try_fold(1_u64, |all, of| all.checked_mul(*of))?;
                let size = self.types.size(array.of)?;
                if size == 0 || count == 0 {
                    return Some(());
                }
                if count > MOST as u64 {
                    return None;
                }
                let name = format!("{name}[]");
                return (0..count).try_for_each(|index| {
                    let at = offset.checked_add(index.checked_mul(size)?)?;
                    self.add(&name, array.of, at, nesting + 1)
                });
            }
            _ => return None,
        };
        self.found.push(Piece {
            name: name.to_owned(),
            offset,
            kind,
        });
        Some(())
    }

    fn record(
        &mut self,
        name: &str,
        members: &[Member<'_>],
        offset: u64,
        nesting: usize,
    ) -> Option<()> {
        for (index, member) in members.iter().enumerate() {
            if member.bits.is_some() || member.bit_offset % 8 != 0 {
                return None;
            }
            let step = member.name.map(plain_field).map(str::to_owned);
            let step = step.unwrap_or_else(|| index.to_string());
            let at = offset + member.bit_offset / 8;
            self.add(&format!("{name}.{step}"), member.ty, at, nesting + 1)?;
        }
        Some(())
    }
}
