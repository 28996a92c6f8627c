#include "cost/memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/numeric/int128.h"

namespace shardflow::internal {
namespace {

// The kernels of one block, and the memory that they use.
class BlockMemory {
 public:
  BlockMemory(const LocalProgram& program, const Fusion& fusion,
              const std::vector<int32_t>& combined,
              const std::vector<int64_t>& inner_peaks,
              std::vector<int32_t>& step_of, std::vector<int32_t>& buffer_of,
              int32_t block)
      : p_(program),
        fusion_(fusion),
        combined_(combined),
        inner_peaks_(inner_peaks),
        step_of_(step_of),
        buffer_of_(buffer_of),
        block_(program.blocks[static_cast<size_t>(block)]),
        id_(block) {
    MakeSteps();
  }

  Temporaries Measure() {
    Temporaries t;
    Simulate(Order(), t);
    return t;
  }

 private:
  // A range of a list that all steps share.
  struct Range {
    uint32_t first = 0, count = 0;
  };
  static std::span<const int32_t> Of(const std::vector<int32_t>& list,
                                     Range range) {
    return {list.data() + range.first, range.count};
  }
  // Kernels that run as one.
  struct Step {
    Range nodes;  // a range of nodes_
    // A range of after_: steps whose results this step reads.
    Range after;
    Range buffers_read;  // a range of read_
    Range buffers_made;  // a range of buffers_
    int64_t inner = 0;   // bytes needed by the blocks that it runs
  };
  std::span<const NodeId> NodesOf(const Step& step) const {
    return Of(nodes_, step.nodes);
  }
  std::span<const int32_t> AfterOf(const Step& step) const {
    return Of(after_, step.after);
  }
  std::span<const int32_t> ReadBy(const Step& step) const {
    return Of(read_, step.buffers_read);
  }
  struct Buffer {
    NodeId node = kNoNode;
    int64_t bytes = 0;  // 0 if it isn't a temporary
    int32_t step = -1;  // the step that makes the buffer
    int32_t readers = 0;
    bool stays = false;  // whether it is a result of the block
  };

  bool InBlock(NodeId node) const {
    return p_.nodes[static_cast<size_t>(node)].block == id_;
  }
  // Returns the node or, if it is an alias, the node whose memory it shares.
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
      if (fusion_.kernel_of[i] < 0) continue;
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
      ++steps_[static_cast<size_t>(step)].nodes.count;
    }
    SortNodes();
    for (size_t s = 0; s < steps_.size(); ++s) {
      steps_[s].buffers_made.first = static_cast<uint32_t>(buffers_.size());
      for (const NodeId id : NodesOf(steps_[s])) MakeBuffer(id, s);
    }
    for (const NodeId result : block_.results) {
      if (result == kNoNode) continue;
      const int32_t buffer = BufferOf(result);
      if (buffer < 0) continue;
      Buffer& b = buffers_[static_cast<size_t>(buffer)];
      b.stays = true;
      // The memory of the main function's results is counted separately.
      if (id_ == 0) b.bytes = 0;
    }
    last_waiting_.assign(steps_.size(), -1);
    last_reader_.assign(buffers_.size(), -1);
    for (size_t s = 0; s < steps_.size(); ++s) LinkStep(s);
  }

  // Fills nodes_, sorted by step. Each step already has its count of nodes.
  void SortNodes() {
    uint32_t first = 0;
    for (Step& step : steps_) {
      step.nodes.first = first;
      first += std::exchange(step.nodes.count, 0);
    }
    nodes_.resize(first);
    for (const NodeId id : block_.nodes) {
      const int32_t s = step_of_[static_cast<size_t>(id)];
      if (s < 0) continue;
      Range& range = steps_[static_cast<size_t>(s)].nodes;
      nodes_[range.first + range.count++] = id;
    }
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
    ++steps_[step].buffers_made.count;
    buffers_.push_back(buffer);
  }

  int32_t BufferOf(NodeId node) const {
    const NodeId root = Root(node);
    return InBlock(root) ? buffer_of_[static_cast<size_t>(root)] : -1;
  }

  // Makes step `s` wait for step `from`, unless they are the same step.
  void AddAfter(int32_t from, size_t s) {
    const auto to = static_cast<int32_t>(s);
    if (from < 0 || from == to) return;
    int32_t& last = last_waiting_[static_cast<size_t>(from)];
    if (std::exchange(last, to) != to) after_.push_back(from);
  }

