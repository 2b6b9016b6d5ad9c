//! Variadic arguments as x86-64 System V passes them. The code that compilers emit for `va_arg` reads the
//! areas that a `va_list` points to, so these have the native layout.
//!
//! * [`classes`]: the registers or stack slots that a value is passed in.
//! * [`list`]: a `va_list` in memory, read and advanced as compiled code does.
//! * [`source`]: the arguments of `printf` and `vprintf` behind one interface.

pub mod classes;
pub mod list;
pub mod source;

use std::rc::Rc;

use quell_ir::TypeId;

use self::classes::{Class, Place, Places, SAVE_AREA};
use super::Machine;
use crate::domain::{Domain, UbMode};
use crate::memory::{Allocation, Extent, Memory, ObjectKind};
use crate::program::op::Src;
use crate::program::shape::ShapeKind;
use crate::semantics::memory::{load, store};
use crate::semantics::select::member_type;
use crate::stop::{Stop, StopKind};
use crate::value::Val;

pub use self::list::VaList;
pub use self::source::ArgSource;

/// An argument beyond the named ones.
#[derive(Debug)]
pub struct Vararg<D: Domain> {
    pub value: Val<D>,
    pub ty: TypeId,
    /// Size and alignment of the object, if `value` is the address of one that is passed by value.
    pub byval: Option<(u64, u64)>,
}

// A derived implementation would require `D: Clone`.
impl<D: Domain> Clone for Vararg<D> {
    fn clone(&self) -> Self {
        Self {
            value: self.value.clone(),
            ty: self.ty,
            byval: self.byval,
        }
    }
}

impl<D: Domain> Machine<D> {
    /// `va_start` in the running function: initialises the list at `list`.
    pub fn va_start(&mut self, list: &D::Ptr) -> Result<(), Stop> {
        let mut places = self.named_places()?;
        let (gp, fp) = (places.gp, places.fp);
        let varargs = self.frame()?.varargs.clone();
        let mut placed = Vec::with_capacity(varargs.len());
        for arg in varargs {
            for part in self.parts(arg)? {
                let class = self.class_of(part.ty, part.byval)?;
                placed.push((places.take(class), part));
            }
        }
        let saved = self.argument_area(SAVE_AREA)?;
        let overflow = self.argument_area(places.stack)?;
        for (place, part) in placed {
            let at = match place {
                Place::Saved(offset) => self.domain.ptr_offset(&saved, offset as i64),
                Place::Stack(offset) => self.domain.ptr_offset(&overflow, offset as i64),
            };
            self.write_vararg(&at, &part)?;
        }
        VaList::new(list.clone()).fill(self, (gp, fp), &overflow, &saved)
    }

    /// The locations that are left by the named parameters of the running function.
    fn named_places(&mut self) -> Result<Places, Stop> {
        let program = self.program.clone();
        let function = &program.module.functions[self.frame()?.code.function];
        let mut places = Places::default();
        for param in &function.params {
            let byval = match param.attrs.byval {
                Some(ty) => {
                    let shape = program.shapes.get(ty)?;
                    Some((shape.stride, param.attrs.align.unwrap_or(shape.align)))
                }
                None => None,
            };
            for ty in self.scalars_of(param.ty)? {
                places.take(self.class_of(ty, byval)?);
            }
        }
        places.stack = 0;
        Ok(places)
    }

    fn class_of(&self, ty: TypeId, byval: Option<(u64, u64)>) -> Result<Class, Stop> {
        match byval {
            Some((size, align)) => Ok(Class::memory(size, align)),
            None => Ok(Class::of(&*self.program.shapes.get(ty)?)),
        }
    }

    /// The types that a first-class aggregate is passed as: each of its scalars separately.
    fn scalars_of(&self, ty: TypeId) -> Result<Vec<TypeId>, Stop> {
        let shape = self.program.shapes.get(ty)?;
        if !matches!(shape.kind, ShapeKind::Struct(_) | ShapeKind::Array { .. }) {
            return Ok(vec![ty]);
        }
        let mut scalars = Vec::new();
        for index in 0..shape.members() {
            scalars.extend(self.scalars_of(member_type(&shape, index as usize)?)?);
        }
        Ok(scalars)
    }

    /// The scalars of an argument.
    fn parts(&self, arg: Vararg<D>) -> Result<Vec<Vararg<D>>, Stop> {
        let shape = self.program.shapes.get(arg.ty)?;
        if !matches!(shape.kind, ShapeKind::Struct(_) | ShapeKind::Array { .. }) {
            return Ok(vec![arg]);
        }
        let mut parts = Vec::new();
        for (index, member) in arg.value.members()?.iter().enumerate() {
            let member = Vararg {
                value: member.clone(),
                ty: member_type(&shape, index)?,
                byval: None,
            };
            parts.extend(self.parts(member)?);
        }
        Ok(parts)
    }

    /// Allocates an area that lives until the function that called `va_start` returns.
    fn argument_area(&mut self, size: u64) -> Result<D::Ptr, Stop> {
        let allocation = Allocation {
            kind: ObjectKind::Host(Rc::from("the area of variadic arguments")),
            size,
            align: 16,
            zeroed: false,
            writable: true,
        };
        let area = self.memory.allocate(&mut self.domain, allocation)?;
        self.frame()?.areas.push(area.clone());
        Ok(area)
    }

    fn write_vararg(&mut self, at: &D::Ptr, arg: &Vararg<D>) -> Result<(), Stop> {
        let program = self.program.clone();
        let (d, mem) = (&mut self.domain, &mut self.memory);
        match (&arg.value, arg.byval) {
            (Val::Ptr(from), Some((size, _))) => mem.copy(d, at, from, size),
            (Val::Word(word), _) => {
                let shape = program.shapes.get(arg.ty)?;
                let width = shape.width().unwrap_or(64);
                let bytes = shape.size.max(8);
                // The bits above a narrow argument are undefined.
                let word = padded(d, width, bytes as u32 * 8, word);
                let extent = Extent { bytes, align: 1 };
                mem.write(d, at, extent, bytes as u32 * 8, &word)
            }
            (value, _) => store(d, mem, &program, arg.ty, (at, 1), value),
        }
    }

    /// The instruction `va_arg`.
    pub(super) fn va_arg(&mut self, list: Src, ty: TypeId) -> Result<Val<D>, Stop> {
        let list = VaList::new(self.fetch(list)?.ptr()?.clone());
        let program = self.program.clone();
        let shape = program.shapes.get(ty)?;
        if matches!(shape.kind, ShapeKind::Void) {
            return Err(StopKind::broken("`va_arg` without a type").into());
        }
        let at = list.advance(self, Class::of(&shape))?;
        load(&mut self.domain, &mut self.memory, &program, ty, &at, 1)
    }
}

/// A narrow argument extended to its slot. The bits above it are undefined; the hardware has zeros there more
/// often than not.
pub(crate) fn padded<D: Domain>(d: &mut D, from: u32, to: u32, word: &D::Word) -> D::Word {
    if to <= from {
        return d.extract(from, word, 0, to);
    }
    if d.ub_mode() == UbMode::Wrap {
        return d.zext(from, to, word);
    }
    let high = d.undef(to - from);
    d.concat((&high, to - from), (word, from))
}
