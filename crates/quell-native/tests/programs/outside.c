// Calls to functions that nobody defines.
//
// call: report i32:2
//   0: returned 2a000000; transmit(02000000, 0000000000000440); transmit(03000000, 0000000000000440); notify()
//   1: returned 2a000000; transmit(02000000, 0000000000000440); notify()
//   2: same
int quell_mutant;
int transmit(int what, double how);
void notify(void);
extern int elsewhere;

int report(int n) {
    int last = 0;
    for (int i = 0; i < 2; i++)
        if (!(quell_mutant == 1 && i == 1)) last = transmit(n + i, 2.5);
    notify();
    return last;
}
