// switch: dense, sparse, ranges, negative, 64-bit, chars, fall through, default in the middle, Duff.
#include <stdio.h>

static int dense(int n) {
    switch (n) {
    case 0: return 10; case 1: return 21; case 2: return 5; case 3: return 88;
    case 4: return 2; case 5: return 9; case 6: return 1; default: return -1;
    }
}
static int sparse(long long n) {
    switch (n) {
    case -1000000000000LL: return 1;
    case -1: return 2;
    case 0x7fffffffffffffffLL: return 3;
    case 77: return 4;
    }
    return 0;
}
static const char *range(int n) {
    switch (n) {
    case -100 ... -1: return "negative";
    case 0: return "zero";
    case 1 ... 9: return "digit";
    case 10 ... 2147483647: return "large";
    default: return "very negative";
    }
}
static int through(char c) {
    int n = 0;
    switch (c) {
    case 'a': n += 1;
    case 'b': n += 10; break;
    default: n += 1000;
    case 'c': n += 100;
    }
    return n;
}
static void duff(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
            } while (--n > 0);
    }
}

int main(void) {
    for (int i = -1; i < 8; i++) printf("%d ", dense(i));
    printf("\n%d%d%d%d%d\n", sparse(-1000000000000LL), sparse(-1), sparse(77), sparse(0x7fffffffffffffffLL), sparse(5));
    int probes[] = {-2000, -100, -1, 0, 5, 10, 2147483647};
    for (int i = 0; i < 7; i++) printf("%s ", range(probes[i]));
    printf("\n%d %d %d %d\n", through('a'), through('b'), through('c'), through('z'));
    char buffer[16] = {0};
    duff(buffer, "hello, switch", 13);
    printf("%s\n", buffer);
    return 0;
}
// expect: -1 10 21 5 88 2 9 1 -1
// expect: 12430
// expect: very negative negative negative zero digit large large
// expect: 11 10 100 1100
// expect: hello, switch
