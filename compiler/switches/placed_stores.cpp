// The nearest neighbours of a point, the median of a window: a number is put
// into its place in a short array of the thread's own.
//
//   j = n - 1
//   while j >= 0 and best[j] > x:
//     best[j + 1] = best[j]
//     j -= 1
//   best[j + 1] = x
//
// Unrolled, each step knows its elements. But the last store is at one of
// several, where paths meet: for its sake the array stays in memory. So each
// path makes the store itself, where its place is known:
//
//   ...: place = one of 0, 1, 2            ...: best[0] = x
//   best[place] = x                  ->    ...: best[1] = x
//                                          ...: best[2] = x
//
// Where one of two places is known by a condition, both are stored, one as it
// was, or both loaded. All of it only where the arrays are in registers then.
#include "placed_stores.h"

#include "frontend/messages/internal_error.h"
#include "frontend/types/magnitude.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdint>
#include <optional>

namespace pyk2ptx {

namespace {

using llvm::AllocaInst;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::StoreInst;
using llvm::Value;

/// What is stored is computed on each path: a conversion, a sum.
constexpr unsigned deepest = 3;
/// Instructions that a place is computed by.
constexpr unsigned mostSteps = 8;

/// Bytes from the beginning of a variable, or an integer, which has none.
struct Place {
  AllocaInst *variable = nullptr;
  std::int64_t offset = 0;

  bool operator==(const Place &) const = default;
};

/// One place, or two and which it is.
struct Places {
  Value *condition = nullptr;
  Place one, other;
};

/// Places on the path from one block to another, or without one.
class Path {
public:
  Path(const BasicBlock *from, const BasicBlock &here)
      : from_(from), here_(here) {}

  [[nodiscard]] std::optional<Places> find(Value *value,
                                           unsigned steps = 0) const {
    std::optional<Places> places = compute(value, steps);
    if (places && places->one == places->other)
      places->condition = nullptr;
    bool isSame = places && (!value->getType()->isIntegerTy() ||
                             (fits(places->one, *value->getType()) &&
                              fits(places->other, *value->getType())));
    return isSame ? places : std::nullopt;
  }

private:
  /// What is computed of it here has as many bits as we like.
  static bool fits(const Place &number, const llvm::Type &type) {
    return llvm::APInt(64, static_cast<std::uint64_t>(number.offset))
        .isSignedIntN(type.getIntegerBitWidth());
  }

