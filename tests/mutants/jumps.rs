// operators: symbmc, extended:SDL, extended:BCS, mothra:RSR
// Ranges of loops, jumps without code of their own, and statements removed together with their checks. Rustc refuses `s /= 0`.

pub fn sums(a: i32, b: i32, t: &mut [i32]) -> i32 {
    let mut s = 0; // mutants: IVI 2
    for i in a..b { // mutants: IVI 6, SDL 1, RSR 1
        s += i; // mutants: AOR 4, IVI 6, SDL 1, RSR 1
    }
    for j in 0..=b - 1 { // mutants: AOR 4, IVI 7, SDL 1, RSR 1
        if j == 3 { // mutants: ROR 5, IVI 6, RSR 1
            continue; // mutants: SDL 1, BCS 1
        }
        s -= j; // mutants: AOR 4, IVI 6, SDL 1, RSR 1
        if s < 0 { // mutants: ROR 5, IVI 5, RSR 1
            break; // mutants: SDL 1
        }
    }
    t[1] += s; // mutants: AOR 4, IVI 8, SDL 1, RSR 1
    s // mutants: IVI 3
}

pub fn rounds(a: u32, b: u32) -> u32 {
    let mut s = a; // mutants: IVI 3
    loop { // mutants: RSR 1
        s /= b; // mutants: AOR 4, IVI 5, SDL 1, RSR 1
        if s > 3 { // mutants: ROR 5, IVI 6, SDL 1, RSR 1
            return s; // mutants: IVI 3
        }
        s <<= b; // mutants: BOR 4, IVI 6, SDL 1, RSR 1
    }
}
