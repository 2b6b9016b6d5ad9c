//! The functions and arrays that a Fortran file declares, to distinguish the call `f(i)` from the element `a(i)`.

use std::collections::HashSet;

use crate::mapping::{Raw, child_of_kind, named};

/// Declared names in lower case.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) functions: HashSet<String>,
    pub(crate) arrays: HashSet<String>,
}

impl Names {
    /// Records the names that a node declares.
    pub(crate) fn visit(&mut self, raw: Raw<'_>, text: &str) {
        match raw.kind() {
            "function_statement" => {
                let name = raw.child_by_field_name("name");
                self.functions.extend(name.map(|name| lower(name, text)));
            }
            "sized_declarator" => {
                let name = child_of_kind(raw, "identifier");
                self.arrays.extend(name.map(|name| lower(name, text)));
            }
            "variable_declaration" => self.visit_attributes(raw, text),
            _ => {}
        }
    }

    /// With `dimension(3) :: a` all declared names are arrays; names of type `character` have substrings with the same syntax.
    fn visit_attributes(&mut self, raw: Raw<'_>, text: &str) {
        let below = named(raw);
        let is_indexed = |child: &Raw<'_>| {
            let written = lower(*child, text);
            written.starts_with("dimension") || written.starts_with("character")
        };
        let is_attribute =
            |child: &&Raw<'_>| matches!(child.kind(), "type_qualifier" | "intrinsic_type");
        if !below.iter().filter(is_attribute).any(is_indexed) {
            return;
        }
        let mut cursor = raw.walk();
        for declarator in raw.children_by_field_name("declarator", &mut cursor) {
            let name = match declarator.kind() {
                "identifier" => Some(declarator),
                _ => child_of_kind(declarator, "identifier"),
            };
            self.arrays.extend(name.map(|name| lower(name, text)));
        }
    }
}

fn lower(raw: Raw<'_>, text: &str) -> String {
    let text = text.get(raw.byte_range()).unwrap_or("");
    text.to_ascii_lowercase()
}

/// Whether a name is that of an intrinsic function.
pub(crate) fn is_intrinsic(name: &str) -> bool {
    INTRINSICS
        .split_ascii_whitespace()
        .any(|known| known == name)
}

const INTRINSICS: &str = "
    abs achar acos acosh adjustl adjustr aimag aint alog alog10 all allocated amax0 amax1 amin0 amin1 amod
    anint any asin asinh associated atan atan2 atanh bessel_j0 bessel_j1 bessel_y0 bessel_y1 bge bgt
    bit_size ble blt btest ceiling char cmplx command_argument_count conjg cos cosh count cshift dabs
    dacos dasin datan datan2 dble dcos dcosh ddim dexp digits dim dint dlog dlog10 dmax1 dmin1 dmod dnint
    dot_product dprod dshiftl dshiftr dsign dsin dsinh dsqrt dtan dtanh eoshift epsilon erf erfc exp
    exponent findloc float floor fraction gamma huge hypot iabs iachar iall iand iany ibclr ibits ibset
    ichar idim idint idnint ieor ifix index int int2 int8 ior iparity ishft ishftc isign kind lbound
    leadz len len_trim lge lgt lle llt log log10 log_gamma logical maskl maskr matmul max max0 max1
    maxexponent maxloc maxval merge merge_bits min min0 min1 minexponent minloc minval mod modulo nearest
    nint norm2 not pack popcnt poppar precision present product radix range real repeat reshape rrspacing
    scale scan selected_char_kind selected_int_kind selected_real_kind set_exponent shape shifta shiftl
    shiftr sign sin sinh size sngl spacing spread sqrt storage_size sum tan tanh tiny trailz transfer
    transpose trim ubound unpack verify
";
