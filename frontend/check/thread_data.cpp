// coop.ThreadData(n): a local array whose type nobody has to write. Where its
// call stands the type is not known yet, so the first pass over the function
// has nothing there but a name; what first goes into it, or comes out, says the
// type, and the function is checked again with an array in its place. That is
// the same whatever branch or loop the use stands in.
#include "checker.h"
#include "frontend/library/array_method.h"
#include "frontend/values/array.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// The number follows.
static constexpr std::string_view untypedPath = "cuda.coop.ThreadData.";

Operand FunctionChecker::makeThreadData(const Call &node, SourceRange range) {
  std::vector<std::optional<Operand>> given;
  if (!checkArguments(*this, "coop.ThreadData", node,
                      {"items_per_thread", "dtype"}, 1, given))
    return Operand::error(range);
  const Operand &count = *given[0];
  std::int64_t items =
      count.known && count.known->isInteger() ? count.known->number.asInt() : 0;
  if (items < 1) {
    diagnostics().emit(count.range, diag::ConstantNeeded,
                       std::string("the number of items of a thread"),
                       std::string(" of at least 1"));
    return Operand::error(range);
  }
  ir::ArrayDeclaration declaration;
  declaration.space = Space::Local;
  declaration.range = range;
  declaration.name = assigned_.empty() ? "items" : assigned_;
  std::optional<std::size_t> untyped;
  bool isStated =
      given.size() > 1 && given[1] &&
      !(given[1]->known && given[1]->known->kind == Value::Kind::None);
  std::optional<Type> element;
  if (isStated) {
    element = readDtype(*this, *given[1]);
    if (!element)
      return Operand::error(range);
  } else {
    auto [at, isNew] =
        threadDataAt_.try_emplace({&node, unrolledKey_}, threadData_.size());
    if (isNew)
      threadData_.push_back({range, items, std::nullopt});
    untyped = at->second;
    element = threadData_[at->second].element;
    if (!element)
      return Operand::ofValue(
          Value::path(std::string(untypedPath) + std::to_string(at->second)),
          range);
  }
  declaration.element = *element;
  if (!readShape(*this, count, false, declaration))
    return Operand::error(range);
  Operand placed = placeArray(std::move(declaration), &node, range);
  if (untyped)
    threadData_[*untyped].array =
        std::get<ir::ArrayStorage>(placed.expr->node).array;
  return placed;
}

bool FunctionChecker::losesFraction(const Operand &base, const Operand &value,
                                    SourceRange range) {
  const auto *slot = std::get_if<ir::SlotValue>(&base.expr->node);
  Type element = base.type.element();
  if (!slot || !(element.isInteger() || element.isBool()) || !value.isScalar())
    return false;
  const std::string &name = function_.slots[slot->slot].name;
  auto found = std::ranges::find_if(threadData_, [&](const ThreadData &data) {
    return data.array && function_.arrays[*data.array].name == name;
  });
  if (found == threadData_.end() || !typeOf(value).isFloat())
    return false;
  diagnostics()
      .emit(range, diag::CoopMisuse,
            "this `ThreadData` holds `" + spell(element) +
                "`, as another use says, and " + describe(value) +
                " would lose its fraction; give it a dtype, "
                "`coop.ThreadData(" +
                std::to_string(found->items) +
                ", dtype)`, or convert the value")
      .notes.push_back({found->range, "it is made here"});
  return true;
}

std::optional<std::size_t>
FunctionChecker::untypedData(const Operand &operand) const {
  if (!operand.known || operand.known->kind != Value::Kind::Path ||
      !operand.known->text.starts_with(untypedPath))
    return std::nullopt;
  return std::strtoul(operand.known->text.c_str() + untypedPath.size(), nullptr,
                      10);
}

void FunctionChecker::giveType(std::size_t data, Type type) {
  // A device function's text has its own.
  if (data >= threadData_.size() || threadData_[data].element)
    return;
  type.weak = false;
  if (!type.isScalar() && !type.isRecord())
    return;
  threadData_[data].element = std::move(type);
  hasNewType_ = true;
}

void FunctionChecker::giveTypes(const std::vector<Operand> &args) {
  for (const Operand &arg : args)
    if (std::optional<std::size_t> data = untypedData(arg))
      for (const Operand &other : args)
        if (other.isArray())
          return giveType(*data, other.type.element());
}

bool FunctionChecker::reportUntypedData(Diagnostics::Mark mark) {
  bool isMissing = false;
  for (const ThreadData &data : threadData_)
    if (!data.element) {
      // What else was said follows from it.
      if (!isMissing)
        diagnostics().rollback(mark);
      diagnostics().emit(data.range, diag::UntypedThreadData, data.items);
      isMissing = true;
    }
  return isMissing;
}

std::int64_t FunctionChecker::placeScratch(std::int64_t bytes,
                                           const void *key) {
  auto [found, isNew] = scratchAt_.try_emplace({key, unrolledKey_}, 0);
  if (isNew)
    found->second = file_.takeScratch(bytes, 16);
  return found->second;
}

/// coop.TempStorage(n) is shared bytes; without a size it is None, and
/// primitives have memory of their own.
Operand FunctionChecker::makeTempStorage(const Call &node, SourceRange range) {
  std::vector<std::optional<Operand>> given;
  if (!checkArguments(*this, "coop.TempStorage", node,
                      {"size_in_bytes", "alignment"}, 0, given))
    return Operand::error(range);
  auto isNone = [&](std::size_t at) {
    return given.size() <= at || !given[at] ||
           (given[at]->known && given[at]->known->kind == Value::Kind::None);
  };
  if (isNone(0))
    return Operand::ofValue(Value::none(), range);
  ir::ArrayDeclaration declaration;
  declaration.element = Type::of(Scalar::U8);
  declaration.space = Space::Shared;
  declaration.range = range;
  declaration.name = assigned_.empty() ? "temp_storage" : assigned_;
  declaration.alignment = 16;
  std::int64_t alignment = 16;
  if (!isNone(1)) {
    const Operand &stated = *given[1];
    alignment = stated.known && stated.known->isInteger()
                    ? stated.known->number.asInt()
                    : 0;
  }
  if (alignment < 1 || alignment > 1024 || (alignment & (alignment - 1)) != 0) {
    diagnostics().emit(given[1]->range, diag::BadAlignment, Integer(1),
                       Integer(1024), describe(*given[1]));
    return Operand::error(range);
  }
  if (alignment > 16)
    declaration.alignment = static_cast<std::uint32_t>(alignment);
  if (!readShape(*this, *given[0], true, declaration))
    return Operand::error(range);
  return placeArray(std::move(declaration), &node, range);
}

Operand FunctionChecker::scratchArray(const Type &element, std::int64_t count,
                                      const void *key, SourceRange range) {
  ir::ArrayDeclaration declaration;
  declaration.element = element;
  declaration.space = Space::Shared;
  declaration.range = range;
  declaration.name = "scratch";
  declaration.shape = {count};
  auto found = arrays_.find({key, unrolledKey_});
  if (found != arrays_.end() &&
      function_.arrays[found->second].shape == declaration.shape)
    declaration.scratch = function_.arrays[found->second].scratch;
  else
    declaration.scratch = file_.takeScratch(
        count * static_cast<std::int64_t>(byteSize(element)), 16);
  return placeArray(std::move(declaration), key, range);
}

} // namespace pyk2ptx
