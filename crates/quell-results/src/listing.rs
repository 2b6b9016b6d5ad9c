//! The objectives of a file before they are decided.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::project::SkippedFile;
use crate::record::Record;

/// Changes whenever a reader of the old form would be misled.
pub const MUTANTS_SCHEMA: &str = "quell-mutants-3";

/// The result of `quell mutants`. All objectives are unknown, for the reason that they were not tried.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Listing {
    #[schemars(extend("const" = MUTANTS_SCHEMA))]
    pub schema: String,
    /// Absent where there are several.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The files of a project, whose objectives have ids with their file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// Files of a project without a result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped_files: Vec<SkippedFile>,
    /// The operators, as the user chose them.
    pub operators: Vec<String>,
    /// The number of objectives of each operator.
    pub by_operator: BTreeMap<String, u64>,
    pub objectives: Vec<Record>,
    /// Places and functions without mutants that they could have.
    pub skipped: Vec<Skipped>,
    /// The directory that the mutants were written to as IR.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emitted: Option<String>,
    /// The file that the meta-program was written to as IR.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meta_program: Option<String>,
}

/// A function or a place in the source with fewer mutants than its text suggests.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Skipped {
    /// The function has no debug information.
    NoDebugInfo { function: String },
    /// None of the chosen operators finds anything in the function.
    NothingToMutate { function: String },
    /// The source of the function cannot be read: its mutants are described by instructions.
    NoSource {
        function: String,
        file: String,
        reason: SourceObstacle,
    },
    /// The change cannot be expressed by edits, or no source text computes exactly the same.
    Inexpressible {
        place: Place,
        operator: String,
        replacement: String,
    },
    /// The function has too many variables or constants to replace each by all others.
    Limited { function: String, operator: String },
    /// The number of elements is unknown, so that the bounds check cannot be emitted.
    Unbounded { place: Place, operator: String },
    /// The instruction computes a vector.
    Vector {
        function: String,
        place: Place,
        instruction: String,
    },
    /// It is not certain which expression the instruction implements.
    Unaligned {
        function: String,
        place: Place,
        instruction: String,
    },
}

/// Why a source file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SourceObstacle {
    /// It is a pipe, a device or a directory.
    NotRegular,
    /// It has changed since it was compiled.
    Changed,
    Unreadable {
        /// The text of the operating system.
        message: String,
    },
    UnknownLanguage,
}

/// A position in the source. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl Listing {
    /// The same with its schema and with everything counted.
    pub fn finished(mut self) -> Self {
        self.schema = MUTANTS_SCHEMA.to_owned();
        self.by_operator = BTreeMap::new();
        for operator in self.objectives.iter().filter_map(|of| of.operator.as_ref()) {
            *self.by_operator.entry(operator.clone()).or_default() += 1;
        }
        self
    }

    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}
