//! Values behind pointers and slices: their number, and the assumptions about them.

use quell_ir::debug::{Aggregate, DiType, Language};

use super::build::{At, Builder, Built};
use super::error::InputObstacle;
use super::leaf::{LeafKind, PRESENT, Valid};
use super::locate::OpenObject;
use super::plan::{Plan, TextByte, TextEnd};
use super::rows::is_recursive;
use crate::callbacks;
use crate::literal::Element;
use crate::pointers::subscript;
use crate::scope::{Assumption, Bound, Buffer, BufferUnit};
use crate::types::{Form, TypeRef};

const BYTE: Element = Element::Int {
    bits: 8,
    signed: false,
};

const ASCII: std::ops::RangeInclusive<u128> = 0..=0x7f;

/// The maximal total size of structs behind a pointer, unless the user sets a capacity.
const MAX_ROW_BYTES: u64 = 2048;

/// Structs of the C library that are opaque to programs.
const STREAMS: &[&str] = &["_IO_FILE", "__sFILE", "_G_fpos_t"];

/// The rules of a language for a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One value, never null and not aliased.
    Unique,
    /// One value, never null.
    Reference,
    /// Any number of values, or null.
    Pointer,
    /// A heap block.
    Owner,
}

impl<'m> Builder<'_, 'm> {
    /// An argument or the value of a global. The length of an array may be a leaf here.
    pub fn whole(&mut self, ty: TypeRef, at: &At) -> Built<Plan> {
        match self.types.form(ty) {
            Form::Array(array) if array.lengths.contains(&None) => self.open_array(&array, at),
            Form::Characters(None) => self.open_text(at),
            _ => self.value(ty, at),
        }
    }

    /// A leaf for whether a pointer is null.
    pub fn present(&mut self, at: &At) -> Built<usize> {
        let kind = LeafKind::Present { object: u32::MAX };
        let name = format!("{}{PRESENT}", at.path);
        let leaf = self.leaf(at, name, (kind, 1), Valid::Any)?;
        self.open_object(leaf, at);
        Ok(leaf)
    }

    fn open_object(&mut self, leaf: usize, at: &At) {
        let nth = self.buffers.get(&at.path).copied().unwrap_or(0);
        self.found.objects.push(OpenObject {
            leaf,
            label: at.path.clone(),
            nth,
        });
    }

    /// A leaf for a length from 0 to the capacity.
    pub fn length(&mut self, at: &At, capacity: u64, each: u64) -> Built<Option<usize>> {
        if capacity == 0 {
            return Ok(None);
        }
        let width = 64 - capacity.leading_zeros();
        let object = u32::MAX;
        let kind = LeafKind::Length { object, each };
        let valid = Valid::Ranges(vec![0..=capacity.into()]);
        let name = format!("{} length", at.path);
        // The length is passed beside the pointer, where no other value can be.
        let leaf = self.leaf(at, name, (kind, width), valid)?;
        self.found.places[leaf] = (0, 0);
        self.open_object(leaf, at);
        Ok(Some(leaf))
    }

    pub fn end_of_depth(&mut self, at: &At) {
        self.bound(Bound::PointerDepth {
            root: root(at).to_owned(),
            depth: self.settings.depth,
        });
    }

    pub fn pointer(&mut self, ty: TypeRef, to: TypeRef, at: &At) -> Built<Plan> {
        if self.types.form(to) == Form::Code {
            return self.callback(to, at);
        }
        let kind = self.pointer_kind(ty);
        self.check_pointee(kind, ty, to, at)?;
        let can_be_null = kind == Kind::Pointer;
        if at.depth == 0 {
            self.end_of_depth(at);
            if can_be_null {
                return Ok(Plan::Null);
            }
            let depth = self.settings.depth;
            return self.unsupported(at, InputObstacle::Depth { depth });
        }
        self.count_pointer(kind);
        if can_be_null {
            self.found.names.pointers.insert(at.path.clone());
        }
        let is_compared = self.compared.as_ref() == Some(&at.path);
        let wanted = self.settings.null.as_ref();
        let is_nullable = at.in_struct || wanted.map_or(is_compared, |of| of.has(&at.path));
        if !can_be_null || !is_nullable {
            if can_be_null {
                let pointer = general(&at.path);
                self.assume(Assumption::NonNull { pointer });
            }
            return self.pointee(kind, (ty, to), at);
        }
        let present = self.present(at)?;
        let to = Box::new(self.pointee(kind, (ty, to), at)?);
        Ok(Plan::Pointer { present, to })
    }

    /// A function pointer points to an external function.
    fn callback(&mut self, to: TypeRef, at: &At) -> Built<Plan> {
        let symbol = match callbacks::symbol(&self.types, &at.path, to) {
            Ok(symbol) => symbol,
            Err(why) => return self.unsupported(at, InputObstacle::Callback { why }),
        };
        self.assume(Assumption::Callback {
            pointer: general(&at.path),
            symbol: symbol.clone(),
        });
        self.callbacks.insert(symbol.clone());
        Ok(Plan::Name(symbol))
    }

    fn pointer_kind(&self, ty: TypeRef) -> Kind {
        let name = self.types.name(ty);
        match self.language {
            Language::Rust if name.starts_with("&mut ") => Kind::Unique,
            Language::Rust if name.starts_with('&') => Kind::Reference,
            Language::Rust if !name.starts_with('*') => Kind::Owner,
            Language::Cpp if name.ends_with('&') => Kind::Reference,
            _ => Kind::Pointer,
        }
    }

    /// Counts a pointer, unless the rules of its language exclude aliasing.
    fn count_pointer(&mut self, kind: Kind) {
        let is_alone = kind == Kind::Unique || self.language == Language::Fortran;
        self.shared += usize::from(!is_alone);
    }

    fn check_pointee(&self, kind: Kind, ty: TypeRef, to: TypeRef, at: &At) -> Built<()> {
        let ty = self.types.name(ty);
        let is_raw = self.language == Language::Rust && kind == Kind::Pointer;
        let obstacle = match self.types.form(to) {
            _ if kind == Kind::Owner => InputObstacle::Owner { ty },
            _ if is_raw && at.in_struct => InputObstacle::RawPointer { ty },
            Form::Unknown if !self.is_handle(to) => InputObstacle::UnknownPointee { ty },
            _ if self.is_stream(to) => InputObstacle::Stream,
            _ => return Ok(()),
        };
        self.unsupported(at, obstacle)
    }

    fn aggregate(&self, ty: TypeRef) -> Option<Aggregate<'m>> {
        let TypeRef::Debug(id) = ty else {
            return None;
        };
        let ty = self.types.info.unwrapped(Some(id))?;
        match self.types.info.ty(ty) {
            DiType::Aggregate(aggregate) => Some(aggregate),
            _ => None,
        }
    }

    fn is_stream(&self, ty: TypeRef) -> bool {
        let name = self.aggregate(ty).and_then(|of| of.name);
        name.is_some_and(|name| STREAMS.contains(&name))
    }

    /// A structure that the file only declares: pointers to it can be passed on and compared, and nothing else.
    fn is_handle(&self, ty: TypeRef) -> bool {
        let aggregate = self.aggregate(ty).filter(|_| !self.is_stream(ty));
        aggregate.is_some_and(|of| of.declaration_only) && self.language == Language::C
    }

    /// The start of a new object that a pointer points to.
    fn buffer(&mut self, at: &At) -> At {
        *self.buffers.entry(at.path.clone()).or_default() += 1;
        At {
            object: self.new_object(),
            bit: 0,
            depth: at.depth.saturating_sub(1),
            in_struct: false,
            at_end: false,
            ..at.clone()
        }
    }

    fn pointee(&mut self, kind: Kind, (ty, to): (TypeRef, TypeRef), at: &At) -> Built<Plan> {
        let inside = self.buffer(at);
        if self.is_handle(to) {
            let pointer = general(&at.path);
            self.assume(Assumption::Opaque { pointer });
            return self.bytes(1, &inside);
        }
        let count = match kind {
            Kind::Pointer => self.counted(ty, to, at),
            _ => 1,
        };
        match self.types.form(to) {
            Form::Void => self.bytes(count, &inside),
            Form::Char { signed } if kind == Kind::Pointer => {
                self.text_buffer(count, signed, &inside)
            }
            form if count == 1 => {
                let inside = At {
                    at_end: true,
                    ..inside
                };
                match stands_for_itself(&form) {
                    true => self.value(to, &inside),
                    false => self.row(to, count, &inside),
                }
            }
            _ => self.row(to, count, &inside),
        }
    }

    /// Records the number of elements behind a pointer as a bound.
    fn counted(&mut self, ty: TypeRef, to: TypeRef, at: &At) -> u64 {
        let default = self.usual_count(to, at);
        let count = self.capacity_of(at, default);
        let buffer = if at.in_struct {
            Buffer::EachPointer {
                ty: self.types.name(ty),
                root: root(at).to_owned(),
            }
        } else {
            Buffer::Pointer {
                pointer: general(&at.path),
            }
        };
        let unit = match self.types.form(to) {
            Form::Void => BufferUnit::Byte,
            _ => BufferUnit::Element,
        };
        self.bound(Bound::Elements {
            buffer,
            count,
            unit,
        });
        count
    }

    /// The capacity of a pointer, but a single struct if the code does not index it: see [`Rows`]. A node points
    /// to single nodes, because arrays of nodes that point to arrays of nodes would not end.
    ///
    /// [`Rows`]: super::rows::Rows
    fn usual_count(&self, to: TypeRef, at: &At) -> u64 {
        let (single, capacity) = (self.settings.structs, self.settings.capacity);
        if !self.is_struct(to) {
            return capacity;
        }
        let is_single = self.types.tail(to).is_some()
            || !self.rows.has(&self.types, to)
            || at.in_struct && is_recursive(&self.types, to);
        if is_single {
            return single;
        }
        let size = self.types.size(to).unwrap_or(1).max(1);
        capacity.min(MAX_ROW_BYTES / size).max(single)
    }

    fn is_struct(&self, ty: TypeRef) -> bool {
        const MAX_POINTERS: usize = 8;
        let mut ty = ty;
        for _ in 0..MAX_POINTERS {
            match self.types.form(ty) {
                Form::Pointer(to) => ty = to,
                Form::Record(_) | Form::Union(_) | Form::Variants(_) => return true,
                _ => return false,
            }
        }
        false
    }

    fn row(&mut self, element: TypeRef, count: u64, at: &At) -> Built<Plan> {
        let size = self.types.size(element).unwrap_or(0);
        let mut items = Vec::new();
        for index in 0..count {
            let bit = index.saturating_mul(size).saturating_mul(8);
            let inside = At {
                at_end: at.at_end,
                ..at.part(&format!("[{index}]"), bit)
            };
            items.push(self.value(element, &inside)?);
        }
        Ok(Plan::List {
            items,
            length: None,
            element: None,
        })
    }

    fn bytes(&mut self, count: u64, at: &At) -> Built<Plan> {
        let mut items = Vec::new();
        for index in 0..count {
            let at = at.part(&format!("[{index}]"), index * 8);
            let kind = LeafKind::Int {
                signed: Some(false),
            };
            let leaf = self.leaf(&at, at.path.clone(), (kind.clone(), 8), Valid::Any)?;
            items.push(Plan::Leaf { leaf, kind });
        }
        Ok(Plan::List {
            items,
            length: None,
            element: Some(BYTE),
        })
    }

    fn text_buffer(&mut self, count: u64, signed: bool, at: &At) -> Built<Plan> {
        self.found.names.texts.insert(at.path.clone());
        let is_text = self.settings.text.has(&at.path);
        let open = match is_text {
            true => count.saturating_sub(1),
            false => count,
        };
        let mut chars = self.chars(open, signed, &Valid::Any, at)?;
        if is_text && count > 0 {
            chars.push(TextByte::Nul);
            let text = general(&at.path);
            self.assume(Assumption::NulTerminated { text });
        }
        Ok(Plan::Text {
            signed,
            chars,
            length: None,
            end: TextEnd::Terminated,
        })
    }

    pub fn chars(
        &mut self,
        count: u64,
        signed: bool,
        valid: &Valid,
        at: &At,
    ) -> Built<Vec<TextByte>> {
        let mut chars = Vec::new();
        for index in 0..count {
            let subscript = subscript(&[index], self.language == Language::Fortran);
            let at = at.part(&subscript, index * 8);
            let kind = LeafKind::Char { signed };
            let leaf = self.leaf(&at, at.path.clone(), (kind, 8), valid.clone())?;
            chars.push(TextByte::Leaf(leaf));
        }
        Ok(chars)
    }

    /// `&[T]` and `&str`: of any length up to the capacity.
    pub fn slice(&mut self, ty: TypeRef, of: TypeRef, text: bool, at: &At) -> Built<Plan> {
        let kind = self.pointer_kind(ty);
        self.check_pointee(kind, ty, of, at)?;
        let capacity = match at.depth {
            0 => 0,
            _ => self.capacity_of(at, self.settings.capacity),
        };
        if at.depth == 0 {
            self.end_of_depth(at);
        }
        self.count_pointer(kind);
        let path = general(&at.path);
        let each = self.types.size(of).unwrap_or(0);
        let length = self.length(at, capacity, each)?;
        let inside = self.buffer(at);
        if text {
            self.at_most(path.clone(), capacity, BufferUnit::Byte);
            self.assume(Assumption::Ascii { text: path });
            return Ok(Plan::Text {
                signed: false,
                chars: self.chars(capacity, false, &Valid::Ranges(vec![ASCII]), &inside)?,
                length,
                end: TextEnd::Exact,
            });
        }
        self.at_most(path, capacity, BufferUnit::Element);
        match self.row(of, capacity, &inside)? {
            Plan::List { items, element, .. } => Ok(Plan::List {
                items,
                length,
                element,
            }),
            plan => Ok(plan),
        }
    }
}

/// The parameter or global from which a place is reached.
fn root(at: &At) -> &str {
    at.path.split(['.', '[']).next().unwrap_or(&at.path)
}

/// Whether a single value can be written for a pointer to it, also in JSON: lists and strings would be read as the
/// elements behind the pointer.
fn stands_for_itself(form: &Form<'_>) -> bool {
    let is_named = |name: Option<&str>| name.is_some_and(|name| !name.starts_with("__"));
    match form {
        Form::Bool { .. } | Form::Int { .. } | Form::Float(_) | Form::Enum { .. } => true,
        Form::Record(members) => members.iter().all(|member| is_named(member.name)),
        Form::Union(_) | Form::Variants(_) => true,
        _ => false,
    }
}

/// `words[3]` as `words[]`, and in Fortran `words(3)` as `words()`, for statements about all elements.
pub(super) fn general(path: &str) -> String {
    let mut general = String::new();
    let mut inside = false;
    for c in path.chars() {
        inside = match c {
            '[' => true,
            // After a blank it is the number of an ambiguous name.
            '(' => !general.ends_with(' '),
            ']' | ')' => false,
            _ => inside,
        };
        if !inside || !c.is_ascii_digit() {
            general.push(c);
        }
    }
    general
}
