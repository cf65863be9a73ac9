// Module names to files: a package (a folder with __init__.py), a module
// (name.py), else a folder, in the first folder that has one. Files are read
// once and kept for the messages that point into them.
#include "project_files.h"

#include "frontend/messages/diagnostics.h"

#include <algorithm>
#include <filesystem>

namespace pyk2ptx {

namespace {

namespace fs = std::filesystem;

std::string folderOf(const fs::path &path) {
  fs::path folder = path.parent_path();
  return folder.empty() ? "." : folder.string();
}

/// "x.py", not "./x.py", as the user would name it.
std::string joined(const std::string &folder, const std::string &name) {
  if (folder == "." || folder.empty())
    return name;
  return folder.back() == '/' ? folder + name : folder + "/" + name;
}

std::string parentOf(const std::string &folder) {
  fs::path name = fs::path(folder).filename();
  if (name == "." || name == ".." || name.empty())
    return folder == "/" ? folder : joined(folder, "..");
  return folderOf(folder);
}

} // namespace

ProjectFiles::ProjectFiles(std::vector<std::string> folders, bool forbidden)
    : folders_(std::move(folders)), forbidden_(forbidden) {}

ProjectFiles::Place ProjectFiles::placeAt(const std::string &path) {
  std::error_code problem;
  fs::file_status status = fs::status(path, problem);
  return fs::is_regular_file(status) ? Place::File
         : fs::is_directory(status)  ? Place::Folder
                                     : Place::Nothing;
}

bool ProjectFiles::isFile(const std::string &path) {
  return (seen_[path] = placeAt(path)) == Place::File;
}

bool ProjectFiles::isFolder(const std::string &path) {
  return (seen_[path] = placeAt(path)) == Place::Folder;
}

void ProjectFiles::addInput(const Source &source, const std::string &path) {
  std::string folder = path == "-" ? "" : folderOf(path);
  homes_[&source] = {folder, folder};
}

LoadedSource ProjectFiles::readModule(const std::string &path,
                                      const Home &home) {
  asked_.insert(path);
  auto [found, isNew] = files_.try_emplace(path);
  File &file = found->second;
  if (isNew) {
    Diagnostics messages;
    file.input = readInput(path, path, messages);
    if (!messages.all().empty()) {
      file.problem = messages.all()[0].text;
      file.place = messages.all()[0].range;
    }
    if (file.input.source)
      homes_[file.input.source.get()] = {folderOf(path), home.inputFolder};
  }
  LoadedSource loaded;
  loaded.source = file.input.source.get();
  loaded.problem = file.problem;
  loaded.place = file.place;
  return loaded;
}

LoadedSource ProjectFiles::loadFrom(const std::string &folder,
                                    const std::string &module,
                                    const Home &home) {
  std::string path = module;
  std::replace(path.begin(), path.end(), '.', '/');
  path = path.empty() ? folder : joined(folder, path);
  std::string package = joined(path, "__init__.py");
  if (isFile(package))
    return readModule(package, home);
  if (!module.empty() && isFile(path + ".py"))
    return readModule(path + ".py", home);
  LoadedSource loaded;
  loaded.isFolder = isFolder(path);
  return loaded;
}

LoadedSource ProjectFiles::load(const Source &importer, int level,
                                const std::string &module) {
  LoadedSource loaded;
  if (forbidden_) {
    loaded.problem = "--no-imports forbids it";
    return loaded;
  }
  auto known = homes_.find(&importer);
  Home home = known == homes_.end() ? Home() : known->second;
  std::vector<std::string> places;
  if (level == 0 || home.folder.empty())
    places = folders_;
  if (!home.folder.empty()) {
    std::string folder = home.folder;
    if (level == 0) {
      places.push_back(home.inputFolder);
      places.push_back(folder);
      for (int i = 0; i < 64 && isFile(joined(folder, "__init__.py")); ++i)
        folder = parentOf(folder);
      places.push_back(folder);
    } else {
      for (int i = 1; i < level; ++i)
        folder = parentOf(folder);
      places.push_back(folder);
    }
  }
  for (const std::string &place : places) {
    LoadedSource found = loadFrom(place, module, home);
    if (found.source || !found.problem.empty())
      return found;
    // A folder without __init__.py gives way to a module further on.
    if (found.isFolder && !loaded.isFolder)
      loaded = found;
  }
  return loaded;
}

} // namespace pyk2ptx
