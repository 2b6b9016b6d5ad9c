//! The parameters and result of a function in the source, and the IR parameters that pass them.

use super::spill::{Piece, Spills, parameter_index};
use super::types::DiType;
use super::variables::{Variable, VariablePlace, VariableSource};
use super::{DebugInfo, Language};
use crate::entity::MdId;
use crate::function::Function;

/// The signature of a function in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature<'m> {
    /// In the order of the source.
    pub params: Vec<Parameter<'m>>,
    /// `None` is void.
    pub ret: Option<MdId>,
    pub variadic: bool,
    /// The IR parameter that points to the memory for the result, if it is returned through memory.
    pub result_pointer: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter<'m> {
    /// `None` if it has no name in the source.
    pub name: Option<&'m str>,
    pub ty: Option<MdId>,
    /// The `DILocalVariable`, if the module has one.
    pub variable: Option<MdId>,
    pub source: ParameterSource,
}

/// How a parameter is passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParameterSource {
    /// As the IR parameter with this index.
    Value(u32),
    /// By a pointer in this IR parameter: large structs, and all parameters in Fortran.
    Pointer(u32),
    /// In several IR parameters, or in a part of one.
    Pieces(Vec<Piece>),
    /// Unknown: optimised away, or of size zero.
    None,
}

impl<'m> DebugInfo<'m> {
    /// The signature of a function with debug information.
    pub fn signature(&self, function: &Function) -> Option<Signature<'m>> {
        let node = self.node(function.subprogram.expand()?)?;
        let DiType::Subroutine {
            mut ret,
            mut params,
            variadic,
        } = self.ty(node.reference("type")?)
        else {
            return None;
        };
        if self.lacks_result(function, ret) {
            params.insert(0, ret.take());
        }
        let sret = function
            .params
            .iter()
            .position(|param| param.attrs.sret.is_some());
        let mut signature = Signature {
            params: self.name_parameters(function, &params),
            ret,
            variadic,
            result_pointer: sret.map(|index| index as u32),
        };
        fill_by_position(self, function, &mut signature);
        Some(signature)
    }

    /// Whether the type of a function lacks its result: flang 19 omits the result of a subroutine
    /// instead of giving `null`.
    fn lacks_result(&self, function: &Function, ret: Option<MdId>) -> bool {
        self.language() == Language::Fortran
            && ret.is_some()
            && self.module.types.is_void(function.ret)
            && function
                .params
                .iter()
                .all(|param| param.attrs.sret.is_none())
    }

    /// Combines the types of the signature with the variables of parameters. Either may be missing:
    /// flang's types include hidden lengths, and variables may be optimised away.
    fn name_parameters(&self, function: &Function, types: &[Option<MdId>]) -> Vec<Parameter<'m>> {
        let spills = Spills::new(self.module, function);
        let mut params: Vec<Parameter<'m>> = types.iter().map(|&ty| unnamed(ty)).collect();
        for variable in self.variables(function) {
            let own = variable.inlined_at.is_none() && self.is_own(function, &variable);
            let Some(index) = variable.arg.filter(|_| own) else {
                continue;
            };
            let index = index as usize - 1;
            // Numbers beyond those of the type are valid only if the IR has as many parameters.
            if index >= types.len().max(function.params.len()) {
                continue;
            }
            while params.len() <= index {
                params.push(unnamed(None));
            }
            let param = &mut params[index];
            param.name = variable.name;
            param.ty = variable.ty.or(param.ty);
            param.variable = Some(variable.node);
            param.source = source_of(function, &variable, &spills);
        }
        params
    }

    fn is_own(&self, function: &Function, variable: &Variable<'m>) -> bool {
        let subprogram = variable.scope.and_then(|scope| self.subprogram_of(scope));
        subprogram.map(|node| node.id) == function.subprogram.expand()
    }
}

const fn unnamed<'m>(ty: Option<MdId>) -> Parameter<'m> {
    Parameter {
        name: None,
        ty,
        variable: None,
        source: ParameterSource::None,
    }
}

