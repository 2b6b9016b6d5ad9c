//! Finds Bitwuzla, or builds it once per machine: the library is kept in the user's cache directory, where other clones
//! find it.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The version whose interface `src/raw.rs` declares; others differ.
const VERSION: &str = "0.8.0";

/// The files that determine the result of a build, besides the compiler.
const INPUTS: [&str; 4] = ["build", "cadical.meson", "Cargo.lock", "Cargo.toml"];

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=vendor");
    println!("cargo::rerun-if-env-changed=XDG_CACHE_HOME");
    println!("cargo::rerun-if-env-changed=PKG_CONFIG_PATH");
    if link_with_library_of_the_system() {
        return ExitCode::SUCCESS;
    }
    match built_library() {
        Ok(directory) => {
            link_with_library_in(&directory);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn link_with_library_of_the_system() -> bool {
    let asked = Command::new("pkg-config")
        .args(["--libs", &format!("bitwuzla = {VERSION}")])
        .output();
    let Some(output) = asked.ok().filter(|output| output.status.success()) else {
        return false;
    };
    for flag in String::from_utf8_lossy(&output.stdout).split_whitespace() {
        match flag.split_at_checked(2) {
            Some(("-L", directory)) => println!("cargo::rustc-link-search=native={directory}"),
            Some(("-l", library)) => println!("cargo::rustc-link-lib={library}"),
            _ => {}
        }
    }
    println!("cargo::rustc-link-lib=stdc++");
    true
}

/// The directory with the library, which is built unless it exists.
fn built_library() -> Result<PathBuf, String> {
    let sources = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("vendor");
    let key =
        key(&sources).map_err(|error| format!("cannot read {}: {error}", sources.display()))?;
    let directory = cache()?.join(format!("bitwuzla-{VERSION}-{key:016x}"));
    if !directory.join("libbitwuzla.a").exists() {
        build(&sources, &directory)?;
    }
    Ok(directory)
}

fn key(sources: &Path) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    env::var("TARGET").unwrap_or_default().hash(&mut hasher);
    for name in INPUTS {
        fs::read(sources.join(name))?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}

fn cache() -> Result<PathBuf, String> {
    let absolute = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let cache = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
    match cache {
        Some(cache) => Ok(cache.join("quell")),
        None => variable("OUT_DIR").map(PathBuf::from),
    }
}

fn build(sources: &Path, directory: &Path) -> Result<(), String> {
    let script = sources.join("build");
    let status = Command::new("sh")
        .arg(&script)
        .args([directory.as_os_str(), variable("CARGO")?.as_ref()])
        .status()
        .map_err(|error| format!("cannot run {}: {error}", script.display()))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} failed", script.display()))
    }
}

fn link_with_library_in(directory: &Path) {
    let directory = directory.display();
    println!("cargo::rerun-if-changed={directory}/libbitwuzla.a");
    println!("cargo::rustc-link-search=native={directory}");
    println!("cargo::rustc-link-lib=static=bitwuzla");
    println!("cargo::rustc-link-lib=stdc++");
    println!("cargo::rustc-link-lib=gmp");
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|error| format!("{name}: {error}"))
}
