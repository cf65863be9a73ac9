// Internal to check/ and library/: what an expression is while a function is
// checked.
#ifndef PYK2PTX_FRONTEND_EMIT_OPERAND_H
#define PYK2PTX_FRONTEND_EMIT_OPERAND_H

#include "frontend/evaluate/evaluate.h"
#include "frontend/ir/ir.h"
#include "variables.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pyk2ptx {

/// The value of an expression. Exactly one form:
///  - error: reported already
///  - known: a constant or another compile-time value
///  - parts: a tuple whose elements are separate
///  - expr: computed at run time, of `type`
///  - slice: lower:upper:step in a subscript, which are `parts`; known None
///    where nothing is written
struct Operand {
  bool isError = false;
  std::optional<Value> known;
  bool isTuple = false;
  std::vector<Operand> parts;
  /// Of a named tuple.
  std::shared_ptr<const std::vector<std::string>> names;
  /// Of a tuple that is in parts: Python has a list.
  bool madeAsList = false;
  /// It is written as `x.shape`, for messages.
  bool isShape = false;
  bool hasBounds = false;
  ir::ExprPtr expr;
  Type type = Type::error();
  /// One element of an array expression (library/elementwise.cpp); `expr` is it
  /// at the place that the loop around it is at.
  bool isElement = false;
  SourceRange range;

  static Operand error(SourceRange range);
  static Operand ofValue(Value value, SourceRange range);
  static Operand ofExpr(ir::ExprPtr expr);
  static Operand
  tuple(std::vector<Operand> parts, SourceRange range,
        std::shared_ptr<const std::vector<std::string>> names = nullptr);
  /// The same with `isList`: lists never change here, so they are tuples, but
  /// for what they are as an index.
  static Operand asList(Operand operand, bool isList = true);
  /// A slice of a whole axis.
  static Operand wholeAxis(SourceRange range);

  /// A number, known or computed (bool counts).
  bool isScalar() const;
  bool isArray() const { return expr && type.isArray(); }
  bool isList() const {
    return known  ? known->kind == Value::Kind::Tuple && known->isList
           : expr ? type.isList
                  : isTuple && madeAsList;
  }
  /// lower:upper:step, or a slice that is known.
  bool isSlice() const {
    return hasBounds || (known && known->kind == Value::Kind::Slice);
  }
  bool isNumber() const { return known && known->isNumber(); }
  bool isPath(const char *path) const {
    return known && known->kind == Value::Kind::Path && known->text == path;
  }
};

/// What a function is compiled for: a type, or a value known at compile time
/// that has none (a function, None, a string).
struct CallArgument {
  Type type;
  std::optional<Value> known;
  /// A kernel's array of one record, which the function knows as the record.
  bool isPlace = false;
  /// Of an array, for a function that is expanded where it is called.
  Extents extents = {};
};
using Captures = std::vector<std::pair<std::string, CallArgument>>;

/// Another use of an operand that `once` returned.
Operand again(const Operand &operand);
/// Another use of an operand whose parts are known or kept.
Operand copyOf(const Operand &operand);
/// The same type, or the 64-bit integer that holds its values.
Type computable(const Type &type);

/// Numbers that are known.
Operand intOperand(std::int64_t value, SourceRange range);
Operand boolOperand(bool value, SourceRange range);

/// Some arguments.
template <class... Operands>
[[nodiscard]] std::vector<Operand> listOf(Operands... each) {
  std::vector<Operand> result;
  (result.push_back(std::move(each)), ...);
  return result;
}

// ---- small makers of IR ----
ir::ExprPtr makeExpr(SourceRange range, Type type,
                     decltype(ir::Expr::node) node);
ir::ExprPtr makeInt(SourceRange range, std::int64_t value);
ir::ExprPtr makeNumber(SourceRange range, const Number &number);
ir::ExprPtr makeConvert(ir::ExprPtr expr, const Type &type);

/// The only index of what a reference refers to.
std::vector<ir::Index> referenceIndex(SourceRange range);

} // namespace pyk2ptx

#endif
