// Inline assembly without effect, as programs use it against the optimiser; ifuncs; variadic
// arguments in blocks with arrays of variable length.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void hidden(int argc) {
    int x = argc + 40;
    long y = 3;
    double d = 2.5;
    char *p = "text";
    int numbers[4] = {1, 2, 3, 4};
    float f = 1.5f;
    unsigned char b = 7;
    asm volatile("" : "+r"(x));
    asm volatile("" : "+r"(x), "+r"(y), "+x"(d));
    asm volatile("" : "+m"(numbers[1])::"memory");
    asm volatile("" : "+g"(x), "+rm"(y));
    asm volatile("" ::: "memory");
    asm volatile("nop");
    asm volatile("pause" ::: "memory");
    asm volatile("rep; nop\n\tnop # twice");
    asm volatile("mfence" ::: "memory");
    asm volatile("" : "=r"(p) : "0"(p));
    asm volatile("" : "=r"(x), "=r"(y) : "1"(y * 2), "0"(x * 3));
    asm volatile("" : : "r"(x), "m"(numbers), "i"(3));
    asm volatile("# only %0" : "+r"(x));
    asm volatile("" : "+r"(b), "+x"(f));
    asm volatile("" : "=m"(numbers[2]) : "m"(numbers[2]));
    asm volatile("/* a comment */ // and more" : "+a"(x));
    printf("%d %ld %g %s %d %d %d %g\n", x, y, d, p, numbers[1], numbers[2], b, f);
}

static int resolved;
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
static int (*choose(void))(int) {
    resolved++;
    return thrice;
}
int chosen(int) __attribute__((ifunc("choose")));
int (*pointer)(int) = chosen;

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int (*choose_order(void))(const void *, const void *) { return order; }
int chosen_order(const void *, const void *) __attribute__((ifunc("choose_order")));

static void ifuncs(void) {
    printf("%d %d %d\n", chosen(5), pointer(6), twice(7));
    printf("%d %d\n", chosen(8), resolved > 0);
    int numbers[] = {3, 1, 2};
    qsort(numbers, 3, sizeof *numbers, chosen_order);
    printf("%d %d %d\n", numbers[0], numbers[1], numbers[2]);
}

static int total(int n, ...) {
    va_list list;
    int sum = 0;
    for (int round = 0; round < 2; round++) {
        int copy[n];
        if (round == 0) va_start(list, n);
        for (int i = 0; i < n; i++) copy[i] = va_arg(list, int);
        for (int i = 0; i < n; i++) sum = 10 * sum + copy[i];
    }
    sum += va_arg(list, int);
    va_end(list);
    return sum;
}

int main(int argc, char **argv) {
    hidden(argc);
    ifuncs();
    printf("%d %d\n", total(3, 1, 2, 3, 4, 5, 6, 7), total(1, 1, 2, 3));
    return 0;
}
