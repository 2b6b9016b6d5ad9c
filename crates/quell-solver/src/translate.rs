//! Translation of terms to Bitwuzla's terms, each once.
//!
//! SMT-LIB has no function from a float to its bits. `ToBits` becomes a new bit vector with the side condition that the
//! float made from it is the operand; a NaN has a single pattern.

use quell_bits::{Bits, FloatFormat};
use quell_bitwuzla::{Error, Kind, Node, Rounding, Session, Sort as Target};
use quell_term::{Op, Pool, Sort, Term, canonical_nan, pattern_width};
use rustc_hash::FxHashMap;

/// The translated terms of one session and one pool.
#[derive(Debug, Default)]
pub(crate) struct Translation {
    done: FxHashMap<Term, Node>,
    /// The bit vectors that represent float variables.
    patterns: FxHashMap<Term, Node>,
    /// Side conditions under which the translation of a term is equivalent to it.
    conditions: FxHashMap<Term, Vec<Node>>,
    pending: Vec<Term>,
}

impl Translation {
    /// The number of translated terms.
    pub(crate) fn len(&self) -> usize {
        self.done.len()
    }

    /// The translation of a term, operands first.
    pub(crate) fn term(
        &mut self,
        session: &mut Session,
        pool: &Pool,
        root: Term,
    ) -> Result<Node, Error> {
        self.pending.clear();
        self.pending.push(root);
        while let Some(&term) = self.pending.last() {
            if self.done.contains_key(&term) {
                self.pending.pop();
                continue;
            }
            let before = self.pending.len();
            let missing = |arg: &&Term| !self.done.contains_key(arg);
            self.pending.extend(pool.args(term).iter().filter(missing));
            if self.pending.len() == before {
                self.pending.pop();
                let node = self.node(session, pool, term)?;
                self.done.insert(term, node);
            }
        }
        self.known(root)
    }

    /// The side conditions of a term itself, without those of its operands.
    pub(crate) fn conditions(&self, term: Term) -> &[Node] {
        self.conditions.get(&term).map_or(&[], Vec::as_slice)
    }

    /// The term whose value in a model is that of a variable: of a float variable its pattern.
    pub(crate) fn variable(&self, term: Term) -> Result<Node, Error> {
        match self.patterns.get(&term) {
            Some(pattern) => Ok(*pattern),
            None => self.known(term),
        }
    }

    fn known(&self, term: Term) -> Result<Node, Error> {
        self.done.get(&term).copied().ok_or(Error::ForeignNode)
    }

    fn node(&mut self, session: &mut Session, pool: &Pool, term: Term) -> Result<Node, Error> {
        let op = pool.op(term);
        let mut args = [None; 4];
        for (slot, arg) in args.iter_mut().zip(pool.args(term)) {
            *slot = Some(self.known(*arg)?);
        }
        let args: Vec<Node> = args.into_iter().flatten().collect();
        if let Some(kind) = plain(op) {
            return session.apply(kind, &args);
        }
        if op == Op::FpToSBv(1) {
            return one_signed_bit(session, args);
        }
        if let Some((kind, mode)) = rounded(op) {
            return apply_rounded(session, kind, mode, args, &indices(op));
        }
        match op {
            Op::Var(_) => self.new_variable(session, term, pool.sort(term)),
            Op::Bool(value) => session.bool_constant(value),
            Op::Bits(_) => constant(session, pool.as_bits(term)),
            Op::Extract { .. } => apply(session, Kind::BvExtract, &args, &indices(op)),
            Op::ZeroExtend(_) => apply(session, Kind::BvZeroExtend, &args, &indices(op)),
            Op::SignExtend(_) => apply(session, Kind::BvSignExtend, &args, &indices(op)),
            Op::FromBits(_) => apply(session, Kind::FpFromBits, &args, &indices(op)),
            Op::ConstArray(_) => constant_array(session, pool.sort(term), &args),
            Op::ToBits => self.pattern(session, pool, term, &args),
            _ => Err(Error::Refused(format!("no translation of {op:?}"))),
        }
    }

    fn new_variable(
        &mut self,
        session: &mut Session,
        term: Term,
        sort: Sort,
    ) -> Result<Node, Error> {
        match sort {
            Sort::Bool => session.variable(Target::Bool),
            Sort::Bv(width) => session.variable(Target::Bv(width)),
            Sort::Array { index, element } => session.variable(Target::Array { index, element }),
            Sort::Float(format) => self.float_variable(session, term, format),
        }
    }

