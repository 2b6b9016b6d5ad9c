/* Reads an image of a few pixels from LENGTH bytes: a byte of flags, the width, and runs of pixels. A run is a count with the
   high bit set and a colour, or a single colour; a colour refers to a table of four. */
#ifndef LENGTH
#define LENGTH 5
#endif
#define PIXELS 16

struct file {
    unsigned char bytes[LENGTH];
};

struct image {
    int width, height, is_interlaced, transparent;
    unsigned char pixels[PIXELS];
};

static int byte(const struct file *file, int *at) {
    if (*at >= LENGTH)
        return -1;
    return file->bytes[(*at)++];
}

/* The number of pixels, or the negative number of the mistake. */
int read_image(const struct file *file, struct image *image) {
    int at = 0, filled = 0;
    int flags = byte(file, &at);
    if (flags < 0 || (flags & 0x0f) > 3)
        return -1;
    image->is_interlaced = (flags & 0x40) != 0;
    image->transparent = -1;
    if (flags & 0x80) {
        image->transparent = byte(file, &at);
        if (image->transparent > 3)
            return -2;
    }
    image->width = byte(file, &at);
    if (image->width <= 0 || image->width > 4)
        return -3;
    while (at < LENGTH) {
        int count = 1;
        int code = byte(file, &at);
        if (code & 0x80) {
            count = code & 0x7f;
            code = byte(file, &at);
            if (count == 0 || code < 0)
                return -4;
        }
        if (code > 3)
            return -5;
        if (count > PIXELS - filled)
            return -6;
        for (int i = 0; i < count; i++)
            image->pixels[filled++] = (unsigned char)(code == image->transparent ? 0xff : code);
    }
    image->height = filled / image->width;
    if (filled % image->width != 0)
        return -7;
    return filled;
}
