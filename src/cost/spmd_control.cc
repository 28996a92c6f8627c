#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "cost/spmd_visitor.h"
#include "cost/visits.h"
#include "ir/module.h"
#include "ir/names.h"
#include "lower/axes.h"
#include "ops/attr_read.h"
#include "ops/attr_tables.h"
#include "ops/data_flow.h"
#include "ops/device_groups.h"
#include "ops/unreduced.h"

// Loops, branches, manual computations and the collectives inside them.

namespace shardflow::internal {

void SpmdVisitor::VisitLoop(OpId op) {
  if (!RunsBlocks(m_, op)) return VisitWhole(op, Work::kOther);
  std::vector<Layout> layouts;
  std::vector<NodeId> operands;
  const int count = std::min(m_.operand_count(op), m_.result_count(op));
  for (int i = 0; i < count; ++i) {
    layouts.push_back(LayoutOf(m_.result(op, i)));
    const Part part = PartOf(i);
    operands.push_back(part.layout.size() == layouts.back().size()
                           ? e_.Reshard(part, layouts.back()).node
                           : part.node);
  }
  const NodeId loop = e_.Add(Work::kLoop, operands, 0);
  made_->runs = loop;
  for (int i = 0; i < count; ++i) {
    const ValueId result = m_.result(op, i);
    Part part = Blank(result, layouts[static_cast<size_t>(i)]);
    const NodeId from[] = {operands[static_cast<size_t>(i)], loop};
    part.node = e_.Add(Work::kView, from, e_.LocalBytes(part));
    e_.MarkAlias(part.node);
    Define(result, std::move(part));
  }
}

void SpmdVisitor::VisitBranches(OpId op) {
  std::vector<NodeId> operands;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    operands.push_back(e_.Replicate(PartOf(i)).node);
  }
  const NodeId branches = e_.Add(Work::kBranches, operands, 0);
  made_->runs = branches;
  for (int i = 0; i < m_.result_count(op); ++i) {
    const ValueId result = m_.result(op, i);
    Part part = Blank(result, LayoutOf(result));
    const NodeId from[] = {branches};
    part.node = e_.Add(Work::kOther, from, e_.LocalBytes(part));
    Define(result, std::move(part));
  }
}

// The argument's sharding, from `in_shardings`, begins with the manual axes.
DigitList SpmdVisitor::ManualDigits(OpId op, ValueId argument, size_t d) const {
  const ShardingId sharding = m_.sharding(argument);
  const AttrId attr = m_.attr(op, name::kManualAxes);
  if (!sharding || !m_.attrs.Is(attr, AttrKind::kManualAxes)) return {};
  const ShardingView view = m_.shardings.Get(sharding);
  if (d >= view.rank()) return {};
  const std::span<const AxisRef> axes = m_.shardings.axes(view.dims[d].axes);
  const WordList<NameId> manual = m_.attrs.As<ManualAxesAttr>(attr).axes;
  return mesh_.DigitsOf(m_, symbols_, view.mesh,
                        axes.first(ManualPrefix(axes, manual)));
}

// If an sdy.data_flow_edge holds the axes that follow the manual axes, only
// these are taken from `in_shardings`.
Layout SpmdVisitor::LayoutOutside(OpId op, ValueId argument) {
  const size_t rank = RankOf(argument);
  const ShardingId sharding = m_.sharding(argument);
  const ValueId holder = HolderOf(m_, argument);
  if (holder == argument || sharding.IsNone()) {
    return mesh_.LayoutOf(m_, symbols_, m_.sharding(holder), rank);
  }
  Layout layout = mesh_.LayoutOf(m_, symbols_, ShardingOf(argument), rank);
  for (size_t d = 0; d < rank; ++d) {
    DigitList digits = ManualDigits(op, argument, d);
    digits.insert(digits.end(), layout[d].begin(), layout[d].end());
    layout[d] = std::move(digits);
  }
  return layout;
}

