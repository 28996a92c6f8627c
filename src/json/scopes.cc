#include "json/scopes.h"

namespace shardflow::internal {

// Returns the number in a name such as "%12", or -1 for any other name. Also
// returns -1 if the number is large compared with the text, so that the table
// of numbered values remains smaller than the text.
int32_t ValueScopes::NumberOf(std::string_view name) const {
  constexpr size_t kMaxDigits = 8;
  if (name.size() < 2 || name.size() > 1 + kMaxDigits || name[0] != '%' ||
      (name[1] == '0' && name.size() > 2)) {
    return -1;
  }
  int32_t number = 0;
  for (const char c : name.substr(1)) {
    if (c < '0' || c > '9') return -1;
    number = number * 10 + (c - '0');
  }
  return static_cast<size_t>(number) < in_.d.text().size() / sizeof(Entry)
             ? number
             : -1;
}

ValueScopes::Entry& ValueScopes::Named(std::string_view name) {
  const int32_t number = NumberOf(name);
  if (number < 0) return values_[name];
  const auto slot = static_cast<size_t>(number);
  if (slot >= numbered_.size()) numbered_.resize(slot + 1);
  return numbered_[slot];
}

const ValueScopes::Entry* ValueScopes::Find(std::string_view name) const {
  const int32_t number = NumberOf(name);
  if (number < 0) {
    const auto at = values_.find(name);
    return at == values_.end() ? nullptr : &at->second;
  }
  const auto slot = static_cast<size_t>(number);
  return slot < numbered_.size() && numbered_[slot].value ? &numbered_[slot]
                                                          : nullptr;
}

void ValueScopes::Erase(std::string_view name) {
  const int32_t number = NumberOf(name);
  if (number < 0) {
    values_.erase(name);
  } else {
    numbered_[static_cast<size_t>(number)] = Entry();
  }
}

std::string_view ValueScopes::Name(JsonRef name) {
  const std::string_view text = in_.d.String(name, room_);
  if (!in_.d.HasEscapes(name)) return text;
  const auto known = values_.find(text);
  return known != values_.end() ? known->first : decoded_.emplace_back(text);
}

bool ValueScopes::Define(JsonRef name, ValueId value) {
  return in_.Expect(name, JsonKind::kString) &&
         Define(name, Name(name), in_.d.HasEscapes(name), value);
}

bool ValueScopes::Define(JsonRef at, std::string_view name, bool escaped,
                         ValueId value) {
  if (name.empty()) return in_.Fail(at, "a value's name is empty");
  Entry& entry = Named(name);
  if (entry.pending >= 0) {
    Pending& pending = pending_[static_cast<size_t>(entry.pending)];
    m_.ReplaceAllUses(entry.value, value);
    m_.Erase(pending.op);
    pending.op = OpId::None();
  } else if (entry.value) {
    return in_.Fail(at, "redefinition of value \"" + std::string(name) + "\"");
  }
  entry = {value, -1};
  defined_.push_back(name);
  // Names with escapes are omitted, because they differ from their text.
  if (names_ != nullptr && !escaped) names_->push_back({name, value, 1});
  return true;
}

ValueId ValueScopes::Use(JsonRef name) {
  if (!in_.Expect(name, JsonKind::kString)) return {};
  return Use(name, Name(name));
}

ValueId ValueScopes::Use(JsonRef at, std::string_view name) {
  Entry& entry = Named(name);
  if (entry.value) return entry.value;
  const TypeId types[] = {m_.types.None()};
  const OpId op = m_.CreateOp(
      {.name = m_.names.Intern("builtin.unrealized_conversion_cast"),
       .result_types = types});
  entry = {m_.result(op, 0), static_cast<int32_t>(pending_.size())};
  pending_.push_back({at, op, name});
  return entry.value;
}

void ValueScopes::Pop() {
  const size_t keep = scopes_.back();
  scopes_.pop_back();
  while (defined_.size() > keep) {
    Erase(defined_.back());
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
    const Entry* const other = Find(with_sign);
    if (other != nullptr && other->pending < 0) {
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
