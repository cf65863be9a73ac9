// Where the arrays of a module lie: shared memory, which on the GPU is one
// global an array and on the host offsets into one piece, and constants; and
// what a launch must know of them and of the parameters (abi.h).
#include "lower.h"

#include "compiler/target/host_abi.h"
#include "frontend/ir/ir_walk.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/Support/Alignment.h>
#include <llvm/Support/NVPTXAddrSpace.h>

#include <algorithm>
#include <iterator>

namespace pyk2ptx {

namespace {

/// Arrays of shared memory lie at multiples of this.
constexpr std::uint64_t sharedAlignment = 16;

std::uint64_t byteCount(const ir::ArrayDeclaration &array) {
  return static_cast<std::uint64_t>(byteSize(array.element)) * array.count();
}

std::uint64_t alignmentOf(const ir::ArrayDeclaration &array) {
  return std::max<std::uint64_t>(sharedAlignment, array.alignment);
}

bool isStaticShared(const ir::ArrayDeclaration &array) {
  return array.space == Space::Shared && !array.dynamic;
}

/// Of the scratch memory of the module's primitives.
std::uint64_t scratchBytes(const ir::Module &module) {
  std::uint64_t bytes = 0;
  for (const ir::Function &function : module.functions)
    for (const ir::ArrayDeclaration &array : function.arrays)
      if (array.scratch >= 0)
        bytes = std::max(bytes, static_cast<std::uint64_t>(array.scratch) +
                                    byteCount(array));
  return bytes;
}

} // namespace

/// What a scalar is in memory, in its lowest bits.
static std::uint64_t bitsOf(const Type &type, const ir::Constant &value) {
  if (type.isBool())
    return value.bits != 0;
  if (!type.isFloat())
    return value.bits;
  return numberOf(type.scalar, value.number).bitcastToAPInt().getZExtValue();
}

/// The image of constant records, whose numbers are given field by field.
static std::vector<std::uint8_t>
recordBytes(const ir::ArrayDeclaration &array) {
  const RecordLayout &record = *array.element.record;
  std::size_t count = array.data.size() / record.fields.size();
  std::vector<std::uint8_t> bytes(count * record.size);
  std::size_t next = 0;
  for (std::size_t i = 0; i < count; ++i)
    for (const RecordField &field : record.fields) {
      std::uint64_t bits = bitsOf(field.type, array.data[next++]);
      for (std::int64_t k = 0; k < byteSize(field.type); ++k)
        bytes[i * record.size + field.offset + static_cast<std::size_t>(k)] =
            static_cast<std::uint8_t>(bits >> (8 * k));
    }
  return bytes;
}

/// An array of constants, in global memory: threads read it at places of their
/// own, which constant memory is slow at.
llvm::GlobalVariable *
ModuleLowerer::constantArray(const ir::ArrayDeclaration &array,
                             const std::string &symbol) {
  bool isRecord = array.element.isRecord();
  llvm::Type *element =
      isRecord ? llvm::Type::getInt8Ty(context) : memoryType(array.element);
  std::vector<llvm::Constant *> values;
  values.reserve(array.data.size());
  if (isRecord)
    for (std::uint8_t byte : recordBytes(array))
      values.push_back(llvm::ConstantInt::get(element, byte));
  for (const ir::Constant &value : array.data)
    if (!isRecord)
      values.push_back(array.element.isBool()
                           ? llvm::ConstantInt::get(element, value.bits != 0)
                           : constant(array.element.scalar, value));
  llvm::ArrayType *type = llvm::ArrayType::get(element, values.size());
  auto *global = new llvm::GlobalVariable(
      module, type, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage,
      llvm::ConstantArray::get(type, values), symbol + "_constant", nullptr,
      llvm::GlobalValue::NotThreadLocal,
      pointerType(Space::Global)->getAddressSpace());
  global->setAlignment(llvm::Align(sharedAlignment));
  return global;
}

/// Tells the checks of the arrays of one function.
void ModuleLowerer::describeArrays(const ir::Function &function,
                                   const std::vector<SharedPlace> &places) {
  if (!options.hostSites)
    return;
  hostArrays.emplace_back();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const ir::ArrayDeclaration &array = function.arrays[i];
    hostArrays.back().push_back(
        static_cast<std::uint32_t>(options.hostSites->arrays.size()));
    options.hostSites->arrays.push_back(
        {array.name, array.range, array.space, array.dynamic, places[i].offset,
         static_cast<std::uint32_t>(byteSize(array.element)), array.shape});
  }
}

