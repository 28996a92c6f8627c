#include "cost/product_order.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace shardflow::internal {

OperandOrder OrderOf(const Contraction& contraction, bool is_left,
                     std::span<const int64_t> local) {
  const Contraction& c = contraction;
  const auto at = [&](const ContractedDim& dim) {
    return is_left ? dim.lhs : dim.rhs;
  };
  struct Range {
    int64_t first = -1, last = -1;
  };
  const auto range = [&](const std::vector<ContractedDim>& dims) {
    Range r;
    for (const ContractedDim& dim : dims) {
      r.first = r.first < 0 ? at(dim) : std::min(r.first, at(dim));
      r.last = std::max(r.last, at(dim));
    }
    return r;
  };
  const std::vector<ContractedDim>& rest = is_left ? c.lhs_free : c.rhs_free;
  if (!c.window.empty() || rest.empty() || c.contracting.empty()) {
    return OperandOrder::kInOrder;
  }
  const Range batch = range(c.batch);
  const Range free = range(rest);
  const Range contracted = range(c.contracting);
  const bool in_order =
      is_left ? free.last < contracted.first : contracted.last < free.first;
  if (in_order || batch.last > std::min(free.first, contracted.first)) {
    return OperandOrder::kInOrder;
  }
  const bool has_thin_batch =
      std::any_of(c.batch.begin(), c.batch.end(), [&](const auto& dim) {
        const auto d = static_cast<size_t>(at(dim));
        return d < local.size() && local[d] == 1;
      });
  const bool is_swap =
      rest.size() == 1 && c.contracting.size() == 1 && !has_thin_batch;
  return is_swap ? OperandOrder::kSwapped : OperandOrder::kCopied;
}

}  // namespace shardflow::internal
