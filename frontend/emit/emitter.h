// What a feature of a library needs to make typed IR: operands checked,
// converted, computed with; functions called; errors told. Features are free
// functions over it (library/); the checker of functions, which knows Python's
// names and flow, is it.
#ifndef PYK2PTX_FRONTEND_EMIT_EMITTER_H
#define PYK2PTX_FRONTEND_EMIT_EMITTER_H

#include "block_threads.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/tables/builtins.h"
#include "operand.h"

#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

/// An array expression on its way into a part of an array.
struct Elementwise {
  struct Leaf {
    /// Kept in slots.
    Operand array;
    std::vector<Operand> extents;
    /// The variable that it is, or is a part of, if it is one.
    std::optional<ir::SlotId> root;
    bool isWhole = false;
    /// All of the variable's elements at other places.
    bool isTurned = false;
    /// It is the target of the assignment.
    bool isTarget = false;
    /// It may be empty because an index was outside; its elements are zero
    /// then.
    bool isZeroOutside = false;
  };
  /// Where what is evaluated once goes, before the loops.
  ir::Block *block = nullptr;
  /// int64 slots: the place on each axis, the last axis first.
  std::vector<ir::SlotId> places;
  std::vector<Leaf> leaves;
};

class Emitter {
public:
  // ---- where it stands ----
  virtual Evaluator &evaluator() = 0;
  virtual ir::Module &module() = 0;
  virtual ir::Function &function() = 0;
  virtual bool raisesBounds() const = 0;
  /// `index` of a tuple, checked where errors are reported.
  virtual ir::ExprPtr checkedTupleIndex(ir::ExprPtr index,
                                        std::int64_t size) = 0;
  /// The bool itself; where it is false the thread ends and the launch reports
  /// `kind`: `text`.
  virtual ir::ExprPtr raisingUnless(ir::ExprPtr condition, const char *kind,
                                    const std::string &text) = 0;
  /// Null where an array expression cannot stand.
  virtual Elementwise *&elementwise() = 0;
  /// The one whose value is being assigned.
  virtual Elementwise *&expression() = 0;

