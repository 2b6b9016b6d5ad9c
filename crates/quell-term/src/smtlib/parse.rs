//! Reading SMT-LIB scripts: declarations, definitions without parameters, and assertions.

use super::heads;
use super::sexp::{NodeId, Tree};
use crate::pool::{Pool, SortError, Term};
use crate::sort::Sort;
use quell_bits::{Bits, FloatFormat, ParseBitsError};
use rustc_hash::FxHashMap;

/// Why a script cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// A parenthesis, bar or quote without its counterpart.
    #[error("unbalanced parenthesis, bar or quote at offset {offset}")]
    Unbalanced {
        /// Byte offset in the text.
        offset: usize,
    },
    /// A command that is not supported or malformed.
    #[error("unsupported command at offset {offset}")]
    Command {
        /// Byte offset in the text.
        offset: usize,
    },
    /// A sort that is not supported.
    #[error("unsupported sort at offset {offset}")]
    Sort {
        /// Byte offset in the text.
        offset: usize,
    },
    /// A term that is not supported, or a name that was not declared.
    #[error("unsupported term or undeclared name at offset {offset}")]
    Unknown {
        /// Byte offset in the text.
        offset: usize,
    },
    /// A constant that does not fit its width.
    #[error("invalid constant at offset {offset}: {error}")]
    Constant {
        /// Byte offset in the text.
        offset: usize,
        /// What is wrong with it.
        error: ParseBitsError,
    },
    /// An assertion that is not a Boolean.
    #[error("the assertion at offset {offset} is not a Boolean")]
    NotBoolean {
        /// Byte offset in the text.
        offset: usize,
    },
    /// Operands of sorts that the operator does not take.
    #[error("invalid operands at offset {offset}: {error}")]
    Operands {
        /// Byte offset in the text.
        offset: usize,
        /// What does not fit.
        error: SortError,
    },
}

/// The contents of a script.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// The asserted terms, in order.
    pub assertions: Vec<Term>,
    /// The variables, in the order of their declarations.
    pub variables: Vec<Term>,
}

/// Reads a script; its variables become variables of the pool with the same names.
pub fn parse(pool: &mut Pool, text: &str) -> Result<Script, ParseError> {
    let tree = Tree::parse(text)?;
    let mut reader = Reader {
        pool,
        tree: &tree,
        names: FxHashMap::default(),
        script: Script::default(),
    };
    for &root in &tree.roots {
        reader.command(root)?;
    }
    Ok(reader.script)
}

