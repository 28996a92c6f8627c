#include <charconv>

#include "text/parser.h"
#include "text/write.h"

// Parses operands and names of values.

namespace shardflow::internal {
namespace {

// Returns the number in a name such as `%12`, or -1 if the name isn't a plain
// number less than `end`.
int32_t NumberOf(std::string_view name, int32_t end) {
  if (name.size() > 9 || !IsDigit(name[1])) return -1;
  if (name[1] == '0' && name.size() > 2) return -1;
  int32_t number = 0;
  for (char c : name.substr(1)) number = number * 10 + (c - '0');
  return number < end ? number : -1;
}

}  // namespace

bool Parser::ParseOperand(OperandRef& operand, bool allow_number) {
  if (!At(Tok::kPercentId)) return WrongToken("expected SSA operand");
  operand.at = token_.begin;
  operand.length = static_cast<uint32_t>(token_.end - token_.begin);
  operand.number = 0;
  Advance();
  if (!At(Tok::kHashId)) return true;
  if (!allow_number) return Error("result number not allowed in argument list");
  const std::string_view digits = text().substr(1);
  const auto [end, status] = std::from_chars(
      digits.data(), digits.data() + digits.size(), operand.number);
  if (status != std::errc() || end != digits.data() + digits.size()) {
    return Error("invalid SSA value result number");
  }
  Advance();
  return true;
}

bool Parser::ParseOperands(std::vector<OperandRef>& operands) {
  if (!At(Tok::kPercentId)) return true;
  return ParseItems([&] { return ParseOperand(operands.emplace_back()); });
}

// --- names

Parser::NamePlace Parser::PlaceOf(std::string_view name) {
  const int32_t number = NumberOf(name, plain_end_);
  if (number >= 0) return NumberedName(number);
  constexpr size_t kPacked = 1 + sizeof(uint64_t);  // including the '%'
  if (name.size() > kPacked) return FindSlot(name);
  uint64_t packed = 0;
  for (const char c : name.substr(1)) {
    packed = packed << 8 | static_cast<unsigned char>(c);
  }
  const uint32_t table = tables_.back().id;
  RecentName& recent = recent_names_[packed * 0x9E3779B97F4A7C15u >> 56];
  if (recent.packed != packed || recent.table != table) {
    recent = {packed, table, FindSlot(name)};
  }
  return recent.place;
}

Parser::NamedName Parser::FindSlot(std::string_view name) {
  NameTable& table = tables_.back();
  const auto [it, is_new] =
      table.slots.try_emplace(name, NamedName(table.named.size()));
  if (is_new) table.named.push_back({});
  return it->second;
}

void Parser::PushScope(bool isolated) {
  if (isolated) tables_.emplace_back().id = ++table_count_;
  NameTable& table = tables_.back();
  table.scopes.push_back(table.defined.size());
  block_scopes_.emplace_back();
}

void Parser::PopScope(bool isolated) {
  block_scopes_.pop_back();
  if (isolated) return tables_.pop_back();
  NameTable& table = tables_.back();
  const size_t keep = table.scopes.back();
  table.scopes.pop_back();
  while (table.defined.size() > keep) {
    EntryAt(table.defined.back()) = NameEntry();
    table.defined.pop_back();
  }
}

bool Parser::DefineValues(const OperandRef& name, ValueId first,
                          int32_t count) {
  const NamePlace place = PlaceOf(name);
  NameEntry& entry = EntryAt(place);
  if (entry.count > 0) {
    ErrorAt(OffsetOf(name.at),
            "redefinition of SSA value '" + std::string(name.name()) + "'");
    AddNote(entry.offset, "previously defined here");
    return false;
  }
  const auto forward = entry.is.Get<ForwardId>();
  entry.is = first;
  entry.count = count;
  entry.offset = static_cast<uint32_t>(OffsetOf(name.at));
  AddDefined(name, place, first, count);
  return !forward || ResolveForward(forward, name, first, count);
}

// Replaces the placeholders for uses before the definition.
bool Parser::ResolveForward(ForwardId forward, const OperandRef& name,
                            ValueId first, int32_t count) {
  while (forward) {
    ForwardRef& ref = forward_refs_[forward.Slot()];
    forward = ref.next;
    if (ref.number >= count) continue;  // this use remains undefined
    const ValueId value(first.index + ref.number);
    const TypeId used = m_.type(ref.placeholder);
    if (used != m_.type(value)) {
      ErrorAt(OffsetOf(name.at),
              "definition of SSA value '" + std::string(name.name()) + "#" +
                  std::to_string(ref.number) + "' has type " +
                  QuotedType(m_.type(value)));
      AddNote(ref.offset, "previously used here with type " + QuotedType(used));
      return false;
    }
    m_.ReplaceAllUses(ref.placeholder, value);
    m_.Erase(ref.op);
    ref.resolved = true;
  }
  return true;
}

ValueId Parser::Forward(const OperandRef& operand, TypeId type) {
  NameEntry& entry = Entry(operand);
  const auto last = entry.is.Get<ForwardId>();
  for (ForwardId at = last; at;) {
    const ForwardRef& ref = forward_refs_[at.Slot()];
    if (ref.number == operand.number) {
      if (m_.type(ref.placeholder) == type) return ref.placeholder;
      return WrongUseType(operand, type, m_.type(ref.placeholder), ref.offset);
    }
    at = ref.next;
  }
  const TypeId types[] = {type};
  const OpId op = m_.CreateOp(
      {.name = m_.names.Intern("builtin.unrealized_conversion_cast"),
       .result_types = types});
  const ValueId placeholder = m_.result(op, 0);
  entry.is = ForwardId(forward_refs_.size());
  forward_refs_.push_back(
      {operand.number, last, placeholder, op, OffsetOf(operand.at), false});
  return placeholder;
}

ValueId Parser::WrongUseType(const OperandRef& operand, TypeId type,
                             TypeId prior, size_t prior_offset) {
  ErrorAt(OffsetOf(operand.at),
          "use of value '" + std::string(operand.name()) +
              "' expects different type than prior uses: " + QuotedType(type) +
              " vs " + QuotedType(prior));
  AddNote(prior_offset, "prior use here");
  return ValueId::None();
}

ValueId Parser::Resolve(const OperandRef& operand, TypeId type) {
  const NameEntry& entry = Entry(operand);
  if (entry.count == 0) return Forward(operand, type);
  if (operand.number >= entry.count) {
    ErrorAt(OffsetOf(operand.at), "reference to invalid result number");
    return ValueId::None();
  }
  const ValueId value(entry.is.Get<ValueId>().index + operand.number);
  if (m_.type(value) == type) return value;
  return WrongUseType(operand, type, m_.type(value), entry.offset);
}

bool Parser::ResolveOperand(const OperandRef& operand, TypeId type,
                            ParsedOp& op) {
  const ValueId value = Resolve(operand, type);
  if (!value) return false;
  op.operands.push_back(value);
  if (op.line >= 0) op.resolved.push_back({operand, type});
  return true;
}

bool Parser::ResolveOperands(std::span<const OperandRef> operands,
                             std::span<const TypeId> types, size_t offset,
                             ParsedOp& op) {
  if (operands.size() != types.size()) {
    return OpErrorAt(offset, "number of operands and types do not match: got " +
                                 std::to_string(operands.size()) +
                                 " operands and " +
                                 std::to_string(types.size()) + " types");
  }
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!ResolveOperand(operands[i], types[i], op)) return false;
  }
  return true;
}

// Reports uses without a definition.
bool Parser::CheckForwardRefs() {
  bool ok = true;
  for (const ForwardRef& ref : forward_refs_) {
    if (ref.resolved) continue;
    ErrorAt(ref.offset, "use of undeclared SSA value name");
    ok = false;
  }
  return ok;
}

std::string Parser::AttrText(AttrId attr) const {
  std::string text;
  PrintAttr(m_, attr, text);
  return text;
}

std::string Parser::QuotedType(TypeId type) const {
  std::string text = "'";
  PrintType(m_, type, text);
  return text + "'";
}

}  // namespace shardflow::internal
