#include "cost/reduction_kernels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cost/product_order.h"
#include "ops/library_ops.h"
#include "ops/work.h"

namespace shardflow::internal {
namespace {

// The maximum number of nodes in a kernel.
constexpr size_t kMost = 64;
// XLA doesn't use the library for tensors with fewer elements.
constexpr int64_t kLeastElements = 4096;

bool HasType(const TypeStore& types, TypeId type) {
  if (!types.IsTensor(type)) return false;
  const TypeId element = types.element(type);
  if (types.kind(element) != TypeKind::kFloat) return false;
  switch (types.float_kind(element)) {
    case FloatKind::kF64:
    case FloatKind::kF32:
    case FloatKind::kBF16:
      return true;
    default:
      return false;
  }
}

class Finder {
 public:
  Finder(const Module& m, const LocalProgram& program, const Users& users)
      : m_(m), p_(program), users_(users), root_of_(program.nodes.size()) {}

  std::vector<NodeId> Run() {
    std::fill(root_of_.begin(), root_of_.end(), kNoNode);
    is_result_.assign(p_.nodes.size(), 0);
    group_.assign(p_.nodes.size(), -1);
    for (const LocalBlock& block : p_.blocks) {
      for (const NodeId node : block.results) {
        if (node != kNoNode) is_result_[static_cast<size_t>(node)] = 1;
      }
    }
    for (const LocalBlock& block : p_.blocks) {
      for (size_t k = block.nodes.size(); k > 0; --k) {
        const NodeId id = block.nodes[k - 1];
        if (Node(id).work == Work::kReduce && Group(id) < 0 && Joins(id)) {
          Grow(id);
        }
      }
    }
    return std::move(root_of_);
  }

 private:
  const CostNode& Node(NodeId id) const {
    return p_.nodes[static_cast<size_t>(id)];
  }
  int32_t& Group(NodeId id) { return group_[static_cast<size_t>(id)]; }

  int64_t Elements(NodeId id) const {
    const CostNode& node = Node(id);
    if (node.source.IsNone() || m_.result_count(node.source) == 0) return 0;
    const int64_t bits =
        StoredBits(m_.types, m_.type(m_.result(node.source, 0)));
    return bits > 0 ? SaturatingProduct(node.bytes, 8) / bits : 0;
  }
  bool IsLarge(NodeId id) const {
    if (Elements(id) >= kLeastElements) return true;
    const auto operands = p_.OperandsOf(Node(id));
    return std::any_of(operands.begin(), operands.end(), [&](NodeId operand) {
      return Elements(operand) >= kLeastElements;
    });
  }

  // Whether the library can compute the node inside a larger kernel.
  bool Joins(NodeId id) const {
    const CostNode& node = Node(id);
    const OpId op = node.source;
    if (op.IsNone() || node.is_argument || node.is_block_argument ||
        m_.result_count(op) != 1 ||
        !HasType(m_.types, m_.type(m_.result(op, 0)))) {
      return false;
    }
    switch (node.work) {
      case Work::kElementwise:
      case Work::kExpensive:
        return IsLibraryOp(m_.kind(op)) &&
               HasType(m_.types, m_.type(m_.operand(op, 0))) && IsLarge(id);
      case Work::kBroadcast:
        return node.operand_count > 0;
      case Work::kView:
        return WorkOf(m_.kind(op)) == Work::kView;
      case Work::kReduce:
        return IsLarge(id);
      case Work::kContraction:
        return HasProduct(node);
      default:
        return false;
    }
  }
  // Whether the library supports this product. It doesn't if the left operand
  // is read with swapped dimensions.
  bool HasProduct(const CostNode& node) const {
    const Contraction c = ContractionOf(m_, node.source);
    if (!c.window.empty() || c.lhs_free.empty() || c.rhs_free.empty() ||
        node.operand_count == 0) {
      return false;
    }
    if (OrderOf(c, /*is_left=*/true, {}) != OperandOrder::kSwapped) return true;
    const CostNode& left = Node(p_.OperandsOf(node)[0]);
    // The node before the product may have been inserted for it, in which case
    // it has the product's source. Only a transpose changes the order of
    // dimensions; collectives and masks don't.
    if (left.HasSourceOf(node)) return left.work == Work::kTranspose;
    return left.source && WorkOf(m_.kind(left.source)) == Work::kTranspose;
  }

