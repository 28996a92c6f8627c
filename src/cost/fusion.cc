#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "cost/memory.h"
#include "lower/axes.h"

namespace shardflow::internal {
namespace {

// The maximum number of nodes in a kernel.
constexpr int32_t kMaxFused = 200;

// Whether a node that does this work can be computed inside another kernel.
bool CanBeInside(Work work) {
  switch (work) {
    case Work::kElementwise:
    case Work::kExpensive:
    case Work::kBroadcast:
    case Work::kTranspose:
    case Work::kPad:
    case Work::kSlice:
    case Work::kDynamicSlice:
    case Work::kGather:
    case Work::kView:
      return true;
    default:
      return false;
  }
}

// Whether the kernel of a node that does this work can also compute the node's
// operands.
bool CanContain(Work work) {
  return CanBeInside(work) || work == Work::kUpdateSlice;
}

bool ReadsParts(Work work) {
  return work == Work::kSlice || work == Work::kDynamicSlice ||
         work == Work::kGather;
}

// Whether the node's operand comes from an elementwise op. If so, a kernel that
// reorders elements computes the operand itself.
bool ComputesOperand(const LocalProgram& program, const CostNode& node) {
  if (node.operand_count == 0) return false;
  const CostNode& operand =
      program.nodes[static_cast<size_t>(program.OperandsOf(node)[0])];
  return operand.work == Work::kElementwise || operand.work == Work::kExpensive;
}

// Returns the bytes that kernels read and write around an all_to_all. XLA's CPU
// compiler cuts a slice for each member of the group out of the operand, and
// concatenates the parts that arrive. Each slice has its own kernel, which
// reads the whole operand.
int64_t BytesAround(const LocalProgram& program, const CostNode& all_to_all) {
  const LocalCollective& c =
      program.collectives[static_cast<size_t>(all_to_all.collective)];
  int64_t read = c.held;
  if (all_to_all.operand_count > 0) {
    // If the operand is a slice or view of a tensor, kernels read that whole
    // tensor.
    const CostNode* from = &all_to_all;
    do {
      from = &program.nodes[static_cast<size_t>(program.OperandsOf(*from)[0])];
      read = std::max(read, from->bytes);
    } while (from->operand_count == 1 &&
             (from->work == Work::kSlice || from->work == Work::kView));
  }
  return SaturatingSum(SaturatingSum(SaturatingProduct(c.group, read), c.held),
                       SaturatingProduct(2, c.after));
}

// Whether at most one operand is about as large as the result.
bool IsUnary(const LocalProgram& program, const CostNode& node) {
  constexpr int64_t kWidest = 4;  // booleans have 1/4 of f32's bytes
  int large = 0;
  for (const NodeId id : program.OperandsOf(node)) {
    const CostNode& operand = program.nodes[static_cast<size_t>(id)];
    if (operand.work == Work::kBroadcast || operand.IsConstant()) continue;
    if (operand.bytes >= node.bytes / kWidest) ++large;
  }
  return large <= 1;
}

// Whether the collective adds up parts of a single number.
bool IsSumToScalar(const LocalProgram& program, const LocalCollective& c) {
  constexpr int64_t kWidest = 16;  // bytes of complex<f64>
  const CostNode& node = program.nodes[static_cast<size_t>(c.node)];
  if (node.operand_count == 0 || node.bytes > kWidest) return false;
  const NodeId operand = program.OperandsOf(node)[0];
  return program.nodes[static_cast<size_t>(operand)].work == Work::kReduce;
}

}  // namespace

Fusion Fuse(const LocalProgram& program, const Users& users,
            std::span<const NodeId> joined) {
  Fusion fusion;
  const size_t count = program.nodes.size();
  fusion.in_memory.assign(count, 0);
  std::vector<uint8_t> is_result(count, 0);
  for (const LocalBlock& block : program.blocks) {
    for (const NodeId node : block.results) {
      if (node != kNoNode) is_result[static_cast<size_t>(node)] = 1;
    }
  }
  // Whether each node is needed in memory, directly or through an alias.
  std::vector<uint8_t> is_needed(count, 0);
  for (const LocalBlock& block : program.blocks) {
    for (size_t k = block.nodes.size(); k > 0; --k) {
      const NodeId id = block.nodes[k - 1];
      const auto i = static_cast<size_t>(id);
      bool needed = is_result[i] != 0;
      for (const NodeId reader : users.Of(id)) {
        const auto r = static_cast<size_t>(reader);
        const CostNode& user = program.nodes[r];
        if (joined[r] != kNoNode && joined[r] == joined[i]) continue;
        if (user.block != program.nodes[i].block || joined[r] != kNoNode ||
            (user.is_alias ? is_needed[r] != 0 : !CanContain(user.work))) {
          needed = true;
        }
      }
      is_needed[i] = needed ? 1 : 0;
    }
  }
  std::vector<int32_t> inside(count, 1);  // size of each kernel so far
  // Nodes in memory that kernels nevertheless recompute. XLA does so if the
  // kernel doesn't read more as a result.
  std::vector<uint8_t> is_repeated(count, 0);
  for (const LocalBlock& block : program.blocks) {
    for (const NodeId id : block.nodes) {
      const auto i = static_cast<size_t>(id);
      const CostNode& node = program.nodes[i];
      int32_t size = 1;
      for (const NodeId operand : program.OperandsOf(node)) {
        if (fusion.in_memory[static_cast<size_t>(operand)] == 0 ||
            is_repeated[static_cast<size_t>(operand)] != 0) {
          size = std::min(kMaxFused + 1,
                          size + inside[static_cast<size_t>(operand)]);
        }
      }
      inside[i] = size;
      if (node.is_argument || node.is_block_argument ||
          node.work == Work::kNone) {
        fusion.in_memory[i] = 1;
        continue;
      }
      bool needed =
          is_needed[i] != 0 || !CanBeInside(node.work) || size > kMaxFused;
      const bool is_costly =
          users.Of(id).size() > 1 && node.work == Work::kExpensive;
      is_repeated[i] = needed && !is_costly && CanBeInside(node.work) &&
                       size <= kMaxFused && !node.is_alias &&
                       joined[i] == kNoNode && IsUnary(program, node);
      needed = needed || is_costly;
      if (node.is_alias) needed = needed && is_result[i] != 0;
      if (joined[i] != kNoNode) needed = joined[i] == id;
      fusion.in_memory[i] = needed ? 1 : 0;
    }
  }
  // Collect the nodes that each kernel reads, skipping nodes that are computed
  // inside. Operands come in the order in which XLA appends them as it fuses.
  std::vector<int32_t> seen(count, -1);
  // Nodes, and the number of bytes that are read from each.
  std::vector<std::pair<NodeId, int64_t>> queue;
  for (const LocalBlock& block : program.blocks) {
    for (const NodeId id : block.nodes) {
      const auto i = static_cast<size_t>(id);
      const CostNode& node = program.nodes[i];
      if (fusion.in_memory[i] == 0 || node.work == Work::kNone) continue;
      Kernel& kernel = fusion.kernels.emplace_back();
      kernel.node = kernel.main = id;
      kernel.first_read = static_cast<uint32_t>(fusion.reads.size());
      kernel.executions = block.executions;
      kernel.flops = node.flops;
      const bool moves =
          node.work == Work::kView || node.work == Work::kBarrier ||
          (node.work == Work::kTranspose && !ComputesOperand(program, node)) ||
          node.work == Work::kLoop || node.work == Work::kBranches ||
          node.collective >= 0;
      kernel.bytes = moves ? 0 : node.bytes;
      if (node.work == Work::kUpdateSlice && node.operand_count > 1) {
        kernel.bytes =
            program.nodes[static_cast<size_t>(program.OperandsOf(node)[1])]
                .bytes;
      }
      const bool contains = CanContain(node.work) && joined[i] == kNoNode;
      queue.clear();
      const auto push = [&](const CostNode& reader) {
        const auto operands = program.OperandsOf(reader);
        for (size_t k = 0; k < operands.size(); ++k) {
          const NodeId operand = operands[k];
          const auto o = static_cast<size_t>(operand);
          if (seen[o] == id) continue;
          seen[o] = id;
          int64_t taken = program.nodes[o].bytes;
          if (k == 0 && ReadsParts(reader.work)) {
            taken = std::min(taken, reader.bytes);
          }
          if (k == 0 && reader.work == Work::kUpdateSlice) taken = 0;
          queue.emplace_back(operand, taken);
        }
      };
      push(node);
      for (size_t next = 0; next < queue.size(); ++next) {
        const auto [at, taken] = queue[next];
        const CostNode& inner = program.nodes[static_cast<size_t>(at)];
        if (fusion.in_memory[static_cast<size_t>(at)] != 0 &&
            !(contains && is_repeated[static_cast<size_t>(at)] != 0)) {
          fusion.reads.push_back(at);
          ++kernel.read_count;
          if (!moves && !inner.IsConstant()) {
            kernel.bytes = SaturatingSum(kernel.bytes, taken);
          }
          continue;
        }
        if (joined[static_cast<size_t>(at)] == id && inner.flops > 0) {
          kernel.flops = SaturatingSum(kernel.flops, inner.flops);
          kernel.main = at;
        }
        push(inner);
      }
    }
  }
  for (Kernel& kernel : fusion.kernels) {
    const CostNode& node = program.nodes[static_cast<size_t>(kernel.node)];
    if (node.work == Work::kAllToAll && node.collective >= 0) {
      kernel.bytes = BytesAround(program, node);
    }
  }
  fusion.kernel_of.assign(count, -1);
  for (size_t k = 0; k < fusion.kernels.size(); ++k) {
    fusion.kernel_of[static_cast<size_t>(fusion.kernels[k].node)] =
        static_cast<int32_t>(k);
  }
  if (program.told_bytes.empty()) return fusion;
  absl::flat_hash_map<NodeId, int64_t> told;
  for (const ToldBytes& row : program.told_bytes) told[row.node] = row.bytes;
  for (Kernel& kernel : fusion.kernels) {
    const auto row = told.find(kernel.node);
    if (row != told.end()) kernel.bytes = row->second;
  }
  return fusion;
}

void SortKernels(LocalProgram& program, const Fusion& fusion) {
  struct Frame {
    NodeId node;
    size_t next = 0;  // index in the list of nodes that `node` reads
  };
  std::vector<uint8_t> seen(program.nodes.size(), 0);
  std::vector<Frame> stack;
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    LocalBlock& block = program.blocks[b];
    std::vector<NodeId> sorted;
    const auto enter = [&](NodeId id) {
      if (id == kNoNode) return;
      const auto i = static_cast<size_t>(id);
      if (seen[i] != 0 || fusion.in_memory[i] == 0 ||
          program.nodes[i].block != static_cast<int32_t>(b)) {
        return;
      }
      seen[i] = 1;
      stack.push_back({id});
    };
    const auto visit = [&](NodeId root) {
      enter(root);
      while (!stack.empty()) {
        Frame& top = stack.back();
        const std::span<const NodeId> reads = fusion.ReadsOf(top.node);
        if (top.next < reads.size()) {
          enter(reads[top.next++]);
          continue;
        }
        sorted.push_back(top.node);
        stack.pop_back();
      }
    };
    for (const NodeId result : block.results) visit(result);
    // Add the nodes that no result needs.
    for (const NodeId node : block.nodes) visit(node);
    block.nodes = std::move(sorted);
  }
}

std::vector<int32_t> CombineAllReduces(const LocalProgram& program,
                                       const Fusion& fusion,
                                       bool scalars_apart) {
  std::vector<int32_t> with(program.collectives.size());
  absl::flat_hash_map<std::string, std::vector<int32_t>> by_axes;
  for (size_t i = 0; i < with.size(); ++i) {
    with[i] = static_cast<int32_t>(i);
    const LocalCollective& c = program.collectives[i];
    if (program.nodes[static_cast<size_t>(c.node)].work != Work::kAllReduce) {
      continue;
    }
    std::string key(c.digits.begin(), c.digits.end());
    if (scalars_apart && IsSumToScalar(program, c)) key.push_back('\xff');
    by_axes[std::move(key)].push_back(static_cast<int32_t>(i));
  }
  // For each node, the last group of all_reduces that it waits for; 0 for none.
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
        for (const NodeId operand : fusion.ReadsOf(id)) {
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
