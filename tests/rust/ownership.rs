//! Drops in order, moves out, Rc with weak references, RefCell, mem::replace.
use std::cell::RefCell;
use std::rc::{Rc, Weak};

struct Noisy(&'static str);
impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

struct Node {
    value: i32,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}

fn pass(n: Noisy) -> Option<Noisy> {
    if n.0.len() > 1 { Some(n) } else { None }
}

fn main() {
    let _a = Noisy("a");
    {
        let _b = Noisy("b");
        let _c = Noisy("c");
    }
    let kept = pass(Noisy("long"));
    pass(Noisy("s"));
    let leaf = Rc::new(Node { value: 3, parent: RefCell::new(Weak::new()), children: RefCell::new(vec![]) });
    let branch = Rc::new(Node { value: 5, parent: RefCell::new(Weak::new()), children: RefCell::new(vec![leaf.clone()]) });
    *leaf.parent.borrow_mut() = Rc::downgrade(&branch);
    println!("{:?} {} {}", leaf.parent.borrow().upgrade().map(|p| p.value), Rc::strong_count(&leaf), Rc::weak_count(&branch));
    println!("{}", branch.children.borrow().iter().map(|c| c.value).sum::<i32>());
    drop(branch);
    println!("{}", leaf.parent.borrow().upgrade().is_none());
    let mut text = String::from("old");
    let old = std::mem::replace(&mut text, "new".to_owned());
    println!("{old} {text} {}", kept.is_some());
}
// expect: drop c
// expect: drop b
// expect: drop s
// expect: Some(5) 2 1
// expect: 3
// expect: true
// expect: old new true
// expect: drop long
// expect: drop a
