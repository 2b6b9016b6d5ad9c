// A whole element one past the end of a member array is copied.
struct element { int at[5]; };
struct table { struct element all[4]; struct element spare; };

int main(int argc, char **argv) {
    struct table t = {{{{0}}}, {{7}}};
    struct element e = t.all[3 + argc];
    return e.at[0];
}
// ub: index 4 into an array of 4 elements at 7:24
