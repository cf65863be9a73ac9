// Reads the head of a PTX file, which says what its kernels take.
//
// The reader treats its input as hostile: it is the one place where a file that
// somebody edited reaches code that copies bytes by offset. So it accepts only
// what writeHead could have written: every param must lie where layOutParams
// would put it, which is cheaper to check than a list of invariants is to
// state.
#include "pyk2ptx/abi.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_set>

namespace pyk2ptx {

namespace {

// NumPy's own limit on an array's rank, and more arguments than a parameter
// block can hold.
constexpr int maxHeadRank = 64;
constexpr std::size_t maxHeadArgs = 32764;

bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

int hexDigit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

bool unescape(std::string_view text, std::string &out) {
  out.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (i + 2 >= text.size())
      return false;
    int high = hexDigit(text[i + 1]);
    int low = hexDigit(text[i + 2]);
    if (high < 0 || low < 0)
      return false;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return true;
}

// The fields of one line, consumed from the left. After the first failure every
// further step fails too, so that a line's parser is one `&&` chain.
class Fields {
public:
  explicit Fields(std::string_view text) : rest_(text) {}

  bool text(std::string &out) {
    std::string_view field;
    return next(field) && unescape(field, out) && !out.empty();
  }
  bool literal(std::string_view wanted) {
    std::string_view field;
    return next(field) && field == wanted;
  }
  bool number(std::uint32_t &out) {
    std::string_view field;
    if (!next(field) || field.empty() || field.size() > 10)
      return false;
    std::uint64_t value = 0;
    for (char c : field) {
      if (c < '0' || c > '9')
        return false;
      value = value * 10 + static_cast<std::uint64_t>(c - '0');
    }
    if (value > UINT32_MAX)
      return false;
    out = static_cast<std::uint32_t>(value);
    return true;
  }
  // The last field, which may hold spaces and may be empty.
  bool rest(std::string &out) {
    bool ok = !atEnd_ && unescape(rest_, out);
    atEnd_ = true;
    return ok;
  }
  bool end() const { return atEnd_; }

private:
  bool next(std::string_view &field) {
    if (atEnd_)
      return false;
    std::size_t space = rest_.find(' ');
    field = rest_.substr(0, space);
    atEnd_ = space == std::string_view::npos;
    rest_ = atEnd_ ? std::string_view() : rest_.substr(space + 1);
    return true;
  }

  std::string_view rest_;
  bool atEnd_ = false;
};

bool parseAxis(std::string_view digits, std::uint32_t &axis) {
  Fields fields(digits);
  return fields.number(axis) && fields.end() && axis < maxHeadRank;
}

bool parseField(const std::string &text, ParamInfo &param) {
  std::string_view view = text;
  if (view == "value")
    param.field = ParamField::Value;
  else if (view == "ptr")
    param.field = ParamField::Pointer;
  else if (startsWith(view, "shape") && parseAxis(view.substr(5), param.axis))
    param.field = ParamField::Shape;
  else if (startsWith(view, "stride") && parseAxis(view.substr(6), param.axis))
    param.field = ParamField::Stride;
  else
    return false;
  return true;
}

bool sameParam(const ParamInfo &a, const ParamInfo &b) {
  return a.arg == b.arg && a.field == b.field && a.axis == b.axis &&
         a.type == b.type && a.offset == b.offset && a.size == b.size;
}

class HeadReader {
public:
  HeadReader(std::string_view ptx, ModuleInfo &module, std::string &error)
      : ptx_(ptx), module_(module), error_(error) {}

  bool read() {
    module_ = ModuleInfo();
    std::string_view line;
    std::uint32_t version = 0;
    if (!nextLine(line) || !startsWith(line, "pyk2ptx "))
      return fail("expected `// pyk2ptx abi 1`; is this PTX of pyk2ptx?");
    Fields first(line.substr(8));
    if (!first.literal("abi") || !first.number(version) || !first.end())
      return fail("expected `// pyk2ptx abi 1`");
    if (version != static_cast<std::uint32_t>(abiVersion))
      return fail("the file has ABI version " + std::to_string(version) +
                  ", this program reads version " + std::to_string(abiVersion));
    while (nextLine(line)) {
      if (line == "end")
        return finishKernel();
      if (!readLine(line))
        return false;
    }
    return fail("the head has no `// end`");
  }

private:
  bool fail(const std::string &message) {
    error_ = "line " + std::to_string(lineNumber_) + ": " + message;
    return false;
  }

