//! The variables that data flow is about, with the definitions and uses of them that the user wrote.
//!
//! Decisions:
//!
//! - **Scalars that are accessed by their names alone.** Of an array, a structure or a variable whose address is taken the
//!   text does not tell what is assigned; volatile ones change by themselves.
//! - **All accesses or none.** If one access in the code has no place in the text, the variable has no pairs: a definition
//!   that is not known would make a wrong pair.
//! - **A parameter is defined by the call**, where the function is entered. Variables of the file and static ones are not; a
//!   call that may assign one ends what was assigned before. So does the declaration of a local variable without a value.
//! - **Fortran uses a variable once in a statement**: flang places all of a statement at its beginning.

mod registers;

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::debug::{DiType, Encoding, VariableSource};
use quell_ir::{Call, GlobalId, InstId, InstKind, LocalId, MdId, Type, TypeId, Value};
use quell_source::{Kind, Language, NodeId};
use thiserror::Error;

use super::globals::{Globals, global_at, globals_in};
use crate::align::Aligner;
use crate::criteria::decisions::function_node;

/// A variable with a definition or a use.
#[derive(Debug)]
pub struct Variable {
    pub name: String,
    /// In the order of the text.
    pub definitions: Vec<Definition>,
    pub uses: Vec<UseSite>,
    /// It loses its value before each of these.
    pub kills: Vec<InstId>,
}

#[derive(Debug)]
pub struct Definition {
    pub node: NodeId,
    /// It has the value before each of these at the latest, and nothing reads it in between.
    pub writes: Vec<InstId>,
    /// The call defines it.
    pub is_parameter: bool,
}

#[derive(Debug)]
pub struct UseSite {
    pub node: NodeId,
    pub reads: Vec<InstId>,
}

/// Why a variable has no pairs.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoFlow {
    #[error("`{0}` is no scalar")]
    NoScalar(String),
    #[error("the address of `{0}` is taken")]
    AddressTaken(String),
    #[error("`{0}` is volatile or atomic")]
    Volatile(String),
    #[error("`{0}` has no place of its own in memory")]
    NoPlace(String),
    #[error("it is not certain which code of the text assigns and reads `{0}`")]
    Unaligned(String),
}

/// The variables of a function.
#[derive(Debug, Default)]
pub struct Variables {
    pub variables: Vec<Variable>,
    /// Where they are declared.
    pub skipped: Vec<(NodeId, NoFlow)>,
}

/// All variables that a function accesses by name.
pub fn variables(aligner: &Aligner<'_>, globals: &Globals) -> Variables {
    let Some(function) = function_node(aligner) else {
        return Variables::default();
    };
    let search = Search {
        aligner,
        globals,
        function,
    };
    let mut found = Variables::default();
    for candidate in search.candidates() {
        match search.variable(&candidate) {
            Ok(variable) => found.variables.push(variable),
            Err(reason) => found.skipped.push((search.declaration(&candidate), reason)),
        }
    }
    found
}

/// A variable that may have pairs.
struct Candidate {
    name: String,
    line: u32,
    ty: Option<MdId>,
    is_parameter: bool,
    home: Home,
    /// Where its scope is entered.
    declared: Vec<InstId>,
}

/// Where a variable is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    Slot(LocalId),
    /// In a register that rustc stores here once, for debuggers.
    Spilled(LocalId),
    Static(GlobalId),
    None,
}

/// The reads and writes of a variable.
#[derive(Default)]
struct Accesses {
    reads: Vec<InstId>,
    writes: Vec<InstId>,
}

struct Search<'s, 'a> {
    aligner: &'s Aligner<'a>,
    globals: &'s Globals,
    function: NodeId,
}

impl Search<'_, '_> {
    /// Local variables in the order of their declarations, then those of the file.
    fn candidates(&self) -> Vec<Candidate> {
        let aligner = self.aligner;
        let mut found: Vec<Candidate> = self.locals().collect();
        let mut seen = BTreeSet::new();
        let operands = aligner.function.insts.values().flat_map(|inst| {
            let operands = inst.kind.operands();
            operands.into_iter().collect::<Vec<_>>()
        });
        for value in operands {
            let Value::Const(constant) = value else {
                continue;
            };
            for global in globals_in(aligner.module, constant) {
                if seen.insert(global) {
                    found.extend(self.global(global));
                }
            }
        }
        found.sort_by_key(|of| (matches!(of.home, Home::Static(_)), of.line));
        found
    }

