//! Two memories as one: where states meet.

use std::rc::Rc;

use quell_term::Term;

use super::domain::Symbolic;
use super::memory::SymbolicMemory;
use super::object::Object;

impl SymbolicMemory {
    /// This memory where the condition holds, else the other. An object that only one of them has
    /// exists where that one is meant.
    pub fn join(&self, domain: &mut Symbolic, cond: Term, other: &Self) -> Self {
        let mut joined = Self {
            objects: Vec::new(),
            log: domain.events.choose(cond, self.log, other.log),
            asked: domain.events.choose(cond, self.asked, other.asked),
        };
        let (mut a, mut b) = (self.objects.as_slice(), other.objects.as_slice());
        let otherwise = domain.pool.not(cond);
        loop {
            let (x, y) = (a.first(), b.first());
            match (x, y) {
                (None, None) => return joined,
                (Some((id, x)), Some((other, y))) if id == other => {
                    let object = if Rc::ptr_eq(x, y) || x == y {
                        x.clone()
                    } else {
                        Rc::new(x.join(&mut domain.pool, cond, y, &mut domain.addresses))
                    };
                    joined.objects.push((*id, object));
                    (a, b) = (&a[1..], &b[1..]);
                }
                (Some((id, x)), y) if y.is_none_or(|(other, _)| id < other) => {
                    joined.objects.push((*id, only(domain, x, cond)));
                    a = &a[1..];
                }
                (_, Some((id, y))) => {
                    joined.objects.push((*id, only(domain, y, otherwise)));
                    b = &b[1..];
                }
                (Some(_), None) => return joined,
            }
        }
    }
}

/// The object of one of two states, where that state is meant.
fn only(domain: &mut Symbolic, object: &Rc<Object>, cond: Term) -> Rc<Object> {
    let alive = domain.pool.and(object.alive, cond);
    if alive == object.alive {
        return object.clone();
    }
    let mut object = object.as_ref().clone();
    object.alive = alive;
    Rc::new(object)
}
