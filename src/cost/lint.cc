#include "cost/lint.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"

#include "base/size_text.h"
#include "cost/invariants.h"
#include "cost/passes.h"
#include "cost/place.h"
#include "ir/type_text.h"
#include "ir/walk.h"
#include "ops/functions.h"
#include "ops/known_values.h"
#include "ops/properties.h"
#include "ops/work.h"

namespace shardflow::internal {
namespace {

// Smaller tensors aren't worth reporting.
constexpr int64_t kWorthwhile = int64_t{1} << 20;

class Linter {
 public:
  explicit Linter(const LintInput& input)
      : in_(input), outermost_(OutermostBlocks(input.m, input.program)) {}

  std::vector<LintFinding> Run() {
    LargeReplicated();
    Collectives();
    Annotations();
    Donations();
    UnusedAxes();
    LargeConstants();
    return std::move(findings_);
  }

 private:
  LintFinding& Add(const char* code, CostPlace place, int64_t bytes,
                   std::string text, std::string fix) {
    LintFinding& finding = findings_.emplace_back();
    finding.code = code;
    finding.place = std::move(place);
    finding.bytes = bytes;
    finding.text = std::move(text);
    finding.fix = std::move(fix);
    return finding;
  }

  const CostNode& NodeOf(NodeId id) const {
    return in_.program.nodes[static_cast<size_t>(id)];
  }
  Layout LayoutOf(const Module& m, const SymbolTable& symbols, ValueId value,
                  ShardingId sharding) const {
    const TypeId type = m.type(value);
    return in_.mesh.LayoutOf(m, symbols, sharding, RankOf(m, type));
  }
  std::string TypeOf(const Module& m, ValueId value) const {
    std::string text;
    AppendType(m, m.type(value), text);
    return text;
  }

  // --- large-replicated
  void LargeReplicated() {
    if (in_.mesh.devices() < 2) return;
    const OpId main = MainFunction(in_.m);
    const LocalBlock& block = in_.program.blocks[0];
    const auto args = in_.m.args(EntryBlock(in_.m, main));
    for (size_t i = 0; i < block.arguments.size() && i < args.size(); ++i) {
      const int64_t bytes = NodeOf(block.arguments[i]).bytes;
      const Layout layout =
          LayoutOf(in_.m, in_.symbols, args[i], ArgSharding(in_.m, main, i));
      if (bytes < in_.large || in_.mesh.Count(layout) != 1) continue;
      Add("large-replicated", PlaceOfArgument(in_.m, main, i), bytes,
          "every device holds all " + SizeText(bytes) + " of argument " +
              std::to_string(i),
          "shard one of its dimensions, unless every device needs the whole "
          "tensor");
    }
    absl::flat_hash_set<OpId> seen;
    for (const LocalBlock& b : in_.program.blocks) {
      for (const NodeId id : b.nodes) {
        const CostNode& node = NodeOf(id);
        if (node.value.IsNone() || node.source.IsNone() || node.is_argument ||
            node.is_block_argument || node.is_uniform || node.is_alias ||
            node.bytes < in_.large || node.work == Work::kNone ||
            node.work == Work::kBroadcast || node.collective >= 0) {
          continue;
        }
        if (in_.m.def(node.value) != node.source || IsManual(node.source)) {
          continue;
        }
        const Layout layout = LayoutOf(in_.m, in_.symbols, node.value,
                                       in_.m.sharding(node.value));
        if (in_.mesh.Count(layout) != 1 || !seen.insert(node.source).second) {
          continue;
        }
        Add("large-replicated", PlaceOf(in_.m, node.source), node.bytes,
            "every device computes and holds all " + SizeText(node.bytes) +
                " of a " + TypeOf(in_.m, node.value),
            "constrain its sharding (sdy.sharding_constraint)");
      }
    }
  }

  // Whether the op is in a manual computation, whose body is already written
  // for one device.
  bool IsManual(OpId op) const {
    for (; op; op = in_.m.parent_op(op)) {
      if (in_.m.kind(op) == OpKind::kManualComputation) return true;
    }
    return false;
  }

  // --- full-rematerialization, gather-then-slice, reshard-in-loop
  void Collectives() {
    const Users users = UsersOf(in_.program);
    for (const LocalCollective& c : in_.program.collectives) {
      if (c.after < kWorthwhile) continue;
      if (c.full_rematerialization && !GoesOn(c, users)) {
        Add("full-rematerialization", PlaceOf(in_.m, c.source), c.after,
            "XLA can't reshard the tensor directly to the required sharding, "
            "so it replicates the tensor on every device: " +
                SizeText(c.after),
            "add an intermediate sharding, so that each reshard changes one "
            "dimension");
      }
      if (c.kind == StepKind::kAllGather && !c.full_rematerialization) {
        GatherThenSlice(c, users);
      }
      if (c.executions > 1) InLoop(c);
    }
  }

