//! The call graph of a module.

use crate::analysis::graph::{Graph, Sccs};
use crate::constant::{ConstExpr, ConstKind, GlobalRef};
use crate::entity::{ConstId, EntityRef, FuncId, InstId, SecondaryMap};
use crate::function::Function;
use crate::inst::{Callee, Inst, Value};
use crate::module::Module;
use crate::opcode::CastOp;

/// Calls between the functions of a module.
#[derive(Clone, Debug)]
pub struct CallGraph {
    sites: SecondaryMap<FuncId, Vec<CallSite>>,
    direct: Graph<FuncId>,
    callers: Graph<FuncId>,
    sccs: Sccs<FuncId>,
    /// The direct calls, and an extra node for unknown code: with edges from every function with a
    /// call that is not direct, and to every function whose address is taken.
    assumed: Graph<FuncId>,
    assumed_sccs: Sccs<FuncId>,
    address_taken: Vec<bool>,
}

/// A call or invoke in a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallSite {
    pub inst: InstId,
    pub target: Target,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A known function, possibly through aliases and casts.
    Direct(FuncId),
    /// An unknown function, through a pointer.
    Indirect,
    InlineAsm,
}

impl CallGraph {
    pub fn new(module: &Module) -> Self {
        let mut sites: SecondaryMap<FuncId, Vec<CallSite>> = SecondaryMap::new();
        for (id, function) in &module.functions {
            sites[id] = call_sites(module, function);
        }
        let address_taken = AddressTaken::new(module).run();
        let count = module.functions.len();
        let mut edges = direct_edges(module, &sites);
        let direct = Graph::from_edges(count, &edges);
        edges.extend(assumed_edges(module, &sites, &address_taken));
        let assumed = Graph::from_edges(count + 1, &edges);
        Self {
            sccs: direct.sccs(),
            callers: direct.reversed(),
            direct,
            assumed_sccs: assumed.sccs(),
            assumed,
            sites,
            address_taken,
        }
    }

    /// The calls in `function`, in the order of its instructions.
    pub fn sites(&self, function: FuncId) -> &[CallSite] {
        &self.sites[function]
    }

    /// Functions called directly, ordered, each once.
    pub fn callees(&self, function: FuncId) -> &[FuncId] {
        self.direct.successors(function)
    }

    /// Functions that call `function` directly, ordered, each once.
    pub fn callers(&self, function: FuncId) -> &[FuncId] {
        self.callers.successors(function)
    }

    pub fn has_indirect_calls(&self, function: FuncId) -> bool {
        let mut sites = self.sites[function].iter();
        sites.any(|site| site.target == Target::Indirect)
    }

    /// Whether the function's address is used other than as the callee of a call.
    pub fn is_address_taken(&self, function: FuncId) -> bool {
        self.address_taken
            .get(function.index())
            .is_some_and(|&taken| taken)
    }

    /// The strongly connected components of direct calls, callees before callers.
    pub fn bottom_up(&self) -> impl Iterator<Item = &[FuncId]> {
        self.sccs.iter()
    }

    /// Whether the function may call itself through direct calls alone.
    pub fn is_recursive(&self, function: FuncId) -> bool {
        function.index() < self.direct.len() && self.sccs.on_cycle(&self.direct, function)
    }

    /// Whether the function may call itself, assuming that calls through pointers, inline assembly
    /// and external functions may call every function whose address is taken.
    pub fn may_be_recursive(&self, function: FuncId) -> bool {
        function.index() < self.direct.len() && self.assumed_sccs.on_cycle(&self.assumed, function)
    }
}

fn call_sites(module: &Module, function: &Function) -> Vec<CallSite> {
    let insts = function.blocks.values().flat_map(|block| &block.insts);
    let site = |&inst: &InstId| {
        let target = target(module, function.insts.get(inst)?)?;
        Some(CallSite { inst, target })
    };
    insts.filter_map(site).collect()
}

/// The target of an instruction, if it is a call.
pub fn target(module: &Module, inst: &Inst) -> Option<Target> {
    Some(match &inst.kind.as_call()?.callee {
        Callee::Asm(_) => Target::InlineAsm,
        Callee::Value(Value::Const(callee)) => {
            function_behind(module, *callee).map_or(Target::Indirect, Target::Direct)
        }
        Callee::Value(_) => Target::Indirect,
    })
}

