//! Bitwuzla as a solver.

use std::time::Duration;

use quell_bitwuzla::{Error, Moment, Node, Options, Session, Verdict, memory};
use quell_term::{Assignment, Pool, PoolId, Sort, Term};

use crate::cone::Cone;
use crate::translate::Translation;
use crate::{Answer, Limit, Reason, Solver, SolverError, Statistics, model};

/// Bitwuzla starts afresh when it knows more terms than those of a question, half as many, and some. It decides about all
/// terms it knows, whether they are asked for or not, and gets slower and slower with terms that nobody asks for any
/// more; on the other hand what is shared between questions pays only as long as it is kept.
const SOME: usize = 50;

/// Questions with more terms than this are asked first without being simplified, for a short time.
const LARGE: usize = 64;
const SHORT: Duration = Duration::from_millis(100);

/// How Bitwuzla is used.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// After so many questions Bitwuzla starts afresh.
    pub questions_per_session: u32,
    pub preprocess: Preprocess,
    /// How many bytes the process may use in all while a question is answered: one that the system ends loses all that was
    /// found.
    pub memory: u64,
}

/// Whether Bitwuzla simplifies questions before it solves them. That may be all it takes; but it is done for all
/// assertions of every question, whether they were there before or not.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Preprocess {
    Always,
    Never,
    /// If the question is small, or else if it turns out to be hard.
    AsNeeded,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            questions_per_session: 300,
            preprocess: Preprocess::AsNeeded,
            memory: memory::there_is() / 2,
        }
    }
}

/// Answers with Bitwuzla, in this process. Terms stay translated from one question to the next, and all assertions are
/// assumptions, so that what was learnt about them is kept.
#[derive(Debug)]
pub struct Bitwuzla {
    settings: Settings,
    pool: Option<PoolId>,
    cone: Cone,
    /// A session that does not simplify, and one that does.
    live: [Option<Live>; 2],
    statistics: Statistics,
}

impl Default for Bitwuzla {
    fn default() -> Bitwuzla {
        Bitwuzla::new(Settings::default())
    }
}

/// A session in use.
#[derive(Debug)]
struct Live {
    session: Session,
    translation: Translation,
    questions: u32,
}

impl Bitwuzla {
    #[must_use]
    pub fn new(settings: Settings) -> Bitwuzla {
        Bitwuzla {
            settings,
            pool: None,
            cone: Cone::default(),
            live: [None, None],
            statistics: Statistics::new("bitwuzla"),
        }
    }

    fn answer(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        check_sorts(pool, assertions)?;
        if let Some(reason) = limit.reached() {
            return Ok(Answer::Unknown(reason));
        }
        if self.pool != Some(pool.id()) {
            self.live = [None, None];
            self.pool = Some(pool.id());
        }
        self.cone.walk(pool, assertions);
        match self.settings.preprocess {
            Preprocess::Always => self.ask(true, pool, assertions, limit),
            Preprocess::Never => self.ask(false, pool, assertions, limit),
            Preprocess::AsNeeded => self.ask_as_needed(pool, assertions, limit),
        }
    }

    fn ask_as_needed(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        if self.cone.size() > LARGE {
            let answer = self.ask(false, pool, assertions, limit.and_time(SHORT))?;
            if !matches!(answer, Answer::Unknown(_)) || limit.reached().is_some() {
                return Ok(answer);
            }
        }
        self.ask(true, pool, assertions, limit)
    }

    fn ask(
        &mut self,
        preprocess: bool,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        let mut live = self.live(preprocess)?;
        let memory = self.settings.memory;
        let answer = live.check(pool, assertions, &self.cone, (limit, memory))?;
        if answer == Answer::Unknown(Reason::Memory) {
            drop(live);
            self.live = [None, None];
            memory::give_back();
        } else {
            // After an error the session is gone.
            self.live[usize::from(preprocess)] = Some(live);
        }
        Ok(answer)
    }

    /// A session for the question that the cone was walked for.
    fn live(&mut self, preprocess: bool) -> Result<Live, SolverError> {
        let size = self.cone.size();
        let usable = |live: &Live| {
            live.questions < self.settings.questions_per_session
                && live.translation.len() <= size + size / 2 + SOME
        };
        match self.live[usize::from(preprocess)].take().filter(usable) {
            Some(live) => Ok(live),
            None => Live::new(Options { preprocess }),
        }
    }
}

impl Live {
    fn new(options: Options) -> Result<Live, SolverError> {
        Ok(Live {
            session: Session::new(options)?,
            translation: Translation::default(),
            questions: 0,
        })
    }

    fn check(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        cone: &Cone,
        (limit, memory): (Limit<'_>, u64),
    ) -> Result<Answer, SolverError> {
        self.questions += 1;
        let assumptions = self.assumptions(pool, assertions, cone)?;
        match self.session.check(&assumptions, limit.as_stop(memory))? {
            Verdict::Sat => self.model(pool, cone).map(Answer::Sat),
            Verdict::Unsat => Ok(Answer::Unsat),
            Verdict::OutOfMemory => Ok(Answer::Unknown(Reason::Memory)),
            Verdict::Unknown => Ok(Answer::Unknown(
                limit.reached().unwrap_or(Reason::Incomplete),
            )),
        }
    }

    /// The assertions and the side conditions of all terms in them.
    fn assumptions(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        cone: &Cone,
    ) -> Result<Vec<Node>, Error> {
        let mut nodes = Vec::with_capacity(assertions.len());
        for assertion in assertions {
            nodes.push(self.translation.term(&mut self.session, pool, *assertion)?);
        }
        for term in cone.patterns() {
            nodes.extend_from_slice(self.translation.conditions(*term));
        }
        Ok(nodes)
    }

    fn model(&mut self, pool: &Pool, cone: &Cone) -> Result<Assignment, SolverError> {
        let mut found = Assignment::new();
        for variable in cone.variables() {
            let node = self.translation.variable(*variable)?;
            found.set(
                *variable,
                model::value(&mut self.session, node, pool.sort(*variable))?,
            );
        }
        Ok(found)
    }
}

impl Solver for Bitwuzla {
    fn check(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        let start = Moment::now();
        let answer = self.answer(pool, assertions, limit);
        self.statistics.own += 1;
        self.statistics.record(start, &answer);
        answer
    }

    fn statistics(&self) -> Vec<Statistics> {
        vec![self.statistics]
    }
}

fn check_sorts(pool: &Pool, assertions: &[Term]) -> Result<(), SolverError> {
    let mut sorts = assertions.iter().map(|assertion| pool.sort(*assertion));
    match sorts.find(|sort| *sort != Sort::Bool) {
        Some(sort) => Err(SolverError::NotBoolean(sort)),
        None => Ok(()),
    }
}
