int total;
int limit = 5;
static int last[3] = {1, 2, 3};

int note(int x)
{
    if (x < 0 || x > 100)
        return -1;
    total += x;
    last[1] = x;
    return x > limit;
}
