// A computed goto to an address that is no label of the function.
static int there(void *label) {
    void *known = &&done;
    if (!label) label = known;
    goto *label;
done:
    return 1;
}

int main(void) {
    int x = 0;
    return there(0) + there(&x);
}
// ub: a computed goto to what is not a label of its function
