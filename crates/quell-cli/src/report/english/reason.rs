//! Reasons, proofs, tests and protections in words.

use quell_results::{
    Assumption, Bound, ConcreteValue, Construct, Inputs, InvalidTest, MachineLimit, Outcome,
    ProofMethod, Protection, Reason, SourceLine, TimeLimit, Unanswered, UndefinedBehaviour,
};
use quell_values::InputError;
use serde_json::Value;

use super::scope::{assumption, bound, source_line};

/// Why something is not known, and what to do where that is clear.
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::NotTried => "no engine looked at it".to_owned(),
        Reason::Comment { text } => format!("a comment excludes it: {text}"),
        Reason::Interrupted => "the run was interrupted".to_owned(),
        Reason::OutOfTime { limit } => out_of_time(*limit).to_owned(),
        Reason::OutOfMemory => {
            "the run would use more than half of the memory; it takes less with fewer --jobs or a smaller --capacity or --unroll"
                .to_owned()
        }
        Reason::SolverIncomplete => "the solver gave up".to_owned(),
        Reason::Failed { error } => format!("an error ended the work on the function: {}", error.message),
        Reason::RandomInputs { compared: 0 } => "no valid random input was found".to_owned(),
        Reason::RandomInputs { compared } => {
            let inputs = if *compared == 1 { "input" } else { "inputs" };
            format!("not killed by {compared} random {inputs}, which proves nothing")
        }
        Reason::ExploredPaths { paths } => {
            let tests = match paths {
                1 => "the test of one path does".to_owned(),
                _ => format!("the tests of {paths} paths do"),
            };
            format!("{tests} not meet it, which proves nothing")
        }
        Reason::Concretised { values } => concretised(values),
        Reason::Constraints { .. } => constraints(reason),
        Reason::NoValidInput {
            assumptions,
            bounds,
        } => no_valid_input(assumptions, bounds),
        Reason::NoInputWithinBounds { calls } => match calls {
            Some(Bound::Calls { function, count }) => format!(
                "no input ends within the bounds (at most {count} calls of `{function}`); allow more with --calls"
            ),
            _ => "no input ends within the bounds".to_owned(),
        },
        Reason::NotRecorded => {
            "no native run can record it: its function takes any number of arguments, or has blocks with addresses"
                .to_owned()
        }
        Reason::NotNeeded => "what it is a part of is decided without it".to_owned(),
        Reason::OpenLabels { labels } => open_labels(labels),
        Reason::ExecutedBeyondBounds { test } => {
            format!("no input within the bounds executes it, but the test {test} does; larger bounds may decide it")
        }
        Reason::BeyondBounds => "the mutant continues beyond the bounds".to_owned(),
        Reason::MachineLimit { limit } => machine_limit(*limit),
        Reason::Unsupported { construct } => unsupported(construct),
        Reason::Unconfirmed { test, invalid } => unconfirmed(test, invalid.as_ref()),
        Reason::UnconfirmedTrap { traps, more } => {
            let more = match more {
                0 => String::new(),
                more => format!("; and {more} more"),
            };
            format!(
                "it differs only where its own behaviour is undefined, which native runs do not confirm: {}{more}",
                undefined(traps)
            )
        }
    }
}

/// The number of concrete values that a reason names.
const NAMED_VALUES: usize = 3;

