//! Finding nodes, rendering edits, and macros.

use quell_source::{Kind, Language, NodeId, SourceFile, Span};

fn c(text: &str) -> SourceFile {
    SourceFile::parse("test.c", text.to_owned(), Language::C)
}

fn place(file: &SourceFile, text: &str) -> Span {
    let start = file.whole_text().find(text).expect("it is in the text") as u32;
    let end = start + text.len() as u32;
    Span { start, end }
}

fn texts(file: &SourceFile, ids: impl Iterator<Item = NodeId>) -> Vec<&str> {
    ids.map(|id| file.text(file.node(id).span)).collect()
}

fn rendered(file: &SourceFile, text: &str, replacement: &str) -> (String, String) {
    let rendered = file.render(&[(place(file, text), replacement.to_owned())]);
    (rendered.before, rendered.after)
}

const LOOP: &str = "int f(int i, int j, int k) {\n\tif (i + j <= k) // go on\n\t\ta[i] = 1;\n}\n";

#[test]
fn nodes_are_found_by_their_tokens_and_starts() {
    let file = c(LOOP);
    let plus = file.offset(2, 8).unwrap();
    assert_eq!(texts(&file, file.at_token(plus)), ["i + j"]);
    let i = file.offset(2, 6).unwrap();
    assert_eq!(texts(&file, file.at_token(i)), ["i"]);
    assert_eq!(
        texts(&file, file.starting_at(i)),
        ["i", "i + j", "i + j <= k"]
    );
    let a = place(&file, "a[i]").start;
    assert_eq!(texts(&file, file.at_token(a)), ["a", "a[i]", "a[i] = 1;"]);
    assert_eq!(file.at_token(plus + 1).count(), 0);
    assert_eq!(
        file.kind(file.innermost_at(plus)),
        Kind::Binary(quell_source::BinaryOp::Add)
    );
    assert_eq!(file.innermost_at(u32::MAX), file.root());
}

#[test]
fn statements_and_functions_enclose() {
    let file = c(LOOP);
    let j = file.innermost_at(place(&file, "j <=").start);
    let statement = file.statement_of(j).unwrap();
    assert_eq!(file.kind(statement), Kind::If);
    let function = file.function_of(j).unwrap();
    assert_eq!(file.text(file.node(function).token), "f");
    assert_eq!(file.functions().collect::<Vec<_>>(), [function]);
    let parameter = file.node(function).children[0];
    assert_eq!(file.statement_of(parameter), None);
    let block = file.enclosing(j, |kind| kind == Kind::Block).unwrap();
    assert_eq!(file.node(block).parent, Some(function));
}

#[test]
fn a_change_is_shown_in_its_line() {
    let file = c(LOOP);
    assert_eq!(
        rendered(&file, "+", "-"),
        ("if (i + j <= k)".into(), "if (i - j <= k)".into())
    );
    assert_eq!(
        rendered(&file, "a[i] = 1;", ""),
        ("a[i] = 1;".into(), String::new())
    );
    assert_eq!(file.render(&[]).before, "");
}

#[test]
fn lines_are_joined_and_comments_dropped() {
    let file =
        c("void g() {\n  f(a, /* one */ b, // two\n    c /* three\n   */ + d);  /* four */\n}\n");
    let (before, after) = rendered(&file, "b, // two\n    c", "x");
    assert_eq!(before, "f(a, /* one */ b, c");
    assert_eq!(after, "f(a, /* one */ x");
    let (before, after) = rendered(&file, "+", "-");
    assert_eq!((before.as_str(), after.as_str()), ("+ d);", "- d);"));
    let strings = c("char *s = \"// no comment\"; // one\n");
    let (before, _) = rendered(&strings, "=", "=");
    assert_eq!(before, "char *s = \"// no comment\";");
}

#[test]
fn several_edits_make_one_line() {
    let file = c(LOOP);
    let edit = |text: &str, to: &str| (place(&file, text), to.to_owned());
    let both = file.render(&[edit("<=", "<"), edit("+", "-"), edit("+ j", "overlaps")]);
    assert_eq!(both.after, "if (i - j < k)");
}

#[test]
fn macros_of_the_file_are_known_where_they_are_defined() {
    let text = "int a = N;\n#define N 10\n#define SQ(x) ((x) * (x)) /* c */\nint b = N + SQ(2) + SQ;\n#undef N\nint c = N;\n";
    let file = c(text);
    let at = |line, column| file.macro_call_at(file.offset(line, column).unwrap());
    assert_eq!(at(1, 9), None);
    let n = at(4, 9).unwrap();
    assert_eq!((n.replacement, n.parameters), ("10", None));
    assert_eq!(file.text(n.name), "N");
    assert!(file.text(n.definition).starts_with("#define N 10"));
    let square = at(4, 13).unwrap();
    assert!(square.replacement.starts_with("((x) * (x))"));
    assert_eq!(square.parameters.unwrap(), ["x"]);
    assert_eq!(at(4, 14), None, "the middle of a name is not a use");
    assert_eq!(at(4, 21), None, "without arguments it is no call");
    assert_eq!(at(6, 9), None);
}

#[test]
fn lines_of_fortran_are_joined() {
    let text = "subroutine f()\n  x = a + & ! one\n    & b * & ! two\n    c ! three\nend\n";
    let file = SourceFile::parse("a.f90", text.to_owned(), Language::Fortran);
    let (before, after) = rendered(&file, "a + & ! one\n    & b * & ! two\n    c", "0");
    assert_eq!(before, "x = a + b * c");
    assert_eq!(after, "x = 0");
    assert_eq!(rendered(&file, "*", "/").1, "b /");
}

#[test]
fn columns_are_left_out_of_lines() {
    let text = "      SUBROUTINE F\n   10 X = A +\nC     no\n     1    B .LE. C ! two\n      END\n";
    let file = SourceFile::parse("a.f", text.to_owned(), Language::Fortran);
    assert_eq!(file.errors(), []);
    let (before, after) = rendered(&file, "A +\nC     no\n     1    B", "Z");
    assert_eq!(before, "10 X = A + B .LE. C");
    assert_eq!(after, "10 X = Z .LE. C");
    let (before, after) = rendered(&file, ".LE.", ".LT.");
    assert_eq!((before.as_str(), after.as_str()), ("B .LE. C", "B .LT. C"));
    let le = file.at_token(place(&file, ".LE.").start).next().unwrap();
    assert_eq!(file.kind(le), Kind::Binary(quell_source::BinaryOp::Le));
    assert_eq!(file.expression_text(le), "A + B .LE. C");
}
