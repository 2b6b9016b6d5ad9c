/* What a test computes, word by word. The native program prints it; the machine's memory is read. */
#include <stdio.h>
#include <string.h>

unsigned long out[2000000];
unsigned count;

static void put(unsigned long word) { out[count++] = word; }

static void put_double(double x) {
    unsigned long word;
    memcpy(&word, &x, sizeof word);
    put(word);
}

static void put_float(float x) {
    unsigned word;
    memcpy(&word, &x, sizeof word);
    put(word);
}

/* The ten bytes of a long double; what pads them has no value. */
static void put_long_double(long double x) {
    unsigned long low;
    unsigned short high;
    memcpy(&low, &x, sizeof low);
    memcpy(&high, (char *)&x + 8, sizeof high);
    put(low);
    put(high);
}

void run(void);

#ifdef NATIVE
int main(void) {
    run();
    for (unsigned i = 0; i < count; i++) printf("%lx\n", out[i]);
    return 0;
}
#endif
