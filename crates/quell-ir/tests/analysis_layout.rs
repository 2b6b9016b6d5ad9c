//! Sizes, alignments and offsets against LLVM itself, on random types, and the limits of both.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use quell_bits::FloatFormat;
use quell_ir::layout::{DataLayout, LayoutError, Layouts};
use quell_ir::symbol::Interner;
use quell_ir::{Type, TypeId, TypeTable};

/// A type as a tree, to be both printed and interned.
#[derive(Clone, Debug)]
enum Tree {
    Int(u32),
    Float(FloatFormat),
    Ptr(u32),
    Array(Box<Tree>, u64),
    Vector(Box<Tree>, u32),
    Struct(Vec<Tree>, bool),
}

const FLOATS: [(FloatFormat, &str); 6] = [
    (FloatFormat::Half, "half"),
    (FloatFormat::BFloat, "bfloat"),
    (FloatFormat::Single, "float"),
    (FloatFormat::Double, "double"),
    (FloatFormat::X87, "x86_fp80"),
    (FloatFormat::Quad, "fp128"),
];

fn scalars() -> impl Strategy<Value = Tree> {
    let ints = prop_oneof![prop::sample::select(vec![1, 8, 16, 32, 64, 128]), 1u32..300];
    prop_oneof![
        3 => ints.prop_map(Tree::Int),
        2 => prop::sample::select(FLOATS.map(|of| of.0).to_vec()).prop_map(Tree::Float),
        1 => prop::sample::select(vec![0, 270, 271, 272]).prop_map(Tree::Ptr),
    ]
}

fn trees() -> impl Strategy<Value = Tree> {
    let vectors = (scalars(), 1u32..9).prop_map(|(lane, len)| Tree::Vector(Box::new(lane), len));
    prop_oneof![3 => scalars(), 1 => vectors].prop_recursive(4, 24, 5, |inner| {
        let fields = prop::collection::vec(inner.clone(), 0..6);
        prop_oneof![
            (inner, 0u64..5).prop_map(|(elem, len)| Tree::Array(Box::new(elem), len)),
            (fields, prop::bool::weighted(0.3))
                .prop_map(|(fields, packed)| Tree::Struct(fields, packed)),
        ]
    })
}

impl Tree {
    fn text(&self) -> String {
        match self {
            Self::Int(width) => format!("i{width}"),
            Self::Float(format) => {
                let found = FLOATS.iter().find(|of| of.0 == *format);
                found.expect("every format is listed").1.to_owned()
            }
            Self::Ptr(0) => "ptr".to_owned(),
            Self::Ptr(space) => format!("ptr addrspace({space})"),
            Self::Array(elem, len) => format!("[{len} x {}]", elem.text()),
            Self::Vector(elem, len) => format!("<{len} x {}>", elem.text()),
            Self::Struct(fields, packed) => {
                let fields: Vec<String> = fields.iter().map(Self::text).collect();
                let body = fields.join(", ");
                if *packed {
                    format!("<{{{body}}}>")
                } else {
                    format!("{{{body}}}")
                }
            }
        }
    }

    fn intern(&self, types: &mut TypeTable) -> TypeId {
        let ty = match self {
            Self::Int(width) => Type::Int(*width),
            Self::Float(format) => Type::Float(*format),
            Self::Ptr(space) => Type::Ptr(*space),
            Self::Array(elem, len) => Type::Array {
                elem: elem.intern(types),
                len: *len,
            },
            Self::Vector(elem, len) => Type::Vector {
                elem: elem.intern(types),
                len: *len,
                scalable: false,
            },
            Self::Struct(fields, packed) => Type::Struct {
                fields: fields.iter().map(|field| field.intern(types)).collect(),
                packed: *packed,
            },
        };
        types.intern(ty)
    }
}

/// Constants to be computed by LLVM, each the address of a part of an object at address 0, with Quell's values.
struct Comparison {
    text: String,
    ours: Vec<(String, u64)>,
}

impl Comparison {
    fn add(&mut self, about: &str, source: &str, indices: &str, ours: u64) {
        let name = self.ours.len();
        writeln!(
            self.text,
            "define i64 @q{name}() {{ ret i64 ptrtoint \
             (ptr getelementptr ({source}, ptr null, {indices}) to i64) }}"
        )
        .expect("strings take everything");
        self.ours.push((format!("{about} of {source}"), ours));
    }

    fn add_all_of(&mut self, tree: &Tree, ty: TypeId, layouts: &Layouts) {
        let text = tree.text();
        let layout = layouts
            .get(ty)
            .expect("random types are small and have sizes");
        self.add("size", &text, "i64 1", layout.size);
        self.add(
            "alignment",
            &format!("{{i8, {text}}}"),
            "i64 0, i32 1",
            layout.align,
        );
        for (field, &offset) in layout.offsets.iter().enumerate() {
            let indices = format!("i64 0, i32 {field}");
            self.add(&format!("field {field}"), &text, &indices, offset);
        }
    }
}