  [[nodiscard]] std::optional<Places> compute(Value *value,
                                              unsigned steps) const {
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value);
        constant && constant->getValue().getSignificantBits() <= 32)
      return Places{nullptr, {nullptr, constant->getSExtValue()}, {}};
    if (auto *variable = llvm::dyn_cast<AllocaInst>(value))
      return Places{nullptr, {variable, 0}, {}};
    if (steps == mostSteps)
      return std::nullopt;
    ++steps;
    auto *met = llvm::dyn_cast<PHINode>(value);
    if (met && met->getNumIncomingValues() == 1)
      return find(met->getIncomingValue(0), steps);
    if (met)
      return from_ && met->getParent() == &here_
                 ? Path(nullptr, here_)
                       .find(met->getIncomingValueForBlock(from_), steps)
                 : std::nullopt;
    if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(value))
      return either(choice->getCondition(), find(choice->getTrueValue(), steps),
                    find(choice->getFalseValue(), steps));
    if (auto *cast = llvm::dyn_cast<llvm::CastInst>(value))
      return ofCast(*cast, steps);
    if (auto *element = llvm::dyn_cast<llvm::GEPOperator>(value))
      return ofElement(*element, steps);
    if (auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
        sum && (sum->getOpcode() == Instruction::Add ||
                sum->getOpcode() == Instruction::Sub))
      return plus(find(sum->getOperand(0), steps),
                  find(sum->getOperand(1), steps),
                  sum->getOpcode() == Instruction::Add ? 1 : -1);
    return std::nullopt;
  }

  /// Of one place each, where the condition is known before `here_`.
  [[nodiscard]] std::optional<Places>
  either(Value *condition, const std::optional<Places> &one,
         const std::optional<Places> &other) const {
    const auto *made = llvm::dyn_cast<Instruction>(condition);
    bool isKnown = from_ == nullptr || !made || made->getParent() != &here_;
    if (!one || !other || one->condition || other->condition || !isKnown ||
        !condition->getType()->isIntegerTy(1))
      return std::nullopt;
    return Places{condition, one->one, other->one};
  }

  [[nodiscard]] std::optional<Places> ofCast(llvm::CastInst &cast,
                                             unsigned steps) const {
    Value *from = cast.getOperand(0);
    bool isSigned = llvm::isa<llvm::SExtInst>(cast);
    if (!isSigned && !llvm::isa<llvm::ZExtInst, llvm::TruncInst>(cast))
      return std::nullopt;
    if (from->getType()->isIntegerTy(1) && !llvm::isa<llvm::Constant>(from))
      return either(from, Places{nullptr, {nullptr, isSigned ? -1 : 1}, {}},
                    Places{nullptr, {nullptr, 0}, {}});
    std::optional<Places> places = find(from, steps);
    bool isSame =
        isSigned || llvm::isa<llvm::TruncInst>(cast) ||
        (places && places->one.offset >= 0 && places->other.offset >= 0);
    return isSame ? places : std::nullopt;
  }

  [[nodiscard]] std::optional<Places> ofElement(llvm::GEPOperator &element,
                                                unsigned steps) const {
    const llvm::DataLayout &layout = here_.getDataLayout();
    unsigned bits = layout.getIndexTypeSizeInBits(element.getType());
    llvm::SmallMapVector<Value *, llvm::APInt, 4> parts;
    llvm::APInt constant(bits, 0);
    if (!element.collectOffset(layout, bits, parts, constant))
      return std::nullopt;
    std::optional<Places> places =
        plus(find(element.getPointerOperand(), steps),
             Places{nullptr, {nullptr, constant.getSExtValue()}, {}}, 1);
    for (auto &[index, scale] : parts)
      places = plus(places, find(index, steps), scale.getSExtValue());
    return places;
  }

  /// `right` is an integer.
  static std::optional<Places> plus(std::optional<Places> left,
                                    const std::optional<Places> &right,
                                    std::int64_t scale) {
    if (!left || !right || right->one.variable || right->other.variable ||
        (left->condition && right->condition &&
         left->condition != right->condition))
      return std::nullopt;
    if (!left->condition && right->condition) {
      left->condition = right->condition;
      left->other = left->one;
    }
    left->one.offset += scale * right->one.offset;
    left->other.offset +=
        scale * (right->condition ? right->other : right->one).offset;
    return left;
  }

  const BasicBlock *from_;
  const BasicBlock &here_;
};

using Variables = llvm::SmallSetVector<AllocaInst *, 16>;
/// Loads and stores.
using Accesses = llvm::SmallSetVector<Instruction *, 16>;

/// Whether the access is to a variable there, and to nothing behind it: the one
/// of two places that is not meant may be.
bool isInside(const Place &place, const Instruction &access) {
  if (!place.variable || place.offset < 0)
    return false;
  const llvm::DataLayout &layout = access.getDataLayout();
  std::optional<llvm::TypeSize> all = place.variable->getAllocationSize(layout);
  llvm::TypeSize size =
      layout.getTypeStoreSize(llvm::getLoadStoreType(&access));
  return all &&
         static_cast<std::uint64_t>(place.offset) + size.getFixedValue() <=
             all->getFixedValue();
}

/// Whether what is stored at one of two places is not also part of the other.
bool areApart(const Places &places, const Instruction &access) {
  std::uint64_t size = access.getDataLayout()
                           .getTypeStoreSize(llvm::getLoadStoreType(&access))
                           .getFixedValue();
  std::int64_t between = places.other.offset - places.one.offset;
  return places.one.variable != places.other.variable ||
         magnitudeOf(between) >= size;
}

/// Adds the variables of its places to `variables`; false: it has none, or
/// other places too.
bool addVariables(const std::optional<Places> &places,
                  const Instruction &access, Variables &variables) {
  if (!places || !isInside(places->one, access) ||
      (places->condition &&
       (!isInside(places->other, access) || !areApart(*places, access))))
    return false;
  variables.insert(places->one.variable);
  if (places->condition)
    variables.insert(places->other.variable);
  return true;
}

/// Where it is without regard to how its block is reached.
std::optional<Places> anyPathTo(Instruction &access) {
  return Path(nullptr, *access.getParent())
      .find(llvm::getLoadStorePointerOperand(&access));
}

bool isSimple(const Instruction &access) {
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&access);
  const auto *store = llvm::dyn_cast<StoreInst>(&access);
  return (load && load->isSimple()) || (store && store->isSimple());
}

