//! Accesses to variables of known size stay within them.

use quell_ir::constant::{ConstExpr, ConstKind, GlobalRef};
use quell_ir::layout::DataLayout;
use quell_ir::opcode::{BinOp, CastOp, IntPred, Linkage};
use quell_ir::types::TypeTable;
use quell_ir::{ConstId, Function, InstKind, LocalDef, LocalId, Module, Type, TypeId, Value};

use super::{Hardener, TrapKind};
use crate::condition::Range;
use crate::support;
use quell_ir::build::Editor;

/// The known target of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// Into a variable; accesses outside of it were made a trap.
    Object,
    Unknown,
}

/// A place in a variable: the offset is the constant plus the computed parts.
#[derive(Clone, Debug)]
pub(crate) struct Within {
    /// The address of the variable.
    pub(crate) root: Value,
    /// Bytes of the whole variable.
    pub(super) size: u64,
    offset: u64,
    /// Indices with the bytes that each step is worth.
    steps: Vec<(Value, u64)>,
}

/// The maximal length of chains of address computations.
const MAX_STEPS: usize = 32;

impl Hardener<'_> {
    /// Traps if the access of a type leaves the variable it is made to.
    pub(super) fn within_object(&mut self, ptr: Value, ty: TypeId) -> Target {
        let Some(within) = locate(&self.editor, ptr) else {
            self.within_chosen(ptr, ty);
            return Target::Unknown;
        };
        match leaves(&mut self.editor, &within, ty) {
            Some(Bound::Checked(bad)) => self.check(bad, TrapKind::OutOfBounds),
            Some(Bound::Outside) => self.trap(TrapKind::OutOfBounds),
            Some(Bound::Inside) => {}
            None => return Target::Unknown,
        }
        Target::Object
    }

    /// An index of a vector that is not constant.
    pub(super) fn lane_index(&mut self, vector: Value, index: Value) {
        let ty = self.editor.type_of(vector);
        let (Value::Local(_), Some(lanes)) = (index, self.editor.module.types.lanes(ty)) else {
            return;
        };
        let wide = self.editor.module.types.int(64);
        let index = to_i64(&mut self.editor, index, wide);
        let lanes = support::int(self.editor.module, 64, i64::from(lanes));
        let bad = self.editor.icmp(IntPred::Uge, index, lanes);
        self.check(bad, TrapKind::OutOfBounds);
    }
}

/// Whether an access is within its variable.
pub(crate) enum Bound {
    Inside,
    Outside,
    /// Outside if this is true.
    Checked(Value),
}

/// The position of an access of a type in a variable; `None` if the type has no size.
pub(crate) fn leaves(editor: &mut Editor<'_>, within: &Within, ty: TypeId) -> Option<Bound> {
    Some(match access(editor.module, within, ty)? {
        Access::Inside => Bound::Inside,
        Access::Outside => Bound::Outside,
        Access::Computed(range) => Bound::Checked(outside(editor, &range)),
    })
}

/// The position of an access of a type in a variable, as far as the IR determines it.
pub(crate) enum Access {
    Inside,
    Outside,
    /// It depends on indices.
    Computed(Range),
}

/// See [`leaves`].
pub(crate) fn access(module: &Module, within: &Within, ty: TypeId) -> Option<Access> {
    let bytes = module.layout.store_size(&module.types, ty).ok()?;
    let Some(last) = within.size.checked_sub(bytes) else {
        return Some(Access::Outside);
    };
    Some(match within.fixed() {
        Some(offset) if offset <= last => Access::Inside,
        Some(_) => Access::Outside,
        None => Access::Computed(Range {
            root: within.root,
            last,
            offset: within.offset,
            steps: within.steps.clone(),
        }),
    })
}

/// Whether an access leaves its range.
pub(crate) fn outside(editor: &mut Editor<'_>, range: &Range) -> Value {
    let wide = editor.module.types.int(64);
    let mut offset = support::int(editor.module, 64, range.offset.cast_signed());
    for &(index, step) in &range.steps {
        let index = to_i64(editor, index, wide);
        let step = support::int(editor.module, 64, step.cast_signed());
        let part = editor.binary(BinOp::Mul, index, step);
        offset = editor.binary(BinOp::Add, offset, part);
    }
    let last = support::int(editor.module, 64, range.last.cast_signed());
    editor.icmp(IntPred::Ugt, offset, last)
}

/// An index as a signed number of 64 bits, the way address computations take it.
fn to_i64(editor: &mut Editor<'_>, index: Value, wide: TypeId) -> Value {
    let ty = editor.type_of(index);
    match *editor.module.types.get(ty) {
        Type::Int(..=63) => editor.cast(CastOp::SExt, index, wide),
        Type::Int(65..) => editor.cast(CastOp::Trunc, index, wide),
        _ => index,
    }
}

/// The place in a variable that a pointer points to, if it is computed from the variable's address.
pub(crate) fn locate(editor: &Editor<'_>, ptr: Value) -> Option<Within> {
    locate_in(editor.module, editor.function(), ptr)
}

