#define SQ(x) ((x)*(x))
#if A
int g = 1, *h[N+1], fn(int);
#else
int g2;
#endif
typedef int T;
static int f(int a, const char *s, int (*cb)(int)) __attribute__((noreturn)) {
  int v[n+1], *p = &a, z;
  for (int i = 0, j; i < 3; i++) a[i]++;
  for (;;) { break; }
  if ((x = y)) ; else if (z) return 1; else return;
  do x--; while (x);
  switch (x) { int q; case 1: case 2+1: foo(); break; default: { case 7: y(); } }
  lab: x = ({ int y = 1; y; });
  goto lab;
  struct p pp = { .x = 1, [3] = 2, 3 };
  q = (struct p){ 1, 2 };
  x = sizeof(int) + sizeof x + sizeof(x);
  x = (T)-1 + (a)(b) + (T)*p + (size_t)&x + (T)x;
  a = b ? c : d, e = NULL;
  s = "a" "b";
  a->b.c(1)(2);
  x = 'a' + 1.5f + true;
  c = (foo_t*)malloc(3);
  [[fallthrough]];
  __attribute__((unused)) int k = 3;
  case 1 ... 5: ;
  while (x) continue;
}
int dialect(void) {
  _Complex double z; _Atomic(int *) p; _BitInt(7) b = 3;
  switch (x) { case 'a' ... 'z': return __real__ z + 1; }
  for_each(x) { f(x); }
#ifdef A
  if (a) {
#else
  if (b) {
#endif
    c();
  }
  g(1
#if B
    , 2
#endif
  );
  x = a ?: b;
  int grid[n][m + 1];
  goto *p;
  va_arg(ap, int);
}
int kr(a, b) int a; char *b; { return a; }
