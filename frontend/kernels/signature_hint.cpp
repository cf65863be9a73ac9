// The types that a kernel's parameters seem to have, for the message about a
// kernel that states none: a proposal to look at, read off the text. What is
// subscripted is an array with as many axes as it has subscripts; what bounds a
// loop, is compared with an index or is one, is an integer.
#include "kernel_signatures.h"

#include "frontend/parse/syntax_walk.h"
#include "frontend/scopes/scope.h"

#include <algorithm>

namespace pyk2ptx {

using namespace syntax;

namespace {

struct Use {
  bool isArray = false, isInteger = false, hasIntegers = false;
  bool isOperand = false, isPassed = false, isRead = false;
  std::size_t rank = 1;
};

class UseFinder {
public:
  explicit UseFinder(const FunctionDef &def) {
    for (const Parameter &param : def.params)
      uses[param.name];
    findTuples(def.body);
    visitExprs(def.body, [this](const Expr &expr) { look(expr); });
    // Now that the names of indices are known.
    visitExprs(def.body, [this](const Expr &expr) { compare(expr); });
  }

  std::map<std::string, Use> uses;

private:
  Use *useOf(const Expr &expr) {
    const auto *name = std::get_if<Name>(&expr.node);
    auto found = name ? uses.find(name->id) : uses.end();
    return found == uses.end() ? nullptr : &found->second;
  }

  void array(Use *use, std::size_t rank) {
    if (!use)
      return;
    use->isArray = true;
    use->rank = std::max(use->rank, rank);
  }

  /// Names in an index or a bound of a loop.
  void integers(const Expr &expr) {
    if (const auto *name = std::get_if<Name>(&expr.node)) {
      indices_.insert(name->id);
      if (Use *use = useOf(expr))
        use->isInteger = true;
      return;
    }
    if (const auto *operation = std::get_if<Binary>(&expr.node)) {
      integers(*operation->left);
      integers(*operation->right);
    } else if (const auto *part = std::get_if<Slice>(&expr.node)) {
      for (const ExprPtr *each : {&part->lower, &part->upper, &part->step})
        if (*each)
          integers(**each);
    } else if (const auto *tuple = std::get_if<TupleExpr>(&expr.node)) {
      for (const ExprPtr &each : tuple->elements)
        integers(*each);
    } else if (const auto *access = std::get_if<Subscript>(&expr.node)) {
      if (Use *use = useOf(*access->value))
        use->hasIntegers = true;
    }
  }

  /// at = cuda.grid(2), at = (y, x): where a kernel begins, such names are
  /// indices of several axes.
  void findTuples(const Block &body) {
    for (const Stmt &stmt : body) {
      const auto *assign = std::get_if<Assign>(&stmt.node);
      if (!assign || assign->targets.size() != 1)
        continue;
      if (const auto *name = std::get_if<Name>(&assign->targets[0]->node))
        tuples_[name->id] = countOf(*assign->value);
    }
  }

  /// How many axes it is an index of.
  std::size_t countOf(const Expr &index) const {
    if (const auto *tuple = std::get_if<TupleExpr>(&index.node))
      return tuple->elements.size();
    if (const auto *name = std::get_if<Name>(&index.node)) {
      auto found = tuples_.find(name->id);
      return found == tuples_.end() ? 1 : found->second;
    }
    const auto *call = std::get_if<Call>(&index.node);
    const auto *access =
        call ? std::get_if<Attribute>(&call->callee->node) : nullptr;
    const auto *axes =
        access && (access->name == "grid" || access->name == "gridsize") &&
                call->args.size() == 1
            ? std::get_if<IntLiteral>(&call->args[0]->node)
            : nullptr;
    return axes && axes->value >= 1 && axes->value <= 3
               ? static_cast<std::size_t>(axes->value)
               : 1;
  }

  void subscript(const Subscript &node) {
    std::size_t rank = 0;
    const Subscript *at = &node;
    while (at) {
      for (const ExprPtr &index : at->indices) {
        rank += countOf(*index);
        integers(*index);
      }
      const Expr &value = *at->value;
      array(useOf(value), rank);
      const auto *access = std::get_if<Attribute>(&value.node);
      const auto *axis = std::get_if<IntLiteral>(&at->indices[0]->node);
      if (access && axis && axis->value < 32 &&
          (access->name == "shape" || access->name == "strides"))
        array(useOf(*access->value), axis->value + 1);
      at = std::get_if<Subscript>(&value.node);
    }
  }

