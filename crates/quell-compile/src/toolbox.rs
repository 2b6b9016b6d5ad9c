//! Finding the installed compilers.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::run::Invocation;
use crate::{CompileError, Language};

/// The first LLVM whose IR has opaque pointers throughout.
pub(crate) const OLDEST_LLVM: u32 = 15;
/// The newest LLVM that is searched for under a versioned name.
const NEWEST_LLVM: u32 = 29;
/// The LLVM that Quell is tested most with.
const PREFERRED_LLVM: u32 = 19;

/// Where compilers are searched for, and which ones the user has chosen.
#[derive(Clone, Debug, Default)]
pub struct Toolbox {
    search_path: Vec<PathBuf>,
    chosen_clang: Option<OsString>,
    chosen_flang: Option<OsString>,
    chosen_rustc: Option<OsString>,
}

/// The names of the compilers of one language, and how to install one.
struct Family {
    language: Language,
    variable: &'static str,
    /// Stems of names with an LLVM version, as `clang-` of `clang-19`.
    versioned: &'static [&'static str],
    plain: &'static [&'static str],
    how_to_get: &'static str,
}

const CLANG: Family = Family {
    language: Language::C,
    variable: "QUELL_CC",
    versioned: &["clang-"],
    plain: &["clang"],
    how_to_get: "install clang 15 or newer (on Debian: apt-get install clang-19), or name one in QUELL_CC",
};

const FLANG: Family = Family {
    language: Language::Fortran,
    variable: "QUELL_FC",
    versioned: &["flang-new-", "flang-"],
    plain: &["flang-new", "flang"],
    how_to_get: "install LLVM's flang (on Debian: apt-get install flang-19), or name one in QUELL_FC",
};

const RUSTC: Family = Family {
    language: Language::Rust,
    variable: "QUELL_RUSTC",
    versioned: &[],
    plain: &["rustc"],
    how_to_get: "install Rust with rustup, or name a rustc in QUELL_RUSTC",
};

impl Toolbox {
    /// Searches `PATH`; `QUELL_CC`, `QUELL_FC` and `QUELL_RUSTC` choose compilers.
    pub fn from_env() -> Toolbox {
        let path = env::var_os("PATH").unwrap_or_default();
        Toolbox {
            search_path: env::split_paths(&path).collect(),
            chosen_clang: chosen(&CLANG),
            chosen_flang: chosen(&FLANG),
            chosen_rustc: chosen(&RUSTC),
        }
    }

    /// Searches these directories only.
    pub fn with_path(directories: impl IntoIterator<Item = PathBuf>) -> Toolbox {
        Toolbox {
            search_path: directories.into_iter().collect(),
            ..Toolbox::default()
        }
    }

    /// Chooses the C compiler.
    pub fn with_clang(mut self, command: impl Into<OsString>) -> Toolbox {
        self.chosen_clang = Some(command.into());
        self
    }

    /// Chooses the Fortran compiler.
    pub fn with_flang(mut self, command: impl Into<OsString>) -> Toolbox {
        self.chosen_flang = Some(command.into());
        self
    }

    /// Chooses the Rust compiler.
    pub fn with_rustc(mut self, command: impl Into<OsString>) -> Toolbox {
        self.chosen_rustc = Some(command.into());
        self
    }

    /// The same toolbox with the compiler of a build, if it is a compiler of the language whose IR Quell reads. A compiler
    /// that the user has chosen stays.
    pub fn preferring(&self, language: Language, compiler: &OsStr) -> Toolbox {
        let mut tools = self.clone();
        let (family, chosen) = match language {
            Language::C => (&CLANG, &mut tools.chosen_clang),
            Language::Fortran => (&FLANG, &mut tools.chosen_flang),
            Language::Rust => (&RUSTC, &mut tools.chosen_rustc),
            Language::LlvmText | Language::LlvmBitcode => return tools,
        };
        let found = self.find_chosen(&compiler.to_owned());
        let found = found.filter(|program| family.has_name_of(program));
        let is_usable = |program: &PathBuf| {
            if family.versioned.is_empty() {
                true
            } else {
                family.check_version(program.clone()).is_ok()
            }
        };
        if chosen.is_none()
            && let Some(program) = found.filter(is_usable)
        {
            *chosen = Some(program.into_os_string());
        }
        tools
    }

    /// A clang whose IR Quell reads.
    pub fn clang(&self) -> Result<PathBuf, CompileError> {
        self.llvm_compiler(&CLANG, self.chosen_clang.as_ref())
    }

    /// A flang whose IR Quell reads.
    pub fn flang(&self) -> Result<PathBuf, CompileError> {
        self.llvm_compiler(&FLANG, self.chosen_flang.as_ref())
    }

    /// The Rust compiler.
    pub fn rustc(&self) -> Result<PathBuf, CompileError> {
        match &self.chosen_rustc {
            Some(command) => self.find_chosen(command),
            None => self.find_any(&RUSTC.plain_names()),
        }
        .ok_or_else(|| RUSTC.missing(self.chosen_rustc.as_ref()))
    }

    /// Every installed `llvm-dis`, newest first.
    pub fn disassemblers(&self) -> Vec<PathBuf> {
        let versioned = (OLDEST_LLVM..=NEWEST_LLVM)
            .rev()
            .map(|version| format!("llvm-dis-{version}"));
        versioned
            .chain(["llvm-dis".to_string()])
            .filter_map(|name| self.find(&name))
            .collect()
    }

    fn llvm_compiler(
        &self,
        family: &Family,
        chosen: Option<&OsString>,
    ) -> Result<PathBuf, CompileError> {
        if let Some(command) = chosen {
            let found = self.find_chosen(command);
            return family.check_version(found.ok_or_else(|| family.missing(chosen))?);
        }
        if let Some(found) = self.find_any(&family.versioned_names()) {
            return Ok(found);
        }
        let found = self.find_any(&family.plain_names());
        family.check_version(found.ok_or_else(|| family.missing(None))?)
    }

