// What profilers and debuggers read. Line tables need nothing but a subprogram
// for each function; on the GPU the unit then says "directives only", because
// anything more and ptxas would not optimize. With -G also every variable that
// the source names, at its stack slot, and the types: an array is a struct of
// its pointer, extents and strides, as in the kernel ABI.
#include "lowerer.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>

#include <algorithm>

namespace pyk2ptx {

void ModuleLowerer::createDebug() {
  bool someLines = std::any_of(
      source.functions.begin(), source.functions.end(),
      [](const ir::Function &function) { return function.lineInfo; });
  if (source.functions.empty() ||
      (!options.lineInfo && !options.debugInfo && !someLines))
    return;
  debug = std::make_unique<llvm::DIBuilder>(module);
  auto kind = options.debugInfo ? llvm::DICompileUnit::FullDebug
              : gpu()           ? llvm::DICompileUnit::DebugDirectivesOnly
                                : llvm::DICompileUnit::LineTablesOnly;
  debug->createCompileUnit(
      llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_Python),
      debugFile(source.functions.front().range), "pyk2ptx",
      /*isOptimized=*/!options.debugInfo, "", 0, "", kind);
  module.addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                       llvm::DEBUG_METADATA_VERSION);
  // What cuda-gdb and ptxas read.
  if (options.debugInfo)
    module.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 2);
}

llvm::DIFile *ModuleLowerer::debugFile(SourceRange range) {
  return debug->createFile(range.source ? range.source->name() : "<none>", "");
}

void ModuleLowerer::describe(llvm::Function &function,
                             const ir::Function &described) {
  if (!debug ||
      (!options.lineInfo && !options.debugInfo && !described.lineInfo))
    return;
  llvm::DIFile *file = debugFile(described.range);
  unsigned line =
      described.range.source
          ? described.range.source->lineColumn(described.range.begin).line
          : 0;
  function.setSubprogram(debug->createFunction(
      file, described.name, function.getName(), file, line,
      debug->createSubroutineType(debug->getOrCreateTypeArray({})), line,
      llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition));
}

llvm::DIType *ModuleLowerer::debugScalar(Scalar scalar) {
  unsigned encoding = llvm::dwarf::DW_ATE_unsigned;
  if (scalar == Scalar::Bool)
    encoding = llvm::dwarf::DW_ATE_boolean;
  else if (isComplex(scalar))
    encoding = llvm::dwarf::DW_ATE_complex_float;
  else if (isFloat(scalar))
    encoding = llvm::dwarf::DW_ATE_float;
  else if (isSigned(scalar))
    encoding = llvm::dwarf::DW_ATE_signed;
  return debug->createBasicType(
      dtypeName(scalar), static_cast<std::uint64_t>(byteSize(scalar)) * 8,
      encoding);
}

llvm::DIType *ModuleLowerer::debugType(const Type &type) {
  if (type.isScalar())
    return debugScalar(type.scalar);
  const llvm::DataLayout &layout = module.getDataLayout();
  auto *structure = llvm::cast<llvm::StructType>(valueType(type));
  const llvm::StructLayout *places = layout.getStructLayout(structure);
  auto *file = debugFile({});
  llvm::SmallVector<llvm::Metadata *> members;
  auto add = [&](const std::string &name, llvm::DIType *member, unsigned at) {
    members.push_back(debug->createMemberType(
        file, name, file, 0,
        layout.getTypeSizeInBits(structure->getElementType(at)), 8,
        places->getElementOffsetInBits(at), llvm::DINode::FlagZero, member));
  };
  if (type.isArray()) {
    // A record's bytes have no name here.
    add("data",
        debug->createPointerType(
            debugScalar(type.record ? Scalar::U8 : type.scalar),
            layout.getTypeSizeInBits(structure->getElementType(0))),
        0);
    llvm::DIType *count = debugScalar(Scalar::I64);
    for (unsigned i = 1; i < structure->getNumElements(); ++i)
      add(i <= type.ndim ? "shape" + std::to_string(i - 1)
                         : "stride" + std::to_string(i - 1 - type.ndim),
          count, i);
  } else if (type.isTuple()) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (const Type &element = (*type.elements)[i]; !element.isNone())
        add("item" + std::to_string(i), debugType(element), i);
  }
  return debug->createStructType(
      file, spell(type), file, 0, layout.getTypeSizeInBits(structure), 8,
      llvm::DINode::FlagZero, nullptr, debug->getOrCreateArray(members));
}

void FunctionLowerer::describeSlots() {
  llvm::DISubprogram *scope = function->getSubprogram();
  if (!m.options.debugInfo || !scope || !m.gpu())
    return;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const ir::Slot &slot = source.slots[i];
    // `%3` and the like are the compiler's own.
    if (!slots[i] || slot.name.empty() || slot.name.front() == '%')
      continue;
    llvm::DIType *type = m.debugType(slot.type);
    unsigned line = scope->getLine();
    llvm::DILocalVariable *variable =
        i < source.paramCount
            ? m.debug->createParameterVariable(
                  scope, slot.name, static_cast<unsigned>(i) + 1,
                  scope->getFile(), line, type, /*AlwaysPreserve=*/true)
            : m.debug->createAutoVariable(scope, slot.name, scope->getFile(),
                                          line, type, /*AlwaysPreserve=*/true);
    m.debug->insertDeclare(slots[i], variable, m.debug->createExpression(),
                           llvm::DILocation::get(m.context, line, 0, scope),
                           b.GetInsertBlock());
  }
}

} // namespace pyk2ptx
