/* Whether what memory leads to in the heap is the same as after the original's run, whatever else is there.
 *
 * This is for sweeps: every word that could be a pointer into the heap counts as one, and what is said to be different is
 * looked at again. */
#include "harness.h"

#include <string.h>

/* Beyond these it is not worth the time. */
enum { MOST_BLOCKS = 64, MOST_LOOKS = 4096 };

/* A block of the original's, and where its bytes were kept. */
struct kept_block {
    uint64_t address, size;
    const uint8_t *bytes;
};

/* Blocks of the original's that were reached already, by their numbers. */
static uint64_t reached;
static unsigned looks;

void begin_reaching(void) {
    reached = 0;
    looks = 0;
}

/* Reads the block at a place of what was kept and moves on; 0 behind the last one. */
static int next_kept(uint64_t *at, struct kept_block *block) {
    uint64_t head[2];
    const uint8_t *kept = baseline_heap_bytes();
    if (*at + sizeof head > baseline_heap_size()) return 0;
    memcpy(head, kept + *at, sizeof head);
    *block = (struct kept_block){head[0], head[1], kept + *at + sizeof head};
    *at += sizeof head + head[1];
    return 1;
}

/* The block around an address, and its number. */
static int find_kept(uint64_t address, struct kept_block *block, unsigned *number) {
    uint64_t at = 0;
    for (*number = 0; next_kept(&at, block); ++*number)
        if (address >= block->address && address - block->address <= block->size) return 1;
    return 0;
}

/* A block may be larger than the original's: what is behind that is not compared. */
static int reaches_the_same_at(uint64_t address) {
    struct kept_block original;
    uint64_t start, size;
    unsigned number;
    if (++looks > MOST_LOOKS) return 0;
    int was_block = find_kept(address, &original, &number);
    int is_block = find_block(address, &start, &size);
    if (!was_block || !is_block) return was_block == is_block;
    if (number >= MOST_BLOCKS || start != original.address || size < original.size) return 0;
    if (reached >> number & 1) return 1;
    reached |= UINT64_C(1) << number;
    return memcmp(original.bytes, (void *)start, original.size) == 0 &&
           reaches_the_same(original.bytes, original.size);
}

int reaches_the_same(const uint8_t *bytes, uint64_t size) {
    for (uint64_t at = 0; at + sizeof(uint64_t) <= size; at++) {
        uint64_t word;
        memcpy(&word, bytes + at, sizeof word);
        if (is_in_heap_of_run(word) && !reaches_the_same_at(word)) return 0;
    }
    return 1;
}