    /// Resolves a command as a shell does: with a directory in it, it is a path; otherwise it is searched for.
    fn find_chosen(&self, command: &OsString) -> Option<PathBuf> {
        let path = Path::new(command);
        if path.components().count() > 1 {
            is_executable(path).then(|| path.to_path_buf())
        } else {
            self.find(command)
        }
    }

    fn find_any(&self, names: &[String]) -> Option<PathBuf> {
        names.iter().find_map(|name| self.find(name))
    }

    fn find(&self, name: impl AsRef<Path>) -> Option<PathBuf> {
        self.search_path
            .iter()
            .map(|directory| directory.join(name.as_ref()))
            .find(|candidate| is_executable(candidate))
    }
}

impl Family {
    /// The preferred version, then older ones, then newer ones.
    fn versioned_names(&self) -> Vec<String> {
        let older = (OLDEST_LLVM..=PREFERRED_LLVM).rev();
        older
            .chain(PREFERRED_LLVM + 1..=NEWEST_LLVM)
            .flat_map(|version| {
                self.versioned
                    .iter()
                    .map(move |stem| format!("{stem}{version}"))
            })
            .collect()
    }

    /// Whether the program has a name of the compilers of this family.
    fn has_name_of(&self, program: &Path) -> bool {
        let name = program.file_name().and_then(OsStr::to_str).unwrap_or("");
        let is_version = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
        let mut versioned = self.versioned.iter();
        self.plain.contains(&name)
            || versioned.any(|stem| name.strip_prefix(stem).is_some_and(is_version))
    }

    fn plain_names(&self) -> Vec<String> {
        self.plain.iter().map(ToString::to_string).collect()
    }

    fn missing(&self, chosen: Option<&OsString>) -> CompileError {
        let tried = match chosen {
            Some(command) => vec![format!(
                "{} (from {})",
                command.to_string_lossy(),
                self.variable
            )],
            None => self
                .versioned
                .iter()
                .map(|stem| format!("{stem}{OLDEST_LLVM} to {stem}{NEWEST_LLVM}"))
                .chain(self.plain_names())
                .collect(),
        };
        CompileError::MissingCompiler {
            language: self.language,
            tried,
            how_to_get: self.how_to_get.to_string(),
        }
    }

    /// Checks the version that a compiler reports, for names without a version.
    fn check_version(&self, program: PathBuf) -> Result<PathBuf, CompileError> {
        let output = Invocation::new(&program).arg("--version").output()?;
        let banner = String::from_utf8_lossy(&output.stdout).into_owned();
        match llvm_version(&banner, self.plain) {
            Some(version) if version >= OLDEST_LLVM => Ok(program),
            _ => Err(CompileError::UnsupportedCompilerVersion {
                compiler: program.display().to_string(),
                found: found_version(&banner),
                needed: format!(
                    "Quell reads the IR of {} {OLDEST_LLVM} or newer",
                    self.plain[0]
                ),
                how_to_get: self.how_to_get.to_string(),
            }),
        }
    }
}

fn chosen(family: &Family) -> Option<OsString> {
    env::var_os(family.variable).filter(|command| !command.is_empty())
}

fn found_version(banner: &str) -> String {
    match banner.lines().next().map(str::trim) {
        Some(line) if !line.is_empty() => format!("\"{line}\""),
        _ => "a program that does not report its version".to_string(),
    }
}

/// The major version in a line like `Debian clang version 19.1.7 (3)`.
fn llvm_version(banner: &str, names: &[&str]) -> Option<u32> {
    let words: Vec<&str> = banner.lines().next()?.split_whitespace().collect();
    words.windows(3).find_map(|window| {
        let is_compiler = names.contains(&window[0]) && window[1] == "version";
        let digits = window[2].split(|c: char| !c.is_ascii_digit()).next()?;
        is_compiler.then(|| digits.parse().ok()).flatten()
    })
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_banners() {
        let clang = CLANG.plain;
        let cases = [
            (
                "Debian clang version 19.1.7 (3~deb12u1)\nTarget: x",
                Some(19),
            ),
            ("clang version 22.0.0git", Some(22)),
            ("Apple clang version 14.0.0", Some(14)),
            ("gcc (Debian 12.2.0-14) 12.2.0", None),
            ("clang version unknown", None),
            ("clang version", None),
            ("", None),
        ];
        for (banner, expected) in cases {
            assert_eq!(llvm_version(banner, clang), expected, "{banner}");
        }
        let flang = "Debian flang-new version 19.1.7 (3~deb12u1)";
        assert_eq!(llvm_version(flang, FLANG.plain), Some(19));
    }

    #[test]
    fn the_preferred_version_comes_first_and_old_before_new() {
        let names = CLANG.versioned_names();
        assert_eq!(names[0], "clang-19");
        assert_eq!(names[4], "clang-15");
        assert_eq!(names[5], "clang-20");
        assert_eq!(FLANG.versioned_names()[..2], ["flang-new-19", "flang-19"]);
    }

    #[test]
    fn compilers_are_known_by_their_names() {
        for (name, expected) in [
            ("/usr/bin/clang", true),
            ("clang-17", true),
            ("gcc", false),
            ("clang++", false),
            ("clang-tidy", false),
            ("cc", false),
        ] {
            assert_eq!(CLANG.has_name_of(Path::new(name)), expected, "{name}");
        }
        let chosen = Toolbox::default().with_clang("mine");
        let same = chosen.preferring(Language::C, OsStr::new("clang"));
        assert_eq!(same.chosen_clang, Some("mine".into()));
    }
}
