#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stdint.h>

#define RING_SIZE 8

/* A queue of bytes. `first` is the oldest of `used` bytes. */
struct ring {
    uint8_t bytes[RING_SIZE];
    uint8_t first;
    uint8_t used;
};

bool ring_push(struct ring *ring, uint8_t byte);
int ring_pop(struct ring *ring);
uint8_t ring_free(const struct ring *ring);

#endif