    fn locals(&self) -> impl Iterator<Item = Candidate> {
        let aligner = self.aligner;
        let all = aligner.info.variables(aligner.function).into_iter();
        let own = all.filter(|of| of.inlined_at.is_none() && !of.artificial);
        own.filter_map(move |of| {
            let slots = of.places.iter().filter_map(|place| match place.source {
                VariableSource::Local(local) if place.is_address => {
                    place.expression.is_plain().then_some(local)
                }
                _ => None,
            });
            let slots: BTreeSet<LocalId> = slots.collect();
            let mut slots = slots.into_iter();
            let home = match (slots.next(), slots.next()) {
                (Some(slot), None) if self.is_spill(slot) => Home::Spilled(slot),
                (Some(slot), None) => Home::Slot(slot),
                _ if of.places.is_empty() => return None,
                _ => Home::None,
            };
            Some(Candidate {
                name: of.name?.to_owned(),
                line: of.line,
                ty: of.ty,
                is_parameter: of.arg.is_some(),
                home,
                declared: of.places.iter().map(|place| place.before).collect(),
            })
        })
    }

    /// Rustc stores what is in a register where debuggers find it.
    fn is_spill(&self, slot: LocalId) -> bool {
        let name = self.aligner.function.locals[slot].name;
        name.is_some_and(|name| self.aligner.module.text(name).contains("dbg.spill"))
    }

    /// A variable of the file, or a static one, that the user can change.
    fn global(&self, id: GlobalId) -> Option<Candidate> {
        let aligner = self.aligner;
        let global = &aligner.module.globals[id];
        let all = aligner.info.global_variables(id);
        let named = all.iter().find_map(|of| Some((of, of.name?)));
        let is_external = global.init.is_none();
        let (name, line, ty) = match named {
            Some((of, name)) => (name.to_owned(), of.line, of.ty),
            None if is_external => (aligner.module.text(global.name).to_owned(), 0, None),
            None => return None,
        };
        (!global.constant).then_some(Candidate {
            name,
            line,
            ty,
            is_parameter: false,
            home: Home::Static(id),
            declared: Vec::new(),
        })
    }

    /// Where a variable is declared, or first named in the function.
    fn declaration(&self, candidate: &Candidate) -> NodeId {
        let tree = self.aligner.tree;
        let is_own = |node: &NodeId| self.is_name(*node, candidate);
        let declared = tree.names_on(candidate.line).iter().copied().find(is_own);
        let below = || tree.descend(self.function).into_iter().find(is_own);
        declared.or_else(below).unwrap_or(self.function)
    }

    fn is_name(&self, node: NodeId, candidate: &Candidate) -> bool {
        let tree = self.aligner.tree;
        tree.kind(node) == Kind::Name
            && self
                .aligner
                .same_name(&candidate.name, tree.node_text(node))
    }

    fn variable(&self, candidate: &Candidate) -> Result<Variable, NoFlow> {
        let name = || candidate.name.clone();
        if !self.is_scalar(candidate) {
            return Err(NoFlow::NoScalar(name()));
        }
        let accesses = match candidate.home {
            Home::None => return Err(NoFlow::NoPlace(name())),
            Home::Spilled(slot) => {
                let variable = self.of_register(candidate, slot);
                return variable.ok_or_else(|| NoFlow::Unaligned(name()));
            }
            Home::Slot(slot) => self.of_slot(slot),
            Home::Static(global) => self.of_global(global),
        };
        let accesses = accesses.ok_or_else(|| NoFlow::AddressTaken(name()))?;
        if self.is_volatile(&accesses) {
            return Err(NoFlow::Volatile(name()));
        }
        let variable = self.placed(candidate, accesses);
        variable.ok_or_else(|| NoFlow::Unaligned(name()))
    }

    fn is_scalar(&self, candidate: &Candidate) -> bool {
        let info = &self.aligner.info;
        let module = self.aligner.module;
        match (candidate.ty, candidate.home) {
            (Some(ty), _) => match info.unwrapped(Some(ty)).map(|ty| info.ty(ty)) {
                Some(DiType::Basic { encoding, .. }) => encoding != Encoding::Complex,
                Some(DiType::Enum { .. } | DiType::Pointer { .. }) => true,
                _ => false,
            },
            (None, Home::Static(global)) => {
                let ty = module.types.resolve(module.globals[global].ty);
                matches!(ty, Type::Int(_) | Type::Float(_) | Type::Ptr(_))
            }
            (None, _) => false,
        }
    }

    /// What is read and written at an address of the function; none if the address is used otherwise.
    fn of_slot(&self, slot: LocalId) -> Option<Accesses> {
        let mut accesses = Accesses::default();
        let users = self.aligner.users.get(&slot).into_iter().flatten();
        for user in users {
            self.add(&mut accesses, user.inst, |ptr| ptr == Value::Local(slot))?;
        }
        Some(accesses)
    }

