#include "shardflow/explain.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/json_schema.h"

// Explains programs whose explanations were worked out by hand: one for each
// reason why an axis may stop, and one for each way in which it may arrive.

namespace shardflow::internal {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr std::string_view kMesh =
    "sdy.mesh @mesh = <[\"a\"=2, \"b\"=2, \"c\"=4]>\n";

std::optional<Explanation> ReadAndExplain(std::string_view text,
                                          const ExplainRequest& request,
                                          std::vector<Message>& messages) {
  const std::optional<Program> program =
      Program::Read("t.mlir", std::string(kMesh) + std::string(text),
                    {.keep_names = true}, messages);
  if (!program) return std::nullopt;
  return Explain(*program, request, messages);
}

Explanation ExplainProgram(std::string_view program,
                           const ExplainRequest& request) {
  std::vector<Message> messages;
  std::optional<Explanation> explanation =
      ReadAndExplain(program, request, messages);
  for (const Message& m : messages) {
    EXPECT_NE(m.kind, MessageKind::kError) << m.ToString();
  }
  return explanation.value_or(Explanation());
}

ExplainRequest Value(std::string name) {
  ExplainRequest request;
  request.value = std::move(name);
  return request;
}

ExplainedValue One(std::string_view program, const ExplainRequest& request) {
  Explanation explanation = ExplainProgram(program, request);
  EXPECT_EQ(explanation.values.size(), 1u);
  if (explanation.values.empty()) return {};
  return explanation.values.front();
}

// Returns each stopped axis as text such as `"a" of %y[1] to [0]: closed`.
std::vector<std::string> Stops(const ExplainedValue& value) {
  std::vector<std::string> stops;
  for (const StoppedAxis& s : value.stopped) {
    std::string text = s.axis + " of " + s.source.name + "[" +
                       std::to_string(s.source_dimension) + "]";
    if (s.dimension >= 0) text += " to [" + std::to_string(s.dimension) + "]";
    text += ": " + s.reason;
    if (!s.blocker.empty()) {
      text += " " + s.blocker + " of " + s.blocker_tensor->name;
      if (s.blocker_dimension >= 0) {
        text += "[" + std::to_string(s.blocker_dimension) + "]";
      }
    }
    if (!s.because.empty()) text += " (" + s.because + ")";
    if (!s.part.empty()) text += " but " + s.part;
    stops.push_back(text);
  }
  return stops;
}

std::vector<std::string> Stops(std::string_view program,
                               const std::string& value) {
  return Stops(One(program, Value(value)));
}

// Returns each chain as text such as `[0] "a": %x[0] annotation; %0[0]
// stablehlo.negate i`.
std::vector<std::string> Chains(const ExplainedValue& value) {
  std::vector<std::string> chains;
  for (const ExplainedAxis& axis : value.axes) {
    std::string text =
        "[" + std::to_string(axis.dimension) + "] " + axis.axis + ":";
    for (const ChainLink& link : axis.chain) {
      if (&link != &axis.chain.front()) text += ";";
      text += " " + link.tensor.name + "[" + std::to_string(link.dimension) +
              "] " + (link.kind == "annotation" ? link.annotation : link.kind);
      if (link.kind == "step")
        text += " " + link.op.name + " " + link.op.factor;
    }
    chains.push_back(text);
  }
  return chains;
}

// --- the cause that stopped the axis

constexpr std::string_view kTwoDims = R"(
func.func @main(
    %x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
    %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>})
    -> tensor<8x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
})";

TEST(ExplainStop, OtherDimension) {
  EXPECT_THAT(Stops(kTwoDims, "%0"),
              ElementsAre("\"a\" of %y[1] to [1]: other-dimension \"a\" of "
                          "%0[0] (order)"));
}

// Returns a program with a single negate, whose 1-D operand and result have
// these shardings (none for the result if `result` is "").
std::string Negate(std::string_view operand, std::string_view result) {
  std::string text =
      "func.func @main(%x: tensor<8xf32> {sdy.sharding = "
      "#sdy.sharding<@mesh, ";
  text += operand;
  text += ">}) -> tensor<8xf32> {\n  %0 = stablehlo.negate %x ";
  if (!result.empty()) {
    text += "{sdy.sharding = #sdy.sharding_per_value<[<@mesh, ";
    text += result;
    text += ">]>} ";
  }
  return text + ": tensor<8xf32>\n  return %0 : tensor<8xf32>\n}\n";
}

