/* Too few tests: 2 * 2 is 2 + 2. */
#include "area.h"

int main(void) { return area(2, 2) == 4 && border(1, 1) == 4 ? 0 : 1; }
