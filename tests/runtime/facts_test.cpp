// Kernels that were compiled for some launches, on the fake driver: each fact
// is said in the PTX, and a launch that contradicts it is refused.
#include "driver_fixture.h"

namespace pyk2ptx {
namespace {

using testing::Not;
using testing::StartsWith;

class FactsTest : public DriverTest {
protected:
  /// k(image: uint8[:, :, :] or pairs, out: float32[:], n: int32)
  static std::string ptx(const LaunchFacts &facts) {
    ModuleInfo module;
    module.arch = "sm_75";
    module.ptxIsa = "6.3";
    KernelInfo kernel;
    kernel.name = kernel.entry = "k";
    kernel.source = "k.py:7";
    kernel.args = {{"image", ArgKind::Array, "uint8", 3, 'C', 0, 1},
                   {"out", ArgKind::Array, "float32", 1, 'A', 0, 1},
                   {"pairs", ArgKind::Array, "pair", 1, 'C', 12, 4},
                   {"n", ArgKind::Scalar, "int32", 0, 'C', 0, 1}};
    kernel.facts = facts;
    layOutParams(kernel);
    module.kernels.push_back(kernel);
    return writeHead(module) + ".version 6.3\n.target sm_75\n"
                               ".address_size 64\n.visible .entry k()\n";
  }

  /// The kernel for all launches, and variants of it for some, in this order.
  static std::string ptx(const std::vector<LaunchFacts> &variants) {
    std::string text = ptx(LaunchFacts());
    ModuleInfo module;
    std::string error;
    EXPECT_TRUE(readHead(text, module, error)) << error;
    std::string code = text.substr(writeHead(module).size());
    for (const LaunchFacts &facts : variants) {
      KernelInfo variant = module.kernels[0];
      variant.variantOf = "k";
      variant.entry = "k__variant" + std::to_string(module.kernels.size());
      variant.facts = facts;
      code += ".visible .entry " + variant.entry + "()\n";
      module.kernels.push_back(variant);
    }
    return writeHead(module) + code;
  }

  /// What a launch says, launched and as a node of a graph.
  std::string launch(const LaunchFacts &facts) {
    Module module = device().load(ptx(facts)).value();
    Kernel kernel = module.kernel("k").value();
    const Argument arguments[] = {image, out, pairs, n};
    int before = fakeLaunchCount();
    Result<void> done = kernel.launchArguments(stream, config, arguments);
    Graph graph = device().createGraph().value();
    auto node = graph.addKernelArguments({}, kernel, config, arguments);
    std::string text = done ? "" : done.error().text;
    EXPECT_EQ(node ? "" : node.error().text, text);
    EXPECT_EQ(fakeLaunchCount() - before, done ? 1 : 0);
    if (!done) {
      EXPECT_EQ(done.error().name, "ValueError");
      EXPECT_EQ(done.error().kernel, "k");
      EXPECT_THAT(text,
                  StartsWith("the kernel was compiled for launches with "));
    }
    return text;
  }

  static ArrayView viewOf(std::uint64_t address, std::uint32_t itemSize,
                          std::initializer_list<std::int64_t> shape) {
    ArrayView view;
    view.address = address;
    view.itemSize = itemSize;
    view.dtype = itemSize == 1 ? "uint8" : itemSize == 4 ? "float32" : "pair";
    view.ndim = static_cast<int>(shape.size());
    std::copy(shape.begin(), shape.end(), view.shape.begin());
    std::int64_t stride = itemSize;
    for (int axis = view.ndim - 1; axis >= 0; --axis) {
      auto place = static_cast<std::size_t>(axis);
      view.strides[place] = stride;
      stride *= view.shape[place];
    }
    return view;
  }

