//! Test programs with calls and expectations in comments. Words after `//` or `!`:
//!
//! * `object NAME ALIGN: HEX`, `global NAME: HEX` (empty: observed only), `stdin: TEXT`, `guard: before`,
//!   `outside NAME: HEX HEX` (results of an external function, of one size),
//!   `pointer NAME+OFFSET: [@]TARGET[+OFFSET]` until the next blank line describe the data;
//! * `call: FUNCTION ARGUMENT...` with arguments such as `i32:5`, `f64:1.5` or `&object`;
//! * `MUTANT: OBSERVATION`, the observables of the run of a mutant; 0 is the original.

use std::path::{Path, PathBuf};

use quell_compile::Toolbox;
use quell_frontend::{CompileJob, load};
use quell_native::{Launcher, NativeError, Options, Recording, RunResult, Sandbox, Session};
use quell_values::{
    Bytes, CallImage, End, GlobalImage, Guard, ObjectImage, Observed, OutsideImage, PointerAt,
    Target,
};

/// A call and its expected observations.
#[derive(Clone, Debug, Default)]
pub struct Case {
    pub image: CallImage,
    pub expected: Vec<(String, String)>,
}

pub fn program(name: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.join("tests/programs").join(name)
}

pub fn options() -> Options {
    Options {
        cache: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("harnesses")),
        workers: 2,
        ..Options::new(Sandbox::Required(launcher()))
    }
}

pub fn launcher() -> Launcher {
    Launcher {
        program: env!("CARGO_BIN_EXE_quell-sandbox").into(),
        args: Vec::new(),
    }
}

pub fn session(name: &str, options: Options) -> Result<Session, NativeError> {
    let tools = Toolbox::from_env();
    let unit = load(&CompileJob::new(program(name))).unwrap();
    Session::build(&unit.module, &tools, options)
}

pub fn cases(name: &str) -> Vec<Case> {
    let text = std::fs::read_to_string(program(name)).unwrap();
    let mut reader = CaseReader::default();
    let comment = |line: &'_ str| {
        line.strip_prefix("//")
            .or(line.strip_prefix('!'))
            .map(str::to_owned)
    };
    for line in text.lines().map_while(comment) {
        reader.line(line.trim());
    }
    reader.cases
}

#[derive(Default)]
struct CaseReader {
    cases: Vec<Case>,
    /// The data lines so far.
    data: CallImage,
}

impl CaseReader {
    fn line(&mut self, line: &str) {
        if line.is_empty() {
            self.data = CallImage::default();
        }
        let Some((head, rest)) = line.split_once(':') else {
            return;
        };
        let words: Vec<&str> = head.split(' ').collect();
        match words[..] {
            ["object", name, align] => self.data.objects.push(ObjectImage {
                name: name.to_owned(),
                content: plain(unhex(rest)),
                align: align.parse().unwrap(),
            }),
            ["global", name] => self.global(name, rest.trim()),
            ["outside", name] => self.outside(name, rest.trim()),
            ["pointer", place] => self.pointer(place, rest.trim()),
            ["stdin"] => self.data.stdin = rest.trim().replace("\\n", "\n").into_bytes(),
            ["guard"] => self.data.guard = Guard::Before,
            ["call"] => self.call(rest.trim()),
            [word] if word == "recorded" || word.parse::<u32>().is_ok() => {
                let case = self.cases.last_mut().unwrap();
                case.expected
                    .push((word.to_owned(), rest.trim().to_owned()));
            }
            _ => {}
        }
    }

    fn global(&mut self, name: &str, hex: &str) {
        let content = (!hex.is_empty()).then(|| plain(unhex(hex)));
        self.data.globals.push(GlobalImage {
            symbol: name.to_owned(),
            size: content
                .as_ref()
                .map_or(0, |content| content.bytes.len() as u64),
            content,
        });
    }

    fn outside(&mut self, name: &str, results: &str) {
        let each = results.split(' ').next().map_or(0, |first| first.len() / 2);
        self.data.outside.push(OutsideImage {
            symbol: name.to_owned(),
            each: each as u64,
            results: plain(unhex(results)),
        });
    }

