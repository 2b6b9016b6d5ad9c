//! Names at module level. A global may be used before its definition, so constants refer to *slots*
//! during parsing; at the end all slots are resolved and the constants are rewritten.

use rustc_hash::FxHashMap;

use super::error::{Entity, ErrorKind, Res, Span};
use super::lexer::Tok;
use super::parser::Parser;
use crate::constant::{ConstKind, GlobalRef};
use crate::entity::{AliasId, BlockId, ConstId, EntityRef, FuncId, TypeId};
use crate::symbol::Symbol;

/// A name with its definition, if that has been parsed.
struct Slot {
    name: Symbol,
    /// The constant of its address.
    address: ConstId,
    thing: Option<GlobalRef>,
    first_use: Span,
}

/// A label in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum LabelKey {
    Name(Symbol),
    Number(u32),
}

struct BlockUse {
    slot: usize,
    label: LabelKey,
    span: Span,
}

#[derive(Default)]
pub(super) struct GlobalTable {
    slots: Vec<Slot>,
    /// Slot number plus one, by symbol.
    by_symbol: Vec<u32>,
    /// Blocks whose address is taken.
    block_uses: Vec<BlockUse>,
    block_use_of: FxHashMap<(usize, LabelKey), usize>,
    /// The numbered blocks of all functions, in ascending order.
    pub numbered_blocks: Vec<(FuncId, u32, BlockId)>,
}

impl GlobalTable {
    fn slot_of(&self, name: Symbol) -> Option<usize> {
        let entry = *self.by_symbol.get(name.index())?;
        (entry as usize).checked_sub(1)
    }
}

impl<'t> Parser<'t> {
    /// The slot of a name; `ty` is the type of its address.
    fn global_slot(&mut self, name: Symbol, ty: TypeId, span: Span) -> Res<usize> {
        if let Some(slot) = self.globals.slot_of(name) {
            let address = self.globals.slots[slot].address;
            self.check_type(ty, self.const_type(address), span)?;
            return Ok(slot);
        }
        let slot = self.globals.slots.len();
        let placeholder = GlobalRef::Alias(AliasId::new(slot));
        let address = self.intern(ty, ConstKind::Global(placeholder));
        self.globals.slots.push(Slot {
            name,
            address,
            thing: None,
            first_use: span,
        });
        let index = name.index();
        if self.globals.by_symbol.len() <= index {
            self.globals.by_symbol.resize(index + 1, 0);
        }
        self.globals.by_symbol[index] = slot as u32 + 1;
        Ok(slot)
    }

    /// The address of the global named by the current token, of pointer type `ty`.
    pub fn global_operand(&mut self, ty: TypeId) -> Res<ConstId> {
        let span = self.span();
        if !self.module.types.is_ptr(ty) {
            return Err(self.wrong_sort(&self.describe(ty), self.types.ptr, span));
        }
        let name = self.symbol();
        let slot = self.global_slot(name, ty, span)?;
        Ok(self.globals.slots[slot].address)
    }

    /// The name of a reference that is still a slot.
    pub fn slot_name(&self, slot: GlobalRef) -> Option<Symbol> {
        match slot {
            GlobalRef::Alias(slot) => self.globals.slots.get(slot.index()).map(|slot| slot.name),
            _ => None,
        }
    }

    /// The name of a global; that of a numbered one is its number.
    pub fn global_name(&mut self) -> Res<Symbol> {
        match self.tok.kind {
            Tok::Global | Tok::GlobalNumber => Ok(self.symbol()),
            _ => Err(self.expected("the name of a global")),
        }
    }

    /// Defines `name`. `ty` is the type of its address.
    pub fn define_global(
        &mut self,
        name: Symbol,
        thing: GlobalRef,
        ty: TypeId,
        span: Span,
    ) -> Res<()> {
        let slot = self.global_slot(name, ty, span)?;
        let known = &mut self.globals.slots[slot].thing;
        if known.is_some() {
            return Err(self.redefined(Entity::Global, span));
        }
        *known = Some(thing);
        self.module.names.insert(name, thing);
        Ok(())
    }

    /// `blockaddress(@f, %b)`.
    pub fn block_address(&mut self, ty: TypeId) -> Res<ConstId> {
        self.bump();
        self.open()?;
        let span = self.span();
        let name = self.global_name()?;
        let slot = self.global_slot(name, self.types.ptr, span)?;
        self.comma()?;
        let span = self.span();
        let label = match self.tok.kind {
            Tok::Local => LabelKey::Name(self.peek_symbol()),
            Tok::LocalNumber => LabelKey::Number(self.token_number()?),
            _ => return Err(self.expected("a block")),
        };
        self.bump();
        self.close()?;
        let uses = &mut self.globals.block_uses;
        let place = *self
            .globals
            .block_use_of
            .entry((slot, label))
            .or_insert_with(|| {
                uses.push(BlockUse { slot, label, span });
                uses.len() - 1
            });
        let kind = ConstKind::BlockAddress(FuncId::new(slot), BlockId::new(place));
        Ok(self.intern(ty, kind))
    }