TEST(ExplainStop, Conflict) {
  const std::string_view program = R"(
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>},
    %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>})
    -> tensor<8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
})";
  EXPECT_THAT(
      Stops(program, "%0"),
      ElementsAre(
          "\"a\" of %x[0] to [0]: conflict \"b\" of %y[0] (annotation)",
          "\"b\" of %y[0] to [0]: conflict \"a\" of %x[0] (annotation)"));
}

TEST(ExplainStop, ConflictWithItself) {
  EXPECT_THAT(Stops(Negate("[{\"a\", ?}]", "[{\"b\", ?}]"), "%0"),
              ElementsAre("\"a\" of %x[0] to [0]: conflict \"b\" of %0[0] "
                          "(annotation)"));
}

TEST(ExplainStop, Replicated) {
  EXPECT_THAT(Stops(Negate("[{\"a\"}]", "[{?}], replicated={\"a\"}"), "%0"),
              ElementsAre("\"a\" of %x[0] to [0]: replicated \"a\" of %0"));
}

TEST(ExplainStop, Unreduced) {
  EXPECT_THAT(Stops(Negate("[{\"a\"}]", "[{?}], unreduced={\"a\"}"), "%0"),
              ElementsAre("\"a\" of %x[0] to [0]: unreduced \"a\" of %0"));
}

TEST(ExplainStop, Closed) {
  const ExplainedValue value = One(Negate("[{\"a\"}]", "[{}]"), Value("%0"));
  EXPECT_THAT(Stops(value), ElementsAre("\"a\" of %x[0] to [0]: closed"));
  EXPECT_THAT(value.stopped.front().text,
              HasSubstr("closed by sdy.sharding of stablehlo.negate"));
}

// If a value's sharding comes from a constraint on it, the explanation says
// that the constraint closes it, unless the value has an annotation of its own.
TEST(ExplainStop, ClosedByAConstraint) {
  const auto said = [](const std::string& own) {
    const ExplainedValue value = One(R"(
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>})
    -> tensor<8xf32> {
  %0 = stablehlo.negate %x )" + own + R"( : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
})",
                                     Value("%0"));
    EXPECT_EQ(value.sharding, "<@mesh, [{}]>");
    return value.stopped.empty() ? "" : value.stopped.front().text;
  };
  EXPECT_EQ(said(""), "dimension 0 of %0 is closed by sdy.sharding_constraint");
  EXPECT_EQ(said("{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>}"),
            "dimension 0 of %0 is closed by sdy.sharding of stablehlo.negate");
}

TEST(ExplainStop, ClosedByAGroup) {
  const ExplainedValue value = One(R"(
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>},
    %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %x : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}]> : tensor<8xf32>
  sdy.sharding_group %1 group_id=0 : tensor<8xf32>
  %2 = stablehlo.add %y, %x : tensor<8xf32>
  sdy.sharding_group %y group_id=0 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
})",
                                   Value("%y"));
  EXPECT_THAT(Stops(value), ElementsAre("\"a\" of %x[0] to [0]: closed"));
  EXPECT_EQ(value.stopped.front().text, "dimension 0 of %y is closed");
}

TEST(ExplainStop, Behind) {
  EXPECT_THAT(
      Stops(Negate("[{\"a\", \"b\"}]", "[{?}], replicated={\"a\"}"), "%0"),
      ElementsAre("\"a\" of %x[0] to [0]: replicated \"a\" of %0",
                  "\"b\" of %x[0] to [0]: behind \"a\" of %0[0]"));
}

TEST(ExplainStop, SubAxisWhenConservative) {
  ExplainRequest request = Value("%0");
  EXPECT_THAT(Stops(One(Negate("[{\"c\":(1)2}]", ""), request)), IsEmpty());
  request.conservative = true;
  EXPECT_THAT(Stops(One(Negate("[{\"c\":(1)2}]", ""), request)),
              ElementsAre("\"c\":(1)2 of %x[0] to [0]: sub-axis"));
}

std::string Reshape(std::string_view from, std::string_view sharding,
                    std::string_view to) {
  std::string text = "func.func @main(%x: tensor<";
  text += from;
  text += "xf32> {sdy.sharding = #sdy.sharding<@mesh, ";
  text += sharding;
  text += ">}) -> tensor<";
  text += to;
  text += "xf32> {\n  %0 = stablehlo.reshape %x : (tensor<";
  text += from;
  text += "xf32>) -> tensor<";
  text += to;
  text += "xf32>\n  return %0 : tensor<";
  text += to;
  return text + "xf32>\n}\n";
}

