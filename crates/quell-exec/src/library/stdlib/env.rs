//! The environment.

use quell_ir::GlobalRef;
use quell_values::unsupported::LibraryLimit;

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::library::errno::EINVAL;
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "getenv" => getenv,
    "secure_getenv" => getenv,
    "setenv" => setenv,
    "unsetenv" => unsetenv,
    "putenv" => putenv,
    "clearenv" => clearenv,
    "system" => system,
    "popen" => system,
}

impl<D: Domain> Machine<D> {
    pub(crate) fn set_environment(&mut self, env: &[Vec<u8>]) -> Result<(), Stop> {
        self.library.environment.clear();
        for entry in env {
            let ptr = self.host_string("an entry of the environment", entry)?;
            self.library.environment.push(ptr);
        }
        Ok(())
    }

    /// An array of pointers, terminated by a null pointer.
    pub(crate) fn pointer_array(&mut self, name: &str, ptrs: &[D::Ptr]) -> Result<D::Ptr, Stop> {
        let array = self.host_object(name, 8 * (ptrs.len() as u64 + 1))?;
        for (index, ptr) in ptrs.iter().enumerate() {
            let at = self.at(&array, 8 * index as u64);
            self.put_ptr(&at, ptr)?;
        }
        let end = self.at(&array, 8 * ptrs.len() as u64);
        let null = self.domain.null();
        self.put_ptr(&end, &null)?;
        Ok(array)
    }

    /// Sets the variables that program start initialises.
    pub(crate) fn announce_start(&mut self, name: &D::Ptr, envp: &D::Ptr) -> Result<(), Stop> {
        let short = self.library.program_name.len() - self.library.short_name().len();
        let short = self.at(name, short as u64);
        for (variable, value) in [
            ("environ", envp),
            ("__environ", envp),
            ("program_invocation_name", name),
            ("program_invocation_short_name", &short),
            ("__progname", &short),
        ] {
            self.set_variable(variable, value)?;
        }
        Ok(())
    }

    /// Sets a pointer variable of the library, if the module uses it.
    fn set_variable(&mut self, name: &str, value: &D::Ptr) -> Result<(), Stop> {
        let module = &self.program.module;
        if let Some(GlobalRef::Var(id)) = module.find(name)
            && module.globals[id].init.is_none()
        {
            let at = self.global_address(id);
            self.put_ptr(&at, value)?;
        }
        Ok(())
    }

    /// Sets an `int` variable of the library, if the module uses it.
    pub(crate) fn set_int_variable(&mut self, name: &str, value: i32) -> Result<(), Stop> {
        let module = &self.program.module;
        if let Some(GlobalRef::Var(id)) = module.find(name)
            && module.globals[id].init.is_none()
        {
            let at = self.global_address(id);
            self.put_number(&at, 4, u64::from(value as u32))?;
        }
        Ok(())
    }

    /// The index of the entry with a name, and a pointer to its value.
    fn find_entry(&mut self, name: &[u8]) -> Result<Option<(usize, D::Ptr)>, Stop> {
        for (index, entry) in self.library.environment.clone().into_iter().enumerate() {
            let text = self.c_string(&entry)?;
            let rest = text.strip_prefix(name).unwrap_or_default();
            if rest.first() == Some(&b'=') {
                let value = self.at(&entry, name.len() as u64 + 1);
                return Ok(Some((index, value)));
            }
        }
        Ok(None)
    }

    pub(crate) fn has_environment(&mut self, name: &[u8]) -> Result<bool, Stop> {
        Ok(self.find_entry(name)?.is_some())
    }

    fn put_entry(&mut self, name: &[u8], entry: D::Ptr) -> Result<(), Stop> {
        match self.find_entry(name)? {
            Some((index, _)) => self.library.environment[index] = entry,
            None => self.library.environment.push(entry),
        }
        self.publish_environment()
    }

    fn publish_environment(&mut self) -> Result<(), Stop> {
        let entries = self.library.environment.clone();
        let array = self.pointer_array("environ", &entries)?;
        self.set_variable("environ", &array)?;
        self.set_variable("__environ", &array)
    }
}

fn getenv<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let name = c.string(0)?;
    match c.machine.find_entry(&name)? {
        Some((_, value)) => c.give_ptr(value),
        None => c.give_null(),
    }
}

fn is_name(name: &[u8]) -> bool {
    !name.is_empty() && !name.contains(&b'=')
}

fn setenv<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (name, value, overwrite) = (c.string(0)?, c.string(1)?, c.int(2)?);
    if !is_name(&name) {
        return c.fail(EINVAL);
    }
    if overwrite == 0 && c.machine.find_entry(&name)?.is_some() {
        return c.give_int(0);
    }
    let text = [&name[..], b"=", &value[..]].concat();
    let entry = c
        .machine
        .host_string("an entry of the environment", &text)?;
    c.machine.put_entry(&name, entry)?;
    c.give_int(0)
}

fn unsetenv<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let name = c.string(0)?;
    if !is_name(&name) {
        return c.fail(EINVAL);
    }
    while let Some((index, _)) = c.machine.find_entry(&name)? {
        c.machine.library.environment.remove(index);
    }
    c.machine.publish_environment()?;
    c.give_int(0)
}

/// The caller's string becomes part of the environment. A string without `=` removes the name.
fn putenv<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (entry, text) = (c.ptr(0)?, c.string(0)?);
    match text.iter().position(|&byte| byte == b'=') {
        Some(end) => {
            c.machine.put_entry(&text[..end], entry)?;
            c.give_int(0)
        }
        None => unsetenv(c),
    }
}

fn clearenv<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.machine.library.environment.clear();
    c.machine.publish_environment()?;
    c.give_int(0)
}

fn system<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Err(c.unsupported(LibraryLimit::OtherPrograms))
}
