//! The types of Rust's expressions, as far as they are needed to tell that the compiler refuses a text or takes it for
//! something else.
//!
//! Rust converts nothing by itself: a variable of `usize` in the place of one of `u64` is an error although the IR is the
//! same, and a number without a suffix takes its type from what is around it. Types of variables come from the debug
//! information. What is not known is taken for right. Lints that are errors by default count: they refuse operations on
//! constants that always panic.
//!
//! Constants are folded as rustc folds them, to find operations that it refuses.

mod check;
mod constants;
mod scope;
mod types;

use quell_ir::InstId;
use quell_source::{Kind, Language, NodeId, SourceFile, Span};

use crate::align::shapes::callee_name;
use crate::align::{Aligner, ValueSite, literal};
use crate::operators::Draft;
use crate::tree::Tree;
use check::Check;
use scope::{Scope, plain_name};
use types::{Expressions, RustType};

/// The type of what a site computes, if it is a number.
pub(crate) fn of_site(aligner: &Aligner<'_>, site: &ValueSite) -> Option<String> {
    match of_node(aligner, site.node)? {
        RustType::Known(name) => literal::RUST_TYPES.contains(&name.as_str()).then_some(name),
        _ => None,
    }
}

/// The type of an expression of Rust.
fn of_node(aligner: &Aligner<'_>, node: NodeId) -> Option<RustType> {
    in_scope(aligner, node, |text| Some(text.type_of(node)))
}

