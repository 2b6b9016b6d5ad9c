//! Calls through pointers: to functions, trampolines, ifuncs, and functions that a library returned pointers
//! to.

use std::rc::Rc;

use quell_ir::{AliasId, FuncId};
use quell_values::unsupported::UnsupportedCall;

use super::call::Called;
use super::{Machine, Model};
use crate::domain::Domain;
use crate::library;
use crate::memory::{Memory, ObjectKind};
use crate::program::op::CallSite;
use crate::stop::{Stop, StopKind, Ub};
use crate::value::Val;

/// The trampoline that LLVM emits for x86-64: `movabs $function, %r11`, `movabs $chain, %r10`, `jmp *%r11`.
/// Each opcode with its offset.
const OPCODES: [(u64, &[u8]); 3] = [
    (0, &[0x49, 0xbb]),
    (10, &[0x49, 0xba]),
    (20, &[0x49, 0xff, 0xe3]),
];
const FUNCTION_AT: u64 = 2;
const CHAIN_AT: u64 = 12;

/// An ifunc, which its resolver binds to a function at the first call.
#[derive(Debug)]
pub(super) struct Ifunc<D: Domain> {
    address: D::Ptr,
    chosen: Choice<D>,
}

#[derive(Debug)]
enum Choice<D: Domain> {
    Unresolved,
    /// The resolver is running.
    Resolving,
    Resolved(D::Ptr),
}

/// The callee behind a pointer that points to no function.
enum Indirect<D: Domain> {
    Trampoline(FuncId, D::Ptr),
    Ifunc(D::Ptr),
    Provided(Model<D>),
}

impl<D: Domain> Machine<D> {
    /// The function that a pointer points to.
    pub fn function_at(&mut self, ptr: &D::Ptr) -> Result<FuncId, Stop> {
        match self.memory.target(&mut self.domain, ptr) {
            Some(target) if target.offset == 0 => match target.kind {
                ObjectKind::Function(function, _) => Ok(function),
                _ => Err(Ub::NotAFunction.into()),
            },
            _ => Err(Ub::NotAFunction.into()),
        }
    }

    /// Calls through a pointer that points to no function. If there is no callee behind it, the run stops.
    #[cold]
    pub(super) fn call_indirect(
        &mut self,
        ptr: &D::Ptr,
        site: &CallSite,
        stop: Stop,
    ) -> Result<Called, Stop> {
        match self.behind(ptr, stop)? {
            Indirect::Trampoline(function, chain) => self.enter_with_chain(function, site, chain),
            Indirect::Provided(model) => {
                self.call_model(model, site)?;
                Ok(Called::Done)
            }
            Indirect::Ifunc(chosen) => {
                let function = self.function_at(&chosen)?;
                if self.program.module.functions[function].is_declaration() {
                    self.call_external(function, site)
                } else {
                    self.enter(function, site)
                }
            }
        }
    }

    /// The same for a callback made by a model.
    #[cold]
    pub(super) fn call_back(
        &mut self,
        ptr: &D::Ptr,
        args: &[Val<D>],
        stop: Stop,
    ) -> Result<Option<Val<D>>, Stop> {
        match self.behind(ptr, stop)? {
            Indirect::Trampoline(function, chain) => {
                let at = self.nest_of(function)?.min(args.len());
                let mut all = args.to_vec();
                all.insert(at, Val::Ptr(chain));
                self.call_function(function, &all)
            }
            Indirect::Provided(_) => Err(UnsupportedCall::LibraryCallback.into()),
            Indirect::Ifunc(chosen) => {
                let function = self.function_at(&chosen)?;
                let address = self.function_address(function)?;
                self.call_pointer(&address, args)
            }
        }
    }

    fn behind(&mut self, ptr: &D::Ptr, stop: Stop) -> Result<Indirect<D>, Stop> {
        if let Some(chosen) = self.ifunc_at(ptr)? {
            return Ok(Indirect::Ifunc(chosen));
        }
        let Some(target) = self.memory.target(&mut self.domain, ptr) else {
            return self
                .trampoline_at(ptr, stop.clone())
                .map_err(|why| more_specific(why, stop));
        };
        if let ObjectKind::Host(name) = &target.kind
            && target.offset == 0
            && let Some(model) = library::provided(name)
        {
            return Ok(Indirect::Provided(model));
        }
        match target.kind {
            ObjectKind::Function(..) | ObjectKind::Labels(_) | ObjectKind::External(_) => Err(stop),
            _ => self
                .trampoline_at(ptr, stop.clone())
                .map_err(|why| more_specific(why, stop)),
        }
    }

    /// `llvm.init.trampoline`: writes the bytes that native code writes, so that a trampoline depends on its
    /// memory as it does natively.
    pub fn write_trampoline(
        &mut self,
        to: &D::Ptr,
        function: &D::Ptr,
        chain: &D::Ptr,
    ) -> Result<(), Stop> {
        for (offset, opcode) in OPCODES {
            let at = self.at(to, offset);
            self.put_bytes(&at, opcode)?;
        }
        for (offset, value) in [(FUNCTION_AT, function), (CHAIN_AT, chain)] {
            let at = self.at(to, offset);
            self.put_ptr(&at, value)?;
        }
        Ok(())
    }

