//! `llvm.objectsize`: the constant that the code generator replaces the call with.
//!
//! The code generator looks at instructions only, never at the object: a pointer that was loaded or passed as
//! a parameter has an unknown size. The optimiser has replaced the calls it could; the remaining ones are
//! decided here by the same rules, so that a program gets the native result.

use std::cell::Cell;

use quell_ir::inst::Call as CallInst;
use quell_ir::opcode::{CastOp, Linkage};
use quell_ir::{
    Callee, ConstExpr, ConstId, ConstKind, FuncId, Function, GlobalRef, InstKind, LocalId, Module,
    TypeId, Value,
};

use super::call::{Call, Outcome};
use crate::domain::Domain;
use crate::memory::Memory;
use crate::program::Program;
use crate::program::geps::{self, IndexInfo};
use crate::stop::Stop;
use crate::value::Val;

/// The limit on the number of instructions and constants that are examined.
const MAX_STEPS: usize = 200;

/// Functions that allocate, with the arguments that determine the size.
const ALLOCATORS: &[(&str, &[usize])] = &[
    ("malloc", &[0]),
    ("calloc", &[0, 1]),
    ("realloc", &[1]),
    ("valloc", &[0]),
    ("aligned_alloc", &[1]),
    ("memalign", &[1]),
];

pub fn object_size<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let width = c.result_width()?;
    let (minimum, null_unknown) = (c.flag(1)?, c.flag(2)?);
    let dynamic = c.args.len() > 3 && c.flag(3)?;
    let unknown = if minimum { 0 } else { u64::MAX };
    let size = match known_size(c, minimum, null_unknown, dynamic) {
        Some(KnownSize::Constant(size)) => Some(size),
        Some(KnownSize::AtRunTime) => actual(c)?,
        None => None,
    };
    let size = size.unwrap_or(unknown);
    Ok(Some(Val::Word(c.machine.domain.word(width, size))))
}

/// The bytes from the pointer to the end of its object at run time.
fn actual<D: Domain>(c: &mut Call<D>) -> Result<Option<u64>, Stop> {
    let ptr = c.ptr(0)?;
    let machine = &mut *c.machine;
    let target = machine.memory.target(&mut machine.domain, ptr);
    Ok(target.map(|target| bytes_behind(target.size, target.offset)))
}

/// The bytes behind an offset; none if it is outside the object.
fn bytes_behind(size: u64, offset: i64) -> u64 {
    let offset = u64::try_from(offset).unwrap_or(u64::MAX);
    size.saturating_sub(offset)
}

/// What is known statically of a pointer's object.
enum KnownSize {
    Constant(u64),
    /// Code can be generated that computes the extent at run time.
    AtRunTime,
}

fn known_size<D: Domain>(
    c: &Call<D>,
    minimum: bool,
    null_unknown: bool,
    dynamic: bool,
) -> Option<KnownSize> {
    let function = c.machine.caller()?.code.function;
    let program = &c.machine.program;
    let query = Query {
        program,
        module: &program.module,
        function: &program.module.functions[function],
        minimum,
        null_unknown,
        steps: Cell::new(MAX_STEPS),
    };
    let call = query.function.insts.get(c.site.inst)?.kind.as_call()?;
    let pointer = call.args.first()?.value;
    if let Some((size, offset)) = query.extent(pointer) {
        return Some(KnownSize::Constant(bytes_behind(size, offset)));
    }
    (dynamic && query.computable(pointer)).then_some(KnownSize::AtRunTime)
}

/// The function that contains the call, and the parameters of the query.
struct Query<'a> {
    program: &'a Program,
    module: &'a Module,
    function: &'a Function,
    minimum: bool,
    null_unknown: bool,
    steps: Cell<usize>,
}

/// The size of an object and an offset in it.
type Extent = (u64, i64);

