// From -O1 on ptxas (that of CUDA 13.0, for sm_90 and later) makes wrong code
// of three things, which the text says in other words; the selection of
// instructions makes them of every form that LLVM could be given:
//
// - x - (y << 31) may become x + (y << 31): as a factor 2**31 is a 32-bit
//   constant that is its own negative. Such a shift is two instructions.
// - The upper half of a 32-bit product, less a 64-bit y, becomes one
//   instruction that adds to the product the negative of y's lower half, and
//   takes its carry for that of the difference; where the lower half is 0 there
//   is none, and the result is 2**32 too small. The upper half is taken from a
//   wide product.
// - min(min(x, -y), z) becomes the least of x, y and z, one instruction: the
//   sign is lost, of maxima as well. What minima ask for is ~y + 1, of which it
//   makes as few instructions: 1 is added where the least is found.
#include "reworded_ptx.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringSet.h>

#include <utility>

namespace pyk2ptx {

namespace {

using llvm::StringRef;

template <class Use> void forEachLine(StringRef text, Use &&use) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    use(line, line.size() < text.size());
    text = rest;
  }
}

/// An instruction with its operands, the target first.
struct Words {
  explicit Words(StringRef line) {
    auto [name, rest] = line.ltrim('\t').split(" \t");
    opcode = name;
    rest.rtrim(';').split(operands, ", ");
  }
  [[nodiscard]] bool isExtreme() const {
    return (opcode.starts_with("min.") || opcode.starts_with("max.")) &&
           (opcode.contains(".s32") || opcode.contains(".s16"));
  }

  StringRef opcode;
  llvm::SmallVector<StringRef, 4> operands;
};

class Rewording {
public:
  explicit Rewording(StringRef ptx) : ptx_(ptx) {
    if (ptx.contains("\tneg.s"))
      findCompared();
  }

  std::string run() const {
    std::string result;
    result.reserve(ptx_.size());
    forEachLine(ptx_, [&](StringRef line, bool hasEnd) {
      result += reworded(line);
      if (hasEnd)
        result += '\n';
    });
    return result;
  }

private:
  void findCompared() {
    bool isNew = false;
    auto look = [&](StringRef line, bool) {
      if (!line.starts_with("\tm"))
        return;
      Words words(line);
      bool isCopy = words.opcode.starts_with("mov.b") &&
                    compared_.contains(words.operands[0]);
      if (isCopy || words.isExtreme())
        for (StringRef operand : llvm::drop_begin(words.operands))
          isNew |= compared_.insert(operand).second;
    };
    do {
      isNew = false;
      forEachLine(ptx_, look);
    } while (isNew);
  }

  std::string reworded(StringRef line) const {
    static constexpr llvm::StringLiteral shift = "\tshl.b64 \t", by31 = ", 31;",
                                         high = "\tmul.hi.u32 \t";
    if (line.starts_with(shift) && line.ends_with(by31)) {
      StringRef target = line.drop_front(shift.size()).split(',').first;
      return (line.drop_back(by31.size()) + ", 30;\n\tadd.s64 \t" + target +
              ", " + target + ", " + target + ";")
          .str();
    }
    if (line.starts_with(high)) {
      auto [target, factors] = line.drop_front(high.size()).split(", ");
      return ("\t{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, " +
              factors + " mov.b64 {low, " + target + "}, wide; }")
          .str();
    }
    if (!compared_.empty() && line.starts_with("\tneg.s"))
      return negation(line);
    return line.str();
  }
  std::string negation(StringRef line) const {
    Words words(line);
    StringRef target = words.operands[0],
              bits = words.opcode.drop_front(StringRef("neg.s").size());
    if (!compared_.contains(target))
      return line.str();
    return ("\tnot.b" + bits + " \t" + target + ", " + words.operands[1] +
            ";\n\tadd.s" + bits + " \t" + target + ", " + target + ", 1;")
        .str();
  }

  StringRef ptx_;
  /// Registers of which the least or the greatest is asked, and what is copied
  /// to them. Functions have registers of the same names: it is those of all.
  llvm::StringSet<> compared_;
};

} // namespace

std::string rewordedPtx(StringRef ptx) { return Rewording(ptx).run(); }

} // namespace pyk2ptx
