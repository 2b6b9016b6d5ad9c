//! Lowers annotations: every call of one is replaced by a few instructions, or removed.

use std::collections::BTreeMap;

use quell_ir::build::{Editor, declare, unaligned, zero};
use quell_ir::opcode::{BinOp, CastOp, Flags, IntPred, Linkage};
use quell_ir::{
    BlockId, Call, FuncId, Function, InstId, InstKind, Local, LocalDef, MdId, Module, Type, TypeId,
    Value,
};

use super::labels::{self, Meaning};
use super::memory::{Area, BYTE, Piece, Scalar, area, constant, width_behind};
use super::text::name_in;
use super::{ASSUME, Annotation, find, part_of};
use crate::types::TypeRef;

/// A call of an annotation.
#[derive(Clone, Debug)]
struct Site {
    annotation: Annotation,
    call: Call,
    /// The name of the function.
    function: String,
    /// The name that the call gives.
    name: Option<String>,
    /// Only of [`Annotation::Memory`].
    area: Option<Area>,
    /// The width of the value that is read, only of [`Annotation::AssumeThere`].
    width: Option<u32>,
    /// Only of [`Annotation::Label`].
    meaning: Option<Meaning>,
    /// The names that a label binds.
    bindings: Vec<(String, Value)>,
}

/// Lowers all annotations of a module. A module without any is not changed.
pub fn lower(module: &mut Module) {
    lower_some(module, |_| true);
}

/// Writes out labels alone: what else a program is annotated with stays what it is.
pub fn lower_labels(module: &mut Module) {
    lower_some(module, |annotation| {
        matches!(annotation, Annotation::Label(_))
    });
}

fn lower_some(module: &mut Module, is_wanted: fn(Annotation) -> bool) {
    let functions: Vec<FuncId> = module.functions.keys().collect();
    for id in functions {
        let mut sites = sites(module, id);
        sites.retain(|_, site| is_wanted(site.annotation));
        if !sites.is_empty() {
            rewrite(module, id, &sites);
        }
    }
}

fn sites(module: &Module, id: FuncId) -> BTreeMap<InstId, Site> {
    let insts = module.functions[id].insts.iter();
    let sites = insts.filter_map(|(inst, of)| match &of.kind {
        InstKind::Call(call) => Some((inst, site(module, id, call)?)),
        _ => None,
    });
    let function = &module.functions[id];
    let is_used = |inst: InstId| {
        let result = function.insts[inst].result.expand();
        result.is_some_and(|result| uses(function, Value::Local(result)))
    };
    // A label returns no value.
    let sites = sites.filter(|(inst, site)| site.meaning.is_none() || !is_used(*inst));
    sites.collect()
}

fn uses(function: &Function, value: Value) -> bool {
    let insts = function.blocks.values().flat_map(|block| &block.insts);
    let mut kinds = insts.map(|&inst| &function.insts[inst].kind);
    kinds.any(|kind| kind.operands().contains(&value))
}

fn site(module: &Module, id: FuncId, call: &Call) -> Option<Site> {
    let callee = &module.functions[module.direct_callee(call)?];
    let function = module.text(callee.name);
    let annotation = find(function).filter(|_| callee.is_declaration())?;
    if let Some(ty) = call.args.first().and_then(|arg| arg.attrs.sret) {
        return returned_in_memory(module, (id, call), (function, annotation), ty);
    }
    let takes = match annotation {
        Annotation::Range | Annotation::Memory => 2,
        Annotation::Assume | Annotation::AssumeThere | Annotation::Choice | Annotation::Exit => 1,
        Annotation::Label(label) => label.takes(),
        Annotation::Value { .. } | Annotation::Abort | Annotation::Nothing => 0,
    };
    // Called with another type, it is an ordinary function.
    let arg = |index: usize| call.args.get(index).map(|arg| arg.value);
    if call.args.len() < takes || !fits(module, annotation, call) || !can_end(module, annotation) {
        return None;
    }
    let width = match annotation {
        Annotation::AssumeThere => Some(width_behind(module, id, arg(0)?)?),
        _ => None,
    };
    let meaning = match annotation {
        Annotation::Label(label) => {
            let args: Vec<Value> = call.args.iter().map(|arg| arg.value).collect();
            Some(label.meaning(module, &args)?)
        }
        _ => None,
    };
    let bindings = match annotation {
        Annotation::Label(label) => labels::bindings(module, label, call),
        _ => Vec::new(),
    };
    let name = call
        .args
        .last()
        .and_then(|last| name_in(module, last.value));
    let area = match (annotation, arg(0), arg(1)) {
        (Annotation::Memory, Some(ptr), Some(size)) => {
            let size = constant(module, size);
            Some(area(module, (id, ptr), None, size, name.clone()))
        }
        _ => None,
    };
    Some(Site {
        annotation,
        call: call.clone(),
        function: function.to_owned(),
        name,
        area,
        width,
        meaning,
        bindings,
    })
}

