//! Helpers for edits: order of evaluation, parentheses, spellings.

use quell_source::{
    BinaryOp, Kind, Language, LogicalOp, NodeId, SourceFile, Spelling, Style, UnaryOp,
    spell_binary, spell_logical, spell_unary,
};

fn parse(text: &str, language: Language) -> SourceFile {
    SourceFile::parse("test", text.to_owned(), language)
}

/// An expression of C in a function.
fn c(expression: &str) -> SourceFile {
    parse(&format!("void f() {{ {expression}; }}"), Language::C)
}

fn find(file: &SourceFile, text: &str) -> NodeId {
    let mut all = file.descend(file.root());
    let found = all.find(|id| file.text(file.node(*id).span) == text);
    found.unwrap_or_else(|| panic!("{text} is not there"))
}

/// The order of evaluation of the innermost node with a text.
fn order(file: &SourceFile, text: &str) -> Vec<String> {
    let outermost = find(file, text);
    let all = file.descend(outermost);
    let same = all.filter(|id| file.node(*id).span == file.node(outermost).span);
    let ids = file.evaluation_order(same.last().unwrap_or(outermost));
    ids.iter().map(|id| file.expression_text(*id)).collect()
}

#[test]
fn operands_come_first_and_the_value_before_its_place() {
    let file = c("a[i] = b + f(c, sizeof d)");
    let order = order(&file, "a[i] = b + f(c, sizeof d)");
    let expected = [
        "b",
        "f",
        "c",
        "sizeof d",
        "f(c, sizeof d)",
        "b + f(c, sizeof d)",
        "a",
        "i",
        "a[i]",
        "a[i] = b + f(c, sizeof d)",
    ];
    assert_eq!(order, expected);
}

#[test]
fn statements_inside_are_left_out() {
    let file = c("if (a < b) { g(); }");
    let expected = ["a", "b", "a < b", "if (a < b) { g(); }"];
    assert_eq!(order(&file, "if (a < b) { g(); }"), expected);
    let file = c("for (int i = 0; i < n; i++) g()");
    let texts = order(&file, "for (int i = 0; i < n; i++) g();");
    assert_eq!(texts[0], "0");
    assert!(texts.contains(&"i++".to_owned()));
    assert!(!texts.contains(&"g()".to_owned()));
}

fn needs(language: Language, text: &str, node: &str, replacement: Kind) -> bool {
    let file = match language {
        Language::C => c(text),
        Language::Rust => parse(&format!("fn f() {{ {text}; }}"), language),
        Language::Fortran => parse(&format!("subroutine f()\n{text}\nend\n"), language),
    };
    file.needs_parens(find(&file, node), replacement)
}

#[test]
fn parentheses_of_c_are_put_where_they_are_needed() {
    let add = Kind::Binary(BinaryOp::Add);
    let needs = |text, node, kind| needs(Language::C, text, node, kind);
    assert!(needs("x = a * b", "a", add));
    assert!(!needs("x = a + b", "a", add));
    assert!(needs("x = a - b", "b", add));
    assert!(!needs("f(a)", "a", add));
    assert!(needs("f(a)", "a", Kind::Comma));
    assert!(!needs("x = a", "a", Kind::Conditional));
    assert!(needs("x = a ? b : c", "a", Kind::Conditional));
    assert!(!needs("x = a ? b : c", "c", Kind::Conditional));
    assert!(needs("a[i] = 1", "a", add));
    assert!(!needs("a[i] = 1", "i", add));
    assert!(needs("x = (int)a", "a", add));
    assert!(
        needs("x = a-b", "b", Kind::Unary(UnaryOp::Neg)),
        "it would be --"
    );
    assert!(!needs("x = a - b", "b", Kind::Unary(UnaryOp::Neg)));
    assert!(needs("x = a == b", "b", Kind::Logical(LogicalOp::And)));
    assert!(!needs("if (a) x", "a", Kind::Comma));
    assert!(!needs("x = a * b", "a", Kind::Call));
}

