// stops: undefined behaviour: signed overflow in `abs`
#include <limits.h>
#include <stdlib.h>
int main(void) { int (*volatile absolute)(int) = abs; return absolute(INT_MIN); }
