//! Every mutant of the functions in `examples/bytes.c`, and a sample of higher order, on every input: the result of `quell
//! score` agrees with the behaviour of the mutant that is emitted, compiled and run alone.
//!
//! The harness counts work, the emitted programs count basic blocks. A unit of work is at least one block, so a
//! mutant that is reported as a timeout has entered more blocks than the limit on work; and one that enters far more
//! blocks than that is reported as a timeout.

mod campaign;
mod emitted;

use std::collections::BTreeMap;

use campaign::{Campaign, options};
use emitted::{Answer, Build, End, Function, INPUTS};
use quell_exec::UbMode;
use quell_ir::Module;
use quell_native::score::{Settings, score};
use quell_native::{Options, WorkLimits};
use quell_objectives::higher::{Sampling, of_order};
use quell_objectives::{Mutants, Objective};
use quell_results::{Decision, Ending, Kill, Observable, Score, Seen, Status, TestCase, TestSuite};

const FILE: &str = "examples/bytes.c";

const fn function(name: &'static str, result: &'static str, argument: &'static str) -> Function {
    Function {
        name,
        result,
        argument,
    }
}

const FUNCTIONS: &[Function] = &[
    function("bit_count", "u8", "u8"),
    function("gray_code", "u8", "u8"),
    function("clamp_to_ten", "i8", "i8"),
    function("is_prime", "int", "u8"),
    function("square_root", "u8", "u8"),
    function("hex_digit", "int", "char"),
    function("reverse_bits", "u8", "u8"),
    function("sign", "i8", "i8"),
    function("collatz_steps", "int", "u8"),
    function("bcd", "u8", "u8"),
    function("half_or_double", "float", "i8"),
    function("season", "char", "u8"),
];

/// Whether the mutant was killed by the limit on work.
fn is_endless(kill: &Kill) -> bool {
    let end = Ending::OutOfWork;
    kill.observed.mutant == Seen::End { end }
}

/// The text of the value that a run returned.
fn returned(ended: &Ending) -> Option<&str> {
    match ended {
        Ending::Returned { value } => value.as_deref(),
        _ => None,
    }
}

fn end_of(seen: &Seen) -> Option<&Ending> {
    match seen {
        Seen::End { end } => Some(end),
        _ => None,
    }
}

/// Whether the results differ.
fn is_of_result(kill: &Kill) -> bool {
    kill.observed.what == Observable::value("result")
}

/// More work than any of the functions does, and little enough to be quick.
const WORK: u64 = 2_000;

/// More blocks than any mutant can enter within the limit on work.
const BLOCKS: u32 = 60_000;

fn test_id(function: &str, input: usize) -> String {
    format!("{function}/{input}")
}

/// All inputs of all functions.
fn suite() -> TestSuite {
    let inputs = |function: &'static Function| {
        (0..INPUTS).map(move |input| TestCase {
            id: test_id(function.name, input),
            function: function.name.to_owned(),
            args: vec![match function.argument {
                "u8" => input.into(),
                _ => (input as u8 as i8).into(),
            }],
            ..TestCase::default()
        })
    };
    TestSuite::new(FUNCTIONS.iter().flat_map(inputs).collect())
}

fn scored(campaign: &Campaign) -> Score {
    let settings = Settings {
        native: Options {
            work: WorkLimits {
                constant: WORK,
                ..WorkLimits::default()
            },
            ..options()
        },
        ub: UbMode::Trap,
        steps: 100_000,
        compare_code: true,
        stop: std::sync::Arc::default(),
    };
    score(&campaign.subject(), &suite(), &settings, &mut |_| ()).unwrap()
}

/// Whether a text of the score shows a result with these bits. The text of a character ends with its code.
fn shows(function: Function, text: &str, bits: u32) -> bool {
    let byte = bits as u8;
    match function.result {
        "u8" => text == byte.to_string(),
        "i8" => text == (byte as i8).to_string(),
        "int" => text == (bits as i32).to_string(),
        "char" => text.starts_with('\'') && text.ends_with(&format!("' ({})", byte as i8)),
        _ => match f32::from_bits(bits) {
            float if float.is_nan() => text == "nan",
            float => text == format!("{float:?}"),
        },
    }
}

/// Whether two ends are observably equal: all NaNs are one value.
fn equal(function: Function, a: End, b: End) -> bool {
    let is_nan = |end| matches!(end, End::Returned(bits) if f32::from_bits(bits).is_nan());
    a == b || function.result == "float" && is_nan(a) && is_nan(b)
}

