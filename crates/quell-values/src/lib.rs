//! Values between text, types and bytes.
//!
//! * [`literal`]: values as the user writes them, before any type is known.
//! * [`types`]: types as the user sees them; [`encode`]: from literals to bytes by a type;
//!   [`render`]: from bytes to readable values, [`Shown`].
//! * [`lookup`]: finding a function by name; [`signature`]: its parameters and result, and how these
//!   are passed in the IR.
//! * [`call`]: a call of a function as plain data, for Quell's machine and for native runs.
//!   [`prepare`] makes one from literals, [`objects`], [`globals`] and [`outside`] are its parts.
//! * [`inputs`]: input spaces: all calls of a function, as one call with input variables.
//! * [`scope`]: what a proof over such inputs covers: assumptions and bounds.
//! * [`unsupported`]: constructs that a machine cannot run.
//! * [`annotations`]: declarations of inputs in the program; [`callbacks`]: targets of function pointers;
//!   [`fortran`]: rules of Fortran that its IR does not express.
//! * [`observed`]: the observables after a call; [`compare`](mod@compare): the first difference between two runs;
//!   [`outputs`]: the observables as data.
//!
//! This crate is independent of the machine, which it accesses only through a [`View`].

pub mod annotations;
pub mod call;
pub mod callbacks;
pub mod compare;
mod constants;
mod descriptor;
pub mod encode;
pub mod error;
pub mod fortran;
pub mod globals;
pub mod image;
pub mod inputs;
pub mod literal;
pub mod lookup;
mod numbers;
pub mod objects;
pub mod observed;
pub mod outputs;
pub mod outside;
mod plain;
mod pointers;
pub mod prepare;
pub mod render;
pub mod scope;
pub mod shown;
pub mod signature;
mod tail;
pub mod types;
pub mod undefined;
pub mod unsupported;

pub use call::{
    Bytes, CallImage, GlobalImage, Guard, ObjectImage, OutsideImage, PointerAt, SymbolImage, Target,
};
pub use compare::{
    Changed, Difference, Ending, Observable, Outcome, Seen, Stream, check_result, compare, ending,
    shown_left,
};
pub use encode::{Content, Encoder, NewBuffer};
pub use image::Image;
pub use inputs::{InputError, InputSettings, InputSpace};
pub use observed::{Block, End, Event, LeftFile, Observed};
pub use outputs::{OutputKind, OutputLeaf, OutputPlace, Outputs};
pub use prepare::{Callee, Given, ObjectShape, Prepared, Surroundings};
pub use render::{Pointee, Renderer, View};
pub use scope::{
    AllowedValues, Assumption, Bound, Buffer, BufferUnit, FixedResult, Scope, SourceLine,
};
pub use shown::Shown;
pub use types::{Array, Form, TypeRef, Types};
pub use undefined::UndefinedBehaviour;
pub use unsupported::{Unsupported, UnsupportedAccess, UnsupportedCall};