    /// A float variable is made from a pattern variable, so that a model has its bits.
    fn float_variable(
        &mut self,
        session: &mut Session,
        term: Term,
        format: FloatFormat,
    ) -> Result<Node, Error> {
        let pattern = session.variable(Target::Bv(pattern_width(format)))?;
        let float = session.apply_indexed(Kind::FpFromBits, &[pattern], &shape(format))?;
        let condition = canonical_if_nan(session, format, float, pattern)?;
        self.patterns.insert(term, pattern);
        self.conditions.insert(term, vec![condition]);
        Ok(float)
    }

    /// The pattern of a float: the pattern that the float is made from, if there is one, else a new variable with side
    /// conditions.
    fn pattern(
        &mut self,
        session: &mut Session,
        pool: &Pool,
        term: Term,
        args: &[Node],
    ) -> Result<Node, Error> {
        let (&[float], &[operand]) = (args, pool.args(term)) else {
            return Err(Error::ForeignNode);
        };
        let Sort::Float(format) = pool.sort(operand) else {
            return Err(Error::Refused(
                "the operand of to_bits is not a float".to_string(),
            ));
        };
        if let Some(pattern) = self.patterns.get(&operand) {
            return Ok(*pattern);
        }
        if let (Op::FromBits(_), &[bits]) = (pool.op(operand), pool.args(operand)) {
            let bits = self.known(bits)?;
            let nan = constant(session, Some(&canonical_nan(format)))?;
            let is_nan = session.apply(Kind::FpIsNan, &[float])?;
            return session.apply(Kind::Ite, &[is_nan, nan, bits]);
        }
        let pattern = session.variable(Target::Bv(pattern_width(format)))?;
        let made = session.apply_indexed(Kind::FpFromBits, &[pattern], &shape(format))?;
        let same = session.apply(Kind::Equal, &[made, float])?;
        let condition = canonical_if_nan(session, format, float, pattern)?;
        self.conditions.insert(term, vec![same, condition]);
        Ok(pattern)
    }
}

/// The condition that the pattern is the canonical NaN's if the float is a NaN.
fn canonical_if_nan(
    session: &mut Session,
    format: FloatFormat,
    float: Node,
    pattern: Node,
) -> Result<Node, Error> {
    let is_nan = session.apply(Kind::FpIsNan, &[float])?;
    let nan = constant(session, Some(&canonical_nan(format)))?;
    let is_canonical = session.apply(Kind::Equal, &[pattern, nan])?;
    session.apply(Kind::Implies, &[is_nan, is_canonical])
}

fn constant(session: &mut Session, bits: Option<&Bits>) -> Result<Node, Error> {
    let bits = bits.ok_or(Error::ForeignNode)?;
    if bits.width() <= 64 {
        return session.word(bits.width(), bits.low_u64());
    }
    let limbs = bits.limbs().iter().rev();
    let digits: String = limbs.map(|limb| format!("{limb:016x}")).collect();
    let digits = match digits.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    session.hexadecimal(bits.width(), digits)
}

fn constant_array(session: &mut Session, sort: Sort, args: &[Node]) -> Result<Node, Error> {
    match (sort, args) {
        (Sort::Array { index, element }, &[value]) => {
            session.constant_array(Target::Array { index, element }, value)
        }
        _ => Err(Error::ForeignNode),
    }
}

fn apply(session: &mut Session, kind: Kind, args: &[Node], indices: &[u64]) -> Result<Node, Error> {
    match indices {
        [] => session.apply(kind, args),
        _ => session.apply_indexed(kind, args, indices),
    }
}

fn apply_rounded(
    session: &mut Session,
    kind: Kind,
    mode: Rounding,
    args: Vec<Node>,
    indices: &[u64],
) -> Result<Node, Error> {
    let rounding = session.rounding(mode)?;
    let with_mode: Vec<Node> = [rounding].into_iter().chain(args).collect();
    apply(session, kind, &with_mode, indices)
}

/// Converts to two bits and takes the lower one: for a conversion to a single signed bit, Bitwuzla runs out of memory.
fn one_signed_bit(session: &mut Session, args: Vec<Node>) -> Result<Node, Error> {
    let (kind, mode) = (Kind::FpToSbv, Rounding::TowardZero);
    let two = apply_rounded(session, kind, mode, args, &[2])?;
    apply(session, Kind::BvExtract, &[two], &[0, 0])
}

/// The widths of exponent and significand, by which SMT-LIB describes a format.
fn shape(format: FloatFormat) -> [u64; 2] {
    [
        u64::from(format.exponent_bits()),
        u64::from(format.significand_bits()),
    ]
}

