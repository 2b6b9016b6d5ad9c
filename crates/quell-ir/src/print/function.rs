//! Functions: head, blocks, debug records, attachments.

use smallvec::SmallVec;

use super::dialect::{DEBUG_INTRINSICS, is_declared, lost_argument};
use super::globals::Linking;
use super::{Dialect, LocalNames, Writer, put};
use crate::constant::GlobalRef;
use crate::entity::{BlockId, FuncId, InstId, LocalId, MdId, TypeId};
use crate::function::{DbgKind, DbgRecord, Function};
use crate::inst::{Attachment, InstKind, Value};
use crate::metadata::Metadata;
use crate::opcode::UnnamedAddr;

/// The conventions with a name, by LLVM's numbers; the others are written as `cc N`.
const CONVENTIONS: &[(u32, &str)] = &[
    (8, "fastcc"),
    (9, "coldcc"),
    (14, "preserve_mostcc"),
    (15, "preserve_allcc"),
    (16, "swiftcc"),
    (18, "tailcc"),
];

impl Writer<'_> {
    /// A calling convention with a space after it, unless it is C's.
    pub(super) fn convention(&mut self, conv: u32) {
        match CONVENTIONS.iter().find(|entry| entry.0 == conv) {
            Some((_, name)) => put!(self, "{name} "),
            None if conv == 0 => {}
            None => put!(self, "cc {conv} "),
        }
    }

    /// `%name` of a block of some function.
    pub(super) fn block_name_in(&mut self, id: FuncId, block: BlockId) {
        let module = self.module;
        let function = &module.functions[id];
        let named = function.blocks.get(block).and_then(|block| block.name);
        match named {
            Some(name) => self.name('%', module.text(name)),
            None => {
                let names = self.block_names.entry(id);
                let names = names.or_insert_with(|| LocalNames::of(function));
                let number = names.block(block);
                put!(self, "%{number}");
            }
        }
    }

    pub(super) fn function(&mut self, id: FuncId) {
        let module = self.module;
        let function = &module.functions[id];
        let names = LocalNames::of(function);
        self.function_head(id, function, &names);
        if function.is_declaration() {
            return self.text("\n");
        }
        self.text(" {\n");
        FunctionWriter::new(self, function, &names).body();
        self.text("}\n");
    }

    fn function_head(&mut self, id: FuncId, function: &Function, names: &LocalNames) {
        let declared = function.is_declaration();
        self.text(if declared { "declare " } else { "define " });
        if let (true, Some(node)) = (declared, function.subprogram.expand()) {
            self.text("!dbg ");
            self.md_ref(node);
            self.text(" ");
        }
        let linking = Linking {
            linkage: function.linkage,
            dso_local: function.dso_local,
            visibility: function.visibility,
        };
        self.linking(linking, false);
        self.convention(function.conv);
        self.result_attrs(&function.ret_attrs);
        self.ty(function.ret);
        self.text(" ");
        self.global_name(GlobalRef::Func(id));
        self.text("(");
        self.params(function, names);
        self.text(")");
        self.function_tail(function);
        if let (false, Some(node)) = (declared, function.subprogram.expand()) {
            self.text(" !dbg ");
            self.md_ref(node);
        }
    }

    fn params(&mut self, function: &Function, names: &LocalNames) {
        let module = self.module;
        let count = function.params.len();
        let lost = lost_argument(self.dialect, module.text(function.name), count);
        let declared = function.is_declaration();
        self.list(0..count + usize::from(lost.is_some()), |w, index| {
            let index = match lost {
                Some(lost) if lost.position() == index => return w.text(lost.type_name()),
                Some(lost) if lost.position() < index => index - 1,
                _ => index,
            };
            let param = &function.params[index];
            w.ty(param.ty);
            w.param_attrs(&param.attrs);
            if !declared {
                w.text(" ");
                FunctionWriter::new(w, function, names).local(function.param_local(index));
            }
        });
        if function.varargs {
            self.text(if count > 0 { ", ..." } else { "..." });
        }
    }

    fn function_tail(&mut self, function: &Function) {
        if function.unnamed_addr != UnnamedAddr::Significant {
            put!(self, " {}", function.unnamed_addr.text());
        }
        self.fn_attrs(&function.attrs);
        self.placement(" ", function.section, function.comdat, function.align);
        let data = [
            (" prefix ", function.prefix),
            (" prologue ", function.prologue),
            (" personality ", function.personality),
        ];
        for (word, constant) in data {
            if let Some(constant) = constant {
                self.text(word);
                self.typed_const(constant);
            }
        }
    }

    /// Declarations of the debug intrinsics, for dialects without records.
    pub(super) fn debug_intrinsics(&mut self) {
        if self.dialect == Dialect::Newest {
            return;
        }
        let module = self.module;
        let dialect = self.dialect;
        let records = module.functions.values().flat_map(|f| &f.dbg_records);
        let mut used: Vec<_> = records.map(|r| record_name(dialect, &r.kind)).collect();
        used.sort_unstable();
        used.dedup();
        for &(name, arity) in DEBUG_INTRINSICS {
            if used.contains(&name) && !is_declared(module, &format!("llvm.{name}")) {
                let params = vec!["metadata"; arity].join(", ");
                put!(self, "\ndeclare void @llvm.{name}({params})\n");
            }
        }
    }
}

