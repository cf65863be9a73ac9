// A stencil of three axes reads u[k - 1, j, i], u[k + 1, j, i], u[k, j - 1, i]
// and so on. Each address is ((k * height + j) * width + i) * 4 with other
// numbers in it: two products of 64 bits, of four instructions each. LLVM finds
// of two sums that differ by a constant what they have in common; it does not
// find that (k + 1) * height * width is one plane further than k * height *
// width.
//
// An address is multiplied out: a sum of products of values that are not taken
// apart, each times a constant, modulo 2**64 as the address itself is. Two of
// one block and one array then differ by a sum of few products. One of them is
// computed as it was, the one from which the others are least far, and others
// that multiply by themselves are added to it:
//
//   address(k + 1, j, i) = address(k, j, i) + (height * width) * 4
#include "near_addresses.h"

#include "compiler/schedule/keeping_blocks.h"
#include "long_functions.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/NVPTXAddrSpace.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;
using llvm::GetElementPtrInst;
using llvm::Instruction;
using llvm::Value;

constexpr unsigned longBits = 64;
constexpr std::size_t mostTerms = 12;
constexpr std::size_t mostFactors = 4;
constexpr unsigned deepest = 16;
/// Of one array in one block; each is compared with the others.
constexpr std::size_t mostNeighbours = 64;

/// Values that are multiplied with each other, in the order in which they were
/// first seen; of none: one.
using Product = llvm::SmallVector<unsigned, 4>;

/// Products, and what each is multiplied with, modulo 2**64.
class Sum {
public:
  static Sum of(const Product &product, std::uint64_t factor) {
    Sum sum;
    sum.add(product, factor);
    return sum;
  }
  void add(const Product &product, std::uint64_t factor) {
    std::uint64_t &place = terms_[{product.begin(), product.end()}];
    place += factor;
    if (place == 0)
      terms_.erase({product.begin(), product.end()});
  }
  void add(const Sum &other, std::uint64_t factor) {
    for (const auto &[product, times] : other.terms_)
      add(Product(product.begin(), product.end()), times * factor);
  }
  std::optional<Sum> times(const Sum &other) const {
    Sum result;
    for (const auto &[left, a] : terms_)
      for (const auto &[right, b] : other.terms_) {
        Product both(left.begin(), left.end());
        both.append(right.begin(), right.end());
        llvm::sort(both);
        result.add(both, a * b);
        if (both.size() > mostFactors || result.isLong())
          return std::nullopt;
      }
    return result;
  }
  [[nodiscard]] bool isLong() const { return terms_.size() > mostTerms; }
  /// The constant at its end.
  [[nodiscard]] std::uint64_t constant() const {
    auto found = terms_.find({});
    return found == terms_.end() ? 0 : found->second;
  }
  /// How many products there are beside the constant.
  [[nodiscard]] std::size_t countProducts() const {
    return terms_.size() - terms_.count({});
  }
  /// The only product, or the first.
  [[nodiscard]] std::pair<Product, std::uint64_t> product() const {
    for (const auto &[product, factor] : terms_)
      if (!product.empty())
        return {Product(product.begin(), product.end()), factor};
    return {};
  }

private:
  std::map<std::vector<unsigned>, std::uint64_t> terms_;
};

struct Neighbour {
  GetElementPtrInst *address;
  Sum offset;
};

class BlockAddresses {
public:
  explicit BlockAddresses(BasicBlock &block) : block_(block) {}

  bool run() {
    collect();
    bool changed = false;
    for (auto &[array, neighbours] : neighbours_)
      changed |= neighbours.size() > 2 && rewrite(neighbours);
    for (const llvm::WeakTrackingVH &old : replaced_)
      if (auto *left = llvm::dyn_cast_or_null<Instruction>(old))
        llvm::RecursivelyDeleteTriviallyDeadInstructions(left);
    return changed;
  }

private:
  // ---- sums ----

  Sum atom(Value *value) {
    unsigned number = numbers_.insert({value, values_.size()}).first->second;
    if (number == values_.size())
      values_.push_back(value);
    return Sum::of({number}, 1);
  }

  Sum sumOf(Value *value, unsigned depth) {
    if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
      return Sum::of({}, constant->getZExtValue());
    auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (binary && depth < deepest)
      if (std::optional<Sum> sum = sumOf(*binary, depth + 1))
        return *std::move(sum);
    return atom(value);
  }

