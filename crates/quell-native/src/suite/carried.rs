//! The description that an object with mutants or labels carries: one JSON text per translation unit, in a section that
//! linkers merge and keep.

use std::collections::BTreeMap;
use std::path::Path;

use object::{Object as _, ObjectSection as _};
use quell_compile::read_regular;
use quell_objectives::{ObjectiveId, QualifiedId};
use quell_results::{DecisionReport, Record, ScoredCode};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::error::SuiteError;
use super::object_file::SECTION;

/// The version of the description.
pub const SCHEMA: &str = "quell-unit/2";

/// One translation unit with its mutants and labels. Position `n` of `mutants` is mutant number `n + 1` of the unit; labels are
/// numbered behind them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Unit {
    pub schema: String,
    /// Made from everything else here: units of one name number the same things in the same way.
    pub unit: String,
    /// The file that was compiled, with all its directories.
    pub source: String,
    /// The operators, as the user chose them.
    pub faults: String,
    pub mutants: Vec<CarriedMutant>,
    #[serde(default)]
    pub labels: CarriedLabels,
    /// The functions as they were compiled.
    #[serde(default)]
    pub code: Vec<ScoredCode>,
    /// What each place of the recorded blocks and branches stands for.
    pub blocks: Vec<CodePlace>,
    pub branches: Vec<CodePlace>,
}

impl Unit {
    pub fn new(
        source: String,
        faults: String,
        mutants: Vec<CarriedMutant>,
        blocks: Vec<CodePlace>,
        branches: Vec<CodePlace>,
    ) -> Self {
        let mut unit = Self {
            schema: SCHEMA.to_owned(),
            unit: String::new(),
            source,
            faults,
            mutants,
            labels: CarriedLabels::default(),
            code: Vec::new(),
            blocks,
            branches,
        };
        unit.name();
        unit
    }

    /// The same with the functions as they were compiled.
    pub fn with_code(mut self, code: Vec<ScoredCode>) -> Self {
        self.code = code;
        self.name();
        self
    }

    /// The same with labels.
    pub fn with_labels(mut self, labels: CarriedLabels) -> Self {
        self.labels = labels;
        self.name();
        self
    }

    /// How many mutants and labels are recorded.
    pub fn recorded(&self) -> usize {
        self.mutants.len() + self.labels.recorded.len()
    }

    /// Notes whose code each mutant has, in their order.
    pub fn mark(&mut self, marks: Vec<Option<SameCode>>) {
        for (mutant, mark) in self.mutants.iter_mut().zip(marks) {
            mutant.same_code = mark;
        }
        self.name();
    }

    /// The marks belong to the name: a file that is compiled twice may get different ones.
    fn name(&mut self) {
        self.unit = String::new();
        self.unit = digest(&self.to_json());
    }

    pub fn to_json(&self) -> String {
        // Nothing in it can fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

fn digest(text: &str) -> String {
    let bytes = Sha256::digest(text.as_bytes());
    let digits = bytes.iter().take(16).map(|byte| format!("{byte:02x}"));
    digits.collect()
}

/// The labels of a unit, as records under their qualified ids.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CarriedLabels {
    /// The coverage criteria, as the user chose them.
    pub criteria: Vec<String>,
    /// Labels in the order of their numbers.
    pub recorded: Vec<Record>,
    /// Hyperlabels, and labels that cannot be recorded.
    pub others: Vec<Record>,
    /// The decisions of which MC/DC is wanted.
    pub decisions: Vec<DecisionReport>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct CarriedMutant {
    pub id: String,
    pub operator: String,
    pub function: String,
    /// With all its directories; it can be a header.
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    /// The text that is changed and what it becomes; the line before and after.
    pub original: String,
    pub replacement: String,
    pub before: String,
    pub after: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_code: Option<SameCode>,
}

/// Whose code the compiler makes of a mutant, if it is not one of its own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SameCode {
    Original,
    /// An earlier mutant of the unit, by its name.
    Mutant(String),
}

impl CarriedMutant {
    /// What `QUELL_MUTANT` selects it by: its [`QualifiedId`].
    pub fn name(&self) -> String {
        let id = QualifiedId {
            file: self.file.clone(),
            id: ObjectiveId(self.id.clone()),
        };
        id.to_string()
    }
}

/// A block or a way out of a branch.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct CodePlace {
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// Tells places at one position apart.
    pub part: u32,
}

