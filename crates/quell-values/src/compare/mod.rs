//! Whether two runs of one call differ, and in which observable: values are compared by their types.
//!
//! * Padding is ignored, all NaNs are equal, `0.0` and `-0.0` are not.
//! * Pointers are compared by object and offset, never by address; a pointer to a function or a
//!   constant by its symbol. Heap blocks correspond one to one in the order in which they are reached (heap isomorphism),
//!   and their contents are compared; the part before the target of a pointer is compared without types. A block that is
//!   smaller than the original's differs; contents beyond the size of the original's block are ignored.
//! * Words that point to corresponding blocks are equal, whatever their types are: a program cannot rely on addresses of
//!   blocks.
//! * Two pointers to unknown memory (the stack, a library, a freed block) count as equal, because a difference cannot be
//!   established. Small numbers stored as pointers, such as `(void *)-1`, are compared as numbers.
//! * A union is compared as bytes.

mod event;
mod left;
mod observable;
mod pair;
mod text;
mod walk;
mod world;

use serde_json::Value;

use crate::error::CallError;
use crate::objects::Role;
use crate::observed::{End, LeftFile, Observed};
use crate::prepare::{Callee, Given, Prepared};

pub use observable::{Changed, Ending, Observable, Outcome, Seen, Stream};

use pair::Pair;
use walk::{Found, Walk};
use world::World;

/// The first observable that differs between two runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    pub what: Observable,
    pub original: Seen,
    pub mutant: Seen,
}

impl Difference {
    fn new(what: Observable, original: impl Into<Seen>, mutant: impl Into<Seen>) -> Self {
        Self {
            what,
            original: original.into(),
            mutant: mutant.into(),
        }
    }
}

/// The first difference between two runs of a call, if there is one.
pub fn compare(
    callee: &Callee<'_>,
    call: &Prepared,
    original: &Observed,
    mutant: &Observed,
) -> Option<Difference> {
    let comparison = Comparison {
        callee,
        call,
        a: World::new(callee, call, original),
        b: World::new(callee, call, mutant),
    };
    comparison.first()
}

/// The difference between a run and the result that a test expects, which replaces the original's.
pub fn check_result(
    callee: &Callee<'_>,
    call: &Prepared,
    observed: &Observed,
    expected: &Given,
) -> Result<Option<Difference>, CallError> {
    let image = callee.expected_result(expected)?;
    let world = World::new(callee, call, observed);
    if observed.end != End::Returned {
        let value = Some(expected.text.clone());
        let wanted = Ending::Returned { value };
        let ended = text::ending(callee, call, &world);
        return Ok(Some(Difference::new(Observable::End, wanted, ended)));
    }
    let actual = match call.result_object {
        Some(index) => world.object(index as usize).to_vec(),
        None => text::padded(&observed.result, image.bytes.len() as u64),
    };
    let wanted = text::with_known(&actual, &image);
    let mut walk = Walk::new(callee.types, &world, &world);
    let pair = Pair {
        a: &wanted,
        b: &actual,
    };
    Ok(walk.from("result", |walk| walk.value(pair, 0, callee.signature.ret)))
}

/// The end of a run, with the result if it returned one.
pub fn ending(callee: &Callee<'_>, call: &Prepared, observed: &Observed) -> Ending {
    text::ending(callee, call, &World::new(callee, call, observed))
}

/// The observed behaviour of a run, and its result in the notation of tests.
pub fn shown_left(
    callee: &Callee<'_>,
    call: &Prepared,
    observed: &Observed,
) -> (Outcome, Option<Value>) {
    let world = World::new(callee, call, observed);
    let result = left::result(callee, call, &world);
    (left::all(callee, call, &world), result)
}

struct Comparison<'a, 'm> {
    callee: &'a Callee<'m>,
    call: &'a Prepared,
    a: World<'a>,
    b: World<'a>,
}

impl Comparison<'_, '_> {
    fn first(&self) -> Option<Difference> {
        let mut walk = Walk::new(self.callee.types, &self.a, &self.b);
        self.ending()
            .or_else(|| self.memory(&mut walk))
            .or_else(|| self.output())
            .or_else(|| self.files())
            .or_else(|| event::compare(self.callee, (&self.a, &self.b), &mut walk))
    }

