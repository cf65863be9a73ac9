// What both ways of distributing the solver share: the plate, a strip of it on
// one device, and the whole on one device to compare with.
//
// The plate has hot upper and left edges. A strip is some of its inner rows
// with a row of halo above and below, which are a neighbour's rows or the edge.
#ifndef PYK2PTX_SAMPLES_JACOBI_H
#define PYK2PTX_SAMPLES_JACOBI_H

#include <pyk2ptx/runtime.h>

#include <cstdint>
#include <vector>

namespace jacobi {

struct Plate {
  std::int64_t rows = 1026;
  std::int64_t cols = 1500;
  int steps = 200;

  std::size_t rowBytes() const {
    return static_cast<std::size_t>(cols) * sizeof(float);
  }
  /// The first inner row that strip `rank` of `ranks` owns.
  std::int64_t firstOf(int rank, int ranks) const {
    return 1 + (rows - 2) * rank / ranks;
  }
};

inline float initial(std::int64_t row, std::int64_t col) {
  return row == 0 ? 100.0F : col == 0 ? 50.0F : 0.0F;
}

/// The inner rows [begin, end) of the plate on one device.
class Strip {
public:
  Strip(const pyk2ptx::Device &device, const pyk2ptx::Library &library,
        const Plate &plate, std::int64_t begin, std::int64_t end)
      : plate_(plate), height_(end - begin + 2),
        module_(library.on(device).value()),
        kernel_(module_.kernel("jacobi").value()), stream(stream_(device)),
        before(device.allocate(bytes()).value()),
        after(device.allocate(bytes()).value()) {
    module_.preload().value();
    std::vector<float> host;
    host.reserve(bytes() / sizeof(float));
    for (std::int64_t row = begin - 1; row <= end; ++row)
      for (std::int64_t col = 0; col < plate_.cols; ++col)
        host.push_back(initial(row, col));
    before.upload(host.data(), bytes()).value();
    after.upload(host.data(), bytes()).value();
  }

  /// Queues one step; its result is then `before`.
  void step() {
    kernel_
        .launch(stream,
                {static_cast<std::uint32_t>((plate_.cols + 31) / 32),
                 static_cast<std::uint32_t>((height_ + 7) / 8)},
                {32, 8}, 0, view(after), view(before))
        .value();
    std::swap(before, after);
  }

  /// Where the first and the last own row, and the halos, begin.
  std::size_t firstRow() const { return plate_.rowBytes(); }
  std::size_t lastRow() const { return bytes() - 2 * plate_.rowBytes(); }
  static std::size_t upperHalo() { return 0; }
  std::size_t lowerHalo() const { return bytes() - plate_.rowBytes(); }

  /// Its own rows, once the stream has run.
  std::vector<float> result() const {
    stream.synchronize().value();
    std::vector<float> host(
        static_cast<std::size_t>((height_ - 2) * plate_.cols));
    before.download(host.data(), host.size() * sizeof(float), firstRow())
        .value();
    return host;
  }

private:
  // Not ordered with the default stream, so that strips overlap.
  static pyk2ptx::Stream stream_(const pyk2ptx::Device &device) {
    pyk2ptx::StreamOptions options;
    options.nonBlocking = true;
    return device.createStream(options).value();
  }
  std::size_t bytes() const {
    return static_cast<std::size_t>(height_) * plate_.rowBytes();
  }
  pyk2ptx::ArrayView view(const pyk2ptx::Buffer &buffer) const {
    return pyk2ptx::arrayView(buffer.as<float>(), {height_, plate_.cols});
  }

  Plate plate_;
  std::int64_t height_;
  pyk2ptx::Module module_;
  pyk2ptx::Kernel kernel_;

public:
  pyk2ptx::Stream stream;
  pyk2ptx::Buffer before, after;
};

/// The whole plate on one device.
inline std::vector<float> solveAlone(const pyk2ptx::Device &device,
                                     const pyk2ptx::Library &library,
                                     const Plate &plate) {
  Strip whole(device, library, plate, 1, plate.rows - 1);
  for (int i = 0; i < plate.steps; ++i)
    whole.step();
  return whole.result();
}

/// Says at a glance whether the heat has moved at all.
inline double mean(const std::vector<float> &points) {
  double sum = 0;
  for (float point : points)
    sum += point;
  return sum / static_cast<double>(points.size());
}

} // namespace jacobi

#endif