/// Stores a returned structure to memory.
fn returned_in_memory(
    module: &Module,
    (id, call): (FuncId, &Call),
    (function, annotation): (&str, Annotation),
    ty: TypeId,
) -> Option<Site> {
    let Annotation::Value { .. } = annotation else {
        return None;
    };
    let ptr = call.args.first()?.value;
    let size = module.layout.alloc_size(&module.types, ty).ok()?;
    let given = Some(TypeRef::Ir(ty));
    let area = area(
        module,
        (id, ptr),
        given,
        Some(size),
        Some("result".to_owned()),
    );
    Some(Site {
        annotation: Annotation::Memory,
        call: call.clone(),
        function: function.to_owned(),
        name: None,
        area: Some(area).filter(|area| matches!(area, Area::Pieces(_))),
        width: None,
        meaning: None,
        bindings: Vec::new(),
    })
}

/// Whether the module does not use the names of the functions that the annotation is lowered to.
fn can_end(module: &Module, annotation: Annotation) -> bool {
    let is_free = |name: &str, takes: &[Type]| {
        let Some(id) = module.find_function(name) else {
            return module.find(name).is_none();
        };
        let function = &module.functions[id];
        let params = function
            .params
            .iter()
            .map(|param| module.types.get(param.ty));
        (function.is_declaration() || name != ASSUME)
            && module.types.is_void(function.ret)
            && !function.varargs
            && params.eq(takes.iter())
    };
    match annotation {
        Annotation::Assume | Annotation::AssumeThere => is_free(ASSUME, &[Type::Int(1)]),
        Annotation::Abort => is_free("abort", &[]),
        Annotation::Exit => is_free("exit", &[Type::Int(32)]),
        _ => true,
    }
}

/// Whether arguments and result of a call have the types of the annotation.
fn fits(module: &Module, annotation: Annotation, call: &Call) -> bool {
    let is_int = |ty: TypeId| matches!(module.types.get(ty), Type::Int(_));
    let is_ptr = |ty: TypeId| matches!(module.types.get(ty), Type::Ptr(_));
    let given: Vec<TypeId> = call.args.iter().map(|arg| arg.ty).collect();
    let ret = match module.types.get(call.fn_ty) {
        Type::Func { ret, .. } => *ret,
        _ => call.fn_ty,
    };
    let gives_nothing = module.types.is_void(ret);
    match (annotation, &given[..]) {
        (Annotation::Assume, [cond, ..]) => is_int(*cond) && gives_nothing,
        (Annotation::AssumeThere, [cond, ..]) => is_ptr(*cond) && gives_nothing,
        (Annotation::Value { .. }, _) => !gives_nothing,
        (Annotation::Range, [from, to, ..]) => is_int(ret) && *from == ret && *to == ret,
        (Annotation::Choice, [below, ..]) => is_int(ret) && *below == ret,
        (Annotation::Memory, [ptr, size, ..]) => is_ptr(*ptr) && is_int(*size) && gives_nothing,
        (Annotation::Exit, [status, ..]) => is_int(*status) && gives_nothing,
        (Annotation::Label(_), [cond, ..]) => labels::is_condition(module, *cond),
        (Annotation::Abort | Annotation::Nothing, _) => gives_nothing,
        _ => false,
    }
}

fn rewrite(module: &mut Module, id: FuncId, sites: &BTreeMap<InstId, Site>) {
    let blocks: Vec<BlockId> = module.functions[id].blocks.keys().collect();
    for block in blocks {
        let mut editor = Editor::at(module, id, block);
        let all = editor.take_block(block);
        for (index, inst) in all.iter().enumerate() {
            let Some(site) = sites.get(inst) else {
                editor.keep(*inst);
                continue;
            };
            let place = editor.function().insts[*inst].dbg.expand();
            let mut writer = Writer {
                editor: &mut editor,
                place,
            };
            if !writer.write(*inst, site) {
                let next = all.get(index + 1).copied();
                forget(&mut editor, *inst, next);
            }
        }
    }
}

