#include "auto/plan.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "auto/annotate.h"
#include "ir/walk.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/work.h"
#include "sharding/sharding.h"
#include "sharding/tensor.h"

namespace shardflow::internal {

void Plan::Axis::Remove(int32_t colour) {
  std::erase(colours, colour);
  std::erase_if(exceptions, [&](const Exception& exception) {
    return exception.colour == colour;
  });
}

PlanShardings::PlanShardings(const Module& m, const Colours& colours,
                             MeshRef mesh_ref, const Mesh& mesh)
    : mesh_ref_(mesh_ref), mesh_(mesh) {
  FindParameters(m);
  std::map<Sort, int32_t> known;
  sort_of_.assign(m.value_table_size(), -1);
  for (size_t i = 0; i < m.value_table_size(); ++i) {
    const ValueId v(i);
    if (!m.IsArg(v) && m.IsErased(m.def(v))) continue;
    if (!m.types.IsTensor(m.type(v)) || !m.types.HasStaticShape(m.type(v))) {
      continue;
    }
    Sort sort;
    const std::span<const int64_t> shape = Shape(m, v);
    for (size_t d = 0; d < shape.size(); ++d) {
      sort.colours.push_back(colours.Of(v, d));
      sort.sizes.push_back(shape[d]);
    }
    sort.is_parameter = of_parameters_[i] != 0;
    const auto [at, is_new] =
        known.try_emplace(sort, static_cast<int32_t>(sorts_.size()));
    if (is_new) sorts_.push_back(std::move(sort));
    sort_of_[i] = at->second;
  }
}

void PlanShardings::Fix(ValueId value, ShardingId sharding) {
  fixed_.emplace_back(value, sharding);
}

// Finds the parameters: arguments with an aliased result that reach a matrix
// product, a convolution or a gather through unary elementwise ops, reshapes
// and the like. Also marks the values that such unary ops compute from
// parameters.
void PlanShardings::FindParameters(const Module& m) {
  of_parameters_.assign(m.value_table_size(), 0);
  const OpId main = MainFunction(m);
  if (main.IsNone() || IsDeclaration(m, main)) return;
  const std::span<const ValueId> args = m.args(EntryBlock(m, main));
  const std::vector<int64_t> aliased = AliasedResults(m, main);
  for (size_t i = 0; i < args.size(); ++i) {
    if (aliased[i] < 0) continue;  // data, not a parameter
    std::vector<ValueId> reached = {args[i]};
    bool found = false;
    for (size_t at = 0; at < reached.size() && !found && at < 64; ++at) {
      for (const UseId use : m.Uses(reached[at])) {
        const OpId op = m.use(use).owner;
        const Work work = WorkOf(m.kind(op));
        if (work == Work::kContraction || work == Work::kGather) found = true;
        const bool passes = work == Work::kTranspose || work == Work::kView ||
                            work == Work::kBroadcast ||
                            (IsElementwise(m, op) && m.operand_count(op) == 1);
        if (passes && m.result_count(op) == 1) {
          reached.push_back(m.result(op, 0));
        }
      }
    }
    if (found) {
      of_parameters_[args[i].Slot()] = 1;
      has_parameters_ = true;
    }
  }
  WalkPreOrder(m, main, [&](OpId op) {
    const int count = m.operand_count(op);
    if (count != 1 || m.result_count(op) != 1) return;
    const Work work = WorkOf(m.kind(op));
    if (work != Work::kTranspose && work != Work::kView &&
        work != Work::kBroadcast && !IsElementwise(m, op)) {
      return;
    }
    if (of_parameters_[m.operand(op, 0).Slot()] != 0) {
      of_parameters_[m.result(op, 0).Slot()] = 1;
    }
  });
}

std::optional<size_t> PlanShardings::DimOf(
    const Sort& sort, const Plan::Axis& axis, int64_t size,
    const std::vector<int64_t>& parts) const {
  const auto fit = [&](int32_t colour) -> std::optional<size_t> {
    const auto at = std::find(sort.colours.begin(), sort.colours.end(), colour);
    if (at == sort.colours.end()) return std::nullopt;
    const auto d = static_cast<size_t>(at - sort.colours.begin());
    if (sort.sizes[d] % (parts[d] * size) != 0) return std::nullopt;
    return d;
  };
  for (const Plan::Exception& exception : axis.exceptions) {
    if (std::count(sort.colours.begin(), sort.colours.end(),
                   exception.beside) == 0) {
      continue;
    }
    if (const std::optional<size_t> d = fit(exception.colour)) return d;
  }
  for (const int32_t colour : axis.colours) {
    if (const std::optional<size_t> d = fit(colour)) return d;
  }
  return std::nullopt;
}

std::vector<Plan::Exception> PlanShardings::ExceptionsFor(const Plan& plan,
                                                          size_t axis) const {
  constexpr size_t kMost = 8;
  std::map<Plan::Exception, int> sorts;
  for (const Sort& sort : sorts_) {
    int32_t first = kNoColour;
    for (const int32_t colour : plan.axes[axis].colours) {
      if (std::count(sort.colours.begin(), sort.colours.end(), colour) == 0) {
        continue;
      }
      if (first == kNoColour) {
        first = colour;
        continue;
      }
      for (const int32_t beside : sort.colours) {
        if (beside != kNoColour && beside != first && beside != colour) {
          ++sorts[{colour, beside}];
        }
      }
    }
  }
  std::vector<std::pair<int, Plan::Exception>> order;
  for (const auto& [exception, count] : sorts) {
    order.push_back({-count, exception});
  }
  std::sort(order.begin(), order.end());
  if (order.size() > kMost) order.resize(kMost);
  std::vector<Plan::Exception> out;
  for (const auto& [count, exception] : order) out.push_back(exception);
  return out;
}

std::vector<uint64_t> PlanShardings::DimsOf(const Sort& sort,
                                            const Plan& plan) const {
  std::vector<uint64_t> dims(sort.colours.size(), 0);
  std::vector<int64_t> parts(sort.colours.size(), 1);
  for (size_t a = 0; a < plan.axes.size(); ++a) {
    if (sort.is_parameter && plan.axes[a].spares_parameters) continue;
    const int64_t size = mesh_.axes[a].size;
    const std::optional<size_t> d = DimOf(sort, plan.axes[a], size, parts);
    if (!d) continue;
    parts[*d] *= size;
    dims[*d] |= uint64_t{1} << a;
  }
  return dims;
}

std::vector<uint64_t> PlanShardings::WordsOf(const Plan& plan) const {
  std::vector<uint64_t> words;
  for (const Sort& sort : sorts_) {
    const std::vector<uint64_t> dims = DimsOf(sort, plan);
    words.insert(words.end(), dims.begin(), dims.end());
  }
  return words;
}

std::vector<ShardingId> PlanShardings::ShardingsOf(const Plan& plan,
                                                   Module& m) const {
  std::vector<ShardingId> of_sort;
  std::vector<std::vector<AxisRef>> axes;
  for (const Sort& sort : sorts_) {
    const std::vector<uint64_t> dims = DimsOf(sort, plan);
    axes.assign(dims.size(), {});
    for (size_t d = 0; d < dims.size(); ++d) {
      for (size_t a = 0; a < plan.axes.size(); ++a) {
        if ((dims[d] >> a & 1) != 0) {
          axes[d].push_back(AxisRef::Full(mesh_.axes[a].name));
        }
      }
    }
    of_sort.push_back(ClosedOn(m.shardings, mesh_ref_, axes));
  }
  std::vector<ShardingId> shardings(sort_of_.size());
  for (size_t i = 0; i < sort_of_.size(); ++i) {
    if (sort_of_[i] >= 0) {
      shardings[i] = of_sort[static_cast<size_t>(sort_of_[i])];
    }
  }
  for (const auto& [value, sharding] : fixed_) {
    shardings[value.Slot()] = sharding;
  }
  return shardings;
}

}  // namespace shardflow::internal
