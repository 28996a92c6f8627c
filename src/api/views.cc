#include "shardflow/views.h"

#include <utility>

#include "api/convert.h"
#include "api/extend.h"
#include "api/program_impl.h"
#include "api/reshard_steps.h"
#include "api/sharding_info.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "explain/value_names.h"
#include "ir/walk.h"
#include "lower/inner_collectives.h"
#include "lower/step_kind.h"
#include "ops/code_places.h"
#include "ops/extensions.h"
#include "ops/functions.h"
#include "ops/gradients.h"
#include "ops/internal_attrs.h"
#include "ops/op_def.h"
#include "ops/symbols.h"
#include "ops/user_names.h"
#include "text/write.h"

namespace shardflow {

namespace internal {
namespace {

template <class Id, class Tag>
Id Known(Origin origin, Handle<Tag> ref, size_t count) {
  if (!ref || ref.origin != origin) return Id();
  return static_cast<size_t>(ref.index) < count ? Id(ref.index) : Id();
}

// Whether the op is still in the program, together with all ops that enclose
// it.
bool IsLinked(const Module& m, OpId op) {
  return !m.IsErased(op) && (m.op(op).parent || op == m.root());
}

}  // namespace

OpId ToId(const Module& m, Origin origin, OpRef ref) {
  const OpId op = Known<OpId>(origin, ref, m.op_table_size());
  return op && IsLinked(m, op) ? op : OpId::None();
}

BlockId ToId(const Module& m, Origin origin, BlockRef ref) {
  const BlockId block = Known<BlockId>(origin, ref, m.block_table_size());
  // Blocks of an erased op still point to it.
  const OpId parent = block ? m.parent_op(block) : OpId::None();
  return parent && IsLinked(m, parent) ? block : BlockId::None();
}

ValueId ToId(const Module& m, Origin origin, ValueRef ref) {
  const ValueId value = Known<ValueId>(origin, ref, m.value_table_size());
  if (!value) return value;
  if (const OpId def = m.def(value)) {
    const int index = m.index(value);
    const bool there = IsLinked(m, def) && index < m.result_count(def) &&
                       m.result(def, index) == value;
    return there ? value : ValueId::None();
  }
  const BlockId block = ToId(m, origin, ToRef(origin, m.arg_block(value)));
  if (!block) return ValueId::None();
  const auto index = static_cast<size_t>(m.index(value));
  const auto args = m.args(block);
  return index < args.size() && args[index] == value ? value : ValueId::None();
}

}  // namespace internal

using namespace internal;

namespace {

// The module and the origin of the program shown by a view.
struct Look {
  explicit Look(const Program& program)
      : m(ProgramAccess::module(program)),
        origin(ProgramAccess::origin(program)) {}

  template <class Tag>
  auto Id(Handle<Tag> ref) const {
    return ToId(m, origin, ref);
  }
  template <class Range>
  auto Refs(const Range& ids) const {
    std::vector<decltype(ToRef(origin, *ids.begin()))> refs;
    for (const auto id : ids) refs.push_back(ToRef(origin, id));
    return refs;
  }

