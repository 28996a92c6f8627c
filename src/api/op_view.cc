#include "api/op_view.h"

#include "api/sharding_info.h"
#include "ops/attr_read.h"
#include "ops/extensions.h"
#include "ops/symbols.h"
#include "shardflow/sharding.h"
#include "text/write.h"

namespace shardflow {

using namespace internal;
namespace {

std::string TypeText(const Module& m, ValueId value) {
  std::string text;
  PrintType(m, m.type(value), text);
  return text;
}

std::optional<std::vector<int64_t>> ShapeOf(const Module& m, ValueId value) {
  const TypeId type = m.type(value);
  if (!m.types.IsTensor(type)) return std::nullopt;
  const std::span<const int64_t> dims = m.types.dims(type);
  std::vector<int64_t> shape(dims.begin(), dims.end());
  for (int64_t& size : shape) {
    if (size == kDynamicDim) size = -1;
  }
  return shape;
}

const Module& ModuleOf(const void* module) {
  return *static_cast<const Module*>(module);
}

}  // namespace

std::string_view OpView::name() const {
  return ModuleOf(module_).op_name(OpId(op_));
}

int OpView::operand_count() const {
  return ModuleOf(module_).operand_count(OpId(op_));
}

int OpView::result_count() const {
  return ModuleOf(module_).result_count(OpId(op_));
}

std::string OpView::OperandType(int i) const {
  const Module& m = ModuleOf(module_);
  if (i < 0 || i >= operand_count()) return {};
  return TypeText(m, m.operand(OpId(op_), i));
}

std::string OpView::ResultType(int i) const {
  const Module& m = ModuleOf(module_);
  if (i < 0 || i >= result_count()) return {};
  return TypeText(m, m.result(OpId(op_), i));
}

OptionalShape OpView::OperandShape(int i) const {
  const Module& m = ModuleOf(module_);
  if (i < 0 || i >= operand_count()) return std::nullopt;
  return ShapeOf(m, m.operand(OpId(op_), i));
}

OptionalShape OpView::ResultShape(int i) const {
  const Module& m = ModuleOf(module_);
  if (i < 0 || i >= result_count()) return std::nullopt;
  return ShapeOf(m, m.result(OpId(op_), i));
}

std::optional<std::string> OpView::StringAttribute(
    std::string_view path) const {
  const Module& m = ModuleOf(module_);
  const AttrId attr = AttrAt(m, OpId(op_), path);
  if (!m.attrs.Is(attr, AttrKind::kString)) return std::nullopt;
  return std::string(m.names.Get(m.attrs.StringValue(attr)));
}

std::optional<int64_t> OpView::IntegerAttribute(std::string_view path) const {
  const Module& m = ModuleOf(module_);
  return IntegerAt(m, OpId(op_), path);
}

std::vector<int64_t> OpView::IntegerArrayAttribute(
    std::string_view path) const {
  const Module& m = ModuleOf(module_);
  const std::span<const int64_t> items =
      I64Array(m, AttrAt(m, OpId(op_), path));
  return {items.begin(), items.end()};
}

namespace {

// Returns the mesh of the sharding, or nullopt if the program lacks it.
std::optional<MeshInfo> MeshOf(const Module& m, const ShardingInfo& sharding) {
  if (sharding.inlined_mesh) return sharding.inlined_mesh;
  const MeshId mesh = SymbolTable(m).FindMesh(m, m.names.Find(sharding.mesh));
  if (mesh.IsNone()) return std::nullopt;
  return ToInfo(m.shardings.mesh(mesh), m.names);
}

std::optional<std::vector<int64_t>> LocalShapeOf(
    const Module& m, std::optional<std::vector<int64_t>> shape,
    const std::optional<ShardingInfo>& sharding) {
  if (!shape || !sharding) return shape;
  const std::optional<MeshInfo> mesh = MeshOf(m, *sharding);
  return mesh ? LocalShape(*shape, *sharding, *mesh) : std::nullopt;
}

}  // namespace

std::optional<ShardingInfo> ShardedOpView::OperandSharding(int i) const {
  const Module& m = ModuleOf(module_);
  if (i < 0 || i >= operand_count()) return std::nullopt;
  return SeenSharding(m, m.operand(OpId(op_), i),
                      static_cast<const OpExtensions*>(extensions_));
}

std::optional<ShardingInfo> ShardedOpView::ResultSharding(int i) const {
  const Module& m = ModuleOf(module_);
  if (i < 0 || i >= result_count()) return std::nullopt;
  return SeenSharding(m, m.result(OpId(op_), i),
                      static_cast<const OpExtensions*>(extensions_));
}

OptionalShape ShardedOpView::OperandLocalShape(int i) const {
  return LocalShapeOf(ModuleOf(module_), OperandShape(i), OperandSharding(i));
}

OptionalShape ShardedOpView::ResultLocalShape(int i) const {
  return LocalShapeOf(ModuleOf(module_), ResultShape(i), ResultSharding(i));
}

int OpView::region_count() const {
  return ModuleOf(module_).region_count(OpId(op_));
}

int OpView::ArgumentCount(int region) const {
  const Module& m = ModuleOf(module_);
  const BlockId block = EntryOf(m, OpId(op_), region);
  return block ? static_cast<int>(m.args(block).size()) : 0;
}

int OpView::TerminatorOperandCount(int region) const {
  const Module& m = ModuleOf(module_);
  const BlockId block = EntryOf(m, OpId(op_), region);
  const OpId last = block ? m.terminator(block) : OpId::None();
  return last ? m.operand_count(last) : 0;
}

}  // namespace shardflow