impl Query<'_> {
    fn step(&self) -> Option<()> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        Some(())
    }

    fn instruction(&self, local: LocalId) -> Option<&InstKind> {
        match self.function.locals[local].def {
            quell_ir::LocalDef::Inst(inst) => Some(&self.function.insts[inst].kind),
            quell_ir::LocalDef::Param(_) => None,
        }
    }

    fn size_of(&self, ty: TypeId) -> Option<u64> {
        self.program.shapes.get(ty).ok().map(|shape| shape.stride)
    }

    /// Only a parameter that is passed by value has a known size.
    fn parameter(&self, local: LocalId) -> Option<u64> {
        let quell_ir::LocalDef::Param(index) = self.function.locals[local].def else {
            return None;
        };
        let param = self.function.params.get(index as usize)?;
        self.size_of(param.attrs.byval?)
    }

    fn number(&self, value: Value) -> Option<i64> {
        match value {
            Value::Const(id) => geps::number(self.module, id),
            _ => None,
        }
    }

    fn extent(&self, pointer: Value) -> Option<Extent> {
        self.step()?;
        let local = match pointer {
            Value::Local(local) => local,
            Value::Const(id) => return self.constant_extent(id),
            Value::Metadata(_) => return None,
        };
        let Some(kind) = self.instruction(local) else {
            return Some((self.parameter(local)?, 0));
        };
        match kind {
            InstKind::Alloca { elem, count, .. } => {
                let count = count.map_or(Some(1), |count| self.number(count))?;
                let count = u64::try_from(count).ok()?;
                Some((self.size_of(*elem)?.checked_mul(count)?, 0))
            }
            InstKind::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let sum = geps::sum(self.program, *source, indices, self).ok()?;
                let (size, offset) = self.extent(*base)?;
                let constant = sum.terms.is_empty();
                constant.then_some((size, offset.wrapping_add(sum.offset)))
            }
            InstKind::Select {
                then, otherwise, ..
            } => self.either(&[*then, *otherwise]),
            InstKind::Phi { incoming, .. } => {
                let values: Vec<_> = incoming.iter().map(|edge| edge.0).collect();
                self.either(&values)
            }
            InstKind::Call(call) => Some((self.allocated(call)?, 0)),
            _ => None,
        }
    }

    /// One of several pointers: the one with the most bytes behind it, or the fewest.
    fn either(&self, values: &[Value]) -> Option<Extent> {
        let extents: Option<Vec<_>> = values.iter().map(|value| self.extent(*value)).collect();
        let extents = extents?.into_iter();
        let behind = |extent: &Extent| bytes_behind(extent.0, extent.1);
        if self.minimum {
            extents.min_by_key(behind)
        } else {
            extents.max_by_key(behind)
        }
    }

    fn constant_extent(&self, id: ConstId) -> Option<Extent> {
        self.step()?;
        match &self.module.consts.get(id).kind {
            ConstKind::Null => (!self.null_unknown).then_some((0, 0)),
            ConstKind::Undef | ConstKind::Poison => Some((0, 0)),
            ConstKind::Global(GlobalRef::Var(id)) => {
                let global = &self.module.globals[*id];
                let certain = global.init.is_some() && !replaceable(global.linkage);
                let missing = global.linkage == Linkage::ExternWeak;
                let known = (certain || self.minimum) && !missing;
                known.then(|| Some((self.size_of(global.ty)?, 0)))?
            }
            ConstKind::Global(GlobalRef::Alias(id)) => {
                let alias = &self.module.aliases[*id];
                (!alias.ifunc && !replaceable(alias.linkage))
                    .then(|| self.constant_extent(alias.target))?
            }
            ConstKind::Expr(expr) => self.expression_extent(expr),
            _ => None,
        }
    }

    fn expression_extent(&self, expr: &ConstExpr) -> Option<Extent> {
        match expr {
            ConstExpr::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let indices: Vec<_> = indices.iter().map(|index| Value::Const(*index)).collect();
                let sum = geps::sum(self.program, *source, &indices, self).ok()?;
                let (size, offset) = self.constant_extent(*base)?;
                let constant = sum.terms.is_empty();
                constant.then_some((size, offset.wrapping_add(sum.offset)))
            }
            ConstExpr::Cast {
                op: CastOp::BitCast,
                arg,
                ..
            } => self.constant_extent(*arg),
            _ => None,
        }
    }

    fn allocator(&self, call: &CallInst) -> Option<&'static [usize]> {
        let Callee::Value(Value::Const(callee)) = call.callee else {
            return None;
        };
        let callee: FuncId = quell_ir::analysis::callgraph::function_behind(self.module, callee)?;
        let name = self.program.name(callee);
        let entry = ALLOCATORS.iter().find(|entry| entry.0 == name);
        entry.map(|entry| entry.1)
    }

    fn allocated(&self, call: &CallInst) -> Option<u64> {
        let mut size = 1u64;
        for index in self.allocator(call)? {
            let factor = self.number(call.args.get(*index)?.value)?;
            size = size.checked_mul(u64::try_from(factor).ok()?)?;
        }
        Some(size)
    }

    /// Whether code can be generated that computes the extent from the instructions.
    fn computable(&self, pointer: Value) -> bool {
        if self.step().is_none() {
            return false;
        }
        let local = match pointer {
            Value::Local(local) => local,
            constant => return self.extent(constant).is_some(),
        };
        match self.instruction(local) {
            Some(InstKind::Alloca { .. }) => true,
            Some(InstKind::Gep { base, .. }) => self.computable(*base),
            Some(InstKind::Select {
                then, otherwise, ..
            }) => self.computable(*then) && self.computable(*otherwise),
            Some(InstKind::Phi { incoming, .. }) => {
                incoming.iter().all(|edge| self.computable(edge.0))
            }
            Some(InstKind::Call(call)) => self.allocator(call).is_some(),
            Some(_) => false,
            None => self.parameter(local).is_some(),
        }
    }
}

/// Whether the linker may replace the definition by one of another module.
fn replaceable(linkage: Linkage) -> bool {
    matches!(
        linkage,
        Linkage::Weak | Linkage::LinkOnce | Linkage::Common | Linkage::ExternWeak
    )
}

impl IndexInfo<Value> for Query<'_> {
    fn constant(&self, index: Value) -> Option<i64> {
        self.number(index)
    }

    /// Offsets that are not constant are not evaluated.
    fn width(&self, _: Value) -> Result<u32, Stop> {
        Ok(64)
    }
}
