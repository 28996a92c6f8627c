// Tests that no attribute which an op must have can be missing or misspelt in
// silence: every such attribute of every op is erased and renamed in turn.

#include "ops/attribute_names.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ir/walk.h"
#include "ops/op_def.h"
#include "ops/portable.h"
#include "ops/rule_lookup.h"
#include "ops/verify.h"
#include "text/read.h"

namespace shardflow::internal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Attrs = std::vector<std::pair<std::string, std::string>>;

// A valid op with all attributes that it must have, and with some optional
// ones that rules read.
struct ValidOp {
  const char* name;
  const char* operands;  // their types
  const char* results;
  Attrs attrs;
  const char* region = "";
};

constexpr const char* kAdd =
    "({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
    "%z = stablehlo.add %x, %y : tensor<f32>\n"
    "stablehlo.return %z : tensor<f32>\n})";
constexpr const char* kLess =
    "({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
    "%z = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> "
    "tensor<i1>\n"
    "stablehlo.return %z : tensor<i1>\n})";
constexpr const char* kMore =
    "({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
    "%z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> "
    "tensor<i1>\n"
    "stablehlo.return %z : tensor<i1>\n}, {\n"
    "^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
    "%z = stablehlo.add %x, %y : tensor<f32>\n"
    "stablehlo.return %z : tensor<f32>\n})";
constexpr const char* kGroups = "dense<[[0, 1]]> : tensor<1x2xi64>";
constexpr const char* kConv =
    "#stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>";

