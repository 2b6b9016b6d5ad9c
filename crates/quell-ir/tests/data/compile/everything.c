/* As much of C, and of what compilers make of it, as fits on a page. Only ever compiled. */
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { int x; char c; double d; float weights[4]; };
struct bits { unsigned a : 3; int b : 12; };
union either { int i; float f; };
typedef int four __attribute__((vector_size(16)));

static _Thread_local int per_thread = 5;
const char *names[] = {"plain", "escaped \n\xff\"\\", 0};
static _Atomic int shared;
int maybe(int) __attribute__((weak));
int original(int x) { return x + 1; }
int other_name(int) __attribute__((alias("original")));
static jmp_buf place;

long double extended(long double x) { return x * 1.1L; }
__float128 quad(__float128 x) { return x + 1; }
double _Complex square(double _Complex z) { return z * z; }
__int128 wide(__int128 a) { return a / 7; }

int sum_of(int n, ...) {
  va_list list;
  va_start(list, n);
  int sum = 0;
  for (int i = 0; i < n; i++) sum += va_arg(list, int);
  va_end(list);
  return sum;
}

four lanes(four a, four b) { return __builtin_shufflevector(a * b, b, 0, 1, 4, 5); }

int choose(int x) {
  switch (x) {
  case 1: return 5;
  case 2:
  case 3: return 7;
  case -4: return 1;
  default: return 0;
  }
}

int computed(int x) {
  static void *targets[] = {&&a, &&b};
  goto *targets[x & 1];
a:
  return 1;
b:
  return 2;
}

struct point by_value(struct point p, struct bits b) {
  p.x += b.a - b.b;
  return p;
}

int atomically(int x) {
  int expected = x;
  atomic_compare_exchange_strong(&shared, &expected, 5);
  atomic_fetch_add(&shared, 3);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_acquire);
  return atomic_load(&shared) + atomic_exchange(&shared, 2);
}

int assembled(int x) {
  int r;
  __asm__ volatile("addl %1, %0" : "=r"(r) : "r"(x), "0"(1) : "cc");
  return r;
}

int jumps(void) {
  if (setjmp(place)) return 1;
  longjmp(place, 1);
}

int variable_length(int n) {
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  return a[n - 1];
}

float dot(const float *restrict a, const float *restrict b, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

unsigned tricks(unsigned x, union either e) {
  unsigned r = (x << 5) | (x >> 27);
  return __builtin_popcount(r) + __builtin_bswap32(r) + (unsigned)e.i + (unsigned)fabsf(e.f);
}

int main(int argc, char **argv) {
  struct point p = {1, 'c', 2.5, {1, 2, 3}};
  struct point copy;
  memcpy(&copy, &p, sizeof p);
  printf("%d %f %s\n", copy.x, p.d + sqrt(argc), names[0]);
  if (maybe) maybe(1);
  return choose(argc) + other_name(2) + per_thread + (argv == 0);
}
