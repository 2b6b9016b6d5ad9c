//! Extents of arrays that the program declares as constants, by the address of the array.

use quell_ir::debug::{DebugInfo, DiType, StaticAddress, VariableSource, static_address};
use quell_ir::function::LocalDef;
use quell_ir::{
    ConstKind, Function, GlobalRef, InstKind, LocalId, MdId, Module, Type, TypeId, Value,
};

/// Extents in the order of the subscripts; `None` for one that is not constant.
pub(super) type Extents = Vec<Option<u64>>;

pub(super) struct Declared {
    locals: Vec<(LocalId, Array)>,
    statics: Vec<(StaticAddress, Array)>,
}

/// An array without a descriptor.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub extents: Extents,
    /// Bytes of an element, if known.
    pub size: Option<u64>,
}

impl Declared {
    pub fn new(module: &Module, function: &Function) -> Self {
        let info = DebugInfo::new(module);
        let mut declared = Self {
            locals: Vec::new(),
            statics: Vec::new(),
        };
        for variable in info.variables(function) {
            let Some(array) = array_of(&info, variable.ty) else {
                continue;
            };
            for place in variable.places.iter().filter(|place| place.is_address) {
                match &place.source {
                    VariableSource::Local(local) => declared.locals.push((*local, array.clone())),
                    VariableSource::Static(address) => {
                        declared.statics.push((*address, array.clone()));
                    }
                    _ => {}
                }
            }
        }
        declared
    }

    /// Parameters that are arrays.
    pub fn parameters<'a>(
        &'a self,
        function: &'a Function,
    ) -> impl Iterator<Item = (Value, &'a Array)> + 'a {
        let arrays = self.locals.iter();
        let arrays = arrays.filter(|(local, _)| {
            let local = function.locals.get(*local);
            local.is_some_and(|local| matches!(local.def, LocalDef::Param(_)))
        });
        arrays.map(|(local, array)| (Value::Local(*local), array))
    }

    /// The extents of the array at an address, from its declaration or its type.
    pub fn at(&self, module: &Module, function: &Function, base: Value) -> Extents {
        let known = match base {
            Value::Local(local) => self
                .locals
                .iter()
                .find(|known| known.0 == local)
                .map(|known| &known.1),
            Value::Const(constant) => static_address(module, constant).and_then(|address| {
                let mut here = self.statics.iter().filter(|known| known.0 == address);
                let first = here.next().map(|known| &known.1)?;
                // `equivalence` puts arrays of different extents at one address.
                here.all(|known| known.1.extents == first.extents)
                    .then_some(first)
            }),
            Value::Metadata(_) => None,
        };
        match known {
            Some(array) => array.extents.clone(),
            None => typed(module, function, base).map_or_else(Vec::new, |ty| nested(module, ty)),
        }
    }
}

fn array_of(info: &DebugInfo<'_>, ty: Option<MdId>) -> Option<Array> {
    match info.ty(info.unwrapped(ty)?) {
        DiType::Array(array) if !array.descriptor => {
            let extents = array.dimensions.iter().map(|dimension| dimension.len());
            Some(Array {
                extents: extents.collect(),
                size: info.bits_of(array.of).map(|bits| bits.div_ceil(8)),
            })
        }
        _ => None,
    }
}

/// The type of the object at an address: a variable, or a component of one.
fn typed(module: &Module, function: &Function, base: Value) -> Option<TypeId> {
    match base {
        Value::Const(constant) => match module.consts.get(constant).kind {
            ConstKind::Global(GlobalRef::Var(global)) => Some(module.globals[global].ty),
            _ => None,
        },
        Value::Local(local) => match function.locals.get(local)?.def {
            LocalDef::Inst(inst) => match &function.insts[inst].kind {
                InstKind::Alloca { elem, .. } => Some(*elem),
                InstKind::Gep {
                    source, indices, ..
                } if indices.len() > 1 => member(module, *source, indices.get(1..)?),
                _ => None,
            },
            LocalDef::Param(_) => None,
        },
        Value::Metadata(_) => None,
    }
}

fn member(module: &Module, source: TypeId, path: &[Value]) -> Option<TypeId> {
    path.iter().try_fold(source, |ty, &index| {
        let index = super::chain::constant(module, index).unwrap_or(0);
        module.types.member(ty, u64::try_from(index).ok()?)
    })
}

/// The extents of `[3 x [2 x i32]]`, innermost first as Fortran counts.
fn nested(module: &Module, mut ty: TypeId) -> Extents {
    let mut extents = Vec::new();
    while let Type::Array { elem, len } = *module.types.resolve(ty) {
        extents.insert(0, Some(len));
        ty = elem;
    }
    extents
}
