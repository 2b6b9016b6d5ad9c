//! Assumptions and bounds in words.

use quell_results::{
    AllowedValues, Assumption, Bound, Buffer, BufferUnit, FixedResult, SourceLine,
};

/// A sentence about the inputs or about what is compared: `p` is not null.
pub fn assumption(assumption: &Assumption) -> String {
    match assumption {
        Assumption::NonNull { pointer } => format!("`{pointer}` is not null"),
        Assumption::Null { pointer } => {
            format!("`{pointer}` is null (no input where it is not is valid within the bounds)")
        }
        Assumption::NoAlias => "no two pointers point to the same object".to_owned(),
        Assumption::SeparateObjects => {
            "pointers point to the start of objects of their own, not to globals".to_owned()
        }
        Assumption::NulTerminated { text } => format!("`{text}` is NUL-terminated"),
        Assumption::Ascii { text } => format!("`{text}` is ASCII"),
        Assumption::ActiveMember { union, member } => {
            format!("the active member of the union `{union}` is `{member}`")
        }
        Assumption::Callback { pointer, symbol } => {
            format!("`{pointer}` is not null and points to the external function `{symbol}`")
        }
        Assumption::Opaque { pointer } => format!("what `{pointer}` points to is not accessed"),
        Assumption::NoVariableArguments => "no variable arguments are passed".to_owned(),
        Assumption::ArgumentsPresent => "all optional arguments are present".to_owned(),
        Assumption::Annotation { line } => {
            format!("the assumption on {} holds", source_line(line))
        }
        Assumption::Values { name, allowed } => format!("`{name}` is {}", values(allowed)),
        _ => of_surroundings(assumption),
    }
}

/// An assumption about globals, external functions, memory, or what is compared.
fn of_surroundings(assumption: &Assumption) -> String {
    match assumption {
        Assumption::InitialGlobal { global } => {
            format!("global `{global}` holds its initial value")
        }
        Assumption::UnchangedGlobal { global } => {
            format!("global `{global}`, defined in another file, keeps its value")
        }
        Assumption::Pure { function } => format!(
            "the external function `{function}` neither accesses memory of the program nor calls its functions"
        ),
        Assumption::Returns { function, value } => match value {
            FixedResult::Null => format!("`{function}` returns null"),
            FixedResult::Zero => format!("`{function}` returns zero"),
        },
        Assumption::MallocSucceeds => "malloc succeeds".to_owned(),
        Assumption::NoReuse => "freed memory is not allocated again".to_owned(),
        Assumption::VolatileUnchanged => {
            "volatile memory changes only by the program's own stores".to_owned()
        }
        Assumption::AnyNan => "payload and sign of a NaN are not compared".to_owned(),
        Assumption::LeaksIgnored => "leaked blocks are not compared".to_owned(),
        Assumption::CalledThrough { entry } => format!("only `{entry}` is called from outside"),
        Assumption::Wraps { function } => format!(
            "`{function}` wraps around where its arithmetic overflows, and shifts as the processor does"
        ),
        // The others are about the inputs.
        _ => String::new(),
    }
}

/// How far the search went: `p` points to 8 elements.
pub fn bound(bound: &Bound) -> String {
    match bound {
        Bound::Elements {
            buffer,
            count,
            unit,
        } => match (buffer, count) {
            (Buffer::Value { name }, 0) => format!("`{name}` is empty"),
            _ => format!("{} {}", subject(buffer), plural(*count, unit_name(*unit))),
        },
        Bound::MaxElements {
            buffer,
            count,
            unit,
        } => format!(
            "{} at most {}",
            subject(buffer),
            plural(*count, unit_name(*unit))
        ),
        Bound::Shape { array, extents } => {
            let extents: Vec<String> = extents.iter().map(u64::to_string).collect();
            format!("`{array}` has the shape {}", extents.join(" by "))
        }
        Bound::PointerDepth { root, depth } => {
            format!("data behind `{root}` is at most {depth} pointers deep")
        }
        Bound::Unwinding { loops, recursion } => format!(
            "loops are unwound at most {loops} times, calls of one function nest at most {recursion} deep"
        ),
        Bound::BlockSize { bytes } => format!("malloc allocates at most {bytes} bytes at a time"),
        Bound::Calls { function, count } => format!("at most {count} calls of `{function}`"),
        Bound::LongerRuns => {
            "runs of the mutant beyond the unwinding bound are not considered".to_owned()
        }
    }
}

fn subject(buffer: &Buffer) -> String {
    match buffer {
        Buffer::Pointer { pointer } => format!("`{pointer}` points to"),
        Buffer::EachPointer { ty, root } => format!("each `{ty}` in `{root}` points to"),
        Buffer::Value { name } => format!("`{name}` has"),
    }
}

fn unit_name(unit: BufferUnit) -> &'static str {
    match unit {
        BufferUnit::Element => "element",
        BufferUnit::Byte => "byte",
        BufferUnit::Character => "character",
    }
}

fn plural(count: u64, of: &str) -> String {
    match count {
        1 => format!("1 {of}"),
        _ => format!("{count} {of}s"),
    }
}

/// `line 7`, or `contract.h:7` for a line of another file.
pub fn source_line(line: &SourceLine) -> String {
    match (&line.file, line.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (None, Some(line)) => format!("line {line}"),
        (_, None) => "an unknown line".to_owned(),
    }
}

/// As a sentence continues after "`n` is".
fn values(allowed: &[AllowedValues]) -> String {
    let words: Vec<String> = allowed.iter().map(one_value).collect();
    match &words[..] {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

fn one_value(allowed: &AllowedValues) -> String {
    match allowed {
        AllowedValues::Value { value } => value.clone(),
        AllowedValues::Range { min, max } => match (min, max) {
            (Some(min), Some(max)) => format!("from {min} to {max}"),
            (Some(min), None) => format!("at least {min}"),
            (None, Some(max)) => format!("at most {max}"),
            (None, None) => "anything".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use quell_values::inputs::Restriction;

    use super::*;

    #[test]
    fn allowed_values_in_words() {
        let words = |items: &[&str]| {
            let restriction = Restriction::read(items.iter().copied()).unwrap();
            values(&restriction.allowed())
        };
        assert_eq!(words(&["0..=10"]), "from 0 to 10");
        assert_eq!(words(&["-0.5.."]), "at least -0.5");
        assert_eq!(words(&["..=7"]), "at most 7");
        assert_eq!(words(&["RED", "BLUE"]), "RED or BLUE");
        assert_eq!(words(&["1", "2", "'a'..='z'"]), "1, 2 or from 'a' to 'z'");
    }

    #[test]
    fn sizes_in_words() {
        let elements = |name: &str, count| {
            bound(&Bound::Elements {
                buffer: Buffer::Value {
                    name: name.to_owned(),
                },
                count,
                unit: BufferUnit::Element,
            })
        };
        assert_eq!(elements("m.text", 0), "`m.text` is empty");
        assert_eq!(elements("a", 1), "`a` has 1 element");
        let pointer = Buffer::Pointer {
            pointer: "p".to_owned(),
        };
        let bytes = Bound::MaxElements {
            buffer: pointer,
            count: 8,
            unit: BufferUnit::Byte,
        };
        assert_eq!(bound(&bytes), "`p` points to at most 8 bytes");
    }
}