/// What the names in scope tell of an expression; nothing in other languages and in macros.
fn in_scope<T>(
    aligner: &Aligner<'_>,
    node: NodeId,
    told: impl FnOnce(&Expressions<'_>) -> Option<T>,
) -> Option<T> {
    let tree = aligner.tree;
    if tree.language() != Language::Rust || tree.graft_of(node).is_some() {
        return None;
    }
    let scope = Scope::new(aligner, node);
    told(&Expressions {
        file: tree.file(),
        scope: &scope,
    })
}

/// Whether an expression of Rust is a signed number of a width; none if its type is not known or another one.
pub(crate) fn is_signed_value(aligner: &Aligner<'_>, node: NodeId, width: u32) -> Option<bool> {
    match of_node(aligner, node)? {
        RustType::Known(name) if constants::width(&name) == Some(width) => {
            literal::rust_range(&name).map(|(least, _)| least < 0)
        }
        _ => None,
    }
}

/// Whether an operator of Rust computes on signed numbers; none if its types are not known.
pub(crate) fn is_signed(aligner: &Aligner<'_>, node: NodeId) -> Option<bool> {
    let tree = aligner.tree;
    let (Kind::Binary(op) | Kind::Assign(Some(op))) = tree.kind(node) else {
        return None;
    };
    let ty = in_scope(aligner, node, |text| {
        let (left, right) = (text.child(node, 0)?, text.child(node, 1)?);
        let [ty, _] = text.operand_types(op, left, right, &RustType::Unknown);
        Some(ty)
    })?;
    match ty {
        RustType::Known(name) => literal::rust_range(&name).map(|(least, _)| least < 0),
        _ => None,
    }
}

/// Whether a function returns a number or a truth value: others have no zero.
pub(crate) fn returns_number(aligner: &Aligner<'_>) -> bool {
    let signature = aligner.info.signature(aligner.function);
    let returned = signature.and_then(|of| plain_name(aligner, of.ret));
    returned.is_some_and(|name| name == "bool" || literal::RUST_TYPES.contains(&name.as_str()))
}

/// Whether a call of Rust gives a number: other types have no zero.
pub(crate) fn call_gives_number(aligner: &Aligner<'_>, inst: InstId, node: NodeId) -> bool {
    let module = aligner.module;
    let callee = aligner
        .kind_of(inst)
        .as_call()
        .and_then(|call| module.find_function(callee_name(module, call)?));
    let signature = callee.and_then(|id| aligner.info.signature(&module.functions[id]));
    let ty = match signature {
        Some(signature) => plain_name(aligner, signature.ret),
        // Functions of other crates have no debug information here.
        None => of_node(aligner, node).and_then(|ty| ty.name().map(str::to_owned)),
    };
    ty.is_some_and(|name| literal::RUST_TYPES.contains(&name.as_str()))
}

/// The type of a variable whose declaration names none and has a number without a type as its value.
pub(crate) fn untyped(aligner: &Aligner<'_>, site: &ValueSite) -> Option<String> {
    let tree = aligner.tree;
    let ty = of_site(aligner, site).filter(|_| tree.kind(site.node) == Kind::Name)?;
    let name = tree.node_text(site.node);
    let function = tree.nearest(site.node, |kind| kind == Kind::Function)?;
    let declared = tree
        .descend(function)
        .into_iter()
        .filter(|&id| tree.kind(id) == Kind::Declared);
    let mut own = declared.filter(|&id| {
        tree.child(id, 0)
            .is_some_and(|id| tree.node_text(id).ends_with(name))
    });
    own.any(|id| is_open(tree, id)).then_some(ty)
}

/// Whether only its value, a number without a type, could tell the type of what is declared.
fn is_open(tree: &Tree, declared: NodeId) -> bool {
    let value = tree.child(declared, 1).map(|id| tree.bare(id));
    let literal = value.is_some_and(|id| {
        tree.kind(id) == Kind::Integer
            && literal::suffix(Language::Rust, tree.node_text(id)).is_empty()
    });
    literal && !is_annotated(tree, declared)
}

fn is_annotated(tree: &Tree, declared: NodeId) -> bool {
    let (Some(name), Some(value)) = (tree.child(declared, 0), tree.child(declared, 1)) else {
        return false;
    };
    let (start, end) = (tree.node(name).span.end, tree.node(value).span.start);
    start <= end && tree.text(Span { start, end }).contains(':')
}

/// Whether the compiler refuses the text of a change, or takes it for something else.
pub(crate) fn refuses(aligner: &Aligner<'_>, draft: &Draft) -> bool {
    let tree = aligner.tree;
    if tree.graft_of(draft.node).is_some() {
        return false;
    }
    if makes_a_jump_a_value(tree, draft) {
        return true;
    }
    let Some(root) = root_of(tree, draft) else {
        return false;
    };
    let Some(text) = changed_text(tree, root, draft) else {
        return false;
    };
    let old = Piece::expression(tree.node_text(root));
    let (Some(old), Some(new)) = (old, Piece::expression(&text)) else {
        return false;
    };
    let scope = Scope::new(aligner, draft.node);
    let wanted = wanted(&scope, root);
    let [before, after] =
        [&old, &new].map(|piece| Check::of(piece.text(&scope), piece.root, &wanted));
    let types = [&old, &new].map(|piece| piece.text(&scope).type_of(piece.root));
    after.exceed(&before)
        || has_another_type(
            &types,
            &wanted,
            tree.parent(root).is_some_and(|id| is_typed(tree, id)),
        )
        || panics_elsewhere(&scope, draft, &new, &wanted)
}

/// Whether the text of an expression after a change gives it another type.
fn has_another_type([old, new]: &[RustType; 2], wanted: &RustType, typed: bool) -> bool {
    match (new, old) {
        (RustType::Known(new), RustType::Known(old)) => new != old,
        // Its value alone decided the type of a variable.
        (RustType::Number | RustType::Real, RustType::Known(old)) => {
            !typed && new.name() != Some(old)
        }
        _ => new.contradicts(wanted),
    }
}

/// Whether something names the type of what an expression is the value of.
fn is_typed(tree: &Tree, holder: NodeId) -> bool {
    match tree.kind(holder) {
        Kind::Declared => is_annotated(tree, holder),
        Kind::CountedLoop => false,
        _ => true,
    }
}

/// Whether a variable that never changes gets a value with which operations elsewhere in the function always panic.
fn panics_elsewhere(scope: &Scope<'_>, draft: &Draft, new: &Piece, wanted: &RustType) -> bool {
    let tree = scope.tree();
    let root = new.root;
    // The value of an assignment, or the whole for what is declared.
    let value = match new.file.kind(root) {
        Kind::Assign(None) => new.file.node(root).children.get(1).copied(),
        _ => Some(root),
    };
    let folded = value.and_then(|value| new.text(scope).fold(value, wanted));
    let (Some(_), Some(function)) = (folded, scope.function()) else {
        return false;
    };
    let Some(changed) = changed_text(tree, function, draft) else {
        return false;
    };
    let lints = [tree.node_text(function), &changed].map(|text| {
        let piece = Piece::function(text)?;
        Some(Check::of(piece.text(scope), piece.root, &RustType::Unknown).lints)
    });
    lints[1] > lints[0]
}

/// The text of a node after a change within it.
fn changed_text(tree: &Tree, node: NodeId, draft: &Draft) -> Option<String> {
    let (whole, part) = (tree.node(node).span, draft.rewrite.span);
    if part.start < whole.start || whole.end < part.end {
        return None;
    }
    let before = tree.text(Span {
        end: part.start,
        ..whole
    });
    let after = tree.text(Span {
        start: part.end,
        ..whole
    });
    Some(format!("{before}{}{after}", draft.rewrite.text))
}

/// `let x = return 0;` and the like: where a value stands there is no place for a statement.
fn makes_a_jump_a_value(tree: &Tree, draft: &Draft) -> bool {
    let text = draft.rewrite.text.trim_start();
    let jumps = ["return", "break", "continue", "panic!"];
    let jump = jumps.iter().any(|word| text.starts_with(word));
    jump && is_value(tree, draft.node)
}

/// Whether the value of an expression is used, be it that of the block that it ends.
fn is_value(tree: &Tree, node: NodeId) -> bool {
    let mut node = node;
    while let Some(parent) = tree.parent(node) {
        match tree.kind(parent) {
            Kind::Block if tree.node(parent).children.last() == Some(&node) => node = parent,
            Kind::Block | Kind::Function => return false,
            kind => return !kind.is_statement(),
        }
    }
    false
}

/// The outermost expression around a change.
fn root_of(tree: &Tree, draft: &Draft) -> Option<NodeId> {
    let part = draft.rewrite.span;
    let covers = |id: NodeId| {
        let span = tree.node(id).span;
        span.start <= part.start && part.end <= span.end
    };
    let mut around = std::iter::successors(Some(draft.node), |&id| tree.parent(id));
    let found = around.find(|&id| covers(id))?;
    let is_root = |kind: Kind| {
        kind.is_statement()
            || matches!(
                kind,
                Kind::Block | Kind::Declared | Kind::Function | Kind::Other
            )
    };
    if is_root(tree.kind(found)) {
        return None;
    }
    let mut found = found;
    while let Some(parent) = tree.parent(found) {
        let is_value = tree.kind(parent) == Kind::Block
            && tree.node(parent).children.last() == Some(&found)
            && !tree.kind(found).is_statement();
        if is_root(tree.kind(parent)) && !is_value {
            break;
        }
        found = parent;
    }
    Some(found)
}

/// The type that what holds an expression has.
fn wanted(scope: &Scope<'_>, root: NodeId) -> RustType {
    let tree = scope.tree();
    let Some(parent) = tree.parent(root) else {
        return RustType::Unknown;
    };
    let name_of = |holder: NodeId| {
        let name = tree.child(holder, 0).map_or("", |id| tree.node_text(id));
        name.strip_prefix("mut ").unwrap_or(name).trim()
    };
    match tree.kind(parent) {
        Kind::Declared | Kind::CountedLoop => scope.type_of(name_of(parent)),
        Kind::Return => {
            let aligner = scope.aligner;
            let signature = aligner.info.signature(aligner.function);
            let returned = signature.and_then(|of| plain_name(aligner, of.ret));
            returned.map_or(RustType::Unknown, RustType::Known)
        }
        Kind::If | Kind::While if tree.child(parent, 0) == Some(root) => RustType::known("bool"),
        _ => RustType::Unknown,
    }
}

/// A part of a text by itself.
struct Piece {
    file: SourceFile,
    root: NodeId,
}

impl Piece {
    fn expression(text: &str) -> Option<Self> {
        let file = parsed(format!("fn quell() {{ let quell__piece = {text}; }}"))?;
        let mut all = file.descend(file.root());
        let declared = all.find(|&id| file.kind(id) == Kind::Declared)?;
        let root = file.node(declared).children.get(1).copied()?;
        Some(Self { file, root })
    }

    fn function(text: &str) -> Option<Self> {
        let file = parsed(text.to_owned())?;
        let root = file.root();
        Some(Self { file, root })
    }

    fn text<'a>(&'a self, scope: &'a Scope<'a>) -> Expressions<'a> {
        Expressions {
            file: &self.file,
            scope,
        }
    }
}

fn parsed(text: String) -> Option<SourceFile> {
    let file = SourceFile::parse("piece.rs", text, Language::Rust);
    file.errors().is_empty().then_some(file)
}