const std::vector<ValidOp>& ValidOps() {
  static const std::vector<ValidOp> ops = {
      {"arith.constant",
       "",
       "tensor<4xf32>",
       {{"value", "dense<1.0> : tensor<4xf32>"}}},
      {"chlo.broadcast_compare",
       "tensor<4xf32>, tensor<4xf32>",
       "tensor<4xi1>",
       {{"comparison_direction", "#chlo<comparison_direction LT>"}}},
      {"chlo.constant",
       "",
       "tensor<4xf32>",
       {{"value", "dense<1.0> : tensor<4xf32>"}}},
      {"chlo.constant_like",
       "tensor<4xf32>",
       "tensor<4xf32>",
       {{"value", "1.0 : f32"}}},
      {"chlo.ragged_dot",
       "tensor<5x6xf32>, tensor<3x6x7xf32>, tensor<3xi64>",
       "tensor<5x7xf32>",
       {{"ragged_dot_dimension_numbers",
         "#chlo.ragged_dot<lhs_batching_dimensions = [], "
         "rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], "
         "rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], "
         "rhs_group_dimensions = [0]>"}}},
      {"chlo.scan",
       "tensor<4x6xf32>, tensor<6xf32>",
       "tensor<4x6xf32>, tensor<6xf32>",
       {{"dimension", "0 : i64"},
        {"is_reverse", "false"},
        {"operandSegmentSizes", "array<i32: 1, 1>"},
        {"resultSegmentSizes", "array<i32: 1, 1>"}},
       "({\n^bb0(%x: tensor<6xf32>, %y: tensor<6xf32>):\n"
       "%z = stablehlo.add %x, %y : tensor<6xf32>\n"
       "stablehlo.return %z, %z : tensor<6xf32>, tensor<6xf32>\n})"},
      {"chlo.top_k",
       "tensor<4x6xf32>",
       "tensor<4x2xf32>, tensor<4x2xi32>",
       {{"k", "2 : i64"}}},
      {"mhlo.topk",
       "tensor<4x6xf32>",
       "tensor<4x2xf32>, tensor<4x2xi32>",
       {{"k", "2 : i64"}}},
      {"stablehlo.all_gather",
       "tensor<4x6xf32>",
       "tensor<8x6xf32>",
       {{"all_gather_dim", "0 : i64"}, {"replica_groups", kGroups}}},
      {"stablehlo.all_reduce",
       "tensor<4x6xf32>",
       "tensor<4x6xf32>",
       {{"replica_groups", kGroups}},
       kAdd},
      {"stablehlo.all_to_all",
       "tensor<4x6xf32>",
       "tensor<2x12xf32>",
       {{"split_dimension", "0 : i64"},
        {"concat_dimension", "1 : i64"},
        {"split_count", "2 : i64"},
        {"replica_groups", kGroups}}},
      {"stablehlo.batch_norm_grad",
       "tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, "
       "tensor<4x6xf32>",
       "tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>",
       {{"epsilon", "1.0 : f32"}, {"feature_index", "1 : i64"}}},
      {"stablehlo.batch_norm_inference",
       "tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, "
       "tensor<6xf32>",
       "tensor<4x6xf32>",
       {{"epsilon", "1.0 : f32"}, {"feature_index", "1 : i64"}}},
      {"stablehlo.batch_norm_training",
       "tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>",
       "tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>",
       {{"epsilon", "1.0 : f32"}, {"feature_index", "1 : i64"}}},
      {"stablehlo.broadcast",
       "tensor<6xf32>",
       "tensor<4x6xf32>",
       {{"broadcast_sizes", "array<i64: 4>"}}},
      {"stablehlo.broadcast_in_dim",
       "tensor<6xf32>",
       "tensor<4x6xf32>",
       {{"broadcast_dimensions", "array<i64: 1>"}}},
      {"stablehlo.collective_broadcast",
       "tensor<4x6xf32>",
       "tensor<4x6xf32>",
       {{"replica_groups", kGroups}}},
      {"stablehlo.collective_permute",
       "tensor<4x6xf32>",
       "tensor<4x6xf32>",
       {{"source_target_pairs", kGroups}}},
      {"stablehlo.collective_reduce",
       "tensor<4x6xf32>",
       "tensor<4x6xf32>",
       {{"replica_groups", kGroups}},
       kAdd},
      {"stablehlo.compare",
       "tensor<4xf32>, tensor<4xf32>",
       "tensor<4xi1>",
       {{"comparison_direction", "#stablehlo<comparison_direction LT>"},
        {"compare_type", "#stablehlo<comparison_type FLOAT>"}}},
      {"stablehlo.composite",
       "tensor<4xf32>",
       "tensor<4xf32>",
       {{"name", "\"a.b\""}, {"decomposition", "@g"}}},
      {"stablehlo.concatenate",
       "tensor<4x6xf32>, tensor<4x6xf32>",
       "tensor<8x6xf32>",
       {{"dimension", "0 : i64"}}},
      {"stablehlo.constant",
       "",
       "tensor<4xf32>",
       {{"value", "dense<1.0> : tensor<4xf32>"}}},
      {"stablehlo.convolution",
       "tensor<2x3x8x8xf32>, tensor<5x3x2x2xf32>",
       "tensor<2x5x4x4xf32>",
       {{"dimension_numbers", kConv},
        {"feature_group_count", "1 : i64"},
        {"batch_group_count", "1 : i64"},
        {"window_strides", "array<i64: 2, 2>"},
        {"padding", "dense<1> : tensor<2x2xi64>"}}},
      {"stablehlo.cross-replica-sum",
       "tensor<4x6xf32>",
       "tensor<4x6xf32>",
       {{"replica_groups", kGroups}}},
      {"stablehlo.custom_call",
       "tensor<4xf32>",
       "tensor<4xf32>",
       {{"call_target_name", "\"MoveToHost\""}, {"backend_config", "\"x\""}}},
      {"stablehlo.dot_general",
       "tensor<4x6xf32>, tensor<6x5xf32>",
       "tensor<4x5xf32>",
       {{"dot_dimension_numbers",
         "#stablehlo.dot<lhs_contracting_dimensions = [1], "
         "rhs_contracting_dimensions = [0]>"}}},
      {"stablehlo.dynamic_broadcast_in_dim",
       "tensor<6xf32>, tensor<2xi64>",
       "tensor<4x6xf32>",
       {{"broadcast_dimensions", "array<i64: 1>"}}},
      {"stablehlo.dynamic_conv",
       "tensor<2x3x8x8xf32>, tensor<5x3x2x2xf32>, tensor<2x2xi64>",
       "tensor<2x5x4x4xf32>",
       {{"dimension_numbers", kConv},
        {"feature_group_count", "1 : i64"},
        {"batch_group_count", "1 : i64"}}},
      {"stablehlo.dynamic_gather",
       "tensor<8x6xf32>, tensor<4x1xi32>, tensor<2xi64>",
       "tensor<4x6xf32>",
       {{"dimension_numbers",
         "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
         "start_index_map = [0], index_vector_dim = 1>"}}},
      {"stablehlo.dynamic_iota",
       "tensor<2xi64>",
       "tensor<4x6xf32>",
       {{"iota_dimension", "0 : i64"}}},
      {"stablehlo.dynamic_slice",
       "tensor<4x6xf32>, tensor<i32>, tensor<i32>",
       "tensor<2x6xf32>",
       {{"slice_sizes", "array<i64: 2, 6>"}}},
      {"stablehlo.einsum",
       "tensor<4x6xf32>, tensor<6x5xf32>",
       "tensor<4x5xf32>",
       {{"einsum_config", "\"ab,bc->ac\""}}},
      {"stablehlo.fft",
       "tensor<4x6xcomplex<f32>>",
       "tensor<4x6xcomplex<f32>>",
       {{"fft_type", "#stablehlo<fft_type FFT>"},
        {"fft_length", "array<i64: 6>"}}},
      {"stablehlo.gather",
       "tensor<8x6xf32>, tensor<4x1xi32>",
       "tensor<4x6xf32>",
       {{"dimension_numbers",
         "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
         "start_index_map = [0], index_vector_dim = 1>"},
        {"slice_sizes", "array<i64: 1, 6>"},
        {"indices_are_sorted", "true"}}},
      {"stablehlo.get_dimension_size",
       "tensor<4x6xf32>",
       "tensor<i32>",
       {{"dimension", "0 : i64"}}},
      {"stablehlo.get_tuple_element",
       "tuple<tensor<4xf32>>",
       "tensor<4xf32>",
       {{"index", "0 : i32"}}},
      {"stablehlo.infeed",
       "!stablehlo.token",
       "tensor<4xf32>, !stablehlo.token",
       {{"infeed_config", "\"x\""}}},
      {"stablehlo.iota",
       "",
       "tensor<4x6xf32>",
       {{"iota_dimension", "0 : i64"}}},
      {"stablehlo.map",
       "tensor<4xf32>, tensor<4xf32>",
       "tensor<4xf32>",
       {{"dimensions", "array<i64: 0>"}},
       kAdd},
      {"stablehlo.pad",
       "tensor<4x6xf32>, tensor<f32>",
       "tensor<6x6xf32>",
       {{"edge_padding_low", "array<i64: 1, 0>"},
        {"edge_padding_high", "array<i64: 1, 0>"},
        {"interior_padding", "array<i64: 0, 0>"}}},
      {"stablehlo.recv",
       "!stablehlo.token",
       "tensor<4xf32>, !stablehlo.token",
       {{"channel_handle", "#stablehlo.channel_handle<handle = 1, type = 3>"}}},
      {"stablehlo.reduce",
       "tensor<4x6xf32>, tensor<f32>",
       "tensor<4xf32>",
       {{"dimensions", "array<i64: 1>"}},
       kAdd},
      {"stablehlo.reduce_precision",
       "tensor<4xf32>",
       "tensor<4xf32>",
       {{"exponent_bits", "5 : i32"}, {"mantissa_bits", "10 : i32"}}},
      {"stablehlo.reduce_scatter",
       "tensor<4x6xf32>",
       "tensor<2x6xf32>",
       {{"scatter_dimension", "0 : i64"}, {"replica_groups", kGroups}},
       kAdd},
      {"stablehlo.reduce_window",
       "tensor<4x6xf32>, tensor<f32>",
       "tensor<2x6xf32>",
       {{"window_dimensions", "array<i64: 2, 1>"},
        {"window_strides", "array<i64: 2, 1>"},
        {"base_dilations", "array<i64: 2, 1>"},
        {"window_dilations", "array<i64: 2, 1>"},
        {"padding", "dense<1> : tensor<2x2xi64>"}},
       kAdd},
      {"stablehlo.reverse",
       "tensor<4x6xf32>",
       "tensor<4x6xf32>",
       {{"dimensions", "array<i64: 0>"}}},
      {"stablehlo.rng",
       "tensor<f32>, tensor<f32>, tensor<1xi64>",
       "tensor<4xf32>",
       {{"rng_distribution", "#stablehlo<rng_distribution UNIFORM>"}}},
      {"stablehlo.rng_bit_generator",
       "tensor<2xui64>",
       "tensor<2xui64>, tensor<4xui32>",
       {{"rng_algorithm", "#stablehlo<rng_algorithm DEFAULT>"}}},
      {"stablehlo.scatter",
       "tensor<8x6xf32>, tensor<4x1xi32>, tensor<4x6xf32>",
       "tensor<8x6xf32>",
       {{"scatter_dimension_numbers",
         "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = "
         "[0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"},
        {"unique_indices", "true"}},
       kAdd},
      {"stablehlo.select_and_scatter",
       "tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>",
       "tensor<4x6xf32>",
       {{"window_dimensions", "array<i64: 2, 1>"},
        {"window_strides", "array<i64: 2, 1>"}},
       kMore},
      {"stablehlo.send",
       "tensor<4xf32>, !stablehlo.token",
       "!stablehlo.token",
       {{"channel_handle", "#stablehlo.channel_handle<handle = 1, type = 2>"},
        {"is_host_transfer", "true"}}},
      {"stablehlo.set_dimension_size",
       "tensor<4x6xf32>, tensor<i32>",
       "tensor<4x6xf32>",
       {{"dimension", "0 : i64"}}},
      {"stablehlo.slice",
       "tensor<4x6xf32>",
       "tensor<2x6xf32>",
       {{"start_indices", "array<i64: 0, 0>"},
        {"limit_indices", "array<i64: 2, 6>"},
        {"strides", "array<i64: 1, 1>"}}},
      {"stablehlo.sort",
       "tensor<4x6xf32>",
       "tensor<4x6xf32>",
       {{"dimension", "0 : i64"}},
       kLess},
      {"stablehlo.tanh",
       "tensor<4xf32>",
       "tensor<4xf32>",
       {{"result_accuracy",
         "#stablehlo.result_accuracy<mode = "
         "#stablehlo.result_accuracy_mode<DEFAULT>>"}}},
      {"stablehlo.torch_index_select",
       "tensor<4x6xf32>, tensor<2xi32>",
       "tensor<2x6xf32>",
       {{"dim", "0 : i64"}, {"batch_dims", "0 : i64"}}},
      {"stablehlo.transpose",
       "tensor<4x6xf32>",
       "tensor<6x4xf32>",
       {{"permutation", "array<i64: 1, 0>"}}},
      {"stablehlo.triangular_solve",
       "tensor<4x4xf32>, tensor<4x6xf32>",
       "tensor<4x6xf32>",
       {{"left_side", "true"},
        {"lower", "true"},
        {"transpose_a", "#stablehlo<transpose NO_TRANSPOSE>"},
        {"unit_diagonal", "false"}}},
      {"stablehlo.unary_einsum",
       "tensor<4x6xf32>",
       "tensor<6x4xf32>",
       {{"einsum_config", "\"ab->ba\""}}},
  };
  return ops;
}

