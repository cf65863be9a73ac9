// argv -> RunOptions. An option's value follows `=` or is the next word; ARGs
// and options may be mixed, and a word such as -3 or -inf is an ARG.
#include "options.h"

#include "arguments.h"
#include "frontend/types/types.h"

#include <charconv>
#include <optional>
#include <random>
#include <string_view>

namespace pyk2ptx {

namespace {

Error usageError(std::string text) {
  Error error;
  error.name = "UsageError";
  error.text = std::move(text);
  return error;
}

bool readUnsigned(std::string_view text, std::uint32_t &value) {
  const char *end = text.end();
  auto [at, status] = std::from_chars(text.begin(), end, value);
  return status == std::errc() && at == end && !text.empty();
}

// X[,Y[,Z]]
bool readDim3(std::string_view text, Dim3 &dim) {
  std::uint32_t *parts[] = {&dim.x, &dim.y, &dim.z};
  for (std::uint32_t *part : parts) {
    std::size_t comma = text.find(',');
    if (!readUnsigned(text.substr(0, comma), *part))
      return false;
    if (comma == std::string_view::npos)
      return true;
    text.remove_prefix(comma + 1);
  }
  return false;
}

class Parser {
public:
  Parser(int argc, const char *const *argv) : words_(argv, argv + argc) {}

  Result<RunOptions> parse() {
    bool onlyWords = false;
    while (at_ < words_.size()) {
      std::string word = words_[at_++];
      bool isOption =
          !onlyWords && word.size() > 1 && word[0] == '-' && !parseNumber(word);
      if (!isOption)
        takeWord(word);
      else if (word == "--")
        onlyWords = true;
      else
        takeOption(word);
      if (!fault_.empty())
        return usageError(fault_);
    }
    return finish();
  }

private:
  Result<RunOptions> finish() {
    if (options_.help)
      return std::move(options_);
    if (options_.file.empty())
      return usageError("name the file to run: pyk2ptx run FILE.py::KERNEL "
                        "--grid 4 --block 256 ARG...");
    if (!gridGiven_ || !blockGiven_)
      return usageError(
          std::string("say how many ") + (gridGiven_ ? "threads" : "blocks") +
          " to run with " + (gridGiven_ ? "--block" : "--grid") +
          ": for 1000 elements, --grid 4 --block 256 gives 4 blocks of 256 "
          "threads, one thread each");
    return finishChecks();
  }

  // What only the CPU device can do decides for it.
  Result<RunOptions> finishChecks() {
    HostChecks &checks = options_.compile.checks;
    if (!options_.report.empty())
      checks = {true, true, true, true};
    options_.compile.coverage =
        !options_.coverage.empty() || !options_.report.empty();
    options_.compile.trace = options_.isTraced;
    if (LaunchFacts &facts = options_.compile.facts;
        facts.perThread || facts.noAlias) {
      facts.block[0] = options_.block.x;
      facts.block[1] = options_.block.y;
      facts.block[2] = options_.block.z;
    }
    if (options_.device == RunDevice::Auto && options_.compile.lineInfo)
      options_.device = RunDevice::Cpu;
    bool isWatched = options_.compile.coverage || options_.compile.trace;
    bool onlyBounds =
        checks.bounds && !checks.races && !checks.barriers && !checks.uninit;
    bool isOrdered = options_.schedule.kind != CpuSchedule::Kind::Forward;
    options_.compile.schedulable = isOrdered;
    options_.needsCpu = (checks.any() && !onlyBounds) || isWatched ||
                        options_.schedule.oneByOne;
    if (!options_.needsCpu)
      return std::move(options_);
    if (options_.device == RunDevice::Gpu)
      return usageError(
          "only the CPU device has --schedule, --coverage, --trace, --report "
          "and checks other than --check=bounds; use --device=cpu");
    options_.device = RunDevice::Cpu;
    return std::move(options_);
  }

  void takeWord(const std::string &word) {
    if (!options_.file.empty()) {
      options_.arguments.push_back(word);
      return;
    }
    std::size_t colons = word.rfind("::");
    options_.file = word.substr(0, colons);
    if (colons != std::string::npos)
      options_.kernel = word.substr(colons + 2);
  }

