#include "cost/passes.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ops/library_ops.h"
#include "ops/op_cache.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
bool PassesOn(Work work) {
  return work == Work::kView || work == Work::kTranspose;
}

bool IsPart(int64_t taken, int64_t held, int64_t group) {
  const double parts = static_cast<double>(taken) * static_cast<double>(group);
  return taken > 0 && parts <= static_cast<double>(held) * 1.01;
}

Users UsersOf(const LocalProgram& program) {
  Users users;
  users.first.assign(program.nodes.size() + 1, 0);
  for (const CostNode& node : program.nodes) {
    for (const NodeId operand : program.OperandsOf(node)) {
      ++users.first[static_cast<size_t>(operand) + 1];
    }
  }
  for (size_t i = 1; i < users.first.size(); ++i) {
    users.first[i] += users.first[i - 1];
  }
  users.users.resize(users.first.back());
  std::vector<uint32_t> at(users.first.begin(), users.first.end() - 1);
  for (size_t i = 0; i < program.nodes.size(); ++i) {
    for (const NodeId operand : program.OperandsOf(program.nodes[i])) {
      users.users[at[static_cast<size_t>(operand)]++] = static_cast<NodeId>(i);
    }
  }
  return users;
}

void RemoveDeadNodes(LocalProgram& program) {
  std::vector<uint8_t> live(program.nodes.size(), 0);
  std::vector<NodeId> work;
  const auto need = [&](NodeId node) {
    if (node == kNoNode || live[static_cast<size_t>(node)] != 0) return;
    live[static_cast<size_t>(node)] = 1;
    work.push_back(node);
  };
  for (const NodeId node : program.blocks[0].results) need(node);
  for (const NodeId node : program.blocks[0].arguments) need(node);
  while (!work.empty()) {
    const NodeId id = work.back();
    work.pop_back();
    const CostNode& node = program.nodes[static_cast<size_t>(id)];
    for (const NodeId operand : program.OperandsOf(node)) need(operand);
    for (int32_t b = 0; b < node.block_count; ++b) {
      const LocalBlock& block =
          program.blocks[static_cast<size_t>(node.first_block + b)];
      for (const NodeId result : block.results) need(result);
      for (const NodeId argument : block.arguments) need(argument);
    }
  }
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    LocalBlock& block = program.blocks[b];
    block.nodes.erase(
        std::remove_if(
            block.nodes.begin(), block.nodes.end(),
            [&](NodeId node) { return live[static_cast<size_t>(node)] == 0; }),
        block.nodes.end());
    const bool is_dead =
        b > 0 && (block.parent == kNoNode ||
                  live[static_cast<size_t>(block.parent)] == 0);
    // Nothing needs the results of a block that doesn't run.
    if (is_dead) block.results.clear();
  }
  std::vector<LocalCollective> collectives;
  for (LocalCollective& collective : program.collectives) {
    if (live[static_cast<size_t>(collective.node)] == 0) continue;
    const CostNode& node = program.nodes[static_cast<size_t>(collective.node)];
    collective.executions =
        program.blocks[static_cast<size_t>(node.block)].executions;
    program.nodes[static_cast<size_t>(collective.node)].collective =
        static_cast<int32_t>(collectives.size());
    collectives.push_back(std::move(collective));
  }
  program.collectives = std::move(collectives);
  // Dead nodes read nothing.
  for (size_t i = 0; i < program.nodes.size(); ++i) {
    if (live[i] == 0) program.nodes[i].operand_count = 0;
  }
}

void FindReduceScatters(LocalProgram& program) {
  if (std::ranges::none_of(program.collectives,
                           [](const LocalCollective& collective) {
                             return collective.kind == StepKind::kAllReduce;
                           })) {
    return;
  }
  const Users users = UsersOf(program);
  for (LocalCollective& collective : program.collectives) {
    if (collective.kind != StepKind::kAllReduce) continue;
    int64_t taken = 0;
    bool all_slices = true;
    std::vector<NodeId> readers(users.Of(collective.node).begin(),
                                users.Of(collective.node).end());
    if (readers.empty()) continue;
    for (size_t i = 0; i < readers.size() && all_slices; ++i) {
      const CostNode& reader = program.nodes[static_cast<size_t>(readers[i])];
      if (reader.work == Work::kDynamicSlice) {
        taken = std::max(taken, reader.bytes);
      } else if (PassesOn(reader.work) && readers.size() < kMaxPassedReaders &&
                 !users.Of(readers[i]).empty()) {
        const auto more = users.Of(readers[i]);
        readers.insert(readers.end(), more.begin(), more.end());
      } else {
        all_slices = false;
      }
    }
    if (!all_slices || !IsPart(taken, collective.held, collective.group)) {
      continue;
    }
    collective.kind = StepKind::kReduceScatter;
    collective.after = collective.held / collective.group;
  }
}

namespace {

// Maps shardings that differ only in which dimensions are open to one of them:
// export will close all dimensions.
class Closings {
 public:
  explicit Closings(const Module& m) : m_(m) {}

