// Reads artifacts that jaxlib wrote for our own programs (tests/data/artifacts,
// made by tests/differential/artifacts.py --record), and checks the errors for
// damaged ones.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/escaping.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/json.h"
#include "shardflow/program.h"
#include "unit/errors.h"

namespace shardflow::internal {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<fs::path> Artifacts() {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry :
       fs::directory_iterator("tests/data/artifacts")) {
    if (entry.path().extension() == ".bc") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::optional<Program> Read(std::string bytes, Errors& errors) {
  errors.clear();
  return Program::Read("a.bc", std::move(bytes),
                       {.allow_unregistered_dialect = true}, errors);
}

std::string ErrorOf(std::string bytes) {
  Errors errors;
  EXPECT_FALSE(Read(std::move(bytes), errors).has_value());
  return errors.ToString();
}

std::string Forms() { return ReadFile("tests/data/artifacts/forms.1.22.0.bc"); }

std::string Replaced(std::string text, std::string_view from,
                     std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Artifact, PrintsAsJaxlibPrintsIt) {
  const std::vector<fs::path> paths = Artifacts();
  ASSERT_GE(paths.size(), 8u);
  for (fs::path path : paths) {
    SCOPED_TRACE(path);
    Errors errors;
    const std::optional<Program> program = Read(ReadFile(path), errors);
    ASSERT_TRUE(program.has_value()) << errors.ToString();
    EXPECT_EQ(program->Write({.debug_info = true}),
              ReadFile(path.replace_extension(".txt")));
  }
}

TEST(Artifact, ANewerVersionIsNamedWithOurs) {
  const std::string error = ErrorOf(Replaced(Forms(), "v1.22.0", "v1.99.0"));
  EXPECT_THAT(error, HasSubstr("StableHLO 1.99.0"));
  EXPECT_THAT(error, HasSubstr("up to 1.22.0"));
}

TEST(Artifact, AnUnknownOpIsNamed) {
  EXPECT_THAT(ErrorOf(Replaced(Forms(), "tanh_v2", "tanh_v7")),
              HasSubstr("unknown op 'vhlo.tanh_v7' in a file by "
                        "StableHLO_v1.22.0"));
}

TEST(Artifact, ANewerFormatIsRefused) {
  std::string bytes = Forms();
  bytes[4] = 7 << 1 | 1;
  EXPECT_THAT(ErrorOf(bytes), HasSubstr("version 7 of MLIR's bytecode"));
}

// If a reader doesn't know an op, it can't know which number is which
// attribute.
TEST(Artifact, PropertiesOfAnUnknownOpAreRefused) {
  EXPECT_THAT(
      ErrorOf(Replaced(ReadFile("tests/data/artifacts/beside.plain.bc"), "topk",
                       "topx")),
      HasSubstr("'mhlo.topx' has properties of a form that is not known"));
}

// Wraps the artifact as jax's Exported.serialize() does, as field 13 of the
// root table.
std::string InEnvelope(const std::string& artifact) {
  const auto number = [](auto value) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
  };
  std::string fields = number(uint16_t{4 + 2 * 14}) + number(uint16_t{8});
  for (int i = 0; i < 13; ++i) fields += number(uint16_t{0});
  fields += number(uint16_t{4});
  const auto root = static_cast<uint32_t>(4 + fields.size());
  return number(root) + fields + number(static_cast<int32_t>(root - 4)) +
         number(uint32_t{4}) + number(static_cast<uint32_t>(artifact.size())) +
         artifact;
}

TEST(Artifact, IsFoundInJaxsEnvelope) {
  Errors errors;
  const std::optional<Program> program = Read(InEnvelope(Forms()), errors);
  ASSERT_TRUE(program.has_value()) << errors.ToString();
  EXPECT_EQ(program->Write({.debug_info = true}),
            ReadFile("tests/data/artifacts/forms.1.22.0.txt"));
}

TEST(Artifact, CutShortItIsAnErrorWithAPlace) {
  for (const fs::path& path : Artifacts()) {
    const std::string bytes = ReadFile(path);
    for (size_t size = 4; size < bytes.size(); size += 7) {
      SCOPED_TRACE(size);
      EXPECT_THAT(ErrorOf(bytes.substr(0, size)), HasSubstr(" at byte "));
    }
  }
}

// Changing any byte results in an error or in a valid program that can be
// printed.
TEST(Artifact, NoChangeOfAByteBreaksTheReader) {
  for (const fs::path& path : Artifacts()) {
    const std::string bytes = ReadFile(path);
    for (size_t i = 0; i < bytes.size(); ++i) {
      constexpr int kChanges[] = {1, 2, 0x80, 0xff};
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ kChanges[i % 4]);
      Errors errors;
      const std::optional<Program> program = Read(std::move(changed), errors);
      if (program) (void)program->Write({.debug_info = true});
      EXPECT_TRUE(program.has_value() || !errors.empty());
    }
  }
}