/// The same in a function of a module.
pub(crate) fn locate_in(module: &Module, function: &Function, ptr: Value) -> Option<Within> {
    let definition = |local: LocalId| match function.locals[local].def {
        LocalDef::Inst(inst) => Some(&function.insts[inst].kind),
        LocalDef::Param(_) => None,
    };
    locate_by(module, definition, ptr)
}

/// The same where locals are defined by the instructions that are given.
pub(crate) fn locate_by<'k>(
    module: &Module,
    definition: impl Fn(LocalId) -> Option<&'k InstKind>,
    ptr: Value,
) -> Option<Within> {
    let mut within = Within {
        root: ptr,
        size: 0,
        offset: 0,
        steps: Vec::new(),
    };
    let mut at = ptr;
    for _ in 0..MAX_STEPS {
        let local = match at {
            Value::Local(local) => local,
            Value::Const(id) => return in_constant(module, id, within),
            Value::Metadata(_) => return None,
        };
        match definition(local)? {
            InstKind::Alloca { elem, count, .. } => {
                let count = match count {
                    Some(count) => u64::try_from(constant(module, *count)?).ok()?,
                    None => 1,
                };
                let size = module.layout.alloc_size(&module.types, *elem).ok()?;
                within.size = size.checked_mul(count)?;
                within.root = at;
                return Some(within);
            }
            InstKind::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let indices = indices
                    .iter()
                    .map(|&index| (index, constant(module, index)));
                within.add(&module.layout, &module.types, *source, indices)?;
                at = *base;
            }
            _ => return None,
        }
    }
    None
}

/// A number that is written in the text.
fn constant(module: &Module, value: Value) -> Option<i64> {
    match value {
        Value::Const(id) => match &module.consts.get(id).kind {
            ConstKind::Int(bits) => bits.to_i64(),
            _ => None,
        },
        _ => None,
    }
}

fn in_constant(module: &Module, id: ConstId, mut within: Within) -> Option<Within> {
    let mut at = id;
    for _ in 0..MAX_STEPS {
        match &module.consts.get(at).kind {
            ConstKind::Global(GlobalRef::Var(global)) => {
                let global = &module.globals[*global];
                // What is only declared, or may be replaced when linking, may have another size.
                let is_final = matches!(
                    global.linkage,
                    Linkage::External | Linkage::Internal | Linkage::Private
                );
                global.init.filter(|_| is_final)?;
                within.size = module.layout.alloc_size(&module.types, global.ty).ok()?;
                within.root = Value::Const(at);
                return Some(within);
            }
            ConstKind::Expr(expr) => match &**expr {
                ConstExpr::Gep {
                    source,
                    base,
                    indices,
                    ..
                } => {
                    let indices = indices.iter().map(|&index| {
                        let index = Value::Const(index);
                        (index, constant(module, index))
                    });
                    within.add(&module.layout, &module.types, *source, indices)?;
                    at = *base;
                }
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}

impl Within {
    /// The offset, if it is known.
    pub(crate) fn fixed(&self) -> Option<u64> {
        self.steps.is_empty().then_some(self.offset)
    }

    /// Whether it may be within this many bytes of another place.
    pub(crate) fn may_be(&self, place: u64, bytes: u64) -> bool {
        let step = self.steps.iter().fold(0, |step, other| gcd(step, other.1));
        let distance = i128::from(place) - i128::from(self.offset.cast_signed());
        match distance.checked_rem_euclid(i128::from(step)) {
            Some(rest) => rest < i128::from(bytes) || i128::from(step) - rest < i128::from(bytes),
            None => true,
        }
    }

    /// Adds the indices of an address computation; none if these are vectors or of unknown size.
    fn add(
        &mut self,
        layout: &DataLayout,
        types: &TypeTable,
        source: TypeId,
        indices: impl Iterator<Item = (Value, Option<i64>)>,
    ) -> Option<()> {
        let mut ty = source;
        for (position, (index, known)) in indices.enumerate() {
            if position > 0 {
                if let Type::Struct { .. } = types.resolve(ty) {
                    let field = usize::try_from(known?).ok()?;
                    let offsets = layout.struct_layout(types, ty).ok()?.offsets;
                    self.offset = self.offset.wrapping_add(*offsets.get(field)?);
                    ty = types.member(ty, field as u64)?;
                    continue;
                }
                ty = element(types, ty)?;
            }
            let step = layout.alloc_size(types, ty).ok()?;
            match known {
                Some(known) => {
                    let bytes = known.cast_unsigned().wrapping_mul(step);
                    self.offset = self.offset.wrapping_add(bytes);
                }
                None => self.steps.push((index, step)),
            }
        }
        Some(())
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn element(types: &TypeTable, ty: TypeId) -> Option<TypeId> {
    match types.resolve(ty) {
        Type::Array { elem, .. } | Type::Vector { elem, .. } => Some(*elem),
        _ => None,
    }
}
