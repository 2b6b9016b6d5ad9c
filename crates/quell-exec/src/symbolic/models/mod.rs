//! Library functions on terms, and stubs of external functions.
//!
//! Each model has the result and the undefined behaviour of the model in the concrete machine; where that one
//! decides byte by byte, this one builds a choice, each step under its condition. No model has a bound other
//! than the sizes of the objects that it reads, so an unwinding bound does not restrict `strlen`. A heap
//! block of symbolic size has room up to a bound; larger sizes reach that bound, as further unwindings of a
//! loop do.
//!
//! Door: [`find`], [`is_supported`], [`is_output`] and [`call_external`]. Uses the rooms `domain` and
//! `memory`.

mod alloc;
mod compare;
mod copy;
mod ctype;
mod external;
mod number;
mod output;
mod search;
mod supported;
mod walk;

pub(crate) use external::call_external;
pub use supported::{is_concrete, is_supported};

use quell_term::Term;

use crate::domain::Domain;
use crate::library::call;
use crate::machine::Model;
use crate::memory::Extent;
use crate::stop::{Stop, Ub};
use crate::symbolic::domain::{Ptr, Symbolic, Word, pointer};
use crate::symbolic::memory::Content;
use crate::value::Val;

pub(super) type Call<'m> = call::Call<'m, Symbolic>;
pub(super) type Outcome = call::Outcome<Symbolic>;
type Table = &'static [(&'static str, Model<Symbolic>)];

/// A table of names and models.
macro_rules! table {
    ($($name:literal => $model:path),* $(,)?) => {
        pub(super) const TABLE: $crate::symbolic::models::Table = &[$((
            $name,
            |machine, site, args| {
                let mut call = $crate::symbolic::models::Call { machine, site, args };
                let outcome = $model(&mut call);
                call.fitting(outcome)
            },
        )),*];
    };
}
use quell_values::unsupported::UnsupportedCall;
use table;

const TABLES: &[Table] = &[
    alloc::TABLE,
    compare::TABLE,
    copy::TABLE,
    ctype::TABLE,
    number::TABLE,
    output::TABLE,
    search::TABLE,
];

/// Whether a function allocates an object on its first call and returns it on every later one.
pub fn allocates_once(name: &str) -> bool {
    supported::ALLOCATE_ONCE.contains(&name)
}

/// Whether a function prints.
pub fn is_output(name: &str) -> bool {
    output::TABLE.iter().any(|entry| entry.0 == name)
}

/// The model of a function by its name. The types at the end of the name of an intrinsic are ignored.
pub fn find(name: &str) -> Option<Model<Symbolic>> {
    let plain = if name.starts_with("llvm.mem") {
        name.split(".p0").next().unwrap_or(name)
    } else {
        name
    };
    let mut entries = TABLES.iter().copied().flatten();
    entries.find(|entry| entry.0 == plain).map(|entry| entry.1)
}

impl Call<'_> {
    /// A number of this width. A call without a prototype may pass another width, which is unsupported.
    pub(super) fn sized(&mut self, index: usize, width: u32) -> Result<Term, Stop> {
        let value = self.term(index)?;
        if self.domain().pool.width(value) == width {
            return Ok(value);
        }
        let function = self.name().to_owned();
        Err(UnsupportedCall::ArgumentType { function }.into())
    }

    /// A `size_t`.
    pub(super) fn size_term(&mut self, index: usize) -> Result<Term, Stop> {
        self.sized(index, 64)
    }

    /// The result of a model, if it has the width that the call expects.
    fn fitting(&mut self, outcome: Outcome) -> Outcome {
        let outcome = outcome?;
        let shape = self.machine.program.shapes.get(self.site.ret).ok();
        let taken = shape.and_then(|shape| shape.width());
        if let (Some(Val::Word(word)), Some(taken)) = (&outcome, taken)
            && self.machine.domain.pool.width(word.term) != taken
        {
            let function = self.name().to_owned();
            return Err(UnsupportedCall::ResultType { function }.into());
        }
        Ok(outcome)
    }

    /// A defined number.
    pub(super) fn term(&mut self, index: usize) -> Result<Term, Stop> {
        let word = *self.arg(index)?.word()?;
        let domain = &mut self.machine.domain;
        let undefined = word.is_undefined(&mut domain.pool);
        let what = "an argument of a library function";
        domain.trap_if(undefined, || Ub::Uninitialised { what: what.into() })?;
        Ok(word.term)
    }

    /// A character that is passed as an `int`.
    pub(super) fn char(&mut self, index: usize) -> Result<Term, Stop> {
        let value = self.sized(index, 32)?;
        Ok(self.machine.domain.pool.extract(value, 7, 0))
    }

    pub(super) fn domain(&mut self) -> &mut Symbolic {
        &mut self.machine.domain
    }

    pub(super) fn number(&mut self, width: u32, value: u64) -> Term {
        self.machine.domain.pool.number(width, value)
    }

    pub(super) fn give_term(&mut self, term: Term) -> Outcome {
        Ok(Some(Val::Word(Word::defined(term))))
    }

    /// Sets `errno` where a condition holds.
    pub(super) fn set_errno_where(&mut self, cond: Term, number: i32) -> Result<(), Stop> {
        if self.domain().pool.as_bool(cond) == Some(false) {
            return Ok(());
        }
        let errno = self.machine.errno_object()?;
        let (memory, domain) = (&mut self.machine.memory, &mut self.machine.domain);
        let content = Content::Word(domain.word(32, number as u64));
        let extent = Extent { bytes: 4, align: 4 };
        memory.write_where(domain, &errno, extent, &content, cond)
    }

    /// A pointer this many bytes behind another.
    pub(super) fn behind(&mut self, base: &Ptr, offset: Term) -> Ptr {
        self.machine.domain.ptr_add(base, &Word::defined(offset))
    }

    /// Returns a pointer into a string if the byte was found, else null.
    pub(super) fn give_found(&mut self, base: &Ptr, found: Term, offset: Term) -> Outcome {
        let there = self.behind(base, offset);
        let domain = &mut self.machine.domain;
        let null = domain.null();
        let ptr = pointer::select(&mut domain.pool, found, &there, &null);
        self.give_ptr(ptr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_models_are_supported() {
        for (name, _) in TABLES.iter().copied().flatten() {
            assert!(is_supported(name), "{name}");
        }
        assert!(find("llvm.memcpy.p0.p0.i64").is_some());
        assert!(find("llvm.memset.p0.i32").is_some());
        assert!(find("fopen").is_none());
    }
}
