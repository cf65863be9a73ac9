// The makers of cooperative primitives: coop.block.make_sum(dtype, threads) and
// its like, which host code calls.
#ifndef PYK2PTX_FRONTEND_EVALUATE_COOP_H
#define PYK2PTX_FRONTEND_EVALUATE_COOP_H

#include "evaluate.h"

namespace pyk2ptx {

/// Whether the path is that of a maker, such as "cuda.coop.block.make_sum".
bool isCoopMaker(const std::string &path);
/// What it makes: a function that knows these arguments.
Value makeCoop(const std::string &path, std::vector<Value> args,
               std::vector<std::pair<std::string, Value>> keywords,
               SourceRange range);
/// `.files`, `.temp_storage_bytes`, `.temp_storage_alignment` of what a maker
/// made; nothing for all else.
std::optional<Value> coopAttribute(const Value &made, const std::string &name);

} // namespace pyk2ptx

#endif
