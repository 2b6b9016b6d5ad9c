//! Changes of Fortran whose text has another meaning than the edits, because flang shares or computes once an expression
//! that the text has twice, or refuses the text. They are not made.

use quell_ir::debug::{Bound, DiType};
use quell_source::{Kind, NodeId, Span};

use crate::align::{Aligner, literal};
use crate::operators::Draft;
use crate::tree::Tree;

/// Whether the edits of a change differ from its text.
pub(crate) fn says_otherwise(aligner: &Aligner<'_>, draft: &Draft) -> bool {
    let tree = aligner.tree;
    is_shared(tree, draft.node)
        || is_changing_step(tree, draft)
        || has_wrong_subscript(aligner, draft)
}

/// The statement around an expression, or the part of one that holds other statements.
fn statement_of(tree: &Tree, node: NodeId) -> NodeId {
    let mut part = node;
    while let Some(parent) = tree.parent(part) {
        match tree.kind(parent) {
            Kind::Block | Kind::Function => break,
            kind if kind.is_statement() => {
                let blocks = &tree.node(parent).children;
                let whole = !blocks.iter().any(|&id| tree.kind(id) == Kind::Block);
                return if whole { parent } else { part };
            }
            _ => part = parent,
        }
    }
    part
}

fn is_computed(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Binary(_) | Kind::Logical(_) | Kind::Unary(_) | Kind::Index | Kind::Call
    )
}

/// Flang computes an expression that stands twice in a statement once: a change in one of the two would change both.
fn is_shared(tree: &Tree, node: NodeId) -> bool {
    let statement = statement_of(tree, node);
    let around = std::iter::successors(Some(node), |&id| tree.parent(id));
    let mut around = around.take_while(|&id| id != statement && tree.contains(statement, id));
    around.any(|id| {
        // An element is replaced where it is used.
        let replaced = id == node && tree.kind(id) == Kind::Index;
        is_computed(tree.kind(id)) && !replaced && stands_twice(tree, statement, id)
    })
}

fn stands_twice(tree: &Tree, statement: NodeId, node: NodeId) -> bool {
    let wanted = normal(tree.node_text(node));
    let all = tree.descend(statement).into_iter();
    let mut twins = all.filter(|&id| id != node && tree.kind(id) == tree.kind(node));
    twins.any(|id| normal(tree.node_text(id)) == wanted)
}

/// A text without blanks and case.
fn normal(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_whitespace() && *c != '&');
    kept.map(|c| c.to_ascii_lowercase()).collect()
}

/// The step of a loop is computed once, before the loop; the edits compute it with every round.
fn is_changing_step(tree: &Tree, draft: &Draft) -> bool {
    let around = std::iter::successors(Some(draft.node), |&id| tree.parent(id));
    let mut around = around.filter(|&id| tree.kind(id) == Kind::CountedLoop);
    around.any(|id| {
        let step = tree.child(id, 3);
        step.is_some_and(|step| tree.contains(step, draft.node))
            && varies(tree, id, &draft.rewrite.text)
    })
}

/// Whether something that a text names changes within a loop, for all that is known.
fn varies(tree: &Tree, counted: NodeId, text: &str) -> bool {
    let mut changed = Vec::new();
    changed.extend(tree.child(counted, 0).map(|id| normal(tree.node_text(id))));
    let body = tree
        .child(counted, 4)
        .map_or_else(Vec::new, |id| tree.descend(id));
    for id in body {
        match tree.kind(id) {
            Kind::Assign(_) | Kind::CountedLoop => {
                changed.extend(tree.child(id, 0).map(|id| normal(tree.node_text(id))));
            }
            Kind::Call => return is_named(text),
            _ => {}
        }
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut words = words.map(normal).filter(|word| !word.is_empty());
    // An element may be any that is assigned to.
    let elements = text.contains('(') && changed.iter().any(|name| name.contains('('));
    elements
        || words.any(|word| {
            changed
                .iter()
                .any(|name| name.split('(').next() == Some(&word))
        })
}

/// Whether a text has a name in it.
fn is_named(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_alphabetic())
}