  const Module& m;
  Origin origin;
};

std::optional<MeshInfo> MeshOf(const Module& m, OpId op) {
  const AttrId attr = m.attr(op, name::kMesh);
  if (m.kind(op) != OpKind::kMesh || !m.attrs.Is(attr, AttrKind::kMesh)) {
    return std::nullopt;
  }
  const MeshId id = m.attrs.As<MeshAttr>(attr).mesh;
  MeshInfo info = ToInfo(m.shardings.mesh(id), m.names);
  info.name = m.names.Get(m.symbol(op));
  return info;
}

std::optional<MeshInfo> MeshOf(const ProgramView& view,
                               const ShardingInfo& sharding) {
  return sharding.inlined_mesh ? sharding.inlined_mesh
                               : view.FindMesh(sharding.mesh);
}

}  // namespace

std::vector<MeshInfo> ProgramView::Meshes() const {
  const Look look(*program_);
  std::vector<MeshInfo> meshes;
  for (const OpId op : look.m.Ops(look.m.body())) {
    if (auto mesh = MeshOf(look.m, op)) meshes.push_back(*std::move(mesh));
  }
  return meshes;
}

std::optional<MeshInfo> ProgramView::FindMesh(std::string_view name) const {
  const Look look(*program_);
  for (const OpId op : look.m.Ops(look.m.body())) {
    const NameId symbol = look.m.symbol(op);
    if (!symbol || look.m.names.Get(symbol) != name) continue;
    if (auto mesh = MeshOf(look.m, op)) return mesh;
  }
  return std::nullopt;
}

std::vector<OpRef> ProgramView::Functions() const {
  const Look look(*program_);
  return look.Refs(shardflow::Functions(look.m));
}

OpRef ProgramView::FindFunction(std::string_view name) const {
  const Look look(*program_);
  for (const OpId op : shardflow::Functions(look.m)) {
    if (look.m.names.Get(look.m.symbol(op)) == name) {
      return ToRef(look.origin, op);
    }
  }
  return {};
}

std::string ProgramView::Symbol(OpRef ref) const {
  const Look look(*program_);
  const OpId op = look.Id(ref);
  const NameId symbol = op ? look.m.symbol(op) : NameId::None();
  return symbol ? std::string(look.m.names.Get(symbol)) : std::string();
}

BlockRef ProgramView::Body(OpRef ref) const {
  const std::vector<BlockRef> blocks = Blocks(ref, 0);
  return blocks.empty() ? BlockRef{} : blocks.front();
}

std::vector<ValueRef> ProgramView::Returned(OpRef function) const {
  const Look look(*program_);
  const OpId op = look.Id(function);
  if (!op || !IsFunction(look.m, op)) return {};
  const OpId returned = ReturnOp(look.m, op);
  return returned ? Operands(ToRef(look.origin, returned))
                  : std::vector<ValueRef>();
}

bool ProgramView::Contains(OpRef op) const {
  return static_cast<bool>(Look(*program_).Id(op));
}

bool ProgramView::Contains(ValueRef value) const {
  return static_cast<bool>(Look(*program_).Id(value));
}

std::string_view ProgramView::Name(OpRef ref) const {
  const Look look(*program_);
  const OpId op = look.Id(ref);
  return op ? look.m.op_name(op) : std::string_view();
}

std::vector<ValueRef> ProgramView::Operands(OpRef ref) const {
  const Look look(*program_);
  const OpId op = look.Id(ref);
  std::vector<ValueRef> operands;
  for (int i = 0; op && i < look.m.operand_count(op); ++i) {
    operands.push_back(ToRef(look.origin, look.m.operand(op, i)));
  }
  return operands;
}

std::vector<ValueRef> ProgramView::Results(OpRef ref) const {
  const Look look(*program_);
  const OpId op = look.Id(ref);
  std::vector<ValueRef> results;
  for (int i = 0; op && i < look.m.result_count(op); ++i) {
    results.push_back(ToRef(look.origin, look.m.result(op, i)));
  }
  return results;
}

std::string ProgramView::Attribute(OpRef ref, std::string_view name) const {
  const Look look(*program_);
  const OpId op = look.Id(ref);
  const NameId key = look.m.names.Find(name);
  std::string text;
  if (!op || !key || IsInternalAttr(name)) return text;
  const AttrId attr = look.m.attr(op, key);
  if (attr) PrintAttr(look.m, attr, text);
  return text;
}

int ProgramView::RegionCount(OpRef ref) const {
  const Look look(*program_);
  const OpId op = look.Id(ref);
  return op ? look.m.region_count(op) : 0;
}

std::vector<BlockRef> ProgramView::Blocks(OpRef ref, int region) const {
  const Look look(*program_);
  const OpId op = look.Id(ref);
  if (!op || region < 0 || region >= look.m.region_count(op)) return {};
  return look.Refs(look.m.Blocks(look.m.region(op, region)));
}

std::vector<OpRef> ProgramView::Ops(BlockRef ref) const {
  const Look look(*program_);
  const BlockId block = look.Id(ref);
  if (!block) return {};
  return look.Refs(look.m.Ops(block));
}

std::vector<ValueRef> ProgramView::Arguments(BlockRef ref) const {
  const Look look(*program_);
  const BlockId block = look.Id(ref);
  if (!block) return {};
  return look.Refs(look.m.args(block));
}

OpRef ProgramView::Parent(BlockRef ref) const {
  const Look look(*program_);
  const BlockId block = look.Id(ref);
  return block ? ToRef(look.origin, look.m.parent_op(block)) : OpRef{};
}

OpRef ProgramView::Parent(OpRef ref) const {
  const Look look(*program_);
  const OpId op = look.Id(ref);
  return op ? ToRef(look.origin, look.m.parent_op(op)) : OpRef{};
}

OpRef ProgramView::DefiningOp(ValueRef ref) const {
  const Look look(*program_);
  const ValueId value = look.Id(ref);
  return value ? ToRef(look.origin, look.m.def(value)) : OpRef{};
}

BlockRef ProgramView::OwningBlock(ValueRef ref) const {
  const Look look(*program_);
  const ValueId value = look.Id(ref);
  return value ? ToRef(look.origin, look.m.arg_block(value)) : BlockRef{};
}

std::vector<OpRef> ProgramView::Users(ValueRef ref) const {
  const Look look(*program_);
  const ValueId value = look.Id(ref);
  std::vector<OpRef> users;
  if (!value) return users;
  for (const UseId use : look.m.Uses(value)) {
    users.push_back(ToRef(look.origin, look.m.use(use).owner));
  }
  return users;
}

std::string ProgramView::Type(ValueRef ref) const {
  const Look look(*program_);
  const ValueId value = look.Id(ref);
  std::string text;
  if (value) PrintType(look.m, look.m.type(value), text);
  return text;
}

OptionalShape ProgramView::Shape(ValueRef ref) const {
  const Look look(*program_);
  const ValueId value = look.Id(ref);
  if (!value || !look.m.types.IsTensor(look.m.type(value))) return std::nullopt;
  const auto dims = look.m.types.dims(look.m.type(value));
  std::vector<int64_t> shape(dims.begin(), dims.end());
  for (int64_t& size : shape) {
    if (size == kDynamicDim) size = -1;
  }
  return shape;
}

std::string ProgramView::ElementType(ValueRef ref) const {
  const Look look(*program_);
  const ValueId value = look.Id(ref);
  std::string text;
  if (!value) return text;
  const TypeId type = look.m.type(value);
  const TypeKind kind = look.m.types.kind(type);
  if (kind == TypeKind::kTensor || kind == TypeKind::kUnrankedTensor) {
    PrintType(look.m, look.m.types.element(type), text);
  }
  return text;
}

std::optional<ShardingInfo> ProgramView::Sharding(ValueRef ref) const {
  const Look look(*program_);
  const ValueId value = look.Id(ref);
  if (!value) return std::nullopt;
  return SeenSharding(
      look.m, value,
      registry_ != nullptr ? &OpRegistryAccess::Get(*registry_) : nullptr);
}

std::string ProgramView::ShardingText(ValueRef ref) const {
  const std::optional<ShardingInfo> sharding = Sharding(ref);
  return sharding ? ToText(*sharding) : std::string();
}

std::optional<ShardingInfo> ProgramView::ResultSharding(OpRef function,
                                                        int i) const {
  const Look look(*program_);
  const OpId op = look.Id(function);
  if (!op || !IsFunction(look.m, op) || i < 0) return std::nullopt;
  const TypeId type = FunctionType(look.m, op);
  const auto index = static_cast<size_t>(i);
  if (!type || index >= look.m.types.result_count(type)) return std::nullopt;
  const ShardingId id = shardflow::ResultSharding(look.m, op, index);
  if (!id) return std::nullopt;
  return ToInfo(look.m.shardings, look.m.names, id);
}

namespace {

std::string LabelOfValue(const Module& m, ValueId value) {
  if (const OpId def = m.def(value)) {
    return internal::StackLabel(internal::NameStack(m, m.loc(def)));
  }
  const OpId home = m.parent_op(m.arg_block(value));
  if (!home || !IsFunction(m, home)) return {};
  return std::string(LocName(m, m.arg_loc(value)));
}

}  // namespace

std::string ProgramView::Label(ValueRef ref) const {
  const Look look(*program_);
  const ValueId value = look.Id(ref);
  return value ? LabelOfValue(look.m, value) : std::string();
}

std::string ProgramView::ResultLabel(OpRef function, int i) const {
  const Look look(*program_);
  const OpId op = look.Id(function);
  if (!op || !IsFunction(look.m, op) || i < 0) return {};
  return std::string(ResultName(look.m, op, static_cast<size_t>(i)));
}

std::string ProgramView::NameStack(OpRef ref) const {
  const Look look(*program_);
  const OpId op = look.Id(ref);
  return op ? std::string(internal::NameStack(look.m, look.m.loc(op)))
            : std::string();
}

std::vector<SourceFrame> ProgramView::Frames(OpRef ref) const {
  const Look look(*program_);
  const OpId op = look.Id(ref);
  std::vector<SourceFrame> frames;
  if (!op) return frames;
  for (const CodeFrame& frame : FramesOf(look.m, look.m.loc(op))) {
    frames.push_back({std::string(frame.function), std::string(frame.file),
                      frame.line, frame.column});
  }
  return frames;
}

std::vector<ValueRef> ProgramView::FindLabelled(
    OpRef function, std::string_view pattern) const {
  const Look look(*program_);
  const OpId op = look.Id(function);
  std::vector<ValueRef> found;
  if (!op || !IsFunction(look.m, op) || IsDeclaration(look.m, op)) return found;
  const auto gradients = GradientNames(look.m, op);
  const auto add = [&](ValueId value) {
    const std::string label = LabelOfValue(look.m, value);
    const auto gradient = gradients.find(value);
    if ((!label.empty() && MatchesName(pattern, label)) ||
        (gradient != gradients.end() &&
         MatchesName(pattern, gradient->second))) {
      found.push_back(ToRef(look.origin, value));
    }
  };
  for (const ValueId arg : look.m.args(EntryBlock(look.m, op))) add(arg);
  WalkPreOrder(look.m, op, [&](OpId inner) {
    if (inner == op) return;
    for (int i = 0; i < look.m.result_count(inner); ++i) {
      add(look.m.result(inner, i));
    }
  });
  return found;
}

ProgramView::Named ProgramView::FindNamed(OpRef function,
                                          std::string_view name) const {
  const Look look(*program_);
  const OpId home = look.Id(function);
  if (!home || !IsFunction(look.m, home) || IsDeclaration(look.m, home)) {
    return {};
  }
  const ValueNames names(look.m, ProgramAccess::names(*program_));
  BestFit<ValueRef> values;
  BestFit<int> results;
  const auto add = [&](ValueId value, int argument) {
    const std::string label = LabelOfValue(look.m, value);
    const std::string gradient = names.LabelOf(value);
    const std::string text = names.Name(value);
    TensorNames known;
    known.text = text;
    known.label = gradient;
    known.op_label = label;
    known.argument = argument;
    values.Add(internal::FitOfName(name, known), ToRef(look.origin, value));
  };
  const auto args = look.m.args(EntryBlock(look.m, home));
  for (size_t i = 0; i < args.size(); ++i) add(args[i], static_cast<int>(i));
  WalkPreOrder(look.m, home, [&](OpId op) {
    if (op == home) return;
    for (int i = 0; i < look.m.result_count(op); ++i) {
      add(look.m.result(op, i), -1);
    }
  });
  const TypeId type = FunctionType(look.m, home);
  for (size_t i = 0; i < look.m.types.result_count(type); ++i) {
    TensorNames known;
    known.label = ResultName(look.m, home, i);
    known.result = static_cast<int>(i);
    results.Add(internal::FitOfName(name, known), known.result);
  }
  KeepBetter(values, results);
  return {std::move(values.found), std::move(results.found)};
}

OptionalShape ProgramView::LocalShape(ValueRef value) const {
  const auto shape = Shape(value);
  const auto sharding = Sharding(value);
  if (!shape || !sharding) return shape;
  const auto mesh = MeshOf(*this, *sharding);
  if (!mesh) return std::nullopt;
  return shardflow::LocalShape(*shape, *sharding, *mesh);
}

std::optional<DeviceSlice> ProgramView::SliceOf(ValueRef value,
                                                int64_t device) const {
  const auto shape = Shape(value);
  const auto sharding = Sharding(value);
  if (!shape || !sharding) return std::nullopt;
  const auto mesh = MeshOf(*this, *sharding);
  if (!mesh) return std::nullopt;
  return DeviceSliceOf(*shape, *sharding, *mesh, device);
}

std::vector<DeviceSlice> ProgramView::Slices(ValueRef value) const {
  const auto shape = Shape(value);
  const auto sharding = Sharding(value);
  if (!shape || !sharding) return {};
  const auto mesh = MeshOf(*this, *sharding);
  if (!mesh) return {};
  return DeviceSlices(*shape, *sharding, *mesh);
}

// --- the plan

namespace {

class Planner {
 public:
  explicit Planner(const Program& program,
                   const BoundExtensions* extensions = nullptr)
      : look_(program),
        symbols_(look_.m),
        steps_(look_.m, symbols_),
        extensions_(extensions),
        taken_(look_.m.op_table_size()) {}

