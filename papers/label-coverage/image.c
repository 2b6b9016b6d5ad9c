/* Reads an image of a few pixels from LENGTH bytes: a byte of flags, the transparent colour if there is one, the width, and codes.
   The two highest bits of a code say what it is: a pixel, a run of one colour, a repetition of the last pixel, or the end. */
#ifndef LENGTH
#define LENGTH 5
#endif
#define PIXELS 32
#define COLOURS 4

struct file {
    unsigned char bytes[LENGTH];
};

struct image {
    int width, height, is_interlaced, transparent, filled;
    unsigned char pixels[PIXELS];
};

enum code { PIXEL, RUN, REPEAT, END };

static int byte(const struct file *file, int *at) {
    if (*at >= LENGTH)
        return -1;
    return file->bytes[(*at)++];
}

static int read_head(const struct file *file, int *at, struct image *image) {
    int flags = byte(file, at);
    if (flags & 0x30)
        return -1;
    image->is_interlaced = (flags & 0x40) != 0;
    image->transparent = -1;
    if (flags & 0x80) {
        image->transparent = byte(file, at);
        if (image->transparent >= COLOURS)
            return -2;
    }
    image->width = byte(file, at);
    if (image->width <= 0 || image->width > 4)
        return -3;
    return 0;
}

static int fill(struct image *image, int count, int colour) {
    if (colour < 0 || colour >= COLOURS)
        return -4;
    if (count > PIXELS - image->filled)
        return -5;
    for (int i = 0; i < count; i++)
        image->pixels[image->filled++] = (unsigned char)(colour == image->transparent ? 0xff : colour);
    return 0;
}

/* One code: 1 at the end, negative for a mistake. */
static int read_code(struct image *image, int code) {
    int low = code & 0x3f;
    switch ((enum code)(code >> 6)) {
    case PIXEL:
        return fill(image, 1, low);
    case RUN:
        return fill(image, (low >> 3) + 1, low & 0x07);
    case REPEAT:
        if (image->filled == 0 || low > 3)
            return -6;
        return fill(image, low + 1, image->pixels[image->filled - 1] & (COLOURS - 1));
    default:
        return low == 0 ? 1 : -7;
    }
}

/* The number of pixels, or the negative number of the mistake. */
int read_image(const struct file *file, struct image *image) {
    int at = 0;
    int status = read_head(file, &at, image);
    image->filled = 0;
    while (status == 0 && at < LENGTH)
        status = read_code(image, byte(file, &at));
    if (status < 0)
        return status;
    image->height = image->filled / image->width;
    if (image->filled % image->width != 0)
        return -8;
    return image->filled;
}
