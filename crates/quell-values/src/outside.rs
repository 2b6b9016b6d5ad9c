//! External functions, which neither the module nor a library defines: their results, and which of them can have a
//! stub.

use quell_ir::debug::{DebugInfo, Language};
use quell_ir::{FuncId, Function, Module, Type};

use crate::annotations;
use crate::call::{Bytes, CallImage, OutsideImage};
use crate::error::CallError;
use crate::image::Image;
use crate::inputs::LeafKind;
use crate::types::{TypeRef, Types};

/// Widths of integers that are passed as they are.
pub(crate) const WIDTHS: [u32; 6] = [1, 8, 16, 32, 64, 128];

/// The result of a call.
#[derive(Clone, PartialEq, Debug)]
pub enum OutsideResult {
    Nothing,
    /// Always null.
    Pointer,
    /// A structure or the like: always zero.
    Other,
    Number {
        kind: LeafKind,
        width: u32,
    },
}

impl OutsideResult {
    pub fn of(module: &Module, function: &Function) -> Self {
        match module.types.resolve(function.ret) {
            Type::Void => Self::Nothing,
            Type::Ptr(_) => Self::Pointer,
            Type::Int(1) => Self::number(LeafKind::Bool, 1),
            &Type::Int(width) if WIDTHS.contains(&width) => {
                // The IR has the sign of small numbers only; most others are signed.
                let signed = Some(!function.ret_attrs.zeroext);
                Self::number(LeafKind::Int { signed }, width)
            }
            &Type::Float(format) => Self::number(LeafKind::Float(format), format.width()),
            _ => Self::Other,
        }
    }

    fn number(kind: LeafKind, width: u32) -> Self {
        Self::Number { kind, width }
    }
}

/// Why a function cannot have a stub; none if it can.
pub fn obstacle(module: &Module, id: FuncId) -> Option<&'static str> {
    let function = &module.functions[id];
    let mut params = function.params.iter().map(|param| &param.attrs);
    let in_memory = params.any(|attrs| {
        let in_memory = [attrs.byval, attrs.sret, attrs.byref, attrs.inalloca];
        in_memory.iter().any(Option::is_some) || attrs.preallocated.is_some()
    });
    let mut params = function.params.iter().map(|param| &param.attrs);
    let promised = params.any(|attrs| attrs.returned);
    let ret = &function.ret_attrs;
    let name = module.text(function.name);
    if !function.is_declaration() {
        Some("it is defined in the file and returns what it computes")
    } else if name.starts_with("llvm.") {
        Some("it is an instruction of the compiler's")
    } else if annotations::is_annotation(name) && !annotations::is_input(module, id) {
        Some(
            "it is an annotation, which has no effect if it is called through a pointer or with other types",
        )
    } else if DebugInfo::new(module).language() == Language::Fortran {
        Some("Fortran passes addresses, and what is there would not be seen")
    } else if function.varargs {
        Some("it takes any number of arguments")
    } else if in_memory {
        Some("it takes or returns a structure in memory")
    } else if promised || ret.nonnull || ret.dereferenceable.is_some() {
        Some("the compiler was promised more of its result than that it is a number or zero")
    } else {
        None
    }
}

/// Adds functions that a call does not mention: all their calls return zero.
pub fn complete<'s>(
    types: &Types<'_>,
    image: &mut CallImage,
    symbols: impl Iterator<Item = &'s str>,
) -> Result<(), CallError> {
    for symbol in symbols {
        if !image.outside.iter().any(|known| known.symbol == symbol) {
            image.outside.push(silent(types, symbol)?);
        }
    }
    image.outside.sort_by(|a, b| a.symbol.cmp(&b.symbol));
    Ok(())
}

/// A function whose calls all return zero.
pub(crate) fn silent(types: &Types<'_>, name: &str) -> Result<OutsideImage, CallError> {
    let function = find(types, name)?;
    let layout = &types.module.layout;
    let each = match OutsideResult::of(types.module, function) {
        OutsideResult::Number { .. } => layout.store_size(&types.module.types, function.ret),
        _ => Ok(0),
    };
    Ok(OutsideImage {
        symbol: name.to_owned(),
        each: each.map_err(|error| refused(name, format!("its result is {error}")))?,
        results: Bytes::default(),
    })
}

/// The type by which its results are read, and their number.
pub(crate) fn result_type(
    types: &Types<'_>,
    name: &str,
    given: usize,
) -> Result<TypeRef, CallError> {
    let function = find(types, name)?;
    let reason = match OutsideResult::of(types.module, function) {
        _ if given == 0 => None,
        OutsideResult::Nothing => Some("it returns nothing"),
        OutsideResult::Pointer => Some("it returns a pointer, which is always null; leave it out"),
        OutsideResult::Other => Some(
            "what it returns takes several registers, as a structure, a complex number or __int128 does, and is always zero; leave it out",
        ),
        OutsideResult::Number { .. } => None,
    };
    match reason {
        Some(reason) => Err(refused(name, reason)),
        None => Ok(TypeRef::Ir(function.ret)),
    }
}

/// The bytes of one result.
pub(crate) fn bytes_of(name: &str, image: &Image, each: u64) -> Result<Vec<u8>, CallError> {
    let part = image.part(0, each);
    let bytes = part.as_ref().and_then(Image::defined);
    let bytes = bytes.ok_or_else(|| refused(name, "a result has to have a value"))?;
    Ok(bytes.to_vec())
}

fn find<'m>(types: &Types<'m>, name: &str) -> Result<&'m Function, CallError> {
    let module = types.module;
    let Some(id) = module.find_function(name) else {
        let mut known: Vec<&str> = module
            .functions
            .keys()
            .filter(|id| obstacle(module, *id).is_none())
            .map(|id| module.text(module.functions[id].name))
            .collect();
        known.sort_unstable();
        let reason = match known.is_empty() {
            true => "the file calls no function that it does not define".to_owned(),
            false => format!("the file does not call it; it calls {}", known.join(", ")),
        };
        return Err(refused(name, reason));
    };
    match obstacle(module, id) {
        Some(reason) => Err(refused(name, reason)),
        None => Ok(&module.functions[id]),
    }
}

fn refused(name: &str, reason: impl Into<String>) -> CallError {
    CallError::NotOutside {
        name: name.to_owned(),
        reason: reason.into(),
    }
}
