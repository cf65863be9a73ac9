// Calls of nvmath.device's objects: what a call is given is checked here, at
// its place; the work is text of the prelude (matmul.py, fft.py), compiled for
// the object's traits. The text takes its arrays flat, and trusts that they are
// long enough: where it is not known here, the thread asks.
#include "device_object.h"
#include "tensor.h"

#include "frontend/evaluate/device_object.h"
#include "frontend/evaluate/prelude.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/array_view.h"
#include "frontend/values/iterate.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// An array that a call is given, and what it is for.
struct Matrix {
  const char *name;
  Type element;
  std::int64_t elements;
  /// The same where only the thread knows it: a copy of what is kept.
  std::optional<Operand> counted = {};
};

class DeviceCall {
public:
  DeviceCall(Emitter &e, const Value &object, const Call &node,
             SourceRange range)
      : e_(e), object_(object), node_(node), range_(range),
        name_(node.callee->range.source->text(node.callee->range)) {}

  Operand matmul();
  Operand fft();
  Operand constant(const std::string &method);

private:
  bool read(std::size_t least, std::size_t most);
  std::int64_t lineOf(std::size_t i) const;
  /// The thread ends with `text` where this is false.
  void want(Operand condition, const std::string &text);
  ir::ExprPtr leadingDimension(std::size_t at, std::int64_t line,
                               std::int64_t &ld);
  /// Whether a block of the launch, if that is known, has the threads of some
  /// transforms, and of no more than the FFT is for.
  bool hasThreads();
  Operand wrong(std::size_t at, const std::string &wanted);
  /// The array's elements as one axis; null after a message.
  ir::ExprPtr flat(std::size_t at, const Matrix &matrix, bool isWritten,
                   std::vector<ir::Let> &lets);
  bool isLongEnough(const Operand &array, std::size_t at, const Matrix &matrix);
  Operand call(const char *function, const char *unit,
               std::vector<Operand> args, std::vector<ir::Let> lets);

  Emitter &e_;
  const Value &object_;
  const Call &node_;
  SourceRange range_;
  std::string name_;
  std::vector<Operand> args_;
  std::vector<ir::Let> lets_;
  /// Whether all arrays are long enough, of those whose length only the thread
  /// knows.
  ir::ExprPtr fits_;
};

bool DeviceCall::read(std::size_t least, std::size_t most) {
  if (hasKeywords(e_, name_, node_) ||
      !checkPositional(e_, node_, args_, lets_))
    return false;
  return argumentCount(e_, name_.c_str(), args_.size(), least, most, range_);
}

Operand DeviceCall::wrong(std::size_t at, const std::string &wanted) {
  e_.diagnostics().emit(args_[at].range, diag::ArgumentType, Integer(at + 1),
                        name_, wanted, e_.describe(args_[at]));
  return Operand::error(range_);
}

/// How many elements the array has, if that is known.
std::optional<std::int64_t> elementsOf(const Extents &extents) {
  std::int64_t count = extents.empty() ? -1 : 1;
  for (const Extent &extent : extents) {
    if (!extent.most || !extent.isExact || *extent.most >= (1 << 30))
      return std::nullopt;
    count *= *extent.most;
  }
  return count < 0 ? std::nullopt : std::optional(count);
}

bool DeviceCall::isLongEnough(const Operand &array, std::size_t at,
                              const Matrix &matrix) {
  std::optional<std::int64_t> count = elementsOf(e_.extentsOf(*array.expr));
  if (!count || *count >= matrix.elements)
    return true;
  e_.diagnostics().emit(args_[at].range.source ? args_[at].range : range_,
                        diag::ArrayTooShort, name_, std::string(matrix.name),
                        Integer(*count), Integer(matrix.elements));
  return false;
}

void DeviceCall::want(Operand condition, const std::string &text) {
  ir::ExprPtr one =
      e_.raisingUnless(e_.toBool(std::move(condition)), "ValueError", text);
  fits_ = fits_ ? makeExpr(range_, Type::of(Scalar::Bool),
                           ir::Logical{true, std::move(fits_), std::move(one)})
                : std::move(one);
}

