#include "crc8.h"

uint8_t crc8_update(uint8_t crc, uint8_t byte) {
    crc ^= byte;
    for (int bit = 0; bit < 8; bit++)
        crc = (uint8_t)(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
    return crc;
}

uint8_t crc8(const uint8_t *bytes, uint8_t count) {
    uint8_t crc = 0;
    for (uint8_t i = 0; i < count; i++)
        crc = crc8_update(crc, bytes[i]);
    return crc;
}
