/* The heap of the program under test, in place of the C library's.
 *
 * A run allocates from a region of its own at a fixed address: its blocks stand where those of the original
 * stood, can be listed at the end, and are told apart from those of the warm process. Blocks lie one after
 * the other, each with bytes behind it that must not change; a freed one is used again for the same capacity, by a run
 * only after it has used a lot: until then a pointer to what was freed leads to no block that was made later. */
#include "harness.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { UNIT = 16, SMALL = 1024, CLASSES = SMALL / UNIT + 64, GROWTH = 1 << 18, ADDRESS_BITS = 47 };
/* New memory holds this, as far as it is cheap, so that its use without initialisation shows. */
uint8_t fresh_byte;
enum { FRESH_BYTES = 1 << 14 };
/* What lies behind a block, as many bytes as there are up to this. */
enum { GUARD_BYTE = 0xbd, GUARD_BYTES = 2 * UNIT };
/* What a run uses before it uses freed blocks again. */
enum { BEFORE_REUSE = 1 << 20 };
/* States of a block; anything else in their place was written by mistake. */
enum { LIVE = 0x6c697665, DEAD = 0x64656164 };

struct header {
    uint64_t size; /* as asked for; of a dead block, the address of the next of its class */
    uint32_t units; /* the capacity after the header */
    uint32_t state;
};
_Static_assert(sizeof(struct header) == UNIT, "payloads stay aligned");

struct arena {
    uint8_t *start, *next, *end;
    struct header *dead[CLASSES];
};

#define ARENA(address) {(uint8_t *)address, (uint8_t *)address, (uint8_t *)address, {0}}
/* Below 2^39 as the program is, so that a fork has fewer page tables to copy. */
static struct arena warm = ARENA(0x2000000000), of_run = ARENA(0x4000000000);
static struct arena *current = &warm;
static atomic_flag lock = ATOMIC_FLAG_INIT;
/* Whether fresh blocks lie in memory that a run before this one has used. */
static int is_recycled;

void begin_heap_of_run(void) { current = &of_run; }

static void acquire(void) {
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) sched_yield();
}

static void release(void) { atomic_flag_clear_explicit(&lock, memory_order_release); }

/* For the next run in the same process, wherever the one before it has ended. */
void begin_heap_anew(void) {
    is_recycled |= of_run.next != of_run.start;
    of_run.next = of_run.start;
    memset(of_run.dead, 0, sizeof of_run.dead);
    release();
}

static void *refused(void) {
    errno = ENOMEM;
    return NULL;
}

/* For want of memory; more than there are addresses no machine has, so that this is no limit of the run. */
static void *exhausted(uint64_t size) {
    if (report && !(size >> ADDRESS_BITS)) report->memory_exhausted = 1;
    return refused();
}

/* Multiples of a unit, then powers of two and one: then a freed block fits every request of its class. */
static uint64_t rounded(uint64_t units) {
    if (units <= SMALL / UNIT) return units;
    return (UINT64_C(1) << (64 - __builtin_clzll(units - 2))) + 1;
}

static unsigned class_of(uint64_t units) {
    if (units <= SMALL / UNIT) return (unsigned)units;
    return SMALL / UNIT + 64 - (unsigned)__builtin_clzll(units - 2);
}

/* With a byte or more behind the block. */
static uint64_t capacity(uint64_t size) { return rounded(size / UNIT + 1); }

static uint64_t room(const struct header *block) { return (uint64_t)block->units * UNIT; }

static uint8_t *guard_of(const struct header *block, uint64_t *bytes) {
    uint64_t left = room(block) - block->size;
    *bytes = left < GUARD_BYTES ? left : GUARD_BYTES;
    return (uint8_t *)(block + 1) + block->size;
}

static void begin_guard(const struct header *block) {
    uint64_t bytes;
    uint8_t *guard = guard_of(block, &bytes);
    memset(guard, GUARD_BYTE, bytes);
}

