/* Random numbers: xoshiro128** (Blackman and Vigna, 2018), seeded with splitmix32, as in `SeededRng` of @tablier/core. */
#include <stdint.h>

typedef struct {
  uint32_t a, b, c, d;
} Rng;

static uint32_t split_mix(uint32_t *state) {
  uint32_t mixed = *state += 0x9e3779b9;
  mixed = (mixed ^ (mixed >> 16)) * 0x21f0aaad;
  mixed = (mixed ^ (mixed >> 15)) * 0x735a2d97;
  return mixed ^ (mixed >> 15);
}

static Rng seeded(uint32_t seed) {
  Rng rng;
  rng.a = split_mix(&seed);
  rng.b = split_mix(&seed);
  rng.c = split_mix(&seed);
  rng.d = split_mix(&seed) | 1;
  return rng;
}

static uint32_t rotated(uint32_t bits, int by) {
  return (bits << by) | (bits >> (32 - by));
}

/* An integer from 0 to `bound - 1`, all equally likely. */
static int below(Rng *rng, int bound) {
  uint32_t bits = rotated(rng->b * 5, 7) * 9;
  uint32_t shifted = rng->b << 9;
  rng->c ^= rng->a;
  rng->d ^= rng->b;
  rng->b ^= rng->c;
  rng->a ^= rng->d;
  rng->c ^= shifted;
  rng->d = rotated(rng->d, 11);
  return (int)(((uint64_t)bits * (uint32_t)bound) >> 32);
}
