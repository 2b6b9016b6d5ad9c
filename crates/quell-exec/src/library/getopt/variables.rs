//! The variables `optarg`, `optind`, `opterr` and `optopt`.

use quell_ir::GlobalRef;

use crate::domain::Domain;
use crate::machine::Machine;
use crate::stop::Stop;

const VARIABLES: [(&str, i32); 4] = [
    ("optarg", 0),
    ("optind", 1),
    ("opterr", 1),
    ("optopt", b'?' as i32),
];

pub fn is_variable(name: &str) -> bool {
    initial_value(name).is_some()
}

/// The initial value of a variable.
pub fn initial_value(name: &str) -> Option<i32> {
    let found = VARIABLES.iter().find(|variable| variable.0 == name);
    found.map(|variable| variable.1)
}

impl<D: Domain> Machine<D> {
    /// The program's variable, or one of the library if the program does not use it.
    fn option_variable(&mut self, name: &'static str) -> Result<D::Ptr, Stop> {
        if let Some(GlobalRef::Var(id)) = self.program.module.find(name) {
            return Ok(self.global_address(id));
        }
        self.kept_object(name, 8, |machine, ptr| {
            machine.put_number(ptr, 8, initial_value(name).unwrap_or(0) as u64)
        })
    }

    pub(super) fn option_number(&mut self, name: &'static str) -> Result<i32, Stop> {
        let variable = self.option_variable(name)?;
        Ok(self.get_number(&variable, 4)? as i32)
    }

    pub(super) fn set_option_number(&mut self, name: &'static str, value: i32) -> Result<(), Stop> {
        let variable = self.option_variable(name)?;
        self.put_number(&variable, 4, u64::from(value as u32))
    }

    pub(super) fn set_optarg(&mut self, value: Option<&D::Ptr>) -> Result<(), Stop> {
        let variable = self.option_variable("optarg")?;
        let null = self.domain.null();
        self.put_ptr(&variable, value.unwrap_or(&null))
    }
}
