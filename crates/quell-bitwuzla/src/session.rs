//! Terms and a solver over them.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::ptr::{self, NonNull};

use crate::control::{self, Control, Stop};
use crate::kind::{Kind, Rounding};
use crate::{Error, abort, raw};

const EXPECTED_VERSION: &str = "0.8.0";

/// A term of one session.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Node(u32);

/// The sort of a term.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Sort {
    Bool,
    /// A bit vector of this width, which is not zero.
    Bv(u32),
    /// The significand counts the hidden bit.
    Fp {
        exponent: u32,
        significand: u32,
    },
    /// Indices and elements are bit vectors of these widths.
    Array {
        index: u32,
        element: u32,
    },
}

/// How a session solves.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Options {
    /// Whether assertions are simplified before they are solved.
    pub preprocess: bool,
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verdict {
    Sat,
    Unsat,
    /// The memory limit was exceeded.
    OutOfMemory,
    /// Stopped without a result.
    Unknown,
}

/// Terms and a solver over them. Confined to the thread that made it.
#[derive(Debug)]
pub struct Session {
    manager: NonNull<raw::Manager>,
    solver: NonNull<raw::Solver>,
    terms: Vec<raw::Term>,
    sorts: HashMap<Sort, raw::Sort>,
    /// Boxed: Bitwuzla holds its address.
    control: Box<Control>,
    broken: bool,
}

#[allow(unsafe_code)]
impl Session {
    pub fn new(options: Options) -> Result<Session, Error> {
        abort::install();
        check_version()?;
        // SAFETY: takes nothing; the result is checked for null.
        let manager = unsafe { raw::bitwuzla_term_manager_new() };
        let manager = NonNull::new(manager).ok_or_else(refusal)?;
        let control = Box::new(Control::new());
        let solver = match new_solver(manager, options, &control) {
            Ok(solver) => solver,
            Err(error) => {
                // SAFETY: made above, and nothing else refers to it.
                unsafe { raw::bitwuzla_term_manager_delete(manager.as_ptr()) };
                return Err(error);
            }
        };
        Ok(Session {
            manager,
            solver,
            terms: Vec::new(),
            sorts: HashMap::new(),
            control,
            broken: false,
        })
    }

