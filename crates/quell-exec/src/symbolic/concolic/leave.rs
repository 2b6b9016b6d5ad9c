//! Leaving a block: the branch that the input takes, forks for the others, and the ends of paths.

use std::rc::Rc;

use quell_ir::FuncId;
use quell_term::Term;
use quell_values::unsupported::Unsupported;

use super::executor::{Concolic, Progress};
use super::fork::{Fork, ForkKind, ForkPlace, Resume};
use super::iterations::decided_loops;
use super::run::PathEnd;
use super::trail::Trail;
use crate::program::op::{CallSite, EdgeId};
use crate::stop::{Stop, StopKind};
use crate::symbolic::domain::{Bound, is_imprecise};
use crate::symbolic::explore::{BlockExit, LoopProgress, Returned, State};

/// What follows a part of a path.
pub(super) enum Step {
    Goes(State, Resume),
    Ends(PathEnd),
}

/// A branch of a fork.
pub(super) struct Branch {
    condition: Term,
    kind: ForkKind,
    resume: Resume,
}

impl Concolic {
    /// Follows the branch that the input takes.
    pub(super) fn leave(
        &mut self,
        state: State,
        exit: BlockExit,
        progress: &mut Progress,
    ) -> Result<Step, Stop> {
        match exit {
            BlockExit::Goto(edge) => Ok(Step::Goes(state, Resume::Edge(edge))),
            BlockExit::Frame => Ok(self.frame(state, progress)),
            BlockExit::Fork(branches) => {
                let branches = self.by_target(&state, branches)?;
                self.fork(state, branches, progress)
            }
            BlockExit::Calls(site, targets) => {
                let targets = targets.into_iter().map(|(condition, function)| Branch {
                    condition,
                    kind: ForkKind::Call,
                    resume: Resume::Call(site.clone(), function),
                });
                self.fork(state, targets.collect(), progress)
            }
        }
    }

    /// A branch for each block that control can go to.
    fn by_target(
        &mut self,
        state: &State,
        edges: Vec<(Term, EdgeId)>,
    ) -> Result<Vec<Branch>, Stop> {
        let frame = state.activation.frames.last();
        let code = frame.map(|frame| frame.code.clone());
        let code = code.ok_or_else(|| StopKind::broken("no frame"))?;
        let target = |edge: EdgeId| code.edges.get(edge as usize).map(|edge| edge.to);
        let mut branches: Vec<(Term, EdgeId)> = Vec::new();
        for (condition, edge) in edges {
            let same = |known: &&mut (Term, EdgeId)| target(known.1) == target(edge);
            match branches.iter_mut().find(same) {
                Some(known) => known.0 = self.explorer.domain().pool.or(known.0, condition),
                None => branches.push((condition, edge)),
            }
        }
        let branch = |(condition, edge)| Branch {
            condition,
            kind: ForkKind::Branch,
            resume: Resume::Edge(edge),
        };
        Ok(branches.into_iter().map(branch).collect())
    }

    fn fork(
        &mut self,
        mut state: State,
        branches: Vec<Branch>,
        progress: &mut Progress,
    ) -> Result<Step, Stop> {
        let mut own = None;
        for branch in branches {
            if own.is_none() && self.explorer.domain().holds_on_input(branch.condition) {
                own = Some(branch);
                continue;
            }
            let mut other = state.clone();
            let pool = &mut self.explorer.domain().pool;
            if other.path.push(pool, branch.condition) {
                self.push_fork(other, branch.kind, branch.resume, progress)?;
            } else {
                progress.infeasible += 1;
            }
        }
        let Some(own) = own else {
            return Err(StopKind::broken("an input takes no branch").into());
        };
        state
            .path
            .push(&mut self.explorer.domain().pool, own.condition);
        progress.satisfied = state.path.decisions();
        progress.decided = decided_loops(&state);
        Ok(Step::Goes(state, own.resume))
    }

    pub(super) fn push_fork(
        &mut self,
        state: State,
        kind: ForkKind,
        resume: Resume,
        progress: &mut Progress,
    ) -> Result<(), Stop> {
        let met = std::mem::take(&mut progress.met);
        progress.trail = Trail::new(progress.trail.clone(), met);
        let places = self.places(&state, &resume)?;
        progress.forks.push(Fork {
            state,
            resume,
            blocks: progress.blocks,
            trail: progress.trail.clone(),
            satisfied: progress.satisfied,
            kind,
            places,
        });
        Ok(())
    }

