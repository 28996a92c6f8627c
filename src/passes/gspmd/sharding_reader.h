#ifndef SHARDFLOW_PASSES_GSPMD_SHARDING_READER_H_
#define SHARDFLOW_PASSES_GSPMD_SHARDING_READER_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/diagnostics.h"
#include "gspmd/hlo_sharding.h"
#include "gspmd/to_axes.h"
#include "ir/module.h"

// The HloShardings of a program and the mesh that they have in common.

namespace shardflow::internal {

class ShardingReader {
 public:
  ShardingReader(Module& m, Diagnostics& diagnostics)
      : m_(m), diagnostics_(diagnostics) {}

  // Parses `text` if it hasn't been parsed before. Reports errors at `op`.
  // Returns false on error.
  [[nodiscard]] bool Collect(NameId text, OpId op);
  bool empty() const { return texts_.empty(); }
  // Whether any sharding names its mesh and axes (V3).
  bool HasNamed() const;
  // Finds the common mesh, once all shardings are collected: the module's mesh,
  // or else a new one, which is inserted. Also inserts meshes for single
  // devices.
  [[nodiscard]] bool FindMesh();

  // Returns the sharding that a collected text describes.
  const gspmd::HloSharding& Get(NameId text) const {
    return shardings_[by_text_.at(text)];
  }
  // Returns the sharding of one value, or of one element of a tuple, on the
  // mesh. None on error.
  ShardingId Convert(const gspmd::HloSharding& leaf, size_t rank, OpId op,
                     bool keep_open = false);
  // Finds the axes along which the sharding is manual. Returns false on
  // error, for example if only a part of an axis is manual.
  [[nodiscard]] bool ManualAxes(const gspmd::HloSharding& leaf, OpId op,
                                std::vector<NameId>& axes);

  bool Fail(OpId op, NameId text, const Error& error);
  bool Fail(OpId op, std::string message);

 private:
  bool UseMeshOf(OpId mesh_op);
  NameId AddMeshOp(const Mesh& mesh, std::string_view name);
  MeshRef EmptyMesh();

  Module& m_;
  Diagnostics& diagnostics_;
  absl::flat_hash_map<NameId, size_t> by_text_;
  std::vector<NameId> texts_;
  std::vector<OpId> first_op_;  // parallel to texts_
  std::vector<gspmd::HloSharding> shardings_;
  gspmd::ImportMesh mesh_;
  Mesh module_mesh_;  // mesh_ with the module's names
  MeshRef mesh_ref_;
  NameId empty_mesh_;  // None until a sharding is on the empty mesh
  absl::flat_hash_map<int64_t, NameId> single_device_meshes_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_GSPMD_SHARDING_READER_H_
