//! Mutants of a function whose source cannot be read: the operators that instructions alone show, described by the
//! instructions.

use std::collections::BTreeMap;

use quell_ir::debug::DebugInfo;
use quell_ir::opcode::{BinOp, Flags};
use quell_ir::print::LocalNames;
use quell_ir::{ConstKind, FuncId, Function, InstId, InstKind, Module, Type, Value};
use quell_source::BinaryOp;

use crate::align::Use;
use crate::align::shapes::source_operator;
use crate::catalogue::{Operator, Rule, ValueChange, ValueForm};
use crate::code::Code;
use crate::edit::Edit;
use crate::generate::{Mutants, Wanted, short_hash};
use crate::objective::{Mutant, Objective, Source, SourceDiff, SourceSpan, SourceText};
use crate::operators::compute::{BITWISE, Operands, compute};
use crate::support;

/// Adds the mutants that the wanted operators have without a source.
pub(crate) fn of_function(
    base: &Module,
    module: &mut Module,
    id: FuncId,
    wanted: &Wanted,
    found: &mut Mutants,
) {
    let function = &base.functions[id];
    let insts = function.blocks.values().flat_map(|block| &block.insts);
    let mut counts = BTreeMap::new();
    for &inst in insts {
        let Some(place) = place_of(base, function, inst, wanted) else {
            continue;
        };
        let mut bare = Bare {
            base,
            module: &mut *module,
            id,
            inst,
            place,
            found: &mut *found,
        };
        let number = counts.entry(bare.shape()).or_insert(0);
        *number += 1;
        let number = *number;
        for &operator in &wanted.selection.operators {
            for &rule in operator.rules {
                bare.apply(operator, rule, number);
            }
        }
    }
}

/// Where an instruction comes from, if that is wanted and it is arithmetic that may be in the source.
fn place_of(
    base: &Module,
    function: &Function,
    inst: InstId,
    wanted: &Wanted,
) -> Option<SourceSpan> {
    if !is_written(base, function, inst) {
        return None;
    }
    let at = DebugInfo::new(base).span_of(function, inst)?;
    let (line, column) = (at.place.line, at.place.column);
    let inside = wanted
        .lines
        .is_none_or(|(first, last)| (first..=last).contains(&line));
    (at.inlined_at.is_empty() && line > 0 && inside).then(|| SourceSpan {
        file: at.place.file.to_owned(),
        line,
        column,
        end_line: line,
        end_column: column,
    })
}

/// Numbers of more than one bit; no differences of addresses and no comparisons of them.
fn is_written(base: &Module, function: &Function, inst: InstId) -> bool {
    let (lhs, scales) = match function.insts[inst].kind {
        InstKind::Binary { op, flags, lhs, .. } => {
            (lhs, op.is_division() && flags.contains(Flags::EXACT))
        }
        InstKind::ICmp { lhs, .. } | InstKind::FCmp { lhs, .. } => (lhs, false),
        _ => return false,
    };
    let ty = base.value_type(function, lhs);
    let number = ty.is_some_and(|ty| matches!(base.types.get(ty), Type::Int(2..) | Type::Float(_)));
    number && !scales
}

struct Bare<'a> {
    base: &'a Module,
    module: &'a mut Module,
    id: FuncId,
    inst: InstId,
    place: SourceSpan,
    found: &'a mut Mutants,
}

