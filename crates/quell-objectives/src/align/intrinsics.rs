//! Intrinsic functions of Fortran, which flang compiles to instructions, and arguments passed by address.

use quell_ir::opcode::{BinOp, IntPred};
use quell_ir::{ConstKind, GlobalRef, InstId, InstKind, Value};
use quell_source::{Kind, Language, NodeId};

use super::operands::Agreement;
use super::shapes::{self, Class, callee_name};
use super::{Aligner, Use, literal};

/// Functions that only convert, and are represented by their argument.
const CONVERSIONS: &[&str] = &["int", "real", "dble", "float", "sngl", "ifix", "idint"];

/// Functions that are one instruction.
const OPERATIONS: &[(&str, BinOp)] = &[
    ("mod", BinOp::SRem),
    ("iand", BinOp::And),
    ("ior", BinOp::Or),
    ("ieor", BinOp::Xor),
];

/// Intrinsics of LLVM that implement those of Fortran.
const MATHEMATICS: &[(&str, &str)] = &[
    ("abs", "llvm.fabs."),
    ("dabs", "llvm.fabs."),
    ("sqrt", "llvm.sqrt."),
    ("dsqrt", "llvm.sqrt."),
    ("nint", "llvm.lround."),
    ("exp", "llvm.exp."),
    ("log", "llvm.log."),
    ("sin", "llvm.sin."),
    ("cos", "llvm.cos."),
];

