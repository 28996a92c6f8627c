#include "ops/gradients.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "ops/code_places.h"
#include "ops/functions.h"
#include "ops/user_names.h"

namespace shardflow::internal {
namespace {

// The maximum number of values to follow from one gradient or argument. An
// optimizer has a few dozen ops for each of its arguments.
constexpr size_t kMostValues = 256;
// The maximum number of casts and constraints between an argument and its use
// in the forward pass.
constexpr int kMostCasts = 8;

enum class Phase : uint8_t { kOther, kForward, kBackward };

class Finder {
 public:
  Finder(const Module& m, OpId function) : m_(m), function_(function) {}

  absl::flat_hash_map<ValueId, std::string> Run() {
    absl::flat_hash_map<ValueId, std::string> names;
    if (!FindBackward()) return names;
    FindDifferentiated();
    if (arguments_.empty()) return names;
    for (const ValueId value : leaving_) {
      const ValueId argument = ArgumentOf(value);
      if (argument) {
        names.emplace(value,
                      "grad/" + NamePath(LocName(m_, m_.arg_loc(argument))));
      }
    }
    return names;
  }

 private:
  Phase PhaseOf(OpId op) {
    const Loc loc = m_.loc(op);
    if (!loc.IsAttr()) return Phase::kOther;
    const auto [at, added] = phases_.try_emplace(loc.attr(), Phase::kOther);
    if (added) {
      const std::string_view stack = NameStack(m_, loc);
      if (stack.find("transpose(") != std::string_view::npos) {
        at->second = Phase::kBackward;
      } else if (stack.find("jvp(") != std::string_view::npos) {
        at->second = Phase::kForward;
      }
    }
    return at->second;
  }

  bool HasShapeOf(ValueId a, ValueId b) const {
    const TypeId left = m_.type(a), right = m_.type(b);
    return m_.types.IsTensor(left) && m_.types.IsTensor(right) &&
           std::ranges::equal(m_.types.dims(left), m_.types.dims(right));
  }

  // Finds the values of the backward pass that are used by ops outside both
  // passes, in program order. Returns false if there are none.
  bool FindBackward() {
    for (const OpId op : m_.Ops(EntryBlock(m_, function_))) {
      if (PhaseOf(op) != Phase::kBackward) continue;
      for (int i = 0; i < m_.result_count(op); ++i) {
        const ValueId value = m_.result(op, i);
        if (!m_.types.IsTensor(m_.type(value)) ||
            m_.types.dims(m_.type(value)).empty()) {
          continue;
        }
        for (const UseId use : m_.Uses(value)) {
          if (PhaseOf(m_.use(use).owner) == Phase::kOther) {
            leaving_.push_back(value);
            break;
          }
        }
      }
    }
    return !leaving_.empty();
  }

  // Finds the named arguments that the forward pass uses.
  void FindDifferentiated() {
    for (const ValueId argument : m_.args(EntryBlock(m_, function_))) {
      if (LocName(m_, m_.arg_loc(argument)).empty()) continue;
      if (FeedsForward(argument)) arguments_.insert(argument);
    }
  }

  bool FeedsForward(ValueId argument) {
    std::vector<ValueId> values = {argument};
    for (int casts = 0; casts < kMostCasts && !values.empty(); ++casts) {
      std::vector<ValueId> next;
      for (const ValueId value : values) {
        for (const UseId use : m_.Uses(value)) {
          const OpId op = m_.use(use).owner;
          if (PhaseOf(op) == Phase::kForward) return true;
          const bool is_cast = m_.operand_count(op) == 1 &&
                               m_.result_count(op) == 1 &&
                               HasShapeOf(m_.result(op, 0), value);
          if (is_cast && next.size() < kMostValues) {
            next.push_back(m_.result(op, 0));
          }
        }
      }
      values = std::move(next);
    }
    return false;
  }

  // Returns the argument whose gradient `value` is; None if that isn't certain.
  ValueId ArgumentOf(ValueId value) {
    std::vector<ValueId> reached = {value};
    absl::flat_hash_set<ValueId> known = {value};
    absl::flat_hash_set<ValueId> met;
    std::vector<int> results;
    for (size_t i = 0; i < reached.size(); ++i) {
      for (const UseId use : m_.Uses(reached[i])) {
        const OpId op = m_.use(use).owner;
        if (op == ReturnOp(m_, function_)) {
          results.push_back(m_.operand_index(use));
          continue;
        }
        if (PhaseOf(op) != Phase::kOther || m_.region_count(op) > 0) continue;
        for (int r = 0; r < m_.result_count(op); ++r) {
          const ValueId result = m_.result(op, r);
          if (!HasShapeOf(result, value) || !known.insert(result).second) {
            continue;
          }
          reached.push_back(result);
          if (reached.size() > kMostValues) return ValueId::None();
        }
      }
    }
    for (const ValueId one : reached) {
      if (one == value) continue;
      const OpId op = m_.def(one);
      for (int i = 0; i < m_.operand_count(op); ++i) {
        const ValueId operand = m_.operand(op, i);
        if (!known.contains(operand) && HasShapeOf(operand, value)) {
          CollectArguments(operand, known, met);
        }
      }
    }
    if (met.size() == 1) return *met.begin();
    return met.empty() ? ArgumentByName(value, results) : ValueId::None();
  }

  // Adds to `met` the arguments from which `value` is computed, looking only
  // through ops that are outside both passes and keep the shape of `value`.
  void CollectArguments(ValueId value, const absl::flat_hash_set<ValueId>& skip,
                        absl::flat_hash_set<ValueId>& met) {
    std::vector<ValueId> stack = {value};
    absl::flat_hash_set<ValueId> known = {value};
    while (!stack.empty() && known.size() < kMostValues) {
      const ValueId one = stack.back();
      stack.pop_back();
      if (m_.IsArg(one)) {
        if (arguments_.contains(one)) met.insert(one);
        continue;
      }
      const OpId op = m_.def(one);
      if (PhaseOf(op) != Phase::kOther || m_.region_count(op) > 0) continue;
      for (int i = 0; i < m_.operand_count(op); ++i) {
        const ValueId operand = m_.operand(op, i);
        if (HasShapeOf(operand, value) && !skip.contains(operand) &&
            known.insert(operand).second) {
          stack.push_back(operand);
        }
      }
    }
  }

  // Returns the only argument whose path, without its first step, is the end of
  // the path of one of the results. For example, the argument
  // params/blocks/0/wq fits result/1/blocks/0/wq.
  ValueId ArgumentByName(ValueId value, const std::vector<int>& results) const {
    ValueId found;
    for (const int result : results) {
      const std::string path =
          NamePath(ResultName(m_, function_, static_cast<size_t>(result)));
      for (const ValueId argument : arguments_) {
        if (!HasShapeOf(argument, value)) continue;
        const std::string name = NamePath(LocName(m_, m_.arg_loc(argument)));
        const size_t slash = name.find('/');
        if (slash == std::string::npos || !path.ends_with(name.substr(slash))) {
          continue;
        }
        if (found && found != argument) return ValueId::None();
        found = argument;
      }
    }
    return found;
  }

  const Module& m_;
  const OpId function_;
  absl::flat_hash_map<AttrId, Phase> phases_;
  std::vector<ValueId> leaving_;
  absl::flat_hash_set<ValueId> arguments_;
};

}  // namespace

absl::flat_hash_map<ValueId, std::string> GradientNames(const Module& m,
                                                        OpId function) {
  if (function.IsNone() || IsDeclaration(m, function)) return {};
  return Finder(m, function).Run();
}

}  // namespace shardflow::internal
