//! Labels that the user wrote: calls that name a condition as a coverage objective.
//!
//! A call becomes a *mark*: an instruction without effect whose operand is the condition, `freeze i1 %c`, with an
//! attachment `!quell.label` that holds the rest. A mark is ordinary IR: every machine and every compiler executes it, and
//! only code that looks for labels with [`marks`] knows of them.

use quell_ir::inst::{Arg, Attachment};
use quell_ir::{
    Call, ConstKind, Function, GlobalRef, InstId, InstKind, MdId, Metadata, Module, Type, Value,
};

use super::memory::constant;
use super::{Annotation, find};

/// The kind of the attachment of a mark.
const KIND: &str = "quell.label";

/// How a label is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelCall {
    /// `quell_label(condition, id, "TAG")`, `pc_label` likewise: the condition holds once.
    Plain,
    /// `pc_label_bindings(condition, id, "TAG", bind, n, "name", value, ...)`: a label whose run also binds names to values.
    Bindings,
    /// `pc_label_sequence(condition, id, position, length, "variable", n, "name", value, ...)`: a position of a sequence.
    Sequence,
    /// `pc_label_sequence_condition(condition, "variable")`: if the condition does not hold, the sequences of a variable
    /// restart.
    Break,
}

/// A label in a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The instruction that replaces the call.
    pub at: InstId,
    /// A value of one bit.
    pub condition: Value,
    pub meaning: Meaning,
}

/// The data that a mark attaches to its condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    Label {
        id: u64,
        tag: Option<String>,
    },
    /// A name that the label or the position behind it binds to the truth of a value.
    Binding {
        id: u64,
        name: String,
    },
    /// The positions of a sequence count from 1.
    Position {
        id: u64,
        position: u64,
        length: u64,
        variable: String,
    },
    Break {
        variable: String,
    },
}

impl LabelCall {
    /// The minimal number of arguments of a call.
    pub(super) fn takes(self) -> usize {
        match self {
            Self::Plain | Self::Break => 2,
            Self::Bindings => 3,
            Self::Sequence => 5,
        }
    }

    /// The meaning of a call with these arguments; `None` if a number or a name is not constant.
    pub(super) fn meaning(self, module: &Module, args: &[Value]) -> Option<Meaning> {
        let number = |index: usize| constant(module, *args.get(index)?);
        let name = |index: usize| text_in(module, *args.get(index)?);
        match self {
            Self::Plain | Self::Bindings => Some(Meaning::Label {
                id: number(1)?,
                tag: match args.get(2) {
                    Some(&tag) if !is_null(module, tag) => Some(text_in(module, tag)?),
                    _ => None,
                }
                .filter(|tag| !tag.is_empty()),
            }),
            Self::Sequence => {
                let (position, length) = (number(2)?, number(3)?);
                (1..=length).contains(&position).then_some(())?;
                Some(Meaning::Position {
                    id: number(1)?,
                    position,
                    length,
                    variable: name(4)?,
                })
            }
            Self::Break => Some(Meaning::Break { variable: name(1)? }),
        }
    }
}

/// The names that a call binds, each with its value: they stand behind their count.
pub(super) fn bindings(module: &Module, label: LabelCall, call: &Call) -> Vec<(String, Value)> {
    let first = match label {
        LabelCall::Bindings => 5,
        LabelCall::Sequence => 6,
        LabelCall::Plain | LabelCall::Break => return Vec::new(),
    };
    let is_bound = |value: &Arg| is_condition(module, value.ty);
    let pairs = call.args.get(first..).unwrap_or_default().chunks_exact(2);
    let named = pairs.filter(|pair| is_bound(&pair[1]));
    let named = named.filter_map(|pair| Some((text_in(module, pair[0].value)?, pair[1].value)));
    named.collect()
}

/// The way in which a function is called to put a label, by its name.
pub fn label_call(symbol: &str) -> Option<LabelCall> {
    match find(symbol) {
        Some(Annotation::Label(call)) => Some(call),
        _ => None,
    }
}

