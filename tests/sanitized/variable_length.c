/* Arrays of variable length have at least one element. */
int sum(int n, int k)
{
    int values[n];
    for (int i = 0; i < n; i++)
        values[i] = i * k;
    int total = 0;
    for (int i = n - 1; i >= 0; i--)
        total += values[i];
    return total;
}
