//! One file to compile.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use quell_compile::Language;

use crate::command::options::Role;
use crate::command::{CommandLine, Input, Kind};
use crate::error::NotAJob;

/// A source file and how its IR is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileJob {
    /// Relative to `directory`, unless it is absolute.
    pub file: PathBuf,
    /// Where the compiler runs; the current directory if there is none.
    pub directory: Option<PathBuf>,
    /// The compiler of the build. Another one is used if Quell does not read its IR.
    pub compiler: Option<OsString>,
    /// What the compiler gets beside the file and Quell's own options, which come before.
    pub arguments: Vec<OsString>,
    /// Overrides the language of the extension.
    pub language: Option<Language>,
}

impl CompileJob {
    /// The file, compiled in the current directory by the compiler that Quell finds.
    pub fn new(file: impl Into<PathBuf>) -> Self {
        Self {
            file: file.into(),
            directory: None,
            compiler: None,
            arguments: Vec::new(),
            language: None,
        }
    }

    /// The same with further arguments, which the compiler gets as they are.
    pub fn with_arguments<A: Into<OsString>>(
        mut self,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// The job of one file in a command of a build: the compiler first, then its arguments, among them the file.
    pub fn of_command(directory: &Path, file: &Path, words: &[OsString]) -> Result<Self, NotAJob> {
        let words = without_launchers(words);
        let (compiler, arguments) = match words {
            [compiler, arguments @ ..] => (Some(compiler.clone()), arguments),
            [] => (None, words),
        };
        let line = CommandLine::parse_in(Some(directory), arguments);
        if let Some(product) = line.early_end().filter(|product| !product.is_from_code()) {
            return Err(NotAJob::NoCode(product));
        }
        let input = line
            .inputs()
            .find(|input| plain(&directory.join(&input.path)) == plain(&directory.join(file)));
        let unlisted = Input {
            path: file.to_owned(),
            language: None,
        };
        let language = language(input.unwrap_or(&unlisted))?;
        Ok(Self {
            file: file.to_owned(),
            directory: Some(directory.to_owned()),
            compiler,
            language: Some(language),
            arguments: line.options(Self::ROLES),
        }
        .looking_for_modules_in(line.module_directories)
        .with_arguments(quiet(language)))
    }

    /// Modules of other files are read where the build wrote them; Quell writes its own elsewhere.
    fn looking_for_modules_in(self, directories: Vec<OsString>) -> Self {
        let flags = directories
            .into_iter()
            .flat_map(|directory| [OsString::from("-I"), directory]);
        self.with_arguments(flags)
    }

    /// The options of a command that the IR depends on.
    pub const ROLES: &[Role] = &[Role::Source, Role::Code];

    /// The file's path from the current directory.
    pub fn path(&self) -> PathBuf {
        match &self.directory {
            Some(directory) => directory.join(&self.file),
            None => self.file.clone(),
        }
    }
}

/// Warnings are for the build to show. Those of another compiler than the build's would be errors with `-Werror`.
fn quiet(language: Language) -> Option<&'static str> {
    (language == Language::C).then_some("-w")
}

/// Programs that start the compiler which follows them.
const LAUNCHERS: &[&str] = &["ccache", "distcc", "icecc", "sccache", "gomacc"];

fn without_launchers(mut words: &[OsString]) -> &[OsString] {
    while let [launcher, rest @ ..] = words {
        let name = Path::new(launcher).file_name().and_then(OsStr::to_str);
        let has_compiler = rest
            .first()
            .is_some_and(|word| !word.as_encoded_bytes().starts_with(b"-"));
        if !has_compiler || !name.is_some_and(|name| LAUNCHERS.contains(&name)) {
            break;
        }
        words = rest;
    }
    words
}

/// The values of `-x` besides C.
const FORTRAN: &[&str] = &["f77", "f77-cpp-input", "f95", "f95-cpp-input"];

