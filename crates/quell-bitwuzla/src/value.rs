//! Values of terms in a model.

use std::ffi::CStr;
use std::slice;

use crate::session::{Node, Session};
use crate::{Error, raw};

/// The value of an array in a model. Indices and elements are binary digits, highest first.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ArrayValue {
    /// The element at all other indices; none if the model leaves it open.
    pub default: Option<String>,
    /// Pairs of an index and its element, each index once.
    pub entries: Vec<(String, String)>,
}

#[allow(unsafe_code)]
impl Session {
    pub fn bool_value(&mut self, term: Node) -> Result<bool, Error> {
        let value = self.value(term)?;
        // SAFETY: a term of this session; the library refuses terms that are not Bool.
        let value = unsafe { raw::bitwuzla_term_value_get_bool(value) };
        self.checked()?;
        Ok(value)
    }

    /// The binary digits of a bit vector, highest first.
    pub fn digits(&mut self, term: Node) -> Result<String, Error> {
        let value = self.value(term)?;
        self.digits_of(value)
    }

    /// The value of an array, which the library gives as stores to a constant array. Of several stores to an index the
    /// outermost counts.
    pub fn array_value(&mut self, term: Node) -> Result<ArrayValue, Error> {
        let mut current = self.value(term)?;
        let mut found = ArrayValue::default();
        loop {
            let children = children(current);
            // SAFETY: a term of this session.
            match (
                unsafe { raw::bitwuzla_term_get_kind(current) },
                children.as_slice(),
            ) {
                (raw::KIND_ARRAY_STORE, &[array, index, element]) => {
                    let index = self.digits_of(index)?;
                    let element = self.digits_of(element)?;
                    if found.entries.iter().all(|(known, _)| *known != index) {
                        found.entries.push((index, element));
                    }
                    current = array;
                }
                (raw::KIND_CONST_ARRAY, &[element]) => {
                    found.default = Some(self.digits_of(element)?);
                    break;
                }
                _ => break,
            }
        }
        self.checked()?;
        Ok(found)
    }

    fn digits_of(&mut self, value: raw::Term) -> Result<String, Error> {
        // SAFETY: a term of this session; the string lives until the next call and is copied at once.
        let text = unsafe {
            let text = raw::bitwuzla_term_value_get_str(value);
            if text.is_null() {
                String::new()
            } else {
                CStr::from_ptr(text).to_string_lossy().into_owned()
            }
        };
        self.checked()?;
        if !text.is_empty() && text.bytes().all(|digit| matches!(digit, b'0' | b'1')) {
            Ok(text)
        } else {
            Err(Error::Value(text))
        }
    }
}

#[allow(unsafe_code)]
fn children(term: raw::Term) -> Vec<raw::Term> {
    let mut count = 0;
    // SAFETY: the term is alive; the library returns that many terms, valid until the next call, copied here.
    unsafe {
        let first = raw::bitwuzla_term_get_children(term, &raw mut count);
        if first.is_null() || count == 0 {
            Vec::new()
        } else {
            slice::from_raw_parts(first, count).to_vec()
        }
    }
}
