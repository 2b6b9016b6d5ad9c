// stops: undefined behaviour: call of `name`, which gives a result of another type than the call expects
static char *name(int x) { return "x" + (x & 1); }
int main(void) { int (*give)(int) = (int (*)(int))name; return give(3) + 1; }