ir::ExprPtr DeviceCall::flat(std::size_t at, const Matrix &matrix,
                             bool isWritten, std::vector<ir::Let> &lets) {
  std::string wanted = "a contiguous array of `" + spell(matrix.element) + "`";
  Operand &given = args_[at];
  bool fits = given.isArray() && given.type.ndim > 0 &&
              sameStorage(given.type.element(), matrix.element) &&
              given.type.layout != Layout::A;
  if (!fits) {
    (void)wrong(at, wanted);
    return nullptr;
  }
  if (isWritten && e_.refuseReadonly(given))
    return nullptr;
  if (!isLongEnough(given, at, matrix))
    return nullptr;
  bool isKnown =
      elementsOf(e_.extentsOf(*given.expr)).has_value() && !matrix.counted;
  Operand array = e_.once(std::move(given), lets);
  Operand size =
      e_.once(arrayProperty(e_, array, ir::ArrayField::Size, 0, range_), lets);
  if (!isKnown) {
    Operand least = matrix.counted ? again(*matrix.counted)
                                   : intOperand(matrix.elements, range_);
    Operand enough = e_.compareTwo(CompareOp::GreaterEqual, again(size),
                                   std::move(least), range_);
    std::string count =
        matrix.counted ? "" : std::to_string(matrix.elements) + " ";
    want(std::move(enough), "the array of " + std::string(matrix.name) +
                                " is shorter than the " + count +
                                "elements that `" + name_ + "` uses");
  }
  Type type = array.type;
  if (type.ndim == 1)
    return e_.materialize(std::move(array));
  type.ndim = 1;
  type.layout = Layout::C;
  return e_.materialize(
      recast(e_, array, type, listOf(std::move(size)), {}, range_));
}

/// With both ways to compute it where the matrix unit is one.
Operand DeviceCall::call(const char *function, const char *unit,
                         std::vector<Operand> args, std::vector<ir::Let> lets) {
  args.insert(args.begin(), fits_ ? Operand::ofExpr(std::move(fits_))
                                  : boolOperand(true, range_));
  args.insert(args.begin(), Operand::ofValue(object_, range_));
  auto callOf = [&](const char *name) {
    std::vector<Operand> copies;
    for (Operand &arg : args) {
      if (unit && arg.expr)
        arg = e_.once(std::move(arg), lets);
      copies.push_back(unit ? copyOf(arg) : std::move(arg));
    }
    return e_.callInstance(preludeFunction(name), std::move(copies),
                           std::nullopt, range_);
  };
  Operand result = unit ? callOf(unit) : callOf(function);
  if (result.isError)
    return result;
  if (unit) {
    Operand other = callOf(function);
    if (other.isError)
      return other;
    ir::CallBuiltin asked{Builtin::MatrixUnit, {}};
    asked.text = unitSince(object_);
    ir::ExprPtr hasUnit =
        makeExpr(range_, Type::of(Scalar::Bool), std::move(asked));
    Type type = result.type;
    result = Operand::ofExpr(makeExpr(
        range_, type,
        ir::Select{std::move(hasUnit), e_.materialize(std::move(result)),
                   e_.materialize(std::move(other))}));
  }
  result =
      Operand::ofExpr(e_.finishLets(std::move(result.expr), std::move(lets)));
  return behind(e_, std::move(lets_), std::move(result));
}

/// Elements of matrix `i` that lie side by side.
std::int64_t DeviceCall::lineOf(std::size_t i) const {
  static constexpr const char *rows[] = {"a_rows", "b_rows", "c_rows"};
  static constexpr const char *across[] = {"m", "k", "m"};
  static constexpr const char *along[] = {"k", "n", "n"};
  return integerTrait(object_, traitOf(object_, rows[i])->isTrue() ? along[i]
                                                                   : across[i]);
}

