// What a call gives to what it calls: arguments by place and by keyword, bound
// to the parameters of a Python function and converted to the types of one of
// its signatures, as Python and numba choose it; or counted, where a library's
// function takes them by their places alone.
#ifndef PYK2PTX_FRONTEND_VALUES_ARGUMENTS_H
#define PYK2PTX_FRONTEND_VALUES_ARGUMENTS_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

const SignatureTypes *bestSignature(Emitter &e, const FunctionValue &function,
                                    const std::vector<Operand> &args,
                                    SourceRange range);
bool argumentCount(Emitter &e, const char *name, std::size_t given,
                   std::size_t least, std::size_t most, SourceRange range);
/// Reports argument `number`, from 1.
Operand wrongArgument(Emitter &e, Builtin builtin, std::size_t number,
                      const std::string &wanted, const Operand &argument);
/// Whether the call of what takes none has keywords, which is reported.
bool hasKeywords(Emitter &e, const std::string &name, const syntax::Call &node);
/// The arguments of a function that takes them by their places; nothing
/// after a message.
std::optional<std::vector<Operand>>
positionalArguments(Emitter &e, const std::string &name,
                    const syntax::Call &node, std::size_t least,
                    std::size_t most, SourceRange range);
bool checkPositional(Emitter &e, const syntax::Call &node,
                     std::vector<Operand> &args, std::vector<ir::Let> &lets);
/// A function's name in messages: coop.sum for the prelude's coop_sum.
std::string spokenName(const FunctionValue &function);
Operand behind(Emitter &e, std::vector<ir::Let> lets, Operand result);
/// What was given before is computed before what follows.
void keepAll(Emitter &e, std::vector<std::optional<Operand>> &given,
             std::vector<ir::Let> &lets);
bool bindKeywords(Emitter &e, const FunctionValue &function,
                  const syntax::Call &node, SourceRange range,
                  std::vector<std::optional<Operand>> &given,
                  std::vector<ir::Let> &lets);
bool coerceArguments(Emitter &e, const FunctionValue &function,
                     const SignatureTypes &signature,
                     std::vector<Operand> &args);

} // namespace pyk2ptx

#endif
