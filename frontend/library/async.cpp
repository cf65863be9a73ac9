// mbarriers, asynchronous copies into shared memory, and the matrix
// instructions of a warp. All take places, an array of one axis and an index,
// so that each access can be tested as any other.
#include "async.h"

#include "frontend/emit/emitter.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/mma_shapes.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/tuple.h"
#include "rows.h"

#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

bool isInteger(const Operand &operand) {
  return operand.isNumber() ? operand.known->isInteger()
                            : operand.isScalar() && (operand.type.isInteger() ||
                                                     operand.type.isBool());
}

} // namespace

bool takeArray(Emitter &e, Builtin builtin, std::size_t number, Operand array,
               Space space, ir::CallBuiltin &call) {
  bool fits = array.isArray() && array.type.ndim == 1 &&
              array.type.layout == Layout::C && array.type.space == space;
  if (fits) {
    call.args.push_back(e.materialize(std::move(array)));
    return true;
  }
  std::string where = space == Space::Shared ? "a shared" : "a global";
  wrongArgument(e, builtin, number, where + " C-contiguous array of one axis",
                array);
  return false;
}

bool takeIndex(Emitter &e, Builtin builtin, std::size_t number, Operand index,
               ir::CallBuiltin &call) {
  if (!isInteger(index)) {
    wrongArgument(e, builtin, number, "an integer", index);
    return false;
  }
  bool canBeNegative = false;
  call.args.push_back(e.toIndex(std::move(index), canBeNegative));
  return true;
}

static bool takePlace(Emitter &e, std::vector<Operand> &args, std::size_t at,
                      Space space, ir::CallBuiltin &call) {
  return takeArray(e, call.builtin, at + 1, std::move(args[at]), space, call) &&
         takeIndex(e, call.builtin, at + 2, std::move(args[at + 1]), call);
}

/// cp_async(dst, i, src, j, n) and cp_async_bulk(dst, i, src, j, n, barrier, k)
Operand checkCopy(Emitter &e, BuiltinCall &&given) {
  Builtin builtin = given.builtin;
  std::vector<Operand> &args = given.args;
  SourceRange range = given.range;
  bool isBulk = builtin == Builtin::CpAsyncBulk;
  Type element = args[0].isArray() ? args[0].type.element() : Type::error();
  ir::CallBuiltin call{builtin, {}};
  if (!takePlace(e, args, 0, Space::Shared, call))
    return Operand::error(range);
  if (args[2].isArray() && !(args[2].type.element() == element))
    return wrongArgument(e, builtin, 3,
                         "an array of `" + spell(element) + "`, as the first",
                         args[2]);
  if (!takePlace(e, args, 2, Space::Global, call))
    return Operand::error(range);
  if (!isInteger(args[4]))
    return wrongArgument(e, builtin, 5, "an integer", args[4]);
  if (!isBulk) {
    std::int64_t number = args[4].known ? args[4].known->number.asInt() : 0;
    std::int64_t bytes =
        number > 0 && number <= 16 ? number * byteSize(element) : 0;
    if (bytes != 4 && bytes != 8 && bytes != 16) {
      e.diagnostics().emit(args[4].range, diag::ConstantNeeded,
                           "the number of elements of `" +
                               std::string(builtinInfo(builtin).name) + "`",
                           std::string(" that makes 4, 8 or 16 bytes"));
      return Operand::error(range);
    }
  }
  bool canBeNegative = false;
  call.args.push_back(e.toIndex(std::move(args[4]), canBeNegative));
  if (isBulk) {
    if (!args[5].isArray() || args[5].type.scalar != Scalar::U64)
      return wrongArgument(e, builtin, 6, "a shared array of uint64", args[5]);
    if (!takePlace(e, args, 5, Space::Shared, call))
      return Operand::error(range);
  }
  return Operand::ofExpr(makeExpr(range, Type::none(), std::move(call)));
}

