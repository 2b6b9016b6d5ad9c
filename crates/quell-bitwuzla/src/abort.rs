//! Errors inside Bitwuzla. The library calls back with a message and returns a neutral result; after each call, the session
//! checks here whether there was a message.

use std::cell::RefCell;
use std::ffi::{CStr, c_char};

use crate::{Error, raw};

thread_local! {
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Registers the callback, which the library keeps per thread: must be called in each thread.
#[allow(unsafe_code)]
pub(crate) fn install() {
    // SAFETY: the callback is a static function that never unwinds.
    unsafe { raw::bitwuzla_set_abort_callback(on_abort) };
}

#[allow(unsafe_code)]
extern "C" fn on_abort(message: *const c_char) {
    let text = if message.is_null() {
        String::new()
    } else {
        // SAFETY: Bitwuzla passes a string that ends in zero and lives during the call.
        unsafe { CStr::from_ptr(message) }
            .to_string_lossy()
            .trim()
            .to_string()
    };
    // The first message is the cause: later ones do not replace it.
    MESSAGE.with(|cell| {
        if let Ok(mut slot) = cell.try_borrow_mut() {
            slot.get_or_insert(text);
        }
    });
}

/// The error in this thread since the last check, if there was one.
pub(crate) fn check() -> Result<(), Error> {
    match MESSAGE.with(RefCell::take) {
        Some(message) => Err(Error::Refused(message)),
        None => Ok(()),
    }
}
