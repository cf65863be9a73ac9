// sum, min and max of a comprehension whose length or conditions are known at
// run time only: sum(x[i] for i in range(n) if x[i] > 0). No list is made. The
// compiler writes the loop that gives the same as a function inside the
// function that has the comprehension, which captures what it reads (Python
// makes a function of it, too):
//
//     def sum(.start):              def max(.default):
//         .total = .start               .found = False
//         for i in range(n):            for i in range(n):
//             if x[i] > 0:                  if x[i] > 0:
//                 .total += x[i]                .value = x[i]
//         return .total                         if not .found:
//                                                   .best = .value
//                                               elif .value > .best or ...:
//                                                   .best = .value
//                                               .found = True
//                                       if not .found:
//                                           .best = .default
//                                       return .best
//
// What has a constant length stays a tuple, whose elements may have several
// types.
#include "checker.h"
#include "comprehension_writer.h"
#include "frontend/parse/syntax_walk.h"
#include "frontend/tables/builtin_enum.h"

#include <set>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// The functions at the head of this file.
class FoldWriter : ComprehensionWriter {
  using Block = syntax::Block;

public:
  FoldWriter(const Comprehension &node, SourceRange range)
      : ComprehensionWriter(node, 0, range) {}

  FunctionDef sum(bool hasStart) const {
    FunctionDef def = folding("sum", hasStart ? ".start" : nullptr);
    ExprPtr start = hasStart ? name(".start") : expr(IntLiteral{});
    assign(def.body, ".total", start);
    Block add;
    put(add, AugAssign{name(".total"), BinaryOp::Add, node_.element, range_});
    loops(std::move(add), def.body);
    put(def.body, Return{name(".total")});
    return def;
  }

  FunctionDef extreme(bool isMin, bool hasDefault) const {
    FunctionDef def =
        folding(isMin ? "min" : "max", hasDefault ? ".default" : nullptr);
    assign(def.body, ".found", expr(BoolLiteral{false}));
    Block round;
    assign(round, ".value", node_.element);
    If take;
    take.branches.push_back({notFound(), {}});
    assign(take.branches.back().body, ".best", name(".value"));
    take.branches.push_back({isBetter(isMin), {}});
    assign(take.branches.back().body, ".best", name(".value"));
    put(round, std::move(take));
    assign(round, ".found", expr(BoolLiteral{true}));
    loops(std::move(round), def.body);
    whenEmpty(def, isMin, hasDefault);
    put(def.body, Return{name(".best")});
    return def;
  }

private:
  ExprPtr name(const char *id) const { return expr(Name{id}); }
  ExprPtr notFound() const { return expr(Unary{UnaryOp::Not, name(".found")}); }
  void assign(Block &block, const char *target, ExprPtr value) const {
    put(block, Assign{{name(target)}, std::move(value)});
  }

  ExprPtr compare(CompareOp op, const char *left, const char *right) const {
    Compare result;
    result.ops.push_back(op);
    result.operands = {name(left), name(right)};
    // Where the message about elements without an order points.
    return std::make_shared<Expr>(
        Expr{node_.element->range, std::move(result)});
  }
  /// nan is ignored, as by min and max of numbers.
  ExprPtr isBetter(bool isMin) const {
    CompareOp order = isMin ? CompareOp::Less : CompareOp::Greater;
    BoolOp either;
    either.isAnd = false;
    either.operands = {compare(order, ".value", ".best"),
                       compare(CompareOp::NotEqual, ".best", ".best")};
    return expr(std::move(either));
  }

  FunctionDef folding(const char *called, const char *param) const {
    FunctionDef def = function(called);
    if (param) {
      def.params.emplace_back();
      def.params.back().name = param;
      def.params.back().range = range_;
    }
    return def;
  }

