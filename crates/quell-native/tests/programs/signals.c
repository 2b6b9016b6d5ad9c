// Signals that a run sends to itself or its group reach only the run, not its parent.
//
// call: signalled
//   0: returned 00000000
//   1: trapped SIGUSR1
//   2: trapped SIGTERM
//   3: returned ffffffff
//   4: returned 04000000
//   5: returned ffffffff
//   6: same
//   7: returned 0a000000
//   8: returned ffffffff
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

int prlimit(int, int, const struct rlimit *, struct rlimit *);
int setpgid(int, int);

int quell_mutant;
static volatile int got;

static void on_signal(int number) { got = number; }

static int limit_parent(void) {
    struct rlimit none = {0, 0};
    return prlimit(getppid(), RLIMIT_CPU, &none, 0);
}

int signalled(void) {
    switch (quell_mutant) {
    case 1: return kill(getpid(), SIGUSR1);
    case 2: return kill(0, SIGTERM);
    case 3: return kill(getppid(), SIGKILL);
    case 4: kill(-1, SIGKILL); return 4;
    case 5: return kill(-getpgid(getppid()), SIGKILL);
    case 6: return kill(getpid(), 0);
    case 7:
        signal(SIGUSR1, on_signal);
        pthread_kill(pthread_self(), SIGUSR1);
        return got;
    case 8: return limit_parent();
    }
    return 0;
}
