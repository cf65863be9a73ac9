// argv -> RunOptions. ARGs and options may be mixed. A word such as -3 or -inf
// is an ARG, which the table of options could not know: so the words are gone
// through here, and the table asked one at a time.
#include "options.h"

#include "arguments.h"
#include "compiler/target/target.h"
#include "number.h"
#include "tools/pyk2ptx/options/option_reader.h"

#include <charconv>
#include <random>
#include <span>
#include <string_view>

namespace pyk2ptx {

namespace {

namespace opt = llvm::opt;

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

class Reader : OptionReader {
public:
  Reader(const opt::InputArgList &args, const std::vector<std::string> &words)
      : OptionReader(args) {
    for (const std::string &word : words)
      takeWord(word);
  }

  Result<RunOptions> read() {
    options_.help = args_.hasArg(OPT_help);
    if (options_.help)
      return std::move(options_);
    for (const Row &row : rows())
      for (const std::string &text : args_.getAllArgValues(row.id))
        if (!(this->*row.take)(text))
          fail(std::string(row.name) + " takes " + row.form + ", not `" + text +
               "`");
    if (args_.hasArg(OPT_plot))
      options_.plots.emplace_back();
    readGiven(options_.compile);
    options_.importFolders = args_.getAllArgValues(OPT_I);
    options_.noImports = args_.hasArg(OPT_no_imports);
    options_.compile.lineInfo = args_.hasArg(OPT_G);
    if (options_.compile.lineInfo)
      options_.compile.optLevel = 0;
    readCode(options_.compile);
    options_.form = readForm();
    // `run` reads or makes each array, but for parts of others, by itself.
    options_.hasFacts = args_.hasArg(OPT_run_facts);
    if (options_.hasFacts) {
      LaunchFacts &facts = options_.compile.facts;
      facts.noAlias = true;
      facts.alignment = 16;
    }
    readVariants(options_.compile);
    if (!fault_.empty())
      return usageError(fault_);
    return finish();
  }

private:
  Result<RunOptions> finish() {
    if (options_.file.empty())
      return usageError("name the file to run: pyk2ptx run FILE.py::KERNEL "
                        "--grid 4 --block 256 ARG...");
    bool hasGrid = args_.hasArg(OPT_grid_EQ);
    if (!hasGrid || !args_.hasArg(OPT_block_EQ))
      return usageError(
          std::string("say how many ") + (hasGrid ? "threads" : "blocks") +
          " to run with " + (hasGrid ? "--block" : "--grid") +
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
    const Dim3 &block = options_.block;
    // A variant is for blocks of its own.
    if (std::uint64_t(block.x) * block.y * block.z <= 1024 &&
        !args_.hasArg(OPT_any_block) && options_.compile.variants.empty())
      options_.compile.blockThreads = block.x * block.y * block.z;
    if (LaunchFacts &facts = options_.compile.facts;
        facts.perThread || facts.noAlias) {
      facts.block[0] = options_.block.x;
      facts.block[1] = options_.block.y;
      facts.block[2] = options_.block.z;
    } else if (options_.compile.maxThreads == 0) {
      // What a block of them has no registers for could not be launched.
      options_.compile.maxThreads = options_.compile.blockThreads;
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

  bool takeGrid(const std::string &text) {
    return readDim3(text, options_.grid);
  }
  bool takeBlock(const std::string &text) {
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
  // NAME, FILE.png or NAME=FILE.png
  bool takePlot(const std::string &text) {
    auto isFile = [](std::string_view word) {
      constexpr std::string_view suffix = ".png";
      return word.size() > suffix.size() &&
             word.substr(word.size() - suffix.size()) == suffix;
    };
    std::size_t equals = text.find('=');
    if (equals != std::string::npos) {
      options_.plots.push_back(
          {text.substr(0, equals), text.substr(equals + 1)});
      return equals != 0 && isFile(options_.plots.back().file);
    }
    if (isFile(text))
      options_.plots.push_back({"", text});
    else
      options_.plots.push_back({text, ""});
    return !text.empty() &&
           (isFile(text) || text.find('/') == std::string::npos);
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
  bool takeArch(const std::string &text) {
    options_.compile.arch = text;
    options_.archGiven = text != "native";
    return !options_.archGiven || findArch(text);
  }
  struct Row {
    OptionId id;
    const char *name;
    bool (Reader::*take)(const std::string &);
    const char *form;
  };
  static std::span<const Row> rows();

  RunOptions options_;
};

std::span<const Reader::Row> Reader::rows() {
  static constexpr Row all[] = {
      {OPT_grid_EQ, "--grid", &Reader::takeGrid, "X[,Y[,Z]]"},
      {OPT_block_EQ, "--block", &Reader::takeBlock, "X[,Y[,Z]]"},
      {OPT_shared_EQ, "--shared", &Reader::takeShared, "a number of bytes"},
      {OPT_device_EQ, "--device", &Reader::takeDevice, "auto, gpu or cpu"},
      {OPT_repeat_EQ, "--repeat", &Reader::takeRepeat, "a number of launches"},
      {OPT_out_EQ, "--out", &Reader::takeOut, "NAME=FILE.npy"},
      {OPT_plot_EQ, "--plot", &Reader::takePlot,
       "NAME, FILE.png or NAME=FILE.png"},
      {OPT_check_EQ, "--check", &Reader::takeCheck,
       "all, or some of bounds,races,barriers,uninit"},
      {OPT_schedule_EQ, "--schedule", &Reader::takeSchedule,
       "forward, reverse, random or random:SEED"},
      {OPT_coverage_EQ, "--coverage", &Reader::takeCoverage, "a file's name"},
      {OPT_trace_EQ, "--trace", &Reader::takeTrace,
       "BLOCK:THREAD, as 0:5 or 1,0,0:3,2,0"},
      {OPT_report_EQ, "--report", &Reader::takeReport, "a file's name"},
      {OPT_report_warp_EQ, "--report-warp", &Reader::takeReportWarp,
       "BLOCK:WARP, as 0:1 or 1,0,0:1"},
      {OPT_arch_EQ, "--arch", &Reader::takeArch, "a name such as sm_90"},
      {OPT_per_thread_EQ, "--per-thread", &Reader::takePerThread,
       "a power of two up to 16"},
  };
  return all;
}

/// The options in order; where a value is missing or a word is unknown it
/// stops, with `fault` set.
void readWords(const OptionTable &table, opt::InputArgList &args,
               std::vector<std::string> &plain, std::string &fault) {
  bool onlyWords = false;
  for (unsigned at = 0; at < args.getNumInputArgStrings();) {
    std::string word = args.getArgString(at);
    bool isOption =
        !onlyWords && word.size() > 1 && word[0] == '-' && !parseNumber(word);
    if (!isOption || word == "--") {
      onlyWords |= isOption;
      if (!isOption)
        plain.push_back(word);
      ++at;
      continue;
    }
    std::unique_ptr<opt::Arg> arg = table.ParseOneArg(args, at, table.whose());
    if (!arg)
      fault = word + " needs a value";
    else if (arg->getOption().getID() == OPT_UNKNOWN)
      fault = table.unknown(word);
    else
      args.append(arg.release());
    if (!fault.empty())
      return;
  }
}

} // namespace

Result<RunOptions> parseRunOptions(int argc, const char *const *argv) {
  OptionTable table(RunVis);
  opt::InputArgList args(argv, argv + argc);
  std::vector<std::string> words;
  std::string fault;
  readWords(table, args, words, fault);
  if (!fault.empty())
    return usageError(fault);
  return Reader(args, words).read();
}

std::string runHelp() {
  return OptionTable(RunVis).help(
             "pyk2ptx run [options] FILE.py[::KERNEL] ARG...",
             "runs a kernel on the GPU or, without one, on the CPU device") +
         R"(
pyk2ptx run --many runs a launch for each line of standard input, its words
separated by tabs; the exit statuses come back a line each.

What stands behind a semicolon is the default. --sig, -D, -I, --link, --out,
--plot and --check can be repeated; of other options the last one counts. Without --out
arrays are printed, with the kernel's time.

--check finds indices outside their array (bounds), races, barriers that not all
threads come to, and reads of what was never written (uninit). --trace takes 0:5
or 1,0,0:3,2,0; --schedule's seed gives the same order again. --facts: what the
arguments say, and that arrays, unless one is part of another, lie apart and begin at
multiples of 16 bytes. For gdb on the CPU device: gdb --args pyk2ptx run -G ..., then
break FILE.py:7.

ARG is NAME=VALUE or VALUE, in the order of the parameters. VALUE is
  3  2.5  1e3  nan  1+2j  True    a number, as Python writes it
  float32(2.5)                    a number of a type
  timedelta64[s](5)  datetime64[D](2020-01-31)
                                  a time
  Params(1, y=2.5)  Color.RED     an instance of the file's dataclass, a member
                                  of its enumeration
  None  (1, 2.5)  (x=1, y=2)      None, a tuple, a named tuple
  f  math.sqrt                    a function of the file or a library, where the
                                  kernel states no types for it
  x  x[1:]  x[:, ::2]             the array of the parameter x, or part of it
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