/* A live block that shows no trace of a stray write. */
static int is_sound(const struct header *block) {
    if (block->state != LIVE || block->size >= room(block)) return 0;
    uint64_t bytes;
    const uint8_t *guard = guard_of(block, &bytes);
    for (uint64_t i = 0; i < bytes; i++)
        if (guard[i] != GUARD_BYTE) return 0;
    return 1;
}

static int grow(struct arena *arena, uint64_t bytes) {
    uint64_t size = (bytes + GROWTH - 1) & ~(uint64_t)(GROWTH - 1);
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    if (memory_limit && (uint64_t)(arena->end - arena->start) + size > memory_limit) return 0;
    if (mmap(arena->end, size, PROT_READ | PROT_WRITE, flags, -1, 0) != arena->end) return 0;
    arena->end += size;
    return 1;
}

static struct header *fresh_block(struct arena *arena, uint64_t units) {
    uint64_t bytes = (units + 1) * UNIT;
    uint64_t left = (uint64_t)(arena->end - arena->next);
    if (bytes > left && !grow(arena, bytes - left)) return NULL;
    struct header *block = (struct header *)arena->next;
    arena->next += bytes;
    block->units = (uint32_t)units;
    return block;
}

/* Whether nothing of this arena is used again so far. */
static int is_spending(const struct arena *arena) {
    return arena == &of_run && arena->next - arena->start < BEFORE_REUSE;
}

static struct header *dead_block(struct arena *arena, uint64_t units) {
    if (is_spending(arena)) return NULL;
    struct header **list = &arena->dead[class_of(units)];
    struct header *block = *list;
    if (block) *list = (struct header *)block->size;
    return block;
}

static struct header *begin_block(struct header *block, uint64_t size) {
    block->size = size;
    block->state = LIVE;
    begin_guard(block);
    return block;
}

/* Locked. Blocks of 32 GiB and more are beyond every limit. */
static struct header *take(uint64_t size, int *is_used) {
    if (size >> 35) return NULL;
    uint64_t units = capacity(size);
    struct header *block = dead_block(current, units);
    *is_used = block != NULL;
    if (!block) block = fresh_block(current, units);
    if (!block) return NULL;
    return begin_block(block, size);
}

static void begin_bytes(uint8_t *at, uint64_t bytes) {
    memset(at, fresh_byte, bytes < FRESH_BYTES ? bytes : FRESH_BYTES);
}

static void *allocate(uint64_t size, int zeroed) {
    int is_used;
    acquire();
    struct header *block = take(size, &is_used);
    release();
    if (!block) return exhausted(size);
    if (!zeroed) begin_bytes((uint8_t *)(block + 1), size);
    /* The system's own pages are zero already. */
    else if (is_used || is_recycled) memset(block + 1, 0, size);
    return block + 1;
}

/* A gap in front of the payload becomes a dead block in no list, so that the blocks stay in a row. */
static void *allocate_aligned(uint64_t align, uint64_t size) {
    if (align <= UNIT) return allocate(size, 0);
    if (size >> 35 || align >> 30) return exhausted(size);
    acquire();
    struct header *block = fresh_block(current, (size + align) / UNIT + 2);
    release();
    if (!block) return exhausted(size);
    uint64_t payload = ((uint64_t)(block + 1) + align - 1) & ~(align - 1);
    uint64_t gap = (payload - (uint64_t)(block + 1)) / UNIT;
    struct header *placed = block + gap;
    if (gap > 0) {
        placed->units = block->units - (uint32_t)gap;
        *block = (struct header){0, (uint32_t)gap - 1, DEAD};
    }
    return begin_block(placed, size) + 1;
}

static struct arena *arena_of(const void *block) {
    return (const uint8_t *)block >= of_run.start ? &of_run : &warm;
}

