//! Bitwuzla as a solver.
//!
//! All assertions are assumptions of a check: terms stay translated from one query to the next, and nothing has to be
//! retracted. A session is replaced when it holds many more terms than the query, because Bitwuzla slows down with terms
//! that are not part of a query.
//!
//! Memory is limited to half of the machine's by default, because a process that the system kills loses its results.

use std::time::Duration;

use quell_bitwuzla::{Error, Node, Options, Session, Stop, ThreadTime, Verdict, memory};
use quell_term::{Assignment, Pool, PoolId, Sort, Term};

use crate::cone::Cone;
use crate::translate::Translation;
use crate::{Answer, Limit, Reason, Solver, SolverError, Statistics, model};

/// A session is replaced when it holds more than 1.5 times the terms of the query, plus this many. Bitwuzla also decides
/// terms that are not part of the query and slows down with them; but what it has learnt about shared terms is lost with
/// the session.
const SPARE_TERMS: usize = 50;

/// Queries with more terms than this are first solved without preprocessing, for a short time.
const LARGE_QUERY: usize = 64;
const UNPREPROCESSED_TIME: Duration = Duration::from_millis(100);

/// How Bitwuzla is used.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// A session is replaced after this many queries.
    pub queries_per_session: u32,
    pub preprocess: Preprocess,
    /// How many bytes the whole process may use while a query is solved.
    pub memory: u64,
}

/// Whether Bitwuzla preprocesses queries. Preprocessing alone solves some of them; but it is repeated for all assertions of
/// every query, also for those of earlier ones.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Preprocess {
    Always,
    Never,
    /// For small queries, and for large ones that are not solved quickly without it.
    AsNeeded,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            queries_per_session: 300,
            preprocess: Preprocess::AsNeeded,
            memory: memory::available() / 2,
        }
    }
}

/// Bitwuzla, in this process. Sessions with their translated terms, and what Bitwuzla has learnt about them, are kept from
/// one query to the next.
#[derive(Debug)]
pub struct Bitwuzla {
    settings: Settings,
    pool: Option<PoolId>,
    cone: Cone,
    /// A session without preprocessing, and one with it.
    sessions: [Option<LiveSession>; 2],
    statistics: Statistics,
}

impl Default for Bitwuzla {
    fn default() -> Bitwuzla {
        Bitwuzla::new(Settings::default())
    }
}

/// A session with the terms translated for it.
#[derive(Debug)]
struct LiveSession {
    session: Session,
    translation: Translation,
    queries: u32,
}

impl Bitwuzla {
    #[must_use]
    pub fn new(settings: Settings) -> Bitwuzla {
        Bitwuzla {
            settings,
            pool: None,
            cone: Cone::default(),
            sessions: [None, None],
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
            self.sessions = [None, None];
            self.pool = Some(pool.id());
        }
        self.cone.walk(pool, assertions);
        match self.settings.preprocess {
            Preprocess::Always => self.solve(true, pool, assertions, limit),
            Preprocess::Never => self.solve(false, pool, assertions, limit),
            Preprocess::AsNeeded => self.solve_as_needed(pool, assertions, limit),
        }
    }

    fn solve_as_needed(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        if self.cone.size() > LARGE_QUERY {
            let short = limit.and_time(UNPREPROCESSED_TIME);
            let answer = self.solve(false, pool, assertions, short)?;
            if !matches!(answer, Answer::Unknown(_)) || limit.reached().is_some() {
                return Ok(answer);
            }
        }
        self.solve(true, pool, assertions, limit)
    }

    fn solve(
        &mut self,
        preprocess: bool,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        let mut session = self.take_session(preprocess)?;
        let stop = limit.as_stop(self.settings.memory);
        let verdict = session.check(pool, assertions, &self.cone, stop)?;
        let answer = match verdict {
            Verdict::Sat => Answer::Sat(session.model(pool, &self.cone)?),
            Verdict::Unsat => Answer::Unsat,
            Verdict::OutOfMemory => Answer::Unknown(Reason::Memory),
            Verdict::Unknown => Answer::Unknown(limit.reached().unwrap_or(Reason::Incomplete)),
        };
        if verdict == Verdict::OutOfMemory {
            drop(session);
            self.sessions = [None, None];
            memory::release_free();
        } else {
            // A session is not put back after an error.
            self.sessions[usize::from(preprocess)] = Some(session);
        }
        Ok(answer)
    }

    /// Takes the kept session, or a new one if it is not suitable for the query that the cone was walked for.
    fn take_session(&mut self, preprocess: bool) -> Result<LiveSession, SolverError> {
        let size = self.cone.size();
        let is_suitable = |live: &LiveSession| {
            live.queries < self.settings.queries_per_session
                && live.translation.len() <= size + size / 2 + SPARE_TERMS
        };
        let kept = self.sessions[usize::from(preprocess)].take();
        match kept.filter(is_suitable) {
            Some(session) => Ok(session),
            None => LiveSession::new(Options { preprocess }),
        }
    }
}

impl LiveSession {
    fn new(options: Options) -> Result<LiveSession, SolverError> {
        Ok(LiveSession {
            session: Session::new(options)?,
            translation: Translation::default(),
            queries: 0,
        })
    }

    fn check(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        cone: &Cone,
        stop: Stop<'_>,
    ) -> Result<Verdict, SolverError> {
        self.queries += 1;
        let assumptions = self.assumptions(pool, assertions, cone)?;
        Ok(self.session.check(&assumptions, stop)?)
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
        let start = ThreadTime::now();
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