  std::optional<Sum> sumOf(llvm::BinaryOperator &binary, unsigned depth) {
    unsigned opcode = binary.getOpcode();
    bool isSum = opcode == Instruction::Add || opcode == Instruction::Sub;
    if (auto *either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&binary))
      isSum = either->isDisjoint();
    if (isSum) {
      Sum sum = sumOf(binary.getOperand(0), depth);
      sum.add(sumOf(binary.getOperand(1), depth),
              opcode == Instruction::Sub ? ~std::uint64_t(0) : 1);
      return sum.isLong() ? std::nullopt : std::optional(std::move(sum));
    }
    const auto *count = llvm::dyn_cast<llvm::ConstantInt>(binary.getOperand(1));
    bool isShift =
        opcode == Instruction::Shl && count && count->getValue().ult(longBits);
    if (isShift)
      return sumOf(binary.getOperand(0), depth)
          .times(Sum::of({}, std::uint64_t(1) << count->getZExtValue()));
    if (opcode == Instruction::Mul)
      return sumOf(binary.getOperand(0), depth)
          .times(sumOf(binary.getOperand(1), depth));
    return std::nullopt;
  }

  /// The array behind an address, in bytes from it.
  std::pair<Value *, Sum> offsetOf(Value *pointer) {
    Sum offset;
    const llvm::DataLayout &layout = block_.getDataLayout();
    for (unsigned i = 0; i < deepest; ++i) {
      auto *address = llvm::dyn_cast<GetElementPtrInst>(pointer);
      if (!address || address->getNumIndices() != 1 ||
          !address->getOperand(1)->getType()->isIntegerTy(longBits))
        break;
      Sum further = offset;
      further.add(sumOf(address->getOperand(1), 0),
                  layout.getTypeAllocSize(address->getSourceElementType()));
      if (further.isLong())
        break;
      offset = std::move(further);
      pointer = address->getPointerOperand();
    }
    return {pointer, std::move(offset)};
  }

  void collect() {
    llvm::SmallPtrSet<Value *, 16> seen;
    for (Instruction &instruction : block_) {
      Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
      auto *address = llvm::dyn_cast_or_null<GetElementPtrInst>(pointer);
      if (!address || address->getParent() != &block_ ||
          address->getAddressSpace() != llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL ||
          !seen.insert(address).second)
        continue;
      auto [array, offset] = offsetOf(address);
      llvm::SmallVector<Neighbour, 8> &all = neighbours_[array];
      if (array != address && all.size() < mostNeighbours)
        all.push_back({address, std::move(offset)});
    }
  }

  // ---- which is computed as it was ----

  /// Whether a product goes when the address is computed in another way.
  static bool multiplies(const Value *value, unsigned depth = 0) {
    const auto *instruction = llvm::dyn_cast<Instruction>(value);
    if (!instruction || depth == deepest ||
        (depth && !instruction->hasOneUse()))
      return false;
    if (instruction->getOpcode() == Instruction::Mul)
      return llvm::none_of(instruction->operands(), [](const Value *factor) {
        return llvm::isa<llvm::Constant>(factor);
      });
    bool isPart = llvm::isa<GetElementPtrInst>(instruction) ||
                  instruction->getOpcode() == Instruction::Add ||
                  instruction->getOpcode() == Instruction::Sub ||
                  instruction->getOpcode() == Instruction::Shl;
    return isPart &&
           llvm::any_of(instruction->operands(), [&](const Value *operand) {
             return multiplies(operand, depth + 1);
           });
  }

  static bool isMadeOf(const Value *address, const Value *part) {
    const auto *made = llvm::dyn_cast<GetElementPtrInst>(address);
    return address == part ||
           (made && isMadeOf(made->getPointerOperand(), part));
  }

  static Sum distance(const Neighbour &from, const Neighbour &to) {
    Sum sum = to.offset;
    sum.add(from.offset, ~std::uint64_t(0));
    return sum;
  }

  /// What it costs to multiply that many values, in instructions.
  static constexpr int costOfProduct = 4, costOfDistance = 2;

  /// Those that are computed from `from`, and the instructions that it saves.
  std::pair<llvm::SmallVector<const Neighbour *, 8>, int>
  near(const Neighbour &from, llvm::ArrayRef<Neighbour> all) const {
    llvm::SmallVector<const Neighbour *, 8> found;
    std::map<std::vector<unsigned>, int> products;
    int saved = 0;
    for (const Neighbour &to : all) {
      if (isMadeOf(from.address, to.address) || !multiplies(to.address))
        continue;
      Sum way = distance(from, to);
      if (way.countProducts() > 1)
        continue;
      found.push_back(&to);
      saved += costOfProduct;
      if (way.countProducts() == 0)
        continue;
      Product product = way.product().first;
      products[{product.begin(), product.end()}] =
          costOfProduct * (static_cast<int>(product.size()) - 1);
      saved -= costOfDistance;
    }
    for (const auto &[product, cost] : products)
      saved -= cost;
    return {std::move(found), saved};
  }

  bool rewrite(llvm::ArrayRef<Neighbour> all) {
    const Neighbour *best = nullptr;
    llvm::SmallVector<const Neighbour *, 8> others;
    int most = 0;
    for (const Neighbour &from : all)
      if (auto [found, saved] = near(from, all); saved > most) {
        best = &from;
        others = std::move(found);
        most = saved;
      }
    if (!best)
      return false;
    llvm::sort(others, [](const Neighbour *left, const Neighbour *right) {
      return left->address->comesBefore(right->address);
    });
    if (others[0]->address->comesBefore(best->address) &&
        !moveBefore(*best->address, *others[0]->address, others))
      return false;
    std::map<std::vector<unsigned>, Value *> products;
    for (const Neighbour *other : others)
      replace(*other->address, *best->address, distance(*best, *other),
              products);
    return true;
  }

  /// Moves an address and what it is computed of. False if that is loaded, or
  /// one of those that are to be computed of it.
  static bool moveBefore(GetElementPtrInst &address, Instruction &place,
                         llvm::ArrayRef<const Neighbour *> others) {
    llvm::SmallPtrSet<Instruction *, 16> seen, later;
    for (const Neighbour *other : others)
      later.insert(other->address);
    llvm::SmallVector<Instruction *, 16> needed, waiting{&address};
    while (!waiting.empty()) {
      Instruction *instruction = waiting.pop_back_val();
      if (instruction->getParent() != place.getParent() ||
          instruction->comesBefore(&place) || !seen.insert(instruction).second)
        continue;
      if (instruction->mayReadOrWriteMemory() || later.contains(instruction) ||
          !llvm::isa<GetElementPtrInst, llvm::BinaryOperator, llvm::CastInst>(
              instruction))
        return false;
      needed.push_back(instruction);
      for (Value *operand : instruction->operands())
        if (auto *part = llvm::dyn_cast<Instruction>(operand))
          waiting.push_back(part);
    }
    llvm::sort(needed, [](const Instruction *left, const Instruction *right) {
      return left->comesBefore(right);
    });
    for (Instruction *instruction : needed)
      instruction->moveBefore(place.getIterator());
    return true;
  }

  Value *multiply(llvm::IRBuilder<> &b, const Product &product,
                  std::map<std::vector<unsigned>, Value *> &products) {
    Value *&made = products[{product.begin(), product.end()}];
    if (!made)
      for (unsigned number : product)
        made = made ? b.CreateMul(made, values_[number]) : values_[number];
    return made;
  }

  void replace(GetElementPtrInst &address, GetElementPtrInst &from,
               const Sum &way,
               std::map<std::vector<unsigned>, Value *> &products) {
    llvm::IRBuilder<> b(&address);
    Value *place = &from;
    if (way.countProducts() != 0) {
      auto [product, factor] = way.product();
      auto back = static_cast<std::int64_t>(factor) < 0;
      Value *bytes = b.CreateMul(multiply(b, product, products),
                                 b.getInt64(back ? -factor : factor));
      place = b.CreatePtrAdd(place, back ? b.CreateNeg(bytes) : bytes);
    }
    if (way.constant() != 0)
      place = b.CreatePtrAdd(place, b.getInt64(way.constant()));
    address.replaceAllUsesWith(place);
    replaced_.emplace_back(&address);
  }

  BasicBlock &block_;
  llvm::DenseMap<Value *, unsigned> numbers_;
  llvm::SmallVector<Value *, 16> values_;
  llvm::MapVector<Value *, llvm::SmallVector<Neighbour, 8>> neighbours_;
  llvm::SmallVector<llvm::WeakTrackingVH, 16> replaced_;
};

} // namespace

llvm::PreservedAnalyses
NearAddresses::run(llvm::Function &function,
                   llvm::FunctionAnalysisManager &analyses) {
  if (isLong(function))
    return llvm::PreservedAnalyses::all();
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  bool changed = false;
  // Loops have a reduction of their own (codegen_passes.h).
  for (BasicBlock &block : function)
    if (!loops.getLoopFor(&block))
      changed |= BlockAddresses(block).run();
  return keepingBlocks(changed);
}

} // namespace pyk2ptx