    fn of_global(&self, global: GlobalId) -> Option<Accesses> {
        let module = self.aligner.module;
        if self.globals.is_address_taken(global) {
            return None;
        }
        let mut accesses = Accesses::default();
        let is_own = |value: Value| global_at(module, value) == Some(global);
        for block in self.aligner.function.blocks.values() {
            for &inst in &block.insts {
                let operands = self.aligner.kind_of(inst).operands();
                if operands.into_iter().any(is_own) {
                    self.add(&mut accesses, inst, is_own)?;
                }
            }
        }
        Some(accesses)
    }

    fn add(
        &self,
        accesses: &mut Accesses,
        inst: InstId,
        is_own: impl Fn(Value) -> bool,
    ) -> Option<()> {
        match *self.aligner.kind_of(inst) {
            InstKind::Load { ptr, .. } if is_own(ptr) => accesses.reads.push(inst),
            InstKind::Store { ptr, value, .. } if is_own(ptr) && !is_own(value) => {
                accesses.writes.push(inst);
            }
            // The scope of a variable begins or ends.
            InstKind::Call(ref call) if self.is_lifetime(call) => {}
            _ => return None,
        }
        Some(())
    }

    fn is_lifetime(&self, call: &Call) -> bool {
        let module = self.aligner.module;
        let callee = module.direct_callee(call);
        callee.is_some_and(|callee| {
            let name = module.text(module.functions[callee].name);
            name.starts_with("llvm.lifetime.")
        })
    }

    fn is_volatile(&self, accesses: &Accesses) -> bool {
        let mut all = accesses.reads.iter().chain(&accesses.writes);
        all.any(|&inst| match self.aligner.kind_of(inst) {
            InstKind::Load { access, .. } | InstKind::Store { access, .. } => {
                access.volatile || access.ordering.is_some()
            }
            _ => false,
        })
    }

    /// The accesses by their places in the text; none if one has none.
    fn placed(&self, candidate: &Candidate, accesses: Accesses) -> Option<Variable> {
        let (mut parameter, mut definitions) = (Vec::new(), BTreeMap::new());
        for &write in &accesses.writes {
            match self.is_passed(candidate, write) {
                true => parameter.push(write),
                false => {
                    let node = self.written(candidate, write)?;
                    definitions.entry(node).or_insert_with(Vec::new).push(write);
                }
            }
        }
        let mut uses: BTreeMap<NodeId, Vec<InstId>> = BTreeMap::new();
        for &read in &accesses.reads {
            uses.entry(self.read(candidate, read)?)
                .or_default()
                .push(read);
        }
        let all = accesses.reads.iter().chain(&accesses.writes);
        let types: BTreeSet<Option<TypeId>> = all.map(|&inst| self.accessed(inst)).collect();
        (types.len() <= 1).then_some(())?;
        if parameter.is_empty() && candidate.is_parameter {
            parameter.extend(self.first());
        }
        let mut definitions = sorted(self, definitions);
        if !parameter.is_empty() {
            let definition = (self.parameter(candidate)?, parameter);
            definitions.insert(0, definition);
        }
        let definitions = definitions.into_iter().map(|(node, writes)| Definition {
            node,
            writes,
            is_parameter: self.aligner.tree.kind(node) == Kind::Name,
        });
        let uses = sorted(self, uses).into_iter();
        Some(Variable {
            name: candidate.name.clone(),
            definitions: definitions.collect(),
            uses: uses.map(|(node, reads)| UseSite { node, reads }).collect(),
            kills: self.kills(candidate),
        })
    }

    fn accessed(&self, inst: InstId) -> Option<TypeId> {
        match *self.aligner.kind_of(inst) {
            InstKind::Store { value, .. } => self.aligner.type_of(value),
            _ => Some(self.aligner.function.insts[inst].ty),
        }
    }

    /// Whether an instruction stores what was passed for a parameter: no text stands for it.
    fn is_passed(&self, candidate: &Candidate, write: InstId) -> bool {
        let aligner = self.aligner;
        candidate.is_parameter && aligner.info.span_of(aligner.function, write).is_none()
    }

    /// What is executed first.
    fn first(&self) -> Option<InstId> {
        let function = self.aligner.function;
        let insts = &function.blocks[function.entry()?].insts;
        let mut all = insts.iter().copied();
        all.find(|&inst| !matches!(function.insts[inst].kind, InstKind::Alloca { .. }))
    }

