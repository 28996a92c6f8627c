#include "cost/memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "lower/axes.h"

namespace shardflow::internal {
namespace {

// The kernels of one block, and the memory that they share.
class BlockMemory {
 public:
  BlockMemory(const LocalProgram& program, const Fusion& fusion,
              const std::vector<int32_t>& combined,
              const std::vector<int64_t>& inner_peaks,
              const std::vector<int32_t>& kernel_of,
              std::vector<int32_t>& step_of, std::vector<int32_t>& buffer_of,
              int32_t block)
      : p_(program),
        fusion_(fusion),
        combined_(combined),
        inner_peaks_(inner_peaks),
        kernel_of_(kernel_of),
        step_of_(step_of),
        buffer_of_(buffer_of),
        block_(program.blocks[static_cast<size_t>(block)]),
        id_(block) {
    MakeSteps();
  }

  Temporaries Best() {
    Temporaries best;
    bool first = true;
    for (std::vector<int32_t>& order : Orders()) {
      Temporaries t = Simulate(order);
      if (first || t.peak < best.peak) best = std::move(t);
      first = false;
    }
    return best;
  }

 private:
  // Kernels that run as one.
  struct Step {
    std::vector<NodeId> nodes;
    std::vector<int32_t> after;  // steps whose results it reads
    std::vector<int32_t> buffers_read;
    std::vector<int32_t> buffers_made;
    int64_t inner = 0;  // what the blocks that it runs need
  };
  struct Buffer {
    NodeId node = kNoNode;
    int64_t bytes = 0;  // 0: it isn't a temporary
    int32_t step = -1;  // that makes it
    int32_t readers = 0;
    bool stays = false;  // a result of the block
  };

  bool InBlock(NodeId node) const {
    return p_.nodes[static_cast<size_t>(node)].block == id_;
  }
  // The node whose memory an alias stands for.
  NodeId Root(NodeId node) const {
    for (int i = 0; i < 1000; ++i) {
      const CostNode& n = p_.nodes[static_cast<size_t>(node)];
      if (!n.is_alias || n.operand_count == 0) return node;
      node = p_.OperandsOf(n)[0];
    }
    return node;
  }

  void MakeSteps() {
    absl::flat_hash_map<int32_t, int32_t> step_of_collective;
    for (const NodeId id : block_.nodes) {
      const auto i = static_cast<size_t>(id);
      const CostNode& node = p_.nodes[i];
      const bool is_real =
          fusion_.in_memory[i] != 0 && node.work != Work::kNone;
      if (!is_real || kernel_of_[i] < 0) continue;
      int32_t step = -1;
      if (node.collective >= 0) {
        const auto [it, is_first] = step_of_collective.emplace(
            combined_[static_cast<size_t>(node.collective)],
            static_cast<int32_t>(steps_.size()));
        step = it->second;
        if (is_first) steps_.emplace_back();
      } else {
        step = static_cast<int32_t>(steps_.size());
        steps_.emplace_back();
      }
      step_of_[i] = step;
      steps_[static_cast<size_t>(step)].nodes.push_back(id);
    }
    for (size_t s = 0; s < steps_.size(); ++s) {
      for (const NodeId id : steps_[s].nodes) MakeBuffer(id, s);
    }
    for (const NodeId result : block_.results) {
      if (result == kNoNode) continue;
      const int32_t buffer = BufferOf(result);
      if (buffer < 0) continue;
      Buffer& b = buffers_[static_cast<size_t>(buffer)];
      b.stays = true;
      // The main function's results are in memory of their own.
      if (id_ == 0) b.bytes = 0;
    }
    for (size_t s = 0; s < steps_.size(); ++s) LinkStep(s);
  }

  void MakeBuffer(NodeId id, size_t step) {
    const CostNode& node = p_.nodes[static_cast<size_t>(id)];
    for (int32_t b = 0; b < node.block_count; ++b) {
      Step& s = steps_[step];
      s.inner = std::max(
          s.inner, inner_peaks_[static_cast<size_t>(node.first_block + b)]);
    }
    if (node.is_alias) return;
    Buffer buffer;
    buffer.node = id;
    buffer.bytes = node.bytes;
    buffer.step = static_cast<int32_t>(step);
    buffer_of_[static_cast<size_t>(id)] = static_cast<int32_t>(buffers_.size());
    steps_[step].buffers_made.push_back(static_cast<int32_t>(buffers_.size()));
    buffers_.push_back(buffer);
  }

  int32_t BufferOf(NodeId node) const {
    const NodeId root = Root(node);
    return InBlock(root) ? buffer_of_[static_cast<size_t>(root)] : -1;
  }