/// Attaches the data of a mark to its instruction.
pub(super) fn attach(module: &mut Module, function: quell_ir::FuncId, at: InstId, of: &Meaning) {
    let words: Vec<MdId> = match of {
        Meaning::Label { id, tag } => {
            let tag = tag.as_deref().unwrap_or("");
            vec![
                string(module, "label"),
                int(module, *id),
                string(module, tag),
            ]
        }
        Meaning::Binding { id, name } => vec![
            string(module, "binding"),
            int(module, *id),
            string(module, name),
        ],
        Meaning::Position {
            id,
            position,
            length,
            variable,
        } => vec![
            string(module, "position"),
            int(module, *id),
            int(module, *position),
            int(module, *length),
            string(module, variable),
        ],
        Meaning::Break { variable } => vec![string(module, "break"), string(module, variable)],
    };
    let node = module.metadata.push(Metadata::Tuple {
        distinct: false,
        elems: words.into_iter().map(Some).collect(),
    });
    let kind = module.symbols.intern(KIND);
    let attachments = &mut module.functions[function].attachments;
    attachments.push((at, Attachment { kind, node }));
    attachments.sort_by_key(|(inst, _)| *inst);
}

fn string(module: &mut Module, text: &str) -> MdId {
    let text = module.symbols.intern(text);
    module.metadata.push(Metadata::String(text))
}

fn int(module: &mut Module, number: u64) -> MdId {
    let value = quell_ir::build::int(module, 64, number.cast_signed());
    match value {
        Value::Const(id) => module.metadata.push(Metadata::Const(id)),
        _ => module.metadata.push(Metadata::Undefined),
    }
}

/// The labels of a function, in the order of its blocks.
pub fn marks(module: &Module, function: &Function) -> Vec<Mark> {
    let Some(kind) = module.symbols.lookup(KIND) else {
        return Vec::new();
    };
    let insts = function.blocks.values().flat_map(|block| &block.insts);
    let found = insts.filter_map(|&at| {
        let mut attached = function.attachments.iter();
        let (_, attachment) = attached.find(|(inst, of)| *inst == at && of.kind == kind)?;
        let InstKind::Freeze { arg } = function.insts[at].kind else {
            return None;
        };
        Some(Mark {
            at,
            condition: arg,
            meaning: read(module, attachment.node)?,
        })
    });
    found.collect()
}

fn read(module: &Module, node: MdId) -> Option<Meaning> {
    let Metadata::Tuple { elems, .. } = module.metadata.get(node)? else {
        return None;
    };
    let word = |index: usize| match module.metadata.get((*elems.get(index)?)?)? {
        Metadata::String(text) => Some(module.text(*text).to_owned()),
        _ => None,
    };
    let number = |index: usize| match module.metadata.get((*elems.get(index)?)?)? {
        Metadata::Const(id) => constant(module, Value::Const(*id)),
        _ => None,
    };
    match word(0)?.as_str() {
        "label" => Some(Meaning::Label {
            id: number(1)?,
            tag: word(2).filter(|tag| !tag.is_empty()),
        }),
        "binding" => Some(Meaning::Binding {
            id: number(1)?,
            name: word(2)?,
        }),
        "position" => Some(Meaning::Position {
            id: number(1)?,
            position: number(2)?,
            length: number(3)?,
            variable: word(4)?,
        }),
        "break" => Some(Meaning::Break { variable: word(1)? }),
        _ => None,
    }
}

fn is_null(module: &Module, value: Value) -> bool {
    match value {
        Value::Const(id) => {
            let kind = &module.consts.get(id).kind;
            matches!(kind, ConstKind::Null) || constant(module, value) == Some(0)
        }
        _ => false,
    }
}

/// The string that a constant points to. Characters that are not printed are `?`.
fn text_in(module: &Module, value: Value) -> Option<String> {
    let Value::Const(id) = value else {
        return None;
    };
    let ConstKind::Global(GlobalRef::Var(global)) = module.consts.get(id).kind else {
        return None;
    };
    let init = module.globals[global].init?;
    match &module.consts.get(init).kind {
        ConstKind::Bytes(bytes) => {
            let text = bytes.iter().take_while(|byte| **byte != 0);
            let shown = |byte: &u8| match byte {
                b' '..=b'~' => char::from(*byte),
                _ => '?',
            };
            Some(text.map(shown).collect())
        }
        ConstKind::Zero => Some(String::new()),
        _ => None,
    }
}

/// Whether a value can be the condition of a label.
pub(super) fn is_condition(module: &Module, ty: quell_ir::TypeId) -> bool {
    matches!(module.types.get(ty), Type::Int(_) | Type::Ptr(_))
}
