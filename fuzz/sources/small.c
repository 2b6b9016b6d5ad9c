/* A seed: a short text with many kinds of tokens. */
struct node { struct node *next; int value; double weight; };

static struct node first = {0, 7, 1.5};
struct node *head = &first;
const char text[] = "a\"b\\\n\xff";
extern int outside(int, ...);

int walk(const struct node *list, int limit) {
  int sum = 0;
  for (; list && limit > 0; list = list->next, limit--) {
    if (list->value < 0) continue;
    sum += list->value * (int)list->weight;
  }
  switch (sum) {
  case 0: return outside(1, 2.0, text);
  case 7: return sum << 2;
  default: return sum / limit;
  }
}

typedef float four __attribute__((vector_size(16)));
four mix(four a, four b) { return __builtin_shufflevector(a, b, 0, 5, 2, 7); }

int swap(_Atomic int *p) { return __c11_atomic_exchange(p, 3, 5); }
