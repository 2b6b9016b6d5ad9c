/* Values of the configuration, with and without assumptions in the source. */
// values: x = 0..=50
// values: y = 3..=200
#include <quell.h>

unsigned char together(unsigned char x, unsigned char y) {
    quell_assume(x + y != 60);
    if (x > 50)
        return 1;
    if (x + y == 60)
        return 2;
    return y < 3;
}

unsigned char neither(unsigned char x, unsigned char y) {
    quell_assume(x != 7);
    unsigned char most = x;
    if (y > most)
        most = y;
    return most;
}
