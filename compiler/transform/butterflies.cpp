// A warp that sums by shfl_xor has the sum in every lane, and all that is
// computed of it afterwards is one for the warp. Who looks at slots one by one
// does not see that:
//
//   s = x; r = shfl_xor(all, s, 16); x = x + r
//   ...                                     (8, 4, 2)
//   s = x; r = shfl_xor(all, s, 1);  x = x + r
//   y = exp(x)                              ->  u = shfl(all, x, lane); y =
//   exp(u)
//
// of which u is known to be one for a warp (Slot::isOneForWarp): whole ones
// take any lane's. In others some lanes had nobody to ask, and each has its
// own.
//
// Where `op` does not ask which operand is which, x op r is the same in the two
// lanes that asked each other, and stays the same in those in which x was. (But
// for which nan it is, where both are one.)
#include "butterflies.h"

#include "compiler/analyze/warp_calls.h"
#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "frontend/tables/builtin_enum.h"

#include <bit>
#include <optional>
#include <unordered_map>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

constexpr unsigned allBits = 31;

const SlotValue *asSlot(const Expr &expr) {
  return std::get_if<SlotValue>(&expr.node);
}

/// Whether both are slots' values, converted alike.
bool areAlike(const Expr &left, const Expr &right) {
  if (left.type != right.type)
    return false;
  const auto *one = std::get_if<Convert>(&left.node);
  const auto *other = std::get_if<Convert>(&right.node);
  if (one && other)
    return areAlike(*one->operand, *other->operand);
  return asSlot(left) && asSlot(right);
}

bool commutes(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Mul:
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
  case BinaryOp::Min:
  case BinaryOp::Max:
    return true;
  default:
    return false;
  }
}

/// r = shfl_xor(all, s, bit)
struct XorShuffle {
  SlotId result, said;
  unsigned bit;
};

std::optional<XorShuffle> xorShuffleOf(const Stmt &stmt) {
  const auto *assign = std::get_if<Assign>(&stmt.node);
  const auto *call =
      assign ? std::get_if<CallBuiltin>(&assign->value->node) : nullptr;
  if (!call || call->builtin != Builtin::ShflXorSync || !isExchange(*call))
    return std::nullopt;
  const SlotValue *said = asSlot(*call->args[1]);
  const auto *by = std::get_if<Constant>(&withoutConverts(*call->args[2]).node);
  if (!said || !by || by->bits > allBits || !std::has_single_bit(by->bits))
    return std::nullopt;
  return XorShuffle{assign->slot, said->slot, static_cast<unsigned>(by->bits)};
}

class ButterflyNamer {
public:
  explicit ButterflyNamer(Function &kernel) : kernel_(kernel) {}

  void run(Block &block) {
    Block result;
    Known known;
    for (std::size_t i = 0; i < block.size(); ++i) {
      Stmt &stmt = block[i];
      std::size_t done = result.size();
      std::optional<unsigned> bits =
          done >= 2
              ? bitsOf(result[done - 2], result[done - 1], stmt, known.bits)
              : std::nullopt;
      // A statement with blocks reads what these have changed, too.
      if (!std::holds_alternative<Assign>(stmt.node))
        known.forget(stmt);
      if (!bits && !isCopyForShuffle(block, i))
        rename(stmt, known.names);
      known.forget(stmt);
      forEachBlockOf(stmt, [&](Block &inner) { run(inner); });
      result.push_back(std::move(stmt));
      if (!bits)
        continue;
      const auto &assign = std::get<Assign>(result.back().node);
      known.bits[assign.slot] = *bits;
      if (*bits == allBits && isRead(block, i + 1, assign.slot))
        known.names[assign.slot] = addName(assign, result);
    }
    block = std::move(result);
  }

private:
  struct Known {
    /// Across which bits of its lane's number a slot is the same.
    std::unordered_map<SlotId, unsigned> bits;
    /// What one that is the same for all is called.
    std::unordered_map<SlotId, SlotId> names;

    void forget(const Stmt &stmt) {
      SlotSet assigned;
      addAssigned(stmt, assigned);
      for (SlotId slot : assigned) {
        bits.erase(slot);
        names.erase(slot);
      }
    }
  };

