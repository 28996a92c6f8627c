#ifndef SHARDFLOW_OPS_VERIFY_H_
#define SHARDFLOW_OPS_VERIFY_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/diagnostics.h"
#include "ir/module.h"
#include "sharding/mesh_table.h"
#include "sharding/rule_text.h"
#include "sharding/verify.h"

// Whether a module makes sense: what MLIR's verifier, func, StableHLO's
// structure and sdy demand of it. Run after a parse, and after each pass where
// that is asked for.
//
//   if (!VerifyModule(m, diagnostics)) return false;
//
// In MLIR's order, and each part only if the one before it found nothing:
//   1. each op on its own: its shape, attributes, terminators, what its
//      definition's `verify` demands, sdy's attributes on it;
//   2. symbols: no name twice, then what `verify_uses` demands of ops that
//      name symbols (most of sdy's ops: a mesh is a symbol);
//   3. values are defined before they are used.
// One error is reported for each op at most; all ops are looked at.

namespace shardflow::internal {

// `m` only gets things interned.
[[nodiscard]] bool VerifyModule(Module& m, Diagnostics& diagnostics);

// What VerifyModule says about this op alone: nothing about the ops in its
// regions, nor about the order of definitions and uses. For one who changed
// something at the op, in a module that is otherwise valid.
[[nodiscard]] bool VerifyOp(Module& m, OpId op, Diagnostics& diagnostics);

// What the verifiers of ops share during one VerifyModule.
class VerifyContext {
 public:
  VerifyContext(Module& module, Diagnostics& d) : m(module), diagnostics(d) {}

  Module& m;
  Diagnostics& diagnostics;

  // The symbols of one module op (modules can be nested).
  struct Scope {
    MeshTable meshes;
    absl::flat_hash_map<NameId, OpId> symbols;
  };
  // Of the module op that the op in hand is in.
  const Scope& scope() const { return scopes_[scope_index_]; }
  const MeshTable& meshes() const { return scope().meshes; }
  // Null: unknown.
  const Mesh* FindMesh(MeshRef ref) const {
    const MeshId id = meshes().Find(ref);
    return id ? &m.shardings.mesh(id) : nullptr;
  }
  const Mesh* FindMesh(ShardingId sharding) const {
    return FindMesh(m.shardings.Get(sharding).mesh);
  }
  // Enters the scope of a module op; `index` to come back to an earlier one.
  void EnterModule(OpId module_op);
  size_t scope_index() const { return scope_index_; }
  void SetScope(size_t index) { scope_index_ = index; }

  // Whether a manual_computation is around the op in hand (not the op itself).
  void SetInsideManual(bool inside) { inside_manual_ = inside; }
  bool inside_manual() const { return inside_manual_; }

  // --- errors at an op; both return false. A note is added with Note.
  bool Error(OpId op, std::string message);
  // "'sdy.reshard' op <message>"
  bool OpError(OpId op, std::string_view message);
  void Note(OpId op, std::string message);
  // At the definition of the value.
  void Note(ValueId value, std::string message);

  // "operand mesh: #sdy.mesh<...>" at the value.
  void NoteMesh(ValueId operand, const Mesh& mesh);

  // --- shardings
  // Nothing is wrong with it (apart from manual axes). Remembers the answer.
  bool IsGood(ShardingId sharding, TypeId type);
  // Reports at `op`; `prefix` stands before the fault ("result 1 - ").
  // `type` None: the sharding belongs to no tensor.
  bool CheckSharding(OpId op, ShardingId sharding, TypeId type,
                     std::string_view prefix);
  // One sharding for each type. `what`: "result ", "in_shardings ".
  bool CheckPerValue(OpId op, std::span<const ShardingId> shardings,
                     std::span<const TypeId> types, std::string_view what);
  // "result - " of one value, "result 2 - " of more.
  static std::string ValuePrefix(std::string_view what, size_t count,
                                 size_t index);

  // Reports an axis that a manual_computation around `op` has bound.
  bool ManualAxisError(OpId op, std::string_view prefix, NameId axis,
                       OpId owner);
  // The manual_computation around `op` (not itself) that binds the axis.
  OpId ManualOwner(OpId op, NameId axis) const;

 private:
  // (`Error` alone is the function above.)
  std::optional<struct Error> FindFault(ShardingId sharding, TypeId type) const;
  // Axes bound by manual_computations around the op.
  bool CheckManualAxes(OpId op, ShardingId sharding, std::string_view prefix);

  std::vector<Scope> scopes_;
  size_t scope_index_ = 0;
  bool inside_manual_ = false;
  // (sharding, type) pairs and whether they are without a fault, for each
  // scope; a program has few.
  using GoodKey = std::pair<int64_t, int32_t>;
  absl::flat_hash_map<GoodKey, bool> good_;
  // Good ones that were asked for lately, by a hash that costs nothing.
  std::array<GoodKey, 64> recent_ = NoKeys();
  static std::array<GoodKey, 64> NoKeys() {
    std::array<GoodKey, 64> keys;
    keys.fill({-1, -1});
    return keys;
  }
};

// --- the parts (for VerifyModule)

// `sdy.` attributes in the op's dictionary, its shardings and its rule.
// `look_at_dictionary`: false if it is known to hold none of them.
bool VerifySdyAttributes(VerifyContext& v, OpId op, bool look_at_dictionary);
// `sdy.sharding_rule`.
bool VerifyRule(VerifyContext& v, OpId op, const RuleText& rule);
// `sdy.propagation_edges`.
bool VerifyPropagationEdges(VerifyContext& v, OpId op, AttrId edges);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_VERIFY_H_