  // Strips the comment sign; false at the first line that is no comment.
  bool nextLine(std::string_view &line) {
    ++lineNumber_;
    if (position_ >= ptx_.size())
      return false;
    std::size_t newline = ptx_.find('\n', position_);
    line = ptx_.substr(position_, newline == std::string_view::npos
                                      ? std::string_view::npos
                                      : newline - position_);
    position_ = newline == std::string_view::npos ? ptx_.size() : newline + 1;
    if (!line.empty() && line.back() == '\r')
      line.remove_suffix(1);
    if (!startsWith(line, "// "))
      return false;
    line.remove_prefix(3);
    return true;
  }

  bool readLine(std::string_view line) {
    std::size_t space = line.find(' ');
    std::string_view keyword = line.substr(0, space);
    Fields fields(space == std::string_view::npos ? std::string_view()
                                                  : line.substr(space + 1));
    bool ok = false;
    if (keyword == "target")
      ok = fields.text(module_.arch) && fields.literal("ptx") &&
           fields.text(module_.ptxIsa) && fields.end();
    else if (keyword == "kernel")
      return finishKernel() && readKernel(fields);
    else if (keyword == "arg")
      ok = inKernel_ && readArg(fields);
    else if (keyword == "param")
      ok = inKernel_ && readParam(fields);
    else if (keyword == "facts")
      ok = inKernel_ && !hasFacts_ && readFacts(fields);
    else if (keyword == "launch")
      ok = inKernel_ && hasFacts_ && readLaunch(fields);
    else if (keyword == "site")
      ok = readSite(fields);
    return ok || fail("cannot read `" + std::string(line.substr(0, 100)) + "`");
  }

  bool readKernel(Fields &fields) {
    module_.kernels.emplace_back();
    KernelInfo &kernel = module_.kernels.back();
    inKernel_ = true;
    hasFacts_ = false;
    names_.clear();
    return (fields.text(kernel.name) && fields.literal("entry") &&
            fields.text(kernel.entry) && fields.literal("source") &&
            fields.rest(kernel.source)) ||
           fail("cannot read this `kernel` line");
  }

  bool readArg(Fields &fields) {
    ArgInfo arg;
    std::string kind, layout;
    if (!fields.text(arg.name) || !fields.text(kind) || !fields.text(arg.dtype))
      return false;
    if (module_.kernels.back().args.size() >= maxHeadArgs ||
        !names_.insert(arg.name).second)
      return false;
    if (kind == "array") {
      std::uint32_t ndim = 0;
      arg.kind = ArgKind::Array;
      if (!fields.literal("ndim") || !fields.number(ndim) ||
          ndim > maxHeadRank || !fields.literal("layout") ||
          !fields.text(layout) ||
          (layout != "C" && layout != "F" && layout != "A"))
        return false;
      arg.ndim = static_cast<int>(ndim);
      arg.layout = layout[0];
      if (!fields.end() &&
          (!fields.literal("bytes") || !fields.number(arg.recordBytes)))
        return false;
    } else if (kind != "scalar") {
      return false;
    }
    module_.kernels.back().args.push_back(arg);
    return fields.end();
  }

  bool readParam(Fields &fields) {
    KernelInfo &kernel = module_.kernels.back();
    ParamInfo param;
    std::string name, field, type;
    if (!fields.text(name) || !fields.text(field) || !fields.text(type) ||
        !fields.literal("offset") || !fields.number(param.offset) ||
        !fields.literal("size") || !fields.number(param.size) ||
        !fields.end() || !parseField(field, param) ||
        !parseParamType(type, param.type))
      return false;
    // Params come in the order of their arguments, so the search resumes at
    // the last param's.
    if (!kernel.params.empty())
      param.arg = kernel.params.back().arg;
    while (param.arg < kernel.args.size() &&
           kernel.args[param.arg].name != name)
      ++param.arg;
    if (param.arg == kernel.args.size())
      return false;
    if (param.type == ParamType::Bytes) {
      // A record's alignment is the largest power of two, up to 16, that its
      // offset and its size allow: no smaller than its true one.
      std::uint32_t align = 16;
      while (align > 1 && (param.offset % align || param.size % align))
        align /= 2;
      kernel.args[param.arg].recordBytes = param.size;
      kernel.args[param.arg].recordAlign = align;
    }
    kernel.params.push_back(param);
    return true;
  }

  bool readFacts(Fields &fields) {
    KernelInfo &kernel = module_.kernels.back();
    std::string dynamic;
    hasFacts_ = true;
    bool ok = fields.literal("params") && fields.number(kernel.paramBytes) &&
              fields.literal("shared") && fields.number(kernel.staticShared) &&
              fields.literal("dynamic") && fields.text(dynamic) &&
              fields.literal("bounds") && fields.text(kernel.bounds) &&
              fields.literal("typing") && fields.text(kernel.typing) &&
              fields.end();
    kernel.dynamicShared = dynamic == "yes";
    return ok && (dynamic == "yes" || dynamic == "no");
  }

