// What lowering says of a loop to our own passes over LLVM IR, beside LLVM's
// metadata of loops.
#ifndef PYK2PTX_COMPILER_TARGET_LOOP_MARKS_H
#define PYK2PTX_COMPILER_TARGET_LOOP_MARKS_H

namespace pyk2ptx {

/// The copy with guards of a versioned loop, or the rest of a repeated one: to
/// optimize it at length is not worth the time.
inline constexpr char seldomLoop[] = "pyk2ptx.loop.seldom";

/// There is a copy of the loop for the extents that its arrays are likely to
/// have.
inline constexpr char anyExtentLoop[] = "pyk2ptx.loop.anyextent";

} // namespace pyk2ptx

#endif