  /// Whether a statement from this one on does.
  static bool isRead(const Block &block, std::size_t begin, SlotId slot) {
    SlotSet read;
    auto see = [&](const Expr &expr) { addSlots(expr, read); };
    for (std::size_t i = begin; i < block.size(); ++i) {
      forEachOperandOf(block[i], see);
      forEachBlockOf(block[i], [&](const Block &inner) {
        forEachStmt(inner,
                    [&](const Stmt &stmt) { forEachOperandOf(stmt, see); });
      });
    }
    return read.contains(slot);
  }

  /// Whether statement i is s = x before a shuffle of s.
  static bool isCopyForShuffle(const Block &block, std::size_t i) {
    const auto *copy = std::get_if<Assign>(&block[i].node);
    std::optional<XorShuffle> shuffle =
        i + 1 < block.size() ? xorShuffleOf(block[i + 1]) : std::nullopt;
    return copy && shuffle && copy->slot == shuffle->said;
  }

  /// Of s = x; r = shfl_xor(all, s, bit); y = x op r: across which bits of its
  /// lane's number y is the same. `before` says it of x.
  static std::optional<unsigned>
  bitsOf(const Stmt &copy, const Stmt &exchange, const Stmt &update,
         const std::unordered_map<SlotId, unsigned> &before) {
    const auto *said = std::get_if<Assign>(&copy.node);
    const auto *result = std::get_if<Assign>(&update.node);
    std::optional<XorShuffle> shuffle = xorShuffleOf(exchange);
    const SlotValue *own = said ? asSlot(*said->value) : nullptr;
    const auto *node =
        result ? std::get_if<Binary>(&withoutConverts(*result->value).node)
               : nullptr;
    if (!own || !node || !shuffle || shuffle->said != said->slot ||
        shuffle->result == own->slot || !commutes(node->op) ||
        !areAlike(*node->left, *node->right))
      return std::nullopt;
    SlotId left = asSlot(withoutConverts(*node->left))->slot;
    SlotId right = asSlot(withoutConverts(*node->right))->slot;
    if (left == shuffle->result)
      std::swap(left, right);
    if (right != shuffle->result ||
        (left != own->slot && left != shuffle->said))
      return std::nullopt;
    auto known = before.find(own->slot);
    return shuffle->bit | (known == before.end() ? 0 : known->second);
  }

  static void rename(Stmt &stmt,
                     const std::unordered_map<SlotId, SlotId> &names) {
    if (names.empty())
      return;
    auto see = [&](Expr &root) {
      forEachExpr(root, [&](Expr &expr) {
        auto *read = std::get_if<SlotValue>(&expr.node);
        auto name = read ? names.find(read->slot) : names.end();
        if (name != names.end())
          read->slot = name->second;
      });
    };
    forEachOperandOf(stmt, see);
    forEachBlockOf(stmt, [&](Block &inner) {
      for (Stmt &each : inner)
        rename(each, names);
    });
  }

  /// u = shfl(all, x, own lane)
  SlotId addName(const Assign &whole, Block &result) {
    const Type type = whole.value->type;
    SourceRange range = whole.value->range;
    SlotId slot = whole.slot;
    SlotId said = addSlot(kernel_, type), name = addSlot(kernel_, type);
    kernel_.slots[name].isOneForWarp = true;
    result.push_back(
        {range, Assign{said, makeExpr(range, type, SlotValue{slot})}});
    CallBuiltin call{Builtin::ShflSync, {}};
    call.args.push_back(
        makeExpr(range, Type::of(Scalar::U32), Constant{0xffffffff}));
    call.args.push_back(makeExpr(range, type, SlotValue{said}));
    call.args.push_back(
        makeExpr(range, Type::of(Scalar::I32),
                 Convert{makeExpr(range, Type::of(Scalar::U32),
                                  CallBuiltin{Builtin::LaneId, {}})}));
    result.push_back(
        {range, Assign{name, makeExpr(range, type, std::move(call))}});
    return name;
  }

  Function &kernel_;
};

} // namespace

void nameButterflies(Function &kernel) {
  ButterflyNamer(kernel).run(kernel.body);
}

} // namespace pyk2ptx