/// Whether paths to the block can compute it.
bool isKnownBefore(const Value *value, const BasicBlock &block,
                   unsigned depth = 0) {
  const auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || instruction->getParent() != &block ||
      llvm::isa<PHINode>(instruction))
    return true;
  return depth < deepest && !instruction->mayReadOrWriteMemory() &&
         llvm::isSafeToSpeculativelyExecute(instruction) &&
         llvm::all_of(
             instruction->operand_values(),
             [&](const auto *operand) {
               return isKnownBefore(operand, block, depth + 1);
             });
}

/// Whether what stands before the store in its block may as well stand behind;
/// those of `moved` keep their order.
bool canBeFirst(const StoreInst &store, const Accesses &moved) {
  for (const Instruction &before : *store.getParent()) {
    if (&before == &store)
      return true;
    const Value *pointer = llvm::getLoadStorePointerOperand(&before);
    // Elsewhere is no variable.
    bool isApart =
        pointer && (pointer->getType()->getPointerAddressSpace() !=
                        store.getPointerAddressSpace() ||
                    moved.contains(const_cast<Instruction *>(&before)));
    if (!isApart &&
        (before.mayReadOrWriteMemory() || before.mayHaveSideEffects()))
      return false;
  }
  return false;
}

/// Whether each path to its block knows the place, and can store there.
bool isMet(StoreInst &store, const Accesses &moved, Variables &variables) {
  const BasicBlock &here = *store.getParent();
  llvm::SmallPtrSet<const BasicBlock *, 8> paths;
  bool isPlaced = here.phis().begin() != here.phis().end();
  for (const BasicBlock *from : llvm::predecessors(&here))
    isPlaced =
        isPlaced && from != &here && paths.insert(from).second &&
        llvm::isa<llvm::BranchInst, llvm::SwitchInst>(from->getTerminator()) &&
        addVariables(Path(from, here).find(store.getPointerOperand()), store,
                     variables);
  return isPlaced && paths.size() > 1 &&
         isKnownBefore(store.getValueOperand(), here) &&
         canBeFirst(store, moved);
}

/// Whether all that is done with a pointer to a variable is to load and store
/// at known places. `isKnown`: its own is.
bool isRegister(const Instruction &pointer, const Accesses &placed,
                bool isKnown,
                llvm::SmallPtrSetImpl<const Instruction *> &seen) {
  if (!seen.insert(&pointer).second)
    return true;
  return llvm::all_of(pointer.users(), [&](const llvm::User *user) {
    const auto *store = llvm::dyn_cast<StoreInst>(user);
    if (store || llvm::isa<llvm::LoadInst>(user)) {
      auto *access = llvm::cast<Instruction>(const_cast<llvm::User *>(user));
      return isSimple(*access) && (isKnown || placed.contains(access)) &&
             !(store && store->getValueOperand() == &pointer);
    }
    if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(user))
      return call->isLifetimeStartOrEnd();
    if (const auto *element = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
      return isRegister(*element, placed,
                        isKnown && element->hasAllConstantIndices(), seen);
    return llvm::isa<PHINode, llvm::SelectInst>(user) &&
           isRegister(*llvm::cast<Instruction>(user), placed, false, seen);
  });
}

/// Those after which all of their variables are registers.
Accesses findPlaced(llvm::Function &function) {
  Accesses placed, moved;
  llvm::MapVector<Instruction *, Variables> all;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block) {
      Variables variables;
      if (!isSimple(instruction))
        continue;
      auto *store = llvm::dyn_cast<StoreInst>(&instruction);
      if (std::optional<Places> places = anyPathTo(instruction)) {
        const Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
        bool isPlain =
            llvm::isa<AllocaInst>(pointer->stripInBoundsConstantOffsets());
        if (isPlain || !addVariables(places, instruction, variables))
          continue;
      } else if (store && isMet(*store, moved, variables)) {
        moved.insert(store);
      } else {
        continue;
      }
      placed.insert(&instruction);
      all[&instruction] = std::move(variables);
    }
  for (std::size_t before = 0; before != placed.size();) {
    before = placed.size();
    llvm::SmallPtrSet<const AllocaInst *, 16> inMemory;
    for (Instruction *access : placed)
      for (const AllocaInst *variable : all[access]) {
        llvm::SmallPtrSet<const Instruction *, 16> seen;
        if (!isRegister(*variable, placed, true, seen))
          inMemory.insert(variable);
      }
    placed.remove_if([&](Instruction *access) {
      return llvm::any_of(all[access], [&](AllocaInst *variable) {
        return inMemory.contains(variable);
      });
    });
  }
  return placed;
}

