//! Bitwuzla as a solver.

use std::time::Instant;

use quell_bitwuzla::{Error, Node, Options, Session, Verdict};
use quell_term::{Assignment, Pool, PoolId, Sort, Term};

use crate::cone::Cone;
use crate::translate::Translation;
use crate::{Answer, Limit, Reason, Solver, SolverError, Statistics, model};

/// Bitwuzla starts afresh when it knows more than so many times the terms of a question, and some. It decides about all
/// terms it knows, whether they are asked for or not, and gets slower and slower with terms that nobody asks for any
/// more; on the other hand what is shared between questions pays only as long as it is kept.
const MOST_TIMES: usize = 4;
const MOST_MORE: usize = 50;

/// How Bitwuzla is used.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// After so many questions Bitwuzla starts afresh.
    pub questions_per_session: u32,
    /// Whether Bitwuzla simplifies questions before it solves them.
    pub preprocess: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            questions_per_session: 300,
            preprocess: true,
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
    live: Option<Live>,
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
            live: None,
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
        self.cone.walk(pool, assertions);
        let mut live = self.live(pool)?;
        let answer = live.check(pool, assertions, &self.cone, limit)?;
        // After an error the session is gone.
        self.live = Some(live);
        Ok(answer)
    }

    /// The session for the question that the cone was walked for.
    fn live(&mut self, pool: &Pool) -> Result<Live, SolverError> {
        if self.pool != Some(pool.id()) {
            self.live = None;
            self.pool = Some(pool.id());
        }
        let most = self.cone.size() * MOST_TIMES + MOST_MORE;
        let usable = |live: &Live| {
            live.questions < self.settings.questions_per_session && live.translation.len() <= most
        };
        match self.live.take().filter(usable) {
            Some(live) => Ok(live),
            None => Live::new(self.settings),
        }
    }
}

impl Live {
    fn new(settings: Settings) -> Result<Live, SolverError> {
        let session = Session::new(Options {
            preprocess: settings.preprocess,
        })?;
        Ok(Live {
            session,
            translation: Translation::default(),
            questions: 0,
        })
    }

    fn check(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        cone: &Cone,
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        self.questions += 1;
        let assumptions = self.assumptions(pool, assertions, cone)?;
        match self.session.check(&assumptions, limit.as_stop())? {
            Verdict::Sat => self.model(pool, cone).map(Answer::Sat),
            Verdict::Unsat => Ok(Answer::Unsat),
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
        let start = Instant::now();
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
