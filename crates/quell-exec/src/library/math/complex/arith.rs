//! Multiplication and division as in libgcc 12.

use quell_bits::FloatFormat;

use super::real::Real;

/// A real and an imaginary part.
type Complex = (Real, Real);

/// `x * (a * c - b * d)` and `x * (a * d + b * c)`: the product of operands in which infinities were
/// replaced.
fn scaled_product(scale: &Real, (a, b): &Complex, (c, d): &Complex) -> Complex {
    let real = &(a * c) - &(b * d);
    let imaginary = &(a * d) + &(b * c);
    (scale * &real, scale * &imaginary)
}

/// `x * (a * c + b * d)` and `x * (b * c - a * d)`: the quotient of such operands.
fn scaled_quotient(scale: &Real, (a, b): &Complex, (c, d): &Complex) -> Complex {
    let real = &(a * c) + &(b * d);
    let imaginary = &(b * c) - &(a * d);
    (scale * &real, scale * &imaginary)
}

fn each(x: &Complex, f: fn(&Real) -> Real) -> Complex {
    (f(&x.0), f(&x.1))
}

fn is_infinite(x: &Complex) -> bool {
    x.0.is_infinite() || x.1.is_infinite()
}

fn is_finite(x: &Complex) -> bool {
    x.0.is_finite() && x.1.is_finite()
}

fn is_nan(x: &Complex) -> bool {
    x.0.is_nan() && x.1.is_nan()
}

pub fn product(x: Complex, y: Complex) -> Complex {
    let ((a, b), (c, d)) = (&x, &y);
    let (ac, bd, ad, bc) = (a * c, b * d, a * d, b * c);
    let result = (&ac - &bd, &ad + &bc);
    if !is_nan(&result) {
        return result;
    }
    let overflow = [ac, bd, ad, bc].iter().any(Real::is_infinite);
    recovered_product(x, y, overflow).unwrap_or(result)
}

/// The infinite result of a product whose parts are both NaN.
fn recovered_product(mut x: Complex, mut y: Complex, overflow: bool) -> Option<Complex> {
    let (mut known, scale) = (false, x.0.infinite());
    if is_infinite(&x) {
        (x, y) = (each(&x, Real::boxed), each(&y, Real::zero_if_nan));
        known = true;
    }
    if is_infinite(&y) {
        (x, y) = (each(&x, Real::zero_if_nan), each(&y, Real::boxed));
        known = true;
    }
    if !known && overflow {
        (x, y) = (each(&x, Real::zero_if_nan), each(&y, Real::zero_if_nan));
        known = true;
    }
    known.then(|| scaled_product(&scale, &x, &y))
}

pub fn quotient(format: FloatFormat, x: Complex, y: Complex) -> Complex {
    let (result, x, y) = match format {
        FloatFormat::Single => (in_wider(FloatFormat::Double, &x, &y), x, y),
        _ => Scaling::of(format).quotient(x, y),
    };
    if is_nan(&result) {
        recovered_quotient(format, &x, &y).unwrap_or(result)
    } else {
        result
    }
}

/// The textbook formula, in a format wide enough to be exact.
fn in_wider(format: FloatFormat, x: &Complex, y: &Complex) -> Complex {
    let wide = |x: &Complex| (x.0.convert(format), x.1.convert(format));
    let ((a, b), (c, d)) = (wide(x), wide(y));
    let scale = &(&c * &c) + &(&d * &d);
    let real = &(&(&a * &c) + &(&b * &d)) / &scale;
    let imaginary = &(&(&b * &c) - &(&a * &d)) / &scale;
    let single = FloatFormat::Single;
    (real.convert(single), imaginary.convert(single))
}

/// The bounds beyond which operands are scaled to avoid overflow and underflow.
struct Scaling {
    big: Real,
    /// The distance from 1 to the next number, and its reciprocal.
    epsilon: Real,
    up: Real,
    small: Real,
    below_big: Real,
    half: Real,
}

impl Scaling {
    fn of(format: FloatFormat) -> Self {
        let two = Real::whole(format, 2);
        let one = Real::whole(format, 1);
        let mut epsilon = one.clone();
        for _ in 1..format.significand_bits() {
            epsilon = &epsilon / &two;
        }
        let big = &Real::greatest(format) / &two;
        Self {
            below_big: &big * &epsilon,
            up: &one / &epsilon,
            half: &one / &two,
            small: Real::least(format),
            epsilon,
            big,
        }
    }

    /// The quotient and the scaled operands, from which a NaN result is recovered.
    fn quotient(&self, mut x: Complex, mut y: Complex) -> (Complex, Complex, Complex) {
        let swapped = y.0.abs().less_than(&y.1.abs());
        let larger = |y: &Complex| if swapped { y.1.abs() } else { y.0.abs() };
        if !larger(&y).less_than(&self.big) && !larger(&y).is_nan() {
            (x, y) = (self.times(&x, &self.half), self.times(&y, &self.half));
        }
        if larger(&y).less_than(&self.epsilon) || self.worth_scaling(&x, &larger(&y)) {
            (x, y) = (self.times(&x, &self.up), self.times(&y, &self.up));
        }
        let result = if swapped {
            self.by_imaginary(&x, &y)
        } else {
            self.by_real(&x, &y)
        };
        (result, x, y)
    }

    fn times(&self, x: &Complex, factor: &Real) -> Complex {
        (&x.0 * factor, &x.1 * factor)
    }

    fn worth_scaling(&self, x: &Complex, larger: &Real) -> bool {
        let (a, b) = (x.0.abs(), x.1.abs());
        let fits = |x: &Real| x.less_than(&self.below_big);
        fits(larger)
            && ((a.less_than(&self.small) && fits(&b)) || (b.less_than(&self.small) && fits(&a)))
    }

    fn by_imaginary(&self, (a, b): &Complex, (c, d): &Complex) -> Complex {
        let ratio = c / d;
        let scale = &(c * &ratio) + d;
        let (real, imaginary) = if self.small.less_than(&ratio.abs()) {
            (&(a * &ratio) + b, &(b * &ratio) - a)
        } else {
            (&(c * &(a / d)) + b, &(c * &(b / d)) - a)
        };
        (&real / &scale, &imaginary / &scale)
    }

    fn by_real(&self, (a, b): &Complex, (c, d): &Complex) -> Complex {
        let ratio = d / c;
        let scale = &(d * &ratio) + c;
        let (real, imaginary) = if self.small.less_than(&ratio.abs()) {
            (&(b * &ratio) + a, b - &(a * &ratio))
        } else {
            (a + &(d * &(b / c)), b - &(d * &(a / c)))
        };
        (&real / &scale, &imaginary / &scale)
    }
}

/// The result of a quotient whose parts are both NaN: division by zero, of an infinite number, or by one.
fn recovered_quotient(format: FloatFormat, x: &Complex, y: &Complex) -> Option<Complex> {
    let infinity = Real::infinity(format);
    if y.0.is_zero() && y.1.is_zero() && !is_nan(x) {
        let infinity = infinity.signed_as(&y.0);
        return Some((&infinity * &x.0, &infinity * &x.1));
    }
    if is_infinite(x) && is_finite(y) {
        return Some(scaled_quotient(&infinity, &each(x, Real::boxed), y));
    }
    if is_infinite(y) && is_finite(x) {
        let zero = Real::whole(format, 0);
        return Some(scaled_quotient(&zero, x, &each(y, Real::boxed)));
    }
    None
}
