/* No cube is the sum of two others: bit-blasting that takes a solver a while. */
unsigned fermat(unsigned x, unsigned y, unsigned z) {
    if (x > 0 && y > 0 && x < 90 && y < 90 && z < 90 && x * x * x + y * y * y == z * z * z)
        return x + y + z;
    return 0;
}
