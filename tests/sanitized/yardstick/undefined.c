// Each function has another kind of undefined behaviour, on its input in tests/undefined.json.
#include <stddef.h>
#include <stdlib.h>

struct pair {
    int first[2];
    int second;
};

int overflow(int a) { return a + 1; }
int shift(int a) { return a << 1; }
int divide(int a, int b) { return a / b; }
int convert(double d) { return (int)d; }
int read_after(const int *p, int i) { return p[i]; }
void write_before(char *p) { p[-1] = 1; }
int member(struct pair *p, int i) { return p->first[i]; }
int order(const char *a, const char *b) { return a < b; }
long distance(const char *a, const char *b) { return a - b; }
int scaled(const struct pair *p, size_t i) { return p[i].second; }
int null(const int *p) { return *p; }
long misaligned(const char *p) { return *(const long *)(p + 1); }

/* Aligned only by chance. */
long placed(const char *p) { return *(const long *)p; }

int freed(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return *p;
}

int returned(void)
{
    int *volatile p;
    {
        int local = 3;
        p = &local;
    }
    return *p;
}

int global(int i)
{
    static int values[3];
    return *(values + i);
}

int empty(int n)
{
    int values[n];
    for (int i = 0; i < n; i++)
        values[i] = i;
    return n;
}
