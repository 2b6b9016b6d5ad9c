//! From the prepared module to the harness, an executable.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use quell_compile::{OptLevel, Toolbox};

use crate::NativeError;
use crate::cache::{Cache, write};
use crate::missing::Missing;
use crate::tool;

/// The harness around the module, in C. The last file ends the shared section: see `observe.c`.
const SOURCES: &[(&str, &str)] = &[
    ("harness.h", include_str!("../runtime/harness.h")),
    ("confine.c", include_str!("../runtime/confine.c")),
    ("files.c", include_str!("../runtime/files.c")),
    ("heap.c", include_str!("../runtime/heap.c")),
    ("job.c", include_str!("../runtime/job.c")),
    ("main.c", include_str!("../runtime/main.c")),
    ("outside.c", include_str!("../runtime/outside.c")),
    ("pipes.c", include_str!("../runtime/pipes.c")),
    ("place.c", include_str!("../runtime/place.c")),
    ("reach.c", include_str!("../runtime/reach.c")),
    ("run.c", include_str!("../runtime/run.c")),
    ("streams.c", include_str!("../runtime/streams.c")),
    ("sweep.c", include_str!("../runtime/sweep.c")),
    ("observe.c", include_str!("../runtime/observe.c")),
];

const RUNTIME_FLAGS: &[&str] = &["-O2", "-D_GNU_SOURCE", "-fno-pie", "-fno-builtin", "-c"];
// Without builtins no call of `malloc` in `calloc` becomes one of `calloc`.
const MODULE_FLAGS: &[&str] = &[
    "-fno-pie",
    "-Wno-override-module",
    "-Wno-unused-command-line-argument",
    "-c",
    "-x",
    "ir",
    "module.ll",
];
/// The C code that goes with the module, and the name of that of most modules: it is compiled with the harness.
const BESIDE: &str = "beside.c";
const USUAL: &str = "usual.c";
/// Fixed addresses everywhere, and a process that is quick to fork.
const LINK_FLAGS: &[&str] = &[
    "-static",
    "-no-pie",
    "-fno-pie",
    "-Wl,-z,noseparate-code,-z,norelro",
    "-Wno-unused-command-line-argument",
];

/// Why linking failed.
pub enum LinkFailure {
    Undefined(BTreeSet<String>),
    Other(NativeError),
}

impl From<NativeError> for LinkFailure {
    fn from(error: NativeError) -> Self {
        Self::Other(error)
    }
}

/// Builds harnesses with one compiler.
#[derive(Debug)]
pub struct Linker {
    clang: PathBuf,
    /// For the part that all harnesses share.
    kept: Cache,
    cache: Cache,
    level: OptLevel,
    /// Last on the command line.
    libraries: Vec<String>,
    /// The code that goes with most modules.
    usual: String,
}

impl Linker {
    pub fn new(
        tools: &Toolbox,
        kept: Cache,
        cache: Cache,
        level: OptLevel,
        libraries: Vec<String>,
    ) -> Result<Self, NativeError> {
        Ok(Self {
            clang: tools.clang()?,
            kept,
            cache,
            level,
            libraries,
            usual: Missing::default().source(),
        })
    }

    /// The path of the executable, from a module and C code that goes with it.
    pub fn link(&self, module: &str, beside: &str) -> Result<PathBuf, LinkFailure> {
        let runtime = self.runtime()?;
        let object = self.compile(module)?;
        let compiler = self.clang.to_string_lossy();
        let names = [&runtime, &object].map(|path| path.to_string_lossy().into_owned());
        let mut ingredients = vec![beside, &compiler, &names[0], &names[1]];
        ingredients.extend(LINK_FLAGS);
        ingredients.extend(self.libraries.iter().map(String::as_str));
        let mut undefined = BTreeSet::new();
        let made = self.cache.entry(&ingredients, |directory| {
            let beside = match beside == self.usual {
                true => runtime.join(object_of(USUAL)),
                false => {
                    write(&directory.join(BESIDE), beside)?;
                    PathBuf::from(BESIDE)
                }
            };
            let mut command = self.command(&[&object, &beside], directory, &runtime);
            let output = tool::run(&mut command, directory)?;
            match output.success {
                true => Ok(()),
                false => {
                    undefined = undefined_symbols(&output.messages);
                    Err(tool::failure(&command, &output.messages))
                }
            }
        });
        match made {
            Ok(directory) => Ok(directory.join("harness")),
            Err(_) if !undefined.is_empty() => Err(LinkFailure::Undefined(undefined)),
            Err(error) => Err(error.into()),
        }
    }

    /// The object made from the module: it may have to be linked more than once.
    fn compile(&self, module: &str) -> Result<PathBuf, NativeError> {
        let compiler = self.clang.to_string_lossy();
        let level = self.level.flag();
        let mut ingredients = vec![module, &compiler, &level];
        ingredients.extend(MODULE_FLAGS);
        let made = self.cache.entry(&ingredients, |directory| {
            write(&directory.join("module.ll"), module)?;
            let mut command = Command::new(&self.clang);
            command.arg(&level).args(MODULE_FLAGS);
            tool::run_successfully(&mut command, directory).map(drop)
        })?;
        Ok(made.join("module.o"))
    }

    fn command(&self, own: &[&Path], directory: &Path, runtime: &Path) -> Command {
        let names = SOURCES.iter().map(|(name, _)| *name);
        let objects = names.filter(|name| name.ends_with(".c")).map(object_of);
        let mut command = Command::new(&self.clang);
        command
            .args(LINK_FLAGS)
            .args(own)
            .args(objects.map(|name| runtime.join(name)))
            .args(&self.libraries)
            .args(["-lm", "-o"])
            .arg(directory.join("harness"));
        command
    }

    /// The directory with the compiled files of the harness.
    fn runtime(&self) -> Result<PathBuf, NativeError> {
        let compiler = tool::identity(&self.clang);
        let mut ingredients: Vec<&str> = vec![&compiler];
        ingredients.extend(RUNTIME_FLAGS);
        ingredients.extend(SOURCES.iter().flat_map(|(name, text)| [*name, *text]));
        ingredients.push(&self.usual);
        self.kept.entry(&ingredients, |directory| {
            for (name, text) in SOURCES {
                write(&directory.join(name), text)?;
            }
            write(&directory.join(USUAL), &self.usual)?;
            let names = SOURCES.iter().map(|(name, _)| *name);
            let mut command = Command::new(&self.clang);
            command
                .args(RUNTIME_FLAGS)
                .args(names.filter(|name| name.ends_with(".c")))
                .arg(USUAL);
            tool::run_successfully(&mut command, directory).map(drop)
        })
    }
}

fn object_of(source: &str) -> String {
    format!("{}.o", source.trim_end_matches(".c"))
}

/// Undefined symbols in the messages of GNU ld and of lld.
fn undefined_symbols(messages: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in messages.lines() {
        let gnu = line.split_once("undefined reference to `");
        let lld = line.split_once("undefined symbol: ");
        let name = gnu
            .and_then(|(_, rest)| rest.split('\'').next())
            .or_else(|| lld.and_then(|(_, rest)| rest.split_whitespace().next()));
        found.extend(name.map(str::to_owned));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undefined_names_are_read_from_both_linkers() {
        let messages = "a.o: in function `f':\n(.text+0x1): undefined reference to `g'\n\
                        ld.lld: error: undefined symbol: h\nwarning: something else\n";
        let names: Vec<_> = undefined_symbols(messages).into_iter().collect();
        assert_eq!(names, ["g", "h"]);
    }
}
