//! LLVM bitcode, disassembled by the first installed `llvm-dis` that can read it.

use std::path::Path;

use crate::error::ReaderFailure;
use crate::request::{Compiled, Request};
use crate::run::Invocation;
use crate::scratch::Scratch;
use crate::{CompileError, Language, Toolbox};

const HOW_TO_GET: &str = "install LLVM's tools (on Debian: apt-get install llvm-19), or give Quell the textual form (.ll)";

/// A newer `llvm-dis` reads the bitcode of every older LLVM, so the newest is tried first. The others follow
/// because bitcode from a patched LLVM may be readable only by its own version.
pub(crate) fn disassemble(request: &Request, tools: &Toolbox) -> Result<Compiled, CompileError> {
    let disassemblers = tools.disassemblers();
    if disassemblers.is_empty() {
        return Err(CompileError::MissingCompiler {
            language: Language::LlvmBitcode,
            tried: vec!["llvm-dis-15 and newer".into(), "llvm-dis".into()],
            how_to_get: HOW_TO_GET.to_string(),
        });
    }
    let scratch = Scratch::new()?;
    let mut failures = Vec::new();
    for tool in &disassemblers {
        let command = command(tool, request, &scratch);
        match scratch.compile_to_text(command, request, Language::LlvmBitcode) {
            Err(CompileError::DoesNotCompile { excerpt, .. }) => failures.push(ReaderFailure {
                tool: tool.display().to_string(),
                message: excerpt,
            }),
            // If the file contains no module, `llvm-dis` succeeds and writes nothing.
            Err(CompileError::ReadError { .. }) => failures.push(ReaderFailure {
                tool: tool.display().to_string(),
                message: "no module in the file".to_owned(),
            }),
            outcome => return outcome,
        }
    }
    Err(unreadable(&request.full_path(), failures))
}

fn command(tool: &Path, request: &Request, scratch: &Scratch) -> Invocation {
    Invocation::new(tool)
        .arg(request.path_argument())
        .arg("-o")
        .arg(scratch.ir_file())
}

fn unreadable(path: &Path, failures: Vec<ReaderFailure>) -> CompileError {
    let advice = match failures
        .iter()
        .find_map(|failure| producer(&failure.message))
    {
        Some(producer) => format!(
            "it was written by {producer}: install an llvm-dis of that version, or let its compiler emit text \
             (clang -S -emit-llvm, rustc --emit=llvm-ir)"
        ),
        None => "check that it is LLVM bitcode, or give Quell the textual form (.ll)".to_string(),
    };
    CompileError::UnreadableBitcode {
        path: path.to_path_buf(),
        failures,
        advice,
    }
}

/// The producer's version, from a message like `... (Producer: 'LLVM22.1.2' Reader: 'LLVM 19.1.7')`.
fn producer(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("Producer: '")?;
    rest.split_once('\'').map(|(producer, _)| producer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_producer_is_read_from_the_message() {
        let message =
            "error: Unknown attribute kind (105) (Producer: 'LLVM22.1.2-rust' Reader: 'LLVM 19')";
        assert_eq!(producer(message), Some("LLVM22.1.2-rust"));
        assert_eq!(producer("error: file too small"), None);
    }
}
