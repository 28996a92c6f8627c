#include <algorithm>

#include "ir/values.h"
#include "ops/sharding_spelling.h"
#include "text/aliases.h"
#include "text/op_form.h"
#include "text/printer.h"
#include "text/sdy_attrs.h"
#include "text/ssa_names.h"

// Prints ops and their attributes. Regions are in print_region.cc.

namespace shardflow::internal {
namespace {

// The value of a PrintedAttr for an attribute that the module keeps in a
// column.
constexpr AttrId kColumn = AttrId::None();

}  // namespace

void Printer::OpText(OpId op) {
  if (collecting_ != nullptr && options_.debug_info) {
    CollectLoc(m_.loc(op), /*deferrable=*/true);
  }
  OpId applied;
  if (!MayBeKnown(op, applied)) {
    if (m_.result_count(op) > 0) ResultList(op);
    return OpWithoutResults(op);
  }
  const AttrId channel = NumberedChannel(op);
  const std::span<const PrintMemo::Piece> pieces =
      memo_.Find(m_, op, default_dialect_, applied, channel);
  if (pieces.empty()) {
    NewOp(op, /*has_region=*/m_.region_count(op) > 0 && !applied, channel);
  } else {
    KnownOp(op, pieces, channel);
  }
}

void Printer::OpWithoutResults(OpId op) {
  const OpKind kind = m_.kind(op);
  if (!options_.generic && kind != OpKind::kUnknown &&
      (kind == OpKind::kFunc || kind == OpKind::kModule ||
       (HasOpForm(kind) && FitsOpForm(m_, op)))) {
    OpName(op);
    if (kind == OpKind::kFunc) {
      FuncForm(op);
    } else if (kind == OpKind::kModule) {
      ModuleForm(op);
    } else {
      PrintOpForm(*this, op);
    }
  } else {
    GenericOp(op);
  }
  if (options_.debug_info && collecting_ == nullptr) TrailingLoc(m_.loc(op));
}

void Printer::ResultList(OpId op) {
  if (names_ == nullptr) return;
  if (m_.result_count(op) == 1) {
    names_->Append(m_.result(op, 0), out_);
    return Text(" = ");
  }
  for (int i = 0; i < m_.result_count(op);) {
    if (i > 0) Text(", ");
    names_->AppendGroup(m_.result(op, i), out_);
    const int size = std::max(1, names_->GroupSize(op, i));
    if (size > 1) {
      Char(':');
      Int(size);
    }
    i += size;
  }
  Text(" = ");
}

void Printer::OpName(OpId op) {
  std::string_view name = m_.op_name(op);
  const std::string_view dialect = default_dialect_;
  if (!dialect.empty() && name.size() > dialect.size() + 1 &&
      name[dialect.size()] == '.' && name.starts_with(dialect) &&
      name.find('.', dialect.size() + 1) == std::string_view::npos) {
    name.remove_prefix(dialect.size() + 1);
  }
  Text(name);
}

void Printer::GenericRegion(RegionId region) {
  Region(region, /*entry_args=*/true, /*terminator=*/true,
         /*empty_block=*/true);
}

void Printer::GenericOp(OpId op, bool with_name) {
  if (with_name) String(m_.op_name(op));
  Char('(');
  Operands(op);
  Char(')');
  const std::vector<PrintedAttr> attrs = OpAttrs(op, /*all=*/true);
  const std::span<const std::string_view> inherent = Def(m_.kind(op)).inherent;
  const auto is_inherent = [&](const PrintedAttr& attr) {
    const std::string_view key = m_.names.Get(attr.key);
    return std::find(inherent.begin(), inherent.end(), key) != inherent.end();
  };
  std::vector<PrintedAttr> parts[2];
  for (const PrintedAttr& attr : attrs) {
    if (attr.key == name::kEmpty) {  // see Parser::ParseProperties
      Text(" <");
      Attr(attr.value);
      Char('>');
      continue;
    }
    parts[is_inherent(attr) ? 0 : 1].push_back(attr);
  }
  if (!parts[0].empty()) {
    Text(" <{");
    Join(parts[0], [&](const PrintedAttr& attr) { AttrEntry(op, attr); });
    Text("}>");
  }
  if (m_.region_count(op) > 0) {
    Text(" (");
    for (int i = 0; i < m_.region_count(op); ++i) {
      if (i > 0) Text(", ");
      GenericRegion(m_.region(op, i));
    }
    Char(')');
  }
  if (!parts[1].empty()) {
    Text(" {");
    Join(parts[1], [&](const PrintedAttr& attr) { AttrEntry(op, attr); });
    Char('}');
  }
  Text(" : ");
  FunctionalType(op);
}

// --- attributes

std::vector<PrintedAttr> Printer::OpAttrs(OpId op) const {
  return OpAttrs(op, /*all=*/false);
}

// If `all` is set, the result includes the attributes of a function's arguments
// and results.
std::vector<PrintedAttr> Printer::OpAttrs(OpId op, bool all) const {
  std::vector<PrintedAttr> attrs;
  const AttrId dict = m_.attr_dict(op);
  const size_t size = m_.attrs.DictSize(dict);
  for (size_t i = 0; i < size; ++i) {
    const NamedAttr item = m_.attrs.DictItem(dict, i);
    attrs.push_back({item.name, item.value});
  }
  AddColumns(op, attrs);
  if (all && m_.HasFuncRow(op)) AddFuncColumns(op, attrs);
  if (attrs.size() > size) {
    std::sort(attrs.begin(), attrs.end(),
              [&](const PrintedAttr& a, const PrintedAttr& b) {
                return m_.names.Get(a.key) < m_.names.Get(b.key);
              });
  }
  return attrs;
}

bool Printer::ArgsHaveShardings(OpId op) const {
  if (m_.region_count(op) == 0) return false;
  const BlockId entry = m_.first_block(m_.region(op, 0));
  if (!entry) return false;
  const std::span<const ValueId> args = m_.args(entry);
  return std::any_of(args.begin(), args.end(), [&](ValueId arg) {
    return static_cast<bool>(m_.sharding(arg));
  });
}

void Printer::AddColumns(OpId op, std::vector<PrintedAttr>& attrs) const {
  for (const NameId key : ColumnKeys(m_, op)) attrs.push_back({key, kColumn});
}

void Printer::AddFuncColumns(OpId op, std::vector<PrintedAttr>& attrs) const {
  const FuncRow& func = m_.func(op);
  const auto any = [](const auto& list) {
    return std::any_of(list.begin(), list.end(),
                       [](auto id) { return static_cast<bool>(id); });
  };
  if (any(func.arg_attrs) || any(func.arg_shardings) || ArgsHaveShardings(op)) {
    attrs.push_back({name::kArgAttrs, kColumn});
  }
  if (any(func.res_attrs) || any(func.res_shardings)) {
    attrs.push_back({name::kResAttrs, kColumn});
  }
}

void Printer::AttrEntry(OpId op, const PrintedAttr& attr) {
  if (attr.value != kColumn) return DictEntry(attr.key, attr.value);
  Name(attr.key);
  Text(" = ");
  ColumnAttr(op, attr.key);
}

// Prints the shardings of several values. Each of the values must have a
// sharding (see SetSharding in ops/data_flow.h).
void Printer::ShardingList(std::span<const ValueId> values) {
  std::vector<ShardingId> shardings;
  for (ValueId value : values) shardings.push_back(m_.sharding(value));
  PrintShardingPerValue(*this, shardings);
}

void Printer::ColumnAttr(OpId op, NameId key) {
  if (key == name::kSdyShardingRule) {
    Text("#sdy.op_sharding_rule");
    return PrintRule(*this, m_.rule(op));
  }
  if (key == name::kSharding || key == name::kOutSharding) {
    Text("#sdy.sharding");
    return PrintSharding(*this, m_.sharding(m_.result(op, 0)));
  }
  if (key == name::kArgAttrs) return ArgAttrList(op);
  if (key == name::kResAttrs) {
    const FuncRow& func = m_.func(op);
    Char('[');
    for (size_t i = 0; i < func.res_attrs.size(); ++i) {
      if (i > 0) Text(", ");
      Char('{');
      ArgDictBody(func.res_attrs[i], func.res_shardings[i]);
      Char('}');
    }
    return Char(']');
  }
  Text("#sdy.sharding_per_value");
  if (key != name::kInShardings) return ShardingList(ResultsOf(m_, op));
  const BlockId entry = m_.first_block(m_.region(op, 0));
  ShardingList(entry ? m_.args(entry) : std::span<const ValueId>());
}

void Printer::ArgAttrList(OpId op) {
  const FuncRow& func = m_.func(op);
  Char('[');
  for (size_t i = 0; i < func.arg_attrs.size(); ++i) {
    if (i > 0) Text(", ");
    Char('{');
    ArgDictBody(func.arg_attrs[i], ArgSharding(op, i));
    Char('}');
  }
  Char(']');
}

ShardingId Printer::ArgSharding(OpId func, size_t i) const {
  const BlockId entry = m_.first_block(m_.region(func, 0));
  if (entry) {
    const std::span<const ValueId> args = m_.args(entry);
    return i < args.size() ? m_.sharding(args[i]) : ShardingId::None();
  }
  const std::vector<ShardingId>& shardings = m_.func(func).arg_shardings;
  return i < shardings.size() ? shardings[i] : ShardingId::None();
}

void Printer::AttrDict(OpId op, std::span<const std::string_view> elided,
                       std::string_view before) {
  bool first = true;
  for (const PrintedAttr& attr : OpAttrs(op)) {
    const std::string_view key = m_.names.Get(attr.key);
    if (std::find(elided.begin(), elided.end(), key) != elided.end()) continue;
    Text(first ? before : ", ");
    first = false;
    AttrEntry(op, attr);
  }
  if (!first) Char('}');
}

void Printer::OptionalAttrDict(OpId op,
                               std::span<const std::string_view> elided) {
  AttrDict(op, elided, " {");
}

void Printer::OptionalAttrDictWithKeyword(
    OpId op, std::span<const std::string_view> elided) {
  AttrDict(op, elided, " attributes {");
}

// --- arguments of regions

void Printer::BlockArg(ValueId arg) {
  Operand(arg);
  Text(": ");
  Type(m_.type(arg));
  ArgLoc(arg);
}

// Locations of arguments are never printed as aliases. Still, aliases are
// defined for them, as in MLIR.
void Printer::ArgLoc(ValueId arg) {
  if (!options_.debug_info) return;
  if (collecting_ != nullptr) {
    return CollectLoc(m_.arg_loc(arg), /*deferrable=*/false);
  }
  Char(' ');
  InlineLoc(m_.arg_loc(arg));
}

void Printer::RegionArg(ValueId arg, bool type) {
  RegionArg(arg, type, AttrId::None(), ShardingId::None());
}

void Printer::RegionArg(ValueId arg, bool type, AttrId attrs,
                        ShardingId sharding) {
  Operand(arg);
  if (type) {
    Text(": ");
    Type(m_.type(arg));
  }
  OptionalDict(attrs, sharding);
  ArgLoc(arg);
}

// --- module and func

void Printer::ModuleForm(OpId op) {
  if (const NameId name = m_.symbol(op)) {
    Char(' ');
    Symbol(name);
  }
  OptionalAttrDictWithKeyword(op, {"sym_name"});
  Char(' ');
  Region(m_.region(op, 0));
}

void Printer::FuncForm(OpId op) {
  Char(' ');
  const AttrId visibility = m_.attr(op, name::kSymVisibility);
  if (m_.attrs.Is(visibility, AttrKind::kString)) {
    Name(m_.attrs.StringValue(visibility));
    Char(' ');
  }
  if (const NameId name = m_.symbol(op)) Symbol(name);
  FuncSignature(op);
  OptionalAttrDictWithKeyword(op,
                              {"sym_name", "sym_visibility", "function_type"});
  const RegionId body = m_.region(op, 0);
  if (m_.RegionIsEmpty(body)) return;
  Char(' ');
  Region(body, /*entry_args=*/false);
}

void Printer::FuncSignature(OpId op) {
  const FuncRow& func = m_.func(op);
  const AttrId type_attr = m_.attr(op, name::kFunctionType);
  if (!m_.attrs.Is(type_attr, AttrKind::kType)) return;
  const TypeId type = m_.attrs.TypeValue(type_attr);
  const BlockId entry = m_.first_block(m_.region(op, 0));
  const auto attrs_at = [](const std::vector<AttrId>& attrs, size_t i) {
    return i < attrs.size() ? attrs[i] : AttrId::None();
  };
  Char('(');
  for (size_t i = 0; i < m_.types.input_count(type); ++i) {
    if (i > 0) Text(", ");
    const AttrId attrs = attrs_at(func.arg_attrs, i);
    if (entry && i < m_.args(entry).size()) {
      const ValueId arg = m_.args(entry)[i];
      RegionArg(arg, true, attrs, m_.sharding(arg));
    } else {
      Type(m_.types.input(type, i));
      OptionalDict(attrs, ArgSharding(op, i));
    }
  }
  Char(')');
  const size_t results = m_.types.result_count(type);
  if (results == 0) return;
  const auto sharding_at = [&](size_t i) {
    return i < func.res_shardings.size() ? func.res_shardings[i]
                                         : ShardingId::None();
  };
  Text(" -> ");
  const AttrId first = attrs_at(func.res_attrs, 0);
  const bool bare =
      results == 1 &&
      m_.types.kind(m_.types.result(type, 0)) != TypeKind::kFunction &&
      (!first || m_.attrs.DictSize(first) == 0) && !sharding_at(0);
  if (!bare) Char('(');
  for (size_t i = 0; i < results; ++i) {
    if (i > 0) Text(", ");
    Type(m_.types.result(type, i));
    OptionalDict(attrs_at(func.res_attrs, i), sharding_at(i));
  }
  if (!bare) Char(')');
}

}  // namespace shardflow::internal
