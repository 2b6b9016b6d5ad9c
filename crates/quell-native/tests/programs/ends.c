// The ways in which a run can end, one for each mutant.
//
// call: end
//   0: returned 07000000
//   1: exited 3; out="said"
//   2: aborted
//   3: trapped SIGFPE
//   4: trapped SIGSEGV
//   5: trapped SIGILL
//   6: out of work
//   7: over processor time
//   8: over output
//   9: over file size; file=(1048576 bytes)
//   10: over processes
//   11: trapped division by zero
//   12: same
//   13: returned 07000000; out="whole line\nand a part"; err="complaint"
//   14: over memory
//   15: trapped SIGSEGV
//   16: returned 01000000
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int quell_mutant;
unsigned long quell_work, quell_work_limit;
void quell_out_of_work(void);
void quell_trap(int kind);

static void work(void) {
    if (++quell_work > quell_work_limit) quell_out_of_work();
}

static void fill(int fd) {
    static char block[4096];
    while (write(fd, block, sizeof block) > 0) {}
}

static void exhaust(void) {
    for (;;) {
        volatile char *block = malloc(1 << 20);
        block[0] = 1;
    }
}

static int recurse(volatile int *up) {
    volatile int here[256];
    here[0] = up ? up[0] : 1;
    return recurse(here) + here[0];
}

static void *thread(void *sum) {
    ++*(int *)sum;
    return 0;
}

static int use_thread(void) {
    pthread_t other;
    int sum = 0;
    if (pthread_create(&other, 0, thread, &sum) != 0) return -1;
    pthread_join(other, 0);
    return sum;
}

int end(void) {
    volatile int zero = 0;
    switch (quell_mutant) {
    case 1: printf("said"); exit(3);
    case 2: abort();
    case 3: return 7 / zero;
    case 4: return *(volatile int *)(long)zero;
    case 5: __builtin_trap();
    case 6: for (;;) work();
    case 7: for (;;) zero++;
    case 8: fill(1); break;
    case 9: fill(open("file", O_CREAT | O_WRONLY, 0600)); break;
    case 10: fork(); break;
    case 11: quell_trap(1); break;
    case 12: quell_work += 5; break;
    case 13: printf("whole line\nand a part"); fprintf(stderr, "complaint"); break;
    case 14: exhaust(); break;
    case 15: return recurse(0);
    case 16: return use_thread();
    }
    work();
    return 7;
}
