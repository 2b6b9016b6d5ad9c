//! Whether a changed text of C computes what the edits of a mutant compute.
//!
//! The new expression is typed like the old one. If its type differs, the enclosing expressions are checked:
//! either none of them depends on the difference, or the mutant is not made.

use quell_ir::{Type, TypeId};
use quell_source::{BinaryOp, Kind, Language, NodeId, SourceFile, Span, UnaryOp};

use super::around::{Outwards, Step};
use super::effects::Effects;
use super::members::is_pointer;
use super::typing::Typing;
use super::{CType, Form, INT_WIDTH, Integer};
use crate::align::{Aligner, literal};
use crate::operators::Draft;
use crate::tree::Tree;

/// An expression whose value a mutant replaces by another one.
pub(super) struct Replaced<'a> {
    pub(super) typing: Typing<'a>,
    /// The width of the new value in the IR, if it is a new integer.
    pub(super) width: Option<u32>,
    old: CType,
    new: CType,
    /// The new value is a number that both types have.
    same_value: bool,
    /// The new value is the number zero, which every scalar type has.
    is_zero: bool,
    /// The edits decide a condition, and give no value.
    decides: bool,
}

/// Whether the text of a draft agrees with its edits, as far as types and the order of side effects are concerned.
pub(crate) fn is_exact(aligner: &Aligner<'_>, draft: &Draft) -> bool {
    let tree = aligner.tree;
    if tree.language() != Language::C {
        return true;
    }
    let Some(node) = changed_expression(tree, draft) else {
        return true;
    };
    if changed_text(tree, draft, node).is_some_and(|text| text.trim().is_empty()) {
        return true;
    }
    let Some(piece) = Piece::parse(tree, draft, node) else {
        return false;
    };
    let old_effects = outer_effects(tree, node, Effects::of(tree, node));
    let new_effects = outer_effects(tree, node, Effects::of(&piece.tree, piece.root));
    let unsequenced = new_effects.has_more_conflicts_than(&old_effects);
    let stores_otherwise = changes_a_step(aligner, draft, node, &piece)
        || draft.ty.is_some() && (is_target(tree, node) || changes_an_assignment(aligner, draft));
    !is_misparsed(tree, node)
        && !joins_signs(tree, draft)
        && !unsequenced
        && !stores_otherwise
        && has_same_type(aligner, draft, node, &piece)
}

/// Whether the type of a changed expression is the old one, or makes no difference.
fn has_same_type(aligner: &Aligner<'_>, draft: &Draft, node: NodeId, piece: &Piece) -> bool {
    let (tree, scope) = (aligner.tree, aligner.scope());
    let typing = Typing::of_piece(scope, &piece.tree, node);
    let own = Typing::new(scope);
    let (old, new) = (own.type_of(node), typing.type_of(piece.root));
    let number = piece.number();
    let holds = |ty: &CType, number| ty.integer().is_some_and(|of| of.holds(number));
    let same_value = number.is_some_and(|number| holds(&old, number) && holds(&new, number));
    if !has_valid_distances(&own, draft, node, piece)
        || !fits_casts(&own, tree, (node, &new), number)
    {
        return false;
    }
    // Where an assignment is written out the changed value is only a part of it.
    let whole = tree.bare(node) == tree.bare(draft.node);
    let width = draft.ty.and_then(|ty| integer_width(aligner, ty));
    let width = width.filter(|_| whole);
    // What is not known stays what it is beside an `int`.
    let wide_field = |of: Integer| matches!(of.form, Form::Field(INT_WIDTH..));
    let computed = draft.ty.is_some() && number.is_none();
    if computed
        && (old.integer().is_some_and(wide_field) || is_converted_target(&own, tree, node, draft))
    {
        return false;
    }
    let below_zero = draft.ty.is_some() && number.is_none_or(|number| number < 0);
    if below_zero && is_extended_field(&own, node, &old)
        || keeps_converted(&own, node, piece)
        || is_written_out_otherwise(&own, &typing, node, piece)
        || width.is_some_and(|width| is_extended_behind_cast(&own, (node, &old), width, number))
    {
        return false;
    }
    let kept = matches!(old, CType::Opaque(_))
        && width.is_some_and(|width| width >= INT_WIDTH)
        && (new == old.promoted() || new == old.common(&CType::INT));
    if kept {
        return true;
    }
    let converted = tree
        .holder(node)
        .is_some_and(|(holder, _)| is_conversion(tree.kind(holder)));
    possible_types(&old, width, converted)
        .into_iter()
        .all(|old| {
            let small = number.is_some_and(|number| (0..128).contains(&number));
            let replaced = Replaced {
                typing: own,
                width,
                same_value: same_value || small && old.integer().is_some(),
                is_zero: number == Some(0),
                decides: draft.ty.is_none(),
                old,
                new: new.clone(),
            };
            replaced.fits_width(piece) && replaced.fits_around(tree, node)
        })
}

