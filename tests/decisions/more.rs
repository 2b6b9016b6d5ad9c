// criteria: DC,CC,MCC
#![crate_type = "lib"]

pub fn chains(a: i32, b: bool, c: bool) -> bool {
    if a > 3 && b || !c {
//~ CC 8-13 a > 3; 17-18 b; 23-24 c
//~ DC 8-24 a > 3 && b || !c
//~ MCC 8-24 TT- TFT TFF F-T F-F
        return true;
    } else if b == c {
//~ CC 15-21 b == c
//~ DC 15-21 b == c
//~ MCC 15-21 T F
        return a != 7;
//~ CC 16-22 a != 7
//~ DC 16-22 a != 7
//~ MCC 16-22 T F
    }
    !(a > 1 || b && c)
//~ CC 7-12 a > 1; 16-17 b; 21-22 c
//~ DC 5-23 !(a > 1 || b && c)
//~ MCC 5-23 T-- FTT FTF FF-
}

pub fn methods(x: Option<i32>, y: i32) -> i32 {
    if x.is_some() && y > 3 {
//~ CC 8-19 x.is_some(); 23-28 y > 3
//~ DC 8-28 x.is_some() && y > 3
//~ MCC 8-28 TT TF F-
        return 1;
    }
    if matches!(x, Some(1)) && y < 0 {
//~ CC 32-37 y < 0
//~ without CC 8 a pattern is no condition
//~ without DC 8 a condition of it is not found in the code
//~ without MCC 8 a condition of it is not found in the code
        return 2;
    }
    while let Some(n) = x {
        if n > y {
//~ CC 12-17 n > y
//~ DC 12-17 n > y
//~ MCC 12-17 T F
            return n;
        }
        break;
    }
    0
}

pub fn closures(a: i32) -> bool {
    let big = |x: i32| x > 3 && x < 9;
//~ CC 24-29 x > 3; 33-38 x < 9
//~ DC 24-38 x > 3 && x < 9
//~ MCC 24-38 TT TF F-
    big(a) || big(a + 1)
//~ without CC 5 there is no code of its own for it: the compiler evaluated it or left it out, or a macro of another file has it; 15 there is no code of its own for it: the compiler evaluated it or left it out, or a macro of another file has it
//~ without DC 5 a condition of it is not found in the code
//~ without MCC 5 a condition of it is not found in the code
}

pub fn checked(a: i32, b: i32) -> i32 {
    assert!(a > 0 && b > 0);
//~ CC 13-18 a > 0; 22-27 b > 0
//~ DC 13-27 a > 0 && b > 0
//~ MCC 13-27 TT TF F-
    let n = a / b;
    if n as f64 > 0.5 {
//~ CC 8-22 n as f64 > 0.5
//~ DC 8-22 n as f64 > 0.5
//~ MCC 8-22 T F
        n
    } else {
        b
    }
}

pub fn flags(p: bool, q: bool) -> i32 {
    if p {
//~ CC 8-9 p
//~ DC 8-9 p
//~ MCC 8-9 T F
        return 1;
    }
    if !q {
//~ CC 9-10 q
//~ DC 8-10 !q
//~ MCC 8-10 T F
        return 2;
    }
    let r = p && !q;
//~ CC 13-14 p; 19-20 q
//~ DC 13-20 p && !q
//~ MCC 13-20 TT TF F-
    if r || q {
//~ CC 8-9 r; 13-14 q
//~ DC 8-14 r || q
//~ MCC 8-14 T- FT FF
        3
    } else {
        4
    }
}

pub fn constant(a: i32) -> i32 {
    if true && a > 3 {
//~ CC 16-21 a > 3
//~ DC 8-21 true && a > 3
//~ MCC 8-21 T F
        return 1;
    }
    while true {
        return 2;
    }
    3
}

pub fn arrays(v: &[u8], i: usize) -> bool {
    let mut n = 0;
    while n < v.len() && v[n] != 0 {
//~ CC 11-22 n < v.len(); 26-35 v[n] != 0
//~ DC 11-35 n < v.len() && v[n] != 0
//~ MCC 11-35 TT TF F-
        n += 1;
    }
    i < v.len() && v[i] == 4 && n > 2
//~ CC 5-16 i < v.len(); 20-29 v[i] == 4; 33-38 n > 2
//~ DC 5-38 i < v.len() && v[i] == 4 && n > 2
//~ MCC 5-38 TTT TTF TF- F--
}