  void takeOption(const std::string &word) {
    bool isLong = word.compare(0, 2, "--") == 0;
    std::size_t nameEnd = isLong ? word.find('=') : 2;
    std::string name = word.substr(0, nameEnd);
    std::optional<std::string> value;
    if (nameEnd < word.size())
      value = word.substr(nameEnd + (isLong ? 1 : 0));
    if (name == "--help" || name == "-h") {
      options_.help = true;
      return;
    }
    if (name == "--debug") {
      options_.compile.bounds = BoundsMode::Raise;
      options_.compile.debug = true;
      return;
    }
    if (name == "-G") {
      options_.compile.lineInfo = true;
      options_.compile.optLevel = 0;
      return;
    }
    if (name == "--fast-math" || name == "--use_fast_math") {
      options_.compile.fastMath = true;
      return;
    }
    // `run` reads or makes each array by itself.
    if (name == "--facts") {
      LaunchFacts &facts = options_.compile.facts;
      facts.noAlias = facts.smallArrays = true;
      facts.alignment = 16;
      return;
    }
    if (name == "--no-imports") {
      options_.noImports = true;
      return;
    }
    for (const Row &row : rows()) {
      if (row.name != name)
        continue;
      if (!value && at_ < words_.size())
        value = words_[at_++];
      if (!value)
        fault_ = name + " needs a value: " + row.form;
      else if (!(this->*row.take)(*value))
        if (fault_.empty())
          fault_ = name + " takes " + row.form + ", not `" + *value + "`";
      return;
    }
    fault_ = "unknown option `" + word + "`; see pyk2ptx run --help";
  }

  struct Row {
    std::string name;
    bool (Parser::*take)(const std::string &);
    const char *form;
  };
  static const std::vector<Row> rows() {
    return {
        {"--grid", &Parser::takeGrid, "X[,Y[,Z]]"},
        {"--block", &Parser::takeBlock, "X[,Y[,Z]]"},
        {"--shared", &Parser::takeShared, "a number of bytes"},
        {"--device", &Parser::takeDevice, "auto, gpu or cpu"},
        {"--repeat", &Parser::takeRepeat, "a number of launches"},
        {"--out", &Parser::takeOut, "NAME=FILE.npy"},
        {"--sig", &Parser::takeSig, "'kernel(float32[:], int64)'"},
        {"-D", &Parser::takeDefine, "NAME=VALUE"},
        {"-I", &Parser::takeFolder, "a folder"},
        {"--bounds", &Parser::takeBounds, "guard, raise or none"},
        {"--typing", &Parser::takeTyping, "python or numba"},
        {"--check", &Parser::takeCheck,
         "all, or some of bounds,races,barriers,uninit"},
        {"--schedule", &Parser::takeSchedule,
         "forward, reverse, random or random:SEED"},
        {"--diagnostics", &Parser::takeDiagnostics, "text or json"},
        {"--coverage", &Parser::takeCoverage, "a file's name"},
        {"--trace", &Parser::takeTrace, "BLOCK:THREAD, as 0:5 or 1,0,0:3,2,0"},
        {"--report", &Parser::takeReport, "a file's name"},
        {"--report-warp", &Parser::takeReportWarp,
         "BLOCK:WARP, as 0:1 or 1,0,0:1"},
        {"--arch", &Parser::takeArch, "a name such as sm_90"},
        {"--per-thread", &Parser::takePerThread, "a power of two up to 16"},
        {"-O", &Parser::takeLevel, "0, 1, 2 or 3"},
        {"--fmad", &Parser::takeFmad, "true or false"},
        {"--ftz", &Parser::takeFtz, "true or false"},
        {"--prec-div", &Parser::takePrecDiv, "true or false"},
        {"--prec-sqrt", &Parser::takePrecSqrt, "true or false"},
        {"--link", &Parser::takeLink, "a file's name"},
        {"--libdevice", &Parser::takeLibdevice, "a file's name"}};
  }

