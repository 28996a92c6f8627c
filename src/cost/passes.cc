#include "cost/passes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "ops/library_ops.h"

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
  for (LocalBlock& block : program.blocks) {
    block.nodes.erase(
        std::remove_if(
            block.nodes.begin(), block.nodes.end(),
            [&](NodeId node) { return live[static_cast<size_t>(node)] == 0; }),
        block.nodes.end());
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

void FoldTransposes(LocalProgram& program) {
  const Users users = UsersOf(program);
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
    // The copy that a product makes of an operand stays, unless the operand
    // comes from a transpose, which reorders it anyway.
    const bool is_copy =
        for_products &&
        node.source == program.nodes[static_cast<size_t>(readers[0])].source;
    if (is_copy && source.work != Work::kTranspose) continue;
    node.work = Work::kView;
    node.is_alias = true;
  }
}

void FoldScatters(const Module& m, LocalProgram& program) {
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

std::vector<int32_t> CombineAllReduces(const LocalProgram& program) {
  std::vector<int32_t> with(program.collectives.size());
  absl::flat_hash_map<std::string, std::vector<int32_t>> by_axes;
  for (size_t i = 0; i < with.size(); ++i) {
    with[i] = static_cast<int32_t>(i);
    const LocalCollective& c = program.collectives[i];
    if (program.nodes[static_cast<size_t>(c.node)].work != Work::kAllReduce) {
      continue;
    }
    by_axes[std::string(c.digits.begin(), c.digits.end())].push_back(
        static_cast<int32_t>(i));
  }
  // The last group of all_reduces that a node waits for, counted in the order
  // of the block; 0 for none.
  std::vector<int32_t> waits_for(program.nodes.size());
  for (auto& [axes, members] : by_axes) {
    if (members.size() < 2) continue;
    std::vector<uint8_t> is_member(program.collectives.size(), 0);
    for (const int32_t i : members) is_member[static_cast<size_t>(i)] = 1;
    std::fill(waits_for.begin(), waits_for.end(), 0);
    for (const LocalBlock& block : program.blocks) {
      int32_t group = 0, leader = -1;
      for (const NodeId id : block.nodes) {
        const CostNode& node = program.nodes[static_cast<size_t>(id)];
        int32_t last = 0;
        for (const NodeId operand : program.OperandsOf(node)) {
          if (program.nodes[static_cast<size_t>(operand)].block != node.block) {
            continue;
          }
          last = std::max(last, waits_for[static_cast<size_t>(operand)]);
        }
        if (node.collective >= 0 &&
            is_member[static_cast<size_t>(node.collective)] != 0) {
          if (leader < 0 || last == group) {
            ++group;
            leader = node.collective;
          }
          with[static_cast<size_t>(node.collective)] = leader;
          last = group;
        }
        waits_for[static_cast<size_t>(id)] = last;
      }
    }
  }
  return with;
}

}  // namespace shardflow::internal
