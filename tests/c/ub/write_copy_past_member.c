// A whole element one past the end of a member array is overwritten.
struct element { int at[5]; };
struct table { struct element all[4]; struct element spare; };

int main(int argc, char **argv) {
    struct table t = {{{{0}}}, {{7}}};
    struct element e = {{1, 2, 3, 4, 5}};
    t.all[3 + argc] = e;
    return t.spare.at[0];
}
// ub: index 4 into an array of 4 elements at 8:5
