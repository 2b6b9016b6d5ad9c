// Bits that were given a value in words of which the others were not. Optimised code tests the
// highest one by comparing the word with zero.
#include <stdio.h>

struct flags {
    unsigned low : 31;
    unsigned high : 1;
};

__attribute__((noinline)) static void set(struct flags *flags, int value) { flags->high = value; }

__attribute__((noinline)) static const char *get(const struct flags *flags) {
    return flags->high ? "set" : "clear";
}

int main(int argc, char **argv) {
    (void)argv;
    struct flags flags;
    set(&flags, argc);
    puts(get(&flags));
    set(&flags, argc + 1);
    puts(get(&flags));
    return 0;
}
