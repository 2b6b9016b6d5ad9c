// The address of a member of the element one past the end of an array.
struct point { int x, y; };
struct shape { struct point at[2]; int more[4]; };

int main(int argc, char **argv) {
    struct shape s = {{{1, 2}, {3, 4}}, {5}};
    int *y = &s.at[1 + argc].y;
    return y == &s.more[1];
}
// ub: index 2 into an array of 2 elements at 7:15
