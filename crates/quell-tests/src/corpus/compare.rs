//! Compares mutants of a generated program with their texts. Many changed functions are compiled as one file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use quell_exec::Program;
use quell_ir::Module;
use quell_objectives::apply::apply;
use quell_objectives::{Objective, Selection, Sources, Wanted, generate};
use quell_values::CallImage;

use crate::Failure;
use crate::texts::{self, Comparison, Verdict};

/// The number of changed functions in a file. Each run initialises all globals of its file, so twice as many
/// cost twice as much per run; with half as many the compiler runs twice as often.
const COPIES: usize = 64;

/// The program and the selection of its mutants.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    pub flags: &'a [&'a str],
    pub operators: &'a str,
    /// Only every `step`th mutant is compared.
    pub step: usize,
}

/// The syntax of functions in a language.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    file: &'static str,
    /// The end of a function, with the line breaks around it.
    end: &'static str,
    /// What the compiler appends to the name of a function.
    suffix: &'static str,
    /// Further flags for compiling all mutants.
    flags: &'static [&'static str],
    /// Whether a call is compared only if the changed text is defined on it: in this language overflow has no
    /// defined result.
    defined_text: bool,
}

pub const C: Dialect = Dialect {
    file: "program.c",
    end: "\n}\n",
    suffix: "",
    flags: &["-ferror-limit=0"],
    defined_text: false,
};

pub const RUST: Dialect = Dialect {
    file: "program.rs",
    end: "\n}\n",
    suffix: "",
    flags: &[],
    defined_text: false,
};

pub const FORTRAN: Dialect = Dialect {
    file: "program.f90",
    end: "\nend function\n",
    suffix: "_",
    flags: &[],
    defined_text: true,
};

/// A function with the change of a mutant, under another name.
struct Copy<'m> {
    mutant: &'m Objective,
    /// The symbol.
    name: String,
    text: String,
}

/// Compares mutants of a C program whose functions do not depend on each other. An error if the program
/// itself does not compile.
pub fn compare_c(text: &str, sample: Sample<'_>) -> Result<Comparison, Failure> {
    compare(C, text, sample)
}

/// Compares mutants of a program whose functions do not depend on each other. An error if the program itself
/// does not compile.
pub fn compare(dialect: Dialect, text: &str, sample: Sample<'_>) -> Result<Comparison, Failure> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = scratch.path().join(dialect.file);
    fs::write(&path, text).map_err(|error| error.to_string())?;
    let mut module = texts::module_of(&path, sample.flags)?;
    let sources = Sources::load(&module);
    let wanted = Wanted {
        selection: Selection::parse(sample.operators).map_err(|error| error.to_string())?,
        functions: Vec::new(),
        lines: None,
    };
    let found = generate(&mut module, &sources, &wanted);
    let picked = found.mutants.iter().step_by(sample.step);
    let copies: Vec<Copy<'_>> = picked
        .enumerate()
        .filter_map(|(number, mutant)| copy_of(dialect, &module, text, mutant, number))
        .collect();
    let mut comparison = Comparison::default();
    let flags = [sample.flags, dialect.flags].concat();
    for copies in copies.chunks(COPIES) {
        let (written, refused) = compiled(&path, text, copies, &flags)?;
        let runs = Runs::new(dialect, &module, written);
        for (number, copy) in copies.iter().enumerate() {
            let verdict = match refused.get(&number) {
                Some(why) => Verdict::Refused(format!("{}\n{why}", texts::shown(copy.mutant))),
                None => runs.judge(copy),
            };
            comparison.add(verdict);
        }
    }
    Ok(comparison)
}

/// The byte range of a function that begins and ends at the start of a line.
fn function_in(dialect: Dialect, text: &str, name: &str) -> Option<Range<usize>> {
    let head = text.find(&format!(" {name}("))?;
    let start = text[..head].rfind('\n').map_or(0, |at| at + 1);
    let end = head + text[head..].find(dialect.end)? + dialect.end.len();
    Some(start..end)
}

fn copy_of<'m>(
    dialect: Dialect,
    module: &Module,
    text: &str,
    mutant: &'m Objective,
    number: usize,
) -> Option<Copy<'m>> {
    let function = module.text(module.functions[mutant.site.function].name);
    let function = function.strip_suffix(dialect.suffix).unwrap_or(function);
    let range = function_in(dialect, text, function)?;
    let changed = texts::rewritten(text, mutant);
    let end = (range.end + changed.len()).checked_sub(text.len())?;
    let name = format!("{function}_m{number}");
    let body = changed.get(range.start..end)?;
    Some(Copy {
        mutant,
        text: body.replacen(&format!(" {function}("), &format!(" {name}("), 1),
        name: format!("{name}{}", dialect.suffix),
    })
}

