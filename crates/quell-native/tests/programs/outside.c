// Calls of external functions.
//
// outside transmit: 02000000 2a000000
// call: report i32:2
//   0: returned 2a000000; transmit(02000000, 0000000000000440); transmit(03000000, 0000000000000440); notify()
//   1: returned 02000000; transmit(02000000, 0000000000000440); notify()
//   2: same
//
// outside transmit: 05000000
// call: report i32:0
//   0: returned 00000000; transmit(00000000, 0000000000000440); transmit(01000000, 0000000000000440); notify()
//   3: same
//
// call: give_up i32:3
//   0: exited 0; panic(03000000)
//   1: returned 03000000
//   2: exited 0; panic(02000000)
int quell_mutant;
int transmit(int what, double how);
void notify(void);
_Noreturn int panic(int);

int report(int n) {
    int first = 0, last = 0;
    for (int i = 0; i < 2; i++)
        if (!(quell_mutant == 1 && i == 1)) {
            first = last;
            last = transmit(n + i, 2.5);
        }
    notify();
    return quell_mutant == 3 && last == 3 ? first : last;
}

int give_up(int n) {
    if (quell_mutant == 1) return n;
    panic(quell_mutant == 2 ? 2 : n);
}
