// What the checker of a function remembers from one statement to the next.
#ifndef PYK2PTX_FRONTEND_CHECK_FUNCTION_STATE_H
#define PYK2PTX_FRONTEND_CHECK_FUNCTION_STATE_H

#include "frontend/emit/emitter.h"
#include "frontend/hints/wide_shift.h"
#include "frontend/parse/set_under.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace pyk2ptx {

class FunctionChecker;

struct FunctionState {
  /// A place where paths meet that is left or entered before all of them are
  /// known: what is assumed to come, and what came in this pass.
  struct Join {
    Environment assumed, brought;
    bool isAssumed = false, isBrought = false;
    /// Where this is set, a variable that is nothing here and was unset there
    /// is taken to be unset.
    const Environment *unsetsErrors = nullptr;
    /// Whether what came is what was assumed. If not, it is assumed now:
    /// `keeps` what was assumed before, too, which ends any alternation.
    bool settle(FunctionChecker &checker, bool keeps);
  };
  /// What is assumed of a loop: types at its head and behind it.
  struct LoopFacts {
    Join head, exit;
    /// What it may assign in each round; found once.
    std::optional<std::vector<std::uint32_t>> assigned;
    /// It turns once at least.
    bool turns = false;
    /// A round of an unrolled loop: what is assumed of that, where `broke` says
    /// that a break left it.
    LoopFacts *unrolled = nullptr;
    ir::SlotId broke = 0;
  };
  ir::Function function_;
  std::vector<std::string> names_;
  /// Those that a `:=` sets.
  std::set<std::string> walrus_;
  /// Variables that refer to the kernel's copies of its records.
  std::vector<ir::SlotId> recordCopies_;
  std::unordered_map<std::string, std::uint32_t> indices_;
  Environment env_;
  /// Made for the first name that may be unset.
  std::optional<SetUnder> setUnder_;
  /// Slots of each variable, one a type.
  std::vector<std::vector<ir::SlotId>> variableSlots_;
  std::unordered_map<ir::SlotId, std::uint32_t> slotVariables_;
  /// Those that were found to be read before they are assigned, in that order.
  std::vector<ir::SlotId> zeroSlots_;
  /// By loop, and the unrolled round that it stands in.
  std::map<std::pair<const void *, std::uint64_t>, LoopFacts> loops_;
  std::uint64_t unrolledKey_ = 0;
  std::map<std::tuple<std::uint64_t, const void *, std::int64_t>, std::uint64_t>
      unrolledKeys_;
  std::vector<LoopFacts *> loopStack_;
  std::map<std::pair<const void *, std::uint64_t>, std::uint32_t> arrays_;
  /// Bytes into memory that the user gives a primitive, by calls of its text.
  std::map<std::pair<const void *, std::uint64_t>, std::int64_t> scratchAt_;
  std::vector<std::pair<Value, std::uint32_t>> constantArrays_;
  /// The name being assigned, for shared and local arrays.
  std::string assigned_;
  Type returnType_ = Type::error();
  bool returnValid_ = false;
  /// Of the array that it returns.
  std::optional<Extents> returnExtents_;
  bool returnChanged_ = false;
  bool isPending_ = false;
  /// What is returned needs the result of such a call.
  bool returnsPending_ = false;
  std::optional<Type> declaredResult_;
  std::vector<CallArgument> params_;
  /// Captured variables of the function around this one; they stand behind the
  /// parameters.
  std::vector<std::pair<std::string, CallArgument>> captures_;
  /// Default values of nested functions that are not constant.
  std::unordered_map<const syntax::Parameter *, Operand> defaults_;
  /// What variables are where the condition just checked is true, when `:=` in
  /// an `and` makes that differ from env_.
  std::optional<Environment> whenTrue_;
  /// Null where an array expression cannot stand.
  Elementwise *elementwise_ = nullptr;
  /// The one whose value is being assigned.
  Elementwise *expression_ = nullptr;
  /// Expressions of the statement that do more than give a value.
  std::vector<SourceRange> effects_;
  /// Names that comprehensions around this place bind.
  std::map<std::string, Operand> bound_;
  /// Where a pattern's elements are kept.
  ir::Block *matchLets_ = nullptr;
  /// Slots that were assigned what holdsOwnLocal.
  std::set<ir::SlotId> ownLocals_;
  WideSlots wideSlots_;
  /// Where one of them is returned.
  std::optional<SourceRange> returnsLocal_;
  std::vector<ir::ArrayDeclaration> lent_;
  /// Arrays for calls: by the call's place, the unrolled round, the function
  /// and which of its arrays it is.
  std::map<std::tuple<std::string, std::uint64_t, std::uint32_t, std::size_t>,
           std::uint32_t>
      lentArrays_;
  /// A coop.ThreadData without a dtype, and what its first use says of it.
  struct ThreadData {
    SourceRange range;
    std::int64_t items = 0;
    std::optional<Type> element;
    /// The local array that it is, once that is known.
    std::optional<std::uint32_t> array = {};
  };
  std::vector<ThreadData> threadData_;
  std::map<std::pair<const void *, std::uint64_t>, std::size_t> threadDataAt_;
  /// One of them got its type in this pass.
  bool hasNewType_ = false;
  /// Of the arrays that `keep` and `once` gave a slot.
  std::map<ir::SlotId, Extents> keptExtents_;
  /// Local arrays that are new objects wherever they are made.
  std::set<std::uint32_t> newArrays_;
  /// Slots that are assigned one of them where it is made.
  std::map<ir::SlotId, std::uint32_t> newResults_;
};

} // namespace pyk2ptx

#endif
