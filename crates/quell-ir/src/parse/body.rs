//! Function bodies: blocks, numbering, and names used before their definitions.
//!
//! A local gets its id at its first mention, so a use before the definition needs no patching;
//! parameters have the first ids. Blocks are renumbered at the end of the function, so that their ids
//! are in the order of the text.

use super::error::{Entity, ErrorKind, Failure, Res, Span};
use super::globals::LabelKey;
use super::lexer::Tok;
use super::parser::Parser;
use crate::entity::{
    BlockId, EntityRef, FuncId, InstId, LocalId, PrimaryMap, SecondaryMap, TypeId,
};
use crate::function::{Block, DbgRecord, Local, LocalDef, Param};
use crate::inst::{Attachment, Inst, InstKind, Value};

/// The entity of a name or number in the current function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Local(LocalId),
    Block(BlockId),
}

/// Slots by index, which are cleared for the next function by incrementing the generation.
#[derive(Default)]
struct SlotTable {
    slots: Vec<(u32, u32, bool)>,
}

impl SlotTable {
    fn get(&self, index: usize, generation: u32) -> Option<Slot> {
        match *self.slots.get(index)? {
            (stamp, _, _) if stamp != generation => None,
            (_, id, true) => Some(Slot::Block(BlockId::from_u32(id))),
            (_, id, false) => Some(Slot::Local(LocalId::from_u32(id))),
        }
    }

    fn set(&mut self, index: usize, generation: u32, slot: Slot) {
        if self.slots.len() <= index {
            self.slots.resize(index + 1, (0, 0, false));
        }
        self.slots[index] = match slot {
            Slot::Block(id) => (generation, id.as_u32(), true),
            Slot::Local(id) => (generation, id.as_u32(), false),
        };
    }
}

/// The function that is being parsed.
pub(super) struct Body {
    /// Whether locals may be mentioned.
    pub open: bool,
    pub locals: PrimaryMap<LocalId, Local>,
    pub insts: PrimaryMap<InstId, Inst>,
    pub dbg_records: Vec<DbgRecord>,
    pub attachments: Vec<(InstId, Attachment)>,
    /// The least number of the next unnamed value or block.
    next_number: u32,
    generation: u32,
    numbers: SlotTable,
    names: SlotTable,
    /// Blocks in the order of their first mention.
    blocks: PrimaryMap<BlockId, PendingBlock>,
    /// Blocks in the order of the text.
    order: Vec<BlockId>,
    /// Locals mentioned before their definitions.
    early_locals: Vec<(LocalId, Span)>,
    /// Phis and terminators: the instructions that refer to blocks.
    block_users: Vec<InstId>,
    pub ret: TypeId,
}

#[derive(Default)]
struct PendingBlock {
    block: Block,
    number: Option<u32>,
    defined: bool,
    first_use: Span,
}

impl Body {
    pub fn new(void: TypeId) -> Self {
        Self {
            open: false,
            locals: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            dbg_records: Vec::new(),
            attachments: Vec::new(),
            next_number: 0,
            generation: 0,
            numbers: SlotTable::default(),
            names: SlotTable::default(),
            blocks: PrimaryMap::new(),
            order: Vec::new(),
            early_locals: Vec::new(),
            block_users: Vec::new(),
            ret: void,
        }
    }

    fn slot(&self, key: LabelKey) -> Option<Slot> {
        match key {
            LabelKey::Name(name) => self.names.get(name.index(), self.generation),
            LabelKey::Number(number) => self.numbers.get(number as usize, self.generation),
        }
    }

    fn set_slot(&mut self, key: LabelKey, slot: Slot) {
        match key {
            LabelKey::Name(name) => self.names.set(name.index(), self.generation, slot),
            LabelKey::Number(number) => self.numbers.set(number as usize, self.generation, slot),
        }
    }

    /// The instruction that will be added next.
    pub fn next_inst(&self) -> InstId {
        InstId::new(self.insts.len())
    }
}

/// The definition of a local that is not defined yet.
fn undefined_marker() -> LocalDef {
    LocalDef::Inst(InstId::from_u32(u32::MAX - 1))
}

impl<'t> Parser<'t> {
    /// Clears the state for the next function.
    pub fn begin_body(&mut self, ret: TypeId) {
        let body = &mut self.body;
        body.generation += 1;
        body.next_number = 0;
        body.ret = ret;
        body.locals.clear();
        body.insts.clear();
        body.blocks.clear();
        body.order.clear();
        body.early_locals.clear();
        body.block_users.clear();
        body.dbg_records.clear();
        body.attachments.clear();
    }

    /// `%name =` before an instruction.
    pub fn result_name(&mut self) -> Res<Option<(LabelKey, Span)>> {
        if !matches!(self.tok.kind, Tok::Local | Tok::LocalNumber) {
            return Ok(None);
        }
        let span = self.span();
        let key = self.local_key()?;
        self.bump();
        self.expect(Tok::Equal, "`=`")?;
        Ok(Some((key, span)))
    }

