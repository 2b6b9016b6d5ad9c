//! Names and texts of differences.

use std::borrow::Cow;

use super::observable::Ending;
use super::world::{World, WorldView};
use crate::encode::Content;
use crate::image::Image;
use crate::observed::End;
use crate::prepare::{Callee, Prepared};
use crate::render::Renderer;
use crate::shown::{Shown, escaped};
use crate::types::{Form, Types};

/// Classes of traps: the name of the same undefined behaviour depends on the check that finds it first.
const FAULTS: &[(&str, &[&str])] = &[
    (
        "arithmetic",
        &["SIGFPE", "division by zero", "overflow in a division"],
    ),
    (
        "memory",
        &[
            "SIGSEGV",
            "SIGBUS",
            "memory error",
            "write outside an object",
        ],
    ),
    ("trap", &["SIGILL", "SIGTRAP", "trap", "unreachable code"]),
];

/// Ends of one class are equal.
pub fn class(end: &End) -> (u8, Cow<'_, str>) {
    match end {
        End::Returned => (0, "".into()),
        End::Exited(status) => (1, status.to_string().into()),
        End::Aborted => (2, "".into()),
        End::Trapped(name) => {
            let mut faults = FAULTS.iter();
            let class = faults.find(|(_, names)| names.contains(&name.as_str()));
            (3, class.map_or(name.as_str(), |(class, _)| class).into())
        }
        End::OutOfWork => (4, "".into()),
        End::OverLimit(limit) => (5, limit.as_str().into()),
        End::Missing(symbol) => (6, symbol.as_str().into()),
    }
}

/// The text for the end of a run, with its result.
pub fn ending(callee: &Callee<'_>, call: &Prepared, world: &World<'_>) -> Ending {
    match world.observed.end.clone() {
        End::Returned => Ending::Returned {
            value: match result(callee, call, world) {
                Shown::Nothing => None,
                value => Some(value.to_string()),
            },
        },
        End::Exited(status) => Ending::Exited { status },
        End::Aborted => Ending::Aborted,
        End::Trapped(signal) => Ending::Trapped { signal },
        End::OutOfWork => Ending::OutOfWork,
        End::OverLimit(limit) => Ending::OverLimit { limit },
        End::Missing(symbol) => Ending::Missing { symbol },
    }
}

pub fn result(callee: &Callee<'_>, call: &Prepared, world: &World<'_>) -> Shown {
    let ret = callee.signature.ret;
    let size = callee.types.size(ret).unwrap_or(0);
    let bytes = match call.result_object {
        Some(index) => world.object(index as usize).to_vec(),
        None => padded(&world.observed.result, size),
    };
    let mut view = WorldView(world);
    Renderer::new(callee.types, &mut view).value(&Image::of(bytes), 0, ret)
}

/// The maximal size of a result in registers.
const MAX_RESULT: u64 = 1 << 16;

/// The bytes of a result, padded to the size of its source type.
pub fn padded(bytes: &[u8], size: u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let size = size.min(MAX_RESULT) as usize;
    bytes.resize(bytes.len().max(size), 0);
    bytes
}

/// Bytes with the defined bits of an image copied into them.
pub fn with_known(bytes: &[u8], image: &Image) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let known = image.bytes.iter().zip(&image.undef);
    for (to, (&byte, &undef)) in bytes.iter_mut().zip(known) {
        *to = (*to & undef) | (byte & !undef);
    }
    bytes
}

/// Text up to this length is shown whole.
const SHORT_TEXT: u64 = 64;

pub fn is_short_text(types: &Types<'_>, content: &Content) -> bool {
    let is_text = matches!(
        types.form(content.element),
        Form::Char { .. } | Form::Characters(_)
    );
    is_text && content.lengths.len() == 1 && content.count() <= SHORT_TEXT
}

/// The length of output that is shown before and after the first difference.
const BEFORE: usize = 20;
const AFTER: usize = 40;

/// Both texts around the first byte that differs.
pub fn excerpts(a: &[u8], b: &[u8]) -> (String, String) {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let start = same.saturating_sub(BEFORE);
    let excerpt = |text: &[u8]| {
        let end = text.len().min(same + AFTER);
        let part = escaped(text.get(start..end).unwrap_or_default());
        let (left, right) = (dots(start > 0), dots(end < text.len()));
        format!("\"{left}{part}{right}\"")
    };
    (excerpt(a), excerpt(b))
}

fn dots(left_out: bool) -> &'static str {
    if left_out { "..." } else { "" }
}
