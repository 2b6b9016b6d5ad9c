//! Function pointers as inputs. Each such parameter and member points to a separate external function, so that
//! calls through it are observables and return the values of the test.

use std::collections::HashSet;

use quell_bits::FloatFormat;
use quell_ir::debug::{DiType, Language};
use quell_ir::{Function, Module, Type, TypeId, build};

use crate::encode::plain_field;
use crate::inputs::CallbackObstacle;
use crate::types::{Form, TypeRef, Types};

/// The prefix of their symbols, which no function of a source file has.
const PREFIX: &str = "any::";
/// The number of values of a type that are searched for pointers.
const MOST_LOOKS: usize = 1 << 14;

/// Whether a symbol is that of a function that serves as the target of a function pointer.
pub fn is_callback(symbol: &str) -> bool {
    symbol.starts_with(PREFIX)
}

/// Declares a function for every parameter and member that is a function pointer.
pub fn declare(module: &mut Module) {
    for (name, code) in wanted(module) {
        let symbol = symbols(&name).find(|symbol| match module.find_function(symbol) {
            Some(id) => code.is_of(module, &module.functions[id]),
            None => true,
        });
        if let Some(symbol) = symbol {
            code.declare(module, &symbol);
        }
    }
}

/// The function that serves as the target of a pointer, by the path to the pointer and the type behind it; or why there is
/// none.
pub(crate) fn symbol(
    types: &Types<'_>,
    path: &str,
    to: TypeRef,
) -> Result<String, CallbackObstacle> {
    let module = types.module;
    let code = Code::new(types, to)?;
    for symbol in symbols(name_of(path)) {
        match module.find_function(&symbol) {
            Some(id) if code.is_of(module, &module.functions[id]) => return Ok(symbol),
            Some(_) => {}
            None => break,
        }
    }
    Err(CallbackObstacle::UnknownType)
}

/// The names of functions of different types with the same name in the source: `any::compare`, `any::compare2`.
fn symbols(name: &str) -> impl Iterator<Item = String> {
    let numbered = (2..u32::MAX).map(move |number| format!("{PREFIX}{name}{number}"));
    std::iter::once(format!("{PREFIX}{name}")).chain(numbered)
}

/// The last name on a path: `free` in `pools[0].free`.
fn name_of(path: &str) -> &str {
    let last = path.rsplit('.').next().unwrap_or(path);
    last.split(['[', '(']).next().unwrap_or(last)
}

/// The function pointers in the parameters and globals of a module, each with its name.
fn wanted(module: &Module) -> Vec<(String, Code)> {
    let types = Types::new(module);
    if types.info.language() == Language::Fortran {
        return Vec::new();
    }
    let mut walk = Walk::default();
    for function in module.functions.values() {
        if function.is_declaration() {
            continue;
        }
        if let Some(signature) = types.info.signature(function) {
            for (index, param) in signature.params.iter().enumerate() {
                let number = || format!("arg{}", index + 1);
                let name = param.name.map_or_else(number, str::to_owned);
                walk.open.push((name, param.ty.into()));
            }
        }
    }
    for id in module.globals.keys() {
        let variables = types.info.global_variables(id).into_iter();
        let named = variables.filter_map(|of| Some((of.name?.to_owned(), of.ty.into())));
        walk.open.extend(named);
    }
    // The first parameter of the first function comes first.
    walk.open.reverse();
    walk.all(&types)
}

#[derive(Default)]
struct Walk {
    open: Vec<(String, TypeRef)>,
    seen: HashSet<(String, TypeRef)>,
    found: Vec<(String, Code)>,
}

impl Walk {
    fn all(mut self, types: &Types<'_>) -> Vec<(String, Code)> {
        for _ in 0..MOST_LOOKS {
            let Some((name, ty)) = self.open.pop() else {
                break;
            };
            if self.seen.insert((name.clone(), ty)) {
                self.look(types, name, ty);
            }
        }
        self.found
    }

    fn look(&mut self, types: &Types<'_>, name: String, ty: TypeRef) {
        match types.form(ty) {
            Form::Pointer(to) if types.form(to) == Form::Code => {
                self.found
                    .extend(Code::new(types, to).ok().map(|code| (name, code)));
            }
            Form::Pointer(to) | Form::Slice { of: to, .. } => self.open.push((name, to)),
            Form::Array(array) => self.open.push((name, array.of)),
            Form::Record(members) | Form::Union(members) => {
                for member in members.into_iter().rev() {
                    let own = member.name.map(plain_field).unwrap_or(&name).to_owned();
                    self.open.push((own, member.ty));
                }
            }
            _ => {}
        }
    }
}