fn concretised(values: &[ConcreteValue]) -> String {
    let shown = values.iter().take(NAMED_VALUES).map(|value| {
        let of = value.function.as_ref();
        let of = of.map_or_else(String::new, |function| format!(" of `{function}`"));
        format!("{}{of}{}", value.what, place(value.at.as_ref()))
    });
    let shown: Vec<String> = shown.collect();
    let more = match values.len() - shown.len() {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!(
        "paths were followed only for the values of tests where there is no symbolic model: {}{more}",
        shown.join(", ")
    )
}

/// What became of the constraints of a mutant.
fn constraints(reason: &Reason) -> String {
    let Reason::Constraints {
        systems,
        unsolvable,
        given_up,
        tests,
        tries,
        passes,
    } = reason
    else {
        return String::new();
    };
    let of = match systems {
        1 => "its constraint system".to_owned(),
        systems => format!("its {systems} constraint systems"),
    };
    match (systems, tests, given_up) {
        (0, ..) => format!(
            "no path leads to it that takes the back branches of each loop at most {passes} times"
        ),
        (_, 0, 0) => {
            format!("{of} cannot be solved ({unsolvable} unsolvable), which proves nothing")
        }
        (_, 0, _) => format!(
            "no values found for {of}: {unsolvable} unsolvable, {given_up} given up after {tries} tries each"
        ),
        (_, 1, _) => format!("one test satisfies {of} and does not kill it, which proves nothing"),
        (_, tests, _) => {
            format!("{tests} tests satisfy {of} and do not kill it, which proves nothing")
        }
    }
}

fn no_valid_input(assumptions: &[Assumption], bounds: &[Bound]) -> String {
    let undefined = "the original's behaviour is undefined on all inputs";
    let bounds = bounds.iter().map(bound);
    let space: Vec<String> = assumptions.iter().map(assumption).chain(bounds).collect();
    match space.is_empty() {
        true => undefined.to_owned(),
        false => format!("{undefined} where {}", space.join("; ")),
    }
}

/// The number of labels that a reason names.
const NAMED_LABELS: usize = 3;

fn open_labels(labels: &[String]) -> String {
    let named = labels.len().min(NAMED_LABELS);
    let more = match labels.len() - named {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("undecided: {}{more}", labels[..named].join(", "))
}

fn out_of_time(limit: TimeLimit) -> &'static str {
    match limit {
        TimeLimit::Run => "the time of the whole run was up; allow more with --timeout",
        TimeLimit::Share => {
            "its share of the time of the whole run was up; allow more with --timeout"
        }
        TimeLimit::Function => "the time was up; allow more with --function-timeout",
        TimeLimit::Mutant => "its time was up; allow more with --mutant-timeout",
        TimeLimit::Query => "the solver found no answer in time; allow more with --query-timeout",
        TimeLimit::Exploration => {
            "the time for exploring was up; allow more with --function-timeout"
        }
    }
}

fn machine_limit(limit: MachineLimit) -> String {
    match limit {
        MachineLimit::Steps { limit } => format!("the limit of {limit} steps was reached"),
        MachineLimit::NestedCalls { limit } => {
            format!("the limit of {limit} nested calls was reached")
        }
        MachineLimit::NestedCallbacks { limit } => format!(
            "the limit of {limit} calls back from library functions within each other was reached"
        ),
        MachineLimit::Memory { bytes } => {
            format!("out of memory: the limit of {bytes} bytes was reached")
        }
    }
}

fn unsupported(construct: &Construct) -> String {
    match construct {
        Construct::Function { symbol, at } => {
            let what = "which is neither defined in the module nor modelled";
            format!("call of `{symbol}`, {what}{}", place(at.as_ref()))
        }
        Construct::Variable { symbol } => format!(
            "use of the variable `{symbol}`, which is neither defined in the module nor modelled"
        ),
        Construct::Code { code, at } => format!("unsupported: {code}{}", place(at.as_ref())),
        Construct::SymbolicValue { name, at } => {
            format!("{name} must be a concrete value here{}", place(at.as_ref()))
        }
        Construct::Input { place, obstacle } => {
            let (place, obstacle) = (place.clone(), obstacle.clone());
            InputError::Unsupported { place, obstacle }.to_string()
        }
        Construct::Condition => "the machine cannot evaluate its condition".to_owned(),
        Construct::Inputs { message }
        | Construct::Observables { message }
        | Construct::Mutant { message }
        | Construct::Other { message } => message.clone(),
    }
}

/// ` (in a.c, line 7)`, or nothing.
fn place(at: Option<&SourceLine>) -> String {
    match at {
        Some(SourceLine {
            file: Some(file),
            line: Some(line),
        }) => format!(" (in {file}, line {line})"),
        Some(at) => format!(" (on {})", source_line(at)),
        None => String::new(),
    }
}

fn unconfirmed(test: &Inputs, invalid: Option<&InvalidTest>) -> String {
    let predicted = format!("the solver predicts that {} kills it", inputs(test));
    match invalid {
        Some(why) => format!("{predicted}, which is no valid test: {}", invalid_test(why)),
        None => format!("{predicted}; the native run does not confirm it"),
    }
}

/// `(1, 2) where f returns 3`.
fn inputs(test: &Inputs) -> String {
    let list = |values: &[Value]| {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        values.join(", ")
    };
    let calls = test.calls.iter();
    let calls = calls.map(|(name, results)| format!(" where {name} returns {}", list(results)));
    format!("({}){}", list(&test.args), calls.collect::<String>())
}

fn undefined(rules: &[UndefinedBehaviour]) -> String {
    let texts: Vec<String> = rules.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

fn invalid_test(why: &InvalidTest) -> String {
    match why {
        InvalidTest::NotWritable => "it cannot be written as a test".to_owned(),
        InvalidTest::Flaky => "two runs of it differ".to_owned(),
        InvalidTest::Endless => "the original does not end on it".to_owned(),
        InvalidTest::UndefinedSymbol { symbol } => {
            format!("the original reaches the undefined symbol `{symbol}`")
        }
        InvalidTest::UndefinedBehaviour { rule, .. } => {
            format!("the original has undefined behaviour: {rule}")
        }
        InvalidTest::AddressDependent => {
            "the original's behaviour depends on the addresses of objects".to_owned()
        }
        InvalidTest::Uninitialised { observable } => {
            format!("{observable} of the original depends on uninitialised memory")
        }
        InvalidTest::EndsDifferently => {
            "the original ends differently natively than in the machine".to_owned()
        }
        InvalidTest::UncheckedSignal {
            signal,
            reason: why,
        } => format!(
            "the original ends by {signal}, and the machine cannot check whether that is defined: {}",
            reason(why)
        ),
    }
}

/// How an equivalence was proved.
pub fn method(method: ProofMethod) -> &'static str {
    match method {
        ProofMethod::Convergence => "it converges with the original",
        ProofMethod::Query => "no distinguishing input exists",
        ProofMethod::Formula => "no model of the formula selects it",
    }
}

/// How it was proved that a label cannot be covered.
pub fn label_method(method: ProofMethod) -> &'static str {
    match method {
        ProofMethod::Convergence => "it holds on no path",
        ProofMethod::Query => "no input covers it",
        ProofMethod::Formula => "no model of the formula covers it",
    }
}

