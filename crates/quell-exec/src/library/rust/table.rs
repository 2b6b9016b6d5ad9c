//! Tables of models whose names follow a pattern.

/// Entries for every integer type; `@` in `path` stands for the type.
macro_rules! for_integers {
    ($before:literal, $after:literal, $model:ident $(, $style:expr)?) => {
        $crate::library::rust::table::for_integers!(
            @ $before, $after, $model, ($($style)?),
            i8 8 true, i16 16 true, i32 32 true, i64 64 true, i128 128 true, isize 64 true,
            u8 8 false, u16 16 false, u32 32 false, u64 64 false, u128 128 false, usize 64 false
        )
    };
    (@ $before:literal, $after:literal, $model:ident, $style:tt, $($name:ident $width:literal $signed:literal),*) => {
        &[$((
            concat!($before, stringify!($name), $after),
            $crate::library::rust::table::for_integers!(% $model, $style, $width, $signed),
        )),*]
    };
    (% $model:ident, (), $width:literal, $signed:literal) => {
        |machine, site, args| {
            let call = &mut $crate::library::call::Call { machine, site, args };
            $model(call, $width, $signed)
        }
    };
    (% $model:ident, ($style:expr), $width:literal, $signed:literal) => {
        |machine, site, args| {
            let call = &mut $crate::library::call::Call { machine, site, args };
            $model(call, $width, $signed, $style)
        }
    };
}
pub(crate) use for_integers;