// Splits at commas outside of angle brackets.
std::vector<std::string> Types(std::string_view list) {
  std::vector<std::string> types;
  int depth = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] == ' ' && depth == 0) continue;
    if (list[i] == ',' && depth == 0) {
      types.emplace_back();
      continue;
    }
    depth += list[i] == '<' ? 1 : list[i] == '>' ? -1 : 0;
    if (types.empty()) types.emplace_back();
    types.back() += list[i];
  }
  return types;
}

// Returns a program with the op, in its second line.
std::string ProgramOf(const ValidOp& op, const Attrs& attrs, bool properties) {
  std::string args, operands;
  for (const std::string& type : Types(op.operands)) {
    const std::string name = "%a" + std::to_string(args.size());
    args += (args.empty() ? "" : ", ") + name + ": " + type;
    operands += (operands.empty() ? "" : ", ") + name;
  }
  std::string dict;
  for (const auto& [name, value] : attrs) {
    dict += (dict.empty() ? "" : ", ") + name + " = " + value;
  }
  const std::string results = op.results;
  const std::string region = op.region;
  return "func.func @main(" + args +
         ") {\n%r:" + std::to_string(Types(results).size()) + " = \"" +
         op.name + "\"(" + operands + ")" +
         (properties ? " <{" + dict + "}> " : " ") + region +
         (properties ? "" : " {" + dict + "}") + " : (" + op.operands +
         ") -> (" + results + ")\nreturn\n}\n" +
         "func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
         "return %a : tensor<4xf32>\n}\n";
}