Operand checkCopyWait(Emitter &e, BuiltinCall &&given) {
  std::string name = given.name();
  std::vector<Operand> &args = given.args;
  SourceRange range = given.range;
  std::int64_t count = args[0].known && args[0].known->isInteger()
                           ? args[0].known->number.asInt()
                           : -1;
  if (count < 0 || count > 255) {
    e.diagnostics().emit(args[0].range, diag::ConstantNeeded,
                         "the argument of `" + name + "`",
                         std::string(" from 0 to 255"));
    return Operand::error(range);
  }
  ir::CallBuiltin call{Builtin::CpAsyncWaitGroup, {}};
  call.args.push_back(makeInt(range, count));
  return Operand::ofExpr(makeExpr(range, Type::none(), std::move(call)));
}

/// ldmatrix(array, index, count, transposed=False)
Operand checkLoadMatrix(Emitter &e, BuiltinCall &&given) {
  Builtin builtin = given.builtin;
  std::vector<Operand> &args = given.args;
  SourceRange range = given.range;
  if (!args[0].isArray() || bitWidth(args[0].type.scalar) != 16)
    return wrongArgument(e, builtin, 1, "a shared array of 16-bit elements",
                         args[0]);
  std::int64_t count = args[2].known && args[2].known->isInteger()
                           ? args[2].known->number.asInt()
                           : 0;
  bool isKnown = args.size() < 4 || args[3].isNumber();
  if ((count != 1 && count != 2 && count != 4) || !isKnown) {
    e.diagnostics().emit(args[isKnown ? 2 : 3].range, diag::ConstantNeeded,
                         std::string(isKnown ? "the number of matrices"
                                             : "whether they are transposed"),
                         std::string(isKnown ? ": 1, 2 or 4" : ""));
    return Operand::error(range);
  }
  ir::CallBuiltin call{builtin, {}};
  call.text = "x" + std::to_string(count);
  if (args.size() == 4 && args[3].known->number.isTrue())
    call.text += ".trans";
  if (!takePlace(e, args, 0, Space::Shared, call))
    return Operand::error(range);
  Type word = Type::of(Scalar::U32);
  std::vector<Type> words(static_cast<std::size_t>(count), word);
  return Operand::ofExpr(
      makeExpr(range, count == 1 ? word : Type::tuple(words), std::move(call)));
}

/// Appends a fragment's registers to those of `call`.
static bool takeFragment(Emitter &e, Operand fragment, std::size_t number,
                         const Type &type, std::size_t count,
                         ir::CallBuiltin &call) {
  std::string wanted = count == 1 ? "`" + spell(type) + "`"
                                  : "a tuple of " + std::to_string(count) +
                                        " `" + spell(type) + "`";
  std::vector<Operand> words;
  bool isTuple = pyk2ptx::isTuple(fragment);
  if (isTuple && fragment.expr && fragment.type.elements->size() != count) {
    wrongArgument(e, call.builtin, number, wanted, fragment);
    return false;
  }
  SourceRange range = fragment.range;
  if (!isTuple)
    words.push_back(std::move(fragment));
  else
    expandTuple(e, fragment, words);
  if (words.size() != count) {
    Operand parts = Operand::tuple(std::move(words), range);
    wrongArgument(e, call.builtin, number, wanted, parts);
    return false;
  }
  for (Operand &word : words) {
    Type given = word.isScalar() ? e.typeOf(word) : Type::error();
    bool fits = given.isInteger() || given.isBool() ||
                (given.isFloat() && type.isFloat());
    if (!fits) {
      wrongArgument(e, call.builtin, number, wanted, word);
      return false;
    }
    call.args.push_back(e.convert(e.materialize(std::move(word)), type));
  }
  return true;
}

