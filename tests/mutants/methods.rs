// operators: symbmc, extended:CLD
// Methods are mutated like functions, also the length of a slice, for which no call is emitted. No number is put
// before a dot: its type would be ambiguous.

pub fn length(v: &[i32]) -> bool {
    v.len() == 3 // mutants: ROR 5, IVI 3
}

pub fn sum(x: i32, y: i32) -> i32 {
    x.abs() + y // mutants: AOR 4, IVI 5, CLD 1
}

pub fn rest(v: &Vec<i32>, n: usize) -> usize {
    if v.len() > n { // mutants: ROR 5, IVI 3, CLD 1
        return v.len() - n; // mutants: AOR 4, IVI 3, CLD 1
    }
    n.min(3) + 1 // mutants: AOR 4, IVI 7, CLD 1
}

pub fn root(x: f64) -> f64 {
    x.sqrt() * 2.0 // mutants: AOR 4, IVI 5, CLD 1
}

pub struct Scale;

impl Scale {
    pub fn twice(&self, k: i32) -> i32 {
        k * 2 // mutants: AOR 4, IVI 6
    }
}

pub fn own(s: &Scale, z: i32) -> i32 {
    s.twice(z) * 2 // mutants: AOR 4, IVI 6, CLD 1
}

pub fn chain(x: i32, y: i32) -> i32 {
    x.abs().max(y - 1) // mutants: AOR 4, IVI 7
}
