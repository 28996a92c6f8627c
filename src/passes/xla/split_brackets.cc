#include <optional>
#include <string>
#include <vector>

#include "gspmd/parse.h"
#include "gspmd/print.h"
#include "ir/values.h"
#include "ir/walk.h"
#include "ops/custom_call.h"
#include "passes/gspmd/marks.h"
#include "passes/gspmd/round_trip.h"
#include "passes/pass.h"

// Newer versions of XLA have one custom call for all operands of a manual
// computation and one for all results. Their mhlo.sharding says which axes are
// manual:
//
//   %2:2 = custom_call @xla.sdy.GlobalToLocalShape(%0, %1) {mhlo.sharding =
//       "{{mesh['x'=2], manual}, {mesh['x'=2], manual}}"}
//
// Each of these calls is split into one call per value, which is GSPMD's form.

namespace shardflow::internal {
namespace {

// Splits the text into one sharding, as text, for each value. Returns nullopt
// if the text isn't a sharding of `count` values.
std::optional<std::vector<std::string>> Leaves(std::string_view text,
                                               size_t count) {
  Error error;
  const std::optional<gspmd::HloSharding> sharding =
      gspmd::ParseHloSharding(text, error);
  if (!sharding) return std::nullopt;
  if (sharding->kind != gspmd::HloShardingKind::kTuple) {
    if (count != 1) return std::nullopt;
    return std::vector<std::string>{std::string(text)};
  }
  std::vector<std::string> leaves;
  for (const gspmd::HloSharding& element : sharding->elements) {
    gspmd::AppendHloSharding(element, {}, leaves.emplace_back());
  }
  if (leaves.size() != count) return std::nullopt;
  return leaves;
}

bool IsWrittenInMhlo(const Module& m, OpId op) {
  const std::string_view target = CallTarget(m, op);
  return (target == kGlobalToLocalTarget || target == kLocalToGlobalTarget) &&
         m.operand_count(op) == m.result_count(op) &&
         FindString(m, m.attr_dict(op), kMhloSharding).has_value();
}

void Split(Module& m, OpId op) {
  const NameId text = *FindString(m, m.attr_dict(op), kMhloSharding);
  const std::vector<ValueId> results = ResultsOf(m, op);
  const auto leaves = Leaves(m.names.Get(text), results.size());
  // The call stays as it is, so that the import reports the error in its
  // sharding.
  if (!leaves) return;
  const std::string_view target =
      CallTarget(m, op) == kGlobalToLocalTarget ? kFullToShard : kShardToFull;
  for (size_t i = 0; i < results.size(); ++i) {
    const ValueId operand = m.operand(op, static_cast<int>(i));
    const TypeId type = m.type(results[i]);
    const AttrId leaf = m.attrs.String(m.names.Intern((*leaves)[i]));
    const OpId one = InsertCustomCall(m, op, target, {&operand, 1}, {&type, 1},
                                      {{std::string(kMhloSharding), leaf}});
    m.ReplaceAllUses(results[i], m.result(one, 0));
  }
  m.Erase(op);
}

}  // namespace

bool XlaSplitBrackets(Module& m, const NoOptions&, PassContext&) {
  std::vector<OpId> brackets;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (IsWrittenInMhlo(m, op)) brackets.push_back(op);
  });
  for (const OpId op : brackets) Split(m, op);
  return true;
}

}  // namespace shardflow::internal