/// The number of pairs of a mutant and an input, by their results.
#[derive(Default, Debug)]
struct Counts {
    mutants: usize,
    unharmed: usize,
    other_result: usize,
    trapped: usize,
    endless: usize,
}

/// Compares the score with the emitted mutants of one function.
struct Comparison<'s> {
    function: Function,
    score: &'s Score,
    kills: &'s BTreeMap<(&'s str, &'s str), &'s Kill>,
    original: Vec<Answer>,
    counts: &'s mut Counts,
    wrong: &'s mut Vec<String>,
}

impl Comparison<'_> {
    fn original(&mut self) {
        for (input, answer) in self.original.iter().enumerate() {
            let id = test_id(self.function.name, input);
            let report = self.score.tests.iter().find(|test| test.id == id).unwrap();
            let text = returned(&report.ended).unwrap_or_default();
            match answer.end {
                End::Returned(bits) if shows(self.function, text, bits) => {}
                end => self.wrong.push(format!(
                    "original on {id}: {}, emitted {end:?}",
                    report.ended
                )),
            }
        }
    }

    /// Compares one mutant on all inputs.
    fn mutant(&mut self, mutant: &Objective, answers: &[Answer]) {
        let id = mutant.id.0.as_str();
        let (mut killed, mut timeout) = (Vec::new(), Vec::new());
        for (input, &answer) in answers.iter().enumerate() {
            let test = test_id(self.function.name, input);
            let kill = self.kills.get(&(id, test.as_str())).copied();
            if !self.agrees(kill, self.original[input], answer) {
                let after = mutant.source.after();
                self.wrong.push(format!(
                    "{id} `{after}` on {test}: {kill:?}, emitted {answer:?}"
                ));
            }
            self.count(kill);
            match kill {
                Some(kill) if is_endless(kill) => timeout.push(test),
                Some(_) => killed.push(test),
                None => {}
            }
        }
        let report = self.score.objectives.iter().find(|of| of.id == id).unwrap();
        if !verdict_fits(&report.verdict, &killed, &timeout) {
            self.wrong.push(format!("{id}: {:?}", report.verdict));
        }
        self.counts.mutants += 1;
    }

    fn agrees(&self, kill: Option<&Kill>, original: Answer, answer: Answer) -> bool {
        let End::Returned(before) = original.end else {
            return false;
        };
        let Some(kill) = kill else {
            return equal(self.function, original.end, answer.end);
        };
        let seen = &kill.observed;
        let value = end_of(&seen.original).and_then(returned);
        let ended = seen.what == Observable::End
            && value.is_some_and(|text| shows(self.function, text, before));
        match answer.end {
            _ if is_endless(kill) => ended && u64::from(answer.blocks) > WORK,
            End::Endless => false,
            End::Signal(_) => {
                let end = end_of(&seen.mutant);
                ended && matches!(end, Some(Ending::Trapped { .. }))
            }
            End::Returned(after) => {
                !equal(self.function, original.end, answer.end)
                    && is_of_result(kill)
                    && shows(self.function, &seen.original.to_string(), before)
                    && shows(self.function, &seen.mutant.to_string(), after)
            }
        }
    }

    fn count(&mut self, kill: Option<&Kill>) {
        let counts = &mut *self.counts;
        *match kill {
            None => &mut counts.unharmed,
            Some(kill) if is_endless(kill) => &mut counts.endless,
            Some(kill) if is_of_result(kill) => &mut counts.other_result,
            Some(_) => &mut counts.trapped,
        } += 1;
    }

    /// Checks that duplicates behave alike.
    fn duplicates(&mut self, answers: &BTreeMap<&str, &[Answer]>) {
        for (&id, mine) in answers {
            let report = self.score.objectives.iter().find(|of| of.id == id).unwrap();
            let Some(of) = &report.verdict.duplicate_of else {
                continue;
            };
            let others = answers[of.as_str()];
            let mut pairs = mine.iter().zip(others);
            if pairs.any(|(a, b)| !equal(self.function, a.end, b.end)) {
                self.wrong.push(format!("{id} is no duplicate of {of}"));
            }
        }
    }
}

