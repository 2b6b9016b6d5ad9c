// criteria: DUC,ADC,AUC
#![crate_type = "lib"]

pub fn summed(a: i32, b: i32) -> i32 {
//~ without DUC 15 `a` is kept in a register; 23 `b` is kept in a register
    let mut n = 0;
//~ ADC 13-18 n = 0 at 5:13 reaches a use (2 of 2)
//~ AUC 13-18 n = 0 at 5:13 reaches each of its 2 uses (1 of 2)
    let c = a + b;
//~ without DUC 9 `c` is kept in a register
    let mut i = 0;
//~ ADC 13-18 i = 0 at 7:13 reaches a use (2 of 2)
//~ AUC 13-18 i = 0 at 7:13 reaches each of its 2 uses (1 of 2)
    while i < a {
//~ DUC 11-12 i = 0 at 7:13 reaches i at 8:11; 11-12 i += 1 at 10:9 reaches i at 8:11
        n += c;
//~ ADC 9-15 n += c at 9:9 reaches a use (3 of 3)
//~ AUC 9-15 n += c at 9:9 reaches each of its 3 uses (1 of 3)
//~ DUC 9-10 n = 0 at 5:13 reaches n at 9:9; 9-10 n += c at 9:9 reaches n at 9:9; 9-10 n = b at 12:13 reaches n at 9:9
        i += 1;
//~ ADC 9-15 i += 1 at 10:9 reaches a use (2 of 2)
//~ AUC 9-15 i += 1 at 10:9 reaches each of its 2 uses (1 of 2)
//~ DUC 9-10 i = 0 at 7:13 reaches i at 10:9; 9-10 i += 1 at 10:9 reaches i at 10:9
        if n > 7 {
//~ DUC 12-13 n += c at 9:9 reaches n at 11:12
            n = b;
//~ ADC 13-18 n = b at 12:13 reaches a use (2 of 2)
//~ AUC 13-18 n = b at 12:13 reaches each of its 2 uses (1 of 2)
        }
    }
    n + c
//~ DUC 5-6 n = 0 at 5:13 reaches n at 15:5; 5-6 n += c at 9:9 reaches n at 15:5; 5-6 n = b at 12:13 reaches n at 15:5
}

pub fn chosen(mut a: u8) -> u8 {
//~ ADC 19-20 the parameter a reaches a use (3 of 3)
//~ AUC 19-20 the parameter a reaches each of its 3 uses (1 of 3)
    let mut x = if a > 3 { a } else { 2 };
//~ ADC 13-42 x = if a > 3 { a } else { 2 } at 19:13 reaches a use (2 of 2)
//~ AUC 13-42 x = if a > 3 { a } else { 2 } at 19:13 reaches each of its 2 uses (1 of 2)
//~ DUC 20-21 the parameter a reaches a at 19:20; 28-29 the parameter a reaches a at 19:28
    if x == 2 {
//~ DUC 8-9 x = if a > 3 { a } else { 2 } at 19:13 reaches x at 20:8
        x = a;
//~ ADC 9-14 x = a at 21:9 reaches a use (1 of 1)
//~ AUC 9-14 x = a at 21:9 reaches its use (1 of 1)
//~ DUC 13-14 the parameter a reaches a at 21:13
    }
    a = x;
//~ ADC 5-10 a = x at 23:5 reaches a use (1 of 1)
//~ AUC 5-10 a = x at 23:5 reaches its use (1 of 1)
//~ DUC 9-10 x = if a > 3 { a } else { 2 } at 19:13 reaches x at 23:9; 9-10 x = a at 21:9 reaches x at 23:9
    a
//~ DUC 5-6 a = x at 23:5 reaches a at 24:5
}