  // Returns nullopt and reports an error if the caller's description of one of
  // its ops (OpExtension::communication) is invalid.
  std::optional<std::vector<PlannedReshard>> Run(Diagnostics& diagnostics) {
    std::vector<PlannedReshard> plan;
    const bool ok = WalkPreOrder(look_.m, look_.m.root(), [&](OpId op) {
      if (IsStep(op)) {
        if (!taken_[op.Slot()]) plan.push_back(From(op));
      } else if (extensions_ != nullptr && !AddInside(op, plan, diagnostics)) {
        return WalkResult::kStop;
      }
      return WalkResult::kAdvance;
    });
    if (!ok) return std::nullopt;
    return plan;
  }

 private:
  bool IsReshard(OpId op) const { return look_.m.kind(op) == OpKind::kReshard; }

  bool IsStep(OpId op) const {
    const Module& m = look_.m;
    if (m.operand_count(op) != 1 || m.result_count(op) != 1) return false;
    if (!m.sharding(m.result(op, 0))) return false;
    return IsReshard(op) || FindStepOp(m.op_name(op));
  }

  // Returns the user of `op`'s result if it is the only user and a step, or
  // None.
  OpId Next(OpId op) const {
    const ValueId result = look_.m.result(op, 0);
    if (!look_.m.HasOneUse(result)) return OpId::None();
    const OpId user = look_.m.use(look_.m.value(result).first_use).owner;
    return IsStep(user) ? user : OpId::None();
  }

