//! The JSON schemas of Quell's output, generated from the types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use crate::journal::JournalLine;
use crate::{Event, Exec, Listing, ProjectRun, Run, Score, TestSuite};

/// A schema under the name of its file.
#[derive(Clone, PartialEq, Debug)]
pub struct Published {
    pub file: &'static str,
    pub schema: Schema,
}

/// All published schemas.
pub fn published() -> [Published; 8] {
    [
        published_as::<Event>("event.json"),
        published_as::<Exec>("exec.json"),
        published_as::<JournalLine>("journal.json"),
        published_as::<Listing>("mutants.json"),
        published_as::<ProjectRun>("project.json"),
        published_as::<Run>("run.json"),
        published_as::<Score>("score.json"),
        published_as::<TestSuite>("tests.json"),
    ]
}

fn published_as<T: JsonSchema>(file: &'static str) -> Published {
    // Of what is written: a field that may be left out is not required.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let schema = settings.into_generator().into_root_schema_for::<T>();
    Published { file, schema }
}

impl Published {
    pub fn to_json(&self) -> String {
        crate::to_json(&self.schema)
    }
}
