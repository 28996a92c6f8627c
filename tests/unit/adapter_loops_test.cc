#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Tests loops in an embedder's graph: stablehlo.while, and an op of the
// embedder's own with the same edges.

namespace shardflow {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// Like stablehlo.while: the initial value and the value that the body returns
// flow to the result and to the arguments of both regions.
struct LikeWhile : OpInterface {
  std::vector<DataFlowEdge> Edges(const OpView& op) const override {
    std::vector<DataFlowEdge> edges;
    for (int i = 0; i < op.result_count(); ++i) {
      edges.push_back({{-1, i}, {{0, i}, {1, i}}, {{-1, i}, {1, i}}});
    }
    return edges;
  }
};

// The values and the ops of the graph.
enum Value : EmbeddedValue {
  kX,
  kCount,
  kCondX,
  kCondCount,
  kLess,
  kBodyX,
  kBodyCount,
  kTanh,
  kLoopX,
  kLoopCount,
  kNegate,
};
enum Op : EmbeddedOp { kLoop, kCompare, kTanhOp, kNegateOp };

// func main(x, count) {
//   loop_x, loop_count = loop(x, count)
//     cond(cond_x, cond_count) { less = compare cond_count, cond_count }
//     body(body_x, body_count) { return tanh(body_x), body_count }
//   return negate(loop_x)
// }
class LoopGraph : public EmbeddedGraph {
 public:
  explicit LoopGraph(std::string loop) : loop_(std::move(loop)) {}

  std::vector<MeshInfo> Meshes() const override {
    return {{"mesh", {{"x", 2}, {"y", 4}}, {}}};
  }
  std::vector<EmbeddedValue> Inputs() const override { return {kX, kCount}; }
  std::vector<EmbeddedOp> Ops() const override { return {kLoop, kNegateOp}; }
  std::vector<EmbeddedValue> Outputs() const override { return {kNegate}; }
  std::string Name(EmbeddedOp op) const override {
    switch (op) {
      case kLoop:
        return loop_;
      case kCompare:
        return "stablehlo.compare";
      case kTanhOp:
        return "stablehlo.tanh";
      default:
        return "stablehlo.negate";
    }
  }
  std::vector<EmbeddedValue> Operands(EmbeddedOp op) const override {
    switch (op) {
      case kLoop:
        return {kX, kCount};
      case kCompare:
        return {kCondCount, kCondCount};
      case kTanhOp:
        return {kBodyX};
      default:
        return {kLoopX};
    }
  }
  std::vector<EmbeddedValue> Results(EmbeddedOp op) const override {
    switch (op) {
      case kLoop:
        return {kLoopX, kLoopCount};
      case kCompare:
        return {kLess};
      case kTanhOp:
        return {kTanh};
      default:
        return {kNegate};
    }
  }
  std::vector<NamedAttribute> Attributes(EmbeddedOp op) const override {
    if (op != kCompare) return {};
    return {
        {"comparison_direction",
         AttributeSpec::Text("#stablehlo<comparison_direction LT>")},
    };
  }
  std::vector<GraphRegion> Regions(EmbeddedOp op) const override {
    if (op != kLoop) return {};
    return {{{kCondX, kCondCount}, {kCompare}, {kLess}},
            {{kBodyX, kBodyCount}, {kTanhOp}, {kTanh, kBodyCount}}};
  }
  const OpInterface* Interface(EmbeddedOp op) const override {
    return op == kLoop && loop_ == "my.loop" ? &like_while_ : nullptr;
  }
  TypeSpec Type(EmbeddedValue value) const override {
    switch (value) {
      case kCount:
      case kCondCount:
      case kBodyCount:
      case kLoopCount:
        return TypeSpec::Tensor({}, "i32");
      case kLess:
        return TypeSpec::Tensor({}, "i1");
      default:
        return TypeSpec::Tensor({8, 16});
    }
  }
  std::optional<ShardingInfo> GetSharding(EmbeddedValue value) const override {
    const auto found = shardings.find(value);
    return found == shardings.end() ? std::nullopt
                                    : std::optional(found->second);
  }
  void SetSharding(EmbeddedValue value, const ShardingInfo& sharding) override {
    told.push_back(value);
    shardings[value] = sharding;
  }
  void ClearSharding(EmbeddedValue value) override {
    told.push_back(value);
    shardings.erase(value);
  }

  std::string TextOf(EmbeddedValue value) const {
    const auto sharding = GetSharding(value);
    if (!sharding) return "";
    const std::string text = ToText(*sharding);
    return text.substr(text.find('['), text.rfind(']') + 1 - text.find('['));
  }
  // The values that have this sharding.
  std::vector<EmbeddedValue> With(const std::string& text) const {
    std::vector<EmbeddedValue> values;
    for (const auto& [value, sharding] : shardings) {
      if (TextOf(value) == text) values.push_back(value);
    }
    return values;
  }

  std::map<EmbeddedValue, ShardingInfo> shardings;
  std::vector<EmbeddedValue> told;