/// Whether only the truth of a child counts.
fn is_condition(kind: Kind, index: usize) -> bool {
    match kind {
        Kind::If | Kind::While | Kind::DoWhile | Kind::For | Kind::Logical(_) => true,
        Kind::Unary(UnaryOp::Not) => true,
        Kind::Conditional => index == 0,
        _ => false,
    }
}

fn is_conversion(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Cast | Kind::Assign(None) | Kind::Declared | Kind::Return | Kind::Call
    )
}

/// The types that an expression may have. One that is not known has the width of its value.
fn possible_types(ty: &CType, width: Option<u32>, converted: bool) -> Vec<CType> {
    match (ty, width) {
        // A bit-field that is converted is not promoted before.
        (CType::Int(of), Some(_)) if matches!(of.form, Form::Field(_)) && converted => {
            vec![CType::Int(of.whole())]
        }
        (CType::Opaque(_), Some(width @ INT_WIDTH..)) => {
            vec![CType::int(width, true), CType::int(width, false)]
        }
        // The value is taken after its promotion.
        (CType::Int(_), Some(width)) if ty.promoted().width() == Some(width) => vec![ty.promoted()],
        _ => vec![ty.clone()],
    }
}

/// Whether the new text makes another operator of a sign beside it: `-` before `--a`.
fn joins_signs(tree: &Tree, draft: &Draft) -> bool {
    let Span { start, end } = draft.rewrite.span;
    let beside = |start, end| tree.text(Span { start, end }).chars().next();
    let (before, after) = (beside(start.saturating_sub(1), start), beside(end, end + 1));
    let sign = |c: Option<char>| c.filter(|c| "+-&".contains(*c));
    let (first, last) = (
        draft.rewrite.text.chars().next(),
        draft.rewrite.text.chars().last(),
    );
    sign(first).is_some_and(|c| before == Some(c)) || sign(last).is_some_and(|c| after == Some(c))
}

/// The grammar takes `-a++` for `(-a)++`, which is no C.
fn is_misparsed(tree: &Tree, node: NodeId) -> bool {
    let mut around = std::iter::successors(Some(node), |&id| tree.parent(id));
    around.any(|id| {
        let inner = tree.child(id, 0).map(|inner| tree.kind(inner));
        let step = matches!(tree.kind(id), Kind::Update { prefix: false, .. });
        let no_place = match inner {
            Some(Kind::Unary(op)) => op != UnaryOp::Deref,
            other => other == Some(Kind::Cast),
        };
        step && no_place
    })
}

/// Whether a node is the target of an assignment or an increment: the change of a value there has no text.
fn is_target(tree: &Tree, node: NodeId) -> bool {
    tree.holder(node)
        .is_some_and(|(holder, held)| match tree.kind(holder) {
            Kind::Update { .. } => true,
            Kind::Assign(_) => tree.child(holder, 0) == Some(held),
            _ => false,
        })
}

