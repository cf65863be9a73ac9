// mbarriers, asynchronous copies into shared memory, and the matrix
// instructions of a warp. All take places, an array of one axis and an index,
// so that each access can be tested as any other.
#include "checker.h"
#include "mma_shapes.h"

#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// What follows the barrier, and what comes of it.
struct MbarrierForm {
  Builtin builtin;
  enum class Value : std::uint8_t { None, Word, Token } value;
  enum class Result : std::uint8_t { None, Token, Bool } result;
};
using Given = MbarrierForm::Value;
using Gets = MbarrierForm::Result;

constexpr MbarrierForm mbarrierForms[] = {
    {Builtin::MbarrierInit, Given::Word, Gets::None},
    {Builtin::MbarrierInval, Given::None, Gets::None},
    {Builtin::MbarrierArrive, Given::None, Gets::Token},
    {Builtin::MbarrierArriveExpectTx, Given::Word, Gets::Token},
    {Builtin::MbarrierTestWait, Given::Token, Gets::Bool},
    {Builtin::MbarrierTestWaitParity, Given::Word, Gets::Bool},
    {Builtin::MbarrierTryWaitParity, Given::Word, Gets::Bool},
    {Builtin::MbarrierWait, Given::Token, Gets::None},
    {Builtin::MbarrierWaitParity, Given::Word, Gets::None},
};

bool isInteger(const Operand &operand) {
  return operand.isNumber() ? operand.known->isInteger()
                            : operand.isScalar() && (operand.type.isInteger() ||
                                                     operand.type.isBool());
}

} // namespace

Operand FunctionChecker::wrongArgument(Builtin builtin, std::size_t number,
                                       const std::string &wanted,
                                       const Operand &argument) {
  diagnostics().emit(
      argument.range, diag::ArgumentType, static_cast<Integer>(number),
      std::string(builtinInfo(builtin).name), wanted, describe(argument));
  return Operand::error(argument.range);
}

bool FunctionChecker::takePlace(Builtin builtin, std::vector<Operand> &args,
                                std::size_t at, Space space,
                                ir::CallBuiltin &call) {
  Operand &array = args[at], &index = args[at + 1];
  bool fits = array.isArray() && array.type.ndim == 1 &&
              array.type.layout == Layout::C && array.type.space == space;
  if (!fits) {
    std::string where = space == Space::Shared ? "a shared" : "a global";
    wrongArgument(builtin, at + 1, where + " C-contiguous array of one axis",
                  array);
    return false;
  }
  if (!isInteger(index)) {
    wrongArgument(builtin, at + 2, "an integer", index);
    return false;
  }
  call.args.push_back(materialize(std::move(array)));
  bool canBeNegative = false;
  call.args.push_back(toIndex(std::move(index), canBeNegative));
  return true;
}

Operand FunctionChecker::callMbarrier(Builtin builtin,
                                      std::vector<Operand> args,
                                      SourceRange range) {
  const MbarrierForm *form = mbarrierForms;
  while (form->builtin != builtin)
    ++form;
  std::size_t count = form->value == Given::None ? 2 : 3;
  if (!argumentCount(builtinInfo(builtin).name.data(), args.size(), count,
                     count, range))
    return Operand::error(range);
  if (!args[0].isArray() || args[0].type.scalar != Scalar::U64)
    return wrongArgument(builtin, 1, "a shared array of uint64", args[0]);
  ir::CallBuiltin call{builtin, {}};
  if (!takePlace(builtin, args, 0, Space::Shared, call))
    return Operand::error(range);
  if (count == 3) {
    if (!isInteger(args[2]))
      return wrongArgument(builtin, 3, "an integer", args[2]);
    call.args.push_back(convert(
        materialize(std::move(args[2])),
        Type::of(form->value == Given::Token ? Scalar::U64 : Scalar::U32)));
  }
  Type result = form->result == Gets::Token  ? Type::of(Scalar::U64)
                : form->result == Gets::Bool ? Type::of(Scalar::Bool)
                                             : Type::none();
  return Operand::ofExpr(makeExpr(range, result, std::move(call)));
}