/// The name of the intrinsic for a record, without `llvm.`. LLVM 15 has no assignments, which become
/// values.
fn record_name(dialect: Dialect, kind: &DbgKind) -> &'static str {
    match kind {
        DbgKind::Declare { .. } => "dbg.declare",
        DbgKind::Value { .. } | DbgKind::DeclareValue { .. } => "dbg.value",
        DbgKind::Assign { .. } if dialect == Dialect::V15 => "dbg.value",
        DbgKind::Assign { .. } => "dbg.assign",
        DbgKind::Label { .. } => "dbg.label",
    }
}

/// The operands of a record; only the first three unless `all`.
fn record_operands(kind: &DbgKind, all: bool) -> SmallVec<[MdId; 6]> {
    let mut operands = kind.operands();
    if !all {
        operands.truncate(3);
    }
    operands
}

/// Records or attachments sorted by their instruction, so that their order in the function's lists does
/// not matter.
fn by_inst<T>(items: impl Iterator<Item = (InstId, T)>) -> Vec<(InstId, T)> {
    let mut sorted: Vec<_> = items.collect();
    sorted.sort_by_key(|item| item.0);
    sorted
}

fn of_inst<T>(sorted: &[(InstId, T)], inst: InstId) -> &[(InstId, T)] {
    let start = sorted.partition_point(|item| item.0 < inst);
    let end = sorted.partition_point(|item| item.0 <= inst);
    &sorted[start..end]
}

/// Writes the parts of a function that refer to its locals.
pub(super) struct FunctionWriter<'w, 'm> {
    pub(super) w: &'w mut Writer<'m>,
    pub(super) f: &'w Function,
    names: &'w LocalNames,
}

impl<'w, 'm> FunctionWriter<'w, 'm> {
    pub(super) fn new(w: &'w mut Writer<'m>, f: &'w Function, names: &'w LocalNames) -> Self {
        Self { w, f, names }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.w.text(text);
    }

    pub(super) fn local(&mut self, local: LocalId) {
        match self.f.locals.get(local).and_then(|local| local.name) {
            Some(name) => self.w.name('%', self.w.module.text(name)),
            None => put!(self.w, "%{}", self.names.local(local)),
        }
    }

    /// `label %name`.
    pub(super) fn label(&mut self, block: BlockId) {
        self.text("label ");
        self.block(block);
    }

    pub(super) fn block(&mut self, block: BlockId) {
        match self.f.blocks.get(block).and_then(|block| block.name) {
            Some(name) => self.w.name('%', self.w.module.text(name)),
            None => put!(self.w, "%{}", self.names.block(block)),
        }
    }

    /// An operand without its type.
    pub(super) fn value(&mut self, value: Value) {
        match value {
            Value::Local(local) => self.local(local),
            Value::Const(id) => self.w.constant(id),
            Value::Metadata(id) => self.metadata(id),
        }
    }

    /// The type of an operand; `None` for metadata, and for operands that do not exist, which the
    /// verifier reports.
    pub(super) fn type_of(&self, value: Value) -> Option<TypeId> {
        match value {
            Value::Local(local) => self.f.locals.get(local).map(|local| local.ty),
            _ => self.w.module.value_type(self.f, value),
        }
    }

    /// `T v`.
    pub(super) fn typed(&mut self, value: Value) {
        match (self.type_of(value), value) {
            (Some(ty), _) => self.w.ty(ty),
            (None, Value::Metadata(_)) => self.text("metadata"),
            (None, _) => self.text("?"),
        }
        self.text(" ");
        self.value(value);
    }