/// How a parameter is passed according to its debug records.
fn source_of(function: &Function, variable: &Variable<'_>, spills: &Spills<'_>) -> ParameterSource {
    let mut pieces: Vec<Piece> = Vec::new();
    for place in &variable.places {
        let VariableSource::Local(local) = place.source else {
            continue;
        };
        let param = parameter_index(function, local);
        match (param, place.is_address) {
            (Some(param), true) if place.expression.is_plain() => {
                return ParameterSource::Pointer(param);
            }
            (Some(param), false) if place.expression.is_plain_deref() => {
                return ParameterSource::Pointer(param);
            }
            (None, true) => return whole_or_pieces(spills.of_slot(local), function, spills),
            (Some(_), false) => pieces.extend(value_pieces(place, spills.of_value(local))),
            _ => {}
        }
    }
    whole_or_pieces(pieces, function, spills)
}

/// The piece that a value record with a fragment describes.
fn value_pieces(place: &VariablePlace<'_>, pieces: Vec<Piece>) -> Vec<Piece> {
    let Some(fragment) = place.expression.fragment() else {
        return pieces;
    };
    let shift = place.expression.shifted_right().unwrap_or(0) / 8;
    let part = |piece: Piece| Piece {
        at: fragment.bit_offset / 8,
        bytes: fragment.bits / 8,
        param: piece.param,
        from: shift,
    };
    pieces.into_iter().map(part).collect()
}

fn whole_or_pieces(
    mut pieces: Vec<Piece>,
    function: &Function,
    spills: &Spills<'_>,
) -> ParameterSource {
    pieces.sort_unstable();
    pieces.dedup_by(|next, piece| join(piece, *next));
    match pieces[..] {
        [] => ParameterSource::None,
        [only] if only.at == 0 && only.from == 0 && spills.is_whole(function, only) => {
            ParameterSource::Value(only.param)
        }
        _ => ParameterSource::Pieces(pieces),
    }
}

/// Merges two pieces that are equal, or adjacent in both the parameter and the variable.
fn join(piece: &mut Piece, next: Piece) -> bool {
    let adjoins = next.param == piece.param
        && next.at.checked_sub(piece.at) == Some(piece.bytes)
        && next.from.checked_sub(piece.from) == Some(piece.bytes);
    if adjoins {
        piece.bytes = piece.bytes.saturating_add(next.bytes);
    }
    adjoins || next == *piece
}

/// Matches parameters without records by position, if the source and the IR have equally many
/// parameters and all others match one to one.
fn fill_by_position(info: &DebugInfo<'_>, function: &Function, signature: &mut Signature<'_>) {
    let skipped = usize::from(signature.result_pointer.is_some());
    if signature.params.len() + skipped != function.params.len() {
        return;
    }
    let in_place = |(index, param): (usize, &Parameter<'_>)| match param.source {
        ParameterSource::Value(at) | ParameterSource::Pointer(at) => at as usize == index + skipped,
        ParameterSource::None => true,
        ParameterSource::Pieces(_) => false,
    };
    if !signature.params.iter().enumerate().all(in_place) {
        return;
    }
    for (index, param) in signature.params.iter_mut().enumerate() {
        if param.source == ParameterSource::None {
            param.source = positional(info, function, param.ty, index + skipped);
        }
    }
}

/// The source of a parameter that is IR parameter `index`, if their sizes agree.
fn positional(
    info: &DebugInfo<'_>,
    function: &Function,
    ty: Option<MdId>,
    index: usize,
) -> ParameterSource {
    let module = info.module();
    let Some(param) = function.params.get(index) else {
        return ParameterSource::None;
    };
    let is_pointer = module.types.is_ptr(param.ty);
    if param.attrs.byval.is_some() || info.language() == Language::Fortran && is_pointer {
        return ParameterSource::Pointer(index as u32);
    }
    let bits = module.layout.bit_size(&module.types, param.ty).ok();
    let wanted = info.bits_of(ty);
    let is_bool = bits == Some(1) && wanted == Some(8);
    if bits.is_some() && (bits == wanted || is_bool) {
        ParameterSource::Value(index as u32)
    } else {
        ParameterSource::None
    }
}
