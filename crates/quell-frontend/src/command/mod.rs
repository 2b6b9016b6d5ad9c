//! Command lines of C compilers, taken apart.
//!
//! * [`options`]: the one table of options. [`effects`]: what single options do to the IR.
//! * [`response`]: files that stand for words of the command line.

pub mod effects;
pub mod options;
pub mod response;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use self::options::{Place, Product, Role, meaning};

/// A word, with the word that is its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub words: Vec<OsString>,
    pub what: What,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    Option(Role),
    Input(Input),
}

/// A file to work on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub path: PathBuf,
    /// The language given by `-x`.
    pub language: Option<OsString>,
}

/// What the compiler reads a file as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    C,
    /// A source of a kind that gets no mutants.
    Other(&'static str),
    /// An object, a library, assembly: no source.
    NoSource,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandLine {
    pub items: Vec<Item>,
    pub object_only: bool,
    pub output: Option<PathBuf>,
    /// The last `-O`, without the dash.
    pub level: Option<String>,
    pub module_directories: Vec<OsString>,
}

impl CommandLine {
    /// Reads what follows the name of the compiler.
    pub fn parse(args: &[OsString]) -> Self {
        Self::parse_in(None, args)
    }

    /// The same for a compiler that runs in another directory.
    pub fn parse_in(directory: Option<&Path>, args: &[OsString]) -> Self {
        let mut parser = Parser::default();
        let mut words = response::expand(directory, args).into_iter();
        while let Some(word) = words.next() {
            parser.word(word, &mut words);
        }
        parser.line
    }

    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.items.iter().filter_map(|item| match &item.what {
            What::Input(input) => Some(input),
            What::Option(_) => None,
        })
    }

    /// What the compiler is asked for instead of an object or a program.
    pub fn early_end(&self) -> Option<Product> {
        self.items.iter().find_map(|item| match item.what {
            What::Option(Role::Early(product)) => Some(product),
            _ => None,
        })
    }

    /// The options with one of these roles, in their order.
    pub fn options(&self, roles: &[Role]) -> Vec<OsString> {
        let wanted = |what: &What| matches!(what, What::Option(role) if roles.contains(role));
        let items = self.items.iter().filter(|item| wanted(&item.what));
        items.flat_map(|item| item.words.iter().cloned()).collect()
    }

    /// Where the object of a source goes with `-c`.
    pub fn object_of(&self, source: &Path) -> PathBuf {
        let by_default = || {
            let name = source.file_name().unwrap_or(OsStr::new("a"));
            Path::new(name).with_extension("o")
        };
        self.output.clone().unwrap_or_else(by_default)
    }

    /// Where the program goes.
    pub fn program(&self) -> PathBuf {
        let output = self.output.clone();
        output.unwrap_or_else(|| PathBuf::from("a.out"))
    }

    /// The level for code with mutants: what was asked for, but at least 1.
    pub fn code_level(&self) -> &'static str {
        match self.level.as_deref() {
            Some("2") => "-O2",
            Some("3" | "4" | "fast") => "-O3",
            Some("s") => "-Os",
            Some("z") => "-Oz",
            _ => "-O1",
        }
    }
}

#[derive(Debug, Default)]
struct Parser {
    line: CommandLine,
    language: Option<OsString>,
    only_inputs: bool,
}

impl Parser {
    fn word(&mut self, word: OsString, rest: &mut impl Iterator<Item = OsString>) {
        if !self.only_inputs && word == "--" {
            self.only_inputs = true;
            return;
        }
        let found = match self.only_inputs {
            true => None,
            false => meaning(&word),
        };
        let Some(found) = found else {
            return self.input(word);
        };
        let (value, next) = match found.value {
            Place::Nowhere => (None, None),
            Place::Here(value) => (Some(value.to_owned()), None),
            Place::NextWord => {
                let next = rest.next();
                (next.clone(), next)
            }
        };
        let role = found.role;
        self.option(role, value);
        self.line.items.push(Item {
            words: [Some(word), next].into_iter().flatten().collect(),
            what: What::Option(role),
        });
    }

