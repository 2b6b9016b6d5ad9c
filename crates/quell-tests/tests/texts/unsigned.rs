// A number without a sign has no negative, wherever it stands: rustc refuses the text.

pub struct Pixel {
    pub red: u8,
    pub shift: i8,
    pub at: (u16, i32),
}

pub static LIMITS: [u16; 3] = [9, 20, 30];
pub const WIDTH: u32 = 12;

fn scaled(by: u16, value: i32) -> i32 {
    value.wrapping_mul(by as i32)
}

fn twice<T: Copy + std::ops::Add<Output = T>>(x: T) -> T {
    x + x
}

impl Pixel {
    fn dimmed(&self, by: u8) -> u8 {
        self.red.saturating_sub(by)
    }

    fn new(red: u8, shift: i8) -> Self {
        Pixel {
            red,
            shift,
            at: (1, 2),
        }
    }
}

#[no_mangle] pub fn power(x: i32, n: u32) -> i32 {
    (x & 3).pow(2).wrapping_add(x.wrapping_pow(n & 3)).wrapping_shl(1)
}

#[no_mangle] pub fn rotated(x: i32) -> i32 {
    x.rotate_left(3) ^ x.checked_shl(4).unwrap_or(1) ^ x.checked_add(5).unwrap_or(1)
}

#[no_mangle] pub fn passed(x: i32) -> i32 {
    scaled(3, x) + twice(2u8) as i32 + i32::pow(x & 3, 2)
}

#[no_mangle] pub fn darker(x: u8) -> u8 {
    Pixel::new(x, 3).dimmed(4)
}

#[no_mangle] pub fn field(p: &Pixel, q: &mut Pixel) -> bool {
    q.red = 5;
    q.at.0 = 7;
    q.shift = 2;
    p.red == 3 || p.at.0 > 4 && p.shift < 5 && p.at.1 != 6
}

#[no_mangle] pub fn built(x: i32) -> i32 {
    let p = Pixel {
        red: 4,
        shift: 5,
        at: (6, 7),
    };
    let t: (u8, i32) = (8, 9);
    let a: [u16; 2] = [1, 2];
    p.red as i32 + p.shift as i32 + x % 7 + t.0 as i32 + t.1 + a[(x as usize) & 1] as i32 + p.at.1
}

#[no_mangle] pub fn result(x: u16) -> u16 {
    if x > 7 {
        return 3;
    }
    match x {
        1 => 5,
        2..=4 => 6,
        _ => 8,
    }
}

#[no_mangle] pub fn chosen(x: i32) -> u8 {
    let y: u8 = if x > 3 { 1 } else { 2 };
    let z = match x {
        4 => 3u8,
        _ => 4,
    };
    y + z
}

#[no_mangle] pub fn maybe(x: i32) -> u32 {
    let y: Option<u32> = if x > 3 { Some(2) } else { None };
    let z: Result<u8, u16> = if x > 4 { Ok(1) } else { Err(3) };
    y.unwrap_or(7) + y.map_or(3, |v| v + 1) + z.unwrap_or(4) as u32 + u32::from(z.is_ok()) * 3
}

#[no_mangle] pub fn limits(x: usize) -> bool {
    LIMITS[x % 2] > 10 && x as u32 + WIDTH > 14 && WIDTH.min(3) == 3
}

#[no_mangle] pub fn element(s: &mut [u8], t: &[u16; 4]) -> bool {
    s[0] = 3;
    s[1] += 2;
    s.len() > 3 && t[2] == 5 && s[2] <= 9 && t.len() == 4 && s.first() == Some(&3)
}

#[no_mangle] pub fn collected(n: u8) -> u64 {
    let mut v: Vec<u8> = vec![3; 2];
    v.push(4);
    v.push(n);
    let add = |a: u8| a.wrapping_add(3);
    v.iter().map(|&x| add(x) as u64).sum::<u64>() + v.len() as u64
}

#[no_mangle] pub fn narrow(x: i8, y: u8) -> bool {
    x > 100 && y < 200 || x == -128 || y == 255 || x.wrapping_add(127) == 126
}

#[no_mangle] pub fn through(p: &mut u8, q: &u16, r: &i8) -> bool {
    *p = 3;
    *p += 4;
    *q > 5 && *r < 6 && *p == 7
}

#[no_mangle] pub fn bytes(x: &[u8; 4]) -> u32 {
    let y = x.iter().fold(7u8, |a, &b| a.wrapping_add(b));
    let z = u8::try_from(y as i32).unwrap_or(1);
    std::cmp::max(y, 3) as u32 + z as u32 + u32::max(4, y as u32)
}