/// The IR type of a value that is passed in one piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    Nothing,
    Pointer,
    Float(FloatFormat),
    Int { bits: u32, signed: bool },
}

impl Piece {
    fn new(types: &Types<'_>, ty: TypeRef) -> Result<Self, CallbackObstacle> {
        let int = |bits, signed| Self::Int { bits, signed };
        Ok(match types.form(ty) {
            Form::Void => Self::Nothing,
            Form::Record(members) if members.is_empty() => Self::Nothing,
            Form::Pointer(_) => Self::Pointer,
            Form::Float(format) => Self::Float(format),
            Form::Bool { .. } => int(1, false),
            Form::Char { signed } => int(8, signed),
            Form::Unicode => int(32, false),
            Form::Enum { bits, signed, .. } => int(bits, signed),
            Form::Int { bits, signed } if bits <= 64 => int(bits, signed.unwrap_or(true)),
            _ => return Err(CallbackObstacle::SeveralRegisters),
        })
    }

    fn ty(self, module: &mut Module) -> TypeId {
        match self {
            Self::Nothing => module.types.void(),
            Self::Pointer => module.types.ptr(),
            Self::Float(format) => module.types.intern(Type::Float(format)),
            Self::Int { bits, .. } => module.types.int(bits),
        }
    }

    fn is_of(self, module: &Module, ty: TypeId) -> bool {
        match (self, module.types.resolve(ty)) {
            (Self::Nothing, Type::Void) | (Self::Pointer, Type::Ptr(_)) => true,
            (Self::Float(format), Type::Float(of)) => format == *of,
            (Self::Int { bits, .. }, Type::Int(of)) => bits == *of,
            _ => false,
        }
    }
}

/// Whether some numbers are invalid values of a type in Rust: returning them would be undefined behaviour.
fn has_few_values(form: &Form<'_>) -> bool {
    matches!(form, Form::Unicode | Form::Enum { .. } | Form::Pointer(_))
}

/// Parameters and result of a function.
#[derive(Debug)]
struct Code {
    ret: Piece,
    params: Vec<Piece>,
}

impl Code {
    fn new(types: &Types<'_>, ty: TypeRef) -> Result<Self, CallbackObstacle> {
        let TypeRef::Debug(id) = ty else {
            return Err(CallbackObstacle::UnknownType);
        };
        let unwrapped = types.info.unwrapped(Some(id));
        let Some(DiType::Subroutine {
            ret,
            params,
            variadic,
        }) = unwrapped.map(|id| types.info.ty(id))
        else {
            return Err(CallbackObstacle::UnknownType);
        };
        if variadic {
            return Err(CallbackObstacle::Variadic);
        }
        let is_rust = types.info.language() == Language::Rust;
        if is_rust && has_few_values(&types.form(ret.into())) {
            return Err(CallbackObstacle::FewValues);
        }
        let params = params.into_iter().map(|ty| Piece::new(types, ty.into()));
        let params = params.collect::<Result<Vec<Piece>, _>>()?;
        Ok(Self {
            ret: Piece::new(types, ret.into())?,
            // Empty types are not passed.
            params: params
                .into_iter()
                .filter(|of| *of != Piece::Nothing)
                .collect(),
        })
    }

    fn is_of(&self, module: &Module, function: &Function) -> bool {
        let mut params = self.params.iter().zip(&function.params);
        self.ret.is_of(module, function.ret)
            && self.params.len() == function.params.len()
            && params.all(|(own, param)| own.is_of(module, param.ty))
    }

    fn declare(&self, module: &mut Module, symbol: &str) {
        let ret = self.ret.ty(module);
        let params: Vec<TypeId> = self.params.iter().map(|of| of.ty(module)).collect();
        let id = build::declare(module, symbol, ret, &params);
        let function = &mut module.functions[id];
        // So that results are shown as the source has them.
        if let Piece::Int { signed, .. } = self.ret {
            (function.ret_attrs.signext, function.ret_attrs.zeroext) = (signed, !signed);
        }
    }
}
