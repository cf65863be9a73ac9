// Array expressions: a[:] = b + c * 2, np.add(b, 1, a). There is no memory for
// an array in between, so the expression is checked once, for the element at
// the place of a loop around the assignment: an array in it becomes its element
// there, and what is a number is evaluated before the loop, as NumPy does. The
// loop and its safety are storeAll's (check_slice.cpp).
#include "checker.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

bool FunctionChecker::hasElements(const std::vector<Operand> &operands) {
  for (const Operand &operand : operands)
    if (operand.isElement || operand.isArray())
      return true;
  return false;
}

bool FunctionChecker::needsMemory(SourceRange range, const std::string &what,
                                  const std::string &instead) {
  diagnostics().emit(range, diag::NeedsMemory, what, instead);
  return false;
}

bool FunctionChecker::takeElements(std::vector<Operand> &operands,
                                   SourceRange range) {
  for (const Operand &operand : operands)
    if (operand.isError)
      return false;
  if (!elementwise_)
    return needsMemory(range, "an array expression here",
                       "assign it to a part of an array, such as `out[:] = "
                       "...`, or loop over the elements");
  for (Operand &operand : operands) {
    if (operand.isArray())
      operand = elementAt(std::move(operand), range);
    else if (!operand.isElement)
      operand = keep(std::move(operand), *elementwise_->block);
    if (operand.isError)
      return false;
    operand.isElement = false;
  }
  return true;
}

Operand FunctionChecker::placeFromEnd(std::size_t axis, SourceRange range) {
  Type i64 = Type::of(Scalar::I64);
  std::vector<ir::SlotId> &places = elementwise_->places;
  while (places.size() <= axis)
    places.push_back(temporary(i64));
  return Operand::ofExpr(makeExpr(range, i64, ir::SlotValue{places[axis]}));
}

/// Every axis whole: a, a[:], a[...].
static const ir::Expr &wholeOf(const ir::Expr &expr) {
  const auto *view = std::get_if<ir::View>(&expr.node);
  if (!view)
    return expr;
  for (const ir::ViewSubscript &subscript : view->subscripts)
    if (subscript.kind != ir::ViewSubscript::Kind::Slice || subscript.lower ||
        subscript.upper || subscript.step)
      return expr;
  return *view->array;
}

/// All of a variable, turned around: a[::-1], a.T.
static bool isTurned(const ir::Expr &expr) {
  auto isVariable = [](const ir::Expr &array) {
    return std::holds_alternative<ir::SlotValue>(array.node);
  };
  if (const auto *cast = std::get_if<ir::Recast>(&expr.node))
    return !cast->strides.empty() && isVariable(*cast->array);
  const auto *view = std::get_if<ir::View>(&expr.node);
  if (!view || !isVariable(*view->array))
    return false;
  bool isTurned = false;
  for (const ir::ViewSubscript &subscript : view->subscripts) {
    if (subscript.kind != ir::ViewSubscript::Kind::Slice || subscript.lower ||
        subscript.upper)
      return false;
    const auto *step = subscript.step
                           ? std::get_if<ir::Constant>(&subscript.step->node)
                           : nullptr;
    isTurned = isTurned || (step && step->bits == ~std::uint64_t(0));
  }
  return isTurned;
}

void FunctionChecker::findRoot(const ir::Expr &expr, Elementwise::Leaf &leaf) {
  const ir::Expr *at = &wholeOf(expr);
  leaf.isWhole = std::holds_alternative<ir::SlotValue>(at->node);
  leaf.isTurned = isTurned(expr);
  for (;;) {
    if (const auto *view = std::get_if<ir::View>(&at->node))
      at = view->array.get();
    else if (const auto *cast = std::get_if<ir::Recast>(&at->node))
      at = cast->array.get();
    else if (const auto *field = std::get_if<ir::Field>(&at->node))
      at = field->array.get();
    else if (const auto *let = std::get_if<ir::Let>(&at->node))
      at = let->body.get();
    else
      break;
  }
  if (const auto *slot = std::get_if<ir::SlotValue>(&at->node))
    leaf.root = slot->slot;
}