    /// The number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn bool_constant(&mut self, value: bool) -> Result<Node, Error> {
        let manager = self.manager.as_ptr();
        // SAFETY: the manager is alive as long as the session.
        let term = unsafe {
            if value {
                raw::bitwuzla_mk_true(manager)
            } else {
                raw::bitwuzla_mk_false(manager)
            }
        };
        self.made(term)
    }

    /// A constant of at most 64 bits; the value must fit the width.
    pub fn word(&mut self, width: u32, value: u64) -> Result<Node, Error> {
        let sort = self.sort(Sort::Bv(width))?;
        // SAFETY: manager and sort are alive; a value that does not fit is refused by the library.
        let term = unsafe { raw::bitwuzla_mk_bv_value_uint64(self.manager.as_ptr(), sort, value) };
        self.made(term)
    }

    /// A constant of any width from its hexadecimal digits.
    pub fn hexadecimal(&mut self, width: u32, digits: &str) -> Result<Node, Error> {
        let sort = self.sort(Sort::Bv(width))?;
        let digits = CString::new(digits).map_err(|_| Error::Value(digits.to_string()))?;
        // SAFETY: manager, sort and the string, which ends in zero, are alive during the call.
        let term =
            unsafe { raw::bitwuzla_mk_bv_value(self.manager.as_ptr(), sort, digits.as_ptr(), 16) };
        self.made(term)
    }

    pub fn rounding(&mut self, mode: Rounding) -> Result<Node, Error> {
        // SAFETY: the manager is alive, and every `Rounding` is a mode of the library.
        let term = unsafe { raw::bitwuzla_mk_rm_value(self.manager.as_ptr(), mode as u32) };
        self.made(term)
    }

    /// A new variable.
    pub fn variable(&mut self, sort: Sort) -> Result<Node, Error> {
        let sort = self.sort(sort)?;
        // SAFETY: manager and sort are alive; the name may be null.
        let term = unsafe { raw::bitwuzla_mk_const(self.manager.as_ptr(), sort, ptr::null()) };
        self.made(term)
    }

    /// The array of this sort that has one element at every index.
    pub fn constant_array(&mut self, sort: Sort, element: Node) -> Result<Node, Error> {
        let sort = self.sort(sort)?;
        let element = self.raw(element)?;
        // SAFETY: all three are alive and of this session; sorts that do not match are refused.
        let term = unsafe { raw::bitwuzla_mk_const_array(self.manager.as_ptr(), sort, element) };
        self.made(term)
    }

    pub fn apply(&mut self, kind: Kind, arguments: &[Node]) -> Result<Node, Error> {
        let terms = self.raw_all(arguments)?;
        // SAFETY: the manager and all arguments are alive and of this session, the count is that of the vector.
        let term = unsafe {
            raw::bitwuzla_mk_term(
                self.manager.as_ptr(),
                kind as u32,
                terms.len() as u32,
                terms.as_ptr(),
            )
        };
        self.made(term)
    }

    /// An operator with indices, as `extract`.
    pub fn apply_indexed(
        &mut self,
        kind: Kind,
        arguments: &[Node],
        indices: &[u64],
    ) -> Result<Node, Error> {
        let terms = self.raw_all(arguments)?;
        // SAFETY: as for `apply`; the indices are a slice with its length.
        let term = unsafe {
            raw::bitwuzla_mk_term_indexed(
                self.manager.as_ptr(),
                kind as u32,
                terms.len() as u32,
                terms.as_ptr(),
                indices.len() as u32,
                indices.as_ptr(),
            )
        };
        self.made(term)
    }

    /// Adds an assertion to all later checks.
    pub fn assert(&mut self, term: Node) -> Result<(), Error> {
        let term = self.raw(term)?;
        // SAFETY: the solver is alive, the term is of its manager.
        unsafe { raw::bitwuzla_assert(self.solver.as_ptr(), term) };
        self.checked()
    }

    /// Checks whether all assertions and these assumptions are satisfiable together.
    pub fn check(&mut self, assumptions: &[Node], stop: Stop<'_>) -> Result<Verdict, Error> {
        let terms = self.raw_all(assumptions)?;
        self.control.set(stop);
        // SAFETY: solver and terms are alive; the control is, and so is the flag in it, which `stop` borrows.
        let result = unsafe {
            raw::bitwuzla_check_sat_assuming(
                self.solver.as_ptr(),
                terms.len() as u32,
                terms.as_ptr(),
            )
        };
        let is_out_of_memory = self.control.clear();
        self.checked()?;
        Ok(match result {
            raw::SAT => Verdict::Sat,
            raw::UNSAT => Verdict::Unsat,
            _ if is_out_of_memory => Verdict::OutOfMemory,
            _ => Verdict::Unknown,
        })
    }

    /// The value of a term in the model of the last check, which must have been satisfiable.
    pub(crate) fn value(&mut self, term: Node) -> Result<raw::Term, Error> {
        let term = self.raw(term)?;
        // SAFETY: solver and term are alive; without a model the library refuses.
        let value = unsafe { raw::bitwuzla_get_value(self.solver.as_ptr(), term) };
        self.checked()?;
        if value.is_null() {
            Err(Error::Value("null for the value of a term".to_string()))
        } else {
            Ok(value)
        }
    }

    fn sort(&mut self, sort: Sort) -> Result<raw::Sort, Error> {
        self.usable()?;
        if let Some(known) = self.sorts.get(&sort) {
            return Ok(*known);
        }
        let manager = self.manager.as_ptr();
        // SAFETY: the manager is alive; impossible widths are refused by the library. The sorts of an array are
        // made first and live as long as the manager.
        let made = unsafe {
            match sort {
                Sort::Bool => raw::bitwuzla_mk_bool_sort(manager),
                Sort::Bv(width) => raw::bitwuzla_mk_bv_sort(manager, u64::from(width)),
                Sort::Fp {
                    exponent,
                    significand,
                } => raw::bitwuzla_mk_fp_sort(manager, u64::from(exponent), u64::from(significand)),
                Sort::Array { index, element } => {
                    let index = self.sort(Sort::Bv(index))?;
                    let element = self.sort(Sort::Bv(element))?;
                    raw::bitwuzla_mk_array_sort(manager, index, element)
                }
            }
        };
        self.checked()?;
        if made.is_null() {
            return Err(Error::Value("null for a sort".to_string()));
        }
        self.sorts.insert(sort, made);
        Ok(made)
    }

    fn raw(&self, node: Node) -> Result<raw::Term, Error> {
        self.usable()?;
        let term = self.terms.get(node.0 as usize);
        term.copied().ok_or(Error::ForeignNode)
    }

    fn raw_all(&self, nodes: &[Node]) -> Result<Vec<raw::Term>, Error> {
        nodes.iter().map(|node| self.raw(*node)).collect()
    }

    fn made(&mut self, term: raw::Term) -> Result<Node, Error> {
        if term.is_null() {
            self.broken = true;
            return Err(refusal());
        }
        let node = Node(u32::try_from(self.terms.len()).map_err(|_| Error::Broken)?);
        self.terms.push(term);
        Ok(node)
    }

    /// Fails if there was an error inside the library. Its state is undefined then, so the session cannot be used any more.
    pub(crate) fn checked(&mut self) -> Result<(), Error> {
        let result = abort::check();
        self.broken |= result.is_err();
        result
    }

    fn usable(&self) -> Result<(), Error> {
        if self.broken {
            Err(Error::Broken)
        } else {
            Ok(())
        }
    }
}

