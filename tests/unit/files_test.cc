#include "tool/files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardflow::internal {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class FilesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "shardflow.XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) { return folder_ / name; }

  std::string Read(const std::string& path) {
    std::istringstream in;
    const std::optional<InputText> input = ReadInput(path, in, error_);
    return input.has_value() ? std::string(input->text)
                             : "error: " + error_.text;
  }

  size_t FileCount() {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(folder_), {}));
  }

  fs::path folder_;
  std::ostringstream out_;
  Message error_;
};

TEST_F(FilesTest, ReadsAFile) {
  std::ofstream(Path("a")) << "x\r\ny";
  EXPECT_EQ(Read(Path("a")), "x\r\ny");
}

TEST_F(FilesTest, DashIsStandardInput) {
  std::istringstream in("text");
  const std::optional<InputText> input = ReadInput("-", in, error_);
  ASSERT_TRUE(input.has_value());
  EXPECT_EQ(input->name, "<stdin>");
  EXPECT_EQ(input->text.view(), "text");
}

TEST_F(FilesTest, WhatCannotBeRead) {
  EXPECT_THAT(Read(Path("no")), HasSubstr("No such file or directory"));
  EXPECT_EQ(error_.code, ErrorCode::kReadFailed);
  EXPECT_THAT(Read(folder_), HasSubstr("Is a directory"));
}

TEST_F(FilesTest, DashIsStandardOutput) {
  EXPECT_TRUE(WriteOutput("-", "text", out_, error_));
  EXPECT_EQ(out_.str(), "text");
}

TEST_F(FilesTest, AFailedStreamIsAnError) {
  out_.setstate(std::ios::badbit);
  EXPECT_FALSE(WriteOutput("-", "text", out_, error_));
  EXPECT_THAT(error_.text, HasSubstr("cannot write to standard output"));
}

TEST_F(FilesTest, WithoutCommitNothingChanges) {
  std::ofstream(Path("a")) << "old";
  {
    Output output(Path("a"), out_);
    EXPECT_TRUE(output.Append("new"));
    EXPECT_EQ(FileCount(), 2u);
  }
  EXPECT_EQ(Read(Path("a")), "old");
  EXPECT_EQ(FileCount(), 1u);
}

TEST_F(FilesTest, WhoInterruptsRemovesTemporaryFiles) {
  std::ofstream(Path("a")) << "old";
  TemporaryFiles temporaries;
  Output output(Path("a"), out_, &temporaries);
  EXPECT_TRUE(output.Append("new"));
  EXPECT_EQ(FileCount(), 2u);
  temporaries.RemoveAll();
  EXPECT_EQ(FileCount(), 1u);
  EXPECT_FALSE(output.Commit(error_));
  EXPECT_EQ(Read(Path("a")), "old");
  // After RemoveAll, nothing new is created.
  Output late(Path("a"), out_, &temporaries);
  EXPECT_FALSE(late.Append("new"));
  EXPECT_EQ(FileCount(), 1u);
}

TEST_F(FilesTest, WhatIsInItsPlaceIsNoTemporaryFile) {
  TemporaryFiles temporaries;
  Output output(Path("a"), out_, &temporaries);
  EXPECT_TRUE(output.Append("new"));
  EXPECT_TRUE(output.Commit(error_)) << error_.text;
  temporaries.RemoveAll();
  EXPECT_EQ(Read(Path("a")), "new");
}

TEST_F(FilesTest, AFullDiskIsAnError) {
  EXPECT_FALSE(WriteOutput("/dev/full", "text", out_, error_));
  EXPECT_EQ(error_.code, ErrorCode::kWriteFailed);
  EXPECT_EQ(error_.text, "cannot write '/dev/full': No space left on device");
}

TEST_F(FilesTest, WritesANewFileWithTheUsualPermissions) {
  const mode_t mask = umask(022);
  EXPECT_TRUE(WriteOutput(Path("a"), "text", out_, error_)) << error_.text;
  umask(mask);
  EXPECT_EQ(Read(Path("a")), "text");
  EXPECT_EQ(fs::status(Path("a")).permissions(), fs::perms(0644));
  EXPECT_EQ(FileCount(), 1u);
}

TEST_F(FilesTest, ReplacesAFileAndKeepsItsPermissions) {
  std::ofstream(Path("a")) << "a longer text";
  fs::permissions(Path("a"), fs::perms(0600));
  EXPECT_TRUE(WriteOutput(Path("a"), "text", out_, error_)) << error_.text;
  EXPECT_EQ(Read(Path("a")), "text");
  EXPECT_EQ(fs::status(Path("a")).permissions(), fs::perms(0600));
  EXPECT_EQ(FileCount(), 1u);
}

TEST_F(FilesTest, ALinkStaysALink) {
  std::ofstream(Path("target")) << "old";
  fs::create_symlink("target", Path("link"));
  EXPECT_TRUE(WriteOutput(Path("link"), "new", out_, error_)) << error_.text;
  EXPECT_TRUE(fs::is_symlink(Path("link")));
  EXPECT_EQ(Read(Path("target")), "new");
}

TEST_F(FilesTest, WhatIsNoFileIsWrittenInPlace) {
  EXPECT_TRUE(WriteOutput("/dev/null", "text", out_, error_)) << error_.text;
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(FilesTest, WhatCannotBeWritten) {
  EXPECT_FALSE(WriteOutput(Path("no/a"), "text", out_, error_));
  EXPECT_THAT(error_.text, HasSubstr("No such file or directory"));
  EXPECT_FALSE(WriteOutput(folder_, "text", out_, error_));
  EXPECT_THAT(error_.text, HasSubstr("Is a directory"));
  EXPECT_EQ(FileCount(), 0u);
}

}  // namespace
}  // namespace shardflow::internal