  void LinkStep(size_t s) {
    Step& step = steps_[s];
    for (const NodeId id : step.nodes) {
      const Kernel& kernel = fusion_.kernels[static_cast<size_t>(
          kernel_of_[static_cast<size_t>(id)])];
      for (const NodeId read : kernel.reads) {
        const NodeId root = Root(read);
        if (!InBlock(root)) continue;
        const int32_t from = step_of_[static_cast<size_t>(root)];
        if (from >= 0 && from != static_cast<int32_t>(s)) {
          step.after.push_back(from);
        }
        // An alias is made by what its other operands name.
        const int32_t alias = step_of_[static_cast<size_t>(read)];
        if (alias >= 0 && alias != static_cast<int32_t>(s)) {
          step.after.push_back(alias);
        }
        const int32_t buffer = buffer_of_[static_cast<size_t>(root)];
        if (buffer >= 0) step.buffers_read.push_back(buffer);
      }
    }
    const auto unique = [](std::vector<int32_t>& list) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    };
    unique(step.after);
    unique(step.buffers_read);
    for (const int32_t b : step.buffers_read) {
      ++buffers_[static_cast<size_t>(b)].readers;
    }
  }

  // Orders to try: as the program is written, and depth first, what others
  // wait for and what is large first.
  std::vector<std::vector<int32_t>> Orders() const {
    std::vector<std::vector<int32_t>> orders;
    orders.push_back(TopologicalOrder());
    orders.push_back(DepthFirst(/*by_size=*/true));
    orders.push_back(DepthFirst(/*by_size=*/false));
    return orders;
  }

  // The order of the nodes, but for steps that wait for combined ones.
  std::vector<int32_t> TopologicalOrder() const {
    std::vector<int32_t> roots(steps_.size());
    for (size_t i = 0; i < roots.size(); ++i) {
      roots[i] = static_cast<int32_t>(i);
    }
    return Visit(roots, [](std::vector<int32_t>&) {});
  }

  template <class Sort>
  std::vector<int32_t> Visit(const std::vector<int32_t>& roots,
                             Sort sort) const {
    std::vector<int32_t> order;
    order.reserve(steps_.size());
    std::vector<uint8_t> state(steps_.size(), 0);
    struct Frame {
      int32_t step;
      std::vector<int32_t> after;
      size_t next = 0;
    };
    std::vector<Frame> stack;
    for (const int32_t root : roots) {
      if (state[static_cast<size_t>(root)] != 0) continue;
      const auto enter = [&](int32_t s) {
        state[static_cast<size_t>(s)] = 1;
        Frame frame{s, steps_[static_cast<size_t>(s)].after};
        sort(frame.after);
        stack.push_back(std::move(frame));
      };
      enter(root);
      while (!stack.empty()) {
        Frame& top = stack.back();
        if (top.next < top.after.size()) {
          const int32_t s = top.after[top.next++];
          if (state[static_cast<size_t>(s)] == 0) enter(s);
          continue;
        }
        order.push_back(top.step);
        stack.pop_back();
      }
    }
    return order;
  }

  std::vector<int32_t> DepthFirst(bool by_size) const {
    const size_t n = steps_.size();
    std::vector<double> size(n, 0), users(n, 0);
    std::vector<int32_t> readers(n, 0);
    for (const Step& step : steps_) {
      for (const int32_t s : step.after) ++readers[static_cast<size_t>(s)];
    }
    for (const int32_t i : TopologicalOrder()) {
      const auto s = static_cast<size_t>(i);
      users[s] = readers[s] > 0 ? readers[s] - 1 : 0;
      for (const int32_t b : steps_[s].buffers_made) {
        size[s] += static_cast<double>(buffers_[static_cast<size_t>(b)].bytes);
      }
      for (const int32_t a : steps_[s].after) {
        size[s] += size[static_cast<size_t>(a)];
        users[s] += users[static_cast<size_t>(a)];
      }
      users[s] = std::min(users[s], static_cast<double>(n));
      size[s] = std::min(size[s], 1e18);
    }
    std::vector<int32_t> roots;
    for (size_t i = 0; i < n; ++i) {
      if (readers[i] == 0) roots.push_back(static_cast<int32_t>(i));
    }
    const auto sort = [&](std::vector<int32_t>& list) {
      std::stable_sort(list.begin(), list.end(), [&](int32_t a, int32_t b) {
        const auto x = static_cast<size_t>(a);
        const auto y = static_cast<size_t>(b);
        if (!by_size && users[x] != users[y]) return users[x] > users[y];
        return size[x] > size[y];
      });
    };
    if (!by_size) sort(roots);
    return Visit(roots, sort);
  }

  // A kernel that computes element by element may write over an operand that it
  // is the last to read.
  bool WritesOver(const CostNode& node) const {
    switch (node.work) {
      case Work::kElementwise:
      case Work::kExpensive:
      case Work::kUpdateSlice:
      case Work::kScatter:
        return true;
      default:
        return false;
    }
  }

