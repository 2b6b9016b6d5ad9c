//! Strings and characters: searching, splitting, cases, UTF-8.

fn searching(text: &str) {
    println!("{:?} {:?} {:?}", text.find("ab"), text.find('c'), text.rfind("a"));
    println!("{:?} {:?}", text.rfind('b'), text.find(char::is_whitespace));
    println!("{} {} {}", text.contains("bc"), text.starts_with("ab"), text.ends_with('z'));
    println!("{:?}", text.match_indices("ab").collect::<Vec<_>>());
    println!("{:?}", text.matches("").count());
    println!("{} {}", text.replace("ab", "<>"), text.replacen('a', "", 2));
}

fn splitting(text: &str) {
    println!("{:?}", text.split(' ').collect::<Vec<_>>());
    println!("{:?}", text.split("ab").collect::<Vec<_>>());
    println!("{:?}", text.rsplit("ab").collect::<Vec<_>>());
    println!("{:?}", text.split_whitespace().rev().collect::<Vec<_>>());
    println!("{:?}", text.splitn(2, "b").collect::<Vec<_>>());
    println!("{:?} {:?}", text.split_once(' '), text.rsplit_once("ab"));
    println!("{:?}", "one\ntwo\r\n\nfour".lines().collect::<Vec<_>>());
    println!("{:?}", text.split(|c| c == 'a' || c == 'c').collect::<Vec<_>>());
    println!("{:?} {:?}", text.strip_prefix("ab"), text.strip_suffix("x"));
    println!("{}|{}|{}", text.trim(), text.trim_start(), text.trim_end_matches('b'));
}

fn characters(text: &str) {
    println!("{} {} {:?}", text.len(), text.chars().count(), text.chars().rev().collect::<String>());
    println!("{:?}", text.char_indices().filter(|c| !c.1.is_ascii()).collect::<Vec<_>>());
    println!("{} {}", text.to_uppercase(), text.to_lowercase());
    println!("{} {}", text.to_ascii_uppercase(), text.to_ascii_lowercase());
    for c in text.chars() {
        print!("{}{}{}", c.is_alphabetic() as u8, c.is_numeric() as u8, c.is_whitespace() as u8);
        print!("{}{} ", c.is_uppercase() as u8, c.is_alphanumeric() as u8);
    }
    println!();
    let folded: String = text.chars().flat_map(char::to_lowercase).collect();
    let raised: String = text.chars().flat_map(|c| c.to_uppercase()).collect();
    println!("{folded} {raised} {:?}", 'x'.to_digit(36));
    println!("{:?}", std::char::from_digit(7, 8));
}

fn editing() {
    let mut text = String::from("hello");
    text.push('!');
    text.push_str(" world");
    text.insert(0, '¿');
    text.insert_str(2, "..");
    println!("{text} {:?} {}", text.pop(), text.remove(0));
    text.truncate(6);
    text.extend(['a', 'b']);
    text += "end";
    text.retain(|c| c != '.');
    text.replace_range(0..1, "HH");
    println!("{text} {} {}", text.len(), text.is_char_boundary(1));
    println!("{} {}", ["a", "b", "c"].join("-"), ["x", "y"].concat());
    println!("{}", "ab".repeat(5));
    println!("{:?}", "zeta alpha".bytes().max());
    text.clear();
    println!("{:?} {}", text, text.is_empty());
}

fn utf8() {
    let good = [0x68, 0xc3, 0xa9];
    let bad = [0x68, 0xc3, 0x28, 0xff];
    println!("{:?} {:?}", std::str::from_utf8(&good), std::str::from_utf8(&bad).is_err());
    if let Err(error) = std::str::from_utf8(&bad) {
        println!("{} {:?}", error.valid_up_to(), error.error_len());
    }
    println!("{:?} {:?}", String::from_utf8_lossy(&good), String::from_utf8_lossy(&bad));
    println!("{:?}", String::from_utf8(vec![0x61, 0x62]));
    println!("{:?}", "aé€😀".chars().map(char::len_utf8).collect::<Vec<_>>());
    println!("{:?}", "aé€😀".encode_utf16().collect::<Vec<_>>());
}

fn words() {
    let text = "the quick brown fox jumps over the lazy dog the end";
    let mut counts = std::collections::BTreeMap::new();
    for word in text.split(' ') {
        *counts.entry(word).or_insert(0usize) += 1;
    }
    let mut sorted: Vec<_> = counts.into_iter().collect();
    sorted.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    for (word, count) in sorted.iter().take(3) {
        println!("{word:>6}: {count}");
    }
    let palindrome = |s: &str| s.chars().eq(s.chars().rev());
    println!("{} {}", palindrome("level"), palindrome("levels"));
    println!("{:?} {:?}", "abc".cmp("abd"), "abc" < "ab");
}

fn main() {
    searching("abcab xabab");
    splitting(" abc ab xab b");
    characters("Straße 7 Ünïcode ١");
    editing();
    utf8();
    words();
}
