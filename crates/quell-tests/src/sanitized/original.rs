//! Compiles the source file with sanitizers.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use quell_compile::Toolbox;
use quell_ir::{GlobalRef, Module};

use super::Subject;
use crate::{Failure, root};

/// The sanitizers. Unsigned overflow and division of floats by zero are defined and so not checked.
const SANITIZERS: &str = "-fsanitize=undefined,bounds,pointer-compare,pointer-subtract,address";
/// The options with which Quell compiles, and those that make reports readable and end a run at the first
/// report.
const FLAGS: &[&str] = &[
    "-g",
    "-O0",
    "-w",
    "-D__QUELL__=1",
    "-fno-sanitize-recover=all",
    "-fno-pie",
    // Distinguishes the traps of the sanitizer from those of the program.
    "-mllvm",
    "-bounds-checking-unique-traps",
];
/// The prefix of all symbols that the original defines, so that they do not replace functions of libraries or
/// sanitizers.
const PREFIX: &str = "quell.original.";

/// An object file, and the names of the module's definitions in it.
#[derive(Debug)]
pub struct Object {
    pub path: PathBuf,
    names: BTreeMap<String, String>,
}

impl Object {
    /// The name of a symbol of the module, if the object file defines it.
    pub fn name(&self, symbol: &str) -> Option<&str> {
        self.names.get(symbol).map(String::as_str)
    }
}

/// Compiles a file. All symbols that it defines are renamed and made global.
pub fn compile(subject: &Subject, module: &Module, scratch: &Path) -> Result<Object, Failure> {
    let compiled = scratch.join("original.o");
    let clang = Toolbox::from_env().clang().map_err(|e| e.to_string())?;
    let mut command = Command::new(clang);
    command
        .args(FLAGS)
        .args(&subject.flags)
        .arg(SANITIZERS)
        .arg("-idirafter")
        .arg(root().join("crates/quell-compile/include"))
        .args(["-x", "c", "-c"])
        .arg(&subject.path)
        .arg("-o")
        .arg(&compiled);
    succeed(&mut command)?;
    let defined = defined_symbols(&compiled)?;
    let wanted = module
        .names
        .iter()
        .filter(|(_, thing)| is_defined(module, **thing));
    let names: BTreeMap<String, String> = wanted
        .map(|(name, _)| module.text(*name).to_owned())
        .filter(|name| defined.contains(name))
        .map(|name| (name.clone(), format!("{PREFIX}{name}")))
        .collect();
    let path = scratch.join("renamed.o");
    rename(&compiled, &path, &names, scratch)?;
    Ok(Object { path, names })
}

fn is_defined(module: &Module, thing: GlobalRef) -> bool {
    match thing {
        GlobalRef::Func(id) => !module.functions[id].is_declaration(),
        GlobalRef::Var(id) => module.globals[id].init.is_some(),
        GlobalRef::Alias(_) => true,
    }
}

fn rename(
    from: &Path,
    to: &Path,
    names: &BTreeMap<String, String>,
    scratch: &Path,
) -> Result<(), Failure> {
    let pairs: String = names
        .iter()
        .map(|(old, new)| format!("{old} {new}\n"))
        .collect();
    let news: String = names.values().map(|new| format!("{new}\n")).collect();
    let [list, global] = ["renamed", "global"].map(|name| scratch.join(name));
    fs::write(&list, pairs).map_err(|error| error.to_string())?;
    fs::write(&global, news).map_err(|error| error.to_string())?;
    let renamed = scratch.join("local.o");
    let option = |name: &str, file: &Path| format!("{name}={}", file.display());
    let mut command = Command::new("llvm-objcopy-19");
    command
        .arg(option("--redefine-syms", &list))
        .args([from, &renamed]);
    succeed(&mut command)?;
    let mut command = Command::new("llvm-objcopy-19");
    command
        .arg(option("--globalize-symbols", &global))
        .args([&renamed, to]);
    succeed(&mut command)
}

fn defined_symbols(object: &Path) -> Result<Vec<String>, Failure> {
    let output = Command::new("llvm-nm-19")
        .args(["--defined-only", "--format=just-symbols"])
        .arg(object)
        .output();
    let output = output.map_err(|error| format!("llvm-nm-19: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().map(str::to_owned).collect())
}

/// Runs a tool that must succeed.
pub fn succeed(command: &mut Command) -> Result<(), Failure> {
    let output = command.output();
    let output = output.map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!(
            "{command:?}\n{}",
            String::from_utf8_lossy(&output.stderr)
        ))
    }
}
