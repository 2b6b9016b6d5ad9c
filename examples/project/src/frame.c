#include "frame.h"

#include "crc8.h"

/* A mark, the length of the payload, the payload, and its checksum. */
#define OVERHEAD 3

/* The length of the payload of the frame that the bytes begin with, or an error. */
int frame_check(const uint8_t *bytes, uint8_t count) {
    if (count < OVERHEAD)
        return FRAME_SHORT;
    if (bytes[0] != FRAME_MARK)
        return FRAME_BAD_MARK;
    uint8_t length = bytes[1];
    if (length > FRAME_MOST)
        return FRAME_BAD_LENGTH;
    if (length + OVERHEAD > count)
        return FRAME_SHORT;
    return crc8(bytes + 2, length) == bytes[length + 2] ? length : FRAME_BAD_CRC;
}

/* Whether there was room for the frame of a payload. */
bool frame_send(struct ring *ring, const uint8_t *payload, uint8_t count) {
    if (count > FRAME_MOST || ring_free(ring) < count + OVERHEAD) // quell: ignore ABS -- lengths are not negative
        return false;
    ring_push(ring, FRAME_MARK);
    ring_push(ring, count);
    for (uint8_t i = 0; i < count; i++)
        ring_push(ring, payload[i]);
    return ring_push(ring, crc8(payload, count));
}
