//! Runs a whole program: constructors, `main`, exit handlers, destructors.

use quell_ir::{ConstId, ConstKind, FuncId, GlobalRef, Type};
use quell_values::unsupported::Unsupported;

use crate::domain::Domain;
use crate::machine::Machine;
use crate::stop::{Stop, StopKind};
use crate::value::Val;

/// Runs `main` as the system would. `args` are the arguments after the program's name, `env` the strings
/// `NAME=value`. The result is the exit status as the parent process sees it.
pub fn run_main<D: Domain>(
    machine: &mut Machine<D>,
    program_name: &[u8],
    args: &[Vec<u8>],
    env: &[Vec<u8>],
) -> Result<i32, Stop> {
    let ended = run_to_end(machine, program_name, args, env);
    match ended {
        Ok(status) => Ok(status & 0xff),
        Err(stop) => match *stop {
            StopKind::Exit(status) => Ok(status & 0xff),
            _ => Err(stop),
        },
    }
}

fn run_to_end<D: Domain>(
    machine: &mut Machine<D>,
    program_name: &[u8],
    args: &[Vec<u8>],
    env: &[Vec<u8>],
) -> Result<i32, Stop> {
    let main = machine.program.module.find_function("main");
    let main = main
        .filter(|&main| !machine.program.module.functions[main].is_declaration())
        .ok_or(Unsupported::NoMain)?;
    let parameters = start_parameters(machine, program_name, args, env)?;
    for constructor in listed(machine, "llvm.global_ctors")? {
        call_with(machine, constructor, &parameters)?;
    }
    let result = call_with(machine, main, &parameters)?;
    let status = match result {
        Some(Val::Word(word)) => {
            let what = "the result of main";
            machine.domain.concrete_u64(32, &word, what)? as u32 as i32
        }
        _ => 0,
    };
    finish(machine, status)?;
    Ok(status)
}

/// `argc`, `argv` and `envp`.
fn start_parameters<D: Domain>(
    machine: &mut Machine<D>,
    program_name: &[u8],
    args: &[Vec<u8>],
    env: &[Vec<u8>],
) -> Result<[Val<D>; 3], Stop> {
    let words = std::iter::once(program_name).chain(args.iter().map(Vec::as_slice));
    let words: Result<Vec<_>, Stop> = words
        .map(|word| machine.host_string("an argument of the program", word))
        .collect();
    let words = words?;
    let argv = machine.pointer_array("argv", &words)?;
    machine.set_environment(env)?;
    let environment = machine.library.environment.clone();
    let envp = machine.pointer_array("envp", &environment)?;
    machine.library.program_name = program_name.to_vec();
    machine.announce_start(&words[0], &envp)?;
    let argc = machine.domain.word(32, words.len() as u64);
    Ok([Val::Word(argc), Val::Ptr(argv), Val::Ptr(envp)])
}

/// Calls a function with the first of the parameters, as many as it takes.
fn call_with<D: Domain>(
    machine: &mut Machine<D>,
    function: FuncId,
    parameters: &[Val<D>],
) -> Result<Option<Val<D>>, Stop> {
    let module = &machine.program.module;
    let takes = module.functions[function].params.len();
    let fits = |(param, value): (&quell_ir::Param, &Val<D>)| {
        matches!(module.types.get(param.ty), Type::Ptr(_)) == matches!(value, Val::Ptr(_))
    };
    let params = module.functions[function].params.iter();
    if takes > parameters.len() || !params.zip(parameters).all(fits) {
        return Err(Unsupported::MainParameters.into());
    }
    machine.call_function(function, &parameters[..takes.min(parameters.len())])
}

/// Runs exit handlers in reverse order, and then destructors: after `main` and in `exit`.
pub(crate) fn finish<D: Domain>(machine: &mut Machine<D>, status: i32) -> Result<(), Stop> {
    machine.run_exit_handlers(status)?;
    while !machine.library.destructors_ran {
        machine.library.destructors_ran = true;
        let destructors = listed(machine, "llvm.global_dtors")?;
        for destructor in destructors.into_iter().rev() {
            machine.call_function(destructor, &[])?;
        }
    }
    Ok(())
}

/// The functions in a list of constructors or destructors, lowest priority number first.
fn listed<D: Domain>(machine: &Machine<D>, name: &str) -> Result<Vec<FuncId>, Stop> {
    let module = &machine.program.module;
    let Some(GlobalRef::Var(list)) = module.find(name) else {
        return Ok(Vec::new());
    };
    let Some(init) = module.globals[list].init else {
        return Ok(Vec::new());
    };
    let mut entries = Vec::new();
    for entry in members(machine, init) {
        let fields = members(machine, entry);
        let (Some(&priority), Some(&function)) = (fields.first(), fields.get(1)) else {
            continue;
        };
        let priority = match &module.consts.get(priority).kind {
            ConstKind::Int(bits) => bits.to_u64().unwrap_or(u64::MAX),
            _ => 0,
        };
        match module.consts.get(function).kind {
            ConstKind::Global(GlobalRef::Func(function)) => entries.push((priority, function)),
            ConstKind::Null | ConstKind::Zero => {}
            _ => {
                let list = name.to_owned();
                return Err(Unsupported::ListEntry { list }.into());
            }
        }
    }
    entries.sort_by_key(|entry| entry.0);
    Ok(entries.into_iter().map(|entry| entry.1).collect())
}

fn members<D: Domain>(machine: &Machine<D>, id: ConstId) -> Vec<ConstId> {
    match &machine.program.module.consts.get(id).kind {
        ConstKind::Aggregate(members) => members.to_vec(),
        _ => Vec::new(),
    }
}
