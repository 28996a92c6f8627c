#ifndef SHARDFLOW_OPS_EXTENSIONS_H_
#define SHARDFLOW_OPS_EXTENSIONS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/diagnostics.h"
#include "base/error.h"
#include "ops/data_flow.h"
#include "ops/rule_builder.h"
#include "sharding/rule_template.h"

// A caller's declarations about ops, by name: sharding rules for any op and for
// targets of custom calls; traits and data-flow edges for ops that shardflow
// doesn't know.
//
//   OpExtensions mine;
//   mine.Op("my.matmul").rules.push_back({.pattern = ...});
//   ScopedExtensions scope(module, &mine, diagnostics);
//   ... run passes ...
//
// OpExtensions belongs to the caller. It isn't tied to a module and may serve
// many at once. While a ScopedExtensions exists, its module points to the
// extensions (Module::extensions). Passes over modules without extensions are
// no slower.

namespace shardflow::internal {

// A condition for using a rule: the op must have this attribute, with this
// value.
struct AttrGuard {
  std::string name;  // "axis", or "backend_config/axis" in a dictionary
  enum class Kind : uint8_t { kString, kInteger, kBool } kind{};
  std::string text;
  int64_t number = 0;  // an integer, or 0 or 1 for a bool
};

// Returns the text of a rule (see rule_template.h), or nullopt if there is none
// for this op.
using RuleCallback =
    std::function<std::optional<std::string>(const Module& m, OpId op)>;

struct ExtensionRule {
  // Exactly one of these two is set.
  std::optional<RuleTemplate> pattern;
  RuleCallback callback;
  std::vector<AttrGuard> where;
  std::string place;  // "rules.txt:3:1"; may be empty
};

// A collective that runs inside a caller's op. lower/inner_collectives.h checks
// the names in it.
struct InnerCollective {
  struct Axis {
    std::string name;
    int64_t pre_size = 0;  // pre_size and size are 0 for the whole axis
    int64_t size = 0;
  };
  std::string kind;  // such as "collective_permute"
  std::string mesh;  // the mesh's symbol; "" for the program's only mesh
  std::vector<Axis> axes;
  int64_t bytes = 0;                // bytes on a device before the collective
  int64_t times = 1;                // executions per execution of the op
  std::optional<Error> error = {};  // if set, the collective is invalid
};

class OpExtensions;
// Returns the collectives inside the op, whose tensors already have shardings.
// `all` describes how shardings flow through the caller's ops.
using CommunicationCallback = std::function<std::vector<InnerCollective>(
    const Module& m, OpId op, const OpExtensions& all)>;

struct OpExtension {
  // The first rule that fits an op is used.
  std::vector<ExtensionRule> rules;
  uint32_t traits = 0;  // OpTraits
  bool has_data_flow = false;
  DataFlowDef data_flow;
  std::shared_ptr<const DataFlowInterface> interface;  // owns data_flow.custom
  // The attribute in the program's text that holds the shardings of the block
  // arguments that own edges.
  std::string arg_shardings_attr;
  CommunicationCallback communication;  // may be empty
};

class OpExtensions {
 public:
  // Return the entry, which is added if it is missing. References stay valid.
  OpExtension& Op(std::string_view name);
  OpExtension& Target(std::string_view target);

  using Table = std::map<std::string, OpExtension, std::less<>>;
  const Table& ops() const { return ops_; }
  const Table& targets() const { return targets_; }
  bool empty() const { return ops_.empty() && targets_.empty(); }

 private:
  Table ops_, targets_;
};

// Extensions, indexed by the interned names of one module.
class BoundExtensions {
 public:
  BoundExtensions(const OpExtensions& all, const StringStore& names);

  // Returns null if there is none.
  const OpExtension* OfOp(NameId name) const { return Find(ops_, name); }
  // Returns the extension for the op's name or, failing that, for the target of
  // a custom call. Only extensions with rules are considered.
  const OpExtension* WithRules(const Module& m, OpId op) const;
  // Like WithRules, but for extensions that have a `communication` callback.
  const OpExtension* WithCommunication(const Module& m, OpId op) const;
  const OpExtensions& all() const { return all_; }
  bool any_data_flow() const { return any_data_flow_; }
  bool any_communication() const { return any_communication_; }

 private:
  using Index = std::unordered_map<NameId, const OpExtension*>;
  static const OpExtension* Find(const Index& index, NameId name);
  template <class Fn>
  const OpExtension* FindIf(const Module& m, OpId op, Fn has) const;

  const OpExtensions& all_;
  Index ops_, targets_;
  bool any_data_flow_ = false;
  bool any_communication_ = false;
};

// Sets the module's extensions; the destructor restores the previous ones.
// Unlike ScopedExtensions, this class leaves the rest of the module alone. It
// does nothing if `bound` is null.
class KnownExtensions {
 public:
  KnownExtensions(Module& m, const BoundExtensions* bound)
      : m_(m), before_(m.extensions) {
    if (bound != nullptr) m.extensions = bound;
  }
  ~KnownExtensions() { m_.extensions = before_; }
  KnownExtensions(const KnownExtensions&) = delete;
  KnownExtensions& operator=(const KnownExtensions&) = delete;

 private:
  Module& m_;
  const BoundExtensions* const before_;
};

// Binds extensions to a module, and moves the shardings of block arguments from
// attributes to the module's sharding column. Does nothing if `all` is null.
class ScopedExtensions {
 public:
  ScopedExtensions(Module& m, const OpExtensions* all,
                   Diagnostics& diagnostics);
  // Moves the shardings of block arguments back to attributes.
  ~ScopedExtensions();
  ScopedExtensions(const ScopedExtensions&) = delete;
  ScopedExtensions& operator=(const ScopedExtensions&) = delete;

 private:
  Module& m_;
  std::optional<BoundExtensions> bound_;
};

// Whether neither shardflow nor the caller knows the op.
bool IsUnregistered(const Module& m, OpId op);

// Returns the attribute at a path such as "backend_config/axis", or None.
AttrId AttrAt(const Module& m, OpId op, std::string_view path);
// Returns the integer at the path (0 or 1 for a bool), or nullopt if there is
// none.
std::optional<int64_t> IntegerAt(const Module& m, OpId op,
                                 std::string_view path);

// --- rules (extension_rule.cc)

// The rules that callbacks returned as text. The key consists of the text, the
// op's name and its types.
using CallbackRules = absl::flat_hash_map<std::string, RuleId>;

struct ExtensionAnswer {
  std::optional<Rule> rule;
  // For a rule that a callback returned: its key in CallbackRules. If that map
  // already had the rule, `known` is its id, and `rule` is empty.
  std::string key;
  RuleId known;
  // Set if a callback's rule is invalid, or if the op's sizes contradict the
  // rule.
  std::optional<Error> error;
  // If there is neither a rule nor an error: why the last of the op's rules
  // doesn't fit.
  std::optional<Error> misfit;
};

// Returns the rule for an op whose tensors all have known ranks. `made` holds
// the rules that earlier calls with the same options made.
ExtensionAnswer FindExtensionRule(const Module& m, OpId op,
                                  const OpExtension& extension,
                                  const RuleOptions& options,
                                  const CallbackRules& made);

// Returns an error if the rule states a cost although shardflow already knows
// the cost of ops with this name.
std::optional<Error> CheckCost(std::string_view op_name,
                               const RuleTemplate& rule);

// Returns the costs that the op's rule states. On error, sets `error` and
// returns no costs.
RuleCost FindExtensionCost(const Module& m, OpId op,
                           const OpExtension& extension,
                           std::optional<Error>& error);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_EXTENSIONS_H_