    /// Replaces the slots in constants by their definitions.
    pub fn resolve_globals(&mut self) -> Res<()> {
        let mut things = Vec::with_capacity(self.globals.slots.len());
        for slot in &self.globals.slots {
            let undefined = || self.undefined(Entity::Global, slot.first_use);
            things.push(slot.thing.ok_or_else(undefined)?);
        }
        let blocks = self.resolve_blocks(&things)?;
        self.module.consts.rewrite(|kind| match kind {
            ConstKind::Global(thing) => {
                if let GlobalRef::Alias(slot) = *thing {
                    *thing = things[slot.index()];
                }
            }
            ConstKind::BlockAddress(func, block) => (*func, *block) = blocks[block.index()],
            _ => {}
        });
        Ok(())
    }

    /// The blocks of all `blockaddress`es.
    fn resolve_blocks(&self, things: &[GlobalRef]) -> Res<Vec<(FuncId, BlockId)>> {
        let mut named: FxHashMap<(FuncId, Symbol), BlockId> = FxHashMap::default();
        let mut indexed = FxHashMap::default();
        let mut resolved = Vec::with_capacity(self.globals.block_uses.len());
        for use_ in &self.globals.block_uses {
            let missing = || self.undefined(Entity::Block, use_.span);
            let GlobalRef::Func(func) = things[use_.slot] else {
                return Err(self.fail_at(ErrorKind::Expected("a block of a function"), use_.span));
            };
            if indexed.insert(func, ()).is_none() {
                for (block, data) in self.module.functions[func].blocks.iter() {
                    named.extend(data.name.map(|name| ((func, name), block)));
                }
            }
            let block = match use_.label {
                LabelKey::Name(name) => named.get(&(func, name)).copied(),
                LabelKey::Number(number) => self.numbered_block(func, number),
            };
            resolved.push((func, block.ok_or_else(missing)?));
        }
        Ok(resolved)
    }

    fn numbered_block(&self, func: FuncId, number: u32) -> Option<BlockId> {
        let blocks = &self.globals.numbered_blocks;
        let found = blocks.binary_search_by_key(&(func, number), |entry| (entry.0, entry.1));
        found.ok().map(|at| blocks[at].2)
    }

    /// Checks that no alias refers to itself, directly or through others.
    pub fn check_aliases(&self) -> Res<()> {
        let mut state = vec![Mark::New; self.module.aliases.len()];
        for alias in self.module.aliases.keys() {
            self.walk_alias(alias, &mut state)?;
        }
        Ok(())
    }

    fn walk_alias(&self, root: AliasId, state: &mut [Mark]) -> Res<()> {
        let mut stack = vec![root];
        while let Some(&alias) = stack.last() {
            match state[alias.index()] {
                Mark::Done => drop(stack.pop()),
                Mark::Open => state[alias.index()] = Mark::Done,
                Mark::New => {
                    state[alias.index()] = Mark::Open;
                    for next in self.aliases_in(self.module.aliases[alias].target) {
                        match state[next.index()] {
                            Mark::Open => return Err(self.alias_cycle(next)),
                            Mark::New => stack.push(next),
                            Mark::Done => {}
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn alias_cycle(&self, alias: AliasId) -> Box<super::error::Failure> {
        let name = self.module.aliases[alias].name;
        let span = self.globals.slot_of(name);
        let span = span.map_or(Span::default(), |slot| self.globals.slots[slot].first_use);
        let kind = ErrorKind::AliasCycle(self.module.text(name).to_owned());
        self.fail_at(kind, span)
    }

    /// The aliases that a constant refers to. The nesting of constants is bounded by that of the text.
    fn aliases_in(&self, constant: ConstId) -> Vec<AliasId> {
        let mut found = Vec::new();
        let mut stack = vec![constant];
        while let Some(constant) = stack.pop() {
            let kind = &self.module.consts.get(constant).kind;
            if let ConstKind::Global(GlobalRef::Alias(alias)) = kind {
                found.push(*alias);
            }
            kind.for_each_member(|member| stack.push(member));
        }
        found
    }
}

#[derive(Clone, Copy)]
enum Mark {
    New,
    Open,
    Done,
}
