//! Macros of C that the file defines.

use crate::lines::clamp;
use crate::mapping::{Raw, named};
use crate::node::Span;
use crate::survey::span_of;

/// The use of a macro, found by [`crate::SourceFile::macro_call_at`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MacroCall<'a> {
    /// The span of the name at the use.
    pub name: Span,
    /// The span of the whole `#define`.
    pub definition: Span,
    /// The parameters; none of an object-like macro.
    pub parameters: Option<&'a [String]>,
    /// The replacement text of the definition.
    pub replacement: &'a str,
}

/// `#define` or `#undef`.
#[derive(Clone, Debug)]
pub(crate) struct MacroEvent {
    name: String,
    at: Span,
    definition: Option<Definition>,
}

#[derive(Clone, Debug)]
struct Definition {
    parameters: Option<Vec<String>>,
    replacement: Span,
}

impl MacroEvent {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn of(raw: Raw<'_>, text: &str) -> Option<MacroEvent> {
        match raw.kind() {
            "preproc_def" | "preproc_function_def" => MacroEvent::definition(raw, text),
            "preproc_call" => MacroEvent::end(raw, text),
            _ => None,
        }
    }

    fn definition(raw: Raw<'_>, text: &str) -> Option<MacroEvent> {
        let at = span_of(raw);
        let name = raw.child_by_field_name("name")?;
        let parameters = raw.child_by_field_name("parameters");
        let head = span_of(parameters.unwrap_or(name));
        let names = |list: Raw<'_>| {
            let names = named(list).into_iter();
            names
                .map(|name| slice(text, span_of(name)).to_owned())
                .collect()
        };
        Some(MacroEvent {
            name: slice(text, span_of(name)).to_owned(),
            at,
            definition: Some(Definition {
                parameters: parameters.map(names),
                replacement: rest_of_line(text, head.end),
            }),
        })
    }

    fn end(raw: Raw<'_>, text: &str) -> Option<MacroEvent> {
        let directive = raw.child_by_field_name("directive")?;
        if slice(text, span_of(directive)) != "#undef" {
            return None;
        }
        let name = raw.child_by_field_name("argument")?;
        Some(MacroEvent {
            name: slice(text, span_of(name)).trim().to_owned(),
            at: span_of(raw),
            definition: None,
        })
    }
}

/// What follows on a line, which goes on behind a backslash. The grammar ends a replacement where a comment begins.
fn rest_of_line(text: &str, start: u32) -> Span {
    let rest = text.get(start as usize..).unwrap_or("");
    let is_end = |&(at, _): &(usize, &str)| {
        let line = rest[..at].strip_suffix('\r').unwrap_or(&rest[..at]);
        !line.ends_with('\\')
    };
    let end = rest.match_indices('\n').find(is_end);
    Span {
        start,
        end: start + clamp(end.map_or(rest.len(), |(at, _)| at)),
    }
}

/// The use of the macro whose name is at the offset, if the file defines it.
pub(crate) fn call_at<'a>(
    text: &'a str,
    events: &'a [MacroEvent],
    offset: u32,
) -> Option<MacroCall<'a>> {
    let name = word_at(text, offset)?;
    let call = defined(text, events, slice(text, name), offset)?;
    let rest = text.get(name.end as usize..).unwrap_or("");
    if call.parameters.is_some() && !rest.trim_start().starts_with('(') {
        return None;
    }
    Some(MacroCall { name, ..call })
}

/// The macro with a name as defined before the offset; none if the file has two different definitions, of which conditional
/// compilation selects one.
pub(crate) fn defined<'a>(
    text: &'a str,
    events: &'a [MacroEvent],
    name: &str,
    offset: u32,
) -> Option<MacroCall<'a>> {
    let earlier = events.iter().filter(|event| event.at.end <= offset);
    let own = earlier.rev().filter(|event| event.name == name);
    let mut all = own.map_while(|event| Some((event, event.definition.as_ref()?)));
    let (event, definition) = all.next()?;
    let replacement = |of: &Definition| slice(text, of.replacement).trim();
    let same = |other: &Definition| {
        other.parameters == definition.parameters && replacement(other) == replacement(definition)
    };
    let certain = all.all(|(_, other)| same(other));
    certain.then(|| MacroCall {
        name: event.at,
        definition: event.at,
        parameters: definition.parameters.as_deref(),
        replacement: replacement(definition),
    })
}

/// The span of the name that starts exactly at the offset.
fn word_at(text: &str, offset: u32) -> Option<Span> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    let start = offset as usize;
    let first = *bytes.get(start)?;
    let before = start.checked_sub(1).map(|before| bytes[before]);
    if !is_word(first) || first.is_ascii_digit() || before.is_some_and(is_word) {
        return None;
    }
    let length = bytes[start..]
        .iter()
        .take_while(|byte| is_word(**byte))
        .count();
    Some(Span {
        start: offset,
        end: crate::lines::clamp(start + length),
    })
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize)
        .unwrap_or("")
}
