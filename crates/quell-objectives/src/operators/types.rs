//! The types of C: a replacement is written so that the enclosing expressions are computed as before.

use quell_bits::FloatFormat;
use quell_ir::opcode::{CastOp, IntPred};
use quell_ir::{InstKind, Type, TypeId};
use quell_source::{BinaryOp, Kind, Language, UnaryOp};

use super::Workshop;
use crate::align::{Form, ValueSite, literal};
use crate::rewrite::{self, Expr};

/// A type of C as it counts in expressions: small integers are `int` there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Int { long: bool, signed: bool },
    Float(FloatFormat),
}

/// The role of an expression's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    /// It is converted to another type in any case.
    None,
    /// It is converted: its sign counts.
    Converted,
    /// Its type decides how the expression around it is computed.
    Decides,
}

impl Workshop<'_> {
    /// An expression in the words that have the type which is needed in the place of a site; none if that type is not known.
    pub(super) fn in_type_of(
        &self,
        site: &ValueSite,
        expr: Expr,
        own: Option<Arithmetic>,
    ) -> Option<Expr> {
        if self.aligner.tree.language() != Language::C {
            return Some(expr);
        }
        let (old, used) = (self.type_of_site(site), self.type_by_use(site));
        let small = small_number(&expr.text);
        let fits = match self.weight(site) {
            Weight::None => true,
            Weight::Converted => small || own.is_some() && (own == old || own == used),
            Weight::Decides => own.is_some() && (own == old || own == used),
        };
        match fits {
            true => Some(expr),
            false => used.or(old)?.spell(expr),
        }
    }

    /// The type of an expression whose value has this type in the IR.
    pub(super) fn arithmetic(&self, ty: TypeId, signed: Option<bool>) -> Option<Arithmetic> {
        match *self.module.types.get(ty) {
            Type::Float(format) => Some(Arithmetic::Float(format)),
            Type::Int(width @ (32 | 64)) => Some(Arithmetic::Int {
                long: width == 64,
                signed: signed?,
            }),
            Type::Int(..32) => Some(Arithmetic::INT),
            _ => None,
        }
    }

    /// The type of an expression; a literal determines it itself.
    fn type_of_site(&self, site: &ValueSite) -> Option<Arithmetic> {
        match site.form {
            Form::Constant => Arithmetic::of_constant(self.aligner.tree.node_text(site.node)),
            _ => self.arithmetic(site.ty, site.signed),
        }
    }

    /// The type in which an expression is used.
    fn type_by_use(&self, site: &ValueSite) -> Option<Arithmetic> {
        let signed = match self.aligner.kind_of(site.at.inst) {
            InstKind::Cast { op, .. } => match op {
                CastOp::ZExt | CastOp::UiToFp => Some(false),
                CastOp::SExt | CastOp::SiToFp => Some(true),
                _ => site.signed,
            },
            _ => self.aligner.constant_sign(site.at),
        };
        self.arithmetic(site.ty, signed.or(site.signed))
    }

    fn weight(&self, site: &ValueSite) -> Weight {
        let tree = self.aligner.tree;
        let counts = matches!(
            self.module.types.get(site.ty),
            Type::Int(32 | 64) | Type::Float(_)
        );
        if site.part.is_some() || !counts {
            return Weight::None;
        }
        let Some((holder, child)) = tree.holder(site.node) else {
            return Weight::None;
        };
        let index = tree.child_index(holder, child);
        match tree.kind(holder) {
            Kind::Binary(op) | Kind::Assign(Some(op)) => self.weight_under(site, op, index),
            Kind::Unary(UnaryOp::Not) => Weight::None,
            Kind::Conditional if index == Some(0) => Weight::None,
            Kind::Unary(_) | Kind::Conditional | Kind::Comma => Weight::Decides,
            _ => self.weight_of_use(site),
        }
    }

    /// The distance of a shift does not affect its type, and equality of small numbers does not depend on the sign.
    fn weight_under(&self, site: &ValueSite, op: BinaryOp, index: Option<usize>) -> Weight {
        let direct = matches!(
            self.aligner.kind_of(site.at.inst),
            InstKind::ICmp {
                pred: IntPred::Eq | IntPred::Ne,
                ..
            }
        );
        match op {
            BinaryOp::Shl | BinaryOp::Shr if index == Some(1) => Weight::None,
            BinaryOp::Eq | BinaryOp::Ne if direct => Weight::Converted,
            _ => Weight::Decides,
        }
    }

    fn weight_of_use(&self, site: &ValueSite) -> Weight {
        match self.aligner.kind_of(site.at.inst) {
            InstKind::Cast { .. } => Weight::Converted,
            // Arguments of `printf` and the like are not converted.
            InstKind::Call(call) => match self.module.types.get(call.fn_ty) {
                Type::Func {
                    params, varargs, ..
                } => {
                    let fixed = (site.at.operand as usize) < params.len();
                    match fixed || !varargs {
                        true => Weight::None,
                        false => Weight::Decides,
                    }
                }
                _ => Weight::Decides,
            },
            _ => Weight::None,
        }
    }
}

impl Arithmetic {
    pub(super) const INT: Self = Self::Int {
        long: false,
        signed: true,
    };

