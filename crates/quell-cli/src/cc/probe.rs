//! Probes of build systems: small programs that are compiled to learn about the compiler.
//!
//! Mutants in them would be of no use, and what a probe tells must not depend on Quell.

use std::path::{Component, Path};

/// Names of probes.
const FILES: &[&str] = &[
    // Autoconf
    "conftest.c",
    // CMake and Meson
    "CMakeCCompilerId.c",
    "CMakeCCompilerABI.c",
    "testCCompiler.c",
    "CheckSymbolExists.c",
    "CheckFunctionExists.c",
    "CheckIncludeFile.c",
    "sanitycheckc.c",
];

/// Directories that only probes are in.
const DIRECTORIES: &[&str] = &["CMakeTmp", "CMakeScratch", "meson-private"];

/// Whether the source is a probe. `directory` is where the compiler runs.
pub fn is_probe(source: &Path, directory: &Path) -> bool {
    let whole = directory.join(source);
    let parts = whole.components().filter_map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    let name = source.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| FILES.contains(&name))
        || parts.into_iter().any(|part| DIRECTORIES.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_are_known_by_name_and_place() {
        let probe =
            |source: &str, directory: &str| is_probe(Path::new(source), Path::new(directory));
        assert!(probe("conftest.c", "/p"));
        assert!(probe(
            "src.c",
            "/p/build/CMakeFiles/CMakeScratch/TryCompile-x"
        ));
        assert!(probe("/p/build/meson-private/tmp1/testfile.c", "/q"));
        assert!(!probe("src/config.c", "/p/CMake"));
    }
}
