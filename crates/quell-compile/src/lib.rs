//! From a source file to LLVM IR text.
//!
//! This crate finds the compiler for a source file, runs it with the flags under which the IR keeps the
//! user's view of the program (names, source positions), and reports failures as typed errors. The compiler
//! runs in the directory of the [`Request`]. One module per language has its flags with their reasons.
//!
//! Quell reads IR as text and does not link LLVM: rustc uses a newer LLVM than the one that Debian ships, so
//! no single LLVM library reads the bitcode of all supported compilers. Bitcode files are given to the
//! installed `llvm-dis`, newest first.
//!
//! Code is compiled without optimisation by default: at -O0 each read and write of a source variable is
//! visible and has a source position.

mod bitcode;
mod cache;
mod clang;
mod directory;
mod error;
mod fortran;
mod headers;
mod language;
pub mod names;
mod native;
mod regular;
mod request;
mod run;
mod rust;
mod scratch;
mod toolbox;

pub use cache::cache_directory;
pub use directory::{ScratchDirectory, is_scratch_directory, remove_scratch_directories};
pub use error::{CompileError, ReaderFailure, lacks_space};
pub use language::Language;
pub use native::native_executable;
pub use regular::{check_regular, is_of_system, read_regular};
pub use request::{Compiled, OptLevel, Request};
pub use toolbox::Toolbox;

/// Produces the LLVM IR text of the requested file.
pub fn compile(request: &Request, tools: &Toolbox) -> Result<Compiled, CompileError> {
    let language = request.resolved_language()?;
    request.check_readable()?;
    match language {
        Language::C => clang::compile(request, tools),
        Language::Rust => rust::compile(request, tools),
        Language::Fortran => fortran::compile(request, tools),
        Language::LlvmText => read_text(request),
        Language::LlvmBitcode => bitcode::disassemble(request, tools),
    }
}

fn read_text(request: &Request) -> Result<Compiled, CompileError> {
    let path = request.full_path();
    let bytes = read_regular(&path);
    let bytes = bytes.map_err(|source| CompileError::ReadError { path, source })?;
    Ok(Compiled {
        text: scratch::into_text(bytes),
        language: Language::LlvmText,
        command: None,
        warnings: String::new(),
    })
}
