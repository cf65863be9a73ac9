// A slot may refer to a record when something assigned to it does, or is a part
// of what does: every mention in an expression that is memory counts, which is
// too much, but never too little. A call stores when its callee stores to
// anything at all.
#include "written_records.h"

#include "frontend/ir/ir_walk.h"

#include <set>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Whether each function stores to memory that may be a caller's.
std::vector<bool> findStoring(const Module &module) {
  std::vector<bool> stores(module.functions.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < stores.size(); ++i) {
      bool found = module.functions[i].isExternal;
      forEachStmt(module.functions[i].body, [&](const Stmt &stmt) {
        found = found || std::holds_alternative<Store>(stmt.node);
      });
      forEachExprIn(module.functions[i].body, [&](const Expr &expr) {
        const auto *call = std::get_if<CallFunction>(&expr.node);
        found = found || std::holds_alternative<Atomic>(expr.node) ||
                std::holds_alternative<CallBuiltin>(expr.node) ||
                (call && stores[call->function]);
      });
      changed = changed || found != stores[i];
      stores[i] = found;
    }
  }
  return stores;
}

/// Whether a value of this type may be, or hold, a place in memory.
bool isMemory(const Type &type) {
  if (type.isTuple()) {
    for (const Type &element : *type.elements)
      if (isMemory(element))
        return true;
    return false;
  }
  return type.isArray() || type.isReference() || type.isPointer();
}

/// What may lead to one declared array of a kernel.
class Aliases {
public:
  Aliases(const Function &kernel, std::uint32_t array) : array_(array) {
    for (std::size_t known = slots_.size() + 1; known != slots_.size();) {
      known = slots_.size();
      forEachAssigned(kernel.body, [&](SlotId slot, const Expr &value) {
        if (isMemory(value.type) && mentions(value))
          slots_.insert(slot);
      });
    }
  }

  bool mentions(const Expr &whole) const {
    bool found = false;
    forEachExpr(whole, [&](const Expr &expr) {
      const auto *storage = std::get_if<ArrayStorage>(&expr.node);
      const auto *slot = std::get_if<SlotValue>(&expr.node);
      found = found || (storage && storage->array == array_) ||
              (slot && slots_.contains(slot->slot));
    });
    return found;
  }

private:
  std::uint32_t array_;
  std::set<SlotId> slots_;
};

bool isWritten(const Function &kernel, std::uint32_t array,
               const std::vector<bool> &stores) {
  Aliases aliases(kernel, array);
  auto parameter = static_cast<SlotId>(kernel.arrays[array].parameter);
  bool written = false;
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    const auto *store = std::get_if<Store>(&stmt.node);
    if (!store || !aliases.mentions(*store->array))
      return;
    // The copy itself.
    const auto *slot = std::get_if<SlotValue>(&store->value->node);
    bool isCopy = std::holds_alternative<ArrayStorage>(store->array->node) &&
                  slot && slot->slot == parameter;
    written = written || !isCopy;
  });
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    bool mayStore = std::holds_alternative<CallBuiltin>(expr.node);
    if (const auto *call = std::get_if<CallFunction>(&expr.node))
      mayStore = stores[call->function];
    if (std::holds_alternative<Atomic>(expr.node))
      mayStore = true;
    if (mayStore && !written)
      forEachOperand(expr, [&](const Expr &operand) {
        written =
            written || (isMemory(operand.type) && aliases.mentions(operand));
      });
  });
  return written;
}

} // namespace

std::vector<std::uint32_t> findWrittenRecords(const Module &module) {
  std::set<std::uint32_t> written;
  std::vector<bool> stores;
  for (const Function &kernel : module.functions)
    for (std::uint32_t i = 0; kernel.isKernel && i < kernel.arrays.size();
         ++i) {
      if (kernel.arrays[i].parameter < 0)
        continue;
      if (stores.empty())
        stores = findStoring(module);
      if (isWritten(kernel, i, stores))
        written.insert(static_cast<std::uint32_t>(kernel.arrays[i].parameter));
    }
  return {written.begin(), written.end()};
}

} // namespace pyk2ptx
