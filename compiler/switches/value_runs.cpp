// A GPU's comparison takes the outcome of the one before as an operand, so a
// value is compared with one after the other; neighbours are a range.
#include "value_runs.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <utility>

namespace pyk2ptx {

using llvm::APInt;
using llvm::Value;

static Value *isIn(llvm::IRBuilder<> &b, Value *value, const Run &run) {
  auto constant = [&](const APInt &number) {
    return llvm::ConstantInt::get(value->getType(), number);
  };
  auto is = [&](const APInt &number) {
    return b.CreateICmpEQ(value, constant(number));
  };
  if (run.first == run.last)
    return is(run.first);
  if (run.first.isZero())
    return b.CreateICmpULE(value, constant(run.last));
  if (run.first + 1 == run.last) {
    Value *isFirst = is(run.first);
    return b.CreateOr(isFirst, is(run.last));
  }
  return b.CreateICmpULE(b.CreateSub(value, constant(run.first)),
                         constant(run.last - run.first));
}

Value *isInOneOf(llvm::IRBuilder<> &b, Value *value, const Runs &runs) {
  Value *any = nullptr;
  for (const Run &run : runs) {
    Value *isHere = isIn(b, value, run);
    any = any ? b.CreateOr(any, isHere) : isHere;
  }
  return any ? any : b.getFalse();
}

Runs runsOf(llvm::SmallVector<APInt, 8> values) {
  llvm::sort(values, [](const APInt &a, const APInt &b) { return a.ult(b); });
  Runs runs;
  for (const APInt &value : values)
    if (!runs.empty() && runs.back().last + 1 == value)
      runs.back().last = value;
    else
      runs.push_back({value, value});
  return runs;
}

Runs runsOf(const llvm::SwitchInst &choice) {
  llvm::SmallVector<APInt, 8> values;
  for (const auto &way : choice.cases())
    values.push_back(way.getCaseValue()->getValue());
  return runsOf(std::move(values));
}

} // namespace pyk2ptx
