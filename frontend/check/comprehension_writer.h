// Writes a comprehension as the text of a function with loops: what a class
// that derives from it puts around these is the function.
#ifndef PYK2PTX_FRONTEND_CHECK_COMPREHENSION_WRITER_H
#define PYK2PTX_FRONTEND_CHECK_COMPREHENSION_WRITER_H

#include "frontend/parse/syntax.h"

#include <memory>
#include <string>
#include <utility>

namespace pyk2ptx {

class ComprehensionWriter {
protected:
  /// Of its loops those from the one at `first` on. New statements have the
  /// place `range`.
  ComprehensionWriter(const syntax::Comprehension &node, std::size_t first,
                      SourceRange range)
      : node_(node), first_(first), range_(range) {}

  syntax::FunctionDef function(const char *called) const {
    syntax::FunctionDef def;
    def.name = called;
    def.nameRange = range_;
    return def;
  }
  template <class Node> syntax::ExprPtr expr(Node node) const {
    return std::make_shared<syntax::Expr>(
        syntax::Expr{range_, std::move(node)});
  }
  template <class Node> void put(syntax::Block &block, Node node) const {
    block.push_back(syntax::Stmt{range_, std::move(node)});
  }

  static syntax::Block onlyIf(const syntax::ExprPtr &condition,
                              syntax::Block body) {
    syntax::If test;
    test.branches.push_back({condition, std::move(body)});
    syntax::Block block;
    block.push_back(syntax::Stmt{condition->range, std::move(test)});
    return block;
  }

  /// The loops and conditions around what each round does, behind what `body`
  /// has.
  void loops(syntax::Block round, syntax::Block &body) const {
    for (std::size_t i = node_.fors.size(); i-- > first_;) {
      const syntax::ComprehensionFor &part = node_.fors[i];
      for (auto condition = part.conditions.rbegin();
           condition != part.conditions.rend(); ++condition)
        round = onlyIf(*condition, std::move(round));
      syntax::For loop;
      loop.target = part.target;
      loop.iterable = part.iterable;
      loop.body = std::move(round);
      round.clear();
      round.push_back(syntax::Stmt{part.iterable->range, std::move(loop)});
    }
    for (syntax::Stmt &each : round)
      body.push_back(std::move(each));
  }

  const syntax::Comprehension &node_;
  std::size_t first_;
  SourceRange range_;
};

} // namespace pyk2ptx

#endif
