// Places of instructions: lines, columns, and the calls that code was inlined through.
static inline __attribute__((always_inline)) int square(int a) {
    int r = a * a;      //@ op square mul 15
    return r;
}

static inline __attribute__((always_inline)) int twice(int a) {
    return square(a) + square(a + 1);
}

int outer(int n, int *out) {
    int total = n + 1;  //@ [O0] op outer add 19
    if (n > 3 &&        //@ [O0] op outer icmp 11
        total < 100) {  //@ [O0] op outer icmp 15
        total = total - n; //@ [O0] op outer sub 23
    }
    out[0] = total;     //@ op outer store 12
    out[1] = square(n); //@ inlined outer: square
    out[2] = twice(n);  //@ inlined outer: square < twice
    return total;       //@ [O0] op outer ret 5
}

void blocks(int n) {    //@ [O0] scope blocks: 23..32
    int a = n;          //@ [O0] varscope blocks a: 23..32
    if (a) {
        int b = a + 1;  //@ [O0] varscope blocks b: 25..31
        while (b) {
            int c = b;  //@ [O0] varscope blocks c: 27..29
            b = c - 1;
        }
    }
}
