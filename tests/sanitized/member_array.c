// An array that is a member of a structure ends before the structure does.
#include <stdint.h>

struct frame {
    uint32_t id;
    uint8_t data[8];
    uint32_t crc;
};

uint8_t byte_at(const struct frame *f, int i)
{
    return f->data[i];
}

void set_byte(struct frame *f, unsigned i, uint8_t value)
{
    f->data[i] = value;
}

int table_entry(int row, int column)
{
    static const int table[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    return table[row][column];
}

/* One past the end may be formed. */
int sum(const struct frame *f)
{
    int total = 0;
    for (const uint8_t *p = f->data; p != &f->data[8]; p++)
        total += *p;
    return total;
}