/// The function whose address a constant is, through aliases and expressions that keep the address.
pub fn function_behind(module: &Module, constant: ConstId) -> Option<FuncId> {
    let mut current = constant;
    // Aliases of a malformed module may form a cycle; in a valid module no constant is visited twice.
    for _ in 0..=module.consts.len() {
        current = match &module.consts.get(current).kind {
            ConstKind::Global(GlobalRef::Func(function)) => return Some(*function),
            ConstKind::Global(GlobalRef::Alias(alias)) => {
                let alias = module.aliases.get(*alias).filter(|alias| !alias.ifunc)?;
                alias.target
            }
            ConstKind::Expr(expr) => same_address(module, expr)?,
            _ => return None,
        };
    }
    None
}

/// The operand of an expression that has the same address, if there is one.
fn same_address(module: &Module, expr: &ConstExpr) -> Option<ConstId> {
    match expr {
        ConstExpr::Cast {
            op: CastOp::BitCast | CastOp::AddrSpaceCast,
            arg,
            ..
        } => Some(*arg),
        ConstExpr::Equivalent { of, .. } => Some(*of),
        ConstExpr::Gep { base, indices, .. } => {
            let zero = |&index: &ConstId| is_zero(module, index);
            indices.iter().all(zero).then_some(*base)
        }
        _ => None,
    }
}

fn is_zero(module: &Module, constant: ConstId) -> bool {
    match &module.consts.get(constant).kind {
        ConstKind::Int(bits) => bits.is_zero(),
        kind => matches!(kind, ConstKind::Zero | ConstKind::Null),
    }
}

type Edge = (FuncId, FuncId);

/// Each pair of a caller and a direct callee once, ordered.
fn direct_edges(module: &Module, sites: &SecondaryMap<FuncId, Vec<CallSite>>) -> Vec<Edge> {
    let mut edges = Vec::new();
    for caller in module.functions.keys() {
        edges.extend(sites[caller].iter().filter_map(|site| match site.target {
            Target::Direct(callee) => Some((caller, callee)),
            _ => None,
        }));
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The edges to and from the node of unknown code.
fn assumed_edges(
    module: &Module,
    sites: &SecondaryMap<FuncId, Vec<CallSite>>,
    address_taken: &[bool],
) -> Vec<Edge> {
    let unknown_code = FuncId::new(module.functions.len());
    let is_direct = |site: &CallSite| matches!(site.target, Target::Direct(_));
    let mut edges = Vec::new();
    for (id, function) in &module.functions {
        let intrinsic = module.text(function.name).starts_with("llvm.");
        let outside = function.is_declaration() && !intrinsic;
        if outside || !sites[id].iter().all(is_direct) {
            edges.push((id, unknown_code));
        }
        if address_taken.get(id.index()) == Some(&true) {
            edges.push((unknown_code, id));
        }
    }
    edges
}

/// Finds the functions whose address is used other than as the callee of a call. Every constant is
/// visited once.
struct AddressTaken<'m> {
    module: &'m Module,
    seen: Vec<bool>,
    work: Vec<ConstId>,
    taken: Vec<bool>,
}

impl<'m> AddressTaken<'m> {
    fn new(module: &'m Module) -> Self {
        Self {
            module,
            seen: vec![false; module.consts.len()],
            work: Vec::new(),
            taken: vec![false; module.functions.len()],
        }
    }

    fn run(mut self) -> Vec<bool> {
        self.work.extend(
            self.module
                .globals
                .values()
                .filter_map(|global| global.init),
        );
        // A resolver is called by the loader.
        let ifuncs = self.module.aliases.values().filter(|alias| alias.ifunc);
        self.work.extend(ifuncs.map(|alias| alias.target));
        for function in self.module.functions.values() {
            self.work.extend(function.prefix);
            self.work.extend(function.prologue);
            for inst in function.insts.values() {
                self.operands(inst);
            }
        }
        while let Some(constant) = self.work.pop() {
            self.visit(constant);
        }
        self.taken
    }

    fn operands(&mut self, inst: &Inst) {
        let work = &mut self.work;
        let mut skip = matches!(target(self.module, inst), Some(Target::Direct(_)));
        inst.kind.for_each_operand(|value| {
            // The callee is the first operand of a call.
            if let (Value::Const(id), false) = (value, skip) {
                work.push(*id);
            }
            skip = false;
        });
    }

    fn visit(&mut self, constant: ConstId) {
        match self.seen.get_mut(constant.index()) {
            Some(seen) if !*seen => *seen = true,
            _ => return,
        }
        let kind = &self.module.consts.get(constant).kind;
        match kind {
            ConstKind::Global(GlobalRef::Func(function)) => {
                if let Some(taken) = self.taken.get_mut(function.index()) {
                    *taken = true;
                }
            }
            ConstKind::Global(GlobalRef::Alias(alias)) => {
                let target = self.module.aliases.get(*alias).map(|alias| alias.target);
                self.work.extend(target);
            }
            _ => kind.for_each_member(|member| self.work.push(member)),
        }
    }
}
