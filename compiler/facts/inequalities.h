// What is known, at a place in a function, of the integers that it computes.
#ifndef PYK2PTX_COMPILER_FACTS_INEQUALITIES_H
#define PYK2PTX_COMPILER_FACTS_INEQUALITIES_H

#include "loop_facts.h"
#include "polynomial.h"

#include "frontend/ir/ir_walk.h"

#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace pyk2ptx {

/// Follows a walk through a function: whoever walks tells of each statement in
/// turn (pass, through), and asks in between. A value is an atom of its own or
/// a sum of products of others; an assignment gives its slot another value, so
/// what is known of values stays true where they are known.
class Inequalities {
public:
  /// All must outlive it. The values of slots are those before the first
  /// statement.
  Inequalities(const ir::Module &module, const ir::Function &function,
               const Ranges &ranges);

  /// What an int64 expression is, as an integer without a width.
  [[nodiscard]] Polynomial of(const ir::Expr &expr);
  /// The same of an expression that is not the function's, but could stand at
  /// this place.
  [[nodiscard]] Polynomial ofNew(const ir::Expr &expr);
  [[nodiscard]] Polynomial extentOf(const ir::Expr &array, unsigned axis);
  /// What is not negative where `left op right` holds: left - right, or right -
  /// left - 1 and so on. None: it says nothing of that kind.
  [[nodiscard]] std::optional<Polynomial> differenceOf(ir::CompareOp op,
                                                       const Polynomial &left,
                                                       const Polynomial &right);

  /// Whether it is known here that `sum` is never negative.
  [[nodiscard]] bool isNeverNegative(const Polynomial &sum);
  /// The same of both, where `fact` is not negative either.
  [[nodiscard]] bool areNeverNegativeWhere(const Polynomial &fact,
                                           const Polynomial &one,
                                           const Polynomial &other);
  /// Whether what is known of `extent` may say something of `value`: it is a
  /// sum with it, or one of two values.
  [[nodiscard]] bool mayDependOn(const Polynomial &value,
                                 const Polynomial &extent) const;

  /// After this assignment.
  void assign(ir::SlotId slot, const ir::Expr &value);
  /// What Lets of the expression set may be anything.
  void forgetLets(const ir::Expr &expr);
  /// The statement may have run, any number of times.
  void forgetAssigned(const ir::Stmt &stmt);
  /// A statement without blocks was walked.
  void pass(const ir::Stmt &stmt);
  /// Calls `walk` with each block of `stmt`, in which it is known what the
  /// conditions before it say; afterwards the statement was walked.
  template <class S, class Walk> void through(S &stmt, Walk &&walk);

  /// From here on, until `forgetSince`: the condition is as `isTrue`, or what
  /// is given is not negative.
  void assume(const ir::Expr &condition, bool isTrue);
  void assume(const Polynomial &sum);
  /// What was assumed.
  struct Mark {
    std::size_t facts, bounds;
  };
  [[nodiscard]] Mark mark() const { return {facts_.size(), bounds_.size()}; }
  void forgetSince(Mark mark);

private:
  using Sums = std::vector<Polynomial>;
  /// A value that is one of two, and what is not negative where it is that.
  struct Choice {
    Polynomial first, second;
    Sums whereFirst, whereSecond;
  };
  struct Value {
    Interval range;
    std::unique_ptr<Choice> choice;
    /// Null, or what it is a name of.
    std::unique_ptr<Polynomial> sum;
  };
  /// What a bool says, where it is true and where it is false.
  struct Condition {
    Sums whenTrue, whenFalse;
  };
  /// An expression that `ranges_` does not know: new, or another function's,
  /// whose parameters are `args`.
  struct Outside {
    const std::vector<Polynomial> *args;
    unsigned depth;
  };
  class Prover;

