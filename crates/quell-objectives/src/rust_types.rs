//! The types of Rust's expressions, as far as they are needed to tell that the compiler refuses a text or takes it for
//! something else.
//!
//! Rust converts nothing by itself: a variable of `usize` in the place of one of `u64` is an error although the IR is the
//! same, and a number without a suffix takes its type from what is around it. Types of variables come from the debug
//! information. What is not known is taken for right. Lints that are errors by default count: they refuse operations on
//! constants that always panic.

mod lints;
mod typing;

use quell_ir::MdId;
use quell_ir::debug::DiType;
use quell_source::{Kind, Language, NodeId, SourceFile, Span};

use crate::align::{Aligner, Form, ValueSite, literal};
use crate::operators::Draft;
use crate::tree::Tree;
use typing::{RustType, Typing};

/// The name of a plain type: of a number, `bool` or `char`.
fn plain_name(aligner: &Aligner<'_>, ty: Option<MdId>) -> Option<String> {
    match aligner.info.ty(ty?) {
        DiType::Basic { name, .. } => Some(name.to_owned()),
        _ => None,
    }
}

/// The type of the variable that a site reads.
pub(crate) fn of_site(aligner: &Aligner<'_>, site: &ValueSite) -> Option<String> {
    let named = match site.form {
        Form::Variable(Some(pointer)) => aligner.names.at(aligner.module, pointer),
        Form::Variable(None) => aligner.names.of_value(site.value),
        _ => None,
    };
    let named = named.filter(|_| aligner.tree.kind(site.node) == Kind::Name)?;
    plain_name(aligner, named.ty).filter(|name| literal::RUST_TYPES.contains(&name.as_str()))
}

/// The type of a variable whose declaration names none and has a number without a type as its value.
pub(crate) fn untyped(aligner: &Aligner<'_>, site: &ValueSite) -> Option<String> {
    let ty = of_site(aligner, site)?;
    let tree = aligner.tree;
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
    let span = tree.node(root).span;
    let (before, after) = (
        tree.text(Span {
            start: span.start,
            end: draft.rewrite.span.start,
        }),
        tree.text(Span {
            start: draft.rewrite.span.end,
            end: span.end,
        }),
    );
    let text = format!("{before}{}{after}", draft.rewrite.text);
    let (Some(old), Some(new)) = (Piece::parse(tree.text(span)), Piece::parse(&text)) else {
        return false;
    };
    let is_same = old.judge(aligner);
    let mut judged = new.judge(aligner);
    judged.clashes = judged.clashes.saturating_sub(is_same.clashes);
    judged.lints = judged.lints.saturating_sub(is_same.lints);
    judged.open = judged.open.saturating_sub(is_same.open);
    if judged.clashes + judged.lints > 0 {
        return true;
    }
    let expected = expected(aligner, root);
    let fits = match (&judged.ty, &is_same.ty, expected) {
        (RustType::Known(new), _, Some(wanted))
            if literal::RUST_TYPES.contains(&wanted.as_str()) =>
        {
            *new == wanted
        }
        (RustType::Known(new), RustType::Known(old), _) => new == old,
        (RustType::Number, RustType::Known(old), None) => old == "i32",
        _ => true,
    };
    !fits || judged.open > 0
}

/// `let x = return 0;` and the like: where a value stands there is no place for a statement.
fn makes_a_jump_a_value(tree: &Tree, draft: &Draft) -> bool {
    let text = draft.rewrite.text.trim_start();
    let jump = ["return", "break", "continue"]
        .iter()
        .any(|word| text.starts_with(word));
    let statement = tree.nearest(draft.node, Kind::is_statement);
    let whole = statement.is_some_and(|id| draft.rewrite.span.start <= tree.node(id).span.start);
    jump && !whole
}

/// The outermost expression around a change.
fn root_of(tree: &Tree, draft: &Draft) -> Option<NodeId> {
    let part = draft.rewrite.span;
    let covers = |id: NodeId| {
        let span = tree.node(id).span;
        span.start <= part.start && part.end <= span.end
    };
    let is_root = |kind: Kind| {
        kind.is_statement()
            || matches!(
                kind,
                Kind::Block | Kind::Declared | Kind::Function | Kind::Other
            )
    };
    let mut around = std::iter::successors(Some(draft.node), |&id| tree.parent(id));
    let mut found = around
        .find(|&id| covers(id))
        .filter(|&id| !is_root(tree.kind(id)))?;
    while let Some(parent) = tree.parent(found) {
        if is_root(tree.kind(parent)) {
            break;
        }
        found = parent;
    }
    Some(found)
}

/// The type that what holds an expression has.
fn expected(aligner: &Aligner<'_>, root: NodeId) -> Option<String> {
    let tree = aligner.tree;
    let parent = tree.parent(root)?;
    match tree.kind(parent) {
        Kind::Declared if is_annotated(tree, parent) => {
            let name = tree.child(parent, 0)?;
            Scope { aligner }.plain(tree.node_text(name).trim_start_matches("mut "))
        }
        Kind::Return => {
            let signature = aligner.info.signature(aligner.function)?;
            plain_name(aligner, signature.ret)
        }
        Kind::If | Kind::While if tree.child(parent, 0) == Some(root) => Some("bool".to_owned()),
        _ => None,
    }
}

/// What is known of the names of a function.
struct Scope<'a> {
    aligner: &'a Aligner<'a>,
}

impl Scope<'_> {
    /// The type of all variables of a name, if it is one.
    fn declared(&self, name: &str) -> Option<MdId> {
        let variables = self
            .aligner
            .info
            .variables(self.aligner.function)
            .into_iter();
        let mut types = variables
            .filter(|known| known.name == Some(name))
            .map(|known| known.ty);
        let first = types.next()??;
        types.all(|ty| ty == Some(first)).then_some(first)
    }

    fn plain(&self, name: &str) -> Option<String> {
        plain_name(self.aligner, self.declared(name))
    }

    /// Elements of an array or slice, or of a reference to one, and how many there are.
    fn elements(&self, name: &str) -> Option<(String, Option<u64>)> {
        let info = &self.aligner.info;
        let mut ty = self.declared(name)?;
        if let DiType::Pointer { to, .. } = info.ty(ty) {
            ty = to?;
        }
        match info.ty(ty) {
            DiType::Array(array) => {
                let length = array
                    .dimensions
                    .first()
                    .and_then(|dimension| dimension.len());
                Some((plain_name(self.aligner, array.of)?, length))
            }
            DiType::Aggregate(aggregate) => {
                let name = aggregate.name?;
                let inner = name.trim_start_matches("&mut ").trim_start_matches('&');
                let element = inner.strip_prefix('[')?.strip_suffix(']')?;
                (!element.contains(';')).then(|| (element.to_owned(), None))
            }
            _ => None,
        }
    }
}

/// An expression by itself.
struct Piece {
    file: SourceFile,
    root: NodeId,
}

impl Piece {
    fn parse(text: &str) -> Option<Self> {
        const HEAD: &str = "fn q() { let q = ";
        let file = SourceFile::parse("piece.rs", format!("{HEAD}{text}; }}"), Language::Rust);
        if !file.errors().is_empty() {
            return None;
        }
        let all = file.descend(file.root());
        let declared = { all }.find(|&id| file.kind(id) == Kind::Declared)?;
        let root = file.node(declared).children.get(1).copied()?;
        Some(Self { file, root })
    }

    fn judge(&self, aligner: &Aligner<'_>) -> typing::Judged {
        let mut typing = Typing::new(&self.file, Scope { aligner });
        typing.judge(self.root)
    }
}
