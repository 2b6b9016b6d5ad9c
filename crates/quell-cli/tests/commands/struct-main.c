struct large { int a[9]; };
struct large main(void) { return (struct large){{1}}; }
