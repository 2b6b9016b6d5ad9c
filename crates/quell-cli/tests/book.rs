//! Every command in the README and in the book prints the output shown there, a test covers every block of code, and the
//! tables agree with the code.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use quell_cli::exit::TABLE;

use pages::{Block, blocks, matches};
use scratch::{Scratch, text};
use support::unprotected;

#[path = "support/pages.rs"]
mod pages;
#[path = "support/scratch.rs"]
mod scratch;
mod support;

/// Pages with commands of a shell, in blocks marked `console,ignore`, which trycmd does not run, and the directory that they
/// run in a copy of.
const SHELL_PAGES: &[(&str, &str)] = &[
    ("getting-started.md", "examples/first"),
    ("campaigns.md", "examples/first"),
    ("projects.md", "examples/project"),
    ("run.md", "examples"),
    ("own-suite.md", "examples/suite"),
    ("ltest.md", "crates/quell-cli/tests/commands"),
];

/// The commands allowed in blocks marked `sh`: they install and build Quell itself, which happens before any test runs.
const INSTALLATION: &[&str] = &["make build", "make demo", "make test"];

/// Blocks that show a file, and the file.
const FILES: &[(&str, &str, &str)] = &[
    ("getting-started.md", "c", "examples/first/clamp.c"),
    ("getting-started.md", "c", "examples/first/range.c"),
    ("getting-started.md", "json", "examples/first/tests.json"),
    ("configuration.md", "toml", "examples/configured/quell.toml"),
    ("cover.md", "c", "examples/coverage/valve.c"),
    ("cover.md", "toml", "examples/coverage/quell.toml"),
];

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap()
}

/// The README and all pages of the book, by name, with their text.
fn documents() -> Vec<(String, String)> {
    let pages = fs::read_dir(root().join("book/src")).unwrap();
    let paths = pages.map(|page| page.unwrap().path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|of| of == "md");
    let mut paths: Vec<PathBuf> = paths.filter(is_page).collect();
    paths.push(root().join("README.md"));
    paths.sort();
    let named = paths.iter().map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    });
    named.collect()
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join("book/src").join(name)).unwrap()
}

#[test]
fn commands_in_readme_and_book() {
    std::env::set_current_dir(root()).unwrap();
    trycmd::TestCases::new()
        .case("README.md")
        .case("book/src/*.md");
}

#[test]
fn commands_in_getting_started() {
    run_in_a_shell("getting-started.md");
}

#[test]
fn commands_on_files_of_ltest() {
    run_in_a_shell("ltest.md");
}

#[test]
fn commands_that_keep_tests() {
    run_in_a_shell("run.md");
}

#[test]
fn commands_of_campaigns() {
    run_in_a_shell("campaigns.md");
}

#[test]
fn commands_of_projects() {
    run_in_a_shell("projects.md");
}

#[test]
fn commands_for_your_own_suite() {
    run_in_a_shell("own-suite.md");
}

/// Runs the blocks of a page one after the other in a copy of its directory.
fn run_in_a_shell(name: &str) {
    let (_, directory) = SHELL_PAGES.iter().find(|(page, _)| *page == name).unwrap();
    let scratch = Scratch::with("a copy", |copy| copy_files(&root().join(directory), copy));
    let text = page(name);
    let found: Vec<Block<'_>> = blocks(&text).unwrap();
    let mut commands = 0;
    for block in found.iter().filter(|block| block.info == "console,ignore") {
        for (command, expected) in block.commands() {
            let printed = run_shell(&scratch.directory, command);
            let lines: Vec<&str> = printed.lines().collect();
            assert!(
                matches(&expected, &lines),
                "{name}, line {}: $ {command}\n{printed}",
                block.line
            );
            commands += 1;
        }
    }
    assert!(commands > 0, "{name} has no commands");
}

fn copy_files(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copy = to.join(path.file_name().unwrap());
        if path.is_file() {
            fs::copy(&path, copy).unwrap();
        } else if path.is_dir() {
            fs::create_dir_all(&copy).unwrap();
            copy_files(&path, &copy);
        }
    }
}