/// The array's element at the place of the loops. Its axes are aligned with the
/// last ones of the target; an extent of 1 is repeated.
Operand FunctionChecker::elementAt(Operand array, SourceRange range) {
  if (!array.type.element().isScalar()) {
    diagnostics().emit(array.range, diag::TypeMismatch,
                       std::string("an array of numbers"), describe(array));
    return Operand::error(range);
  }
  Block &block = *elementwise_->block;
  Elementwise::Leaf leaf;
  findRoot(*array.expr, leaf);
  leaf.array = keep(std::move(array), block);
  int ndim = leaf.array.type.ndim;
  Operand one = Operand::ofValue(Value::of(Number::ofInt(1)), range);
  std::vector<Operand> at;
  for (int axis = 0; axis < ndim; ++axis) {
    leaf.extents.push_back(keep(
        arrayProperty(leaf.array, ir::ArrayField::Shape, axis, range), block));
    Operand isMany = compareTwo(CompareOp::NotEqual, again(leaf.extents.back()),
                                again(one), range);
    Operand step = keep(Operand::ofExpr(convert(materialize(std::move(isMany)),
                                                Type::of(Scalar::I64))),
                        block);
    at.push_back(intBinary(
        BinaryOp::Mul,
        placeFromEnd(static_cast<std::size_t>(ndim - 1 - axis), range),
        std::move(step), range));
  }
  Operand element = elementOf(again(leaf.array), std::move(at), range);
  if (auto *load =
          element.expr ? std::get_if<ir::Load>(&element.expr->node) : nullptr)
    for (ir::Index &index : load->indices)
      index.bounds = ir::Bounds::None;
  elementwise_->leaves.push_back(std::move(leaf));
  element.isElement = !element.isError;
  return element;
}

std::string FunctionChecker::libraryPath(const Expr &expr) {
  if (const auto *name = std::get_if<Name>(&expr.node)) {
    if (indices_.contains(name->id)) {
      // A function that is given to this one.
      const Variable &given = env_.variables[variableIndex(name->id)];
      bool isPath = given.known && given.known->kind == Value::Kind::Path;
      return isPath ? given.known->text : "";
    }
    Value value = file_.evaluator().lookup(name->id, scope_);
    return value.kind == Value::Kind::Path ? value.text : "";
  }
  const auto *access = std::get_if<Attribute>(&expr.node);
  std::string base = access ? libraryPath(*access->value) : "";
  return base.empty() ? "" : base + "." + access->name;
}

/// How many numbers the function of this path takes as a ufunc; 0 for others.
static std::size_t ufuncArity(const std::string &path) {
  if (!path.starts_with("np."))
    return 0;
  if (std::size_t arity = operatorArity(path))
    return arity;
  std::optional<Builtin> builtin = builtinByName(path);
  if (!builtin)
    return 0;
  switch (builtinInfo(*builtin).signature) {
  case Signature::Real:
  case Signature::RealPredicate:
    return 1;
  case Signature::Real2:
  case Signature::RealInt:
    return 2;
  case Signature::Special:
    break;
  default:
    return 0;
  }
  switch (*builtin) {
  case Builtin::Abs:
  case Builtin::NpConj:
  case Builtin::NpInvert:
  case Builtin::NpIsNat:
  case Builtin::NpReciprocal:
  case Builtin::NpRound:
  case Builtin::NpSign:
  case Builtin::NpSignBit:
  case Builtin::NpSquare:
    return 1;
  case Builtin::Pow:
  case Builtin::NpFmax:
  case Builtin::NpFmin:
  case Builtin::NpFmod:
  case Builtin::NpLogAddExp:
  case Builtin::NpLogAddExp2:
  case Builtin::NpMaximum:
  case Builtin::NpMinimum:
    return 2;
  case Builtin::NpClip:
    return 3;
  default:
    return 0;
  }
}

