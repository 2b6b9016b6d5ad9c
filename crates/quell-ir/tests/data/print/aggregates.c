// Structs by value, unions, bit-fields, initialisers with addresses, variable arguments, odd names.
#include <complex.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct small { char a; short b; };
struct big { long values[5]; double d; const char *text; };
struct bits { unsigned a : 3; int b : 7; unsigned long c : 40; };
struct __attribute__((packed)) packed { char a; int b; long c; };
union both { float f; unsigned u; unsigned char bytes[8]; };
struct node { struct node *next; int value; };

static struct node third = {0, 3}, second = {&third, 2}, first = {&second, 1};
static int *into = &((int[4]){1, 2, 3, 4})[2];
static const char *const words[] = {"zero", "o\"ne\\", "tw\to", "drei\xc3\xbc", ""};
static struct big table[2] = {{{1, 2, 3}, 1.5, "x"}, {.d = -0.0, .text = "y"}};
static ptrdiff_t distance = (char *)&table[1].d - (char *)&table[0];
static struct packed packed = {'p', 0x01020304, -5};
int zeroed[100];
_Thread_local int per_thread = 7;
__attribute__((section(".quell"), used)) int in_section = 11;
int renamed(int) __asm__("odd name$");
__attribute__((noinline)) int renamed(int x) { return x * 3; }
__attribute__((weak)) int weak_one(void) { return 41; }
int alias_one(void) __attribute__((alias("weak_one")));
extern int missing(void) __attribute__((weak));

__attribute__((noinline)) static struct small swap(struct small s) {
  struct small r = {(char)s.b, s.a};
  return r;
}

__attribute__((noinline)) static struct big grow(struct big b, int by) {
  for (int i = 0; i < 5; i++) b.values[i] += by;
  b.d *= 2;
  return b;
}

static double sum(int count, ...) {
  va_list list, again;
  double total = 0;
  va_start(list, count);
  va_copy(again, list);
  for (int i = 0; i < count; i++) total += i % 2 ? va_arg(list, double) : va_arg(list, int);
  for (int i = 0; i < count; i++) total += i % 2 ? va_arg(again, double) : va_arg(again, int);
  va_end(again);
  va_end(list);
  return total;
}

static int list_sum(const struct node *n) {
  int total = 0;
  for (; n; n = n->next) total += n->value;
  return total;
}

int main(void) {
  struct small s = swap((struct small){'A', 66});
  printf("%d %d\n", s.a, s.b);
  struct big b = grow(table[0], 10);
  printf("%ld %ld %g %s\n", b.values[0], b.values[4], b.d, b.text);
  struct bits f = {5, -3, 0x123456789aUL};
  f.b += 10;
  printf("%u %d %lx %zu\n", f.a, f.b, (unsigned long)f.c, sizeof f);
  union both u = {.f = 1.0f};
  printf("%08x %d\n", u.u, u.bytes[3]);
  printf("%d %d %td %d\n", list_sum(&first), *into, distance, packed.b);
  for (int i = 0; i < 5; i++) printf("[%s]", words[i]);
  printf(" %g\n", sum(4, 1, 2.5, 3, 4.5));
  per_thread += in_section + zeroed[99];
  printf("%d %d %d %d %d\n", per_thread, renamed(5), weak_one(), alias_one(), missing ? missing() : -1);
  double complex z = (1.0 + 2.0 * I) * (3.0 - 1.0 * I);
  printf("%g %g\n", creal(z), cimag(z));
  char copy[32];
  memset(copy, 'x', sizeof copy);
  memcpy(copy + 3, "hello", 6);
  printf("%.4s %d\n", copy, (int)strlen(copy));
  return packed.a == 'p' ? 3 : 4;
}
