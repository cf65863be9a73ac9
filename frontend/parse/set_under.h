// set_under: names that are set under a condition and read under the same.
#ifndef PYK2PTX_FRONTEND_PARSE_SET_UNDER_H
#define PYK2PTX_FRONTEND_PARSE_SET_UNDER_H

#include "syntax.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pyk2ptx {

/// Where one function sets its names, and under which conditions.
class SetUnder {
public:
  /// `def` outlives it.
  explicit SetUnder(const syntax::FunctionDef &def);

  /// Whether a statement before the place sets the name under conditions that
  /// the place is under, too, and nothing between them changes. Not where the
  /// answer takes more than to compare texts.
  bool isSet(const std::string &name, SourceRange place) const;

private:
  /// A condition that is known to hold, or not to.
  struct Literal {
    const syntax::Expr *condition;
    bool holds;
  };
  /// A block of statements, or a part of an expression that is evaluated under
  /// a condition.
  struct Part {
    SourceRange range;
    /// Of the outer part; the function's body is its own.
    std::size_t outer;
    unsigned depth;
    /// The outer part's statement in which it stands.
    SourceRange statement;
    std::optional<Literal> literal;
    /// Of an `if` statement: it runs where the literal says so.
    bool isBranch;
    /// In source order.
    std::vector<std::size_t> inner;
  };
  struct Setting {
    std::size_t part;
    SourceRange statement;
  };
  using Names = std::set<std::string>;

  void addBlock(const syntax::Block &block, std::size_t part);
  void addStatement(const syntax::Stmt &stmt, std::size_t part);
  void addBranches(const syntax::If &choice, SourceRange range,
                   std::size_t part);
  void addInner(const syntax::Block &block, SourceRange statement,
                std::size_t outer, std::optional<Literal> literal);
  std::size_t addPart(SourceRange range, SourceRange statement,
                      std::size_t outer, std::optional<Literal> literal,
                      bool isBranch);
  void addExpr(const syntax::Expr &expr, SourceRange statement,
               std::size_t part);
  void addTarget(const syntax::Expr &target);
  void addSetting(const syntax::Expr &target, const syntax::Stmt &stmt,
                  std::size_t part);
  void addChange(const std::string &name, SourceRange range);

  std::vector<std::size_t>::const_iterator
  firstAfter(const std::vector<std::size_t> &parts, std::uint32_t place) const;
  std::size_t partOf(SourceRange place, std::size_t from) const;
  bool covers(const Setting &setting, std::size_t part,
              SourceRange place) const;
  bool isStill(const syntax::Expr &condition, SourceRange between) const;
  bool isStable(const syntax::Expr &expr, Names &names) const;
  bool isStable(const syntax::Attribute &attribute) const;

  std::vector<Part> parts_;
  std::map<std::string, std::vector<Setting>> settings_;
  /// Where names are given values, in source order.
  std::map<std::string, std::vector<std::uint32_t>> changes_;
  Names deleted_, parameters_;
  /// Fields that are stored to.
  Names fields_;
};

} // namespace pyk2ptx

#endif
