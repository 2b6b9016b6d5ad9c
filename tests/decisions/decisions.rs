// criteria: DC,CC,MCC
#![crate_type = "lib"]

pub fn if_and(a: i32, b: i32) -> i32 {
    if a > 0 && b < 3 {
//~ CC 8-13 a > 0; 17-22 b < 3
//~ DC 8-22 a > 0 && b < 3
//~ MCC 8-22 TT TF F-
        return 1;
    }
    if !(a == 4) {
//~ CC 10-16 a == 4
//~ DC 8-17 !(a == 4)
//~ MCC 8-17 T F
        return 2;
    }
    0
}

pub fn loops(mut a: i32, b: i32) -> i32 {
    while a > 0 && b != 7 {
//~ CC 11-16 a > 0; 20-26 b != 7
//~ DC 11-26 a > 0 && b != 7
//~ MCC 11-26 TT TF F-
        a -= 1;
    }
    for i in 0..b {
        if i == 3 || a == i {
//~ CC 12-18 i == 3; 22-28 a == i
//~ DC 12-28 i == 3 || a == i
//~ MCC 12-28 T- FT FF
            a += 2;
        }
    }
    loop {
        if a > 100 {
//~ CC 12-19 a > 100
//~ DC 12-19 a > 100
//~ MCC 12-19 T F
            break;
        }
        a += 9;
    }
    a
}

pub fn values(a: i32, b: i32, p: bool) -> bool {
    let c = a < b;
//~ CC 13-18 a < b
//~ DC 13-18 a < b
//~ MCC 13-18 T F
    let d = p && c;
//~ CC 13-14 p; 18-19 c
//~ DC 13-19 p && c
//~ MCC 13-19 TT TF F-
    let e = !d;
//~ CC 14-15 d
//~ DC 13-15 !d
//~ MCC 13-15 T F
    e || a == 4
//~ CC 5-6 e; 10-16 a == 4
//~ DC 5-16 e || a == 4
//~ MCC 5-16 T- FT FF
}

pub fn patterns(a: Option<i32>, b: i32) -> i32 {
    if let Some(x) = a {
        return x;
    }
    if matches!(a, Some(3)) {
//~ without CC 8 a pattern is no condition
//~ without DC 8 a pattern is no condition
//~ without MCC 8 a pattern is no condition
        return 1;
    }
    match b {
        0 => 1,
        n if n > 10 && n < 20 => 2,
//~ CC 14-20 n > 10; 24-30 n < 20
//~ DC 14-30 n > 10 && n < 20
//~ MCC 14-30 TT TF F-
        _ => 3,
    }
}

pub fn conditional(a: i32, b: i32, p: bool) -> i32 {
    let n = if a > b { a } else { b };
//~ CC 16-21 a > b
//~ DC 16-21 a > b
//~ MCC 16-21 T F
    let m = if p { n } else { -1 };
//~ CC 16-17 p
//~ DC 16-17 p
//~ MCC 16-17 T F
    m
}

pub fn bits(a: bool, b: bool, n: u8) -> bool {
    let both = a & b;
    let not = !n;
    both || not == 3
//~ CC 5-9 both; 13-21 not == 3
//~ DC 5-21 both || not == 3
//~ MCC 5-21 T- FT FF
}
