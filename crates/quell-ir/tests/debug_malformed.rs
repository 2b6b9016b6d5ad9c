//! Malformed debug information: every function must return in bounded time and without a panic.

use proptest::prelude::*;
use quell_ir::debug::{DebugInfo, ScopeRanges};
use quell_ir::entity::EntityRef;
use quell_ir::metadata::{MdField, Metadata};
use quell_ir::{MdId, Module, parse_module};

/// Calls every function of the debug information, and returns the total length of the texts.
fn exercise(module: &Module) -> usize {
    let info = DebugInfo::new(module);
    let mut length = info.globals().len() + info.user_functions().len();
    for function in module.functions.values() {
        length += info.qualified_name(function).len();
        length += info.functions_named("f").len();
        length += usize::from(info.function_place(function).is_some());
        let signature = info.signature(function);
        length += signature.map_or(0, |signature| signature.params.len());
        let ranges = ScopeRanges::new(&info, function);
        for variable in info.variables(function) {
            length += variable.name.map_or(0, str::len) + variable.places.len();
            length += variable
                .scope
                .map_or(0, |scope| usize::from(ranges.lines(scope).is_some()));
        }
        for inst in function.insts.keys() {
            length += info
                .span_of(function, inst)
                .map_or(0, |place| place.inlined_at.len());
        }
    }
    for id in module.metadata.keys() {
        length += info.type_name(Some(id)).len() + info.c_name(Some(id)).len();
        length += info.bits_of(Some(id)).map_or(0, |_| 1);
        length += info.place_of(id).map_or(0, |place| place.inlined_at.len());
    }
    length
}

const WELL_FORMED: &str = include_str!("debug/well_formed.ll");

fn well_formed() -> Module {
    parse_module(WELL_FORMED, "honest.ll").expect("the module is well formed")
}

/// Replaces the fields of nodes that refer to other nodes, and elements of tuples, as `choose` says.
fn rewire(module: &mut Module, mut choose: impl FnMut(MdId) -> MdId) {
    for node in module.metadata.values_mut() {
        match node {
            Metadata::Tuple { elems, .. } => {
                elems.iter_mut().flatten().for_each(|id| *id = choose(*id));
            }
            Metadata::Location(location) => {
                location.scope = location.scope.expand().map(&mut choose).into();
                location.inlined_at = location.inlined_at.expand().map(&mut choose).into();
            }
            Metadata::Node(node) => {
                for (_, field) in &mut node.fields {
                    match field {
                        MdField::Ref(id) => *id = choose(*id),
                        MdField::Int(value) => *value = value.wrapping_mul(i128::MAX - 7),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

#[test]
fn the_well_formed_module_is_read() {
    let module = well_formed();
    let info = DebugInfo::new(&module);
    assert!(info.is_present());
    assert_eq!(info.user_functions().len(), 1);
    assert!(exercise(&module) > 100);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every reference leads to a random node.
    #[test]
    fn rewired_at_random(picks in prop::collection::vec(any::<prop::sample::Index>(), 1..200)) {
        let mut module = well_formed();
        let count = module.metadata.len();
        let mut picks = picks.iter().cycle();
        rewire(&mut module, |_| {
            MdId::new(picks.next().map_or(0, |pick| pick.index(count)))
        });
        exercise(&module);
    }

    /// Some references lead to other nodes, possibly out of the module; the rest stays well-formed.
    #[test]
    fn rewired_here_and_there(picks in prop::collection::vec(0usize..400, 1..50)) {
        let mut module = well_formed();
        let count = module.metadata.len();
        let mut picks = picks.iter().copied().cycle();
        rewire(&mut module, |id| match picks.next() {
            Some(pick) if pick < count + 1 => MdId::new(pick),
            _ => id,
        });
        exercise(&module);
    }
}

/// Scopes, inlined calls and types that lead back to themselves.
#[test]
fn cycles_end() {
    let text = r#"
define void @f(i32 %x) !dbg !1 {
  ret void, !dbg !5
}
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !9)
!1 = distinct !DISubprogram(name: "f", scope: !2, type: !6, unit: !0, retainedNodes: !10)
!2 = distinct !DILexicalBlock(scope: !3)
!3 = distinct !DILexicalBlock(scope: !2)
!5 = distinct !DILocation(line: 1, scope: !2, inlinedAt: !5)
!6 = !DISubroutineType(types: !7)
!7 = !{!6, !6, !6, !8, !11, !12}
!8 = !DIDerivedType(tag: DW_TAG_typedef, baseType: !8)
!9 = !DIFile(filename: "f.c", directory: "")
!10 = !{!13, !13, !1, null}
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11)
!12 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, elements: !{!14})
!13 = !DILocalVariable(name: "x", arg: 4294967295, scope: !3, type: !8)
!14 = !DISubrange(count: 170141183460469231731687303715884105727, lowerBound: 170141183460469231731687303715884105727)
"#;
    let module = parse_module(text, "cycles.ll").expect("it is well formed as text");
    assert!(exercise(&module) > 0);
    let info = DebugInfo::new(&module);
    let function = module.functions.values().next().expect("one function");
    let signature = info.signature(function).expect("a subprogram with a type");
    assert_eq!(signature.params.len(), 5);
}
