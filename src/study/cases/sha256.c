/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256, after FIPS 180-4; the constants are the fractions of the roots of primes, as it says. */
#include "study/cases/sha256.h"

#include <stdint.h>
#include <string.h>

static const uint32_t factors[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

static void add_block(uint32_t *state, const uint8_t *block)
{
    uint32_t words[64], s[8];
    for (size_t k = 0; k < 16; k++)
        words[k] = (uint32_t)block[4 * k] << 24 | (uint32_t)block[4 * k + 1] << 16 |
                   (uint32_t)block[4 * k + 2] << 8 | block[4 * k + 3];
    for (int k = 16; k < 64; k++) {
        uint32_t a = words[k - 15], b = words[k - 2];
        words[k] = words[k - 16] + words[k - 7] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) +
                   (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
    }
    memcpy(s, state, sizeof s);
    for (int k = 0; k < 64; k++) {
        uint32_t first = s[7] + (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) +
                         ((s[4] & s[5]) ^ (~s[4] & s[6])) + factors[k] + words[k];
        uint32_t second = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) +
                          ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += first;
        s[0] = first + second;
    }
    for (int k = 0; k < 8; k++)
        state[k] += s[k];
}

void gather__sha256(const void *bytes, size_t count, char text[65])
{
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint8_t *next = bytes;
    uint8_t end[128] = {0};
    size_t left = count % 64, end_bytes = left < 56 ? 64 : 128;
    for (size_t k = 0; k < count / 64; k++)
        add_block(state, next + 64 * k);
    if (left > 0)
        memcpy(end, next + count - left, left);
    end[left] = 0x80;
    for (size_t k = 0; k < 8; k++)
        end[end_bytes - 1 - k] = (uint8_t)((uint64_t)count << 3 >> (8 * k));
    add_block(state, end);
    if (end_bytes == 128)
        add_block(state, end + 64);
    for (int k = 0; k < 64; k++)
        text[k] = "0123456789abcdef"[state[k / 8] >> (28 - 4 * (k % 8)) & 15];
    text[64] = '\0';
}