    /// Where a state continues.
    pub(super) fn places(
        &mut self,
        state: &State,
        resume: &Resume,
    ) -> Result<Rc<[ForkPlace]>, Stop> {
        let mut places = Vec::with_capacity(state.activation.frames.len() + 1);
        let innermost = state.activation.frames.len().saturating_sub(1);
        for (depth, frame) in state.activation.frames.iter().enumerate() {
            let function = frame.code.function;
            let pc = match resume {
                Resume::Edge(edge) if depth == innermost => frame
                    .code
                    .edges
                    .get(*edge as usize)
                    .map_or(0, |edge| edge.to),
                Resume::Block | Resume::Inside { .. } if depth == innermost => frame.pc,
                _ => frame.pc.saturating_sub(1),
            };
            let block = self.explorer.flow_of(function)?.block_at(pc as usize);
            places.push(ForkPlace { function, block });
        }
        if let Resume::Call(_, function) = resume {
            let body = &self.explorer.program().module.functions[*function];
            let entry = body.blocks.keys().next();
            places.extend(entry.map(|block| ForkPlace {
                function: *function,
                block,
            }));
        }
        Ok(places.into())
    }

    /// A frame was pushed or popped.
    fn frame(&mut self, state: State, progress: &mut Progress) -> Step {
        if state.activation.frames.is_empty() {
            progress.decisions = state.path.iter().collect();
            let returned = Returned {
                path: state.path,
                value: self.explorer.machine.take_returned(),
                memory: state.activation.memory,
            };
            return Step::Ends(PathEnd::Returned(Box::new(returned)));
        }
        let frames = &state.activation.frames;
        let running = frames.last().map(|frame| frame.code.function);
        let active = frames
            .iter()
            .filter(|frame| Some(frame.code.function) == running);
        if active.count() > self.explorer.options().bounds.recursion as usize {
            progress.decisions = state.path.iter().collect();
            return Step::Ends(PathEnd::Cut(Bound::Recursion));
        }
        Step::Goes(state, Resume::Block)
    }

    pub(super) fn edge(
        &mut self,
        mut state: State,
        edge: EdgeId,
        progress: &mut Progress,
    ) -> Result<Step, Stop> {
        if let Some(watch) = &mut self.watch
            && watch.conditions.has_edges()
        {
            let loops = self.explorer.resume(state);
            let (code, pc) = self.explorer.machine.upcoming()?;
            watch.edge(&mut self.explorer, (&code, pc, edge), progress);
            state = self.explorer.suspend(loops);
        }
        let before = state.loops.unwindings.last().cloned();
        let followed = self.explorer.follow_edge(state, edge);
        match followed.map(|followed| self.uncounted(followed, before, progress)) {
            Ok((state, true)) => Ok(Step::Goes(state, Resume::Block)),
            Ok((state, false)) => {
                progress.decisions = state.path.iter().collect();
                let cut = self.explorer.take_outcome().reached_bounds.pop();
                let bound = cut.map_or(Bound::Recursion, |cut| cut.bound);
                Ok(Step::Ends(PathEnd::Cut(bound)))
            }
            Err(stop) => self.ended(stop, progress),
        }
    }

    pub(super) fn target(
        &mut self,
        state: State,
        site: &CallSite,
        function: FuncId,
        progress: &mut Progress,
    ) -> Result<Step, Stop> {
        let loops = self.explorer.resume(state);
        let entered = self.explorer.enter_target(loops, site, function);
        self.note_concretised(progress);
        match entered {
            Ok(state) => Ok(self.frame(state, progress)),
            Err(stop) => self.ended(stop, progress),
        }
    }

    /// How a path ended inside a block. Where the input did something undefined before, that is a question for others.
    pub(super) fn ended(&mut self, stop: Stop, progress: &mut Progress) -> Result<Step, Stop> {
        let here = self.explorer.here();
        let domain = self.explorer.domain();
        domain.take_reached_bounds();
        let stop = match domain.take_unsupported() {
            Some(what) => what.into(),
            None => self.explorer.without_message(stop, here),
        };
        let stop = self.explorer.placed(stop, here);
        let state = self.explorer.suspend(LoopProgress {
            unwindings: Vec::new(),
            iteration_constants: Rc::default(),
        });
        progress.decisions = state.path.iter().collect();
        let end = match path_end(stop) {
            PathEnd::Undefined => PathEnd::Undefined,
            end if self.input_stays(&state, progress) => end,
            end => {
                let resume = Resume::Ends(Rc::new(end));
                self.push_fork(state, ForkKind::Defined, resume, progress)?;
                PathEnd::Undefined
            }
        };
        Ok(Step::Ends(end))
    }
}

fn path_end(stop: Stop) -> PathEnd {
    match *stop {
        StopKind::Ub(ref ub) if is_imprecise(ub) => {
            let rule = ub.clone();
            PathEnd::Stopped(Unsupported::UncertainTrap { rule }.into())
        }
        StopKind::Ub(_) => PathEnd::Undefined,
        StopKind::Exit(_) | StopKind::Abort(_) | StopKind::Trap { .. } => PathEnd::Ended(*stop),
        _ => PathEnd::Stopped(stop),
    }
}
