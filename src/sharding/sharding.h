#ifndef SHARDFLOW_SHARDING_SHARDING_H_
#define SHARDFLOW_SHARDING_SHARDING_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/either.h"
#include "base/id.h"
#include "base/intern.h"

// Meshes and shardings as the text spells them, interned. For example, this is
// the text of a TensorSharding:
//
//   #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}p1, {}], replicated={"z"}>
//
// It consists of a mesh reference, a DimSharding for each dimension (with its
// axes from major to minor, whether it is open or closed, and its priority),
// and the replicated and unreduced axes. Equal shardings have equal ids. "No
// sharding" is ShardingId::None(), which is not the fully open sharding: they
// differ in the text.
//
// A sharding here is well-formed, but need not make sense: for example, an axis
// may be missing from the mesh. sharding/verify.h checks that. Propagation uses
// axes that are bound to a mesh (sharding/resolved.h).

namespace shardflow::internal {

struct MeshTag {};
struct AxisListTag {};
struct ShardingTag {};
using MeshId = Id<MeshTag>;
using AxisListId = Id<AxisListTag>;
using ShardingId = Id<ShardingTag>;

// One axis of a mesh, such as `"x"=4`. `zero` fills the padding, as in AxisRef.
struct MeshAxis {
  NameId name;
  int32_t zero = 0;
  int64_t size = 1;

  friend bool operator==(const MeshAxis&, const MeshAxis&) = default;
};

// A mesh, such as `<["x"=4, "y"=2], device_ids=[...]>`. If `device_ids` is
// empty, the ids are 0, 1, 2, .... An interned mesh that has axes never lists
// these default ids.
struct Mesh {
  std::vector<MeshAxis> axes;
  std::vector<int64_t> device_ids;

  // Whether it is `<[]>`, a placeholder that any mesh may replace.
  bool IsEmpty() const { return axes.empty() && device_ids.empty(); }
  // Whether it is a mesh like `<[], device_ids=[3]>`, which puts everything on
  // one device.
  bool IsMaximal() const { return axes.empty() && device_ids.size() == 1; }
  // Returns the position of the axis, or -1.
  int AxisIndex(NameId name) const {
    for (size_t i = 0; i < axes.size(); ++i) {
      if (axes[i].name == name) return static_cast<int>(i);
    }
    return -1;
  }
  // Returns the number of devices, which is the product of the axis sizes (1 if
  // there are none), or INT64_MAX if it is larger.
  int64_t TotalSize() const;

  friend bool operator==(const Mesh&, const Mesh&) = default;
};

// Whether the ids are 0, 1, 2, ...; true if there are none.
bool IsIota(std::span<const int64_t> ids);

// A full axis `"x"` (pre_size = size = 0) or a sub-axis `"x":(pre)size`. The
// numbers may be invalid until they are verified. `zero` fills the padding,
// because lists of axes are interned as bytes.
struct AxisRef {
  NameId name;
  int32_t zero = 0;
  int64_t pre_size = 0;
  int64_t size = 0;

  bool IsFull() const { return size == 0 && pre_size == 0; }
  static AxisRef Full(NameId name) { return {name, 0, 0, 0}; }
  static AxisRef Sub(NameId name, int64_t pre_size, int64_t size) {
    return {name, 0, pre_size, size};
  }
  friend bool operator==(const AxisRef&, const AxisRef&) = default;
};

constexpr int32_t kNoPriority = -1;

struct DimSharding {
  AxisListId axes;
  int32_t closed = 1;  // a bool; 32 bits avoid padding
  int32_t priority = kNoPriority;

  friend bool operator==(const DimSharding&, const DimSharding&) = default;
};

// Shardy has no kProduct: we use it only for all_reduces, and only while a
// program is turned into its per-device form.
enum class ReductionKind : int32_t {
  kSum = 0,
  kMax = 1,
  kMin = 2,
  kProduct = 3,
};

// The mesh of a sharding: a symbol that names it (`@mesh`) or an inlined mesh.
struct MeshRef {
  Either<NameId, MeshId> mesh;

  static MeshRef Symbol(NameId name) { return {name}; }
  static MeshRef Inlined(MeshId mesh) { return {mesh}; }
  bool IsInlined() const { return mesh.Is<MeshId>(); }
  NameId symbol() const { return mesh.Get<NameId>(); }
  MeshId inlined() const { return mesh.Get<MeshId>(); }
  friend bool operator==(MeshRef, MeshRef) = default;
};

// A read-only view of a sharding. `dims` points into the store.
struct ShardingView {
  MeshRef mesh;
  std::span<const DimSharding> dims;
  AxisListId replicated;
  AxisListId unreduced;
  ReductionKind reduction = ReductionKind::kSum;

  size_t rank() const { return dims.size(); }
};

// A mutable sharding, used to build a new sharding or edit an existing one.
struct TensorSharding {
  MeshRef mesh;
  std::vector<DimSharding> dims;
  AxisListId replicated;
  AxisListId unreduced;
  ReductionKind reduction = ReductionKind::kSum;

  TensorSharding() = default;
  explicit TensorSharding(const ShardingView& view)
      : mesh(view.mesh),
        dims(view.dims.begin(), view.dims.end()),
        replicated(view.replicated),
        unreduced(view.unreduced),
        reduction(view.reduction) {}
};

// Interns meshes, axis lists and shardings. Names are ids in the module's
// StringStore; this store never looks at their text.
class ShardingStore {
 public:
  ShardingStore();

  // Device ids 0, 1, 2, ... are dropped, so that equal meshes get equal ids.
  MeshId InternMesh(Mesh mesh);
  const Mesh& mesh(MeshId id) const { return meshes_[id.Slot()]; }
  size_t mesh_count() const { return meshes_.size(); }

  // The id of the empty list, in every store.
  static constexpr AxisListId kEmptyAxes = AxisListId(0);
  AxisListId InternAxes(std::span<const AxisRef> axes) {
    return axis_lists_.Intern(axes);
  }
  std::span<const AxisRef> axes(AxisListId id) const {
    return axis_lists_.Get(id);
  }
  size_t axis_list_count() const { return axis_lists_.size(); }

  ShardingId Intern(const TensorSharding& sharding);
  ShardingView Get(ShardingId id) const;
  size_t sharding_count() const { return shardings_.size(); }

  // Return a sharding on `mesh` whose dimensions are all `{?}` (open) or all
  // `{}` (closed).
  ShardingId FullyOpen(MeshRef mesh, size_t rank);
  ShardingId FullyClosed(MeshRef mesh, size_t rank);

  // Meshes aren't counted, because a program has only a handful of them.
  size_t MemoryBytes() const {
    return axis_lists_.MemoryBytes() + shardings_.MemoryBytes();
  }

 private:
  std::vector<Mesh> meshes_;
  ArrayStore<MeshId, int64_t> mesh_words_;
  ArrayStore<AxisListId, AxisRef> axis_lists_;
  ArrayStore<ShardingId, int32_t> shardings_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_SHARDING_H_
