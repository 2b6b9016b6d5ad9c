// The order of pointers to two objects.
int main(void) {
    int a[2] = {1, 2}, b[2] = {3, 4};
    int *p = a, *q = b;
    return p < q;
}
// ub: the order of pointers to different objects at 5:14
