// Host code is not run, so what it passes to a kernel is told from how it is
// made: np.zeros(n, np.float32) is a float32 array of one axis whatever n is.
// What is not seen at once, as the parameter of a function, is not guessed.
#include "launches.h"

#include "frontend/parse/syntax_walk.h"
#include "outline.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

class HostTypes {
public:
  HostTypes(const Scope &scope, Evaluator &evaluator)
      : scope_(scope), evaluator_(evaluator) {}

  std::optional<Type> of(const Expr &expr) {
    constexpr int deepest = 40;
    if (depth_ == deepest)
      return std::nullopt;
    ++depth_;
    std::optional<Type> type = ofNode(expr);
    --depth_;
    return type;
  }

private:
  std::optional<Type> ofNode(const Expr &expr) {
    if (const auto *name = std::get_if<Name>(&expr.node))
      return ofName(name->id);
    if (const auto *call = std::get_if<Call>(&expr.node))
      return ofCall(*call);
    if (const auto *access = std::get_if<Attribute>(&expr.node)) {
      if (std::optional<Type> type = ofAttribute(*access))
        return type;
    } else if (const auto *operation = std::get_if<Binary>(&expr.node)) {
      return ofBinary(*operation);
    } else if (const auto *element = std::get_if<Subscript>(&expr.node)) {
      const auto *base = std::get_if<Attribute>(&element->value->node);
      if (base && base->name == "shape")
        return Type::of(Scalar::I64);
      return std::nullopt;
    }
    return ofValue(evaluator_.evaluate(expr, scope_));
  }

  /// As a launch passes it: a Python float is one.
  static std::optional<Type> ofValue(const Value &value) {
    if (value.isNumber())
      return value.number.exact && value.number.type.isInteger()
                 ? Type::of(Scalar::I64)
                 : value.number.type;
    if (value.kind == Value::Kind::Array)
      return Type::array(value.type.element(),
                         static_cast<int>(value.shape.size()), Layout::C);
    if (value.kind == Value::Kind::None)
      return Type::none();
    return std::nullopt;
  }

  std::optional<Type> ofName(const std::string &name) {
    const Scope *owner = &scope_;
    while (owner && !owner->bindings.contains(name))
      owner = owner->parent;
    if (!owner)
      return std::nullopt;
    std::optional<Type> type;
    for (const Binding &binding : owner->bindings.at(name)) {
      const Expr *value = binding.value;
      for (std::uint32_t part : binding.path) {
        const auto *tuple =
            value ? std::get_if<TupleExpr>(&value->node) : nullptr;
        value = tuple && part < tuple->elements.size()
                    ? tuple->elements[part].get()
                    : nullptr;
      }
      if (binding.kind != Binding::Kind::Assigned || !value || binding.update)
        return std::nullopt;
      std::optional<Type> next =
          HostTypes(*owner, evaluator_, depth_).of(*value);
      if (!next || (type && !(*type == *next)))
        return std::nullopt;
      type = next;
    }
    return type;
  }

  std::optional<Type> ofAttribute(const Attribute &access) {
    for (const char *number : {"size", "ndim", "nbytes", "itemsize"})
      if (access.name == number && of(*access.value))
        return Type::of(Scalar::I64);
    if (access.name != "T")
      return std::nullopt;
    std::optional<Type> base = of(*access.value);
    if (!base || !base->isArray() || base->ndim < 2)
      return base;
    base->layout = base->layout == Layout::C   ? Layout::F
                   : base->layout == Layout::F ? Layout::C
                                               : Layout::A;
    return base;
  }

  std::optional<Type> ofBinary(const Binary &operation) {
    std::optional<Type> left = of(*operation.left);
    std::optional<Type> right = of(*operation.right);
    if (!left || !right)
      return std::nullopt;
    if (!left->isArray() && !right->isArray())
      return left->isNumber() && right->isNumber()
                 ? ofNumbers(operation.op, *left, *right)
                 : std::nullopt;
    // Of an array and a Python number, or of two alike.
    const Type &array = left->isArray() ? *left : *right;
    const Type &other = left->isArray() ? *right : *left;
    bool isAlike = other == array;
    bool isInteger = other == Type::of(Scalar::I64);
    bool keeps = array.element().isFloat()
                     ? other.weak || isInteger
                     : isInteger && operation.op != BinaryOp::TrueDiv;
    return isAlike || keeps ? std::optional(array) : std::nullopt;
  }

  static std::optional<Type> ofNumbers(BinaryOp op, const Type &left,
                                       const Type &right) {
    if (op == BinaryOp::TrueDiv && !left.isFloat() && !right.isFloat())
      return Type::weakFloat();
    return left == right ? std::optional(left) : arithmeticType(left, right);
  }

  // ---- calls ----

  static const Expr *argument(const Call &call, std::size_t at,
                              const char *name) {
    for (const Keyword &keyword : call.keywords)
      if (keyword.name == name)
        return keyword.value.get();
    return at < call.args.size() ? call.args[at].get() : nullptr;
  }

