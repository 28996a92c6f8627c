#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "bytecode/codes.h"
#include "bytecode/module_writer.h"
#include "bytecode/portable_attrs.h"
#include "ops/dialects.h"
#include "ops/op_def.h"
#include "ops/sharding_spelling.h"

// Writes ops.

namespace shardflow::internal::bytecode {

// Returns null after reporting an error.
const ModuleWriter::Form* ModuleWriter::FormOf(OpKind kind) {
  const auto slot = static_cast<size_t>(kind);
  if (forms_.size() <= slot) forms_.resize(slot + 1);
  if (forms_[slot]) return forms_[slot].get();
  Form form;
  const std::string_view mnemonic = OpMnemonic(kind);
  if (kind == OpKind::kUnknown) {
    Fail("an artifact can't contain an unknown op");
    return nullptr;
  }
  form.is_vhlo = internal::IsPortable(kind);
  const std::string_view dialect = DialectOf(mnemonic);
  if (!form.is_vhlo && kind != OpKind::kModule && dialect != "sdy" &&
      dialect != "chlo") {
    Fail("'" + std::string(mnemonic) + "' has no form in artifacts");
    return nullptr;
  }
  const int number = form.is_vhlo ? PortableNumber(kind, version_) : 1;
  if (number == 0) {
    Fail("'" + std::string(mnemonic) + "' needs version " +
         PortableVersionText(PortableSince(kind, 1)) + " or newer, not " +
         PortableVersionText(version_));
    return nullptr;
  }
  form.op = form.is_vhlo ? FindPortableOp(kind, number) : PlainOp(kind);
  form.name =
      form.is_vhlo
          ? entries_.OpName("vhlo", PortableNameOf(kind, number))
          : entries_.OpName(dialect, mnemonic.substr(dialect.size() + 1));
  if (form.is_vhlo) {
    form.newest = FindPortableOp(kind, PortableNumber(kind, kNewestPortable));
  }
  forms_[slot] = std::make_unique<Form>(std::move(form));
  return forms_[slot].get();
}

bool ModuleWriter::WriteOp(OpId op, ByteWriter& out) {
  at_ = op;
  const Form* const form = FormOf(m_.kind(op));
  const Parts& parts = parts_[op.Slot()];
  const int results = m_.result_count(op);
  const int operands = m_.operand_count(op);
  const int regions = m_.region_count(op);
  ByteWriter orders;
  const bool has_orders =
      has_casts_ && UseOrders(Results(op), form->is_vhlo, orders);
  out.VarInt(entries_.Place(form->name));
  out.Byte(static_cast<uint8_t>(
      (parts.has_dict ? kHasAttrs : 0) |
      (parts.has_properties ? kHasProperties : 0) |
      (results > 0 ? kHasResults : 0) | (operands > 0 ? kHasOperands : 0) |
      (has_orders ? kHasUseOrders : 0) | (regions > 0 ? kHasRegions : 0)));
  out.VarInt(entries_.Place(parts.location));
  if (parts.has_dict) out.VarInt(entries_.Place(parts.dict));
  if (parts.has_properties) out.VarInt(PropertiesPlace(parts.properties));
  if (results > 0) {
    out.VarInt(static_cast<uint64_t>(results));
    for (int i = 0; i < results; ++i) {
      out.VarInt(entries_.Place(TypeOf(m_.result(op, i), form->is_vhlo)));
    }
  }
  if (operands > 0) {
    out.VarInt(static_cast<uint64_t>(operands));
    for (int i = 0; i < operands; ++i) {
      const ValueId value = m_.operand(op, i);
      const OpId def = m_.def(value);
      const bool same =
          (def ? IsPortable(def) : IsPortable(m_.arg_block(value))) ==
          form->is_vhlo;
      const int32_t number =
          same ? numbers_[value.Slot()] : casts_[value.Slot()];
      if (number < 0) return Fail("a value is used before it is defined");
      out.VarInt(static_cast<uint64_t>(number));
    }
  }
  out.Bytes(orders.bytes());
  if (regions > 0) {
    out.VarIntWithFlag(static_cast<uint64_t>(regions), IsIsolated(op));
  }
  return true;
}

// Reports an error and returns false if artifacts of version_ can't express the
// op.
bool ModuleWriter::CheckOp(OpId op) {
  const OpKind kind = m_.kind(op);
  // chlo.scan, the only chlo op with regions, also has groups of operands,
  // which artifacts can't express.
  if (DialectOf(OpMnemonic(kind)) == "chlo" && m_.region_count(op) > 0) {
    return Fail("'" + std::string(OpMnemonic(kind)) +
                "' has no form in artifacts");
  }
  const std::string_view feature = NewPortableFeature(m_, op);
  if (feature.empty()) return true;
  const PortableVersion since = PortableSince(kind, 2);
  return version_ >= since ||
         Fail(fmt::format("'{}' {} needs version {} or newer, not {}",
                          OpMnemonic(kind), feature, PortableVersionText(since),
                          PortableVersionText(version_)));
}

// --- attributes

bool ModuleWriter::Attributes(OpId op, const Form& form, Named& discardable,
                              std::string& properties, Named& inherent) {
  const PortableOp& portable = *form.op;
  // Some attributes of functions and calls are not part of the VHLO ops, but
  // are discardable attributes that any op may have.
  const auto is_inherent = [&](std::string_view name) {
    const auto& attrs = form.is_vhlo ? form.newest->attrs : portable.attrs;
    return std::ranges::find(attrs, name, &PortableAttr::name) != attrs.end();
  };
  Named given;
  for (const NamedAttr& attr : m_.attrs.DictItems(m_.attr_dict(op))) {
    const bool own = is_inherent(m_.names.Get(attr.name));
    if (own && form.is_vhlo) continue;
    (own ? given : discardable)
        .emplace_back(m_.names.Get(attr.name), form.is_vhlo
                                                   ? entries_.Vhlo(attr.value)
                                                   : entries_.Attr(attr.value));
  }
  Named columns;
  Columns(op, columns);
  for (const auto& column : columns) {
    (is_inherent(column.first) ? given : discardable).push_back(column);
  }
  if (m_.kind(op) == OpKind::kFunc) {
    if (!FunctionAttrs(op, inherent)) return false;
  } else if (form.is_vhlo) {
    return PortableAttrs(op, form, properties, inherent);
  } else {
    inherent = std::move(given);
  }
  // Properties are sorted by name.
  Draft w;
  for (const PortableSlot& slot : portable.slots) {
    const auto at = std::ranges::find_if(
        inherent, [&](const auto& item) { return item.first == slot.name; });
    const bool there = at != inherent.end();
    const bool optional =
        !form.is_vhlo &&
        portable.attrs[static_cast<size_t>(slot.attr)].missing !=
            PortableDefault::kRequired;
    if (optional) {
      w.Optional(there ? at->second : AttrNumber{}, there);
    } else if (there) {
      w.VarInt(at->second);
    } else {
      return Fail("'" + std::string(m_.op_name(op)) + "' has no attribute '" +
                  std::string(slot.name) + "'");
    }
  }
  properties = w.pieces();
  return true;
}

bool ModuleWriter::PortableAttrs(OpId op, const Form& form,
                                 std::string& properties, Named& inherent) {
  // An op's VHLO attributes depend only on its kind and its dictionary.
  const uint64_t key = static_cast<uint64_t>(m_.kind(op)) << 32 |
                       static_cast<uint32_t>(m_.attr_dict(op).index);
  const auto [it, is_new] = slots_.try_emplace(key);
  std::vector<AttrNumber>& values = it->second;
  if (is_new) {
    const std::optional<std::string_view> wrong =
        ToPortable(m_, *form.op, *form.newest, op, entries_, values);
    if (wrong && entries_.error()) return FailAsEntriesDid();
    if (wrong) {
      return Fail("the attribute '" + std::string(*wrong) + "' of '" +
                  std::string(m_.op_name(op)) +
                  "' can't be expressed in version " +
                  PortableVersionText(version_));
    }
  }
  Draft w;
  for (size_t i = 0; i < values.size(); ++i) {
    w.VarInt(values[i]);
    if (format_ >= kProperties) continue;
    inherent.emplace_back(form.op->slots[i].name, values[i]);
  }
  properties = w.pieces();
  return true;
}

// Adds the op's sharding rule and shardings to `attrs`. The module stores them
// in columns of their own, not among the attributes.
void ModuleWriter::Columns(OpId op, Named& attrs) {
  std::vector<ShardingId> shardings;
  std::vector<TypeId> types;
  const auto list = [&](std::span<const ValueId> values) {
    shardings.clear();
    types.clear();
    for (const ValueId value : values) {
      shardings.push_back(m_.sharding(value));
      types.push_back(m_.type(value));
    }
    return entries_.Shardings(shardings, types);
  };
  for (const NameId key : ColumnKeys(m_, op)) {
    AttrNumber value{};
    if (key == name::kSdyShardingRule) {
      value = entries_.Rule(m_.rule(op));
    } else if (key == name::kSharding || key == name::kOutSharding) {
      value = entries_.Sharding(m_.sharding(m_.result(op, 0)));
    } else if (key == name::kInShardings) {
      const BlockId entry = m_.first_block(m_.region(op, 0));
      value = list(entry ? m_.args(entry) : std::span<const ValueId>());
    } else {
      value = list(Results(op));
    }
    attrs.emplace_back(m_.names.Get(key), value);
  }
}

AttrNumber ModuleWriter::ArgumentAttrs(AttrId attrs, ShardingId sharding) {
  Named items;
  if (attrs) {
    for (const NamedAttr& attr : m_.attrs.DictItems(attrs)) {
      items.emplace_back(m_.names.Get(attr.name), entries_.Vhlo(attr.value));
    }
  }
  if (sharding) {
    items.emplace_back(m_.names.Get(name::kSdySharding),
                       entries_.Sharding(sharding));
  }
  return entries_.VhloDict(std::move(items));
}

bool ModuleWriter::FunctionAttrs(OpId op, Named& inherent) {
  const FuncRow& func = m_.func(op);
  const BlockId entry = m_.first_block(m_.region(op, 0));
  const auto any = [](const auto& list) {
    return std::ranges::any_of(
        list, [](const auto id) { return static_cast<bool>(id); });
  };
  std::vector<ShardingId> shardings = func.arg_shardings;
  if (entry) {
    shardings.clear();
    for (const ValueId arg : m_.args(entry)) {
      shardings.push_back(m_.sharding(arg));
    }
  }
  const auto list = [&](const std::vector<AttrId>& attrs,
                        const std::vector<ShardingId>& given) {
    std::vector<AttrNumber> items;
    if (any(attrs) || any(given)) {
      for (size_t i = 0; i < std::max(attrs.size(), given.size()); ++i) {
        items.push_back(
            ArgumentAttrs(i < attrs.size() ? attrs[i] : AttrId::None(),
                          i < given.size() ? given[i] : ShardingId::None()));
      }
    }
    return entries_.VhloArray(items);
  };
  inherent.emplace_back(m_.names.Get(name::kArgAttrs),
                        list(func.arg_attrs, shardings));
  inherent.emplace_back(m_.names.Get(name::kResAttrs),
                        list(func.res_attrs, func.res_shardings));
  const AttrId type = m_.attr(op, name::kFunctionType);
  const AttrId name = m_.attr(op, name::kSymName);
  if (!m_.attrs.Is(type, AttrKind::kType) || !name) {
    return Fail("a function without name or type");
  }
  // The types of a declaration are stored nowhere else.
  inherent.emplace_back(
      m_.names.Get(name::kFunctionType),
      entries_.VhloTypeAttr(entries_.VhloType(m_.attrs.TypeValue(type))));
  inherent.emplace_back(m_.names.Get(name::kSymName), entries_.Vhlo(name));
  const AttrId visibility = m_.attr(op, name::kSymVisibility);
  inherent.emplace_back(
      m_.names.Get(name::kSymVisibility),
      visibility ? entries_.Vhlo(visibility) : entries_.VhloString(""));
  return true;
}

}  // namespace shardflow::internal::bytecode
