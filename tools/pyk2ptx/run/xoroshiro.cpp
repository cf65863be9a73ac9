// States of random numbers as numba.cuda.random's create_xoroshiro128p_states
// makes them: the first from the seed by SplitMix64, each next one 2**64 steps
// further.
#include "xoroshiro.h"

#include <cstring>

namespace pyk2ptx {

namespace {

struct State {
  std::uint64_t words[2];
};

std::uint64_t rotated(std::uint64_t word, int count) {
  return word << count | word >> (64 - count);
}

State seeded(std::uint64_t seed) {
  std::uint64_t word = seed + 0x9e3779b97f4a7c15;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  word ^= word >> 31;
  return {{word, word}};
}

void step(State &state) {
  std::uint64_t first = state.words[0];
  std::uint64_t mixed = first ^ state.words[1];
  state.words[0] = rotated(first, 55) ^ mixed ^ (mixed << 14);
  state.words[1] = rotated(mixed, 36);
}

State jumped(State state) {
  State sum{{0, 0}};
  for (std::uint64_t polynomial : {0xbeac0467eba5facb, 0xd86b048b86aa9922})
    for (int bit = 0; bit < 64; ++bit) {
      if (polynomial >> bit & 1) {
        sum.words[0] ^= state.words[0];
        sum.words[1] ^= state.words[1];
      }
      step(state);
    }
  return sum;
}

} // namespace

Result<HostArray> makeRandomStates(std::int64_t count, std::uint64_t seed,
                                   std::uint64_t start) {
  Result<HostArray> array = makeHostArray(randomStateType(), {count}, false);
  if (!array || count == 0)
    return array;
  State state = seeded(seed);
  for (std::uint64_t i = 0; i < start; ++i)
    state = jumped(state);
  for (std::int64_t i = 0; i < count; ++i) {
    std::memcpy(array->element(i), &state, sizeof state);
    state = jumped(state);
  }
  return array;
}

} // namespace pyk2ptx
