// Every slot is taken to be uniform until an assignment says otherwise: one of
// a value that varies, or one that stands where threads have parted. That a
// slot varies may make conditions vary, so the walk is repeated until nothing
// changes.
//
// Threads part at conditions that vary and in loops whose number of iterations
// does; they are together again behind the statement. A thread that returns
// parts from nobody: those that have ended do not count. Nor do threads that
// are elsewhere, for what is assigned and read within such a statement alone:
// `k` of `if varies: k = 0 ...` is the same for all that are in there.
#include "uniform.h"

#include "compiler/facts/integer_types.h"
#include "slot_flow.h"
#include "warp_calls.h"

#include "frontend/ir/ir_walk.h"
#include "frontend/tables/registers.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace ir;

Uniformity::Uniformity(const Function &kernel, unsigned axis)
    : kernel_(kernel), slots_(kernel.slots.size(), true), isOfLanes_(true) {
  for (unsigned each = 0; each < 3; ++each)
    differs_[each] = each == axis;
  findVarying();
}

Uniformity::Uniformity(const Function &kernel, Together together)
    : kernel_(kernel), slots_(kernel.slots.size(), true),
      isOfLanes_(together != Together::Block) {
  if (isOfLanes_)
    differs_[1] = differs_[2] = false;
  if (together == Together::Warp)
    values_ = std::make_shared<const OnlyValues>(kernel);
  findVarying();
}

Uniformity::Reads Uniformity::readsIn(const Stmt &stmt) const {
  Reads reads;
  std::vector<SlotId> counters;
  countReads(stmt, reads, counters);
  return reads;
}

void Uniformity::countReads(const Stmt &stmt, Reads &reads,
                            std::vector<SlotId> &counters) const {
  forEachOperandOf(stmt, [&](const Expr &root) {
    forEachExpr(root, [&](const Expr &expr) {
      const auto *read = std::get_if<SlotValue>(&expr.node);
      if (read && std::find(counters.begin(), counters.end(), read->slot) ==
                      counters.end())
        ++reads[read->slot];
    });
  });
  const auto *loop = std::get_if<ForRange>(&stmt.node);
  forEachBlockOf(stmt, [&](const Block &inner) {
    bool counts =
        loop && &inner == &loop->body && !assigned_.contains(loop->slot);
    if (counts)
      counters.push_back(loop->slot);
    for (const Stmt &each : inner)
      countReads(each, reads, counters);
    if (counts)
      counters.pop_back();
  });
}

/// Whether what `apart` assigns to the slot is read in there alone, and nothing
/// else is read there.
bool Uniformity::staysIn(const Stmt &apart, SlotId slot) {
  auto [own, isNew] = own_.try_emplace(&apart);
  if (isNew) {
    SlotFlow flow;
    flow.add(apart);
    Reads inside = readsIn(apart);
    for (SlotId each : flow.assigned())
      if (!flow.exposed().contains(each) && inside[each] == reads_[each])
        own->second.insert(each);
  }
  return own->second.contains(slot);
}

void Uniformity::findVarying() {
  forEachAssigned(kernel_.body,
                  [&](SlotId slot, const Expr &) { assigned_.insert(slot); });
  for (const Stmt &stmt : kernel_.body)
    for (auto [slot, count] : readsIn(stmt))
      reads_[slot] += count;
  do {
    changed_ = false;
    visit(kernel_.body, nullptr);
  } while (changed_);
}

bool Uniformity::isUniform(Builtin builtin) const {
  if (std::optional<unsigned> axis = threadIdx.axisOf(builtin))
    return !differs_[*axis];
  Effect effect = effectOf(builtin);
  return onlyGivesValue(effect) && effect != Effect::OfThread;
}

/// Of the threads of a warp.
bool Uniformity::isOneForWarp(const CallBuiltin &call) const {
  bool isShuffle = call.args.size() > 2;
  return values_ && isExchange(call) && givesOneValue(call) &&
         (!isShuffle || of(*call.args[2]));
}

/// Whether evaluating it does nothing else.
static bool onlyGivesValue(const Expr &whole) {
  bool isAll = true;
  forEachExpr(whole, [&](const Expr &expr) {
    const auto *call = std::get_if<CallBuiltin>(&expr.node);
    isAll = isAll && !std::holds_alternative<Atomic>(expr.node) &&
            !std::holds_alternative<CallFunction>(expr.node) &&
            (!call || onlyGivesValue(effectOf(call->builtin)));
  });
  return isAll;
}

/// As texts have it that want a number to be no constant.
static bool isZeroTimes(const Expr &expr) {
  const auto *product = std::get_if<Binary>(&expr.node);
  const auto *zero =
      product ? std::get_if<Constant>(&product->left->node) : nullptr;
  return zero && product->op == BinaryOp::Mul && isInt64(expr.type) &&
         zero->bits == 0 && onlyGivesValue(*product->right);
}

