//! Violations that no text can have, in modules that are edited by a program.

use quell_ir::entity::EntityRef;
use quell_ir::inst::{Callee, InstKind};
use quell_ir::verify::{Violation, verify};
use quell_ir::{AliasId, BlockId, Const, ConstKind, FuncId, GlobalId, GlobalRef, InstId, LocalDef};
use quell_ir::{LocalId, Module, Type, Value, parse_module};

const PROGRAM: &str = "
%pair = type { i32, %inner }
%inner = type { i64 }
@g = global [2 x i32] [i32 1, i32 2]
@a = alias i32, ptr @g
@b = alias i32, ptr @a
declare void @callee(i32)
define i32 @main(i32 %x) {
entry:
  %sum = add i32 %x, 1
  call void @callee(i32 %sum)
  br label %end
end:
  ret i32 %sum
}
";

/// The violations in the program after a change.
fn violations(change: impl FnOnce(&mut Module)) -> Vec<Violation> {
    let mut module = parse_module(PROGRAM, "program").expect("the program is fine");
    assert_eq!(verify(&module), []);
    change(&mut module);
    verify(&module)
        .into_iter()
        .map(|error| error.kind)
        .collect()
}

fn main_of(module: &Module) -> FuncId {
    module.find_function("main").expect("main is there")
}

fn inst_mut(module: &mut Module, index: usize) -> &mut InstKind {
    let main = main_of(module);
    &mut module.functions[main].insts[InstId::new(index)].kind
}

/// Intern a constant of the type of another.
fn add_const(module: &mut Module, ty: Type, kind: ConstKind) -> quell_ir::ConstId {
    let ty = module.types.intern(ty);
    module.consts.intern(ty, kind)
}

#[test]
fn empty_block() {
    let found = violations(|module| {
        let main = main_of(module);
        module.functions[main].blocks[BlockId::new(1)].insts.clear();
    });
    assert_eq!(found[0], Violation::EmptyBlock("%end".to_owned()));
}

#[test]
fn missing_terminator() {
    let found = violations(|module| {
        let main = main_of(module);
        module.functions[main].blocks[BlockId::new(0)].insts.pop();
    });
    assert_eq!(found, [Violation::NoTerminator("%entry".to_owned())]);
}

#[test]
fn early_terminator() {
    let found = violations(|module| {
        let main = main_of(module);
        module.functions[main].blocks[BlockId::new(0)]
            .insts
            .swap(0, 2);
    });
    assert!(found.contains(&Violation::EarlyTerminator("%entry".to_owned())));
    assert!(found.contains(&Violation::NoTerminator("%entry".to_owned())));
}

#[test]
fn unknown_block() {
    let found = violations(|module| {
        let dest = BlockId::new(9);
        *inst_mut(module, 2) = InstKind::Br { dest };
    });
    assert_eq!(found, [Violation::UnknownBlock]);
}

#[test]
fn unknown_local() {
    let found = violations(|module| {
        inst_mut(module, 0).for_each_operand_mut(|value| *value = Value::Local(LocalId::new(99)));
    });
    assert!(found.contains(&Violation::Undefined));
}

#[test]
fn removed_definition() {
    let found = violations(|module| {
        let main = main_of(module);
        module.functions[main].blocks[BlockId::new(0)]
            .insts
            .remove(0);
    });
    assert_eq!(found, vec![Violation::NotDominated("%sum".to_owned()); 2]);
}

#[test]
fn results() {
    let without = violations(|module| {
        let main = main_of(module);
        module.functions[main].insts[InstId::new(0)].result = None.into();
    });
    assert_eq!(without, [Violation::ResultMissing("i32".to_owned())]);
    let superfluous = violations(|module| {
        let main = main_of(module);
        module.functions[main].insts[InstId::new(1)].result = Some(LocalId::new(1)).into();
    });
    assert_eq!(superfluous, [Violation::ResultSuperfluous]);
    let foreign = violations(|module| {
        let main = main_of(module);
        module.functions[main].locals[LocalId::new(1)].def = LocalDef::Inst(InstId::new(2));
    });
    assert!(foreign.contains(&Violation::Undefined));
}

#[test]
fn metadata_operand() {
    let found = violations(|module| {
        let empty = quell_ir::Metadata::Tuple {
            distinct: false,
            elems: [].into(),
        };
        let node = module.metadata.push(empty);
        inst_mut(module, 0).for_each_operand_mut(|value| *value = Value::Metadata(node));
    });
    assert_eq!(found, [Violation::MetadataOperand]);
}

