/* Calls mutants on all values of a byte and writes the result of each call to standard output. The mutants are linked
   under unique names, and compiled to report each basic block that they enter. */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef unsigned char u8;
typedef signed char i8;

/* How it ended (0: it returned; else the signal, or ENDLESS), the bits of the result, basic blocks entered. */
struct answer {
    uint32_t end;
    uint32_t bits;
    uint32_t blocks;
};

enum { ENDLESS = 1000 };

static sigjmp_buf out;
static struct answer answer;
static int input;
static unsigned mutant;

static void leave(int end) {
    answer.end = (uint32_t)end;
    siglongjmp(out, 1);
}

void __sanitizer_cov_trace_pc(void) {
    if (++answer.blocks == BLOCK_LIMIT)
        leave(ENDLESS);
}

static void catch_faults(void) {
    static const int signals[] = {SIGILL, SIGTRAP, SIGFPE, SIGSEGV, SIGBUS};
    struct sigaction action = {.sa_handler = leave, .sa_flags = SA_NODEFER};
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

#define ALL(RESULT, ARGUMENT, MUTANTS)                                          \
    for (mutant = 0; mutant < sizeof MUTANTS / sizeof *MUTANTS; mutant++)       \
        for (input = 0; input < 256; input++) {                                 \
            memset(&answer, 0, sizeof answer);                                  \
            if (sigsetjmp(out, 0) == 0) {                                       \
                RESULT result = MUTANTS[mutant]((ARGUMENT)input);               \
                memcpy(&answer.bits, &result, sizeof result);                   \
            }                                                                   \
            fwrite(&answer, sizeof answer, 1, stdout);                          \
        }
