#include "ring.h"

static uint8_t wrapped(unsigned index) { return (uint8_t)(index % RING_SIZE); }

/* Whether there was room for a byte. */
bool ring_push(struct ring *ring, uint8_t byte) {
    if (ring->used >= RING_SIZE)
        return false;
    ring->bytes[wrapped(ring->first + ring->used)] = byte;
    ring->used++;
    return true;
}

/* The oldest byte, or -1. */
int ring_pop(struct ring *ring) {
    if (ring->used == 0)
        return -1;
    int byte = ring->bytes[wrapped(ring->first)];
    ring->first = wrapped(ring->first + 1u);
    ring->used--;
    return byte;
}

uint8_t ring_free(const struct ring *ring) {
    return ring->used < RING_SIZE ? (uint8_t)(RING_SIZE - ring->used) : 0;
}
