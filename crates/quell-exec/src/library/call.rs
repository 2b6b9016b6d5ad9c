//! The call of a model: its arguments as C types, and its result.

use quell_values::unsupported::{LibraryLimit, Unsupported};

use crate::domain::Domain;
use crate::machine::Machine;
use crate::program::op::{CallSite, Target};
use crate::stop::{Stop, Ub};
use crate::value::Val;

/// The result of a model; `None` for void functions.
pub type Outcome<D> = Result<Option<Val<D>>, Stop>;

/// One call of a library function.
#[derive(Debug)]
pub struct Call<'m, D: Domain> {
    pub machine: &'m mut Machine<D>,
    pub site: &'m CallSite,
    pub args: &'m [Val<D>],
}

/// The table of a header: names and the functions that model them.
macro_rules! models {
    ($($name:literal => $model:path),* $(,)?) => {
        pub fn table<D: $crate::domain::Domain>() -> $crate::library::Table<D> {
            &[$((
                $name,
                |machine, site, args| {
                    $model(&mut $crate::library::call::Call { machine, site, args })
                },
            )),*]
        }
    };
}
pub(crate) use models;

/// Arguments.
impl<'m, D: Domain> Call<'m, D> {
    pub fn arg(&self, index: usize) -> Result<&'m Val<D>, Stop> {
        let missing = || {
            Ub::WrongArguments {
                name: self.name(),
                given: self.args.len(),
                takes: index + 1,
            }
            .into()
        };
        self.args.get(index).ok_or_else(missing)
    }

    /// The name by which the program calls the function.
    pub fn name(&self) -> String {
        match self.site.target {
            Target::Function(function) | Target::External(function) => {
                self.machine.program.name(function).to_owned()
            }
            _ => "a library function".to_owned(),
        }
    }

    /// That the function needs something that programs in the machine do not have.
    pub fn unsupported(&self, limit: LibraryLimit) -> Stop {
        let function = self.name();
        Unsupported::Library { function, limit }.into()
    }

    pub fn bits(&mut self, index: usize, width: u32) -> Result<u64, Stop> {
        let word = self.arg(index)?.word()?;
        self.machine
            .domain
            .concrete_u64(width, word, "an argument of a library function")
    }

    /// An `int`.
    pub fn int(&mut self, index: usize) -> Result<i32, Stop> {
        Ok(self.bits(index, 32)? as i32)
    }

    pub fn uint(&mut self, index: usize) -> Result<u32, Stop> {
        Ok(self.bits(index, 32)? as u32)
    }

    /// A `long` or `long long`.
    pub fn long(&mut self, index: usize) -> Result<i64, Stop> {
        Ok(self.bits(index, 64)? as i64)
    }

    /// A `size_t` or `unsigned long`.
    pub fn size(&mut self, index: usize) -> Result<u64, Stop> {
        self.bits(index, 64)
    }

    pub fn ptr(&self, index: usize) -> Result<D::Ptr, Stop> {
        Ok(self.arg(index)?.ptr()?.clone())
    }

    /// The pointer, unless it is null.
    pub fn optional_ptr(&mut self, index: usize) -> Result<Option<D::Ptr>, Stop> {
        let ptr = self.ptr(index)?;
        Ok((!self.machine.is_null(&ptr)?).then_some(ptr))
    }

    /// The bytes of a string without the terminator.
    pub fn string(&mut self, index: usize) -> Result<Vec<u8>, Stop> {
        let ptr = self.ptr(index)?;
        self.machine.c_string(&ptr)
    }
}

/// Results.
impl<D: Domain> Call<'_, D> {
    /// The width of the number that the caller expects, for models of several types.
    pub fn result_width(&self) -> u32 {
        let shape = self.machine.program.shapes.get(self.site.ret);
        shape.ok().and_then(|shape| shape.width()).unwrap_or(32)
    }

    pub fn give(&mut self, width: u32, value: u64) -> Outcome<D> {
        Ok(Some(Val::Word(self.machine.domain.word(width, value))))
    }

    pub fn give_int(&mut self, value: i32) -> Outcome<D> {
        self.give(32, u64::from(value as u32))
    }

    pub fn give_bool(&mut self, value: bool) -> Outcome<D> {
        self.give_int(i32::from(value))
    }

    pub fn give_long(&mut self, value: i64) -> Outcome<D> {
        self.give(64, value as u64)
    }

    pub fn give_size(&mut self, value: u64) -> Outcome<D> {
        self.give(64, value)
    }

    pub fn give_ptr(&mut self, ptr: D::Ptr) -> Outcome<D> {
        Ok(Some(Val::Ptr(ptr)))
    }

    pub fn give_null(&mut self) -> Outcome<D> {
        let null = self.machine.domain.null();
        self.give_ptr(null)
    }

    /// A pointer into a string, or null.
    pub fn give_place(&mut self, base: &D::Ptr, offset: Option<u64>) -> Outcome<D> {
        match offset {
            Some(offset) => {
                let ptr = self.machine.at(base, offset);
                self.give_ptr(ptr)
            }
            None => self.give_null(),
        }
    }

    /// Sets `errno` and returns -1.
    pub fn fail(&mut self, errno: i32) -> Outcome<D> {
        self.machine.set_errno(errno)?;
        self.give_int(-1)
    }

    /// Sets `errno` and returns a null pointer.
    pub fn fail_ptr(&mut self, errno: i32) -> Outcome<D> {
        self.machine.set_errno(errno)?;
        self.give_null()
    }
}

/// A call of a library function that C leaves undefined.
#[cold]
pub fn misuse(function: &'static str, what: impl Into<String>) -> Stop {
    Ub::LibraryMisuse {
        function: function.into(),
        what: what.into(),
    }
    .into()
}
