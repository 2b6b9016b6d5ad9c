// An index beyond a row of a matrix, into the next row.
int main(int argc, char **argv) {
    int m[3][4] = {{1}, {2}, {3}};
    return m[0][3 + argc];
}
// ub: index 4 into an array of 4 elements at 4:12
