//! Properties that hold for any text: trees are well-formed, nothing panics, fingerprints are stable.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use quell_source::{Kind, Language, NodeId, SourceFile, Span};

/// The names and texts of the files in `tests/data`.
fn samples() -> Vec<(PathBuf, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let entries = fs::read_dir(directory).expect("the data are there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut sources: Vec<PathBuf> = paths
        .filter(|path| Language::from_path(path).is_some())
        .collect();
    sources.sort();
    let text = |path: &PathBuf| fs::read_to_string(path).expect("it is text");
    sources
        .iter()
        .map(|path| (path.clone(), text(path)))
        .collect()
}

fn parse(path: &Path, text: &str) -> SourceFile {
    let language = Language::from_path(path).expect("only such files are taken");
    SourceFile::parse(path, text.to_owned(), language)
}

fn is_within(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end
}

/// Parents contain their children, which are in the order of the text and do not overlap.
fn check_tree(file: &SourceFile) {
    let mut count = 0;
    for id in file.descend(file.root()) {
        count += 1;
        let node = file.node(id);
        assert!(is_within(node.token, node.span), "{:?}", node);
        let mut end = node.span.start;
        for child in &node.children {
            let child = file.node(*child);
            assert_eq!(child.parent, Some(id));
            assert!(is_within(child.span, node.span), "{child:?} in {node:?}");
            assert!(child.span.start >= end, "{child:?} in {node:?}");
            end = child.span.end;
        }
        let found = file.starting_at(node.span.start).any(|other| other == id);
        assert!(found && file.at_token(node.token.start).any(|other| other == id));
    }
    assert!(count > 0);
}

/// Calls every query of a file.
fn exercise(file: &SourceFile) {
    check_tree(file);
    let all: Vec<NodeId> = file.descend(file.root()).collect();
    for id in all.iter().copied().take(200) {
        let span = file.node(id).span;
        file.fingerprint(id);
        file.evaluation_order(id);
        file.statement_of(id);
        file.needs_parens(id, Kind::Comma);
        file.macro_call_at(span.start);
        file.render(&[(span, "x".to_owned())]);
        let innermost = file.innermost_at(span.start);
        assert!(innermost == file.root() || file.node(innermost).span.start <= span.start);
    }
    for error in file.errors() {
        file.position(error.start);
    }
}

const NAMES: &[&str] = &["a.c", "a.rs", "a.f90", "a.f"];

#[test]
fn samples_are_well_formed() {
    for (path, text) in samples() {
        exercise(&parse(&path, &text));
    }
}

/// Texts of tokens of the languages, in random order.
fn soup() -> impl Strategy<Value = String> {
    let words = "if else ( ) { } [ ] ; , + - * & | ! = == < > -> % . .. ..= ' \" # \\ /* */ // \n \n  & \
        do end while case default match => let fn int x y 1 2.0 'a' \"s\" #define #if #endif typedef (T)- \
        select then call 10 continue return goto sizeof ? : :: vec![ matches!( x! é struct T";
    let word = prop::sample::select(words.split(' ').map(str::to_owned).collect::<Vec<_>>());
    prop::collection::vec(word, 0..60).prop_map(|words| words.join(" "))
}

/// A sample in which a piece is removed or duplicated.
fn damaged() -> impl Strategy<Value = (PathBuf, String)> {
    let place = any::<prop::sample::Index>();
    let parts = (
        prop::sample::select(samples()),
        place,
        0usize..60,
        any::<bool>(),
    );
    parts.prop_map(|((path, text), place, length, doubled)| {
        let boundary = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = boundary(place.index(text.len()));
        let end = boundary(start + length);
        let middle = if doubled { &text[start..end] } else { "" };
        let (before, after) = (&text[..start], &text[end..]);
        let text = format!("{before}{middle}{middle}{after}");
        (path, text)
    })
}

/// Lines without meaning, which may be inserted between any two lines.
fn nothing(path: &Path) -> impl Strategy<Value = String> + use<> {
    let choices: &[&str] = match Language::from_path(path) {
        Some(Language::Fortran) => &["\n", "! a = b\n", "!  \n\n"],
        _ => &["\n", "  \n", "// a = b;\n", "/* a\n b */\n"],
    };
    prop::sample::select(
        choices
            .iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>(),
    )
}

fn with_nothing() -> impl Strategy<Value = (PathBuf, String, String)> {
    prop::sample::select(samples()).prop_flat_map(|(path, text)| {
        let line = 0..text.lines().count();
        let insertions = prop::collection::vec((line, nothing(&path)), 1..5);
        insertions.prop_map(move |insertions| {
            let mut lines: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
            for (line, inserted) in insertions {
                lines[line].insert_str(0, &inserted);
            }
            (path.clone(), text.clone(), lines.concat())
        })
    })
}

fn fingerprints(file: &SourceFile) -> Vec<u64> {
    let all = file.descend(file.root());
    all.map(|id| file.fingerprint(id)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_a_tree(text in "\\PC*", name in prop::sample::select(NAMES)) {
        exercise(&parse(Path::new(name), &text));
    }

    #[test]
    fn any_soup_has_a_tree(text in soup(), name in prop::sample::select(NAMES)) {
        exercise(&parse(Path::new(name), &text));
    }

    #[test]
    fn damaged_files_have_trees((path, text) in damaged()) {
        exercise(&parse(&path, &text));
    }

    #[test]
    fn lines_without_meaning_change_no_fingerprint((path, text, changed) in with_nothing()) {
        let (file, other) = (parse(&path, &text), parse(&path, &changed));
        prop_assert_eq!(fingerprints(&file), fingerprints(&other), "{}", changed);
    }

    #[test]
    fn new_statements_change_no_other_fingerprint(
        (path, text) in prop::sample::select(samples()),
        place in any::<prop::sample::Index>(),
    ) {
        let file = parse(&path, &text);
        let added = match file.language() {
            Language::Fortran => "      call quell_new(1)\n",
            _ => "quell_new(1);\n",
        };
        let starts = places_for_statements(&file);
        prop_assume!(!starts.is_empty());
        let at = starts[place.index(starts.len())] as usize;
        let changed = format!("{}{added}{}", &text[..at], &text[at..]);
        let other = parse(&path, &changed);
        let after: HashSet<u64> = fingerprints(&other).into_iter().collect();
        for id in file.descend(file.root()) {
            let kept = after.contains(&file.fingerprint(id));
            prop_assert!(kept, "{} in {changed}", file.expression_text(id));
        }
    }
}

/// Starts of lines at which a statement of a block starts without a label.
fn places_for_statements(file: &SourceFile) -> Vec<u32> {
    let blocks = file
        .descend(file.root())
        .filter(|id| file.kind(*id) == Kind::Block);
    let statements = blocks.flat_map(|block| file.node(block).children.iter().copied());
    let is_free = |id: &NodeId| {
        let kind = file.kind(*id);
        kind.is_statement()
            && !matches!(kind, Kind::Declaration | Kind::Labelled | Kind::Case { .. })
    };
    let starts = statements
        .filter(is_free)
        .map(|id| file.node(id).span.start);
    let starts = starts.filter_map(|start| {
        let (line, _) = file.position(start);
        let line_start = file.offset(line, 1)?;
        let before = file.text(Span {
            start: line_start,
            end: start,
        });
        before.trim().is_empty().then_some(line_start)
    });
    starts.collect()
}

#[test]
fn line_ends_and_byte_order_marks_do_not_matter() {
    for (path, text) in samples() {
        let file = parse(&path, &text);
        let dos = parse(&path, &text.replace('\n', "\r\n"));
        assert_eq!(dos.outline(), file.outline(), "{}", path.display());
        assert!(fingerprints(&dos) == fingerprints(&file));
        let marked = parse(&path, &format!("\u{feff}{text}"));
        let same = fingerprints(&marked) == fingerprints(&file);
        assert!(same, "{}", path.display());
    }
}

#[test]
fn fingerprints_distinguish_nodes() {
    for (path, text) in samples() {
        let file = parse(&path, &text);
        let mut seen: BTreeMap<u64, NodeId> = BTreeMap::new();
        for id in file.descend(file.root()) {
            if let Some(other) = seen.insert(file.fingerprint(id), id) {
                let texts = (file.expression_text(id), file.expression_text(other));
                panic!("{texts:?} of {} look alike", path.display());
            }
        }
    }
}

#[test]
fn fingerprints_are_the_same_everywhere() {
    let file = parse(Path::new("a.c"), "int f(int a) { return a + 1; }\n");
    let plus = file.at_token(24).next().unwrap();
    assert_eq!(
        format!("{:016x}", file.fingerprint(plus)),
        "ee5a237df9e3fc16"
    );
}

#[test]
fn equal_statements_are_counted() {
    let file = parse(Path::new("a.c"), "void f() { a(); a(); } void g() { a(); }");
    let calls = file
        .descend(file.root())
        .filter(|id| file.kind(*id) == Kind::Call);
    let all: HashSet<u64> = calls.map(|id| file.fingerprint(id)).collect();
    assert_eq!(all.len(), 3);
}

/// Deep nesting uses no stack, whether it is closed or not.
#[test]
fn deep_nesting_is_no_problem() {
    let open = "(".repeat(100_000);
    let close = ")".repeat(100_000);
    let texts = [
        ("a.c", format!("int f() {{ return {open}1{close}; }}")),
        ("a.rs", format!("fn f() -> i32 {{ {open}1{close} }}")),
        ("a.f90", format!("subroutine f\nx = {open}1{close}\nend\n")),
    ];
    for (name, text) in texts {
        let file = parse(Path::new(name), &text);
        assert_eq!(file.errors().len(), 0, "{name}");
        let one = file.innermost_at(text.find('1').unwrap() as u32);
        assert_eq!(file.kind(one), Kind::Integer);
        assert!(file.ancestors(one).count() > 100_000);
        file.fingerprint(one);
        let statement = file.statement_of(one).unwrap();
        assert!(file.evaluation_order(statement).len() > 100_000);
    }
}
