#include "json/scopes.h"

namespace shardflow::internal {

std::string_view ValueScopes::Name(JsonRef name) {
  if (!in_.d.HasEscapes(name)) return in_.d.String(name, room_);
  const std::string_view text = in_.d.String(name, room_);
  const auto known = values_.find(text);
  return known != values_.end() ? known->first : decoded_.emplace_back(text);
}

bool ValueScopes::Define(JsonRef name, ValueId value) {
  if (!in_.Expect(name, JsonKind::kString)) return false;
  const std::string_view text = Name(name);
  if (text.empty()) return in_.Fail(name, "a value's name is empty");
  Entry& entry = values_[text];
  if (entry.pending >= 0) {
    Pending& pending = pending_[static_cast<size_t>(entry.pending)];
    m_.ReplaceAllUses(entry.value, value);
    m_.Erase(pending.op);
    pending.op = OpId::None();
  } else if (entry.value) {
    return in_.Fail(name,
                    "redefinition of value \"" + std::string(text) + "\"");
  }
  entry = {value, -1};
  defined_.push_back(text);
  // Names written with escapes are left out: they differ from their text.
  if (names_ != nullptr && !in_.d.HasEscapes(name)) {
    names_->push_back({text, value, 1});
  }
  return true;
}

ValueId ValueScopes::Use(JsonRef name) {
  if (!in_.Expect(name, JsonKind::kString)) return {};
  const std::string_view text = Name(name);
  Entry& entry = values_[text];
  if (entry.value) return entry.value;
  const TypeId types[] = {m_.types.None()};
  const OpId op = m_.CreateOp(
      {.name = m_.names.Intern("builtin.unrealized_conversion_cast"),
       .result_types = types});
  entry = {m_.result(op, 0), static_cast<int32_t>(pending_.size())};
  pending_.push_back({name, op, text});
  return entry.value;
}

void ValueScopes::Pop() {
  const size_t keep = scopes_.back();
  scopes_.pop_back();
  while (defined_.size() > keep) {
    values_.erase(defined_.back());
    defined_.pop_back();
  }
}

bool ValueScopes::CheckDefined(size_t since) {
  for (size_t i = since; i < pending_.size(); ++i) {
    const Pending& pending = pending_[i];
    if (!pending.op) continue;
    std::string hint =
        "a value is known after its op, in its block and in the regions inside";
    const std::string with_sign = "%" + std::string(pending.name);
    const auto other = values_.find(with_sign);
    if (other != values_.end() && other->second.pending < 0) {
      hint = "did you mean \"" + with_sign + "\"?";
    }
    return in_.Fail(
        pending.use,
        "use of undefined value \"" + std::string(pending.name) + "\"",
        std::move(hint));
  }
  pending_.resize(since);
  return true;
}

}  // namespace shardflow::internal
