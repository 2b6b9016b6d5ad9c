// Switches, computed gotos, variable-length arrays, function pointers, setjmp, inline assembly.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static const op ops[] = {add, sub, 0};

static int machine(const char *code) {
  static void *const labels[] = {&&push, &&plus, &&times, &&stop};
  int stack[16], *top = stack;
  goto *labels[code[0] - 'a'];
push:
  *top++ = code[1] - '0';
  code += 2;
  goto *labels[code[0] - 'a'];
plus:
  top--, top[-1] += top[0];
  code++;
  goto *labels[code[0] - 'a'];
times:
  top--, top[-1] *= top[0];
  code++;
  goto *labels[code[0] - 'a'];
stop:
  return top[-1];
}

static const char *describe(long n) {
  switch (n) {
  case -3: return "minus three";
  case 0: case 1: case 2: return "few";
  case 3 ... 20: return "some";
  case 1L << 40: return "many";
  default: return "other";
  }
}

static int triangle(int n) {
  int cells[n], total = 0;
  for (int i = 0; i < n; i++) cells[i] = i * i;
  for (int i = 0; i < n; i++) total += cells[n - 1 - i] - i;
  return total;
}

static void __attribute__((noreturn)) leave(int code) { longjmp(back, code); }

static int swapped(int x) {
  int y = x;
  __asm__ volatile("bswap %0" : "+r"(y) : : "cc");
  return y;
}

__attribute__((constructor)) static void before(void) { puts("before main"); }

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(int argc, char **argv) {
  printf("%d %s %s %s %s\n", machine("a3a4ba5cd"), describe(-3), describe(1), describe(17), describe(1L << 40));
  int total = 0;
  for (const op *p = ops; *p; p++) total = (*p)(total + 10, 3);
  printf("%d %d %x\n", total, triangle(argc + 9), swapped(0x11223344));
  int again = setjmp(back);
  if (again == 0) leave(5);
  int sorted[] = {5, 3, 9, 1};
  qsort(sorted, 4, sizeof *sorted, compare);
  printf("%d %d %d %s\n", again, sorted[0], sorted[3], argv[0] ? "named" : "nameless");
  do {
    if (argc > 1 && again > 3) continue;
    total -= argc ? again : 1;
  } while (total > 0);
  return -total;
}