    /// The name or number of the current token.
    fn local_key(&mut self) -> Res<LabelKey> {
        match self.tok.kind {
            Tok::Local => Ok(LabelKey::Name(self.peek_symbol())),
            Tok::LocalNumber => Ok(LabelKey::Number(self.token_number()?)),
            _ => Err(self.expected("a local name")),
        }
    }

    /// The local of the current token, used as a value of type `ty`.
    pub fn local_operand(&mut self, ty: TypeId) -> Res<LocalId> {
        let span = self.span();
        if !self.body.open {
            return Err(self.expected("a constant"));
        }
        let key = self.local_key()?;
        self.bump();
        match self.body.slot(key) {
            Some(Slot::Local(id)) => {
                self.check_type(ty, self.body.locals[id].ty, span)?;
                Ok(id)
            }
            Some(Slot::Block(_)) => Err(self.fail_at(ErrorKind::Expected("a value"), span)),
            None => {
                let id = self.new_local(key, ty, undefined_marker());
                self.body.early_locals.push((id, span));
                Ok(id)
            }
        }
    }

    fn new_local(&mut self, key: LabelKey, ty: TypeId, def: LocalDef) -> LocalId {
        let name = match key {
            LabelKey::Name(name) => Some(name),
            LabelKey::Number(_) => None,
        };
        let id = self.body.locals.push(Local { name, ty, def });
        self.body.set_slot(key, Slot::Local(id));
        id
    }

    /// An operand of type `ty`.
    pub fn value(&mut self, ty: TypeId) -> Res<Value> {
        match self.tok.kind {
            _ if ty == self.types.metadata => Ok(Value::Metadata(self.md_operand()?)),
            Tok::Local | Tok::LocalNumber => Ok(Value::Local(self.local_operand(ty)?)),
            _ => Ok(Value::Const(self.constant(ty)?)),
        }
    }

    pub fn typed_value(&mut self) -> Res<(TypeId, Value)> {
        let ty = self.value_ty()?;
        Ok((ty, self.value(ty)?))
    }

    /// The number of a value or block at its definition; `written` is the number in the text, if any.
    fn take_number(&mut self, written: Option<u32>, span: Span) -> Res<u32> {
        let least = self.body.next_number;
        let found = written.unwrap_or(least);
        if found < least {
            return Err(self.fail_at(ErrorKind::NumberOutOfOrder { found, least }, span));
        }
        self.body.next_number = found + 1;
        Ok(found)
    }

    /// The key of a value or block at its definition: its name, or the next number.
    fn defined_key(&mut self, name: Option<LabelKey>, span: Span) -> Res<LabelKey> {
        Ok(match name {
            Some(LabelKey::Name(name)) => LabelKey::Name(name),
            Some(LabelKey::Number(n)) => LabelKey::Number(self.take_number(Some(n), span)?),
            None => LabelKey::Number(self.take_number(None, span)?),
        })
    }

    fn define_local(
        &mut self,
        name: Option<LabelKey>,
        ty: TypeId,
        def: LocalDef,
        span: Span,
    ) -> Res<LocalId> {
        let key = self.defined_key(name, span)?;
        match self.body.slot(key) {
            None => Ok(self.new_local(key, ty, def)),
            Some(Slot::Local(id)) if self.body.locals[id].def == undefined_marker() => {
                // The error is reported at the use, which came first.
                if self.body.locals[id].ty != ty {
                    return Err(self.early_mismatch(id, ty));
                }
                self.body.locals[id].def = def;
                Ok(id)
            }
            Some(_) => Err(self.redefined(Entity::Local, span)),
        }
    }

    fn early_mismatch(&self, id: LocalId, ty: TypeId) -> Box<Failure> {
        let mut early = self.body.early_locals.iter();
        let span = early
            .find(|early| early.0 == id)
            .map_or(Span::default(), |e| e.1);
        self.mismatch(self.body.locals[id].ty, ty, span)
    }

    /// Defines parameter `index` with the name of the current token, or else with the next number.
    pub fn define_param(&mut self, index: u32, param: &Param) -> Res<()> {
        let span = self.span();
        let name = match self.tok.kind {
            Tok::Local | Tok::LocalNumber => {
                let key = self.local_key()?;
                self.bump();
                Some(key)
            }
            _ => None,
        };
        self.define_local(name, param.ty, LocalDef::Param(index), span)?;
        Ok(())
    }

    /// The block of the current token.
    pub fn block_ref(&mut self) -> Res<BlockId> {
        let span = self.span();
        let key = self.local_key()?;
        self.bump();
        match self.body.slot(key) {
            Some(Slot::Block(id)) => Ok(id),
            Some(Slot::Local(_)) => Err(self.fail_at(ErrorKind::Expected("a block"), span)),
            None => Ok(self.new_block(key, span)),
        }
    }

    /// `label %b`.
    pub fn label(&mut self) -> Res<BlockId> {
        self.expect_word(b"label", "`label`")?;
        self.block_ref()
    }