impl Bare<'_> {
    fn function(&self) -> &Function {
        &self.base.functions[self.id]
    }

    fn text(&self) -> String {
        let function = self.function();
        let names = LocalNames::of(function);
        let shown = self.base.display_inst(function, &names, self.inst);
        let shown = shown.to_string();
        let text = shown.trim();
        text.split(", !dbg").next().unwrap_or(text).to_owned()
    }

    /// The instruction without its registers: what stays the same when code is added elsewhere.
    fn shape(&self) -> String {
        let text = self.text();
        let words = text
            .split_whitespace()
            .filter(|word| !word.starts_with('%'));
        words.collect::<Vec<_>>().join(" ")
    }

    fn apply(&mut self, operator: &'static Operator, rule: Rule, number: usize) {
        let _ = match rule {
            Rule::Swap(set) => self.swap(operator, set, number),
            Rule::Bitwise => self.swap(operator, BITWISE, number),
            Rule::Value(forms, change) if forms.contains(&ValueForm::Constant) => {
                self.change_constant(operator, change, number)
            }
            _ => None,
        };
    }

    fn swap(&mut self, operator: &'static Operator, set: &[BinaryOp], number: usize) -> Option<()> {
        let kind = &self.base.functions[self.id].insts[self.inst].kind;
        let old = source_operator(self.base, kind).filter(|old| set.contains(old))?;
        let of = self.operands()?;
        for &new in set.iter().filter(|&&new| new != old) {
            let function = &self.base.functions[self.id];
            let mut code = Code::new(self.module, function);
            if let Some(result) = compute(&mut code, new, of) {
                let edit = code.replace(self.inst, Some(result));
                if let Some(word) = opcode_of(&edit) {
                    let after = with_opcode(&self.text(), &word);
                    self.add(operator, edit, after, number);
                }
            }
        }
        Some(())
    }

    fn operands(&self) -> Option<Operands> {
        let function = self.function();
        let (lhs, rhs, signed) = match &function.insts[self.inst].kind {
            InstKind::Binary {
                op,
                flags,
                lhs,
                rhs,
            } => (*lhs, *rhs, sign_of(*op, *flags)),
            InstKind::ICmp { pred, lhs, rhs, .. } => match pred.text().as_bytes()[0] {
                b's' => (*lhs, *rhs, Some(true)),
                b'u' => (*lhs, *rhs, Some(false)),
                _ => (*lhs, *rhs, None),
            },
            InstKind::FCmp { lhs, rhs, .. } => (*lhs, *rhs, None),
            _ => return None,
        };
        let ty = self.base.value_type(function, lhs)?;
        Some(Operands {
            lhs,
            rhs,
            ty,
            signed,
        })
    }

    /// The right operand, if it is an integer constant.
    fn change_constant(
        &mut self,
        operator: &'static Operator,
        change: ValueChange,
        number: usize,
    ) -> Option<()> {
        let of = self.operands()?;
        let Value::Const(id) = of.rhs else {
            return None;
        };
        let ConstKind::Int(bits) = &self.base.consts.get(id).kind else {
            return None;
        };
        let old = bits.to_i64()?;
        let new = match change {
            ValueChange::Plus(step) => old.checked_add(i64::from(step))?,
            ValueChange::Zero => 0,
            ValueChange::Number(new) => i64::from(new),
            _ => return None,
        };
        let value = support::int(self.module, bits.width(), new);
        let function = &self.base.functions[self.id];
        let code = Code::new(self.module, function);
        let at = Use {
            inst: self.inst,
            operand: 1,
        };
        let edit = code.substitute(function, at, value);
        let text = self.text();
        let (start, _) = text.rsplit_once(", ").filter(|_| new != old)?;
        self.add(operator, edit, format!("{start}, {new}"), number);
        Some(())
    }

    /// Equal edits of one function are one mutant.
    fn add(&mut self, operator: &'static Operator, edit: Edit, after: String, number: usize) {
        let edits = vec![edit];
        let earlier = self.found.mutants.iter();
        let known = earlier.filter(|mutant| mutant.site.function == self.id);
        if known.into_iter().any(|mutant| mutant.edits() == edits) {
            return;
        }
        let before = self.text();
        let symbol = self.base.text(self.function().name);
        let key = format!("{symbol} {} {number} {after}", self.shape());
        let digits = short_hash(key.as_bytes());
        let id = self.found.ids.fresh(operator.name, digits);
        let mutant = Mutant {
            operator: operator.name,
            edits,
            parts: Vec::new(),
        };
        let source = Source {
            span: self.place.clone(),
            text: SourceText::Change(SourceDiff {
                original: before.clone(),
                replacement: after.clone(),
                before,
                after,
            }),
        };
        let mutant = Objective::mutant(id, self.id, mutant, source);
        self.found.mutants.push(mutant);
    }
}

/// Whether arithmetic is signed, as far as the instruction tells.
fn sign_of(op: BinOp, flags: Flags) -> Option<bool> {
    match op {
        BinOp::SDiv | BinOp::SRem | BinOp::AShr => Some(true),
        BinOp::UDiv | BinOp::URem | BinOp::LShr => Some(false),
        _ if flags.contains(Flags::NSW) => Some(true),
        _ => None,
    }
}

fn opcode_of(edit: &Edit) -> Option<String> {
    let crate::edit::Change::Replace(new) = &edit.change else {
        return None;
    };
    Some(match new.code.last()?.kind {
        InstKind::Binary { op, .. } => op.text().to_owned(),
        InstKind::ICmp { pred, .. } => format!("icmp {}", pred.text()),
        InstKind::FCmp { pred, .. } => format!("fcmp {}", pred.text()),
        _ => return None,
    })
}

/// `%3 = add nsw i32 %1, %2` with another opcode and without poison-generating flags.
fn with_opcode(text: &str, word: &str) -> String {
    const GONE: &[&str] = &["nsw", "nuw", "exact", "disjoint", "samesign"];
    let (result, rest) = text.split_once(" = ").unwrap_or(("", text));
    let opcodes = word.split(' ').count();
    let words = rest.split(' ').filter(|word| !GONE.contains(word));
    let kept: Vec<&str> = words.skip(opcodes).collect();
    format!("{result} = {word} {}", kept.join(" "))
}
