#include "sharding/rule.h"

#include <algorithm>

namespace shardflow::internal {

int32_t Rule::DimOf(size_t tensor, size_t factor) const {
  for (size_t dim = 0; dim < rank(tensor); ++dim) {
    const std::span<const int32_t> list = factors(tensor, dim);
    if (std::find(list.begin(), list.end(), static_cast<int32_t>(factor)) !=
        list.end()) {
      return static_cast<int32_t>(dim);
    }
  }
  return -1;
}

int32_t Rule::AddFactor(int64_t size, FactorType type, bool blocked) {
  sizes_.push_back(size);
  types_.push_back(type);
  blocked_.push_back(blocked ? 1 : 0);
  return static_cast<int32_t>(sizes_.size()) - 1;
}

void Rule::AddDim(std::span<const int32_t> factors) {
  SHARDFLOW_DCHECK(!tensors_.empty());
  dims_.push_back({static_cast<uint32_t>(factors_.size()),
                   static_cast<uint32_t>(factors.size())});
  factors_.insert(factors_.end(), factors.begin(), factors.end());
  ++tensors_.back().rank;
}

RuleId RuleStore::Intern(const Rule& rule) {
  std::vector<int64_t> words;
  words.reserve(4 + 3 * rule.sizes_.size() + rule.tensors_.size() +
                rule.dims_.size() + rule.factors_.size());
  words.push_back(rule.custom_ ? 1 : 0);
  words.push_back(static_cast<int64_t>(rule.sizes_.size()));
  words.push_back(rule.operands_);
  words.push_back(static_cast<int64_t>(rule.tensors_.size()));
  for (size_t f = 0; f < rule.sizes_.size(); ++f) {
    words.push_back(rule.sizes_[f]);
    words.push_back(static_cast<int64_t>(rule.types_[f]));
    words.push_back(rule.blocked_[f]);
  }
  for (const Rule::Tensor& t : rule.tensors_) words.push_back(t.rank);
  for (const Rule::Dim& d : rule.dims_) words.push_back(d.count);
  words.insert(words.end(), rule.factors_.begin(), rule.factors_.end());
  const RuleId id = words_.Intern(words);
  if (id.Slot() == rules_.size()) rules_.push_back(rule);
  return id;
}

}  // namespace shardflow::internal
