// operators: mothra:SCR, mothra:CRP
// If a constant needs no check, its replacement gets one. The length of an array inside another type is not
// known: there an index is replaced by smaller constants only.

pub struct Table {
    pub t: [i32; 3],
}

pub fn distance(v: u32, s: u32) -> u32 {
    v >> 1 // mutants: SCR 2
}

pub fn other_type(v: u64, s: u32) -> u64 {
    v << 3 // mutants: SCR 1
}

pub fn divisor(v: i32, s: i32) -> i32 {
    v / -1 // mutants: SCR 2
}

pub fn array(t: [i32; 3], s: usize) -> i32 {
    t[0] ^ t[2] // mutants: SCR 2, CRP 2
}

pub fn reference(t: &[i32; 3], s: usize) -> i32 {
    t[0] ^ t[2] // mutants: SCR 2, CRP 2
}

pub fn member(v: &Table, s: usize) -> i32 {
    v.t[0] ^ v.t[2] // mutants: CRP 1
}
