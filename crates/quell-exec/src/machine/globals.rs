//! Globals: an object for each, initialised at the start; functions get an address when one is needed.

use std::rc::Rc;

use quell_ir::entity::EntityRef;
use quell_ir::opcode::Linkage;
use quell_ir::{BlockId, ConstId, ConstKind, FuncId, GlobalId};

use super::Machine;
use crate::domain::Domain;
use crate::library;
use crate::memory::{Allocation, LABEL_STRIDE, Memory, ObjectKind};
use crate::semantics::memory::store;
use crate::stop::Stop;

impl<D: Domain> Machine<D> {
    pub(super) fn set_up_globals(&mut self) -> Result<(), Stop> {
        let program = self.program.clone();
        for global in program.module.globals.keys() {
            let ptr = self.allocate_global(global)?;
            self.globals.push(ptr);
        }
        for (id, global) in program.module.globals.iter() {
            let ptr = self.globals[id.index()].clone();
            match global.init {
                Some(init) if self.has_contents(init)? => {
                    self.memory.begin_initialiser(&ptr);
                    self.write_const(&ptr, init)?;
                    self.memory.end_initialiser(&mut self.domain, &ptr);
                }
                // Too large for this memory: an access to it stops the run.
                Some(_) => {}
                None => library::provide_variable(self, program.module.text(global.name), &ptr)?,
            }
            if global.constant {
                self.memory.make_constant(&mut self.domain, &ptr);
            }
        }
        Ok(())
    }

    fn allocate_global(&mut self, id: GlobalId) -> Result<D::Ptr, Stop> {
        let program = self.program.clone();
        let global = &program.module.globals[id];
        let name: Rc<str> = Rc::from(program.module.text(global.name));
        let known = global.init.is_some() || library::provides_variable(&name);
        if !known && global.linkage == Linkage::ExternWeak {
            return Ok(self.domain.null());
        }
        let (kind, size) = if known {
            (
                ObjectKind::Global(name),
                program.shapes.get(global.ty)?.stride,
            )
        } else {
            (ObjectKind::External(name), 0)
        };
        let align = global.align.unwrap_or(1);
        let allocation = Allocation {
            kind,
            size,
            align,
            zeroed: true,
            writable: true,
        };
        self.memory.allocate(&mut self.domain, allocation)
    }

    /// Whether the memory keeps contents of the size of this initialiser.
    fn has_contents(&self, init: ConstId) -> Result<bool, Stop> {
        let ty = self.program.module.consts.get(init).ty;
        Ok(self.memory.holds(self.program.shapes.get(ty)?.stride))
    }

    /// Writes a constant member by member, so that large tables need no aggregate value.
    pub(super) fn write_const(&mut self, ptr: &D::Ptr, id: ConstId) -> Result<(), Stop> {
        let program = self.program.clone();
        let constant = program.module.consts.get(id);
        let shape = program.shapes.get(constant.ty)?;
        match &constant.kind {
            ConstKind::Zero => {
                let zero = self.domain.word(8, 0);
                self.memory.fill(&mut self.domain, ptr, &zero, shape.size)
            }
            ConstKind::Bytes(bytes) => self.memory.write_bytes(&mut self.domain, ptr, bytes),
            ConstKind::Aggregate(members) if shape.members() == members.len() as u64 => {
                for (index, &member) in members.iter().enumerate() {
                    let offset = shape.member(index as u64).map_or(0, |member| member.0);
                    let at = self.domain.ptr_offset(ptr, offset as i64);
                    self.write_const(&at, member)?;
                }
                Ok(())
            }
            // The global stays zero, as the loader leaves it.
            ConstKind::Undef | ConstKind::Poison => Ok(()),
            _ => {
                let value = self.const_value(id)?;
                store(
                    &mut self.domain,
                    &mut self.memory,
                    &program,
                    constant.ty,
                    (ptr, 1),
                    &value,
                )
            }
        }
    }

    pub fn global_address(&self, id: GlobalId) -> D::Ptr {
        self.globals[id.index()].clone()
    }

    pub fn function_address(&mut self, id: FuncId) -> Result<D::Ptr, Stop> {
        if let Some(ptr) = &self.functions[id.index()] {
            return Ok(ptr.clone());
        }
        if self.is_missing(id) {
            return Ok(self.domain.null());
        }
        let kind = ObjectKind::Function(id, Rc::from(self.program.name(id)));
        let ptr = self.allocate_code(kind, 0)?;
        self.functions[id.index()] = Some(ptr.clone());
        Ok(ptr)
    }

    /// Whether a function is a weak reference to an undefined symbol, whose address is null.
    fn is_missing(&mut self, id: FuncId) -> bool {
        let function = &self.program.module.functions[id];
        function.is_declaration()
            && function.linkage == Linkage::ExternWeak
            && self.external(id).is_err()
    }

    pub(super) fn label_address(
        &mut self,
        function: FuncId,
        block: BlockId,
    ) -> Result<D::Ptr, Stop> {
        let labels = match self.labels.get(&function) {
            Some(labels) => labels.clone(),
            None => {
                let blocks = self.program.module.functions[function].blocks.len() as u64;
                let kind = ObjectKind::Labels(function);
                let labels = self.allocate_code(kind, blocks * LABEL_STRIDE)?;
                self.labels.insert(function, labels.clone());
                labels
            }
        };
        let offset = block.index() as i64 * LABEL_STRIDE as i64;
        Ok(self.domain.ptr_offset(&labels, offset))
    }

    /// Allocates addresses for code, which has no bytes that could be read.
    pub(super) fn allocate_code(&mut self, kind: ObjectKind, size: u64) -> Result<D::Ptr, Stop> {
        let allocation = Allocation {
            kind,
            size,
            align: 16,
            zeroed: true,
            writable: false,
        };
        self.memory.allocate(&mut self.domain, allocation)
    }
}
