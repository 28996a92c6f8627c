#ifndef SHARDFLOW_API_ANNOTATE_H_
#define SHARDFLOW_API_ANNOTATE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "shardflow/message.h"
#include "shardflow/sharding.h"

// Annotations of a module from outside: checked, then written to the columns.

namespace shardflow {

// "argument 1 of @main", "result 0 of 'my.op'", for messages.
std::string Describe(const Module& m, ValueId value);

// The sharding for a tensor of this type, or why not.
struct CheckedSharding {
  ShardingId id;
  std::optional<std::string> why_not;
};
CheckedSharding CheckAnnotation(Module& m, TypeId type,
                                const ShardingInfo& info);

// The values whose shardings an annotation of this one may set as well.
std::vector<ValueId> AnnotatedTogether(const Module& m, ValueId value);

// As an annotation in the text: if an op has several results, those without a
// sharding become fully open. Nullopt `info` removes the sharding; the result
// stays fully open while another result has one that isn't. The error, if there
// is one, has the place of the op or function; nothing is changed then.
[[nodiscard]] std::optional<Message> Annotate(
    Module& m, ValueId value, const std::optional<ShardingInfo>& info);
[[nodiscard]] std::optional<Message> AnnotateResult(
    Module& m, OpId function, int i, const std::optional<ShardingInfo>& info);
// An error about the value, with its place: "result 0 of 'my.op' - TEXT".
Message AnnotationError(const Module& m, ValueId value, std::string_view text);

}  // namespace shardflow

#endif  // SHARDFLOW_API_ANNOTATE_H_
