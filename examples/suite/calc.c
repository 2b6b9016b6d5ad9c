#include "calc.h"

int add(int a, int b) {
    return a + b;
}

int sum_to(int n) {
    int sum = 0;
    for (int i = 1; i <= n; i++)
        sum += i;
    return sum;
}

int twice(int a) {
    return a + a;
}