/// Reads a term, with names for given terms.
pub fn parse_term<'t>(
    pool: &mut Pool,
    names: &[(&'t str, Term)],
    text: &'t str,
) -> Result<Term, ParseError> {
    let tree = Tree::parse(text)?;
    let &[root] = &tree.roots[..] else {
        return Err(ParseError::Unknown { offset: 0 });
    };
    let mut reader = Reader {
        pool,
        tree: &tree,
        names: names
            .iter()
            .map(|&(name, term)| (name, vec![term]))
            .collect(),
        script: Script::default(),
    };
    reader.term(root)
}

pub(super) struct Reader<'p, 't> {
    pub pool: &'p mut Pool,
    pub tree: &'t Tree<'t>,
    /// The terms that a name is bound to, the innermost binding last.
    names: FxHashMap<&'t str, Vec<Term>>,
    script: Script,
}

/// A pending step of reading a term.
enum Work<'t> {
    /// Read a node.
    Visit(NodeId),
    /// Apply the head of a list to its operands, of which there are this many and which have been read.
    Apply(NodeId, usize),
    /// Bind the names of a `let`, whose values have been read, and read its body.
    Bind { bindings: NodeId, body: NodeId },
    /// Remove the innermost binding of a name, after the body has been read.
    Unbind(&'t str),
}

impl<'t> Reader<'_, 't> {
    fn command(&mut self, node: NodeId) -> Result<(), ParseError> {
        let offset = self.tree.offset(node);
        match (self.tree.head(node), self.tree.items(node)) {
            (Some("assert"), &[_, term]) => {
                let term = self.term(term)?;
                if self.pool.sort(term) != Sort::Bool {
                    return Err(ParseError::NotBoolean { offset });
                }
                self.script.assertions.push(term);
            }
            (Some("declare-const"), &[_, name, sort]) => self.declare(name, sort)?,
            (Some("declare-fun"), &[_, name, parameters, sort])
                if self.tree.items(parameters).is_empty() =>
            {
                self.declare(name, sort)?;
            }
            (Some("define-fun"), &[_, name, parameters, _, body])
                if self.tree.items(parameters).is_empty() =>
            {
                let term = self.term(body)?;
                let name = self.symbol(name)?;
                self.names.entry(name).or_default().push(term);
            }
            (
                Some("set-logic" | "set-info" | "set-option" | "check-sat" | "exit" | "get-model"),
                _,
            ) => {}
            _ => return Err(ParseError::Command { offset }),
        }
        Ok(())
    }

    fn declare(&mut self, name: NodeId, sort: NodeId) -> Result<(), ParseError> {
        let sort = self.sort(sort)?;
        let symbol = self.symbol(name)?;
        let plain = symbol
            .strip_prefix('|')
            .and_then(|rest| rest.strip_suffix('|'));
        let variable = self.pool.var(plain.unwrap_or(symbol), sort);
        self.names.entry(symbol).or_default().push(variable);
        self.script.variables.push(variable);
        Ok(())
    }

    fn symbol(&self, node: NodeId) -> Result<&'t str, ParseError> {
        let offset = self.tree.offset(node);
        self.tree.atom(node).ok_or(ParseError::Unknown { offset })
    }

    pub fn sort(&self, node: NodeId) -> Result<Sort, ParseError> {
        let sort = match self.tree.atom(node) {
            Some("Bool") => Some(Sort::Bool),
            Some("Float16") => Some(Sort::Float(FloatFormat::Half)),
            Some("Float32") => Some(Sort::Float(FloatFormat::Single)),
            Some("Float64") => Some(Sort::Float(FloatFormat::Double)),
            Some("Float128") => Some(Sort::Float(FloatFormat::Quad)),
            _ => self.listed_sort(node),
        };
        let offset = self.tree.offset(node);
        sort.filter(|sort| sort.is_valid())
            .ok_or(ParseError::Sort { offset })
    }

    fn listed_sort(&self, node: NodeId) -> Option<Sort> {
        let atom = |node: &NodeId| self.tree.atom(*node);
        let number = |node: &NodeId| atom(node)?.parse().ok();
        match self.tree.items(node) {
            [_, name, width] if atom(name) == Some("BitVec") => Some(Sort::Bv(number(width)?)),
            [_, name, exponent, significand] if atom(name) == Some("FloatingPoint") => {
                heads::format_of(number(exponent)?, number(significand)?).map(Sort::Float)
            }
            [array, index, element] if atom(array) == Some("Array") => {
                // Arrays of arrays are not supported.
                let (index, element) = (self.listed_vector(*index)?, self.listed_vector(*element)?);
                Some(Sort::Array { index, element })
            }
            _ => None,
        }
    }

    fn listed_vector(&self, node: NodeId) -> Option<u32> {
        match self.tree.items(node) {
            &[_, name, width] if self.tree.atom(name) == Some("BitVec") => {
                self.tree.atom(width)?.parse().ok()
            }
            _ => None,
        }
    }

    /// Reads a term, with a stack of pending steps instead of recursion.
    fn term(&mut self, root: NodeId) -> Result<Term, ParseError> {
        let mut values: Vec<Term> = Vec::new();
        let mut work = vec![Work::Visit(root)];
        while let Some(next) = work.pop() {
            match next {
                Work::Visit(node) => self.visit(node, &mut work, &mut values)?,
                Work::Apply(node, count) => {
                    let operands = values.split_off(values.len().saturating_sub(count));
                    values.push(self.apply(node, &operands)?);
                }
                Work::Bind { bindings, body } => {
                    self.bind(bindings, body, &mut work, &mut values)?;
                }
                Work::Unbind(name) => {
                    if let Some(meanings) = self.names.get_mut(name) {
                        meanings.pop();
                    }
                }
            }
        }
        let offset = self.tree.offset(root);
        values.pop().ok_or(ParseError::Unknown { offset })
    }

    fn visit(
        &mut self,
        node: NodeId,
        work: &mut Vec<Work<'t>>,
        values: &mut Vec<Term>,
    ) -> Result<(), ParseError> {
        if let Some(leaf) = self.leaf(node)? {
            values.push(leaf);
            return Ok(());
        }
        let offset = self.tree.offset(node);
        let tree = self.tree;
        match (tree.head(node), tree.items(node)) {
            (Some("let"), &[_, bindings, body]) => {
                work.push(Work::Bind { bindings, body });
                for &binding in tree.items(bindings).iter().rev() {
                    let &[_, value] = tree.items(binding) else {
                        return Err(ParseError::Unknown { offset });
                    };
                    work.push(Work::Visit(value));
                }
            }
            (_, [_, operands @ ..]) if !operands.is_empty() => {
                // A rounding mode is not an operand of a term.
                let skipped = usize::from(self.rounding(operands[0]).is_some());
                let operands = &operands[skipped..];
                work.push(Work::Apply(node, operands.len()));
                work.extend(operands.iter().rev().map(|&operand| Work::Visit(operand)));
            }
            _ => return Err(ParseError::Unknown { offset }),
        }
        Ok(())
    }

    fn bind(
        &mut self,
        bindings: NodeId,
        body: NodeId,
        work: &mut Vec<Work<'t>>,
        values: &mut Vec<Term>,
    ) -> Result<(), ParseError> {
        let bindings = self.tree.items(bindings);
        let bound = values.split_off(values.len().saturating_sub(bindings.len()));
        let mut unbinds = Vec::new();
        for (&binding, value) in bindings.iter().zip(bound) {
            let offset = self.tree.offset(binding);
            let name = self
                .tree
                .head(binding)
                .ok_or(ParseError::Unknown { offset })?;
            self.names.entry(name).or_default().push(value);
            unbinds.push(Work::Unbind(name));
        }
        work.extend(unbinds);
        work.push(Work::Visit(body));
        Ok(())
    }

    /// A name or a constant.
    fn leaf(&mut self, node: NodeId) -> Result<Option<Term>, ParseError> {
        let offset = self.tree.offset(node);
        let constant = |error| ParseError::Constant { offset, error };
        let Some(atom) = self.tree.atom(node) else {
            let bits = self.indexed_constant(node).transpose().map_err(constant)?;
            return Ok(bits
                .map(|bits| self.pool.bits(&bits))
                .or_else(|| self.special_float(node)));
        };
        let meaning = self.names.get(atom).and_then(|meanings| meanings.last());
        if let Some(&term) = meaning {
            return Ok(Some(term));
        }
        let digits = atom.len().saturating_sub(2) as u32;
        let bits = match atom.get(..2) {
            Some("#x") => {
                Bits::parse_hex(digits.saturating_mul(4), &atom[2..]).map_err(constant)?
            }
            Some("#b") => parse_binary(digits, &atom[2..]).map_err(constant)?,
            _ if atom == "true" || atom == "false" => {
                return Ok(Some(self.pool.bool(atom == "true")));
            }
            _ => return Err(ParseError::Unknown { offset }),
        };
        Ok(Some(self.pool.bits(&bits)))
    }

    /// `(_ bv12 32)`.
    fn indexed_constant(&self, node: NodeId) -> Option<Result<Bits, ParseBitsError>> {
        let &[underscore, value, width] = self.tree.items(node) else {
            return None;
        };
        let digits = self.tree.atom(value)?.strip_prefix("bv")?;
        let width: u32 = self
            .tree
            .atom(width)?
            .parse()
            .ok()
            .filter(|&width| Sort::Bv(width).is_valid())?;
        (self.tree.atom(underscore) == Some("_")).then(|| Bits::parse_decimal(width, digits))
    }
}

fn parse_binary(width: u32, digits: &str) -> Result<Bits, ParseBitsError> {
    if digits.is_empty() {
        return Err(ParseBitsError::Empty);
    }
    let mut bits = Bits::zero(width);
    for (offset, digit) in digits.char_indices() {
        match digit {
            '0' => {}
            '1' => bits = bits.set_bit(width - 1 - offset as u32, true),
            found => return Err(ParseBitsError::InvalidDigit { offset, found }),
        }
    }
    Ok(bits)
}
