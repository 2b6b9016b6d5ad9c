// Recordings, also of a run that does not return.
//
// call: f i32:1
//   recorded: executed 1 3; infected 3; blocks 0101; branches 00
//   0: returned 01000000
//   3: returned 09000000
// call: f i32:0
//   recorded: executed 2; infected; blocks 0100; branches 00
//   0: exited 4
#include <stdlib.h>

int quell_mutant;
unsigned char quell_record, quell_executed[4], quell_infected[4], quell_blocks[2], quell_branches[1];

int f(int x) {
    if (quell_record) quell_blocks[0] = 1;
    if (x == 0) {
        if (quell_record) quell_executed[2] = 1;
        exit(4);
    }
    if (quell_record) {
        quell_blocks[1] = quell_executed[1] = quell_executed[3] = quell_infected[3] = 1;
    }
    return quell_mutant == 3 ? 9 : x;
}