  bool takeGrid(const std::string &text) {
    gridGiven_ = true;
    return readDim3(text, options_.grid);
  }
  bool takeBlock(const std::string &text) {
    blockGiven_ = true;
    return readDim3(text, options_.block);
  }
  bool takeShared(const std::string &text) {
    return readUnsigned(text, options_.sharedBytes);
  }
  bool takeDevice(const std::string &text) {
    options_.device = text == "gpu"   ? RunDevice::Gpu
                      : text == "cpu" ? RunDevice::Cpu
                                      : RunDevice::Auto;
    return text == "gpu" || text == "cpu" || text == "auto";
  }
  bool takeRepeat(const std::string &text) {
    return readUnsigned(text, options_.repeat) && options_.repeat;
  }
  bool takePerThread(const std::string &text) {
    std::uint32_t &count = options_.compile.facts.perThread;
    return readUnsigned(text, count) && count > 0 && count <= 16 &&
           (count & (count - 1)) == 0;
  }
  bool takeOut(const std::string &text) {
    std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      return false;
    options_.outputs.emplace_back(text.substr(0, equals),
                                  text.substr(equals + 1));
    return true;
  }
  bool takeSig(const std::string &text) {
    options_.compile.signatures.push_back(text);
    return true;
  }
  bool takeDefine(const std::string &text) {
    std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return false;
    options_.compile.defines.emplace_back(text.substr(0, equals),
                                          text.substr(equals + 1));
    return true;
  }
  bool takeFolder(const std::string &text) {
    options_.importFolders.push_back(text);
    return !text.empty();
  }
  bool takeBounds(const std::string &text) {
    options_.compile.bounds = text == "raise"  ? BoundsMode::Raise
                              : text == "none" ? BoundsMode::None
                                               : BoundsMode::Guard;
    return text == "guard" || text == "raise" || text == "none";
  }
  bool takeTyping(const std::string &text) {
    options_.compile.typing = text == "numba" ? Typing::Numba : Typing::Python;
    return text == "python" || text == "numba";
  }
  bool takeCheck(const std::string &text) {
    HostChecks &checks = options_.compile.checks;
    std::string_view rest = text;
    while (true) {
      std::size_t comma = rest.find(',');
      std::string_view check = rest.substr(0, comma);
      bool isAll = check == "all";
      if (!isAll && check != "bounds" && check != "races" &&
          check != "barriers" && check != "uninit")
        return false;
      checks.bounds |= isAll || check == "bounds";
      checks.races |= isAll || check == "races";
      checks.barriers |= isAll || check == "barriers";
      checks.uninit |= isAll || check == "uninit";
      if (comma == std::string_view::npos)
        break;
      rest.remove_prefix(comma + 1);
    }
    return true;
  }
  bool takeSchedule(const std::string &text) {
    using Kind = CpuSchedule::Kind;
    CpuSchedule &schedule = options_.schedule;
    std::string_view rest = text;
    schedule.oneByOne = true;
    schedule.kind = text == "forward"   ? Kind::Forward
                    : text == "reverse" ? Kind::Reverse
                                        : Kind::Random;
    if (schedule.kind != Kind::Random)
      return true;
    if (text == "random") {
      schedule.seed = std::random_device()();
      return true;
    }
    constexpr std::string_view prefix = "random:";
    if (rest.substr(0, prefix.size()) != prefix)
      return false;
    rest.remove_prefix(prefix.size());
    auto [at, status] =
        std::from_chars(rest.data(), rest.data() + rest.size(), schedule.seed);
    return status == std::errc() && at == rest.data() + rest.size();
  }
  bool takeCoverage(const std::string &text) {
    options_.coverage = text;
    return !text.empty();
  }
  bool takeReport(const std::string &text) {
    options_.report = text;
    return !text.empty();
  }
  static bool readPair(std::string_view text, Dim3 &first, Dim3 &second) {
    first = second = Dim3(0, 0, 0);
    std::size_t colon = text.find(':');
    return colon != std::string_view::npos &&
           readDim3(text.substr(0, colon), first) &&
           readDim3(text.substr(colon + 1), second);
  }
  bool takeTrace(const std::string &text) {
    options_.isTraced = true;
    return readPair(text, options_.traceBlock, options_.traceThread);
  }
  bool takeReportWarp(const std::string &text) {
    Dim3 warp;
    bool isRead = readPair(text, options_.reportBlock, warp);
    options_.reportWarp = warp.x;
    return isRead && !warp.y && !warp.z;
  }
  bool takeDiagnostics(const std::string &text) {
    options_.diagnostics =
        text == "json" ? DiagnosticForm::Json : DiagnosticForm::Text;
    return text == "text" || text == "json";
  }
  bool takeArch(const std::string &text) {
    options_.compile.arch = text;
    options_.archGiven = text != "native";
    return true;
  }
  bool takeLevel(const std::string &text) {
    if (text.size() != 1 || text[0] < '0' || text[0] > '3')
      return false;
    options_.compile.optLevel = text[0] - '0';
    return true;
  }
  template <typename Switch>
  static bool takeSwitch(const std::string &text, Switch &value) {
    value = text == "true";
    return text == "true" || text == "false";
  }
  bool takeFmad(const std::string &text) {
    return takeSwitch(text, options_.compile.fmad);
  }
  bool takeFtz(const std::string &text) {
    return takeSwitch(text, options_.compile.ftz);
  }
  bool takePrecDiv(const std::string &text) {
    return takeSwitch(text, options_.compile.precDiv);
  }
  bool takePrecSqrt(const std::string &text) {
    return takeSwitch(text, options_.compile.precSqrt);
  }
  bool takeLink(const std::string &text) {
    options_.compile.links.push_back(text);
    return !text.empty();
  }
  bool takeLibdevice(const std::string &text) {
    options_.compile.libdevice = text;
    return true;
  }

