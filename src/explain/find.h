#ifndef SHARDFLOW_EXPLAIN_FIND_H_
#define SHARDFLOW_EXPLAIN_FIND_H_

#include <optional>
#include <vector>

#include "base/diagnostics.h"
#include "explain/value_names.h"
#include "ir/module.h"
#include "propagate/record.h"
#include "shardflow/explain.h"

// Finds the value that a request is about, first in the program as it was read,
// then in the propagated program. There, each call has its own copy of the
// function, and each use of a constant has its own copy of the constant.

namespace shardflow::internal {

struct AskedValue {
  OpId function;
  ValueId value;  // None for a result of the main function
  // The index of the requested function result, or -1. For a result, `value` is
  // the value that the function returns there, or None.
  int result = -1;
};

// Reports an error and returns nullopt if the value cannot be found.
std::optional<AskedValue> FindAsked(const Module& m, const ValueNames& names,
                                    const ExplainRequest& request,
                                    Diagnostics& diagnostics);

// Marks the value before the import passes run, so that its copies can be found
// afterwards.
class Marker {
 public:
  // Markers that are in use at the same time must have different numbers.
  Marker(Module& m, const AskedValue& asked, size_t number = 0);
  // Returns the value and its copies in the program's current state, in program
  // order.
  std::vector<TensorPlace> Instances() const;

 private:
  Module& m_;
  AskedValue asked_;
  NameId key_;
  // The value is argument `index_` of region `region_` of the marked op, or, if
  // `region_` is -1, the op's result `index_`.
  int region_ = -1;
  int index_ = 0;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_FIND_H_
