//! Keywords by table: instructions, calling conventions, attributes.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::opcode::{BinOp, CastOp, TailKind};

/// An instruction by its first word.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Binary(BinOp),
    Cast(CastOp),
    Tail(TailKind),
    FNeg,
    ICmp,
    FCmp,
    Select,
    Freeze,
    Phi,
    Alloca,
    Load,
    Store,
    Gep,
    Fence,
    CmpXchg,
    AtomicRmw,
    ExtractValue,
    InsertValue,
    ExtractElement,
    InsertElement,
    ShuffleVector,
    Call,
    VaArg,
    LandingPad,
    Ret,
    Br,
    Switch,
    IndirectBr,
    Invoke,
    Resume,
    Unreachable,
    /// An instruction of LLVM that Quell does not support.
    Foreign(&'static str),
}

const OPS: &[(&str, Op)] = &[
    ("tail", Op::Tail(TailKind::Tail)),
    ("musttail", Op::Tail(TailKind::MustTail)),
    ("notail", Op::Tail(TailKind::NoTail)),
    ("fneg", Op::FNeg),
    ("icmp", Op::ICmp),
    ("fcmp", Op::FCmp),
    ("select", Op::Select),
    ("freeze", Op::Freeze),
    ("phi", Op::Phi),
    ("alloca", Op::Alloca),
    ("load", Op::Load),
    ("store", Op::Store),
    ("getelementptr", Op::Gep),
    ("fence", Op::Fence),
    ("cmpxchg", Op::CmpXchg),
    ("atomicrmw", Op::AtomicRmw),
    ("extractvalue", Op::ExtractValue),
    ("insertvalue", Op::InsertValue),
    ("extractelement", Op::ExtractElement),
    ("insertelement", Op::InsertElement),
    ("shufflevector", Op::ShuffleVector),
    ("call", Op::Call),
    ("va_arg", Op::VaArg),
    ("landingpad", Op::LandingPad),
    ("ret", Op::Ret),
    ("br", Op::Br),
    ("switch", Op::Switch),
    ("indirectbr", Op::IndirectBr),
    ("invoke", Op::Invoke),
    ("resume", Op::Resume),
    ("unreachable", Op::Unreachable),
    ("callbr", Op::Foreign("callbr")),
    ("catchswitch", Op::Foreign("catchswitch")),
    ("catchpad", Op::Foreign("catchpad")),
    ("catchret", Op::Foreign("catchret")),
    ("cleanuppad", Op::Foreign("cleanuppad")),
    ("cleanupret", Op::Foreign("cleanupret")),
];

/// Calling conventions with LLVM's numbers.
const CONVENTIONS: &[(&str, u32)] = &[
    ("ccc", 0),
    ("fastcc", 8),
    ("coldcc", 9),
    ("ghccc", 10),
    ("webkit_jscc", 12),
    ("anyregcc", 13),
    ("preserve_mostcc", 14),
    ("preserve_allcc", 15),
    ("swiftcc", 16),
    ("cxx_fast_tlscc", 17),
    ("tailcc", 18),
    ("cfguard_checkcc", 19),
    ("swifttailcc", 20),
    ("preserve_nonecc", 21),
    ("x86_stdcallcc", 64),
    ("x86_fastcallcc", 65),
    ("arm_apcscc", 66),
    ("arm_aapcscc", 67),
    ("arm_aapcs_vfpcc", 68),
    ("msp430_intrcc", 69),
    ("x86_thiscallcc", 70),
    ("ptx_kernel", 71),
    ("ptx_device", 72),
    ("spir_func", 75),
    ("spir_kernel", 76),
    ("intel_ocl_bicc", 77),
    ("x86_64_sysvcc", 78),
    ("win64cc", 79),
    ("x86_vectorcallcc", 80),
    ("hhvmcc", 81),
    ("hhvm_ccc", 82),
    ("x86_intrcc", 83),
    ("avr_intrcc", 84),
    ("avr_signalcc", 85),
    ("amdgpu_vs", 87),
    ("amdgpu_gs", 88),
    ("amdgpu_ps", 89),
    ("amdgpu_cs", 90),
    ("amdgpu_kernel", 91),
    ("x86_regcallcc", 92),
    ("amdgpu_hs", 93),
    ("amdgpu_ls", 95),
    ("amdgpu_es", 96),
    ("aarch64_vector_pcs", 97),
    ("aarch64_sve_vector_pcs", 98),
    ("amdgpu_gfx", 100),
    ("aarch64_sme_preservemost_from_x0", 102),
    ("aarch64_sme_preservemost_from_x2", 103),
    ("amdgpu_cs_chain", 104),
    ("amdgpu_cs_chain_preserve", 105),
    ("m68k_rtdcc", 106),
    ("graalcc", 107),
    ("riscv_vector_cc", 110),
    ("aarch64_sme_preservemost_from_x1", 111),
];