  void LinkStep(size_t s) {
    Step& step = steps_[s];
    step.after.first = static_cast<uint32_t>(after_.size());
    step.buffers_read.first = static_cast<uint32_t>(read_.size());
    for (const NodeId id : NodesOf(step)) {
      for (const NodeId read : fusion_.ReadsOf(id)) {
        const NodeId root = Root(read);
        if (!InBlock(root)) continue;
        const int32_t from = step_of_[static_cast<size_t>(root)];
        AddAfter(from, s);
        // An alias depends on its other operands as well, so also wait for the
        // step that makes the alias.
        AddAfter(step_of_[static_cast<size_t>(read)], s);
        const int32_t buffer = buffer_of_[static_cast<size_t>(root)];
        if (buffer < 0) continue;
        int32_t& reader = last_reader_[static_cast<size_t>(buffer)];
        if (std::exchange(reader, static_cast<int32_t>(s)) !=
            static_cast<int32_t>(s)) {
          read_.push_back(buffer);
        }
      }
    }
    const auto end = [](std::vector<int32_t>& list, Range& range) {
      std::sort(list.begin() + static_cast<std::ptrdiff_t>(range.first),
                list.end());
      range.count = static_cast<uint32_t>(list.size()) - range.first;
    };
    end(after_, step.after);
    end(read_, step.buffers_read);
    for (const int32_t b : ReadBy(step)) {
      ++buffers_[static_cast<size_t>(b)].readers;
    }
  }

  // Returns the steps in program order, except that a step that reads the
  // result of a combined collective comes after all collectives in the
  // combination.
  std::vector<int32_t> TopologicalOrder() const {
    std::vector<int32_t> roots(steps_.size());
    for (size_t i = 0; i < roots.size(); ++i) {
      roots[i] = static_cast<int32_t>(i);
    }
    return Visit(roots, after_);
  }

  // Visits the steps depth first from `roots`, and returns them in an order in
  // which each step comes after those that it waits for. `after` is after_,
  // possibly with the steps in each range reordered.
  std::vector<int32_t> Visit(const std::vector<int32_t>& roots,
                             const std::vector<int32_t>& after) const {
    std::vector<int32_t> order;
    order.reserve(steps_.size());
    std::vector<uint8_t> seen(steps_.size(), 0);
    struct Frame {
      int32_t step;
      uint32_t next, end;  // range of `after` still to visit
    };
    std::vector<Frame> stack;
    const auto enter = [&](int32_t s) {
      seen[static_cast<size_t>(s)] = 1;
      const Range range = steps_[static_cast<size_t>(s)].after;
      stack.push_back({s, range.first, range.first + range.count});
    };
    for (const int32_t root : roots) {
      if (seen[static_cast<size_t>(root)] != 0) continue;
      enter(root);
      while (!stack.empty()) {
        Frame& top = stack.back();
        if (top.next < top.end) {
          const int32_t s = after[top.next++];
          if (seen[static_cast<size_t>(s)] == 0) enter(s);
          continue;
        }
        order.push_back(top.step);
        stack.pop_back();
      }
    }
    return order;
  }

  // Returns the order of XLA's depth-first memory scheduler. Among the steps
  // that a step waits for, the first is the one with the most extra users on
  // all paths to it or, if these are equal, the one with the most bytes. Both
  // sums count shared steps once for each path, and are capped: the sum of
  // users at the number of steps, the sum of bytes at the total of the results
  // made so far in program order. In large programs nearly all sums are capped,
  // so that steps at the end of the program come first.
  std::vector<int32_t> Order() const {
    const size_t n = steps_.size();
    std::vector<double> size(n, 0), users(n, 0);
    std::vector<int32_t> readers(n, 0);
    for (const Step& step : steps_) {
      for (const int32_t s : AfterOf(step)) ++readers[static_cast<size_t>(s)];
    }
    double made_so_far = 0;
    for (const int32_t i : TopologicalOrder()) {
      const auto s = static_cast<size_t>(i);
      users[s] = readers[s] > 0 ? readers[s] - 1 : 0;
      const Range made = steps_[s].buffers_made;
      for (uint32_t b = made.first; b < made.first + made.count; ++b) {
        size[s] += static_cast<double>(
            p_.nodes[static_cast<size_t>(buffers_[b].node)].bytes);
      }
      made_so_far += size[s];
      for (const int32_t a : AfterOf(steps_[s])) {
        size[s] += size[static_cast<size_t>(a)];
        users[s] += users[static_cast<size_t>(a)];
      }
      users[s] = std::min(users[s], static_cast<double>(n));
      size[s] = std::min(size[s], made_so_far);
    }
    std::vector<int32_t> roots;
    for (size_t i = 0; i < n; ++i) {
      if (readers[i] == 0) roots.push_back(static_cast<int32_t>(i));
    }
    const auto comes_first = [&](int32_t a, int32_t b) {
      const auto x = static_cast<size_t>(a);
      const auto y = static_cast<size_t>(b);
      if (users[x] != users[y]) return users[x] > users[y];
      return size[x] > size[y];
    };
    const auto sort = [&](std::span<int32_t> list) {
      // std::stable_sort allocates memory, which is slow for short lists, and
      // most lists are short.
      constexpr size_t kShort = 16;
      if (list.size() > kShort) {
        std::stable_sort(list.begin(), list.end(), comes_first);
        return;
      }
      for (size_t i = 1; i < list.size(); ++i) {
        const int32_t step = list[i];
        size_t at = i;
        for (; at > 0 && comes_first(step, list[at - 1]); --at) {
          list[at] = list[at - 1];
        }
        list[at] = step;
      }
    };
    sort(roots);
    std::vector<int32_t> after = after_;
    for (const Step& step : steps_) {
      sort({after.data() + step.after.first, step.after.count});
    }
    return Visit(roots, after);
  }