impl Aligner<'_> {
    pub(super) fn class_of(&self, kind: &InstKind) -> Option<Class> {
        let fortran = self.tree.language() == Language::Fortran;
        match kind {
            InstKind::Select { .. } if fortran => Some(Class::Pick),
            InstKind::Call(call) if fortran => {
                let name = callee_name(self.module, call).unwrap_or("");
                let known = MATHEMATICS.iter().any(|row| name.starts_with(row.1));
                match known {
                    true => Some(Class::Call),
                    false => shapes::class_of(self.module, kind),
                }
            }
            _ => shapes::class_of(self.module, kind),
        }
    }

    /// The name of the function that a call of Fortran names, in lower case.
    fn called(&self, node: NodeId) -> Option<String> {
        let fortran = self.tree.language() == Language::Fortran;
        let callee = self.tree.child(node, 0).filter(|_| fortran)?;
        let plain = self.tree.kind(callee) == Kind::Name;
        plain.then(|| self.tree.node_text(callee).to_ascii_lowercase())
    }

    /// The argument of a function that only converts it.
    pub(super) fn converted(&self, node: NodeId) -> Option<NodeId> {
        let name = self.called(node)?;
        let converts = CONVERSIONS.contains(&name.as_str());
        self.tree.child(node, 1).filter(|_| converts)
    }

    /// Whether a function of LLVM is the one that a call names.
    pub(super) fn is_mathematics(&self, symbol: &str, node: NodeId) -> bool {
        let Some(name) = self.called(node) else {
            return false;
        };
        let mut rows = MATHEMATICS.iter();
        rows.any(|row| row.0 == name && symbol.starts_with(row.1))
    }

    /// The arguments of a function that an instruction computes; `None` if it computes another one.
    pub(super) fn intrinsic_operands(&self, inst: InstId, node: NodeId) -> Option<Vec<Use>> {
        let name = self.called(node)?;
        let count = self.tree.node(node).children.len() - 1;
        let at = |operand| Use { inst, operand };
        let uses = match (name.as_str(), self.kind_of(inst)) {
            ("abs" | "iabs", InstKind::Binary { .. }) => vec![self.absolute_of(inst)?],
            ("max" | "max0", InstKind::Select { .. }) => self.picked(inst, IntPred::Sgt, count)?,
            ("min" | "min0", InstKind::Select { .. }) => self.picked(inst, IntPred::Slt, count)?,
            ("modulo", InstKind::Select { .. }) => self.modulo_of(inst)?,
            ("sign" | "isign", InstKind::Select { .. }) => self.sign_of(inst)?,
            (name, InstKind::Binary { op, .. }) => {
                let known = OPERATIONS.contains(&(name, *op));
                known.then(|| vec![at(0), at(1)])?
            }
            _ => return None,
        };
        (uses.len() == count).then_some(uses)
    }

    /// `(x ^ s) - s` with `s = x >> 31`: the first use of `x`.
    fn absolute_of(&self, inst: InstId) -> Option<Use> {
        let InstKind::Binary {
            op: BinOp::Sub,
            lhs,
            rhs,
            ..
        } = *self.kind_of(inst)
        else {
            return None;
        };
        let (flip, sign) = (self.def(lhs)?, self.def(rhs)?);
        match (self.kind_of(flip), self.kind_of(sign)) {
            (
                InstKind::Binary {
                    op: BinOp::Xor,
                    lhs: x,
                    rhs: mask,
                    ..
                },
                InstKind::Binary {
                    op: BinOp::AShr,
                    lhs: same,
                    ..
                },
            ) if x == same && *mask == rhs => Some(Use {
                inst: flip,
                operand: 0,
            }),
            _ => None,
        }
    }

    /// `r != 0 && (a ^ b) < 0 ? r + b : r` with `r = a % b`: the uses in `r`.
    fn modulo_of(&self, inst: InstId) -> Option<Vec<Use>> {
        let InstKind::Select {
            then, otherwise, ..
        } = *self.kind_of(inst)
        else {
            return None;
        };
        let (sum, rest) = (self.def(then)?, self.def(otherwise)?);
        let adds = matches!(self.kind_of(sum), InstKind::Binary { op: BinOp::Add, lhs, .. } if *lhs == otherwise);
        let divides = matches!(
            self.kind_of(rest),
            InstKind::Binary {
                op: BinOp::SRem,
                ..
            }
        );
        let at = |operand| Use {
            inst: rest,
            operand,
        };
        (adds && divides).then(|| vec![at(0), at(1)])
    }

    /// `b < 0 ? -m : m` with the absolute value `m` of `a`.
    fn sign_of(&self, inst: InstId) -> Option<Vec<Use>> {
        let InstKind::Select {
            cond, otherwise, ..
        } = *self.kind_of(inst)
        else {
            return None;
        };
        let test = self.def(cond)?;
        let negative = matches!(self.kind_of(test), InstKind::ICmp { pred: IntPred::Slt, rhs, .. } if self.is_zero(*rhs));
        let magnitude = self.absolute_of(self.def(otherwise)?)?;
        let operand = 0;
        negative.then(|| {
            vec![
                magnitude,
                Use {
                    inst: test,
                    operand,
                },
            ]
        })
    }

    /// `a > b ? a : b`, of which `a` may again be one.
    fn picked(&self, inst: InstId, wanted: IntPred, count: usize) -> Option<Vec<Use>> {
        let mut uses = Vec::new();
        let mut inst = inst;
        loop {
            let InstKind::Select {
                cond,
                then,
                otherwise,
                ..
            } = *self.kind_of(inst)
            else {
                return None;
            };
            match *self.kind_of(self.def(cond)?) {
                InstKind::ICmp { pred, lhs, rhs, .. }
                    if pred == wanted && lhs == then && rhs == otherwise => {}
                _ => return None,
            }
            uses.push(Use { inst, operand: 2 });
            if uses.len() + 1 >= count {
                uses.push(Use { inst, operand: 1 });
                uses.reverse();
                return Some(uses);
            }
            inst = self.def(then)?;
        }
    }

    /// The other uses of an argument in the code of a function.
    pub(super) fn argument_again(&self, at: Use) -> Vec<Use> {
        let fortran = self.tree.language() == Language::Fortran;
        let (Some(value), true) = (self.value_at(at), fortran) else {
            return Vec::new();
        };
        let place = self.place(at.inst);
        let candidates: Vec<Use> = match *self.kind_of(at.inst) {
            // The same value may stand on both sides.
            InstKind::Select { cond, .. } => {
                let test = self.def(cond);
                let side = at.operand.checked_sub(1);
                let both = test.zip(side);
                both.map(|(inst, operand)| Use { inst, operand })
                    .into_iter()
                    .collect()
            }
            InstKind::Binary {
                op: BinOp::Xor,
                rhs,
                ..
            } if self.flips(at.inst) => {
                let sign = self.def(rhs).map(|inst| Use { inst, operand: 0 });
                sign.into_iter().collect()
            }
            InstKind::Binary {
                op: BinOp::SRem, ..
            } if self.is_part(at.inst) => self.signs_of_modulo(at),
            _ => Vec::new(),
        };
        let same =
            |other: &Use| self.value_at(*other) == Some(value) && self.place(other.inst) == place;
        candidates.into_iter().filter(same).collect()
    }

    /// The operands of `a ^ b`, and of `r + b`, that belong to a remainder `r`.
    fn signs_of_modulo(&self, at: Use) -> Vec<Use> {
        let mut found = Vec::new();
        for user in self.users_of(at.inst) {
            match *self.kind_of(user.inst) {
                InstKind::Binary { op: BinOp::Add, .. } if at.operand == 1 => {
                    found.push(Use {
                        inst: user.inst,
                        operand: 1,
                    });
                }
                InstKind::Select { cond, .. } => {
                    let both = self.def(cond).map(|inst| self.kind_of(inst).operands());
                    let tests = both.into_iter().flatten().filter_map(|test| self.def(test));
                    let firsts =
                        tests.filter_map(|test| self.kind_of(test).operands().first().copied());
                    let flips = firsts.filter_map(|first| self.def(first)).filter(|&inst| {
                        matches!(self.kind_of(inst), InstKind::Binary { op: BinOp::Xor, .. })
                    });
                    found.extend(flips.map(|inst| Use {
                        inst,
                        operand: at.operand,
                    }));
                }
                _ => {}
            }
        }
        found
    }

    /// Whether an instruction is part of a function of the language, and not the one with its result.
    fn is_part(&self, inst: InstId) -> bool {
        let users = self.users_of(inst);
        let serves = |user: &Use| {
            let result = self.found.nodes.get(&user.inst);
            let called = result.is_some_and(|&node| self.tree.kind(node) == Kind::Call);
            called
                || self.is_picker(user.inst)
                || self.flips(user.inst)
                || self.tests_sign(user.inst)
        };
        !users.is_empty() && users.iter().all(serves)
    }

    /// One of several choices in a maximum of more than two.
    fn is_picker(&self, inst: InstId) -> bool {
        let chosen = matches!(self.kind_of(inst), InstKind::Select { .. });
        chosen && self.tree.language() == Language::Fortran
    }

    /// A test, or both of a remainder, that a choice depends on.
    fn tests_sign(&self, inst: InstId) -> bool {
        let users = self.users_of(inst);
        let binary = matches!(
            self.kind_of(inst),
            InstKind::Binary { .. } | InstKind::ICmp { .. }
        );
        let picked = |user: &Use| {
            let inner = self
                .users_of(user.inst)
                .iter()
                .any(|user| self.is_picker(user.inst));
            self.is_picker(user.inst) || inner
        };
        binary && !users.is_empty() && users.iter().all(picked)
    }

    fn flips(&self, inst: InstId) -> bool {
        let users = self.users_of(inst);
        users.iter().any(|user| {
            self.absolute_of(user.inst)
                .is_some_and(|at| at.inst == inst)
        })
    }

    /// Whether an instruction only serves such a function, a loop or nothing, and so needs no node.
    pub(super) fn forget_parts(&mut self) {
        if self.tree.language() != Language::Fortran {
            return;
        }
        let open = std::mem::take(&mut self.found.unaligned);
        let kept = open.into_iter().filter(|&inst| {
            let dead = self.users_of(inst).is_empty();
            !dead && !self.is_part(inst) && !self.is_advance(inst)
        });
        self.found.unaligned = kept.collect();
    }

    /// The value stored to the temporary variable in which an argument is passed by address.
    pub(super) fn passed(&self, at: Use) -> Option<Use> {
        let variable = self.def(self.value_at(at)?)?;
        let own = matches!(self.kind_of(variable), InstKind::Alloca { .. })
            && self.names.at(self.module, self.value_at(at)?).is_none();
        let place = self.place(at.inst);
        let users = self.users_of(variable).iter().filter(|_| own);
        let mut stores = users.filter(|user| {
            let stores = matches!(self.kind_of(user.inst), InstKind::Store { .. });
            stores && user.operand == 1 && self.place(user.inst) == place
        });
        let store = stores.next()?;
        stores.next().is_none().then_some(Use {
            inst: store.inst,
            operand: 0,
        })
    }

    /// Whether an address is that of the variable or constant that is passed.
    pub(super) fn reference_agrees(&self, node: NodeId, value: Value) -> Agreement {
        let named = self.names.at(self.module, value);
        match (self.tree.kind(node), named) {
            (Kind::Name, Some(named)) if self.same_name(&named.name, self.tree.node_text(node)) => {
                Agreement::Yes
            }
            (_, Some(_)) => Agreement::No,
            (Kind::Index, None) => {
                let address = self.found.insts.get(&(node, Class::Address));
                match address.is_some() && address.copied() == self.def(value) {
                    true => Agreement::Yes,
                    false => Agreement::Maybe,
                }
            }
            _ => match self.constant_at(value) {
                Some(constant) => match literal::denotes(self, node, constant) {
                    Some(true) => Agreement::Yes,
                    Some(false) => Agreement::No,
                    None => Agreement::Maybe,
                },
                None => Agreement::Maybe,
            },
        }
    }

    /// The value of a constant that has an address.
    fn constant_at(&self, pointer: Value) -> Option<Value> {
        let Value::Const(id) = pointer else {
            return None;
        };
        let ConstKind::Global(GlobalRef::Var(global)) = self.module.consts.get(id).kind else {
            return None;
        };
        let global = &self.module.globals[global];
        global.init.filter(|_| global.constant).map(Value::Const)
    }
}
