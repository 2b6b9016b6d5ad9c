//! Values of the leaves from a call that was written down: the input of the space that is most like it. What a space does not
//! have, such as elements beyond the capacity, makes the call none of its inputs; what the call leaves out has its least value.

use quell_bits::Bits;
use serde_json::Value;

use super::InputSpace;
use super::leaf::LeafKind;
use super::plan::{Plan, TextByte};
use crate::literal::{self, Items, Kind, Literal, exact_bits};
use crate::numbers::float_bits;

impl InputSpace {
    /// The values of the leaves for the arguments, globals and results of external functions of a call; nothing if the space does
    /// not admit it.
    pub fn read<'v>(
        &self,
        args: &[Value],
        globals: impl Iterator<Item = (&'v str, &'v Value)>,
        calls: impl Iterator<Item = (&'v str, &'v [Value])>,
    ) -> Option<Vec<Bits>> {
        let mut reader = Reader {
            space: self,
            values: self.least(),
        };
        let plans = &self.plans;
        if args.len() != plans.args.len() {
            return None;
        }
        for (plan, value) in plans.args.iter().zip(args) {
            reader.json(plan, value)?;
        }
        for (name, value) in globals {
            let (_, plan) = plans.globals.iter().find(|(known, _)| known == name)?;
            reader.json(plan, value)?;
        }
        for (name, results) in calls {
            let (_, all) = plans.calls.iter().find(|(known, _)| known == name)?;
            for (plan, value) in all.iter().zip(results) {
                reader.json(plan, value)?;
            }
        }
        self.admits(&reader.values).then_some(reader.values)
    }
}

struct Reader<'r> {
    space: &'r InputSpace,
    values: Vec<Bits>,
}

impl Reader<'_> {
    fn json(&mut self, plan: &Plan, value: &Value) -> Option<()> {
        let literal = literal::from_json(value).1.ok()?;
        self.plan(plan, &literal)
    }

    fn plan(&mut self, plan: &Plan, literal: &Literal) -> Option<()> {
        match (plan, &literal.kind) {
            (Plan::Pointer { present, .. }, Kind::Null) => self.set(*present, 0),
            (Plan::Pointer { present, to }, _) => {
                self.set(*present, 1)?;
                self.plan(to, literal)
            }
            (Plan::Text { chars, length, .. }, Kind::Plain(text)) => {
                self.text((&chars[..], *length), text.as_bytes())
            }
            (Plan::Text { chars, length, .. }, Kind::Text(bytes)) => {
                self.text((&chars[..], *length), bytes)
            }
            (Plan::Leaf { leaf, kind }, Kind::Plain(text)) => match (kind, single(text)) {
                (LeafKind::Char { .. } | LeafKind::Unicode, Some(c)) => {
                    self.set(*leaf, u128::from(u32::from(c)))
                }
                _ => self.literal(plan, text),
            },
            (_, Kind::Plain(text)) => self.literal(plan, text),
            (Plan::Null, Kind::Null) => Some(()),
            (Plan::Name(own), Kind::Name { name, data: None }) => (own == name).then_some(()),
            (Plan::Leaf { leaf, kind }, given) => {
                let number = number(kind, given)?;
                self.set(*leaf, number)
            }
            (Plan::List { items, length, .. }, Kind::List { items: given, .. }) => {
                let given = each(given)?;
                if given.len() > items.len() {
                    return None;
                }
                self.length(*length, given.len())?;
                self.all(items.iter(), given.iter())
            }
            (Plan::Text { chars, length, .. }, Kind::List { items, .. }) => {
                let bytes: Option<Vec<u8>> = each(items)?.iter().map(|of| byte(&of.kind)).collect();
                self.text((&chars[..], *length), &bytes?)
            }
            (Plan::Record(fields), Kind::Record(given)) => {
                let given = given
                    .iter()
                    .map(|(name, literal)| (name.as_deref(), literal));
                self.record(fields, &given.collect::<Vec<_>>())
            }
            (Plan::Record(fields), Kind::List { items, .. }) => {
                let given = each(items)?;
                let given = given.iter().map(|literal| (None, literal));
                self.record(fields, &given.collect::<Vec<_>>())
            }
            (Plan::Variant(own, plans), given) => {
                let (name, data) = variant(given)?;
                if own != name {
                    return None;
                }
                match (&plans[..], data) {
                    ([only], data) => self.plan(only, data),
                    (
                        plans,
                        Literal {
                            kind: Kind::List { items, .. },
                            ..
                        },
                    ) => {
                        let given = each(items)?;
                        let fits = given.len() == plans.len();
                        fits.then_some(())?;
                        self.all(plans.iter(), given.iter())
                    }
                    _ => None,
                }
            }
            (Plan::Optional { present, .. }, Kind::Name { name, data: None }) => {
                (name == "None").then(|| self.set(*present, 0))?
            }
            (Plan::Optional { present, to }, given) => {
                let (_, some) = variant(given).filter(|(name, _)| *name == "Some")?;
                self.set(*present, 1)?;
                self.plan(to, some)
            }
            _ => None,
        }
    }

    /// A string of JSON that is a literal.
    fn literal(&mut self, plan: &Plan, text: &str) -> Option<()> {
        let literal = literal::parse(text).ok().filter(|of| !is_plain(of))?;
        self.plan(plan, &literal)
    }

    fn record(
        &mut self,
        fields: &[(Option<String>, Plan)],
        given: &[(Option<&str>, &Literal)],
    ) -> Option<()> {
        let mut names = fields.iter().zip(given);
        let is_same = names.all(|((own, _), (name, _))| {
            let (Some(own), Some(name)) = (own, name) else {
                return true;
            };
            own == name
        });
        if !is_same || fields.len() != given.len() {
            return None;
        }
        self.all(fields.iter().map(|of| &of.1), given.iter().map(|of| of.1))
    }

    fn all<'a>(
        &mut self,
        plans: impl Iterator<Item = &'a Plan>,
        given: impl Iterator<Item = &'a Literal>,
    ) -> Option<()> {
        let mut pairs = plans.zip(given);
        pairs.try_for_each(|(plan, literal)| self.plan(plan, literal))
    }

    /// Characters, and zeros where there are fewer.
    fn text(&mut self, (chars, length): (&[TextByte], Option<usize>), bytes: &[u8]) -> Option<()> {
        if bytes.len() > chars.len() {
            return None;
        }
        self.length(length, bytes.len())?;
        for (byte, value) in chars.iter().zip(bytes) {
            match byte {
                TextByte::Leaf(leaf) => self.set(*leaf, u128::from(*value))?,
                TextByte::Nul if *value == 0 => {}
                TextByte::Nul => return None,
            }
        }
        Some(())
    }

    fn length(&mut self, leaf: Option<usize>, length: usize) -> Option<()> {
        match leaf {
            Some(leaf) => self.set(leaf, length as u128),
            None => Some(()),
        }
    }

    fn set(&mut self, leaf: usize, number: u128) -> Option<()> {
        let of = self.space.leaves.get(leaf)?;
        let value = self.values.get_mut(leaf)?;
        *value = Bits::from_u128(of.width, number & of.mask());
        Some(())
    }
}

