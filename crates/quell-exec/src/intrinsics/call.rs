//! The call of an intrinsic: its operands, their lanes, its result.

use quell_bits::FloatFormat;
use quell_ir::TypeId;

use crate::domain::Domain;
use crate::machine::Machine;
use crate::program::op::CallSite;
use crate::program::shape::ShapeKind;
use crate::semantics::lanes;
use crate::stop::{Stop, StopKind};
use crate::value::{Val, mismatch};

/// The result of a model; `None` for void.
pub type Outcome<D> = Result<Option<Val<D>>, Stop>;

/// One call of an intrinsic.
#[derive(Debug)]
pub struct Call<'m, D: Domain> {
    pub machine: &'m mut Machine<D>,
    pub site: &'m CallSite,
    pub args: &'m [Val<D>],
}

/// A table of intrinsics: names, the function that models them, and the parameters to pass to it.
macro_rules! intrinsics {
    ($($name:literal => $model:ident $(($($extra:expr),*))?),* $(,)?) => {
        pub fn table<D: $crate::domain::Domain>() -> $crate::library::Table<D> {
            $crate::intrinsics::call::entries![$($name => $model $(($($extra),*))?),*]
        }
    };
}
pub(super) use intrinsics;

macro_rules! entries {
    ($($name:expr => $model:ident $(($($extra:expr),*))?),*) => {
        &[$((
            $name,
            |machine, site, args| {
                $model(
                    &mut $crate::intrinsics::call::Call { machine, site, args }
                    $($(, $extra)*)?
                )
            },
        )),*]
    };
}
pub(super) use entries;