    fn ending(&self) -> Option<Difference> {
        let (a, b) = (&self.a.observed.end, &self.b.observed.end);
        let differs = text::class(a) != text::class(b);
        differs.then(|| {
            let ended = |world| text::ending(self.callee, self.call, world);
            Difference::new(Observable::End, ended(&self.a), ended(&self.b))
        })
    }

    /// Compares result, objects and globals, and the memory that is reachable from them.
    fn memory(&self, walk: &mut Walk<'_, '_>) -> Option<Difference> {
        if self.a.observed.end != End::Returned {
            return None;
        }
        self.result(walk)
            .or_else(|| self.objects(walk))
            .or_else(|| self.globals(walk))
            .or_else(|| walk.rest())
    }

    fn result(&self, walk: &mut Walk<'_, '_>) -> Option<Difference> {
        let ret = self.callee.signature.ret;
        let [a, b] = match self.call.result_object {
            Some(index) => [&self.a, &self.b].map(|side| side.object(index as usize).to_vec()),
            None => {
                let size = self.callee.types.size(ret).unwrap_or(0);
                let padded = |side: &World<'_>| text::padded(&side.observed.result, size);
                [padded(&self.a), padded(&self.b)]
            }
        };
        let pair = Pair { a: &a, b: &b };
        walk.from("result", |walk| walk.value(pair, 0, ret))
    }

    fn objects(&self, walk: &mut Walk<'_, '_>) -> Option<Difference> {
        let mut shapes = self.call.objects.iter().enumerate();
        shapes.find_map(|(index, shape)| {
            if shape.role != Role::Buffer {
                return None;
            }
            let pair = Pair {
                a: self.a.object(index),
                b: self.b.object(index),
            };
            walk.from(&shape.label, |walk| {
                let found = walk.content(pair, &shape.content)?;
                Some(
                    match text::is_short_text(&self.callee.types, &shape.content) {
                        true => walk.whole_content(pair, &shape.content),
                        false => found,
                    },
                )
            })
        })
    }

    fn globals(&self, walk: &mut Walk<'_, '_>) -> Option<Difference> {
        let mut shapes = self.callee.globals.iter().enumerate();
        shapes.find_map(|(index, shape)| {
            let pair = Pair {
                a: self.a.global(index),
                b: self.b.global(index),
            };
            shape.parts.iter().find_map(|part| {
                let name = format!("global {}", part.name);
                walk.from(&name, |walk| {
                    let bit = part.offset.saturating_mul(8);
                    walk.value(pair, bit, part.ty)
                })
            })
        })
    }

    fn output(&self) -> Option<Difference> {
        let (a, b) = (self.a.observed, self.b.observed);
        let streams = [
            (Observable::Stdout, a.stdout.clone(), b.stdout.clone()),
            (Observable::Stderr, a.steady_stderr(), b.steady_stderr()),
        ];
        let differing = streams.into_iter().find(|(_, a, b)| a != b);
        differing.map(|(name, a, b)| {
            let (a, b) = text::excerpts(&a, &b);
            Difference::new(name, a, b)
        })
    }

    /// Both lists are in the order of the paths.
    fn files(&self) -> Option<Difference> {
        let (a, b) = (&self.a.observed.files, &self.b.observed.files);
        let index = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let (a, b) = (a.get(index), b.get(index));
        let path = a.into_iter().chain(b).map(|file| &file.path).min()?;
        let [a, b] = [a, b].map(|file| file.filter(|file| file.path == *path));
        let (seen_a, seen_b) = match (a, b) {
            (Some(a), Some(b)) => {
                let (a, b) = text::excerpts(&a.content, &b.content);
                (a.into(), b.into())
            }
            _ => {
                let seen = |file: Option<&LeftFile>| match file {
                    Some(_) => Seen::File,
                    None => Seen::NoFile,
                };
                (seen(a), seen(b))
            }
        };
        let path = path.clone();
        Some(Difference::new(Observable::File { path }, seen_a, seen_b))
    }
}

impl Found {
    fn difference(self, root: &str) -> Difference {
        let what = Observable::value(self.path_from(root));
        Difference::new(what, self.original, self.mutant)
    }
}
