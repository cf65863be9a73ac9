// The header needs pyk2ptx::runtime and nothing else. A kernel is a class with
// its facts as constants and one launch function whose parameters are the
// Python function's; the checks that no type can make (extents, contiguous
// strides) are the runtime's. The texts in between are C++17.
#include "write_header.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>

namespace pyk2ptx {

namespace {

bool isKeyword(const std::string &name) {
  static const std::set<std::string, std::less<>> keywords = {
      "alignas",   "alignof",      "and",           "and_eq",
      "asm",       "auto",         "bitand",        "bitor",
      "bool",      "break",        "case",          "catch",
      "char",      "char16_t",     "char32_t",      "char8_t",
      "class",     "co_await",     "co_return",     "co_yield",
      "compl",     "concept",      "const",         "const_cast",
      "consteval", "constexpr",    "constinit",     "continue",
      "decltype",  "default",      "delete",        "do",
      "double",    "dynamic_cast", "else",          "enum",
      "explicit",  "export",       "extern",        "false",
      "float",     "for",          "friend",        "goto",
      "if",        "inline",       "int",           "long",
      "main",      "mutable",      "namespace",     "new",
      "noexcept",  "not",          "not_eq",        "nullptr",
      "operator",  "or",           "or_eq",         "private",
      "protected", "public",       "register",      "reinterpret_cast",
      "requires",  "return",       "short",         "signed",
      "sizeof",    "static",       "static_assert", "static_cast",
      "std",       "struct",       "switch",        "template",
      "this",      "thread_local", "throw",         "true",
      "try",       "typedef",      "typeid",        "typename",
      "union",     "unsigned",     "using",         "virtual",
      "void",      "volatile",     "wchar_t",       "while",
      "xor",       "xor_eq",       "pyk2ptx",       "linux",
      "unix",      "assert",       "errno",         "NULL",
      "NAN",       "INFINITY"};
  return keywords.count(name) != 0;
}

/// Different names for what comes with equal ones.
class Names {
public:
  explicit Names(std::set<std::string> taken) : taken_(std::move(taken)) {}
  std::string unique(const std::string &name) {
    std::string result = cppName(name);
    for (int n = 2; !taken_.insert(result).second; ++n)
      result = cppName(name) + "_" + std::to_string(n);
    return result;
  }

private:
  std::set<std::string> taken_;
};

/// "" for what has no C++ type.
std::string cppType(const std::string &dtype) {
  static const std::map<std::string, std::string> types = {
#define SCALAR(enumerator, dtype, ir, bits, param, npy, dlpack, cpp)           \
  {dtype, cpp},
#include <pyk2ptx/scalars.def>
  };
  auto found = types.find(dtype);
  return found == types.end() ? "" : found->second;
}

std::string paramType(const ArgInfo &arg) {
  std::string type = cppType(arg.dtype);
  if (arg.kind == ArgKind::Array) {
    if (type.empty() || arg.ndim > 8)
      return "const pyk2ptx::ArrayView &";
    std::string order = arg.layout == 'F'   ? ", pyk2ptx::Order::Fortran"
                        : arg.layout == 'A' ? ", pyk2ptx::Order::Any"
                                            : "";
    return "const pyk2ptx::Array<" + type + ", " + std::to_string(arg.ndim) +
           order + "> &";
  }
  if (arg.dtype == "float16" || arg.dtype == "bfloat16")
    return "float ";
  // A time is what it counts.
  if (paramTypeOf(arg.dtype) == ParamType::I64)
    return "std::int64_t ";
  if (type.empty())
    return "const pyk2ptx::Argument &";
  return type + " ";
}

bool isTypedArray(const ArgInfo &arg) {
  return arg.kind == ArgKind::Array && !cppType(arg.dtype).empty() &&
         arg.ndim <= 8;
}

/// A string literal, a line of the text on each line.
std::string literal(std::string_view text) {
  std::string out = "\n    \"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\n') {
      out += i + 1 < text.size() ? "\\n\"\n    \"" : "\\n";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '?') {
      // No trigraphs.
      out += "\\?";
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string bytes(const std::string &image) {
  std::string out;
  for (std::size_t i = 0; i < image.size(); ++i) {
    out += i % 16 == 0 ? "\n    0x" : " 0x";
    out += llvm::toHex(llvm::StringRef(image).substr(i, 1), true) + ",";
  }
  return out;
}

/// A comment's text: one line, no end of a comment in it.
std::string comment(const std::string &text) {
  std::string out;
  for (char c : text)
    out += std::isprint(static_cast<unsigned char>(c)) && c != '\\' ? c : '?';
  return out;
}

class Writer {
public:
  Writer(const ModuleInfo &module, const HeaderFacts &facts)
      : module_(module), facts_(facts) {}

  std::string write() {
    std::string guard = "PYK2PTX_KERNELS_" + upper(cppName(facts_.name)) + "_H";
    line("// Made by pyk2ptx " + facts_.version + " for " +
         comment(facts_.name) + "; not to be edited.");
    line("#ifndef " + guard);
    line("#define " + guard + "\n");
    line("#include <pyk2ptx/array.h>");
    line("#include <pyk2ptx/runtime.h>\n");
    line("#include <array>");
    line("#include <complex>");
    line("#include <cstdint>");
    line("#include <string>");
    line("#include <utility>\n");
    line("namespace " + cppName(facts_.name) + " {\n");
    writeModule();
    // A class is not called as what the namespace or the class itself has.
    Names names({"load", "embedded", "abiVersion", "architectures", "ptxIsa",
                 "entry", "parameterBytes", "staticSharedBytes",
                 "usesDynamicShared", "isCooperative", "cluster", "code",
                 "from", "launch", "addTo", "setIn", "kernel", "kernel_"});
    for (const KernelInfo &kernel : module_.kernels)
      if (kernel.variantOf.empty())
        writeKernel(kernel, names.unique(kernel.entry));
    line("} // namespace " + cppName(facts_.name) + "\n");
    line("#endif");
    return std::move(out_);
  }

private:
  void line(const std::string &text) { out_ += text + "\n"; }

  static std::string upper(std::string text) {
    for (char &c : text)
      c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
  }

  void writeModule() {
    line("/// The kernel ABI that the kernels have.");
    line("inline constexpr int abiVersion = " + std::to_string(abiVersion) +
         ";");
    line("static_assert(abiVersion == pyk2ptx::abiVersion,");
    line("              \"made for another version of pyk2ptx's runtime\");");
    line("/// What it was compiled for.");
    std::string archs;
    for (const std::string &arch : facts_.archs)
      archs += (archs.empty() ? "\"" : ", \"") + arch + "\"";
    line("inline constexpr const char *architectures[] = {" + archs + "};");
    line("/// The PTX version; a driver that compiles it must know it.");
    line("inline constexpr const char *ptxIsa = \"" + module_.ptxIsa + "\";\n");
    if (!facts_.ptx.empty())
      writePtx();
    else if (!facts_.image.empty())
      writeImage();
    else
      writeLoadFile();
  }

  void writePtx() {
    line("namespace embedded {");
    line("inline constexpr char ptx[] =" + literal(facts_.ptx) + ";");
    line("} // namespace embedded\n");
    line("/// Loads the module; its kernels' `from` take it.");
    line("[[nodiscard]] inline pyk2ptx::Result<pyk2ptx::Module>");
    line("load(const pyk2ptx::Device &device) {");
    line("  return device.load(std::string(embedded::ptx));");
    line("}\n");
  }

  void writeImage() {
    line("namespace embedded {");
    line("inline constexpr char head[] =" + literal(writeHead(module_)) + ";");
    line("alignas(16) inline constexpr unsigned char image[] = {" +
         bytes(facts_.image) + "};");
    line("} // namespace embedded\n");
    line("/// Loads the module; its kernels' `from` take it.");
    line("[[nodiscard]] inline pyk2ptx::Result<pyk2ptx::Module>");
    line("load(const pyk2ptx::Device &device) {");
    line("  pyk2ptx::ModuleInfo info;");
    line("  std::string error;");
    line("  if (!pyk2ptx::readHead(embedded::head, info, error))");
    line("    return pyk2ptx::Error::make(\"ValueError\", error);");
    line("  return device.loadImage(embedded::image, std::move(info));");
    line("}\n");
  }

  void writeLoadFile() {
    line("/// Loads the module from a file that pyk2ptx made of the same "
         "source;");
    line("/// its kernels' `from` take it.");
    line("[[nodiscard]] inline pyk2ptx::Result<pyk2ptx::Module>");
    line("load(const pyk2ptx::Device &device, const std::string &file) {");
    line("  return device.loadFile(file);");
    line("}\n");
  }

  void writeKernel(const KernelInfo &kernel, const std::string &name) {
    std::string params;
    for (const ArgInfo &arg : kernel.args)
      params += (params.empty() ? "" : ", ") + arg.name;
    line("/// " + comment(kernel.name + "(" + params + "), " + kernel.source));
    line("class " + name + " {");
    line("public:");
    line("  static constexpr const char *entry = \"" + kernel.entry + "\";");
    line("  static constexpr std::uint32_t parameterBytes = " +
         std::to_string(kernel.paramBytes) + ";");
    line("  static constexpr std::uint32_t staticSharedBytes = " +
         std::to_string(kernel.staticShared) + ";");
    line(std::string("  static constexpr bool usesDynamicShared = ") +
         (kernel.dynamicShared ? "true" : "false") + ";");
    line("  /// Whether all blocks must run at once.");
    line(std::string("  static constexpr bool isCooperative = ") +
         (kernel.cooperative ? "true" : "false") + ";");
    line("  /// Blocks of a cluster; 0 without clusters.");
    line("  static constexpr std::uint32_t cluster[3] = {" +
         std::to_string(kernel.cluster[0]) + ", " +
         std::to_string(kernel.cluster[1]) + ", " +
         std::to_string(kernel.cluster[2]) + "};");
    writeCode(kernel);
    line("  [[nodiscard]] static pyk2ptx::Result<" + name + ">");
    line("  from(const pyk2ptx::Module &module) {");
    line("    pyk2ptx::Result<pyk2ptx::Kernel> kernel = module.kernel(entry);");
    line("    if (!kernel)");
    line("      return kernel.error();");
    line("    return " + name + "(std::move(*kernel));");
    line("  }\n");
    writeLaunch(kernel);
    line("  [[nodiscard]] const pyk2ptx::Kernel &kernel() const { return "
         "kernel_; }\n");
    line("private:");
    line("  explicit " + name +
         "(pyk2ptx::Kernel kernel) : kernel_(std::move(kernel)) {}\n");
    line("  pyk2ptx::Kernel kernel_;");
    line("};\n");
  }

  void writeCode(const KernelInfo &kernel) {
    std::string rows;
    std::size_t count = 0;
    for (const HeaderCode &code : facts_.code) {
      auto found = code.kernels.find(kernel.entry);
      if (found == code.kernels.end())
        continue;
      rows += "\n      pyk2ptx::CodeFacts{\"" + code.arch + "\", " +
              std::to_string(found->second.registers) + ", " +
              std::to_string(found->second.localBytes) + "},";
      ++count;
    }
    line("  /// What its machine code needs; empty where none was made.");
    line("  static constexpr std::array<pyk2ptx::CodeFacts, " +
         std::to_string(count) + "> code = {" + rows + "};\n");
  }

  void writeLaunch(const KernelInfo &kernel) {
    writeCall(kernel, "pyk2ptx::Result<void>",
              "launch(const pyk2ptx::Stream &stream,", "kernel_.launch(stream");
    // The driver takes a cooperative launch into a graph by capture alone.
    if (kernel.cooperative)
      return;
    line("  /// The launch as a graph's node, and other arguments for it.");
    writeCall(kernel, "pyk2ptx::Result<pyk2ptx::GraphNode>",
              "addTo(const pyk2ptx::Graph &graph,\n"
              "        const pyk2ptx::GraphNodes &after,",
              "graph.addKernel(after, kernel_");
    writeCall(kernel, "pyk2ptx::Result<void>",
              "setIn(const pyk2ptx::GraphExec &exec, pyk2ptx::GraphNode node,",
              "exec.setKernel(node, kernel_");
  }

  /// A member whose parameters are `first`, the geometry and the kernel's; it
  /// hands them to `callee`.
  void writeCall(const KernelInfo &kernel, const std::string &result,
                 const std::string &first, const std::string &callee) {
    Names names({"stream", "grid", "block", "sharedBytes", "kernel_", "entry",
                 "from", "launch", "kernel", "graph", "after", "exec", "node",
                 "code"});
    line("  [[nodiscard]] " + result);
    out_ += "  " + first + "\n         pyk2ptx::Dim3 grid,\n" +
            "         pyk2ptx::Dim3 block";
    if (kernel.dynamicShared)
      out_ += ", std::uint32_t sharedBytes";
    std::string args;
    for (const ArgInfo &arg : kernel.args) {
      std::string name = names.unique(arg.name);
      out_ += ",\n         " + paramType(arg) + name;
      args += ", " + name + (isTypedArray(arg) ? ".view()" : "");
    }
    line(") const {");
    line("    return " + callee + ", grid, block, " +
         std::string(kernel.dynamicShared ? "sharedBytes" : "0") + args + ");");
    line("  }\n");
  }

  const ModuleInfo &module_;
  const HeaderFacts &facts_;
  std::string out_;
};

} // namespace

std::string cppName(const std::string &name) {
  std::string result;
  for (char c : name) {
    bool isWord = std::isalnum(static_cast<unsigned char>(c)) != 0;
    // Two underscores are the implementation's.
    if (isWord)
      result += c;
    else if (result.empty() || result.back() != '_')
      result += '_';
  }
  if (result.empty() || result.front() == '_' ||
      std::isdigit(static_cast<unsigned char>(result.front())))
    result = "k" + result;
  return isKeyword(result) ? result + "_" : result;
}

std::string writeHeader(const ModuleInfo &module, const HeaderFacts &facts) {
  return Writer(module, facts).write();
}

} // namespace pyk2ptx
