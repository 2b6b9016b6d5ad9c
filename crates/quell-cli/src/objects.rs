//! The machine's memory as reports need it: buffers made for arguments, and mutable globals.

use quell_exec::concrete::Ptr;
use quell_exec::concrete::carry::Carried;
use quell_exec::memory::{Memory as _, ObjectKind, unnamed};
use quell_values::objects::Role;
use quell_values::{Callee, Image, Pointee, Prepared, Renderer, TypeRef, View};

use crate::outcome::Variable;

/// A call in the machine, with its objects by type.
#[derive(Debug)]
pub struct Objects<'a> {
    pub carried: Carried,
    pub prepared: &'a Prepared,
}

/// A variable and its bytes at the beginning of the run.
#[derive(Debug)]
pub struct Watched {
    name: String,
    ty: TypeRef,
    ptr: Ptr,
    before: Image,
}

impl Objects<'_> {
    /// The buffers before and after the run.
    pub fn buffers(&mut self, callee: &Callee<'_>) -> Vec<Variable> {
        let prepared = self.prepared;
        let mut shown = Vec::new();
        for (index, shape) in prepared.objects.iter().enumerate() {
            if shape.role != Role::Buffer {
                continue;
            }
            let before = Image::from(prepared.image.objects[index].content.clone());
            let (ptr, size) = (
                self.carried.placed.objects[index],
                before.bytes.len() as u64,
            );
            // A buffer that the function managed to free has no contents any more.
            let Some(after) = self.carried.read(ptr, size) else {
                continue;
            };
            let before = self.placed(before);
            let mut renderer = Renderer::new(callee.types, self);
            shown.push(Variable {
                name: shape.label.clone(),
                ty: callee.types.name(shape.content.element),
                before: renderer.content(&before, &shape.content),
                after: renderer.content(&after, &shape.content),
                column_major: shape.content.column_major,
            });
        }
        shown
    }

    /// The pointers of an image with the addresses that the machine gave them.
    fn placed(&self, mut image: Image) -> Image {
        for pointer in std::mem::take(&mut image.pointers) {
            if let Some(ptr) = self.carried.placed.address(pointer.target) {
                let address = ptr.moved(pointer.offset).address();
                image.set_bytes(pointer.at, &address.to_le_bytes());
            }
        }
        image
    }

    /// Takes down the mutable globals.
    pub fn watch(&mut self, callee: &Callee<'_>) -> Vec<Watched> {
        let mut watched = Vec::new();
        for (index, shape) in callee.globals.iter().enumerate() {
            for part in &shape.parts {
                let ptr = self.carried.placed.globals[index].moved(part.offset as i64);
                let size = callee.types.size(part.ty).unwrap_or(0);
                if let Some(before) = self.carried.read(ptr, size) {
                    watched.push(Watched {
                        name: part.name.clone(),
                        ty: part.ty,
                        ptr,
                        before,
                    });
                }
            }
        }
        watched
    }

    /// The changed globals.
    pub fn changed(&mut self, callee: &Callee<'_>, watched: Vec<Watched>) -> Vec<Variable> {
        let mut found = Vec::new();
        for global in watched {
            let size = global.before.bytes.len() as u64;
            let after = self.carried.read(global.ptr, size);
            let Some(after) = after.filter(|after| *after != global.before) else {
                continue;
            };
            let mut renderer = Renderer::new(callee.types, self);
            let variable = Variable {
                name: global.name,
                ty: callee.types.name(global.ty),
                before: renderer.value(&global.before, 0, global.ty),
                after: renderer.value(&after, 0, global.ty),
                column_major: false,
            };
            // A change of padding alone is not reported.
            if variable.changed() {
                found.push(variable);
            }
        }
        found
    }
}

impl View for Objects<'_> {
    fn image(&mut self, address: u64, bytes: u64) -> Option<Image> {
        let ptr = self.carried.machine.memory.inspect(address);
        self.carried.read(ptr, bytes)
    }

    fn pointee(&mut self, address: u64) -> Option<Pointee> {
        let machine = &mut self.carried.machine;
        let ptr = machine.memory.inspect(address);
        let target = machine.memory.target(&mut machine.domain, &ptr)?;
        let mut objects = self
            .carried
            .placed
            .objects
            .iter()
            .zip(&self.prepared.objects);
        let buffer =
            objects.find(|(at, shape)| at.object() == ptr.object() && shape.role == Role::Buffer);
        let shape = buffer.map(|(_, shape)| shape);
        Some(Pointee {
            name: shape.map_or_else(|| object_name(&target.kind), |shape| shape.label.clone()),
            offset: target.offset,
            size: target.size,
            content: shape.map(|shape| shape.content.clone()),
            shown: shape.is_some(),
        })
    }
}

fn object_name(kind: &ObjectKind) -> String {
    match kind {
        ObjectKind::Stack(name) => format!("the local variable {name}"),
        ObjectKind::Heap => "a block from malloc".to_owned(),
        ObjectKind::Global(name) | ObjectKind::External(name) => {
            unnamed(name).map_or_else(|| name.to_string(), str::to_owned)
        }
        ObjectKind::Function(_, name) => format!("the function {name}"),
        ObjectKind::Labels(_) => "a label".to_owned(),
        ObjectKind::Host(name) => name.to_string(),
    }
}
