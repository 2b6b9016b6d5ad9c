// printf: conversions, flags, widths, precisions, lengths, %n, return values, snprintf truncation.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
    printf("[%d|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%-8.3d|]\n", 42, 42, 42, 42, 42, 42, 7, 7, 7);
    printf("[%u|%x|%X|%#x|%#o|%o|%#X|%.0d|%#.0o]\n", 3000000000u, 255, 255, 255, 8, 8, 255, 0, 0);
    printf("[%hhd|%hd|%ld|%lld|%jd|%zu|%td]\n", (signed char)-1, (short)-2, -3L, -4LL, (intmax_t)-5, (size_t)6, (ptrdiff_t)-7);
    printf("[%c|%3c|%-3c|%s|%8s|%-8s|%.2s|%8.2s|%%]\n", 'a', 'b', 'c', "str", "str", "str", "str", "str");
    printf("[%f|%.2f|%10.3f|%-10.1f|%+.1f|%010.2f|%.0f|%#.0f]\n", 3.14159, 2.71828, 1.5, 2.25, 3.0, -4.5, 2.5, 2.5);
    printf("[%e|%.2E|%g|%G|%g|%g|%#g|%.10g]\n", 12345.678, 0.00012, 100000.0, 1e-5, 1e6, 0.0001, 1.5, 0.1);
    printf("[%a|%.3a|%A|%a|%a]\n", 1.0, 3.14159, 0.1, 0.0, -1e-310);
    printf("[%f|%F|%5.1f|%-6e|%g]\n", 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0 * -1 == 0 ? 1.0 : 2.0, 1e10, -0.0);
    printf("[%*d|%-*d|%.*f|%.*s]\n", 6, 42, 6, 42, 2, 3.14159, 3, "abcdef");
    printf("[%2$d %1$s]\n", "positional", 5);
    int count;
    printf("[%d%n]", 12345, &count);
    printf("%d\n", count);
    printf("[%p|%s]\n", (void *)0, "after null");
    char small[8];
    int wanted = snprintf(small, sizeof small, "%d-%d", 12345, 67890);
    printf("%s %d %d\n", small, wanted, snprintf(0, 0, "%100d", 1));
    printf("[%.30f]\n[%.20e]\n[%.40g]\n", 0.1, 1e-300, 123456789.123456789);
    printf("[%f]\n[%.0e]\n", 1e22, 5.5e10);
    printf("[%Lf|%.3Le|%Lg]\n", 1.25L, 1e1000L, 0.1L);
    printf("[%ls|%lc]\n", L"wide", (wint_t)'w');
    printf("[%'d|%i|%5%|%-+5d|%+-5d]\n", 1234567, -1, 3, 4);
    printf("%d\n", printf("twelve chars"));
    return 0;
}
// expect: [42|   42|42   |00042|+42| 42|007|     007|007     |]
// expect: [3000000000|ff|FF|0xff|010|10|0XFF||0]
// expect: [-1|-2|-3|-4|-5|6|-7]
// expect: [a|  b|c  |str|     str|str     |st|      st|%]
// expect: [3.141590|2.72|     1.500|2.2       |+3.0|-000004.50|2|2.]
// expect: [1.234568e+04|1.20E-04|100000|1E-05|1e+06|0.0001|1.50000|0.1]
// expect: [0x1p+0|0x1.922p+1|0X1.999999999999AP-4|0x0p+0|-0x0.012688b70e62bp-1022]
// expect: [inf|-INF|  2.0|1.000000e+10|-0]
// expect: [    42|42    |3.14|abc]
// expect: [5 positional]
// expect: [12345]6
// expect: [(nil)|after null]
// expect: 12345-6 11 100
// expect: [0.100000000000000005551115123126]
// expect: [1.00000000000000002506e-300]
// expect: [123456789.12345679104328155517578125]
// expect: [10000000000000000000000.000000]
// expect: [6e+10]
// expect: [1.250000|1.000e+1000|0.1]
// expect: [wide|w]
// expect: [1234567|-1|%|+3   |+4   ]
// expect: twelve chars12
