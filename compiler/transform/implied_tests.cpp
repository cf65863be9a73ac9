// A stencil over a plane that lies in one axis reads p - 1, p + 1, p - width,
// p + width and stores at p: five tests from below and five from above. Where
// the width is at least 1 the farthest two say what all do, and where the first
// row was left out, the one from below is known.
//
// A test is dropped if it follows from those that stay. What keeps a sum in one
// of the others from wrapping around (LoopTest::isForOthers) has to follow from
// one that compares plain values: that is right whatever they are.
#include "implied_tests.h"

#include <algorithm>
#include <string>
#include <vector>

namespace pyk2ptx {

using namespace ir;

namespace {

/// As many are compared with each other.
constexpr std::size_t mostTests = 24;

struct Entry {
  std::string key;
  /// Not negative where the test holds; none: not known.
  std::optional<Polynomial> sum;
  bool isForOthers;
  bool comparesPlainValues;
  bool isDropped = false;
};

Entry entryOf(const std::string &key, const LoopTest &test,
              Inequalities &known) {
  Entry entry{key, Polynomial(), test.isForOthers,
              test.difference.size() <= 2 &&
                  !test.difference.front().isSubtracted};
  for (const Term &term : test.difference)
    if (entry.sum)
      entry.sum =
          entry.sum->plus(known.ofNew(*term.value), term.isSubtracted ? -1 : 1);
  if (entry.sum)
    entry.sum = known.differenceOf(test.op, *entry.sum, Polynomial());
  return entry;
}

class Reducer {
public:
  Reducer(std::vector<Entry> &entries, Inequalities &known)
      : entries_(entries), known_(known) {}

  void run() {
    for (Entry &entry : entries_)
      if (!entry.isForOthers)
        entry.isDropped = follows(
            entry, [&](const Entry &other) { return !other.isForOthers; });
    for (Entry &entry : entries_)
      if (entry.isForOthers)
        entry.isDropped = follows(entry, [&](const Entry &other) {
          return !other.isForOthers && other.comparesPlainValues;
        });
  }

private:
  template <class F> bool follows(const Entry &entry, F &&counts) {
    if (!entry.sum)
      return false;
    Inequalities::Mark before = known_.mark();
    for (const Entry &other : entries_)
      if (&other != &entry && !other.isDropped && other.sum && counts(other))
        known_.assume(*other.sum);
    bool result = known_.isNeverNegative(*entry.sum);
    known_.forgetSince(before);
    return result;
  }

  std::vector<Entry> &entries_;
  Inequalities &known_;
};

} // namespace

LoopTests withoutImplied(LoopTests tests, Inequalities &known) {
  if (tests.size() > mostTests)
    return tests;
  std::vector<Entry> entries;
  for (const auto &[key, test] : tests)
    entries.push_back(entryOf(key, test, known));
  Reducer(entries, known).run();
  for (const Entry &entry : entries)
    if (entry.isDropped)
      tests.erase(entry.key);
  return tests;
}

} // namespace pyk2ptx