#[test]
fn number_of_arguments() {
    let found = violations(|module| {
        if let InstKind::Call(call) = inst_mut(module, 1) {
            call.args = [].into();
        }
    });
    let (found_count, expected) = (0, 1);
    let violation = Violation::ArgumentCount {
        found: found_count,
        expected,
    };
    assert_eq!(found, [violation]);
}

#[test]
fn called_type() {
    let found = violations(|module| {
        let int = module.types.int(32);
        if let InstKind::Call(call) = inst_mut(module, 1) {
            call.fn_ty = int;
            assert!(matches!(call.callee, Callee::Value(_)));
        }
    });
    assert!(matches!(
        found[..],
        [Violation::WrongType {
            what: "the callee",
            ..
        }]
    ));
}

#[test]
fn missing_return_value() {
    let found = violations(|module| *inst_mut(module, 3) = InstKind::Ret { value: None });
    assert_eq!(found, [Violation::MissingReturnValue("i32".to_owned())]);
}

#[test]
fn function_type() {
    let found = violations(|module| {
        let main = main_of(module);
        module.functions[main].varargs = true;
    });
    assert_eq!(found, [Violation::FunctionType("main".to_owned())]);
}

#[test]
fn recursive_types() {
    let found = violations(|module| {
        let pair = module
            .types
            .iter()
            .find(|(_, ty)| matches!(ty, Type::Named(_)));
        let pair = pair.expect("a named type").0;
        let fields = [pair].into();
        let body = module.types.intern(Type::Struct {
            fields,
            packed: false,
        });
        let names: Vec<_> = module.types.named_types().map(|(id, _)| id).collect();
        names
            .into_iter()
            .for_each(|id| module.types.set_body(id, body));
    });
    assert!(matches!(found[..], [Violation::RecursiveType(_)]));
}

#[test]
fn parts_of_types() {
    let found = violations(|module| {
        let void = module.types.void();
        module.types.intern(Type::Array { elem: void, len: 2 });
        let (elem, scalable) = (module.types.int(8), false);
        module.types.intern(Type::Vector {
            elem,
            len: 0,
            scalable,
        });
        module.types.int(u32::MAX);
    });
    assert!(matches!(
        found[..],
        [
            Violation::BadTypePart { .. },
            Violation::EmptyVector(_),
            Violation::WideInteger(_)
        ]
    ));
}

#[test]
fn initialiser() {
    let found = violations(|module| {
        let one = quell_ir::ConstId::new(0);
        module.globals[GlobalId::new(0)].init = Some(one);
    });
    assert!(matches!(
        found[..],
        [Violation::TypeMismatch {
            what: "the initialiser",
            ..
        }]
    ));
}

#[test]
fn constants() {
    let found = violations(|module| {
        let init = module.globals[GlobalId::new(0)].init.expect("a definition");
        let Const { ty, .. } = module.consts.get(init).clone();
        module.consts.intern(ty, ConstKind::Aggregate([].into()));
        module
            .consts
            .intern(ty, ConstKind::Aggregate([init, init].into()));
        add_const(module, Type::Int(8), ConstKind::Null);
        add_const(
            module,
            Type::Ptr(3),
            ConstKind::Global(GlobalRef::Var(GlobalId::new(0))),
        );
        add_const(module, Type::Token, ConstKind::TokenNone);
    });
    assert!(matches!(
        found[..],
        [
            Violation::MemberCount { .. },
            Violation::TypeMismatch { .. },
            Violation::BadConstant(_),
            Violation::BadConstant(_)
        ]
    ));
}

#[test]
fn alias_cycle() {
    let found = violations(|module| {
        let kind = ConstKind::Global(GlobalRef::Alias(AliasId::new(1)));
        let target = add_const(module, Type::Ptr(0), kind);
        module.aliases[AliasId::new(0)].target = target;
    });
    let cyclic = |name: &str| Violation::CyclicAlias(name.to_owned());
    assert_eq!(found, [cyclic("a"), cyclic("b")]);
}

#[test]
fn many_violations_are_truncated() {
    let mut text = String::from("define void @f(i8 %x) {\n");
    for index in 0..1000 {
        text.push_str(&format!("  %y{index} = trunc i8 %x to i32\n"));
    }
    text.push_str("  ret void\n}\n");
    let module = parse_module(&text, "many").expect("casts are not checked when read");
    assert_eq!(verify(&module).len(), 100);
}
