/* Three labels for each comparison: `true`, `false`, and `far` where its operands differ by more than 2; and `zero` where a
   division of its left operand by its right one would trap. Of each call, by hand: the labels that are covered and, behind
   `missed`, those whose place is executed without. */
int clamp(int x, int low, int high) {
    if (x < low) /* clamp(5, 4, 9): false missed true, far, zero; clamp(1, 3, 9): true missed false, far, zero; clamp(8, 0, 9): false, far, zero missed true */
        return low;
    if (x > high) /* clamp(5, 4, 9): false, far missed true, zero; clamp(8, 0, 9): false missed true, far, zero */
        return high;
    return x;
}