/// Detaches a removed call: debug records before it move to the next instruction, and its attachments are dropped.
fn forget(editor: &mut Editor<'_>, gone: InstId, next: Option<InstId>) {
    let function = editor.function_mut();
    function.insts[gone].kind = InstKind::Unreachable;
    function.insts[gone].dbg = None.into();
    function.attachments.retain(|(inst, _)| *inst != gone);
    for record in &mut function.dbg_records {
        if let (true, Some(next)) = (record.before == gone, next) {
            record.before = next;
        }
    }
}

/// Calls and instructions that can trap get the place of the annotation; the others are not in the source and get none.
struct Writer<'e, 'm> {
    editor: &'e mut Editor<'m>,
    place: Option<MdId>,
}

impl Writer<'_, '_> {
    /// Lowers a call; returns whether its instruction is kept.
    fn write(&mut self, inst: InstId, site: &Site) -> bool {
        let args: Vec<Value> = site.call.args.iter().map(|arg| arg.value).collect();
        match (site.annotation, &args[..]) {
            (Annotation::Assume, [cond, ..]) => self.assume(*cond),
            (Annotation::AssumeThere, [ptr, ..]) => {
                let ty = self.editor.module.types.int(site.width.unwrap_or(32));
                let cond = self.placed(|editor| editor.load(*ptr, ty, unaligned()));
                self.assume(cond);
            }
            (Annotation::Value { signed }, _) => {
                let ty = self.editor.function().insts[inst].ty;
                let given = self.source(site, ty, signed);
                let kind = self.call_of(given);
                self.replace(inst, kind);
                return true;
            }
            (Annotation::Range, [from, to, ..]) => {
                let any = self.any_like(inst, site, true);
                let above = self.editor.icmp(IntPred::Sge, any, *from);
                let below = self.editor.icmp(IntPred::Slt, any, *to);
                let within = self.editor.binary(BinOp::And, above, below);
                self.within(inst, within, any, *from);
                return true;
            }
            (Annotation::Choice, [below, ..]) => {
                let any = self.any_like(inst, site, false);
                let within = self.editor.icmp(IntPred::Ult, any, *below);
                let ty = self.editor.type_of(any);
                let least = zero(self.editor.module, ty);
                self.within(inst, within, any, least);
                return true;
            }
            (Annotation::Label(_), [cond, ..]) => {
                self.bind(site);
                self.mark(inst, site, *cond);
                return true;
            }
            (Annotation::Memory, [ptr, rest @ ..]) => self.fill(site, *ptr, rest.first().copied()),
            (Annotation::Abort, _) => self.end("abort", &[]),
            (Annotation::Exit, [status, ..]) => {
                let status = self.as_number(*status, 32);
                self.end("exit", &[status]);
            }
            _ => {}
        }
        false
    }

    fn replace(&mut self, inst: InstId, kind: InstKind) {
        let function = self.editor.function_mut();
        function.insts[inst].kind = kind;
        function.attachments.retain(|(at, _)| *at != inst);
        self.editor.keep(inst);
    }

    /// A value in a range; other values are no inputs of the original. A mutant that makes more calls than the test has
    /// values gets the least one.
    fn within(&mut self, inst: InstId, within: Value, any: Value, least: Value) {
        let module = &mut *self.editor.module;
        let (void, truth) = (module.types.void(), module.types.int(1));
        let promise = declare(module, "llvm.assume", void, &[truth]);
        self.call(promise, &[within]);
        self.replace(inst, select(within, any, least));
    }

    /// Whether a value is not zero.
    fn truth(&mut self, cond: Value) -> Value {
        let ty = self.editor.type_of(cond);
        match self.editor.module.types.get(ty) {
            Type::Int(1) => cond,
            _ => {
                let none = zero(self.editor.module, ty);
                self.editor.icmp(IntPred::Ne, cond, none)
            }
        }
    }

    /// Marks before the label for the names that it binds.
    fn bind(&mut self, site: &Site) {
        let Some(Meaning::Label { id, .. } | Meaning::Position { id, .. }) = site.meaning else {
            return;
        };
        for (name, value) in &site.bindings {
            let arg = self.truth(*value);
            let ty = self.editor.module.types.int(1);
            let bound = self.editor.value(InstKind::Freeze { arg }, ty);
            let function = self.editor.id;
            let Value::Local(local) = bound else { continue };
            let LocalDef::Inst(inst) = self.editor.function().locals[local].def else {
                continue;
            };
            let name = name.clone();
            labels::attach(
                self.editor.module,
                function,
                inst,
                &Meaning::Binding { id, name },
            );
        }
    }