TEST(ExplainStop, NotDivisible) {
  EXPECT_THAT(Stops(Reshape("5x4", "[{\"c\"}, {}]", "20"), "%0"),
              ElementsAre("\"c\" of %x[0] to [0]: not-divisible"));
}

TEST(ExplainStop, NotWhollyDivisible) {
  EXPECT_THAT(Stops(Reshape("6x4", "[{\"c\"}, {}]", "24"), "%0"),
              ElementsAre("\"c\" of %x[0] to [0]: not-divisible but "
                          "\"c\":(1)2"));
}

TEST(ExplainStop, Overflow) {
  EXPECT_THAT(Stops(Reshape("20", "[{\"c\"}]", "5x4"), "%0"),
              Contains("\"c\" of %x[0] to [0]: overflow"));
}

TEST(ExplainStop, StridedView) {
  EXPECT_THAT(Stops(Reshape("4x8", "[{}, {\"a\"}]", "32"), "%0"),
              ElementsAre("\"a\" of %x[1] to [0]: strided-view"));
}

TEST(ExplainStop, ResultsRefuse) {
  const std::string_view program = R"(
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>},
    %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %y
    {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
})";
  EXPECT_THAT(Stops(program, "%y"),
              ElementsAre("\"a\" of %x[0] to [0]: results-refuse"));
}

TEST(ExplainStop, Barrier) {
  const std::string_view program = R"(
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>})
    -> tensor<8xf32> {
  %0 = sdy.propagation_barrier %x allowed_direction=BACKWARD : tensor<8xf32>
  return %0 : tensor<8xf32>
})";
  EXPECT_THAT(Stops(program, "%0"),
              ElementsAre("\"a\" of %x[0] to [0]: barrier"));
}

TEST(ExplainStop, BlockedFactor) {
  const std::string_view program = R"(
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>})
    -> tensor<8xf32> {
  %0 = stablehlo.custom_call @foo(%x) {sdy.sharding_rule =
    #sdy.op_sharding_rule<([i])->([i]) {i=8} blocked_propagation={i}, custom>}
    : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
})";
  EXPECT_THAT(Stops(program, "%0"),
              ElementsAre("\"a\" of %x[0] to [0]: blocked-factor"));
}

TEST(ExplainStop, NoFactor) {
  const std::string_view program = R"(
func.func @main(
    %x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>},
    %y: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
    : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
})";
  const ExplainedValue value = One(program, Value("%0"));
  EXPECT_THAT(Stops(value), ElementsAre("\"a\" of %x[1]: no-factor"));
  EXPECT_EQ(value.stopped.front().op.factor_type, "reduction");
}

TEST(ExplainStop, NoRule) {
  const std::string_view program = R"(
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>})
    -> tensor<8xf32> {
  %0 = stablehlo.custom_call @foo(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.negate %0
    {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} : tensor<8xf32>
  return %1 : tensor<8xf32>
})";
  EXPECT_THAT(Stops(program, "%0"), ElementsAre("\"a\" of %x[0]: no-rule"));
  EXPECT_THAT(Stops(program, "%x"), ElementsAre("\"b\" of %0[0]: no-rule"));
}

TEST(ExplainStop, MeshesDiffer) {
  const std::string_view program = R"(
sdy.mesh @other = <["u"=2]>
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>},
    %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{"u"}]>})
    -> tensor<8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
})";
  EXPECT_THAT(Stops(program, "%0"),
              ElementsAre("\"a\" of %x[0] to [0]: meshes-differ",
                          "\"u\" of %y[0] to [0]: meshes-differ"));
}

// --- why the blocker came first

TEST(ExplainBecause, UserPriority) {
  const std::string_view program = R"(
func.func @main(
    %x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p1, {}]>},
    %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>})
    -> tensor<8x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
})";
  EXPECT_THAT(Stops(program, "%0"),
              ElementsAre("\"a\" of %x[0] to [0]: other-dimension \"a\" of "
                          "%0[1] (user-priority)"));
}

