#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/builder_access.h"
#include "api/convert.h"
#include "api/session_impl.h"
#include "ir/values.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/verify.h"

// Edits the session's program itself, as opposed to its shardings.

namespace shardflow {

using namespace internal;
namespace {

bool Refuse(std::string why, std::vector<Message>& messages) {
  messages.push_back(WrongArgument(std::move(why)));
  return false;
}

}  // namespace

// Binds the registry's ops again, because the edit may have added op names.
void Session::Impl::Rebind() {
  if (!registry) return;
  bound.emplace(*ExtensionsOf(options.run), base_module().names);
}

bool Session::Impl::Restructure(const std::function<bool(Module&)>& edit,
                                std::vector<Message>& messages) {
  Program before = base.Clone();
  Module& m = base_module();
  bool ok = edit(m);
  Rebind();
  if (ok) {
    const KnownExtensions known(m, bound ? &*bound : nullptr);
    Diagnostics faults;
    ok = VerifyModule(m, faults);
    AppendMessages(faults, m.source.get(), messages);
  }
  if (!ok) {
    m = std::move(ProgramAccess::module(before));
    Rebind();
    return false;
  }
  restructured = true;
  if (!is_saving()) return true;
  // Consecutive edits of this kind are undone together, so only the first one
  // saves the program.
  const bool is_next = undos.size() > saved.back().undos &&
                       std::holds_alternative<Program>(undos.back());
  if (!is_next) undos.emplace_back(std::move(before));
  return true;
}

// Returns the op if it may be edited; otherwise reports an error and returns
// None.
OpId Session::Impl::EditableOp(OpRef ref, std::vector<Message>& messages) {
  const Module& m = base_module();
  const OpId op = ToId(m, ProgramAccess::origin(base), ref);
  if (!op) {
    Refuse(std::string(base.ok() ? "the program has no such op" : kNothingLeft),
           messages);
    return OpId::None();
  }
  const OpId parent = m.parent_op(op);
  if (parent && parent != m.root() && (Def(m.kind(op)).traits & kSymbol) == 0) {
    return op;
  }
  Refuse(fmt::format("'{}' is not in a function", m.op_name(op)), messages);
  return OpId::None();
}

OpRef Session::AddOp(OpRef before, const OpSpecification& op,
                     std::vector<Message>& messages) {
  Impl& s = *impl_;
  const OpId anchor = s.EditableOp(before, messages);
  if (!anchor) return {};
  if (op.regions != 0) {
    Refuse("an op with regions cannot be added to a session", messages);
    return {};
  }
  const Origin origin = ProgramAccess::origin(s.base);
  OpId added;
  const bool ok = s.Restructure(
      [&](Module& m) {
        added =
            ProgramBuilderAccess::AddOpBefore(m, origin, anchor, op, messages);
        return static_cast<bool>(added);
      },
      messages);
  return ok ? ToRef(origin, added) : OpRef{};
}

bool Session::SetOperand(OpRef ref, int i, ValueRef value_ref,
                         std::vector<Message>& messages) {
  Impl& s = *impl_;
  const Module& m = s.base_module();
  const OpId op = s.EditableOp(ref, messages);
  if (!op) return false;
  const ValueId value = ToId(m, ProgramAccess::origin(s.base), value_ref);
  if (!value) return Refuse("the program has no such value", messages);
  if (i < 0 || i >= m.operand_count(op)) {
    return Refuse(fmt::format("'{}' has {} operands; there is no operand {}",
                              m.op_name(op), m.operand_count(op), i),
                  messages);
  }
  return s.Restructure(
      [&](Module& module) {
        module.SetOperand(module.operand_use(op, i), value);
        return true;
      },
      messages);
}

bool Session::ReplaceUses(ValueRef of, ValueRef by,
                          std::vector<Message>& messages) {
  Impl& s = *impl_;
  const Module& m = s.base_module();
  const Origin origin = ProgramAccess::origin(s.base);
  const ValueId from = ToId(m, origin, of), to = ToId(m, origin, by);
  if (!from || !to) return Refuse("the program has no such value", messages);
  if (m.type(from) != m.type(to)) {
    return Refuse("the two values have different types", messages);
  }
  if (from == to) return true;
  return s.Restructure(
      [&](Module& module) {
        module.ReplaceAllUses(from, to);
        return true;
      },
      messages);
}

bool Session::EraseOp(OpRef ref, std::vector<Message>& messages) {
  Impl& s = *impl_;
  const Module& m = s.base_module();
  const OpId op = s.EditableOp(ref, messages);
  if (!op) return false;
  if (HasTrait(m, op, kTerminator)) {
    return Refuse(fmt::format("'{}' ends its block", m.op_name(op)), messages);
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    if (!m.HasUses(m.result(op, i))) continue;
    return Refuse(
        fmt::format("result {} of '{}' is still used", i, m.op_name(op)),
        messages);
  }
  return s.Restructure(
      [&](Module& module) {
        module.Erase(op);
        return true;
      },
      messages);
}

}  // namespace shardflow
