/* A driver for KLEE, which declares its inputs itself. */
#include <klee/klee.h>

struct reading {
    unsigned char sensor;
    short value;
};

int main(void) {
    struct reading readings[2];
    klee_make_symbolic(readings, sizeof readings, "readings");
    klee_assume(readings[0].sensor == readings[1].sensor);
    if (readings[0].sensor > readings[1].sensor)
        return 2;
    return readings[1].value > 1000;
}
