#include <cstring>

#include "bytecode/codes.h"
#include "bytecode/portable_attrs.h"
#include "ops/attr_read.h"

namespace shardflow::internal::bytecode {
namespace {

// Converts the attributes of one op to VHLO's form.
class Writer {
 public:
  Writer(const Module& m, const PortableOp& op, OpId id, EntryWriter& entries)
      : m_(m), op_(op), id_(id), entries_(entries) {}

  // Returns false if the attribute is of the wrong kind, or is missing and has
  // no default.
  bool Write(const PortableSlot& slot, AttrNumber& value) {
    // Only dynamic_conv's first form has this attribute, and no reader uses it.
    if (slot.attr < 0) return Pairs(value);
    const PortableAttr& ours = op_.attrs[static_cast<size_t>(slot.attr)];
    const AttrId attr = FindAttr(m_, id_, ours.name);
    if (!attr) return Missing(ours.missing, value);
    if (slot.field >= 0) return Field(ours, slot, attr, value);
    return Whole(ours, attr, value);
  }

 private:
  // Returns the number of dimensions of the op's window.
  int64_t WindowRank() const {
    const StructReader conv(m_, id_, "dimension_numbers", StructId::kConv);
    if (conv.ok()) {
      return static_cast<int64_t>(conv.Dims("input_spatial_dimensions").size());
    }
    return static_cast<int64_t>(I64Array(m_, id_, "window_dimensions").size());
  }
  std::vector<int64_t> Window(int64_t value) const {
    return std::vector<int64_t>(static_cast<size_t>(WindowRank()), value);
  }

  bool Numbers(std::span<const int64_t> values, AttrNumber& value) {
    const int64_t dims[] = {static_cast<int64_t>(values.size())};
    value = entries_.VhloNumbers(dims, values);
    return true;
  }

  bool Pairs(AttrNumber& value) {
    const int64_t dims[] = {WindowRank(), 2};
    const std::vector<int64_t> zeros(static_cast<size_t>(2 * dims[0]), 0);
    value = entries_.VhloNumbers(dims, zeros);
    return true;
  }

  bool Missing(PortableDefault missing, AttrNumber& value) {
    switch (missing) {
      case PortableDefault::kRequired:
      case PortableDefault::kOptional:
        return false;
      case PortableDefault::kFalse:
        value = entries_.VhloBool(false);
        return true;
      case PortableDefault::kZero:
        value = entries_.VhloInt(0);
        return true;
      case PortableDefault::kMinusOne:
        value = entries_.VhloInt(-1);
        return true;
      case PortableDefault::kEmptyString:
        return EmptyConfig(value);
      case PortableDefault::kNoLayouts:
        // The op must have layouts for both operands and results or for
        // neither.
        if (FindAttr(m_, id_, "operand_layouts") ||
            FindAttr(m_, id_, "result_layouts")) {
          return false;
        }
        [[fallthrough]];
      case PortableDefault::kEmptyArray:
        value = entries_.VhloArray({});
        return true;
      case PortableDefault::kEmptyDict:
        value = entries_.VhloDict({});
        return true;
      case PortableDefault::kEmptyTensor:
        return Numbers({}, value);
      case PortableDefault::kOnes:
        return Numbers(Window(1), value);
      case PortableDefault::kFalses:
        value = entries_.VhloBools(Window(0));
        return true;
      case PortableDefault::kZeroPairs:
        return Pairs(value);
      case PortableDefault::kNoCompareType:
        value = entries_.VhloEnum(vhlo::kComparisonType, 0);
        return true;
      case PortableDefault::kOriginalApi:
        value = entries_.VhloEnum(vhlo::kCustomCallApiVersion, 1);
        return true;
      case PortableDefault::kDefaultPrecision: {
        const AttrNumber none = entries_.VhloEnum(vhlo::kPrecision, 0);
        const std::vector<AttrNumber> both = {none, none};
        value = entries_.VhloArray(both);
        return true;
      }
      case PortableDefault::kNoAlgorithm:
        value = entries_.VhloNone();
        return true;
      case PortableDefault::kDefaultAccuracy:
        value = entries_.VhloAccuracy({});
        return true;
    }
    return false;
  }

