#include "sharding/rule_template.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error_format.h"

namespace shardflow::internal {
namespace {

using Shape = std::span<const int64_t>;

// A tensor of an op, and the tensor of the template that it matches.
struct Bound {
  const RuleTemplate::Tensor* tensor;
  Shape shape;
  bool is_result;
  size_t index;  // its position among the operands or the results

  std::string Name() const {
    return fmt::format("{} {}", is_result ? "result" : "operand", index);
  }
};

std::string Counted(size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::optional<Error> BindTensors(
    const std::vector<RuleTemplate::Tensor>& tensors, TensorShapes shapes,
    bool is_result, std::vector<Bound>& bound) {
  const std::string_view kind = is_result ? "result" : "operand";
  const auto repeated = std::find_if(
      tensors.begin(), tensors.end(),
      [](const RuleTemplate::Tensor& tensor) { return tensor.repeated; });
  const bool variadic = repeated != tensors.end();
  const size_t fixed = tensors.size() - (variadic ? 1 : 0);
  if (variadic ? shapes.size() < fixed : shapes.size() != fixed) {
    return ErrorOf("is for {}{}, but the op has {}",
                   variadic ? "at least " : "", Counted(fixed, kind),
                   shapes.size());
  }
  if (shapes.empty() && !is_result) {
    return ErrorOf("needs operands, but the op has none");
  }
  const auto before = static_cast<size_t>(repeated - tensors.begin());
  const size_t extra = shapes.size() - fixed;
  for (size_t i = 0; i < shapes.size(); ++i) {
    size_t row = i;
    if (variadic && i >= before) {
      row = i < before + extra ? before : i - extra + 1;
    }
    bound.push_back({&tensors[row], shapes[i], is_result, i});
  }
  return std::nullopt;
}

class Instance {
 public:
  explicit Instance(const RuleTemplate& rule) : rule_(rule) {}

  std::optional<Error> Bind(TensorShapes operands, TensorShapes results);
  std::optional<Error> FindSizes(bool conservative);
  // Call FindSizes first.
  Rule Build() const;
  std::optional<int64_t> Evaluate(
      const std::optional<RuleTemplate::Formula>& formula) const;

 private:
  struct Factor {
    std::string name;
    int64_t size = -1;  // -1 if not known yet
    FactorType type{};
    bool blocked = false;
    bool resized = false;
    bool differs = false;  // whether its dimensions differ in size
    bool has_size = true;  // false if one of its dimensions has no fixed size
    std::string from;      // where the size came from, for messages
  };

  bool IsEllipsis(const RuleTemplate::Dim& dim) const {
    return dim.size() == 1 &&
           rule_.factors[static_cast<size_t>(dim[0])].is_ellipsis();
  }
  std::optional<Error> BindDims(const Bound& tensor);
  void ExpandFactors();
  // Marks the factors of dimensions without a fixed size. Returns an error if
  // the size of such a factor is needed.
  std::optional<Error> FindUnsized();
  // Returns the factors of each dimension of a tensor.
  std::vector<std::vector<size_t>> DimsOf(const Bound& tensor) const;
  std::optional<Error> SetSize(Factor& factor, int64_t size, std::string from);
  // If exactly one of the dimension's factors has an unknown size, finds that
  // size and sets `progress`. Returns an error if the sizes don't agree.
  std::optional<Error> Solve(const Bound& tensor, size_t dim,
                             const std::vector<size_t>& factors,
                             bool& progress);

  const RuleTemplate& rule_;
  std::vector<Bound> tensors_;
  int64_t ellipsis_ = -1;  // how many dimensions `...` stands for
  std::string ellipsis_from_;
  std::vector<size_t> first_;  // where each template factor begins in factors_
  std::vector<Factor> factors_;
};

std::optional<Error> Instance::Bind(TensorShapes operands,
                                    TensorShapes results) {
  auto why = BindTensors(rule_.operands, operands, false, tensors_);
  if (!why) why = BindTensors(rule_.results, results, true, tensors_);
  for (size_t i = 0; i < tensors_.size() && !why; ++i) {
    why = BindDims(tensors_[i]);
  }
  if (why) return why;
  ExpandFactors();
  return FindUnsized();
}

std::optional<Error> Instance::BindDims(const Bound& tensor) {
  const auto& dims = tensor.tensor->dims;
  const bool open = std::any_of(
      dims.begin(), dims.end(),
      [&](const RuleTemplate::Dim& dim) { return IsEllipsis(dim); });
  const size_t rank = tensor.shape.size();
  const size_t fixed = dims.size() - (open ? 1 : 0);
  if (open ? rank < fixed : rank != fixed) {
    return ErrorOf("is for rank {}{} of {}, which has rank {}", fixed,
                   open ? " or more" : "", tensor.Name(), rank);
  }
  if (!open) return std::nullopt;
  const auto count = static_cast<int64_t>(rank - fixed);
  if (ellipsis_ >= 0 && ellipsis_ != count) {
    return ErrorOf("has '...' for {} in {} and for {} in {}",
                   Counted(static_cast<size_t>(ellipsis_), "dimension"),
                   ellipsis_from_, count, tensor.Name());
  }
  ellipsis_ = count;
  ellipsis_from_ = tensor.Name();
  return std::nullopt;
}

void Instance::ExpandFactors() {
  for (const RuleTemplate::Factor& row : rule_.factors) {
    first_.push_back(factors_.size());
    const int64_t count =
        row.is_ellipsis() ? std::max<int64_t>(ellipsis_, 0) : 1;
    for (int64_t i = 0; i < count; ++i) {
      Factor& factor = factors_.emplace_back();
      factor.name = row.is_ellipsis() ? fmt::format("...[{}]", i) : row.name;
      factor.type = row.type;
      factor.blocked = row.blocked;
      factor.resized = row.resized;
      if (row.size) {
        factor.size = *row.size;
        factor.from = "by the rule";
      }
    }
  }
}

std::vector<std::vector<size_t>> Instance::DimsOf(const Bound& tensor) const {
  std::vector<std::vector<size_t>> dims;
  for (const RuleTemplate::Dim& row : tensor.tensor->dims) {
    if (IsEllipsis(row)) {
      const size_t first = first_[static_cast<size_t>(row[0])];
      for (size_t i = 0; i < static_cast<size_t>(ellipsis_); ++i) {
        dims.push_back({first + i});
      }
      continue;
    }
    std::vector<size_t>& dim = dims.emplace_back();
    for (const int32_t f : row) dim.push_back(first_[static_cast<size_t>(f)]);
  }
  return dims;
}

std::optional<Error> Instance::FindUnsized() {
  const auto is_unsized = [](const Bound& tensor) {
    return std::find(tensor.shape.begin(), tensor.shape.end(), kUnknownSize) !=
           tensor.shape.end();
  };
  if (std::none_of(tensors_.begin(), tensors_.end(), is_unsized)) {
    return std::nullopt;
  }
  for (const Bound& tensor : tensors_) {
    const auto dims = DimsOf(tensor);
    for (size_t d = 0; d < dims.size(); ++d) {
      if (tensor.shape[d] != kUnknownSize) continue;
      if (dims[d].size() > 1) {
        return ErrorOf("splits dimension {} of {}, whose size is unknown", d,
                       tensor.Name());
      }
      for (const size_t f : dims[d]) factors_[f].has_size = false;
    }
  }
  for (const Bound& tensor : tensors_) {
    for (const std::vector<size_t>& dim : DimsOf(tensor)) {
      for (const size_t f : dim) {
        if (dim.size() == 1 || factors_[f].has_size) continue;
        return ErrorOf("needs the size of factor '{}', which is unknown",
                       factors_[f].name);
      }
    }
  }
  return std::nullopt;
}

std::optional<Error> Instance::SetSize(Factor& factor, int64_t size,
                                       std::string from) {
  if (factor.size < 0) {
    factor.size = size;
    factor.from = std::move(from);
    return std::nullopt;
  }
  if (factor.size == size) return std::nullopt;
  if (factor.resized) {
    factor.differs = true;
    return std::nullopt;
  }
  return ErrorOf("factor '{}' has size {} {}, but {} {}", factor.name,
                 factor.size, factor.from, size, from);
}

std::optional<Error> Instance::Solve(const Bound& tensor, size_t dim,
                                     const std::vector<size_t>& factors,
                                     bool& progress) {
  const int64_t size = tensor.shape[dim];
  std::string from = fmt::format("in dimension {} of {}", dim, tensor.Name());
  if (factors.empty()) return std::nullopt;
  if (factors.size() == 1) {
    if (!factors_[factors[0]].has_size) return std::nullopt;
    progress |= factors_[factors[0]].size < 0;
    return SetSize(factors_[factors[0]], size, std::move(from));
  }
  Factor* unknown = nullptr;
  int64_t product = 1;
  std::string known;
  for (const size_t f : factors) {
    Factor& factor = factors_[f];
    if (factor.size < 0) {
      // Two unknown sizes: try again later.
      if (unknown != nullptr) return std::nullopt;
      unknown = &factor;
      continue;
    }
    if (__builtin_mul_overflow(product, factor.size, &product)) {
      product = INT64_MAX;
    }
    known += fmt::format("{}'{}' of size {} {}", known.empty() ? "" : ", ",
                         factor.name, factor.size, factor.from);
  }
  if (unknown == nullptr) {
    if (product == size) return std::nullopt;
    return ErrorOf(
        "dimension {} of {} has size {}, but its factors have {} in all: {}",
        dim, tensor.Name(), size, product, known);
  }
  if (product == 0) return std::nullopt;
  if (size % product != 0) {
    return ErrorOf(
        "dimension {} of {} has size {}, which the other factors of '{}' don't "
        "divide: {}",
        dim, tensor.Name(), size, unknown->name, known);
  }
  progress = true;
  return SetSize(*unknown, size / product, std::move(from));
}

std::optional<Error> Instance::FindSizes(bool conservative) {
  // A dimension with one factor determines the factor's size; one with several
  // factors determines the size of one of them once the others are known. So
  // every round but the last finds the size of at least one factor.
  for (bool progress = true; progress;) {
    progress = false;
    for (const bool several : {false, true}) {
      for (const Bound& tensor : tensors_) {
        const auto dims = DimsOf(tensor);
        for (size_t d = 0; d < dims.size(); ++d) {
          if ((dims[d].size() > 1) != several) continue;
          if (auto why = Solve(tensor, d, dims[d], progress)) return why;
        }
      }
    }
  }
  for (Factor& factor : factors_) {
    if (!factor.has_size) {
      factor.size = kUnknownSize;
    } else if (factor.size < 0) {
      return ErrorOf(
          "the size of factor '{}' doesn't follow from the shapes: give it, as "
          "in {{{}=4}}",
          factor.name, factor.name);
    }
    factor.blocked |= factor.differs && conservative;
  }
  return std::nullopt;
}

Rule Instance::Build() const {
  // As in all rules, a factor of size 1 is not mapped to a dimension that has
  // other factors, and a factor that is mapped to no dimension is left out.
  std::vector<std::vector<std::vector<size_t>>> tensors;
  std::vector<bool> used(factors_.size());
  for (const Bound& tensor : tensors_) {
    auto& dims = tensors.emplace_back(DimsOf(tensor));
    for (std::vector<size_t>& dim : dims) {
      for (size_t i = dim.size(); i > 0 && dim.size() > 1; --i) {
        if (factors_[dim[i - 1]].size == 1) {
          dim.erase(dim.begin() + static_cast<std::ptrdiff_t>(i - 1));
        }
      }
      for (const size_t f : dim) used[f] = true;
    }
  }
  Rule rule;
  std::vector<int32_t> numbers(factors_.size(), -1);
  for (size_t f = 0; f < factors_.size(); ++f) {
    if (!used[f]) continue;
    numbers[f] =
        rule.AddFactor(factors_[f].size, factors_[f].type, factors_[f].blocked);
  }
  for (size_t t = 0; t < tensors.size(); ++t) {
    if (tensors_[t].is_result) {
      rule.AddResult();
    } else {
      rule.AddOperand();
    }
    for (size_t d = 0; d < tensors[t].size(); ++d) {
      std::vector<int32_t> mapped;
      for (const size_t f : tensors[t][d]) mapped.push_back(numbers[f]);
      if (mapped.empty()) {
        const bool has_size = tensors_[t].shape[d] != kUnknownSize;
        mapped.push_back(rule.AddFactor(has_size ? 1 : kUnknownSize));
      }
      rule.AddDim(mapped);
    }
  }
  return rule;
}

std::optional<int64_t> Instance::Evaluate(
    const std::optional<RuleTemplate::Formula>& formula) const {
  if (!formula) return std::nullopt;
  double sum = 0;
  for (const RuleTemplate::Formula::Term& term : formula->terms) {
    double product = term.number;
    for (const int32_t row : term.factors) {
      const auto r = static_cast<size_t>(row);
      const size_t end =
          r + 1 < first_.size() ? first_[r + 1] : factors_.size();
      for (size_t f = first_[r]; f < end; ++f) {
        product *= static_cast<double>(factors_[f].size);
      }
    }
    sum += product;
  }
  return sum < 9e18 ? static_cast<int64_t>(sum) : INT64_MAX;
}

}  // namespace

std::optional<Error> WhyNotFit(const RuleTemplate& rule, TensorShapes operands,
                               TensorShapes results) {
  return Instance(rule).Bind(operands, results);
}

std::optional<Rule> Instantiate(const RuleTemplate& rule, TensorShapes operands,
                                TensorShapes results, bool conservative,
                                Error& error) {
  Instance instance(rule);
  std::optional<Error> why = instance.Bind(operands, results);
  if (!why) why = instance.FindSizes(conservative);
  if (!why) return instance.Build();
  error = *std::move(why);
  return std::nullopt;
}

std::optional<RuleCost> CostOf(const RuleTemplate& rule, TensorShapes operands,
                               TensorShapes results, Error& error) {
  Instance instance(rule);
  std::optional<Error> why = instance.Bind(operands, results);
  if (!why) why = instance.FindSizes(/*conservative=*/false);
  if (!why) {
    return RuleCost{.flops = instance.Evaluate(rule.flops),
                    .bytes = instance.Evaluate(rule.bytes),
                    .temporaries = instance.Evaluate(rule.temporaries)};
  }
  error = *std::move(why);
  return std::nullopt;
}

}  // namespace shardflow::internal
