//! `quell score`: what tests that are data do to the mutants of a file.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::rc::Rc;

use quell_compile::OptLevel;
use quell_exec::UbMode;
use quell_ir::debug::DebugInfo;
use quell_ir::{FuncId, Module};
use quell_native::score::{Progress, Settings, Subject, score};
use quell_native::{Launcher, Options, Sandbox};
use quell_objectives::{Mutants, Selection, Sources, Wanted, generate};
use quell_results::{Score, read_suite};
use quell_values::lookup::Lookup;

use crate::args;
use crate::error::CliError;
use crate::load::Loaded;
use crate::report;
use crate::suite::progress::{Display, LONG_PLAIN_PAUSE};

/// The hidden command by which Quell starts itself to confine a program.
pub const SANDBOX: &str = "sandbox";

/// A machine that has not met undefined behaviour after so many steps does not look further.
const STEPS: u64 = 10_000_000;

/// A score, and what got no mutants.
#[derive(Debug)]
pub struct Scored {
    pub score: Score,
    pub found: Mutants,
}

pub fn run(args: &args::Score, cflags: &[OsString]) -> Result<Scored, CliError> {
    let Some(path) = &args.tests else {
        let message =
            "there is nothing to run: name tests with --tests, or commands with --test-cmd"
                .to_owned();
        return Err(CliError::Usage(message));
    };
    let suite = read_suite(path)?;
    let selection = Selection::parse(&args.faults)?;
    let flags = args::compiler_flags(&args.cflags, cflags).map_err(CliError::Usage)?;
    let loaded = Loaded::compiled(&args.file, OptLevel::O0, flags)?;
    let wanted = Wanted {
        functions: chosen(args, &loaded)?,
        lines: args.lines,
        selection,
    };
    let mut module = Module::clone(&loaded.module);
    let sources = Sources::load(&module);
    let found = generate(&mut module, &sources, &wanted);
    let shared = Rc::new(module);
    let subject = Subject {
        lookup: lookup(&shared, &loaded),
        shared: shared.clone(),
        mutants: &found.mutants,
        functions: covered(&shared, &wanted),
        faults: args.faults.split(',').map(str::to_owned).collect(),
    };
    let mut shown = Shown::new(!args.json);
    let score = score(&subject, &suite, &settings(args)?, &mut |progress| {
        shown.tell(progress);
    });
    shown.clear();
    Ok(Scored {
        score: score?,
        found,
    })
}

fn lookup<'m>(module: &'m Module, loaded: &'m Loaded) -> Lookup<'m> {
    Lookup {
        module,
        info: DebugInfo::new(module),
        language: loaded.language,
        file: &loaded.file,
    }
}

fn chosen(args: &args::Score, loaded: &Loaded) -> Result<Vec<FuncId>, CliError> {
    let lookup = lookup(&loaded.module, loaded);
    let found: Result<_, _> = args.function.iter().map(|name| lookup.find(name)).collect();
    Ok(found?)
}

/// The functions whose coverage is told: those that mutants are made of.
fn covered(module: &Module, wanted: &Wanted) -> BTreeSet<FuncId> {
    match wanted.functions.is_empty() {
        true => DebugInfo::new(module)
            .user_functions()
            .into_iter()
            .collect(),
        false => wanted.functions.iter().copied().collect(),
    }
}

fn settings(args: &args::Score) -> Result<Settings, CliError> {
    let mut native = Options::new(sandbox(args.unprotected)?);
    if let Some(jobs) = args.jobs {
        native.workers = jobs;
    }
    Ok(Settings {
        native,
        ub: args.ub.map_or(UbMode::Trap, Into::into),
        steps: STEPS,
        compare_code: !args.no_compare_code,
    })
}

/// Quell confines programs by starting itself.
pub fn sandbox(unprotected: bool) -> Result<Sandbox, CliError> {
    let program = std::env::current_exe().map_err(CliError::OwnPath)?;
    let launcher = Launcher {
        program,
        args: vec![SANDBOX.into()],
    };
    Ok(match unprotected {
        true => Sandbox::WhatThereIs(launcher),
        false => Sandbox::Required(launcher),
    })
}

/// Says how far it is.
struct Shown {
    wanted: bool,
    display: Display,
}

impl Shown {
    fn new(wanted: bool) -> Self {
        let display = Display::new(LONG_PLAIN_PAUSE);
        Self { wanted, display }
    }

    fn tell(&mut self, progress: Progress) {
        let text = match progress {
            Progress::Building { mutants } => format!("building {mutants} mutants"),
            Progress::Recorded { tests } => format!("recorded {tests} tests"),
            Progress::Run { tests, of } => format!("mutants run on {tests} of {of} tests"),
            Progress::Compared { not: 0 } => return,
            Progress::Compared { not } => {
                self.clear();
                return report::print_warning(&report::not_compared(not));
            }
        };
        if self.wanted {
            self.display.show(&text);
        }
    }

    fn clear(&mut self) {
        if self.wanted {
            self.display.clear();
        }
    }
}
