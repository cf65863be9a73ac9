// A toolkit has its tools in bin/ and lib64/, NVIDIA's wheels in one folder a
// library. Nothing is asked of a shell: programs are spawned with their words.
#include "cuda_tools.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace pyk2ptx {

namespace {

namespace fs = std::filesystem;

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

std::vector<std::string> entriesOf(const std::string &folder) {
  std::vector<std::string> names;
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end;
       !problem && entry != end; entry.increment(problem))
    if (std::string name = entry->path().filename(); !name.starts_with('.'))
      names.push_back(std::move(name));
  std::sort(names.begin(), names.end());
  return names;
}

/// The folders in PATH.
std::vector<std::string> pathFolders() {
  std::vector<std::string> folders;
  std::string path = environment("PATH");
  for (std::size_t begin = 0; begin <= path.size();) {
    std::size_t end = std::min(path.find(':', begin), path.size());
    if (end > begin)
      folders.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

/// The folders above those of PATH that hold ptxas or nvcc.
std::vector<std::string> toolkitsOfPath() {
  std::vector<std::string> roots;
  for (const std::string &folder : pathFolders())
    for (const char *tool : {"/ptxas", "/nvcc"}) {
      std::error_code problem;
      std::string file = folder + tool;
      fs::path resolved = fs::canonical(file, problem);
      if (!problem && access(file.c_str(), X_OK) == 0)
        roots.push_back(resolved.parent_path().parent_path());
    }
  return roots;
}

/// All roots that have bin/ and lib/ or lib64/.
std::vector<std::string> toolkits() {
  std::vector<std::string> roots;
  for (const char *name : {"CUDA_PATH", "CUDA_HOME"})
    if (std::string root = environment(name); !root.empty())
      roots.push_back(root);
  if (std::string venv = environment("VIRTUAL_ENV"); !venv.empty())
    for (const std::string &python : entriesOf(venv + "/lib")) {
      std::string wheels = venv + "/lib/" + python + "/site-packages/nvidia";
      for (const std::string &wheel : entriesOf(wheels))
        roots.push_back(wheels + "/" + wheel);
    }
  if (std::string conda = environment("CONDA_PREFIX"); !conda.empty())
    roots.push_back(conda);
  for (std::string &root : toolkitsOfPath())
    roots.push_back(std::move(root));
  roots.push_back("/usr/local/cuda");
  return roots;
}

std::string listed(const std::vector<std::string> &paths) {
  std::string list;
  for (const std::string &path : paths)
    list += (list.empty() ? "" : ", ") + path;
  return list;
}

} // namespace

std::vector<std::string> toolCandidates(const char *variable,
                                        const std::vector<std::string> &names,
                                        bool isLibrary) {
  if (std::string given = environment(variable); !given.empty())
    return {given};
  std::vector<std::string> paths;
  for (const std::string &name : names) {
    if (isLibrary)
      paths.push_back(name);
    else
      for (const std::string &folder : pathFolders())
        paths.push_back(folder + "/" + name);
  }
  for (const std::string &root : toolkits())
    for (const std::string &name : names)
      for (const char *folder :
           isLibrary ? std::vector<const char *>{"/lib64/", "/lib/"}
                     : std::vector<const char *>{"/bin/"}) {
        std::string path = root + folder + name;
        if (access(path.c_str(), F_OK) == 0 &&
            std::find(paths.begin(), paths.end(), path) == paths.end())
          paths.push_back(path);
      }
  return paths;
}

Result<CudaLibrary> CudaLibrary::load(const char *title, const char *variable,
                                      const std::vector<std::string> &names) {
  std::vector<std::string> tried = toolCandidates(variable, names, true);
  for (const std::string &path : tried)
    if (void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      CudaLibrary library;
      library.handle_ = handle;
      library.path_ = path;
      library.title_ = title;
      return library;
    }
  return Error::make("NotFound", std::string(title) + " was not found; tried " +
                                     listed(tried) +
                                     "; it is a part of the CUDA toolkit and "
                                     "of NVIDIA's wheels, name it with " +
                                     variable);
}

std::string CudaLibrary::file() const {
  const struct link_map *map = nullptr;
  bool isKnown =
      dlinfo(handle_, RTLD_DI_LINKMAP, static_cast<void *>(&map)) == 0 && map;
  return isKnown && map->l_name ? map->l_name : path_;
}

void *CudaLibrary::address(const char *name) const {
  return dlsym(handle_, name);
}

Result<void> CudaLibrary::complete() const {
  if (isComplete_)
    return {};
  return Error::make("NotFound", path_ + " lacks functions of " + title_);
}

Result<std::string> findProgram(const char *name, const char *variable) {
  std::vector<std::string> tried = toolCandidates(variable, {name}, false);
  for (const std::string &path : tried)
    if (access(path.c_str(), X_OK) == 0)
      return path;
  return Error::make("NotFound", std::string(name) + " was not found; tried " +
                                     listed(tried) +
                                     "; it is a part of the "
                                     "CUDA toolkit, name it "
                                     "with " +
                                     variable);
}

Result<void> runProgram(const std::vector<std::string> &words) {
  TemporaryFolder folder;
  std::string output = folder.reserve("output");
  std::vector<char *> argv;
  for (const std::string &word : words)
    argv.push_back(const_cast<char *>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                   O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  int failed = posix_spawn(&child, words[0].c_str(), &actions, nullptr,
                           argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed)
    return Error::make("OSError",
                       "cannot run " + words[0] + ": " + std::strerror(failed));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return {};
  Result<std::string> text = readWholeFile(output);
  return Error::make("ValueError",
                     words[0] + " failed: " + (text ? *text : std::string()));
}

TemporaryFolder::TemporaryFolder() {
  std::string base = environment("TMPDIR");
  std::string name = (base.empty() ? "/tmp" : base) + "/pyk2ptx.XXXXXX";
  if (mkdtemp(name.data()))
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  for (const std::string &file : files_)
    (void)unlink(file.c_str());
  if (!path_.empty())
    (void)rmdir(path_.c_str());
}

std::string TemporaryFolder::reserve(const std::string &name) {
  if (path_.empty())
    return "";
  files_.push_back(path_ + "/" + name);
  return files_.back();
}

std::string TemporaryFolder::write(const std::string &name,
                                   const std::string &content) {
  std::string path = reserve(name);
  std::FILE *file = path.empty() ? nullptr : std::fopen(path.c_str(), "wb");
  if (!file)
    return "";
  bool written =
      std::fwrite(content.data(), 1, content.size(), file) == content.size();
  bool closed = std::fclose(file) == 0;
  return written && closed ? path : "";
}

Result<std::string> readWholeFile(const std::string &path) {
  std::FILE *file = std::fopen(path.c_str(), "rb");
  if (!file)
    return Error::make("OSError",
                       "cannot read " + path + ": " + std::strerror(errno));
  std::string text;
  char chunk[65536];
  for (std::size_t got = 1; got > 0;) {
    got = std::fread(chunk, 1, sizeof(chunk), file);
    text.append(chunk, got);
  }
  bool failed = std::ferror(file) != 0;
  (void)std::fclose(file);
  if (failed)
    return Error::make("OSError", "cannot read " + path);
  return text;
}

} // namespace pyk2ptx
