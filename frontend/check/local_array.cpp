// Arrays of constant shape that a function has: cuda.shared.array and
// cuda.local.array, and np.zeros, np.ones, np.full and np.empty, which are
// local and filled where the call stands.
#include "checker.h"
#include "frontend/library/array_method.h"
#include "frontend/library/reduce.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/elementwise.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// Another use of a declared array.
static Operand placeAgain(const Operand &array) {
  return Operand::ofExpr(makeExpr(
      array.range, array.type, std::get<ir::ArrayStorage>(array.expr->node)));
}

/// alignment=N; None is the default.
static bool readAlignment(Emitter &e, const Expr &expr,
                          ir::ArrayDeclaration &declaration) {
  constexpr std::int64_t most = 1024;
  Operand given = e.check(expr);
  if (given.isError)
    return false;
  if (given.known && given.known->kind == Value::Kind::None)
    return true;
  std::int64_t least = alignmentOf(declaration.element);
  std::int64_t value =
      given.known && given.known->isInteger() ? given.known->number.asInt() : 0;
  if (value < least || value > most || (value & (value - 1)) != 0) {
    e.diagnostics().emit(expr.range, diag::BadAlignment, least, most,
                         value ? std::to_string(value) : e.describe(given));
    return false;
  }
  declaration.alignment = static_cast<std::uint32_t>(value);
  return true;
}

Operand FunctionChecker::makeArray(Builtin builtin, const Call &node,
                                   SourceRange range) {
  if (builtin == Builtin::SharedArray || builtin == Builtin::LocalArray)
    return declareArray(builtin == Builtin::SharedArray, node, range);
  if (builtin == Builtin::CoopThreadData)
    return makeThreadData(node, range);
  if (builtin == Builtin::CoopTempStorage)
    return makeTempStorage(node, range);
  std::string name(builtinInfo(builtin).name);
  bool isFull = builtin == Builtin::NpFull;
  std::vector<std::string> params = {"shape"};
  if (isFull)
    params.emplace_back("fill_value");
  params.emplace_back("dtype");
  std::vector<std::optional<Operand>> given;
  if (!checkArguments(*this, name.c_str(), node, params, isFull ? 2 : 1, given))
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
    element = readScalarType(*this, *given.back());
  if (!element)
    return Operand::error(range);
  Operand &shape = *given[0];
  if (!shape.known) {
    needsMemory(*this, shape.range,
                "`" + name + "` of a shape that is not constant",
                "pass an array to write to, or give a constant shape");
    return Operand::error(range);
  }
  ir::ArrayDeclaration declaration;
  declaration.element = Type::of(*element);
  declaration.space = Space::Local;
  declaration.range = range;
  declaration.name = assigned_.empty() ? "array" : assigned_;
  if (!readShape(*this, shape, false, declaration))
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
  Operand filled =
      callArrayFunction(*this, "np__filled", std::move(args), range);
  if (filled.isError)
    return filled;
  ir::Let let;
  let.slot = temporary(filled.type);
  let.value = materialize(std::move(filled));
  let.body = materialize(std::move(storage));
  Type type = let.body->type;
  return Operand::ofExpr(makeExpr(range, type, std::move(let)));
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

Operand FunctionChecker::declareArray(bool shared, const Call &node,
                                      SourceRange range) {
  const char *name = shared ? "cuda.shared.array" : "cuda.local.array";
  const Expr *given[3] = {nullptr, nullptr, nullptr};
  if (!argumentCount(*this, name, node.args.size(), 0, 3, range))
    return Operand::error(range);
  for (std::size_t i = 0; i < node.args.size(); ++i)
    given[i] = node.args[i].get();
  for (const Keyword &keyword : node.keywords) {
    if (keyword.name == "shape")
      given[0] = keyword.value.get();
    else if (keyword.name == "dtype")
      given[1] = keyword.value.get();
    else if (keyword.name == "alignment")
      given[2] = keyword.value.get();
    else {
      diagnostics().emit(keyword.range, diag::UnknownKeyword, std::string(name),
                         keyword.name, std::string());
      return Operand::error(range);
    }
  }
  for (int i = 0; i < 2; ++i)
    if (!given[i]) {
      diagnostics().emit(range, diag::MissingArgument, std::string(name),
                         std::string(i == 0 ? "shape" : "dtype"));
      return Operand::error(range);
    }
  Operand shape = check(*given[0]);
  Operand dtype = check(*given[1]);
  if (shape.isError || dtype.isError)
    return Operand::error(range);
  ir::ArrayDeclaration declaration;
  std::optional<Type> element = readDtype(*this, dtype);
  if (!element)
    return Operand::error(range);
  declaration.element = *element;
  declaration.space = shared ? Space::Shared : Space::Local;
  declaration.range = range;
  declaration.name = assigned_.empty() ? "array" : assigned_;
  if (given[2] && !readAlignment(*this, *given[2], declaration))
    return Operand::error(range);
  if (!readShape(*this, shape, shared, declaration))
    return Operand::error(range);
  return placeArray(std::move(declaration), &node, range);
}

Operand FunctionChecker::placeArray(ir::ArrayDeclaration declaration,
                                    const void *key, SourceRange range) {
  Type type = Type::array(declaration.element,
                          static_cast<int>(declaration.shape.size()), Layout::C,
                          declaration.space);
  // A loop may be checked more than once; the array is one.
  auto [found, isNew] =
      arrays_.try_emplace(std::make_pair(key, unrolledKey_),
                          static_cast<std::uint32_t>(function_.arrays.size()));
  newArrays_.erase(found->second);
  if (isNew)
    function_.arrays.push_back(std::move(declaration));
  else
    function_.arrays[found->second] = std::move(declaration);
  return Operand::ofExpr(
      makeExpr(range, type, ir::ArrayStorage{found->second}));
}

} // namespace pyk2ptx