    fn trampoline_at(&mut self, ptr: &D::Ptr, stop: Stop) -> Result<Indirect<D>, Stop> {
        for (offset, opcode) in OPCODES {
            let at = self.at(ptr, offset);
            if self.get_bytes(&at, opcode.len() as u64)? != opcode {
                return Err(stop);
            }
        }
        let (function, chain) = (self.at(ptr, FUNCTION_AT), self.at(ptr, CHAIN_AT));
        let function = self.get_ptr(&function)?;
        let function = self.function_at(&function)?;
        Ok(Indirect::Trampoline(function, self.get_ptr(&chain)?))
    }

    /// The index of the parameter that takes the static chain.
    fn nest_of(&self, function: FuncId) -> Result<usize, Stop> {
        let params = &self.program.module.functions[function].params;
        let nest = params.iter().position(|param| param.attrs.nest);
        nest.ok_or_else(|| {
            let function = self.program.name(function).to_owned();
            UnsupportedCall::Trampoline { function }.into()
        })
    }

    /// Calls a function with a static chain. The caller passes all other arguments; the chain comes from a
    /// register.
    fn enter_with_chain(
        &mut self,
        function: FuncId,
        site: &CallSite,
        chain: D::Ptr,
    ) -> Result<Called, Stop> {
        let nest = self.nest_of(function)?;
        self.check_arguments_but(function, site, Some(nest))?;
        let base = self.regs.top();
        let mut copies = Vec::new();
        for (index, arg) in site.args.iter().enumerate() {
            if index == nest {
                self.regs.push(Val::Ptr(chain.clone()));
            }
            let value = self.argument(arg, &mut copies)?;
            self.regs.push(value);
        }
        if nest == site.args.len() {
            self.regs.push(Val::Ptr(chain));
        }
        self.push_frame(function, base, Vec::new(), site.dst)?;
        self.frame()?.objects.extend(copies);
        Ok(Called::Entered)
    }

    /// The address of an ifunc, of its own; natively it is that of a PLT stub.
    pub(super) fn ifunc_address(&mut self, id: AliasId) -> Result<D::Ptr, Stop> {
        if let Some(ifunc) = self.ifuncs.get(&id) {
            return Ok(ifunc.address.clone());
        }
        let program = self.program.clone();
        let name = program.module.text(program.module.aliases[id].name);
        let kind = ObjectKind::Host(Rc::from(format!("the ifunc `{name}`")));
        let address = self.allocate_code(kind, 0)?;
        let ifunc = Ifunc {
            address: address.clone(),
            chosen: Choice::Unresolved,
        };
        self.ifuncs.insert(id, ifunc);
        Ok(address)
    }

    /// The function that an ifunc is bound to, if the pointer is the address of an ifunc.
    fn ifunc_at(&mut self, ptr: &D::Ptr) -> Result<Option<D::Ptr>, Stop> {
        let known: Vec<_> = self
            .ifuncs
            .iter()
            .map(|(id, ifunc)| (*id, ifunc.address.clone()))
            .collect();
        for (id, address) in known {
            if self.same_ptr(ptr, &address)? {
                return self.resolve(id).map(Some);
            }
        }
        Ok(None)
    }

    /// Binds an ifunc by calling its resolver once. A resolver that calls its own ifunc stops the run.
    fn resolve(&mut self, id: AliasId) -> Result<D::Ptr, Stop> {
        match self.ifuncs.get(&id).map(|ifunc| &ifunc.chosen) {
            Some(Choice::Resolved(chosen)) => return Ok(chosen.clone()),
            Some(Choice::Unresolved) => {}
            _ => return Err(Ub::NotAFunction.into()),
        }
        self.choose(id, Choice::Resolving);
        let resolver = self.program.module.aliases[id].target;
        let resolver = self.const_value(resolver)?.ptr()?.clone();
        let chosen = self.call_pointer(&resolver, &[])?;
        let chosen = chosen.ok_or(UnsupportedCall::Resolver)?;
        let chosen = chosen.ptr()?.clone();
        self.choose(id, Choice::Resolved(chosen.clone()));
        Ok(chosen)
    }

    fn choose(&mut self, id: AliasId, choice: Choice<D>) {
        if let Some(ifunc) = self.ifuncs.get_mut(&id) {
            ifunc.chosen = choice;
        }
    }
}

/// The reason why the bytes of a trampoline could not be read, if it is more specific than `stop`.
fn more_specific(why: Stop, stop: Stop) -> Stop {
    match *why {
        StopKind::Ub(Ub::UseAfterScope { .. } | Ub::UseAfterFree { .. }) => why,
        _ => stop,
    }
}
