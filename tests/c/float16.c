// _Float16: storage, arithmetic through float, conversions, rounding to even, overflow, denormals.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint16_t bits(_Float16 v) { uint16_t u; memcpy(&u, &v, 2); return u; }
static volatile _Float16 values[] = {0, 1, -2.5, 65504, 0x1p-24, 0x1p-14, 0.1, 2049.0 / 2048.0};
static volatile float floats[] = {65519.9f, 65520.0f, 0x1p-25f, 0x1.000002p-25f, 2049.0f, 2051.0f, -1e-8f, 1e10f};

int main(void) {
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            _Float16 a = values[i], b = values[j];
            printf("%04x%04x%04x%d ", bits(a + b), bits(a * b), bits(a - b), a < b);
        }
        printf("\n");
    }
    for (int i = 0; i < 8; i++) printf("%04x ", bits((_Float16)floats[i]));
    printf("%04x %04x %d %g\n", bits((_Float16)1025.5), bits((_Float16)(volatile int){12345}), (int)values[3],
           (double)values[6]);
    _Float16 acc = 0;
    for (int i = 0; i < 100; i++) acc += values[6];
    printf("%04x\n", bits(acc));
    return 0;
}
// expect: 0000000000000 3c000000bc001 c100800041000 7bff0000fbff1 0001000080011 0400000084001 2e660000ae661 3c000000bc001
// expect: 3c0000003c000 40003c0000000 be00c10043000 7bff7bfffbff1 3c0000013c000 3c0004003c000 3c662e663b330 40003c0000000
// expect: c1008000c1001 be00c100c3001 c500464000000 7bfffc00fbff1 c1008002c1001 c1008900c1001 c0cdb400c1331 be00c100c3001
// expect: 7bff00007bff0 7bff7bff7bff0 7bfffc007bff0 7c007c0000000 7bff1bff7bff0 7bff43ff7bff0 7bff6e657bff0 7bff7bff7bff0
// expect: 0001000000010 3c000001bc001 c100800241000 7bff1bfffbff1 0002000000000 0401000083ff1 2e660000ae661 3c000001bc001
// expect: 0400000004000 3c000400bc001 c100890041000 7bff43fffbff1 0401000003ff0 0800000000000 2e670066ae651 3c000400bc001
// expect: 2e6600002e660 3c662e66bb331 c0cdb40041330 7bff6e65fbff1 2e6600002e660 2e6700662e650 3266211e00000 3c662e66bb331
// expect: 3c0000003c000 40003c0000000 be00c10043000 7bff7bfffbff1 3c0000013c000 3c0004003c000 3c662e663b330 40003c0000000
// expect: 7bff 7c00 0000 0001 6800 6802 8000 7c00 6402 7207 65504 0.0999756
// expect: 490a