  /// The element type that a dtype argument states; `otherwise` without one.
  std::optional<Type> elementOf(const Expr *dtype,
                                const std::optional<Type> &otherwise) {
    if (!dtype)
      return otherwise;
    Value value = evaluator_.evaluate(*dtype, scope_);
    if (value.kind == Value::Kind::String)
      value = evaluateTypeText(value.text, {});
    if (value == Value::path("float"))
      return Type::of(Scalar::F64);
    if (value == Value::path("int"))
      return Type::of(Scalar::I64);
    if (value == Value::path("bool"))
      return Type::of(Scalar::Bool);
    bool isElement = value.kind == Value::Kind::Type &&
                     (value.type.isScalar() || value.type.isRecord());
    return isElement ? std::optional(value.type) : std::nullopt;
  }

  std::optional<int> rankOf(const Expr *shape) {
    if (!shape)
      return std::nullopt;
    if (const auto *tuple = std::get_if<TupleExpr>(&shape->node))
      return static_cast<int>(tuple->elements.size());
    if (const auto *list = std::get_if<ListExpr>(&shape->node))
      return static_cast<int>(list->elements.size());
    if (const auto *access = std::get_if<Attribute>(&shape->node)) {
      std::optional<Type> array = of(*access->value);
      if (access->name == "shape" && array && array->isArray())
        return array->ndim;
    }
    if (const auto *name = std::get_if<Name>(&shape->node)) {
      const Scope *owner = &scope_;
      while (owner && !owner->bindings.contains(name->id))
        owner = owner->parent;
      const Binding *only = owner && owner->bindings.at(name->id).size() == 1
                                ? &owner->bindings.at(name->id)[0]
                                : nullptr;
      bool isTuple = only && only->value && only->path.empty() &&
                     std::holds_alternative<TupleExpr>(only->value->node);
      if (isTuple)
        return rankOf(only->value);
    }
    std::optional<Type> type = of(*shape);
    return type && (type->isInteger()) ? std::optional(1) : std::nullopt;
  }

  std::optional<Type> arrayOf(const std::optional<Type> &element,
                              std::optional<int> rank,
                              const Expr *order = nullptr) {
    if (!element || !rank || element->isNone() || element->isArray())
      return std::nullopt;
    Type strong = *element;
    strong.weak = false;
    bool isFortran =
        order && evaluator_.evaluate(*order, scope_) == Value::string("F");
    return Type::array(strong, *rank,
                       isFortran && *rank > 1 ? Layout::F : Layout::C);
  }

  std::optional<Type> ofMaker(const std::string &path, const Call &call) {
    auto ends = [&](std::initializer_list<const char *> names) {
      return std::any_of(names.begin(), names.end(), [&](const char *name) {
        return path == std::string("np.") + name ||
               path == std::string("cuda.") + name;
      });
    };
    const Expr *first = argument(call, 0, "shape");
    const Expr *order = argument(call, SIZE_MAX, "order");
    if (ends({"zeros", "ones", "empty", "device_array", "pinned_array",
              "mapped_array", "managed_array"}))
      return arrayOf(
          elementOf(argument(call, 1, "dtype"), Type::of(Scalar::F64)),
          rankOf(first), order);
    if (path == "np.full") {
      const Expr *fill = argument(call, 1, "fill_value");
      return arrayOf(elementOf(argument(call, 2, "dtype"),
                               fill ? of(*fill) : std::nullopt),
                     rankOf(first), order);
    }
    if (path == "np.arange") {
      bool isInteger = std::all_of(call.args.begin(), call.args.end(),
                                   [&](const ExprPtr &arg) {
                                     std::optional<Type> type = of(*arg);
                                     return type && type->isInteger();
                                   });
      return arrayOf(elementOf(argument(call, SIZE_MAX, "dtype"),
                               Type::of(isInteger ? Scalar::I64 : Scalar::F64)),
                     1);
    }
    if (path == "np.linspace")
      return arrayOf(
          elementOf(argument(call, SIZE_MAX, "dtype"), Type::of(Scalar::F64)),
          1);
    if (ends({"zeros_like", "ones_like", "empty_like", "full_like",
              "device_array_like", "to_device", "ascontiguousarray", "asarray",
              "array"}) &&
        !call.args.empty()) {
      std::optional<Type> like = of(*call.args[0]);
      if (!like || !like->isArray())
        return ofDisplay(call);
      const Expr *dtype = argument(call, SIZE_MAX, "dtype");
      std::optional<Type> element = elementOf(dtype, like->element());
      return element ? std::optional(
                           Type::array(*element, like->ndim, like->layout))
                     : std::nullopt;
    }
    return ofRandom(path, call);
  }

  /// np.array([[1, 2], [3, 4]], dtype)
  std::optional<Type> ofDisplay(const Call &call) {
    const Expr *at = call.args[0].get();
    int rank = 0;
    while (at) {
      const auto *list = std::get_if<ListExpr>(&at->node);
      if (!list)
        break;
      ++rank;
      at = list->elements.empty() ? nullptr : list->elements[0].get();
    }
    std::optional<Type> element =
        elementOf(argument(call, 1, "dtype"), at ? of(*at) : std::nullopt);
    return rank ? arrayOf(element, rank) : std::nullopt;
  }