// Returns all errors and warnings, as "line: text". Every op is looked up
// twice, by two lookups.
std::vector<std::string> MessagesOf(const std::string& program) {
  Diagnostics diagnostics;
  std::optional<Module> m = ParseModule(
      std::make_shared<const SourceBuffer>("test", program), {}, diagnostics);
  if (m && VerifyModule(*m, diagnostics)) {
    RuleWarnings warnings;
    for (int i = 0; i < 2; ++i) {
      RuleLookup lookup(*m, {.extra = true}, warnings, diagnostics);
      WalkPreOrder(*m, m->root(), [&](OpId op) {
        lookup.Get(op);
        lookup.Get(op);
      });
    }
  }
  std::vector<std::string> messages;
  for (const Message& d : diagnostics.all()) {
    messages.push_back(std::to_string(d.line) + ": " + d.text);
  }
  return messages;
}

// Returns the messages about attributes and types. Leaves out those about ops
// without a rule, because an op can be valid without one.
std::vector<std::string> FaultsOf(const std::string& program) {
  std::vector<std::string> messages = MessagesOf(program);
  std::erase_if(messages, [](const std::string& text) {
    return text.ends_with("is unknown to SDY sharding rule registry");
  });
  return messages;
}

bool IsRequired(const ValidOp& op, std::string_view name) {
  return FindPortableAttr(FindOpKind(op.name), name).missing ==
         PortableDefault::kRequired;
}

