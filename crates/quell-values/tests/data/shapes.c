/* Types for comparisons of values. */
#include <stddef.h>

struct padded { char c; int i; short s; double d; };
struct bits { unsigned low : 3; unsigned : 2; int high : 2; };
union either { int i; float f; char *text; };
struct node { int value; struct node *next; };
typedef int (*operation)(int);

int counter;
static struct padded kept;

unsigned char byte(unsigned char x) { return x; }
signed char sign(signed char x) { return x; }
_Bool truth(_Bool x) { return x; }
_Float16 half(_Float16 x) { return x; }
double twice(double x) { return x * 2; }
struct bits fields(struct bits b) { return b; }
struct padded pad(struct padded p) { kept = p; counter++; return p; }
union either pick(union either e) { return e; }
int *middle(int *values, size_t n) { return values + n / 2; }
struct node *push(struct node *list) { return list; }
int increment(int x) { return x + 1; }
int decrement(int x) { return x - 1; }
operation which(int up) { return up ? increment : decrement; }
const char *name(int x) { return x ? "yes" : "no"; }
void upper(char *text) { *text -= 32; }
void move(struct padded *to, const struct padded *from) { *to = *from; }
void matrix(int m[2][3]) { m[1][2]++; }
int apply(operation f, int x) { return f(x); }
void *opaque(void *p) { return p; }
long total(int n, ...) { return n; }