/// Whether a draft changes the value of an assignment that is converted before it is stored: truth values, bit-fields,
/// and integers computed as floats.
fn changes_an_assignment(aligner: &Aligner<'_>, draft: &Draft) -> bool {
    let (tree, typing) = (aligner.tree, aligner.typing());
    let node = tree.bare(draft.node);
    let Some(target) = tree.child(node, 0).map(|target| typing.type_of(target)) else {
        return false;
    };
    let plain = target.integer().is_none_or(|of| of.form == Form::Plain);
    match tree.kind(node) {
        Kind::Assign(Some(op)) => {
            let operation = typing.operation_at(node, op);
            let float = |ty: &CType| matches!(ty, CType::Float(_));
            let narrow = target.width() != operation.width();
            !plain || target.is_unknown() || narrow || float(&operation) != float(&target)
        }
        Kind::Update { .. } => !plain,
        _ => false,
    }
}

/// Whether a step becomes another one that stores something else than the edits: the text moves the operator of a value that
/// is converted, or it steps a truth value.
fn changes_a_step(aligner: &Aligner<'_>, draft: &Draft, node: NodeId, piece: &Piece) -> bool {
    let is_prefix = |kind| match kind {
        Kind::Update { prefix, .. } => Some(prefix),
        _ => None,
    };
    let old = is_prefix(aligner.tree.kind(node));
    let new = is_prefix(piece.tree.kind(piece.tree.bare(piece.root)));
    let moved = old.is_some() && old != new;
    moved && changes_an_assignment(aligner, draft)
        || old.is_some() && new.is_some() && steps_truth(aligner, node)
}

/// Whether an increment changes a Boolean: clang inverts it for `--` and stores 1 for `++`.
fn steps_truth(aligner: &Aligner<'_>, step: NodeId) -> bool {
    let target = aligner.tree.child(step, 0);
    let ty = target.and_then(|target| aligner.typing().type_of(target).integer());
    ty.is_some_and(|of| of.form == Form::Bool)
}

/// Whether a draft changes the target of a compound assignment, and C converts the target before it computes.
fn is_converted_target(typing: &Typing<'_>, tree: &Tree, node: NodeId, draft: &Draft) -> bool {
    let target = tree.child(node, 0).map(|target| tree.bare(target));
    match tree.kind(node) {
        Kind::Assign(Some(op)) if target == Some(tree.bare(draft.node)) => {
            let own = typing.type_of(draft.node).promoted();
            own == CType::Unknown || own != typing.operation_at(node, op)
        }
        _ => false,
    }
}

/// Whether an expression is an unsigned bit-field that is extended where it is used: clang extends it by zeros although its
/// type is `int`, so that no negative number can take its place.
fn is_extended_field(typing: &Typing<'_>, node: NodeId, ty: &CType) -> bool {
    let tree = typing.scope.tree;
    let narrow =
        |of: Integer| !of.signed && matches!(of.form, Form::Field(bits) if bits < INT_WIDTH);
    if !ty.integer().is_some_and(narrow) {
        return false;
    }
    let mut child = node;
    while let Some((holder, held)) = tree.holder(child) {
        let others = tree.node(holder).children.iter().filter(|&&id| id != held);
        let kept = |&other: &NodeId| typing.type_of(other).common(ty) == CType::INT;
        match tree.kind(holder) {
            Kind::Comma => child = holder,
            Kind::Binary(BinaryOp::Shl | BinaryOp::Shr) => return false,
            Kind::Binary(_) | Kind::Assign(Some(_)) => return !others.copied().all(|id| kept(&id)),
            Kind::Conditional => return !others.skip(1).copied().all(|id| kept(&id)),
            _ => return false,
        }
    }
    false
}