  Atom newAtom(Interval range);
  Polynomial unknown(const ir::Expr &expr, const Outside *outside);
  Polynomial valueOf(ir::SlotId slot);
  void setValue(ir::SlotId slot, std::optional<Polynomial> value);
  Polynomial of(const ir::Expr &expr, const Outside *outside);
  Polynomial ofConvert(const ir::Expr &expr, const Outside *outside);
  Polynomial ofBinary(const ir::Expr &expr, const Outside *outside);
  Polynomial ofRemainder(const ir::Expr &expr, const Polynomial &of,
                         const Polynomial &by, const Outside *outside);
  /// sum // by of a positive number, which lies in `range`.
  Polynomial quotient(const Polynomial &sum, std::int64_t by, Interval range);
  /// The same as an atom.
  Atom quotientAtom(const Polynomial &sum, std::int64_t by);
  /// What is not negative and below `by` if that is positive; else it is 0, or
  /// it may be anything.
  Polynomial remainderBy(const Polynomial &by, bool isZeroElse = true);
  Polynomial ofCall(const ir::Expr &expr, const Outside *outside);
  Polynomial choose(Interval range, Choice choice);
  Polynomial named(const Polynomial &value, Interval range);
  /// Of what is no slot's; none: it may be any.
  std::optional<Polynomial> extentOfView(const ir::Expr &array, unsigned axis);
  std::optional<Polynomial> countOf(const ir::ViewSubscript &slice,
                                    const Polynomial &extent);
  std::optional<Polynomial> distance(const Polynomial &lower,
                                     const Polynomial &upper,
                                     const Polynomial &extent);
  template <class Make>
  std::optional<Polynomial> bySign(const Polynomial &number, const Make &make);
  /// The value, but 0 if it is negative.
  Polynomial orZero(const Polynomial &value);
  Interval rangeOf(const Polynomial &sum) const;
  Sums factsOf(const ir::Expr &condition, bool isTrue);
  Sums saidBy(const ir::Expr &condition, bool isTrue);
  Sums factsOfCompare(const ir::Compare &compare, bool isTrue);
  void bound(Atom atom, Interval range);
  void assumeBelow(const Polynomial &value, const Polynomial &end);
  /// Whether what was assumed since then contradicts what was known.
  [[nodiscard]] bool isImpossible(Mark since) const;

  void assignArray(ir::SlotId slot, const ir::Expr &value);
  void forget(const SlotSet &slots);
  /// A slot that is `remainderBy` the same at all times of a loop.
  struct Remainder {
    ir::SlotId slot;
    Polynomial by;
    bool isZeroElse = true;
  };
  using Remainders = std::vector<Remainder>;
  [[nodiscard]] bool isAs(const Remainder &remainder, const Polynomial &value);
  std::optional<Polynomial> endOf(const ir::Expr &value,
                                  const SlotSet &assigned);
  /// From here on the loop may have run, any number of times. What it assigns
  /// may be anything, but for these.
  Remainders enterLoop(const ir::Stmt &loop, const SlotSet &assigned);
  void forget(const SlotSet &slots, const Remainders &remainders);
  /// What expressions of the statement itself assign.
  void forgetLets(const ir::Stmt &stmt);
  /// A branch of an If: its values when it ends.
  struct Branch {
    std::map<ir::SlotId, std::optional<Polynomial>> values;
    Sums facts;
    bool leaves = false;
  };
  /// Undoes the changes of values since the log was `since` long.
  Branch leave(std::size_t since, const ir::Block &block, Sums facts);
  void merge(const Branch &first, const Branch &second);
  void learnCounter(const ir::ForRange &loop, const Polynomial &start,
                    const Polynomial &stop);

  const ir::Module &module_;
  const ir::Function &function_;
  const Ranges &ranges_;
  std::vector<Value> atoms_;
  /// By slot; none: not asked yet, or another since.
  std::vector<std::optional<Polynomial>> current_;
  /// What current_ was before each change of the branches that are walked.
  std::vector<std::pair<ir::SlotId, std::optional<Polynomial>>> log_;
  std::unordered_map<ir::SlotId, Condition> conditions_;
  /// By the array and the axis.
  std::map<std::pair<Atom, unsigned>, Polynomial> extents_;
  struct Quotient {
    Polynomial of;
    std::int64_t by;
    Atom value;
  };
  std::vector<Quotient> quotients_;
  std::map<Builtin, Atom> registers_;
  Sums facts_;
  /// What atoms' ranges were before they became narrower.
  std::vector<std::pair<Atom, Interval>> bounds_;
};

template <class S, class Walk>
void Inequalities::through(S &stmt, Walk &&walk) {
  forgetLets(stmt);
  if (auto *choice = std::get_if<ir::If>(&stmt.node)) {
    auto branch = [&](auto &block, bool isTrue) {
      Mark before = mark();
      std::size_t since = log_.size();
      Sums facts = factsOf(*choice->condition, isTrue);
      for (const Polynomial &fact : facts)
        assume(fact);
      walk(block);
      forgetSince(before);
      return leave(since, block, std::move(facts));
    };
    Branch first = branch(choice->body, true);
    Branch second = branch(choice->orElse, false);
    merge(first, second);
    return;
  }
  SlotSet assigned;
  addAssigned(stmt, assigned);
  const auto *counted = std::get_if<ir::ForRange>(&stmt.node);
  Polynomial start, stop;
  if (counted) {
    start = of(*counted->start);
    stop = of(*counted->stop);
  }
  Remainders remainders = enterLoop(stmt, assigned);
  Mark before = mark();
  if (counted)
    learnCounter(*counted, start, stop);
  if (auto *loop = std::get_if<ir::While>(&stmt.node))
    assume(*loop->condition, true);
  forEachBlockOf(stmt, [&](auto &block) {
    walk(block);
    forget(assigned, remainders);
    forgetSince(before);
  });
}

} // namespace pyk2ptx

#endif