  std::optional<Type> ofRandom(const std::string &path, const Call &call) {
    if (path == "np.random.rand" || path == "np.random.randn")
      return call.args.empty() ? Type::weakFloat()
                               : arrayOf(Type::of(Scalar::F64),
                                         static_cast<int>(call.args.size()));
    if (path == "np.random.random")
      return arrayOf(Type::of(Scalar::F64), rankOf(argument(call, 0, "size")));
    const Expr *size = argument(call, SIZE_MAX, "size");
    if (path == "np.random.randint" && size)
      return arrayOf(
          elementOf(argument(call, SIZE_MAX, "dtype"), Type::of(Scalar::I64)),
          rankOf(size));
    return std::nullopt;
  }

  std::optional<Type> ofMethod(const Attribute &access, const Call &call) {
    std::optional<Type> base = of(*access.value);
    if (!base || !base->isArray())
      return std::nullopt;
    const std::string &name = access.name;
    if (name == "copy" || name == "copy_to_host")
      return base;
    if (name == "astype" && !call.args.empty()) {
      std::optional<Type> element = elementOf(call.args[0].get(), std::nullopt);
      return element ? std::optional(
                           Type::array(*element, base->ndim, base->layout))
                     : std::nullopt;
    }
    if (name == "ravel" || name == "flatten")
      return arrayOf(base->element(), 1);
    if (name == "reshape" && !call.args.empty())
      return arrayOf(base->element(),
                     call.args.size() > 1
                         ? std::optional(static_cast<int>(call.args.size()))
                         : rankOf(call.args[0].get()));
    return std::nullopt;
  }

  std::optional<Type> ofCall(const Call &call) {
    Value callee = evaluator_.evaluate(*call.callee, scope_);
    if (callee.kind == Value::Kind::Type && callee.type.isScalar()) {
      std::optional<Type> given =
          call.args.size() == 1 ? of(*call.args[0]) : std::nullopt;
      return given && given->isArray() ? std::nullopt
                                       : std::optional(callee.type);
    }
    if (callee.kind == Value::Kind::Path) {
      if (callee.text == "len" || callee.text == "int")
        return Type::of(Scalar::I64);
      if (callee.text == "float")
        return Type::weakFloat();
      if (std::optional<Type> made = ofMaker(callee.text, call))
        return made;
    }
    if (const auto *access = std::get_if<Attribute>(&call.callee->node))
      return ofMethod(*access, call);
    return std::nullopt;
  }

  HostTypes(const Scope &scope, Evaluator &evaluator, int depth)
      : scope_(scope), evaluator_(evaluator), depth_(depth) {}

  const Scope &scope_;
  Evaluator &evaluator_;
  int depth_ = 0;
};

/// What is launched: `k` of k[grid, block](...) and of k.forall(n)(...).
const Expr *launched(const Call &call) {
  if (const auto *configured = std::get_if<Subscript>(&call.callee->node))
    return configured->value.get();
  const auto *made = std::get_if<Call>(&call.callee->node);
  const auto *access =
      made ? std::get_if<Attribute>(&made->callee->node) : nullptr;
  return access && access->name == "forall" ? access->value.get() : nullptr;
}

} // namespace

std::vector<KernelTypes> typesOfLaunches(const Module &module,
                                         const Scope &scope,
                                         Evaluator &evaluator) {
  std::vector<Definition> outline = outlineOf(module, scope);
  std::vector<KernelTypes> result;
  visitExprs(module.body, [&](const Expr &expr) {
    const auto *call = std::get_if<Call>(&expr.node);
    const Expr *callee = call ? launched(*call) : nullptr;
    if (!callee || !call->keywords.empty())
      return;
    const Scope &here = scopeAt(outline, scope, expr.range.begin);
    Value value = evaluator.evaluate(*callee, here);
    bool isKernel = value.kind == Value::Kind::Function && value.function.jit &&
                    !value.function.jit->device &&
                    value.function.def->nameRange.source == module.source;
    std::size_t most = isKernel ? value.function.def->params.size() : 0;
    if (!isKernel || call->args.size() > most)
      return;
    KernelTypes types;
    types.kernel = value.function.scope->prefix;
    types.kernel.resize(types.kernel.size() - 1);
    HostTypes host(here, evaluator);
    for (const ExprPtr &arg : call->args) {
      std::optional<Type> type = host.of(*arg);
      if (!type)
        return;
      types.types.push_back(*type);
    }
    bool isKnown = std::any_of(
        result.begin(), result.end(), [&](const KernelTypes &other) {
          return other.kernel == types.kernel && other.types == types.types;
        });
    if (!isKnown)
      result.push_back(std::move(types));
  });
  return result;
}

} // namespace pyk2ptx
