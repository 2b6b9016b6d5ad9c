// Atomic operations of every kind and width: C11 and __atomic, compare exchange, floats, flags.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic int counter;
static _Atomic uint8_t small = 250;
static _Atomic double real = 0.5;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(int *) pointer;

int main(void) {
    int cells[4] = {10, 20, 30, 40};
    printf("%d %d %d\n", atomic_fetch_add(&counter, 5), atomic_fetch_sub(&counter, 2), counter);
    printf("%d %d %d %d\n", atomic_fetch_or(&counter, 8), atomic_fetch_and(&counter, 9), atomic_fetch_xor(&counter, 3), counter);
    small += 10;
    printf("%d %d\n", small, atomic_exchange(&small, 7));
    real += 1.25;
    real *= 2;
    printf("%g\n", real);
    printf("%d %d\n", atomic_flag_test_and_set(&flag), atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    int expected = 5;
    _Bool swapped = atomic_compare_exchange_strong(&counter, &expected, 100);
    printf("%d %d %d\n", swapped, expected, counter);
    swapped = atomic_compare_exchange_strong(&counter, &expected, 100);
    printf("%d %d\n", swapped, counter);
    atomic_store_explicit(&pointer, cells, memory_order_release);
    int *p = atomic_load_explicit(&pointer, memory_order_acquire);
    atomic_fetch_add(&pointer, 2);
    printf("%d %d %d\n", *p, *pointer, *atomic_exchange(&pointer, cells + 3));
    int64_t wide = 1;
    printf("%lld %lld %lld\n", (long long)__atomic_add_fetch(&wide, 41, __ATOMIC_RELAXED),
           (long long)__atomic_nand_fetch(&wide, 0xf, __ATOMIC_SEQ_CST), (long long)__sync_fetch_and_add(&wide, 1));
    unsigned u = 5;
    printf("%u %u %u\n", __atomic_fetch_max(&u, 9, __ATOMIC_SEQ_CST), __atomic_fetch_min(&u, 3, __ATOMIC_SEQ_CST), u);
    atomic_thread_fence(memory_order_seq_cst);
    __sync_synchronize();
    printf("%d\n", __sync_bool_compare_and_swap(&u, 3, 4));
    return (int)u;
}
// expect: 0 5 3
// expect: 3 11 9 10
// expect: 4 4
// expect: 3.5
// expect: 0 1
// expect: 0 10 10
// expect: 1 100
// expect: 10 30 30
// expect: 42 -11 -11
// expect: 5 9 3
// expect: 1
// status: 4
