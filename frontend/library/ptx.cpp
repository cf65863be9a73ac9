// cuda.inline_ptx: its text stays as it is; what is checked is that its
// operands are there.
#include "frontend/emit/emitter.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "rows.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// What is wrong with the $0, $1, ... of a PTX text; "" if nothing. `used` has
/// an element for each operand that there is.
std::string unfitOperands(const std::string &text, std::vector<bool> &used) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$')
      continue;
    std::size_t end = i + 1;
    std::size_t number = 0;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9' &&
           number < 10000)
      number = number * 10 + static_cast<std::size_t>(text[end++] - '0');
    if (end < text.size() && text[end] == '$') {
      i = end;
      continue;
    }
    if (end == i + 1)
      return "`$` is followed by no number; `$$` is a dollar sign";
    if (number >= used.size())
      return "`" + text.substr(i, end - i) + "` is no operand";
    used[number] = true;
    i = end - 1;
  }
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i])
      return "`$" + std::to_string(i) + "` is not used";
  return {};
}

} // namespace

/// inline_ptx(text, types, *args): the results, of `types`, are $0, $1, ...;
/// the arguments follow.
Operand checkInlinePtx(Emitter &e, BuiltinCall &&given) {
  std::string name = given.name();
  std::vector<Operand> &args = given.args;
  SourceRange range = given.range;
  if (!args[0].known || args[0].known->kind != Value::Kind::String) {
    e.diagnostics().emit(args[0].range, diag::ConstantNeeded,
                         "the text of `" + name + "`", std::string(" string"));
    return Operand::error(range);
  }
  ir::CallBuiltin call{Builtin::InlinePtx, {}};
  call.text = args[0].known->text;
  std::vector<Type> results;
  if (!(args[1].known && args[1].known->kind == Value::Kind::None)) {
    std::vector<Operand> types;
    if (!expandTuple(e, args[1], types))
      types.push_back(std::move(args[1]));
    for (const Operand &type : types) {
      std::optional<Scalar> scalar = readScalarType(e, type);
      if (!scalar)
        return Operand::error(range);
      if (isComplex(*scalar))
        return wrongArgument(e, Builtin::InlinePtx, 2, "types of one register",
                             type);
      results.push_back(Type::of(*scalar));
    }
  }
  for (std::size_t i = 2; i < args.size(); ++i) {
    bool isNumber = args[i].isScalar() && !e.typeOf(args[i]).isComplex();
    if (!isNumber && !args[i].isArray()) {
      e.diagnostics().emit(args[i].range, diag::ArgumentType,
                           static_cast<Integer>(i + 1), name,
                           std::string("a number or an array, which is its "
                                       "address"),
                           e.describe(args[i]));
      return Operand::error(range);
    }
    call.args.push_back(e.materialize(std::move(args[i])));
  }
  std::size_t count = results.size() + call.args.size();
  std::vector<bool> used(count);
  if (std::string problem = unfitOperands(call.text, used); !problem.empty()) {
    e.diagnostics().emit(args[0].range, diag::InlinePtxOperands, problem,
                         static_cast<Integer>(results.size()),
                         static_cast<Integer>(call.args.size()));
    return Operand::error(range);
  }
  Type type = results.empty()       ? Type::none()
              : results.size() == 1 ? results[0]
                                    : Type::tuple(results);
  return Operand::ofExpr(makeExpr(range, type, std::move(call)));
}

} // namespace pyk2ptx