  ShardingId Of(ShardingId sharding) {
    if (sharding.IsNone()) return sharding;
    if (sharding.Slot() >= known_.size()) {
      known_.resize(m_.shardings.sharding_count());
    }
    ShardingId& known = known_[sharding.Slot()];
    if (known) return known;
    std::vector<int32_t> axes;
    for (const DimSharding& dim : m_.shardings.Get(sharding).dims) {
      axes.push_back(dim.axes.index);
    }
    std::vector<ShardingId>& alike = alike_[axes];
    for (const ShardingId other : alike) {
      if (IsEquivalent(m_.shardings, sharding, other)) return known = other;
    }
    alike.push_back(sharding);
    return known = sharding;
  }

 private:
  const Module& m_;
  std::vector<ShardingId> known_;  // indexed by sharding
  // Indexed by the axes of the dimensions.
  absl::flat_hash_map<std::vector<int32_t>, std::vector<ShardingId>> alike_;
};

// Gives nodes equal numbers if they do the same to their operands: if their
// ops, kinds of work and bytes are equal, and the shardings of their results
// differ at most in which dimensions are open.
class NodeLooks {
 public:
  explicit NodeLooks(const Module& m) : m_(m), closings_(m) {}

  // Returns -1 if the op has no key.
  int32_t Of(const CostNode& node) {
    OpKey key;
    if (!MakeOpKey(m_, node.source, key)) return -1;
    ShardingId sharding;
    if (m_.result_count(node.source) == 1) {
      sharding = closings_.Of(m_.sharding(m_.result(node.source, 0)));
    }
    key[kOwnKeyWord] = KeyWord(static_cast<uint32_t>(sharding.index),
                               static_cast<uint32_t>(node.work));
    const Recent* const recent = recent_.Find(key);
    if (recent != nullptr && recent->bytes == node.bytes) return recent->look;
    const auto [at, added] = known_.try_emplace(
        {key, node.bytes}, static_cast<int32_t>(known_.size()));
    recent_.Put(key, {node.bytes, at->second});
    return at->second;
  }

 private:
  struct Recent {
    int64_t bytes = 0;
    int32_t look = -1;
  };
  const Module& m_;
  Closings closings_;
  OpCache<Recent> recent_;
  absl::flat_hash_map<std::pair<OpKey, int64_t>, int32_t> known_;
};

// A hash table of a block's nodes, by their looks and operands. All rows are in
// one array.
class NodeChains {
 public:
  // Removes all nodes. At most `most` nodes will be added.
  void Start(size_t most) {
    bits_ = static_cast<int>(std::bit_width(2 * most + 1));
    first_.assign(size_t{1} << bits_, -1);
    rows_.clear();
    operands_.clear();
  }
  // Returns the node with this look and these operands. If there is none, adds
  // `node` and returns it.
  NodeId FindOrAdd(int32_t look, std::span<const NodeId> operands,
                   NodeId node) {
    uint64_t hash = static_cast<uint64_t>(look);
    for (const NodeId operand : operands) {
      hash = (hash * kFactor) ^ static_cast<uint64_t>(operand);
      hash ^= hash >> 32;
    }
    int32_t& first = first_[hash * kFactor >> (64 - bits_)];
    for (int32_t i = first; i >= 0; i = rows_[static_cast<size_t>(i)].next) {
      const Row& row = rows_[static_cast<size_t>(i)];
      if (row.look == look &&
          std::ranges::equal(std::span(operands_).subspan(row.first, row.count),
                             operands)) {
        return row.node;
      }
    }
    rows_.push_back({look, static_cast<uint32_t>(operands_.size()),
                     static_cast<uint32_t>(operands.size()), node, first});
    first = static_cast<int32_t>(rows_.size() - 1);
    operands_.insert(operands_.end(), operands.begin(), operands.end());
    return node;
  }

 private:
  static constexpr uint64_t kFactor = 0x9E3779B97F4A7C15u;
  struct Row {
    int32_t look;
    uint32_t first, count;  // a range of operands_
    NodeId node;
    int32_t next;  // the next row of the chain, or -1
  };
  int bits_ = 1;
  std::vector<int32_t> first_;
  std::vector<Row> rows_;
  std::vector<NodeId> operands_;
};

bool CanBeMerged(const CostNode& node) {
  switch (node.work) {
    case Work::kNone:
    case Work::kElementwise:
    case Work::kExpensive:
    case Work::kBroadcast:
    case Work::kTranspose:
    case Work::kReduce:
    case Work::kSlice:
    case Work::kGather:
    case Work::kPad:
    case Work::kView:
      return !node.is_argument && !node.is_block_argument && node.flops == 0 &&
             node.source;
    default:
      return false;
  }
}

// Whether all readers share the node. If not, each reader gets its own copy: a
// broadcast or a view that has a single reader can be part of that reader's
// kernel.
bool IsShared(const CostNode& node) {
  return !node.is_uniform && node.work != Work::kNone &&
         node.work != Work::kBroadcast && node.work != Work::kView &&
         node.work != Work::kTranspose;
}

}  // namespace

