//! Arrays and Fortran text, whose lengths are part of the type or are passed separately.

use super::build::{At, Builder, Built};
use super::error::InputObstacle;
use super::leaf::Valid;
use super::plan::{Plan, TextEnd};
use super::pointers::general;
use crate::encode::Content;
use crate::pointers::subscript;
use crate::scope::{Bound, Buffer, BufferUnit};
use crate::types::{Array, Form};

/// The maximal length of a dimension: longer ones exceed the maximal number of leaves.
const MAX_SIDE: u64 = 256;

impl Builder<'_, '_> {
    /// Fortran text of a fixed length.
    pub fn characters(&mut self, length: u64, at: &At) -> Built<Plan> {
        Ok(Plan::Text {
            signed: false,
            chars: self.chars(length, false, &Valid::Any, at)?,
            length: None,
            end: TextEnd::Exact,
        })
    }

    /// Fortran text whose length is passed with it.
    pub fn open_text(&mut self, at: &At) -> Built<Plan> {
        let capacity = self.capacity_of(at, self.settings.capacity);
        self.at_most(at.path.clone(), capacity, BufferUnit::Character);
        Ok(Plan::Text {
            signed: false,
            length: self.length(at, capacity, 1)?,
            chars: self.chars(capacity, false, &Valid::Any, at)?,
            end: TextEnd::Exact,
        })
    }

    /// An array whose type does not determine its length.
    pub fn open_array(&mut self, array: &Array, at: &At) -> Built<Plan> {
        let capacity = self.capacity_of(at, self.settings.capacity);
        if array.descriptor && array.lengths.len() > 1 {
            return self.array_by_shape(array, capacity, at);
        }
        let length = match array.descriptor {
            true => {
                self.at_most(at.path.clone(), capacity, BufferUnit::Element);
                self.length(at, capacity, self.types.size(array.of).unwrap_or(0))?
            }
            false => {
                self.exactly(at.path.clone(), capacity);
                None
            }
        };
        let content = Content {
            element: array.of,
            lengths: vec![capacity],
            column_major: array.column_major,
        };
        match self.elements(&content, at)? {
            Plan::List { items, element, .. } => Ok(Plan::List {
                items,
                length,
                element,
            }),
            plan => Ok(plan),
        }
    }

    /// An array with a descriptor: all dimensions of the same length, about as many elements as the capacity.
    fn array_by_shape(&mut self, array: &Array, capacity: u64, at: &At) -> Built<Plan> {
        let rank = array.lengths.len() as u32;
        let fits = |side: &u64| side.checked_pow(rank).is_some_and(|all| all <= capacity);
        let side = (2..=capacity.min(MAX_SIDE))
            .take_while(fits)
            .last()
            .unwrap_or(capacity.min(2));
        let content = Content {
            element: array.of,
            lengths: array
                .lengths
                .iter()
                .map(|known| known.unwrap_or(side))
                .collect(),
            column_major: array.column_major,
        };
        self.bound(Bound::Shape {
            array: at.path.clone(),
            extents: content.lengths.clone(),
        });
        self.elements(&content, at)
    }

    /// An array whose length is part of its type. A flexible one has elements if it ends the object, and is empty
    /// if it is part of an element or of a value that is copied.
    pub fn array(&mut self, array: &Array, at: &At) -> Built<Plan> {
        if array.descriptor {
            return self.unsupported(at, InputObstacle::Descriptor);
        }
        let is_open = array.lengths.contains(&None);
        let rows = match (is_open, at.at_end && array.is_flexible()) {
            (true, true) => self.flexible(at),
            (true, false) => self.empty(at),
            (false, _) => 0,
        };
        let lengths = array.lengths.iter();
        let lengths = lengths.map(|known| known.unwrap_or(rows)).collect();
        let content = Content {
            element: array.of,
            lengths,
            column_major: array.column_major,
        };
        if let (Form::Char { signed }, [length]) = (self.types.form(array.of), &content.lengths[..])
        {
            return Ok(Plan::Text {
                signed,
                chars: self.chars(*length, signed, &Valid::Any, at)?,
                length: None,
                end: match is_open {
                    true => TextEnd::Terminated,
                    false => TextEnd::Padded,
                },
            });
        }
        self.elements(&content, at)
    }

    /// The number of elements of a flexible array member at the end of an object.
    fn flexible(&mut self, at: &At) -> u64 {
        let capacity = self.capacity_of(at, self.settings.capacity);
        self.exactly(general(&at.path), capacity);
        capacity
    }

    fn empty(&mut self, at: &At) -> u64 {
        self.exactly(general(&at.path), 0);
        0
    }

    /// Records the bound on the number of elements of an array, slice or text.
    pub fn at_most(&mut self, name: String, count: u64, unit: BufferUnit) {
        self.bound(Bound::MaxElements {
            buffer: Buffer::Value { name },
            count,
            unit,
        });
    }

    /// Records the exact number of elements of an array as a bound.
    fn exactly(&mut self, name: String, count: u64) {
        self.bound(Bound::Elements {
            buffer: Buffer::Value { name },
            count,
            unit: BufferUnit::Element,
        });
    }

    /// Elements as nested lists, the first index outermost.
    fn elements(&mut self, content: &Content, at: &At) -> Built<Plan> {
        self.dimension(content, &[], at)
    }

    fn dimension(&mut self, content: &Content, index: &[u64], at: &At) -> Built<Plan> {
        let Some(&length) = content.lengths.get(index.len()) else {
            let size = self.types.size(content.element).unwrap_or(0);
            let bit = position(content, index)
                .saturating_mul(size)
                .saturating_mul(8);
            let step = subscript(index, content.column_major);
            return self.value(content.element, &at.part(&step, bit));
        };
        let mut items = Vec::new();
        for next in 0..length {
            self.spend()?;
            let mut index = index.to_vec();
            index.push(next);
            items.push(self.dimension(content, &index, at)?);
        }
        Ok(Plan::List {
            items,
            length: None,
            element: None,
        })
    }
}

/// The number of elements before the one with these indices.
fn position(content: &Content, index: &[u64]) -> u64 {
    let dimensions = content.lengths.iter().zip(index);
    let step = |before: u64, (length, index): (&u64, &u64)| {
        before.saturating_mul(*length).saturating_add(*index)
    };
    match content.column_major {
        true => dimensions.rev().fold(0, step),
        false => dimensions.fold(0, step),
    }
}
