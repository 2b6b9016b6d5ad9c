// Objects, pointers between them and globals: their initial and final contents, and accesses that trap.
//
// object a 4: 01000000 02000000 03000000
// object node 8: 0000000000000000 00000000 00000000
// object odd 1: 61 62 63
// pointer node+0: @table+4
// global total: 05000000
// global table:
// global last:
// pointer last+0: node
// call: visit &a i32:3 &node &odd
//   0: returned 0b000000; a=010000000200000003000000; node=&table+4:0900000000000000; odd=616263; total=0b000000; table=010000000900000003000000; last=&node
//   1: returned 0b000000; a=010000000200000063000000; node=&table+4:0900000000000000; odd=616263; total=0b000000; table=010000000900000003000000; last=&node
//   2: trapped SIGSEGV
//   3: trapped write outside an object
//   4: returned 0b000000; a=010000000200000003000000; node=&odd+2:0900000000000000; odd=616263; total=0b000000; table=010000000900000003000000; last=&node
//   5: same
//   6: trapped SIGSEGV
//   7: trapped SIGSEGV
int quell_mutant;
static int total = 100;
int table[3] = {1, 2, 3};
struct node { int *link; int value; };
struct node *last;

int visit(int *a, int n, struct node *node, char *odd) {
    for (int i = 0; i < n; i++) total += a[i];
    switch (quell_mutant) {
    case 1: a[2] = 0x63; break;
    case 2: a[n] = 1; break;
    case 3: a[-1] = 1; break;
    case 4: node->link = (int *)(odd + 2); break;
    case 5: a[0] = 1; break;
    case 6: odd[3] = 0; break;
    case 7: a[-1024] = 1; break;
    }
    node->value = 9;
    table[1] = last->value;
    return total;
}
