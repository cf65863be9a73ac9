// Calls of functions that linked files define. Each becomes a function of the
// module without a body; its arguments are converted to what it declares, as
// for a device function with declared types. An array fits a plain pointer too.
#include "checker.h"
#include "frontend/values/arguments.h"
#include "frontend/values/pointer.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

void FileChecker::addLinks(const std::vector<ir::LinkedFile> &links) {
  for (const ir::LinkedFile &link : links) {
    bool isNew = true;
    for (const ir::LinkedFile &known : module_.links)
      isNew = isNew && known.path != link.path;
    if (isNew)
      module_.links.push_back(link);
  }
}

const Instance &FileChecker::instantiate(const ExternalDeclaration &declared) {
  std::string key = "extern " + declared.name + placeOf(declared.range) +
                    std::to_string(declared.range.begin);
  auto [found, isNew] = instances_.try_emplace(key);
  Instance &instance = found->second;
  if (isNew && trials_ != 0)
    trialInstances_.push_back(key);
  if (!isNew) {
    diagnostics().append(instance.messages);
    return instance;
  }
  ir::Function function;
  function.name = function.symbol = declared.name;
  function.isExternal = true;
  function.numbaAbi = declared.numbaAbi;
  function.cooperative = declared.cooperative;
  function.range = declared.range;
  function.returnType = declared.signature.result;
  for (const Type &type : declared.signature.params) {
    ir::Slot slot;
    slot.name = "arg" + std::to_string(function.slots.size());
    slot.type = type;
    function.slots.push_back(std::move(slot));
  }
  function.paramCount = static_cast<std::uint32_t>(function.slots.size());
  bool isTaken = symbols_.contains(function.symbol);
  for (const ir::Function &other : module_.functions) {
    bool same = other.isExternal && other.numbaAbi == function.numbaAbi &&
                sameStorage(other.returnType, function.returnType) &&
                other.paramCount == function.paramCount;
    for (std::uint32_t i = 0; same && i < function.paramCount; ++i)
      same = sameStorage(other.slots[i].type, function.slots[i].type);
    if (other.symbol == function.symbol && same)
      isTaken = false;
  }
  if (isTaken)
    instance.messages.emit(declared.range, diag::ExternalClash, declared.name);
  diagnostics().append(instance.messages);
  symbols_.try_emplace(function.symbol, 1);
  addLinks(declared.links);
  instance.result = function.returnType;
  instance.function = static_cast<std::uint32_t>(module_.functions.size());
  module_.functions.push_back(std::move(function));
  // Nobody knows what it does.
  acting_.insert(instance.function);
  return instance;
}

/// Converts the argument at `at`; false after an error.
bool FunctionChecker::coerceForeign(const ExternalDeclaration &external,
                                    std::size_t at, Operand &arg) {
  Type declared = external.signature.params[at];
  arg = pointee(*this, std::move(arg));
  Type type = typeOf(arg);
  if (type.isError())
    return false;
  bool isPointer = declared.isArray() && declared.ndim == 0;
  // A void * takes any array.
  if (isPointer && type.isArray() &&
      (type.scalar == declared.scalar || declared.scalar == Scalar::U8)) {
    arg = Operand::ofExpr(materialize(std::move(arg)));
    return true;
  }
  if (declared.isArray() && type.isArray())
    declared.space = type.space;
  if (!isPointer && canCoerce(type, declared)) {
    ir::ExprPtr value = coerce(std::move(arg), declared);
    if (!value)
      return false;
    arg = Operand::ofExpr(std::move(value));
    return true;
  }
  diagnostics().emit(arg.range, diag::ArgumentType,
                     static_cast<Integer>(at + 1), external.name,
                     isPointer ? "an array of `" +
                                     spell(Type::of(declared.scalar)) + "`"
                               : "`" + spell(declared) + "`",
                     describe(arg));
  return false;
}

Operand FunctionChecker::callExternal(const ExternalDeclaration &external,
                                      const Call &node, SourceRange range) {
  std::size_t count = external.signature.params.size();
  std::optional<std::vector<Operand>> args =
      positionalArguments(*this, external.name, node, count, count, range);
  if (!args)
    return Operand::error(range);
  ir::CallFunction call;
  for (std::size_t i = 0; i < count; ++i) {
    Operand &arg = (*args)[i];
    if (!coerceForeign(external, i, arg))
      return Operand::error(range);
    call.args.push_back(std::move(arg.expr));
  }
  const Instance &instance = file_.instantiate(external);
  call.function = instance.function;
  return Operand::ofExpr(makeExpr(range, instance.result, std::move(call)));
}

} // namespace pyk2ptx
