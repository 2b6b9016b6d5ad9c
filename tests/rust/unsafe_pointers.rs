//! Raw pointers, unions, transmute, manual allocation.
use std::alloc::{Layout, alloc, dealloc};

union Bits {
    f: f32,
    u: u32,
}

#[repr(C, packed)]
struct Packed {
    a: u8,
    b: u32,
    c: u16,
}

fn main() {
    let b = Bits { f: 1.5 };
    println!("{:08x} {}", unsafe { b.u }, size_of::<Packed>());
    let p = Packed { a: 1, b: 0x01020304, c: 5 };
    let (bb, c) = (p.b, p.c);
    println!("{} {bb} {c}", p.a);
    let layout = Layout::array::<u64>(4).unwrap();
    unsafe {
        let block = alloc(layout) as *mut u64;
        for i in 0..4 {
            block.add(i).write(i as u64 * 3);
        }
        println!("{}", std::slice::from_raw_parts(block, 4).iter().sum::<u64>());
        dealloc(block as *mut u8, layout);
    }
    let bytes: [u8; 4] = unsafe { std::mem::transmute(0x0a0b0c0du32) };
    println!("{bytes:?} {}", u32::from_be_bytes(bytes));
    let mut x = [1, 2, 3];
    let last = &raw mut x[2];
    unsafe { *last.sub(1) = 20 };
    println!("{x:?}");
}
// expect: 3fc00000 7
// expect: 1 16909060 5
// expect: 18
// expect: [13, 12, 11, 10] 218893066
// expect: [1, 20, 3]
