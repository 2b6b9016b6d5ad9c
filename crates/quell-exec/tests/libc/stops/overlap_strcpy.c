// stops: undefined behaviour: overlapping areas in `strcpy`
#include <string.h>
int main(void) { char b[8] = "abcdef"; strcpy(b + 1, b); return 0; }
