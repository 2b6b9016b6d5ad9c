//! The input space of a function: a call with input variables (leaves).
//!
//! [`InputSpace::all`] walks the types of the parameters and gives a call image with objects and pointers in place,
//! and a list of [`Leaf`]s: its input variables. Values for the leaves determine a call, as an image or as readable
//! literals.
//!
//! Only [`prepare`](crate::prepare) knows how arguments are passed in the IR. The position of a leaf in the image is
//! determined by preparing calls and comparing which bits change (`locate`).

mod arrays;
mod build;
mod choices;
mod constants;
mod count;
mod error;
mod fill;
mod fortran;
mod globals;
mod leaf;
mod locate;
mod names;
mod null_tests;
mod outside;
mod plan;
mod pointers;
mod reached;
mod read;
mod restrict;
mod rows;
mod rust_types;
mod sample;
mod scale;
mod settings;
mod simplify;
mod written;

use quell_bits::Bits;
use serde_json::Value;

pub use error::{CallbackObstacle, InputError, InputObstacle, ValuesError};
pub use leaf::{Leaf, LeafKind, Place, Spot, Valid};
pub use names::{Names, in_general, is_known};
pub use reached::reached_functions;
pub use restrict::{RestrictedLeaf, Restriction, RestrictionError};
pub use sample::Samples;
pub use settings::{InputSettings, Which};

use crate::call::CallImage;
use crate::error::CallError;
use crate::literal::{Literal, to_json};
use crate::prepare::{Callee, Given, Prepared, Surroundings};
use crate::scope::Scope;
use build::Builder;
use choices::Choices;
use constants::Constants;
use plan::Plan;
use reached::Reached;
use rows::Rows;

/// The maximal number of spaces for the variants of Rust's enums.
const MAX_SPACES: usize = 64;

/// The form of a call.
#[derive(Clone, Debug)]
struct Plans {
    args: Vec<Plan>,
    globals: Vec<(String, Plan)>,
    /// Return values of external functions.
    calls: Vec<(String, Vec<Plan>)>,
}

/// The values of a call, as a test of `quell-tests-1` has them.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub args: Vec<Value>,
    pub globals: Vec<(String, Value)>,
    /// Without trailing zeros, which need not be given.
    pub calls: Vec<(String, Vec<Value>)>,
}

/// All calls of a function that differ only in the values of leaves.
#[derive(Clone, Debug)]
pub struct InputSpace {
    /// The call with all leaves zero, except that no pointer is null and every length is the greatest.
    pub skeleton: Prepared,
    pub leaves: Vec<Leaf>,
    /// The variants of Rust's enums in this space: `shape` is Circle.
    pub variants: Vec<String>,
    /// The names that [`InputSettings`] can use.
    pub names: Names,
    scope: Scope,
    restricted: Vec<RestrictedLeaf>,
    plans: Plans,
    constants: Constants,
}

impl InputSpace {
    /// The input spaces of a function, one for each variant of a Rust enum.
    pub fn all(callee: &Callee<'_>, settings: &InputSettings) -> Result<Vec<Self>, InputError> {
        let mut choices = Choices::default();
        let mut spaces = Vec::new();
        loop {
            if spaces.len() == MAX_SPACES {
                return Err(InputError::Unsupported {
                    place: callee.signature.text.clone(),
                    obstacle: InputObstacle::TooManyVariants { limit: MAX_SPACES },
                });
            }
            spaces.push(Self::one(callee, settings, &mut choices)?);
            if !choices.advance() {
                return Ok(spaces);
            }
        }
    }

    /// The inputs of a function without enums that carry data.
    pub fn of(callee: &Callee<'_>, settings: &InputSettings) -> Result<Self, InputError> {
        let mut spaces = Self::all(callee, settings)?;
        match (spaces.pop(), spaces.is_empty()) {
            (Some(only), true) => Ok(only),
            _ => Err(InputError::Unsupported {
                place: callee.signature.text.clone(),
                obstacle: InputObstacle::SeveralVariants,
            }),
        }
    }