#[test]
fn parentheses_of_rust_know_casts_and_comparisons() {
    let needs = |text, node, kind| needs(Language::Rust, text, node, kind);
    let lt = Kind::Binary(BinaryOp::Lt);
    assert!(needs("x = a < b", "a", Kind::Cast));
    assert!(!needs("x = a > b", "a", Kind::Cast));
    assert!(needs("x = a == b", "a", lt));
    assert!(needs("x = a as u8", "a", lt));
    assert!(!needs("x = a as u8", "a", Kind::Unary(UnaryOp::Neg)));
    assert!(needs("x = a.f()", "a", Kind::Unary(UnaryOp::Neg)));
    assert!(needs("x = a + b", "a", Kind::Conditional));
}

#[test]
fn parentheses_of_fortran_know_signs_and_powers() {
    let needs = |text, node, kind| needs(Language::Fortran, text, node, kind);
    let neg = Kind::Unary(UnaryOp::Neg);
    assert!(needs("x = a * b", "b", neg), "two operators in a row");
    assert!(needs("x = a + b", "b", neg));
    assert!(!needs("x = a + b", "a", neg));
    assert!(needs("x = a * b", "a", neg));
    let power = Kind::Binary(BinaryOp::Power);
    assert!(needs("x = a ** b", "a", power));
    assert!(!needs("x = a ** b", "b", power));
    assert!(
        !needs("x = a * b", "b", Kind::Binary(BinaryOp::Rem)),
        "a call"
    );
    assert!(needs("l = .not. a", "a", Kind::Logical(LogicalOp::And)));
    assert!(!needs("l = .not. a", "a", Kind::Binary(BinaryOp::Lt)));
    assert!(!needs("call g(a)", "a", neg));
}

#[test]
fn fortran_evaluates_the_value_first() {
    let text = "subroutine f()\nv(g(1)) = a + h(2)\nend\n";
    let file = parse(text, Language::Fortran);
    let order = order(&file, "v(g(1)) = a + h(2)");
    let expected = [
        "a", "h", "2", "h(2)", "a + h(2)", "v", "g", "1", "g(1)", "v(g(1))",
    ];
    assert_eq!(order[..10], expected);
}

#[test]
fn operators_are_spelled_as_the_language_does() {
    use Language::{C, Fortran, Rust};
    assert_eq!(spell_binary(BinaryOp::Rem, C), Some(Spelling::Infix("%")));
    assert_eq!(
        spell_binary(BinaryOp::Rem, Fortran),
        Some(Spelling::Call("mod"))
    );
    assert_eq!(spell_binary(BinaryOp::Power, Rust), None);
    assert_eq!(
        spell_logical(LogicalOp::Or, Fortran),
        Spelling::Infix(".or.")
    );
    assert_eq!(
        spell_unary(UnaryOp::BitNot, Rust),
        Some(Spelling::Prefix("!"))
    );
    assert_eq!(spell_unary(UnaryOp::Deref, Fortran), None);
    assert_eq!(Spelling::Call("mod").apply(&["a", "b"]), "mod(a, b)");
    assert_eq!(Spelling::Infix("<").apply(&["a", "b"]), "a < b");
    assert_eq!(Spelling::Prefix(".not.").apply(&["a"]), ".not. a");
    assert_eq!(Spelling::Prefix("-").apply(&["a"]), "-a");
}

#[test]
fn the_style_of_the_user_is_kept() {
    let style = Style::of(".LE.");
    let spelling = style.spell_binary(BinaryOp::Gt, Language::Fortran).unwrap();
    assert_eq!(style.in_case(spelling.text()), ".GT.");
    let style = Style::of("<=");
    let spelling = style.spell_binary(BinaryOp::Ne, Language::Fortran).unwrap();
    assert_eq!(style.in_case(spelling.text()), "/=");
}