impl<'m, D: Domain> Call<'m, D> {
    pub fn arg(&self, index: usize) -> Result<&'m Val<D>, Stop> {
        let missing = || StopKind::broken("an intrinsic with too few operands");
        self.args.get(index).ok_or_else(|| missing().into())
    }

    pub fn word(&self, index: usize) -> Result<&'m D::Word, Stop> {
        self.arg(index)?.word()
    }

    pub fn ptr(&self, index: usize) -> Result<&'m D::Ptr, Stop> {
        self.arg(index)?.ptr()
    }

    pub fn ty(&self, index: usize) -> Result<TypeId, Stop> {
        self.site.arg_type(index)
    }

    fn shape_kind(&self, ty: TypeId) -> Result<ShapeKind, Stop> {
        Ok(self.machine.program.shapes.get(ty)?.kind.clone())
    }

    /// The kind of an operand or, for a vector, of its lanes.
    pub fn lane_kind(&self, index: usize) -> Result<ShapeKind, Stop> {
        let lane = self.machine.program.module.types.lane(self.ty(index)?);
        self.shape_kind(lane)
    }

    /// The kind of the result or, for a vector, of its lanes.
    pub fn result_kind(&self) -> Result<ShapeKind, Stop> {
        let lane = self.machine.program.module.types.lane(self.site.ret);
        self.shape_kind(lane)
    }

    /// The kind of a member of the result or, for a vector, of its lanes.
    pub fn member_kind(&self, index: u64) -> Result<ShapeKind, Stop> {
        let types = &self.machine.program.module.types;
        let member = types.member(self.site.ret, index);
        let member = member.ok_or_else(|| mismatch("a member"))?;
        self.shape_kind(types.lane(member))
    }

    /// The width of an operand or of its lanes.
    pub fn width(&self, index: usize) -> Result<u32, Stop> {
        width_of(&self.lane_kind(index)?)
    }

    pub fn result_width(&self) -> Result<u32, Stop> {
        width_of(&self.result_kind()?)
    }

    /// The floating-point format of an operand or of its lanes.
    pub fn format(&self, index: usize) -> Result<FloatFormat, Stop> {
        format_of(&self.lane_kind(index)?)
    }

    pub fn result_format(&self) -> Result<FloatFormat, Stop> {
        format_of(&self.result_kind()?)
    }

    /// An operand that must be a concrete number of at most 64 bits.
    pub fn number(&mut self, index: usize, what: &'static str) -> Result<u64, Stop> {
        let width = self.width(index)?;
        let word = self.word(index)?;
        self.machine.domain.concrete_u64(width, word, what)
    }

    /// A flag operand: an immediate of one bit.
    pub fn flag(&mut self, index: usize) -> Result<bool, Stop> {
        Ok(self.number(index, "a flag")? != 0)
    }

    /// Applies a function to each lane of the first operand.
    pub fn each1(
        &mut self,
        mut f: impl FnMut(&mut D, &D::Word) -> Result<D::Word, Stop>,
    ) -> Outcome<D> {
        let d = &mut self.machine.domain;
        let args = self.args;
        let a = args.first().ok_or_else(|| mismatch("an operand"))?;
        lanes::map(a, |a| Ok(Val::Word(f(d, a.word()?)?))).map(Some)
    }

    /// Applies a function to the lanes of the first two operands.
    pub fn each2(
        &mut self,
        mut f: impl FnMut(&mut D, &D::Word, &D::Word) -> Result<D::Word, Stop>,
    ) -> Outcome<D> {
        let (a, b) = (self.arg(0)?, self.arg(1)?);
        let d = &mut self.machine.domain;
        lanes::zip(a, b, |a, b| Ok(Val::Word(f(d, a.word()?, b.word()?)?))).map(Some)
    }

    /// Applies a function to the lanes of the first three operands.
    pub fn each3(
        &mut self,
        mut f: impl FnMut(&mut D, &D::Word, &D::Word, &D::Word) -> Result<D::Word, Stop>,
    ) -> Outcome<D> {
        let (a, b, c) = (self.arg(0)?, self.arg(1)?, self.arg(2)?);
        let d = &mut self.machine.domain;
        let mut third = lanes_of(c).into_iter();
        lanes::zip(a, b, |a, b| {
            let c = third.next().ok_or_else(|| mismatch("a lane"))?;
            Ok(Val::Word(f(d, a.word()?, b.word()?, c.word()?)?))
        })
        .map(Some)
    }

    /// Applies a function with two results to each lane of the first operand. The result is a struct of both.
    pub fn each_pair(
        &mut self,
        mut f: impl FnMut(&mut D, &D::Word) -> Result<(D::Word, D::Word), Stop>,
    ) -> Outcome<D> {
        let a = self.arg(0)?;
        let d = &mut self.machine.domain;
        let mut seconds = Vec::new();
        let first = lanes::map(a, |a| {
            let (first, second) = f(d, a.word()?)?;
            seconds.push(Val::Word(second));
            Ok(Val::Word(first))
        })?;
        Ok(Some(Val::agg([first, like(a, seconds)?])))
    }
}

/// A vector or scalar of these lanes: of the same kind as `model`.
pub fn like<D: Domain>(model: &Val<D>, mut lanes: Vec<Val<D>>) -> Result<Val<D>, Stop> {
    match model {
        Val::Agg(_) => Ok(Val::agg(lanes)),
        _ => lanes.pop().ok_or_else(|| mismatch("a lane")),
    }
}

/// The lanes of a vector; a scalar is its own only lane.
pub fn lanes_of<D: Domain>(value: &Val<D>) -> Vec<Val<D>> {
    match value {
        Val::Agg(lanes) => lanes.to_vec(),
        scalar => vec![scalar.clone()],
    }
}

pub fn width_of(kind: &ShapeKind) -> Result<u32, Stop> {
    match kind {
        ShapeKind::Int(width) => Ok(*width),
        ShapeKind::Float(format) => Ok(format.width()),
        _ => Err(mismatch("a number")),
    }
}

pub fn format_of(kind: &ShapeKind) -> Result<FloatFormat, Stop> {
    match kind {
        ShapeKind::Float(format) => Ok(*format),
        _ => Err(mismatch("a floating-point number")),
    }
}