// --- writing

std::optional<std::string> Written(const Program& program,
                                   std::string_view version, Errors& errors) {
  errors.clear();
  return program.WriteArtifact(version, errors);
}

TEST(ArtifactWriter, WhatIsWrittenReadsAsTheSame) {
  for (const fs::path& path : Artifacts()) {
    const std::string stem = path.stem().string();
    // This program contains things that artifacts can't express.
    if (stem == "beside.plain") continue;
    std::string version = stem.substr(stem.find('.') + 1);
    if (version == "plain") version.clear();
    SCOPED_TRACE(path);
    Errors errors;
    std::optional<Program> program = Read(ReadFile(path), errors);
    ASSERT_TRUE(program.has_value()) << errors.ToString();
    const auto bytes = Written(*program, version, errors);
    ASSERT_TRUE(bytes.has_value()) << errors.ToString();
    const std::optional<Program> again = Read(*bytes, errors);
    ASSERT_TRUE(again.has_value()) << errors.ToString();
    EXPECT_EQ(again->Write({.debug_info = true}),
              program->Write({.debug_info = true}));
  }
}

// Written artifacts have the bytes of jaxlib's, except where jaxlib had to
// replace ops with older ones. Replacing an op changes the order in which
// jaxlib stores the uses of its values, and the file records that order.
TEST(ArtifactWriter, HasTheBytesOfJaxlib) {
  const std::vector<std::string> others = {
      "forms.0.14.0", "forms.1.5.0", "shardings.0.14.0", "shardings.1.5.0"};
  int equal = 0;
  for (const fs::path& path : Artifacts()) {
    const std::string stem = path.stem().string();
    const std::string version = stem.substr(stem.find('.') + 1);
    if (version == "plain" || std::ranges::count(others, stem) > 0) continue;
    SCOPED_TRACE(path);
    Errors errors;
    const std::string bytes = ReadFile(path);
    std::optional<Program> program = Read(bytes, errors);
    ASSERT_TRUE(program.has_value()) << errors.ToString();
    const auto written = Written(*program, version, errors);
    ASSERT_TRUE(written.has_value()) << errors.ToString();
    EXPECT_TRUE(*written == bytes);
    ++equal;
  }
  EXPECT_GE(equal, 13);
}

TEST(ArtifactWriter, APropagatedProgramToo) {
  for (const std::string_view pass :
       {"sdy-aggressive-propagate", "xla-sdy-stablehlo-export-pipeline"}) {
    SCOPED_TRACE(pass);
    Errors errors;
    std::vector<Message> messages;
    std::optional<Program> program =
        Read(ReadFile("tests/data/artifacts/shardings.1.22.0.bc"), errors);
    ASSERT_TRUE(program.has_value()) << errors.ToString();
    ASSERT_TRUE(program->Run(pass, "", {}, messages));
    const auto bytes = Written(*program, "", errors);
    ASSERT_TRUE(bytes.has_value()) << errors.ToString();
    const std::optional<Program> again = Read(*bytes, errors);
    ASSERT_TRUE(again.has_value()) << errors.ToString();
    EXPECT_EQ(again->Write({.debug_info = true}),
              program->Write({.debug_info = true}));
  }
}

