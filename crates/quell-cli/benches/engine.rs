//! Verdicts and running time of the engines: on all examples, on the programs of the paper on SymBMC with both engines, and
//! on equivalences that are hard for other tools. Every number is of a whole `quell run`, as a user starts it.
//!
//! `QUELL_TABLE` selects one of the tables; `QUELL_BUDGET` sets the seconds per function (60 by default).

use std::path::{Path, PathBuf};
use std::process::Command;

use quell_results::{Counts, Decision, Equivalences, Run, Totals};

type Failure = Box<dyn std::error::Error>;
/// Prints a table and returns the requirements that it does not meet.
type Table = fn() -> Result<Vec<String>, Failure>;

fn main() -> Result<(), Failure> {
    let tables: [(&str, Table); 3] = [("examples", examples), ("paper", paper), ("pairs", pairs)];
    let chosen = std::env::var("QUELL_TABLE").ok();
    let mut missed = Vec::new();
    for (name, table) in tables {
        if chosen.as_deref().is_none_or(|chosen| chosen == name) {
            missed.extend(table()?);
        }
    }
    match missed[..] {
        [] => Ok(()),
        _ => Err(missed.join("; ").into()),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(args: &[&str]) -> Result<Run, Failure> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quell"));
    command.current_dir(root()).arg("run").args(args);
    if let Ok(budget) = std::env::var("QUELL_BUDGET") {
        command.args(["--function-timeout", &budget]);
    }
    let output = command.arg("--json").output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("quell run {}: {message}", args.join(" ")).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

const FILES: &[&str] = &[
    "arithmetic.c",
    "bytes.c",
    "control.c",
    "dates.c",
    "decoding.c",
    "floating.c",
    "leap_year.c",
    "mid.c",
    "minimum.c",
    "searching.c",
    "sorting.c",
    "strings.c",
    "structures.c",
    "tokens.c",
    "triangle.c",
    "counting.rs",
    "triangle.rs",
    "classics.f90",
    "triangle.f90",
];

/// The verdicts of the mutants of all examples.
fn examples() -> Result<Vec<String>, Failure> {
    let mut missed = Vec::new();
    println!(
        "{:<24} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>10} {:>9}",
        "examples",
        "mutants",
        "killed",
        "complete",
        "up to",
        "timeouts",
        "unknown",
        "solving s",
        "total s"
    );
    for operators in ["symbmc", "sufficient"] {
        let mut all = Line::default();
        for file in FILES {
            let path = format!("examples/{file}");
            let totals = of_functions(&run(&[&path, "--operators", operators])?);
            example(&format!("{file} {operators}"), &totals);
            add(&mut all, &totals);
        }
        example(&format!("all {operators}"), &all);
        if all.counts.unknown > 0 {
            missed.push(format!(
                "{} mutants of {operators} are unknown",
                all.counts.unknown
            ));
        }
    }
    Ok(missed)
}

/// A line of the table.
#[derive(Default)]
struct Line {
    counts: Counts,
    equivalences: Equivalences,
    solver_seconds: f64,
    seconds: f64,
}

/// The counts without the mutants of main programs that read arguments through the run-time library of their language. A
/// duplicate has the verdict of the mutant whose code it has.
fn of_functions(run: &Run) -> Line {
    let is_main = |name: &str| name.ends_with("::main") || name == "_QQmain";
    let all = run.objectives.iter().zip(run.shared_verdicts());
    let own = all.filter(|(record, _)| !is_main(&record.function));
    let verdicts: Vec<&Decision> = own.map(|(_, verdict)| verdict).collect();
    let totals = Totals::of(verdicts);
    Line {
        counts: totals.counts,
        equivalences: totals.equivalences,
        solver_seconds: run.statistics.solver_seconds,
        seconds: run.statistics.seconds,
    }
}

fn example(name: &str, line: &Line) {
    println!(
        "{name:<24} {:>8} {:>8} {:>8} {:>9} {:>8} {:>9} {:>8} {:>8} {:>10.2} {:>9.2}",
        line.counts.objectives,
        line.counts.killed,
        line.equivalences.complete,
        line.equivalences.same_code,
        line.equivalences.up_to_bounds,
        line.counts.unreached,
        line.counts.timeout,
        line.counts.unknown,
        line.solver_seconds,
        line.seconds
    );
}

fn add(all: &mut Line, one: &Line) {
    all.counts.objectives += one.counts.objectives;
    all.counts.killed += one.counts.killed;
    all.equivalences.complete += one.equivalences.complete;
    all.equivalences.up_to_bounds += one.equivalences.up_to_bounds;
    all.equivalences.same_code += one.equivalences.same_code;
    all.counts.unreached += one.counts.unreached;
    all.counts.timeout += one.counts.timeout;
    all.counts.unknown += one.counts.unknown;
    all.solver_seconds += one.solver_seconds;
    all.seconds += one.seconds;
}

/// The programs of the paper's table, by their names there.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("min", "minimum.c", "minimum"),
    ("isl", "leap_year.c", "is_leap"),
    ("fmin3", "minimum.c", "minimum3"),
    ("fmin5", "minimum.c", "minimum5"),
    ("fmin10", "minimum.c", "minimum10"),
    ("mid", "mid.c", "mid"),
    ("tri", "triangle.c", "triangle"),
];

/// The programs on which `bmc` must be at least fifty times as fast as `symbmc`.
const FIFTY_TIMES: &[&str] = &["fmin10", "tri"];

/// Both engines on the same mutants, without code equivalence: the engine itself decides every mutant.
fn paper() -> Result<Vec<String>, Failure> {
    let mut missed = Vec::new();
    println!(
        "\n{:<8} {:>8} {:>8} {:>12} {:>12} {:>8} {:>12} {:>12} {:>8} {:>14}",
        "paper",
        "mutants",
        "equiv.",
        "bmc solving",
        "symbmc",
        "ratio",
        "bmc in all",
        "symbmc",
        "ratio",
        "bmc a mutant"
    );
    for (name, file, function) in PROGRAMS {
        let by = |engine: &str, options: &[&str]| {
            let path = format!("examples/{file}");
            let engine = ["--engine", engine, "--no-compare-code", "--jobs", "1"];
            let choice = [&path, "--function", function, "--operators", "symbmc"];
            run(&[&choice[..], &engine[..], options].concat())
        };
        // The last queries of `symbmc`, whether any mutant can still be killed, contain all mutants.
        let long = ["--query-timeout", "120", "--function-timeout", "300"];
        let (own, at_once) = (by("bmc", &[])?, by("symbmc", &long)?);
        let solving = [&own, &at_once].map(|run| run.statistics.solver_seconds);
        let whole = [&own, &at_once].map(|run| run.statistics.seconds);
        for (engine, run) in [("bmc", &own), ("symbmc", &at_once)] {
            if run.totals.counts.unknown > 0 {
                missed.push(format!(
                    "{name}: {engine} leaves {} unknown",
                    run.totals.counts.unknown
                ));
            }
        }
        let wanted = match FIFTY_TIMES.contains(name) {
            true => 50.0,
            false => 1.0,
        };
        if solving[0] >= 1.0 || solving[0] * wanted > solving[1] {
            missed.push(format!(
                "{name} takes {:.1} ms, {:.1} ms with `symbmc`",
                solving[0] * 1e3,
                solving[1] * 1e3
            ));
        }
        println!(
            "{name:<8} {:>8} {:>8} {:>10.1}ms {:>10.1}ms {:>8.1} {:>10.1}ms {:>10.1}ms {:>8.1} {:>12.1}ms",
            own.totals.counts.objectives,
            own.totals.equivalences.complete,
            solving[0] * 1e3,
            solving[1] * 1e3,
            solving[1] / solving[0].max(1e-6),
            whole[0] * 1e3,
            whole[1] * 1e3,
            whole[1] / whole[0].max(1e-6),
            whole[0] * 1e3 / own.totals.counts.objectives.max(1) as f64,
        );
    }
    Ok(missed)
}

/// Two functions, the options, and the times of other tools, which were measured elsewhere.
const PAIRS: &[(&str, &str, &[&str], &str)] = &[
    ("leap", "leap_at_once", &[], "CBMC 47 s"),
    (
        "sort",
        "sort_swapping",
        &["--capacity", "5"],
        "CBMC 22 s, KLEE 23 s",
    ),
    (
        "gcd",
        "gcd_above_zero",
        &["--unroll", "64"],
        "CBMC over 60 s",
    ),
    (
        "least",
        "least_of_equal",
        &["--capacity", "10"],
        "KLEE 13 s",
    ),
];

/// The time to prove that pairs of functions are equivalent.
fn pairs() -> Result<Vec<String>, Failure> {
    let mut missed = Vec::new();
    println!(
        "\n{:<24} {:>10} {:>10}  {:<24} elsewhere",
        "pairs", "solving s", "total s", "verdict"
    );
    for (function, other, options, elsewhere) in PAIRS {
        let file = "crates/quell-cli/benches/pairs.c";
        let pair = [file, "--function", function, "--against", other];
        let run = run(&[&pair[..], options, &["--no-compare-code"]].concat())?;
        let verdict = match &run.totals {
            totals if totals.equivalences.complete == 1 => "equivalent (complete)",
            totals if totals.equivalences.up_to_bounds == 1 => "equivalent up to bounds",
            totals if totals.counts.killed == 1 => "killed",
            _ => "unknown",
        };
        let (solving, total) = (run.statistics.solver_seconds, run.statistics.seconds);
        println!(
            "{:<24} {solving:>10.3} {total:>10.3}  {verdict:<24} {elsewhere}",
            format!("{function} = {other}")
        );
        let proved = run.totals.equivalences.complete + run.totals.equivalences.up_to_bounds;
        if proved != 1 || solving >= 1.0 {
            missed.push(format!("{function} is {verdict} after {solving:.1} s"));
        }
    }
    Ok(missed)
}
