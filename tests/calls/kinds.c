/* Parameters and results of all kinds in C, for tests that are data. */
#include <complex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct small { char tag; short count; };
struct pair { long first; double second; };
struct large { long values[5]; char tag; };
struct floats { float x, y, z; };
struct bits { unsigned low : 3; int high : 5; _Bool flag : 1; };
struct node { int value; struct node *next; };
union number { int i; float f; };
enum colour { RED, GREEN = 5, BLUE };
typedef int (*operation)(int);

int counter = 3;
_Thread_local int own = 4;
static struct small last;
static int table[4] = {1, 2, 3, 4};

int add(signed char a, unsigned short b) { return a + b; }
unsigned long long widest(unsigned long long x) { return x + 1; }
__int128 square(long x) { return (__int128)x * x; }
long double third(long double x) { return x / 3; }
float ratio(float a, float b) { return a / b; }
bool both(bool a, bool b) { return a && b; }
enum colour next(enum colour c) { return c == RED ? GREEN : BLUE; }
double complex turned(double complex z) { return z * I; }
struct small bump(struct small s) { s.count++; last = s; return s; }
struct pair swap(struct pair p) { return (struct pair){(long)p.second, (double)p.first}; }
struct large rotate(struct large l) {
    struct large r = l;
    for (int i = 0; i < 5; i++)
        r.values[i] = l.values[(i + 1) % 5];
    r.tag++;
    return r;
}
struct floats scaled(struct floats v, float by) { return (struct floats){v.x * by, v.y * by, v.z * by}; }
struct bits flipped(struct bits b) { b.low = ~b.low; b.high = -b.high; b.flag = !b.flag; return b; }
union number negated(union number n) { n.i = -n.i; return n; }

int twice(int x) { return 2 * x; }
static int minus(int x) { return -x; }
operation choose(int which) { return which ? twice : minus; }
int apply(operation f, int x) { return f(x); }
const char *spelled(int x) { return x ? "one" : "zero"; }
char *find(char *text, char c) { return strchr(text, c); }
void reverse(int *values, int n) {
    for (int i = 0; i < n / 2; i++) {
        int t = values[i];
        values[i] = values[n - 1 - i];
        values[n - 1 - i] = t;
    }
}
int total(struct node *list) {
    int sum = 0;
    for (; list; list = list->next)
        sum += list->value++;
    return sum;
}
struct node *range(int n) {
    struct node *list = NULL;
    while (n > 0) {
        struct node *node = malloc(sizeof *node);
        node->value = n--;
        node->next = list;
        list = node;
    }
    return list;
}
int longest(const char **words, int n) {
    size_t best = 0;
    for (int i = 0; i < n; i++)
        if (strlen(words[i]) > best)
            best = strlen(words[i]);
    return (int)best;
}
int earn(int x) { return own += x; }
int tick(void) { static int calls; table[calls % 4] += counter; return ++calls; }
int echo(void) {
    int c, n = 0;
    while ((c = getchar()) != EOF)
        n += printf("%c", c == '\n' ? '/' : c);
    return n;
}
int divide(int a, int b) { return a / b; }
void leave(int status) { exit(status); }
void refuse(void) { abort(); }
int peek(const int *p) { return *p; }
void clear(void *p, size_t n) { memset(p, 0, n); }
