//! Lowers a function of the IR to [`Code`]: blocks in order, edges with phi moves, operands resolved.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use quell_bits::Bits;
use quell_ir::debug::{DebugInfo, Origin};
use quell_ir::entity::{EntityRef, SecondaryMap};
use quell_ir::{
    BlockId, ConstId, ConstKind, FuncId, Function, InstId, InstKind, LocalId, Module, TypeId, Value,
};
use quell_values::unsupported::Unsupported;
use rustc_hash::FxHashSet;

use super::Program;
use super::op::{Bin, Code, Edge, EdgeId, Op, Reg, Src, SwitchArgs};
use super::promote::{self, Promoted};
use super::uses::{self, Uses};
use crate::domain::Test;
use crate::stop::{Stop, StopKind};

/// How many instructions a load of a promoted variable may be away from its last use to be replaced by the
/// variable's register.
const FORWARD_WINDOW: u32 = 64;

pub(super) struct Lowering<'a> {
    pub program: &'a Program,
    pub module: &'a Module,
    pub function: &'a Function,
    pub promoted: Promoted,
    pub uses: SecondaryMap<LocalId, Uses>,
    /// Loads of promoted variables whose uses read the variable's register directly.
    aliases: SecondaryMap<LocalId, Option<Reg>>,
    ops: Vec<Op>,
    origin: Vec<InstId>,
    edges: Vec<Edge>,
    edge_targets: Vec<BlockId>,
    starts: Vec<u32>,
    consts: FxHashSet<ConstId>,
    pub block: BlockId,
    block_start: usize,
    /// Every value has a register of its own, also if the code does not use it again.
    is_observable: bool,
}

pub(super) fn lower(program: &Program, id: FuncId, function: &Function) -> Result<Code, Stop> {
    let mut lowering = Lowering::new(program, function);
    for block in function.blocks.keys() {
        lowering.lower_block(block)?;
    }
    Ok(lowering.finish(id))
}

/// The same with every value of the function in its own register, and with some variables in memory.
pub(super) fn lower_observable(
    program: &Program,
    id: FuncId,
    function: &Function,
    in_memory: &BTreeSet<LocalId>,
) -> Result<Code, Stop> {
    let mut lowering = Lowering::observable(program, function, function, in_memory);
    for block in function.blocks.keys() {
        lowering.lower_block(block)?;
    }
    Ok(lowering.finish(id))
}

/// Instructions one after another, with the operations of each. The variables are where [`lower_observable`] puts those of
/// the original function.
pub(super) fn lower_straight(
    program: &Program,
    id: FuncId,
    (original, in_memory): (&Function, &BTreeSet<LocalId>),
    body: &Function,
    insts: &[InstId],
) -> Result<(Code, Vec<Range<usize>>), Stop> {
    let mut lowering = Lowering::observable(program, original, body, in_memory);
    let mut ranges = Vec::new();
    for &inst in insts {
        let first = lowering.ops.len();
        lowering.lower_inst(inst, 0)?;
        ranges.push(first..lowering.ops.len());
    }
    Ok((lowering.finish(id), ranges))
}

impl<'a> Lowering<'a> {
    fn observable(
        program: &'a Program,
        original: &Function,
        function: &'a Function,
        in_memory: &BTreeSet<LocalId>,
    ) -> Self {
        let mut promoted = promote::find(&program.module, original);
        for &local in in_memory {
            promoted[local] = None;
        }
        Self {
            promoted,
            is_observable: true,
            ..Self::new(program, function)
        }
    }

    fn new(program: &'a Program, function: &'a Function) -> Self {
        Self {
            program,
            module: &program.module,
            function,
            promoted: promote::find(&program.module, function),
            uses: uses::collect(function),
            aliases: SecondaryMap::new(),
            ops: Vec::new(),
            origin: Vec::new(),
            edges: Vec::new(),
            edge_targets: Vec::new(),
            starts: Vec::new(),
            consts: FxHashSet::default(),
            block: BlockId::new(0),
            block_start: 0,
            is_observable: false,
        }
    }

