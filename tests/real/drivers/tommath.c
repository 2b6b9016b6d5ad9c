/* Big numbers: factorials, powers modulo a prime, inverses, greatest common divisors, roots. */
#include <stdio.h>
#include <stdlib.h>

#include "tommath.h"

/* The library names the random sources of other systems in branches that an unoptimised build keeps. */
mp_err s_read_arc4random(void *bytes, size_t count) { (void)bytes, (void)count; return MP_ERR; }
mp_err s_read_wincsp(void *bytes, size_t count) { (void)bytes, (void)count; return MP_ERR; }
mp_err s_read_ltm_rng(void *bytes, size_t count) { (void)bytes, (void)count; return MP_ERR; }

static void show(const char *label, const mp_int *number) {
    char text[2048];
    if (mp_to_radix(number, text, sizeof text, NULL, 10) != MP_OKAY)
        exit(1);
    printf("%s = %s\n", label, text);
}

static void check(mp_err outcome) {
    if (outcome != MP_OKAY) {
        printf("error: %s\n", mp_error_to_string(outcome));
        exit(1);
    }
}

int main(int argc, char **argv) {
    unsigned count = argc > 1 ? atoi(argv[1]) : 20;
    mp_int a, b, c, prime;
    check(mp_init_multi(&a, &b, &c, &prime, NULL));

    mp_set(&a, 1);
    for (unsigned n = 2; n <= count; n++)
        check(mp_mul_d(&a, n, &a));
    show("factorial", &a);
    check(mp_read_radix(&prime, "170141183460469231731687303715884105727", 10));
    check(mp_mod(&a, &prime, &b));
    show("factorial modulo 2^127-1", &b);
    check(mp_exptmod(&b, &a, &prime, &c));
    show("power", &c);
    check(mp_invmod(&b, &prime, &c));
    show("inverse", &c);
    check(mp_mulmod(&b, &c, &prime, &c));
    show("product with the inverse", &c);
    check(mp_gcd(&a, &b, &c));
    show("greatest common divisor", &c);
    check(mp_sqrt(&a, &c));
    show("square root", &c);
    check(mp_div(&a, &c, &b, &c));
    show("quotient", &b);
    show("remainder", &c);
    mp_clear_multi(&a, &b, &c, &prime, NULL);
    return 0;
}
