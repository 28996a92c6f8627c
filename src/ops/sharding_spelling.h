#ifndef SHARDFLOW_OPS_SHARDING_SPELLING_H_
#define SHARDFLOW_OPS_SHARDING_SPELLING_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "ir/module.h"
#include "ops/op_def.h"

// Moves shardings and rules from attributes, as in a program's text, to the
// columns in which the module holds them.
//
//   TakenShardings taken = TakeShardings(m, outline, attrs);
//   ... create the op with what is left of `attrs` ...
//   PlaceShardings(m, op, taken);

namespace shardflow::internal {

// The facts about an op that are known before it is created.
struct OpOutline {
  OpKind kind{};
  size_t results = 0;
  // The number of arguments in the entry block of the op's region; nullopt
  // unless the op has exactly one region.
  std::optional<size_t> body_args = {};
};

// The attributes that were taken, or None.
struct TakenShardings {
  AttrId results, args, rule;
};

// Removes from `attrs` the shardings and the rule that the module holds in
// columns, and returns them. Attributes that don't fit the op, such as a list
// with the wrong number of shardings, stay in `attrs`, where the verifier finds
// them.
TakenShardings TakeShardings(const Module& m, const OpOutline& op,
                             std::vector<NamedAttr>& attrs);
// Whether TakeShardings may take any of the attributes, whatever the op is.
bool MayTakeShardings(const std::vector<NamedAttr>& attrs);
void PlaceShardings(Module& m, OpId op, const TakenShardings& taken);

// Returns the names of the attributes that hold, in the program's text, the
// op's entries in the columns of rules and shardings. The name of the rule's
// attribute comes first. Shardings of the arguments and results of functions
// aren't included.
std::vector<NameId> ColumnKeys(const Module& m, OpId op);

// Moves the sharding from the attributes (a dictionary or None) of a function's
// argument or result to `sharding`. Returns the other attributes, or None if
// there are none left.
AttrId WithoutSharding(Module& m, AttrId attrs, ShardingId& sharding);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SHARDING_SPELLING_H_
