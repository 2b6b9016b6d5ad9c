// criteria: DUC,ADC,AUC
#![crate_type = "lib"]

pub fn summed(a: i32, b: i32) -> i32 {
//~ without DUC 15 `a` has no place of its own in memory; 23 `b` has no place of its own in memory
    let mut n = 0;
//~ ADC 13-18 n = 0 at 6:13 reaches a use (2 of 2)
//~ AUC 13-18 n = 0 at 6:13 reaches each of its 2 uses (1 of 2)
    let c = a + b;
//~ without DUC 9 `c` has no place of its own in memory
    let mut i = 0;
//~ ADC 13-18 i = 0 at 11:13 reaches a use (2 of 2)
//~ AUC 13-18 i = 0 at 11:13 reaches each of its 2 uses (1 of 2)
    while i < a {
//~ DUC 11-12 i = 0 at 11:13 reaches i at 14:11; 11-12 i += 1 at 20:9 reaches i at 14:11
        n += c;
//~ ADC 9-15 n += c at 16:9 reaches a use (3 of 3)
//~ AUC 9-15 n += c at 16:9 reaches each of its 3 uses (1 of 3)
//~ DUC 9-10 n = 0 at 6:13 reaches n at 16:9; 9-10 n += c at 16:9 reaches n at 16:9; 9-10 n = b at 26:13 reaches n at 16:9
        i += 1;
//~ ADC 9-15 i += 1 at 20:9 reaches a use (2 of 2)
//~ AUC 9-15 i += 1 at 20:9 reaches each of its 2 uses (1 of 2)
//~ DUC 9-10 i = 0 at 11:13 reaches i at 20:9; 9-10 i += 1 at 20:9 reaches i at 20:9
        if n > 7 {
//~ DUC 12-13 n += c at 16:9 reaches n at 24:12
            n = b;
//~ ADC 13-18 n = b at 26:13 reaches a use (2 of 2)
//~ AUC 13-18 n = b at 26:13 reaches each of its 2 uses (1 of 2)
        }
    }
    n + c
//~ DUC 5-6 n = 0 at 6:13 reaches n at 31:5; 5-6 n += c at 16:9 reaches n at 31:5; 5-6 n = b at 26:13 reaches n at 31:5
}

pub fn chosen(mut a: u8) -> u8 {
//~ ADC 19-20 the parameter a reaches a use (3 of 3)
//~ AUC 19-20 the parameter a reaches each of its 3 uses (1 of 3)
    let mut x = if a > 3 { a } else { 2 };
//~ ADC 13-42 x = if a > 3 { a } else { 2 } at 38:13 reaches a use (2 of 2)
//~ AUC 13-42 x = if a > 3 { a } else { 2 } at 38:13 reaches each of its 2 uses (1 of 2)
//~ DUC 20-21 the parameter a reaches a at 38:20; 28-29 the parameter a reaches a at 38:28
    if x == 2 {
//~ DUC 8-9 x = if a > 3 { a } else { 2 } at 38:13 reaches x at 42:8
        x = a;
//~ ADC 9-14 x = a at 44:9 reaches a use (1 of 1)
//~ AUC 9-14 x = a at 44:9 reaches its use (1 of 1)
//~ DUC 13-14 the parameter a reaches a at 44:13
    }
    a = x;
//~ ADC 5-10 a = x at 49:5 reaches a use (1 of 1)
//~ AUC 5-10 a = x at 49:5 reaches its use (1 of 1)
//~ DUC 9-10 x = if a > 3 { a } else { 2 } at 38:13 reaches x at 49:9; 9-10 x = a at 44:9 reaches x at 49:9
    a
//~ DUC 5-6 a = x at 49:5 reaches a at 53:5
}

pub fn kept(a: i32, p: bool) -> i32 {
    let b = a - 1;
    let c = b > 3;
    let b = b * 2;
    if p && c {
        return b;
    }
    let v = [a, b];
    v[0] + b
}
