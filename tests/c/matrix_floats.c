// flags: -ffp-contract=off
// Numerical loops: LU decomposition, Newton, Simpson, a small FFT; sums compared bit for bit.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t bits(double v) { uint64_t u; memcpy(&u, &v, 8); return u; }
#define N 6

int main(void) {
    double a[N][N], det = 1;
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) a[i][j] = 1.0 / (i + j + 1) + (i == j);
    for (int k = 0; k < N; k++) {
        det *= a[k][k];
        for (int i = k + 1; i < N; i++) {
            double f = a[i][k] / a[k][k];
            for (int j = k; j < N; j++) a[i][j] -= f * a[k][j];
        }
    }
    printf("%016llx\n", (unsigned long long)bits(det));
    double x = 2;
    for (int i = 0; i < 6; i++) x -= (x * x * x - 7) / (3 * x * x);
    printf("%016llx\n", (unsigned long long)bits(x));
    double s = 0, h = 1.0 / 64;
    for (int i = 0; i < 64; i += 2) s += h / 3 * (1 / (1 + i * h) + 4 / (1 + (i + 1) * h) + 1 / (1 + (i + 2) * h));
    printf("%016llx\n", (unsigned long long)bits(s));
    float f = 1, g = 0;
    for (int i = 1; i < 50; i++) f = sqrtf(f + (float)i), g += f / (float)i;
    printf("%a %a\n", f, g);
    double re[16], im[16];
    for (int i = 0; i < 16; i++) re[i] = (i * 5) % 7, im[i] = 0;
    for (int half = 8; half; half /= 2)
        for (int start = 0; start < 16; start += 2 * half)
            for (int i = start; i < start + half; i++) {
                double c = 1 - (i - start) * 0.125, d = (i - start) * 0.0625, r = re[i] - re[i + half], m = im[i] - im[i + half];
                re[i] += re[i + half], im[i] += im[i + half];
                re[i + half] = r * c - m * d, im[i + half] = r * d + m * c;
            }
    double sum = 0;
    for (int i = 0; i < 16; i++) sum += re[i] * (i + 1) + im[i];
    printf("%016llx\n", (unsigned long long)bits(sum));
    return 0;
}
// expect: 400a786c8aa91478
// expect: 3ffe9b5dba58189e
// expect: 3fe62e42fffa11f9
// expect: 0x1.e0d072p+2 0x1.d7f29ep+3
// expect: c081ef9400000000
