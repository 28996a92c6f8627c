#include "ops/extensions.h"

#include <utility>

#include "ops/custom_call.h"
#include "ops/op_def.h"

namespace shardflow::internal {
namespace {

const OpExtension* ExtensionOf(const Module& m, OpId op) {
  return m.extensions->OfOp(m.name(op));
}

// Returns the name of the attribute that holds the shardings of the op's block
// arguments, or None if there is no such attribute.
NameId ArgShardingsName(const Module& m, OpId op) {
  if (m.IsErased(op) || m.kind(op) != OpKind::kUnknown) return NameId::None();
  const OpExtension* extension = ExtensionOf(m, op);
  if (extension == nullptr || !extension->has_data_flow) return NameId::None();
  return m.names.Find(extension->arg_shardings_attr);
}

// Moves the arguments' shardings from the attribute to the module's sharding
// column.
void TakeArgShardings(Module& m, OpId op, Diagnostics& diagnostics) {
  const NameId name = ArgShardingsName(m, op);
  const AttrId attr = name ? m.attr(op, name) : AttrId::None();
  if (!m.attrs.Is(attr, AttrKind::kShardingPerValue)) return;
  const auto shardings = m.attrs.As<ShardingPerValueAttr>(attr).shardings;
  const std::vector<ValueId> owners = ArgEdgeOwners(m, op);
  if (shardings.size() != owners.size()) {
    diagnostics.Error(m.Place(op),
                      "'" + std::string(m.op_name(op)) + "' op " +
                          std::string(m.names.Get(name)) + " has " +
                          std::to_string(shardings.size()) + " shardings for " +
                          std::to_string(owners.size()) +
                          " block arguments that own edges");
    return;
  }
  for (size_t i = 0; i < owners.size(); ++i) {
    m.SetSharding(owners[i], shardings[i]);
  }
  m.SetAttr(op, name, AttrId::None());
}

void GiveArgShardings(Module& m, OpId op) {
  const NameId name = ArgShardingsName(m, op);
  if (!name) return;
  std::vector<ShardingId> shardings;
  for (const ValueId owner : ArgEdgeOwners(m, op)) {
    if (const ShardingId sharding = m.sharding(owner)) {
      shardings.push_back(sharding);
    }
  }
  if (shardings.empty()) return;
  m.SetAttr(op, name, m.attrs.ShardingPerValue(shardings));
}

}  // namespace

OpExtension& OpExtensions::Op(std::string_view name) {
  return ops_.try_emplace(std::string(name)).first->second;
}

OpExtension& OpExtensions::Target(std::string_view target) {
  return targets_.try_emplace(std::string(target)).first->second;
}

BoundExtensions::BoundExtensions(const OpExtensions& all,
                                 const StringStore& names)
    : all_(all) {
  const auto bind = [&](const OpExtensions::Table& table, Index& index) {
    for (const auto& [text, extension] : table) {
      // If the name isn't interned in the module, no op has it.
      if (const NameId name = names.Find(text)) index[name] = &extension;
    }
  };
  bind(all.ops(), ops_);
  bind(all.targets(), targets_);
  for (const auto& [name, extension] : ops_) {
    any_data_flow_ |= extension->has_data_flow;
  }
  for (const Index* const index : {&ops_, &targets_}) {
    for (const auto& [name, extension] : *index) {
      any_communication_ |= extension->communication != nullptr;
    }
  }
}

const OpExtension* BoundExtensions::Find(const Index& index, NameId name) {
  const auto at = index.find(name);
  return at == index.end() ? nullptr : at->second;
}

// Returns the extension for the op's name or, failing that, for the target of a
// custom call. Only extensions for which `has` is true are considered.
template <class Fn>
const OpExtension* BoundExtensions::FindIf(const Module& m, OpId op,
                                           Fn has) const {
  const OpExtension* found = Find(ops_, m.name(op));
  if (found != nullptr && has(*found)) return found;
  if (targets_.empty() || m.kind(op) != OpKind::kCustomCall) return nullptr;
  const AttrId target = m.attr(op, name::kCallTargetName);
  if (!m.attrs.Is(target, AttrKind::kString)) return nullptr;
  found = Find(targets_, m.attrs.StringValue(target));
  return found != nullptr && has(*found) ? found : nullptr;
}

const OpExtension* BoundExtensions::WithRules(const Module& m, OpId op) const {
  return FindIf(m, op, [](const OpExtension& e) { return !e.rules.empty(); });
}

const OpExtension* BoundExtensions::WithCommunication(const Module& m,
                                                      OpId op) const {
  return FindIf(
      m, op, [](const OpExtension& e) { return e.communication != nullptr; });
}

ScopedExtensions::ScopedExtensions(Module& m, const OpExtensions* all,
                                   Diagnostics& diagnostics)
    : m_(m) {
  if (all == nullptr || all->empty()) return;
  for (const auto& [name, extension] : all->ops()) {
    if (!extension.arg_shardings_attr.empty()) {
      m.names.Intern(extension.arg_shardings_attr);
    }
  }
  bound_.emplace(*all, m.names);
  m_.extensions = &*bound_;
  if (!bound_->any_data_flow()) return;
  for (size_t i = 0; i < m_.op_table_size(); ++i) {
    TakeArgShardings(m_, OpId(i), diagnostics);
  }
}

ScopedExtensions::~ScopedExtensions() {
  if (!bound_) return;
  if (bound_->any_data_flow()) {
    for (size_t i = 0; i < m_.op_table_size(); ++i) {
      GiveArgShardings(m_, OpId(i));
    }
  }
  m_.extensions = nullptr;
}

bool IsUnregistered(const Module& m, OpId op) {
  if (m.kind(op) != OpKind::kUnknown) return false;
  return m.extensions == nullptr || ExtensionOf(m, op) == nullptr;
}

uint32_t ExtensionTraits(const Module& m, OpId op) {
  const OpExtension* extension = ExtensionOf(m, op);
  if (extension == nullptr) return 0;
  // Shardings flow along the op's data-flow edges, so the op needs no rule.
  uint32_t traits = extension->traits;
  if (extension->has_data_flow) traits |= kNoRule;
  return traits;
}

const DataFlowDef* ExtensionDataFlow(const Module& m, OpId op) {
  const OpExtension* extension = ExtensionOf(m, op);
  return extension != nullptr && extension->has_data_flow
             ? &extension->data_flow
             : nullptr;
}

}  // namespace shardflow::internal
