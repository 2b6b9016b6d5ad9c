//! Stops of the machine as reasons that are reported.

use quell_exec::StopKind;
use quell_results::{Construct, MachineLimit, Reason, SourceLine, TimeLimit};

/// Why the machine could not run something to its end.
pub fn reason_of(stop: &StopKind) -> Reason {
    limit_of(stop).unwrap_or_else(|| Reason::Unsupported {
        construct: construct_of(stop, None),
    })
}

/// The limit that caused a stop.
fn limit_of(stop: &StopKind) -> Option<Reason> {
    let limit = match stop {
        StopKind::TimeUp => {
            let limit = TimeLimit::Exploration;
            return Some(Reason::OutOfTime { limit });
        }
        StopKind::BeyondBounds => return Some(Reason::BeyondBounds),
        StopKind::StepLimit(limit) => MachineLimit::Steps { limit: *limit },
        StopKind::CallDepth(limit) => MachineLimit::NestedCalls {
            limit: *limit as u64,
        },
        StopKind::CallbackDepth(limit) => MachineLimit::NestedCallbacks {
            limit: *limit as u64,
        },
        StopKind::OutOfMemory(bytes) => MachineLimit::Memory { bytes: *bytes },
        _ => return None,
    };
    Some(Reason::MachineLimit { limit })
}

/// The construct that the machine cannot run.
fn construct_of(stop: &StopKind, at: Option<SourceLine>) -> Construct {
    match stop {
        StopKind::At { stop, file, line } => {
            let (file, line) = (Some(file.clone()), Some(*line));
            construct_of(stop, Some(SourceLine { file, line }))
        }
        StopKind::UnmodelledFunction(symbol) => Construct::Function {
            symbol: symbol.clone(),
            at,
        },
        StopKind::UnmodelledVariable(symbol) => Construct::Variable {
            symbol: symbol.clone(),
        },
        StopKind::Unsupported(code) => Construct::Code {
            code: code.clone(),
            at,
        },
        StopKind::NotConcrete(name) => Construct::SymbolicValue {
            name: (*name).to_owned(),
            at,
        },
        other => Construct::Other {
            message: other.to_string(),
        },
    }
}