TEST(ExplainBecause, OpPriority) {
  const std::string_view program = R"(
func.func @main(
    %x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
    %w: tensor<4x8xf32>,
    %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>})
    -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %0, %y : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
})";
  const ExplainedValue value = One(program, Value("%0"));
  EXPECT_THAT(Stops(value),
              ElementsAre("\"a\" of %x[0] to [0]: other-dimension \"a\" of "
                          "%0[1] (op-priority)"));
  EXPECT_THAT(value.stopped.front().text,
              HasSubstr("\"a\" came in op-priority step 1, this op's turn is "
                        "step 3"));
}

// --- where the axis came from

TEST(ExplainChain, ThroughOps) {
  const ExplainedValue value = One(kTwoDims, Value("%0"));
  EXPECT_EQ(value.sharding, "<@mesh, [{\"a\", ?}, {?}]>");
  EXPECT_THAT(Chains(value),
              ElementsAre("[0] \"a\": %x[0] argument 0 of @main; %0[0] step "
                          "stablehlo.add i"));
  const ChainLink& link = value.axes.front().chain.back();
  EXPECT_EQ(link.op.place.line, 7);
  EXPECT_EQ(link.op.place.column, 8);
  EXPECT_EQ(link.op.from, "operand 0");
  EXPECT_EQ(link.op.to, "result 0");
}

TEST(ExplainChain, ToResultOfMain) {
  ExplainRequest request;
  request.result = 0;
  EXPECT_THAT(Chains(One(Negate("[{\"a\"}]", ""), request)),
              ElementsAre("[0] \"a\": %x[0] argument 0 of @main; %0[0] step "
                          "stablehlo.negate i; result 0 of @main[0] step  i"));
}

TEST(ExplainChain, FromResultOfMainBackwards) {
  const std::string_view program = R"(
func.func @main(%x: tensor<8xf32>)
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
})";
  ExplainRequest request;
  request.argument = 0;
  EXPECT_THAT(Chains(One(program, request)),
              ElementsAre("[0] \"a\": result 0 of @main[0] result 0 of @main; "
                          "%0[0] step  i; %x[0] step stablehlo.negate i"));
}

TEST(ExplainChain, PartsOfAxes) {
  EXPECT_THAT(
      Chains(One(Reshape("8", "[{\"c\"}]", "2x4"), Value("%0"))),
      ElementsAre("[0] \"c\":(1)2: %x[0] argument 0 of @main; %0[0] step "
                  "stablehlo.reshape i",
                  "[1] \"c\":(2)2: %x[0] argument 0 of @main; %0[1] step "
                  "stablehlo.reshape j"));
  // The dimensions are merged again: each part arrived along its own factor.
  EXPECT_THAT(
      Chains(One(Reshape("2x4", "[{\"c\":(1)2}, {\"c\":(2)2}]", "8"),
                 Value("%0"))),
      ElementsAre("[0] \"c\":(1)2: %x[0] argument 0 of @main; %0[0] step "
                  "stablehlo.reshape i",
                  "[0] \"c\":(2)2: %x[1] argument 0 of @main; %0[0] step "
                  "stablehlo.reshape j"));
}

TEST(ExplainChain, ConstraintAndGroup) {
  const std::string_view program = R"(
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %x : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  sdy.sharding_group %y group_id=0 : tensor<8xf32>
  return %1, %y : tensor<8xf32>, tensor<8xf32>
})";
  EXPECT_THAT(Chains(One(program, Value("%0"))),
              ElementsAre("[0] \"a\": %1[0] sdy.sharding_constraint; %0[0] "
                          "constraint"));
  EXPECT_THAT(Chains(One(program, Value("%y"))),
              ElementsAre("[0] \"a\": %1[0] sdy.sharding_constraint; %0[0] "
                          "constraint; %y[0] group"));
}

TEST(ExplainChain, IntoALoop) {
  const std::string_view program = R"(
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>},
    %n: tensor<i1>) -> tensor<8xf32> {
  %0 = stablehlo.while(%i = %x) : tensor<8xf32>
   cond {
    stablehlo.return %n : tensor<i1>
  } do {
    %1 = stablehlo.negate %i : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
})";
  // %x and the returned %1 are sources of one edge.
  EXPECT_THAT(Chains(One(program, Value("%1"))),
              ElementsAre("[0] \"a\": %x[0] argument 0 of @main; %1[0] step "
                          "stablehlo.while (data flow) i"));
  EXPECT_THAT(Chains(One(program, Value("%i"))),
              ElementsAre("[0] \"a\": %x[0] argument 0 of @main; %0[0] step "
                          "stablehlo.while (data flow) i"));
}

