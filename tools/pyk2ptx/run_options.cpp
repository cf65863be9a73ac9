// argv -> RunOptions. An option's value follows `=` or is the next word; ARGs
// and options may be mixed, and a word such as -3 or -inf is an ARG.
#include "run_options.h"

#include "arguments.h"

#include <charconv>
#include <optional>
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
    return {{"--grid", &Parser::takeGrid, "X[,Y[,Z]]"},
            {"--block", &Parser::takeBlock, "X[,Y[,Z]]"},
            {"--shared", &Parser::takeShared, "a number of bytes"},
            {"--device", &Parser::takeDevice, "auto, gpu or cpu"},
            {"--repeat", &Parser::takeRepeat, "a number of launches"},
            {"--out", &Parser::takeOut, "NAME=FILE.npy"},
            {"--sig", &Parser::takeSig, "'kernel(float32[:], int64)'"},
            {"-D", &Parser::takeDefine, "NAME=VALUE"},
            {"-I", &Parser::takeFolder, "a folder"},
            {"--bounds", &Parser::takeBounds, "guard, raise or none"},
            {"--check", &Parser::takeCheck, "bounds"},
            {"--arch", &Parser::takeArch, "a name such as sm_90"},
            {"-O", &Parser::takeLevel, "0, 1, 2 or 3"},
            {"--fmad", &Parser::takeFmad, "true or false"},
            {"--ftz", &Parser::takeFtz, "true or false"},
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
  bool takeCheck(const std::string &text) {
    std::string_view rest = text;
    while (true) {
      std::size_t comma = rest.find(',');
      std::string_view check = rest.substr(0, comma);
      if (check == "races" || check == "barriers" || check == "uninit")
        fault_ = "--check=" + std::string(check) +
                 " is not supported yet; --check=bounds is";
      if (check != "bounds")
        return false;
      if (comma == std::string_view::npos)
        break;
      rest.remove_prefix(comma + 1);
    }
    options_.compile.bounds = BoundsMode::Raise;
    return true;
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
  static bool takeSwitch(const std::string &text, bool &value) {
    value = text == "true";
    return value || text == "false";
  }
  bool takeFmad(const std::string &text) {
    return takeSwitch(text, options_.compile.fmad);
  }
  bool takeFtz(const std::string &text) {
    return takeSwitch(text, options_.compile.ftz);
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

Runs a kernel on the GPU or, without one, on the CPU device.

  --grid X[,Y[,Z]]       blocks
  --block X[,Y[,Z]]      threads of a block
  --shared BYTES         dynamic shared memory
  --device=auto|gpu|cpu  auto is the GPU if there is one
  --repeat N             time N more launches and tell their median
  --out NAME=FILE.npy    write an array argument after the run; repeatable.
                         Without it arrays and the kernel's time are printed.
  --check=bounds         report an index that is outside its array
  --sig 'k(float32[:])'  types, for a kernel that states none; without it they
                         are those of the ARGs
  -D NAME=VALUE  -O0..-O3  --bounds=guard|raise|none  --debug  --arch=sm_90
  --fmad=true|false  --ftz=true|false  --libdevice=FILE  -I DIR  --no-imports

ARG is NAME=VALUE or VALUE, in the order of the parameters. VALUE is
  3  2.5  1e3  nan  1+2j  True    a number, as Python writes it
  float32(2.5)                    a number of a type
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