/// A constant subscript outside of the declared bounds is refused by the compiler.
fn has_wrong_subscript(aligner: &Aligner<'_>, draft: &Draft) -> bool {
    let tree = aligner.tree;
    let around = std::iter::successors(Some(draft.node), |&id| tree.parent(id));
    let around: Vec<NodeId> = around.collect();
    around.windows(2).any(|pair| {
        let (subscript, array) = (pair[0], pair[1]);
        let Some(index) = tree
            .child_index(array, subscript)
            .filter(|_| tree.kind(array) == Kind::Index)
        else {
            return false;
        };
        index > 0
            && changed_text(tree, subscript, draft)
                .and_then(|text| value(&text))
                .is_some_and(|value| !is_within(aligner, array, index - 1, value))
    })
}

/// The text of a node after the change, if that is all in it.
fn changed_text(tree: &Tree, node: NodeId, draft: &Draft) -> Option<String> {
    let (whole, part) = (tree.node(node).span, draft.rewrite.span);
    if part.start < whole.start || whole.end < part.end {
        return None;
    }
    let before = tree.text(Span {
        start: whole.start,
        end: part.start,
    });
    let after = tree.text(Span {
        start: part.end,
        end: whole.end,
    });
    Some(format!("{before}{}{after}", draft.rewrite.text))
}

fn is_within(aligner: &Aligner<'_>, array: NodeId, dimension: usize, value: i128) -> bool {
    let Some(name) = aligner.tree.child(array, 0) else {
        return true;
    };
    let name = aligner.tree.node_text(name);
    let info = &aligner.info;
    let mut types = info
        .variables(aligner.function)
        .into_iter()
        .filter(|known| {
            known
                .name
                .is_some_and(|known| known.eq_ignore_ascii_case(name))
        });
    let ty = types.next().and_then(|known| info.unwrapped(known.ty));
    let Some(DiType::Array(array)) = ty.map(|ty| info.ty(ty)) else {
        return true;
    };
    let Some(of) = array.dimensions.get(dimension) else {
        return true;
    };
    // Bounds that the debug information leaves out are computed, or 1.
    let lower = match of.lower {
        Bound::Known(lower) => lower,
        _ => 1,
    };
    let upper = of.len().map(|count| lower + i128::from(count) - 1);
    value >= lower && upper.is_none_or(|upper| value <= upper)
}

/// The value of an expression of integers that the compiler folds.
fn value(text: &str) -> Option<i128> {
    let mut reader = Folding { rest: text.trim() };
    let value = reader.sum()?;
    reader.rest.trim().is_empty().then_some(value)
}

struct Folding<'a> {
    rest: &'a str,
}

impl Folding<'_> {
    fn accept(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Option<i128> {
        let mut value = match self.accept("-") {
            true => self.product()?.checked_neg()?,
            false => self.product()?,
        };
        loop {
            value = if self.accept("+") {
                value.checked_add(self.product()?)?
            } else if self.accept("-") {
                value.checked_sub(self.product()?)?
            } else {
                return Some(value);
            };
        }
    }

    fn product(&mut self) -> Option<i128> {
        let mut value = self.primary()?;
        loop {
            value = if self.accept("**") {
                value.checked_pow(u32::try_from(self.primary()?).ok()?)?
            } else if self.accept("*") {
                value.checked_mul(self.primary()?)?
            } else if self.accept("/") {
                value.checked_div(self.primary()?)?
            } else {
                return Some(value);
            };
        }
    }

    fn primary(&mut self) -> Option<i128> {
        if self.accept("abs(") {
            let value = self.sum()?.checked_abs()?;
            return self.accept(")").then_some(value);
        }
        if self.accept("mod(") {
            let value = self.sum()?;
            let by = self.accept(",").then(|| self.sum())??;
            return self.accept(")").then_some(value.checked_rem(by)?);
        }
        if self.accept("not(") {
            let value = !self.sum()?;
            return self.accept(")").then_some(value);
        }
        if self.accept("(") {
            let value = self.sum()?;
            return self.accept(")").then_some(value);
        }
        let rest = self.rest.trim_start();
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let (number, rest) = rest.split_at(end);
        self.rest = rest;
        i128::try_from(literal::integer(number.split('_').next()?)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn constant_subscripts_are_folded() {
        for (text, wanted) in [
            ("7", Some(7)),
            ("-1", Some(-1)),
            ("1 - 2", Some(-1)),
            ("-abs(3_1) * (2 + 1)", Some(-9)),
            ("2 ** 3", Some(8)),
            ("i + 1", None),
            ("2 - n", None),
        ] {
            assert_eq!(value(text), wanted, "{text}");
        }
    }
}