    /// Turns the instruction into the mark of a label.
    fn mark(&mut self, inst: InstId, site: &Site, cond: Value) {
        let arg = self.truth(cond);
        let ty = self.editor.module.types.int(1);
        self.replace(inst, InstKind::Freeze { arg });
        let function = self.editor.function_mut();
        let result = function.insts[inst].result.expand();
        let result = result.unwrap_or_else(|| {
            let def = LocalDef::Inst(inst);
            function.locals.push(Local {
                name: None,
                ty,
                def,
            })
        });
        function.locals[result].ty = ty;
        function.insts[inst].ty = ty;
        function.insts[inst].result = result.into();
        if let Some(meaning) = &site.meaning {
            let id = self.editor.id;
            labels::attach(self.editor.module, id, inst, meaning);
        }
    }

    fn assume(&mut self, cond: Value) {
        let holds = self.truth(cond);
        let module = &mut *self.editor.module;
        let (void, truth) = (module.types.void(), module.types.int(1));
        let assume = declare(module, ASSUME, void, &[truth]);
        self.call(assume, &[holds]);
    }

    /// The function without parameters that returns the values of a call, identified by its name.
    fn source(&mut self, site: &Site, ty: TypeId, signed: bool) -> FuncId {
        let name = match (&site.name, site.annotation) {
            (Some(name), _) => part_of(&site.function, name),
            (None, Annotation::Value { .. }) => site.function.clone(),
            (None, _) => part_of(&site.function, ""),
        };
        self.giving(name, ty, signed)
    }

