// What the twins are given: the kernel's arguments, and a table of names.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

struct Array {
  std::vector<char> bytes;
  std::vector<long> shape;
  std::string out;

  long size() const {
    long all = 1;
    for (long extent : shape)
      all *= extent;
    return all;
  }
};

/// Arrays and numbers, each in the order of the kernel's parameters.
struct Arguments {
  std::vector<Array> arrays;
  std::vector<double> numbers;

  template <typename T = float> T *array(std::size_t i) {
    return reinterpret_cast<T *>(arrays[i].bytes.data());
  }
  template <typename T = float> T number(std::size_t i) const {
    return static_cast<T>(numbers[i]);
  }
  long size(std::size_t i) const { return arrays[i].size(); }
  long extent(std::size_t i, std::size_t axis) const {
    return arrays[i].shape[axis];
  }
};

using Twins = std::map<std::string, std::function<void(Arguments &)>>;

Twins sequenceTwins();
Twins matrixTwins();
Twins imageTwins();
Twins modelTwins();
Twins everydayTwins();
Twins placeTwins();
Twins domainTwins();
Twins stepTwins();

// Linked only where they are asked for.
[[gnu::weak]] Twins heldOutImageTwins();
[[gnu::weak]] Twins heldOutModelTwins();
[[gnu::weak]] Twins heldOutTableTwins();
[[gnu::weak]] Twins heldOutSeriesTwins();
