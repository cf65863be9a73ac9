// The syntax tree as text, for --emit=syntax, and expressions as Python for
// messages.
//
// The tree is printed by one overload per node. A child that has a role beside
// its place (`condition`, `orElse`) is put below a line that names the role.
#include "print_syntax.h"

#include "print_syntax_text.h"

namespace pyk2ptx {

using namespace syntax;

namespace {

class TreePrinter {
public:
  std::string out;

  void block(const Block &block) {
    for (const Stmt &stmt : block)
      print(stmt);
  }

private:
  void line(const std::string &text) {
    out.append(static_cast<std::size_t>(depth_) * 2, ' ');
    out += text;
    out += '\n';
  }

  // The node's own line; its place follows the detail.
  void head(const std::string &text) {
    line(text + " @" + std::to_string(place_.line) + ":" +
         std::to_string(place_.column));
  }

  void print(const Stmt &stmt) {
    place_ = stmt.range.source->lineColumn(stmt.range.begin);
    std::visit([&](const auto &node) { show(node); }, stmt.node);
  }
  void print(const Expr &expr) {
    place_ = expr.range.source->lineColumn(expr.range.begin);
    std::visit([&](const auto &node) { show(node); }, expr.node);
  }
  void print(const MatchPattern &pattern) {
    place_ = pattern.range.source->lineColumn(pattern.range.begin);
    std::visit([&](const auto &node) { show(node); }, pattern.node);
  }
  void print(const ExprPtr &expr) {
    if (expr)
      print(*expr);
  }
  void print(const std::unique_ptr<MatchPattern> &pattern) { print(*pattern); }

  template <typename Item> void child(const Item &item) {
    ++depth_;
    print(item);
    --depth_;
  }
  template <typename Item> void children(const std::vector<Item> &items) {
    for (const Item &item : items)
      child(item);
  }

  // Children below a line that names them; nothing if there are none.
  void role(const char *name, const ExprPtr &expr) {
    if (!expr)
      return;
    ++depth_;
    line(name);
    child(expr);
    --depth_;
  }
  template <typename Item>
  void role(const char *name, const std::vector<Item> &items) {
    if (items.empty())
      return;
    ++depth_;
    line(name);
    children(items);
    --depth_;
  }

  // ---- expressions ----

  void show(const Name &node) { head("Name " + node.id); }
  void show(const IntLiteral &node) {
    head(node.tooLarge ? "Int too large" : "Int " + std::to_string(node.value));
  }
  void show(const FloatLiteral &node) {
    head("Float " + floatText(node.value));
  }
  void show(const ImaginaryLiteral &node) {
    head("Imaginary " + floatText(node.value));
  }
  void show(const StringLiteral &node) {
    head(std::string(node.isBytes ? "Bytes " : "String ") + quoted(node.value));
  }
  void show(const BoolLiteral &node) {
    head(node.value ? "Bool True" : "Bool False");
  }
  void show(const NoneLiteral &) { head("None"); }
  void show(const EllipsisLiteral &) { head("Ellipsis"); }
  void show(const TupleExpr &node) {
    head("Tuple");
    children(node.elements);
  }
  void show(const ListExpr &node) {
    head("List");
    children(node.elements);
  }
  void show(const Attribute &node) {
    head("Attribute " + node.name);
    child(node.value);
  }
  void show(const Subscript &node) {
    head(node.isTuple ? "Subscript tuple" : "Subscript");
    child(node.value);
    children(node.indices);
  }
  void show(const Slice &node) {
    head("Slice");
    role("lower", node.lower);
    role("upper", node.upper);
    role("step", node.step);
  }
  void show(const Call &node) {
    head("Call");
    child(node.callee);
    children(node.args);
    for (const Keyword &keyword : node.keywords)
      role(keyword.name.empty() ? "**" : (keyword.name + "=").c_str(),
           keyword.value);
  }
  void show(const Starred &node) {
    head("Starred");
    child(node.value);
  }
  void show(const Unary &node) {
    head(node.op == UnaryOp::Not ? "Unary not"
                                 : std::string("Unary ") + spelling(node.op));
    child(node.operand);
  }
  void show(const Binary &node) {
    head(std::string("Binary ") + spelling(node.op));
    child(node.left);
    child(node.right);
  }
  void show(const BoolOp &node) {
    head(node.isAnd ? "BoolOp and" : "BoolOp or");
    children(node.operands);
  }
  void show(const Compare &node) {
    std::string ops;
    for (CompareOp op : node.ops)
      ops += std::string(ops.empty() ? " " : ", ") + spelling(op);
    head("Compare" + ops);
    children(node.operands);
  }
  void show(const IfExpr &node) {
    head("IfExpr");
    role("condition", node.condition);
    role("body", node.body);
    role("orElse", node.orElse);
  }
  void show(const NamedExpr &node) {
    head("NamedExpr " + node.name);
    child(node.value);
  }
  void show(const Lambda &node) {
    head("Lambda");
    params(node.function->params);
    child(bodyOf(node));
  }
  void show(const FString &node) {
    head("FString");
    ++depth_;
    for (const FormattedPiece &piece : node.pieces) {
      if (!piece.value) {
        line("text " + quoted(piece.text));
        continue;
      }
      line("value" + (piece.conversion.empty() ? "" : " !" + piece.conversion) +
           (piece.spec.empty() ? "" : " :" + quoted(piece.spec)));
      child(piece.value);
    }
    --depth_;
  }
  void show(const Comprehension &node) {
    head(std::string("Comprehension ") + node.kind);
    child(node.element);
    for (const ComprehensionFor &part : node.fors) {
      role("for", part.target);
      role("in", part.iterable);
      role("if", part.conditions);
    }
  }
  void show(const UnsupportedExpr &node) {
    head("UnsupportedExpr " + node.what);
  }

