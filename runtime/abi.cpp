// The kernel ABI's three facts in code: how big a parameter is, where it lies,
// and how a PTX file's head says so (abi_reader.cpp reads it).
#include "pyk2ptx/abi.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace pyk2ptx {

namespace {

struct TypeRow {
  const char *name;
  std::uint32_t size;
  std::uint32_t align;
};

struct DtypeRow {
  std::string_view dtype;
  const char *ir;
  std::uint32_t size;
  ParamType type;
};

constexpr DtypeRow dtypeRows[] = {
#define SCALAR(enumerator, dtype, ir, bits, param, ...)                        \
  {dtype, ir, bits / 8, ParamType::param},
#include "pyk2ptx/scalars.def"
};

constexpr bool isComplex(ParamType type) {
  return type == ParamType::C64 || type == ParamType::C128;
}

/// In the order of ParamType. A bool's row is overwritten by the uint8's, as
/// which it is passed.
constexpr auto makeTypeRows() {
  std::array<TypeRow, static_cast<std::size_t>(ParamType::Pointer) + 1> rows{};
  for (const DtypeRow &row : dtypeRows)
    rows[static_cast<std::size_t>(row.type)] = {
        row.ir, row.size, isComplex(row.type) ? row.size / 2 : row.size};
  rows[static_cast<std::size_t>(ParamType::Bytes)] = {"bytes", 0, 1};
  rows[static_cast<std::size_t>(ParamType::Pointer)] = {"ptr", 8, 8};
  return rows;
}
constexpr auto typeRows = makeTypeRows();

const TypeRow &rowOf(ParamType type) {
  return typeRows[static_cast<std::size_t>(type)];
}

void appendEscaped(std::string &out, std::string_view text, bool isLast) {
  constexpr char digits[] = "0123456789ABCDEF";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    bool plain = byte >= 0x20 && byte <= 0x7e && c != '%' && c != '\\';
    if (plain && (c != ' ' || isLast)) {
      out += c;
      continue;
    }
    out += '%';
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
}

// Collects one line's fields.
class Line {
public:
  Line(std::string &out, const char *keyword) : out_(out) {
    out_ += "// ";
    out_ += keyword;
  }
  ~Line() { out_ += '\n'; }
  Line(const Line &) = delete;
  Line &operator=(const Line &) = delete;

  Line &word(std::string_view text) {
    out_ += ' ';
    appendEscaped(out_, text, false);
    return *this;
  }
  Line &number(std::uint64_t value) { return word(std::to_string(value)); }
  void rest(std::string_view text) {
    out_ += ' ';
    appendEscaped(out_, text, true);
  }

private:
  std::string &out_;
};

std::string fieldName(const ParamInfo &param) {
  switch (param.field) {
  case ParamField::Value:
    return "value";
  case ParamField::Pointer:
    return "ptr";
  case ParamField::Shape:
    return "shape" + std::to_string(param.axis);
  case ParamField::Stride:
    return "stride" + std::to_string(param.axis);
  }
  return "value";
}

/// " 0 14": up to the last of which anything is known.
std::string spellNumbers(const std::uint8_t *begin, const std::uint8_t *end) {
  while (begin != end && end[-1] == 0)
    --end;
  std::string text;
  for (; begin != end; ++begin)
    text += " " + std::to_string(*begin);
  return text;
}

void writeKernel(std::string &out, const KernelInfo &kernel) {
  Line(out, "kernel")
      .word(kernel.name)
      .word("entry")
      .word(kernel.entry)
      .word("source")
      .rest(kernel.source);
  for (const ArgInfo &arg : kernel.args) {
    Line line(out, "arg");
    line.word(arg.name);
    line.word(arg.kind == ArgKind::Array ? "array" : "scalar").word(arg.dtype);
    if (arg.kind == ArgKind::Array)
      line.word("ndim")
          .number(static_cast<std::uint64_t>(arg.ndim))
          .word("layout")
          .word(std::string_view(&arg.layout, 1));
    if (arg.kind == ArgKind::Array && arg.recordBytes)
      line.word("bytes").number(arg.recordBytes);
  }
  for (const ParamInfo &param : kernel.params)
    Line(out, "param")
        .word(param.arg < kernel.args.size() ? kernel.args[param.arg].name
                                             : std::string("?"))
        .word(fieldName(param))
        .word(paramTypeName(param.type))
        .word("offset")
        .number(param.offset)
        .word("size")
        .number(param.size);
  Line(out, "facts")
      .word("params")
      .number(kernel.paramBytes)
      .word("shared")
      .number(kernel.staticShared)
      .word("dynamic")
      .word(kernel.dynamicShared ? "yes" : "no")
      .word("bounds")
      .word(kernel.bounds)
      .word("typing")
      .word(kernel.typing);
  if (kernel.cooperative)
    Line(out, "launch").word("cooperative");
  if (kernel.cluster[0])
    Line(out, "launch")
        .word("cluster")
        .number(kernel.cluster[0])
        .number(kernel.cluster[1])
        .number(kernel.cluster[2]);
  if (isCoarsened(kernel))
    Line(out, "launch")
        .word("coarsened")
        .number(kernel.coarsening[0])
        .number(kernel.coarsening[1])
        .number(kernel.coarsening[2]);
  if (kernel.threads)
    Line(out, "launch").word("threads").number(kernel.threads);
  if (kernel.asksForBlock)
    Line(out, "launch").word("asks");
  if (!kernel.variantOf.empty())
    Line(out, "launch").word("variant").word(kernel.variantOf);
  for (const std::string &fact : spellFacts(kernel.facts))
    out += "// launch " + fact + "\n";
}

} // namespace

