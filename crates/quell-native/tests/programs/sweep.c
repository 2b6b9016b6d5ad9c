// A function of a byte, with one mutant for each observable that can differ.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int quell_mutant;
unsigned long quell_work, quell_work_limit;
void quell_trap(int kind);
void quell_out_of_work(void);

/* A write of one run must not be visible in the next. */
static unsigned char last;
unsigned char seen;
/* Prevents the compiler from removing the allocation. */
static unsigned char *volatile kept;

static void work(unsigned long units) {
    quell_work += units;
    if (quell_work > quell_work_limit) quell_out_of_work();
}

static int is(int mutant) { return quell_mutant == mutant; }

static void misbehave(unsigned char x) {
    if (is(4) && x == 40) quell_trap(1);
    if (is(5) && x == 50) abort();
    if (is(6) && x == 60) exit(3);
    if (is(7) && x == 70) *(volatile int *)8 = 1;
    if (is(8) && x == 80) work(1ul << 40);
    if (is(9) && x == 90) raise(SIGKILL);
}

unsigned char odd(unsigned char x, unsigned char *p) {
    unsigned char before = last;
    last = 1;
    work(1);
    if (x == 100) abort();
    if (x == 110) exit(4);
    if (x == 120) quell_trap(1);
    if (x == 130) work(1ul << 40);
    misbehave(x);
    p[0] += is(2) && x == 20 ? 2 : 1;
    if (is(3) && x == 30) p[1] = 1;
    seen = is(10) && x == 35 ? 1 : x;
    kept = calloc(1, 16);
    kept[is(11) && x == 45] = x;
    if (is(12) && x == 55) free(kept);
    if (is(13) && x == 65) puts("more");
    if (x >= 250) puts(is(14) && x == 250 ? "other" : "much");
    return (unsigned char)(x / 2 + before + (is(1) && x == 10));
}
