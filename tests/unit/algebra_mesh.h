#ifndef SHARDFLOW_TESTS_UNIT_ALGEBRA_MESH_H_
#define SHARDFLOW_TESTS_UNIT_ALGEBRA_MESH_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/intern.h"
#include "sharding/mesh_table.h"
#include "sharding/projection.h"
#include "sharding/resolved.h"
#include "sharding/rule.h"
#include "sharding/sharding.h"

// A mesh, with axes, shardings and rules on it. Tests of the algebra write
// these in a short notation, which is sdy's without quotes and spaces.
//
//   TestMesh w("a=2,b=4");
//   w.Sharding("[{a,?},{b:(1)2}p1] rep={b:(2)2}")     // on @mesh
//   w.Sharding("@other [{}]")
//   w.Rule("([i,k],[k,j])->([i,j]) {8,16,4} red={k}")  // sizes of i, j, k
//
// A mistake in the notation is a test failure.

namespace shardflow::internal {

struct TestMesh {
  explicit TestMesh(std::string_view mesh_axes) {
    mesh_id = AddMesh("mesh", mesh_axes);
  }
  TestMesh(const TestMesh&) = delete;
  TestMesh& operator=(const TestMesh&) = delete;

  // Adds a mesh, such as "a=2,b=4", "" (an empty mesh) or "#3" (a maximal
  // mesh).
  MeshId AddMesh(std::string_view name, std::string_view axes);
  const Mesh& mesh() const { return store.mesh(mesh_id); }
  MeshRef Ref(std::string_view name) {
    return MeshRef::Symbol(names.Intern(name));
  }

  AxisRef Axis(std::string_view text);               // e.g. "a:(1)2"
  std::vector<AxisRef> Axes(std::string_view text);  // e.g. "a,b:(1)2"
  ShardingId Sharding(std::string_view text);        // "none" means None()
  std::vector<ShardingId> Shardings(
      std::initializer_list<std::string_view> texts);
  RuleId Rule(std::string_view text);

  std::string Text(const AxisRef& axis) const;
  std::string Text(std::span<const AxisRef> axes) const;
  std::string Text(ShardingId id) const;
  // Returns text such as "i: a,b? j: c! over{d} | rep{e}", where "?" means open
  // and "!" means minor-most.
  std::string Text(const Projection& projection, size_t tensor) const;

  StringStore names;
  ShardingStore store;
  RuleStore rules;
  MeshTable meshes;
  MeshId mesh_id;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_UNIT_ALGEBRA_MESH_H_
