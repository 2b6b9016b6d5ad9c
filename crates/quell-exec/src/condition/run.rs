//! A run of a function on numbers that notes which conditions it meets.

use quell_ir::FuncId;

use super::{Computed, Conditions};
use crate::concrete::{Concrete, ConcreteMachine, Value};
use crate::domain::{Decision, Domain};
use crate::machine::single::Single;
use crate::stop::{Stop, StopKind};

/// What a run met, by the places of the conditions in their list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Met {
    /// Whether the place of each was executed.
    pub executed: Vec<bool>,
    /// Whether each held there once. One whose value is undefined counts.
    pub met: Vec<bool>,
    /// Conditions whose value was undefined once, or could not be evaluated.
    pub undefined: Vec<bool>,
}

/// Values that wait for their instruction to be executed.
struct Pending {
    serial: u64,
    inst: quell_ir::InstId,
    open: Vec<(usize, Computed<Concrete>)>,
}

/// Runs a function to its end and evaluates the conditions on the way, in code that the function comes to itself: not in what
/// library functions call back. The machine is one of [`Conditions::program`]. What a run met before it stopped counts.
pub fn run(
    machine: &mut ConcreteMachine,
    function: FuncId,
    args: &[Value],
    conditions: &Conditions,
) -> (Met, Result<Option<Value>, Stop>) {
    let mut watch = Watch {
        conditions,
        met: Met {
            executed: vec![false; conditions.len()],
            met: vec![false; conditions.len()],
            undefined: vec![false; conditions.len()],
        },
        pending: Vec::new(),
    };
    let ended = watch.run(machine, function, args);
    (watch.met, ended)
}

struct Watch<'c> {
    conditions: &'c Conditions,
    met: Met,
    pending: Vec<Pending>,
}

impl Watch<'_> {
    fn run(
        &mut self,
        machine: &mut ConcreteMachine,
        function: FuncId,
        args: &[Value],
    ) -> Result<Option<Value>, Stop> {
        machine.begin(function, args)?;
        while !machine.activations().is_empty() {
            if machine.steps() >= machine.limits.steps {
                return Err(StopKind::StepLimit(machine.limits.steps).into());
            }
            let (code, pc) = machine.upcoming()?;
            self.settle(machine);
            if let Some((inst, here)) = self.conditions.starting_at(&code, pc) {
                let open: Vec<_> = here
                    .iter()
                    .map(|&index| (index, self.before(machine, index)))
                    .collect();
                let serial = machine.activations().last().map_or(0, |frame| frame.serial);
                self.pending.push(Pending { serial, inst, open });
            }
            let op = code.ops.get(pc);
            let op = op.ok_or_else(|| StopKind::broken("the end of a function was passed"))?;
            if let Single::Goes(edge) = machine.single(op, pc)? {
                let to = code.edges.get(edge as usize).map_or(0, |edge| edge.to);
                for &index in self.conditions.on_edge(&code, pc + 1, to) {
                    self.before(machine, index);
                }
                machine.take_edge(edge)?;
            }
        }
        Ok(machine.take_returned())
    }

    fn before(&mut self, machine: &mut ConcreteMachine, index: usize) -> Computed<Concrete> {
        self.met.executed[index] = true;
        let mut computed = Computed::default();
        let held = machine.judge_before(self.conditions.get(index), &mut computed);
        self.note(machine, index, held);
        computed
    }

    /// Evaluates what waited for instructions of the innermost frame that are over now.
    fn settle(&mut self, machine: &mut ConcreteMachine) {
        let Ok((code, pc)) = machine.upcoming() else {
            return;
        };
        let serials = machine.activations().iter().map(|frame| frame.serial);
        let serials: Vec<u64> = serials.collect();
        self.pending.retain(|of| serials.contains(&of.serial));
        while let Some(last) = self.pending.pop() {
            let is_over =
                serials.last() == Some(&last.serial) && code.origin.get(pc) != Some(&last.inst);
            if !is_over {
                self.pending.push(last);
                return;
            }
            // After a terminator control is in another block: there is nothing left to evaluate.
            let ended = pc > 0 && code.origin.get(pc - 1) == Some(&last.inst);
            for (index, mut computed) in last.open {
                if ended {
                    let held = machine.judge_after(self.conditions.get(index), &mut computed);
                    self.note(machine, index, held);
                }
            }
        }
    }

    fn note(
        &mut self,
        machine: &mut ConcreteMachine,
        index: usize,
        held: Result<crate::concrete::Word, Stop>,
    ) {
        match held.map(|held| machine.domain.decide(&held)) {
            Ok(Decision::Known(held)) => self.met.met[index] |= held,
            Ok(Decision::Undefined | Decision::Open) | Err(_) => {
                self.met.met[index] = true;
                self.met.undefined[index] = true;
            }
        }
    }
}