/// The dimension that the call gives; `ld` becomes it where it is known, and
/// the least that it may be elsewhere. Null after a message.
ir::ExprPtr DeviceCall::leadingDimension(std::size_t at, std::int64_t line,
                                         std::int64_t &ld) {
  Operand &given = args_[at];
  bool isInteger = given.isScalar() && e_.typeOf(given).isInteger();
  ld = given.isNumber() && isInteger ? given.known->number.asInt() : line;
  if (!isInteger || ld < line) {
    (void)wrong(at, "a leading dimension, an integer from " +
                        std::to_string(line) + " on");
    return nullptr;
  }
  bool canBeNegative = false;
  return e_.toIndex(std::move(given), canBeNegative);
}

/// MM.execute(alpha, a, b, beta, c), or with lda, ldb, ldc behind a, b, c.
Operand DeviceCall::matmul() {
  if (!read(3, 8))
    return Operand::error(range_);
  bool isTensor = std::ranges::any_of(args_, [](const Operand &arg) {
    return arg.isArray() && tensorLayout(arg.type);
  });
  if (args_.size() == 3 || (args_.size() == 5 && isTensor))
    return behind(e_, std::move(lets_),
                  executeTensors(e_, object_, name_, std::move(args_), range_));
  bool hasLeading = args_.size() == 8;
  if (!hasLeading && args_.size() != 5) {
    e_.diagnostics().emit(range_, diag::ArgumentCount, name_,
                          std::string("3, 5 or 8"), Integer(args_.size()));
    return Operand::error(range_);
  }
  const Type &sum = traitOf(object_, "sum_type")->type;
  std::size_t step = hasLeading ? 2 : 1;
  std::size_t beta = 1 + 2 * step;
  std::vector<ir::Let> lets;
  std::vector<Operand> args;
  auto scalar = [&](std::size_t place) {
    if (!args_[place].isScalar()) {
      (void)wrong(place, "a number");
      return false;
    }
    ir::ExprPtr value = e_.coerce(std::move(args_[place]), sum);
    bool isNumber = value != nullptr;
    if (isNumber)
      args.push_back(Operand::ofExpr(std::move(value)));
    return isNumber;
  };
  static constexpr const char *names[] = {"A", "B", "C"};
  static constexpr const char *sizes[] = {"a_size", "b_size", "c_size"};
  static constexpr const char *types[] = {"a_value_type", "b_value_type",
                                          "c_value_type"};
  static constexpr const char *leadings[] = {"lda", "ldb", "ldc"};
  bool isShared = true;
  std::size_t at = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (at == 0 || at == beta) {
      if (!scalar(at))
        return Operand::error(range_);
      ++at;
    }
    std::size_t array = at++;
    Operand leading = Operand::ofValue(Value::none(), range_);
    std::int64_t ld = integerTrait(object_, leadings[i]);
    std::int64_t lines = integerTrait(object_, sizes[i]) / ld;
    Matrix matrix{names[i], traitOf(object_, types[i])->type, 0};
    if (hasLeading) {
      bool isConstant = args_[at].isNumber();
      ir::ExprPtr given = leadingDimension(at++, lineOf(i), ld);
      if (!given)
        return Operand::error(range_);
      leading = e_.once(Operand::ofExpr(std::move(given)), lets);
      if (!isConstant) {
        want(e_.compareTwo(CompareOp::GreaterEqual, again(leading),
                           intOperand(lineOf(i), range_), range_),
             std::string("the leading dimension of ") + names[i] +
                 " is less than its lines are long in `" + name_ + "`");
        matrix.counted =
            e_.once(intBinary(e_, BinaryOp::Add,
                              intBinary(e_, BinaryOp::Mul, again(leading),
                                        intOperand(lines - 1, range_), range_),
                              intOperand(lineOf(i), range_), range_),
                    lets);
      }
    }
    matrix.elements = (lines - 1) * ld + lineOf(i);
    isShared = isShared && args_[array].isArray() &&
               args_[array].type.space == Space::Shared;
    ir::ExprPtr elements = flat(array, matrix, i == 2, lets);
    if (!elements)
      return Operand::error(range_);
    args.push_back(Operand::ofExpr(std::move(elements)));
    args.push_back(std::move(leading));
  }
  bool isFma = traitOf(object_, "unit")->text == "fma" || !isShared;
  return call("matmul_by_threads", isFma ? nullptr : "matmul_by_warps",
              std::move(args), std::move(lets));
}

