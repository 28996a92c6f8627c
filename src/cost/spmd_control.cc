#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cost/spmd_visitor.h"
#include "ir/module.h"
#include "lower/axes.h"
#include "ops/attr_read.h"
#include "ops/attr_tables.h"
#include "ops/trip_count.h"

// Loops, branches, manual computations and the collectives inside them.

namespace shardflow::internal {

void SpmdVisitor::DefineArguments(BlockId block, int32_t local,
                                  std::span<const Layout> layouts) {
  const int32_t outer = e_.block();
  e_.SetBlock(local);
  size_t i = 0;
  for (const ValueId argument : m_.args(block)) {
    Part part = Blank(
        argument, i < layouts.size() ? layouts[i] : Layout(RankOf(argument)));
    if (part.layout.size() != part.shape.size()) {
      part.layout = Layout(part.shape.size());
    }
    ++i;
    part.node = e_.Add(Work::kNone, {}, e_.LocalBytes(part));
    e_.program().nodes[static_cast<size_t>(part.node)].is_block_argument = true;
    e_.program().blocks[static_cast<size_t>(local)].arguments.push_back(
        part.node);
    Define(argument, std::move(part));
  }
  e_.SetBlock(outer);
}

void SpmdVisitor::VisitLoop(OpId op) {
  if (m_.region_count(op) != 2) return VisitWhole(op, Work::kOther);
  std::vector<Layout> layouts;
  std::vector<NodeId> operands;
  const int count = std::min(m_.operand_count(op), m_.result_count(op));
  for (int i = 0; i < count; ++i) {
    layouts.push_back(LayoutOf(m_.result(op, i)));
    const Part part = PartOf(m_.operand(op, i));
    operands.push_back(part.layout.size() == layouts.back().size()
                           ? e_.Reshard(part, layouts.back()).node
                           : part.node);
  }
  LocalProgram& program = e_.program();
  const int64_t times =
      program.blocks[static_cast<size_t>(e_.block())].executions;
  const std::optional<int64_t> trips = TripCount(m_, op);
  if (!trips) program.unknown_loops.push_back(op);
  const NodeId loop = e_.Add(Work::kLoop, operands, 0);
  for (const int region : {0, 1}) {
    const BlockId block = m_.first_block(m_.region(op, region));
    if (block.IsNone()) continue;
    const int32_t local = NewBlock(
        region == 0 ? times : SaturatingProduct(times, trips.value_or(1)),
        loop);
    CostNode& node = program.nodes[static_cast<size_t>(loop)];
    if (node.first_block < 0) node.first_block = local;
    ++node.block_count;
    DefineArguments(block, local, layouts);
    jobs_.push_back(
        {block, local, region == 0 ? std::vector<Layout>(1) : layouts, group_});
  }
  for (int i = 0; i < count; ++i) {
    const ValueId result = m_.result(op, i);
    Part part = Blank(result, layouts[static_cast<size_t>(i)]);
    const NodeId from[] = {operands[static_cast<size_t>(i)], loop};
    part.node = e_.Add(Work::kView, from, e_.LocalBytes(part));
    program.nodes[static_cast<size_t>(part.node)].is_alias = true;
    Define(result, std::move(part));
  }
}

void SpmdVisitor::VisitBranches(OpId op) {
  std::vector<NodeId> operands;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    operands.push_back(e_.Replicate(PartOf(m_.operand(op, i))).node);
  }
  std::vector<Layout> layouts;
  for (int i = 0; i < m_.result_count(op); ++i) {
    layouts.push_back(LayoutOf(m_.result(op, i)));
  }
  LocalProgram& program = e_.program();
  const int64_t times =
      program.blocks[static_cast<size_t>(e_.block())].executions;
  const NodeId branches = e_.Add(Work::kBranches, operands, 0);
  for (int region = 0; region < m_.region_count(op); ++region) {
    const BlockId block = m_.first_block(m_.region(op, region));
    if (block.IsNone()) continue;
    const int32_t local = NewBlock(times, branches);
    CostNode& node = program.nodes[static_cast<size_t>(branches)];
    if (node.first_block < 0) node.first_block = local;
    ++node.block_count;
    DefineArguments(block, local, {});
    jobs_.push_back({block, local, layouts, group_});
  }
  for (int i = 0; i < m_.result_count(op); ++i) {
    const ValueId result = m_.result(op, i);
    Part part = Blank(result, layouts[static_cast<size_t>(i)]);
    const NodeId from[] = {branches};
    part.node = e_.Add(Work::kOther, from, e_.LocalBytes(part));
    Define(result, std::move(part));
  }
}

