#include "ops/portable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace shardflow::internal {
namespace {

struct AttrRow {
  OpKind kind;
  std::string_view name;
  PortableForm form;
  PortableDefault missing;
};

constexpr AttrRow kAttrs[] = {
#define ATTR(op, name, form, missing) \
  {OpKind::k##op, name, PortableForm::form, PortableDefault::missing},
#include "ops/portable.def"
#undef ATTR
};
static_assert(std::ranges::is_sorted(kAttrs, {}, &AttrRow::name),
              "FindPortableAttr relies on it");

struct ChangeRow {
  OpKind kind;
  int number;
  PortableVersion since;
  std::array<std::string_view, 2> added;
};

constexpr ChangeRow kChanges[] = {
#define CHANGE(op, number, major, minor, ...) \
  {OpKind::k##op, number, {major, minor}, {__VA_ARGS__}},
#include "ops/portable.def"
#undef CHANGE
};

struct FirstRow {
  OpKind kind;
  PortableVersion since;
};

constexpr FirstRow kFirst[] = {
#define FIRST(op, major, minor) {OpKind::k##op, {major, minor}},
#include "ops/portable.def"
#undef FIRST
};

constexpr std::string_view kStablehlo = "stablehlo.";

// VHLO lacks some attributes of functions and calls.
bool IsInVhlo(OpKind kind, std::string_view attr) {
  if (kind == OpKind::kFunc) return attr != "no_inline";
  return kind != OpKind::kCall || attr == "callee";
}

std::string_view FieldName(PortableForm form, std::string_view field) {
  if (form != PortableForm::kChannelAndType) return field;
  return field == "handle" ? "channel_id" : "channel_type";
}

// Whether `name` was added to the op after its version `number`.
bool IsYounger(OpKind kind, int number, std::string_view name) {
  return std::ranges::any_of(kChanges, [&](const ChangeRow& row) {
    return row.kind == kind && row.number > number &&
           (row.added[0] == name || row.added[1] == name);
  });
}

void AddSlots(PortableOp& op) {
  const int attr = static_cast<int>(op.attrs.size()) - 1;
  const PortableAttr& ours = op.attrs.back();
  const StructId structure = PortableStruct(ours.form);
  if (structure == StructId::kCount) {
    const std::string_view name =
        ours.form == PortableForm::kChannel ? "channel_id" : ours.name;
    op.slots.push_back({name, attr, -1});
    return;
  }
  const std::span<const FieldRow> fields = Struct(structure).fields;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (IsYounger(op.kind, op.number, fields[i].name)) continue;
    op.slots.push_back(
        {FieldName(ours.form, fields[i].name), attr, static_cast<int>(i)});
  }
}

}  // namespace

StructId PortableStruct(PortableForm form) {
  switch (form) {
    case PortableForm::kChannelAndType:
      return StructId::kChannelHandle;
    case PortableForm::kConv:
      return StructId::kConv;
    case PortableForm::kDot:
      return StructId::kDot;
    case PortableForm::kDotAlgorithm:
      return StructId::kDotAlgorithm;
    case PortableForm::kGather:
      return StructId::kGather;
    case PortableForm::kScatter:
      return StructId::kScatter;
    default:
      return StructId::kCount;
  }
}

PortableAttr FindPortableAttr(OpKind kind, std::string_view name) {
  for (const AttrRow& row :
       std::ranges::equal_range(kAttrs, name, {}, &AttrRow::name)) {
    if (row.kind == kind || row.kind == OpKind::kUnknown) {
      return {name, row.form, row.missing};
    }
  }
  return {name};
}

bool IsPortable(OpKind kind) {
  return OpMnemonic(kind).starts_with(kStablehlo) || kind == OpKind::kFunc ||
         kind == OpKind::kCall || kind == OpKind::kFuncReturn;
}

std::optional<PortableOp> FindPortableOp(OpKind kind, int number) {
  if (!IsPortable(kind) || number < 1 ||
      number > PortableNumber(kind, kNewestPortable)) {
    return std::nullopt;
  }
  PortableOp op{.kind = kind, .number = number, .attrs = {}, .slots = {}};
  for (const std::string_view name : Def(kind).inherent) {
    if (!IsInVhlo(kind, name) || IsYounger(kind, number, name)) continue;
    op.attrs.push_back(FindPortableAttr(kind, name));
    AddSlots(op);
  }
  // The first version had one more attribute, which has no effect.
  if (kind == OpKind::kDynamicConv && number == 1) {
    op.slots.push_back({"padding", -1, -1});
  }
  std::ranges::sort(op.slots, {}, &PortableSlot::name);
  return op;
}

PortableOp PlainOp(OpKind kind) {
  PortableOp op{.kind = kind, .number = 1, .attrs = {}, .slots = {}};
  for (const std::string_view name : Def(kind).inherent) {
    op.slots.push_back({name, static_cast<int>(op.attrs.size()), -1});
    op.attrs.push_back(FindPortableAttr(kind, name));
  }
  std::ranges::sort(op.slots, {}, &PortableSlot::name);
  return op;
}

int PortableNumber(OpKind kind, PortableVersion version) {
  if (version < PortableSince(kind, 1)) return 0;
  int number = 1;
  for (const ChangeRow& row : kChanges) {
    if (row.kind == kind && row.since <= version) {
      number = std::max(number, row.number);
    }
  }
  return number;
}

PortableVersion PortableSince(OpKind kind, int number) {
  for (const ChangeRow& row : kChanges) {
    if (row.kind == kind && row.number == number) return row.since;
  }
  for (const FirstRow& row : kFirst) {
    if (row.kind == kind) return row.since;
  }
  return kOldestPortable;
}

std::string_view NewPortableFeature(const Module& m, OpId op) {
  switch (m.kind(op)) {
    case OpKind::kAllGather:
    case OpKind::kAllReduce:
    case OpKind::kAllToAll:
      return m.result_count(op) > 1 ? "of several operands" : "";
    case OpKind::kComposite:
      return m.region_count(op) > 0 ? "with regions" : "";
    default:
      return "";
  }
}

std::optional<PortableName> ParsePortableName(std::string_view name) {
  const size_t at = name.rfind("_v");
  if (at == std::string_view::npos) return std::nullopt;
  PortableName result;
  const char* const end = name.data() + name.size();
  const auto [stop, error] =
      std::from_chars(name.data() + at + 2, end, result.number);
  if (error != std::errc() || stop != end) return std::nullopt;
  const std::string_view word = name.substr(0, at);
  const std::string_view dialect =
      word == "func" || word == "call" ? "func." : kStablehlo;
  result.kind = FindOpKind(std::string(dialect) + std::string(word));
  if (result.kind == OpKind::kUnknown) return std::nullopt;
  return result;
}

std::string PortableNameOf(OpKind kind, int number) {
  if (!IsPortable(kind)) return "";
  std::string_view word = OpMnemonic(kind);
  word.remove_prefix(word.find('.') + 1);
  return std::string(word) + "_v" + std::to_string(number);
}

std::optional<PortableVersion> ParsePortableVersion(std::string_view text) {
  int32_t numbers[3] = {};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int i = 0; i < 3; ++i) {
    if (i > 0 && (at == end || *at++ != '.')) return std::nullopt;
    const auto [stop, error] = std::from_chars(at, end, numbers[i]);
    if (error != std::errc() || numbers[i] < 0 || stop == at) {
      return std::nullopt;
    }
    at = stop;
  }
  if (at != end) return std::nullopt;
  return PortableVersion{numbers[0], numbers[1]};
}

std::string PortableVersionText(PortableVersion version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor) +
         ".0";
}

}  // namespace shardflow::internal
