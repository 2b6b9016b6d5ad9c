// operators: sufficient:ABS, sufficient:UOI, extended:RVR
// -x and !x, and for a condition !x. An unsigned value has no -x and only 0 for ABS, and is not replaced by -1.

pub fn variables(a: i32, u: u32, d: f64) -> i32 {
    let mut s = a; // mutants: ABS 3, UOI 2
    let mut t = u; // mutants: ABS 1, UOI 1
    let mut e = d; // mutants: ABS 3, UOI 1
    e = e; // mutants: ABS 3, UOI 1
    t = t & 5; // mutants: ABS 2, UOI 2
    if t > 7 { // mutants: ABS 1, UOI 2
        return 4; // mutants: RVR 3
    }
    s = s | 1; // mutants: ABS 6, UOI 4
    return s; // mutants: ABS 3, UOI 2, RVR 2
}

pub fn unsigned(n: usize) -> usize {
    let k = !n; // mutants: ABS 2, UOI 2
    if k == 0 { // mutants: ABS 1, UOI 2
        return 9; // mutants: RVR 2
    }
    return k; // mutants: ABS 1, UOI 1, RVR 1
}
