//! Undefined behaviour as data: the rule and the values that violate it. `Display` is the English text.

use std::borrow::Cow;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The name of an operation, a function or a value.
type Name = Cow<'static, str>;

/// A rule that a run violates, with what violates it.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema, Error,
)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UndefinedBehaviour {
    #[error("signed overflow in `{operation}`")]
    SignedOverflow { operation: Name },
    #[error("unsigned overflow in `{operation}`, which the compiler was told cannot happen")]
    UnsignedOverflow { operation: Name },
    #[error("shift by {amount} of a value of {width} bits")]
    BadShift { amount: String, width: u32 },
    #[error("division by zero in `{operation}`")]
    DivisionByZero { operation: Name },
    #[error("the quotient of `{operation}` does not fit: smallest value divided by -1")]
    DivisionOverflow { operation: Name },
    #[error("`{operation}` loses bits, which the compiler was told cannot happen")]
    Inexact { operation: Name },
    #[error("a floating-point value out of the range of the integer type it is converted to")]
    FloatToIntRange,
    #[error("{access} through a null pointer")]
    Null { access: AccessKind },
    #[error("{access} of {} {} {object}, which {}", number(*bytes), place(*offset), has(*size))]
    OutOfBounds {
        access: AccessKind,
        /// This, the offset and the size are none where they are one of several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offset: Option<i64>,
        object: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<u64>,
    },
    #[error("overflow in pointer arithmetic: the address does not fit")]
    PointerOverflow,
    #[error("pointer arithmetic that leads {} {object}, which {}", reached(*offset), has(*size))]
    LeavesObject {
        /// This and the size are none where they are one of several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offset: Option<i64>,
        object: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<u64>,
    },
    #[error("pointer arithmetic on a null pointer")]
    NullArithmetic,
    #[error("pointer arithmetic on a pointer that points to no object")]
    NoObject,
    #[error("index {index} into an array of {length} elements")]
    ArrayIndex { index: String, length: u64 },
    #[error(
        "subscript outside the declared bounds: element {element} in dimension {dimension}, which has {extent}"
    )]
    Subscript {
        dimension: u32,
        /// Counted from 1.
        element: String,
        extent: String,
    },
    /// `order` or `distance`.
    #[error("the {what} of pointers to different objects")]
    UnrelatedPointers { what: Name },
    #[error("{access} in {object} after it was freed")]
    UseAfterFree { access: AccessKind, object: String },
    #[error("{access} in {object} after its scope ended")]
    UseAfterScope { access: AccessKind, object: String },
    #[error("{access} through a pointer to no object (address {address:#x})")]
    WildPointer { access: AccessKind, address: u64 },
    #[error(
        "{access} through a forged pointer (address {address:#x}): \
         a number that no pointer was converted to"
    )]
    ForgedPointer { access: AccessKind, address: u64 },
    #[error("{access} at address {address:#x}, which is not aligned to {align} bytes")]
    Misaligned {
        access: AccessKind,
        address: u64,
        align: u64,
    },
    #[error("write to {object}, which is constant")]
    WriteToConstant { object: String },
    #[error("{what} is used before it was given a value")]
    Uninitialised { what: Name },
    #[error("free of {object} a second time")]
    DoubleFree { object: String },
    #[error(
        "free of {object}, which was not allocated by malloc, calloc or realloc, or not at its start"
    )]
    BadFree { object: String },
    #[error("overlapping areas in `{function}`")]
    Overlap { function: Name },
    #[error("code that must not be reached was reached")]
    Unreachable,
    #[error("an assumption does not hold")]
    FalseAssumption,
    #[error("a call through a pointer that is not a function")]
    NotAFunction,
    #[error("a computed goto to what is not a label of its function")]
    NotALabel,
    #[error("an array of variable length without elements")]
    EmptyArray,
    #[error("an array of {elements} elements: a negative length, or more than any stack holds")]
    ArrayLength { elements: u64 },
    #[error("call of `{name}` with {given} arguments, which takes {takes}")]
    WrongArguments {
        name: String,
        given: usize,
        takes: usize,
    },
    #[error("call of `{name}` with argument {argument} of another type than it takes")]
    WrongArgumentType { name: String, argument: usize },
    #[error("call of `{name}`, which gives a result of another type than the call expects")]
    WrongResultType { name: String },
    #[error("`{function}`: {what}")]
    LibraryMisuse { function: Name, what: String },
}

impl UndefinedBehaviour {
    /// Whether a number does not fit, and nothing else is wrong.
    pub fn is_overflow(&self) -> bool {
        matches!(
            self,
            Self::SignedOverflow { .. } | Self::UnsignedOverflow { .. } | Self::PointerOverflow
        )
    }
}

/// What touched memory.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum AccessKind {
    Read,
    Write,
    Free,
}

impl fmt::Display for AccessKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Free => "free",
        })
    }
}

fn number(bytes: Option<u64>) -> String {
    match bytes {
        Some(1) => "1 byte".to_owned(),
        Some(bytes) => format!("{bytes} bytes"),
        None => "bytes".to_owned(),
    }
}

fn has(size: Option<u64>) -> String {
    match size {
        Some(_) => format!("has {}", number(size)),
        None => "ends before".to_owned(),
    }
}

fn place(offset: Option<i64>) -> String {
    match offset {
        Some(offset) => format!("at offset {offset} of"),
        None => "outside of".to_owned(),
    }
}

fn reached(offset: Option<i64>) -> String {
    match offset {
        Some(offset) => format!("to offset {offset} of"),
        None => "out of".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_keep_their_details() {
        let rules = [
            UndefinedBehaviour::SignedOverflow {
                operation: "+".into(),
            },
            UndefinedBehaviour::OutOfBounds {
                access: AccessKind::Write,
                bytes: Some(4),
                offset: Some(-8),
                object: "a".to_owned(),
                size: None,
            },
            UndefinedBehaviour::WildPointer {
                access: AccessKind::Read,
                address: u64::MAX,
            },
            UndefinedBehaviour::Unreachable,
        ];
        for rule in rules {
            let text = serde_json::to_string(&rule).unwrap();
            let read: UndefinedBehaviour = serde_json::from_str(&text).unwrap();
            assert_eq!(read, rule, "{text}");
        }
    }
}