/// Whether an assignment that computes an integer in floating point becomes one of its target: there is no conversion in that
/// text.
fn keeps_converted(typing: &Typing<'_>, node: NodeId, piece: &Piece) -> bool {
    let tree = typing.scope.tree;
    let root = piece.tree.bare(piece.root);
    let (Kind::Assign(Some(op)), Kind::Assign(None)) = (tree.kind(node), piece.tree.kind(root))
    else {
        return false;
    };
    let target = tree.child(node, 0).map(|target| typing.type_of(target));
    let float = matches!(typing.operation_at(node, op), CType::Float(_));
    let texts = [0, 1].map(|index| {
        let child = piece.tree.child(root, index);
        child.map(|child| piece.tree.node_text(piece.tree.bare(child)))
    });
    float && texts[0] == texts[1] && !matches!(target, Some(CType::Float(_)))
}

/// Whether a compound assignment is written out, and its operator computes in another type than before: `0 - u` for
/// `a -= u` computes in the type of `u`.
fn is_written_out_otherwise(
    own: &Typing<'_>,
    typing: &Typing<'_>,
    node: NodeId,
    piece: &Piece,
) -> bool {
    use BinaryOp::{Add, BitAnd, BitOr, BitXor, Mul, Sub};
    let tree = own.scope.tree;
    let root = piece.tree.bare(piece.root);
    let (Kind::Assign(Some(op)), Kind::Assign(None)) = (tree.kind(node), piece.tree.kind(root))
    else {
        return false;
    };
    let target = tree.child(node, 0).map(|target| own.type_of(target));
    if target == Some(CType::Unknown) {
        return true;
    }
    let value = piece
        .tree
        .child(root, 1)
        .map(|value| piece.tree.bare(value));
    let Some(value) = value.filter(|&value| piece.tree.kind(value) == Kind::Binary(op)) else {
        return false;
    };
    let (old, new) = (own.operation_at(node, op), typing.operation_at(value, op));
    let cut = matches!(op, Add | Sub | Mul | BitAnd | BitOr | BitXor)
        && match (target.and_then(|ty| ty.width()), old.width(), new.width()) {
            (Some(target), Some(old), Some(new)) => target <= old.min(new),
            _ => false,
        };
    old != new && !cut
}

/// Whether a value is edited where it was extended already, behind a cast that would cut the new one.
fn is_extended_behind_cast(
    typing: &Typing<'_>,
    (node, ty): (NodeId, &CType),
    width: u32,
    number: Option<i128>,
) -> bool {
    let tree = typing.scope.tree;
    let extended = ty.integer().is_some_and(|of| of.width < width);
    let mut child = node;
    while let Some((holder, _)) = tree.holder(child).filter(|_| extended) {
        if tree.kind(holder) != Kind::Cast {
            break;
        }
        let to = typing.type_of(holder).integer();
        let kept = |to: Integer| to.width >= width || number.is_some_and(|number| to.holds(number));
        if !to.is_some_and(kept) {
            return true;
        }
        child = holder;
    }
    false
}

/// Whether the shifts in a changed expression, and those whose distance it is a part of, can have their distances.
fn has_valid_distances(typing: &Typing<'_>, draft: &Draft, node: NodeId, piece: &Piece) -> bool {
    let tree = typing.scope.tree;
    let inner = Typing::of_piece(typing.scope, &piece.tree, node);
    let shifts = |kind| {
        use BinaryOp::{Shl, Shr};
        matches!(
            kind,
            Kind::Binary(Shl | Shr) | Kind::Assign(Some(Shl | Shr))
        )
    };
    let mut around = std::iter::successors(Some(node), |&id| tree.parent(id));
    let outer = around.find(|&id| {
        let parent = tree.parent(id).filter(|&parent| shifts(tree.kind(parent)));
        parent.is_some_and(|parent| tree.child(parent, 1) == Some(id))
    });
    let outer = outer.and_then(|distance| tree.parent(distance));
    let fits_outer = || match outer {
        Some(shift) => Piece::parse(tree, draft, shift).is_none_or(|piece| {
            Typing::of_piece(typing.scope, &piece.tree, shift).has_valid_distances(piece.root)
        }),
        None => true,
    };
    inner.has_valid_distances(piece.root) && fits_outer()
}