  Stream stream = device().createStream().value();
  LaunchConfig config{8, 128};
  ArrayView image = viewOf(1 << 20, 1, {100, 200, 3});
  ArrayView out = viewOf(2 << 20, 4, {1000});
  ArrayView pairs = viewOf(3 << 20, 12, {50});
  std::int32_t n = 5;
};

TEST_F(FactsTest, ArraysShareNoMemory) {
  LaunchFacts facts;
  facts.noAlias = true;
  EXPECT_EQ(launch(facts), "");
  // Behind each other, and between each other's elements that nobody has.
  out.address = image.address + 60000;
  EXPECT_EQ(launch(facts), "");
  out.address -= 4;
  EXPECT_THAT(launch(facts), HasSubstr("`image` and `out` do"));
  EXPECT_EQ(launch({}), "");
  // Backwards.
  out = viewOf(pairs.address + 4 * 999 + 600, 4, {1000});
  out.strides[0] = -4;
  out.address += 4;
  EXPECT_EQ(launch(facts), "");
  out.address -= 8;
  EXPECT_THAT(launch(facts), HasSubstr("`out` and `pairs` do"));
  out.shape[0] = 0;
  EXPECT_EQ(launch(facts), "");
}

TEST_F(FactsTest, ArraysAreSmall) {
  LaunchFacts facts;
  facts.smallArrays = true;
  pairs.shape[0] = LaunchFacts::smallLimit / 12;
  EXPECT_EQ(launch(facts), "");
  pairs.shape[0] += 1;
  EXPECT_THAT(launch(facts), HasSubstr("less than 2 GiB"));
  EXPECT_THAT(launch(facts), HasSubstr("`pairs` has more"));
  EXPECT_EQ(launch({}), "");
}

TEST_F(FactsTest, ArraysAreAligned) {
  LaunchFacts facts;
  facts.alignment = 16;
  EXPECT_EQ(launch(facts), "");
  out.address += 8;
  EXPECT_THAT(launch(facts), HasSubstr("`out` begins elsewhere"));
  facts.alignment = 8;
  EXPECT_EQ(launch(facts), "");
}

TEST_F(FactsTest, BlocksAndGridsAreKnown) {
  LaunchFacts facts;
  facts.block[0] = 128;
  facts.block[1] = facts.block[2] = 1;
  EXPECT_EQ(launch(facts), "");
  config.block = {64, 2};
  EXPECT_THAT(launch(facts), HasSubstr("blocks (128,1,1), and in this one they "
                                       "are (64,2,1)"));
  facts = {};
  facts.isLarge = true;
  config = {1 << 13, 128};
  EXPECT_EQ(launch(facts), "");
  config.grid = {(1 << 13) - 1};
  EXPECT_THAT(launch(facts), HasSubstr("2**20 threads or more"));
  facts = {};
  facts.smallGrid = true;
  config = {(1 << 23) - 1, 128};
  EXPECT_EQ(launch(facts), "");
  config.grid.x += 1;
  EXPECT_THAT(launch(facts), HasSubstr("less than 2**30 threads"));
}

TEST_F(FactsTest, ExtentsAndNumbersAreKnown) {
  LaunchFacts facts;
  facts.lastExtents = {3};
  EXPECT_EQ(launch(facts), "");
  image.shape[2] = 4;
  image.strides = {800, 4, 1};
  EXPECT_THAT(launch(facts), HasSubstr("a last axis of 3 in `image`, and in "
                                       "this one it has 4"));
  facts = {};
  // Of a vector nothing is said.
  facts.sizeBits = {8, 8, 8, 3};
  EXPECT_EQ(launch(facts), "");
  n = 8;
  EXPECT_EQ(launch(facts), "");
  n = 9;
  EXPECT_THAT(launch(facts),
              HasSubstr("`n` from 0 to 2**3, and in this one it is 9"));
  n = -1;
  EXPECT_THAT(launch(facts), HasSubstr("it is -1"));
  n = 0;
  image.shape[1] = 257;
  image.strides = {257 * 4, 4, 1};
  EXPECT_THAT(launch(facts), HasSubstr("`image` from 0 to 2**8"));
  EXPECT_EQ(launch({}), "");
}

TEST_F(FactsTest, LaunchesTakeTheVariantThatIsRight) {
  LaunchFacts apart, block;
  apart.noAlias = true;
  block.block[0] = 128;
  block.block[1] = block.block[2] = 1;
  block.noAlias = true;
  Module module =
      device().load(ptx(std::vector<LaunchFacts>{block, apart})).value();
  Kernel kernel = module.kernel("k").value();
  auto launched = [&] {
    const Argument arguments[] = {image, out, pairs, n};
    EXPECT_TRUE(kernel.launchArguments(stream, config, arguments));
    return std::string(fakeLastLaunch()->entry);
  };
  EXPECT_EQ(launched(), "k__variant1");
  config.block = 64;
  EXPECT_EQ(launched(), "k__variant2");
  out.address = image.address;
  EXPECT_EQ(launched(), "k");
  config.block = 128;
  EXPECT_EQ(launched(), "k");
  // By its own name it is for those launches alone.
  Kernel own = module.kernel("k__variant2").value();
  const Argument arguments[] = {image, out, pairs, n};
  EXPECT_FALSE(own.launchArguments(stream, config, arguments));
  // One that is of no kernel, or of one with other parameters.
  std::string text = ptx(std::vector<LaunchFacts>{apart});
  ModuleInfo read;
  std::string error;
  ASSERT_TRUE(readHead(text, read, error)) << error;
  EXPECT_EQ(read.kernels[1].variantOf, "k");
  read.kernels[1].variantOf = "other";
  EXPECT_FALSE(readHead(writeHead(read), read, error));
}

TEST_F(FactsTest, WhatCannotBeLookedAtIsRefused) {
  ModuleInfo module;
  module.arch = "sm_75";
  module.ptxIsa = "6.3";
  KernelInfo kernel;
  kernel.name = kernel.entry = "k";
  kernel.source = "k.py:7";
  kernel.args = {{"x", ArgKind::Array, "float32", maxRank + 1, 'A', 0, 1}};
  kernel.facts.noAlias = true;
  auto launch = [&] {
    module.kernels = {kernel};
    layOutParams(module.kernels[0]);
    std::string text = writeHead(module) + ".visible .entry k()\n";
    Module loaded = device().load(text).value();
    std::vector<std::byte> params(module.kernels[0].paramBytes);
    Result<void> done =
        loaded.kernel("k").value().launchPacked(stream, config, params);
    return done ? "" : done.error().text;
  };
  EXPECT_THAT(launch(), HasSubstr("at most 8 axes"));
  // A head without the size of records.
  kernel.args = {{"x", ArgKind::Array, "pair", 1, 'A', 0, 1}};
  EXPECT_THAT(launch(), HasSubstr("nobody knows that of `x`"));
  kernel.args[0].recordBytes = 12;
  EXPECT_EQ(launch(), "");
}

TEST_F(FactsTest, HeadsSayThem) {
  LaunchFacts facts;
  facts.noAlias = facts.smallArrays = facts.smallGrid = facts.isLarge = true;
  facts.alignment = 16;
  facts.block[0] = facts.block[1] = 16;
  facts.block[2] = 1;
  facts.lastExtents = {3};
  facts.sizeBits = {14, 0, 0, 10};
  std::string text = ptx(facts);
  for (const char *line : {"apart", "small", "small-grid", "large", "align 16",
                           "block 16 16 1", "last 3", "sizes 14 0 0 10"})
    EXPECT_THAT(text, HasSubstr("\n// launch " + std::string(line) + "\n"));
  EXPECT_THAT(text, HasSubstr("// arg pairs array pair ndim 1 layout C bytes "
                              "12\n"));
  ModuleInfo read;
  std::string error;
  ASSERT_TRUE(readHead(text, read, error)) << error;
  EXPECT_THAT(text, StartsWith(writeHead(read)));
  EXPECT_THAT(ptx(LaunchFacts()), Not(HasSubstr("// launch")));
  for (const char *bad :
       {"apart 1", "small-grids", "align 0", "align", "block 16 16",
        "block 16 0 1", "last", "last 256", "sizes 31",
        "sizes 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"}) {
    std::string wrong = text;
    std::string good = "launch apart";
    wrong.replace(wrong.find(good), good.size(), "launch " + std::string(bad));
    EXPECT_FALSE(readHead(wrong, read, error)) << bad;
  }
}

} // namespace
} // namespace pyk2ptx
