//! The format language of `scanf`, with the habits of glibc: what it takes from the input is the
//! longest beginning that could become a number, even if it does not.

mod directive;
mod input;
mod models;
mod numbers;
mod run;

pub(super) use models::table;
