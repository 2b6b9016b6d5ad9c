//! Accesses of library models to memory: bytes, C strings, numbers and pointers.

use std::rc::Rc;

use crate::domain::{Domain, Test};
use crate::machine::Machine;
use crate::memory::{Allocation, Extent, Memory, ObjectKind};
use crate::stop::{Stop, Ub};

const STRING: &str = "a byte of a string";

impl<D: Domain> Machine<D> {
    pub(crate) fn is_null(&mut self, ptr: &D::Ptr) -> Result<bool, Stop> {
        let null = self.domain.null();
        self.same_ptr(ptr, &null)
    }

    pub(crate) fn same_ptr(&mut self, a: &D::Ptr, b: &D::Ptr) -> Result<bool, Stop> {
        let same = self.domain.ptr_test(Test::Eq, a, b);
        self.domain.known(&same, "a pointer")
    }

    pub(crate) fn at(&mut self, ptr: &D::Ptr, offset: u64) -> D::Ptr {
        self.domain.ptr_offset(ptr, offset as i64)
    }

    pub(crate) fn c_string(&mut self, ptr: &D::Ptr) -> Result<Vec<u8>, Stop> {
        self.memory.read_c_string(&mut self.domain, ptr, STRING)
    }

    /// One byte. Models that may stop early read byte by byte, because the bytes behind need not be
    /// accessible or defined.
    pub(crate) fn byte(&mut self, ptr: &D::Ptr, offset: u64) -> Result<u8, Stop> {
        let at = self.at(ptr, offset);
        let word = self.memory.read(&mut self.domain, &at, unaligned(1), 8)?;
        Ok(self.domain.concrete_u64(8, &word, STRING)? as u8)
    }

    /// The bytes before the first zero byte, at most `limit`.
    pub(crate) fn bounded_string(&mut self, ptr: &D::Ptr, limit: u64) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < limit {
            match self.byte(ptr, bytes.len() as u64)? {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }

    /// The wide characters before the first zero, at most `limit`.
    pub(crate) fn wide_string(&mut self, ptr: &D::Ptr, limit: usize) -> Result<Vec<u64>, Stop> {
        let mut text = Vec::new();
        while text.len() < limit {
            let at = self.at(ptr, 4 * text.len() as u64);
            match self.get_number(&at, 4)? {
                0 => break,
                wide => text.push(wide),
            }
        }
        Ok(text)
    }

    pub(crate) fn get_bytes(&mut self, ptr: &D::Ptr, count: u64) -> Result<Vec<u8>, Stop> {
        self.memory
            .read_bytes(&mut self.domain, ptr, count, "a byte in memory")
    }

    pub(crate) fn put_bytes(&mut self, ptr: &D::Ptr, bytes: &[u8]) -> Result<(), Stop> {
        self.memory.write_bytes(&mut self.domain, ptr, bytes)
    }

    pub(crate) fn put_c_string(&mut self, ptr: &D::Ptr, bytes: &[u8]) -> Result<(), Stop> {
        let mut all = bytes.to_vec();
        all.push(0);
        self.put_bytes(ptr, &all)
    }

    /// A number of `bytes` bytes.
    pub(crate) fn get_number(&mut self, ptr: &D::Ptr, bytes: u32) -> Result<u64, Stop> {
        let extent = unaligned(u64::from(bytes));
        let word = self.memory.read(&mut self.domain, ptr, extent, 8 * bytes)?;
        self.domain
            .concrete_u64(8 * bytes, &word, "a number in memory")
    }

    pub(crate) fn put_number(&mut self, ptr: &D::Ptr, bytes: u32, value: u64) -> Result<(), Stop> {
        let word = self.domain.word(8 * bytes, value);
        let extent = unaligned(u64::from(bytes));
        self.memory
            .write(&mut self.domain, ptr, extent, 8 * bytes, &word)
    }

    pub(crate) fn get_ptr(&mut self, at: &D::Ptr) -> Result<D::Ptr, Stop> {
        self.memory.read_ptr(&mut self.domain, at, 1)
    }

    pub(crate) fn put_ptr(&mut self, at: &D::Ptr, ptr: &D::Ptr) -> Result<(), Stop> {
        self.memory.write_ptr(&mut self.domain, at, 1, ptr)
    }

    pub(crate) fn copy_bytes(
        &mut self,
        to: &D::Ptr,
        from: &D::Ptr,
        count: u64,
    ) -> Result<(), Stop> {
        self.memory.copy(&mut self.domain, to, from, count)
    }

    /// Checks that the ranges of `restrict` parameters do not overlap. Equal ranges are allowed: compilers
    /// emit such calls for assignments of structs.
    pub(crate) fn require_disjoint(
        &mut self,
        function: &'static str,
        (a, a_len): (&D::Ptr, u64),
        (b, b_len): (&D::Ptr, u64),
    ) -> Result<(), Stop> {
        let a = self.address_of_ptr(a)?;
        let b = self.address_of_ptr(b)?;
        let apart = a == b || a.saturating_add(a_len) <= b || b.saturating_add(b_len) <= a;
        if apart || a_len == 0 || b_len == 0 {
            return Ok(());
        }
        Err(Ub::Overlap {
            function: function.into(),
        }
        .into())
    }

    pub(crate) fn address_of_ptr(&mut self, ptr: &D::Ptr) -> Result<u64, Stop> {
        let address = self.domain.ptr_addr(ptr);
        self.domain.concrete_u64(64, &address, "a pointer")
    }

    /// The address of a pointer that the program observes as an integer.
    pub(crate) fn shown_address(&mut self, ptr: &D::Ptr) -> Result<u64, Stop> {
        let address = self.memory.expose(&mut self.domain, ptr);
        self.domain.concrete_u64(64, &address, "a pointer")
    }

    /// An object of the library itself, filled with zeros.
    pub(crate) fn host_object(&mut self, name: &str, size: u64) -> Result<D::Ptr, Stop> {
        let allocation = Allocation {
            kind: ObjectKind::Host(Rc::from(name)),
            size,
            align: 16,
            zeroed: true,
            writable: true,
        };
        self.memory.allocate(&mut self.domain, allocation)
    }

    pub(crate) fn host_string(&mut self, name: &str, text: &[u8]) -> Result<D::Ptr, Stop> {
        let ptr = self.host_object(name, text.len() as u64 + 1)?;
        self.put_bytes(&ptr, text)?;
        Ok(ptr)
    }

    /// An object that the library allocates at its first use and then keeps.
    pub(crate) fn kept_object(
        &mut self,
        name: &'static str,
        size: u64,
        fill: impl FnOnce(&mut Self, &D::Ptr) -> Result<(), Stop>,
    ) -> Result<D::Ptr, Stop> {
        if let Some(ptr) = self.library.kept.get(name) {
            return Ok(ptr.clone());
        }
        let ptr = self.host_object(name, size)?;
        fill(self, &ptr)?;
        self.library.kept.insert(name, ptr.clone());
        Ok(ptr)
    }

    /// A string that the library keeps.
    pub(crate) fn kept_text(&mut self, name: &'static str, text: &[u8]) -> Result<D::Ptr, Stop> {
        self.kept_object(name, text.len() as u64 + 1, |machine, ptr| {
            machine.put_bytes(ptr, text)
        })
    }
}

/// An access without an alignment: models do not check it.
pub(crate) const fn unaligned(bytes: u64) -> Extent {
    Extent { bytes, align: 1 }
}
