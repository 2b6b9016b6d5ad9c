#ifndef FRAME_H
#define FRAME_H

#include "ring.h"

#define FRAME_MARK 0x7e
#define FRAME_MOST 4

enum frame_error { FRAME_SHORT = -1, FRAME_BAD_MARK = -2, FRAME_BAD_LENGTH = -3, FRAME_BAD_CRC = -4 };

int frame_check(const uint8_t *bytes, uint8_t count);
bool frame_send(struct ring *ring, const uint8_t *payload, uint8_t count);

#endif