const char *paramTypeName(ParamType type) { return rowOf(type).name; }

bool parseParamType(const std::string &name, ParamType &type) {
  for (std::size_t i = 0; i < typeRows.size(); ++i) {
    if (name != typeRows[i].name)
      continue;
    type = static_cast<ParamType>(i);
    return true;
  }
  return false;
}

std::uint32_t paramTypeSize(ParamType type) { return rowOf(type).size; }

std::uint32_t paramTypeAlign(ParamType type) { return rowOf(type).align; }

ParamType paramTypeOf(const std::string &dtype) {
  for (const DtypeRow &row : dtypeRows)
    if (dtype == row.dtype)
      return row.type;
  if (dtype.rfind("datetime64", 0) == 0 || dtype.rfind("timedelta64", 0) == 0)
    return ParamType::I64;
  return ParamType::Bytes;
}

void layOutParams(KernelInfo &kernel) {
  std::uint32_t end = 0;
  kernel.params.clear();
  auto add = [&](std::size_t arg, ParamField field, int axis, ParamType type,
                 std::uint32_t size, std::uint32_t align) {
    align = align ? align : 1;
    end = (end + align - 1) / align * align;
    kernel.params.push_back({static_cast<std::uint32_t>(arg), field,
                             static_cast<std::uint32_t>(axis), type, end,
                             size});
    end += size;
  };
  for (std::size_t i = 0; i < kernel.args.size(); ++i) {
    const ArgInfo &arg = kernel.args[i];
    if (arg.kind == ArgKind::Scalar) {
      ParamType type = paramTypeOf(arg.dtype);
      if (type == ParamType::Bytes)
        add(i, ParamField::Value, 0, type, arg.recordBytes, arg.recordAlign);
      else
        add(i, ParamField::Value, 0, type, paramTypeSize(type),
            paramTypeAlign(type));
      continue;
    }
    add(i, ParamField::Pointer, 0, ParamType::Pointer, 8, 8);
    for (int axis = 0; axis < arg.ndim; ++axis)
      add(i, ParamField::Shape, axis, ParamType::I64, 8, 8);
    if (arg.layout != 'C')
      for (int axis = 0; axis < arg.ndim; ++axis)
        add(i, ParamField::Stride, axis, ParamType::I64, 8, 8);
  }
  kernel.paramBytes = end;
}

std::vector<std::string> spellFacts(const LaunchFacts &facts) {
  std::vector<std::string> lines;
  if (facts.noAlias)
    lines.emplace_back("apart");
  if (facts.smallArrays)
    lines.emplace_back("small");
  if (facts.smallGrid)
    lines.emplace_back("small-grid");
  if (facts.isLarge)
    lines.emplace_back("large");
  if (facts.alignment)
    lines.push_back("align " + std::to_string(facts.alignment));
  if (facts.block[0])
    lines.push_back("block " + std::to_string(facts.block[0]) + " " +
                    std::to_string(facts.block[1]) + " " +
                    std::to_string(facts.block[2]));
  auto ofArguments = [&](const char *word, const auto &numbers) {
    std::string text =
        spellNumbers(numbers.data(), numbers.data() + numbers.size());
    if (!text.empty())
      lines.push_back(word + text);
  };
  ofArguments("last", facts.lastExtents);
  ofArguments("sizes", facts.sizeBits);
  return lines;
}

std::string writeHead(const ModuleInfo &module) {
  std::string out;
  Line(out, "pyk2ptx").word("abi").number(abiVersion);
  Line(out, "target").word(module.arch).word("ptx").word(module.ptxIsa);
  for (const KernelInfo &kernel : module.kernels)
    writeKernel(out, kernel);
  for (std::size_t i = 0; i < module.sites.size(); ++i) {
    const ReportSite &site = module.sites[i];
    Line line(out, "site");
    line.number(i).word(site.source).word(site.kind);
    if (!site.text.empty())
      line.rest(site.text);
  }
  return out + "// end\n";
}

} // namespace pyk2ptx
