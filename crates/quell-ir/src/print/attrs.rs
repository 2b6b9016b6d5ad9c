//! Attributes of parameters, results and functions.

use super::{Dialect, Writer, put};
use crate::function::{FnAttrs, ParamAttrs};

impl Writer<'_> {
    /// The attributes of a parameter, argument or result, each after a space.
    pub(super) fn param_attrs(&mut self, attrs: &ParamAttrs) {
        let words = [
            (attrs.zeroext, " zeroext"),
            (attrs.signext, " signext"),
            (attrs.noundef, " noundef"),
            (attrs.nonnull, " nonnull"),
            (attrs.noalias, " noalias"),
            (attrs.returned, " returned"),
            (attrs.nest, " nest"),
            (attrs.inreg, " inreg"),
            (attrs.immarg, " immarg"),
            (attrs.swiftself, " swiftself"),
            (attrs.swifterror, " swifterror"),
            (attrs.allocptr, " allocptr"),
        ];
        for (_, word) in words.iter().filter(|(present, _)| *present) {
            self.text(word);
        }
        self.typed_attrs(attrs);
        if let Some(align) = attrs.align {
            put!(self, " align {align}");
        }
        if let Some(bytes) = attrs.dereferenceable {
            put!(self, " dereferenceable({bytes})");
        }
    }

    /// The attributes of a result, which precede its type.
    pub(super) fn result_attrs(&mut self, attrs: &ParamAttrs) {
        if *attrs != ParamAttrs::default() {
            let start = self.out.len();
            self.param_attrs(attrs);
            // The space comes after instead of before.
            self.out.remove(start);
            self.text(" ");
        }
    }

    fn typed_attrs(&mut self, attrs: &ParamAttrs) {
        let typed = [
            ("byval", attrs.byval),
            ("sret", attrs.sret),
            ("byref", attrs.byref),
            ("inalloca", attrs.inalloca),
            ("preallocated", attrs.preallocated),
            ("elementtype", attrs.elementtype),
        ];
        for (word, ty) in typed {
            if let Some(ty) = ty {
                put!(self, " {word}(");
                self.ty(ty);
                self.text(")");
            }
        }
    }

    /// The attributes of a function, each after a space. Attributes of memory accesses are written as
    /// before LLVM 16, which newer versions still read.
    pub(super) fn fn_attrs(&mut self, attrs: &FnAttrs) {
        let newest = self.dialect == Dialect::Newest;
        let (none, read) = if newest {
            (" memory(none)", " memory(read)")
        } else {
            (" readnone", " readonly")
        };
        let words = [
            (attrs.noreturn, " noreturn"),
            (attrs.nounwind, " nounwind"),
            (attrs.naked, " naked"),
            // LLVM refuses `optnone` without the first and with the second.
            (attrs.noinline || attrs.optnone && !newest, " noinline"),
            (
                attrs.alwaysinline && (!attrs.optnone || newest),
                " alwaysinline",
            ),
            (attrs.optnone, " optnone"),
            (attrs.returns_twice, " returns_twice"),
            (attrs.uwtable, " uwtable"),
            (attrs.strictfp, " strictfp"),
            (attrs.null_pointer_is_valid, " null_pointer_is_valid"),
            (attrs.nobuiltin, " nobuiltin"),
            (attrs.readnone, none),
            (attrs.readonly && (!attrs.readnone || newest), read),
        ];
        for (_, word) in words.iter().filter(|(present, _)| *present) {
            self.text(word);
        }
    }
}