  void params(const std::vector<Parameter> &params) {
    static constexpr const char *kinds[] = {"", " positional-only",
                                            " keyword-only", " *", " **"};
    ++depth_;
    for (const Parameter &param : params) {
      place_ = param.range.source->lineColumn(param.range.begin);
      head("Parameter " + param.name + kinds[static_cast<int>(param.kind)]);
      role("annotation", param.annotation);
      role("default", param.defaultValue);
    }
    --depth_;
  }

  // ---- statements ----

  void show(const ExprStmt &node) {
    head("ExprStmt");
    child(node.value);
  }
  void show(const Assign &node) {
    head("Assign");
    children(node.targets);
    role("value", node.value);
  }
  void show(const AnnAssign &node) {
    head("AnnAssign");
    child(node.target);
    role("annotation", node.annotation);
    role("value", node.value);
  }
  void show(const AugAssign &node) {
    head(std::string("AugAssign ") + spelling(node.op) + "=");
    child(node.target);
    child(node.value);
  }
  void show(const If &node) {
    head("If");
    for (const IfBranch &branch : node.branches) {
      role("condition", branch.condition);
      role("body", branch.body);
    }
    role("orElse", node.orElse);
  }
  void show(const While &node) {
    head("While");
    role("condition", node.condition);
    role("body", node.body);
    role("orElse", node.orElse);
  }
  void show(const For &node) {
    head("For");
    role("target", node.target);
    role("iterable", node.iterable);
    role("body", node.body);
    role("orElse", node.orElse);
  }
  void show(const Return &node) {
    head("Return");
    if (node.value)
      child(node.value);
  }
  void show(const Break &) { head("Break"); }
  void show(const Continue &) { head("Continue"); }
  void show(const Pass &) { head("Pass"); }
  void show(const Assert &node) {
    head("Assert");
    child(node.condition);
    role("message", node.message);
  }
  void show(const Raise &node) {
    head("Raise");
    if (node.exception)
      child(node.exception);
  }
  void show(const Delete &node) {
    head("Delete");
    children(node.targets);
  }
  void show(const Global &node) {
    std::string names;
    for (const std::string &name : node.names)
      names += (names.empty() ? " " : ", ") + name;
    head((node.nonlocal ? "Nonlocal" : "Global") + names);
  }
  static std::string aliases(const std::vector<ImportAlias> &names) {
    std::string text;
    for (const ImportAlias &alias : names)
      text += (text.empty() ? " " : ", ") + alias.name +
              (alias.asName.empty() ? "" : " as " + alias.asName);
    return text;
  }
  void show(const Import &node) { head("Import" + aliases(node.names)); }
  void show(const ImportFrom &node) {
    head("ImportFrom " +
         std::string(static_cast<std::size_t>(node.level), '.') + node.module +
         ":" + aliases(node.names));
  }
  void show(const FunctionDef &node) {
    head((node.isAsync ? "FunctionDef async " : "FunctionDef ") + node.name);
    role("decorators", node.decorators);
    params(node.params);
    role("returns", node.returns);
    role("body", node.body);
  }
  void show(const ClassDef &node) {
    head("ClassDef " + node.name);
    role("decorators", node.decorators);
    role("bases", node.bases);
    role("body", node.body);
  }
  void show(const Match &node) {
    head("Match");
    child(node.subject);
    ++depth_;
    for (const MatchCase &matchCase : node.cases) {
      line("case");
      child(matchCase.pattern);
      role("guard", matchCase.guard);
      role("body", matchCase.body);
    }
    --depth_;
  }
  void show(const UnsupportedStmt &node) {
    head("UnsupportedStmt " + node.what);
    for (const Block &block : node.blocks)
      role("block", block);
  }

  // ---- patterns ----

  void show(const ValuePattern &node) {
    head("ValuePattern");
    child(node.value);
  }
  void show(const CapturePattern &node) { head("CapturePattern " + node.name); }
  void show(const OrPattern &node) {
    head("OrPattern");
    children(node.alternatives);
  }
  void show(const SequencePattern &node) {
    head("SequencePattern");
    children(node.elements);
  }
  void show(const AsPattern &node) {
    head("AsPattern " + node.name);
    child(node.pattern);
  }
  void show(const UnsupportedPattern &node) {
    head("UnsupportedPattern " + node.what);
  }

  int depth_ = 0;
  LineColumn place_;
};

} // namespace

std::string printSyntax(const Module &module) {
  TreePrinter printer;
  printer.block(module.body);
  return std::move(printer.out);
}

} // namespace pyk2ptx