/// The program with all copies that compile, and for the others the errors of the compiler.
fn compiled(
    path: &Path,
    text: &str,
    copies: &[Copy<'_>],
    flags: &[&str],
) -> Result<(Module, BTreeMap<usize, String>), Failure> {
    let mut refused = BTreeMap::new();
    loop {
        let mut whole = text.to_owned();
        let mut lines = Vec::new();
        for (number, copy) in copies.iter().enumerate() {
            if !refused.contains_key(&number) {
                lines.push((whole.matches('\n').count() + 1, number));
                whole.push_str(&copy.text);
            }
        }
        fs::write(path, &whole).map_err(|error| error.to_string())?;
        let error = match texts::module_of(path, flags) {
            Ok(module) => return Ok((module, refused)),
            Err(error) => error,
        };
        let before = refused.len();
        for (line, message) in errors_in(&error) {
            let copy = lines.partition_point(|(start, _)| *start <= line);
            if let Some((_, number)) = copy.checked_sub(1).and_then(|at| lines.get(at)) {
                refused.entry(*number).or_insert(message);
            }
        }
        if refused.len() == before {
            return Err(error);
        }
    }
}

/// The errors of a compiler, by line.
fn errors_in(messages: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut error = None;
    for line in messages.lines() {
        // rustc prints the place on the next line.
        match line.trim_start().strip_prefix("--> ") {
            Some(place) => {
                let number = place.rsplit(':').nth(1).and_then(|line| line.parse().ok());
                found.extend(number.zip(error.take()));
            }
            None if line.starts_with("error") => error = Some(line.to_owned()),
            None if line.starts_with("warning") => error = None,
            None => {}
        }
    }
    found.extend(errors_with_places(messages));
    found
}

/// The errors of clang and flang, by line.
fn errors_with_places(messages: &str) -> Vec<(usize, String)> {
    let lines = messages.lines().filter(|line| line.contains(": error: "));
    let found = lines.filter_map(|line| {
        let place = line.split(": error: ").next()?;
        let mut parts = place.rsplit(':');
        let line_number = parts.nth(1)?.parse().ok()?;
        Some((line_number, line.to_owned()))
    });
    found.collect()
}

/// The programs to run, and the calls on which the original is defined.
struct Runs<'a> {
    dialect: Dialect,
    module: &'a Module,
    written: Rc<Program>,
    calls: BTreeMap<String, Vec<CallImage>>,
}

impl<'a> Runs<'a> {
    fn new(dialect: Dialect, module: &'a Module, written: Module) -> Self {
        let original = Rc::new(Program::new(Arc::new(module.clone())));
        let names: BTreeSet<&str> = module
            .functions
            .values()
            .map(|function| module.text(function.name))
            .collect();
        let calls = names.into_iter().filter_map(|name| {
            let id = module.find_function(name)?;
            let all = texts::calls_of(module, &module.functions[id], name);
            let defined = all.filter(|call| texts::is_valid(&original, call));
            Some((name.to_owned(), defined.collect()))
        });
        Self {
            dialect,
            module,
            calls: calls.collect(),
            written: Rc::new(Program::new(Arc::new(written))),
        }
    }

    fn judge(&self, copy: &Copy<'_>) -> Verdict {
        let edited = match apply(self.module, copy.mutant) {
            Ok(edited) => Rc::new(Program::new(Arc::new(edited))),
            Err(error) => {
                return Verdict::Different(format!("{}: {error}", texts::shown(copy.mutant)));
            }
        };
        let function = self
            .module
            .text(self.module.functions[copy.mutant.site.function].name);
        for call in self.calls.get(function).into_iter().flatten() {
            let renamed = CallImage {
                function: copy.name.clone(),
                ..call.clone()
            };
            let found = texts::difference((&self.written, &renamed), (&edited, call));
            let counts = |_: &String| {
                if self.dialect.defined_text {
                    texts::is_defined(&self.written, &renamed)
                } else {
                    // Compilers fold undefined conversions of constants to arbitrary values.
                    texts::is_defined(&edited, call)
                }
            };
            if let Some(what) = found.filter(counts) {
                return Verdict::Different(format!("{}\n  {what}", texts::shown(copy.mutant)));
            }
        }
        Verdict::Same
    }
}
