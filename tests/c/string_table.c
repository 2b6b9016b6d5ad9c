// A switch that returns strings becomes a table of 32-bit distances at -O2.
#include <stdio.h>

__attribute__((noinline)) static const char *name(int n) {
    switch (n) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    }
    return "many";
}

int main(void) {
    for (int i = -1; i < 6; i++) puts(name(i));
    return 0;
}
// expect: many
// expect: zero
// expect: one
// expect: two
// expect: three
// expect: four
// expect: many
