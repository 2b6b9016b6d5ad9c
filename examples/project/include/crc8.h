#ifndef CRC8_H
#define CRC8_H

#include <stdint.h>

/* The checksum of some bytes, by the polynomial x^8 + x^2 + x + 1. */
uint8_t crc8_update(uint8_t crc, uint8_t byte);
uint8_t crc8(const uint8_t *bytes, uint8_t count);

#endif
