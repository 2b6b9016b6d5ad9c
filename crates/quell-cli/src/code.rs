//! The functions of a file by the digests of their code: whether a score is about the file as it is now.
//!
//! - **Code decides, not time.** A digest covers a function with everything that it refers to, so that a macro of a header or a
//!   flag of the compiler counts, and a comment or a line above does not.

use std::path::Path;

use quell_campaign::content::Contents;
use quell_frontend::SourceUnit;
use quell_ir::debug::DebugInfo;
use quell_results::{ScoredCode, TestCase};
use quell_values::lookup::Lookup;

/// The functions that a file defines, in the order of the module, under the file's name.
pub fn scored_code(unit: &SourceUnit, file: &str) -> Vec<ScoredCode> {
    let module = &unit.module;
    let lookup = Lookup {
        module,
        info: DebugInfo::new(module),
        language: unit.language,
        file: &unit.file,
    };
    let mut contents = Contents::new(module);
    let functions = module.functions.iter();
    let defined = functions.filter(|(_, function)| !function.is_declaration());
    let code = defined.map(|(id, _)| ScoredCode {
        file: file.to_owned(),
        function: lookup.name(id),
        digest: contents.slice(id).digest.to_string(),
    });
    code.collect()
}

/// Whether two paths name the same file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| std::fs::canonicalize(path).ok();
    match (whole(one), whole(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

/// Whether a test calls a function of the file. Suites of several files name the file of each test.
pub fn is_test_of(test: &TestCase, file: &Path) -> bool {
    let of = test.file.as_deref();
    of.is_none_or(|of| is_same_file(Path::new(of), file))
}