TEST(ArtifactWriter, OpsOfChloAreKept) {
  Errors errors;
  const std::optional<Program> program = Read(
      "func.func @main(%a: tensor<4xf32>) -> tensor<4xi1> {\n"
      "  %0 = chlo.tan %a : tensor<4xf32> -> tensor<4xf32>\n"
      "  %1 = chlo.broadcast_compare %a, %0 {comparison_direction = "
      "#chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<4xf32>) -> "
      "tensor<4xi1>\n"
      "  return %1 : tensor<4xi1>\n}\n",
      errors);
  ASSERT_TRUE(program.has_value()) << errors.ToString();
  const auto bytes = Written(*program, "1.0.0", errors);
  ASSERT_TRUE(bytes.has_value()) << errors.ToString();
  const std::optional<Program> again = Read(*bytes, errors);
  ASSERT_TRUE(again.has_value()) << errors.ToString();
  EXPECT_EQ(again->Write(), program->Write());
}

struct Unwritable {
  std::string_view body;
  std::string_view version;
  std::string_view error;
};

TEST(ArtifactWriter, SaysWhatAVersionHasNot) {
  const Unwritable cases[] = {
      {"%0 = stablehlo.tan %a : tensor<4xf32>", "1.3.0",
       "'stablehlo.tan' needs version 1.4.0 or newer, not 1.3.0"},
      {"%0 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xf8E4M3>",
       "1.6.0", "the type f8E4M3 needs version 1.7.0 or newer, not 1.6.0"},
      {"%0 = stablehlo.exponential %a {result_accuracy = "
       "#stablehlo.result_accuracy<ulps = 1, mode = "
       "#stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>",
       "1.8.0",
       "the attribute 'result_accuracy' of 'stablehlo.exponential' can't be "
       "expressed in version 1.8.0"},
      {"%0 = stablehlo.custom_call @f(%a) : (tensor<4xf32>) -> "
       "tensor<4x!quant.uniform<i8:f32:0, {1.0,2.0,3.0,4.0}>>",
       "0.17.0",
       "a type quantized along a dimension needs version 0.18.0 or newer, not "
       "0.17.0"},
      {"%0 = stablehlo.custom_call @f(%a) : (tensor<4xf32>) -> "
       "!stablehlo.future<tensor<4xf32>>",
       "1.14.0", "a future needs version 1.15.0 or newer, not 1.14.0"},
      {"%0 = stablehlo.custom_call @f(%a) : (tensor<4xf32>) -> memref<4xf32>",
       "1.12.0", "a memref needs version 1.13.0 or newer, not 1.12.0"},
      {"%0 = stablehlo.custom_call @f(%a) : (tensor<4xf32>) -> "
       "memref<4xf32, 1>",
       "1.20.0", "the type memref<4xf32, 1>, which artifacts can't contain"},
      {"return }\n func.func private @b(tensor<4xtf32>)\n func.func @c() {",
       "1.5.0", "the type tf32 needs version 1.6.0 or newer, not 1.5.0"},
      {"return }\n func.func private @b(tensor<4xi3>)\n func.func @c() {",
       "1.20.0", "the type i3, which artifacts can't contain"},
      {"%0 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xi3>", "1.20.0",
       "the type i3, which artifacts can't contain"},
      {"%0 = stablehlo.convert %a : (tensor<4xf32>) -> "
       "tensor<4x!quant.any<i8:f32>>",
       "1.20.0", "the type !quant.any<i8:f32>, which artifacts can't contain"},
      {"%0 = stablehlo.constant dense_resource<blob> : tensor<4xf32>", "1.20.0",
       "a constant kept as a resource (dense_resource)"},
      {"%0 = \"stablehlo.collective_broadcast\"(%a) <{has_dynamic_root, "
       "replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> "
       "tensor<4xf32>",
       "1.19.0", "the attribute 'has_dynamic_root' of "},
      {"%0:2 = \"stablehlo.all_gather\"(%a, %a) <{all_gather_dim = 0 : i64, "
       "replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>, "
       "tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)",
       "1.4.0",
       "'stablehlo.all_gather' of several operands needs version 1.5.0 or "
       "newer, not 1.4.0"},
      {"%0 = \"stablehlo.transpose\"(%a) <{permutation = array<ui64: 0>}> : "
       "(tensor<4xf32>) -> tensor<4xf32>",
       "1.20.0", "an array of numbers that aren't i64"},
      {"%0 = \"stablehlo.reduce_window\"(%a, %b) <{window_dimensions = "
       "array<si64: 2>}> ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
       "stablehlo.return %x : tensor<f32>\n}) : (tensor<4xf32>, tensor<f32>) "
       "-> tensor<3xf32>",
       "1.20.0", "an array of numbers that aren't i64"},
      {"%0 = stablehlo.custom_call @f(%a) {has_side_effect = 1 : ui1} : "
       "(tensor<4xf32>) -> tensor<4xf32>",
       "1.20.0", "the attribute 'has_side_effect' of 'stablehlo.custom_call'"},
      {"%0 = stablehlo.custom_call @f(%a) {api_version = 2 : ui32} : "
       "(tensor<4xf32>) -> tensor<4xf32>",
       "1.20.0", "the attribute 'api_version' of 'stablehlo.custom_call'"},
      {"", "2.0.0", "unknown artifact version '2.0.0'"},
      {"", "new", "unknown artifact version 'new'"},
  };
  for (const Unwritable& c : cases) {
    SCOPED_TRACE(c.error);
    Errors errors;
    const std::optional<Program> program =
        Read("func.func @main(%a: tensor<4xf32>, %b: tensor<f32>) {\n  " +
                 std::string(c.body) + "\n  return\n}\n",
             errors);
    ASSERT_TRUE(program.has_value()) << errors.ToString();
    EXPECT_FALSE(Written(*program, c.version, errors).has_value());
    EXPECT_THAT(errors.ToString(), HasSubstr(c.error));
  }
}