// The types in the body are local along the manual axes.
void SpmdVisitor::VisitEntry(OpId op) {
  const auto args = m_.args(ManualBody(m_, op));
  DigitList manual;
  std::vector<Part> inside;
  const size_t count = std::min(args.size(), operands_.size());
  for (size_t i = 0; i < count; ++i) {
    const Layout layout = LayoutOutside(op, args[i]);
    Part part = PartOf(static_cast<int>(i));
    if (part.layout.size() == layout.size()) part = e_.Reshard(part, layout);
    const DimSizes whole = part.shape;
    part.shape = ShapeOf(args[i]);
    for (size_t d = 0; d < layout.size() && d < whole.size(); ++d) {
      if (part.shape[d] == 0) {  // no elements, whatever splits them
        for (const uint8_t digit : ManualDigits(op, args[i], d)) {
          if (!HasDigit(manual, digit)) manual.push_back(digit);
        }
        continue;
      }
      int64_t ways = whole[d] / part.shape[d];
      for (const uint8_t digit : layout[d]) {
        if (ways <= 1) break;
        if (!HasDigit(manual, digit)) manual.push_back(digit);
        ways /= mesh_.size(digit);
      }
    }
    inside.push_back(std::move(part));
  }
  const DigitList free = Without(group_, manual);
  for (size_t i = 0; i < inside.size(); ++i) {
    inside[i].layout = Without(inside[i].layout, manual);
    inside[i].group = free;
    DefineResult(static_cast<int32_t>(i), std::move(inside[i]));
  }
  made_->group = GroupId(free);
}

void SpmdVisitor::VisitExit(const Visit& visit) {
  e_.SetCause("result");
  const DigitList manual = Without(
      group_, e_.DigitsOf(scopes_[static_cast<size_t>(visit.inner_scope)]));
  for (int i = 0; i < visit.result_count; ++i) {
    const ValueId result = m_.result(visit.op, i);
    const Layout layout = LayoutOf(result);
    if (static_cast<size_t>(i) >= operands_.size()) {
      Define(result, Blank(result, layout));
      continue;
    }
    Part part = PartOf(i);
    const Layout wanted = Without(layout, manual);
    if (part.layout.size() == wanted.size()) part = e_.Reshard(part, wanted);
    part.shape = ShapeOf(result);
    part.layout = layout;
    part.group = group_;
    Define(result, std::move(part));
  }
}

// Returns the digits of the mesh axes that define the groups, or `all` if they
// can't be determined.
DigitList SpmdVisitor::DigitsOfAxes(AttrId groups, const DigitList& all) const {
  const std::optional<GroupAxes> read = ReadGroupAxes(m_, groups);
  const Mesh* const mesh =
      read ? read->FindMesh(m_, symbols_.FindMesh(m_, read->mesh)) : nullptr;
  return mesh == nullptr ? all : mesh_.DigitsOf(*mesh, read->axes);
}

DigitList SpmdVisitor::CollectiveDigits(OpId op, const DigitList& all) const {
  AttrId attr = FindAttr(m_, op, "replica_groups");
  if (IsStruct(m_, attr, StructId::kReplicaGroupMeshAxes)) {
    return DigitsOfAxes(attr, all);
  }
  const bool is_pairs = attr.IsNone();
  if (is_pairs) attr = FindAttr(m_, op, "source_target_pairs");
  const TypeId type = attr ? ElementsType(m_, attr) : TypeId::None();
  const auto ids =
      DenseI64(m_, op, is_pairs ? "source_target_pairs" : "replica_groups");
  if (type.IsNone() || !ids || m_.types.dims(type).size() != 2) return all;
  const auto members = static_cast<size_t>(m_.types.dims(type)[1]);
  // Indices of devices in the mesh, by device id.
  const std::vector<int64_t>& order = mesh_.mesh().device_ids;
  std::vector<int64_t> places(order.size());
  for (size_t p = 0; p < order.size(); ++p) {
    if (order[p] >= 0 && static_cast<size_t>(order[p]) < places.size()) {
      places[static_cast<size_t>(order[p])] = static_cast<int64_t>(p);
    }
  }
  const auto place_of = [&](int64_t id) {
    return id >= 0 && static_cast<size_t>(id) < places.size()
               ? places[static_cast<size_t>(id)]
               : id;
  };
  DigitList digits;
  int64_t stride = mesh_.devices();
  for (size_t d = 0; d < mesh_.digit_count(); ++d) {
    const int64_t size = mesh_.size(static_cast<uint8_t>(d));
    stride /= size;
    bool differs = false;
    // The members of every group differ in the same digits, so the first group
    // is enough. The digits can vary between source-target pairs, so all of
    // these are checked.
    const size_t count = is_pairs ? ids->size() : members;
    for (size_t i = 0; i < count && i < ids->size() && !differs; ++i) {
      const int64_t first = (*ids)[is_pairs ? i / 2 * 2 : 0];
      differs = place_of((*ids)[i]) / stride % size !=
                place_of(first) / stride % size;
    }
    if (differs) digits.push_back(static_cast<uint8_t>(d));
  }
  return digits;
}