/// Attributes of functions. An unknown word is taken for an attribute only on the line of its function
/// or call, so this table is needed for text with other line breaks.
const FN_ATTRS: &[&str] = &[
    "allockind",
    "allocsize",
    "alwaysinline",
    "argmemonly",
    "builtin",
    "cold",
    "convergent",
    "coro_elide_safe",
    "coro_only_destroy_when_complete",
    "disable_sanitizer_instrumentation",
    "fn_ret_thunk_extern",
    "hot",
    "hybrid_patchable",
    "inaccessiblemem_or_argmemonly",
    "inaccessiblememonly",
    "inlinehint",
    "jumptable",
    "memory",
    "minsize",
    "mustprogress",
    "naked",
    "nobuiltin",
    "nocallback",
    "nocf_check",
    "nodivergencesource",
    "noduplicate",
    "nofree",
    "noimplicitfloat",
    "noinline",
    "nomerge",
    "nonlazybind",
    "noprofile",
    "norecurse",
    "noredzone",
    "noreturn",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "nosync",
    "nounwind",
    "null_pointer_is_valid",
    "optdebug",
    "optforfuzzing",
    "optnone",
    "optsize",
    "presplitcoroutine",
    "readnone",
    "readonly",
    "returns_twice",
    "safestack",
    "sanitize_address",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_numerical_stability",
    "sanitize_realtime",
    "sanitize_realtime_blocking",
    "sanitize_thread",
    "sanitize_type",
    "shadowcallstack",
    "skipprofile",
    "speculatable",
    "speculative_load_hardening",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "uwtable",
    "vscale_range",
    "willreturn",
    "writeonly",
];

/// Words with which a constant can begin, besides the operators of constant expressions.
const CONSTANT_WORDS: &[&str] = &[
    "null",
    "undef",
    "poison",
    "true",
    "false",
    "zeroinitializer",
    "none",
    "splat",
    "blockaddress",
    "dso_local_equivalent",
    "no_cfi",
    "ptrauth",
    "asm",
];

/// The keyword tables, built once.
pub(super) struct Words {
    ops: FxHashMap<&'static [u8], Op>,
    conventions: FxHashMap<&'static [u8], u32>,
    fn_attrs: FxHashSet<&'static [u8]>,
    constants: FxHashSet<&'static [u8]>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let named = OPS.iter().map(|&(text, op)| (text.as_bytes(), op));
    let binary = BinOp::ALL.iter();
    let binary = binary.map(|&op| (op.text().as_bytes(), Op::Binary(op)));
    let casts = CastOp::ALL.iter();
    let casts = casts.map(|&op| (op.text().as_bytes(), Op::Cast(op)));
    Words {
        ops: named.chain(binary).chain(casts).collect(),
        conventions: CONVENTIONS
            .iter()
            .map(|&(text, number)| (text.as_bytes(), number))
            .collect(),
        fn_attrs: FN_ATTRS.iter().map(|text| text.as_bytes()).collect(),
        constants: CONSTANT_WORDS.iter().map(|text| text.as_bytes()).collect(),
    }
});

impl Words {
    pub fn get() -> &'static Self {
        &WORDS
    }

    pub fn op(&self, word: &[u8]) -> Option<Op> {
        self.ops.get(word).copied()
    }

    pub fn convention(&self, word: &[u8]) -> Option<u32> {
        self.conventions.get(word).copied()
    }

    pub fn is_fn_attr(&self, word: &[u8]) -> bool {
        self.fn_attrs.contains(word)
    }

    /// Whether a constant can begin with this word.
    pub fn begins_constant(&self, word: &[u8]) -> bool {
        self.constants.contains(word)
            || matches!(word, [b'f' | b'u' | b's', b'0', b'x', ..])
            || self.ops.contains_key(word)
    }
}
