// What lowering says of a loop, or of a function for its loops, to our own
// passes over LLVM IR, beside LLVM's metadata of loops.
#ifndef PYK2PTX_COMPILER_TARGET_LOOP_MARKS_H
#define PYK2PTX_COMPILER_TARGET_LOOP_MARKS_H

#include <cstdint>

namespace pyk2ptx {

/// The copy with guards of a versioned loop, or the rest of a repeated one: to
/// optimize it at length is not worth the time.
inline constexpr char seldomLoop[] = "pyk2ptx.loop.seldom";

/// It counts to its end, and not beyond: where LLVM compares the counter for
/// being equal to something, it comes to that.
inline constexpr char countedLoop[] = "pyk2ptx.loop.counted";

/// There is a copy of the loop for the extents that its arrays are likely to
/// have.
inline constexpr char anyExtentLoop[] = "pyk2ptx.loop.anyextent";

/// Of a function: a thread does the work of several, side by side.
inline constexpr char lanesAttribute[] = "pyk2ptx.lanes";

/// Rows of threads go on in stretches of quotients by that much and more: a few
/// divisions cost less than to begin a stretch.
inline constexpr std::int64_t leastRowDivisor = 16;

} // namespace pyk2ptx

#endif
