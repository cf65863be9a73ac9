// Texts compiled at run time that import project files: they are found as the
// command line finds them, and what is kept on disk notices when one changes,
// goes or is put before another.
#include "cache_folder.h"

#include <pyk2ptx/jit.h>

#include <gmock/gmock.h>

#include <sys/stat.h>

using namespace pyk2ptx;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

const std::string head = "from numba import cuda\n";
const std::string kernel = "@cuda.jit\ndef k(x):\n    x[0] = f(x[0])\n";
const std::string helper = "from numba import cuda\n@cuda.jit(device=True)\n"
                           "def f(x):\n    return x + ";

class JitImport : public testing::Test, protected CacheFolder {
protected:
  JitImport() {
    project = root + "/project";
    mkdir(project.c_str(), 0700);
    settings.useCache = false;
  }

  void write(const std::string &name, const std::string &text) {
    writeFile(project + "/" + name, text);
  }
  void makeFolder(const std::string &name) {
    ASSERT_EQ(mkdir((project + "/" + name).c_str(), 0700), 0);
  }
  /// What the kernel of a file makes of 1.
  double run(const std::string &name = "main.py") {
    Result<JitFunction> function =
        JitFunction::fromFile(project + "/" + name, "k", settings);
    EXPECT_TRUE(function);
    return function ? runOn(*function) : 0;
  }
  double runOn(const JitFunction &function) {
    double x[1] = {1};
    Result<void> done =
        function.launch(JitDevice::cpu(), {1, 1}, arrayView(x, {1}));
    problem = done ? "" : done.error().what();
    files.clear();
    if (done) {
      auto unit = function.specializations()[0].unit();
      files = unit->filesRead;
      fromDisk = unit->fromDisk;
    }
    return done ? x[0] : 0;
  }

  std::string project, problem;
  std::vector<std::string> files;
  bool fromDisk = false;
  JitSettings settings;
};

TEST_F(JitImport, BesideTheFile) {
  write("main.py", head + "from helper import f\n" + kernel);
  write("helper.py", helper + "2\n");
  EXPECT_EQ(run(), 3);
  EXPECT_THAT(files, ElementsAre(project + "/helper.py"));
  // For a GPU too.
  CapturedProgram program;
  program.functions.emplace_back();
  program.functions[0].form = CapturedFunction::Form::File;
  program.functions[0].text = readFile(project + "/main.py");
  program.functions[0].path = project + "/main.py";
  program.functions[0].name = "k";
  program.types = "float64[::1]";
  auto unit = compileProgram(program, "sm_90", settings);
  EXPECT_TRUE(unit->valid) << unit->report.text;
  EXPECT_THAT(unit->filesRead, ElementsAre(project + "/helper.py"));
}

TEST_F(JitImport, PackagesAndFolders) {
  makeFolder("package");
  makeFolder("other");
  write("package/__init__.py", "");
  write("package/main.py", head + "from .helper import f\n" + kernel);
  write("package/helper.py", helper + "2\n");
  EXPECT_EQ(run("package/main.py"), 3);
  write("main.py", head + "from package.helper import f\n" + kernel);
  EXPECT_EQ(run(), 3);
  write("folder.py", head + "from helper import f\n" + kernel);
  write("helper.py", helper + "5\n");
  write("other/helper.py", helper + "7\n");
  EXPECT_EQ(run("folder.py"), 6);
  settings.importFolders = {project + "/nothing", project + "/other"};
  EXPECT_EQ(run("folder.py"), 8);
}

TEST_F(JitImport, OfATextWithoutAFile) {
  write("helper.py", helper + "2\n");
  std::string text = head + "from helper import f\n" + kernel;
  runOn(JitFunction(text, "k", settings));
  EXPECT_THAT(problem, HasSubstr("cannot import `helper`: no such file"));
  settings.importFolders = {project};
  EXPECT_EQ(runOn(JitFunction(text, "k", settings)), 3);
}

TEST_F(JitImport, FaultsAreSaidInTheirFile) {
  write("main.py", head + "from helper import f\n" + kernel);
  write("helper.py", helper + "unknown\n");
  run();
  EXPECT_THAT(problem, HasSubstr(project + "/helper.py:4:"));
  write("helper.py", "def f(:\n");
  run();
  EXPECT_THAT(problem, HasSubstr("cannot import `helper`"));
  Result<JitFunction> missing =
      JitFunction::fromFile(project + "/missing.py", "k");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().name, "OSError");
}

// Checks run long after the imported file's text was read.
TEST_F(JitImport, ChecksPointIntoThem) {
  write("main.py", head + "from helper import f\n@cuda.jit\ndef k(x):\n"
                          "    f(x)\n");
  write("helper.py", head + "@cuda.jit(device=True)\ndef f(x):\n"
                            "    x[cuda.grid(1) + 1] = 1\n");
  settings.checks.bounds = true;
  run();
  EXPECT_THAT(problem, HasSubstr("CheckError"));
  EXPECT_THAT(problem, HasSubstr(project + "/helper.py:4:5: error: index 1"));
}

TEST_F(JitImport, ChangesAreNoticedOnDisk) {
  makeFolder("first");
  makeFolder("second");
  write("main.py", head + "from helper import f\n" + kernel);
  write("second/helper.py", helper + "2\n");
  settings.useCache = true;
  settings.cacheFolder = folder;
  settings.importFolders = {project + "/first", project + "/second"};
  sleep(2);
  EXPECT_EQ(run(), 3);
  EXPECT_FALSE(fromDisk);
  EXPECT_EQ(run(), 3);
  EXPECT_TRUE(fromDisk);
  EXPECT_THAT(files, ElementsAre(project + "/second/helper.py"));
  // One that comes before it; one that goes; one that changes.
  write("first/helper.py", helper + "3\n");
  EXPECT_EQ(run(), 4);
  EXPECT_FALSE(fromDisk);
  ASSERT_EQ(unlink((project + "/first/helper.py").c_str()), 0);
  EXPECT_EQ(run(), 3);
  write("second/helper.py", helper + "4\n");
  EXPECT_EQ(run(), 5);
  EXPECT_FALSE(fromDisk);
  // A package goes before a module, a folder alone does not.
  makeFolder("second/helper");
  EXPECT_EQ(run(), 5);
  write("second/helper/__init__.py", helper + "6\n");
  EXPECT_EQ(run(), 7);
  ASSERT_EQ(unlink((project + "/second/helper/__init__.py").c_str()), 0);
  ASSERT_EQ(unlink((project + "/second/helper.py").c_str()), 0);
  run();
  EXPECT_THAT(problem, HasSubstr("helper"));
}

} // namespace