    fn one(
        callee: &Callee<'_>,
        settings: &InputSettings,
        choices: &mut Choices,
    ) -> Result<Self, InputError> {
        let reached = Reached::from(callee.types.module, callee.function);
        let rows = Rows::of(callee.types.module, &reached);
        let mut builder = Builder::new(callee, settings, choices, rows);
        let args = builder.arguments()?;
        let globals = builder.globals(&reached)?;
        let calls = builder.outside(&reached)?;
        let built = builder.finished(&reached)?;
        let plans = Plans {
            args,
            globals,
            calls,
        };
        let mut space = Self {
            skeleton: prepare(callee, &plans, &built.fullest())?,
            leaves: built.leaves,
            variants: built.variants,
            names: built.names,
            scope: built.scope,
            restricted: built.restricted,
            plans,
            constants: Constants::of(callee, &reached),
        };
        locate::locate(callee, &mut space, &built.objects)?;
        Ok(space)
    }

    /// The assumptions and bounds of this space. Unrestricted if the space has every input.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The leaves whose values the configuration restricts.
    pub fn restricted(&self) -> &[RestrictedLeaf] {
        &self.restricted
    }

    /// The same space with every value that the types allow.
    pub fn unrestricted(&self) -> Self {
        let mut space = self.clone();
        for restricted in std::mem::take(&mut space.restricted) {
            space.leaves[restricted.leaf].valid = restricted.unrestricted;
            let assumptions = &mut space.scope.assumptions;
            assumptions.retain(|assumption| *assumption != restricted.assumption);
        }
        space
    }

    /// The arguments and globals of a call, as literals. There is a value for each leaf.
    pub fn given(&self, values: &[Bits]) -> (Vec<Given>, Surroundings) {
        given(&self.plans, values)
    }

    /// The same in JSON.
    pub fn json(&self, values: &[Bits]) -> Written {
        let json = |plan: &Plan| to_json(&plan.literal(values));
        let plans = &self.plans;
        let globals = plans.globals.iter();
        let calls = plans.calls.iter().map(|(name, results)| {
            let said = outside::said(results, values);
            (name.clone(), said.iter().map(json).collect())
        });
        Written {
            args: plans.args.iter().map(json).collect(),
            globals: globals.map(|(name, of)| (name.clone(), json(of))).collect(),
            calls: calls
                .filter(|(_, results): &(String, Vec<Value>)| !results.is_empty())
                .collect(),
        }
    }

    /// The call that has these values for its leaves.
    pub fn image(&self, values: &[Bits]) -> CallImage {
        fill::filled(&self.skeleton.image, &self.leaves, values)
    }

    /// The same for a call of this space: faster if all calls have the same objects.
    pub fn fill(&self, call: &mut CallImage, values: &[Bits]) {
        match self.leaves.iter().all(Leaf::is_number) {
            true => fill::write_all(call, &self.leaves, values),
            false => *call = self.image(values),
        }
    }

    /// Whether each leaf may have its value.
    pub fn admits(&self, values: &[Bits]) -> bool {
        let all = self
            .leaves
            .iter()
            .zip(values)
            .all(|(leaf, value)| leaf.admits(value));
        all && values.len() == self.leaves.len()
    }

    /// Whether the space has this many calls of an external function. Calls beyond its values return zero, which the
    /// configuration may not allow.
    pub fn admits_calls(&self, symbol: &str, count: usize) -> bool {
        let mut calls = self.plans.calls.iter();
        let Some((_, results)) = calls.find(|(name, _)| name == symbol) else {
            return true;
        };
        let is_zero_wanted = |plan: &Plan| match plan {
            Plan::Leaf { leaf, .. } => self.leaves[*leaf].valid.admits(0),
            _ => true,
        };
        count <= results.len() || results.iter().all(is_zero_wanted)
    }

    /// The least value of each leaf: zero if allowed, no elements, null.
    pub fn least(&self) -> Vec<Bits> {
        self.leaves.iter().map(Leaf::least).collect()
    }
}

fn given(plans: &Plans, values: &[Bits]) -> (Vec<Given>, Surroundings) {
    let one = |plan: &Plan| keeping_inputs(plan.literal(values));
    let globals = plans.globals.iter();
    let calls = plans.calls.iter();
    let calls = calls.map(|(name, of)| (name.clone(), of.iter().map(one).collect()));
    let around = Surroundings {
        globals: globals.map(|(name, of)| (name.clone(), one(of))).collect(),
        calls: calls.collect(),
        ..Surroundings::default()
    };
    (plans.args.iter().map(one).collect(), around)
}

fn keeping_inputs(literal: Literal) -> Given {
    Given {
        text: to_json(&literal).to_string(),
        literal: Ok(literal),
    }
}

fn prepare(callee: &Callee<'_>, plans: &Plans, values: &[Bits]) -> Result<Prepared, CallError> {
    let (args, around) = given(plans, values);
    callee.prepare(&args, &around)
}
