//! Generates C: expressions over all arithmetic types, with casts, bit-fields, compound assignments,
//! increments and decrements.
//!
//! Functions do not depend on each other (they call only `mix`, which is not compared), so that a mutant of
//! one can be compiled beside the others under another name.

use super::Dice;

/// Types of variables as they are spelled in C.
const TYPES: &[&str] = &[
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "int",
    "unsigned",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "__int128",
    "unsigned __int128",
    "_BitInt(7)",
    "_BitInt(33)",
    "unsigned _BitInt(40)",
    "float",
    "double",
    "byte",
    "word",
    "enum color",
];

const HEAD: &str = "\
typedef unsigned char byte;
typedef unsigned int word;
enum color { RED, GREEN = 5, BLUE = 9 };
struct pack {
    int a;
    unsigned b : 5;
    signed c : 7;
    _Bool d : 1;
    unsigned w : 32;
    unsigned long e : 40;
    short s;
    unsigned char bytes[4];
    long l;
};
int g1 = 7;
unsigned char g2 = 200;
unsigned long g3 = 12;
static short g4 = -3;
_Bool g5 = 1;
float g6 = 1.5f;
int mix(int a, unsigned char b) {
    return a - b;
}
";

/// Lvalues of integer type that exist in every function.
const GLOBALS: &[&str] = &["g1", "g2", "g3", "g4", "g5"];
const MEMBERS: &[&str] = &[
    "p->a",
    "p->b",
    "p->c",
    "p->d",
    "p->w",
    "p->e",
    "p->s",
    "p->bytes[1]",
    "p->l",
];
const LITERALS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "100",
    "255",
    "-1",
    "5u",
    "1u",
    "3L",
    "9UL",
    "2ll",
    "0x10",
    "0x7fffffff",
    "0x80000000",
    "2147483648",
    "4000000000u",
    "'a'",
    "'\\n'",
    "GREEN",
    "BLUE",
    "017",
];
const FLOATS: &[&str] = &["0.5", "1.5f", "2.0", "10.0f", "3e1"];

/// A program. Each function starts on its own line; they are named `f0`, `f1` and so on.
pub fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut text = HEAD.to_owned();
    for number in 0..3 {
        text.push_str(&Writer::new(&mut dice).function(number));
    }
    text
}

struct Writer<'a> {
    dice: &'a mut Dice,
    /// The integer variables; below, those of all arithmetic types.
    integers: Vec<String>,
    floats: Vec<String>,
    /// A variable that the statement modifies. To avoid unsequenced accesses it is not used again.
    changed: Option<String>,
}

fn is_float(ty: &str) -> bool {
    matches!(ty, "float" | "double")
}

impl<'a> Writer<'a> {
    fn new(dice: &'a mut Dice) -> Self {
        Self {
            dice,
            integers: Vec::new(),
            floats: vec!["g6".to_owned()],
            changed: None,
        }
    }

    fn declare(&mut self, ty: &str, name: String) {
        if is_float(ty) {
            self.floats.push(name)
        } else {
            self.integers.push(name)
        }
    }

    fn function(&mut self, number: usize) -> String {
        let result = *self.dice.pick(TYPES);
        let mut params = Vec::new();
        for index in 0..3 {
            let ty = *self.dice.pick(TYPES);
            let name = format!("a{index}");
            params.push(format!("{ty} {name}"));
            self.declare(ty, name);
        }
        params.push("struct pack *p".to_owned());
        params.push("int *q".to_owned());
        let mut text = format!("{result} f{number}({}) {{\n", params.join(", "));
        for index in 0..2 {
            let ty = *self.dice.pick(TYPES);
            let name = format!("v{index}");
            let value = self.number(2);
            text.push_str(&format!("    {ty} {name} = {value};\n"));
            self.declare(ty, name);
        }
        for _ in 0..4 {
            self.changed = None;
            let statement = self.statement();
            text.push_str(&format!("    {statement}\n"));
        }
        self.changed = None;
        let value = self.number(3);
        text.push_str(&format!("    return {value};\n}}\n"));
        text
    }