/// Whether a verdict follows from the tests that kill and those that time out.
fn verdict_fits(verdict: &Decision, killed: &[String], timeout: &[String]) -> bool {
    let tests = verdict.tests.as_slice();
    match verdict.status {
        Status::Killed => !tests.is_empty() && tests == killed,
        Status::Timeout => killed.is_empty() && !tests.is_empty() && tests == timeout,
        Status::Duplicate => true,
        _ => killed.is_empty() && timeout.is_empty(),
    }
}

fn compare(campaign: &Campaign, build: Build) -> Counts {
    let score = scored(campaign);
    let pairs = score.kills.iter();
    let pairs = pairs.map(|kill| ((kill.objective.as_str(), kill.test.as_str()), kill));
    let kills: BTreeMap<_, _> = pairs.collect();
    assert_eq!(kills.len(), score.kills.len());
    let (mut counts, mut wrong) = (Counts::default(), Vec::new());
    for &function in FUNCTIONS {
        let mutants = mutants_of(campaign, function);
        let mut answers = emitted::answers(&campaign.module, function, &mutants, build);
        let mut comparison = Comparison {
            function,
            score: &score,
            kills: &kills,
            original: answers.remove(0),
            counts: &mut counts,
            wrong: &mut wrong,
        };
        comparison.original();
        for (mutant, answers) in mutants.iter().zip(&answers) {
            comparison.mutant(mutant, answers);
        }
        let ids = mutants.iter().map(|mutant| mutant.id.0.as_str());
        comparison.duplicates(&ids.zip(answers.iter().map(Vec::as_slice)).collect());
    }
    println!("{counts:?}");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        first(&wrong)
    );
    assert_eq!(counts.mutants, score.objectives.len(), "of other functions");
    counts
}

/// Compares all mutants. Each kind of result must occur.
fn compare_all(build: Build) {
    let counts = compare(&Campaign::new(FILE, "all"), build);
    assert!(counts.mutants > 1_500 && counts.unharmed > 100_000);
    assert!(counts.other_result > 100_000 && counts.trapped > 1_000 && counts.endless > 1_000);
}

/// `each` mutants of every function, of this order, drawn as the command line draws them.
fn drawn(module: &Module, found: &Mutants, order: usize, each: usize) -> Vec<Objective> {
    let of_function = |function: &Function| {
        let id = module.find_function(function.name).unwrap();
        let mutants = found
            .mutants
            .iter()
            .filter(|mutant| mutant.site.function == id);
        let mut alone = Mutants::default();
        alone.keep_only(mutants.cloned().collect());
        let sampling = Sampling { max: each, seed: 1 };
        of_order(module, &alone, order, sampling)
    };
    FUNCTIONS.iter().flat_map(of_function).collect()
}

/// The number of mutants with all changes on one line.
fn on_one_line(mutants: &[Objective]) -> usize {
    let spans = mutants.iter().map(|mutant| &mutant.source.span);
    spans.filter(|span| span.line == span.end_line).count()
}

fn mutants_of(campaign: &Campaign, function: Function) -> Vec<&Objective> {
    let id = campaign.module.find_function(function.name).unwrap();
    let mutants = campaign.mutants.iter();
    mutants
        .filter(|mutant| mutant.site.function == id)
        .collect()
}

fn first(lines: &[String]) -> String {
    const SHOWN: usize = 20;
    lines[..lines.len().min(SHOWN)].join("\n")
}

#[test]
fn mutants_of_higher_order_on_all_inputs() {
    let campaign = Campaign::of(FILE, "all", |module, found| {
        let mut mutants = drawn(module, &found, 2, 10);
        mutants.extend(drawn(module, &found, 3, 2));
        mutants
    });
    let build = Build {
        opt_level: "-O1",
        block_limit: BLOCKS,
        one_by_one: false,
    };
    let counts = compare(&campaign, build);
    let together = on_one_line(&campaign.mutants);
    assert!(together > 20 && counts.mutants - together > 60);
    assert!(counts.unharmed > 1_000 && counts.other_result > 10_000);
    assert!(counts.trapped > 100 && counts.endless > 100);
}

#[test]
fn all_mutants_on_all_inputs() {
    compare_all(Build {
        opt_level: "-O1",
        block_limit: BLOCKS,
        one_by_one: false,
    });
}

#[test]
#[ignore = "runs the compiler once for each mutant"]
fn soak_mutants_compiled_one_by_one() {
    compare_all(Build {
        opt_level: "-O1",
        block_limit: BLOCKS,
        one_by_one: true,
    });
}
