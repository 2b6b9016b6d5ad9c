/* Four balls, one of which has another weight than the others: which one, by a pair of scales. */

static int weigh(int left, int right) {
    if (left < right)
        return -1;
    if (left > right)
        return 1;
    return 0;
}

/* The number of the odd ball; negative if it is lighter, 0 if there is none or more than one. */
int odd_ball(int first, int second, int third, int fourth) {
    int heavier = weigh(first, second);
    if (heavier == 0) {
        int other = weigh(first, third);
        if (other != 0)
            return weigh(first, fourth) == 0 ? -3 * other : 0;
        return -4 * weigh(first, fourth);
    }
    if (weigh(third, fourth) != 0)
        return 0;
    if (weigh(second, third) == 0)
        return heavier;
    if (weigh(first, third) == 0)
        return -2 * heavier;
    return 0;
}
