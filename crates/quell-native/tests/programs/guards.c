// One side of a buffer is guarded to the byte: accesses there trap; on the other side, writes are detected.
//
// object a 4: 01000000 02000000
// call: peek &a
//   0: returned 01000000; a=0100000002000000
//   1: trapped SIGSEGV
//   2: returned a5a5a5a5; a=0100000002000000
//   3: trapped SIGSEGV
//   4: trapped write outside an object
//
// object a 4: 01000000 02000000
// guard: before
// call: peek &a
//   0: returned 01000000; a=0100000002000000
//   1: returned a5a5a5a5; a=0100000002000000
//   2: trapped SIGSEGV
//   3: trapped write outside an object
//   4: trapped SIGSEGV
int quell_mutant;

int peek(volatile int *a) {
    switch (quell_mutant) {
    case 1: return a[2];
    case 2: return a[-1];
    case 3: a[2] = 9; break;
    case 4: a[-1] = 9; break;
    }
    return a[0];
}
