// What parameters are in the kernel, where that is not what is passed. A member
// of an enumeration is passed as its value. Records that a kernel gets by value
// are its own copies: local structures that its parameters refer to, so that
// fields can be stored to. Such a store is nobody else's to see, which a
// warning says.
#include "checker.h"
#include "frontend/values/enumeration.h"
#include "frontend/values/record.h"

#include <algorithm>

namespace pyk2ptx {

void FunctionChecker::warnOfCopy(const ir::Expr &array, SourceRange range) {
  const ir::Expr *root = &array;
  while (true) {
    if (const auto *field = std::get_if<ir::Field>(&root->node))
      root = field->array.get();
    else if (const auto *view = std::get_if<ir::View>(&root->node))
      root = view->array.get();
    else
      break;
  }
  const auto *slot = std::get_if<ir::SlotValue>(&root->node);
  if (!slot || std::find(recordCopies_.begin(), recordCopies_.end(),
                         slot->slot) == recordCopies_.end())
    return;
  // A variable's later slots are named after it: `r.1`.
  const std::string &name = function_.slots[slot->slot].name;
  diagnostics().emit(range, diag::RecordIsCopy, name.substr(0, name.find('.')));
}

/// A structure that a kernel is given by value becomes a local one, to which
/// the parameter refers.
void FunctionChecker::referToParameters(SourceRange range, Block &block) {
  for (std::uint32_t i = 0; i < params_.size(); ++i) {
    Type type = params_[i].type;
    if (params_[i].isPlace) {
      Operand reference = elementAt(makeExpr(range, type, ir::SlotValue{i}),
                                    referenceIndex(range), range);
      assignVariable(names_[i], std::move(reference), range, block);
      continue;
    }
    if (!isKernel_ || params_[i].known)
      continue;
    if (Type passed = passedAs(type); !(passed == type)) {
      assignVariable(names_[i],
                     Operand::ofExpr(receivedAs(
                         makeExpr(range, passed, ir::SlotValue{i}), type)),
                     range, block);
      continue;
    }
    if (!isStructure(type))
      continue;
    std::uint32_t number = declareStructure(*this, names_[i], type, range);
    function_.arrays[number].parameter = i;
    ir::Store store;
    store.array = structureAt(number, type, range);
    store.indices = referenceIndex(range);
    store.value = makeExpr(range, type, ir::SlotValue{i});
    block.push_back({range, std::move(store)});
    Operand reference = elementAt(structureAt(number, type, range),
                                  referenceIndex(range), range);
    assignVariable(names_[i], std::move(reference), range, block);
    recordCopies_.push_back(
        static_cast<ir::SlotId>(function_.slots.size() - 1));
  }
}

} // namespace pyk2ptx
