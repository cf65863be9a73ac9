// What an expression would be: it is checked on trial, and what that left is
// taken back.
#include "checker.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// What `look` returns; `without` where there are too many trials in trials.
template <class Result, class F>
Result FunctionChecker::onTrial(const Result &without, const F &look) {
  // A function that chooses between itself and a result may do so without end.
  constexpr int mostTrials = 4;
  if (file_.trials() == mostTrials)
    return without;
  Diagnostics::Mark mark = diagnostics().mark();
  FileChecker::Trial trial = file_.beginTrial();
  Environment before = env_;
  std::optional<Environment> whenTrue;
  whenTrue.swap(whenTrue_);
  std::size_t slots = function_.slots.size(), zeros = zeroSlots_.size();
  std::vector<ir::ArrayDeclaration> arrays = function_.arrays;
  auto arrayNumbers = arrays_;
  auto lentArrays = lentArrays_;
  auto constantArrays = constantArrays_;
  auto ownLocals = ownLocals_;
  bool isPending = isPending_;
  std::size_t effects = effects_.size();
  Elementwise *elementwise = std::exchange(elementwise_, nullptr);

  Result result = look();

  elementwise_ = elementwise;
  isPending_ = isPending;
  effects_.resize(effects);
  ownLocals_ = std::move(ownLocals);
  constantArrays_ = std::move(constantArrays);
  lentArrays_ = std::move(lentArrays);
  arrays_ = std::move(arrayNumbers);
  function_.arrays = std::move(arrays);
  dropSlots(slots, zeros);
  whenTrue_.swap(whenTrue);
  env_ = std::move(before);
  file_.endTrial(std::move(trial));
  diagnostics().rollback(mark);
  return result;
}

Type FunctionChecker::typeOfUnevaluated(const Expr &expr) {
  return onTrial(Type::error(), [&] { return typeOf(check(expr), false); });
}

std::optional<bool> FunctionChecker::knownOnTrial(const Expr &condition) {
  return onTrial(std::optional<bool>(), [&] {
    std::optional<bool> known;
    checkCondition(condition, known);
    return known;
  });
}

FileChecker::Trial FileChecker::beginTrial() {
  ++trials_;
  Trial trial;
  trial.functions = module_.functions.size();
  trial.links = module_.links.size();
  trial.instances = trialInstances_.size();
  trial.symbols = symbols_;
  trial.reached = reached_;
  trial.usedAsDevice = usedAsDevice_;
  trial.meeting = meeting_;
  trial.acting = acting_;
  return trial;
}

void FileChecker::endTrial(Trial trial) {
  --trials_;
  for (; trialInstances_.size() > trial.instances; trialInstances_.pop_back())
    instances_.erase(trialInstances_.back());
  // Whoever remembers a function by its number forgets it.
  auto isGone = [&](const auto &check) {
    return check.second >= trial.functions;
  };
  std::erase_if(valueChecks_, isGone);
  module_.functions.resize(trial.functions);
  module_.links.resize(trial.links);
  symbols_ = std::move(trial.symbols);
  reached_ = std::move(trial.reached);
  usedAsDevice_ = std::move(trial.usedAsDevice);
  meeting_ = std::move(trial.meeting);
  acting_ = std::move(trial.acting);
}

} // namespace pyk2ptx
