/* Parameters of C that other test files lack. */
#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE = -1 };
struct tree { short key; struct tree *left, *right; };
struct view { const char *text; unsigned long length; };
struct __attribute__((packed)) tight { char tag; double value; };
struct name { char text[4]; unsigned flag : 1; enum colour colour : 4; _Bool done; };
struct holder { int n; struct { int x, y; }; union { int i; double d; } u; };
struct ending { int n; int rest[]; };

long visits;
static struct name last;

int colour_of(enum colour c) { return c; }
int depth(const struct tree *t) { return t ? depth(t->left) : 0; }
unsigned long view_length(struct view v) { return v.length; }
double value_of(struct tight t) { return t.value; }
int rename_to(struct name n) { last = n; visits++; return last.done; }
int held(struct holder h) { return h.n + h.x + h.u.i; }
int ends(struct ending *e) { return e->n; }
__int128 wide(__int128 x) { return x; }
long double longer(long double x) { return x; }
double _Complex turned(double _Complex z) { return z; }
int words(int count, char **list) { return list[0] && count; }
int rows(int (*matrix)[3]) { return matrix[0][0]; }
void copy(void *to, const void *from, unsigned long n) { (void)to, (void)from, (void)n; }
int print_to(FILE *file) { return file != NULL; }
float smallest(const float *values, int n) { return values[n - 1]; }
struct named { int *p; const char *words[2]; };
struct named clash;
static int use_clash(void) { return *clash.p; }
int same_name(struct named clash) { return *clash.p + use_clash(); }
static _Thread_local int calls_here;
extern int limit;
int once(int x) { return calls_here++ ? x : limit; }

struct large { long parts[4]; };
int outside_int(int), outside_any(const char *, ...), outside_large(struct large);
void outside_void(void);
int *outside_pointer(void);
struct view outside_struct(void);
unsigned char outside_byte(void);
short outside_short(void);
_Bool outside_bool(void);
float outside_float(void);
double outside_double(void);
long double outside_longer(void);
int asks(int x) { return outside_int(x); }
int asks_all(void) {
    outside_void();
    if (outside_pointer()) return outside_any("");
    if (outside_struct().text) return outside_large((struct large){{0}});
    return outside_byte() + outside_short() + outside_bool() + outside_float() + outside_double() + outside_longer();
}

/* Arrays of structs, and structs with a flexible array member. */
struct pair { short a; char b; };
struct pairs { struct pair *list; unsigned char n; };
struct page { long double numbers[20]; };
struct message { int kind; char length; char text[]; };
struct table { int n; double rows[][2]; };
struct framed { char mark; struct message inner; };
int sum_pairs(const struct pair *p, int n) { return n ? p[n - 1].a : 0; }
int next_pair(const struct pair *p) { return (p + 1)->a; }
int only_pair(const struct pair *p) { return p->a; }
int all_pairs(const struct pairs *p) { return p->list[p->n].b; }
int row_of_pairs(struct pair **p, int n) { return p[n]->a; }
int pooled(const struct tree *pool, int n) { return pool[n].key; }
int paged(const struct page *p, int n) { return p[n].numbers[0] > 0; }
int text_of(const struct message *m) { return m->text[m->length]; }
int cell(const struct table *t, int n) { return t->rows[n][1] > 0; }
int framed_text(const struct framed *f) { return f->inner.text[0]; }
int copied(struct message m) { return m.kind; }
void *__builtin_memcpy(void *, const void *, unsigned long);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
void copy_pairs(struct pair *to, const struct pair *from, int n) { __builtin_memcpy(to, from, n * sizeof *to); }
void copy_pair(struct pair *to, const struct pair *from) { *to = *from; }
static int by_a(const void *a, const void *b) { return ((struct pair *)a)->a - ((struct pair *)b)->a; }
void sort_pairs(struct pair *p, unsigned long n) { qsort(p, n, sizeof *p, by_a); }