    fn new_block(&mut self, key: LabelKey, span: Span) -> BlockId {
        let mut pending = PendingBlock {
            first_use: span,
            ..PendingBlock::default()
        };
        match key {
            LabelKey::Name(name) => pending.block.name = Some(name),
            LabelKey::Number(number) => pending.number = Some(number),
        }
        let id = self.body.blocks.push(pending);
        self.body.set_slot(key, Slot::Block(id));
        id
    }

    fn define_block(&mut self, name: Option<LabelKey>, span: Span) -> Res<BlockId> {
        let key = self.defined_key(name, span)?;
        let id = match self.body.slot(key) {
            None => self.new_block(key, span),
            Some(Slot::Block(id)) if !self.body.blocks[id].defined => id,
            Some(_) => return Err(self.redefined(Entity::Block, span)),
        };
        self.body.blocks[id].defined = true;
        self.body.order.push(id);
        Ok(id)
    }

    /// The label of a block, if there is one.
    fn block_label(&mut self) -> Res<Option<LabelKey>> {
        if !self.at(Tok::Label) {
            return Ok(None);
        }
        let text = self.payload();
        let numeric = !self.tok.quoted && text.iter().all(u8::is_ascii_digit);
        let key = if numeric {
            LabelKey::Number(self.token_number()?)
        } else {
            LabelKey::Name(self.peek_symbol())
        };
        self.bump();
        Ok(Some(key))
    }

    /// `{ blocks }`.
    pub fn function_body(&mut self, func: FuncId) -> Res<()> {
        self.expect(Tok::LBrace, "`{`")?;
        self.body.open = true;
        loop {
            let span = self.span();
            let label = self.block_label()?;
            let block = self.define_block(label, span)?;
            self.block_instructions(func, block)?;
            if self.at(Tok::RBrace) || self.word().starts_with(b"uselistorder") {
                break;
            }
        }
        while self.word().starts_with(b"uselistorder") {
            self.skip_use_list_order()?;
        }
        self.expect(Tok::RBrace, "`}`")?;
        self.body.open = false;
        self.end_body(func)
    }

    fn block_instructions(&mut self, func: FuncId, block: BlockId) -> Res<()> {
        let first = self.body.next_inst().as_u32();
        loop {
            if self.at(Tok::Record) {
                self.debug_record()?;
            } else if self.instruction(func)? {
                break;
            }
        }
        let end = self.body.next_inst().as_u32();
        let insts = (first..end).map(InstId::from_u32).collect();
        self.body.blocks[block].block.insts = insts;
        Ok(())
    }

    /// Adds an instruction; `name` is the name of its result in the text.
    pub fn add_inst(&mut self, mut inst: Inst, name: Option<(LabelKey, Span)>) -> Res<InstId> {
        let id = self.body.next_inst();
        if inst.ty != self.types.void {
            let here = Span {
                start: self.tok.start,
                end: self.tok.start,
            };
            let (key, span) = name.map_or((None, here), |(key, span)| (Some(key), span));
            let local = self.define_local(key, inst.ty, LocalDef::Inst(id), span)?;
            inst.result = local.into();
        } else if let Some((_, span)) = name {
            let kind = ErrorKind::InvalidType("name for a void result");
            return Err(self.fail_at(kind, span));
        }
        if inst.kind.is_terminator() || matches!(inst.kind, InstKind::Phi { .. }) {
            self.body.block_users.push(id);
        }
        Ok(self.body.insts.push(inst))
    }

    /// Puts blocks in the order of the text and checks that all mentioned locals and blocks are
    /// defined.
    fn end_body(&mut self, func: FuncId) -> Res<()> {
        self.check_body_complete()?;
        let mut place: SecondaryMap<BlockId, BlockId> = SecondaryMap::with_default(BlockId::new(0));
        let mut blocks = PrimaryMap::with_capacity(self.body.order.len());
        for &old in &self.body.order {
            let pending = &mut self.body.blocks[old];
            let new = blocks.push(std::mem::take(&mut pending.block));
            place[old] = new;
            if let Some(number) = pending.number {
                self.globals.numbered_blocks.push((func, number, new));
            }
        }
        for &user in &self.body.block_users {
            match &mut self.body.insts[user].kind {
                InstKind::Phi { incoming, .. } => {
                    incoming.iter_mut().for_each(|(_, b)| *b = place[*b]);
                }
                branch => branch.for_each_successor_mut(|b| *b = place[*b]),
            }
        }
        let function = &mut self.module.functions[func];
        function.blocks = blocks;
        function.locals = std::mem::take(&mut self.body.locals);
        function.insts = std::mem::take(&mut self.body.insts);
        function.dbg_records = std::mem::take(&mut self.body.dbg_records);
        function.attachments = std::mem::take(&mut self.body.attachments);
        Ok(())
    }

    fn check_body_complete(&self) -> Res<()> {
        for &(id, span) in &self.body.early_locals {
            if self.body.locals[id].def == undefined_marker() {
                return Err(self.undefined(Entity::Local, span));
            }
        }
        for pending in self.body.blocks.values() {
            if !pending.defined {
                return Err(self.undefined(Entity::Block, pending.first_use));
            }
        }
        Ok(())
    }
}
