// Structs by value in every class of the x86-64 calling convention, passed and returned.
#include <stdio.h>

typedef struct { char a; } s1;
typedef struct { short a; char b; } s4;
typedef struct { int a; char b; char c; } s8;
typedef struct { int a, b, c; } s12;
typedef struct { long a; char b; } s16;
typedef struct { float x, y; } f2;
typedef struct { float x, y, z; } f3;
typedef struct { double x; int n; } mixed;
typedef struct { int n; double x; } mixed2;
typedef struct { double x, y; } d2;
typedef struct { long a, b, c; } memory;
typedef struct { long double l; } x87;
typedef struct { char text[9]; } odd;
typedef struct { f2 a; s8 b; } nested;
typedef struct { __int128 v; } wide;

static s1 t1(s1 s) { s.a++; return s; }
static s4 t4(s4 s) { s.a *= 2, s.b--; return s; }
static s8 t8(s8 s) { s.a = -s.a, s.b += s.c; return s; }
static s12 t12(s12 s) { s12 r = {s.c, s.a, s.b}; return r; }
static s16 t16(s16 s) { s.a <<= 3, s.b ^= 0x20; return s; }
static f2 tf2(f2 s) { f2 r = {s.y, s.x}; return r; }
static f3 tf3(f3 s) { s.z += s.x * s.y; return s; }
static mixed tm(mixed s) { s.x *= s.n; return s; }
static mixed2 tm2(mixed2 s) { s.n += (int)s.x; return s; }
static d2 td2(d2 s) { d2 r = {s.x + s.y, s.x - s.y}; return r; }
static memory tmem(memory s) { s.a += s.b, s.b += s.c, s.c += s.a; return s; }
static x87 tx(x87 s) { s.l /= 3; return s; }
static odd todd(odd s) { s.text[0] = s.text[8]; return s; }
static nested tn(nested s) { s.a = tf2(s.a), s.b = t8(s.b); return s; }
static wide tw(wide s) { s.v *= 1000000007; return s; }
static int many(s1 a, f2 b, memory c, int d, mixed e, s16 f, s16 g, s16 h, d2 i, odd j) {
    return a.a + (int)b.x + (int)c.c + d + e.n + (int)f.a + g.b + (int)h.a + (int)i.y + j.text[3];
}

__attribute__((noinline)) static int apply(int (*f)(s1, f2, memory, int, mixed, s16, s16, s16, d2, odd)) {
    return f((s1){1}, (f2){2, 3}, (memory){4, 5, 6}, 7, (mixed){8, 9}, (s16){10, 11}, (s16){12, 13}, (s16){14, 15},
             (d2){16, 17}, (odd){"abcdefgh"});
}

int main(void) {
    s1 a = t1((s1){41});
    s4 b = t4((s4){-300, 5});
    s8 c = t8((s8){77, 3, 4});
    s12 d = t12((s12){1, 2, 3});
    s16 e = t16((s16){123456789, 'q'});
    printf("%d %d %d %d %d %d %d %d %ld %c\n", a.a, b.a, b.b, c.a, c.b, d.a, d.b, d.c, e.a, e.b);
    f2 f = tf2((f2){1.5f, -2.5f});
    f3 g = tf3((f3){2, 3, 4});
    mixed h = tm((mixed){0.5, 7});
    mixed2 i = tm2((mixed2){5, 9.99});
    d2 j = td2((d2){3, 4});
    printf("%g %g %g %g %d %g %g\n", f.x, f.y, g.z, h.x, i.n, j.x, j.y);
    memory k = tmem((memory){1, 2, 3});
    x87 l = tx((x87){1});
    odd m = todd((odd){"12345678"});
    nested n = tn((nested){{1, 2}, {3, 4, 5}});
    wide o = tw((wide){(__int128)1 << 70});
    printf("%ld %ld %ld %.20Lg %d %s %g %d %llx\n", k.a, k.b, k.c, l.l, m.text[0], m.text + 1, n.a.x, n.b.b,
           (unsigned long long)(o.v >> 64));
    printf("%d\n", apply(many));
    return 0;
}
// expect: 42 -600 4 -77 7 3 1 2 987654312 Q
// expect: -2.5 1.5 10 3.5 14 7 -1
// expect: 3 5 6 0.33333333333333333334 0 2345678 2 9 ee6b281c0
// expect: 179
