//! What verdicts are kept under: everything that they depend on, as one digest.
//!
//! - **The key of a function** is its slice, its inputs as the engine makes them, the settings of the function and of the run, the
//!   engine, the compiler, the versions of the semantics and of Quell.
//! - **The key of a verdict** is that of its function with what the objective does. Functions and objectives of other names,
//!   other files and other lines do not count.
//! - **Time limits are kept beside the key.** A kill and a proof without assumptions and bounds hold whatever the limits were;
//!   anything else holds for the same limits only.
//! - **A test belongs to the function that it calls**, whose key it is kept under: a kill by a test of a caller is known as long
//!   as the caller is the same, too.

use std::collections::BTreeMap;

use quell_engine::{Budgets, EngineEntry, LONGEST, Settings, Subject, inputs};
use quell_exec::semantics::SEMANTICS_VERSION;
use quell_ir::{FuncId, Metadata, Module};
use quell_objectives::{ObjectiveId, ObjectiveKind};
use quell_values::inputs::InputSpace;
use quell_values::{Callee, Types};

use crate::content::Contents;
use crate::digest::{Digest, Digester};

/// The key of one function, and where it is in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FunctionKey {
    pub key: Digest,
    pub positions: Digest,
}

/// The keys of all objectives and functions of a run.
#[derive(Debug)]
pub struct Keys {
    /// Of functions by their names in tests; none if several have the name.
    functions: BTreeMap<String, Option<(FuncId, FunctionKey)>>,
    objectives: BTreeMap<ObjectiveId, (Digest, FunctionKey)>,
    /// Of the time limits.
    pub limits: Digest,
}

impl Keys {
    pub fn new(engine: &EngineEntry, subject: &Subject<'_>, settings: &Settings) -> Self {
        let mut making = Making {
            subject,
            settings,
            contents: Contents::new(subject.lookup.module),
            run: of_run(engine, subject.lookup.module, settings),
        };
        let mut keys = Self {
            functions: BTreeMap::new(),
            objectives: BTreeMap::new(),
            limits: of_limits(settings),
        };
        let mut of_function: BTreeMap<FuncId, FunctionKey> = BTreeMap::new();
        for objective in subject.objectives {
            // What is known of its labels decides it.
            if matches!(objective.kind, ObjectiveKind::HyperLabel(_)) {
                continue;
            }
            let function = settings.called_for(objective);
            let key = of_function.entry(function).or_insert_with(|| {
                let key = making.function(function);
                let name = subject.lookup.name(function);
                let same = keys.functions.entry(name);
                same.and_modify(|of| *of = None)
                    .or_insert(Some((function, key)));
                key
            });
            let mut digester = Digester::new("verdict");
            digester.digest(key.key);
            digester.digest(making.contents.objective(objective));
            let found = (digester.finish(), *key);
            keys.objectives.insert(objective.id.clone(), found);
        }
        keys
    }

    /// The key of the verdict on an objective, and that of its function.
    pub fn objective(&self, id: &ObjectiveId) -> Option<(Digest, FunctionKey)> {
        self.objectives.get(id).copied()
    }

    pub fn objectives(&self) -> impl Iterator<Item = (&ObjectiveId, Digest, FunctionKey)> {
        let all = self.objectives.iter();
        all.map(|(id, (key, function))| (id, *key, *function))
    }

    /// The key of the function that tests call by a name.
    pub fn function(&self, name: &str) -> Option<FunctionKey> {
        let found = self.functions.get(name).copied().flatten();
        found.map(|(_, key)| key)
    }

    /// The place of a function among those of the module.
    pub fn place(&self, name: &str) -> Option<FuncId> {
        let found = self.functions.get(name).copied().flatten();
        found.map(|(function, _)| function)
    }
}

struct Making<'k> {
    subject: &'k Subject<'k>,
    settings: &'k Settings,
    contents: Contents<'k>,
    run: Digest,
}

