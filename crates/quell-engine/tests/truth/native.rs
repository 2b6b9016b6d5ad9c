//! The labels that are marked in a file, and which inputs cover them natively. No code of Quell takes part in that.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A label as its mark names it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Key {
    pub function: String,
    pub criterion: String,
    /// Zero for what has no line of its own: functions, parts of inputs and definitions.
    pub line: u32,
    pub text: String,
}

/// What is known of a mark.
#[derive(Clone, Debug, Default)]
pub struct Marked {
    /// The inputs that cover it, packed into numbers.
    pub covering: BTreeSet<u64>,
    /// Of a pair of tests, the vectors of both, for each of its alternatives.
    pub pairs: Vec<[String; 2]>,
}

/// The file without its marks, in a folder.
pub fn plain(path: &Path, directory: &Path) -> PathBuf {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| match is_mark(line) {
        true => "\n".to_owned(),
        false => format!("{}\n", without_marks(line, |_| String::new())),
    });
    let plain = directory.join(path.file_name().unwrap());
    std::fs::write(&plain, lines.collect::<String>()).unwrap();
    plain
}

fn is_mark(line: &str) -> bool {
    line.trim_start().starts_with("//@")
}

/// A line with something in the place of each mark in it.
fn without_marks(line: &str, with: impl Fn(&str) -> String) -> String {
    let (mut left, mut rest) = (String::new(), line);
    while let Some((before, mark)) = rest.split_once("/*@ ") {
        let (mark, after) = mark.split_once(" */").expect("the end of a mark");
        left += &(before.to_owned() + &with(mark));
        rest = after.trim_start();
    }
    left + rest
}

/// The program with the marks as code. Marks on lines of their own belong to the next line.
fn program(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (mut program, mut is_continued) = (String::new(), false);
    for (number, line) in lines.iter().enumerate() {
        let next = lines[number..].iter().position(|line| !is_mark(line));
        if !is_continued {
            program += &format!("#line {}\n", number + next.unwrap_or(0) + 1);
        }
        let code = match line.trim_start().strip_prefix("//@") {
            Some(code) => code.to_owned(),
            None => without_marks(line, |mark| format!("{mark} ")),
        };
        is_continued = code.ends_with('\\');
        program += &format!("{code}\n");
    }
    program
}

/// All marks of a file after runs on all inputs. Undefined behaviour traps.
pub fn marks(path: &Path, directory: &Path) -> BTreeMap<Key, Marked> {
    let text = std::fs::read_to_string(path).unwrap();
    let (source, binary) = (directory.join("marked.c"), directory.join("marked"));
    std::fs::write(&source, program(&text)).unwrap();
    let mut clang = Command::new("clang-19");
    clang.args(["-w", "-O1", "-fsanitize-trap=all"]);
    clang.arg("-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,bounds,null");
    clang.arg("-I").arg(path.parent().unwrap());
    let status = clang.arg(&source).arg("-o").arg(&binary).status();
    assert!(status.unwrap().success());
    let printed = Command::new(binary).output().unwrap();
    let errors = String::from_utf8_lossy(&printed.stderr);
    assert!(printed.status.success(), "{errors}");
    let mut found: BTreeMap<Key, Marked> = BTreeMap::new();
    for line in String::from_utf8(printed.stdout).unwrap().lines() {
        let (key, marked) = mark(line);
        let known = found.entry(key).or_default();
        known.covering.extend(marked.covering);
        known.pairs.extend(marked.pairs);
    }
    found
}

/// A line that the program prints.
fn mark(line: &str) -> (Key, Marked) {
    let fields: Vec<&str> = line.split('\t').collect();
    let [function, criterion, line, text, pairs, covering] = fields[..] else {
        panic!("{line}");
    };
    let ranges = covering.split_whitespace().flat_map(|range| {
        let (first, last) = range.split_once('-').unwrap();
        first.parse::<u64>().unwrap()..=last.parse().unwrap()
    });
    let pairs = pairs.split(", ").filter_map(|pair| pair.split_once(' '));
    let key = Key {
        function: function.to_owned(),
        criterion: criterion.to_owned(),
        line: line.parse().unwrap(),
        text: text.to_owned(),
    };
    let marked = Marked {
        covering: ranges.collect(),
        pairs: pairs.map(|(a, b)| [a.to_owned(), b.to_owned()]).collect(),
    };
    (key, marked)
}
