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
  newArrays_.insert(std::get<ir::ArrayStorage>(array.expr->node).array);
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

/// Whether an array, a reference or a tuple that has one of them can be in
/// local memory.
static bool mayBeLocal(const Type &type) {
  if (type.isArray() || type.isReference())
    return type.space == Space::Local || type.space == Space::Generic;
  if (!type.isTuple())
    return false;
  for (const Type &element : *type.elements)
    if (mayBeLocal(element))
      return true;
  return false;
}

bool FunctionChecker::holdsOwnLocal(const ir::Expr &expr) {
  if (!mayBeLocal(expr.type))
    return false;
  if (std::get_if<ir::ArrayStorage>(&expr.node))
    return true;
  if (const auto *slot = std::get_if<ir::SlotValue>(&expr.node))
    return ownLocals_.contains(slot->slot);
  if (const auto *view = std::get_if<ir::View>(&expr.node))
    return holdsOwnLocal(*view->array);
  if (const auto *cast = std::get_if<ir::Recast>(&expr.node))
    return holdsOwnLocal(*cast->array);
  if (const auto *field = std::get_if<ir::Field>(&expr.node))
    return holdsOwnLocal(*field->array);
  if (const auto *convert = std::get_if<ir::Convert>(&expr.node))
    return holdsOwnLocal(*convert->operand);
  if (const auto *element = std::get_if<ir::TupleElement>(&expr.node))
    return holdsOwnLocal(*element->tuple);
  if (const auto *select = std::get_if<ir::Select>(&expr.node))
    return holdsOwnLocal(*select->body) || holdsOwnLocal(*select->orElse);
  if (const auto *let = std::get_if<ir::Let>(&expr.node)) {
    if (let->value && holdsOwnLocal(*let->value))
      ownLocals_.insert(let->slot);
    return holdsOwnLocal(*let->body);
  }
  // Of a function's result and a tuple, one part is enough.
  const std::vector<ir::ExprPtr> *parts = nullptr;
  if (const auto *tuple = std::get_if<ir::MakeTuple>(&expr.node))
    parts = &tuple->elements;
  else if (const auto *call = std::get_if<ir::CallFunction>(&expr.node))
    parts = &call->args;
  if (parts)
    for (const ir::ExprPtr &part : *parts)
      if (holdsOwnLocal(*part))
        return true;
  return false;
}

} // namespace pyk2ptx