  std::optional<ShardingInfo> InfoOf(ValueId value) const {
    return SeenSharding(look_.m, value, nullptr);
  }

  PlannedReshard From(OpId op) {
    PlannedReshard reshard;
    const ValueId value = look_.m.operand(op, 0);
    reshard.value = ToRef(look_.origin, value);
    reshard.from = InfoOf(value);
    reshard.local_bytes = steps_.BytesBefore(op);
    for (OpId at = op; at; at = Next(at)) {
      taken_[at.Slot()] = true;
      reshard.ops.push_back(ToRef(look_.origin, at));
      reshard.steps.push_back(steps_.Of(at));
      reshard.result = ToRef(look_.origin, look_.m.result(at, 0));
      reshard.to = InfoOf(look_.m.result(at, 0));
    }
    return reshard;
  }

  bool AddInside(OpId op, std::vector<PlannedReshard>& plan,
                 Diagnostics& diagnostics) {
    Error error;
    const auto told =
        ToldCollectives(look_.m, symbols_, *extensions_, op, error);
    if (!told) {
      diagnostics.Error(look_.m.Place(op), error);
      return false;
    }
    if (told->empty()) return true;
    PlannedReshard& inside = plan.emplace_back();
    inside.ops = {ToRef(look_.origin, op)};
    inside.inside = true;
    for (const ToldCollective& one : *told) {
      inside.steps.push_back(steps_.Of(one));
    }
    return true;
  }