bool DeviceCall::hasThreads() {
  BlockThreads threads = e_.blockThreads();
  e_.function().asksForBlock = true;
  std::int64_t each = integerTrait(object_, "stride");
  std::int64_t count = integerTrait(object_, "lines");
  if (threads.launched % each == 0 && threads.launched <= each * count)
    return true;
  std::string most =
      count > 1 ? " of up to " + std::to_string(count) + " transforms" : "";
  e_.diagnostics().emit(range_, diag::CoopMisuse,
                        "`" + name_ + "` takes " + std::to_string(each) +
                            " threads a transform" + most +
                            ", and blocks of the launch have " +
                            std::to_string(threads.launched) +
                            "; launch it with its `block_dim`");
  return false;
}

/// FFT.execute(registers[, shared]), or of shared memory alone.
Operand DeviceCall::fft() {
  bool isBlock = traitOf(object_, "is_block")->isTrue();
  if (!read(1, isBlock ? 2 : 1) || (isBlock && !hasThreads()))
    return Operand::error(range_);
  const Type &value = traitOf(object_, "value_type")->type;
  Matrix registers{"the thread's elements", value,
                   integerTrait(object_, "storage_size")};
  Matrix shared{"the block's elements", value,
                integerTrait(object_, "shared_elements")};
  std::vector<ir::Let> lets;
  std::vector<Operand> args;
  bool isShared = isBlock && args_.size() == 1;
  const Value *type = traitOf(object_, "fft_type");
  if (isShared && type->text != "c2c") {
    e_.diagnostics().emit(range_, diag::ArgumentCount, name_, std::string("2"),
                          Integer(1));
    return Operand::error(range_);
  }
  for (std::size_t i = 0; i < args_.size(); ++i) {
    bool isBlocks = isShared || i == 1;
    const Operand &given = args_[i];
    if (isBlocks && given.isArray() && given.type.space != Space::Shared)
      return wrong(i, "a shared array");
    ir::ExprPtr array = flat(i, isBlocks ? shared : registers, true, lets);
    if (!array)
      return Operand::error(range_);
    args.push_back(Operand::ofExpr(std::move(array)));
  }
  return call(isShared  ? "fft_in_shared"
              : isBlock ? "fft_of_block"
                        : "fft_of_thread",
              nullptr, std::move(args), std::move(lets));
}

Operand DeviceCall::constant(const std::string &method) {
  bool isProduct = object_.text == matmulMark;
  if (isProduct &&
      (method == "suggest_accumulator" || method == "get_accumulator"))
    return read(0, 0) ? makeAccumulator(e_, object_, range_)
                      : Operand::error(range_);
  if (hasKeywords(e_, name_, node_) ||
      !checkPositional(e_, node_, args_, lets_))
    return Operand::error(range_);
  if (isProduct && isLayoutMethod(method) && args_.size() == 1 &&
      args_[0].expr && args_[0].type.isInteger() &&
      method.starts_with("get_layout_gmem")) {
    std::vector<Operand> parts =
        listOf(Operand::ofValue(runtimeLayout(object_, method, range_), range_),
               std::move(args_[0]));
    return Operand::tuple(std::move(parts), range_);
  }
  std::vector<Value> values;
  for (const Operand &arg : args_)
    values.push_back(arg.known ? *arg.known : Value::unknown(arg.range, ""));
  std::optional<Value> result =
      foldDeviceMethod(object_, {method, values, {}, range_, nullptr});
  if (result && result->isKnown())
    return Operand::ofValue(std::move(*result), range_);
  std::string why = result ? "; " + result->text : std::string();
  e_.diagnostics().emit(node_.callee->range, diag::UnsupportedName,
                        deviceObjectName(object_) + "." + method, why);
  return Operand::error(range_);
}

} // namespace

Operand callDeviceObject(Emitter &e, const Value &object,
                         const std::string &method, const Call &node,
                         SourceRange range) {
  DeviceCall call(e, object, node, range);
  if (!method.empty() && method != "execute" && method != "__call__")
    return call.constant(method);
  return object.text == matmulMark ? call.matmul() : call.fft();
}

} // namespace pyk2ptx
