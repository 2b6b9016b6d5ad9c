//! Literals that need an object: pointers, slices, arrays, text.

use crate::call::Target;
use crate::descriptor::descriptor;
use crate::encode::{Content, Encoded, Encoder, NewBuffer, Slot, fail, image_of, product};
use crate::image::Image;
use crate::literal::{Element, Items, Kind, Literal, LiteralError};
use crate::types::{Array, Form, TypeRef};

const BYTE: TypeRef = TypeRef::Stated(Element::Int {
    bits: 8,
    signed: false,
});

impl<'m> Encoder<'m, '_> {
    /// Null, a function, or the address of a new buffer.
    pub(crate) fn pointer(
        &mut self,
        literal: &Literal,
        ty: TypeRef,
        to: TypeRef,
        mut slot: Slot<'_>,
    ) -> Encoded<()> {
        let target = match &literal.kind {
            Kind::Null => {
                slot.set(64, 0);
                return Ok(());
            }
            Kind::Name { name, data: None } if self.points_to_code(to) => {
                self.function(literal, name)?
            }
            _ => {
                let (image, content) = self.pointee(literal, ty, to, slot.path)?;
                let untyped = self.is_untyped(to);
                self.allocate(slot.path, image, content, untyped)
            }
        };
        slot.image.set_pointer(slot.bit / 8, target);
        Ok(())
    }

    fn points_to_code(&self, to: TypeRef) -> bool {
        matches!(self.types.form(to), Form::Code | Form::Void)
    }

    fn function(&self, literal: &Literal, name: &str) -> Encoded<Target> {
        let refused = |message| LiteralError::new(message, literal.span.clone());
        self.objects.function(name).map_err(refused)
    }

    fn allocate(&mut self, label: &str, image: Image, content: Content, untyped: bool) -> Target {
        self.objects.add(NewBuffer {
            label: label.to_owned(),
            image,
            content,
            untyped,
        })
    }

    /// The buffer of a new pointer.
    fn pointee(
        &mut self,
        literal: &Literal,
        ty: TypeRef,
        to: TypeRef,
        path: &str,
    ) -> Encoded<(Image, Content)> {
        match &literal.kind {
            Kind::Text(text) => self.text(literal, ty, to, text),
            Kind::Uninitialised(Some(count)) => {
                let element = if self.is_untyped(to) { BYTE } else { to };
                self.elements(literal, element, *count)
            }
            Kind::List {
                element: Some(element),
                items,
            } => self.row(literal, TypeRef::Stated(*element), items, path),
            Kind::List { items, .. } if self.is_row_of(to, items) => {
                if self.is_untyped(to) {
                    let message = "the type of the elements is not known here: \
                                   write it before the list, as in i32[1, 2, 3]";
                    return fail(literal, message);
                }
                self.row(literal, to, items, path)
            }
            Kind::Name { .. } if matches!(self.types.form(to), Form::Char { .. }) => {
                let text =
                    "text has quotes of its own, which a shell must not take off: '\"text\"'";
                fail(literal, text)
            }
            // A single value is a buffer of one element.
            _ if self.is_untyped(to) => fail(
                literal,
                "what this pointer points to is not known: write null, \"text\", ?16 or i32[1, 2, 3]",
            ),
            _ => match self.types.tail(to) {
                Some(tail) => self.object_with_tail(literal, (to, &tail), path),
                None => self.object(literal, to, path),
            },
        }
    }

    fn is_untyped(&self, to: TypeRef) -> bool {
        matches!(self.types.form(to), Form::Void | Form::Unknown | Form::Code)
    }

    /// Whether a list is several of what is pointed to. `[1, 2]` for a pointer to an array is
    /// that array, `[[1, 2], [3, 4]]` are two.
    fn is_row_of(&self, to: TypeRef, items: &Items) -> bool {
        let nested = items.get(0).is_none_or(|item| is_nested(&item.kind));
        nested || !matches!(self.types.form(to), Form::Array(_))
    }

    /// Room for elements, uninitialised.
    fn elements(
        &self,
        literal: &Literal,
        element: TypeRef,
        count: u64,
    ) -> Encoded<(Image, Content)> {
        let Some(size) = self.types.size(element) else {
            let name = self.types.name(element);
            return fail(literal, format!("the size of {name} is not known"));
        };
        let image = image_of(literal, size, count)?;
        Ok((image, Content::row(element, count)))
    }

    fn row(
        &mut self,
        literal: &Literal,
        element: TypeRef,
        items: &Items,
        path: &str,
    ) -> Encoded<(Image, Content)> {
        if let Some(tail) = self.types.tail(element) {
            if let (1, Some(only)) = (items.len(), items.get(0)) {
                return self.object_with_tail(only, (element, &tail), &format!("{path}[0]"));
            }
            self.check_tails(items, element, &tail)?;
        }
        let (mut image, content) = self.elements(literal, element, items.len())?;
        let size = self.types.size(element).unwrap_or(0);
        for index in 0..items.len() {
            let Some(item) = items.get(index) else { break };
            let slot = Slot {
                image: &mut image,
                bit: index * size * 8,
                path: &format!("{path}[{index}]"),
            };
            self.value(item, element, slot)?;
        }
        Ok((image, content))
    }

    /// Text in C: its bytes and a zero.
    fn text(
        &self,
        literal: &Literal,
        ty: TypeRef,
        to: TypeRef,
        text: &[u8],
    ) -> Encoded<(Image, Content)> {
        let element = match self.types.form(to) {
            Form::Char { .. } | Form::Int { bits: 8, .. } => to,
            Form::Void | Form::Unknown => BYTE,
            _ => {
                let name = self.types.name(ty);
                return fail(literal, format!("text does not fit the type {name}"));
            }
        };
        let (mut image, content) = self.elements(literal, element, text.len() as u64 + 1)?;
        image.set_bytes(0, text);
        image.set_bytes(text.len() as u64, &[0]);
        Ok((image, content))
    }

    /// A buffer and its length.
    pub(crate) fn slice(
        &mut self,
        literal: &Literal,
        ty: TypeRef,
        (of, is_text): (TypeRef, bool),
        (pointer_at, length_at): (u64, u64),
        slot: Slot<'_>,
    ) -> Encoded<()> {
        let (image, content) = match &literal.kind {
            Kind::Text(text) if self.types.size(of) == Some(1) => {
                let (mut image, content) = self.elements(literal, of, text.len() as u64)?;
                image.set_bytes(0, text);
                (image, content)
            }
            Kind::List { items, .. } if !is_text => self.row(literal, of, items, slot.path)?,
            Kind::Uninitialised(Some(count)) if !is_text => self.elements(literal, of, *count)?,
            _ => {
                let expected = if is_text { "\"text\"" } else { "a list [...]" };
                let name = self.types.name(ty);
                return fail(
                    literal,
                    format!("{expected} was expected for the type {name}"),
                );
            }
        };
        let count = content.count();
        let target = self.allocate(slot.path, image, content, false);
        let base = slot.bit / 8;
        slot.image.set_pointer(base + pointer_at, target);
        slot.image.set_bytes(base + length_at, &count.to_le_bytes());
        Ok(())
    }

    /// A Fortran `character`: padded with blanks, or as long as its text.
    pub(crate) fn characters(
        &self,
        literal: &Literal,
        ty: TypeRef,
        length: Option<u64>,
    ) -> Encoded<(Image, Content)> {
        let Kind::Text(text) = &literal.kind else {
            let name = self.types.name(ty);
            return fail(
                literal,
                format!("\"text\" was expected for the type {name}"),
            );
        };
        let length = length.unwrap_or(text.len() as u64);
        if text.len() as u64 > length {
            return fail(literal, format!("more than {length} characters"));
        }
        let mut image = image_of(literal, length, 1)?;
        let blanks = vec![b' '; image.bytes.len()];
        image.set_bytes(0, &blanks);
        image.set_bytes(0, text);
        Ok((image, Content::row(ty, 1)))
    }

    /// An array that is a separate object, as in Fortran. With a descriptor, the object is the
    /// descriptor and the elements are a buffer.
    pub(crate) fn array_object(
        &mut self,
        literal: &Literal,
        array: &Array,
        path: &str,
    ) -> Encoded<(Image, Content)> {
        let lengths = self.lengths(literal, array)?;
        let content = Content {
            element: array.of,
            lengths,
            column_major: array.column_major,
        };
        let Some(size) = self.types.size(array.of) else {
            return fail(literal, "the size of the elements is not known");
        };
        let mut image = image_of(literal, size, content.count())?;
        self.fill(literal, &content, &mut image, (0, path))?;
        if !array.descriptor {
            return Ok((image, content));
        }
        let rank = array.lengths.len();
        let form = self.types.form(array.of);
        if content.lengths.len() != rank {
            let message = format!("lists nested {rank} deep were expected");
            return fail(literal, message);
        }
        let lengths = content.lengths.clone();
        let target = self.allocate(path, image, content, false);
        let image = descriptor(target, size, &form, &lengths);
        Ok((image, Content::row(TypeRef::Void, 0)))
    }

    /// An array inside another type, which determines its lengths.
    pub(crate) fn array(
        &mut self,
        literal: &Literal,
        array: &Array,
        slot: Slot<'_>,
    ) -> Encoded<()> {
        if array.descriptor {
            return fail(
                literal,
                "arrays with descriptors inside other values are not supported",
            );
        }
        let content = Content {
            element: array.of,
            lengths: self.lengths(literal, array)?,
            column_major: array.column_major,
        };
        self.fill(literal, &content, slot.image, (slot.bit, slot.path))
    }

    /// The number of elements in each dimension, by the type or else by the literal.
    pub(crate) fn lengths(&self, literal: &Literal, array: &Array) -> Encoded<Vec<u64>> {
        let mut found = Vec::new();
        let mut level = literal;
        for (depth, known) in array.lengths.iter().enumerate() {
            let given = match &level.kind {
                Kind::List { items, .. } => items.len(),
                Kind::Text(text) => known.unwrap_or(text.len() as u64 + 1),
                Kind::Plain(text) => known.unwrap_or(text.len() as u64 + 1),
                Kind::Uninitialised(count) => match count.or(*known) {
                    Some(count) => count,
                    None => return fail(level, "the number of elements is missing, as in ?16"),
                },
                // A flat list gives the elements in the order of memory.
                _ if depth == 1 => return flat(literal, array, found[0]),
                _ => return fail(level, "a list [...] was expected"),
            };
            found.push(given);
            if let Kind::List { items, .. } = &level.kind
                && let Some(first) = items.get(0)
            {
                level = first;
            }
        }
        for (known, given) in array.lengths.iter().zip(&found) {
            if known.is_some_and(|known| known != *given) {
                let known = known.unwrap_or(0);
                return fail(
                    literal,
                    format!("{known} elements were expected, not {given}"),
                );
            }
        }
        Ok(found)
    }

    fn fill(
        &mut self,
        literal: &Literal,
        content: &Content,
        image: &mut Image,
        (base, path): (u64, &str),
    ) -> Encoded<()> {
        if let Kind::Text(text) = &literal.kind {
            return fill_text(literal, text, content, image, base);
        }
        let size = self.types.size(content.element).unwrap_or(0);
        let is_flat = is_flat(literal, content.lengths.len());
        for position in 0..content.count() {
            let index = match is_flat {
                true => vec![position],
                false => index_of(position, content),
            };
            let Some(item) = item_at(literal, &index)? else {
                continue;
            };
            let slot = Slot {
                image: &mut *image,
                bit: base + position * size * 8,
                path: &format!("{path}{}", subscript(&index, content.column_major)),
            };
            self.value(item, content.element, slot)?;
        }
        Ok(())
    }
}