    fn target(&self, text: &str) -> (Target, i64) {
        let (name, offset) = text.split_once('+').unwrap_or((text, "0"));
        let place = match name.strip_prefix('@') {
            Some(name) => {
                let mut globals = self.data.globals.iter();
                // A global may be described after the pointer to it.
                Target::Global(globals.position(|g| g.symbol == name).unwrap_or(1) as u32)
            }
            None => Target::Object(self.object(name) as u32),
        };
        (place, offset.parse().unwrap())
    }

    fn object(&self, name: &str) -> usize {
        let mut objects = self.data.objects.iter();
        objects.position(|object| object.name == name).unwrap()
    }

    fn pointer(&mut self, place: &str, to: &str) {
        let (name, at) = place.split_once('+').unwrap();
        let (target, offset) = self.target(to);
        let pointer = PointerAt {
            at: at.parse().unwrap(),
            target,
            offset,
        };
        if let Some(global) = self.data.globals.iter_mut().find(|g| g.symbol == name) {
            let content = global.content.get_or_insert_with(|| plain(vec![0; 8]));
            global.size = content.bytes.len() as u64;
            content.pointers.push(pointer);
        } else {
            let object = self.object(name);
            self.data.objects[object].content.pointers.push(pointer);
        }
    }

    fn call(&mut self, text: &str) {
        let mut words = text.split(' ');
        let mut image = self.data.clone();
        image.function = words.next().unwrap().to_owned();
        image.params = words.map(|word| self.argument(word)).collect();
        let expected = Vec::new();
        self.cases.push(Case { image, expected });
    }

    fn argument(&self, word: &str) -> Bytes {
        if let Some(target) = word.strip_prefix('&') {
            let (target, offset) = self.target(target);
            let mut bytes = plain(vec![0; 8]);
            bytes.pointers.push(PointerAt {
                at: 0,
                target,
                offset,
            });
            return bytes;
        }
        let (ty, value) = word.split_once(':').unwrap();
        let integer = || value.parse::<i64>().unwrap().to_le_bytes();
        plain(match ty {
            "f32" => value.parse::<f32>().unwrap().to_le_bytes().to_vec(),
            "f64" => value.parse::<f64>().unwrap().to_le_bytes().to_vec(),
            width => {
                let bits: usize = width[1..].parse().unwrap();
                integer()[..bits / 8].to_vec()
            }
        })
    }
}

fn plain(bytes: Vec<u8>) -> Bytes {
    Bytes {
        bytes,
        ..Bytes::default()
    }
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let pair = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap();
    digits.chunks(2).map(pair).collect()
}

/// Gives observed globals their sizes, which the session knows.
pub fn complete(image: &mut CallImage, session: &Session) {
    for global in image
        .globals
        .iter_mut()
        .filter(|global| global.content.is_none())
    {
        let mut globals = session.globals();
        global.size = globals.find(|(name, _)| *name == global.symbol).unwrap().1;
    }
}

/// The observation in the notation of the expectations.
pub fn describe(image: &CallImage, observed: &Observed) -> String {
    let places = places(image, observed);
    let end = match &observed.end {
        End::Returned => format!("returned {}", with_pointers(&observed.result, &places)),
        End::Exited(code) => format!("exited {code}"),
        End::Aborted => "aborted".to_owned(),
        End::Trapped(name) => format!("trapped {name}"),
        End::OutOfWork => "out of work".to_owned(),
        End::OverLimit(name) => format!("over {name}"),
        End::Missing(name) => format!("missing {name}"),
    };
    let mut parts = vec![end.trim().to_owned()];
    let names = image.objects.iter().map(|object| &object.name);
    let names = names.chain(image.globals.iter().map(|global| &global.symbol));
    let contents = observed.objects.iter().chain(&observed.globals);
    parts.extend(names.zip(contents).map(|(name, bytes)| {
        let text = with_pointers(bytes, &places);
        format!("{name}={text}")
    }));
    // Large blocks are those of the C library.
    let blocks = observed
        .blocks
        .iter()
        .filter(|block| block.bytes.len() < 64);
    let blocks = blocks.enumerate();
    parts.extend(blocks.map(|(n, block)| format!("block{n}={}", hex(&block.bytes))));
    let streams = [("out", &observed.stdout), ("err", &observed.stderr)];
    // A run that exceeds the limit on output has long output.
    let streams = streams
        .iter()
        .filter(|(_, bytes)| (1..100).contains(&bytes.len()));
    parts.extend(
        streams.map(|(name, bytes)| format!("{name}={:?}", String::from_utf8_lossy(bytes))),
    );
    parts.extend(observed.files.iter().map(|file| {
        let content = String::from_utf8_lossy(&file.content);
        match content.len() {
            0..100 => format!("{}={content:?}", file.path),
            long => format!("{}=({long} bytes)", file.path),
        }
    }));
    parts.extend(observed.events.iter().map(|event| {
        let arguments: Vec<_> = event.arguments.iter().map(|bytes| hex(bytes)).collect();
        format!("{}({})", event.function, arguments.join(", "))
    }));
    parts.join("; ")
}

