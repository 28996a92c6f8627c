#include <algorithm>
#include <utility>

#include "shardflow/extend.h"
#include "sharding/print.h"

namespace shardflow {

using namespace internal;
namespace {

std::string ListText(const std::vector<std::string>& items, const char* before,
                     const char* after) {
  std::string text = before;
  for (const std::string& item : items) {
    if (&item != &items.front()) text += ", ";
    text += item;
  }
  return text + after;
}

std::string TensorsText(
    const std::vector<std::vector<std::vector<int>>>& tensors) {
  std::vector<std::string> texts;
  for (const auto& tensor : tensors) {
    std::vector<std::string> dims;
    for (const std::vector<int>& factors : tensor) {
      std::string& dim = dims.emplace_back(factors.empty() ? "*" : "");
      for (const int factor : factors) {
        AppendFactor(factor, dim);
      }
    }
    texts.push_back(ListText(dims, "[", "]"));
  }
  return ListText(texts, "(", ")");
}

}  // namespace

OpRuleBuilder::OpRuleBuilder(std::vector<int> operand_ranks,
                             std::vector<int> result_ranks) {
  for (const auto& [ranks, tensors] :
       {std::pair(&operand_ranks, &operands_), {&result_ranks, &results_}}) {
    for (const int rank : *ranks) {
      wrong_ = wrong_ || rank < 0;
      tensors->emplace_back(static_cast<size_t>(std::max(rank, 0)));
    }
  }
}

OpRuleBuilder::OpRuleBuilder(const OpView& op) {
  const auto add = [this](const std::optional<std::vector<int64_t>>& shape,
                          Tensors& tensors) {
    wrong_ = wrong_ || !shape;
    tensors.emplace_back(shape ? shape->size() : 0);
  };
  for (int i = 0; i < op.operand_count(); ++i) {
    add(op.OperandShape(i), operands_);
  }
  for (int i = 0; i < op.result_count(); ++i) add(op.ResultShape(i), results_);
}

void OpRuleBuilder::Place(const std::vector<int>& dimensions,
                          Tensors& tensors) {
  if (dimensions.size() != tensors.size()) {
    wrong_ = true;
    return;
  }
  const int factor = static_cast<int>(factors_.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (dimensions[i] == kNoDimension) continue;
    const auto dimension = static_cast<size_t>(dimensions[i]);
    if (dimension < tensors[i].size()) {
      tensors[i][dimension].push_back(factor);
    } else {
      wrong_ = true;
    }
  }
}

OpRuleBuilder& OpRuleBuilder::AddFactor(
    const std::vector<int>& operand_dimensions,
    const std::vector<int>& result_dimensions, FactorKind kind, int64_t size) {
  wrong_ = wrong_ || size < 0;
  Place(operand_dimensions, operands_);
  Place(result_dimensions, results_);
  factors_.push_back({kind, size});
  return *this;
}

OpRuleBuilder& OpRuleBuilder::AddPointwise(FactorKind kind) {
  const size_t rank = results_.empty() ? 0 : results_[0].size();
  wrong_ = wrong_ || results_.empty();
  for (const Tensors* tensors : {&operands_, &results_}) {
    for (const auto& tensor : *tensors) wrong_ |= tensor.size() != rank;
  }
  for (size_t d = 0; d < rank && !wrong_; ++d) {
    const int dimension = static_cast<int>(d);
    AddFactor(std::vector<int>(operands_.size(), dimension),
              std::vector<int>(results_.size(), dimension), kind);
  }
  return *this;
}

OpRuleBuilder& OpRuleBuilder::BlockPropagation() {
  if (factors_.empty()) {
    wrong_ = true;
  } else {
    factors_.back().blocked = true;
  }
  return *this;
}

std::optional<std::string> OpRuleBuilder::Text() const {
  if (wrong_) return std::nullopt;
  std::string text = TensorsText(operands_) + "->" + TensorsText(results_);
  std::vector<std::string> sizes;
  for (size_t f = 0; f < factors_.size(); ++f) {
    if (factors_[f].size == 0) continue;
    sizes.push_back(FactorText(static_cast<int64_t>(f)) + "=" +
                    std::to_string(factors_[f].size));
  }
  if (!sizes.empty()) text += " " + ListText(sizes, "{", "}");
  const auto add = [&](const char* word, auto belongs) {
    std::vector<std::string> names;
    for (size_t f = 0; f < factors_.size(); ++f) {
      if (belongs(factors_[f]))
        names.push_back(FactorText(static_cast<int64_t>(f)));
    }
    if (names.empty()) return;
    text += std::string(" ") + word + ListText(names, "={", "}");
  };
  using Kind = FactorKind;
  add("reduction", [](const Factor& f) { return f.kind == Kind::kReduction; });
  add("need_replication",
      [](const Factor& f) { return f.kind == Kind::kNeedReplication; });
  add("permutation",
      [](const Factor& f) { return f.kind == Kind::kPermutation; });
  add("blocked_propagation", [](const Factor& f) { return f.blocked; });
  return text;
}

}  // namespace shardflow
