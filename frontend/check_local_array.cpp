// np.zeros, np.ones, np.full and np.empty in a kernel: local arrays, since
// their shape is constant; filled where the call stands.
#include "checker.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

Operand FunctionChecker::makeLocalArray(Builtin builtin, const Call &node,
                                        SourceRange range) {
  std::string name(builtinInfo(builtin).name);
  bool isFull = builtin == Builtin::NpFull;
  std::vector<std::string> params = {"shape"};
  if (isFull)
    params.emplace_back("fill_value");
  params.emplace_back("dtype");
  std::vector<std::optional<Operand>> given;
  if (!checkArguments(name.c_str(), node, params, isFull ? 2 : 1, given))
    return Operand::error(range);
  Operand fill = Operand::ofValue(
      Value::of(Number::ofFloat(builtin == Builtin::NpOnes)), range);
  if (isFull)
    fill = std::move(*given[1]);
  if (!fill.isScalar()) {
    diagnostics().emit(fill.range, diag::ArgumentType, Integer(2), name,
                       std::string("a number"), describe(fill));
    return Operand::error(range);
  }
  std::optional<Scalar> element = typeOf(fill).scalar;
  if (given.back())
    element = readScalarType(*given.back());
  if (!element)
    return Operand::error(range);
  Operand &shape = *given[0];
  if (!shape.known) {
    needsMemory(shape.range, "`" + name + "` of a shape that is not constant",
                "pass an array to write to, or give a constant shape");
    return Operand::error(range);
  }
  ir::ArrayDeclaration declaration;
  declaration.element = Type::of(*element);
  declaration.space = Space::Local;
  declaration.range = range;
  declaration.name = assigned_.empty() ? "array" : assigned_;
  if (!readShape(shape, false, declaration))
    return Operand::error(range);
  Operand array = placeArray(std::move(declaration), &node, range);
  if (builtin == Builtin::NpEmpty)
    return array;
  // The value is stored in a place that is thrown away, before the array is
  // what the whole gives.
  Operand storage = placeAgain(array);
  std::vector<Operand> args;
  args.push_back(std::move(array));
  args.push_back(std::move(fill));
  Operand filled = callArrayFunction("np__filled", std::move(args), range);
  if (filled.isError)
    return filled;
  ir::Let let;
  let.slot = temporary(filled.type);
  let.value = materialize(std::move(filled));
  let.body = materialize(std::move(storage));
  Type type = let.body->type;
  return Operand::ofExpr(makeExpr(range, type, std::move(let)));
}

/// Another use of a declared array.
Operand FunctionChecker::placeAgain(const Operand &array) {
  return Operand::ofExpr(makeExpr(
      array.range, array.type, std::get<ir::ArrayStorage>(array.expr->node)));
}

} // namespace pyk2ptx
