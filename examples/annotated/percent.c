/* A function that states the preconditions that its callers establish. */
#include <quell.h>

int percent(int part, int whole) {
    quell_assume(whole > 0 && whole <= 1000);
    quell_assume(part >= 0 && part <= whole);
    int percent = part * 100 / whole;
    return percent > 100 ? 100 : percent;
}