  Temporaries Simulate(const std::vector<int32_t>& order) const {
    Temporaries t;
    std::vector<int32_t> readers;
    for (const Buffer& buffer : buffers_) readers.push_back(buffer.readers);
    std::vector<int64_t> bytes(buffers_.size(), 0);  // as long as they live
    int64_t live = 0;
    size_t peak_at = 0;
    for (size_t at = 0; at < order.size(); ++at) {
      const Step& step = steps_[static_cast<size_t>(order[at])];
      std::vector<int32_t> dying;
      for (const int32_t b : step.buffers_read) {
        const auto i = static_cast<size_t>(b);
        if (--readers[i] == 0 && !buffers_[i].stays) dying.push_back(b);
      }
      for (const int32_t b : step.buffers_made) {
        const auto i = static_cast<size_t>(b);
        const CostNode& node = p_.nodes[static_cast<size_t>(buffers_[i].node)];
        if (WritesOver(node)) {
          const auto it =
              std::find_if(dying.begin(), dying.end(), [&](int32_t d) {
                return bytes[static_cast<size_t>(d)] == node.bytes;
              });
          if (it != dying.end() && buffers_[i].bytes > 0) {
            bytes[i] = bytes[static_cast<size_t>(*it)];
            bytes[static_cast<size_t>(*it)] = 0;
            continue;
          }
        }
        bytes[i] = buffers_[i].bytes;
        live = SaturatingSum(live, bytes[i]);
      }
      const int64_t now = SaturatingSum(live, step.inner);
      t.curve.push_back({step.nodes.front(), now});
      if (now > t.peak) {
        t.peak = now;
        t.peak_node = step.nodes.front();
        peak_at = at;
      }
      for (const int32_t d : dying) {
        live -= bytes[static_cast<size_t>(d)];
        bytes[static_cast<size_t>(d)] = 0;
      }
      for (const int32_t b : step.buffers_made) {
        const auto i = static_cast<size_t>(b);
        if (readers[i] == 0 && !buffers_[i].stays) {
          live -= bytes[i];
          bytes[i] = 0;
        }
      }
    }
    FindLive(order, peak_at, t);
    return t;
  }

  // What is alive at a step of the order, largest first.
  void FindLive(const std::vector<int32_t>& order, size_t at,
                Temporaries& t) const {
    std::vector<size_t> place(steps_.size(), 0), last(buffers_.size(), 0);
    for (size_t i = 0; i < order.size(); ++i) {
      place[static_cast<size_t>(order[i])] = i;
      for (const int32_t b :
           steps_[static_cast<size_t>(order[i])].buffers_read) {
        last[static_cast<size_t>(b)] = i;
      }
    }
    for (size_t b = 0; b < buffers_.size(); ++b) {
      const Buffer& buffer = buffers_[b];
      if (buffer.bytes == 0) continue;
      const size_t born = place[static_cast<size_t>(buffer.step)];
      if (born <= at && (buffer.stays || std::max(born, last[b]) >= at)) {
        t.at_peak.push_back({buffer.node, buffer.bytes});
      }
    }
    std::stable_sort(t.at_peak.begin(), t.at_peak.end(),
                     [](const LiveValue& a, const LiveValue& b) {
                       return a.bytes > b.bytes;
                     });
  }

  const LocalProgram& p_;
  const Fusion& fusion_;
  const std::vector<int32_t>& combined_;
  const std::vector<int64_t>& inner_peaks_;
  const std::vector<int32_t>& kernel_of_;
  std::vector<int32_t>& step_of_;    // by node, those of this block
  std::vector<int32_t>& buffer_of_;  // likewise
  const LocalBlock& block_;
  const int32_t id_;
  std::vector<Step> steps_;
  std::vector<Buffer> buffers_;
};

}  // namespace

Temporaries MeasureTemporaries(const LocalProgram& program,
                               const Fusion& fusion,
                               const std::vector<int32_t>& combined) {
  std::vector<int32_t> kernel_of(program.nodes.size(), -1);
  for (size_t k = 0; k < fusion.kernels.size(); ++k) {
    kernel_of[static_cast<size_t>(fusion.kernels[k].node)] =
        static_cast<int32_t>(k);
  }
  // Inner blocks have higher numbers than the blocks that run them.
  std::vector<int64_t> peaks(program.blocks.size(), 0);
  std::vector<int32_t> step_of(program.nodes.size(), -1);
  std::vector<int32_t> buffer_of(program.nodes.size(), -1);
  Temporaries t;
  for (size_t b = program.blocks.size(); b > 0; --b) {
    t = BlockMemory(program, fusion, combined, peaks, kernel_of, step_of,
                    buffer_of, static_cast<int32_t>(b - 1))
            .Best();
    peaks[b - 1] = t.peak;
  }
  return t;
}

}  // namespace shardflow::internal
