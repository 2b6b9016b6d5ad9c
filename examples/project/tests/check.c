/* The tests that the project has: they leave many mutants alive. */
#undef NDEBUG
#include <assert.h>
#include <string.h>

#include "crc8.h"
#include "frame.h"
#include "number.h"
#include "rate.h"
#include "setting.h"

static struct slice of(const char *text) {
    struct slice slice = {text, (unsigned char)strlen(text)};
    return slice;
}

static void check_crc8(void) {
    assert(crc8((const uint8_t *)"123456789", 9) == 0xf4);
    assert(crc8(0, 0) == 0);
}

static void check_ring(void) {
    struct ring ring = {{0}, 6, 0};
    assert(ring_pop(&ring) == -1);
    for (uint8_t byte = 1; byte <= RING_SIZE; byte++)
        assert(ring_push(&ring, byte));
    assert(!ring_push(&ring, 9) && ring_free(&ring) == 0);
    for (int byte = 1; byte <= RING_SIZE; byte++)
        assert(ring_pop(&ring) == byte);
}

static void check_numbers(void) {
    assert(number_of(of("12"), 100) == 12);
    assert(number_of(of("0x1F"), 100) == 31);
    assert(number_of(of("101"), 100) == -1);
    assert(number_of(of("1g"), 100) == -1);
}

static void check_settings(void) {
    struct settings settings = {0, false};
    assert(equals_at(of("rate = 300")) == 5);
    assert(setting_named(of(" Rate ")) == SETTING_RATE);
    assert(setting_named(of("ECHO")) == SETTING_ECHO);
    assert(setting_named(of("rates")) == SETTING_UNKNOWN);
    assert(set(&settings, SETTING_RATE, of("300")) && settings.rate == 300);
    assert(!set(&settings, SETTING_ECHO, of("2")) && !settings.echo);
}

static void check_frames(void) {
    struct ring ring = {{0}, 0, 0};
    uint8_t sent[RING_SIZE];
    uint8_t count = 0;
    assert(frame_send(&ring, (const uint8_t *)"ab", 2));
    while (ring.used > 0)
        sent[count++] = (uint8_t)ring_pop(&ring);
    assert(frame_check(sent, count) == 2);
    sent[2] ^= 1;
    assert(frame_check(sent, count) == FRAME_BAD_CRC);
}

static void check_rates(void) {
    assert(rate_step(300, 1200) == 400);
    assert(rate_step(300, 250) == 250);
    assert(rate_is_low(1200, 9600) && !rate_is_low(2400, 9600));
}

int main(void) {
    check_crc8();
    check_ring();
    check_numbers();
    check_settings();
    check_frames();
    check_rates();
    return 0;
}
