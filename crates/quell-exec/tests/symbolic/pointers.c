/* Pointers and arrays where C forbids what the machine could do: inputs on either side of the rules. */
#include <stddef.h>
#include <stdint.h>

struct part { long a, len; };
struct packet { uint8_t data[8]; uint8_t sum, kind; uint16_t rest[11]; };
struct grid { short row[3][4]; short end; };
struct pairs { struct { int x, y; } at[3]; int tail; };

int scaled(struct part *p, unsigned char high, unsigned char low) {
    size_t i = ((size_t)(high % 2) << 60) + low % 3;
    return (int)p[i].len;
}
int scaled_short(struct part *p, short i) { return (int)p[i].len; }
int formed(int *p, int i) {
    int *q = p + i;
    return q == p;
}
int formed_backwards(char *s, unsigned n) {
    char *end = s + 32;
    return *(end - n % 40) + (end - n % 34 == s);
}

int member(struct packet *p, unsigned char i) { return p->data[i % 10]; }
void member_written(struct packet *p, unsigned char i) { p->data[i % 10] = 1; }
int member_formed(struct packet *p, unsigned char i) {
    uint8_t *at = &p->data[i % 11];
    return at == &p->sum;
}
int member_decayed(struct packet *p, int i) { return *(p->data + i); }
int row(struct grid *p, unsigned char i, unsigned char j) { return p->row[i % 4][j % 5]; }
int part_of_element(struct pairs *p, unsigned char i) { return p->at[i % 4].y; }
int flexible(struct packet *p, unsigned char i) { return p->rest[i % 12]; }

int ordered(char *p, char *q, unsigned char other) {
    char *end = other % 2 ? q : p + 5;
    return p < end;
}
int distance(char *p, char *q, unsigned char other) {
    char *end = other % 2 ? q : p + 5;
    return end - p < 4;
}
int ordered_null(char *p, unsigned char null) {
    char *end = null % 2 ? NULL : p + 5;
    return p >= end;
}
int null_moved(char *p, unsigned char null, unsigned char by) {
    char *from = null % 2 ? NULL : p;
    return from + by % 3 != NULL;
}
