#ifndef SHARDFLOW_EXPLAIN_FIND_H_
#define SHARDFLOW_EXPLAIN_FIND_H_

#include <optional>
#include <vector>

#include "base/diagnostics.h"
#include "explain/value_names.h"
#include "ir/module.h"
#include "propagate/record.h"
#include "shardflow/explain.h"

// What a request asks about: in the program as it was read, and then in the
// program that is propagated, where a function has been copied for each call
// and a constant for each use.

namespace shardflow {

struct AskedValue {
  OpId function;
  ValueId value;    // None: a result of the main function
  int result = -1;  // that, or the result of another function that is `value`
};

// Reports what cannot be found.
std::optional<AskedValue> FindAsked(const Module& m, const ValueNames& names,
                                    const ExplainRequest& request,
                                    Diagnostics& diagnostics);

// Marks the value before import, so that its copies are found afterwards.
class Marker {
 public:
  Marker(Module& m, const AskedValue& asked);
  // The value and its copies that are in the program now, in its order.
  std::vector<TensorPlace> Instances() const;

 private:
  Module& m_;
  AskedValue asked_;
  NameId key_;
  // The value is argument `index_` of region `region_` of the marked op; -1: it
  // is result `index_`.
  int region_ = -1;
  int index_ = 0;
};

}  // namespace shardflow

#endif  // SHARDFLOW_EXPLAIN_FIND_H_
