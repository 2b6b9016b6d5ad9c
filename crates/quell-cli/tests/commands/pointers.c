/* Pointers with names, and a function that calls another. */
struct node {
    int value;
    struct node *next;
};

int first(const struct node *list) { return list->value + 1; }
int least(const int *a, int n) { return n > 0 ? a[0] : 0; }
int same(const int *a, int n) { return least(a, n); }