// The types in the body are local to the manual axes.
void SpmdVisitor::VisitManual(OpId op) {
  const BlockId block = m_.region_count(op) == 1
                            ? m_.first_block(m_.region(op, 0))
                            : BlockId::None();
  if (block.IsNone()) return VisitWhole(op, Work::kOther);
  DigitList manual;
  const auto args = m_.args(block);
  std::vector<Part> inside;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    if (static_cast<size_t>(i) >= args.size()) break;
    const ValueId argument = args[static_cast<size_t>(i)];
    // `in_shardings` has the argument's sharding, including the manual axes.
    const Layout layout =
        mesh_.LayoutOf(m_, symbols_, m_.sharding(argument), RankOf(argument));
    Part part = PartOf(m_.operand(op, i));
    if (part.layout.size() == layout.size()) part = e_.Reshard(part, layout);
    const Shape whole = part.shape;
    part.shape = ShapeOf(argument);
    for (size_t d = 0; d < layout.size(); ++d) {
      int64_t ways = part.shape[d] > 0 ? whole[d] / part.shape[d] : 1;
      for (const uint8_t digit : layout[d]) {
        if (ways <= 1) break;
        if (!HasDigit(manual, digit)) manual.push_back(digit);
        ways /= mesh_.size(digit);
      }
    }
    inside.push_back(std::move(part));
  }
  DigitList free;
  for (const uint8_t digit : group_) {
    if (!HasDigit(manual, digit)) free.push_back(digit);
  }
  for (size_t i = 0; i < inside.size(); ++i) {
    inside[i].layout = Without(inside[i].layout, manual);
    inside[i].group = free;
    Define(args[i], inside[i]);
  }
  // The body's nodes go into the block that contains the op.
  const DigitList outer = group_;
  SetGroup(free);
  const OpId end = m_.terminator(block);
  for (const OpId inner : m_.Ops(block)) {
    if (inner == end) break;
    e_.SetSource(inner);
    e_.SetCause("operand");
    Visit(inner);
  }
  std::vector<Part> ends;
  for (int i = 0; end && i < m_.operand_count(end); ++i) {
    ends.push_back(PartOf(m_.operand(end, i)));
  }
  SetGroup(outer);
  for (int i = 0; i < m_.result_count(op); ++i) {
    const ValueId result = m_.result(op, i);
    const Layout layout = LayoutOf(result);
    if (static_cast<size_t>(i) >= ends.size()) {
      Define(result, Blank(result, layout));
      continue;
    }
    Part part = ends[static_cast<size_t>(i)];
    const Layout wanted = Without(layout, manual);
    if (part.layout.size() == wanted.size()) part = e_.Reshard(part, wanted);
    part.shape = ShapeOf(result);
    part.layout = layout;
    part.group = group_;
    Define(result, std::move(part));
  }
}

void SpmdVisitor::VisitNamed(OpId op) {
  error_ = "the program has named computations; export it first";
  VisitWhole(op, Work::kOther);
}

// Returns the digits of groups that are given by axes of a mesh, or `all` if
// the digits can't be determined.
DigitList SpmdVisitor::DigitsOfAxes(AttrId groups, const DigitList& all) const {
  const AttrId mesh = StructField(m_, groups, 0);
  std::optional<MeshRef> ref;
  if (m_.attrs.Is(mesh, AttrKind::kSymbolRef)) {
    ref = MeshRef::Symbol(m_.attrs.SymbolRoot(mesh));
  } else if (m_.attrs.Is(mesh, AttrKind::kMesh)) {
    ref = MeshRef::Inlined(m_.attrs.As<MeshAttr>(mesh).mesh);
  }
  const AttrId list = StructField(m_, groups, 1);
  if (!ref || symbols_.FindMesh(m_, *ref).IsNone() ||
      !m_.attrs.Is(list, AttrKind::kArray)) {
    return all;
  }
  std::vector<AxisRef> axes;
  for (size_t i = 0; i < m_.attrs.ArraySize(list); ++i) {
    const AttrId axis = m_.attrs.ArrayItem(list, i);
    if (!IsStruct(m_, axis, StructId::kStablehloAxisRef)) return all;
    const NameId name = m_.attrs.StringValue(StructField(m_, axis, 0));
    const AttrId sub = StructField(m_, axis, 1);
    axes.push_back(
        IsStruct(m_, sub, StructId::kStablehloSubAxisInfo)
            ? AxisRef::Sub(name, m_.attrs.IntegerValue(StructField(m_, sub, 0)),
                           m_.attrs.IntegerValue(StructField(m_, sub, 1)))
            : AxisRef::Full(name));
  }
  return mesh_.DigitsOf(m_, symbols_, *ref, axes);
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
    // is enough. Each source-target pair may differ in other digits.
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

// A collective that the program itself contains.
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
  e_.SetCause("program");
  const int count = std::min(m_.operand_count(op), m_.result_count(op));
  for (int i = 0; i < count; ++i) {
    const ValueId result = m_.result(op, i);
    const Part operand = PartOf(m_.operand(op, i));
    Part part = Blank(result, operand.layout);
    if (part.shape.size() != part.layout.size()) {
      part.layout = Layout(part.shape.size());
    }
    part.node = e_.Collect(kind, operand.node, CollectiveDigits(op, manual),
                           e_.LocalBytes(operand), e_.LocalBytes(part));
    Define(result, std::move(part));
  }
}

}  // namespace shardflow::internal
