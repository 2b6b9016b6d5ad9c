int part(int n, double x) { return n > x; }
