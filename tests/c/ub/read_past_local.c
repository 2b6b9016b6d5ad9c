// Reading one element past a local array.
#include <stdio.h>

int main(void) {
    int numbers[4] = {1, 2, 3, 4}, sum = 0;
    for (int i = 0; i <= 4; i++)
        sum += numbers[i];
    printf("%d\n", sum);
    return 0;
}
// ub: read of 4 bytes at offset 16 of the local variable `numbers`, which has 16 bytes at 7:16