/// The text after LLVM has computed every constant in it.
fn folded_by_llvm(text: &str) -> String {
    let mut opt = Command::new("opt-19")
        .args(["-S", "-passes=instcombine"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("opt-19 is installed");
    let mut input = opt.stdin.take().expect("stdin is piped");
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = opt.wait_with_output().expect("opt-19 ends");
    writer
        .join()
        .expect("the writer ends")
        .expect("opt-19 reads it all");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("IR is text")
}

fn compare_with_llvm(layout_text: &str, trees: &[Tree]) {
    let layout = DataLayout::parse(layout_text);
    let mut types = TypeTable::default();
    let ids: Vec<TypeId> = trees.iter().map(|tree| tree.intern(&mut types)).collect();
    let layouts = Layouts::new(&layout, &types);
    let mut comparison = Comparison {
        text: format!("target datalayout = \"{layout_text}\"\n"),
        ours: Vec::new(),
    };
    for (tree, &ty) in trees.iter().zip(&ids) {
        comparison.add_all_of(tree, ty, &layouts);
        assert_eq!(layout.layout_of(&types, ty), layouts.get(ty).cloned());
    }
    let folded = folded_by_llvm(&comparison.text);
    let answers: Vec<u64> = folded
        .lines()
        .filter_map(|line| line.trim().strip_prefix("ret i64 "))
        .map(|answer| answer.parse().expect("folded to a number"))
        .collect();
    assert_eq!(answers.len(), comparison.ours.len());
    for ((about, ours), theirs) in comparison.ours.iter().zip(answers) {
        assert_eq!(*ours, theirs, "{about} under {layout_text}");
    }
}

const LAYOUTS: [&str; 5] = [
    // clang-15 and clang-19 on x86-64, clang-19 on i386, and two that no compiler uses.
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128",
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128",
    "E-p270:64:64-i16:32-i64:128-v32:64-v96:32-f64:32",
    "e-a:64-p:64:64:64-p271:16:16-i1:16-v128:32-f32:64",
];

#[test]
fn layouts_of_random_types_agree_with_llvm() {
    let mut runner = TestRunner::deterministic();
    let strategy = trees();
    let mut tree = || {
        let tree = strategy.new_tree(&mut runner);
        tree.expect("the strategy has no filters").current()
    };
    let trees: Vec<Tree> = (0..400).map(|_| tree()).collect();
    for layout in LAYOUTS {
        compare_with_llvm(layout, &trees);
    }
}

/// A file without a layout is compiled for x86-64.
#[test]
fn the_default_is_that_of_clang() {
    let default = DataLayout::default();
    let mut types = TypeTable::default();
    let (long, wide) = (types.int(64), types.int(128));
    assert_eq!(default.align(&types, long), Ok(8));
    assert_eq!(default.align(&types, wide), Ok(16));
    assert_eq!(default.text, "");
}

#[test]
fn a_struct_that_contains_itself_is_an_error() {
    let (mut types, mut names) = (TypeTable::default(), Interner::default());
    let node = types.named(names.intern("node"));
    let node_ty = types.intern(Type::Named(node));
    let ptr = types.ptr();
    let direct = types.intern(Type::Struct {
        fields: [ptr, node_ty].into(),
        packed: false,
    });
    types.set_body(node, direct);
    let around = types.intern(Type::Array {
        elem: node_ty,
        len: 0,
    });
    let layout = DataLayout::default();
    for ty in [node_ty, direct, around] {
        assert_eq!(layout.layout_of(&types, ty), Err(LayoutError::Recursive));
        let all = Layouts::new(&layout, &types);
        assert_eq!(all.get(ty), Err(LayoutError::Recursive));
    }
    assert_eq!(layout.alloc_size(&types, ptr), Ok(8));
}

#[test]
fn unsized_types_make_their_wholes_unsized() {
    let (mut types, mut names) = (TypeTable::default(), Interner::default());
    let opaque = types.named(names.intern("opaque"));
    let opaque = types.intern(Type::Named(opaque));
    let array = types.intern(Type::Array {
        elem: opaque,
        len: 4,
    });
    let layout = DataLayout::default();
    let expected = Err(LayoutError::Unsized("opaque struct"));
    assert_eq!(layout.alloc_size(&types, opaque), expected);
    assert_eq!(layout.alloc_size(&types, array), expected);
}

/// Nesting deep enough to overflow a recursion, and types too large for any address space.
#[test]
fn deep_and_huge_types_have_results() {
    let mut types = TypeTable::default();
    let byte = types.int(8);
    let (mut deep, mut doubled) = (byte, byte);
    let nest = |types: &mut TypeTable, fields: Vec<TypeId>| {
        types.intern(Type::Struct {
            fields: fields.into(),
            packed: false,
        })
    };
    for _ in 0..200_000 {
        deep = nest(&mut types, vec![deep]);
    }
    for _ in 0..80 {
        doubled = nest(&mut types, vec![doubled, doubled]);
    }
    let wide = types.intern(Type::Array {
        elem: byte,
        len: u64::MAX,
    });
    let layout = DataLayout::default();
    assert_eq!(layout.alloc_size(&types, deep), Ok(1));
    assert_eq!(
        layout.alloc_size(&types, doubled),
        Err(LayoutError::TooLarge)
    );
    assert_eq!(layout.alloc_size(&types, wide), Err(LayoutError::TooLarge));
    assert_eq!(Layouts::new(&layout, &types).size(deep), Ok(1));
}