  void call(const Call &node) {
    const auto *name = std::get_if<Name>(&node.callee->node);
    const auto *access = std::get_if<Attribute>(&node.callee->node);
    const auto *group =
        access ? std::get_if<Attribute>(&access->value->node) : nullptr;
    if (name && name->id == "range")
      for (const ExprPtr &arg : node.args)
        integers(*arg);
    if (name && name->id == "len" && node.args.size() == 1)
      return array(useOf(*node.args[0]), 1);
    if (group && group->name == "atomic" && node.args.size() >= 2) {
      array(useOf(*node.args[0]), countOf(*node.args[1]));
      integers(*node.args[1]);
    }
    const auto *library =
        access ? std::get_if<Name>(&access->value->node) : nullptr;
    bool isNumeric =
        (library && library->id == "math") ||
        (name && (name->id == "float" || name->id == "int" ||
                  name->id == "abs" || name->id == "min" || name->id == "max"));
    for (const ExprPtr &arg : node.args)
      if (Use *use = useOf(*arg))
        (isNumeric ? use->isOperand : use->isPassed) = true;
  }

  void look(const Expr &expr) {
    const auto &node = expr.node;
    if (Use *use = useOf(expr))
      use->isRead = true;
    if (const auto *access = std::get_if<Subscript>(&node)) {
      subscript(*access);
    } else if (const auto *access = std::get_if<Attribute>(&node)) {
      static constexpr const char *names[] = {"shape",   "size", "ndim",
                                              "strides", "T",    "flat"};
      for (const char *name : names)
        if (access->name == name)
          array(useOf(*access->value), access->name == "T" ? 2 : 1);
    } else if (const auto *made = std::get_if<Call>(&node)) {
      call(*made);
    } else if (const auto *operation = std::get_if<Binary>(&node)) {
      bool isBits = operation->op >= BinaryOp::LeftShift;
      for (const ExprPtr *side : {&operation->left, &operation->right})
        if (Use *use = useOf(**side)) {
          use->isOperand = true;
          use->isInteger = use->isInteger || isBits;
        }
    }
  }

  void compare(const Expr &expr) {
    const auto *chain = std::get_if<Compare>(&expr.node);
    if (!chain)
      return;
    auto isIndex = [&](const ExprPtr &operand) {
      const auto *name = std::get_if<Name>(&operand->node);
      return name && indices_.contains(name->id);
    };
    bool hasIndex =
        std::any_of(chain->operands.begin(), chain->operands.end(), isIndex);
    for (const ExprPtr &operand : chain->operands)
      if (Use *use = useOf(*operand)) {
        use->isOperand = true;
        use->isInteger = use->isInteger || hasIndex;
      }
  }

  std::set<std::string> indices_;
  std::map<std::string, std::size_t> tuples_;
};

std::string spellArray(const Use &use) {
  std::string text = use.hasIntegers ? "int64[" : "float32[";
  for (std::size_t axis = 1; axis < use.rank; ++axis)
    text += ":, ";
  return text + "::1]";
}

} // namespace

std::string signatureHint(const FunctionValue &function,
                          const std::string &name, Evaluator &evaluator) {
  const FunctionDef &def = *function.def;
  UseFinder finder(def);
  std::string text = name + "(";
  for (const Parameter &param : def.params) {
    const Use &use = finder.uses.at(param.name);
    Value annotated = annotatedType(param, *function.scope, evaluator);
    Value value =
        param.defaultValue
            ? evaluator.evaluate(*param.defaultValue, *function.scope->parent)
            : Value::missing();
    if (text.back() != '(')
      text += ", ";
    if (annotated.isKnown())
      text += spell(annotated.type);
    else if (use.isArray)
      text += spellArray(use);
    else if (use.isInteger || value.isInteger())
      text += "int64";
    else if (use.isOperand || value.isNumber() || (use.isRead && !use.isPassed))
      text += "float32";
    else
      text += spellArray(use);
  }
  return text + ")";
}

} // namespace pyk2ptx
