#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
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

// Verifies all of `base`.
bool Session::Impl::CheckAll(std::vector<Message>& messages) {
  Module& m = base_module();
  const KnownExtensions known(m, bound ? &*bound : nullptr);
  Diagnostics faults;
  const bool ok = VerifyModule(m, faults);
  AppendMessages(faults, m.source.get(), messages);
  is_valid |= ok;
  return ok;
}

// The steps of one edit of `base`.
class Session::Impl::Edits {
 public:
  explicit Edits(Impl& session)
      : s_(session),
        m_(session.base_module()),
        known_(m_, session.bound ? &*session.bound : nullptr) {}

  void SetOperand(UseId use, ValueId value) {
    const OpId op = m_.use(use).owner;
    Edited(op);
    GiveUses(value);
    undos_.emplace_back(m_.PlaceOf(use));
    m_.SetOperand(use, value);
    steps_.emplace_back(UseStep{use, value});
  }
  void ReplaceUses(ValueId from, ValueId to) {
    while (m_.HasUses(from)) SetOperand(m_.value(from).first_use, to);
  }
  void Erase(OpId op) {
    is_local_ &= MattersOnlyToItself(m_, op);
    undos_.emplace_back(m_.EraseForNow(op));
    steps_.emplace_back(EraseStep{op});
  }
  // The op was just added.
  void Add(OpId op) {
    undos_.emplace_back(UndoAdd{op});
    is_add_ = true;
    for (int i = 0; i < m_.operand_count(op); ++i) {
      // The other use, if there is only one.
      const UseId use = m_.operand_use(op, i), other = m_.use(use).next;
      if (other && m_.use(other).next.IsNone()) {
        to_verify_.push_back(m_.use(other).owner);
      }
    }
    Edited(op);
  }

  // Keeps the edit if it is valid; otherwise undoes it and returns false.
  bool Finish(std::vector<Message>& messages) {
    std::ranges::sort(to_verify_);
    to_verify_.erase(std::unique(to_verify_.begin(), to_verify_.end()),
                     to_verify_.end());
    // If these checks can't show that the edit is valid, verify everything.
    const bool ok =
        (s_.is_valid && is_local_ && AreValidInPlace(m_, to_verify_)) ||
        s_.CheckAll(messages);
    if (!ok) {
      for (auto at = undos_.rbegin(); at != undos_.rend(); ++at) {
        s_.TakeBack(*at, {});
      }
      return false;
    }
    m_.SetVerified();
    if (s_.is_saving()) {
      for (Undo& undo : undos_) s_.undos.push_back(std::move(undo));
    }
    s_.restructured |= is_add_;
    if (s_.live_engine() != nullptr) {
      for (Step& step : steps_) s_.steps.push_back(std::move(step));
    }
    return true;
  }

 private:
  void Edited(OpId op) {
    is_local_ &= MattersOnlyToItself(m_, op);
    to_verify_.push_back(op);
  }
  // An edge must be the only user of its value.
  void GiveUses(ValueId value) {
    if (m_.HasOneUse(value)) {
      to_verify_.push_back(m_.use(m_.value(value).first_use).owner);
    }
  }

  Impl& s_;
  Module& m_;
  const KnownExtensions known_;
  std::vector<Undo> undos_;
  std::vector<Step> steps_;
  std::vector<OpId> to_verify_;
  bool is_local_ = true;
  bool is_add_ = false;
};

std::string_view Session::Impl::MakeSteps() {
  IncrementalPropagation& p = *engine();
  p.BeginEdits();
  std::string_view why;
  for (const Step& step : steps) {
    if (const auto* use = std::get_if<UseStep>(&step)) {
      why = p.SetOperand(use->use, use->value);
    } else if (const auto* erase = std::get_if<EraseStep>(&step)) {
      why = p.Erase(erase->op);
    } else if (const auto* set = std::get_if<SetStep>(&step)) {
      EditStarted(set->value, set->sharding);
    } else if (const auto* result = std::get_if<SetResultStep>(&step)) {
      EditStartedResult(result->result.function, result->result.result,
                        result->sharding);
    }
    if (!why.empty()) return why;
  }
  why = p.EndEdits();
  return why.empty() && !p.Settle() ? p.obstacle() : why;
}

void Session::Impl::FinishSteps() {
  if (steps.empty()) return;
  engine()->FinishEdits();
  steps.clear();
  work->names.reset();
  if (is_saving() && work->price != nullptr) {
    undos.emplace_back(ParkedPrice{work.get(), std::move(work->price)});
  }
  work->price.reset();
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
  Module& m = s.base_module();
  const size_t names = m.names.size();
  const OpId added =
      ProgramBuilderAccess::AddOpBefore(m, origin, anchor, op, messages);
  if (m.names.size() != names) s.Rebind();
  if (!added) return {};
  Impl::Edits edits(s);
  edits.Add(added);
  return edits.Finish(messages) ? ToRef(origin, added) : OpRef{};
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
  Impl::Edits edits(s);
  edits.SetOperand(m.operand_use(op, i), value);
  return edits.Finish(messages);
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
  if (!m.HasUses(from)) return true;
  Impl::Edits edits(s);
  edits.ReplaceUses(from, to);
  return edits.Finish(messages);
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
  Impl::Edits edits(s);
  edits.Erase(op);
  return edits.Finish(messages);
}

}  // namespace shardflow
