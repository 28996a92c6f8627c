#ifndef SHARDFLOW_COST_INLINED_VALUES_H_
#define SHARDFLOW_COST_INLINED_VALUES_H_

#include <span>
#include <vector>

#include "cost/exported.h"
#include "cost/visits.h"
#include "ir/module.h"

// The values that take the place of a function's arguments, and of the results
// of calls, once calls (func.call) are inlined. Cost inlines calls before it
// asks which changes export makes. Code that visits calls without inlining them
// must use these values instead.
//
//   call @f(%a) with %a: [{"x"}], and in f the argument is [{?}]: an op of f
//   that reads the argument then reads [{"x"}]

namespace shardflow::internal {

class InlinedValues {
 public:
  // Both must outlive this object.
  InlinedValues(const Module& m, const Visits& visits);

  // Returns what is inlined for operands of the visit's op, if export may
  // change the op. The list is valid until the next call.
  std::span<const ExportedShardings::Inlined> Of(const Visit& visit);

 private:
  const Module& m_;
  const Visits& visits_;
  std::vector<ValueId> values_;  // by number; empty if there are no calls
  std::vector<ExportedShardings::Inlined> inlined_;  // returned by Of()
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_INLINED_VALUES_H_