/// Whether what replaces a constant is the same after the casts around it: the compiler made one constant of both.
fn fits_casts(
    typing: &Typing<'_>,
    tree: &Tree,
    (node, new): (NodeId, &CType),
    number: Option<i128>,
) -> bool {
    let constant = match tree.kind(tree.bare(node)) {
        Kind::Integer | Kind::Char | Kind::Float => true,
        Kind::Unary(UnaryOp::Neg) => literal::signed(tree, tree.bare(node)).is_some(),
        Kind::Name => tree
            .dictionary
            .constant(tree.node_text(tree.bare(node)))
            .is_some(),
        _ => false,
    };
    let mut child = node;
    while let Some((holder, held)) = tree.holder(child).filter(|_| constant) {
        match tree.kind(holder) {
            Kind::Cast => {}
            Kind::Comma if tree.child(holder, 1) == Some(held) => {
                child = holder;
                continue;
            }
            _ => break,
        }
        let to = typing.type_of(holder);
        let holds = |number| to.integer().is_some_and(|of| of.holds(number));
        if to != *new && !number.is_some_and(holds) {
            return false;
        }
        child = holder;
    }
    true
}

fn integer_width(aligner: &Aligner<'_>, ty: TypeId) -> Option<u32> {
    match aligner.module.types.get(ty) {
        Type::Int(width) => Some(*width),
        _ => None,
    }
}

/// The smallest expression around the changed text.
fn changed_expression(tree: &Tree, draft: &Draft) -> Option<NodeId> {
    let span = draft.rewrite.span;
    let covers = |node: &NodeId| {
        let own = tree.node(*node).span;
        own.start <= span.start && span.end <= own.end
    };
    let mut around = std::iter::successors(Some(draft.node), |&id| tree.parent(id));
    let node = around.find(covers)?;
    is_expression(tree.kind(node)).then_some(node)
}

fn is_expression(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Binary(_)
            | Kind::Logical(_)
            | Kind::Unary(_)
            | Kind::Assign(_)
            | Kind::Update { .. }
            | Kind::Name
            | Kind::Integer
            | Kind::Float
            | Kind::Char
            | Kind::Truth
            | Kind::Index
            | Kind::Member { .. }
            | Kind::Call
            | Kind::Conditional
            | Kind::Cast
            | Kind::Paren
            | Kind::Comma
    )
}

/// The text of a node with the change of a draft made.
fn changed_text(tree: &Tree, draft: &Draft, node: NodeId) -> Option<String> {
    let (whole, span) = (tree.node(node).span, draft.rewrite.span);
    let text = tree.node_text(node);
    let before = text.get(..(span.start - whole.start) as usize)?;
    let after = text.get((span.end - whole.start) as usize..)?;
    Some(format!("{before}{}{after}", draft.rewrite.text))
}

/// A changed expression, parsed on its own.
struct Piece {
    tree: Tree,
    root: NodeId,
}

impl Piece {
    fn parse(tree: &Tree, draft: &Draft, node: NodeId) -> Option<Self> {
        let changed = changed_text(tree, draft, node)?;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let words = changed.split(|c| !is_word(c));
        let types = words.filter(|word| tree.dictionary.is_type(word) && !is_keyword(word));
        let types: String = types.map(|word| format!("typedef int {word};\n")).collect();
        let source = format!("{types}void piece(void) {{\n({changed}\n);\n}}\n");
        let file = SourceFile::parse("piece.c", source, Language::C);
        let errors = !file.errors().is_empty();
        let piece = Tree::new("piece.c".to_owned(), file);
        let root = piece.file().root();
        let mut all = piece.file().descend(root);
        let statement = all.find(|&id| piece.kind(id) == Kind::Expression)?;
        let root = piece.child(statement, 0).filter(|_| !errors)?;
        Some(Self { tree: piece, root })
    }