    fn option(&mut self, role: Role, value: Option<OsString>) {
        match role {
            Role::ObjectOnly => self.line.object_only = true,
            Role::Output => self.line.output = value.map(PathBuf::from),
            Role::Language => self.language = value.filter(|name| name != "none"),
            Role::Level => {
                self.line.level = value.map(|value| value.to_string_lossy().into_owned());
            }
            Role::ModuleDirectory => self.line.module_directories.extend(value),
            _ => {}
        }
    }

    fn input(&mut self, word: OsString) {
        let input = Input {
            path: PathBuf::from(&word),
            language: self.language.clone(),
        };
        self.line.items.push(Item {
            words: vec![word],
            what: What::Input(input),
        });
    }
}

/// Extensions and names for `-x` of sources.
const KINDS: &[(&str, Kind)] = &[
    ("c", Kind::C),
    ("i", Kind::Other("preprocessed source")),
    ("cpp-output", Kind::Other("preprocessed source")),
    ("c++", Kind::Other("C++")),
    ("cc", Kind::Other("C++")),
    ("cp", Kind::Other("C++")),
    ("cpp", Kind::Other("C++")),
    ("cxx", Kind::Other("C++")),
    ("C", Kind::Other("C++")),
    ("m", Kind::Other("Objective-C")),
    ("objective-c", Kind::Other("Objective-C")),
];

impl Input {
    pub fn kind(&self) -> Kind {
        let extension = self.path.extension();
        let name = self.language.as_deref().or(extension);
        let row = KINDS.iter().find(|row| name == Some(OsStr::new(row.0)));
        row.map_or(Kind::NoSource, |row| row.1)
    }

    pub fn is_standard_input(&self) -> bool {
        self.path == Path::new("-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> CommandLine {
        let words: Vec<_> = text.split_whitespace().map(OsString::from).collect();
        CommandLine::parse(&words)
    }

    fn sources(line: &CommandLine) -> Vec<(String, Kind)> {
        let inputs = line.inputs();
        inputs
            .map(|input| (input.path.display().to_string(), input.kind()))
            .collect()
    }

    #[test]
    fn values_are_no_inputs() {
        let line = parse("-c -I inc -D X=a.c -o b.o -MF b.d -include c.h a.c -L . -isystem s");
        assert_eq!(sources(&line), [("a.c".to_owned(), Kind::C)]);
        assert_eq!(line.output.as_deref(), Some(Path::new("b.o")));
        assert!(line.object_only);
        let flags = line.options(&[Role::Source]);
        assert_eq!(
            flags,
            [
                "-I", "inc", "-D", "X=a.c", "-include", "c.h", "-isystem", "s"
            ]
        );
    }

    #[test]
    fn languages_hold_until_the_next_one() {
        let line = parse("a.o -x c b.txt - -x none d.c e.cc -lm f.S g.a -- -h.c");
        let expected = [
            ("a.o", Kind::NoSource),
            ("b.txt", Kind::C),
            ("-", Kind::C),
            ("d.c", Kind::C),
            ("e.cc", Kind::Other("C++")),
            ("f.S", Kind::NoSource),
            ("g.a", Kind::NoSource),
            ("-h.c", Kind::C),
        ];
        assert_eq!(
            sources(&line),
            expected.map(|(name, kind)| (name.to_owned(), kind))
        );
    }

    #[test]
    fn levels_are_at_least_one() {
        let cases = [
            ("a.c", "-O1"),
            ("-O0 a.c", "-O1"),
            ("-O a.c", "-O1"),
            ("-O0 -O2 a.c", "-O2"),
            ("-Og a.c", "-O1"),
            ("-Ofast a.c", "-O3"),
            ("-Os a.c", "-Os"),
        ];
        for (text, level) in cases {
            assert_eq!(parse(text).code_level(), level, "{text}");
        }
    }

    #[test]
    fn objects_are_named_as_compilers_do() {
        assert_eq!(
            parse("-c src/a.c").object_of(Path::new("src/a.c")),
            Path::new("a.o")
        );
        assert_eq!(
            parse("-c a.c -ox/y").object_of(Path::new("a.c")),
            Path::new("x/y")
        );
    }

    #[test]
    fn a_missing_value_is_the_compilers_affair() {
        let line = parse("a.c -o");
        assert_eq!(line.output, None);
        assert_eq!(line.early_end(), None);
        assert_eq!(parse("-E a.c").early_end(), Some(Product::Preprocessed));
    }
}
