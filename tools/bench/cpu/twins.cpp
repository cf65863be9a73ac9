// The benchmark kernels' computations as one writes them in C++ for a CPU: the
// natural loops, spread over cores by OpenMP, and no blocks or threads of CUDA.
//
//     g++ -O3 -march=native -fopenmp *.cpp [../held_out/cpu/*.cpp] -o twins
//     twins NAME REPEAT a.npy b.npy ...      arrays as the kernel's, x=2.5
//     numbers
//
// Prints the median of REPEAT times in milliseconds; each array whose name is
// followed by @FILE is written there after the first run.
#include "arrays.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace {

/// NumPy's file, of C's order.
Array readArray(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string all((std::istreambuf_iterator<char>(file)), {});
  if (all.size() < 10) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    std::exit(1);
  }
  std::size_t begin = 10 + static_cast<unsigned char>(all[8]) +
                      256 * static_cast<unsigned char>(all[9]);
  Array array;
  array.bytes.assign(all.begin() + static_cast<long>(begin), all.end());
  std::size_t at = all.find("'shape': (") + 10;
  while (all[at] != ')') {
    char *end = nullptr;
    array.shape.push_back(std::strtol(&all[at], &end, 10));
    at = static_cast<std::size_t>(end - all.data());
    while (all[at] == ',' || all[at] == ' ')
      ++at;
  }
  return array;
}

Arguments readArguments(int count, char **words) {
  Arguments arguments;
  for (int i = 0; i < count; ++i) {
    std::string word = words[i];
    if (word.find(".npy") == std::string::npos) {
      arguments.numbers.push_back(std::strtod(words[i], nullptr));
      continue;
    }
    std::size_t at = word.find('@');
    arguments.arrays.push_back(readArray(word.substr(0, at)));
    if (at != std::string::npos)
      arguments.arrays.back().out = word.substr(at + 1);
  }
  return arguments;
}

} // namespace

int main(int argc, char **argv) {
  Twins twins;
  for (Twins (*some)() :
       {sequenceTwins, matrixTwins, imageTwins, modelTwins, everydayTwins,
        placeTwins, domainTwins, stepTwins, heldOutImageTwins,
        heldOutModelTwins, heldOutTableTwins, heldOutSeriesTwins})
    if (some)
      twins.merge(some());
  auto found = argc < 3 ? twins.end() : twins.find(argv[1]);
  if (found == twins.end()) {
    std::fprintf(stderr, "usage: twins NAME REPEAT ARGUMENT...\n");
    return 1;
  }
  Arguments arguments = readArguments(argc - 3, argv + 3);
  found->second(arguments);
  for (const Array &array : arguments.arrays)
    if (!array.out.empty())
      std::ofstream(array.out, std::ios::binary)
          .write(array.bytes.data(), static_cast<long>(array.bytes.size()));
  std::vector<double> times;
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    auto begin = std::chrono::steady_clock::now();
    found->second(arguments);
    std::chrono::duration<double, std::milli> took =
        std::chrono::steady_clock::now() - begin;
    times.push_back(took.count());
  }
  std::sort(times.begin(), times.end());
  if (!times.empty())
    std::printf("%.4f\n", times[times.size() / 2]);
}
