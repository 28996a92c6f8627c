#ifndef SHARDFLOW_TESTS_UNIT_OP_GRAPH_H_
#define SHARDFLOW_TESTS_UNIT_OP_GRAPH_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/shardflow.h"

namespace shardflow {

struct WrittenOp {
  std::string name;
  std::vector<EmbeddedValue> operands = {}, results = {};
  std::vector<NamedAttribute> attributes = {};
  std::vector<GraphRegion> regions = {};
};

// An embedder's graph that a test writes op by op. It stores the new shardings.
struct OpGraph : EmbeddedGraph {
  std::vector<EmbeddedValue> inputs, outputs;
  std::vector<EmbeddedOp> ops;
  std::map<EmbeddedOp, WrittenOp> all;
  std::map<EmbeddedValue, ShardingInfo> shardings;

  std::vector<EmbeddedValue> Inputs() const override { return inputs; }
  std::vector<EmbeddedOp> Ops() const override { return ops; }
  std::vector<EmbeddedValue> Outputs() const override { return outputs; }
  std::string Name(EmbeddedOp op) const override { return all.at(op).name; }
  std::vector<EmbeddedValue> Operands(EmbeddedOp op) const override {
    return all.at(op).operands;
  }
  std::vector<EmbeddedValue> Results(EmbeddedOp op) const override {
    return all.at(op).results;
  }
  std::vector<NamedAttribute> Attributes(EmbeddedOp op) const override {
    return all.at(op).attributes;
  }
  std::vector<GraphRegion> Regions(EmbeddedOp op) const override {
    return all.at(op).regions;
  }
  std::optional<ShardingInfo> GetSharding(EmbeddedValue value) const override {
    const auto at = shardings.find(value);
    if (at == shardings.end()) return std::nullopt;
    return at->second;
  }
  void SetSharding(EmbeddedValue value, const ShardingInfo& sharding) override {
    shardings[value] = sharding;
  }
};

}  // namespace shardflow

#endif  // SHARDFLOW_TESTS_UNIT_OP_GRAPH_H_
