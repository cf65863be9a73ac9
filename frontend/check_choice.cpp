// What a constant chooses: `x if FLAG else y`, `FLAG and x`, min(3, 4.5). Only
// the operand that is chosen is evaluated. Its type is still the one that a
// choice at run time would give it, the join of all operands' types: what a
// program computes must not depend on how much of it the compiler happens to
// know. Every choice of this kind goes through `chosen`.
//
// An operand that is not evaluated is checked for its type alone, on trial:
// whatever that adds to the function and to the module is taken back, and what
// is wrong with it is nobody's business, since a condition that is known is how
// programs keep away what does not work for this type or this machine.
#include "checker.h"
#include "optional_type.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

FileChecker::Trial FileChecker::beginTrial() {
  ++trials_;
  Trial trial;
  trial.functions = module_.functions.size();
  trial.links = module_.links.size();
  trial.instances = trialInstances_.size();
  trial.symbols = symbols_;
  trial.reached = reached_;
  trial.usedAsDevice = usedAsDevice_;
  trial.meeting = meeting_;
  return trial;
}

void FileChecker::endTrial(Trial trial) {
  --trials_;
  for (; trialInstances_.size() > trial.instances; trialInstances_.pop_back())
    instances_.erase(trialInstances_.back());
  // Whoever remembers a function by its number forgets it.
  auto isGone = [&](const auto &check) {
    return check.second >= trial.functions;
  };
  std::erase_if(indexChecks_, isGone);
  std::erase_if(conditionChecks_, isGone);
  module_.functions.resize(trial.functions);
  module_.links.resize(trial.links);
  symbols_ = std::move(trial.symbols);
  reached_ = std::move(trial.reached);
  usedAsDevice_ = std::move(trial.usedAsDevice);
  meeting_ = std::move(trial.meeting);
}

Type FunctionChecker::typeOfUnevaluated(const Expr &expr) {
  // A function that chooses between itself and a result may do so without end.
  constexpr int mostTrials = 4;
  if (file_.trials() == mostTrials)
    return Type::error();
  Diagnostics::Mark mark = diagnostics().mark();
  FileChecker::Trial trial = file_.beginTrial();
  Environment before = env_;
  std::optional<Environment> whenTrue = whenTrue_;
  std::vector<ir::Slot> slots = function_.slots;
  std::vector<ir::ArrayDeclaration> arrays = function_.arrays;
  auto variableSlots = variableSlots_;
  auto arrayNumbers = arrays_;
  auto constantArrays = constantArrays_;
  auto ownLocals = ownLocals_;
  bool isPending = isPending_;
  std::size_t effects = effects_.size();
  Elementwise *elementwise = std::exchange(elementwise_, nullptr);

  Type type = typeOf(check(expr), false);

  elementwise_ = elementwise;
  isPending_ = isPending;
  effects_.resize(effects);
  ownLocals_ = std::move(ownLocals);
  constantArrays_ = std::move(constantArrays);
  arrays_ = std::move(arrayNumbers);
  variableSlots_ = std::move(variableSlots);
  function_.arrays = std::move(arrays);
  function_.slots = std::move(slots);
  whenTrue_ = std::move(whenTrue);
  env_ = std::move(before);
  file_.endTrial(std::move(trial));
  diagnostics().rollback(mark);
  return type;
}

/// `own` joined with `other` where they are numbers, and tuples element by
/// element; else `own`: what is no number is the same whatever else it could
/// have been.
Type FunctionChecker::joinNumbers(const Type &own, const Type &other) const {
  if (own.isNumber() && other.isNumber())
    return join(own, other).value_or(own);
  if (isOptionalType(own) != isOptionalType(other))
    return own;
  if (!own.isTuple() || !other.isTuple() ||
      own.elements->size() != other.elements->size())
    return own;
  std::vector<Type> elements;
  for (std::size_t i = 0; i < own.elements->size(); ++i)
    elements.push_back(joinNumbers((*own.elements)[i], (*other.elements)[i]));
  Type type = own;
  type.elements =
      std::make_shared<const std::vector<Type>>(std::move(elements));
  return type;
}

/// A constant as one of `type`, which joinNumbers made of its own. Python's
/// integers stay exact.
static Value valueAs(Value value, const Type &type) {
  if (value.isNumber() && !(value.number.type == type)) {
    bool isExact = value.number.exact || value.number.type.isBool();
    value.number = convertNumber(value.number, type);
    value.number.exact = isExact && type == Type::of(Scalar::I64);
  } else if (value.kind == Value::Kind::Tuple && type.isTuple()) {
    for (std::size_t i = 0; i < value.elements.size(); ++i)
      value.elements[i] =
          valueAs(std::move(value.elements[i]), (*type.elements)[i]);
  }
  return value;
}

Operand FunctionChecker::chosen(Operand value, const std::vector<Type> &others,
                                SourceRange range) {
  Type own = typeOf(value, false);
  Type type = own;
  for (const Type &other : others)
    type = joinNumbers(type, other);
  return type == own ? std::move(value) : asType(std::move(value), type, range);
}

/// The operand as one of `type`; what is known of it stays known.
Operand FunctionChecker::asType(Operand value, const Type &type,
                                SourceRange range) {
  if (value.known)
    return Operand::ofValue(valueAs(std::move(*value.known), type), range);
  if (!value.isTuple)
    return Operand::ofExpr(convert(materialize(std::move(value)), type));
  for (std::size_t i = 0; i < value.parts.size(); ++i)
    value.parts[i] =
        asType(std::move(value.parts[i]), (*type.elements)[i], range);
  return value;
}

} // namespace pyk2ptx