/// stmatrix(array, index, fragments, transposed=False)
Operand checkStoreMatrix(Emitter &e, BuiltinCall &&given) {
  Builtin builtin = given.builtin;
  std::vector<Operand> &args = given.args;
  SourceRange range = given.range;
  if (!args[0].isArray() || bitWidth(args[0].type.scalar) != 16)
    return wrongArgument(e, builtin, 1, "a shared array of 16-bit elements",
                         args[0]);
  if (args.size() == 4 && !args[3].isNumber()) {
    e.diagnostics().emit(args[3].range, diag::ConstantNeeded,
                         std::string("whether they are transposed"),
                         std::string());
    return Operand::error(range);
  }
  if (e.refuseReadonly(args[0]))
    return Operand::error(range);
  std::vector<ir::Let> lets;
  for (Operand &arg : args)
    if (arg.expr)
      arg = e.once(std::move(arg), lets);
  std::size_t count = 1;
  if (isTuple(args[2]))
    count = args[2].expr    ? args[2].type.elements->size()
            : args[2].known ? args[2].known->elements.size()
                            : args[2].parts.size();
  if (count != 1 && count != 2 && count != 4)
    return wrongArgument(
        e, builtin, 3, "one fragment of uint32, or a tuple of 2 or 4", args[2]);
  ir::CallBuiltin call{builtin, {}};
  call.text = "x" + std::to_string(count);
  if (args.size() == 4 && args[3].known->number.isTrue())
    call.text += ".trans";
  if (!takePlace(e, args, 0, Space::Shared, call) ||
      !takeFragment(e, std::move(args[2]), 3, Type::of(Scalar::U32), count,
                    call))
    return Operand::error(range);
  return finished(
      e, Operand::ofExpr(makeExpr(range, Type::none(), std::move(call))),
      std::move(lets));
}

/// barrier_sync(number, threads) and barrier_arrive(number, threads)
Operand checkNamedBarrier(Emitter &e, BuiltinCall &&given) {
  ir::CallBuiltin call{given.builtin, {}};
  const char *wanted[] = {" from 1 to 15",
                          ", a multiple of 32 from 32 to 1024"};
  const char *what[] = {"the number of a barrier",
                        "the number of threads of a barrier"};
  for (std::size_t i = 0; i < 2; ++i) {
    const Operand &arg = given.args[i];
    std::int64_t value =
        arg.known && arg.known->isInteger() ? arg.known->number.asInt() : -1;
    bool fits = i == 0 ? value >= 1 && value <= 15
                       : value >= 32 && value <= 1024 && value % 32 == 0;
    if (!fits) {
      e.diagnostics().emit(arg.range, diag::ConstantNeeded,
                           std::string(what[i]), std::string(wanted[i]));
      return given.error();
    }
    call.args.push_back(makeInt(given.range, value));
  }
  return Operand::ofExpr(makeExpr(given.range, Type::none(), std::move(call)));
}

/// mma_sync(shape, a, b, c)
Operand checkMma(Emitter &e, BuiltinCall &&given) {
  std::string name = given.name();
  std::vector<Operand> &args = given.args;
  SourceRange range = given.range;
  const MmaShape *shape = nullptr;
  if (args[0].known && args[0].known->kind == Value::Kind::String)
    shape = findMmaShape(args[0].known->text);
  if (!shape) {
    std::string names;
    for (const MmaShape &row : mmaShapes)
      names += (names.empty() ? ": \"" : ", \"") + std::string(row.name) + "\"";
    e.diagnostics().emit(args[0].range, diag::ConstantNeeded,
                         "the shape of `" + name + "`", names);
    return Operand::error(range);
  }
  std::vector<ir::Let> lets;
  for (std::size_t i = 1; i < 4; ++i)
    if (args[i].expr)
      args[i] = e.once(std::move(args[i]), lets);
  ir::CallBuiltin call{Builtin::MmaSync, {}};
  call.text = shape->name;
  Type factor = Type::of(shape->factor), sum = Type::of(shape->sum);
  if (!takeFragment(e, std::move(args[1]), 2, factor, shape->a, call) ||
      !takeFragment(e, std::move(args[2]), 3, factor, shape->b, call) ||
      !takeFragment(e, std::move(args[3]), 4, sum, shape->c, call))
    return Operand::error(range);
  Type result = Type::tuple(std::vector<Type>(shape->c, sum));
  return finished(e, Operand::ofExpr(makeExpr(range, result, std::move(call))),
                  std::move(lets));
}

} // namespace pyk2ptx