    /// A function without parameters that returns this type; a function of that name with another type is not used.
    fn giving(&mut self, name: String, ty: TypeId, signed: bool) -> FuncId {
        let numbered = (2..).map(|number| format!("{name}({number})"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let module = &mut *self.editor.module;
        // One with parameters is the annotation itself, all calls of which are lowered.
        let is_free = |name: &String| match module.find_function(name) {
            Some(known) => {
                let known = &module.functions[known];
                let is_bare = known.params.is_empty() || !name.contains('(');
                known.is_declaration() && known.ret == ty && is_bare
            }
            None => module.find(name).is_none(),
        };
        let name = names.find(is_free).unwrap_or(name);
        let id = declare(module, &name, ty, &[]);
        let is_int = matches!(module.types.get(ty), Type::Int(_));
        // Without a prototype it would take any number of arguments.
        let fn_ty = module.types.intern(Type::Func {
            ret: ty,
            params: Box::default(),
            varargs: false,
        });
        let function = &mut module.functions[id];
        (function.ty, function.varargs) = (fn_ty, false);
        function.params.clear();
        function.locals.clear();
        function.ret_attrs.zeroext |= !signed && is_int;
        id
    }

    fn call_of(&mut self, callee: FuncId) -> InstKind {
        let address = quell_ir::build::address(self.editor.module, callee);
        quell_ir::build::call_of(self.editor.module, callee, address, &[])
    }

    /// A value of the type that a call returns.
    fn any_like(&mut self, inst: InstId, site: &Site, signed: bool) -> Value {
        let ty = self.editor.function().insts[inst].ty;
        let source = self.source(site, ty, signed);
        self.given(source, ty)
    }

    /// Calls a function without parameters.
    fn given(&mut self, source: FuncId, ty: TypeId) -> Value {
        let kind = self.call_of(source);
        self.placed(|editor| editor.value(kind, ty))
    }

    fn call(&mut self, callee: FuncId, args: &[Value]) {
        self.placed(|editor| _ = editor.call(callee, args));
    }

    fn placed<T>(&mut self, make: impl FnOnce(&mut Editor<'_>) -> T) -> T {
        self.editor.dbg = self.place;
        let made = make(self.editor);
        self.editor.dbg = None;
        made
    }

    fn fill(&mut self, site: &Site, ptr: Value, size: Option<Value>) {
        match (&site.area, size) {
            (Some(Area::Pieces(pieces)), _) => {
                for piece in pieces {
                    self.fill_piece(&site.function, ptr, piece);
                }
            }
            (Some(Area::Bytes { name }), Some(size)) => {
                let filler = self.filler(&part_of(&site.function, name));
                let size = self.as_number(size, 64);
                self.call(filler, &[ptr, size]);
            }
            _ => {}
        }
    }

    fn fill_piece(&mut self, annotation: &str, ptr: Value, piece: &Piece) {
        let name = part_of(annotation, &piece.name);
        let value = self.any_scalar(name, piece.kind);
        let at = self.editor.offset(ptr, piece.offset);
        self.store(value, at);
    }

    /// A value in its representation in memory.
    fn any_scalar(&mut self, name: String, kind: Scalar) -> Value {
        let types = &mut self.editor.module.types;
        let (ty, signed) = match kind {
            Scalar::Bool(_) => (types.int(1), false),
            Scalar::Int { bits, signed } => (types.int(bits), signed),
            Scalar::Float(format) => (types.float(format), true),
            Scalar::Pointer => (types.ptr(), true),
        };
        let source = self.giving(name, ty, signed || !matches!(kind, Scalar::Int { .. }));
        let value = self.given(source, ty);
        match kind {
            Scalar::Bool(bits) => {
                let whole = self.editor.module.types.int(bits);
                self.editor.cast(CastOp::ZExt, value, whole)
            }
            _ => value,
        }
    }

    fn store(&mut self, value: Value, ptr: Value) {
        self.placed(|editor| editor.store(value, ptr, unaligned()));
    }

    /// A number of this width.
    fn as_number(&mut self, number: Value, bits: u32) -> Value {
        let (ty, wanted) = (
            self.editor.type_of(number),
            self.editor.module.types.int(bits),
        );
        match *self.editor.module.types.get(ty) {
            Type::Int(width) if width < bits => self.editor.cast(CastOp::ZExt, number, wanted),
            Type::Int(width) if width > bits => self.editor.cast(CastOp::Trunc, number, wanted),
            _ => number,
        }
    }

    /// A function of the module that fills memory byte by byte.
    fn filler(&mut self, source: &str) -> FuncId {
        let name = format!("fill.{source}");
        let known = self.editor.module.find_function(&name);
        known.unwrap_or_else(|| define_filler(self.editor.module, &name, source))
    }

    fn end(&mut self, function: &str, args: &[Value]) {
        let module = &mut *self.editor.module;
        let void = module.types.void();
        let params: Vec<TypeId> = match args.is_empty() {
            true => Vec::new(),
            false => vec![module.types.int(32)],
        };
        let end = declare(module, function, void, &params);
        self.call(end, args);
    }
}

fn select(cond: Value, then: Value, otherwise: Value) -> InstKind {
    InstKind::Select {
        flags: Flags::NONE,
        cond,
        then,
        otherwise,
    }
}

/// `void filler(char *at, size_t size) { for (char *end = at + size; at != end; at++) *at = source(); }`
fn define_filler(module: &mut Module, name: &str, source: &str) -> FuncId {
    let (void, ptr, size) = (
        module.types.void(),
        module.types.ptr(),
        module.types.int(64),
    );
    let id = declare(module, name, void, &[ptr, size]);
    module.functions[id].linkage = Linkage::Internal;
    let params = [0, 1].map(|index| Value::Local(module.functions[id].param_local(index)));
    let mut editor = Editor::in_new_block(module, id);
    let entry = editor.block;
    let (head, body, done) = (editor.new_block(), editor.new_block(), editor.new_block());
    let mut writer = Writer {
        editor: &mut editor,
        place: None,
    };
    let end = writer.editor.moved(params[0], params[1]);
    writer.editor.jump(head);
    writer.editor.switch_to(head);
    let flags = Flags::NONE;
    let incoming = Box::new([(params[0], entry), (params[0], body)]);
    let at = writer.editor.value(InstKind::Phi { flags, incoming }, ptr);
    let is_done = writer.editor.icmp(IntPred::Eq, at, end);
    writer.editor.branch(is_done, done, body);
    writer.editor.switch_to(body);
    let value = writer.any_scalar(source.to_owned(), BYTE);
    writer.store(value, at);
    let next = writer.editor.offset(at, 1);
    writer.editor.jump(head);
    writer.editor.switch_to(done);
    writer.editor.ret(None);
    let function = writer.editor.function_mut();
    for inst in function.insts.values_mut() {
        if let InstKind::Phi { incoming, .. } = &mut inst.kind {
            incoming[1].0 = next;
        }
    }
    id
}
