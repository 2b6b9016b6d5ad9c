/* Floating point: points of the Mandelbrot set on a grid. */
int main(void)
{
    int inside = 0;
    for (int row = 0; row < 80; row++) {
        for (int column = 0; column < 100; column++) {
            double cr = column * 0.03 - 2.2, ci = row * 0.03 - 1.2;
            double zr = 0.0, zi = 0.0;
            int step = 0;
            while (step < 150 && zr * zr + zi * zi < 4.0) {
                double next = zr * zr - zi * zi + cr;
                zi = 2.0 * zr * zi + ci;
                zr = next;
                step++;
            }
            inside += step == 150;
        }
    }
    return inside & 0xff;
}
