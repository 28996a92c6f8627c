#include "ir/module.h"

namespace shardflow::internal {

Module::Module() {
  name::Populate(names);
  const OpId root =
      CreateOp({.name = names.Intern("builtin.module"), .region_count = 1});
  SHARDFLOW_CHECK(root == this->root());
  AppendBlock(region(root, 0));
}

size_t Module::MemoryBytes() const {
  const auto rows = [](const auto& table) {
    return table.size() * sizeof(table[0]);
  };
  return rows(ops_) + rows(wide_ops_) + rows(values_) + rows(uses_) +
         rows(blocks_) + rows(regions_) + rows(block_args_) +
         rows(arg_blocks_) + value_types_.MemoryBytes() +
         value_shardings_.MemoryBytes() + op_rules_.MemoryBytes() +
         names.MemoryBytes() + types.MemoryBytes() + attrs.MemoryBytes() +
         shardings.MemoryBytes() + (source ? source->MemoryBytes() : 0);
}

NameId Module::UnknownOpName(OpId id) const {
  const auto found = unknown_names_.find(id);
  return found == unknown_names_.end() ? NameId::None() : found->second;
}

bool Module::OpHasUses(OpId id) const {
  for (int i = 0; i < result_count(id); ++i) {
    if (HasUses(result(id, i))) return true;
  }
  return false;
}

void Module::SetAttr(OpId id, NameId key, AttrId value) {
  verified_ = false;
  ops_[id.Slot()].attrs = attrs.DictSet(op(id).attrs, key, value, names);
}

NameId Module::symbol(OpId id) const {
  const AttrId name = attr(id, name::kSymName);
  return attrs.Is(name, AttrKind::kString) ? attrs.StringValue(name)
                                           : NameId::None();
}

bool Module::HasResultShardings(OpId id) const {
  for (int i = 0; i < result_count(id); ++i) {
    if (sharding(result(id, i))) return true;
  }
  return false;
}

void Module::SetRule(OpId id, RuleId rule) {
  verified_ = false;
  if (id.Slot() >= op_rules_.size()) {
    if (rule.IsNone()) return;
    op_rules_.resize(id.Slot() + 1);
  }
  op_rules_.Set(id.Slot(), rule);
}

FuncRow& Module::CreateFuncRow(OpId id) {
  verified_ = false;
  SHARDFLOW_CHECK(region_count(id) > 0);
  regions_[region(id, 0).Slot()].func_row = static_cast<int32_t>(funcs_.size());
  return funcs_.emplace_back();
}

const FuncRow& Module::func(OpId id) const {
  const int32_t row = FuncRowIndex(id);
  SHARDFLOW_CHECK(row >= 0);
  return funcs_[static_cast<size_t>(row)];
}

FuncRow& Module::mutable_func(OpId id) {
  verified_ = false;
  return const_cast<FuncRow&>(std::as_const(*this).func(id));
}

Loc Module::arg_loc(ValueId id) const {
  const auto it = arg_locs_.find(id);
  return it == arg_locs_.end() ? Loc() : it->second;
}

void Module::SetArgLoc(ValueId id, Loc loc) { arg_locs_[id] = loc; }

SourcePlace Module::Place(Loc loc) const {
  if (loc.IsUnknown()) return {source ? source->name() : "", 0, 0};
  if (loc.IsOffset()) {
    return source ? source->Place(loc.offset()) : SourcePlace{};
  }
  // Searches depth first through names, the callees of call sites, and fused
  // locations.
  std::vector<AttrId> stack = {loc.attr()};
  while (!stack.empty()) {
    const AttrId at = stack.back();
    stack.pop_back();
    if (at.IsNone()) continue;
    switch (attrs.kind(at)) {
      case AttrKind::kLocFile: {
        const auto place = attrs.As<LocFileAttr>(at);
        return {std::string(names.Get(place.file)),
                static_cast<int>(place.line), static_cast<int>(place.column)};
      }
      case AttrKind::kLocName:
        stack.push_back(attrs.As<LocNameAttr>(at).child);
        break;
      case AttrKind::kLocCallSite:
        stack.push_back(attrs.As<LocCallSiteAttr>(at).callee);
        break;
      case AttrKind::kLocFused: {
        const WordList<AttrId> locs = attrs.As<LocFusedAttr>(at).locs;
        for (size_t i = locs.size(); i > 0; --i) stack.push_back(locs[i - 1]);
        break;
      }
      default:
        break;
    }
  }
  return {source ? source->name() : "", 0, 0};
}

}  // namespace shardflow::internal
