#include <stdio.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 50; i++) printf("%d ", rand());
    puts("");
    static const unsigned seeds[] = {0, 1, 2, 42, 12345, 2147483647u, 2147483648u, 4294967295u};
    for (unsigned s = 0; s < 8; s++) {
        srand(seeds[s]);
        for (int i = 0; i < 400; i++) printf("%d ", rand());
        srandom(seeds[s]);
        for (int i = 0; i < 5; i++) printf("%ld ", random());
        unsigned state = seeds[s];
        for (int i = 0; i < 20; i++) printf("%d ", rand_r(&state));
        puts("");
    }
    printf("%a %ld %ld\n", drand48(), lrand48(), mrand48());
    srand48(7);
    for (int i = 0; i < 20; i++) printf("%a %ld %ld ", drand48(), lrand48(), mrand48());
    unsigned short own[3] = {1, 2, 3};
    for (int i = 0; i < 20; i++) printf("%a %ld %ld ", erand48(own), nrand48(own), jrand48(own));
    unsigned short seed[3] = {9, 8, 7}, *old = seed48(seed);
    printf("%d %d %d %ld\n", old[0], old[1], old[2], lrand48());
    unsigned short parameters[7] = {1, 2, 3, 4, 5, 6, 7};
    lcong48(parameters);
    printf("%ld %ld\n", lrand48(), mrand48());
    srand48(-3);
    printf("%ld\n", lrand48());
    return 0;
}