    fn statement(&mut self) -> String {
        match self.dice.below(10) {
            0 => {
                let (test, then) = (self.condition(2), self.assignment());
                format!("if ({test}) {then};")
            }
            1 => {
                let target = self.target();
                let change = self.changing(&target);
                let test = self.compared(&change);
                let then = self.assignment();
                format!("if ({test}) {then};")
            }
            2 => {
                let (target, other) = (self.target(), self.target());
                if target == other {
                    return format!("{};", self.assignment());
                }
                let change = self.changing(&target);
                let value = self.beside(&change);
                format!("{other} = {value};")
            }
            3 => {
                let target = self.target();
                format!("{target}{};", self.dice.pick(&["++", "--"]))
            }
            4 => {
                let step = self.assignment();
                format!("for (int i = 0; i < 3; i++) {step};")
            }
            5 => {
                let (value, first, second) =
                    (self.integer(2), self.assignment(), self.assignment());
                format!("switch ({value}) {{ case 1: {first}; break; default: {second}; }}")
            }
            _ => format!("{};", self.assignment()),
        }
    }

    fn assignment(&mut self) -> String {
        let target = self.target();
        match self.dice.below(5) {
            0 | 1 => {
                let value = self.number(3);
                format!("{target} = {value}")
            }
            _ => self.compound(&target),
        }
    }

    fn compound(&mut self, target: &str) -> String {
        let float = self.floats.iter().any(|name| name == target);
        if float {
            let value = self.number(2);
            format!("{target} {}= {value}", self.dice.pick(&["+", "-", "*"]))
        } else {
            match self.dice.below(10) {
                0 => format!("{target} <<= {} & 3", self.integer_leaf()),
                1 => format!("{target} >>= {}", self.dice.pick(&["1", "2u", "3L"])),
                2 => format!("{target} /= {} | 1", self.integer_leaf()),
                3 => format!("{target} %= {}", self.dice.pick(&["3", "7u", "10L"])),
                4 | 5 => {
                    let value = self.number(2);
                    format!("{target} {}= {value}", self.dice.pick(&["+", "-", "*"]))
                }
                _ => {
                    let value = self.integer(2);
                    let op = self.dice.pick(&["+", "-", "&", "|", "^"]);
                    format!("{target} {op}= {value}")
                }
            }
        }
    }

    /// An expression that modifies a variable, which the rest of the statement does not use.
    fn changing(&mut self, target: &str) -> String {
        self.changed = Some(target.to_owned());
        match self.dice.below(4) {
            0 => format!("{target}{}", self.dice.pick(&["++", "--"])),
            1 => format!("{}{target}", self.dice.pick(&["++", "--"])),
            2 => format!("({target} = {})", self.number(1)),
            _ => format!("({})", self.compound(target)),
        }
    }

    fn compared(&mut self, value: &str) -> String {
        let op = *self.dice.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let other = self.number(1);
        format!("{value} {op} {other}")
    }

    fn beside(&mut self, value: &str) -> String {
        let op = *self.dice.pick(&["+", "-", "*", "<", "=="]);
        let other = self.number(1);
        match self.dice.below(4) {
            0 => format!("-({value})"),
            1 => format!("{other} {op} {value}"),
            _ => format!("{value} {op} {other}"),
        }
    }

    /// An lvalue.
    fn target(&mut self) -> String {
        match self.dice.below(8) {
            0 => (*self.dice.pick(GLOBALS)).to_owned(),
            1 | 2 => (*self.dice.pick(MEMBERS)).to_owned(),
            3 => "q[2]".to_owned(),
            4 => self.dice.pick(&self.floats).clone(),
            _ => self.dice.pick(&self.integers).clone(),
        }
    }

    fn unless_changed(&self, name: String) -> String {
        match &self.changed {
            Some(changed) if *changed == name => "3".to_owned(),
            _ => name,
        }
    }

