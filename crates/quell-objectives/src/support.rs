//! Constants, intrinsics and functions of Quell for edits. Functions are added to the module on
//! first use.

use quell_bits::{Bits, FloatFormat, float};
use quell_ir::constant::ConstKind;
use quell_ir::{FuncId, GlobalRef, InstKind, Module, Type, TypeId, Value};

use quell_ir::build::{Editor, call_of, declare, declare_helper};
pub use quell_ir::build::{address, int, int_of_bits, zero};

use crate::edit::NewInst;

/// Ends the run with a trap if its argument is true: the name of that function.
pub const TRAP_IF: &str = "quell.trap_if";

/// The address of `void quell.trap_if(i1)`, an internal function of the module. Called by an edit it makes
/// a mutant trap, for mutants that are killed by reaching a certain case (`der`, `san`, `abs`).
pub fn trap_if(module: &mut Module) -> Value {
    let (void, bool_ty) = (module.types.intern(Type::Void), module.types.int(1));
    let known = module.find(TRAP_IF).is_some();
    let id = declare_helper(module, TRAP_IF, void, &[bool_ty]);
    if !known {
        let trap = trap_function(module);
        define_trap_if(module, id, trap);
    }
    address(module, id)
}

fn define_trap_if(module: &mut Module, id: FuncId, trap: FuncId) {
    let cond = Value::Local(module.functions[id].param_local(0));
    let mut editor = Editor::in_new_block(module, id);
    let (bad, good) = (editor.new_block(), editor.new_block());
    editor.branch(cond, bad, good);
    editor.switch_to(bad);
    editor.call(trap, &[]);
    editor.effect(InstKind::Unreachable);
    editor.switch_to(good);
    editor.effect(InstKind::Ret { value: None });
}

/// The address of `llvm.trap`.
pub fn trap(module: &mut Module) -> Value {
    let id = trap_function(module);
    address(module, id)
}

pub(crate) fn trap_function(module: &mut Module) -> FuncId {
    let void = module.types.intern(Type::Void);
    let is_new = module.find("llvm.trap").is_none();
    let id = declare(module, "llvm.trap", void, &[]);
    if is_new {
        let attrs = &mut module.functions[id].attrs;
        attrs.noreturn = true;
        attrs.nounwind = true;
    }
    id
}

/// The address of an intrinsic under its full name, such as `llvm.abs.i32`.
pub fn intrinsic(module: &mut Module, name: &str, ret: TypeId, params: &[TypeId]) -> Value {
    let id = declare(module, name, ret, params);
    address(module, id)
}

/// A call of a function of the module by its address; none if it is no such address or the arguments are
/// too few.
pub fn call(module: &Module, callee: Value, args: &[Value]) -> Option<NewInst> {
    let Value::Const(id) = callee else {
        return None;
    };
    let ConstKind::Global(GlobalRef::Func(function)) = module.consts.get(id).kind else {
        return None;
    };
    let called = &module.functions[function];
    (called.params.len() == args.len()).then(|| NewInst {
        kind: call_of(module, function, callee, args),
        ty: called.ret,
    })
}

/// `value` in an integer type or, in each lane, a vector of integers; none for other types.
pub fn int_of_type(module: &mut Module, ty: TypeId, value: i64) -> Option<Value> {
    let Type::Int(width) = *module.types.get(module.types.lane(ty)) else {
        return None;
    };
    let lane = int(module, width, value);
    splat(module, ty, lane)
}

/// The integer with these bits in an integer type or in each lane of a vector of them.
pub fn bits_of_type(module: &mut Module, ty: TypeId, bits: &Bits) -> Option<Value> {
    let lane = int_of_bits(module, bits);
    splat(module, ty, lane)
}

/// `value` rounded to a floating-point type or, in each lane, a vector of one; none for other types.
pub fn float_of_type(module: &mut Module, ty: TypeId, value: f64) -> Option<Value> {
    let lane_ty = module.types.lane(ty);
    let Type::Float(format) = *module.types.get(lane_ty) else {
        return None;
    };
    let bits = Bits::from_u64(64, value.to_bits());
    let bits = float::convert(FloatFormat::Double, format, &bits);
    let lane = Value::Const(module.consts.intern(lane_ty, ConstKind::Float(bits)));
    splat(module, ty, lane)
}

/// The value itself for a scalar type, and one of equal lanes for a vector; none if types do not fit.
pub(crate) fn splat(module: &mut Module, ty: TypeId, lane: Value) -> Option<Value> {
    let Value::Const(id) = lane else {
        return None;
    };
    if module.consts.get(id).ty != module.types.lane(ty) {
        return None;
    }
    match module.types.get(ty) {
        Type::Vector { .. } => Some(Value::Const(module.consts.intern(ty, ConstKind::Splat(id)))),
        _ => Some(lane),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_verifies_and_is_added_once() {
        let mut module = Module::default();
        let first = trap_if(&mut module);
        assert_eq!(trap_if(&mut module), first);
        let cond = int(&mut module, 1, 1);
        assert!(call(&module, first, &[cond]).is_some());
        assert!(call(&module, first, &[]).is_none());
        assert!(quell_ir::verify::verify(&module).is_empty());
        let text = quell_ir::print::print_module(&module);
        assert_eq!(
            text.matches("define internal void @quell.trap_if").count(),
            1
        );
        assert_eq!(text.matches("call void @llvm.trap()").count(), 1);
    }

    #[test]
    fn constants_fit_their_types() {
        let mut module = Module::default();
        let int_ty = module.types.int(8);
        let vector = module.types.intern(Type::Vector {
            elem: int_ty,
            len: 4,
            scalable: false,
        });
        let lanes = int_of_type(&mut module, vector, -1);
        let Some(Value::Const(id)) = lanes else {
            panic!("a constant")
        };
        assert_eq!(
            module.display_const(id).to_string(),
            "<4 x i8> splat (i8 -1)"
        );
        let single = module.types.float(FloatFormat::Single);
        let Some(Value::Const(id)) = float_of_type(&mut module, single, 0.1) else {
            panic!("a constant")
        };
        assert_eq!(
            module.display_const(id).to_string(),
            "float 0x3FB99999A0000000"
        );
        assert!(float_of_type(&mut module, int_ty, 1.0).is_none());
    }
}