/* As the C library does with a pointer that it never gave, or took back before. */
static struct header *header_of(void *payload) {
    struct header *block = (struct header *)payload - 1;
    struct arena *arena = arena_of(payload);
    int inside = (uint8_t *)block >= arena->start && (uint8_t *)payload < arena->end;
    if ((uint64_t)payload % UNIT != 0 || !inside || block->state != LIVE) abort();
    if (arena == &of_run && !is_sound(block)) end_run(TRAPPED, TRAP_OUTSIDE_OBJECT);
    return block;
}

void free(void *payload) {
    if (!payload) return;
    struct header *block = header_of(payload);
    struct arena *arena = arena_of(payload);
    unsigned class = class_of(block->units);
    /* A large block that was cut to its alignment has an odd capacity: no request has such a class. */
    int reusable = rounded(block->units) == block->units;
    acquire();
    block->state = DEAD;
    block->size = 0;
    if (reusable) {
        block->size = (uint64_t)arena->dead[class];
        arena->dead[class] = block;
    }
    release();
}

void *malloc(size_t size) { return allocate(size, 0); }

void *calloc(size_t count, size_t size) {
    uint64_t whole;
    if (__builtin_mul_overflow(count, size, &whole)) return refused();
    return allocate(whole, 1);
}

void *realloc(void *old, size_t size) {
    if (!old) return malloc(size);
    struct header *block = header_of(old);
    if (size == 0) {
        free(old);
        return NULL;
    }
    if (size < room(block) && !is_spending(arena_of(old))) {
        uint64_t had = block->size;
        begin_block(block, size);
        if (size > had) begin_bytes((uint8_t *)old + had, size - had);
        return old;
    }
    void *moved = malloc(size);
    if (!moved) return NULL;
    memcpy(moved, old, block->size < size ? block->size : size);
    free(old);
    return moved;
}

void *memalign(size_t align, size_t size) { return allocate_aligned(align, size); }
void *aligned_alloc(size_t align, size_t size) { return allocate_aligned(align, size); }
void *valloc(size_t size) { return allocate_aligned(PAGE, size); }
void *pvalloc(size_t size) { return allocate_aligned(PAGE, (size + PAGE - 1) & ~(size_t)(PAGE - 1)); }
size_t malloc_usable_size(void *payload) { return payload ? header_of(payload)->size : 0; }

int posix_memalign(void **place, size_t align, size_t size) {
    if (align < sizeof(void *) || (align & (align - 1))) return EINVAL;
    void *payload = allocate_aligned(align, size);
    if (!payload) return ENOMEM;
    *place = payload;
    return 0;
}

/* Calls `each` for every live block of the run, in order; 0 when it said no, -1 when a stray write makes it
 * impossible to go on. */
int for_blocks(block_visitor *each) {
    uint8_t *at = of_run.start;
    while (at < of_run.next) {
        const struct header *block = (struct header *)at;
        if (room(block) > (uint64_t)(of_run.next - at) - UNIT) return -1;
        if (block->state != DEAD && !is_sound(block)) return -1;
        if (block->state == LIVE && !each((uint64_t)(block + 1), block->size)) return 0;
        at += UNIT + room(block);
    }
    return 1;
}

int is_in_heap_of_run(uint64_t address) {
    return address - (uint64_t)of_run.start < (uint64_t)(of_run.end - of_run.start);
}

int find_block(uint64_t address, uint64_t *start, uint64_t *size) {
    const struct header *block;
    for (uint8_t *at = of_run.start; at < of_run.next; at += UNIT + room(block)) {
        block = (struct header *)at;
        *start = (uint64_t)(block + 1);
        *size = block->size;
        if (block->state == LIVE && address >= *start && address - *start <= *size) return 1;
    }
    return 0;
}

static int any_block(uint64_t address, uint64_t size) {
    (void)address, (void)size;
    return 1;
}

int heap_intact(void) { return for_blocks(any_block) == 1; }
