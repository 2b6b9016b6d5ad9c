//! The steps from a compile job to a module that is ready.

use std::cell::OnceCell;
use std::ffi::OsString;
use std::sync::Arc;

use quell_compile::{Language, OptLevel, Request, Toolbox, compile};
use quell_ir::Module;
use quell_ir::parse::parse_module;
use quell_ir::verify::verify;
use quell_objectives::{SignedOverflow, Sources, language_rules};
use quell_values::{annotations, callbacks, fortran};

use crate::error::LoadError;
use crate::job::CompileJob;
use crate::unit::SourceUnit;

/// What a module is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// To be run in Quell's machines and to have its mutants decided: with the rules of its language, its annotations
    /// lowered and its callbacks declared.
    #[default]
    Analysis,
    /// To become an object of the user's own program. The IR is what the compiler makes: nothing is declared that the build
    /// does not define, and annotations are not compiled in.
    NativeObject,
    /// The same with the labels of the source.
    LabelledObject,
}

/// Arguments for a native object. The plain compilation has shown all warnings.
const NATIVE_OBJECT: [&str; 2] = ["-w", "-U__QUELL__"];
const LABELLED_OBJECT: [&str; 3] = ["-w", "-U__QUELL__", "-D__QUELL_LABELS__"];

/// Loads compile jobs, all in the same way.
#[derive(Clone, Debug)]
pub struct Loader {
    tools: Toolbox,
    opt_level: OptLevel,
    purpose: Purpose,
}

/// Loads a job with the compilers of the environment, unoptimised, for analysis.
pub fn load(job: &CompileJob) -> Result<SourceUnit, LoadError> {
    Loader::new(Toolbox::from_env()).load(job)
}

impl Loader {
    /// Unoptimised, for analysis.
    pub fn new(tools: Toolbox) -> Self {
        Self {
            tools,
            opt_level: OptLevel::O0,
            purpose: Purpose::Analysis,
        }
    }

    pub fn at(mut self, opt_level: OptLevel) -> Self {
        self.opt_level = opt_level;
        self
    }

    pub fn for_purpose(mut self, purpose: Purpose) -> Self {
        self.purpose = purpose;
        self
    }

    pub fn load(&self, job: &CompileJob) -> Result<SourceUnit, LoadError> {
        let request = self.request(job);
        self.refuse_arguments_for_ir(job, &request)?;
        let compiled = compile(&request, &self.tools_for(job, &request))?;
        let file = job.path().display().to_string();
        let name = match compiled.language {
            Language::LlvmText => file.clone(),
            _ => format!("{file} (its IR)"),
        };
        let mut unit = SourceUnit {
            module: Arc::new(verified(&compiled.text, name)?),
            language: compiled.language,
            file,
            command: compiled.command,
            sources: OnceCell::new(),
        };
        match self.purpose {
            Purpose::Analysis => self.complete(&mut unit, &job.arguments),
            Purpose::LabelledObject => annotations::lower_labels(Arc::make_mut(&mut unit.module)),
            Purpose::NativeObject => {}
        }
        Ok(unit)
    }

    fn request(&self, job: &CompileJob) -> Request {
        let more: &[&str] = match self.purpose {
            Purpose::Analysis => &[],
            Purpose::NativeObject => &NATIVE_OBJECT,
            Purpose::LabelledObject => &LABELLED_OBJECT,
        };
        Request {
            path: job.file.clone(),
            directory: job.directory.clone(),
            opt_level: self.opt_level,
            extra_flags: job.arguments.clone(),
            language: job.language,
        }
        .with_flags(more)
    }

    fn tools_for(&self, job: &CompileJob, request: &Request) -> Toolbox {
        match (&job.compiler, request.resolved_language()) {
            (Some(compiler), Ok(language)) => self.tools.preferring(language, compiler),
            _ => self.tools.clone(),
        }
    }

    /// IR was compiled before, so arguments are meant for another file.
    fn refuse_arguments_for_ir(
        &self,
        job: &CompileJob,
        request: &Request,
    ) -> Result<(), LoadError> {
        let language = request.resolved_language();
        let is_ir = matches!(language, Ok(Language::LlvmText | Language::LlvmBitcode));
        match is_ir && (!job.arguments.is_empty() || self.opt_level != OptLevel::O0) {
            true => Err(LoadError::ArgumentsForIr(job.path())),
            false => Ok(()),
        }
    }

    /// Adds rules of the language and annotations of the author to the module.
    fn complete(&self, unit: &mut SourceUnit, arguments: &[OsString]) {
        let is_c = unit.language == Language::C;
        let module = Arc::make_mut(&mut unit.module);
        fortran::attach_rules(module);
        annotations::lower(module);
        // Optimised code has no instruction for each operator of the source.
        if is_c && self.opt_level == OptLevel::O0 {
            let sources = Sources::load(module);
            language_rules(module, &sources, signed_overflow(arguments));
            unit.sources = OnceCell::from(sources);
        }
        callbacks::declare(module);
    }
}

fn verified(text: &str, name: String) -> Result<Module, LoadError> {
    let module = parse_module(text, &name).map_err(Box::new)?;
    let errors = verify(&module);
    match errors.is_empty() {
        true => Ok(module),
        false => Err(LoadError::Invalid { file: name, errors }),
    }
}

/// What the arguments of the compiler make of signed overflow: the last one counts.
fn signed_overflow(arguments: &[OsString]) -> SignedOverflow {
    let mut words = arguments.iter().rev().filter_map(|word| word.to_str());
    let known = words.find_map(|word| match word {
        "-fwrapv" | "-fno-strict-overflow" => Some(SignedOverflow::Wraps),
        "-fno-wrapv" | "-fstrict-overflow" => Some(SignedOverflow::Undefined),
        _ => None,
    });
    known.unwrap_or(SignedOverflow::Undefined)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_argument_says_what_signed_overflow_is() {
        let overflow = |words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            signed_overflow(&words)
        };
        assert_eq!(overflow(&[]), SignedOverflow::Undefined);
        assert_eq!(overflow(&["-fwrapv", "-Wall"]), SignedOverflow::Wraps);
        assert_eq!(
            overflow(&["-fwrapv", "-fno-wrapv"]),
            SignedOverflow::Undefined
        );
    }
}
