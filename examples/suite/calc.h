int add(int a, int b);
int sum_to(int n);
int twice(int a);