TEST(ExplainChain, IntoAManualComputation) {
  const std::string_view program = R"(
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>})
    -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", ?}]>]
      out_shardings=[<@mesh, [{"a", ?}]>] manual_axes={"a"}
      (%m: tensor<4xf32>) {
    %1 = stablehlo.negate %m : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
})";
  const ExplainedValue value = One(program, Value("%1"));
  EXPECT_EQ(value.sharding, "<@mesh, [{\"b\", ?}]>");
  EXPECT_THAT(Chains(value),
              ElementsAre("[0] \"b\": %x[0] argument 0 of @main; %m[0] step "
                          "sdy.manual_computation (data flow) i; %1[0] step "
                          "stablehlo.negate i"));
  EXPECT_THAT(
      value.notes,
      Contains(HasSubstr("manual over \"a\": it is a per-device value")));
}

TEST(ExplainChain, OutOfAManualComputation) {
  const std::string_view program = R"(
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>]
      out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%m: tensor<4xf32>) {
    sdy.return %m : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
})";
  const ExplainedValue value = One(program, Value("%1"));
  EXPECT_THAT(Chains(value), ElementsAre("[0] \"a\": %0[0] out_shardings[0] of "
                                         "sdy.manual_computation; %1[0] step "
                                         "stablehlo.negate i"));
  EXPECT_EQ(value.axes.front().chain.front().sharding, "<@mesh, [{\"a\"}]>");
}

constexpr std::string_view kCalledTwice = R"(
func.func private @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>},
    %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>})
    -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = func.call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = func.call @f(%y) : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
})";

TEST(ExplainCalls, OneValueForEachCall) {
  ExplainRequest request = Value("%0");
  request.function = "f";
  const Explanation in_f = ExplainProgram(kCalledTwice, request);
  ASSERT_EQ(in_f.values.size(), 2u);
  EXPECT_EQ(in_f.values[0].sharding, "<@mesh, [{\"a\", ?}]>");
  EXPECT_EQ(in_f.values[1].sharding, "<@mesh, [{\"b\", ?}]>");
  EXPECT_EQ(in_f.values[1].tensor.name, "%0");
  EXPECT_EQ(in_f.values[1].tensor.function, "f");

  request.value.clear();
  request.argument = 0;
  EXPECT_EQ(ExplainProgram(kCalledTwice, request).values.size(), 2u);

  EXPECT_THAT(Chains(One(kCalledTwice, Value("%1"))),
              ElementsAre("[0] \"b\": %y[0] argument 1 of @main; %arg0[0] step "
                          "sdy.named_computation<\"f\"> (data flow) i; %0[0] "
                          "step stablehlo.negate i; %1[0] step "
                          "sdy.named_computation<\"f\"> (data flow) i"));
}

TEST(ExplainNotes, DeadAndTrimmed) {
  const std::string_view program = R"(
func.func @main(
    %x: tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>})
    -> tensor<3xf32> {
  %0 = stablehlo.negate %x : tensor<3xf32>
  %1 = stablehlo.abs %x : tensor<3xf32>
  return %1 : tensor<3xf32>
})";
  EXPECT_THAT(One(program, Value("%0")).notes,
              ElementsAre(HasSubstr("nothing needs it")));
  EXPECT_THAT(One(program, Value("%x")).notes,
              ElementsAre(HasSubstr("at the end it becomes <@mesh, [{}]>")));
}

// --- requests

std::string ErrorOf(std::string_view program, const ExplainRequest& request) {
  std::vector<Message> messages;
  EXPECT_FALSE(ReadAndExplain(program, request, messages));
  return messages.empty() ? "" : messages.front().text;
}