/// cp_async(dst, i, src, j, n) and cp_async_bulk(dst, i, src, j, n, barrier, k)
Operand FunctionChecker::callCopy(Builtin builtin, std::vector<Operand> args,
                                  SourceRange range) {
  bool isBulk = builtin == Builtin::CpAsyncBulk;
  std::size_t count = isBulk ? 7 : 5;
  if (!argumentCount(builtinInfo(builtin).name.data(), args.size(), count,
                     count, range))
    return Operand::error(range);
  Type element = args[0].isArray() ? args[0].type.element() : Type::error();
  ir::CallBuiltin call{builtin, {}};
  if (!takePlace(builtin, args, 0, Space::Shared, call))
    return Operand::error(range);
  if (args[2].isArray() && !(args[2].type.element() == element))
    return wrongArgument(builtin, 3,
                         "an array of `" + spell(element) + "`, as the first",
                         args[2]);
  if (!takePlace(builtin, args, 2, Space::Global, call))
    return Operand::error(range);
  if (!isInteger(args[4]))
    return wrongArgument(builtin, 5, "an integer", args[4]);
  if (!isBulk) {
    std::int64_t number = args[4].known ? args[4].known->number.asInt() : 0;
    std::int64_t bytes =
        number > 0 && number <= 16 ? number * byteSize(element) : 0;
    if (bytes != 4 && bytes != 8 && bytes != 16) {
      diagnostics().emit(args[4].range, diag::ConstantNeeded,
                         "the number of elements of `" +
                             std::string(builtinInfo(builtin).name) + "`",
                         std::string(" that makes 4, 8 or 16 bytes"));
      return Operand::error(range);
    }
  }
  bool canBeNegative = false;
  call.args.push_back(toIndex(std::move(args[4]), canBeNegative));
  if (isBulk) {
    if (!args[5].isArray() || args[5].type.scalar != Scalar::U64)
      return wrongArgument(builtin, 6, "a shared array of uint64", args[5]);
    if (!takePlace(builtin, args, 5, Space::Shared, call))
      return Operand::error(range);
  }
  return Operand::ofExpr(makeExpr(range, Type::none(), std::move(call)));
}

Operand FunctionChecker::callCopyWait(std::vector<Operand> args,
                                      SourceRange range) {
  std::string name(builtinInfo(Builtin::CpAsyncWaitGroup).name);
  if (!argumentCount(name.c_str(), args.size(), 1, 1, range))
    return Operand::error(range);
  std::int64_t count = args[0].known && args[0].known->isInteger()
                           ? args[0].known->number.asInt()
                           : -1;
  if (count < 0 || count > 255) {
    diagnostics().emit(args[0].range, diag::ConstantNeeded,
                       "the argument of `" + name + "`",
                       std::string(" from 0 to 255"));
    return Operand::error(range);
  }
  ir::CallBuiltin call{Builtin::CpAsyncWaitGroup, {}};
  call.args.push_back(makeInt(range, count));
  return Operand::ofExpr(makeExpr(range, Type::none(), std::move(call)));
}

