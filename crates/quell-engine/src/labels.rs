//! Labels among the objectives of a run. What a run shows of them is known to [`quell_native::labels`].

use indexmap::IndexMap;
use quell_objectives::{Objective, ObjectiveId};

pub use quell_native::labels::{
    Judgement, LabelConditions, is_exact, is_hyper_label, is_run_time_error, label_of,
};

/// All objectives of a run by their ids, in the order of the source.
pub type Objectives<'o> = IndexMap<ObjectiveId, &'o Objective>;
