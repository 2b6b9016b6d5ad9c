//! Constructs that the machine cannot run, as data: kind, name, type. `Display` is the English text.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::undefined::UndefinedBehaviour;

/// A construct that the machine cannot run.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema, Error,
)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Unsupported {
    /// The target has another pointer size or byte order.
    #[error("code for a machine that does not have 64 bits and the least byte first")]
    Target,
    #[error("inline assembly `{statement}`")]
    Assembly { statement: String },
    #[error("inline assembly whose input and output have different types")]
    AssemblyTypes,
    #[error("`atomicrmw {operation}` on this type")]
    Atomic { operation: String },
    #[error("a value of {bytes} bytes in a register")]
    LargeValue { bytes: u64 },
    #[error("a value of type {ty}")]
    Type { ty: String },
    #[error("a type without a size ({ty})")]
    UnsizedType { ty: String },
    #[error("a type larger than the address space")]
    LargeType,
    #[error("a struct that contains itself")]
    RecursiveType,
    #[error("the constant expression {expression}")]
    ConstantExpression { expression: String },
    #[error("an address constant with an index that is not a number")]
    AddressConstant,
    #[error("a case that is no number")]
    SwitchCase,
    #[error("a comparison without a predicate")]
    Predicate,
    #[error("a masked access to lanes of part of a byte")]
    MaskedBits,
    #[error("rounding other than to nearest")]
    Rounding,
    #[error("the floating-point operation {operation}")]
    FloatOperation { operation: String },
    #[error("arithmetic on x87 floating-point numbers")]
    X87Arithmetic,
    #[error("{what} of more than 64 bits")]
    WideNumber { what: String },
    #[error("{of}")]
    StackAddress { of: StackAddress },
    #[error("catching exceptions")]
    Exceptions,
    #[error("an irreducible loop, which has several entries")]
    IrreducibleLoop,
    /// A mutant is compared where states are merged, and only there.
    #[error("a mutant whose paths are followed one by one")]
    SinglePaths,
    #[error("{symbol} is not in the module")]
    MissingSymbol { symbol: String },
    #[error("a program without a function `main`")]
    NoMain,
    #[error("a `main` that takes other parameters than argc, argv and envp")]
    MainParameters,
    /// Of the constructors or destructors of the program.
    #[error("an entry of `{list}` that is not a function")]
    ListEntry { list: String },
    #[error("{call}")]
    Call { call: UnsupportedCall },
    #[error("{access}")]
    Access { access: UnsupportedAccess },
    #[error("`{function}`: {limit}")]
    Library {
        function: String,
        limit: LibraryLimit,
    },
    #[error("`{function}` on `{format}`")]
    FloatFormat { function: String, format: String },
    #[error("a format: {reason}")]
    Format { reason: String },
    #[error("a format with the conversion `{conversion}`")]
    Conversion { conversion: char },
    #[error("a format that takes a larger number than is given")]
    FormatArgument,
    #[error("a format template of another version of Rust")]
    RustTemplate,
    #[error("{construct}")]
    Fortran { construct: FortranConstruct },
    #[error("output to unit {unit}")]
    OutputUnit { unit: i32 },
    #[error("input from unit {unit}")]
    InputUnit { unit: i32 },
    #[error("undefined behaviour that may not occur: {rule}")]
    UncertainTrap { rule: UndefinedBehaviour },
    #[error("{value} in the condition of an objective")]
    Condition { value: ConditionValue },
}

/// A value that the condition of an objective cannot hold.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ConditionValue {
    Vector,
    LargeArray,
    Untyped,
}

impl fmt::Display for ConditionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Vector => "a vector",
            Self::LargeArray => "a large array",
            Self::Untyped => "a value without a type",
        })
    }
}

/// An address on the processor's stack.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum StackAddress {
    Return,
    Frame,
    Stack,
}

impl fmt::Display for StackAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Return => "the address a function returns to",
            Self::Frame => "the address of a stack frame",
            Self::Stack => "the address of the stack",
        })
    }
}

/// A call that is not supported.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema, Error,
)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UnsupportedCall {
    #[error("a callback to the external function `{function}`")]
    Callback { function: String },
    #[error("a callback to a function that a library handed out")]
    LibraryCallback,
    #[error("a trampoline to `{function}`, which takes no chain")]
    Trampoline { function: String },
    /// Of an indirect function of the linker.
    #[error("a resolver without a result")]
    Resolver,
    #[error("a call through a pointer that may not be a function")]
    Pointer,
    #[error("a call of `{function}` with an argument of another type")]
    ArgumentType { function: String },
    #[error("a call of `{function}` with a result of another type")]
    ResultType { function: String },
    #[error("undefined bits as an argument of an external function")]
    UndefinedArgument,
    #[error("an argument of an external function that is neither a number nor a defined pointer")]
    ExternalArgument,
    #[error("a structure as an argument of an external function")]
    StructArgument,
}

