#ifndef SHARDFLOW_API_ANNOTATE_H_
#define SHARDFLOW_API_ANNOTATE_H_

#include <optional>
#include <string>
#include <vector>

#include "ir/module.h"
#include "shardflow/sharding.h"

// Annotations of a module from outside: checked, then written to the columns.

namespace shardflow {

// What is wrong, or nothing.
using Complaint = std::optional<std::string>;

// "argument 1 of @main", "result 0 of 'my.op'", for messages.
std::string Describe(const Module& m, ValueId value);

// The sharding for a tensor of this type, or why not.
struct CheckedSharding {
  ShardingId id;
  Complaint complaint;
};
CheckedSharding CheckAnnotation(Module& m, TypeId type,
                                const ShardingInfo& info);

// The values whose shardings an annotation of this one may set as well.
std::vector<ValueId> AnnotatedTogether(const Module& m, ValueId value);

// As an annotation in the text: of a result, the others become fully open if
// they have none. Nullopt `info` takes it away; the result becomes fully open
// while another one has a sharding that isn't.
[[nodiscard]] Complaint Annotate(Module& m, ValueId value,
                                 const std::optional<ShardingInfo>& info);
[[nodiscard]] Complaint AnnotateResult(Module& m, OpId function, int i,
                                       const std::optional<ShardingInfo>& info);

}  // namespace shardflow

#endif  // SHARDFLOW_API_ANNOTATE_H_