// VHLO's functions and calls lack some of our attributes.
TEST(ArtifactWriter, KeepsAllAttributesOfFunctionsAndCalls) {
  Errors errors;
  const std::optional<Program> program = Read(
      "func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> attributes "
      "{no_inline} {\n"
      "  return %a : tensor<4xf32>\n}\n"
      "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0 = \"func.call\"(%a) <{arg_attrs = [{x}], callee = @f, no_inline}> "
      ": "
      "(tensor<4xf32>) -> tensor<4xf32>\n"
      "  return %0 : tensor<4xf32>\n}\n",
      errors);
  ASSERT_TRUE(program.has_value()) << errors.ToString();
  const auto bytes = Written(*program, "", errors);
  ASSERT_TRUE(bytes.has_value()) << errors.ToString();
  const std::optional<Program> again = Read(*bytes, errors);
  ASSERT_TRUE(again.has_value()) << errors.ToString();
  EXPECT_THAT(program->Write(), HasSubstr("no_inline"));
  EXPECT_EQ(again->Write(), program->Write());
}

// A custom call has layouts for both its operands and its results, or for
// neither.
TEST(ArtifactWriter, RefusesLayoutsOfOneSide) {
  Errors errors;
  const std::optional<Program> program = Read(
      "func.func @main(%a: tensor<4xf32>) {\n"
      "  %0 = stablehlo.custom_call @f(%a) {result_layouts = [dense<0> : "
      "tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>\n"
      "  return\n}\n",
      errors);
  ASSERT_TRUE(program.has_value()) << errors.ToString();
  EXPECT_FALSE(Written(*program, "", errors).has_value());
  EXPECT_THAT(errors.ToString(),
              HasSubstr("the attribute 'operand_layouts' of "));
}

TEST(ArtifactWriter, RequestsHaveArtifactsInBase64) {
  const std::string encoded = absl::Base64Escape(Forms());
  const Reply reply = Request(R"({"id": 1, "method": "convert", "program": ")" +
                              encoded + R"("})")
                          .Answer({});
  ASSERT_TRUE(reply.ok) << reply.json;
  EXPECT_THAT(reply.json, HasSubstr(R"("program": "TUzvU)"));
  const Reply text =
      Request(R"({"id": 1, "output": "text", "program": ")" + encoded + R"("})")
          .Answer({});
  EXPECT_THAT(text.json, HasSubstr("module @forms"));
  const Reply enveloped =
      Request(R"({"id": 1, "method": "convert", "program": ")" +
              absl::Base64Escape(InEnvelope(Forms())) + R"("})")
          .Answer({});
  EXPECT_THAT(enveloped.json, HasSubstr(R"("program": "TUzvU)"));
  EXPECT_THAT(Request(R"({"id": 1, "program": "TUzvU!"})").Answer({}).json,
              HasSubstr("the artifact is not base64"));
}

}  // namespace
}  // namespace shardflow::internal
