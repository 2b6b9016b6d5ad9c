/* Every kind of value that C passes and returns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { int x, y; };
struct mixed { double weight; int count; const char *name; };
struct large { long values[5]; char tag; };
struct bits { unsigned low : 3; int high : 5; _Bool flag : 1; };
union number { int i; float f; };
enum colour { RED, GREEN = 5, BLUE };
struct node { int value; struct node *next; };

int calls;
static struct point last = {1, 2};

int add(signed char a, unsigned short b) { return a + b; }
char next_char(char c) { return (char)(c + 1); }
_Bool flip(_Bool b) { return !b; }
float half(float x) { return x / 2; }
double divide(double a, double b) { return a / b; }
long double widen(double x) { return (long double)x / 3; }
__int128 square(long x) { return (__int128)x * x; }
unsigned long long biggest(void) { return ~0ull; }
enum colour after(enum colour c) { return c == RED ? GREEN : BLUE; }
void nothing(void) {}

int sum(const int *values, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += values[i];
    return total;
}

void sort(int *values, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && values[j - 1] > values[j]; j--) {
            int t = values[j];
            values[j] = values[j - 1];
            values[j - 1] = t;
        }
}

void increment(int *value) { ++*value; calls++; }
void upper(char *text) {
    for (; *text; text++)
        if (*text >= 'a' && *text <= 'z')
            *text -= 'a' - 'A';
}
char *find(char *text, char c) { return strchr(text, c); }
size_t length(const char *text) { return strlen(text); }
int *second(int *values) { return values + 1; }
void fill(int *values, int n) {
    for (int i = 0; i < n; i++)
        values[i] = i * i;
}
double trace(double matrix[2][2]) { return matrix[0][0] + matrix[1][1]; }
void copy(void *to, const void *from, size_t n) { memcpy(to, from, n); }
int count_words(char **words) {
    int n = 0;
    while (words[n])
        n++;
    return n;
}

struct point swap(struct point p) { return (struct point){p.y, p.x}; }
double total_weight(struct mixed m) { return m.weight * m.count + (double)strlen(m.name); }
struct large shift(struct large l, long by) {
    for (int i = 0; i < 5; i++)
        l.values[i] += by;
    return l;
}
struct point *move(struct point *p, int dx, int dy) {
    p->x += dx;
    p->y += dy;
    last = *p;
    return p;
}
struct bits pack(struct bits b) {
    b.low ^= 7;
    b.high = -b.high;
    b.flag = !b.flag;
    return b;
}
union number as_float(union number n) { return n; }
struct node *list(int n) {
    struct node *head = 0;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = head;
        head = node;
    }
    return head;
}

int twice(int x) { return 2 * x; }
int apply(int (*f)(int), int x) { return f(x); }
int shout(const char *what) {
    printf("%s!\n%s", what, "no newline");
    fprintf(stderr, "a warning\n");
    return 0;
}
void leave(int status) { exit(status); }