    fn parameter(&self, candidate: &Candidate) -> Option<NodeId> {
        let tree = self.aligner.tree;
        let children = tree.node(self.function).children.iter().copied();
        let mut names = children.flat_map(|child| match tree.kind(child) {
            Kind::Pattern => tree.descend(child),
            _ => vec![child],
        });
        names.find(|&node| self.is_name(node, candidate))
    }

    /// The assignment or declaration that a store belongs to.
    fn written(&self, candidate: &Candidate, inst: InstId) -> Option<NodeId> {
        let aligner = self.aligner;
        let known = aligner.found.nodes.get(&inst).copied();
        if let Some(node) = known.filter(|&node| self.assigns(node, candidate)) {
            return Some(node);
        }
        let place = aligner.place(inst)?;
        let here = aligner.tree.at(place).iter().copied();
        let here = here.filter(|&node| self.assigns(node, candidate));
        if let Some(only) = only(here) {
            return Some(only);
        }
        self.around(candidate, place)
    }

    /// Rustc places an assignment where its value is, or each of the values that it may have.
    fn around(&self, candidate: &Candidate, place: u32) -> Option<NodeId> {
        let file = self.aligner.tree.file();
        if self.aligner.tree.language() != Language::Rust {
            return None;
        }
        let innermost = file.innermost_at(place);
        let mut above = std::iter::once(innermost).chain(file.ancestors(innermost));
        above.find(|&node| self.assigns(node, candidate))
    }

    /// Whether a node assigns the variable.
    fn assigns(&self, node: NodeId, candidate: &Candidate) -> bool {
        let tree = self.aligner.tree;
        let target = tree.child(node, 0).map(|target| tree.bare(target));
        matches!(
            tree.kind(node),
            Kind::Assign(_) | Kind::Update { .. } | Kind::Declared
        ) && target.is_some_and(|target| self.names(target, candidate))
    }

    /// Whether a node is the name of the variable, as a target also in a pattern of Rust.
    fn names(&self, node: NodeId, candidate: &Candidate) -> bool {
        let tree = self.aligner.tree;
        match tree.kind(node) {
            Kind::Pattern => tree.node_text(node).trim_start_matches("mut ") == candidate.name,
            _ => self.is_name(node, candidate),
        }
    }

    /// The name that a load reads, or the compound assignment whose target it is.
    fn read(&self, candidate: &Candidate, inst: InstId) -> Option<NodeId> {
        let aligner = self.aligner;
        let tree = aligner.tree;
        let reads = |&node: &NodeId| match tree.kind(node) {
            Kind::Name => self.is_name(node, candidate) && !self.is_target(node),
            Kind::Assign(Some(_)) | Kind::Update { .. } => self.assigns(node, candidate),
            _ => false,
        };
        let place = aligner.place(inst)?;
        let mut here = tree.at(place).iter().copied().filter(reads);
        if tree.language() == Language::Fortran {
            return here.next();
        }
        let known = aligner.found.nodes.get(&inst).copied();
        known.filter(reads).or_else(|| only(here))
    }

    /// Whether a node is only assigned.
    fn is_target(&self, node: NodeId) -> bool {
        let tree = self.aligner.tree;
        let holder = tree.holder(node);
        holder.is_some_and(|(holder, child)| {
            matches!(tree.kind(holder), Kind::Assign(None) | Kind::Declared)
                && tree.child(holder, 0) == Some(child)
        })
    }

    fn kills(&self, candidate: &Candidate) -> Vec<InstId> {
        let aligner = self.aligner;
        let kills = match candidate.home {
            Home::Static(global) => {
                self.globals
                    .assigning_calls(aligner.module, aligner.id, global)
            }
            _ if candidate.is_parameter => Vec::new(),
            _ => candidate.declared.clone(),
        };
        let is_phi = |inst: InstId| matches!(aligner.kind_of(inst), InstKind::Phi { .. });
        kills.into_iter().filter(|&inst| !is_phi(inst)).collect()
    }
}

/// In the order of the text.
fn sorted(
    search: &Search<'_, '_>,
    nodes: BTreeMap<NodeId, Vec<InstId>>,
) -> Vec<(NodeId, Vec<InstId>)> {
    let mut sorted: Vec<_> = nodes.into_iter().collect();
    sorted.sort_by_key(|(node, _)| (search.aligner.tree.shown_span(*node).start, *node));
    sorted
}

fn only(mut nodes: impl Iterator<Item = NodeId>) -> Option<NodeId> {
    let first = nodes.next()?;
    nodes.next().is_none().then_some(first)
}
