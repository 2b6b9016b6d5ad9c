//! Enums with data, niches, matching with guards and bindings, recursion through Box.
#[derive(Debug, Clone, PartialEq)]
enum Expr {
    Number(i64),
    Neg(Box<Expr>),
    Op(char, Box<Expr>, Box<Expr>),
}

fn eval(e: &Expr) -> Option<i64> {
    match e {
        Expr::Number(n) => Some(*n),
        Expr::Neg(e) => eval(e)?.checked_neg(),
        Expr::Op('/', _, b) if eval(b)? == 0 => None,
        Expr::Op(op @ ('+' | '-'), a, b) => {
            let (a, b) = (eval(a)?, eval(b)?);
            if *op == '+' { a.checked_add(b) } else { a.checked_sub(b) }
        }
        Expr::Op('*', a, b) => eval(a)?.checked_mul(eval(b)?),
        Expr::Op(_, a, b) => eval(a)?.checked_div(eval(b)?),
    }
}

fn op(c: char, a: Expr, b: Expr) -> Expr {
    Expr::Op(c, Box::new(a), Box::new(b))
}

fn main() {
    use Expr::*;
    let e = op('+', Number(2), op('*', Number(3), Neg(Box::new(Number(4)))));
    println!("{:?} {:?}", eval(&e), e == e.clone());
    println!("{:?}", eval(&op('/', Number(1), op('-', Number(5), Number(5)))));
    println!("{:?}", eval(&op('*', Number(i64::MAX), Number(2))));
    println!("{} {}", size_of::<Option<Box<i32>>>(), size_of::<Option<Option<bool>>>());
    println!("{e:?}");
}
// expect: Some(-10) true
// expect: None
// expect: None
// expect: 8 1
// expect: Op('+', Number(2), Op('*', Number(3), Neg(Number(4))))