/// `value`, known before the block `here`, as it is on the path through
/// `from`, at whose end it is computed.
Value *onPath(Value *value, BasicBlock &from, const BasicBlock &here) {
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || instruction->getParent() != &here)
    return value;
  if (auto *met = llvm::dyn_cast<PHINode>(instruction))
    return met->getIncomingValueForBlock(&from);
  llvm::SmallVector<Value *, 2> operands;
  for (Value *operand : instruction->operand_values())
    operands.push_back(onPath(operand, from, here));
  Instruction *copy = instruction->clone();
  for (auto [i, operand] : llvm::enumerate(operands))
    copy->setOperand(static_cast<unsigned>(i), operand);
  copy->insertBefore(from.getTerminator()->getIterator());
  return copy;
}

Value *pointerTo(const Place &place, llvm::IRBuilder<> &b) {
  return place.offset == 0 ? place.variable
                           : b.CreateConstInBoundsGEP1_64(
                                 b.getInt8Ty(), place.variable,
                                 static_cast<std::uint64_t>(place.offset));
}

/// What `store` does, at known places.
void storeAt(const Places &places, Value *value, const StoreInst &store,
             llvm::IRBuilder<> &b) {
  llvm::Align align = store.getAlign();
  Value *one = pointerTo(places.one, b);
  if (!places.condition) {
    b.CreateAlignedStore(value, one, align);
    return;
  }
  Value *other = pointerTo(places.other, b);
  Value *was = b.CreateAlignedLoad(value->getType(), one, align);
  Value *otherWas = b.CreateAlignedLoad(value->getType(), other, align);
  Value *now = b.CreateSelect(places.condition, value, was);
  Value *otherNow = b.CreateSelect(places.condition, otherWas, value);
  b.CreateAlignedStore(now, one, align);
  b.CreateAlignedStore(otherNow, other, align);
}

/// What `load` gives, where it stands.
Value *loadFrom(const Places &places, llvm::LoadInst &load) {
  llvm::IRBuilder<> b(&load);
  Value *one = pointerTo(places.one, b);
  Value *value = b.CreateAlignedLoad(load.getType(), one, load.getAlign());
  if (!places.condition)
    return value;
  Value *other = pointerTo(places.other, b);
  Value *otherValue =
      b.CreateAlignedLoad(load.getType(), other, load.getAlign());
  return b.CreateSelect(places.condition, value, otherValue);
}

/// Where the place is no one's path's, there; else each path to its block
/// stores, in the order in which this is called.
void place(Instruction &access, llvm::DominatorTree &dominators) {
  std::optional<Places> places = anyPathTo(access);
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&access)) {
    load->replaceAllUsesWith(loadFrom(*places, *load));
    load->eraseFromParent();
    return;
  }
  auto &store = llvm::cast<StoreInst>(access);
  BasicBlock &here = *store.getParent();
  Value *pointer = store.getPointerOperand();
  if (places) {
    llvm::IRBuilder<> b(&store);
    storeAt(*places, store.getValueOperand(), store, b);
  } else {
    for (BasicBlock *from : llvm::to_vector(llvm::predecessors(&here)))
      if (from->getTerminator()->getNumSuccessors() > 1)
        llvm::SplitEdge(from, &here, &dominators);
    for (BasicBlock *from : llvm::to_vector(llvm::predecessors(&here))) {
      std::optional<Places> known = Path(from, here).find(pointer);
      if (!known)
        internalError("a path does not know a place any more");
      Value *value = onPath(store.getValueOperand(), *from, here);
      llvm::IRBuilder<> b(from->getTerminator());
      storeAt(*known, value, store, b);
    }
  }
  store.eraseFromParent();
}

} // namespace

llvm::PreservedAnalyses
PlacedStores::run(llvm::Function &function,
                  llvm::FunctionAnalysisManager &analyses) {
  Accesses placed = findPlaced(function);
  if (placed.empty())
    return llvm::PreservedAnalyses::all();
  auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  for (Instruction *access : placed)
    place(*access, dominators);
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.run(function, analyses);
  return llvm::PreservedAnalyses::none();
}

} // namespace pyk2ptx