impl Drop for Session {
    #[allow(unsafe_code)]
    fn drop(&mut self) {
        if self.broken {
            // Leaked on purpose: destructors would traverse the undefined state that the error left.
            return;
        }
        // SAFETY: both were made in `new` and are deleted here only, the solver before the manager of its terms.
        unsafe {
            raw::bitwuzla_delete(self.solver.as_ptr());
            raw::bitwuzla_term_manager_delete(self.manager.as_ptr());
        }
    }
}

#[allow(unsafe_code)]
fn new_solver(
    manager: NonNull<raw::Manager>,
    options: Options,
    control: &Control,
) -> Result<NonNull<raw::Solver>, Error> {
    // SAFETY: the options are made, used and deleted here; the manager is alive. The solver calls back with the
    // address of the control, which the caller keeps as long as the solver.
    unsafe {
        let raw_options = raw::bitwuzla_options_new();
        raw::bitwuzla_set_option(raw_options, raw::OPTION_PRODUCE_MODELS, 1);
        raw::bitwuzla_set_option(
            raw_options,
            raw::OPTION_PREPROCESS,
            u64::from(options.preprocess),
        );
        // This pass normalises sums and products. It may not terminate, even on small equations between a variable and a sum
        // that contains it, and it cannot be interrupted.
        raw::bitwuzla_set_option(raw_options, raw::OPTION_PP_NORMALIZE, 0);
        let solver = raw::bitwuzla_new(manager.as_ptr(), raw_options);
        raw::bitwuzla_options_delete(raw_options);
        let solver = NonNull::new(solver).ok_or_else(refusal)?;
        let state = ptr::from_ref(control).cast_mut().cast();
        raw::bitwuzla_set_termination_callback(solver.as_ptr(), control::terminate, state);
        abort::check()?;
        Ok(solver)
    }
}

#[allow(unsafe_code)]
fn check_version() -> Result<(), Error> {
    // SAFETY: the result is null or a static string.
    let found = unsafe {
        let text = raw::bitwuzla_version();
        if text.is_null() {
            String::new()
        } else {
            CStr::from_ptr(text).to_string_lossy().into_owned()
        }
    };
    if found == EXPECTED_VERSION {
        Ok(())
    } else {
        Err(Error::Version {
            found,
            expected: EXPECTED_VERSION,
        })
    }
}

/// The error that made the library return null.
fn refusal() -> Error {
    match abort::check() {
        Err(error) => error,
        Ok(()) => Error::Refused("null without an error message".to_string()),
    }
}