TEST(ExplainRequests, Errors) {
  EXPECT_EQ(ErrorOf(kTwoDims, {}), "ask for one value, argument or result");
  EXPECT_EQ(ErrorOf(kTwoDims, Value("%9")),
            "there is no value %9 in the program; did you mean %x, %y or %0?");
  ExplainRequest request;
  request.argument = 2;
  EXPECT_EQ(ErrorOf(kTwoDims, request),
            "@main has 2 arguments; there is no argument 2");
  request.function = "g";
  EXPECT_EQ(ErrorOf(kTwoDims, request),
            "there is no function @g; there are @main");
  std::string many;
  for (int i = 0; i < 12; ++i) {
    many += "func.func @f" + std::to_string(i) + "() {\n  return\n}\n";
  }
  request.function.clear();
  EXPECT_EQ(ErrorOf(many, request),
            "there is no @main; name one of @f0 @f1 @f2 @f3 @f4 @f5 @f6 @f7 "
            "@f8 @f9 and 2 more");
  EXPECT_EQ(ErrorOf("", request), "the program has no functions");
  const std::string_view twice = R"(
func.func @main(%x: tensor<8xf32>, %p: tensor<i32>) -> tensor<8xf32> {
  %r = "stablehlo.case"(%p) ({
    %0 = stablehlo.negate %x : tensor<8xf32>
    stablehlo.return %0 : tensor<8xf32>
  }, {
    %0 = stablehlo.abs %x : tensor<8xf32>
    stablehlo.return %0 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
})";
  EXPECT_EQ(ErrorOf(twice, Value("%0")),
            "there are 2 values %0: give a function or a line");
  ExplainRequest on_line = Value("%0");
  on_line.line = 5;
  EXPECT_EQ(One(twice, on_line).tensor.place.line, 5);
}

TEST(ExplainRendered, JsonFollowsTheSchema) {
  const nlohmann::json schema = ReadSchema("explain-1.schema.json");
  const auto fault = [&](const Explanation& explanation) {
    return SchemaFault(
        schema, nlohmann::json::parse(ExplanationJson(explanation), nullptr,
                                      /*allow_exceptions=*/false));
  };
  EXPECT_EQ(fault(ExplainProgram(kTwoDims, Value("%0"))), "");
  EXPECT_EQ(fault(ExplainProgram(kCalledTwice, Value("%1"))), "");
  EXPECT_EQ(
      fault(ExplainProgram(Reshape("6x4", "[{\"c\"}, {}]", "24"), Value("%0"))),
      "");
  ExplainRequest result;
  result.result = 0;
  EXPECT_EQ(fault(ExplainProgram(kTwoDims, result)), "");
}

// Text output shortens long lists and says how many items are omitted. JSON
// output lists everything.
TEST(ExplainRendered, LongAnswers) {
  std::string calls = R"(
func.func private @f(%p: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %p : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @main(%x0: tensor<8xf32>) -> tensor<8xf32> {
)";
  for (int i = 0; i < 20; ++i) {
    calls += "  %x" + std::to_string(i + 1) + " = func.call @f(%x" +
             std::to_string(i) + ") : (tensor<8xf32>) -> tensor<8xf32>\n";
  }
  calls += "  return %x20 : tensor<8xf32>\n}\n";
  const Explanation of_calls = ExplainProgram(calls, Value("%0"));
  EXPECT_EQ(of_calls.values.size(), 20u);
  EXPECT_THAT(ExplanationText(of_calls),
              StartsWith("20 values: a function has one for each call, a "
                         "constant one for each use\n\n%0 : "));
  EXPECT_THAT(ExplanationText(of_calls), EndsWith("\n\n... 4 more\n"));

  std::string uses = R"(
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
    -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
)";
  for (int i = 1; i <= 42; ++i) {
    uses += "  %" + std::to_string(i) + " = stablehlo.maximum %x, %" +
            std::to_string(i - 1) +
            " {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"a\"}]>]>}"
            " : tensor<8xf32>\n";
  }
  uses += "  return %42 : tensor<8xf32>\n}\n";
  const Explanation of_uses = ExplainProgram(uses, Value("%x"));
  ASSERT_EQ(of_uses.values.size(), 1u);
  const size_t stops = of_uses.values.front().stopped.size();
  EXPECT_GE(stops, 42u);
  EXPECT_THAT(ExplanationText(of_uses),
              HasSubstr("\n    ... " + std::to_string(stops - 40) + " more\n"));
  const nlohmann::json json = nlohmann::json::parse(ExplanationJson(of_uses));
  EXPECT_EQ(json["values"][0]["stopped"].size(), stops);
}

TEST(ExplainRendered, SameEveryTime) {
  const Explanation one = ExplainProgram(kTwoDims, Value("%0"));
  const Explanation two = ExplainProgram(kTwoDims, Value("%0"));
  EXPECT_EQ(ExplanationText(one), ExplanationText(two));
  EXPECT_EQ(ExplanationJson(one), ExplanationJson(two));
  EXPECT_THAT(ExplanationJson(one),
              HasSubstr("\"reason\": \"other-dimension\""));
}

}  // namespace
}  // namespace shardflow::internal