  // ---- what it does ----
  virtual ir::SlotId temporary(const Type &type) = 0;
  virtual void noteEffects(const syntax::Expr &expr, const Operand &result) = 0;
  virtual bool rangeArguments(const syntax::Call &call, SourceRange range,
                              std::vector<ir::ExprPtr> &args,
                              Type &element) = 0;
  virtual bool isNumba() const = 0;
  /// These hide the functions of types.h, which have Python's rules.
  virtual std::optional<Type> arithmeticType(const Type &a,
                                             const Type &b) const = 0;
  virtual std::optional<Type> join(const Type &a, const Type &b) const = 0;
  /// A float64 from Python: weak in Python's typing.
  virtual Type pythonFloat() const = 0;
  virtual Operand numbaConversion(Builtin builtin, Operand operand,
                                  SourceRange range) = 0;
  virtual Operand keepParts(Operand operand, ir::Block &block) = 0;
  /// `and`, `or` of truth values, folded.
  virtual Operand bothTrue(bool isAnd, Operand left, Operand right,
                           SourceRange range) = 0;
  /// Of a store into a kernel's own copy of a record.
  virtual void warnOfCopy(const ir::Expr &array, SourceRange range) = 0;
  virtual Extents extentsOf(const ir::Expr &array) const = 0;
  /// What is known of the value that a temporary is assigned.
  virtual void noteKept(ir::SlotId slot, const ir::Expr &value) = 0;
  /// What is known of how many threads the kernel's blocks have.
  virtual BlockThreads blockThreads() = 0;
  /// The primitive being expanded is for blocks of so many threads.
  virtual void expectThreads(std::uint32_t threads) = 0;
  /// Where in memory that the user gives the primitive being expanded has so
  /// many bytes; `key` tells its calls apart.
  virtual std::int64_t placeScratch(std::int64_t bytes, const void *key) = 0;
  /// A shared array of so many elements that the primitive being expanded has
  /// until its end.
  virtual Operand scratchArray(const Type &element, std::int64_t count,
                               const void *key, SourceRange range) = 0;
  /// cuda.shared.array, cuda.local.array, np.zeros and its like.
  virtual Operand makeArray(Builtin builtin, const syntax::Call &node,
                            SourceRange range) = 0;
  virtual Operand callInstance(const FunctionValue &function,
                               std::vector<Operand> args,
                               const std::optional<Type> &declaredResult,
                               SourceRange range) = 0;
  virtual void raise(const std::string &kind, std::string text, bool isReported,
                     SourceRange range, ir::Block &block) = 0;
  virtual Operand check(const syntax::Expr &expr) = 0;
  virtual Operand checkNode(const syntax::Expr &expr) = 0;
  virtual Operand constantOperand(Value value, SourceRange range) = 0;
  virtual Operand unaryOperation(syntax::UnaryOp op, Operand operand,
                                 SourceRange range) = 0;
  virtual Operand attributeOf(Operand base, const syntax::Attribute &node,
                              SourceRange range) = 0;
  virtual Operand compareTwo(syntax::CompareOp op, Operand left, Operand right,
                             SourceRange range) = 0;
  /// A bool expression, or a known number; null after an error.
  virtual ir::ExprPtr checkCondition(const syntax::Expr &expr,
                                     std::optional<bool> &known) = 0;
  virtual Operand notConstant(const std::string &name, const Value &value,
                              SourceRange range) = 0;
  /// A captured array: data of the function, which nothing may store to.
  virtual Operand constantArray(const Value &value, const std::string &name,
                                SourceRange range) = 0;
  /// Whether nothing may store to the array; says so.
  virtual bool refuseReadonly(const Operand &array) = 0;
  virtual Operand binaryOperation(syntax::BinaryOp op, Operand left,
                                  Operand right, SourceRange range) = 0;
  virtual Operand exponentOf(const syntax::Expr &expr, Operand exponent) = 0;
  /// `isTuple`: the operands are a tuple's elements, of which there may be one.
  virtual Operand minMax(bool isMin, std::vector<Operand> operands,
                         SourceRange range, bool isTuple = false) = 0;
  virtual Operand operandError(const char *op, const Operand &left,
                               const Operand &right, SourceRange range) = 0;
  /// The type an operand has when it becomes a run-time value; Error with a
  /// message when it cannot become one.
  virtual Type typeOf(const Operand &operand, bool report = true) = 0;
  /// The operand as an expression of its own type.
  virtual ir::ExprPtr materialize(Operand operand) = 0;
  /// The operand as an expression of `type`, converted where Python would
  /// accept it; null with a message when it cannot be.
  virtual ir::ExprPtr coerce(Operand operand, const Type &type) = 0;
  virtual ir::ExprPtr convert(ir::ExprPtr expr, const Type &type) = 0;
  virtual ir::ExprPtr toBool(Operand operand) = 0;
  /// Any integer or bool as int64; a uint64 is reinterpreted.
  virtual ir::ExprPtr toIndex(Operand operand, bool &canBeNegative) = 0;
  virtual bool canCoerce(const Type &from, const Type &to) const = 0;
  virtual std::string describe(const Operand &operand) const = 0;
  /// Evaluates `operand` once: later uses read the slot. Wrap the user of the
  /// returned operands by finishLets.
  virtual Operand once(Operand operand, std::vector<ir::Let> &lets) = 0;
  /// Whether the slot is a variable that some `:=` sets: what is evaluated
  /// between two reads of it may do that.
  [[nodiscard]] virtual bool isSetWithin(ir::SlotId slot) const = 0;
  virtual ir::ExprPtr finishLets(ir::ExprPtr body,
                                 std::vector<ir::Let> lets) = 0;
  /// A row on floats, of as many arguments as it has.
  virtual Operand callReal(Builtin builtin, std::vector<Operand> args,
                           SourceRange range) = 0;
  virtual bool bindArguments(const FunctionValue &function,
                             const syntax::Call &node, SourceRange range,
                             std::vector<Operand> &bound,
                             std::vector<ir::Let> &lets) = 0;
  virtual Diagnostics &diagnostics() = 0;

protected:
  ~Emitter() = default;
};

} // namespace pyk2ptx

#endif