  // Whether the gathered tensor is gathered again, for the same op. If so, only
  // the last gather is reported.
  bool GoesOn(const LocalCollective& c, const Users& users) const {
    const auto readers = users.Of(c.node);
    return std::any_of(readers.begin(), readers.end(), [&](NodeId reader) {
      const int32_t next = NodeOf(reader).collective;
      if (next < 0) return false;
      const LocalCollective& more =
          in_.program.collectives[static_cast<size_t>(next)];
      return more.full_rematerialization && more.source == c.source;
    });
  }

  // Whether the node is a slice in the program itself, not one that the
  // partitioner added for a reshard.
  bool IsProgramSlice(const CostNode& node) const {
    if (node.value.IsNone() || node.source.IsNone()) return false;
    const Work work = WorkOf(in_.m.kind(node.source));
    return work == Work::kSlice || work == Work::kDynamicSlice;
  }

  void GatherThenSlice(const LocalCollective& c, const Users& users) {
    const auto readers = users.Of(c.node);
    if (readers.empty()) return;
    int64_t taken = 0;
    for (const NodeId reader : readers) {
      const CostNode& node = NodeOf(reader);
      if (!IsProgramSlice(node)) return;
      taken = std::max(taken, node.bytes);
    }
    if (taken * 2 > c.after) return;
    Add("gather-then-slice", PlaceOf(in_.m, c.source), c.after,
        SizeText(c.after) + " are gathered, and at most " + SizeText(taken) +
            " of them are read",
        "slice first, or shard a dimension other than the sliced one");
  }

  void InLoop(const LocalCollective& c) {
    const auto node = static_cast<size_t>(c.node);
    const int32_t block = in_.program.nodes[node].block;
    if (outermost_.empty() || outermost_[node] == block) return;
    Add("reshard-in-loop", PlaceOf(in_.m, c.source), c.after,
        "the same value is resharded in each of " +
            std::to_string(c.executions) +
            " rounds. XLA does this once, before the loop, and keeps the " +
            SizeText(c.after) +
            " until the loop ends; other compilers may do it in each round",
        "add a constraint before the loop, so that it is resharded there in "
        "any case");
  }

  // --- indivisible-dimension, conflicting-annotations, redundant-annotation
  void Annotations() {
    const Module& m = in_.written;
    const OpId main = MainFunction(m);
    if (main && EntryBlock(m, main)) {
      const auto args = m.args(EntryBlock(m, main));
      for (size_t i = 0; i < args.size(); ++i) {
        CheckDivides(args[i], ArgSharding(m, main, i),
                     PlaceOfArgument(m, main, i));
      }
    }
    WalkPreOrder(m, m.root(), [&](OpId op) {
      if (m.kind(op) != OpKind::kShardingConstraint) return;
      const ValueId result = m.result(op, 0);
      CheckDivides(result, m.sharding(result), PlaceOf(m, op));
      CheckConstraint(op);
    });
  }

  void CheckDivides(ValueId value, ShardingId sharding, CostPlace place) {
    const Module& m = in_.written;
    if (sharding.IsNone() || !m.types.IsTensor(m.type(value))) return;
    const Layout layout = LayoutOf(m, in_.written_symbols, value, sharding);
    const std::span<const int64_t> dims = m.types.dims(m.type(value));
    for (size_t d = 0; d < layout.size(); ++d) {
      const int64_t shards = in_.mesh.Count(layout[d]);
      if (shards <= 1 || dims[d] < 0 || dims[d] % shards == 0) continue;
      const int64_t size = ElementBytes(m.types, m.type(value));
      const DimSizes local = LocalShape(dims, layout, in_.mesh);
      Add("indivisible-dimension", std::move(place),
          SaturatingProduct(ElementsOf(local), size),
          "dimension " + std::to_string(d) + " of " + TypeOf(m, value) +
              " has " + std::to_string(dims[d]) + " elements, and " +
              std::to_string(shards) + " shards",
          "pad it to " + std::to_string((dims[d] / shards + 1) * shards) +
              ", or shard another dimension");
      return;
    }
  }

  // Returns the value's own annotation, or None.
  ShardingId Annotated(ValueId value) const {
    const Module& m = in_.written;
    if (const OpId def = m.def(value)) {
      return m.kind(def) == OpKind::kShardingConstraint ? m.sharding(value)
                                                        : ShardingId::None();
    }
    const OpId function = m.parent_op(m.arg_block(value));
    if (!IsFunction(m, function)) return ShardingId::None();
    return ArgSharding(m, function, static_cast<size_t>(m.index(value)));
  }