/// The units of all programs and libraries, each once.
pub fn read_all<P: AsRef<Path>>(paths: &[P]) -> Result<Vec<Unit>, SuiteError> {
    let mut units = BTreeMap::new();
    for path in paths {
        for unit in read(path.as_ref())? {
            units.insert((unit.source.clone(), unit.unit.clone()), unit);
        }
    }
    Ok(units.into_values().collect())
}

/// The units of one program or library.
fn read(path: &Path) -> Result<Vec<Unit>, SuiteError> {
    let bytes = read_regular(path).map_err(|source| SuiteError::Read {
        path: path.to_owned(),
        source,
    })?;
    if ARCHIVES.iter().any(|magic| bytes.starts_with(magic)) {
        return Err(SuiteError::Archive(path.to_owned()));
    }
    let file = object::File::parse(&*bytes).map_err(|source| SuiteError::NoProgram {
        path: path.to_owned(),
        source,
    })?;
    let section = file.section_by_name(SECTION);
    let text = section.and_then(|section| section.uncompressed_data().ok());
    let Some(text) = text else {
        return Err(SuiteError::NoMutants(path.to_owned()));
    };
    parse(&text).map_err(|reason| SuiteError::Unreadable {
        path: path.to_owned(),
        reason,
    })
}

/// How archives of objects begin, thin ones too.
const ARCHIVES: &[&[u8]] = &[b"!<arch>\n", b"!<thin>\n"];

/// Texts end with a NUL; the linker may put more of them between.
fn parse(text: &[u8]) -> Result<Vec<Unit>, String> {
    let texts = text
        .split(|byte| *byte == 0)
        .filter(|text| !text.is_empty());
    texts.map(parse_unit).collect()
}

fn parse_unit(text: &[u8]) -> Result<Unit, String> {
    #[derive(Deserialize)]
    struct Head {
        schema: String,
    }
    let head: Head = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    if head.schema != SCHEMA {
        return Err(format!(
            "its mutants have the schema `{}`, and this version of Quell reads `{SCHEMA}`; build it again with `quell cc`",
            head.schema
        ));
    }
    serde_json::from_slice(text).map_err(|error| error.to_string())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::fs;

    pub fn mutant(file: &str, id: &str) -> CarriedMutant {
        CarriedMutant {
            id: id.to_owned(),
            operator: "AOR".to_owned(),
            function: "f".to_owned(),
            file: file.to_owned(),
            line: 3,
            column: 5,
            end_line: 3,
            end_column: 6,
            original: "+".to_owned(),
            replacement: "-".to_owned(),
            before: "a + b".to_owned(),
            after: "a - b".to_owned(),
            same_code: None,
        }
    }

    pub fn unit(mutants: Vec<CarriedMutant>) -> Unit {
        let source = "/p/a.c".to_owned();
        Unit::new(source, "symbmc".to_owned(), mutants, Vec::new(), Vec::new())
    }

    #[test]
    fn joined_texts_come_apart() {
        let first = unit(vec![mutant("/p/a.c", "AOR-1")]);
        let second = unit(Vec::new());
        assert_ne!(first.unit, second.unit);
        let texts = [&first, &second].map(Unit::to_json);
        let joined = format!("{}\0\0\0{}\0", texts[0], texts[1]);
        assert_eq!(parse(joined.as_bytes()).unwrap(), [first, second]);
        assert_eq!(parse(b"").unwrap(), []);
    }

    #[test]
    fn other_versions_are_refused() {
        let other = unit(Vec::new()).to_json().replace(SCHEMA, "quell-unit/99");
        let error = parse(other.as_bytes()).unwrap_err();
        assert!(error.contains("quell-unit/99"), "{error}");
        assert!(parse(b"{\0").is_err());
    }

    #[test]
    fn what_is_no_program_is_told() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("text");
        fs::write(&path, "hello").unwrap();
        assert!(matches!(read(&path), Err(SuiteError::NoProgram { .. })));
        fs::write(&path, "!<arch>\nx").unwrap();
        assert!(matches!(read(&path), Err(SuiteError::Archive(_))));
        assert!(matches!(
            read(directory.path()),
            Err(SuiteError::Read { .. })
        ));
        let own = std::env::current_exe().unwrap();
        assert!(matches!(read(&own), Err(SuiteError::NoMutants(_))));
    }
}
