//! IEEE 754 (and x87) arithmetic on bit patterns.

/// The floating-point formats of the IR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatFormat {
    Half,
    BFloat,
    Single,
    Double,
    X87,
    Quad,
}

impl FloatFormat {
    /// Size of the bit pattern: 80 for `X87`.
    pub const fn width(self) -> u32 {
        match self {
            Self::Half | Self::BFloat => 16,
            Self::Single => 32,
            Self::Double => 64,
            Self::X87 => 80,
            Self::Quad => 128,
        }
    }
}
