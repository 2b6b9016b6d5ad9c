//! Mutants of functions of one byte, emitted and compiled as programs of their own, on all inputs.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use quell_compile::Toolbox;
use quell_ir::opcode::Linkage;
use quell_ir::print::print_module;
use quell_ir::{FuncId, Module};
use quell_objectives::Objective;
use quell_objectives::harden::emit;

const DRIVER: &str = include_str!("driver.c");
pub const INPUTS: usize = 256;

/// A function with the C types of its result and its argument.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    pub name: &'static str,
    pub result: &'static str,
    pub argument: &'static str,
}

/// The end of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The bits of the result.
    Returned(u32),
    Signal(u32),
    /// More basic blocks than the limit.
    Endless,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    pub end: End,
    /// Basic blocks entered.
    pub blocks: u32,
}

/// `ENDLESS` of the driver.
const ENDLESS: u32 = 1000;
const ANSWER_BYTES: usize = 12;

impl Answer {
    fn read(bytes: &[u8]) -> Self {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        let end = match word(0) {
            0 => End::Returned(word(4)),
            ENDLESS => End::Endless,
            signal => End::Signal(signal),
        };
        Self {
            end,
            blocks: word(8),
        }
    }
}

/// How the mutants are compiled.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    pub opt_level: &'static str,
    pub block_limit: u32,
    /// Each mutant in a separate run of the compiler, or all mutants of a function together.
    pub one_by_one: bool,
}

/// The answers of the original and of each mutant, by input.
pub fn answers(
    module: &Module,
    function: Function,
    mutants: &[&Objective],
    build: Build,
) -> Vec<Vec<Answer>> {
    let scratch = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let program = Program {
        directory: scratch.path(),
        function,
        build,
    };
    let files = program.emit(module, mutants);
    let objects = match build.one_by_one {
        true => files.iter().map(|file| program.compile(file)).collect(),
        false => vec![program.compile(&program.join(&files))],
    };
    let output = output(&mut Command::new(program.link(files.len(), &objects)));
    assert_eq!(output.len(), files.len() * INPUTS * ANSWER_BYTES);
    let answers: Vec<Answer> = output.chunks(ANSWER_BYTES).map(Answer::read).collect();
    answers.chunks(INPUTS).map(<[_]>::to_vec).collect()
}

struct Program<'d> {
    directory: &'d Path,
    function: Function,
    build: Build,
}

impl Program<'_> {
    fn symbol(&self, number: usize) -> String {
        format!("{}_{number}", self.function.name)
    }

    /// Writes the original and the mutants, as `quell mutants --emit` does, under unique names.
    fn emit(&self, module: &Module, mutants: &[&Objective]) -> Vec<PathBuf> {
        let alone = only(module, self.function.name);
        let each = std::iter::once(None).chain(mutants.iter().copied().map(Some));
        each.enumerate()
            .map(|(number, mutant)| {
                let mut emitted = emit(&alone, mutant).unwrap();
                rename(&mut emitted, self.function.name, &self.symbol(number));
                let path = self.directory.join(format!("{number}.ll"));
                fs::write(&path, print_module(&emitted)).unwrap();
                path
            })
            .collect()
    }

    /// Links all modules to one, which clang reads in a fraction of the time.
    fn join(&self, files: &[PathBuf]) -> PathBuf {
        let joined = self.directory.join("joined.bc");
        output(
            Command::new("llvm-link-19")
                .args(files)
                .arg("-o")
                .arg(&joined),
        );
        joined
    }

    fn compile(&self, file: &Path) -> PathBuf {
        let object = file.with_extension("o");
        let mut command = clang();
        command.args([self.build.opt_level, "-w", "-c"]);
        command.arg("-fsanitize-coverage=bb,no-prune,trace-pc");
        output(command.arg(file).arg("-o").arg(&object));
        object
    }

    fn link(&self, count: usize, objects: &[PathBuf]) -> PathBuf {
        let source = self.directory.join("driver.c");
        fs::write(&source, self.driver(count)).unwrap();
        let program = self.directory.join("program");
        let mut command = clang();
        command.args(["-O1", "-w"]).arg(&source).args(objects);
        output(command.arg("-lm").arg("-o").arg(&program));
        program
    }

    fn driver(&self, count: usize) -> String {
        let Function {
            name,
            result,
            argument,
        } = self.function;
        let limit = self.build.block_limit;
        let mut text = format!("#define BLOCK_LIMIT {limit}\n{DRIVER}\n");
        let symbols: Vec<String> = (0..count).map(|number| self.symbol(number)).collect();
        for symbol in &symbols {
            writeln!(text, "{result} {symbol}({argument});").unwrap();
        }
        let list = symbols.join(", ");
        writeln!(
            text,
            "static {result} (*const {name}[])({argument}) = {{{list}}};"
        )
        .unwrap();
        text + &format!(
            "int main(void) {{\n    catch_faults();\n    ALL({result}, {argument}, {name})\n    return 0;\n}}\n"
        )
    }
}

/// The module without the other functions' bodies and without debug information, which take most of a compiler's time.
fn only(module: &Module, name: &str) -> Module {
    let mut copy = module.clone();
    let kept = copy.find_function(name).unwrap();
    let others: Vec<FuncId> = copy.functions.keys().filter(|&id| id != kept).collect();
    for id in others {
        copy.functions[id].blocks.clear();
    }
    for function in copy.functions.values_mut() {
        function.subprogram = None.into();
        function.dbg_records.clear();
        let instructions = function.insts.values_mut();
        instructions.for_each(|inst| inst.dbg = None.into());
    }
    copy.globals
        .values_mut()
        .for_each(|global| global.dbg.clear());
    copy.named_metadata.clear();
    copy
}

/// Gives the function a new name, and all other definitions internal linkage.
fn rename(module: &mut Module, name: &str, new_name: &str) {
    let symbol = module.symbols.intern(new_name);
    let subject = module.find_function(name).unwrap();
    for (id, function) in &mut module.functions {
        if id == subject {
            function.name = symbol;
        } else if !function.blocks.is_empty() {
            function.linkage = Linkage::Internal;
        }
    }
    for global in module.globals.values_mut() {
        if global.init.is_some() {
            global.linkage = Linkage::Internal;
        }
    }
}

fn clang() -> Command {
    Command::new(Toolbox::from_env().clang().unwrap())
}

/// The standard output of a command that must succeed.
fn output(command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{:?}: {}\n{errors}",
        command.get_program(),
        output.status
    );
    output.stdout
}