fn flat(literal: &Literal, array: &Array, given: u64) -> Encoded<Vec<u64>> {
    let known: Option<Vec<u64>> = array.lengths.iter().copied().collect();
    match known {
        Some(lengths) if product(&lengths) == given => Ok(lengths),
        Some(lengths) => {
            let count = product(&lengths);
            fail(
                literal,
                format!("{count} elements were expected, not {given}"),
            )
        }
        None => Ok(vec![given]),
    }
}

fn is_nested(kind: &Kind) -> bool {
    matches!(kind, Kind::List { .. } | Kind::Text(_) | Kind::Plain(_))
}

fn is_flat(literal: &Literal, rank: usize) -> bool {
    let Kind::List { items, .. } = &literal.kind else {
        return false;
    };
    rank > 1 && items.get(0).is_some_and(|item| !is_nested(&item.kind))
}

/// The indices, outermost first, of the element at a position in memory.
pub(crate) fn index_of(position: u64, content: &Content) -> Vec<u64> {
    let mut rest = position;
    let mut index: Vec<u64> = Vec::new();
    let mut step = |&length: &u64| {
        let length = length.max(1);
        index.push(rest % length);
        rest /= length;
    };
    match content.column_major {
        true => content.lengths.iter().for_each(&mut step),
        false => content.lengths.iter().rev().for_each(&mut step),
    }
    if !content.column_major {
        index.reverse();
    }
    index
}

