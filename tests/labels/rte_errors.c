/* criteria: RTE */
static int data[8];
struct pair { int first; int items[4]; int last; };
static struct pair pairs;

int divided(signed char a, signed char b) {
    int q = 100 / a;   //: a == 0
    q %= b + 128;      //: b + 128 == 0 | never b + 128 overflows | never q %= b + 128 overflows
    int n = a, m = b;
    n = (n - 2147483521) / m; //: m == 0 | n - 2147483521 overflows | (n - 2147483521) / m overflows
    return q / 3 + n;  //: never q / 3 + n overflows
}

int shifted(signed char a, unsigned char n) {
    int x = a;
    int y = x >> n;    //: n < 0 || n >= 32
    y += x << n;       //: never n < 0 || n >= 32 | x << n overflows | never y += x << n overflows
    unsigned u = 1u << (n & 31); //: never (n & 31) < 0 || (n & 31) >= 32
    return y + u;
}

int indexed(signed char i, unsigned char j) {
    int x = data[i & 7];        //: never i & 7 out of bounds of data[8]
    x += data[i];               //: i out of bounds of data[8] | never x += data[i] overflows
    x += pairs.items[j];        //: j out of bounds of pairs.items[4] | never x += pairs.items[j] overflows
    int local[3] = {1, 2, 3};
    return x + local[j % 4];    //: j % 4 out of bounds of local[3] | never x + local[j % 4] overflows
}

int followed(int *p, struct pair *q) {
    return *p + q->last; //: p == NULL ~ | q == NULL ~ | *p + q->last overflows ~
}

unsigned wrapped(unsigned char a) {
    unsigned x = a;
    return x * 4000000000u;
}