  // Returns the only reader of a node, or kNoNode.
  NodeId OnlyReader(NodeId id) const {
    const auto readers = users_.Of(id);
    if (readers.empty() || is_result_[static_cast<size_t>(id)] != 0) {
      return kNoNode;
    }
    const bool one =
        std::all_of(readers.begin(), readers.end(),
                    [&](NodeId reader) { return reader == readers[0]; });
    return one && Node(readers[0]).block == Node(id).block ? readers[0]
                                                           : kNoNode;
  }

  // Returns the elementwise op or product that follows a node, possibly after
  // broadcasts and views, if it can join the kernel; else kNoNode. Sets `path`
  // to all of these nodes.
  NodeId Behind(NodeId id, std::vector<NodeId>& path) {
    path.clear();
    for (NodeId at = OnlyReader(id); at != kNoNode; at = OnlyReader(at)) {
      if (Group(at) >= 0 || !Joins(at) || path.size() > 4) return kNoNode;
      // XLA turns a division by a broadcast tensor into a multiplication by its
      // reciprocal, and computes the reciprocal before the broadcast. There,
      // the tensor is too small for the library.
      const bool divides =
          Node(at).work == Work::kExpensive && Node(at).operand_count == 2;
      if (divides && !path.empty() && Elements(id) < kLeastElements) {
        return kNoNode;
      }
      path.push_back(at);
      const Work work = Node(at).work;
      if (work != Work::kBroadcast && work != Work::kView) return at;
    }
    return kNoNode;
  }

  void Grow(NodeId seed) {
    const int32_t group = next_++;
    std::vector<NodeId> members = {seed}, path;
    Group(seed) = group;
    NodeId root = seed;
    for (bool grown = true; grown && members.size() < kMost;) {
      grown = false;
      for (size_t i = 0; i < members.size() && members.size() < kMost; ++i) {
        for (const NodeId operand : p_.OperandsOf(Node(members[i]))) {
          if (Group(operand) >= 0 || !IsOnlyFor(operand, group) ||
              Node(operand).block != Node(seed).block || !Joins(operand)) {
            continue;
          }
          Group(operand) = group;
          members.push_back(operand);
          grown = true;
        }
      }
      const NodeId next = Behind(root, path);
      if (next == kNoNode) continue;
      for (const NodeId node : path) {
        Group(node) = group;
        members.push_back(node);
      }
      root = next;
      grown = true;
    }
    if (members.size() < 2) return;
    for (const NodeId node : members) {
      root_of_[static_cast<size_t>(node)] = root;
    }
  }

  // Whether all readers of the node are in the group.
  bool IsOnlyFor(NodeId id, int32_t group) {
    if (is_result_[static_cast<size_t>(id)] != 0) return false;
    const auto readers = users_.Of(id);
    return std::all_of(readers.begin(), readers.end(),
                       [&](NodeId reader) { return Group(reader) == group; });
  }

  const Module& m_;
  const LocalProgram& p_;
  const Users& users_;
  std::vector<NodeId> root_of_;
  std::vector<uint8_t> is_result_;
  std::vector<int32_t> group_;  // indexed by node; -1 if none
  int32_t next_ = 0;
};

}  // namespace

std::vector<NodeId> FindReductionKernels(const Module& m,
                                         const LocalProgram& program,
                                         const Users& users) {
  return Finder(m, program, users).Run();
}

}  // namespace shardflow::internal
