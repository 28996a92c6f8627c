// Reads rules files, as text and as JSON, and applies their rules to a few ops.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/source.h"
#include "fuzz/targets.h"
#include "json/rules_read.h"
#include "ops/extensions.h"
#include "sharding/rule_template.h"

namespace shardflow::internal::fuzz {
namespace {

using Shapes = std::vector<std::vector<int64_t>>;

std::vector<std::span<const int64_t>> Spans(const Shapes& shapes) {
  return {shapes.begin(), shapes.end()};
}

// Returns tensors with as many dimensions as the rule requires; an ellipsis
// counts as two. With a `step` of 0 all sizes are equal to `size`; otherwise
// they increase, beginning at `size`.
Shapes ShapesFor(const RuleTemplate& rule,
                 const std::vector<RuleTemplate::Tensor>& tensors, int64_t size,
                 int64_t step) {
  Shapes shapes;
  for (const RuleTemplate::Tensor& tensor : tensors) {
    std::vector<int64_t>& shape = shapes.emplace_back();
    const auto add = [&] {
      if (shape.size() < 64) shape.push_back(size);
      size += step;
    };
    for (const RuleTemplate::Dim& dim : tensor.dims) {
      add();
      if (std::ranges::any_of(dim, [&](int32_t factor) {
            return rule.factors[static_cast<size_t>(factor)].is_ellipsis();
          })) {
        add();
      }
    }
  }
  return shapes;
}

void Instantiate(const RuleTemplate& rule) {
  for (const int64_t step : {0, 1}) {
    for (const int64_t size : {int64_t{0}, int64_t{8}, int64_t{1} << 62}) {
      const Shapes operands = ShapesFor(rule, rule.operands, size, step);
      const Shapes results = ShapesFor(rule, rule.results, size, step);
      if (WhyNotFit(rule, Spans(operands), Spans(results))) continue;
      for (const bool conservative : {false, true}) {
        Error error;
        const std::optional<Rule> made = shardflow::internal::Instantiate(
            rule, Spans(operands), Spans(results), conservative, error);
        if (!made && error.message.empty()) Fault("no rule and no error", "");
      }
    }
  }
}

}  // namespace

void FuzzRules(std::string_view input) {
  const SourceBuffer source("rules", std::string(input));
  OpExtensions extensions;
  Diagnostics diagnostics;
  if (!ReadRules(source, extensions, diagnostics)) {
    if (!diagnostics.HasErrors()) Fault("refused without an error", input);
    return;
  }
  for (const OpExtensions::Table* table :
       {&extensions.ops(), &extensions.targets()}) {
    for (const auto& [name, extension] : *table) {
      for (const ExtensionRule& rule : extension.rules) {
        if (rule.pattern) Instantiate(*rule.pattern);
      }
    }
  }
}

// A leading "{" makes the reader expect JSON.
void FuzzRulesJson(std::string_view input) {
  FuzzRules("{" + std::string(input.substr(input.starts_with('{') ? 1 : 0)));
}

}  // namespace shardflow::internal::fuzz
