// Numbers and pointers in one double each: addresses fit in 48 bits, however many objects there are.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAG 0xfffc000000000000u
#define LIVE 1000
#define ROUNDS 120

static double box(void *p) {
    uint64_t bits = TAG | (uint64_t)(uintptr_t)p;
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static uint64_t bits_of(double d) {
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static int *unbox(double d) {
    return (bits_of(d) & TAG) == TAG ? (int *)(uintptr_t)(bits_of(d) & ~TAG) : NULL;
}

int main(void) {
    static double values[LIVE];
    long sum = 0, plain = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < LIVE; i++) {
            int *cell = malloc(sizeof *cell);
            *cell = round ^ i;
            values[i] = i % 7 ? box(cell) : 0.5 * i;
            if (i % 7 == 0) free(cell);
        }
        for (int i = 0; i < LIVE; i++) {
            int *cell = unbox(values[i]);
            if (cell) sum += *cell;
            else plain++;
            free(cell);
        }
    }
    printf("%ld %ld\n", sum, plain);
    return 0;
}
// expect: 51526916 17160