  bool readLaunch(Fields &fields) {
    KernelInfo &kernel = module_.kernels.back();
    std::string how;
    if (!fields.text(how))
      return false;
    if (how == "cooperative") {
      kernel.cooperative = true;
      return fields.end();
    }
    if (how == "asks") {
      kernel.asksForBlock = true;
      return fields.end();
    }
    if (how == "threads")
      return fields.number(kernel.threads) && fields.end() &&
             kernel.threads > 0;
    if (how == "variant")
      return fields.text(kernel.variantOf) && fields.end() && isVariant(kernel);
    if (how == "coarsened")
      return readThree(fields, kernel.coarsening);
    if (how == "cluster")
      return readThree(fields, kernel.cluster);
    return readFact(how, fields, kernel.facts);
  }

  // Whether it takes the parameters of a kernel before it, as it says.
  bool isVariant(const KernelInfo &variant) const {
    const std::vector<KernelInfo> &kernels = module_.kernels;
    return std::any_of(
        kernels.begin(), kernels.end() - 1, [&](const KernelInfo &kernel) {
          return kernel.entry == variant.variantOf &&
                 std::equal(kernel.params.begin(), kernel.params.end(),
                            variant.params.begin(), variant.params.end(),
                            sameParam);
        });
  }

  static bool readThree(Fields &fields, std::uint32_t (&numbers)[3]) {
    return fields.number(numbers[0]) && fields.number(numbers[1]) &&
           fields.number(numbers[2]) && fields.end() && numbers[0] > 0 &&
           numbers[1] > 0 && numbers[2] > 0;
  }

  static bool readOfArguments(Fields &fields, std::uint32_t most,
                              std::array<std::uint8_t, 16> &numbers) {
    for (std::uint8_t &to : numbers) {
      std::uint32_t number = 0;
      if (!fields.number(number) || number > most)
        return false;
      to = static_cast<std::uint8_t>(number);
      if (fields.end())
        return true;
    }
    return false;
  }

  // What an older program does not know it does not launch.
  static bool readFact(const std::string &name, Fields &fields,
                       LaunchFacts &facts) {
    if (name == "apart")
      return facts.noAlias = fields.end();
    if (name == "small")
      return facts.smallArrays = fields.end();
    if (name == "small-grid")
      return facts.smallGrid = fields.end();
    if (name == "large")
      return facts.isLarge = fields.end();
    if (name == "align")
      return fields.number(facts.alignment) && fields.end() &&
             facts.alignment > 0;
    if (name == "block")
      return readThree(fields, facts.block);
    if (name == "last")
      return readOfArguments(fields, 255, facts.lastExtents);
    return name == "sizes" && readOfArguments(fields, 30, facts.sizeBits);
  }

  bool readSite(Fields &fields) {
    std::uint32_t number = 0;
    ReportSite site;
    if (!fields.number(number) || number != module_.sites.size() ||
        !fields.text(site.source) || !fields.text(site.kind))
      return false;
    // A site without a text has no third field at all.
    if (!fields.end() && !fields.rest(site.text))
      return false;
    module_.sites.push_back(site);
    return true;
  }

  // Whether the kernel read last lies where the ABI's table puts it.
  bool finishKernel() {
    if (!inKernel_)
      return true;
    const KernelInfo &read = module_.kernels.back();
    if (!hasFacts_)
      return fail("kernel `" + read.name + "` has no `facts` line");
    KernelInfo expected;
    expected.args = read.args;
    layOutParams(expected);
    bool same = expected.paramBytes == read.paramBytes &&
                expected.params.size() == read.params.size();
    for (std::size_t i = 0; same && i < read.params.size(); ++i)
      same = sameParam(expected.params[i], read.params[i]);
    if (!same)
      return fail("the params of kernel `" + read.name +
                  "` are not where ABI version 1 puts them");
    return true;
  }

  std::string_view ptx_;
  ModuleInfo &module_;
  std::string &error_;
  std::size_t position_ = 0;
  int lineNumber_ = 0;
  bool inKernel_ = false;
  bool hasFacts_ = false;
  // The current kernel's arguments.
  std::unordered_set<std::string> names_;
};

} // namespace

bool readHead(const std::string &ptx, ModuleInfo &module, std::string &error) {
  return HeadReader(ptx, module, error).read();
}

} // namespace pyk2ptx
