/* criteria: DC,CC,MCC */
#define POSITIVE(x) ((x) > 0)
#define BOTH(a, b) ((a) && (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define RETURN_IF(c) do { if (c) return 1; } while (0)
#define LIMIT 10
#define unlikely(x) __builtin_expect(!!(x), 0)

int whole(int a, int b) {
    if (BOTH(a, b))
//~ CC 9-19 a; 9-19 b
//~ DC 9-19 BOTH(a, b)
//~ MCC 9-19 TT TF F-
        return 1;
    if (POSITIVE(a) && POSITIVE(b))
//~ CC 9-20 POSITIVE(a); 24-35 POSITIVE(b)
//~ DC 9-35 POSITIVE(a) && POSITIVE(b)
//~ MCC 9-35 TT TF F-
        return 2;
    return 0;
}

int conditional(int a, int b) {
    int m = MAX(a, b);
//~ CC 13-22 (a) > (b)
//~ DC 13-22 (a) > (b)
//~ MCC 13-22 T F
    RETURN_IF(a == b);
//~ CC 5-22 a == b
//~ DC 5-22 a == b
//~ MCC 5-22 T F
    RETURN_IF(a && m > 3);
//~ CC 5-26 a; 5-26 m > 3
//~ DC 5-26 a && m > 3
//~ MCC 5-26 TT TF F-
    return MAX(a > b, b);
//~ CC 12-25 (a > b) > (b); 12-25 a > b; 12-25 a > b
//~ DC 12-25 (a > b) > (b); 12-25 a > b; 12-25 a > b
//~ MCC 12-25 T F T F T F
}

int expected(int a, int b) {
    if (unlikely(a < LIMIT))
//~ CC 9-28 a < 10
//~ DC 9-28 unlikely(a < LIMIT)
//~ MCC 9-28 T F
        return 1;
    if (unlikely(a < LIMIT && b))
//~ CC 9-33 a < 10; 9-33 b
//~ DC 9-33 unlikely(a < LIMIT && b)
//~ MCC 9-33 TT TF F-
        return 2;
    return b > LIMIT || a;
//~ CC 12-21 b > LIMIT; 25-26 a
//~ DC 12-26 b > LIMIT || a
//~ MCC 12-26 T- FT FF
}
