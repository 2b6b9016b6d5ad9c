// Thread-local globals: those of the calling thread are initialised and observed.
//
// global mine: 05000000
// global hidden:
// global shared:
// pointer shared+0: @mine
// call: count i32:2
//   0: returned 07000000; mine=07000000; hidden=01000000; shared=&mine
//   1: returned 07000000; mine=07000000; hidden=02000000; shared=&mine
//   2: returned 07000000; mine=63000000; hidden=01000000; shared=&mine
//   3: same
int quell_mutant;
_Thread_local int mine = 1;
static _Thread_local int hidden;
int *shared;

int count(int by) {
    int result = mine += by;
    hidden++;
    if (quell_mutant == 1) hidden++;
    if (quell_mutant == 2) *shared = 99;
    return result;
}
