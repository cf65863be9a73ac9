// The keys and their order are a contract (the kernel ABI, version 1): hosts in
// any language read them.
#include "manifest.h"

#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace pyk2ptx {

namespace {

void writeArg(llvm::json::OStream &json, const ArgInfo &arg) {
  json.object([&] {
    json.attribute("name", arg.name);
    json.attribute("kind", arg.kind == ArgKind::Array ? "array" : "scalar");
    json.attribute("dtype", arg.dtype);
    if (arg.kind != ArgKind::Array)
      return;
    json.attribute("ndim", arg.ndim);
    json.attribute("layout", std::string(1, arg.layout));
  });
}

void writeParam(llvm::json::OStream &json, const KernelInfo &kernel,
                const ParamInfo &param) {
  const std::string &name = kernel.args[param.arg].name;
  json.object([&] {
    if (param.field == ParamField::Value) {
      json.attribute("scalar", name);
    } else {
      json.attribute("array", name);
      std::string axis = std::to_string(param.axis);
      json.attribute("field", param.field == ParamField::Pointer ? "ptr"
                              : param.field == ParamField::Shape
                                  ? "shape" + axis
                                  : "stride" + axis);
    }
    if (param.field != ParamField::Pointer)
      json.attribute("type", paramTypeName(param.type));
    json.attribute("offset", param.offset);
    json.attribute("size", param.size);
  });
}

/// null, [threads] or [threads, blocks], as cuda.jit(launch_bounds=) takes it.
void writeLaunchBounds(llvm::json::OStream &json,
                       const ir::Function &function) {
  if (!function.maxThreads) {
    json.attribute("launch_bounds", nullptr);
    return;
  }
  json.attributeArray("launch_bounds", [&] {
    json.value(function.maxThreads);
    if (function.minBlocks)
      json.value(function.minBlocks);
  });
}

void writeKernel(llvm::json::OStream &json, const KernelInfo &kernel,
                 const ir::Function &function) {
  json.object([&] {
    json.attribute("name", kernel.name);
    json.attribute("entry", kernel.entry);
    json.attribute("source", kernel.source);
    json.attributeArray("args", [&] {
      for (const ArgInfo &arg : kernel.args)
        writeArg(json, arg);
    });
    json.attributeArray("params", [&] {
      for (const ParamInfo &param : kernel.params)
        writeParam(json, kernel, param);
    });
    json.attribute("static_shared", kernel.staticShared);
    json.attribute("dynamic_shared", kernel.dynamicShared);
    writeLaunchBounds(json, function);
    if (kernel.cooperative)
      json.attribute("cooperative", true);
    if (kernel.cluster[0])
      json.attributeArray("cluster", [&] {
        for (std::uint32_t dim : kernel.cluster)
          json.value(dim);
      });
    if (isCoarsened(kernel))
      json.attributeArray("coarsening", [&] {
        for (std::uint32_t by : kernel.coarsening)
          json.value(by);
      });
    if (kernel.threads)
      json.attribute("threads", kernel.threads);
    if (!kernel.variantOf.empty())
      json.attribute("variant_of", kernel.variantOf);
    if (kernel.facts.any())
      json.attributeArray("facts", [&] {
        for (const std::string &fact : spellFacts(kernel.facts))
          json.value(fact);
      });
    json.attribute("bounds", kernel.bounds);
    json.attribute("typing", kernel.typing);
  });
}

} // namespace

std::string writeManifest(const ModuleInfo &info,
                          const std::vector<const ir::Module *> &modules) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attribute("abi", abiVersion);
    json.attribute("arch", info.arch);
    json.attribute("ptx_isa", info.ptxIsa);
    json.attributeArray("kernels", [&] {
      std::size_t next = 0;
      for (const ir::Module *module : modules)
        for (const ir::Function &function : module->functions)
          if (function.isKernel)
            writeKernel(json, info.kernels[next++], function);
    });
  });
  stream << '\n';
  return text;
}

} // namespace pyk2ptx
