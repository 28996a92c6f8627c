#ifndef SHARDFLOW_OPS_SHARDING_SPELLING_H_
#define SHARDFLOW_OPS_SHARDING_SPELLING_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "ir/module.h"
#include "ops/op_def.h"

// From the attributes that spell shardings and rules to the columns in which
// the module holds them.
//
//   TakenShardings taken = TakeShardings(m, shape, attrs);
//   ... create the op with what is left of `attrs` ...
//   PlaceShardings(m, op, taken);

namespace shardflow::internal {

// What is known of an op before there is one.
struct OpOutline {
  OpKind kind{};
  size_t results = 0;
  // Arguments of the entry block of its only region; nullopt if it hasn't got
  // exactly one region.
  std::optional<size_t> body_args = {};
};

// Attributes, or None.
struct TakenShardings {
  AttrId results, args, rule;
};

// Takes out of `attrs` what the module keeps in columns. What doesn't fit (a
// wrong count, say) stays: the verifier finds it there.
TakenShardings TakeShardings(const Module& m, const OpOutline& op,
                             std::vector<NamedAttr>& attrs);
void PlaceShardings(Module& m, OpId op, const TakenShardings& taken);

// The other way: under which keys the columns of the op are spelled, the rule
// first. The shardings of functions' arguments and results have none.
std::vector<NameId> ColumnKeys(const Module& m, OpId op);

// Of an argument or result of a function: its attributes (a dictionary or
// None) without the sharding, which goes to `sharding`. None if none is left.
AttrId WithoutSharding(Module& m, AttrId attrs, ShardingId& sharding);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SHARDING_SPELLING_H_
