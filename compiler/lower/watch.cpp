// Coverage and tracing: code that counts how often each line of the source ran,
// and tells of the lines that a thread runs and of what it assigns.
//
// A line is one of the user's. A statement of theirs becomes many of the IR's,
// an array expression loops, a primitive a whole algorithm; these stand one
// behind the other or inside each other, and have places on the same line.
// Those that begin a line are counted: not the ones inside a statement of the
// same line, nor behind one. The prelude's lines are nobody's, nor are those of
// its functions that stand at their call, whose place all their statements
// have.
#include "compiler/host/host_instrument.h"
#include "compiler/target/host_abi.h"
#include "frontend/ir/ir_walk.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstddef>

namespace pyk2ptx {

namespace {

bool isPrelude(const Source &source) {
  return source.name().starts_with("<prelude/");
}

bool hasLines(const ir::Function &function) {
  if (function.range.source && isPrelude(*function.range.source))
    return false;
  for (const ir::Stmt &stmt : function.body)
    if (stmt.range.source != function.range.source ||
        stmt.range.begin != function.range.begin)
      return true;
  return false;
}

/// Whether the user wrote the condition: other Ifs belong to statements.
bool isIfOfSource(const ir::Stmt &stmt) {
  const auto *choice = std::get_if<ir::If>(&stmt.node);
  if (!choice || choice->isOfOperand)
    return false;
  // Its place is the condition's.
  std::string_view text = stmt.range.source->text().substr(0, stmt.range.begin);
  std::size_t end = text.find_last_not_of(" \t(\\\n\r");
  return end != text.npos && text.substr(0, end + 1).ends_with("if");
}

} // namespace

void ModuleLowerer::addLine(SourceRange range, bool isBranch) {
  auto number = static_cast<std::uint32_t>(lineNumbers.size());
  if (lineNumbers.try_emplace({range.source, range.begin, isBranch}, number)
          .second)
    options.hostSites->lines.push_back({range, isBranch});
}

/// `around`: the lines of the statements that the block is in.
void ModuleLowerer::findLines(const ir::Block &block,
                              std::vector<Line> &around) {
  Line before;
  std::uint32_t begin = 0;
  for (const ir::Stmt &stmt : block) {
    auto findInside = [&] {
      forEachBlockOf(stmt,
                     [&](const ir::Block &inner) { findLines(inner, around); });
    };
    const Source *source = stmt.range.source;
    if (!source || isPrelude(*source)) {
      findInside();
      continue;
    }
    Line line{source, source->lineColumn(stmt.range.begin).line};
    bool isIf = isIfOfSource(stmt);
    bool isInside = std::ranges::find(around, line) != around.end();
    // What an `if` sets by `:=` stands before it, with its place.
    bool isBegun = line == before && begin == stmt.range.begin;
    if (isIf ? !isBegun : !isInside && line != before) {
      lineStarts.insert(&stmt);
      addLine(stmt.range, false);
    }
    if (isIf)
      addLine(stmt.range, true);
    before = line;
    begin = stmt.range.begin;
    around.push_back(line);
    findInside();
    around.pop_back();
  }
}

void ModuleLowerer::findLines() {
  for (const ir::Function &function : source.functions) {
    std::vector<Line> around;
    if (hasLines(function))
      findLines(function.body, around);
  }
}

void FunctionLowerer::enterLine(const ir::Stmt &stmt) {
  if (!m.lineStarts.contains(&stmt))
    return;
  if (m.options.trace)
    callCheck("pyk2ptx_trace_line", {i32(m.siteOf(stmt.range))});
  countLine(stmt.range, false);
}

void FunctionLowerer::countLine(SourceRange range, bool isBranch) {
  auto known = m.lineNumbers.find({range.source, range.begin, isBranch});
  if (!m.options.coverage || known == m.lineNumbers.end())
    return;
  llvm::Value *lines = hostField(offsetof(HostBlock, lines), b.getPtrTy());
  llvm::Value *place =
      b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), lines, known->second);
  llvm::LoadInst *count = b.CreateLoad(b.getInt64Ty(), place);
  llvm::StoreInst *store = b.CreateStore(b.CreateAdd(count, i64(1)), place);
  // No access of the kernel's.
  unsigned kind = m.context.getMDKindID(hostSiteMetadata);
  count->setMetadata(kind, nullptr);
  store->setMetadata(kind, nullptr);
}

void FunctionLowerer::traceValue(const Type &type, llvm::Value *value,
                                 SourceRange range, const std::string &name,
                                 llvm::Value *place) {
  // What the compiler has named itself is no variable of the user's.
  bool isOwn =
      !name.empty() && (name.front() == '%' || (name.front() == '.' && !place));
  if (isOwn || !hasLines(source))
    return;
  if (m.options.trace && type.kind == TypeKind::Scalar && type.isComplex()) {
    Type part =
        Type::of(type.scalar == Scalar::C64 ? Scalar::F32 : Scalar::F64);
    traceValue(part, b.CreateExtractValue(value, 0), range, name + ".real",
               place);
    traceValue(part, b.CreateExtractValue(value, 1), range, name + ".imag",
               place);
    return;
  }
  llvm::Type *form = value->getType();
  if (!m.options.trace || (!form->isIntegerTy() && !form->isFloatingPointTy()))
    return;
  HostValue kind;
  if (form->isDoubleTy()) {
    kind = HostValue::Double;
    value = b.CreateBitCast(value, b.getInt64Ty());
  } else if (form->isFloatTy()) {
    kind = HostValue::Float;
    value = b.CreateBitCast(value, b.getInt32Ty());
  } else if (type.isFloat()) {
    // The host has no instructions for 16-bit floats: their bits are told.
    kind = type.scalar == Scalar::F16 ? HostValue::Half : HostValue::BFloat;
    value = b.CreateBitCast(value, b.getInt16Ty());
  } else {
    kind = type.isBool()           ? HostValue::Bool
           : isSigned(type.scalar) ? HostValue::Signed
                                   : HostValue::Unsigned;
  }
  value = kind == HostValue::Signed ? b.CreateSExt(value, b.getInt64Ty())
                                    : b.CreateZExt(value, b.getInt64Ty());
  if (!place)
    place = llvm::ConstantPointerNull::get(b.getPtrTy());
  callCheck("pyk2ptx_trace_value",
            {i32(m.siteOf(range, name)), i32(static_cast<std::uint32_t>(kind)),
             value, place});
}

} // namespace pyk2ptx
