// Undefined symbols of functions and variables: a run ends where it reaches one.
//
// call: sum i32:3
//   0: returned 06000000
//   1: missing helper
//   2: missing setting
//   3: missing table
//   4: missing print
//   5: trapped SIGSEGV
//   6: same
//   7: missing own
//   8: missing each
int quell_mutant;
int helper(int what);
void print(const char *format, ...);
extern int setting;
extern long table[600];
struct opaque;
extern struct opaque thing;
extern _Thread_local int own;
extern _Thread_local char each[3][5000];

int sum(int n) {
    int all = 0;
    for (int i = 0; i <= n; i++) all += i;
    switch (quell_mutant) {
    case 1: return helper(all);
    case 2: return setting;
    case 3: table[599] = all; break;
    case 4: print("%d", all); break;
    case 5: return *(volatile int *)16;
    case 6: return (unsigned long)&thing & 1 ? 1 : all;
    case 7: return own;
    case 8: each[2][4999] = all; break;
    }
    return all;
}

int needs(int n) { return n > 2 ? helper(n) : setting; }