std::optional<FunctionChecker::UfuncCall>
FunctionChecker::ufuncCall(const Call &call) {
  UfuncCall result;
  result.path = libraryPath(*call.callee);
  bool isCopy = result.path == "np.copyto";
  // a.clip(least, most, out)
  const auto *method = std::get_if<Attribute>(&call.callee->node);
  if (result.path.empty() && method && method->name == "clip") {
    result.path = "np.clip";
    result.inputs.push_back(method->value.get());
  }
  std::size_t arity = isCopy ? 1 : ufuncArity(result.path);
  if (arity == 0)
    return std::nullopt;
  for (const ExprPtr &arg : call.args)
    result.inputs.push_back(arg.get());
  for (const Keyword &keyword : call.keywords) {
    if (keyword.name != (isCopy ? "dst" : "out"))
      return std::nullopt;
    result.out = keyword.value.get();
  }
  if (isCopy && result.inputs.size() == 2) {
    result.out = result.inputs[0];
    result.inputs.erase(result.inputs.begin());
  } else if (!result.out && result.inputs.size() == arity + 1 &&
             builtinByName(result.path) != Builtin::NpRound) {
    // What stands there in np.round are the decimals.
    result.out = result.inputs.back();
    result.inputs.pop_back();
  }
  return result.out && result.inputs.size() == arity ? std::optional(result)
                                                     : std::nullopt;
}

/// np.add(a, b, out)[0]: functions of the prelude do it and give `out` back.
std::optional<Operand> FunctionChecker::ufuncValue(const Call &call,
                                                   SourceRange range) {
  std::optional<UfuncCall> found = ufuncCall(call);
  if (!found || found->path == "np.copyto")
    return std::nullopt;
  std::vector<Operand> args =
      listOf(Operand::ofValue(Value::path(found->path), range));
  for (const Expr *input : found->inputs)
    args.push_back(check(*input));
  args.push_back(check(*found->out));
  for (const Operand &arg : args)
    if (arg.isError)
      return Operand::error(range);
  const Operand &out = args.back();
  if (!out.isArray()) {
    diagnostics().emit(out.range, diag::TypeMismatch,
                       std::string("an array for the result"), describe(out));
    return Operand::error(range);
  }
  if (refuseReadonly(out))
    return Operand::error(range);
  std::string name = "np__into" + std::to_string(found->inputs.size());
  return callArrayFunction(name.c_str(), std::move(args), range);
}

bool FunctionChecker::storeUfunc(const Call &call, SourceRange range,
                                 Block &block) {
  std::optional<UfuncCall> found = ufuncCall(call);
  if (!found)
    return false;
  const std::string &path = found->path;
  bool isCopy = path == "np.copyto";
  const Expr *out = found->out;
  const std::vector<const Expr *> &inputs = found->inputs;
  Elementwise elements;
  elements.block = &block;
  elementwise_ = &elements;
  std::vector<Operand> args;
  for (const Expr *input : inputs)
    args.push_back(check(*input));
  Operand value =
      isCopy ? std::move(args[0]) : callLibrary(path, std::move(args), range);
  elementwise_ = nullptr;
  if (value.isArray()) {
    elementwise_ = &elements;
    value = elementAt(std::move(value), range);
    elementwise_ = nullptr;
  }
  Operand target = check(*out);
  if (target.isError || value.isError)
    return true;
  if (!target.isArray()) {
    diagnostics().emit(target.range, diag::TypeMismatch,
                       std::string("an array for the result"),
                       describe(target));
    return true;
  }
  expression_ = &elements;
  storeAll(std::move(target), std::move(value), range, block);
  expression_ = nullptr;
  return true;
}

/// An operator or a builtin under its name in a library, of given operands.
Operand FunctionChecker::callLibrary(const std::string &path,
                                     std::vector<Operand> args,
                                     SourceRange range) {
  for (const Operand &arg : args)
    if (arg.isError)
      return Operand::error(range);
  if (operatorArity(path))
    return applyOperator(path, std::move(args), range);
  static const Call plain;
  return callBuiltin(*builtinByName(path), true, std::move(args), plain, range);
}

} // namespace pyk2ptx
