//! Inline assembly that only hides values from the optimiser or orders memory accesses. Any other is
//! unsupported.

use std::rc::Rc;

use quell_values::unsupported::Unsupported;

use super::Machine;
use super::call::Called;
use crate::domain::Domain;
use crate::program::op::{AsmSite, CallSite};
use crate::program::shape::ShapeKind;
use crate::semantics::memory::store;
use crate::semantics::select::{member_type, undef};
use crate::stop::Stop;
use crate::value::Val;

/// Instructions without an effect on registers and memory. With a single thread, barriers are among them.
const NO_EFFECT: &[&str] = &[
    "nop", "pause", "rep", "rep nop", "mfence", "lfence", "sfence",
];

/// The destination of an output of the assembly.
#[derive(Clone, Copy)]
enum Output {
    /// The result of the call, or a member of it.
    Result,
    /// The memory that an argument points to.
    Memory(usize),
}

/// The constraints: outputs in order, and inputs that share the location of an output.
#[derive(Default)]
struct Operands {
    outputs: Vec<Output>,
    /// The argument that is tied to each output.
    ties: Vec<(usize, usize)>,
}

impl Operands {
    fn parse(constraints: &str) -> Self {
        let mut operands = Self::default();
        let mut next = 0;
        for constraint in constraints.split(',').map(str::trim) {
            if let Some(output) = constraint.strip_prefix('=') {
                let indirect = output.trim_start_matches('&').starts_with('*');
                operands.outputs.push(if indirect {
                    Output::Memory(next)
                } else {
                    Output::Result
                });
                next += usize::from(indirect);
            } else if !constraint.starts_with(['~', '!']) && !constraint.is_empty() {
                if let Ok(output) = constraint.parse() {
                    operands.ties.push((output, next));
                }
                next += 1;
            }
        }
        operands
    }

    fn tied_to(&self, output: usize) -> Option<usize> {
        let tie = self.ties.iter().find(|tie| tie.0 == output);
        tie.map(|tie| tie.1)
    }
}

impl<D: Domain> Machine<D> {
    #[cold]
    pub(super) fn assembly(&mut self, asm: &Rc<AsmSite>, site: &CallSite) -> Result<Called, Stop> {
        let mut statements = statements(&asm.text);
        if let Some(statement) =
            statements.find(|statement| !NO_EFFECT.contains(&statement.as_str()))
        {
            return Err(Unsupported::Assembly { statement }.into());
        }
        let operands = Operands::parse(&asm.constraints);
        let mut results = Vec::new();
        for (index, output) in operands.outputs.iter().enumerate() {
            let tied = operands.tied_to(index);
            match output {
                Output::Result => {
                    let value = self.result_for(site, results.len(), tied)?;
                    results.push(value);
                }
                Output::Memory(at) => self.store_output(site, *at, tied)?,
            }
        }
        if let Some(dst) = site.dst {
            let single = results.len() == 1;
            let value = single.then(|| results.pop()).flatten();
            self.set(dst, value.unwrap_or_else(|| Val::agg(results)))?;
        }
        Ok(Called::Done)
    }

    /// A result: the input that is tied to it, or undefined.
    fn result_for(
        &mut self,
        site: &CallSite,
        index: usize,
        tied: Option<usize>,
    ) -> Result<Val<D>, Stop> {
        let program = self.program.clone();
        let shape = program.shapes.get(site.ret)?;
        let ty = match shape.kind {
            ShapeKind::Struct(_) => member_type(&shape, index)?,
            _ => site.ret,
        };
        match tied.and_then(|tied| site.args.get(tied)) {
            Some(arg) if arg.ty == ty => Ok(self.fetch(arg.src)?.clone()),
            Some(_) => Err(different_types()),
            None => undef(&mut self.domain, &program, ty),
        }
    }

    /// An output in memory: the input that is tied to it is stored; without one the memory is unchanged.
    fn store_output(
        &mut self,
        site: &CallSite,
        at: usize,
        tied: Option<usize>,
    ) -> Result<(), Stop> {
        let Some(arg) = tied.and_then(|tied| site.args.get(tied)) else {
            return Ok(());
        };
        let to = site.args.get(at).ok_or_else(different_types)?;
        let (to, value) = (
            self.fetch(to.src)?.ptr()?.clone(),
            self.fetch(arg.src)?.clone(),
        );
        let program = self.program.clone();
        let (d, mem) = (&mut self.domain, &mut self.memory);
        store(d, mem, &program, arg.ty, (&to, 1), &value)
    }
}

fn different_types() -> Stop {
    Unsupported::AssemblyTypes.into()
}

/// The statements of an assembly text, without comments.
fn statements(text: &str) -> impl Iterator<Item = String> {
    let text = without_blocks(text);
    let lines: Vec<String> = text.lines().map(without_comment).collect();
    let lines = lines.into_iter().flat_map(|line| {
        let parts: Vec<_> = line.split(';').map(spaced).collect();
        parts
    });
    lines.filter(|statement| !statement.is_empty())
}

fn without_comment(line: &str) -> String {
    let end = ["#", "//"].iter().filter_map(|mark| line.find(mark)).min();
    line[..end.unwrap_or(line.len())].to_owned()
}

/// The statement with single spaces between words.
fn spaced(statement: &str) -> String {
    statement.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_blocks(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        kept.push_str(before);
        kept.push(' ');
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_statements() {
        let text = "# one\n\tnop; pause // two\n/* three\n four */ mov $1, $0";
        let found: Vec<_> = statements(text).collect();
        assert_eq!(found, ["nop", "pause", "mov $1, $0"]);
    }

    #[test]
    fn ties_count_indirect_outputs_as_arguments() {
        let operands = Operands::parse("=*m,=&r,=r,r,2,0,~{memory},~{flags}");
        assert_eq!(operands.outputs.len(), 3);
        assert_eq!(operands.tied_to(2), Some(2));
        assert_eq!(operands.tied_to(0), Some(3));
        assert_eq!(operands.tied_to(1), None);
    }
}
