// Draws a Julia set with the kernel of julia.py and writes it as a PNG:
//
//   pyk2ptx julia.py -o julia.ptx
//   picture julia.ptx julia.png
//
// Exit status: 0 all right, 1 something was wrong, 77 there is no GPU.
#include <pyk2ptx/runtime.h>

#include <png.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

constexpr std::int64_t height = 1080;
constexpr std::int64_t width = 1920;
constexpr std::int32_t limit = 255;
constexpr double re = -0.8;
constexpr double im = 0.156;

using Pixels = std::vector<std::uint8_t>;

pyk2ptx::Result<Pixels> draw(const pyk2ptx::Device &device, const char *path) {
  auto module = device.loadFile(path);
  if (!module)
    return module.error();
  auto julia = module->kernel("julia");
  if (!julia)
    return julia.error();
  Pixels pixels(height * width * 3);
  auto buffer = device.allocate(pixels.size());
  if (!buffer)
    return buffer.error();
  auto picture =
      pyk2ptx::arrayView(buffer->as<std::uint8_t>(), {height, width, 3});
  auto done = julia->launch(device.defaultStream(),
                            {(width + 15) / 16, (height + 15) / 16}, {16, 16},
                            0, picture, re, im, limit);
  if (!done)
    return done.error();
  if (done = buffer->download(pixels.data(), pixels.size()); !done)
    return done.error();
  return pixels;
}

// The same on this processor, to compare with.
void shadeOf(std::int64_t row, std::int64_t col, std::uint8_t *rgb) {
  double x = static_cast<double>(col - width / 2) * 3.0 / height;
  double y = static_cast<double>(row - height / 2) * 3.0 / height;
  int steps = 0;
  while (steps < limit && x * x + y * y < 4.0) {
    double next = x * x - y * y + re;
    y = 2.0 * x * y + im;
    x = next;
    ++steps;
  }
  int shade = steps * 255 / limit;
  rgb[0] = static_cast<std::uint8_t>(255 - shade);
  rgb[1] = static_cast<std::uint8_t>(255 - shade * shade / 255);
  rgb[2] = static_cast<std::uint8_t>(255 - shade / 2);
}

// The GPU contracts a product and a sum into one rounding, so that a few points
// near the set leave it a step earlier or later.
bool isRight(const Pixels &pixels) {
  std::size_t other = 0;
  for (std::int64_t row = 0; row < height; ++row)
    for (std::int64_t col = 0; col < width; ++col) {
      std::uint8_t rgb[3];
      shadeOf(row, col, rgb);
      const std::uint8_t *got = &pixels[std::size_t(row * width + col) * 3];
      other += std::memcmp(got, rgb, 3) != 0;
    }
  std::printf("%zu of %lld pixels differ from the host's\n", other,
              static_cast<long long>(height * width));
  return other < std::size_t(height * width / 100);
}

bool write(const Pixels &pixels, const char *path) {
  png_image image;
  std::memset(&image, 0, sizeof(image));
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGB;
  if (png_image_write_to_file(&image, path, 0, pixels.data(), 0, nullptr))
    return true;
  std::printf("FAILED: %s: %s\n", path, image.message);
  return false;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s julia.ptx PICTURE.png\n", argv[0]);
    return 1;
  }
  auto device = pyk2ptx::Device::get(0);
  if (!device) {
    std::printf("SKIPPED: no GPU: %s\n", device.error().what().c_str());
    return 77;
  }
  if (auto name = device->name())
    std::printf("on %s\n", name->c_str());
  auto pixels = draw(*device, argv[1]);
  if (!pixels) {
    std::printf("FAILED: %s\n", pixels.error().what().c_str());
    return 1;
  }
  bool ok = write(*pixels, argv[2]) && isRight(*pixels);
  std::printf(ok ? "OK\n" : "FAILED\n");
  return ok ? 0 : 1;
}
