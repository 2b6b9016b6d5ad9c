// Every width and format, conversions, loops that get vectorised, atomics, builtins.
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static volatile double one_third = 1.0 / 3.0;
static long double extended = 0x1.23456789abcdefp+70L;
static __float128 quad = 1.0Q / 3;
static float tiny = 0x1p-149f, not_a_number = __builtin_nanf("0x1234"), infinite = -__builtin_inff();
static unsigned __int128 wide = ((unsigned __int128)0x0123456789abcdef << 64) | 0xfedcba9876543210;
typedef int v4 __attribute__((vector_size(16)));
static v4 lanes = {1, -2, 3, -4};
static _Atomic int counter;
static _Atomic long long big_counter = 1LL << 40;

static int32_t dot(const int16_t *a, const int16_t *b, int n) {
  int32_t total = 0;
  for (int i = 0; i < n; i++) total += a[i] * b[i];
  return total;
}

static float largest(const float *a, int n) {
  float best = a[0];
  for (int i = 1; i < n; i++) best = a[i] > best ? a[i] : best;
  return best;
}

static unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x = (x << 13) | (x >> 19);
  return x % 1000003u;
}

static int atomics(void) {
  int expected = 5;
  atomic_fetch_add(&counter, 5);
  atomic_fetch_or_explicit(&counter, 16, memory_order_relaxed);
  int ok = atomic_compare_exchange_strong(&counter, &expected, 9);
  atomic_thread_fence(memory_order_acq_rel);
  atomic_store_explicit(&big_counter, atomic_load(&big_counter) + 1, memory_order_release);
  atomic_exchange(&counter, counter * 2);
  return ok * 100 + expected + counter;
}

int main(void) {
  int16_t a[67], b[67];
  float f[33];
  for (int i = 0; i < 67; i++) a[i] = (int16_t)(i * 37 - 900), b[i] = (int16_t)(i * i);
  for (int i = 0; i < 33; i++) f[i] = sinf((float)i) * 10;
  printf("%d %.6f %u\n", dot(a, b, 67), largest(f, 33), mix(12345));
  union { float f; uint32_t u; } bits = {not_a_number};
  printf("%a %Lg %x %g %a\n", one_third, extended, bits.u, infinite, tiny);
  printf("%a %llx %llx\n", (double)quad, (unsigned long long)(wide >> 64), (unsigned long long)(wide / 7));
  v4 v = lanes * lanes + (v4){10, 20, 30, 40};
  v = __builtin_shufflevector(v, lanes, 3, 2, 5, 0);
  printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
  printf("%d %lld\n", atomics(), (long long)big_counter);
  int r;
  printf("%d %d ", __builtin_add_overflow(2147483647, a[1], &r), __builtin_sub_overflow(-5, 7, &r));
  printf("%d %d %d %d\n", __builtin_popcount(mix(7)), __builtin_clz(mix(8)), __builtin_ctzll(1ULL << 33), __builtin_bswap32(0x1020304));
  signed char c = (signed char)a[3];
  uint8_t d = (uint8_t)(c >> 1);
  _Bool t = a[2] & 4;
  printf("%d %u %d %ld %g\n", c, d, t, (long)(f[3] * 1e6f), (double)(uint64_t)1e19);
  printf("%d %d %.3f %.3f\n", (int)one_third, -7 / 2 + -7 % 3, fmod(-7.5, 2), floor(-0.5) + sqrt(2) + fabs(-1.25));
  _Float16 h = (_Float16)1.5f;
  printf("%g %d\n", (double)(float)h, (int)(1.0e10f > 3.0e38));
  return mix(99) & 63;
}