  const Look look_;
  const SymbolTable symbols_;
  OpSteps steps_;
  const BoundExtensions* const extensions_;
  std::vector<bool> taken_;
};

}  // namespace

std::string_view FindPerDeviceOp(const Program& program) {
  const Module& m = ProgramAccess::module(program);
  OpId found;
  for (const OpId function : Functions(m)) {
    if (m.symbol(function) != name::kMain) continue;
    WalkPreOrder(m, function, [&](OpId op) {
      if (m.kind(op) == OpKind::kManualComputation) return WalkResult::kSkip;
      if (!HasTrait(m, op, kPerDevice)) return WalkResult::kAdvance;
      found = op;
      return WalkResult::kStop;
    });
  }
  return found ? m.op_name(found) : std::string_view();
}

std::vector<PlannedReshard> CommunicationPlan(const Program& program) {
  Diagnostics none;  // without a registry, there are no errors
  return Planner(program).Run(none).value_or(std::vector<PlannedReshard>());
}

std::optional<std::vector<PlannedReshard>> CommunicationPlan(
    const Program& program, const OpRegistry& registry,
    std::vector<Message>& messages) {
  const Module& m = ProgramAccess::module(program);
  const BoundExtensions extensions(OpRegistryAccess::Get(registry), m.names);
  Diagnostics diagnostics;
  auto plan = Planner(program, &extensions).Run(diagnostics);
  AppendMessages(diagnostics, m.source.get(), messages);
  return plan;
}

}  // namespace shardflow
