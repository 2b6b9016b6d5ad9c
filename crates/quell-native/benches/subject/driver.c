/* The peer, which runs each mutant and test in a process of its own. With four arguments it prints a result; with one it
 * calls the function that often. */
#include <stdio.h>
#include <stdlib.h>

int classify(int a, int b, int c);
__attribute__((weak)) int quell_mutant;
__attribute__((weak)) unsigned long quell_work_limit;
void quell_out_of_work(void) { exit(100); }
void quell_trap(int kind) { exit(100 + kind); }

int main(int count, char **arguments) {
    quell_work_limit = 1000000;
    if (count == 2) {
        unsigned sum = 0;
        for (int i = 0, n = atoi(arguments[1]); i < n; i++) sum += classify(30 + i % 50, 40 + i % 30, 50 + i % 20);
        return sum == 1;
    }
    quell_mutant = atoi(arguments[1]);
    printf("%d", classify(atoi(arguments[2]), atoi(arguments[3]), atoi(arguments[4])));
    return 0;
}
