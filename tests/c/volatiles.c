// Volatile objects: every access happens, in memory and through pointers, in structs and bit-fields.
#include <stdio.h>

struct device { volatile unsigned status : 4; volatile unsigned count : 12; volatile short data[2]; };
static volatile int port = 3;
static struct device device;

static int poll(volatile int *p, int times) { int sum = 0; while (times--) { sum += *p; *p = *p + 1; } return sum; }

int main(void) {
    printf("%d %d\n", poll(&port, 5), port);
    device.status = 9;
    for (int i = 0; i < 20; i++) device.count++, device.data[i & 1] += (short)i;
    printf("%u %u %d %d\n", device.status, device.count, device.data[0], device.data[1]);
    const volatile long long frozen = 77;
    volatile double d = 0.1;
    d += d * 2;
    printf("%lld %.17g\n", frozen + frozen, d);
    return 0;
}
// expect: 25 8
// expect: 9 20 90 100
// expect: 154 0.30000000000000004