 private:
  const std::string loop_;
  const LikeWhile like_while_;
};

class AdapterLoops : public ::testing::TestWithParam<const char*> {
 protected:
  // All values that a sharding of the loop's first value reaches.
  static std::vector<EmbeddedValue> Tied() {
    return {kX, kCondX, kBodyX, kTanh, kLoopX, kNegate};
  }

  LoopGraph graph_{GetParam()};
  std::vector<Message> messages_;
};

// Returns a name for gtest.
std::string NameOf(const ::testing::TestParamInfo<const char*>& info) {
  return std::string(info.param).substr(std::string(info.param).find('.') + 1);
}

// A sharding that comes in reaches the arguments of both regions and the
// result, and all of them are told.
TEST_P(AdapterLoops, TellArgumentsAndResults) {
  graph_.shardings[kX] = ClosedSharding("mesh", {{"x"}, {}});
  ASSERT_TRUE(PropagateGraph(graph_, {}, messages_));
  EXPECT_THAT(messages_, IsEmpty());
  EXPECT_EQ(graph_.With(R"([{"x"}, {}])"), Tied());
}

// The annotation of a result is that of the edge. That of an argument, which
// doesn't own the edge, isn't read.
TEST_P(AdapterLoops, ReadTheShardingOfTheEdgesOwner) {
  graph_.shardings[kLoopX] = OpenSharding("mesh", {{}, {"y"}});
  graph_.shardings[kBodyX] = ClosedSharding("mesh", {{"x"}, {}});
  ASSERT_TRUE(PropagateGraph(graph_, {}, messages_));
  EXPECT_THAT(messages_, IsEmpty());
  EXPECT_EQ(graph_.With(R"([{}, {"y"}])"), Tied());
}

// The body may determine the sharding, too.
TEST_P(AdapterLoops, FlowOutOfTheBody) {
  graph_.shardings[kTanh] = OpenSharding("mesh", {{"y"}, {}});
  ASSERT_TRUE(PropagateGraph(graph_, {}, messages_));
  EXPECT_THAT(messages_, IsEmpty());
  EXPECT_EQ(graph_.With(R"([{"y"}, {}])"), Tied());
}

// The views and sessions of a loaded graph see the edges, and writing back the
// changes tells every value that is tied to one that changed.
TEST_P(AdapterLoops, InASession) {
  std::optional<LoadedGraph> loaded =
      LoadedGraph::Load(graph_, nullptr, messages_);
  ASSERT_TRUE(loaded);
  SessionOptions options;
  options.run.registry = &loaded->registry();
  std::optional<Session> session =
      Session::FromProgram(loaded->program().Clone(), options, messages_);
  ASSERT_TRUE(session);
  ASSERT_TRUE(session->Propagate(messages_));
  loaded->WriteBack(session->View(), graph_);
  EXPECT_THAT(graph_.told, IsEmpty());
  const std::vector<int64_t> whole = {8, 16}, half = {4, 16};
  for (const EmbeddedValue edited : {kCondX, kBodyX, kLoopX}) {
    SCOPED_TRACE(edited);
    // Setting the sharding of an argument sets that of the edge.
    ASSERT_TRUE(session->SetSharding(
        loaded->Find(edited), ClosedSharding("mesh", {{"x"}, {}}), messages_));
    ASSERT_TRUE(session->Propagate(messages_));
    const ProgramView view(session->View().program(), &loaded->registry());
    for (const EmbeddedValue value : Tied()) {
      SCOPED_TRACE(value);
      const ValueRef ref = loaded->Find(value);
      EXPECT_EQ(view.LocalShape(ref), half);
      EXPECT_EQ(view.SliceOf(ref, 4), (DeviceSlice{4, {4, 0}, {4, 16}}));
    }
    graph_.told.clear();
    loaded->WriteBackChanges(*session, graph_);
    // The loop's other values become fully open.
    EXPECT_THAT(graph_.told,
                UnorderedElementsAre(kX, kCondX, kBodyX, kTanh, kLoopX, kNegate,
                                     kCondCount, kBodyCount, kLoopCount));
    EXPECT_EQ(graph_.TextOf(kBodyX), R"([{"x"}, {}])");
    EXPECT_EQ(graph_.TextOf(kCondX), R"([{"x"}, {}])");
    EXPECT_EQ(graph_.TextOf(kTanh), R"([{"x", ?}, {?}])");

    ASSERT_TRUE(
        session->SetSharding(loaded->Find(edited), std::nullopt, messages_));
    ASSERT_TRUE(session->Propagate(messages_));
    EXPECT_EQ(view.LocalShape(loaded->Find(kBodyX)), whole);
    loaded->WriteBackChanges(*session, graph_);
    EXPECT_THAT(graph_.shardings, IsEmpty());
  }
  EXPECT_THAT(messages_, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Kinds, AdapterLoops,
                         ::testing::Values("stablehlo.while", "my.loop"),
                         NameOf);

}  // namespace
}  // namespace shardflow