/// `[1][2]` in C, `(2,3)` in Fortran.
pub(crate) fn subscript(index: &[u64], column_major: bool) -> String {
    match column_major {
        true => {
            let index: Vec<String> = index.iter().map(|i| (i + 1).to_string()).collect();
            format!("({})", index.join(","))
        }
        false => index.iter().map(|i| format!("[{i}]")).collect(),
    }
}

/// The item of nested lists; `None` where the list is left uninitialised.
fn item_at<'l>(literal: &'l Literal, index: &[u64]) -> Encoded<Option<&'l Literal>> {
    let mut item = literal;
    for &at in index {
        item = match &item.kind {
            Kind::Uninitialised(_) => return Ok(None),
            Kind::List { items, .. } => match items.get(at) {
                Some(item) => item,
                None => return fail(item, "the lists must all have the same length"),
            },
            _ => return fail(item, "a list [...] was expected"),
        };
    }
    Ok(Some(item))
}

fn fill_text(
    literal: &Literal,
    text: &[u8],
    content: &Content,
    image: &mut Image,
    base: u64,
) -> Encoded<()> {
    let room = content.count();
    if text.len() as u64 > room {
        return fail(literal, format!("more than {room} bytes"));
    }
    let mut bytes = text.to_vec();
    bytes.resize(room as usize, 0);
    image.set_bytes(base / 8, &bytes);
    Ok(())
}