    /// Metadata in a function, which may refer to its locals.
    fn metadata(&mut self, id: MdId) {
        let module = self.w.module;
        match &module.metadata[id] {
            Metadata::Local(local) => self.typed(Value::Local(*local)),
            Metadata::ArgList(elems) => {
                self.text("!DIArgList(");
                for (index, &elem) in elems.iter().enumerate() {
                    self.text(if index > 0 { ", " } else { "" });
                    match &module.metadata[elem] {
                        Metadata::Local(local) => self.typed(Value::Local(*local)),
                        _ => self.w.md_ref(elem),
                    }
                }
                self.text(")");
            }
            _ => self.w.md_ref(id),
        }
    }

    fn body(&mut self) {
        let f = self.f;
        let records = by_inst(f.dbg_records.iter().map(|r| (r.before, r)));
        let attachments = by_inst(f.attachments.iter().copied());
        for id in f.blocks.keys() {
            self.block_head(id);
            let mut held_back = Vec::new();
            for &inst in &f.blocks[id].insts {
                held_back.extend(of_inst(&records, inst).iter().map(|entry| entry.1));
                if !self.holds_records_back(&f.insts[inst].kind) {
                    held_back.drain(..).for_each(|record| self.record(record));
                }
                self.text("  ");
                self.bare_inst(inst);
                self.inst_attachments(inst, of_inst(&attachments, inst));
                self.text("\n");
            }
        }
    }

    /// Whether records before an instruction are written after it: calls of debug intrinsics must not
    /// precede the instructions that have to be first in a block.
    fn holds_records_back(&self, kind: &InstKind) -> bool {
        let first = matches!(kind, InstKind::Phi { .. } | InstKind::LandingPad { .. });
        first && self.w.dialect != Dialect::Newest
    }

    fn block_head(&mut self, id: BlockId) {
        let first = self.f.entry() == Some(id);
        match self.f.blocks[id].name {
            Some(name) => {
                self.w.bare_name(self.w.module.text(name));
                self.text(":\n");
            }
            None if first => {}
            None => put!(self.w, "{}:\n", self.names.block(id)),
        }
    }

    fn inst_attachments(&mut self, inst: InstId, attachments: &[(InstId, Attachment)]) {
        if let Some(location) = self.f.insts[inst].dbg.expand() {
            self.text(", !dbg ");
            self.w.md_ref(location);
        }
        for (_, attachment) in attachments {
            if self.w.dialect.has_node(self.w.module.text(attachment.kind)) {
                self.text(", ");
                self.w.metadata_name(attachment.kind);
                self.text(" ");
                self.w.md_ref(attachment.node);
            }
        }
    }

    fn record(&mut self, record: &DbgRecord) {
        if self.w.dialect == Dialect::Newest {
            self.record_line(record);
        } else {
            self.record_as_call(record);
        }
    }

    /// `#dbg_value(i32 %x, !1, !DIExpression(), !2)`.
    fn record_line(&mut self, record: &DbgRecord) {
        let name = match &record.kind {
            DbgKind::Declare { .. } => "declare",
            DbgKind::Value { .. } => "value",
            DbgKind::Assign { .. } => "assign",
            DbgKind::DeclareValue { .. } => "declare_value",
            DbgKind::Label { .. } => "label",
        };
        put!(self.w, "    #dbg_{name}(");
        for operand in record_operands(&record.kind, true) {
            self.metadata(operand);
            self.text(", ");
        }
        match record.loc.expand() {
            Some(location) => self.w.md_ref(location),
            None => self.text("null"),
        }
        self.text(")\n");
    }

    fn record_as_call(&mut self, record: &DbgRecord) {
        let dialect = self.w.dialect;
        put!(
            self.w,
            "  call void @llvm.{}(",
            record_name(dialect, &record.kind)
        );
        let operands = record_operands(&record.kind, dialect != Dialect::V15);
        for (index, operand) in operands.into_iter().enumerate() {
            self.text(if index > 0 {
                ", metadata "
            } else {
                "metadata "
            });
            self.metadata(operand);
        }
        self.text(")");
        if let Some(location) = record.loc.expand() {
            self.text(", !dbg ");
            self.w.md_ref(location);
        }
        self.text("\n");
    }
}
