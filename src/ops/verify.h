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

// Checks whether a module is valid: by MLIR's own rules, those of the func and
// sdy dialects, and those about the structure of StableHLO ops. Called after
// parsing and, if the user asks for it, after each pass.
//
//   if (!VerifyModule(m, diagnostics)) return false;
//
// The steps and their order are the same as in MLIR's verifier. A step runs
// only if the previous one found no error:
//   1. each op on its own: its structure, attributes, terminators, the `verify`
//      function of its definition, sdy's attributes on it;
//   2. symbols: names are distinct, and then `verify_uses` of ops that name
//      symbols (most of sdy's ops: a mesh is a symbol);
//   3. values are defined before they are used.
// All ops are checked, but the checks of an op stop at its first error.

namespace shardflow::internal {

// `m` isn't changed, except that types and shardings may be interned and that a
// valid module is marked as valid (Module::verified).
[[nodiscard]] bool VerifyModule(Module& m, Diagnostics& diagnostics);

// Checks this op alone: not the ops in its regions, and not the order of
// definitions and uses. For callers that changed an op in an otherwise valid
// module.
[[nodiscard]] bool VerifyOp(Module& m, OpId op, Diagnostics& diagnostics);

// Whether an edit of the op, or erasing it, leaves all other ops valid that
// were valid before, apart from the op that encloses a terminator and from
// edges of the values that got new uses. False for ops that the checks of other
// ops depend on, such as barriers and edges.
bool MattersOnlyToItself(const Module& m, OpId op);
// Whether these ops, which were edited or added in an otherwise valid module,
// are valid at their places. May return false for a valid module whose blocks
// form a control-flow graph.
[[nodiscard]] bool AreValidInPlace(Module& m, std::span<const OpId> ops);

// The state that the verifiers of ops share during one call to VerifyModule.
class VerifyContext {
 public:
  VerifyContext(Module& module, Diagnostics& d) : m(module), diagnostics(d) {}

  Module& m;
  Diagnostics& diagnostics;

  // The symbols of one module op. (Modules can be nested.)
  struct Scope {
    MeshTable meshes;
    absl::flat_hash_map<NameId, OpId> symbols;
  };
  // Returns the scope of the module op that contains the current op.
  const Scope& scope() const { return scopes_[scope_index_]; }
  const MeshTable& meshes() const { return scope().meshes; }
  // Returns null for an unknown mesh.
  const Mesh* FindMesh(MeshRef ref) const {
    const MeshId id = meshes().Find(ref);
    return id ? &m.shardings.mesh(id) : nullptr;
  }
  const Mesh* FindMesh(ShardingId sharding) const {
    return FindMesh(m.shardings.Get(sharding).mesh);
  }
  // Enters the scope of a module op. SetScope returns to an earlier scope.
  void EnterModule(OpId module_op);
  size_t scope_index() const { return scope_index_; }
  void SetScope(size_t index) { scope_index_ = index; }

  // Whether the current op is inside a manual_computation.
  void SetInsideManual(bool inside) { inside_manual_ = inside; }
  bool inside_manual() const { return inside_manual_; }

  // --- errors and notes

  // Reports an error at the op. Returns false, as does OpError.
  bool Error(OpId op, std::string message);
  // Reports "'sdy.reshard' op <message>".
  bool OpError(OpId op, std::string_view message);
  // Adds a note to the last error.
  void Note(OpId op, std::string message);
  // Adds a note at the definition of the value.
  void Note(ValueId value, std::string message);

  // Adds the note "operand mesh: #sdy.mesh<...>" at the value.
  void NoteMesh(ValueId operand, const Mesh& mesh);

  // --- shardings

  // Whether the sharding is valid, apart from manual axes (cached).
  bool IsGood(ShardingId sharding, TypeId type);
  // Checks a sharding. An error is reported at `op` and begins with `prefix`
  // ("result 1 - "). `type` is None for a sharding that doesn't belong to a
  // tensor.
  bool CheckSharding(OpId op, ShardingId sharding, TypeId type,
                     std::string_view prefix);
  // Checks that there is one sharding for each type, and that it is valid or
  // None. `what` is "result " or "in_shardings ".
  bool CheckPerValue(OpId op, std::span<const ShardingId> shardings,
                     std::span<const TypeId> types, std::string_view what);
  // For "result ", returns "result - " if there is one value, and "result 2 - "
  // if there are several.
  static std::string ValuePrefix(std::string_view what, size_t count,
                                 size_t index);

  // Reports that `owner`, a manual_computation around `op`, binds the axis.
  bool ManualAxisError(OpId op, std::string_view prefix, NameId axis,
                       OpId owner);
  // Returns the outermost manual_computation around `op` (not `op` itself) that
  // binds the axis, or None.
  OpId ManualOwner(OpId op, NameId axis) const;

 private:
  // (`struct` is needed because the member function Error hides the type.)
  std::optional<struct Error> FindFault(ShardingId sharding, TypeId type) const;
  // Checks the axes against those bound by manual_computations around the op.
  bool CheckManualAxes(OpId op, ShardingId sharding, std::string_view prefix);

  std::vector<Scope> scopes_;
  size_t scope_index_ = 0;
  bool inside_manual_ = false;
  // For each scope, whether the (sharding, type) pairs looked up so far are
  // valid. A program has only a few different pairs.
  using GoodKey = std::pair<int64_t, int32_t>;
  absl::flat_hash_map<GoodKey, bool> good_;
  // Valid pairs that were recently looked up, indexed by a very cheap hash.
  std::array<GoodKey, 64> recent_ = NoKeys();
  static std::array<GoodKey, 64> NoKeys() {
    std::array<GoodKey, 64> keys;
    keys.fill({-1, -1});
    return keys;
  }
};

// --- the parts of VerifyModule

// Verifies `sdy.` attributes in the op's dictionary, its shardings and its
// rule. `look_at_dictionary` is false if the dictionary is known to have no
// such attributes.
bool VerifySdyAttributes(VerifyContext& v, OpId op, bool look_at_dictionary);
// Verifies `sdy.sharding_rule`.
bool VerifyRule(VerifyContext& v, OpId op, const Rule& rule);
bool VerifyRule(VerifyContext& v, OpId op, const RuleText& text);
// Verifies `sdy.propagation_edges`.
bool VerifyPropagationEdges(VerifyContext& v, OpId op, AttrId edges);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_VERIFY_H_
