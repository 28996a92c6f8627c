#include "text/aliases.h"

#include <algorithm>

namespace shardflow::internal {
namespace {

constexpr size_t kLargeTuple = 16;

std::string_view OpaqueAlias(std::string_view text) {
  if (text.starts_with("affine_map<")) return "map";
  if (text.starts_with("affine_set<")) return "set";
  // An attribute such as `distinct[0]<>`, which wraps nothing, gets no alias.
  if (text.starts_with("distinct[") && text.ends_with('>') &&
      !text.ends_with("<>")) {
    return "distinct";
  }
  return {};
}

}  // namespace

std::string_view AliasName(const Module& m, AttrId attr) {
  switch (m.attrs.kind(attr)) {
    case AttrKind::kLocUnknown:
    case AttrKind::kLocFile:
    case AttrKind::kLocName:
    case AttrKind::kLocCallSite:
    case AttrKind::kLocFused:
      return "loc";
    case AttrKind::kOpaque:
      return OpaqueAlias(m.names.Get(m.attrs.As<OpaqueAttr>(attr).text));
    default:
      return {};
  }
}

std::string_view AliasName(const Module& m, TypeId type) {
  const bool large = m.types.kind(type) == TypeKind::kTuple &&
                     m.types.members(type).size() > kLargeTuple;
  return large ? "tuple" : std::string_view();
}

namespace {

// Whether this is the location of a module op that isn't written in the text
// (see Parser::UnwrapModule). Such a location is only printed with debug info.
bool IsPlaceOfImplicitModule(const Module& m, AttrId attr) {
  const Loc loc = m.loc(m.root());
  if (!loc.IsAttr() || loc.attr() != attr) return false;
  if (!m.attrs.Is(attr, AttrKind::kLocFile)) return false;
  const auto place = m.attrs.As<LocFileAttr>(attr);
  return place.line == 0 && place.column == 0;
}

}  // namespace

bool Aliases::Wanted(const Module& m, const PrintOptions& options) {
  if (options.local_scope) return false;
  if (options.debug_info) return true;
  for (size_t i = 0; i < m.attrs.size(); ++i) {
    const AttrId attr(i);
    if (!AliasName(m, attr).empty() && !IsPlaceOfImplicitModule(m, attr)) {
      return true;
    }
  }
  for (size_t i = 0; i < m.types.size(); ++i) {
    if (!AliasName(m, TypeId(i)).empty()) return true;
  }
  return false;
}

bool Aliases::Begin(Key key, std::string_view name, bool deferrable) {
  const auto [it, is_new] = index_.try_emplace(key, entries_.size());
  const size_t index = it->second;
  if (!open_.empty()) entries_[open_.back()].children.push_back(index);
  if (!is_new) {
    if (!deferrable) NotDeferrable(index);
    if (!open_.empty()) {
      Entry& parent = entries_[open_.back()];
      if (entries_[index].depth > 0) {
        parent.depth = std::max(parent.depth, entries_[index].depth + 1);
      }
    }
    return false;
  }
  Entry& entry = entries_.emplace_back();
  entry.key = key;
  entry.name = name;
  entry.depth = name.empty() ? 0 : 1;
  entry.deferrable = deferrable;
  open_.push_back(index);
  return true;
}

void Aliases::End() {
  const int depth = entries_[open_.back()].depth;
  open_.pop_back();
  if (open_.empty() || depth == 0) return;
  Entry& parent = entries_[open_.back()];
  parent.depth = std::max(parent.depth, depth + 1);
}

void Aliases::NotDeferrable(size_t entry) {
  std::vector<size_t> stack = {entry};
  while (!stack.empty()) {
    Entry& at = entries_[stack.back()];
    stack.pop_back();
    if (!at.deferrable) continue;
    at.deferrable = false;
    stack.insert(stack.end(), at.children.begin(), at.children.end());
  }
}

void Aliases::Finish() {
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (!entries_[i].name.empty()) order_.push_back(i);
  }
  // Sort by nesting depth, then types before attributes, then by name, and
  // finally in the order in which the printer first visited them.
  std::stable_sort(order_.begin(), order_.end(), [&](size_t a, size_t b) {
    const Entry& x = entries_[a];
    const Entry& y = entries_[b];
    if (x.depth != y.depth) return x.depth < y.depth;
    const bool x_type = x.key.kind == Key::kType;
    const bool y_type = y.key.kind == Key::kType;
    if (x_type != y_type) return x_type;
    return x.name < y.name;
  });
  absl::flat_hash_map<std::string, int> counts;
  for (size_t i : order_) {
    Entry& entry = entries_[i];
    const int number = counts[std::string(entry.name)]++;
    entry.text = entry.key.kind == Key::kType ? "!" : "#";
    entry.text += entry.name;
    if (number > 0) entry.text += std::to_string(number);
  }
}

std::string_view Aliases::Find(Key key) const {
  const auto it = index_.find(key);
  return it == index_.end() ? std::string_view() : entries_[it->second].text;
}

std::vector<Aliases::Definition> Aliases::Definitions() const {
  std::vector<Definition> definitions;
  for (size_t i : order_) {
    const Entry& entry = entries_[i];
    definitions.push_back({entry.key, entry.text, entry.deferrable});
  }
  return definitions;
}

}  // namespace shardflow::internal
