// A small stack machine running a loop: the shape of real interpreters.
#include <stdio.h>

enum op { PUSH, ADD, SUB, MUL, DUP, SWAP, JNZ, POP, PRINT, HALT };
struct instruction { enum op op; long arg; };

static long run(const struct instruction *code) {
    long stack[64], *sp = stack;
    for (int pc = 0, steps = 0;; pc++, steps++) {
        switch (code[pc].op) {
        case PUSH: *sp++ = code[pc].arg; break;
        case ADD: sp--, sp[-1] += *sp; break;
        case SUB: sp--, sp[-1] -= *sp; break;
        case MUL: sp--, sp[-1] *= *sp; break;
        case DUP: *sp = sp[-1], sp++; break;
        case SWAP: { long t = sp[-1]; sp[-1] = sp[-2], sp[-2] = t; break; }
        case JNZ: if (*--sp) pc = (int)code[pc].arg - 1; break;
        case POP: sp--; break;
        case PRINT: printf("%ld ", sp[-1]); break;
        case HALT: return steps;
        }
    }
}

int main(void) {
    // factorial: accumulator, counter
    static const struct instruction code[] = {{PUSH, 1}, {PUSH, 10}, {DUP, 0}, {PUSH, -1}, {ADD, 0}, {SWAP, 0}, {PRINT, 0}, {POP, 0},
                                              {SWAP, 0}, {PUSH, 3}, {MUL, 0}, {SWAP, 0}, {DUP, 0}, {JNZ, 2}, {SWAP, 0}, {PRINT, 0}, {HALT, 0}};
    long steps = run(code);
    printf("\n%ld\n", steps);
    return 0;
}
// expect: 10 9 8 7 6 5 4 3 2 1 59049
// expect: 124
