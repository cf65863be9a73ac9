// Between arrays and tuples: x, y, z = array, whose length is known when the
// kernel runs, and array[i, :3] = x, y, z, where the tuple is an array of its
// elements, broadcast as NumPy does.
#ifndef PYK2PTX_FRONTEND_VALUES_UNPACK_H
#define PYK2PTX_FRONTEND_VALUES_UNPACK_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// How many elements of an array go to so many names, one of them with a
/// star or none (`star` is their number then); nothing where that is unknown.
std::optional<std::size_t> unpackedCount(const Emitter &e, const Operand &value,
                                         std::size_t names, std::size_t star);
/// x, y = array: its elements along the first axis, kept.
std::vector<Operand> unpackedArray(Emitter &e, Operand array,
                                   std::size_t wanted, SourceRange range,
                                   ir::Block &block);
/// target[...] = x, y, z, or op= where there is one.
void storeTuple(Emitter &e, Operand target, Operand value, SourceRange range,
                ir::Block &block, const syntax::BinaryOp *op = nullptr);

} // namespace pyk2ptx

#endif
