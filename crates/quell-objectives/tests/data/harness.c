/* Runs the original and every mutant on all pairs of bytes in three ways, and reports disagreements.
   After this text the test appends a table of mutants that were compiled alone: `single`. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

extern int quell_mutant;
extern char quell_record, quell_executed[], quell_infected[];
extern unsigned long quell_work, quell_work_limit;
signed char subject(signed char, signed char);

typedef signed char function(signed char, signed char);
struct single { int number; function *run; };
extern const struct single singles[];
extern const int mutants;

enum { TRAPPED = 1000, LATE = 2000 };
static sigjmp_buf start;
static char stack[1 << 16];

void quell_trap(int kind) { (void)kind; siglongjmp(start, TRAPPED); }
void quell_out_of_work(void) { siglongjmp(start, LATE); }
static void fault(int signal) { (void)signal; siglongjmp(start, TRAPPED); }

static int run(function *f, int mutant, int record, int a, int b) {
    quell_mutant = mutant;
    quell_record = record;
    quell_work = 0;
    int end = sigsetjmp(start, 0);
    return end ? end : f(a, b);
}

static int problems;
static void problem(const char *what, int number, int a, int b) {
    if (problems++ < 20) printf("%s: mutant %d on (%d, %d)\n", what, number, a, b);
}

static unsigned long infections, kills;
static char killed[100000], late[100000];

static void one_input(int a, int b) {
    memset(quell_executed, 0, mutants + 1);
    memset(quell_infected, 0, mutants + 1);
    int clean = run(subject, 0, 0, a, b);
    if (run(subject, 0, 1, a, b) != clean) problem("recording changes the result", 0, a, b);
    unsigned long work = quell_work;
    if (run(subject, mutants + 1, 0, a, b) != clean) problem("counting changes the result", 0, a, b);
    if (quell_work != work) problem("work differs", 0, a, b);
    for (int n = 1; n <= mutants; n++) {
        int result = run(subject, n, 0, a, b);
        if (result == LATE) late[n] = 1;
        if (result != clean) kills++, killed[n] = 1;
        if (quell_infected[n]) infections++;
        if (quell_infected[n] && !quell_executed[n]) problem("infected, not executed", n, a, b);
        if (result != clean && !quell_infected[n]) problem("killed, not infected", n, a, b);
    }
}

/* Only on inputs on which the mutant is known to end: a mutant compiled alone has no limit on work. */
static void single_mutant(const struct single *single) {
    for (int a = -128; a < 128; a++)
        for (int b = -128; b < 128; b += STEP)
            if (run(single->run, 0, 0, a, b) != run(subject, single->number, 0, a, b))
                problem("alone it differs", single->number, a, b);
}

int main(void) {
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, 0);
    struct sigaction action = {.sa_handler = fault, .sa_flags = SA_NODEFER | SA_ONSTACK};
    int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
    for (int i = 0; i < 4; i++) sigaction(signals[i], &action, 0);
    quell_work_limit = 2000;
    for (int a = -128; a < 128; a++)
        for (int b = -128; b < 128; b += STEP) one_input(a, b);
    int compared = 0, dead = 0;
    for (int i = 0; singles[i].run; i++)
        if (!late[singles[i].number]) single_mutant(&singles[i]), compared++;
    for (int n = 1; n <= mutants; n++) dead += killed[n];
    printf("mutants %d killed %d singles %d infections %lu kills %lu problems %d\n", mutants, dead, compared,
           infections, kills, problems);
    return problems != 0;
}
