// `c == 32 or c == 10 or c == 9` becomes a switch of two ways in LLVM, and code
// that tests a bit of it: 1 << c, of 64 bits because of the 32, behind a branch
// for values beyond them. Where the ways differ by true and false, it becomes
// 0x100000600 >> c, and where by 10 and 20, a table in memory. A GPU shifts 64
// bits by two instructions, has their constants moved into registers and waits
// hundreds of cycles for memory, while a comparison takes the outcome of the
// one before as an operand: a run of neighbouring values is one comparison or
// two.
//
// Few runs are compared here. Where there are more, it stays what it is.
#include "small_switches.h"

#include "value_runs.h"
#include "value_switches.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

namespace pyk2ptx {

namespace {

using llvm::APInt;
using llvm::Value;

constexpr std::size_t mostRuns = 4;

// ---- switches ----

/// The way that is not the default; none where there are more.
llvm::BasicBlock *otherWay(llvm::SwitchInst &choice) {
  llvm::BasicBlock *other = nullptr;
  for (const auto &way : choice.cases()) {
    llvm::BasicBlock *to = way.getCaseSuccessor();
    if (to == choice.getDefaultDest() || (other && to != other))
      return nullptr;
    other = to;
  }
  return other;
}

bool compareInstead(llvm::SwitchInst &choice) {
  llvm::BasicBlock *other = otherWay(choice);
  if (!other)
    return false;
  Runs runs = runsOf(choice);
  if (runs.size() > mostRuns)
    return false;
  llvm::IRBuilder<> b(&choice);
  Value *taken = isInOneOf(b, choice.getCondition(), runs);
  // One edge is left of as many as there were cases.
  for (unsigned i = 1; i < choice.getNumCases(); ++i)
    other->removePredecessor(choice.getParent(), /*KeepOneInputPHIs=*/true);
  b.CreateCondBr(taken, other, choice.getDefaultDest());
  choice.eraseFromParent();
  return true;
}

// ---- bits of a constant ----

/// Whether bit `place` of `bits` is set, or clear.
struct BitTest {
  const APInt *bits = nullptr;
  Value *place = nullptr;
  bool isSet = true;
};

std::optional<BitTest> bitTestOf(llvm::Instruction &instruction) {
  namespace match = llvm::PatternMatch;
  BitTest test;
  auto shifted =
      match::m_LShr(match::m_APInt(test.bits), match::m_Value(test.place));
  if (instruction.getType()->isIntegerTy(1) &&
      match::match(&instruction, match::m_Trunc(shifted)))
    return test;
  llvm::CmpPredicate order;
  if (match::match(&instruction,
                   match::m_ICmp(order, match::m_And(shifted, match::m_One()),
                                 match::m_Zero())) ||
      match::match(
          &instruction,
          match::m_ICmp(order,
                        match::m_c_And(match::m_Shl(match::m_One(),
                                                    match::m_Value(test.place)),
                                       match::m_APInt(test.bits)),
                        match::m_Zero()))) {
    test.isSet = order == llvm::ICmpInst::ICMP_NE;
    if (test.isSet || order == llvm::ICmpInst::ICMP_EQ)
      return test;
  }
  return std::nullopt;
}

/// Places beyond the bits are no values: there the shift has none.
Runs runsOfBits(const APInt &bits) {
  unsigned width = bits.getBitWidth();
  Runs runs;
  for (unsigned at = 0; at < width;) {
    at += bits.lshr(at).countr_zero();
    if (at >= width)
      break;
    unsigned length = bits.lshr(at).countr_one();
    runs.push_back({APInt(width, at), APInt(width, at + length - 1)});
    at += length;
  }
  return runs;
}

bool compareInstead(llvm::Instruction &instruction, const BitTest &test) {
  Runs ones = runsOfBits(*test.bits), zeros = runsOfBits(~*test.bits);
  bool areOnes = ones.size() <= zeros.size();
  const Runs &runs = areOnes ? ones : zeros;
  if (runs.size() > mostRuns)
    return false;
  llvm::IRBuilder<> b(&instruction);
  // As many bits as the constant has may be no width that a GPU has.
  constexpr unsigned word = 32;
  unsigned width = test.bits->getBitWidth() <= word ? word : 2 * word;
  if (test.bits->getBitWidth() > width)
    return false;
  Runs wide;
  for (const Run &run : runs)
    wide.push_back({run.first.zext(width), run.last.zext(width)});
  Value *place = b.CreateZExt(test.place, b.getIntNTy(width));
  Value *found = isInOneOf(b, place, wide);
  if (areOnes != test.isSet)
    found = b.CreateNot(found);
  instruction.replaceAllUsesWith(found);
  instruction.eraseFromParent();
  return true;
}

// ---- tables ----

/// A load of one of a constant's elements.
struct TableLoad {
  const llvm::ConstantDataArray *elements = nullptr;
  Value *index = nullptr;
};

std::optional<TableLoad> tableLoadOf(const llvm::LoadInst &load) {
  const auto *place =
      llvm::dyn_cast<llvm::GetElementPtrInst>(load.getPointerOperand());
  if (!place || place->getNumIndices() != 1 ||
      place->getSourceElementType() != load.getType())
    return std::nullopt;
  const auto *table = llvm::dyn_cast<llvm::GlobalVariable>(
      place->getPointerOperand()->stripPointerCasts());
  // Those that LLVM made; what the program wrote is as it wrote it.
  if (!table || !table->hasPrivateLinkage() ||
      !table->getName().starts_with("switch.table.") ||
      !table->hasInitializer())
    return std::nullopt;
  const auto *elements =
      llvm::dyn_cast<llvm::ConstantDataArray>(table->getInitializer());
  if (!elements || elements->getElementType() != load.getType())
    return std::nullopt;
  return TableLoad{elements, place->getOperand(1)};
}

/// The places of each of the values.
llvm::MapVector<llvm::Constant *, Runs> runsOfTable(const TableLoad &load) {
  unsigned width = load.index->getType()->getIntegerBitWidth();
  llvm::MapVector<llvm::Constant *, Runs> runs;
  llvm::Constant *before = nullptr;
  for (unsigned i = 0; i < load.elements->getNumElements(); ++i) {
    llvm::Constant *element = load.elements->getElementAsConstant(i);
    APInt place(width, i);
    if (element == before)
      runs[element].back().last = place;
    else
      runs[element].push_back({place, place});
    before = element;
  }
  return runs;
}

bool compareInstead(llvm::LoadInst &load, const TableLoad &table) {
  llvm::MapVector<llvm::Constant *, Runs> values = runsOfTable(table);
  // That of the most runs is what is left.
  auto rest = values.begin();
  std::size_t total = 0;
  for (auto value = values.begin(); value != values.end(); ++value) {
    total += value->second.size();
    if (value->second.size() > rest->second.size())
      rest = value;
  }
  if (total - rest->second.size() > mostRuns)
    return false;
  llvm::IRBuilder<> b(&load);
  Value *chosen = rest->first;
  for (const auto &[value, runs] : values)
    if (value != rest->first)
      chosen = b.CreateSelect(isInOneOf(b, table.index, runs), value, chosen);
  load.replaceAllUsesWith(chosen);
  load.eraseFromParent();
  return true;
}

} // namespace

llvm::PreservedAnalyses
SmallSwitches::run(llvm::Function &function,
                   llvm::FunctionAnalysisManager &analyses) {
  bool any = chooseValues(function, analyses);
  for (llvm::BasicBlock &block : function)
    if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator()))
      any |= compareInstead(*choice);
  for (llvm::Instruction &instruction :
       llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (std::optional<TableLoad> table = tableLoadOf(*load))
        any |= compareInstead(*load, *table);
    } else if (std::optional<BitTest> test = bitTestOf(instruction)) {
      any |= compareInstead(instruction, *test);
    }
  }
  return any ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

} // namespace pyk2ptx
