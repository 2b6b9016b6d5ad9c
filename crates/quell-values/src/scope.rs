//! What a proof covers: the assumptions of its inputs, and the bounds that limited the search.
//!
//! An [`Assumption`] is part of the contract of the inputs: a call that violates it is not an input. A [`Bound`] limits the
//! search: a proof does not cover inputs beyond it. A proof without bounds is complete.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Part of the contract of the inputs, or of the comparison.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Assumption {
    /// A pointer is not null.
    NonNull { pointer: String },
    /// A nullable pointer is null: no other input of the space is valid.
    Null { pointer: String },
    /// Pointers point to distinct objects.
    NoAlias,
    /// Pointers point to the start of separate objects, not to globals.
    SeparateObjects,
    /// Characters end with a NUL.
    NulTerminated { text: String },
    /// All characters are ASCII.
    Ascii { text: String },
    /// A union holds one of its members.
    ActiveMember { union: String, member: String },
    /// A function pointer is not null and points to this external function.
    Callback { pointer: String, symbol: String },
    /// The function does not access the target of a pointer to an incomplete type.
    Opaque { pointer: String },
    /// A variadic function gets no variable arguments.
    NoVariableArguments,
    /// Optional arguments of Fortran are present.
    ArgumentsPresent,
    /// An assumption in the source holds.
    Annotation { line: SourceLine },
    /// A number has one of the values that the configuration allows.
    Values {
        name: String,
        allowed: Vec<AllowedValues>,
    },
    /// A global holds its initialiser.
    InitialGlobal { global: String },
    /// A global of another file keeps its value.
    UnchangedGlobal { global: String },
    /// An external function neither reads nor writes memory of the program, nor calls its functions.
    Pure { function: String },
    /// An external function returns the same value in every call.
    Returns {
        function: String,
        value: FixedResult,
    },
    /// `malloc` succeeds.
    MallocSucceeds,
    /// Freed memory is not allocated again.
    NoReuse,
    /// Volatile memory changes only by stores of the program.
    VolatileUnchanged,
    /// Payload and sign of a NaN are not compared.
    AnyNan,
    /// Unreachable allocated blocks are not compared.
    LeaksIgnored,
    /// Overflow in the other function of a pair wraps around.
    Wraps { function: String },
    /// The function is called through another one alone, which tests call.
    CalledThrough { entry: String },
}

/// The value that an external function returns in every call.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FixedResult {
    Null,
    Zero,
}

/// One value or range of values that the configuration allows, in the syntax of literals.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AllowedValues {
    Value {
        value: String,
    },
    /// Both ends are included; a missing one is that of the type.
    Range {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<String>,
    },
}

/// A line of the source.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema,
)]
pub struct SourceLine {
    /// Absent if the line is in the file of the function.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Absent if the debug information lacks it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// A limit of the search: inputs or executions beyond it were not considered.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Bound {
    /// A buffer has exactly this number of elements.
    Elements {
        buffer: Buffer,
        count: u64,
        unit: BufferUnit,
    },
    /// A buffer has at most this number of elements.
    MaxElements {
        buffer: Buffer,
        count: u64,
        unit: BufferUnit,
    },
    /// An array has these extents.
    Shape { array: String, extents: Vec<u64> },
    /// Data behind a parameter or global has at most this depth of pointers.
    PointerDepth { root: String, depth: u32 },
    /// The unwinding bound of loops, and the recursion bound of each function.
    Unwinding { loops: u32, recursion: u32 },
    /// Allocated blocks have at most this number of bytes.
    BlockSize { bytes: u64 },
    /// An external function is called at most this number of times.
    Calls { function: String, count: u64 },
    /// The mutant's executions that exceed the unwinding bound are not considered.
    LongerRuns,
}

/// A buffer, or all buffers of a kind.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Buffer {
    /// The target of a pointer.
    Pointer { pointer: String },
    /// The targets of pointers of a type in the data behind a parameter or global.
    EachPointer { ty: String, root: String },
    /// An array, slice or text.
    Value { name: String },
}

/// The elements of a buffer.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum BufferUnit {
    Element,
    Byte,
    Character,
}

/// The assumptions and bounds of an input space or a proof, each once, in the order of their discovery.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Scope {
    pub assumptions: Vec<Assumption>,
    pub bounds: Vec<Bound>,
}

impl Scope {
    pub fn assume(&mut self, assumption: Assumption) {
        if !self.assumptions.contains(&assumption) {
            self.assumptions.push(assumption);
        }
    }

    pub fn bound(&mut self, bound: Bound) {
        if !self.bounds.contains(&bound) {
            self.bounds.push(bound);
        }
    }

    /// Adds what another scope has and this one lacks.
    pub fn extend(&mut self, other: &Self) {
        for assumption in &other.assumptions {
            self.assume(assumption.clone());
        }
        for bound in &other.bounds {
            self.bound(bound.clone());
        }
    }

    /// Whether it covers every input and execution that meets its assumptions.
    pub fn is_complete(&self) -> bool {
        self.bounds.is_empty()
    }

    /// Whether it covers every input and execution without any assumption.
    pub fn is_unrestricted(&self) -> bool {
        self.assumptions.is_empty() && self.bounds.is_empty()
    }
}
