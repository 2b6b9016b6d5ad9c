//! The part of Bitwuzla's C interface that Quell uses, as version 0.8.0 declares it.

use std::ffi::{c_char, c_void};

/// Declares opaque types, which are used behind pointers only.
macro_rules! opaque {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        $($(#[$doc])* #[repr(C)] #[derive(Debug)] pub(crate) struct $name { _private: [u8; 0] })*
    };
}

opaque! {
    /// Owns all terms and sorts made with it.
    Manager,
    Solver,
    Options,
    TermData,
    SortData,
}

pub(crate) type Term = *mut TermData;
pub(crate) type Sort = *mut SortData;

pub(crate) const SAT: u32 = 10;
pub(crate) const UNSAT: u32 = 20;

pub(crate) const OPTION_PRODUCE_MODELS: u32 = 1;
pub(crate) const OPTION_PREPROCESS: u32 = 38;
pub(crate) const OPTION_PP_NORMALIZE: u32 = 44;

pub(crate) const KIND_CONST_ARRAY: u32 = 1;
pub(crate) const KIND_ARRAY_STORE: u32 = 18;

#[allow(unsafe_code)]
unsafe extern "C" {
    pub(crate) fn bitwuzla_version() -> *const c_char;
    pub(crate) fn bitwuzla_set_abort_callback(callback: extern "C" fn(*const c_char));
    #[cfg(test)]
    pub(crate) fn bitwuzla_kind_to_string(kind: u32) -> *const c_char;

    pub(crate) fn bitwuzla_term_manager_new() -> *mut Manager;
    pub(crate) fn bitwuzla_term_manager_delete(manager: *mut Manager);
    pub(crate) fn bitwuzla_options_new() -> *mut Options;
    pub(crate) fn bitwuzla_options_delete(options: *mut Options);
    pub(crate) fn bitwuzla_set_option(options: *mut Options, option: u32, value: u64);
    pub(crate) fn bitwuzla_new(manager: *mut Manager, options: *const Options) -> *mut Solver;
    pub(crate) fn bitwuzla_delete(solver: *mut Solver);
    pub(crate) fn bitwuzla_set_termination_callback(
        solver: *mut Solver,
        callback: extern "C" fn(*mut c_void) -> i32,
        state: *mut c_void,
    );

    pub(crate) fn bitwuzla_mk_bool_sort(manager: *mut Manager) -> Sort;
    pub(crate) fn bitwuzla_mk_bv_sort(manager: *mut Manager, width: u64) -> Sort;
    pub(crate) fn bitwuzla_mk_fp_sort(
        manager: *mut Manager,
        exponent: u64,
        significand: u64,
    ) -> Sort;
    pub(crate) fn bitwuzla_mk_array_sort(manager: *mut Manager, index: Sort, element: Sort)
    -> Sort;

    pub(crate) fn bitwuzla_mk_true(manager: *mut Manager) -> Term;
    pub(crate) fn bitwuzla_mk_false(manager: *mut Manager) -> Term;
    pub(crate) fn bitwuzla_mk_bv_value(
        manager: *mut Manager,
        sort: Sort,
        digits: *const c_char,
        base: u8,
    ) -> Term;
    pub(crate) fn bitwuzla_mk_bv_value_uint64(
        manager: *mut Manager,
        sort: Sort,
        value: u64,
    ) -> Term;
    pub(crate) fn bitwuzla_mk_rm_value(manager: *mut Manager, mode: u32) -> Term;
    pub(crate) fn bitwuzla_mk_const(manager: *mut Manager, sort: Sort, name: *const c_char)
    -> Term;
    pub(crate) fn bitwuzla_mk_const_array(manager: *mut Manager, sort: Sort, element: Term)
    -> Term;
    pub(crate) fn bitwuzla_mk_term(
        manager: *mut Manager,
        kind: u32,
        count: u32,
        arguments: *const Term,
    ) -> Term;
    pub(crate) fn bitwuzla_mk_term_indexed(
        manager: *mut Manager,
        kind: u32,
        count: u32,
        arguments: *const Term,
        index_count: u32,
        indices: *const u64,
    ) -> Term;

    pub(crate) fn bitwuzla_assert(solver: *mut Solver, term: Term);
    pub(crate) fn bitwuzla_check_sat_assuming(
        solver: *mut Solver,
        count: u32,
        terms: *const Term,
    ) -> u32;
    pub(crate) fn bitwuzla_get_value(solver: *mut Solver, term: Term) -> Term;
    pub(crate) fn bitwuzla_term_value_get_bool(term: Term) -> bool;
    pub(crate) fn bitwuzla_term_value_get_str(term: Term) -> *const c_char;
    pub(crate) fn bitwuzla_term_get_kind(term: Term) -> u32;
    pub(crate) fn bitwuzla_term_get_children(term: Term, count: *mut usize) -> *const Term;
}

/// Makes the C library return free memory to the system, on platforms where it can.
#[allow(unsafe_code)]
pub(crate) fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        unsafe extern "C" {
            fn malloc_trim(pad: usize) -> i32;
        }
        // SAFETY: may be called at any time, from any thread; it does not touch allocated memory.
        unsafe { malloc_trim(0) };
    }
}
