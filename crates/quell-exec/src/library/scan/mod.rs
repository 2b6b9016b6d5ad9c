//! The format language of `scanf` as in glibc: a conversion consumes the longest text that is a prefix of a
//! number, even if it is not a number itself.

mod directive;
mod input;
mod models;
mod numbers;
mod run;

pub(super) use models::table;
