//! Selects the variant of [`Op`] for each instruction.

use quell_ir::opcode::{BinOp, CastOp, Flags, IntPred};
use quell_ir::{InstId, InstKind, Value};

use super::geps::GepSite;
use super::lower::Lowering;
use super::op::{
    Bin, CastArgs, CmpXchgArgs, FBin, LaneArgs, LaneOp, Op, Resize, RmwArgs, ShuffleArgs,
};
use super::shape::ShapeKind;
use super::spelling::{float_op, int_op, test_of, test_op};
use crate::semantics::float::operation;
use crate::stop::{Stop, StopKind};

fn broken(what: &str) -> Stop {
    StopKind::broken(format!("{what} on operands of the wrong type")).into()
}

impl Lowering<'_> {
    pub(super) fn lower_inst(&mut self, inst: InstId, position: u32) -> Result<(), Stop> {
        let function = self.function;
        let data = &function.insts[inst];
        if self.is_volatile(data) {
            self.emit(inst, Op::VolatileAccess);
        }
        match &data.kind {
            InstKind::Phi { .. } => Ok(()),
            InstKind::Binary {
                op,
                flags,
                lhs,
                rhs,
            } => self.binary(inst, *op, *flags, *lhs, *rhs),
            InstKind::ICmp { pred, lhs, rhs, .. } => self.icmp(inst, *pred, *lhs, *rhs),
            InstKind::FCmp { pred, lhs, rhs, .. } => self.float_lanes(
                inst,
                *lhs,
                *rhs,
                |format| LaneOp::FCmp {
                    pred: *pred,
                    format,
                },
                |args| Op::FCmp {
                    pred: *pred,
                    dst: args.dst,
                    a: args.a,
                    b: args.b,
                    format: args.format,
                },
            ),
            InstKind::FNeg { arg, .. } => self.float_lanes(
                inst,
                *arg,
                *arg,
                |format| LaneOp::FNeg { format },
                |args| Op::FNeg {
                    dst: args.dst,
                    a: args.a,
                    format: args.format,
                },
            ),
            InstKind::Cast { op, flags, arg } => self.cast(inst, *op, *flags, *arg),
            InstKind::Load { ptr, access } => self.load(inst, position, *ptr, *access),
            InstKind::Store { value, ptr, access } => self.store(inst, *value, *ptr, *access),
            InstKind::Alloca { elem, count, align } => self.alloca(inst, *elem, *count, *align),
            InstKind::Gep {
                source,
                base,
                indices,
                flags,
            } => {
                let inbounds = flags.contains(Flags::INBOUNDS) || flags.contains(Flags::NUSW);
                self.gep(GepSite {
                    inst,
                    position,
                    source: *source,
                    base: *base,
                    indices,
                    inbounds,
                })
            }
            InstKind::Fence { .. } => Ok(()),
            InstKind::Call(call) => self.call(inst, call),
            InstKind::Invoke { call, normal, .. } => {
                self.call(inst, call)?;
                let edge = self.edge(*normal)?;
                self.emit(inst, Op::Jump(edge));
                Ok(())
            }
            _ if data.kind.is_terminator() => self.terminator(inst, &data.kind),
            _ => self.rare(inst, &data.kind),
        }
    }

    fn terminator(&mut self, inst: InstId, kind: &InstKind) -> Result<(), Stop> {
        let op = match kind {
            InstKind::Ret { value: None } => Op::Ret { value: None },
            InstKind::Ret { value: Some(value) } => Op::Ret {
                value: Some(self.src(*value)?),
            },
            InstKind::Br { dest } => Op::Jump(self.edge(*dest)?),
            InstKind::CondBr {
                cond,
                then,
                otherwise,
            } => {
                let compared = self.take_comparison(*cond);
                let (then, otherwise) = (self.edge(*then)?, self.edge(*otherwise)?);
                match compared {
                    Some((test, Bin { a, b, width, .. })) => Op::BranchIf {
                        test,
                        a,
                        b,
                        width,
                        then,
                        otherwise,
                    },
                    None => Op::Branch {
                        cond: self.src(*cond)?,
                        then,
                        otherwise,
                    },
                }
            }
            InstKind::Switch {
                value,
                default,
                cases,
            } => return self.switch(inst, *value, *default, cases),
            InstKind::IndirectBr { addr, dests } => {
                let addr = self.src(*addr)?;
                let edges: Result<Vec<_>, Stop> =
                    dests.iter().map(|&to| Ok((to, self.edge(to)?))).collect();
                Op::IndirectBr {
                    addr,
                    dests: edges?.into(),
                }
            }
            InstKind::Resume { .. } => Op::Unwind,
            InstKind::Unreachable => Op::Unreachable,
            _ => return Err(broken("an instruction at the end of a block")),
        };
        self.emit(inst, op);
        Ok(())
    }

    fn rare(&mut self, inst: InstId, kind: &InstKind) -> Result<(), Stop> {
        let op = match kind {
            InstKind::Select {
                cond,
                then,
                otherwise,
                ..
            } => self.select(inst, *cond, *then, *otherwise)?,
            InstKind::Freeze { arg } => Op::Freeze {
                dst: self.dst(inst)?,
                a: self.src(*arg)?,
                ty: self.function.insts[inst].ty,
            },
            InstKind::ExtractValue { agg, path } => Op::ExtractValue {
                dst: self.dst(inst)?,
                agg: self.src(*agg)?,
                path: path.clone(),
            },
            InstKind::InsertValue { agg, value, path } => Op::InsertValue {
                dst: self.dst(inst)?,
                agg: self.src(*agg)?,
                value: self.src(*value)?,
                path: path.clone(),
            },
            InstKind::ExtractElement { vector, index } => Op::ExtractElement {
                dst: self.dst(inst)?,
                vector: self.src(*vector)?,
                index: self.src(*index)?,
                index_width: self.int_width(self.type_of(*index)?)?,
                elem: self.function.insts[inst].ty,
            },
            InstKind::InsertElement {
                vector,
                value,
                index,
            } => Op::InsertElement {
                dst: self.dst(inst)?,
                vector: self.src(*vector)?,
                value: self.src(*value)?,
                index: self.src(*index)?,
                index_width: self.int_width(self.type_of(*index)?)?,
                ty: self.function.insts[inst].ty,
            },
            InstKind::ShuffleVector { a, b, mask } => self.shuffle(inst, *a, *b, mask)?,
            InstKind::AtomicRmw {
                op,
                ptr,
                value,
                access,
            } => Op::Rmw(Box::new(RmwArgs {
                op: *op,
                dst: self.dst(inst)?,
                ptr: self.src(*ptr)?,
                value: self.src(*value)?,
                ty: self.type_of(*value)?,
                align: self.align_of(self.type_of(*value)?, *access)?,
            })),
            InstKind::CmpXchg(args) => Op::CmpXchg(Box::new(CmpXchgArgs {
                dst: self.dst(inst)?,
                ptr: self.src(args.ptr)?,
                expected: self.src(args.expected)?,
                replacement: self.src(args.replacement)?,
                ty: self.type_of(args.expected)?,
                align: self.align_of(self.type_of(args.expected)?, args.access)?,
            })),
            InstKind::VaArg { list } => Op::VaArg {
                dst: self.dst(inst)?,
                list: self.src(*list)?,
                ty: self.function.insts[inst].ty,
            },
            InstKind::LandingPad { .. } => Op::Unwind,
            _ => return Err(broken("an instruction")),
        };
        self.emit(inst, op);
        Ok(())
    }

    fn binary(
        &mut self,
        inst: InstId,
        op: BinOp,
        flags: Flags,
        lhs: Value,
        rhs: Value,
    ) -> Result<(), Stop> {
        if let Some(fpu) = operation(op) {
            let lane = |format| LaneOp::Float { op: fpu, format };
            return self.float_lanes(inst, lhs, rhs, lane, |args| {
                float_op(op, args).unwrap_or(Op::Unreachable)
            });
        }
        let ty = self.type_of(lhs)?;
        let lane_width = self.int_width(self.module.types.lane(ty))?;
        if let Some(lanes) = self.module.types.lanes(ty) {
            return self.lanes(
                inst,
                LaneOp::Int {
                    op,
                    width: lane_width,
                    flags,
                },
                lhs,
                rhs,
                lanes,
            );
        }
        self.attached_rules(inst, lhs, rhs, lane_width)?;
        if op == BinOp::Sub {
            self.distance_rule(inst, lhs, rhs)?;
        }
        let args = Bin {
            dst: self.dst(inst)?,
            a: self.src(lhs)?,
            b: self.src(rhs)?,
            width: lane_width,
            flags,
        };
        let op = int_op(op, args).ok_or_else(|| broken("an operator"))?;
        self.emit(inst, op);
        Ok(())
    }

    fn lanes(
        &mut self,
        inst: InstId,
        op: LaneOp,
        a: Value,
        b: Value,
        lanes: u32,
    ) -> Result<(), Stop> {
        let args = LaneArgs {
            op,
            dst: self.dst(inst)?,
            a: self.src(a)?,
            b: self.src(b)?,
            lanes,
        };
        self.emit(inst, Op::Lanes(Box::new(args)));
        Ok(())
    }

    fn float_lanes(
        &mut self,
        inst: InstId,
        a: Value,
        b: Value,
        lane: impl Fn(quell_bits::FloatFormat) -> LaneOp,
        scalar: impl Fn(FBin) -> Op,
    ) -> Result<(), Stop> {
        let ty = self.type_of(a)?;
        let ShapeKind::Float(format) = self.program.shapes.get(self.module.types.lane(ty))?.kind
        else {
            return Err(broken("a floating-point operation"));
        };
        if let Some(lanes) = self.module.types.lanes(ty) {
            return self.lanes(inst, lane(format), a, b, lanes);
        }
        let args = FBin {
            dst: self.dst(inst)?,
            a: self.src(a)?,
            b: self.src(b)?,
            format,
        };
        self.emit(inst, scalar(args));
        Ok(())
    }

    fn icmp(&mut self, inst: InstId, pred: IntPred, lhs: Value, rhs: Value) -> Result<(), Stop> {
        let (test, swap) = test_of(pred);
        let (lhs, rhs) = if swap { (rhs, lhs) } else { (lhs, rhs) };
        let ty = self.type_of(lhs)?;
        let lane = self.program.shapes.get(self.module.types.lane(ty))?;
        let lane_op = match lane.width() {
            Some(width) => LaneOp::Test { test, width },
            None => LaneOp::PtrTest { test },
        };
        if let Some(lanes) = self.module.types.lanes(ty) {
            return self.lanes(inst, lane_op, lhs, rhs, lanes);
        }
        let (dst, a, b) = (self.dst(inst)?, self.src(lhs)?, self.src(rhs)?);
        if lane.width().is_none() {
            self.order_rule(inst, test, a, b);
        }
        let op = match lane.width() {
            None => Op::PtrTest { test, dst, a, b },
            Some(width) => {
                let args = Bin {
                    dst,
                    a,
                    b,
                    width,
                    flags: Flags::NONE,
                };
                test_op(test, args).ok_or_else(|| broken("a comparison"))?
            }
        };
        self.emit(inst, op);
        Ok(())
    }

    fn cast(&mut self, inst: InstId, op: CastOp, flags: Flags, arg: Value) -> Result<(), Stop> {
        let (from, to) = (self.type_of(arg)?, self.function.insts[inst].ty);
        let (dst, a) = (self.dst(inst)?, self.src(arg)?);
        let widths = (self.program.shapes.get(from)?, self.program.shapes.get(to)?);
        let op = match (op, &widths.0.kind, &widths.1.kind) {
            (CastOp::Trunc, ShapeKind::Int(from), ShapeKind::Int(to)) => Op::Trunc(Resize {
                dst,
                a,
                from: *from,
                to: *to,
                flags,
            }),
            (CastOp::ZExt, ShapeKind::Int(from), ShapeKind::Int(to)) => Op::ZExt(Resize {
                dst,
                a,
                from: *from,
                to: *to,
                flags,
            }),
            (CastOp::SExt, ShapeKind::Int(from), ShapeKind::Int(to)) => Op::SExt(Resize {
                dst,
                a,
                from: *from,
                to: *to,
                flags,
            }),
            _ => Op::Cast(Box::new(CastArgs {
                op,
                flags,
                dst,
                a,
                from,
                to,
            })),
        };
        self.emit(inst, op);
        Ok(())
    }

    fn select(
        &mut self,
        inst: InstId,
        cond: Value,
        then: Value,
        otherwise: Value,
    ) -> Result<Op, Stop> {
        let vector = self.module.types.lanes(self.type_of(cond)?).is_some();
        let ty = self.function.insts[inst].ty;
        let (dst, cond) = (self.dst(inst)?, self.src(cond)?);
        let (a, b) = (self.src(then)?, self.src(otherwise)?);
        let width = self.program.shapes.get(ty)?.width();
        Ok(match width {
            _ if vector => Op::SelectLanes {
                dst,
                cond,
                a,
                b,
                ty,
            },
            Some(width) => Op::SelectWord {
                dst,
                cond,
                a,
                b,
                width,
            },
            None => Op::Select {
                dst,
                cond,
                a,
                b,
                ty,
            },
        })
    }

    fn shuffle(
        &mut self,
        inst: InstId,
        a: Value,
        b: Value,
        mask: &[Option<u32>],
    ) -> Result<Op, Stop> {
        let ty = self.type_of(a)?;
        Ok(Op::Shuffle(Box::new(ShuffleArgs {
            dst: self.dst(inst)?,
            a: self.src(a)?,
            b: self.src(b)?,
            mask: mask.into(),
            lanes: self
                .module
                .types
                .lanes(ty)
                .ok_or_else(|| broken("a shuffle"))?,
            elem: self.module.types.lane(ty),
        })))
    }
}
