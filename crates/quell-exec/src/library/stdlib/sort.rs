//! Sorting and searching with a comparison function of the program.
//!
//! `qsort` is the merge sort of glibc 2.36 with the same sequence of comparisons, so that programs that count
//! comparisons or sort equal elements behave as natively.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, misuse, models};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::stop::Stop;
use crate::value::Val;

models! {
    "qsort" => qsort,
    "qsort_r" => qsort_r,
    "bsearch" => bsearch,
    "lfind" => lfind,
}

/// The comparison function.
struct Order<D: Domain> {
    function: D::Ptr,
    /// The third argument of the function for `qsort_r`.
    context: Option<D::Ptr>,
}

impl<D: Domain> Order<D> {
    fn compare(&self, machine: &mut Machine<D>, a: &D::Ptr, b: &D::Ptr) -> Result<i32, Stop> {
        let mut args = vec![Val::Ptr(a.clone()), Val::Ptr(b.clone())];
        args.extend(self.context.clone().map(Val::Ptr));
        match machine.call_pointer(&self.function, &args)? {
            Some(Val::Word(word)) => {
                let what = "the result of a comparison";
                Ok(machine.domain.concrete_u64(32, &word, what)? as u32 as i32)
            }
            _ => Err(misuse("qsort", "the comparison gives no int")),
        }
    }
}

struct Sorter<'m, D: Domain> {
    machine: &'m mut Machine<D>,
    order: Order<D>,
    size: u64,
    scratch: D::Ptr,
}

impl<D: Domain> Sorter<'_, D> {
    fn sort(&mut self, base: &D::Ptr, count: u64) -> Result<(), Stop> {
        if count <= 1 {
            return Ok(());
        }
        let half = count / 2;
        let middle = self.machine.at(base, half * self.size);
        self.sort(base, half)?;
        self.sort(&middle, count - half)?;
        self.merge((base.clone(), half), (middle, count - half))
    }

    /// Merges two adjacent sorted runs.
    fn merge(
        &mut self,
        (mut a, mut a_left): (D::Ptr, u64),
        (mut b, mut b_left): (D::Ptr, u64),
    ) -> Result<(), Stop> {
        let base = a.clone();
        let mut taken = 0;
        while a_left > 0 && b_left > 0 {
            let from = if self.order.compare(self.machine, &a, &b)? <= 0 {
                a_left -= 1;
                &mut a
            } else {
                b_left -= 1;
                &mut b
            };
            let to = self.machine.at(&self.scratch, taken * self.size);
            self.machine.copy_bytes(&to, from, self.size)?;
            *from = self.machine.at(from, self.size);
            taken += 1;
        }
        let to = self.machine.at(&self.scratch, taken * self.size);
        self.machine.copy_bytes(&to, &a, a_left * self.size)?;
        let merged = (taken + a_left) * self.size;
        self.machine.copy_bytes(&base, &self.scratch, merged)
    }
}

fn sort<D: Domain>(c: &mut Call<D>, order: Order<D>) -> Outcome<D> {
    let (base, count, size) = (c.ptr(0)?, c.size(1)?, c.size(2)?);
    let total = count
        .checked_mul(size)
        .ok_or_else(|| misuse("qsort", "the size of the array is out of range"))?;
    let scratch = c.machine.host_object("the work area of qsort", total)?;
    let mut sorter = Sorter {
        machine: c.machine,
        order,
        size,
        scratch: scratch.clone(),
    };
    sorter.sort(&base, count)?;
    c.machine.memory.end_scope(&mut c.machine.domain, &scratch);
    Ok(None)
}

fn qsort<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let order = Order {
        function: c.ptr(3)?,
        context: None,
    };
    sort(c, order)
}

fn qsort_r<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let order = Order {
        function: c.ptr(3)?,
        context: Some(c.ptr(4)?),
    };
    sort(c, order)
}

fn bsearch<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (key, base) = (c.ptr(0)?, c.ptr(1)?);
    let (mut low, mut high, size) = (0, c.size(2)?, c.size(3)?);
    let order = Order {
        function: c.ptr(4)?,
        context: None,
    };
    while low < high {
        let middle = low + (high - low) / 2;
        let at = c.machine.at(&base, middle.wrapping_mul(size));
        match order.compare(c.machine, &key, &at)? {
            0 => return c.give_ptr(at),
            less if less < 0 => high = middle,
            _ => low = middle + 1,
        }
    }
    c.give_null()
}

fn lfind<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (key, base, count, size) = (c.ptr(0)?, c.ptr(1)?, c.ptr(2)?, c.size(3)?);
    let order = Order {
        function: c.ptr(4)?,
        context: None,
    };
    for index in 0..c.machine.get_number(&count, 8)? {
        let at = c.machine.at(&base, index.wrapping_mul(size));
        if order.compare(c.machine, &key, &at)? == 0 {
            return c.give_ptr(at);
        }
    }
    c.give_null()
}
