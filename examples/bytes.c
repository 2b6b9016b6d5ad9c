/* Functions of one byte: few enough inputs to run all of them. */

typedef unsigned char u8;
typedef signed char i8;

u8 bit_count(u8 x) {
    u8 count = 0;
    while (x != 0) {
        x &= x - 1;
        count++;
    }
    return count;
}

u8 gray_code(u8 x) { return x ^ x >> 1; }

i8 clamp_to_ten(i8 x) {
    if (x > 10)
        return 10;
    if (x < -10)
        return -10;
    return x;
}

int is_prime(u8 n) {
    if (n < 2)
        return 0;
    for (int divisor = 2; divisor * divisor <= n; divisor++)
        if (n % divisor == 0)
            return 0;
    return 1;
}

u8 square_root(u8 x) {
    u8 root = 0;
    while ((root + 1) * (root + 1) <= x)
        root++;
    return root;
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

u8 reverse_bits(u8 x) {
    u8 reversed = 0;
    for (int i = 0; i < 8; i++)
        if (x & 1 << i)
            reversed |= 128 >> i;
    return reversed;
}

i8 sign(i8 x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

int collatz_steps(u8 start) {
    unsigned n = start;
    int steps = 0;
    while (n > 1 && steps < 20) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    return steps;
}

u8 bcd(u8 x) {
    static const u8 tens[10] = {0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0x80, 0x90};
    if (x > 99)
        return 0xFF;
    return tens[x / 10] | x % 10;
}

float half_or_double(i8 x) {
    float f = x;
    if (f < 0.0f)
        return f / 2.0f;
    return f * 2.0f + 0.5f;
}

char season(u8 month) {
    switch (month) {
    case 12:
    case 1:
    case 2:
        return 'w';
    case 3:
    case 4:
    case 5:
        return 's';
    case 6:
    case 7:
    case 8:
        return 'u';
    case 9:
    case 10:
    case 11:
        return 'a';
    default:
        return '?';
    }
}

/* Mutants, counted by hand. A byte that is converted to a float, and a product that is fused with a sum, are not
   separate values.
     bit_count by symbmc: AOR 5, ROR 5, BOR 5, IVI 18
     bit_count by sufficient: AOR 5, ROR 7, ABS 13, UOI 15
     gray_code by symbmc: BOR 10, IVI 8
     gray_code by sufficient: ABS 12, UOI 8
     gray_code by mothra: ABS 12, UOI 12, CSR 2, SAN 1, SRC 2
     gray_code by extended: SRC 2, RVR 4
     clamp_to_ten by symbmc: ROR 10, IVI 21
     clamp_to_ten by sufficient: ROR 14, ABS 9, UOI 12
     is_prime by symbmc: AOR 9, ROR 15, IVI 32
     is_prime by sufficient: AOR 9, ROR 21, ABS 24, UOI 23
     square_root by symbmc: AOR 13, ROR 5, IVI 18
     square_root by sufficient: AOR 13, ROR 7, ABS 19, UOI 19
     hex_digit by symbmc: AOR 20, ROR 30, IVI 62
     hex_digit by sufficient: AOR 20, ROR 42, ABS 42, LCR 3, UOI 34
     reverse_bits by symbmc: AOR 1, ROR 5, BOR 20, IVI 30
     reverse_bits by sufficient: AOR 1, ROR 7, ABS 25, UOI 36
     sign by symbmc: ROR 10, IVI 16
     sign by sufficient: ROR 14, ABS 12, UOI 10
     collatz_steps by symbmc: AOR 17, ROR 15, IVI 41
     collatz_steps by sufficient: AOR 17, ROR 21, ABS 18, LCR 1, UOI 39
     bcd by symbmc: AOR 8, ROR 5, BOR 5, IVI 23
     bcd by sufficient: AOR 8, ROR 7, ABS 21, UOI 15
     half_or_double by symbmc: AOR 12, ROR 5, IVI 20
     half_or_double by sufficient: AOR 12, ROR 7, ABS 15, UOI 18
     season by symbmc: IVI 18
     season by sufficient: ABS 3, UOI 2
*/