/// Why the second solver did not confirm something.
pub fn unanswered(why: &Unanswered) -> String {
    match why {
        Unanswered::NoQuery => "the proof rests on no query".to_owned(),
        Unanswered::NotAsked => "it was not asked".to_owned(),
        Unanswered::Interrupted => "the run was interrupted".to_owned(),
        Unanswered::OutOfTime => "the time was up".to_owned(),
        Unanswered::Solver { answer } => answer.clone(),
        Unanswered::NotReached => "without rewrite rules the mutant is not executed".to_owned(),
        Unanswered::TooLarge => "without rewrite rules the query is too large".to_owned(),
        Unanswered::ExplorationTooLong => {
            "without rewrite rules the exploration takes too long".to_owned()
        }
        Unanswered::Unsupported { construct } => {
            format!("without rewrite rules: {}", unsupported(construct))
        }
    }
}

/// What a run was seen to do: `returned 3; a [1, 2]; stdout "x"`.
pub fn outcome(outcome: &Outcome) -> String {
    let mut parts = vec![outcome.end.to_string()];
    let buffers = outcome.buffers.iter();
    parts.extend(buffers.map(|of| format!("{} {}", of.name, of.value)));
    let globals = outcome.globals.iter();
    parts.extend(globals.map(|of| format!("global {} {}", of.name, of.value)));
    for (name, text) in [("stdout", &outcome.stdout), ("stderr", &outcome.stderr)] {
        if !text.is_empty() {
            parts.push(format!("{name} \"{text}\""));
        }
    }
    parts.join("; ")
}

/// The protections in force, in one line.
pub fn protections(all: &[Protection]) -> String {
    if all.is_empty() {
        return "none".to_owned();
    }
    let texts: Vec<String> = all.iter().map(|one| protection(*one)).collect();
    texts.join(", ")
}

fn protection(protection: Protection) -> String {
    let text = match protection {
        Protection::WritesConfined { landlock } => {
            return format!("writes confined by Landlock (version {landlock})");
        }
        Protection::NetworkFiltered => "network shut off by seccomp",
        Protection::FilesReadOnly => "other files read-only, disk space limited",
        Protection::FileAttributesFiltered => "modes, owners and times of files fixed by seccomp",
        Protection::ProcessesIsolated => "processes and IPC in namespaces",
        Protection::ProcessesFiltered => "other processes and IPC shut off by seccomp",
        Protection::NoCapabilities => "no capabilities",
        Protection::ResourcesLimited => "time, memory and file sizes limited",
        Protection::ProcessesLimitedPerUser => "processes limited per user",
        Protection::ProcessesLimitedByGroup => "processes limited by a control group",
        Protection::NoProcesses => "runs make no processes",
    };
    text.to_owned()
}
