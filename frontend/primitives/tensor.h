// Tensors of nvmath.device: arrays with a layout (evaluate/device_layout.cpp).
#ifndef PYK2PTX_FRONTEND_PRIMITIVES_TENSOR_H
#define PYK2PTX_FRONTEND_PRIMITIVES_TENSOR_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// Whether `path` is a function of tensors.
bool isTensorName(const std::string &path);
/// A call of one; nothing for all else.
std::optional<Operand> callTensor(Emitter &e, const std::string &path,
                                  const syntax::Call &node, SourceRange range);
/// accumulator.get_results(): a method of a tensor; nothing where it has none
/// of that name.
std::optional<Operand> callTensorMethod(Emitter &e, Operand &tensor,
                                        const std::string &name,
                                        const syntax::Call &node,
                                        SourceRange range);
/// tensor.layout
std::optional<Operand> tensorAttribute(const Operand &operand,
                                       const std::string &name,
                                       SourceRange range);
/// MM.execute(a, b, total) and MM.execute(alpha, a, b, beta, c) of tensors.
Operand executeTensors(Emitter &e, const Value &object, const std::string &name,
                       std::vector<Operand> args, SourceRange range);
/// MM.suggest_accumulator(): zeros in registers.
Operand makeAccumulator(Emitter &e, const Value &object, SourceRange range);

} // namespace pyk2ptx

#endif
