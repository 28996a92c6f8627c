#ifndef SHARDFLOW_API_AUTO_WORDS_H_
#define SHARDFLOW_API_AUTO_WORDS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "auto/colours.h"
#include "auto/plan_changes.h"
#include "auto/plan_search.h"
#include "ir/module.h"
#include "shardflow/auto.h"
#include "sharding/sharding.h"

// Describes plans and their decisions in words, with the user's names.

namespace shardflow::internal {

class PlanWords {
 public:
  // `m` is the user's program. All arguments must outlive this object.
  PlanWords(const Module& m, const Mesh& mesh, const Colours& colours)
      : m_(m), mesh_(mesh), colours_(colours) {}

  AutoPlan Describe(const ScoredPlan& found) const;
  // `memory` is the memory of a device in bytes; 0 means no limit.
  std::vector<AutoDecision> Describe(std::span<const PlanDecision> decisions,
                                     int64_t memory) const;

 private:
  // Returns "dim 0 of argument 2 params['wq'] (32768)" or the like.
  std::string NameOf(int32_t colour) const;
  std::optional<std::string> AtBorder(int32_t colour) const;
  static std::string DimText(size_t dim, std::string_view what, size_t index,
                             std::string_view name);
  std::string AxisName(size_t axis) const;

  const Module& m_;
  const Mesh& mesh_;
  const Colours& colours_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_AUTO_WORDS_H_
