/* Four labels for each comparison: `true`, `false`, `far` if its operands differ by more than 2, and `zero` if a division of
   its left operand by its right one would trap. Stated by hand for each call: the labels that are covered and, after
   `missed`, those whose site is executed without covering them. */
int clamp(int x, int low, int high) {
    if (x < low) /* clamp(5, 4, 9): false missed true, far, zero; clamp(1, 3, 9): true missed false, far, zero; clamp(8, 0, 9): false, far, zero missed true */
        return low;
    if (x > high) /* clamp(5, 4, 9): false, far missed true, zero; clamp(8, 0, 9): false missed true, far, zero */
        return high;
    return x;
}