TEST(AttributeNames, TheTableHasAllRequiredAttributes) {
  std::set<std::pair<std::string, std::string>> listed, required;
  for (const ValidOp& op : ValidOps()) {
    for (const auto& [name, value] : op.attrs) {
      if (IsRequired(op, name)) listed.insert({op.name, name});
    }
  }
  for (int i = 1; i < static_cast<int>(OpKind::kCount); ++i) {
    const auto kind = static_cast<OpKind>(i);
    if (!HasUncheckedAttributes(kind)) continue;
    for (const std::string_view name : Def(kind).inherent) {
      if (FindPortableAttr(kind, name).missing == PortableDefault::kRequired) {
        required.insert({std::string(OpMnemonic(kind)), std::string(name)});
      }
    }
  }
  EXPECT_EQ(listed, required);
}

TEST(AttributeNames, ValidOpsCauseNoWarning) {
  for (const ValidOp& op : ValidOps()) {
    for (const bool properties : {false, true}) {
      EXPECT_THAT(FaultsOf(ProgramOf(op, op.attrs, properties)), IsEmpty())
          << op.name;
    }
  }
}

TEST(AttributeNames, AMissingAttributeIsReportedOnce) {
  for (const ValidOp& op : ValidOps()) {
    for (size_t i = 0; i < op.attrs.size(); ++i) {
      Attrs attrs = op.attrs;
      attrs.erase(attrs.begin() + static_cast<ptrdiff_t>(i));
      const std::string& name = op.attrs[i].first;
      for (const bool properties : {false, true}) {
        const std::string program = ProgramOf(op, attrs, properties);
        if (!IsRequired(op, name)) {
          EXPECT_THAT(FaultsOf(program), IsEmpty()) << op.name << " " << name;
          continue;
        }
        EXPECT_THAT(MessagesOf(program),
                    ElementsAre(AllOf(HasSubstr("2: "), HasSubstr(op.name),
                                      HasSubstr("'" + name + "'"))))
            << op.name << " " << name;
      }
    }
  }
}

TEST(AttributeNames, AMisspeltAttributeIsReportedOnce) {
  for (const ValidOp& op : ValidOps()) {
    for (size_t i = 0; i < op.attrs.size(); ++i) {
      Attrs attrs = op.attrs;
      const std::string& right = op.attrs[i].first;
      std::string& name = attrs[i].first;
      name.insert(name.size() / 2, 1, 'z');
      // A name of one letter isn't like any other.
      const std::string about =
          right.size() == 1
              ? "'" + right + "' is missing"
              : "'" + name + "' is unknown" +
                    (IsRequired(op, right) ? "" : " and has no effect") +
                    "; did you mean " + right + "?";
      for (const bool properties : {false, true}) {
        EXPECT_THAT(MessagesOf(ProgramOf(op, attrs, properties)),
                    ElementsAre(AllOf(HasSubstr("2: "), HasSubstr(about))))
            << op.name;
      }
    }
  }
}

// Nothing would change if the name were right.
TEST(AttributeNames, AMisspeltDefaultIsNotReported) {
  const auto with = [](const std::string& attr) {
    return MessagesOf(
        "func.func @main(%a: tensor<2x3x8x8xf32>, %b: tensor<5x3x2x2xf32>) "
        "{\n%r = \"stablehlo.convolution\"(%a, %b) {dimension_numbers = " +
        std::string(kConv) +
        ", feature_group_count = 1 : i64, batch_group_count = 1 : i64, " +
        attr +
        "} : (tensor<2x3x8x8xf32>, tensor<5x3x2x2xf32>) -> "
        "tensor<2x5x7x7xf32>\nreturn\n}\n");
  };
  EXPECT_THAT(with("lhs_dilations = dense<1> : tensor<2xi64>"), IsEmpty());
  EXPECT_THAT(with("lhs_dilations = array<i64: 1, 1>"), IsEmpty());
  EXPECT_THAT(with("lhs_dilations = dense<2> : tensor<2xi64>"),
              ElementsAre(HasSubstr("'lhs_dilations'")));
  EXPECT_THAT(with("paddin = dense<0> : tensor<2x2xi64>"), IsEmpty());
  EXPECT_THAT(with("paddin = dense<1> : tensor<2x2xi64>"),
              ElementsAre(HasSubstr("'paddin'")));
}

