#ifndef SHARDFLOW_API_ANNOTATE_H_
#define SHARDFLOW_API_ANNOTATE_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "shardflow/message.h"
#include "shardflow/sharding.h"

// Annotations of a module from outside: checked and planned, then written to
// the column of shardings.

namespace shardflow::internal {

// "argument 1 of @main", "result 0 of 'my.op'", for messages.
std::string Describe(const Module& m, ValueId value);

// The sharding for a tensor of this type, or why not.
struct CheckedSharding {
  ShardingId id;
  std::optional<std::string> why_not;
};
CheckedSharding CheckAnnotation(Module& m, TypeId type,
                                const ShardingInfo& info);

// What an annotation writes into the column: nothing is written yet.
struct ColumnWrite {
  ValueId value;
  ShardingId sharding;
};
struct PlannedAnnotation {
  std::optional<Message> error;  // nothing is to be written then
  std::vector<ColumnWrite> writes;
};

// The column as it stands, or as somebody else knows it.
using ColumnReader = std::function<ShardingId(ValueId)>;

// An annotation as in the text: of a result, the others become fully open if
// they have none. Nullopt `info` takes it away; the result becomes fully open
// while another one has a sharding that isn't.
//
// What a data-flow edge ties together is annotated together: the sharding goes
// to the owner of the edge, and to the edge's op if there is one.
PlannedAnnotation PlanAnnotation(Module& m, const ColumnReader& column,
                                 ValueId value,
                                 const std::optional<ShardingInfo>& info);

// Plans and writes. The error, if there is one, has the place of the op or
// function; nothing is changed then.
[[nodiscard]] std::optional<Message> Annotate(
    Module& m, ValueId value, const std::optional<ShardingInfo>& info);
// The same in a finished program: one that the verifier would refuse afterwards
// stays as it was, and the error is the verifier's.
[[nodiscard]] std::optional<Message> AnnotateVerified(
    Module& m, ValueId value, const std::optional<ShardingInfo>& info);

// The sharding for result `i` of a function (None for nullopt `info`), or why
// there can be none. Nothing is written.
struct PlannedResult {
  std::optional<Message> error;
  ShardingId sharding;
};
PlannedResult PlanResultAnnotation(Module& m, OpId function, int i,
                                   const std::optional<ShardingInfo>& info);
[[nodiscard]] std::optional<Message> AnnotateResult(
    Module& m, OpId function, int i, const std::optional<ShardingInfo>& info);
// An error about the value, with its place: "result 0 of 'my.op' - TEXT".
Message AnnotationError(const Module& m, ValueId value, std::string_view text);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_ANNOTATE_H_
