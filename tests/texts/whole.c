// texts of: symbmc, sufficient, extended
/* Former errors: texts changed a part of an indivisible construct: an atomic increment, the value of `a ?: b`, the head of
   a loop in a macro. */
#define LOOP(i, n) for (int i = 0; i < (n); i++)

_Atomic int counter = 5;

int added(int a) {
    counter += a;
    counter *= 3;
    counter++;
    return counter;
}

int either(int a, int b) {
    return a ?: b;
}

int looped(int n) {
    int s = 1;
    LOOP(i, n & 7)
    s += i * s;
    return s;
}