    /// The number that the text is.
    fn number(&self) -> Option<i128> {
        let root = self.tree.bare(self.root);
        literal::signed(&self.tree, root).map(i128::from)
    }

    /// Whether the value is read from somewhere and not computed.
    fn is_read(&self) -> bool {
        let kind = self.tree.kind(self.tree.bare(self.root));
        matches!(
            kind,
            Kind::Name | Kind::Index | Kind::Member { .. } | Kind::Unary(UnaryOp::Deref)
        )
    }
}

fn is_keyword(word: &str) -> bool {
    const WORDS: &[&str] = &["char", "int", "short", "long", "float", "double", "_Bool"];
    WORDS.contains(&word) || word.contains("_BitInt") || word.contains("int128")
}

/// The effects of the whole expression around a node that has these effects.
fn outer_effects(tree: &Tree, node: NodeId, effects: Effects) -> Effects {
    let mut effects = effects;
    let mut child = node;
    while let Some((holder, held)) = tree.holder(child) {
        let kind = tree.kind(holder);
        if !is_expression(kind) && !matches!(kind, Kind::Declared | Kind::Aggregate) {
            break;
        }
        let children = tree.node(holder).children.iter();
        let parts: Vec<Effects> = children
            .map(|&id| match id == held {
                true => effects.clone(),
                false => Effects::of(tree, id),
            })
            .collect();
        effects = Effects::joined(tree, holder, &parts);
        child = holder;
    }
    effects
}

impl Replaced<'_> {
    pub(super) fn same(&self, a: &CType, b: &CType) -> bool {
        let info = &self.typing.scope.info;
        if is_pointer(info, a) && is_pointer(info, b) {
            return true;
        }
        a == b && *a != CType::Unknown
    }

    pub(super) fn same_width(&self, a: &CType, b: &CType) -> bool {
        let plain = |ty: &CType| ty.integer().filter(|of| of.form == Form::Plain);
        match (plain(a), plain(b)) {
            (Some(a), Some(b)) => a.width == b.width,
            _ => false,
        }
    }

    /// Whether the edits compute in as many bits as the text.
    fn fits_width(&self, piece: &Piece) -> bool {
        let (Some(width), Some(new)) = (self.width, self.new.integer()) else {
            return true;
        };
        // What has more bits is cut down at once, or there is no such text.
        let narrow = new.form == Form::Plain && new.width > width;
        let own = new.form == Form::Plain && new.width == width;
        let read = piece.is_read() && self.same(&self.old, &self.new.promoted());
        own || narrow
            || read
            || self.same_value
            || piece.is_read() && self.same(&self.old, &self.new)
    }

    /// Whether the enclosing expressions compute the same with a value of the new type.
    fn fits_around(&self, tree: &Tree, node: NodeId) -> bool {
        let (mut old, mut new) = (self.old.clone(), self.new.clone());
        let mut same_value = self.same_value;
        let mut child = node;
        loop {
            // A narrow value is the same after its promotion.
            let whole = self.width.is_none_or(|width| width >= INT_WIDTH);
            if self.same(&old, &new) || whole && self.same(&old, &new.promoted()) {
                return true;
            }
            let Some((holder, held)) = tree.holder(child) else {
                return false;
            };
            let index = tree.child_index(holder, held).unwrap_or(0);
            let kind = tree.kind(holder);
            if kind == Kind::Expression
                || self.decides && is_condition(kind, index)
                || self.is_zero && is_conversion(kind) && kind != Kind::Cast
            {
                return true;
            }
            if old == CType::Unknown || new.is_unknown() || old.is_unknown() && !same_value {
                return false;
            }
            let step = Step {
                of: self,
                old: &old,
                new: &new,
                same_value,
            };
            match step.outwards(tree, holder, index) {
                Outwards::Done(fits) => return fits,
                Outwards::On(wider_old, wider_new) => {
                    (old, new) = (wider_old, wider_new);
                    same_value = false;
                }
            }
            child = holder;
        }
    }
}
