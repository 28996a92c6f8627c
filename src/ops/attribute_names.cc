#include "ops/attribute_names.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

#include "base/error_format.h"
#include "base/similar.h"
#include "ir/walk.h"
#include "ops/attr_read.h"
#include "ops/op_cache.h"
#include "ops/op_def.h"
#include "ops/portable.h"

namespace shardflow::internal {
namespace {

bool IsArrayOf(const Module& m, AttrId attr, int width) {
  return m.attrs.Is(attr, AttrKind::kDenseArray) &&
         m.types.IsInteger(m.attrs.As<DenseArrayAttr>(attr).element, width);
}

// Returns what an attribute of this form must be, or "" if `value` is that.
// Forms whose values rules don't read aren't checked.
std::string Expected(const Module& m, PortableForm form, AttrId value) {
  if (form == PortableForm::kArray) {
    return IsArrayOf(m, value, 64) ? "" : "an array<i64>";
  }
  if (form == PortableForm::kBoolArray) {
    return IsArrayOf(m, value, 1) ? "" : "an array<i1>";
  }
  const StructId structure = PortableStruct(form);
  if (structure == StructId::kCount || IsStruct(m, value, structure)) return "";
  return fmt::format("a #{}", Struct(structure).name);
}

struct Attributes {
  // The attributes of the op's kind that the op lacks: those that it must have,
  // and those that it may have.
  std::vector<std::string_view> required, optional;
  // The op's attributes that its kind doesn't have. They are allowed. (Names
  // with a dot, which belong to a dialect, are left out.)
  std::vector<std::string_view> unknown;
  std::optional<Error> wrong;  // if the value of one is wrong
};

Attributes Look(const Module& m, OpId op, std::span<const NamedAttr> items) {
  const OpKind kind = m.kind(op);
  const OpDef& def = Def(kind);
  const auto name_of = [&](const NamedAttr& item) {
    return m.names.Get(item.name);
  };
  Attributes found;
  for (const std::string_view name : def.inherent) {
    const auto at = std::ranges::find(items, name, name_of);
    const PortableAttr attr = FindPortableAttr(kind, name);
    if (at == items.end()) {
      const bool required = attr.missing == PortableDefault::kRequired;
      (required ? found.required : found.optional).push_back(name);
      continue;
    }
    // The text may lack this attribute, because the reader then adds it.
    if (name == def.empty_by_default) found.optional.push_back(name);
    const std::string expected = Expected(m, attr.form, at->value);
    if (expected.empty() || found.wrong) continue;
    found.wrong = ErrorOf("attribute '{}' must be {}", name, expected);
  }
  for (const NamedAttr& item : items) {
    const std::string_view name = name_of(item);
    if (std::ranges::count(def.inherent, name) == 0 &&
        name.find('.') == std::string_view::npos) {
      found.unknown.push_back(name);
    }
  }
  return found;
}

// Whether the value is the one that a missing attribute stands for. Then it
// doesn't matter whether the attribute's name is right.
bool IsDefault(const Module& m, AttrId value, PortableDefault missing) {
  int64_t number = 0;
  switch (missing) {
    case PortableDefault::kFalse:
    case PortableDefault::kZero:
    case PortableDefault::kFalses:
    case PortableDefault::kZeroPairs:
      break;
    case PortableDefault::kOnes:
      number = 1;
      break;
    case PortableDefault::kMinusOne:
      number = -1;
      break;
    default:
      return false;
  }
  if (m.attrs.Is(value, AttrKind::kInteger)) {
    return m.attrs.IntegerValue(value) == number;
  }
  const auto is_number = [&](int64_t item) { return item == number; };
  if (const auto items = DenseI64(m, value)) {
    return std::ranges::all_of(*items, is_number);
  }
  const std::span<const int64_t> items = I64Array(m, value);
  return !items.empty() && std::ranges::all_of(items, is_number);
}

// Returns an error if an unknown attribute may be one of these, misspelt.
std::optional<Error> FindMisspelt(const Module& m, OpId op,
                                  const Attributes& found,
                                  std::span<const std::string_view> lacking,
                                  std::string_view consequence) {
  for (const std::string_view name : found.unknown) {
    const std::string_view meant = Nearest(name, lacking);
    if (meant.empty() ||
        IsDefault(m, FindAttr(m, op, name),
                  FindPortableAttr(m.kind(op), meant).missing)) {
      continue;
    }
    return ErrorOf("attribute '{}' is unknown{}{}", name, consequence,
                   DidYouMean(std::vector{std::string(meant)}));
  }
  return std::nullopt;
}

}  // namespace

uint64_t LookOfNames(const Module& m, OpId op) {
  return KeyWord(static_cast<uint32_t>(m.kind(op)),
                 static_cast<uint32_t>(m.attr_dict(op).index));
}

bool HasUncheckedAttributes(OpKind kind) {
  const OpDef& def = Def(kind);
  return !def.inherent.empty() && def.shape == nullptr && def.verify == nullptr;
}

std::optional<NameFault> FindNameFault(const Module& m, OpId op) {
  if (!HasUncheckedAttributes(m.kind(op))) return std::nullopt;
  std::vector<NamedAttr> items;
  if (m.attr_dict(op)) items = m.attrs.DictItems(m.attr_dict(op));
  Attributes found = Look(m, op, items);
  if (!found.required.empty()) {
    std::optional<Error> misspelt =
        FindMisspelt(m, op, found, found.required, "");
    if (misspelt) return NameFault{*std::move(misspelt)};
    return NameFault{ErrorOf("attribute '{}' is missing", found.required[0])};
  }
  if (found.wrong) return NameFault{*std::move(found.wrong)};
  std::optional<Error> misspelt =
      FindMisspelt(m, op, found, found.optional, " and has no effect");
  if (!misspelt) return std::nullopt;
  return NameFault{*std::move(misspelt), /*is_invalid=*/false};
}

bool CheckAttributeNames(const Module& m, Diagnostics& diagnostics) {
  absl::flat_hash_set<uint64_t> valid;  // kinds and dictionaries
  OpId wrong;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (wrong || !HasUncheckedAttributes(m.kind(op)) ||
        !valid.insert(LookOfNames(m, op)).second) {
      return;
    }
    const std::optional<NameFault> fault = FindNameFault(m, op);
    if (!fault || !fault->is_invalid) return;
    wrong = op;
    diagnostics.Error(m.Place(op), fmt::format("'{}' op: {}", m.op_name(op),
                                               fault->error.message));
  });
  return wrong.IsNone();
}

}  // namespace shardflow::internal