  // Whether the kernel of a node that does this work may overwrite an operand
  // with its result if no other kernel reads the operand later.
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

  // Fills in `t` as if the steps ran in this order.
  void Simulate(const std::vector<int32_t>& order, Temporaries& t) const {
    std::vector<int32_t> readers;
    readers.reserve(buffers_.size());
    for (const Buffer& buffer : buffers_) readers.push_back(buffer.readers);
    std::vector<int64_t> bytes(buffers_.size(), 0);  // 0 unless alive
    std::vector<int32_t> dying;
    // A 64-bit sum could saturate, and would be wrong once sizes are
    // subtracted.
    absl::int128 live = 0;
    int64_t peak = 0;
    size_t peak_at = 0;
    for (size_t at = 0; at < order.size(); ++at) {
      const Step& step = steps_[static_cast<size_t>(order[at])];
      dying.clear();
      for (const int32_t b : ReadBy(step)) {
        const auto i = static_cast<size_t>(b);
        if (--readers[i] == 0 && !buffers_[i].stays) dying.push_back(b);
      }
      const size_t made = step.buffers_made.first;
      for (size_t i = made; i < made + step.buffers_made.count; ++i) {
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
        live += bytes[i];
      }
      const int64_t now = Saturated(live + step.inner);
      t.curve.push_back({NodesOf(step).front(), now});
      if (now > peak) {
        peak = now;
        peak_at = at;
      }
      for (const int32_t d : dying) {
        live -= bytes[static_cast<size_t>(d)];
        bytes[static_cast<size_t>(d)] = 0;
      }
      for (size_t i = made; i < made + step.buffers_made.count; ++i) {
        if (readers[i] == 0 && !buffers_[i].stays) {
          live -= bytes[i];
          bytes[i] = 0;
        }
      }
    }
    t.peak = peak;
    if (peak > 0) {
      t.peak_node =
          NodesOf(steps_[static_cast<size_t>(order[peak_at])]).front();
    }
    FindLive(order, peak_at, t);
  }

  // Sets t.at_peak to the values that are alive at position `at` of the order.
  void FindLive(const std::vector<int32_t>& order, size_t at,
                Temporaries& t) const {
    std::vector<size_t> place(steps_.size(), 0), last(buffers_.size(), 0);
    for (size_t i = 0; i < order.size(); ++i) {
      place[static_cast<size_t>(order[i])] = i;
      for (const int32_t b : ReadBy(steps_[static_cast<size_t>(order[i])])) {
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
  // Indexed by node. Valid only for nodes of this block.
  std::vector<int32_t>& step_of_;
  // Indexed by node. Valid only for nodes of this block.
  std::vector<int32_t>& buffer_of_;
  const LocalBlock& block_;
  const int32_t id_;
  std::vector<Step> steps_;
  std::vector<NodeId> nodes_;
  std::vector<int32_t> after_, read_;
  // To avoid duplicates: for each step, the last step that was made to wait for
  // it, and for each buffer, the last step that was found to read it.
  std::vector<int32_t> last_waiting_, last_reader_;
  std::vector<Buffer> buffers_;
};

}  // namespace

Temporaries MeasureTemporaries(const LocalProgram& program,
                               const Fusion& fusion,
                               const std::vector<int32_t>& combined) {
  // Inner blocks have higher numbers than the blocks that run them, so this
  // loop measures inner blocks first.
  std::vector<int64_t> peaks(program.blocks.size(), 0);
  std::vector<int32_t> step_of(program.nodes.size(), -1);
  std::vector<int32_t> buffer_of(program.nodes.size(), -1);
  Temporaries t;
  for (size_t b = program.blocks.size(); b > 0; --b) {
    t = BlockMemory(program, fusion, combined, peaks, step_of, buffer_of,
                    static_cast<int32_t>(b - 1))
            .Measure();
    peaks[b - 1] = t.peak;
  }
  return t;
}

}  // namespace shardflow::internal
