//! Constants, interned per module.

use indexmap::IndexSet;
use quell_bits::Bits;
use rustc_hash::FxBuildHasher;

use crate::entity::{AliasId, BlockId, ConstId, EntityRef, FuncId, GlobalId, TypeId};
use crate::opcode::{BinOp, CastOp, Flags, FloatPred, IntPred};

/// A constant with its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Const {
    pub ty: TypeId,
    pub kind: ConstKind,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstKind {
    Int(Bits),
    /// The bit pattern, in the width of the type's format.
    Float(Bits),
    Null,
    /// `zeroinitializer` of an aggregate or vector.
    Zero,
    Undef,
    Poison,
    /// `none` of type token.
    TokenNone,
    /// Members of an array, struct or vector.
    Aggregate(Box<[ConstId]>),
    /// `c"..."`: an array of i8.
    Bytes(Box<[u8]>),
    /// `splat (T v)`: a vector of equal lanes.
    Splat(ConstId),
    /// The address of a global, function or alias.
    Global(GlobalRef),
    /// `blockaddress(@f, %b)`.
    BlockAddress(FuncId, BlockId),
    Expr(Box<ConstExpr>),
}

/// A named entity at module level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GlobalRef {
    Var(GlobalId),
    Func(FuncId),
    Alias(AliasId),
}

/// A constant expression, with the operators that constant expressions have in any LLVM from 15 on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstExpr {
    Binary {
        op: BinOp,
        flags: Flags,
        lhs: ConstId,
        rhs: ConstId,
    },
    Cast {
        op: CastOp,
        flags: Flags,
        arg: ConstId,
    },
    Gep {
        flags: Flags,
        source: TypeId,
        base: ConstId,
        indices: Box<[ConstId]>,
    },
    ICmp {
        pred: IntPred,
        lhs: ConstId,
        rhs: ConstId,
    },
    FCmp {
        pred: FloatPred,
        lhs: ConstId,
        rhs: ConstId,
    },
    Select {
        cond: ConstId,
        then: ConstId,
        otherwise: ConstId,
    },
    ExtractElement {
        vector: ConstId,
        index: ConstId,
    },
    InsertElement {
        vector: ConstId,
        value: ConstId,
        index: ConstId,
    },
    ShuffleVector {
        a: ConstId,
        b: ConstId,
        mask: Box<[Option<u32>]>,
    },
    ExtractValue {
        agg: ConstId,
        path: Box<[u32]>,
    },
    InsertValue {
        agg: ConstId,
        value: ConstId,
        path: Box<[u32]>,
    },
    FNeg {
        arg: ConstId,
    },
    /// `dso_local_equivalent @f` and `no_cfi @f`, which are treated as the function itself.
    Equivalent {
        keyword: EquivalentKind,
        of: ConstId,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EquivalentKind {
    DsoLocal,
    NoCfi,
}

/// All constants of a module.
#[derive(Clone, Debug, Default)]
pub struct ConstTable {
    consts: IndexSet<Const, FxBuildHasher>,
}

impl ConstTable {
    pub fn intern(&mut self, ty: TypeId, kind: ConstKind) -> ConstId {
        let constant = Const { ty, kind };
        if let Some(index) = self.consts.get_index_of(&constant) {
            return ConstId::new(index);
        }
        ConstId::new(self.consts.insert_full(constant).0)
    }

    /// The id of a constant, if it has been interned.
    pub fn lookup(&self, ty: TypeId, kind: &ConstKind) -> Option<ConstId> {
        let kind = kind.clone();
        let index = self.consts.get_index_of(&Const { ty, kind })?;
        Some(ConstId::new(index))
    }

    /// The constant with an id of this table.
    ///
    /// # Panics
    /// On an id of another module.
    pub fn get(&self, id: ConstId) -> &Const {
        &self.consts[id.index()]
    }

    /// Changes constants in place. Their ids stay valid, so `change` must keep distinct constants
    /// distinct.
    pub(crate) fn rewrite(&mut self, mut change: impl FnMut(&mut ConstKind)) {
        let old = std::mem::take(&mut self.consts);
        self.consts.reserve(old.len());
        for mut constant in old {
            change(&mut constant.kind);
            self.consts.insert(constant);
        }
    }

    pub fn len(&self) -> usize {
        self.consts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.consts.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (ConstId, &Const)> {
        self.consts
            .iter()
            .enumerate()
            .map(|(index, c)| (ConstId::new(index), c))
    }
}