  /// What Python raises is reported where errors are.
  void whenEmpty(FunctionDef &def, bool isMin, bool hasDefault) const {
    If empty;
    empty.branches.push_back({notFound(), {}});
    Block &body = empty.branches.back().body;
    if (hasDefault) {
      assign(body, ".best", name(".default"));
      return put(def.body, std::move(empty));
    }
    Call error;
    error.callee = name("ValueError");
    error.args.push_back(expr(StringLiteral{std::string(isMin ? "min" : "max") +
                                            "() iterable argument is empty"}));
    put(body, Raise{expr(std::move(error))});
    If debug;
    debug.branches.push_back({name("__debug__"), {}});
    put(debug.branches.back().body, std::move(empty));
    put(def.body, std::move(debug));
  }
};

} // namespace

FunctionValue FileChecker::written(const Comprehension &node, std::size_t at,
                                   Builtin builtin, const Scope &scope,
                                   const std::function<FunctionDef()> &write) {
  std::unique_ptr<FunctionDef> &def = written_[{&node, at, builtin, &scope}];
  if (!def)
    def = std::make_unique<FunctionDef>(write());
  FunctionValue function;
  function.def = def.get();
  function.scope = &evaluator_.lambdaScope(*def, scope);
  function.jit = std::make_shared<JitOptions>();
  return function;
}

/// Whether a `:=` binds a name in it: in Python one of the function around it.
static bool bindsNames(const Comprehension &node, std::size_t first) {
  std::set<std::string> names;
  collectWalrus(*node.element, names);
  for (std::size_t i = first; i < node.fors.size(); ++i) {
    collectWalrus(*node.fors[i].iterable, names);
    for (const ExprPtr &condition : node.fors[i].conditions)
      collectWalrus(*condition, names);
  }
  return !names.empty();
}

Operand
FunctionChecker::callWritten(const Comprehension &node, std::size_t at,
                             Builtin builtin, SourceRange place,
                             std::vector<Operand> args, SourceRange range,
                             const std::function<FunctionDef()> &write) {
  if (bindsNames(node, at)) {
    diagnostics().emit(place, diag::UnsupportedExpression,
                       std::string("`:=` in a generator whose length is not "
                                   "known at compile time"));
    return Operand::error(range);
  }
  return callInstance(file_.written(node, at, builtin, scope_, write),
                      std::move(args), std::nullopt, range);
}

std::optional<Operand> FunctionChecker::foldComprehension(Builtin builtin,
                                                          const Call &node,
                                                          SourceRange range) {
  const auto *made = node.args.empty()
                         ? nullptr
                         : std::get_if<Comprehension>(&node.args[0]->node);
  if (!made || made->kind == '{')
    return std::nullopt;
  if (builtin == Builtin::Any || builtin == Builtin::All) {
    if (made->kind != '(' || node.args.size() != 1 || !node.keywords.empty())
      return std::nullopt;
    return searchGenerator(builtin == Builtin::All, *made, range);
  }
  bool isSum = builtin == Builtin::Sum;
  const Expr *extra =
      isSum && node.args.size() == 2 ? node.args[1].get() : nullptr;
  std::size_t given = node.args.size() + node.keywords.size();
  if (!extra && node.keywords.size() == 1 &&
      node.keywords[0].name == (isSum ? "start" : "default"))
    extra = node.keywords[0].value.get();
  if (given != (extra ? 2U : 1U))
    return std::nullopt;
  bool isDefault = extra && !isSum;
  if (!isDefault && !typeOfUnevaluated(*node.args[0]).isError())
    return std::nullopt;
  std::vector<Operand> args;
  if (extra) {
    args.push_back(check(*extra));
    if (args.back().isError)
      return Operand::error(range);
  }
  SourceRange place = node.args[0]->range;
  return callWritten(*made, 0, builtin, place, std::move(args), range, [&] {
    FoldWriter writer(*made, place);
    return isSum ? writer.sum(extra)
                 : writer.extreme(builtin == Builtin::Min, extra);
  });
}

} // namespace pyk2ptx