/// The name of a variant and its data: `{"Some": 3}`, or `Some(3)`.
fn variant(given: &Kind) -> Option<(&str, &Literal)> {
    match given {
        Kind::Record(fields) => match &fields[..] {
            [(Some(name), data)] => Some((name, data)),
            _ => None,
        },
        Kind::Name {
            name,
            data: Some(data),
        } => match &data[..] {
            [only] => Some((name, only)),
            _ => None,
        },
        _ => None,
    }
}

/// The only character of a string.
fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let first = chars.next();
    first.filter(|_| chars.next().is_none())
}

/// A list with few enough items to be one of a space.
fn each(items: &Items) -> Option<Vec<Literal>> {
    const MOST: u64 = 1 << 14;
    match items {
        Items::Each(items) => Some(items.clone()),
        Items::Repeated(item, count) if *count <= MOST => {
            Some(vec![Literal::clone(item); *count as usize])
        }
        Items::Repeated(..) => None,
    }
}

const BYTE: LeafKind = LeafKind::Int {
    signed: Some(false),
};

/// A character of a list of characters.
fn byte(given: &Kind) -> Option<u8> {
    match given {
        Kind::Plain(text) => match single(text) {
            Some(c) => u8::try_from(u32::from(c)).ok(),
            None => byte(&literal::parse(text).ok().filter(|of| !is_plain(of))?.kind),
        },
        given => Some(number(&BYTE, given)? as u8),
    }
}

fn is_plain(literal: &Literal) -> bool {
    matches!(literal.kind, Kind::Plain(_))
}

/// The bits of a number.
fn number(kind: &LeafKind, given: &Kind) -> Option<u128> {
    match (kind, given) {
        (LeafKind::Float(format), Kind::Float(text)) => float_bits(*format, text),
        (
            LeafKind::Float(format),
            Kind::Integer {
                negative,
                magnitude,
            },
        ) => {
            let sign = if *negative { "-" } else { "" };
            float_bits(*format, &format!("{sign}{magnitude}"))
        }
        (LeafKind::Float(_), given) => exact_bits(given),
        (
            _,
            Kind::Integer {
                negative,
                magnitude,
            },
        ) => Some(match negative {
            true => magnitude.wrapping_neg(),
            false => *magnitude,
        }),
        (_, Kind::Char(code)) => Some(u128::from(*code)),
        (_, Kind::Bool(value)) => Some(u128::from(*value)),
        (LeafKind::Enum { values, .. }, Kind::Name { name, data: None }) => {
            let known = values.iter().find(|(known, _)| known == name)?;
            Some(known.1 as u128)
        }
        _ => None,
    }
}
