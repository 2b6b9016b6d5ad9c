// criteria: DUC,ADC,AUC
#![crate_type = "lib"]

pub fn summed(a: i32, b: i32) -> i32 {
//~ ADC 15-16 the parameter a reaches a use (2 of 2); 23-24 the parameter b reaches a use (2 of 2)
//~ AUC 15-16 the parameter a reaches each of its 2 uses (1 of 2); 23-24 the parameter b reaches each of its 2 uses (1 of 2)
    let mut n = 0;
//~ ADC 13-18 n = 0 at 7:13 reaches a use (2 of 2)
//~ AUC 13-18 n = 0 at 7:13 reaches each of its 2 uses (1 of 2)
    let c = a + b;
//~ ADC 9-18 c = a + b at 10:9 reaches a use (2 of 2)
//~ AUC 9-18 c = a + b at 10:9 reaches each of its 2 uses (1 of 2)
//~ DUC 13-14 the parameter a reaches a at 10:13; 17-18 the parameter b reaches b at 10:17
    let mut i = 0;
//~ ADC 13-18 i = 0 at 14:13 reaches a use (2 of 2)
//~ AUC 13-18 i = 0 at 14:13 reaches each of its 2 uses (1 of 2)
    while i < a {
//~ DUC 11-12 i = 0 at 14:13 reaches i at 17:11; 11-12 i += 1 at 23:9 reaches i at 17:11; 15-16 the parameter a reaches a at 17:15
        n += c;
//~ ADC 9-15 n += c at 19:9 reaches a use (3 of 3)
//~ AUC 9-15 n += c at 19:9 reaches each of its 3 uses (1 of 3)
//~ DUC 9-10 n = 0 at 7:13 reaches n at 19:9; 9-10 n += c at 19:9 reaches n at 19:9; 9-10 n = b at 29:13 reaches n at 19:9; 14-15 c = a + b at 10:9 reaches c at 19:14
        i += 1;
//~ ADC 9-15 i += 1 at 23:9 reaches a use (2 of 2)
//~ AUC 9-15 i += 1 at 23:9 reaches each of its 2 uses (1 of 2)
//~ DUC 9-10 i = 0 at 14:13 reaches i at 23:9; 9-10 i += 1 at 23:9 reaches i at 23:9
        if n > 7 {
//~ DUC 12-13 n += c at 19:9 reaches n at 27:12
            n = b;
//~ ADC 13-18 n = b at 29:13 reaches a use (2 of 2)
//~ AUC 13-18 n = b at 29:13 reaches each of its 2 uses (1 of 2)
//~ DUC 17-18 the parameter b reaches b at 29:17
        }
    }
    n + c
//~ DUC 5-6 n = 0 at 7:13 reaches n at 35:5; 5-6 n += c at 19:9 reaches n at 35:5; 5-6 n = b at 29:13 reaches n at 35:5; 9-10 c = a + b at 10:9 reaches c at 35:9
}

pub fn chosen(mut a: u8) -> u8 {
//~ ADC 19-20 the parameter a reaches a use (3 of 3)
//~ AUC 19-20 the parameter a reaches each of its 3 uses (1 of 3)
    let mut x = if a > 3 { a } else { 2 };
//~ ADC 13-42 x = if a > 3 { a } else { 2 } at 42:13 reaches a use (2 of 2)
//~ AUC 13-42 x = if a > 3 { a } else { 2 } at 42:13 reaches each of its 2 uses (1 of 2)
//~ DUC 20-21 the parameter a reaches a at 42:20; 28-29 the parameter a reaches a at 42:28
    if x == 2 {
//~ DUC 8-9 x = if a > 3 { a } else { 2 } at 42:13 reaches x at 46:8
        x = a;
//~ ADC 9-14 x = a at 48:9 reaches a use (1 of 1)
//~ AUC 9-14 x = a at 48:9 reaches its use (1 of 1)
//~ DUC 13-14 the parameter a reaches a at 48:13
    }
    a = x;
//~ ADC 5-10 a = x at 53:5 reaches a use (1 of 1)
//~ AUC 5-10 a = x at 53:5 reaches its use (1 of 1)
//~ DUC 9-10 x = if a > 3 { a } else { 2 } at 42:13 reaches x at 53:9; 9-10 x = a at 48:9 reaches x at 53:9
    a
//~ DUC 5-6 a = x at 53:5 reaches a at 57:5
}

pub fn kept(a: i32, p: bool) -> i32 {
//~ without DUC 13 it is not certain which code of the text assigns and reads `a`; 21 it is not certain which code of the text assigns and reads `p`
    let b = a - 1;
//~ ADC 9-18 b = a - 1 at 63:9 reaches a use (2 of 2)
//~ AUC 9-18 b = a - 1 at 63:9 reaches each of its 2 uses (1 of 2)
    let c = b > 3;
//~ DUC 13-14 b = a - 1 at 63:9 reaches b at 66:13
//~ without DUC 9 it is not certain which code of the text assigns and reads `c`
    let b = b * 2;
//~ DUC 13-14 b = a - 1 at 63:9 reaches b at 69:13
//~ without DUC 9 it is not certain which code of the text assigns and reads `b`
    if p && c {
        return b;
    }
    let v = [a, b];
//~ without DUC 9 `v` is no scalar
    v[0] + b
}