void MergeEqualNodes(const Module& m, LocalProgram& program) {
  // `equal` maps each node to the first equal node, and `same` maps each node
  // to the node that its readers use instead.
  std::vector<NodeId> equal(program.nodes.size());
  std::iota(equal.begin(), equal.end(), 0);
  std::vector<NodeId> same = equal;
  const auto replace = [&](NodeId& node) {
    if (node != kNoNode) node = same[static_cast<size_t>(node)];
  };
  NodeLooks looks(m);
  NodeChains known;
  std::vector<NodeId> operands;
  for (LocalBlock& block : program.blocks) {
    known.Start(block.nodes.size());  // nodes of other blocks may not have run
    for (const NodeId id : block.nodes) {
      CostNode& node = program.nodes[static_cast<size_t>(id)];
      for (uint32_t i = 0; i < node.operand_count; ++i) {
        replace(program.operands[node.first_operand + i]);
      }
      const int32_t look = CanBeMerged(node) ? looks.Of(node) : -1;
      if (look < 0) continue;
      operands.clear();
      for (const NodeId operand : program.OperandsOf(node)) {
        operands.push_back(equal[static_cast<size_t>(operand)]);
      }
      const NodeId first = known.FindOrAdd(look, operands, id);
      equal[static_cast<size_t>(id)] = first;
      if (first == id || !IsShared(node)) continue;
      same[static_cast<size_t>(id)] = first;
      node.operand_count = 0;
    }
    std::erase_if(block.nodes, [&](NodeId node) {
      return same[static_cast<size_t>(node)] != node;
    });
  }
  for (LocalBlock& block : program.blocks) {
    for (NodeId& result : block.results) replace(result);
  }
}

void FoldTransposes(const Users& users, LocalProgram& program) {
  for (size_t i = 0; i < program.nodes.size(); ++i) {
    CostNode& node = program.nodes[i];
    if (node.work != Work::kTranspose || node.operand_count != 1) continue;
    const NodeId operand = program.OperandsOf(node)[0];
    const CostNode& source = program.nodes[static_cast<size_t>(operand)];
    const auto readers = users.Of(static_cast<NodeId>(i));
    const bool of_product =
        source.work == Work::kContraction && users.Of(operand).size() == 1;
    const bool for_products =
        !readers.empty() &&
        std::all_of(readers.begin(), readers.end(), [&](NodeId reader) {
          return program.nodes[static_cast<size_t>(reader)].work ==
                 Work::kContraction;
        });
    if (!of_product && !for_products) continue;
    // If a product copies an operand, the copy stays, unless the operand comes
    // from a transpose, which reorders it anyway.
    const bool is_copy =
        for_products &&
        node.HasSourceOf(program.nodes[static_cast<size_t>(readers[0])]);
    if (is_copy && source.work != Work::kTranspose) continue;
    node.work = Work::kView;
    node.is_alias = true;
  }
}

void FoldScatters(const Module& m, LocalProgram& program) {
  if (std::ranges::none_of(program.nodes, [](const CostNode& node) {
        return node.work == Work::kScatter;
      })) {
    return;
  }
  const Users users = UsersOf(program);
  for (LocalBlock& block : program.blocks) {
    std::vector<NodeId> gone;
    for (const NodeId id : block.nodes) {
      CostNode& scatter = program.nodes[static_cast<size_t>(id)];
      if (scatter.work != Work::kScatter || scatter.operand_count != 3 ||
          !IsAddingScatter(m, scatter.source)) {
        continue;
      }
      const NodeId into = program.OperandsOf(scatter)[0];
      const auto readers = users.Of(id);
      if (!program.nodes[static_cast<size_t>(into)].is_uniform ||
          readers.size() != 1) {
        continue;
      }
      CostNode& add = program.nodes[static_cast<size_t>(readers[0])];
      if (add.source.IsNone() || !IsAddition(m.kind(add.source)) ||
          add.work != Work::kElementwise || add.block != scatter.block ||
          add.operand_count != 2 || add.bytes != scatter.bytes) {
        continue;
      }
      const auto added = program.OperandsOf(add);
      const NodeId other = added[0] == id ? added[1] : added[0];
      const NodeId operands[] = {other, program.OperandsOf(scatter)[1],
                                 program.OperandsOf(scatter)[2]};
      add.work = Work::kScatter;
      add.source = scatter.source;
      add.first_operand = static_cast<uint32_t>(program.operands.size());
      add.operand_count = 3;
      program.operands.insert(program.operands.end(), std::begin(operands),
                              std::end(operands));
      scatter.operand_count = 0;
      gone.push_back(id);
    }
    std::erase_if(block.nodes, [&](NodeId node) {
      return std::binary_search(gone.begin(), gone.end(), node);
    });
  }
}

}  // namespace shardflow::internal
