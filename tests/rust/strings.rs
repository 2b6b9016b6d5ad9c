//! Strings and chars: UTF-8, splitting, parsing, formatting.
fn main() {
    let s = "héllo wörld";
    println!("{} {} {:?}", s.len(), s.chars().count(), s.char_indices().nth(2));
    println!("{} {}", s.to_uppercase(), s.chars().rev().collect::<String>());
    println!("{:?}", "a,b,,c".split(',').collect::<Vec<_>>());
    println!("{:?} {:?}", "  trim me ".trim(), "x=1;y=2".split_once(';'));
    println!("{:?} {:?} {:?}", "42".parse::<i32>(), "-7x".parse::<i32>().is_err(), "3.25".parse::<f64>());
    println!("{:>6}|{:<6}|{:^6}|{:06.2}|{:+}|{:#x}|{:#b}", "r", "l", "c", 3.14159, 5, 255, 5);
    let mut built = String::new();
    for (i, w) in "one two three".split_whitespace().enumerate() {
        built += &format!("{i}{w};");
    }
    println!("{built} {:?} {}", built.find("two"), built.replace(';', "/"));
    println!("{:?} {}", 'ß'.is_alphabetic(), "abc".bytes().map(u32::from).sum::<u32>());
}
// expect: 13 11 Some((3, 'l'))
// expect: HÉLLO WÖRLD dlröw olléh
// expect: ["a", "b", "", "c"]
// expect: "trim me" Some(("x=1", "y=2"))
// expect: Ok(42) true Ok(3.25)
// expect:      r|l     |  c   |003.14|+5|0xff|0b101
// expect: 0one;1two;2three; Some(6) 0one/1two/2three/
// expect: true 294