impl Making<'_> {
    fn function(&mut self, function: FuncId) -> FunctionKey {
        let slice = self.contents.slice(function);
        let mut digester = Digester::new("function");
        digester.text(&self.subject.lookup.name(function));
        digester.digest(self.run);
        digester.digest(slice.digest);
        digester.text(&format!("{:?}", self.settings.of(function)));
        digester.digest(self.inputs(function));
        FunctionKey {
            key: digester.finish(),
            positions: slice.positions,
        }
    }

    /// The inputs as the engine makes them. They may depend on code that the function does not refer to: whether the elements of
    /// a pointer are a row is seen by what all code does with them.
    fn inputs(&self, function: FuncId) -> Digest {
        let lookup = &self.subject.lookup;
        let callee = Callee::new(lookup, Types::new(lookup.module), function);
        let own = self.subject.objectives.iter();
        let own = own.filter(|objective| self.settings.called_for(objective) == function);
        let settings = inputs(&self.settings.of(function).inputs, lookup.module, own);
        let mut digester = Digester::new("inputs");
        match InputSpace::all(&callee, &settings) {
            Ok(spaces) => spaces.iter().for_each(|space| {
                let skeleton = &space.skeleton;
                let parts = (&space.leaves, &space.variants, &space.names);
                digester.digest(self.contents.data(&parts));
                let call = (
                    &skeleton.objects,
                    &skeleton.image.objects,
                    &skeleton.image.params,
                );
                digester.digest(self.contents.data(&call));
                digester.digest(self.contents.data(&(space.scope(), space.restricted())));
            }),
            Err(error) => digester.text(&error.to_string()),
        }
        digester.finish()
    }
}

/// What all verdicts of a run depend on. All settings are named here, so that a new one cannot be forgotten.
fn of_run(engine: &EngineEntry, module: &Module, settings: &Settings) -> Digest {
    let Settings {
        native,
        compare_code,
        seed,
        fuzz,
        dse,
        cbt,
        second,
        // In the keys of functions.
        usual: _,
        functions: _,
        entry: _,
        seeds,
        // Kept beside keys.
        budgets: _,
        // No verdict depends on them.
        jobs: _,
        log: _,
        stop: _,
    } = settings;
    let mut digester = Digester::new("run");
    digester.text(env!("CARGO_PKG_VERSION"));
    digester.text(&SEMANTICS_VERSION.to_string());
    digester.text(engine.name);
    digester.text(&format!("{:?}", (native.opt_level, native.externals)));
    digester.text(&format!("{:?}", (native.work, native.limits)));
    digester.text(&format!("{:?}", (compare_code, seed, fuzz)));
    digester.text(&format!("{:?}", (dse, cbt, second)));
    if !seeds.is_empty() {
        digester.text(&format!("{seeds:?}"));
    }
    let triple = module.triple.map_or("", |triple| module.text(triple));
    digester.text(triple);
    digester.text(&format!("{:?}", module.layout));
    for asm in &module.inline_asm {
        digester.text(module.text(*asm));
    }
    producers(module).for_each(|producer| digester.text(producer));
    digester.finish()
}

/// The compilers that the module comes from.
fn producers(module: &Module) -> impl Iterator<Item = &str> {
    let units = module.symbols.lookup("llvm.dbg.cu");
    let units = units.and_then(|name| module.named_metadata.get(&name));
    let name = module.symbols.lookup("producer");
    let nodes = units.into_iter().flatten();
    nodes.filter_map(move |unit| {
        let Metadata::Node(unit) = &module.metadata[*unit] else {
            return None;
        };
        match unit.field(name?)? {
            quell_ir::metadata::MdField::String(text) => Some(module.text(*text)),
            _ => None,
        }
    })
}

/// Of the whole run only whether there is one: larger bounds are tried as long as there is time.
fn of_limits(settings: &Settings) -> Digest {
    let Budgets {
        query,
        persist,
        turn,
        mutant,
        function,
        run,
    } = settings.budgets;
    let is_limited = run < LONGEST / 2;
    let mut digester = Digester::new("limits");
    let limits = (query, persist, turn, mutant, function, is_limited);
    digester.text(&format!("{limits:?}"));
    digester.finish()
}