    fn finish(mut self, function: FuncId) -> Code {
        for (edge, target) in self.edges.iter_mut().zip(&self.edge_targets) {
            edge.to = self.starts[target.index()];
        }
        let mut consts: Vec<_> = self.consts.into_iter().collect();
        consts.sort();
        Code {
            function,
            ops: self.ops,
            origin: self.origin,
            edges: self.edges,
            starts: self.starts,
            registers: self.function.locals.len(),
            result_noundef: self.function.ret_attrs.noundef,
            of_library: DebugInfo::new(self.module).origin(self.function) == Origin::Library,
            consts,
        }
    }

    fn lower_block(&mut self, block: BlockId) -> Result<(), Stop> {
        self.block = block;
        self.block_start = self.ops.len();
        self.starts.push(self.ops.len() as u32);
        let function = self.function;
        for (position, &inst) in function.blocks[block].insts.iter().enumerate() {
            self.lower_inst(inst, position as u32)?;
        }
        let ends = function
            .terminator(block)
            .is_some_and(|i| function.insts[i].kind.is_terminator());
        if ends {
            Ok(())
        } else {
            Err(StopKind::broken("a block without an end").into())
        }
    }

    pub fn emit(&mut self, inst: InstId, op: Op) {
        self.ops.push(op);
        self.origin.push(inst);
    }

    /// The register of an instruction's result.
    pub fn dst(&self, inst: InstId) -> Result<Reg, Stop> {
        let result = self.function.insts[inst].result.expand();
        result
            .map(LocalId::as_u32)
            .ok_or_else(|| StopKind::broken("a result of type void").into())
    }

    pub fn src(&mut self, value: Value) -> Result<Src, Stop> {
        match value {
            Value::Local(local) => Ok(Src::reg(self.aliases[local].unwrap_or(local.as_u32()))),
            Value::Const(id) => {
                self.consts.insert(id);
                Ok(Src::constant(id))
            }
            Value::Metadata(_) => Err(StopKind::broken("metadata as an operand").into()),
        }
    }

    pub fn type_of(&self, value: Value) -> Result<TypeId, Stop> {
        let ty = self.module.value_type(self.function, value);
        ty.ok_or_else(|| StopKind::broken("metadata as an operand").into())
    }

    /// The promoted variable that a pointer operand denotes.
    pub fn variable(&self, ptr: Value) -> Option<Reg> {
        match ptr {
            Value::Local(local) => self.promoted[local].map(|_| local.as_u32()),
            _ => None,
        }
    }

    /// Lowers a load of a promoted variable. It needs no operation if the register holds the loaded value at
    /// every use of it.
    pub fn load_variable(
        &mut self,
        inst: InstId,
        position: u32,
        variable: Reg,
    ) -> Result<(), Stop> {
        let dst = self.dst(inst)?;
        if !self.is_observable && self.can_forward(LocalId::from_u32(dst), position, variable) {
            self.aliases[LocalId::from_u32(dst)] = Some(variable);
        } else {
            self.emit(
                inst,
                Op::Copy {
                    dst,
                    a: Src::reg(variable),
                },
            );
        }
        Ok(())
    }

    fn can_forward(&self, loaded: LocalId, position: u32, variable: Reg) -> bool {
        let uses = self.uses[loaded];
        if !uses.only_in(self.block) || uses.last > position + FORWARD_WINDOW {
            return false;
        }
        let insts = &self.function.blocks[self.block].insts;
        let between = insts
            .get(position as usize + 1..uses.last as usize)
            .unwrap_or_default();
        between.iter().all(|&inst| !self.writes(inst, variable))
    }

    fn writes(&self, inst: InstId, variable: Reg) -> bool {
        let is_variable = |value: Value| self.variable(value) == Some(variable);
        match &self.function.insts[inst].kind {
            InstKind::Store { ptr, .. } => is_variable(*ptr),
            // Lifetime markers of the variable.
            InstKind::Call(call) => call.args.iter().any(|arg| is_variable(arg.value)),
            _ => false,
        }
    }