  void CheckConstraint(OpId op) {
    const Module& m = in_.written;
    const ValueId operand = m.operand(op, 0);
    const ShardingId before = Annotated(operand);
    const ShardingId after = m.sharding(m.result(op, 0));
    if (before.IsNone() || after.IsNone()) return;
    if (before == after) {
      Add("redundant-annotation", PlaceOf(m, op), 0,
          "the value already has this annotation", "remove the constraint");
      return;
    }
    if (!m.HasOneUse(operand)) return;
    const ShardingView a = m.shardings.Get(before);
    const ShardingView b = m.shardings.Get(after);
    for (size_t d = 0; d < a.rank() && d < b.rank(); ++d) {
      if (a.dims[d].closed == 0 || b.dims[d].closed == 0 ||
          a.dims[d].axes == b.dims[d].axes) {
        continue;
      }
      const Layout layout = LayoutOf(m, in_.written_symbols, operand, before);
      const TypeId type = m.type(operand);
      const int64_t bytes = StoredBytes(
          ElementsOf(LocalShape(m.types.dims(type), layout, in_.mesh)),
          StoredBits(m.types, type));
      Add("conflicting-annotations", PlaceOf(m, op), bytes,
          "dimension " + std::to_string(d) +
              " is annotated in two ways at once: nothing reads the value "
              "before it is resharded",
          "keep one of the two annotations");
      return;
    }
  }

  // --- donation-mismatch
  void Donations() {
    const OpId main = MainFunction(in_.m);
    const LocalBlock& block = in_.program.blocks[0];
    const auto args = in_.m.args(EntryBlock(in_.m, main));
    const OpId end = ReturnOp(in_.m, main);
    for (size_t i = 0; i < args.size(); ++i) {
      const std::optional<int64_t> index = DonatedTo(in_.m, main, i);
      if (!index || *index < 0 || !end || *index >= in_.m.operand_count(end) ||
          i >= block.arguments.size()) {
        continue;
      }
      const auto r = static_cast<size_t>(*index);
      const ValueId result = in_.m.operand(end, static_cast<int>(*index));
      const Layout from =
          LayoutOf(in_.m, in_.symbols, args[i], ArgSharding(in_.m, main, i));
      const Layout to =
          LayoutOf(in_.m, in_.symbols, result, ResultSharding(in_.m, main, r));
      if (from == to) continue;
      const int64_t bytes = NodeOf(block.arguments[i]).bytes;
      Add("donation-mismatch", PlaceOfArgument(in_.m, main, i), bytes,
          "argument " + std::to_string(i) + " is donated to result " +
              std::to_string(r) +
              ", which is sharded differently: both are in memory, and the "
              "next step can't take the result",
          "give the result the argument's sharding");
    }
  }

  // --- unused-axis
  void UnusedAxes() {
    const Mesh& mesh = in_.mesh.mesh();
    std::vector<uint8_t> used(mesh.axes.size(), 0);
    const Module& m = in_.written;
    for (size_t i = 0; i < m.shardings.axis_list_count(); ++i) {
      for (const AxisRef& axis :
           m.shardings.axes(AxisListId(static_cast<int32_t>(i)))) {
        const std::string_view name = m.names.Get(axis.name);
        for (size_t a = 0; a < mesh.axes.size(); ++a) {
          if (in_.m.names.Get(mesh.axes[a].name) == name) used[a] = 1;
        }
      }
    }
    for (size_t a = 0; a < used.size(); ++a) {
      if (used[a] != 0 || mesh.axes[a].size < 2) continue;
      const std::string name(in_.m.names.Get(mesh.axes[a].name));
      Add("unused-axis", MeshPlace(), 0,
          "no annotation uses axis \"" + name + "\" of the mesh: all " +
              std::to_string(mesh.axes[a].size) +
              " devices along it do the same",
          "shard a dimension along it, or make the mesh smaller");
    }
  }
  CostPlace MeshPlace() const {
    CostPlace place;
    WalkPreOrder(in_.written, in_.written.root(), [&](OpId op) {
      if (in_.written.kind(op) != OpKind::kMesh) return WalkResult::kAdvance;
      place = PlaceOf(in_.written, op);
      return WalkResult::kStop;
    });
    return place;
  }

  // --- large-constant
  void LargeConstants() {
    WalkPreOrder(in_.m, in_.m.root(), [&](OpId op) {
      if (WorkOf(in_.m.kind(op)) != Work::kNone ||
          in_.m.result_count(op) != 1) {
        return;
      }
      const ValueId value = in_.m.result(op, 0);
      const TypeId type = in_.m.type(value);
      if (!IsKnown(in_.m, value) || SplatElement(in_.m, value) ||
          !in_.m.types.HasStaticShape(type)) {
        return;
      }
      const int64_t bytes = BytesOf(in_.m, value);
      if (bytes < in_.large / 4) return;
      Add("large-constant", PlaceOf(in_.m, op), bytes,
          "the program has a constant of " + SizeText(bytes) +
              ", which every device keeps",
          "pass it as an argument");
    });
  }

  const LintInput& in_;
  const std::vector<int32_t> outermost_;  // cost/invariants.h
  std::vector<LintFinding> findings_;
};

}  // namespace

std::vector<LintFinding> FindAll(const LintInput& input) {
  return Linter(input).Run();
}

}  // namespace shardflow::internal
