// What a launch has learned for the next one.
#ifndef PYK2PTX_PYTHON_PLAN_H
#define PYK2PTX_PYTHON_PLAN_H

#include "foreign.h"

#include <pyk2ptx/argument.h>

#include <optional>
#include <vector>

namespace pyk2ptx::python {

/// How arguments of the types of one launch become a kernel's parameter block.
/// Never changes once it is made.
class LaunchPlan {
public:
  static constexpr std::size_t mostBytes = 4096;

  /// After a launch of `kernel` with these arguments on GPU `ordinal` (-1 is
  /// the CPU device). Nothing where an argument is of no sort that plans know.
  static std::optional<LaunchPlan> make(const KernelInfo &kernel,
                                        PyObject *const *arguments,
                                        Py_ssize_t count, int ordinal);

  /// Writes the block of bytes() bytes. False, with no exception set, where the
  /// types are others than planned, or a value must be looked at more closely.
  bool pack(PyObject *const *arguments, Py_ssize_t count, std::byte *block,
            OwnerStreams &streams) const;
  std::size_t bytes() const { return bytes_; }

private:
  enum class Kind : std::uint8_t {
    None,
    Bool,
    Int,
    Float,
    /// The same where they are parameters as they are: int64, float64.
    Int64,
    Float64,
    /// NumPy's, by what they are converted to.
    NumpyBool,
    NumpyInt,
    NumpyFloat,
    Array,
    Foreign
  };

  /// A parameter: where it goes, and which word of an array it is.
  struct Store {
    std::uint32_t offset;
    ParamField field;
    std::uint8_t axis;
    ParamType type;
  };

  struct Step {
    Kind kind = Kind::None;
    char layout = 'C';
    std::uint16_t type = 0;
    int ndim = 0;
    /// The object's; kept by types_.
    PyTypeObject *python = nullptr;
    const ForeignType *foreign = nullptr;
    /// Of stores_.
    std::uint32_t begin = 0, end = 0;
    /// Of Int64 and Float64.
    std::uint32_t offset = 0;
  };

  bool plan(Step &step, PyObject *object, int ordinal);
  bool addStores(Step &step, const KernelInfo &kernel, std::uint32_t arg);
  bool packScalar(const Step &step, PyObject *object, std::byte *block) const;
  bool packArray(const Step &step, const ReadArray &array,
                 std::byte *block) const;
  bool packForeign(const Step &step, PyObject *object, std::byte *block) const;

  std::vector<Step> steps_;
  std::vector<Store> stores_;
  std::vector<Ref> types_;
  /// Those whose arrays have streams.
  std::vector<const ForeignType *> owners_;
  std::size_t bytes_ = 0;
  int ordinal_ = -1;
  /// Some bytes are no parameter's.
  bool hasGaps_ = false;
};

} // namespace pyk2ptx::python

#endif
