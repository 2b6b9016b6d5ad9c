// How parameters of C arrive in the IR, on x86-64.
struct small { int a, b; };
struct medium { long a; int b; };
struct mixed { double d; long l; };
struct large { long a[10]; };

//@ sig scalars(a: int <- 0, b: char <- 1, c: short <- 2, d: double <- 3, e: _Bool <- 4, p: const char * <- 5) -> int
int scalars(int a, char b, short c, double d, _Bool e, const char *p) {
    return a + b + c + (int)d + e + p[0];
}

//@ sig in_registers(s: struct small <- 0, m: struct medium <- 1[0..8]@0 2[0..4]@8, x: struct mixed <- 3[0..8]@0 4[0..8]@8) -> long
long in_registers(struct small s, struct medium m, struct mixed x) {
    return s.a + s.b + m.a + m.b + x.l + (long)x.d;
}

//@ sig in_memory(l: struct large <- *1, n: int <- 2) -> struct large, result at 0
//@ loc in_memory l: behind 1
//@ [O0] loc in_registers m: slot
struct large in_memory(struct large l, int n) {
    l.a[0] += n;
    return l;
}

//@ [O0] sig wide(w: __int128 <- 0[0..8]@0 1[0..8]@8, ld: long double <- 2) -> __int128
__int128 wide(__int128 w, long double ld) {
    return w + (__int128)ld;
}

//@ sig arrays(n: int <- 0, values: int * <- 1, grid: double (*)[3] <- 2) -> int
int arrays(int n, int values[], double grid[2][3]) {
    return values[n] + (int)grid[0][1];
}

//@ sig unused(a: int <- 0, b: long <- 1) -> int
int unused(int a, long b) {
    return a;
}

//@ sig none() -> void
void none(void) {}

//@ sig many(format: const char * <- 0, ...) -> int
int many(const char *format, ...) {
    return format[0];
}

