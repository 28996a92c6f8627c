#ifndef SHARDFLOW_OPS_ATTRIBUTE_NAMES_H_
#define SHARDFLOW_OPS_ATTRIBUTE_NAMES_H_

#include <cstdint>
#include <optional>

#include "base/diagnostics.h"
#include "base/error.h"
#include "ir/module.h"
#include "ops/op_kind.h"

// The verifier checks the attributes of sdy ops, functions and calls. Ops of
// StableHLO and its sister dialects keep whatever attributes the program gives
// them. So an attribute that an op must have may be missing, or may have a
// misspelt name or a value of the wrong kind. The op's sharding rule would then
// be a guess.

namespace shardflow::internal {

// Whether FindNameFault may find something in ops of this kind.
bool HasUncheckedAttributes(OpKind kind);

struct NameFault {
  Error error;  // such as "attribute 'strides' is missing"
  // Whether the op is invalid. Otherwise it just has an attribute without any
  // effect whose name looks misspelt.
  bool is_invalid = true;
};

// Returns what is wrong with the op's attributes regardless of its types, or
// nullopt if nothing is. The result depends only on LookOfNames.
std::optional<NameFault> FindNameFault(const Module& m, OpId op);

// Returns a number for the op's kind and its dictionary of attributes.
uint64_t LookOfNames(const Module& m, OpId op);

// Checks all ops. Reports an error at the first invalid op, and returns false.
[[nodiscard]] bool CheckAttributeNames(const Module& m,
                                       Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_ATTRIBUTE_NAMES_H_