/// Names, addresses and sizes of the targets of pointers.
fn places(image: &CallImage, observed: &Observed) -> Vec<(String, u64, u64)> {
    let objects = image.objects.iter().zip(&observed.object_addresses);
    let objects = objects.map(|(o, &at)| (o.name.clone(), at, o.content.bytes.len() as u64));
    let globals = image.globals.iter().zip(&observed.global_addresses);
    let globals = globals.map(|(g, &at)| (g.symbol.clone(), at, g.size));
    let blocks = observed.blocks.iter().enumerate();
    let blocks = blocks.map(|(n, b)| (format!("block{n}"), b.address, b.bytes.len() as u64));
    objects.chain(globals).chain(blocks).collect()
}

/// Bytes in hexadecimal; a pointer at their start is shown by its target.
fn with_pointers(bytes: &[u8], places: &[(String, u64, u64)]) -> String {
    let Some((first, rest)) = bytes.split_first_chunk::<8>() else {
        return hex(bytes);
    };
    let address = u64::from_le_bytes(*first);
    let holds = |(_, at, size): &&(String, u64, u64)| (*at..*at + *size).contains(&address);
    match places.iter().find(holds) {
        None => hex(bytes),
        Some((name, at, _)) => {
            let offset = address - at;
            let offset = if offset == 0 {
                String::new()
            } else {
                format!("+{offset}")
            };
            let rest = if rest.is_empty() {
                String::new()
            } else {
                format!(":{}", hex(rest))
            };
            format!("&{name}{offset}{rest}")
        }
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn describe_recording(recording: &Recording) -> String {
    let list = |ids: &[u32]| ids.iter().map(|id| format!(" {id}")).collect::<String>();
    format!(
        "executed{}; infected{}; blocks {}; branches {}",
        list(&recording.executed),
        list(&recording.infected),
        hex(&recording.blocks),
        hex(&recording.branches)
    )
}

/// Runs all cases of a program and compares.
pub fn check(name: &str, session: &Session) {
    let cases = cases(name);
    assert!(!cases.is_empty(), "{name} has no calls");
    for mut case in cases {
        complete(&mut case.image, session);
        let numbers = case
            .expected
            .iter()
            .filter_map(|(word, _)| word.parse().ok());
        let mutants: Vec<u32> = numbers.filter(|&number| number != 0).collect();
        let runs = session.run(&case.image, &mutants).unwrap();
        let mut found = vec![("0".to_owned(), describe(&case.image, &runs.original))];
        for (mutant, result) in mutants.iter().zip(&runs.mutants) {
            let text = match result {
                RunResult::Same => "same".to_owned(),
                RunResult::Differs(observed) => describe(&case.image, observed),
            };
            found.push((mutant.to_string(), text));
        }
        if case.expected.iter().any(|(word, _)| word == "recorded") {
            let recording = session.record(&case.image).unwrap();
            found.insert(0, ("recorded".to_owned(), describe_recording(&recording)));
        }
        assert_eq!(found, case.expected, "{name}: {}", case.image.function);
    }
}
