// An element one past the end of a member array is passed by value; the other argument is computed in other blocks.
struct element { int at[9]; };
struct table { struct element all[4]; struct element spare; };

static int first(struct element e, int i) { return e.at[i]; }

int main(int argc, char **argv) {
    struct table t = {{{{0}}}, {{7}}};
    return first(t.all[3 + argc], argc > 1 ? 1 : 0);
}
// ub: index 4 into an array of 4 elements at 9:18