TEST(AttributeNames, AWrongKindOfAttributeIsReportedOnce) {
  const auto with = [](std::string name, size_t attr, const char* value) {
    for (const ValidOp& op : ValidOps()) {
      if (op.name != name) continue;
      Attrs attrs = op.attrs;
      attrs[attr].second = value;
      return MessagesOf(ProgramOf(op, attrs, false));
    }
    return std::vector<std::string>{"no op"};
  };
  EXPECT_THAT(with("stablehlo.reverse", 0, "dense<0> : tensor<1xi64>"),
              ElementsAre("2: op 'stablehlo.reverse' has no rule: attribute "
                          "'dimensions' must be an array<i64>"));
  EXPECT_THAT(with("stablehlo.gather", 0, "1 : i64"),
              ElementsAre("2: op 'stablehlo.gather' has no rule: attribute "
                          "'dimension_numbers' must be a #stablehlo.gather"));
  const std::string kMisfit =
      " has no rule: its types and attributes do not fit together";
  for (const auto& [name, attr, value] :
       std::vector<std::tuple<std::string, size_t, const char*>>{
           {"stablehlo.all_gather", 0, "2 : i64"},
           {"stablehlo.all_to_all", 0, "2 : i64"},
           {"stablehlo.all_to_all", 1, "\"x\""},
           {"stablehlo.all_to_all", 2, "0 : i64"},
           {"stablehlo.batch_norm_inference", 1, "2 : i64"},
           {"stablehlo.compare", 0, "\"LT\""},
           {"stablehlo.concatenate", 0, "5 : i64"},
           {"stablehlo.convolution", 1, "0 : i64"},
           {"stablehlo.fft", 0, "\"FFT\""},
           {"stablehlo.fft", 1, "array<i64: 1, 4, 6>"},
           {"stablehlo.reduce_scatter", 0, "-1 : i64"},
           {"stablehlo.sort", 0, "2 : i64"},
           {"stablehlo.triangular_solve", 0, "\"x\""},
           {"stablehlo.triangular_solve", 2, "\"x\""},
       }) {
    EXPECT_THAT(with(name, attr, value),
                ElementsAre("2: op '" + name + "'" + kMisfit));
  }
}

// Ops that look the same are reported once, and others with the same fault
// again.
TEST(AttributeNames, EveryFaultyLookIsReported) {
  EXPECT_THAT(
      MessagesOf("func.func @main(%a: tensor<4xf32>, %b: tensor<6xf32>) {\n"
                 "%0 = \"stablehlo.reverse\"(%a) : (tensor<4xf32>) -> "
                 "tensor<4xf32>\n"
                 "%1 = \"stablehlo.reverse\"(%0) : (tensor<4xf32>) -> "
                 "tensor<4xf32>\n"
                 "%2 = \"stablehlo.reverse\"(%b) : (tensor<6xf32>) -> "
                 "tensor<6xf32>\n"
                 "%3 = \"stablehlo.reverse\"(%a) {dims = array<i64: 0>} : "
                 "(tensor<4xf32>) -> tensor<4xf32>\n"
                 "%4 = stablehlo.reshape %a : (tensor<4xf32>) -> "
                 "tensor<5xf32>\n"
                 "%5 = stablehlo.reshape %b : (tensor<6xf32>) -> "
                 "tensor<5xf32>\n"
                 "%6 = stablehlo.reshape %2 : (tensor<6xf32>) -> "
                 "tensor<5xf32>\n"
                 "return\n}\n"),
      ElementsAre("2: op 'stablehlo.reverse' has no rule: attribute "
                  "'dimensions' is missing",
                  "4: op 'stablehlo.reverse' has no rule: attribute "
                  "'dimensions' is missing",
                  "5: op 'stablehlo.reverse' has no rule: attribute "
                  "'dimensions' is missing",
                  "6: op 'stablehlo.reshape' has no rule: its types and "
                  "attributes do not fit together",
                  "7: op 'stablehlo.reshape' has no rule: its types and "
                  "attributes do not fit together"));
}

}  // namespace
}  // namespace shardflow::internal