fn language(input: &Input) -> Result<Language, NotAJob> {
    match (input.kind(), &input.language) {
        (Kind::C, _) => Ok(Language::C),
        (Kind::Other(name), _) => Err(NotAJob::Language(name)),
        (Kind::NoSource, Some(name)) => match FORTRAN.iter().any(|known| name == known) {
            true => Ok(Language::Fortran),
            false => Err(NotAJob::NoSource),
        },
        (Kind::NoSource, None) => Language::of_path(&input.path).ok_or(NotAJob::NoSource),
    }
}

/// Without `.` and `..`, to compare two spellings of a path.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::options::Product;

    fn job(file: &str, command: &str) -> Result<CompileJob, NotAJob> {
        let words: Vec<OsString> = command.split(' ').map(OsString::from).collect();
        CompileJob::of_command(Path::new("/p"), Path::new(file), &words)
    }

    #[test]
    fn only_what_the_ir_depends_on_remains_of_a_command() {
        let command = "/usr/bin/cc -c -O2 -g -DX=1 -I inc -fPIC -Wall -MD -MF a.d -flto -lm -fsanitize=address -o a.o a.c";
        let job = job("a.c", command).unwrap();
        assert_eq!(
            job.arguments,
            ["-DX=1", "-I", "inc", "-fPIC", "-Wall", "-w"].map(OsString::from)
        );
        assert_eq!(job.compiler, Some("/usr/bin/cc".into()));
        assert_eq!(job.language, Some(Language::C));
        assert_eq!(job.path(), Path::new("/p/a.c"));
    }

    #[test]
    fn launchers_are_no_compilers() {
        let compiler = |command| job("a.c", command).unwrap().compiler;
        assert_eq!(
            compiler("/usr/bin/ccache distcc clang-19 -c a.c"),
            Some("clang-19".into())
        );
        assert_eq!(compiler("ccache -c a.c"), Some("ccache".into()));
    }

    #[test]
    fn the_language_is_what_the_command_says() {
        let language = |file, command| job(file, command).map(|job| job.language);
        assert_eq!(language("a.txt", "cc -x c -c a.txt"), Ok(Some(Language::C)));
        assert_eq!(
            language("./a.txt", "cc -x c -c sub/../a.txt"),
            Ok(Some(Language::C))
        );
        assert_eq!(
            language("a.f90", "gfortran -c a.f90"),
            Ok(Some(Language::Fortran))
        );
        assert_eq!(
            language("a.c", "cc -x c++ -c a.c"),
            Err(NotAJob::Language("C++"))
        );
        assert_eq!(
            language("a.cpp", "c++ -c a.cpp"),
            Err(NotAJob::Language("C++"))
        );
        assert_eq!(language("a.S", "cc -c a.S"), Err(NotAJob::NoSource));
    }

    #[test]
    fn fortran_modules_are_looked_for_where_the_build_writes_them() {
        let of = |command| job("a.f90", command).unwrap().arguments;
        let expected = ["-I", "mods"].map(OsString::from);
        assert_eq!(of("gfortran -Jmods -c a.f90"), expected);
        assert_eq!(of("gfortran -J mods -c a.f90"), expected);
        assert_eq!(of("flang-new -module-dir mods -c a.f90"), expected);
    }

    #[test]
    fn commands_that_only_read_the_source_are_no_jobs() {
        assert_eq!(
            job("a.c", "cc -E a.c"),
            Err(NotAJob::NoCode(Product::Preprocessed))
        );
        assert_eq!(
            job("a.c", "cc -MM a.c"),
            Err(NotAJob::NoCode(Product::Dependencies))
        );
        assert_eq!(
            job("a.c", "cc -S -emit-llvm a.c").unwrap().arguments,
            ["-w"]
        );
        assert_eq!(
            job("a.c", "cc -fsyntax-only a.c").unwrap().arguments,
            ["-w"]
        );
    }
}
