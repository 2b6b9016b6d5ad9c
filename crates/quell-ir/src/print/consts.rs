//! Constants and constant expressions.

use quell_bits::Bits;
use quell_bits::float::llvm_text;

use super::dialect::FlagPosition;
use super::{Dialect, Writer, put};
use crate::constant::{Const, ConstExpr, ConstKind, EquivalentKind, GlobalRef};
use crate::entity::{BlockId, ConstId, FuncId, TypeId};
use crate::types::Type;

/// The longest vector whose equal lanes are written one by one.
const MAX_LANES_WRITTEN_OUT: u32 = 64;

impl Writer<'_> {
    /// `T c`.
    pub(super) fn typed_const(&mut self, id: ConstId) {
        let ty = self.module.consts.get(id).ty;
        self.ty(ty);
        self.text(" ");
        self.constant(id);
    }

    /// The constant without its type.
    pub(super) fn constant(&mut self, id: ConstId) {
        let module = self.module;
        let constant = module.consts.get(id);
        match &constant.kind {
            ConstKind::Int(bits) => self.integer(bits),
            ConstKind::Float(bits) => self.float(constant.ty, bits),
            ConstKind::Null => self.text("null"),
            ConstKind::Zero => self.text("zeroinitializer"),
            ConstKind::Undef => self.text("undef"),
            ConstKind::Poison => self.text("poison"),
            ConstKind::TokenNone => self.text("none"),
            ConstKind::Aggregate(members) => self.aggregate(constant.ty, members),
            ConstKind::Bytes(bytes) => self.bytes(bytes),
            ConstKind::Splat(lane) => self.splat(constant, *lane),
            ConstKind::Global(thing) => self.global_name(*thing),
            ConstKind::BlockAddress(function, block) => self.block_address(*function, *block),
            ConstKind::Expr(expr) => self.const_expr(constant.ty, expr),
        }
    }

    fn integer(&mut self, bits: &Bits) {
        match (bits.width(), bits.to_i64()) {
            (1, _) => self.text(if bits.is_zero() { "false" } else { "true" }),
            (_, Some(value)) => put!(self, "{value}"),
            _ => self.text(&bits.to_signed_string()),
        }
    }

    fn float(&mut self, ty: TypeId, bits: &Bits) {
        match self.module.types.get(ty) {
            Type::Float(format) => self.text(&llvm_text::print(*format, bits)),
            // Not a float type, which the verifier reports.
            _ => put!(self, "0x{bits:x}"),
        }
    }

    fn aggregate(&mut self, ty: TypeId, members: &[ConstId]) {
        let (open, close) = match self.module.types.resolve(ty) {
            Type::Vector { .. } => ("<", ">"),
            Type::Struct { packed: true, .. } => ("<{ ", " }>"),
            Type::Struct { .. } => ("{ ", " }"),
            _ => ("[", "]"),
        };
        self.text(open);
        self.list(members, |w, &member| w.typed_const(member));
        self.text(close);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.text("c\"");
        for &byte in bytes {
            self.escaped_byte(byte);
        }
        self.text("\"");
    }

    /// `splat` exists since LLVM 19. In older dialects equal lanes are written one by one or, if they
    /// are many or their number is unknown, as a shuffle of the first one.
    fn splat(&mut self, constant: &Const, lane: ConstId) {
        if self.dialect == Dialect::Newest {
            self.text("splat (");
            self.typed_const(lane);
            return self.text(")");
        }
        match self.module.types.lanes(constant.ty) {
            Some(lanes) if lanes <= MAX_LANES_WRITTEN_OUT => {
                self.text("<");
                self.list(0..lanes, |w, _| w.typed_const(lane));
                self.text(">");
            }
            _ => self.splat_by_shuffle(constant.ty, lane),
        }
    }

    fn splat_by_shuffle(&mut self, ty: TypeId, lane: ConstId) {
        let Type::Vector { len, scalable, .. } = self.module.types.get(ty) else {
            return self.text("zeroinitializer");
        };
        let vscale = if *scalable { "vscale x " } else { "" };
        self.text("shufflevector (");
        self.ty(ty);
        self.text(" insertelement (");
        self.ty(ty);
        self.text(" poison, ");
        self.typed_const(lane);
        self.text(", i32 0), ");
        self.ty(ty);
        put!(self, " poison, <{vscale}{len} x i32> zeroinitializer)");
    }

    /// `@name`.
    pub(super) fn global_name(&mut self, thing: GlobalRef) {
        let module = self.module;
        let name = module.name_of(thing);
        let name = self.dialect_name(thing, name);
        if self.is_numbered(thing) {
            put!(self, "@{name}");
        } else {
            self.name('@', name);
        }
    }

    fn block_address(&mut self, function: FuncId, block: BlockId) {
        self.text("blockaddress(");
        self.global_name(GlobalRef::Func(function));
        self.text(", ");
        self.block_name_in(function, block);
        self.text(")");
    }

    fn const_list(&mut self, consts: &[ConstId]) {
        self.list(consts, |w, &id| w.typed_const(id));
    }

    fn const_expr(&mut self, ty: TypeId, expr: &ConstExpr) {
        match expr {
            ConstExpr::Binary {
                op,
                flags,
                lhs,
                rhs,
            } => {
                self.text(op.text());
                self.flags(*flags, FlagPosition::Binary);
                self.operands_of_expr(&[*lhs, *rhs]);
            }
            ConstExpr::Cast { op, flags, arg } => {
                self.text(self.dialect.cast_name(*op));
                self.flags(*flags, FlagPosition::Cast);
                self.text(" (");
                self.typed_const(*arg);
                self.text(" to ");
                self.ty(ty);
                self.text(")");
            }
            ConstExpr::Gep {
                flags,
                source,
                base,
                indices,
            } => {
                self.text("getelementptr");
                self.flags(*flags, FlagPosition::Gep);
                self.text(" (");
                self.ty(*source);
                self.text(", ");
                self.typed_const(*base);
                for &index in indices {
                    self.text(", ");
                    self.typed_const(index);
                }
                self.text(")");
            }
            ConstExpr::Equivalent { keyword, of } => {
                self.text(match keyword {
                    EquivalentKind::DsoLocal => "dso_local_equivalent ",
                    EquivalentKind::NoCfi => "no_cfi ",
                });
                self.constant(*of);
            }
            other => self.plain_expr(ty, other),
        }
    }

    /// ` (T a, T b)`.
    fn operands_of_expr(&mut self, operands: &[ConstId]) {
        self.text(" (");
        self.const_list(operands);
        self.text(")");
    }

    /// Expressions that consist of a word and a list of operands.
    fn plain_expr(&mut self, ty: TypeId, expr: &ConstExpr) {
        match expr {
            ConstExpr::ICmp { pred, lhs, rhs } => {
                put!(self, "icmp {}", pred.text());
                self.operands_of_expr(&[*lhs, *rhs]);
            }
            ConstExpr::FCmp { pred, lhs, rhs } => {
                put!(self, "fcmp {}", pred.text());
                self.operands_of_expr(&[*lhs, *rhs]);
            }
            ConstExpr::Select {
                cond,
                then,
                otherwise,
            } => {
                self.text("select");
                self.operands_of_expr(&[*cond, *then, *otherwise]);
            }
            ConstExpr::ExtractElement { vector, index } => {
                self.text("extractelement");
                self.operands_of_expr(&[*vector, *index]);
            }
            ConstExpr::InsertElement {
                vector,
                value,
                index,
            } => {
                self.text("insertelement");
                self.operands_of_expr(&[*vector, *value, *index]);
            }
            ConstExpr::FNeg { arg } => {
                self.text("fneg");
                self.operands_of_expr(&[*arg]);
            }
            other => self.expr_with_indices(ty, other),
        }
    }

    /// Expressions with indices after the operands.
    fn expr_with_indices(&mut self, ty: TypeId, expr: &ConstExpr) {
        match expr {
            ConstExpr::ShuffleVector { a, b, mask } => {
                self.text("shufflevector (");
                self.const_list(&[*a, *b]);
                self.text(", ");
                self.shuffle_mask(ty, mask);
            }
            ConstExpr::ExtractValue { agg, path } => {
                self.text("extractvalue (");
                self.typed_const(*agg);
                self.path(path);
            }
            ConstExpr::InsertValue { agg, value, path } => {
                self.text("insertvalue (");
                self.const_list(&[*agg, *value]);
                self.path(path);
            }
            _ => return,
        }
        self.text(")");
    }

    /// `, 0, 1` of `extractvalue` and `insertvalue`.
    pub(super) fn path(&mut self, path: &[u32]) {
        for index in path {
            put!(self, ", {index}");
        }
    }

    /// The mask as a vector of `i32`. A mask of scalable vectors can only be all zeros or all poison.
    pub(super) fn shuffle_mask(&mut self, result: TypeId, mask: &[Option<u32>]) {
        if let Type::Vector {
            len,
            scalable: true,
            ..
        } = self.module.types.get(result)
        {
            let zero = mask.first().copied().flatten().is_some();
            let lanes = if zero { "zeroinitializer" } else { "poison" };
            return put!(self, "<vscale x {len} x i32> {lanes}");
        }
        put!(self, "<{} x i32> <", mask.len());
        self.list(mask, |w, lane| match lane {
            Some(lane) => put!(w, "i32 {lane}"),
            None => w.text("i32 poison"),
        });
        self.text(">");
    }
}