static llvm::GlobalVariable *makeShared(llvm::Module &module, llvm::Type *type,
                                        bool isDynamic,
                                        const std::string &name) {
  auto *global = new llvm::GlobalVariable(
      module, type, /*isConstant=*/false,
      isDynamic ? llvm::GlobalValue::ExternalLinkage
                : llvm::GlobalValue::InternalLinkage,
      isDynamic ? nullptr : llvm::PoisonValue::get(type), name, nullptr,
      llvm::GlobalValue::NotThreadLocal, llvm::NVPTXAS::ADDRESS_SPACE_SHARED);
  global->setAlignment(llvm::Align(sharedAlignment));
  return global;
}

/// Gives every shared array its global (GPU) or its offset (host).
void ModuleLowerer::placeShared() {
  llvm::Type *byte = llvm::Type::getInt8Ty(context);
  llvm::GlobalVariable *dynamic = nullptr;
  // On the host, where the arrays share one piece of memory.
  std::uint64_t dynamicAlignment = 128;
  // Calls of cooperative primitives have one piece for all of them.
  SharedPlace scratch;
  if (std::uint64_t bytes = scratchBytes(source); bytes && gpu())
    scratch.global = makeShared(module, llvm::ArrayType::get(byte, bytes),
                                false, "__pyk2ptx_scratch");
  else
    staticShared = llvm::alignTo(bytes, sharedAlignment);
  for (const ir::Function &function : source.functions) {
    std::vector<SharedPlace> places;
    for (const ir::ArrayDeclaration &array : function.arrays) {
      SharedPlace place;
      if (gpu() && array.space == Space::Shared && array.dynamic) {
        if (!dynamic)
          dynamic = makeShared(module, llvm::ArrayType::get(byte, 0), true,
                               "__pyk2ptx_dynamic_shared");
        place.global = dynamic;
      } else if (array.scratch >= 0) {
        place = scratch;
        place.offset += static_cast<std::uint64_t>(array.scratch);
      } else if (gpu() && isStaticShared(array)) {
        std::uint64_t count = byteCount(array) / static_cast<std::uint64_t>(
                                                     byteSize(array.element));
        place.global = makeShared(
            module, llvm::ArrayType::get(memoryType(array.element), count),
            false, function.symbol + "_shared");
      } else if (isStaticShared(array)) {
        place.offset = llvm::alignTo(staticShared, alignmentOf(array));
        staticShared =
            llvm::alignTo(place.offset + byteCount(array), sharedAlignment);
      } else if (array.space == Space::Shared) {
        dynamicAlignment = std::max(dynamicAlignment, alignmentOf(array));
      }
      if (place.global &&
          place.global->getAlign().valueOrOne().value() < alignmentOf(array))
        place.global->setAlignment(llvm::Align(alignmentOf(array)));
      if (array.space == Space::Global && !array.address)
        place.global = constantArray(array, function.symbol);
      places.push_back(place);
    }
    describeArrays(function, places);
    shared.push_back(std::move(places));
  }
  if (gpu())
    return;
  staticShared = llvm::alignTo(staticShared, dynamicAlignment);
  llvm::Type *i64 = llvm::Type::getInt64Ty(context);
  new llvm::GlobalVariable(
      module, i64, /*isConstant=*/true, llvm::GlobalValue::ExternalLinkage,
      llvm::ConstantInt::get(i64, staticShared), hostStaticSharedSymbol);
}

