//! Parameters and result of a function, and how they are passed in the IR.

use quell_ir::debug::{Language, ParameterSource};
use quell_ir::{FuncId, Function, InstKind, LocalDef, Type, TypeId, Value};

use crate::lookup::Lookup;
use crate::types::{Form, TypeRef, Types};

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: Option<String>,
    pub ty: TypeRef,
    pub source: ParameterSource,
    /// The IR parameter with the length of Fortran text.
    pub length: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct Signature {
    pub params: Vec<Parameter>,
    pub ret: TypeRef,
    /// The IR parameter that points to the memory for the result.
    pub result_pointer: Option<u32>,
    /// From debug information; otherwise from the IR.
    pub typed: bool,
    /// As messages show it.
    pub text: String,
}

impl Signature {
    pub fn new(lookup: &Lookup<'_>, types: &Types<'_>, id: FuncId) -> Self {
        let function = &lookup.module.functions[id];
        let mut signature = match lookup.info.signature(function) {
            Some(of_source) => {
                let params = of_source.params.into_iter().map(|param| Parameter {
                    name: param.name.map(str::to_owned),
                    ty: param.ty.into(),
                    source: param.source,
                    length: None,
                });
                Self {
                    params: params.collect(),
                    ret: of_source.ret.into(),
                    result_pointer: of_source.result_pointer,
                    typed: true,
                    text: if of_source.variadic { "..." } else { "" }.to_owned(),
                }
            }
            None => from_ir(lookup, function),
        };
        if lookup.info.language() == Language::Fortran {
            signature.restore_characters(function);
        }
        if !fits(types, signature.ret, function.ret) && signature.result_pointer.is_none() {
            signature.ret = TypeRef::Ir(function.ret);
        }
        signature.text = signature.describe(&lookup.name(id), types);
        signature
    }

    /// Flang describes text as an integer, and its length as a parameter. A text is recognised by the
    /// instructions that combine the two.
    fn restore_characters(&mut self, function: &Function) {
        let texts = text_parameters(function);
        for &(text, length) in &texts {
            if let Some(param) = self.params.get_mut(text as usize) {
                param.ty = TypeRef::Characters;
                param.source = ParameterSource::Pointer(text);
                param.length = Some(length);
            }
        }
        let mut index = 0;
        self.params.retain(|_| {
            index += 1;
            !texts.iter().any(|text| text.1 + 1 == index)
        });
    }

    /// `triangle(a: int, b: int, c: int) -> int`. The text holds what follows the parameters.
    fn describe(&self, name: &str, types: &Types<'_>) -> String {
        let param = |param: &Parameter| match &param.name {
            Some(name) => format!("{name}: {}", types.name(param.ty)),
            None => types.name(param.ty),
        };
        let mut params: Vec<String> = self.params.iter().map(param).collect();
        if !self.text.is_empty() {
            params.push(self.text.clone());
        }
        let ret = match self.ret {
            TypeRef::Void => String::new(),
            ret => format!(" -> {}", types.name(ret)),
        };
        format!("{name}({}){ret}", params.join(", "))
    }

    /// The name of a parameter in messages: `2 (b: int)`.
    pub fn place(&self, index: usize, types: &Types<'_>) -> String {
        let param = &self.params[index];
        let ty = types.name(param.ty);
        match &param.name {
            Some(name) => format!("{} ({name}: {ty})", index + 1),
            None => format!("{} ({ty})", index + 1),
        }
    }

    /// The name of a parameter in the source, or its number.
    pub fn label(&self, index: usize) -> String {
        let name = self.params[index].name.clone();
        name.unwrap_or_else(|| format!("argument {}", index + 1))
    }
}

/// The pairs of IR parameters that flang combines to a text and its length.
fn text_parameters(function: &Function) -> Vec<(u32, u32)> {
    let param = |value: Value| match value {
        Value::Local(local) => match function.locals.get(local)?.def {
            LocalDef::Param(index) => Some(index),
            LocalDef::Inst(_) => None,
        },
        _ => None,
    };
    let inserted = |agg: Value| match agg {
        Value::Local(local) => match function.locals.get(local)?.def {
            LocalDef::Inst(inst) => Some(&function.insts.get(inst)?.kind),
            LocalDef::Param(_) => None,
        },
        _ => None,
    };
    let pair = |kind: &InstKind| {
        let InstKind::InsertValue { agg, value, path } = kind else {
            return None;
        };
        let Some(InstKind::InsertValue {
            value: first,
            path: first_path,
            ..
        }) = inserted(*agg)
        else {
            return None;
        };
        let joined = **path == [1] && **first_path == [0];
        joined.then_some((param(*first)?, param(*value)?))
    };
    let insts = function.insts.values();
    insts.filter_map(|inst| pair(&inst.kind)).collect()
}

/// Whether a source type is compatible with the IR type of the result. Flang describes types without debug information as
/// integers.
fn fits(types: &Types<'_>, source: TypeRef, ir: TypeId) -> bool {
    let ir = types.module.types.get(ir);
    match types.form(source) {
        // Rust returns an enum of two variants as a single bit.
        Form::Enum { bits, .. } => matches!(ir, Type::Int(width) if *width <= bits),
        Form::Int { bits, .. } => match ir {
            Type::Int(width) => *width == bits,
            Type::Float(_) | Type::Ptr(_) | Type::Vector { .. } => false,
            // Two words together make one wide integer; a narrow one is never a struct.
            _ => bits > 64,
        },
        Form::Float(format) => !matches!(ir, Type::Float(other) if *other != format),
        Form::Pointer(_) => !matches!(ir, Type::Float(_) | Type::Vector { .. }),
        Form::Void => matches!(ir, Type::Void),
        _ => true,
    }
}

/// Without debug information, every IR parameter is a parameter.
fn from_ir(lookup: &Lookup<'_>, function: &Function) -> Signature {
    let mut result = None;
    let mut params = Vec::new();
    for (index, param) in function.params.iter().enumerate() {
        let at = index as u32;
        if let Some(ty) = param.attrs.sret {
            result = Some((at, ty));
            continue;
        }
        let local = &function.locals[function.param_local(index)];
        let name = local.name.map(|name| lookup.module.text(name).to_owned());
        params.push(match param.attrs.byval {
            Some(ty) => Parameter {
                name,
                ty: TypeRef::Ir(ty),
                source: ParameterSource::Pointer(at),
                length: None,
            },
            None => Parameter {
                name,
                ty: TypeRef::Ir(param.ty),
                source: ParameterSource::Value(at),
                length: None,
            },
        });
    }
    let is_void = lookup.module.types.is_void(function.ret);
    Signature {
        params,
        ret: match result {
            Some((_, ty)) => TypeRef::Ir(ty),
            None if is_void => TypeRef::Void,
            None => TypeRef::Ir(function.ret),
        },
        result_pointer: result.map(|result| result.0),
        typed: false,
        text: if function.varargs { "..." } else { "" }.to_owned(),
    }
}
