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

// Annotations made through the API instead of in the text. They are checked and
// planned first, then written to the module's column of shardings.

namespace shardflow::internal {

// Returns "argument 1 of @main" or "result 0 of 'my.op'", for messages.
std::string Describe(const Module& m, ValueId value);

// A sharding for a tensor of some type, or why it can't have it.
struct CheckedSharding {
  ShardingId id;
  std::optional<std::string> why_not;
};
CheckedSharding CheckAnnotation(Module& m, TypeId type,
                                const ShardingInfo& info);

// A change to the column of shardings. It is planned before anything is
// written.
struct ColumnWrite {
  ValueId value;
  ShardingId sharding;
};
struct PlannedAnnotation {
  std::optional<Message> error;  // if set, nothing must be written
  std::vector<ColumnWrite> writes;
};

// Reads the column of shardings, or what somebody keeps in its place (a
// session: the shardings that its next run starts with).
using ColumnReader = std::function<ShardingId(ValueId)>;

// Plans an annotation with the effect that it has in text. If an op has several
// results, those without a sharding become fully open. A nullopt `info` removes
// the annotation, but the result becomes fully open instead while another
// result has a sharding that is not.
//
// The values of a data-flow edge are annotated together: the sharding goes to
// the edge's owner, and to the edge's op if there is one.
PlannedAnnotation PlanAnnotation(Module& m, const ColumnReader& column,
                                 ValueId value,
                                 const std::optional<ShardingInfo>& info);

// Plans and writes. An error has the place of the op or function, and nothing
// is changed.
[[nodiscard]] std::optional<Message> Annotate(
    Module& m, ValueId value, const std::optional<ShardingInfo>& info);
// Does the same in a finished program. If the verifier refuses the result, the
// program doesn't change, and the error is the verifier's. `before`, if given,
// gets what the column had where it was written.
[[nodiscard]] std::optional<Message> AnnotateVerified(
    Module& m, ValueId value, const std::optional<ShardingInfo>& info,
    std::vector<ColumnWrite>* before = nullptr);

// The sharding for result `i` of a function (None if `info` is nullopt), or why
// it can't have it. Nothing is written.
struct PlannedResult {
  std::optional<Message> error;
  ShardingId sharding;
};
PlannedResult PlanResultAnnotation(Module& m, OpId function, int i,
                                   const std::optional<ShardingInfo>& info);
[[nodiscard]] std::optional<Message> AnnotateResult(
    Module& m, OpId function, int i, const std::optional<ShardingInfo>& info);
// Returns an error about the value, with its place: "result 0 of 'my.op' -
// TEXT".
Message AnnotationError(const Module& m, ValueId value, std::string_view text);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_ANNOTATE_H_