// ---- the ABI's facts ----

namespace {

void addArgs(const std::string &name, const Type &type,
             std::vector<ArgInfo> &args) {
  ArgInfo arg;
  arg.name = name;
  if (type.isTuple()) {
    for (std::size_t i = 0; i < type.elements->size(); ++i)
      addArgs(name + "." + (type.names ? (*type.names)[i] : std::to_string(i)),
              (*type.elements)[i], args);
    return;
  }
  if (type.isNone())
    return;
  if (type.isRecord()) {
    arg.recordBytes = type.record->size;
    arg.recordAlign = alignmentOf(type);
  }
  bool isMemory = type.isArray() || type.isPointer();
  Type named = isMemory ? type.element() : type;
  named.weak = false;
  arg.dtype = spell(named);
  // To the host a pointer is an array of rank 0: an address.
  if (isMemory) {
    arg.kind = ArgKind::Array;
    arg.ndim = type.ndim;
    arg.layout = "CFA"[static_cast<int>(type.layout)];
    if (paramTypeOf(arg.dtype) == ParamType::Bytes)
      arg.recordBytes = static_cast<std::uint32_t>(byteSize(named));
  }
  args.push_back(std::move(arg));
}

/// Adds the shared memory of `function` and of what it calls, and whether any
/// of it waits for the whole grid.
void addShared(const ir::Module &module, const ir::Function &function,
               std::vector<bool> &seen, KernelInfo &info,
               std::uint64_t &scratch) {
  for (const ir::ArrayDeclaration &array : function.arrays) {
    if (array.scratch >= 0)
      scratch = std::max(scratch, static_cast<std::uint64_t>(array.scratch) +
                                      byteCount(array));
    else if (isStaticShared(array))
      info.staticShared = static_cast<std::uint32_t>(
          llvm::alignTo(info.staticShared, alignmentOf(array)) +
          byteCount(array));
    info.dynamicShared |= array.space == Space::Shared && array.dynamic;
  }
  forEachExprIn(function.body, [&](const ir::Expr &expr) {
    if (const auto *builtin = std::get_if<ir::CallBuiltin>(&expr.node))
      info.cooperative |= effectOf(builtin->builtin) == Effect::MeetsGrid;
    const auto *call = std::get_if<ir::CallFunction>(&expr.node);
    if (call && !seen[call->function]) {
      seen[call->function] = true;
      info.cooperative |= module.functions[call->function].cooperative;
      addShared(module, module.functions[call->function], seen, info, scratch);
    }
  });
}

} // namespace

KernelInfo describeKernel(const ir::Module &module,
                          const ir::Function &kernel) {
  KernelInfo info;
  info.name = kernel.name;
  info.entry = kernel.symbol;
  if (kernel.range.source)
    info.source = kernel.range.source->name() + ":" +
                  std::to_string(
                      kernel.range.source->lineColumn(kernel.range.begin).line);
  for (std::uint32_t i = 0; i < kernel.paramCount; ++i)
    addArgs(kernel.slots[i].name, kernel.slots[i].type, info.args);
  layOutParams(info);
  std::copy(std::begin(kernel.clusterDims), std::end(kernel.clusterDims),
            info.cluster);
  std::copy(std::begin(kernel.coarsening), std::end(kernel.coarsening),
            info.coarsening);
  info.threads = kernel.expectedThreads;
  info.asksForBlock = kernel.asksForBlock;
  std::vector<bool> seen(module.functions.size());
  std::uint64_t scratch = 0;
  addShared(module, kernel, seen, info, scratch);
  if (scratch)
    info.staticShared = static_cast<std::uint32_t>(
        llvm::alignTo(info.staticShared, sharedAlignment) + scratch);
  return info;
}

} // namespace pyk2ptx