/// The output of a command, standard output and standard error, without messages about progress.
fn run_shell(directory: &Path, command: &str) -> String {
    let score = [&["quell score"], unprotected()].concat().join(" ");
    let command = command.replace("quell score", &score);
    let binaries = Path::new(env!("CARGO_BIN_EXE_quell")).parent().unwrap();
    let path = format!("{}:{}", binaries.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell
        .current_dir(directory)
        .args(["-c", &format!("{command} 2>&1")])
        .env("PATH", &path)
        .env("LC_ALL", "C")
        .env_remove("QUELL_OPERATORS")
        .env_remove("QUELL_ONLY");
    let printed = text(&shell.output().unwrap());
    let lines = printed.lines();
    let lines = lines.filter(|line| !line.starts_with("quell: progress: "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Text in a block that no test covers could be wrong.
#[test]
fn every_block_is_covered_by_a_test() {
    for (name, text) in documents() {
        for block in blocks(&text).unwrap_or_else(|error| panic!("{name}: {error}")) {
            if let Err(why) = covered(&name, &block) {
                panic!("{name}, line {}: {why}", block.line);
            }
        }
    }
}

fn covered(page: &str, block: &Block<'_>) -> Result<(), String> {
    match block.info {
        "console" => match block.commands().iter().find(|(of, _)| !is_quell(of)) {
            _ if block.commands().is_empty() => Err("a block without a command".to_owned()),
            Some((other, _)) => Err(format!("trycmd runs only `quell`, not {other}")),
            None => Ok(()),
        },
        "console,ignore" if SHELL_PAGES.iter().any(|(shell, _)| *shell == page) => Ok(()),
        "console,ignore" => Err("commands of a shell, and the page is not in SHELL_PAGES".into()),
        "sh" => {
            let commands = block.lines.iter();
            let mut commands = commands.map(|line| line.split('#').next().unwrap_or("").trim());
            let other = commands.find(|of| !INSTALLATION.contains(of) && !of.is_empty());
            other.map_or(Ok(()), |of| Err(format!("{of} is not in INSTALLATION")))
        }
        "c" | "fortran" | "json" | "rust,ignore" | "toml" => match block.commands().is_empty() {
            true => Ok(()),
            false => Err(format!("commands in a block marked {}", block.info)),
        },
        other => Err(format!("no test covers blocks marked `{other}`")),
    }
}

fn is_quell(command: &str) -> bool {
    command.split(' ').next() == Some("quell")
}

#[test]
fn a_block_without_a_test_is_reported() {
    let of = |info: &str, line: &str| {
        let text = format!("```{info}\n{line}\n```\n");
        covered("some.md", &blocks(&text).unwrap()[0])
    };
    assert_eq!(of("console", "$ quell mutants a.c"), Ok(()));
    assert_eq!(of("sh", "make test # comment"), Ok(()));
    assert_eq!(of("c", "int x;"), Ok(()));
    for (info, line) in [
        ("console", "$ make"),
        ("console", "no command"),
        ("console,ignore", "$ quell mutants a.c"),
        ("console,no_run", "$ quell mutants a.c"),
        ("sh", "quell mutants a.c"),
        ("text", "$ quell mutants a.c"),
        ("c", "$ quell mutants a.c"),
        ("", "$ quell mutants a.c"),
    ] {
        assert!(of(info, line).is_err(), "{info}: {line}");
    }
    for text in ["  ```console\n  $ quell\n  ```\n", "```console\n$ quell\n"] {
        assert!(blocks(text).is_err(), "{text}");
    }
}

#[test]
fn files_in_the_book() {
    for (name, info, file) in FILES {
        let text = page(name);
        let content = fs::read_to_string(root().join(file)).unwrap();
        let shown = blocks(&text).unwrap();
        let mut shown = shown.iter().filter(|block| block.info == *info);
        assert!(
            shown.any(|block| block.lines.join("\n") == content.trim_end()),
            "{name} does not show {file}"
        );
    }
}

/// The rows are those of the code, in its order.
#[test]
fn exit_codes_in_the_book() {
    let page = page("exit-codes.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).collect();
    let expected = TABLE
        .iter()
        .map(|(_, code, meaning)| format!("| {code} | {meaning} |"));
    let expected: Vec<String> = expected.collect();
    assert_eq!(rows[1..], expected, "the table of book/src/exit-codes.md");
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = page("SUMMARY.md");
    for (name, _) in documents() {
        let listed = summary.contains(&format!("({name})"));
        assert!(
            listed || name == "SUMMARY.md" || name == "README.md",
            "{name} is not in SUMMARY.md"
        );
    }
}
