// The cache on disk under attack: whatever stands in its folder, nothing is
// read but what was written, and nothing fails.
#include "cache_folder.h"
#include "runtime/jit/disk_cache.h"
#include "runtime/jit/identity.h"
#include "runtime/jit/unit_cache.h"

#include <gmock/gmock.h>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pyk2ptx;
using testing::HasSubstr;

namespace {

class CacheTest : public testing::Test, protected CacheFolder {};

const CacheKey key = hashOf("a key");
const CacheKey other = hashOf("another");

TEST_F(CacheTest, KeepsWhatWasWritten) {
  DiskCache cache(folder);
  EXPECT_EQ(cache.problem(), "");
  EXPECT_FALSE(cache.read(key));
  std::string payload(100000, 'x');
  payload[17] = '\0';
  EXPECT_TRUE(cache.write(key, payload));
  EXPECT_TRUE(cache.write(other, ""));
  EXPECT_EQ(cache.read(key), payload);
  EXPECT_EQ(cache.read(other), "");
  EXPECT_TRUE(cache.write(key, "second"));
  EXPECT_EQ(DiskCache(folder + "/").read(key), "second");
  EXPECT_EQ(files().size(), 2u);
  struct stat status;
  ASSERT_EQ(stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  ASSERT_EQ(stat(files()[0].c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(CacheTest, EveryTruncationAndEveryFlippedBitIsSeen) {
  DiskCache cache(folder);
  ASSERT_TRUE(cache.write(key, "payload"));
  std::string path = files()[0];
  std::string whole = readFile(path);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    writeFile(path, whole.substr(0, size));
    EXPECT_FALSE(cache.read(key)) << size;
  }
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
    writeFile(path, flipped);
    EXPECT_FALSE(cache.read(key)) << bit;
  }
  writeFile(path, whole + "x");
  EXPECT_FALSE(cache.read(key));
  writeFile(path, whole);
  EXPECT_EQ(cache.read(key), "payload");
}

TEST_F(CacheTest, AFileUnderAnotherNameIsNotTaken) {
  DiskCache cache(folder);
  ASSERT_TRUE(cache.write(key, "payload"));
  std::string path = files()[0];
  ASSERT_TRUE(cache.write(other, "other"));
  std::string target = files()[0] == path ? files()[1] : files()[0];
  writeFile(target, readFile(path));
  EXPECT_FALSE(cache.read(other));
}

TEST_F(CacheTest, LinksPipesAndFoldersAreNotFollowed) {
  DiskCache cache(folder);
  ASSERT_TRUE(cache.write(key, "payload"));
  std::string path = files()[0];
  std::string moved = root + "/moved";
  ASSERT_EQ(rename(path.c_str(), moved.c_str()), 0);
  ASSERT_EQ(symlink(moved.c_str(), path.c_str()), 0);
  EXPECT_FALSE(cache.read(key));
  // It is replaced, and what it led to is left alone.
  EXPECT_TRUE(cache.write(key, "new"));
  EXPECT_EQ(cache.read(key), "new");
  EXPECT_THAT(readFile(moved), HasSubstr("payload"));
  ASSERT_EQ(unlink(path.c_str()), 0);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(cache.read(key));
  ASSERT_EQ(unlink(path.c_str()), 0);
  ASSERT_EQ(mkdir(path.c_str(), 0700), 0);
  EXPECT_FALSE(cache.read(key));
  EXPECT_FALSE(cache.write(key, "x"));

  std::string link = root + "/link";
  ASSERT_EQ(symlink(folder.c_str(), link.c_str()), 0);
  for (const std::string &name : {link, link + "/"}) {
    DiskCache linked(name);
    EXPECT_NE(linked.problem(), "");
    EXPECT_FALSE(linked.write(other, "x"));
  }
}

TEST_F(CacheTest, WhatOthersCanWriteIsNotTaken) {
  {
    DiskCache cache(folder);
    ASSERT_TRUE(cache.write(key, "payload"));
    std::string path = files()[0];
    ASSERT_EQ(chmod(path.c_str(), 0666), 0);
    EXPECT_FALSE(cache.read(key));
    ASSERT_EQ(chmod(path.c_str(), 0600), 0);
    EXPECT_TRUE(cache.read(key));
  }
  for (mode_t mode : {0777u, 0770u, 01777u}) {
    ASSERT_EQ(chmod(folder.c_str(), mode), 0);
    DiskCache cache(folder);
    EXPECT_THAT(cache.problem(), HasSubstr("other users"));
    EXPECT_FALSE(cache.read(key));
    EXPECT_FALSE(cache.write(key, "x"));
    cache.evict(0);
    EXPECT_EQ(files().size(), 1u);
  }
}

TEST_F(CacheTest, WhatBelongsToOthersIsNotTaken) {
  if (geteuid() != 0) {
    EXPECT_THAT(DiskCache("/usr/share").problem(), HasSubstr("other users"));
    return;
  }
  DiskCache cache(folder);
  ASSERT_TRUE(cache.write(key, "payload"));
  ASSERT_EQ(chown(files()[0].c_str(), 4711, 4711), 0);
  EXPECT_FALSE(cache.read(key));
  ASSERT_EQ(chown(folder.c_str(), 4711, 4711), 0);
  EXPECT_THAT(DiskCache(folder).problem(), HasSubstr("other users"));
}

TEST_F(CacheTest, NoFolderNoCache) {
  writeFile(root + "/file", "");
  for (const std::string &name :
       {std::string(), root + "/file", root + "/file/below",
        std::string("/proc/nothing/here")}) {
    DiskCache cache(name);
    EXPECT_NE(cache.problem(), "") << name;
    EXPECT_FALSE(cache.write(key, "x"));
    EXPECT_FALSE(cache.read(key));
    cache.evict(0);
  }
}

TEST_F(CacheTest, AFileSizeLimitIsNoDeath) {
  DiskCache cache(folder);
  struct rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit tight = before;
  tight.rlim_cur = 4096;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &tight), 0);
  bool big = cache.write(key, std::string(100000, 'x'));
  bool small = cache.write(other, "x");
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_FALSE(big);
  EXPECT_TRUE(small);
  EXPECT_EQ(files().size(), 1u);
}

// On a file system of 64 KiB, in a namespace of the child's own.
TEST_F(CacheTest, AFullDiskIsNoFailure) {
  pid_t child = fork();
  if (child == 0) {
    if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
      _exit(77);
    (void)mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    if (mount("tmpfs", root.c_str(), "tmpfs", 0, "size=64k,mode=0700") != 0)
      _exit(77);
    DiskCache cache(folder);
    bool isFirst = cache.write(other, std::string(20000, 'x'));
    bool isBig = cache.write(key, std::string(100000, 'x'));
    bool isLeft = cache.read(other).has_value() && !cache.read(key);
    cache.evict(1000);
    bool isRoom = cache.write(key, std::string(30000, 'x'));
    _exit(isFirst && !isBig && isLeft && isRoom ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
    GTEST_SKIP() << "no file system can be mounted here";
  EXPECT_EQ(status, 0);
}

TEST_F(CacheTest, TheLeastUsedGoFirst) {
  DiskCache cache(folder);
  std::vector<CacheKey> keys;
  for (int i = 0; i < 10; ++i) {
    keys.push_back(hashOf(std::to_string(i)));
    ASSERT_TRUE(cache.write(keys.back(), std::string(1000, 'x')));
  }
  // Older ones have lower numbers, but number 2 has just been read.
  for (std::size_t i = 0; i < 10; ++i) {
    std::string name;
    for (const std::string &file : files())
      if (readFile(file).find(std::string(keys[i].begin(), keys[i].end())) !=
          std::string::npos)
        name = file;
    struct timespec times[2];
    times[0].tv_sec = times[1].tv_sec = 1000000 + static_cast<time_t>(i);
    times[0].tv_nsec = times[1].tv_nsec = 0;
    ASSERT_EQ(utimensat(AT_FDCWD, name.c_str(), times, 0), 0);
  }
  EXPECT_TRUE(cache.read(keys[2]));
  writeFile(folder + "/.new-1-2-3", "left by a dead writer");
  struct timespec old[2] = {{1, 0}, {1, 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, (folder + "/.new-1-2-3").c_str(), old, 0), 0);
  writeFile(folder + "/.new-9-9-9", "being written");
  writeFile(folder + "/README", "not ours");
  cache.evict(5 * 1100);
  EXPECT_TRUE(cache.read(keys[2]));
  EXPECT_FALSE(cache.read(keys[0]));
  EXPECT_FALSE(cache.read(keys[5]));
  EXPECT_TRUE(cache.read(keys[9]));
  EXPECT_NE(access((folder + "/.new-1-2-3").c_str(), F_OK), 0);
  EXPECT_EQ(access((folder + "/.new-9-9-9").c_str(), F_OK), 0);
  EXPECT_EQ(access((folder + "/README").c_str(), F_OK), 0);
}

// Each reads only whole entries, whoever writes, evicts or corrupts meanwhile.
TEST_F(CacheTest, FiftyWritersAtOnce) {
  std::vector<pid_t> children;
  for (int i = 0; i < 50; ++i) {
    pid_t child = fork();
    if (child != 0) {
      children.push_back(child);
      continue;
    }
    DiskCache cache(folder);
    bool isRight = cache.problem().empty();
    for (int round = 0; round < 20; ++round) {
      CacheKey common = hashOf(std::to_string(round % 4));
      std::string payload(3000 + static_cast<std::size_t>(round % 4),
                          static_cast<char>('a' + round % 4));
      isRight = isRight && cache.write(common, payload);
      std::optional<std::string> read = cache.read(common);
      isRight = isRight && (!read || *read == payload);
      if (i == 7)
        cache.evict(5000);
    }
    _exit(isRight ? 0 : 1);
  }
  int failures = 0;
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    failures += status != 0;
  }
  EXPECT_EQ(failures, 0);
  EXPECT_LE(files().size(), 4u);
}

// ---- units ----

CapturedProgram program(const char *text = "def k(x):\n    x[0] = N\n") {
  CapturedProgram result;
  result.functions.emplace_back();
  result.functions[0].text = text;
  result.functions[0].names["N"] = CapturedValue::integer(5);
  result.types = "float32[::1]";
  return result;
}

TEST_F(CacheTest, UnitsComeBackWhole) {
  JitSettings settings;
  settings.cacheFolder = folder;
  settings.keepIr = settings.keepLlvm = settings.keepOptimized = true;
  // With a warning: `y` is not set on every path.
  CapturedProgram warned =
      program("def k(x):\n    if x[0] > N:\n        y = 1\n    x[0] = y\n");
  auto first = compileCached(warned, "sm_80", settings);
  ASSERT_TRUE(first->valid) << first->report.text;
  EXPECT_FALSE(first->fromDisk);
  ASSERT_FALSE(first->report.diagnostics.empty());
  auto second = compileCached(warned, "sm_80", settings);
  EXPECT_TRUE(second->fromDisk);
  EXPECT_TRUE(second->valid);
  EXPECT_EQ(first->ptx, second->ptx);
  EXPECT_EQ(first->ir, second->ir);
  EXPECT_EQ(first->llvm, second->llvm);
  EXPECT_EQ(first->optimized, second->optimized);
  EXPECT_EQ(first->report.text, second->report.text);
  ASSERT_EQ(second->report.diagnostics.size(),
            first->report.diagnostics.size());
  EXPECT_EQ(second->report.diagnostics[0].place.line,
            first->report.diagnostics[0].place.line);
  EXPECT_EQ(writeHead(first->info), writeHead(second->info));
}

TEST_F(CacheTest, WhatMattersMakesAnotherUnit) {
  JitSettings settings;
  CacheKey base = *keyOf(program(), "sm_80", settings);
  EXPECT_EQ(base, *keyOf(program(), "sm_80", settings));
  std::vector<CapturedProgram> programs(10, program());
  programs[0].functions[0].text += "\n";
  programs[1].functions[0].names["N"] = CapturedValue::integer(6);
  programs[2].functions[0].names["N"].dtype = "int32";
  programs[3].types = "float64[::1]";
  programs[4].functions[0].firstLine = 2;
  programs[5].functions[0].file = "other.py";
  programs[6].functions[0].typing = "numba";
  programs[7].functions.emplace_back();
  programs[8].functions[0].names["M"] = CapturedValue::none();
  programs[9].functions[0].path = "other.py";
  for (const CapturedProgram &each : programs)
    EXPECT_NE(base, *keyOf(each, "sm_80", settings));
  EXPECT_NE(base, *keyOf(program(), "sm_90", settings));
  settings.fmad = false;
  EXPECT_NE(base, *keyOf(program(), "sm_80", settings));
  settings.fmad = true;
  settings.ftz = false;
  EXPECT_NE(base, *keyOf(program(), "sm_80", settings));
  settings.ftz.reset();
  settings.importFolders = {"/elsewhere"};
  EXPECT_NE(base, *keyOf(program(), "sm_80", settings));
  settings.importFolders.clear();
  settings.cacheFolder = "/elsewhere";
  EXPECT_EQ(base, *keyOf(program(), "sm_80", settings));
  EXPECT_NE(buildIdentity(), "");
}

TEST_F(CacheTest, DamagedUnitsAreCompiledAgain) {
  JitSettings settings;
  settings.cacheFolder = folder;
  auto first = compileCached(program(), "sm_80", settings);
  ASSERT_EQ(files().size(), 1u);
  std::string path = files()[0];
  writeFile(path, readFile(path).substr(0, 200));
  auto again = compileCached(program(), "sm_80", settings);
  EXPECT_FALSE(again->fromDisk);
  EXPECT_EQ(again->ptx, first->ptx);
  EXPECT_TRUE(compileCached(program(), "sm_80", settings)->fromDisk);
  // An entry that is whole, but no unit.
  DiskCache cache(folder);
  CacheKey own = *keyOf(program(), "sm_80", settings);
  std::string good = *cache.read(own);
  for (std::size_t size = 0; size < good.size(); size += 7) {
    ASSERT_TRUE(cache.write(own, good.substr(0, size)));
    EXPECT_EQ(unpackUnit(*cache.read(own), settings), nullptr);
  }
  EXPECT_NE(unpackUnit(good, settings), nullptr);
}

TEST_F(CacheTest, NothingIsKeptWhereNothingIsTo) {
  JitSettings settings;
  settings.cacheFolder = folder;
  settings.useCache = false;
  EXPECT_TRUE(compileCached(program(), "sm_80", settings)->valid);
  EXPECT_NE(cacheProblem(settings), "");
  settings.useCache = true;
  // Errors are not kept.
  EXPECT_FALSE(
      compileCached(program("def k(x):\n    y[0] = 1\n"), "sm_80", settings)
          ->valid);
  EXPECT_EQ(files().size(), 0u);
  settings.cacheFolder = "/proc/nothing";
  EXPECT_TRUE(compileCached(program(), "sm_80", settings)->valid);
  EXPECT_NE(cacheProblem(settings), "");
}

TEST_F(CacheTest, ChangedLibrariesMakeUnitsStale) {
  std::string library = root + "/lib.ll";
  writeFile(library, "define float @two(float %x) {\n"
                     "  %r = fmul float %x, 2.0\n  ret float %r\n}\n");
  struct timespec old[2] = {{1000, 0}, {1000, 0}};
  CapturedProgram linked = program("def k(x):\n    x[0] = two(x[0])\n");
  CapturedValue two;
  two.kind = CapturedValue::Kind::External;
  two.text = "two";
  two.dtype = "float32(float32)";
  two.names = {library};
  two.low = 1;
  linked.functions[0].names["two"] = two;
  JitSettings settings;
  settings.cacheFolder = folder;
  auto first = compileCached(linked, "sm_80", settings);
  ASSERT_TRUE(first->valid) << first->report.text;
  EXPECT_THAT(first->filesRead, testing::ElementsAre(library));
  // Just written: it might change once more in the same moment.
  EXPECT_EQ(files().size(), 0u);
  sleep(2);
  EXPECT_FALSE(compileCached(linked, "sm_80", settings)->fromDisk);
  EXPECT_TRUE(compileCached(linked, "sm_80", settings)->fromDisk);
  ASSERT_EQ(utimensat(AT_FDCWD, library.c_str(), old, 0), 0);
  EXPECT_FALSE(compileCached(linked, "sm_80", settings)->fromDisk);
}

} // namespace