    /// Lowers a store to a promoted variable. If the value was computed by the operation just before and is
    /// used nowhere else, that operation writes the variable directly.
    pub fn store_variable(
        &mut self,
        inst: InstId,
        value: Value,
        variable: Reg,
    ) -> Result<(), Stop> {
        if let Value::Local(local) = value
            && !self.is_observable
            && self.uses[local].count == 1
            && self.ops.len() > self.block_start
            && let Some(dst) = self.ops.last_mut().and_then(Op::dst_mut)
            && *dst == local.as_u32()
        {
            *dst = variable;
            return Ok(());
        }
        let a = self.src(value)?;
        self.emit(inst, Op::Copy { dst: variable, a });
        Ok(())
    }

    /// Removes the comparison that was just emitted if `cond` is its result and has no other use: the branch
    /// performs it.
    pub fn take_comparison(&mut self, cond: Value) -> Option<(Test, Bin)> {
        let Value::Local(local) = cond else {
            return None;
        };
        let (test, args) = self.ops.last()?.as_test()?;
        let fits = !self.is_observable
            && self.ops.len() > self.block_start
            && args.dst == local.as_u32()
            && self.uses[local].count == 1;
        if !fits {
            return None;
        }
        self.ops.pop();
        self.origin.pop();
        Some((test, args))
    }

    pub fn edge(&mut self, to: BlockId) -> Result<EdgeId, Stop> {
        let mut moves = Vec::new();
        let function = self.function;
        for &inst in &function.blocks[to].insts {
            let InstKind::Phi { incoming, .. } = &function.insts[inst].kind else {
                break;
            };
            let from = self.block;
            let value = incoming
                .iter()
                .find(|(_, block)| *block == from)
                .map(|(value, _)| *value);
            let value = value.ok_or_else(|| StopKind::broken("a phi without this edge"))?;
            moves.push((self.dst(inst)?, self.src(value)?));
        }
        let overlapping = (1..moves.len()).any(|i| {
            moves[..i]
                .iter()
                .any(|(dst, _)| moves[i].1 == Src::reg(*dst))
        });
        self.edges.push(Edge {
            to: 0,
            moves: moves.into(),
            overlapping,
        });
        self.edge_targets.push(to);
        Ok((self.edges.len() - 1) as EdgeId)
    }

    pub fn switch(
        &mut self,
        inst: InstId,
        value: Value,
        default: BlockId,
        cases: &[(ConstId, BlockId)],
    ) -> Result<(), Stop> {
        let width = self.int_width(self.type_of(value)?)?;
        let mut targets = Vec::with_capacity(cases.len());
        for &(constant, block) in cases {
            targets.push((self.int_constant(constant)?, self.edge(block)?));
        }
        targets.sort_by(|a, b| a.0.cmp_unsigned(&b.0));
        let small = targets
            .iter()
            .filter_map(|(bits, edge)| Some((bits.to_u64()?, *edge)));
        let args = SwitchArgs {
            value: self.src(value)?,
            width,
            default: self.edge(default)?,
            small: if width <= 64 {
                small.collect()
            } else {
                Box::default()
            },
            cases: targets.into(),
        };
        self.emit(inst, Op::Switch(Rc::new(args)));
        Ok(())
    }

    /// Emits the start of the lifetime of a promoted variable, which makes it undefined.
    pub fn forget(&mut self, inst: InstId, dst: Reg, ty: TypeId) -> Result<(), Stop> {
        let width = self.program.shapes.get(ty)?.width();
        self.emit(inst, Op::Forget { dst, width });
        Ok(())
    }

    pub fn int_width(&self, ty: TypeId) -> Result<u32, Stop> {
        let width = self.program.shapes.get(ty)?.width();
        width.ok_or_else(|| StopKind::broken("not a number").into())
    }

    pub fn int_constant(&self, id: ConstId) -> Result<Bits, Stop> {
        let constant = self.module.consts.get(id);
        match (
            &constant.kind,
            self.program.shapes.get(constant.ty)?.width(),
        ) {
            (ConstKind::Int(bits), _) => Ok(bits.clone()),
            (ConstKind::Zero, Some(width)) => Ok(Bits::zero(width)),
            _ => Err(Unsupported::SwitchCase.into()),
        }
    }
}