/// ldmatrix(array, index, count, transposed=False)
Operand FunctionChecker::callLoadMatrix(std::vector<Operand> args,
                                        SourceRange range) {
  constexpr Builtin builtin = Builtin::LdMatrix;
  std::string name(builtinInfo(builtin).name);
  if (!argumentCount(name.c_str(), args.size(), 3, 4, range))
    return Operand::error(range);
  if (!args[0].isArray() || bitWidth(args[0].type.scalar) != 16)
    return wrongArgument(builtin, 1, "a shared array of 16-bit elements",
                         args[0]);
  std::int64_t count = args[2].known && args[2].known->isInteger()
                           ? args[2].known->number.asInt()
                           : 0;
  bool isKnown = args.size() < 4 || args[3].isNumber();
  if ((count != 1 && count != 2 && count != 4) || !isKnown) {
    diagnostics().emit(args[isKnown ? 2 : 3].range, diag::ConstantNeeded,
                       std::string(isKnown ? "the number of matrices"
                                           : "whether they are transposed"),
                       std::string(isKnown ? ": 1, 2 or 4" : ""));
    return Operand::error(range);
  }
  ir::CallBuiltin call{builtin, {}};
  call.text = "x" + std::to_string(count);
  if (args.size() == 4 && args[3].known->number.isTrue())
    call.text += ".trans";
  if (!takePlace(builtin, args, 0, Space::Shared, call))
    return Operand::error(range);
  Type word = Type::of(Scalar::U32);
  std::vector<Type> words(static_cast<std::size_t>(count), word);
  return Operand::ofExpr(
      makeExpr(range, count == 1 ? word : Type::tuple(words), std::move(call)));
}

bool FunctionChecker::takeFragment(Operand fragment, std::size_t number,
                                   const Type &type, std::size_t count,
                                   ir::CallBuiltin &call) {
  std::string wanted = count == 1 ? "`" + spell(type) + "`"
                                  : "a tuple of " + std::to_string(count) +
                                        " `" + spell(type) + "`";
  std::vector<Operand> words;
  bool isTuple = FunctionChecker::isTuple(fragment);
  if (isTuple && fragment.expr && fragment.type.elements->size() != count) {
    wrongArgument(Builtin::MmaSync, number, wanted, fragment);
    return false;
  }
  SourceRange range = fragment.range;
  if (!isTuple)
    words.push_back(std::move(fragment));
  else
    expandTuple(fragment, words);
  if (words.size() != count) {
    Operand parts = Operand::tuple(std::move(words), range);
    wrongArgument(Builtin::MmaSync, number, wanted, parts);
    return false;
  }
  for (Operand &word : words) {
    Type given = word.isScalar() ? typeOf(word) : Type::error();
    bool fits = given.isInteger() || given.isBool() ||
                (given.isFloat() && type.isFloat());
    if (!fits) {
      wrongArgument(Builtin::MmaSync, number, wanted, word);
      return false;
    }
    call.args.push_back(convert(materialize(std::move(word)), type));
  }
  return true;
}

/// mma_sync(shape, a, b, c)
Operand FunctionChecker::callMma(std::vector<Operand> args, SourceRange range) {
  std::string name(builtinInfo(Builtin::MmaSync).name);
  if (!argumentCount(name.c_str(), args.size(), 4, 4, range))
    return Operand::error(range);
  const MmaShape *shape = nullptr;
  if (args[0].known && args[0].known->kind == Value::Kind::String)
    shape = findMmaShape(args[0].known->text);
  if (!shape) {
    std::string names;
    for (const MmaShape &row : mmaShapes)
      names += (names.empty() ? ": \"" : ", \"") + std::string(row.name) + "\"";
    diagnostics().emit(args[0].range, diag::ConstantNeeded,
                       "the shape of `" + name + "`", names);
    return Operand::error(range);
  }
  std::vector<ir::Let> lets;
  for (std::size_t i = 1; i < 4; ++i)
    if (args[i].expr)
      args[i] = once(std::move(args[i]), lets);
  ir::CallBuiltin call{Builtin::MmaSync, {}};
  call.text = shape->name;
  Type factor = Type::of(shape->factor), sum = Type::of(shape->sum);
  if (!takeFragment(std::move(args[1]), 2, factor, shape->a, call) ||
      !takeFragment(std::move(args[2]), 3, factor, shape->b, call) ||
      !takeFragment(std::move(args[3]), 4, sum, shape->c, call))
    return Operand::error(range);
  Type result = Type::tuple(std::vector<Type>(shape->c, sum));
  return finished(Operand::ofExpr(makeExpr(range, result, std::move(call))),
                  std::move(lets));
}

} // namespace pyk2ptx