    fn integer_leaf(&mut self) -> String {
        let leaf = match self.dice.below(12) {
            0 => (*self.dice.pick(GLOBALS)).to_owned(),
            1 | 2 => (*self.dice.pick(MEMBERS)).to_owned(),
            3 => (*self.dice.pick(&["q[0]", "q[1]", "*q", "p->bytes[2]"])).to_owned(),
            4..7 => (*self.dice.pick(LITERALS)).to_owned(),
            _ => {
                if self.integers.is_empty() {
                    "g1".to_owned()
                } else {
                    self.dice.pick(&self.integers).clone()
                }
            }
        };
        self.unless_changed(leaf)
    }

    fn float_leaf(&mut self) -> String {
        let leaf = match self.dice.below(2) {
            0 => (*self.dice.pick(FLOATS)).to_owned(),
            _ => self.dice.pick(&self.floats).clone(),
        };
        self.unless_changed(leaf)
    }

    /// An expression of any arithmetic type.
    fn number(&mut self, depth: u32) -> String {
        if !self.dice.once_in(5) {
            return self.integer(depth);
        }
        let Some(depth) = depth.checked_sub(1) else {
            return self.float_leaf();
        };
        let (left, right) = (self.float_leaf(), self.number(depth));
        let op = *self.dice.pick(&["+", "-", "*", "<", "=="]);
        match self.dice.below(3) {
            0 => left,
            1 => format!("({left} {op} {right})"),
            _ => format!("({right} {op} {left})"),
        }
    }

    /// An expression of integer type.
    fn integer(&mut self, depth: u32) -> String {
        let Some(depth) = depth.checked_sub(1) else {
            return self.integer_leaf();
        };
        match self.dice.below(20) {
            0 => format!("({})({})", self.dice.pick(&TYPES[..19]), self.number(depth)),
            1 => format!("({}){}", self.dice.pick(&TYPES[..19]), self.integer_leaf()),
            2 => format!(
                "{}({})",
                self.dice.pick(&["-", "~", "!", "+"]),
                self.integer(depth)
            ),
            3 => format!("{}{}", self.dice.pick(&["~", "!"]), self.integer_leaf()),
            4 => {
                let (test, yes, no) = (
                    self.condition(depth),
                    self.integer(depth),
                    self.integer(depth),
                );
                format!("({test} ? {yes} : {no})")
            }
            5 => format!(
                "({} {} ({} & 6))",
                self.integer(depth),
                self.shift(),
                self.integer_leaf()
            ),
            6 => format!("({} {} 2)", self.integer(depth), self.shift()),
            7 => {
                let op = *self.dice.pick(&["/", "%"]);
                format!("({} {op} {})", self.integer(depth), self.divisor())
            }
            8 => format!("({})", self.condition(depth)),
            9 => format!("mix({}, {})", self.integer(depth), self.integer_leaf()),
            10 => format!("({}, {})", self.integer_leaf(), self.integer(depth)),
            11 => self.integer_leaf(),
            12 => {
                let place = self.dice.pick(&["g1", "g2", "g3", "p->l", "q[0]", "3L"]);
                format!("(int)sizeof({place})")
            }
            _ => {
                let op = *self.dice.pick(&["+", "-", "*", "&", "|", "^", "+", "-"]);
                format!("({} {op} {})", self.integer(depth), self.integer(depth))
            }
        }
    }

    fn shift(&mut self) -> &'static str {
        ["<<", ">>", ">>"][self.dice.below(3)]
    }

    fn divisor(&mut self) -> String {
        match self.dice.below(2) {
            0 => (*self.dice.pick(&["3", "5u", "7L", "2", "GREEN"])).to_owned(),
            _ => format!("({} | 1)", self.integer_leaf()),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        let Some(depth) = depth.checked_sub(1) else {
            return self.integer_leaf();
        };
        match self.dice.below(5) {
            0 => {
                let op = *self.dice.pick(&["&&", "||"]);
                format!("{} {op} {}", self.integer(depth), self.integer(depth))
            }
            1 => self.integer(depth),
            _ => {
                let value = self.number(depth);
                self.compared(&value)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_program() {
        assert_eq!(program(7), program(7));
        assert_ne!(program(7), program(8));
    }
}
