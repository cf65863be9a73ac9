// A folder of a test's own for what is kept on disk.
#ifndef PYK2PTX_TESTS_CACHE_FOLDER_H
#define PYK2PTX_TESTS_CACHE_FOLDER_H

#include <gtest/gtest.h>

#include <cstdlib>
#include <dirent.h>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

/// The folder, and a path in it for a cache.
class CacheFolder {
public:
  CacheFolder() {
    char path[] = "/tmp/pyk2ptx-cache-XXXXXX";
    root = mkdtemp(path);
    folder = root + "/cache";
  }
  ~CacheFolder() {
    std::string command = "rm -rf '" + root + "'";
    if (std::system(command.c_str()) != 0)
      ADD_FAILURE() << command;
  }
  CacheFolder(const CacheFolder &) = delete;
  CacheFolder &operator=(const CacheFolder &) = delete;

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    DIR *directory = opendir(folder.c_str());
    while (const dirent *each = directory ? readdir(directory) : nullptr)
      if (std::string(each->d_name) != "." && std::string(each->d_name) != "..")
        names.push_back(folder + "/" + each->d_name);
    if (directory)
      closedir(directory);
    return names;
  }

  std::string root, folder;
};

inline std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void writeFile(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

#endif
