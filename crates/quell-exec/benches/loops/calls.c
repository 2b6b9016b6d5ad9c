/* Calls: a recursion with almost nothing else in it. */
static int ways(int steps)
{
    if (steps < 2)
        return 1;
    return ways(steps - 1) + ways(steps - 2);
}

int main(void)
{
    return ways(25) & 0xff;
}
