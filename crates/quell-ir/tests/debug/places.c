// Places of instructions: lines, columns, and the calls that code was inlined through.
static inline __attribute__((always_inline)) int square(int a) {
    int r = a * a;      //@ op square mul 15
    return r;
}

static inline __attribute__((always_inline)) int twice(int a) {
    return square(a) + square(a + 1);
}

//@ [O0] loc outer n: slot
//@ [O0] loc outer total: slot
//@ [O2] loc outer n: parameter 0
//@ [O2] loc outer total: value
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

//@ [O2] loc blocks c: nowhere
void blocks(int n) {    //@ [O0] scope blocks: 28..37
    int a = n;          //@ [O0] varscope blocks a: 28..37
    if (a) {
        int b = a + 1;  //@ [O0] varscope blocks b: 30..36
        while (b) {
            int c = b;  //@ [O0] varscope blocks c: 32..34
            b = c - 1;
        }
    }
}
