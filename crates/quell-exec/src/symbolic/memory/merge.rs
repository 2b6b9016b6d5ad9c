//! Merging of memories, for state merging.

use std::rc::Rc;

use quell_term::Term;

use super::object::Object;
use super::symbolic_memory::SymbolicMemory;
use crate::symbolic::domain::Symbolic;

impl SymbolicMemory {
    /// This memory where the condition holds, else the other. An object that only one of them has exists under the condition of
    /// that one.
    pub fn merge(&self, domain: &mut Symbolic, cond: Term, other: &Self) -> Self {
        let mut merged = Self {
            objects: Vec::new(),
            log: domain.events.choose(cond, self.log, other.log),
            input_log: domain.events.choose(cond, self.input_log, other.input_log),
        };
        let (mut a, mut b) = (self.objects.as_slice(), other.objects.as_slice());
        let otherwise = domain.pool.not(cond);
        loop {
            let (x, y) = (a.first(), b.first());
            match (x, y) {
                (None, None) => return merged,
                (Some((id, x)), Some((other, y))) if id == other => {
                    let object = if Rc::ptr_eq(x, y) || x == y {
                        x.clone()
                    } else {
                        Rc::new(x.merge(&mut domain.pool, cond, y, &mut domain.addresses))
                    };
                    merged.objects.push((*id, object));
                    (a, b) = (&a[1..], &b[1..]);
                }
                (Some((id, x)), y) if y.is_none_or(|(other, _)| id < other) => {
                    merged.objects.push((*id, only(domain, x, cond)));
                    a = &a[1..];
                }
                (_, Some((id, y))) => {
                    merged.objects.push((*id, only(domain, y, otherwise)));
                    b = &b[1..];
                }
                (Some(_), None) => return merged,
            }
        }
    }
}

/// An object that only one of two states has, restricted to the condition of that state.
fn only(domain: &mut Symbolic, object: &Rc<Object>, cond: Term) -> Rc<Object> {
    let alive = domain.pool.and(object.alive, cond);
    if alive == object.alive {
        return object.clone();
    }
    let mut object = object.as_ref().clone();
    object.alive = alive;
    Rc::new(object)
}
