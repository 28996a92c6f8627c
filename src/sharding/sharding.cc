#include "sharding/sharding.h"

#include <limits>
#include <utility>

#include "absl/container/inlined_vector.h"

namespace shardflow::internal {
namespace {

// A sharding is interned as five words, followed by its dimensions.
constexpr size_t kHeaderWords = 5;
constexpr size_t kDimWords = sizeof(DimSharding) / sizeof(int32_t);
static_assert(sizeof(DimSharding) == 12);

}  // namespace

int64_t Mesh::TotalSize() const {
  int64_t total = 1;
  for (const MeshAxis& axis : axes) {
    if (__builtin_mul_overflow(total, axis.size, &total)) {
      return std::numeric_limits<int64_t>::max();
    }
  }
  return total;
}

bool IsIota(std::span<const int64_t> ids) {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

ShardingStore::ShardingStore() {
  const AxisListId empty = InternAxes({});
  SHARDFLOW_CHECK(empty == kEmptyAxes);
}

MeshId ShardingStore::InternMesh(Mesh mesh) {
  // In a mesh without axes, the one device id says which device holds
  // everything, so it is kept.
  if (!mesh.axes.empty() && IsIota(mesh.device_ids) &&
      static_cast<int64_t>(mesh.device_ids.size()) == mesh.TotalSize()) {
    mesh.device_ids.clear();
  }
  std::vector<int64_t> words;
  words.reserve(1 + 2 * mesh.axes.size() + mesh.device_ids.size());
  words.push_back(static_cast<int64_t>(mesh.axes.size()));
  for (const MeshAxis& axis : mesh.axes) {
    words.push_back(axis.name.index);
    words.push_back(axis.size);
  }
  words.insert(words.end(), mesh.device_ids.begin(), mesh.device_ids.end());
  const MeshId id = mesh_words_.Intern(words);
  if (id.Slot() == meshes_.size()) meshes_.push_back(std::move(mesh));
  return id;
}

ShardingId ShardingStore::Intern(const TensorSharding& sharding) {
  absl::InlinedVector<int32_t, kHeaderWords + 8 * kDimWords> words(
      kHeaderWords + kDimWords * sharding.dims.size());
  words[0] = sharding.mesh.mesh.code();
  words[1] = (sharding.replicated ? sharding.replicated : kEmptyAxes).index;
  words[2] = (sharding.unreduced ? sharding.unreduced : kEmptyAxes).index;
  words[3] = static_cast<int32_t>(sharding.reduction);
  words[4] = 0;
  for (size_t i = 0; i < sharding.dims.size(); ++i) {
    const DimSharding& dim = sharding.dims[i];
    words[kHeaderWords + kDimWords * i] =
        (dim.axes ? dim.axes : kEmptyAxes).index;
    words[kHeaderWords + kDimWords * i + 1] = dim.closed;
    words[kHeaderWords + kDimWords * i + 2] = dim.priority;
  }
  return shardings_.Intern(words);
}

ShardingView ShardingStore::Get(ShardingId id) const {
  const std::span<const int32_t> words = shardings_.Get(id);
  ShardingView view;
  view.mesh = {Either<NameId, MeshId>::FromCode(words[0])};
  view.replicated = AxisListId(words[1]);
  view.unreduced = AxisListId(words[2]);
  view.reduction = static_cast<ReductionKind>(words[3]);
  view.dims = {
      reinterpret_cast<const DimSharding*>(words.data() + kHeaderWords),
      (words.size() - kHeaderWords) / kDimWords};
  return view;
}

ShardingId ShardingStore::FullyOpen(MeshRef mesh, size_t rank) {
  TensorSharding sharding;
  sharding.mesh = mesh;
  sharding.dims.assign(rank, {kEmptyAxes, /*closed=*/0, kNoPriority});
  return Intern(sharding);
}

ShardingId ShardingStore::FullyClosed(MeshRef mesh, size_t rank) {
  TensorSharding sharding;
  sharding.mesh = mesh;
  sharding.dims.assign(rank, {kEmptyAxes, /*closed=*/1, kNoPriority});
  return Intern(sharding);
}

}  // namespace shardflow::internal