/// An access to memory that has no term.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema, Error,
)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UnsupportedAccess {
    #[error("a string that may be of any length")]
    AnyLength,
    #[error("{what} that is too large on all inputs")]
    TooLarge { what: String },
    #[error("a range of symbolic length in an object of {bytes} bytes")]
    SymbolicRange { bytes: u64 },
    #[error("an access at a symbolic offset in {bytes} bytes")]
    SymbolicOffset { bytes: u64 },
    #[error("{object} of {bytes} bytes")]
    LargeObject { object: String, bytes: u64 },
    #[error("an access to {object}, which has {bytes} bytes")]
    LargeAccess { object: String, bytes: u64 },
    #[error("free of what a parameter leads to, which a caller may have allocated")]
    ForeignFree,
    #[error("a function that inspects a pointer with several targets")]
    SeveralTargets,
    #[error("a function that inspects a pointer with a symbolic offset")]
    SymbolicTarget,
    #[error("an object that a library function keeps, made on another path")]
    OtherPath,
    #[error("an access through a pointer that is made of a number")]
    NumberPointer,
}

/// A requirement of a library function that is not supported.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum LibraryLimit {
    OtherPrograms,
    FilesAndProcesses,
    Files,
    WideStreams,
}

impl fmt::Display for LibraryLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherPrograms => "there are no other programs to run",
            Self::FilesAndProcesses => "programs have neither files nor other processes",
            Self::Files => "programs have the standard streams and no other files",
            Self::WideStreams => "streams of wide characters",
        })
    }
}

/// A use of Fortran's run-time library.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FortranConstruct {
    Reduction,
    Location,
    NestedTypes,
    Product,
    Transpose,
    Dimension,
    RandomKind,
    AssignedShapes,
    AssignedTypes,
    ReshapedElements,
    ShiftAmounts,
    LongRepeat,
    LargeArray,
    AssumedRank,
    WideElements,
    LargeInternalUnit,
    EndedStatement,
    OutputType,
    InputType,
}

impl fmt::Display for FortranConstruct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reduction => "a reduction of this type",
            Self::Location => "the location of a value of this type",
            Self::NestedTypes => "derived types nested too deep",
            Self::Product => "a product of this type",
            Self::Transpose => "the transpose of what is no matrix",
            Self::Dimension => "a dimension that the array does not have",
            Self::RandomKind => "random numbers of this kind",
            Self::AssignedShapes => "assignment of arrays of different shapes",
            Self::AssignedTypes => "assignment of arrays of different types",
            Self::ReshapedElements => "RESHAPE with too few elements",
            Self::ShiftAmounts => "CSHIFT by different amounts",
            Self::LongRepeat => "REPEAT to more than two gigabytes",
            Self::LargeArray => "an array of more than two gigabytes",
            Self::AssumedRank => "an array of assumed rank",
            Self::WideElements => "numbers of more than 64 bits in arrays",
            Self::LargeInternalUnit => "an internal unit of more than two gigabytes",
            Self::EndedStatement => "input or output after its end",
            Self::OutputType => "output of this type",
            Self::InputType => "input of this type",
        })
    }
}

impl From<UnsupportedCall> for Unsupported {
    fn from(call: UnsupportedCall) -> Self {
        Self::Call { call }
    }
}

impl From<UnsupportedAccess> for Unsupported {
    fn from(access: UnsupportedAccess) -> Self {
        Self::Access { access }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The data has names, types and sizes, not the sentence.
    #[test]
    fn constructs_are_data_and_read_back() {
        let object = "the global variable `huge`".to_owned();
        let access = UnsupportedAccess::LargeAccess {
            object,
            bytes: 400_000,
        };
        for (construct, json, text) in [
            (
                Unsupported::from(access),
                r#"{"kind":"access","access":{"kind":"large_access","object":"the global variable `huge`","bytes":400000}}"#,
                "an access to the global variable `huge`, which has 400000 bytes",
            ),
            (
                Unsupported::Library {
                    function: "fopen".to_owned(),
                    limit: LibraryLimit::Files,
                },
                r#"{"kind":"library","function":"fopen","limit":"files"}"#,
                "`fopen`: programs have the standard streams and no other files",
            ),
            (
                Unsupported::Fortran {
                    construct: FortranConstruct::AssumedRank,
                },
                r#"{"kind":"fortran","construct":"assumed_rank"}"#,
                "an array of assumed rank",
            ),
        ] {
            assert_eq!(serde_json::to_string(&construct).unwrap(), json);
            assert_eq!(
                serde_json::from_str::<Unsupported>(json).unwrap(),
                construct
            );
            assert_eq!(construct.to_string(), text);
        }
    }
}