/// The indices of an operator.
fn indices(op: Op) -> Vec<u64> {
    match op {
        Op::Extract { high, low } => vec![u64::from(high), u64::from(low)],
        Op::ZeroExtend(by) | Op::SignExtend(by) => vec![u64::from(by)],
        Op::FpToSBv(width) | Op::FpToUBv(width) => vec![u64::from(width)],
        Op::FromBits(format) | Op::FpToFp(format) | Op::SBvToFp(format) | Op::UBvToFp(format) => {
            shape(format).to_vec()
        }
        _ => Vec::new(),
    }
}

/// The operator of Bitwuzla with the same arguments, if there is one.
fn plain(op: Op) -> Option<Kind> {
    Some(match op {
        Op::Not => Kind::Not,
        Op::And => Kind::And,
        Op::Or => Kind::Or,
        Op::Xor => Kind::Xor,
        Op::Eq => Kind::Equal,
        Op::Ite => Kind::Ite,
        Op::BvNot => Kind::BvNot,
        Op::BvNeg => Kind::BvNeg,
        Op::BvAnd => Kind::BvAnd,
        Op::BvOr => Kind::BvOr,
        Op::BvXor => Kind::BvXor,
        Op::Add => Kind::BvAdd,
        Op::Sub => Kind::BvSub,
        Op::Mul => Kind::BvMul,
        Op::UDiv => Kind::BvUdiv,
        Op::SDiv => Kind::BvSdiv,
        Op::URem => Kind::BvUrem,
        Op::SRem => Kind::BvSrem,
        Op::Shl => Kind::BvShl,
        Op::LShr => Kind::BvShr,
        Op::AShr => Kind::BvAshr,
        Op::Concat => Kind::BvConcat,
        Op::Ult => Kind::BvUlt,
        Op::Ule => Kind::BvUle,
        Op::Slt => Kind::BvSlt,
        Op::Sle => Kind::BvSle,
        Op::UAddOverflows => Kind::BvUaddOverflow,
        Op::SAddOverflows => Kind::BvSaddOverflow,
        Op::USubOverflows => Kind::BvUsubOverflow,
        Op::SSubOverflows => Kind::BvSsubOverflow,
        Op::UMulOverflows => Kind::BvUmulOverflow,
        Op::SMulOverflows => Kind::BvSmulOverflow,
        Op::FpNeg => Kind::FpNeg,
        Op::FpAbs => Kind::FpAbs,
        Op::FpEq => Kind::FpEqual,
        Op::FpLt => Kind::FpLt,
        Op::FpLe => Kind::FpLe,
        Op::FpIsNan => Kind::FpIsNan,
        Op::FpIsInf => Kind::FpIsInf,
        Op::FpIsZero => Kind::FpIsZero,
        Op::FpIsNormal => Kind::FpIsNormal,
        Op::FpIsSubnormal => Kind::FpIsSubnormal,
        Op::FpIsNegative => Kind::FpIsNegative,
        Op::Select => Kind::Select,
        Op::Store => Kind::Store,
        _ => return None,
    })
}

/// Operators that take a rounding mode before their operands, with the mode they have here.
fn rounded(op: Op) -> Option<(Kind, Rounding)> {
    Some(match op {
        Op::FpAdd => (Kind::FpAdd, Rounding::NearestEven),
        Op::FpSub => (Kind::FpSub, Rounding::NearestEven),
        Op::FpMul => (Kind::FpMul, Rounding::NearestEven),
        Op::FpDiv => (Kind::FpDiv, Rounding::NearestEven),
        Op::FpFma => (Kind::FpFma, Rounding::NearestEven),
        Op::FpSqrt => (Kind::FpSqrt, Rounding::NearestEven),
        Op::FpToFp(_) => (Kind::FpFromFp, Rounding::NearestEven),
        Op::SBvToFp(_) => (Kind::FpFromSbv, Rounding::NearestEven),
        Op::UBvToFp(_) => (Kind::FpFromUbv, Rounding::NearestEven),
        Op::FpToSBv(_) => (Kind::FpToSbv, Rounding::TowardZero),
        Op::FpToUBv(_) => (Kind::FpToUbv, Rounding::TowardZero),
        Op::FpRoundToIntegral(mode) => (Kind::FpRoundToIntegral, direction(mode)),
        _ => return None,
    })
}

fn direction(mode: quell_term::Rounding) -> Rounding {
    match mode {
        quell_term::Rounding::NearestEven => Rounding::NearestEven,
        quell_term::Rounding::NearestAway => Rounding::NearestAway,
        quell_term::Rounding::Up => Rounding::Up,
        quell_term::Rounding::Down => Rounding::Down,
        quell_term::Rounding::Zero => Rounding::TowardZero,
    }
}