  std::vector<std::string> words_;
  std::size_t at_ = 0;
  RunOptions options_;
  bool gridGiven_ = false;
  bool blockGiven_ = false;
  std::string fault_;
};

} // namespace

Result<RunOptions> parseRunOptions(int argc, const char *const *argv) {
  return Parser(argc, argv).parse();
}

const char *runUsage() {
  return R"(usage: pyk2ptx run [options] FILE.py[::KERNEL] ARG...
       pyk2ptx run --many: a launch for each line of standard input, its words
       separated by tabs; the exit statuses come back a line each

Runs a kernel on the GPU or, without one, on the CPU device.

  --grid X[,Y[,Z]]       blocks
  --block X[,Y[,Z]]      threads of a block
  --shared BYTES         dynamic shared memory
  --device=auto|gpu|cpu  auto is the GPU if there is one
  --repeat N             time N more launches and tell their median
  --per-thread N         compile for these blocks, and let one thread do the
                         work of up to N where it may, as the JIT does
  --facts                compile for these blocks and arrays, as the JIT does
                         for large launches: the arrays lie apart, are small
                         and begin at multiples of 16 bytes
  --out NAME=FILE.npy    write an array argument after the run; repeatable.
                         Without it arrays and the kernel's time are printed.
  --check=KINDS          watch the kernel on the CPU device and report, with
                         both places and threads, what is wrong: all, or some
                         of bounds (an index outside its array), races,
                         barriers (that not all threads come to), uninit
                         (reads of what was never written)
  --schedule=ORDER       in which order the CPU device runs blocks, warps and
                         threads: forward, reverse, random, random:SEED; the
                         same seed gives the same order
  --diagnostics=FORM     messages as text or json
  --coverage=FILE        write how often each line ran, as lcov does
  --trace BLOCK:THREAD   print the lines that one thread runs and the values
                         that they assign: 0:5, or 1,0,0:3,2,0
  --report=FILE.html     write a page: the source with what --check=all finds
                         and the lines that never ran, and which addresses a
                         warp touches
  --report-warp B:WARP   the block and the number of its warp for that; 0:0
  --sig 'k(float32[:])'  types, for a kernel that states none; without it they
                         are those of the ARGs
  -G                     no optimization, and lines for gdb: on the CPU device
                         `gdb --args pyk2ptx run -G ...`, `break FILE.py:7`
  -D NAME=VALUE  -O0..-O3  --bounds=guard|raise|none  --debug  --arch=sm_90
  --fmad=true|false  --fast-math  --ftz=, --prec-div=, --prec-sqrt=true|false
  --typing=python|numba  --libdevice=FILE  --link=FILE  -I DIR  --no-imports

ARG is NAME=VALUE or VALUE, in the order of the parameters. VALUE is
  3  2.5  1e3  nan  1+2j  True    a number, as Python writes it
  float32(2.5)                    a number of a type
  timedelta64[s](5)  datetime64[D](2020-01-31)
                                  a time
  Params(1, y=2.5)                an instance of the file's dataclass
  None  (1, 2.5)  (x=1, y=2)      None, a tuple, a named tuple
  f  math.sqrt                    a function of the file or a library, where the
                                  kernel states no types for it
  FILE.npy                        an array
  zeros(float32,1024x8)           an array; also ones, empty,
                                  full(DTYPE,SHAPE,VALUE), arange(N),
                                  arange(DTYPE,N,START,STEP) and
                                  random(DTYPE,SHAPE,SEED). DTYPE may be left
                                  out; F after the rest is Fortran's order.
  zeros(record(x: float32, n: int32),8)
                                  an array of records, also empty
  xoroshiro(N,SEED)               states of numba.cuda.random

Exit status: 0 done; 1 the kernel or an argument is wrong; 2 usage; 3 the
environment lacks something; 70 a bug of pyk2ptx.
)";
}

} // namespace pyk2ptx
