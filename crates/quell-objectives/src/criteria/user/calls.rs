//! The text of calls that put labels: what is called, and the arguments as they are written.

use quell_source::{Kind, NodeId, Span};
use quell_values::annotations::{LabelCall, label_call};

use crate::align::Aligner;
use crate::tree::Tree;

/// A call, or the use of a macro that stands for one.
#[derive(Clone, Debug)]
pub(super) struct CallText {
    pub span: Span,
    /// What is called: the function, or the user's own macro.
    pub function: String,
    /// The first argument; of the user's own macro the whole use of it.
    pub condition: String,
    arguments: Vec<String>,
    /// Whether directives of the preprocessor decide if it is compiled.
    pub is_conditional: bool,
}

impl CallText {
    /// The number of a label, if it is written as a number.
    pub fn number(&self) -> Option<u64> {
        let digits = self.arguments.get(1)?;
        digits.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok()
    }

    /// The tag of a label, if it is written as a string.
    pub fn tag(&self) -> Option<String> {
        let text = self.arguments.get(2)?;
        let inner = text.strip_prefix('"')?.strip_suffix('"')?;
        (!inner.is_empty() && !inner.contains(['"', '\\'])).then(|| inner.to_owned())
    }
}

/// The call whose text begins at an offset.
pub(super) fn call_at(tree: &Tree, start: u32) -> Option<CallText> {
    let whole = tree.file().whole_text();
    let text = whole.get(start as usize..)?;
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '!');
    let name = text.find(|c| !is_path(c)).map(|end| &text[..end])?;
    let rest = &text[name.len()..];
    let blanks = rest.len() - rest.trim_start().len();
    let (arguments, length) = arguments(rest.trim_start())?;
    let end = start + (name.len() + blanks + length) as u32;
    let function = name.trim_end_matches('!').rsplit("::").next()?.to_owned();
    let is_known = label_call(&function).is_some() || function == RUST_MACRO;
    let condition = match is_known {
        true => arguments.first()?.clone(),
        false => text.get(..(end - start) as usize)?.to_owned(),
    };
    Some(CallText {
        span: Span { start, end },
        function,
        condition: condition.split_whitespace().collect::<Vec<_>>().join(" "),
        arguments,
        is_conditional: is_conditional(whole.get(..start as usize)?),
    })
}

/// `quell::label!`
const RUST_MACRO: &str = "label";

/// The calls of C in the text of a function that put labels at one place, in its order.
pub(super) fn calls_in(aligner: &Aligner<'_>) -> Vec<CallText> {
    let tree = aligner.tree;
    let Some((_, _, line)) = aligner.info.function_place(aligner.function) else {
        return Vec::new();
    };
    let mut functions = functions(tree);
    let own = functions.find(|&node| has_line(tree, node, line));
    own.map_or_else(Vec::new, |own| calls_below(tree, own))
}

/// The functions in a text.
pub(super) fn functions(tree: &Tree) -> impl Iterator<Item = NodeId> {
    let file = tree.file();
    let all = file.descend(file.root());
    all.filter(|&node| tree.kind(node) == Kind::Function)
}

/// Whether a node stands on a line.
pub(super) fn has_line(tree: &Tree, node: NodeId, line: u32) -> bool {
    let span = tree.node(node).span;
    (tree.position(span.start).0..=tree.position(span.end).0).contains(&line)
}

/// The calls below a node that put labels at one place.
pub(super) fn calls_below(tree: &Tree, node: NodeId) -> Vec<CallText> {
    let calls = tree.file().descend(node);
    let calls = calls.filter(|&node| tree.kind(node) == Kind::Call);
    let named = calls.filter(|&node| {
        let name = tree.text(tree.node(node).token);
        matches!(
            label_call(name),
            Some(LabelCall::Plain | LabelCall::Bindings)
        )
    });
    named
        .filter_map(|node| call_at(tree, tree.node(node).span.start))
        .collect()
}

/// What stands between parentheses, divided by commas, and the length of the text with them.
fn arguments(text: &str) -> Option<(Vec<String>, usize)> {
    text.starts_with('(').then_some(())?;
    let (mut depth, mut quote, mut escaped) = (0_u32, None, false);
    let (mut parts, mut start) = (Vec::new(), 1);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ',') if depth == 1 => {
                parts.push(text[start..at].trim().to_owned());
                start = at + 1;
            }
            (None, ')' | ']' | '}') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    parts.push(text[start..at].trim().to_owned());
                    return Some((parts, at + 1));
                }
            }
            (None, _) => {}
        }
    }
    None
}

/// Whether directives that were not closed stand before a place.
fn is_conditional(before: &str) -> bool {
    let mut open = 0_i32;
    for line in before.lines() {
        let line = line.trim_start();
        let Some(directive) = line.strip_prefix('#') else {
            continue;
        };
        let directive = directive.trim_start();
        if directive.starts_with("if") {
            open += 1;
        } else if directive.starts_with("endif") {
            open -= 1;
        }
    }
    open > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_divided_outside_of_parentheses_and_quotes() {
        let text = "(f(a, b) == ')' && s[0] == '\\'', 3, \"x,y\") + 1";
        let (parts, length) = arguments(text).unwrap();
        assert_eq!(parts, ["f(a, b) == ')' && s[0] == '\\''", "3", "\"x,y\""]);
        assert_eq!(&text[length..], " + 1");
        assert!(arguments("(a, (b)").is_none());
        assert!(arguments("x").is_none());
    }

    #[test]
    fn directives_that_are_open_decide() {
        assert!(is_conditional("#ifdef A\nint a;\n"));
        assert!(!is_conditional("#if A\n# if B\n# endif\n#endif\nint a;\n"));
    }
}
