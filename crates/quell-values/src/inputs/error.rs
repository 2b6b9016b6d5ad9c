//! Why the inputs of a function cannot be enumerated, as data. `Display` is its English.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::error::CallError;

/// Why the inputs of a function cannot be enumerated.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum InputError {
    #[error("{place}{}{obstacle}; {}", obstacle.joint(), obstacle.advice())]
    Unsupported {
        /// The parameter or global, and the part of it where it is not all of it.
        place: String,
        obstacle: InputObstacle,
    },
    #[error("the values of `{name}`: {reason}")]
    Values {
        /// The name in the settings.
        name: String,
        reason: ValuesError,
    },
    #[error(transparent)]
    Call(#[from] CallError),
}

/// Why the values of a parameter or global cannot be enumerated.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema, Error,
)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum InputObstacle {
    #[error("the debug information calls it an integer, which it is not")]
    Misdescribed,
    #[error("its type nests too deeply")]
    Nesting,
    #[error("there are no values of the type {ty}")]
    NoValues { ty: String },
    #[error("its variants are not known")]
    UnknownVariants,
    #[error("every variant of {ty} has a reference")]
    OnlyReferences { ty: String },
    #[error("the number of its variant lies inside of another value")]
    VariantNumber,
    #[error("its enums have several variants")]
    SeveralVariants,
    #[error("there are more than {depth} references")]
    Depth { depth: u32 },
    #[error("it is a pointer to a function, and {why}")]
    Callback { why: CallbackObstacle },
    #[error("{ty} owns memory")]
    Owner { ty: String },
    #[error("what its pointer {ty} leads to, and who owns that, is not known")]
    RawPointer { ty: String },
    #[error("what {ty} points to is not known")]
    UnknownPointee { ty: String },
    #[error("it is a stream of the C library")]
    Stream,
    #[error("it is an array with a descriptor inside of another value")]
    Descriptor,
    #[error("more than {limit} values")]
    TooManyValues { limit: usize },
    #[error("more than {limit} combinations of variants")]
    TooManyVariants { limit: usize },
}

impl InputObstacle {
    /// The text between the place and the obstacle.
    fn joint(&self) -> &'static str {
        match self {
            Self::TooManyValues { .. } | Self::TooManyVariants { .. } => " has ",
            _ => ": ",
        }
    }

    /// Advice for the user.
    fn advice(&self) -> &'static str {
        match self {
            Self::OnlyReferences { .. } | Self::Depth { .. } => "allow a greater depth",
            Self::TooManyValues { .. } | Self::TooManyVariants { .. } => {
                "choose a smaller capacity or depth"
            }
            Self::Nesting => "pass a part of it",
            Self::SeveralVariants => "ask for all of its input spaces",
            Self::NoValues { .. } => "test the function with tests of your own",
            _ => "give tests of your own",
        }
    }
}

/// Why a function pointer has no target.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Serialize,
    Deserialize,
    JsonSchema,
    Error,
)]
#[serde(rename_all = "snake_case")]
pub enum CallbackObstacle {
    #[error("it is not known what it leads to")]
    UnknownType,
    #[error("what it takes or gives back takes several registers")]
    SeveralRegisters,
    #[error("it takes any number of arguments")]
    Variadic,
    #[error("not every number is a value of what it gives back")]
    FewValues,
}

/// Why the configured values do not fit a number.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ValuesError {
    #[error("the type has none of these values")]
    NotOfType,
    #[error("`{range}` has no value")]
    EmptyRange { range: String },
    #[error("{value} is no integer")]
    NoInteger { value: String },
    #[error("{value} is not from {all}")]
    OutOfRange { value: String, all: String },
    #[error("{value} is neither true nor false")]
    NoTruth { value: String },
    #[error("{value} is no number")]
    NoNumber { value: String },
    #[error("a NaN is the end of no range")]
    NanInRange,
    #[error("{value} is too great for {ty}")]
    TooGreat { value: String, ty: String },
    #[error("{name} is none of {}", known.join(", "))]
    NoEnumerator { name: String, known: Vec<String> },
    #[error(
        "0 has to be among its values, as calls beyond those that have values of their own \
         give it; say more in the source, with an assumption"
    )]
    NoZero,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obstacles_are_data_with_words_and_advice() {
        let place = || "parameter 1 (f: fn(u32) -> char)".to_owned();
        for (obstacle, json, text) in [
            (
                InputObstacle::Callback {
                    why: CallbackObstacle::FewValues,
                },
                r#"{"kind":"callback","why":"few_values"}"#,
                "parameter 1 (f: fn(u32) -> char): it is a pointer to a function, and not every number is a value of what it gives back; give tests of your own",
            ),
            (
                InputObstacle::TooManyValues { limit: 7 },
                r#"{"kind":"too_many_values","limit":7}"#,
                "parameter 1 (f: fn(u32) -> char) has more than 7 values; choose a smaller capacity or depth",
            ),
        ] {
            assert_eq!(serde_json::to_string(&obstacle).unwrap(), json);
            assert_eq!(
                serde_json::from_str::<InputObstacle>(json).unwrap(),
                obstacle
            );
            let place = place();
            assert_eq!(
                InputError::Unsupported { place, obstacle }.to_string(),
                text
            );
        }
    }
}
