#include "api/extend.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "api/convert.h"
#include "api/data_flow.h"
#include "api/op_view.h"
#include "json/rules_read.h"
#include "ops/op_def.h"

namespace shardflow {

using namespace internal;

struct SHARDFLOW_HIDDEN OpRegistry::Impl {
  OpExtensions extensions;
  // The names of the ops whose first rule comes from an interface.
  std::set<std::string, std::less<>> interfaces;

  // Returns the entry for "my.op" or "@target".
  OpExtension& Named(std::string_view op) {
    return op.starts_with('@') ? extensions.Target(op.substr(1))
                               : extensions.Op(op);
  }
};

OpRegistry::OpRegistry() : impl_(std::make_shared<Impl>()) {}
OpRegistry::OpRegistry(OpRegistry&& other) noexcept
    : impl_(std::exchange(other.impl_, std::make_shared<Impl>())) {}
OpRegistry& OpRegistry::operator=(OpRegistry&& other) noexcept {
  if (this != &other) {
    impl_ = std::exchange(other.impl_, std::make_shared<Impl>());
  }
  return *this;
}
OpRegistry::~OpRegistry() = default;

const OpExtensions& OpRegistryAccess::Get(const OpRegistry& registry) {
  return registry.impl_->extensions;
}

OpRegistry OpRegistryAccess::Share(const OpRegistry& registry) {
  OpRegistry shared;
  shared.impl_ = registry.impl_;
  return shared;
}

OpRegistry OpRegistryAccess::Copy(const OpRegistry& registry) {
  OpRegistry copy;
  *copy.impl_ = *registry.impl_;
  return copy;
}

void OpRegistryAccess::AddFirstRule(OpRegistry& registry, std::string_view op,
                                    RuleFunction rule) {
  registry.AddRule(op, std::move(rule));
  auto& rules = registry.impl_->Named(op).rules;
  std::rotate(rules.begin(), rules.end() - 1, rules.end());
}

void OpRegistryAccess::AddFirstCommunication(OpRegistry& registry,
                                             std::string_view op,
                                             CommunicationFunction function) {
  CommunicationCallback& callback = registry.impl_->Named(op).communication;
  CommunicationCallback before = std::move(callback);
  registry.SetCommunication(op, std::move(function));
  if (before == nullptr) return;
  callback = [first = std::move(callback), before = std::move(before)](
                 const Module& m, OpId id, const OpExtensions& all) {
    std::vector<InnerCollective> told = first(m, id, all);
    return told.empty() ? before(m, id, all) : told;
  };
}

bool OpRegistry::ReadRules(std::string name, std::string text,
                           std::vector<Message>& messages) {
  const SourceBuffer source(std::move(name), std::move(text));
  Diagnostics diagnostics;
  const bool ok = shardflow::ReadRules(source, impl_->extensions, diagnostics);
  AppendMessages(diagnostics, &source, messages);
  return ok;
}

bool OpRegistry::AddRule(std::string_view op, std::string_view rule,
                         std::vector<Message>& messages) {
  Error wrong;
  std::optional<RuleTemplate> pattern = ParseRuleTemplate(rule, wrong);
  if (pattern && !op.starts_with('@')) {
    if (std::optional<Error> cost = CheckCost(op, *pattern)) {
      wrong = *std::move(cost);
      pattern.reset();
    }
  }
  if (pattern) {
    impl_->Named(op).rules.emplace_back().pattern = std::move(pattern);
    return true;
  }
  Message& message = messages.emplace_back();
  message.text = "rule of '" + std::string(op) + "', column " +
                 std::to_string(wrong.offset + 1) + " of '" +
                 std::string(rule) + "': " + wrong.message;
  message.code = wrong.code;
  return false;
}

void OpRegistry::AddRule(std::string_view op, RuleFunction rule) {
  if (rule == nullptr) return;
  impl_->Named(op).rules.emplace_back().callback =
      [rule = std::move(rule)](const Module& m, OpId id) {
        return rule(OpViewAccess::Make(m, id));
      };
}

void OpRegistry::SetTraits(std::string_view op, OpTraits traits) {
  uint32_t& bits = impl_->extensions.Op(op).traits;
  bits = 0;
  if (traits.pure) bits |= kPure;
  if (traits.elementwise) bits |= kElementwise;
  if (traits.terminator) bits |= kTerminator;
}

void OpRegistry::SetInterface(std::string_view op,
                              std::shared_ptr<const OpInterface> interface) {
  auto& rules = impl_->Named(op).rules;
  if (impl_->interfaces.erase(std::string(op)) > 0) rules.erase(rules.begin());
  if (interface != nullptr) {
    OpRegistryAccess::AddFirstRule(*this, op, [interface](const OpView& view) {
      return interface->ShardingRule(view);
    });
    impl_->interfaces.emplace(op);
  }
  CommunicationFunction communication;
  if (interface != nullptr) {
    communication = [interface](const ShardedOpView& view) {
      return interface->Communication(view);
    };
  }
  SetCommunication(op, std::move(communication));
  OpRegistryAccess::SetDataFlow(*this, op, std::move(interface));
}

void OpRegistry::SetCommunication(std::string_view op,
                                  CommunicationFunction function) {
  OpExtension& extension = impl_->Named(op);
  if (function == nullptr) {
    extension.communication = nullptr;
    return;
  }
  extension.communication = [function = std::move(function)](
                                const Module& m, OpId id,
                                const OpExtensions& all) {
    std::vector<InnerCollective> told;
    for (OpCollective& one : function(OpViewAccess::MakeSharded(m, id, all))) {
      InnerCollective& inner = told.emplace_back();
      inner.kind = std::move(one.kind);
      inner.mesh = std::move(one.mesh);
      for (AxisInfo& axis : one.axes) {
        inner.axes.push_back({std::move(axis.name), axis.pre_size, axis.size});
      }
      inner.bytes = one.bytes;
      inner.times = one.times;
      if (!one.error.empty()) {
        inner.error.emplace().Set(0, std::move(one.error));
      }
    }
    return told;
  };
}

void OpRegistryAccess::SetDataFlow(
    OpRegistry& registry, std::string_view op,
    std::shared_ptr<const OpInterface> interface) {
  OpExtension& extension = registry.impl_->extensions.Op(op);
  extension.has_data_flow = interface != nullptr;
  extension.interface.reset();
  extension.data_flow = {};
  extension.arg_shardings_attr.clear();
  if (interface == nullptr) return;
  extension.data_flow.keep_divisible =
      interface->KeepEdgeOwnerShardingsDivisible();
  extension.arg_shardings_attr = interface->ArgumentShardingsAttribute();
  extension.interface = AdaptDataFlow(std::move(interface));
  extension.data_flow.custom = extension.interface.get();
}

}  // namespace shardflow
