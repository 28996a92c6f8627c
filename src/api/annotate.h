#ifndef SHARDFLOW_API_ANNOTATE_H_
#define SHARDFLOW_API_ANNOTATE_H_

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ir/module.h"
#include "shardflow/message.h"
#include "shardflow/sharding.h"

// Annotations made through the API instead of in the text. They are checked and
// planned first, then written to the module's column of shardings.

namespace shardflow::internal {

// Returns a description for messages, such as "argument 1 of @main" or "result
// 0 of 'my.op'".
std::string Describe(const Module& m, ValueId value);

// Returns the sharding for a tensor of this type, or None and an error if the
// tensor can't have it.
[[nodiscard]] ShardingId CheckAnnotation(Module& m, TypeId type,
                                         const ShardingInfo& info,
                                         Error& error);

// A write to the module's column of shardings. All writes for an annotation are
// planned before the first one is made.
struct ColumnWrite {
  ValueId value;
  ShardingId sharding;
};
struct PlannedAnnotation {
  std::optional<Message> error;  // if set, `writes` must not be made
  std::vector<ColumnWrite> writes;
};

// Returns the annotation of a value: its sharding in the column or, in a
// session, the sharding that the next run starts from.
using ColumnReader = std::function<ShardingId(ValueId)>;

// Plans an annotation that has the same effect as one in the program's text. If
// an op has several results, those without a sharding become fully open. If
// `info` is nullopt, the annotation is removed, or becomes fully open if
// another result of the op has a sharding that isn't fully open.
//
// The values of a data-flow edge are annotated together: the sharding goes to
// the edge's owner, and to the edge's op if there is one.
//
// The module must have been imported: the in and out shardings of a manual
// computation are completed as import does it (WithManualAxes).
PlannedAnnotation PlanImportedAnnotation(
    Module& m, const ColumnReader& column, ValueId value,
    const std::optional<ShardingInfo>& info);

// Remembers the last valid annotations and the types of their tensors, so that
// they aren't checked again. Many weights of a program have the same
// annotation.
class AnnotationMemo {
 public:
  // Returns None if the annotation isn't remembered.
  ShardingId Find(TypeId type, const ShardingInfo& info) const {
    for (const Row& row : rows_) {
      if (row.type == type && row.info == info) return row.id;
    }
    return ShardingId::None();
  }
  void Add(TypeId type, const ShardingInfo& info, ShardingId id) {
    rows_[next_++ % rows_.size()] = {type, id, info};
  }

 private:
  struct Row {
    TypeId type;
    ShardingId id;
    ShardingInfo info;
  };
  std::array<Row, 8> rows_;
  size_t next_ = 0;
};

// Plans and writes an annotation. On error, nothing changes; the error contains
// the location of the op or function. `memo`, which may be null, must belong to
// this module.
[[nodiscard]] std::optional<Message> Annotate(
    Module& m, ValueId value, const std::optional<ShardingInfo>& info,
    AnnotationMemo* memo = nullptr);
// The outcome of an annotation in a finished program. If the verifier rejects
// the annotated program, nothing changes, and the error is the verifier's.
// `imported`: whether the program was imported (PlanImportedAnnotation).
struct VerifiedAnnotation {
  std::optional<Message> error;
  std::vector<ColumnWrite> before;  // the shardings that were overwritten
};
[[nodiscard]] VerifiedAnnotation AnnotateVerified(
    Module& m, ValueId value, const std::optional<ShardingInfo>& info,
    bool imported = false);

// The sharding for result `i` of a function (None if `info` is nullopt), or the
// reason why the result can't have it. Nothing is written.
struct PlannedResult {
  std::optional<Message> error;
  ShardingId sharding;
};
PlannedResult PlanResultAnnotation(Module& m, OpId function, int i,
                                   const std::optional<ShardingInfo>& info);
[[nodiscard]] std::optional<Message> AnnotateResult(
    Module& m, OpId function, int i, const std::optional<ShardingInfo>& info);
// Returns an error about the value, with its location. The message is a
// description such as "result 0 of 'my.op'", followed by `text`.
Message AnnotationError(const Module& m, ValueId value, std::string_view text);
// Like the overload above, with the error's text after " - ".
Message AnnotationError(const Module& m, ValueId value, const Error& error);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_ANNOTATE_H_