  // Makes an empty string or, for a custom call with a typed interface, an
  // empty dictionary.
  bool EmptyConfig(AttrNumber& value) {
    const bool typed = Int(m_, id_, "api_version").value_or(1) == 4;
    value = typed ? entries_.VhloDict({}) : entries_.VhloString("");
    return true;
  }

  bool Whole(const PortableAttr& ours, AttrId attr, AttrNumber& value) {
    switch (ours.form) {
      case PortableForm::kFlag:
        value = entries_.VhloBool(true);
        return m_.attrs.Is(attr, AttrKind::kUnit);
      case PortableForm::kArray:
      case PortableForm::kBoolArray:
        value = entries_.VhloTensor(attr);
        return true;
      case PortableForm::kSymbol:
        value = entries_.VhloSymbol(attr);
        return true;
      case PortableForm::kSymbols: {
        if (!m_.attrs.Is(attr, AttrKind::kArray)) return false;
        std::vector<AttrNumber> items;
        for (size_t i = 0; i < m_.attrs.ArraySize(attr); ++i) {
          items.push_back(entries_.VhloSymbol(m_.attrs.ArrayItem(attr, i)));
        }
        value = entries_.VhloArray(items);
        return true;
      }
      case PortableForm::kChannel: {
        const StructReader channel(m_, id_, ours.name,
                                   StructId::kChannelHandle);
        value = entries_.VhloInt(channel.Int("handle"));
        return channel.ok();
      }
      case PortableForm::kApi: {
        if (!IsIntAttr(m_, attr, 32)) return false;
        value = entries_.VhloEnum(vhlo::kCustomCallApiVersion,
                                  m_.attrs.IntegerValue(attr));
        return true;
      }
      case PortableForm::kPlain:
        // Readers treat any other kind of attribute like an absent flag.
        if (ours.missing == PortableDefault::kFalse &&
            !IsIntAttr(m_, attr, 1)) {
          return false;
        }
        value = entries_.Vhlo(attr);
        return true;
      default:
        return false;
    }
  }

  bool Field(const PortableAttr& ours, const PortableSlot& slot, AttrId attr,
             AttrNumber& value) {
    const StructId structure = PortableStruct(ours.form);
    if (!m_.attrs.Is<StructAttr>(attr)) return false;
    const auto [number, fields] = m_.attrs.As<StructAttr>(attr);
    if (number != static_cast<int64_t>(structure)) return false;
    const AttrId field = fields[static_cast<size_t>(slot.field)];
    if (!field) return false;
    const bool dims =
        Struct(structure).fields[static_cast<size_t>(slot.field)].kind ==
        FieldKind::kDims;
    value = dims ? entries_.VhloTensor(field) : entries_.Vhlo(field);
    return true;
  }

  const Module& m_;
  const PortableOp& op_;
  const OpId id_;
  EntryWriter& entries_;
};

// Returns the name of an attribute of the op that would be lost in the older
// form `op`, or nullopt if there is none.
std::optional<std::string_view> Lost(const Module& m, const PortableOp& op,
                                     const PortableOp& newest, OpId id) {
  if (newest.number == op.number) return std::nullopt;
  for (const PortableSlot& slot : newest.slots) {
    bool has = slot.attr < 0;
    for (const PortableSlot& old : op.slots) has |= old.name == slot.name;
    if (has) continue;
    const PortableAttr& ours = newest.attrs[static_cast<size_t>(slot.attr)];
    const AttrId attr = FindAttr(m, id, ours.name);
    if (!attr) continue;
    // A field with an empty list carries no information.
    if (slot.field >= 0 && ours.missing == PortableDefault::kRequired) {
      const StructReader dims(m, id, ours.name, PortableStruct(ours.form));
      if (dims.Dims(slot.name).empty()) continue;
    }
    return slot.name;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> ToPortable(const Module& m,
                                           const PortableOp& op,
                                           const PortableOp& newest, OpId id,
                                           EntryWriter& entries,
                                           std::vector<AttrNumber>& values) {
  if (const auto lost = Lost(m, op, newest, id)) return lost;
  Writer writer(m, op, id, entries);
  values.resize(op.slots.size());
  for (size_t i = 0; i < op.slots.size(); ++i) {
    if (!writer.Write(op.slots[i], values[i])) return op.slots[i].name;
  }
  return std::nullopt;
}

}  // namespace shardflow::internal::bytecode
