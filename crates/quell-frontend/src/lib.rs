//! From a compile job to a module that is ready: the one way by which every command and every test gets its program.
//!
//! A [`CompileJob`] says which file is compiled, where, and with which arguments. [`load`] compiles it, parses and verifies
//! the IR, attaches the rules of the source language, lowers annotations and declares callbacks. The result is a
//! [`SourceUnit`]: the module, its language, and the source files that the module is aligned with.
//!
//! * [`job`]: a compile job, of one file or of a command of a build. [`database`]: the jobs of a `compile_commands.json`.
//!   [`project`]: the jobs of a project, from a build or from files and directories. [`linked`]: one of its files with what it
//!   needs of others.
//! * [`command`]: command lines of C compilers; the one table of their options, and what options do to the IR.
//! * `load`: the steps. [`mod@unit`]: what comes out. [`error`]: what can go wrong.
//!
//! Decisions:
//!
//! - **Filtering happens when a job is made, not when it is loaded.** Arguments that the user gives for Quell are used as they
//!   are. Of a command of a build only the options that concern the source and its code remain: outputs, dependency files,
//!   optimisation, instrumentation and linking do not concern the IR that mutants are made of.
//! - **Quell chooses the compiler.** The compiler of a build is used if it is one whose IR Quell reads; else the one that
//!   Quell finds for the language.
//! - **Above `quell-objectives`.** The rules of C are found by aligning instructions with expressions of the source, as mutants
//!   are, and alignment lies there. Tests of the crates below get modules from `quell-compile` and `quell-ir` themselves.
//! - **Ids of several files are qualified by the file** ([`quell_objectives::QualifiedId`]), because the id alone does not
//!   depend on where a file lies.

pub mod command;
pub mod database;
pub mod error;
pub mod job;
pub mod linked;
mod load;
pub mod project;
pub mod unit;

pub use command::CommandLine;
pub use command::effects::{FlagEffect, flag_effect};
pub use command::options::Role;
pub use database::{CompilationDatabase, SkippedEntry};
pub use error::{DatabaseError, LoadError, NotAJob, UnsupportedTarget};
pub use job::CompileJob;
pub use linked::{LinkReport, NotLinked, SymbolIndex};
pub use load::{Loader, Purpose, load};
pub use project::{Project, ProjectError, SkipReason, SkippedFile};
pub use unit::SourceUnit;