bool Uniformity::of(const Expr &expr) const {
  if (const auto *slot = std::get_if<SlotValue>(&expr.node))
    return ofSlot(slot->slot);
  if (std::holds_alternative<Atomic>(expr.node) ||
      std::holds_alternative<CallFunction>(expr.node))
    return false;
  if (const auto *storage = std::get_if<ArrayStorage>(&expr.node))
    return kernel_.arrays[storage->array].space != Space::Local;
  if (const auto *call = std::get_if<CallBuiltin>(&expr.node);
      call && !isUniform(call->builtin))
    return isOneForWarp(*call);
  if (isZeroTimes(expr) ||
      (values_ && PlaceNumbers(kernel_, values_.get()).warpsOf(expr)))
    return true;
  bool all = true;
  forEachOperand(expr, [&](const Expr &operand) { all = all && of(operand); });
  return all;
}

/// Whether some threads only jump out of, or to the next iteration of, the loop
/// that `block` stands in. `isApart`: threads have parted at `block`.
bool Uniformity::leavesApart(const Block &block, bool isApart) const {
  return std::any_of(block.begin(), block.end(), [&](const Stmt &stmt) {
    if (std::holds_alternative<Break>(stmt.node) ||
        std::holds_alternative<Continue>(stmt.node))
      return isApart;
    if (const auto *choice = std::get_if<If>(&stmt.node)) {
      bool part = isApart || !of(*choice->condition);
      return leavesApart(choice->body, part) ||
             leavesApart(choice->orElse, part);
    }
    if (const auto *loop = std::get_if<While>(&stmt.node))
      return leavesApart(loop->orElse, isApart || !ofLoop(stmt));
    if (const auto *loop = std::get_if<ForRange>(&stmt.node))
      return leavesApart(loop->orElse, isApart || !ofLoop(stmt));
    return false;
  });
}

bool Uniformity::ofLoop(const Stmt &loop) const {
  bool all = true;
  forEachOperandOf(loop, [&](const Expr &expr) { all = all && of(expr); });
  if (const auto *range = std::get_if<ForRange>(&loop.node))
    return all && !leavesApart(range->body, false);
  return all && !leavesApart(std::get<While>(loop.node).body, false);
}

void Uniformity::setVarying(SlotId slot) {
  bool isOfWarp = values_ != nullptr;
  if (isOfWarp && kernel_.slots[slot].isOneForWarp)
    return;
  changed_ = changed_ || slots_[slot];
  slots_[slot] = false;
}

void Uniformity::visit(const Expr &expr, bool isApart) {
  if (const auto *let = std::get_if<Let>(&expr.node);
      let && (isApart || !of(*let->value)))
    setVarying(let->slot);
  // The side of a condition that not every thread takes.
  bool part = isApart;
  if (const auto *select = std::get_if<Select>(&expr.node))
    part = isApart || !of(*select->condition);
  else if (const auto *logical = std::get_if<Logical>(&expr.node))
    part = isApart || !of(*logical->left);
  forEachOperand(expr, [&](const Expr &operand) { visit(operand, part); });
}

/// Whether the statement itself, without its blocks, does the same in each
/// thread.
bool Uniformity::isDoneOnce(const Stmt &stmt) const {
  const auto *assign = std::get_if<Assign>(&stmt.node);
  bool isOnce = !assign || slots_[assign->slot];
  forEachOperandOf(stmt,
                   [&](const Expr &expr) { isOnce = isOnce && of(expr); });
  return isOnce;
}

/// `apart`: the innermost statement at which threads have parted, or null.
void Uniformity::visit(const Block &block, const Stmt *apart) {
  for (const Stmt &stmt : block) {
    bool isOwn = apart || (isOfLanes_ && !isDoneOnce(stmt));
    forEachOperandOf(stmt, [&](const Expr &expr) { visit(expr, isOwn); });
    bool part = false;
    if (const auto *assign = std::get_if<Assign>(&stmt.node)) {
      if (!of(*assign->value) || (apart && !staysIn(*apart, assign->slot)))
        setVarying(assign->slot);
    } else if (const auto *choice = std::get_if<If>(&stmt.node)) {
      part = !of(*choice->condition);
    } else if (std::holds_alternative<While>(stmt.node) ||
               std::holds_alternative<ForRange>(stmt.node)) {
      part = !ofLoop(stmt);
      const auto *range = std::get_if<ForRange>(&stmt.node);
      if (range && (part || (apart && !staysIn(*apart, range->slot))))
        setVarying(range->slot);
    }
    const Stmt *inside = part ? &stmt : apart;
    forEachBlockOf(stmt, [&](const Block &inner) { visit(inner, inside); });
  }
}

} // namespace pyk2ptx