// Follows the unreduced axes back to where they come from. XLA adds up the
// partial sums of an op where the op computes them, even if its result's
// sharding is unreduced. So only arguments of the main function are still
// partial sums.
bool SpmdVisitor::SumsArgument(OpId op) const {
  std::vector<ValueId> values = {m_.operand(op, 0)};
  absl::flat_hash_set<ValueId> seen;
  while (!values.empty()) {
    const ValueId value = values.back();
    values.pop_back();
    const ValueId holder = GetShardableValue(m_, value);
    const ShardingId sharding =
        holder ? m_.sharding(holder) : ShardingId::None();
    if (!sharding || !seen.insert(value).second ||
        m_.shardings.Get(sharding).unreduced == ShardingStore::kEmptyAxes) {
      continue;
    }
    const OpId source = OwningOp(m_, value);
    if (!source) continue;
    if (!m_.IsArg(value)) {
      for (int i = 0; i < m_.operand_count(source); ++i) {
        values.push_back(m_.operand(source, i));
      }
    } else if (m_.HasFuncRow(source)) {
      return true;
    } else if (m_.index(value) < m_.operand_count(source)) {
      values.push_back(m_.operand(source, m_.index(value)));
    }
  }
  return false;
}

DigitList SpmdVisitor::SummedDigits(OpId op) const {
  const AttrId axes = m_.attr(op, name::kReductionAxes);
  const ShardingId sum = m_.sharding(m_.result(op, 0));
  if (!sum || !m_.attrs.Is(axes, AttrKind::kAxisRefList) || !sums_argument_) {
    return {};
  }
  return mesh_.DigitsOf(
      m_, symbols_, m_.shardings.Get(sum).mesh,
      m_.shardings.axes(m_.attrs.As<AxisRefListAttr>(axes).axes));
}

// Visits a collective that the program itself contains.
void SpmdVisitor::VisitCollective(OpId op, Work work) {
  StepKind kind = StepKind::kAllReduce;
  if (work == Work::kAllGather) kind = StepKind::kAllGather;
  if (work == Work::kReduceScatter) kind = StepKind::kReduceScatter;
  if (work == Work::kAllToAll) kind = StepKind::kAllToAll;
  if (work == Work::kPermute) kind = StepKind::kCollectivePermute;
  DigitList manual;
  for (size_t d = 0; d < mesh_.digit_count(); ++d) {
    const auto digit = static_cast<uint8_t>(d);
    if (!HasDigit(group_, digit)) manual.push_back(digit);
  }
  const bool is_sum = IsSdyReduction(m_, op);
  const DigitList digits =
      is_sum ? SummedDigits(op) : CollectiveDigits(op, manual);
  e_.SetCause(is_sum ? "partial sums" : "program");
  const int count = std::min(m_.operand_count(op), m_.result_count(op));
  for (int i = 0; i < count; ++i) {
    const ValueId result = m_.result(op, i);
    const Part operand = PartOf(i);
    Part part = Blank(result, operand.layout);
    if (part.shape.size() != part.layout.size()) {
      part.layout = Layout(part.shape.size());
    }
    part.node = e_.Collect(kind, operand.node, digits, e_.LocalBytes(operand),
                           e_.LocalBytes(part));
    Define(result, std::move(part));
  }
}

}  // namespace shardflow::internal
