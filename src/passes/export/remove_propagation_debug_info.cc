#include <vector>

#include "ir/walk.h"
#include "passes/pass.h"

namespace shardflow::internal {
namespace {

constexpr NameId kDebugAttrs[] = {
    name::kSdyPropagationEdges,        name::kSdyBlockArgPropagationEdges,
    name::kSdyResultPropagationEdges,  name::kSdyShardingOrigins,
    name::kSdyBlockArgShardingOrigins, name::kSdyResultShardingOrigins,
};

AttrId WithoutDebugAttrs(Module& m, AttrId dict) {
  if (dict.IsNone()) return dict;
  for (NameId key : kDebugAttrs) {
    if (m.attrs.DictGet(dict, key)) {
      dict = m.attrs.DictSet(dict, key, AttrId::None(), m.names);
    }
  }
  return dict;
}

}  // namespace

// Removes, from ops, arguments and results, the attributes that record how
// shardings were propagated.
bool RemovePropagationDebugInfo(Module& m, const NoOptions& /*options*/,
                                PassContext& /*context*/) {
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (!m.HasFuncRow(op)) {
      m.SetAttrDict(op, WithoutDebugAttrs(m, m.attr_dict(op)));
      return;
    }
    FuncRow& row = m.mutable_func(op);
    for (std::vector<AttrId>* dicts : {&row.arg_attrs, &row.res_attrs}) {
      for (AttrId& dict : *dicts) {
        dict = WithoutDebugAttrs(m, dict);
        // An argument without attributes has no dictionary.
        if (dict && m.attrs.DictSize(dict) == 0) dict = AttrId::None();
      }
    }
  });
  return true;
}

}  // namespace shardflow::internal
