// Loops that clang vectorises at -O2: sums, minimum, byte and float loops, strides, conditions.
#include <stdint.h>
#include <stdio.h>

#define N 103
static int32_t a[N], b[N], c[N];
static uint8_t bytes[N];
static uint16_t halves[N];
static double reals[N];
static float singles[N];

__attribute__((noinline)) static int sum(const int32_t *v, int n) { int s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }
__attribute__((noinline)) static int least(const int32_t *v, int n) { int m = v[0]; for (int i = 1; i < n; i++) m = v[i] < m ? v[i] : m; return m; }
__attribute__((noinline)) static void axpy(int n, int k) { for (int i = 0; i < n; i++) c[i] = a[i] * k + b[i]; }
__attribute__((noinline)) static unsigned checksum(const uint8_t *v, int n) { unsigned s = 1; for (int i = 0; i < n; i++) s += v[i]; return s; }
__attribute__((noinline)) static void scale(int n) { for (int i = 0; i < n; i++) singles[i] = (float)(reals[i] * 0.25) + (float)a[i]; }
__attribute__((noinline)) static int positives(const int32_t *v, int n) { int k = 0; for (int i = 0; i < n; i++) if (v[i] > 0) k++; return k; }
__attribute__((noinline)) static void clamp(int n) { for (int i = 0; i < n; i++) bytes[i] = (uint8_t)(a[i] < 0 ? 0 : a[i] > 255 ? 255 : a[i]); }
__attribute__((noinline)) static void widen(int n) { for (int i = 0; i < n; i++) halves[i] = (uint16_t)(bytes[i] * bytes[i] >> 3); }
__attribute__((noinline)) static int every_third(const int32_t *v, int n) { int s = 0; for (int i = 0; i < n; i += 3) s ^= v[i]; return s; }
__attribute__((noinline)) static int64_t dot(int n) { int64_t s = 0; for (int i = 0; i < n; i++) s += (int64_t)a[i] * b[i]; return s; }
__attribute__((noinline)) static void reverse(int32_t *v, int n) { for (int i = 0; i < n / 2; i++) { int t = v[i]; v[i] = v[n - 1 - i]; v[n - 1 - i] = t; } }
__attribute__((noinline)) static int popcounts(int n) { int s = 0; for (int i = 0; i < n; i++) s += __builtin_popcount((unsigned)a[i]); return s; }

int main(void) {
    for (int i = 0; i < N; i++) a[i] = (i * 7919) % 1000 - 400, b[i] = i * i - 5000, reals[i] = i / 7.0;
    for (int n = N - 5; n <= N; n++) {
        axpy(n, n), clamp(n), widen(n), scale(n), reverse(a, n);
        printf("%d %d %d %u %d %d %lld %d\n", sum(c, n), least(a, n), positives(b, n), checksum(bytes, n), every_third(c, n),
               halves[n / 2], (long long)dot(n), popcounts(n));
    }
    float total = 0;
    for (int i = 0; i < N; i++) total += singles[i];
    printf("%a\n", total);
    return 0;
}
// expect: 682031 -400 27 11567 24600 0 -12436136 1369
// expect: 661980 -400 28 11567 37229 0 -18092412 1397
// expect: 733350 -400 29 11822 13061 0 -16017019 1401
// expect: 797900 -400 30 12077 -10730 0 -16890819 1407
// expect: 855389 -400 31 12332 27259 0 -14613731 1412
// expect: 905576 -400 32 12587 24806 0 -15385731 1416
// expect: 0x1.47f4dcp+13
