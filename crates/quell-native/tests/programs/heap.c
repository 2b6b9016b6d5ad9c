// Heap blocks of a mutant have the addresses of the original's, and their contents are compared.
//
// call: duplicate i32:3
//   0: returned &block0; block0=010203
//   1: returned &block0; block0=010903
//   2: same
//   3: returned &block0; block0=010203; block1=a5
//   4: returned &block0; block0=01020300
//   5: trapped write outside an object
//   6: aborted
//   7: returned 0000000000000000
//   8: returned &block0; block0=a5a5a5
//   9: same
//   10: returned 0000000000000000; block0=010203
//   11: trapped SIGSEGV
//   12: trapped write outside an object
//   13: trapped write outside an object
//   14: trapped write outside an object
//   15: returned &block0; block0=010203a5a5
//   16: returned &block0; block0=0102
//   17: returned 0000000000000000
#include <stdlib.h>
#include <string.h>

int quell_mutant;

unsigned char *duplicate(int n) {
    unsigned char *copy = malloc(n);
    unsigned char *volatile other = realloc(calloc(1, 2000), 5000);
    if (other[1999] != 0) return 0;
    free(other);
    for (int i = 0; i < n; i++) copy[i] = 1 + i;
    switch (quell_mutant) {
    case 1: copy[1] = 9; break;
    case 3: other = malloc(1); break;
    case 4: copy = realloc(copy, 4); copy[3] = 0; break;
    case 5: memset(copy, 1, 100); break;
    case 6: free(copy); free(copy); break;
    case 7: free(copy); return 0;
    case 8: free(copy); return malloc(n);
    case 9: free(aligned_alloc(256, 256)); break;
    case 10: return malloc(1ul << 40);
    case 11: copy = malloc(-(unsigned long)n); copy[0] = 1; break;
    case 12: copy[n] = 0; break;
    case 13: other = malloc(16); other[16] = 1; free(other); break;
    case 14: other = realloc(malloc(2000), 1500); other[1500] = 1; other = realloc(other, 10000); break;
    case 15: copy = realloc(copy, 5); break;
    case 16: copy = realloc(copy, 2); break;
    case 17: copy = realloc(copy, 0); break;
    }
    return copy;
}
