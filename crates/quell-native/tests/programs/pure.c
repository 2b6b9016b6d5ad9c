// Parameters and results of many types, as the calling convention passes them.
//
// call: mix i8:-1 i16:2 i64:3 f32:1.5 f64:2.25
//   0: returned 0000000000001f40
//
// object pair 8: 0100000000000000 0200000000000000 0300000000000000
// object out 8: 0000000000000000 0000000000000000 0000000000000000
// call: swap &out &pair
//   0: returned; pair=010000000000000002000000000000000300000000000000; out=030000000000000002000000000000000100000000000000
//
// call: small i64:4294967298
//   0: returned 0200000001000000
//
// call: flag i8:1 i8:0
//   0: returned 01
struct big { long a, b, c; };
struct small { int a, b; };

double mix(signed char a, short b, long c, float d, double e) { return a + b + c + d + e; }
struct big swap(struct big in) { return (struct big){in.c, in.b, in.a}; }
struct small small(struct small in) { return (struct small){in.a, in.b}; }
_Bool flag(_Bool a, _Bool b) { return a && !b; }
