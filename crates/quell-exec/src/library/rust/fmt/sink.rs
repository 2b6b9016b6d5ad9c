//! Sinks: writers of the models, which collect formatted text. To the module a sink is a `dyn fmt::Write`
//! with a vtable.

use super::formatter::Dyn;
use super::template;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::{Stop, StopKind};

models! {
    "write_str of a text being formatted" => write_str,
    "write_char of a text being formatted" => write_char,
    "write_fmt of a text being formatted" => write_fmt,
}

/// The offset of the first method, after drop, size and alignment.
const METHODS: u64 = 24;

impl<D: Domain> Machine<D> {
    /// The vtable of all sinks, which identifies them.
    pub(super) fn sinks(&mut self) -> Result<D::Ptr, Stop> {
        self.kept_object("a text being formatted", METHODS + 24, |machine, table| {
            for (index, method) in self::table::<D>().iter().enumerate() {
                let function = machine.host_object(method.0, 0)?;
                machine.set_ptr_at(table, METHODS + 8 * index as u64, &function)?;
            }
            Ok(())
        })
    }

    /// The data pointer of a sink is the address of the vtable plus the number of the sink.
    pub(super) fn write_to_sink(&mut self, sink: &D::Ptr, text: &[u8]) -> Result<(), Stop> {
        let table = self.sinks()?;
        let number = self
            .address_of_ptr(sink)?
            .wrapping_sub(self.address_of_ptr(&table)?);
        let sink = self.library.rust.sinks.get_mut(number as usize);
        let sink = sink.ok_or_else(|| StopKind::broken("text for no sink"))?;
        sink.extend_from_slice(text);
        Ok(())
    }
}

pub fn open_sink<D: Domain>(machine: &mut Machine<D>) -> Result<Dyn<D::Ptr>, Stop> {
    let table = machine.sinks()?;
    let number = machine.library.rust.sinks.len() as u64;
    machine.library.rust.sinks.push(Vec::new());
    Ok((machine.at(&table, number), table))
}

/// Removes the innermost sink and returns its text.
pub fn close_sink<D: Domain>(machine: &mut Machine<D>) -> String {
    let bytes = machine.library.rust.sinks.pop().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn write_str<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (sink, text) = (c.ptr(0)?, c.byte_slice(1)?);
    c.machine.write_to_sink(&sink, &text)?;
    c.give_flag(false)
}

fn write_char<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let sink = c.ptr(0)?;
    let character = char::from_u32(c.uint(1)?).unwrap_or(char::REPLACEMENT_CHARACTER);
    let text = character.to_string();
    c.machine.write_to_sink(&sink, text.as_bytes())?;
    c.give_flag(false)
}

fn write_fmt<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let writer = (c.ptr(0)?, c.machine.sinks()?);
    let failed = template::write(c.machine, &writer, &c.ptr(1)?, &c.ptr(2)?)?;
    c.give_flag(failed)
}
