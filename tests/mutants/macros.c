// operators: symbmc, extended:CND
// Operators in macros are mutated at the use of the macro, as if it were expanded there; an argument that a macro uses
// once is changed in place. A constant keeps its name. Code without a certain alignment has no mutants. A condition that
// IVI replaces by zero is not also forced to false.

#define LIMIT 10
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define NEXT(x) ((x) + 1)
#define LOOSE(x) x + 1
#define BOTH(a, b) ((a) && (b))
#define FIELD (p->x)
#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)
#define SIZED(x) (sizeof(x) > 4 ? (x) : 0)
#define FOLDED(x) ((0 && (x) > 1) || (x) > 1)

struct pair { int x, y; };

int bound(int i) {
    return i < LIMIT; // mutants: ROR 5, IVI 5
}

int largest(int a, int b) {
    return MAX(a, b); // mutants: ROR 5, IVI 12, CND 3
}

int nested(int a, int b, int c) {
    int m = MAX(a, NEXT(b)); // mutants: AOR 8, ROR 5, IVI 16, CND 3
    return NEXT(m * c) - 2; // mutants: AOR 12, IVI 11
}

int loose(int a) {
    int b = LOOSE(a); // mutants: AOR 4, IVI 5
    return LOOSE(b) * 2;
}

int conditions(int a, int b) {
    if (BOTH(a, b < 2)) // mutants: ROR 5, IVI 9, CND 5
        return 1; // mutants: IVI 2
    while (NEXT(a) > b) // mutants: AOR 4, ROR 5, IVI 8, CND 3
        a--; // mutants: AOR 1
    return 2; // mutants: IVI 3
}

int member(struct pair *p) {
    FIELD = 3; // mutants: IVI 3
    return FIELD * p->y; // mutants: AOR 4, IVI 6
}

int statements(int a, int b) {
    SWAP(a, b); // mutants: IVI 9
    return a; // mutants: IVI 3
}

int doubtful(int a) {
    int b = SIZED(a);
    return b + FOLDED(a); // mutants: AOR 2, IVI 3
}

struct buffer { const unsigned char *content; unsigned long offset; };
#define AT(b) ((b)->content + (b)->offset)

// The index is mutated, and never the number of a member at the same position: the index has two mutants, as it is zero;
// offset, the value read and the value compared with have three.
int begins_a_list(const struct buffer *b) {
    return AT(b)[0] == '['; // mutants: ROR 5, IVI 11
}