    /// The type of a literal, or of the name of a constant; none if the text does not tell.
    pub(super) fn of_constant(text: &str) -> Option<Self> {
        let text = text.trim_start_matches(['-', ' ']);
        let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        match text.chars().next()? {
            '\'' => Some(Self::INT),
            '0'..='9' | '.' if !hexadecimal && text.contains(['.', 'e', 'E']) => {
                Some(Self::Float(match text.chars().last()? {
                    'f' | 'F' => FloatFormat::Single,
                    'l' | 'L' => FloatFormat::X87,
                    _ => FloatFormat::Double,
                }))
            }
            '0'..='9' => Self::of_integer(text),
            // Constants of an enumeration are `int`; those of a macro from elsewhere are not known.
            _ => None,
        }
    }

    fn of_integer(text: &str) -> Option<Self> {
        let decimal = !text.starts_with('0');
        let (natural, long) = (text.contains(['u', 'U']), text.contains(['l', 'L']));
        let bits = 128 - literal::integer(text)?.leading_zeros();
        // Only what is not decimal becomes unsigned because it is large.
        let room = |width: u32| width - u32::from(decimal && !natural);
        let long = long || bits > room(32);
        let width = if long { 64 } else { 32 };
        (bits <= room(width)).then_some(Self::Int {
            long,
            signed: !natural && bits < width,
        })
    }

    /// The expression in this type: a literal with the letters that say so, and anything else converted.
    pub(super) fn spell(self, expr: Expr) -> Option<Expr> {
        match self.literal(&expr.text) {
            Some(text) => Some(Expr::new(text, expr.binds)),
            None => self.converted(&expr),
        }
    }

    fn literal(self, text: &str) -> Option<String> {
        let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
        let number = literal::integer(digits.trim_start_matches('-'))?;
        let hexadecimal = text.contains(['x', 'X']);
        match self {
            Self::Int { long, signed } => {
                let suffix = match (long, signed) {
                    (false, true) => "",
                    (false, false) => "u",
                    (true, true) => "L",
                    (true, false) => "uL",
                };
                let written = format!("{digits}{suffix}");
                (Self::of_constant(&written) == Some(self)).then_some(written)
            }
            Self::Float(format) => {
                let suffix = match format {
                    FloatFormat::Single => "f",
                    FloatFormat::Double => "",
                    FloatFormat::X87 => "L",
                    _ => return None,
                };
                let plain = !hexadecimal
                    && (number == 0 || !digits.trim_start_matches('-').starts_with('0'));
                plain.then(|| format!("{digits}.0{suffix}"))
            }
        }
    }

    /// Whether this type, which an operation has, is also that of a constant in it. What says nothing of its own is `int`.
    pub(super) fn is_type_of_constant(self, text: &str) -> bool {
        Self::of_constant(text).unwrap_or(Self::INT) == self
    }

    /// Whether this type, which an operation has, is also that of an operand: how it was converted and whether it is
    /// signed tell.
    pub(super) fn is_type_of(self, conversion: Option<CastOp>, signed: Option<bool>) -> bool {
        match (self, conversion) {
            // Small integers are `int` in expressions.
            (Self::INT, None | Some(CastOp::ZExt | CastOp::SExt)) => true,
            (_, Some(_)) => false,
            // An operand that is signed does not make an operation unsigned, and may still have part in it.
            (Self::Int { signed: false, .. }, None) => signed == Some(false),
            (_, None) => true,
        }
    }

    fn converted(self, expr: &Expr) -> Option<Expr> {
        let name = match self {
            Self::Int { long, signed } => match (long, signed) {
                (false, true) => "int",
                (false, false) => "unsigned",
                (true, true) => "long",
                (true, false) => "unsigned long",
            },
            Self::Float(FloatFormat::Single) => "float",
            Self::Float(FloatFormat::Double) => "double",
            Self::Float(FloatFormat::X87) => "long double",
            Self::Float(_) => return None,
        };
        let text = format!("({name}){}", expr.at_least(rewrite::UNARY));
        Some(Expr::new(text, rewrite::UNARY))
    }
}

/// Whether a text is a number that all types have.
fn small_number(text: &str) -> bool {
    literal::integer(text).is_some_and(|number| number < 128)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NATURAL: Arithmetic = Arithmetic::Int {
        long: false,
        signed: false,
    };
    const LONG: Arithmetic = Arithmetic::Int {
        long: true,
        signed: true,
    };

    #[test]
    fn literals_have_the_types_that_c_gives_them() {
        for (text, ty) in [
            ("7", Arithmetic::INT),
            ("-7", Arithmetic::INT),
            ("'a'", Arithmetic::INT),
            ("7u", NATURAL),
            ("2147483648", LONG),
            ("0x80000000", NATURAL),
            ("0x7fffffff", Arithmetic::INT),
            ("7L", LONG),
            ("1.5", Arithmetic::Float(FloatFormat::Double)),
            ("1e3f", Arithmetic::Float(FloatFormat::Single)),
        ] {
            assert_eq!(Arithmetic::of_constant(text), Some(ty), "{text}");
        }
        assert_eq!(Arithmetic::of_constant("RED"), None);
    }

    #[test]
    fn expressions_are_spelled_in_a_type() {
        let double = Arithmetic::Float(FloatFormat::Double);
        for (ty, text, wanted) in [
            (NATURAL, "9", "9u"),
            (NATURAL, "-1", "-1u"),
            (Arithmetic::INT, "9u", "9"),
            (Arithmetic::INT, "2147483648", "(int)2147483648"),
            (Arithmetic::INT, "g1", "(int)g1"),
            (LONG, "'a'", "(long)'a'"),
            (double, "3", "3.0"),
            (double, "0x10", "(double)0x10"),
        ] {
            let spelled = ty.spell(Expr::primary(text));
            assert_eq!(spelled.map(|expr| expr.text).as_deref(), Some(wanted));
        }
    }
}
