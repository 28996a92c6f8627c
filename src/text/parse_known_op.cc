#include <algorithm>
#include <span>

#include "ops/sharding_spelling.h"
#include "text/custom_forms.h"
#include "text/known_lines.h"
#include "text/op_memo.h"
#include "text/parser.h"

// Parses ops whose text was seen before (text/line_memo.h, text/op_memo.h).

namespace shardflow::internal {

// Appends the ops of lines that repeat earlier lines to `block`, up to the
// first line that doesn't. (ParseOp may then remember that line.) Returns false
// on error.
bool Parser::ReplayLines(BlockId block) {
  if (!lines_->on()) return true;
  const OpLine& line = lines_->line();
  const char* at = token_.begin;
  const auto at_op = [&] {
    return At(Tok::kPercentId) || At(Tok::kBareId) || At(Tok::kString);
  };
  bool may_begin = at_op();
  while (may_begin && lines_->Read(at)) {
    const OpMemo::Entry* const known = op_memo_.Find(line.id);
    if (known == nullptr) break;
    if (OffsetOf(at) >= forget_at_) ForgetText(OffsetOf(at));
    const Opt replayed = ReplayOp(*known, block);
    if (replayed == Opt::kFailed) return false;
    if (replayed == Opt::kAbsent) break;
    if (line.next_token == NextToken::kLoc) {  // the location has been read
      at = token_.begin;
      may_begin = at_op();
      continue;
    }
    at = line.next;
    prev_end_ = line.end;
    may_begin = line.next_token == NextToken::kPercent ||
                line.next_token == NextToken::kDottedWord;
  }
  if (at != token_.begin) {
    lexer_.Reset(at);
    token_ = lexer_.Next();
  }
  return true;
}

// Returns the value with this name if it is defined and has this type.
inline ValueId Parser::KnownValue(const OperandRef& name, TypeId type) {
  const NameEntry& entry = Entry(name);
  if (name.number >= entry.count) return {};
  const ValueId value(entry.is.Get<ValueId>().index + name.number);
  return m_.type(value) == type ? value : ValueId::None();
}

// Creates the op of the last line that was read. If the line might be
// incorrect, for example because a name isn't defined yet, returns kAbsent and
// does nothing.
Opt Parser::ReplayOp(const OpMemo::Entry& known, BlockId block) {
  const OpLine& line = lines_->line();
  const std::span<const OperandRef> names = line.names();
  lines_->operands.clear();
  for (const OpMemo::Operand& operand : op_memo_.operands(known)) {
    const ValueId value = KnownValue(names[operand.name], operand.type);
    if (!value) return Opt::kAbsent;
    lines_->operands.push_back(value);
  }
  const std::span<const OpMemo::Result> results = op_memo_.results(known);
  const char* before_loc = line.begin;
  NamePlace place;
  for (const OpMemo::Result& result : results) {
    const OperandRef& name = names[result.name];
    place = PlaceOf(name);
    const NameEntry& entry = EntryAt(place);
    before_loc = name.at + name.length;
    if (entry.IsUsed() || *before_loc == '#') return Opt::kAbsent;
  }
  Loc loc = Loc::Offset(OffsetOf(before_loc) + known.loc_offset);
  const bool has_body = known.body.kind != OpKind::kUnknown;
  if (line.next_token == NextToken::kLoc) {
    lexer_.Reset(line.next);
    token_ = lexer_.Next();
    prev_end_ = line.end;
    // The form of a reduce reads the location itself.
    if (has_body) op_prefix_ = OpMnemonic(known.kind);
    const Opt parsed = ParseOptionalLoc(loc);
    op_prefix_ = {};
    if (parsed != Opt::kOk) return Opt::kFailed;
  }
  const RegionId body =
      has_body ? BuildReduceBody(*this, known.body, loc) : RegionId::None();
  const OpId id = m_.CreateOp({.kind = known.kind,
                               .name = known.name,
                               .operands = lines_->operands,
                               .result_types = op_memo_.types(known),
                               .attrs = known.attrs,
                               .region_count = has_body ? 1 : 0,
                               .loc = loc});
  if (has_body) FillRegion(m_.region(id, 0), body);
  if (known.result_shardings || known.rule) {
    TakenShardings taken;
    taken.results = known.result_shardings;
    taken.rule = known.rule;
    PlaceShardings(m_, id, taken);
  }
  m_.Append(block, id);

  ValueId value = m_.op(id).first_result;
  if (results.size() == 1) {
    const OperandRef& name = names[results[0].name];
    EntryAt(place) = {value, results[0].count,
                      static_cast<uint32_t>(OffsetOf(name.at))};
    AddDefined(name, place, value, results[0].count);
    return Opt::kOk;
  }
  for (const OpMemo::Result& result : results) {
    // This fails if two of the names are equal.
    if (!DefineValues(names[result.name], value, result.count)) {
      return Opt::kFailed;
    }
    value.index += result.count;
  }
  return Opt::kOk;
}

// Remembers the op if the result of parsing it depends only on its line, apart
// from its location.
void Parser::RememberOp(const ParsedOp& op, OpId id,
                        const TakenShardings& taken) {
  if ((!op.regions.empty() && op.applied.kind == OpKind::kUnknown) || op.func ||
      op_memo_.Find(op.line) != nullptr) {
    return;
  }
  const OpLine& line = lines_->line();
  const bool has_loc = line.next_token == NextToken::kLoc;
  if (has_loc ? !lines_->HasLoc()
              : prev_end_ != op.line_end || !op.loc.IsOffset()) {
    return;
  }
  // Every name in the line has to be the name of a result or an operand.
  const std::span<const OperandRef> names = line.names();
  std::vector<bool> seen(names.size());
  const auto index_of = [&](const OperandRef& ref) {
    const auto i = static_cast<size_t>(
        std::ranges::find(names, ref.at, &OperandRef::at) - names.begin());
    if (i < names.size()) seen[i] = true;
    return static_cast<uint32_t>(i);
  };
  std::vector<OpMemo::Operand> operands;
  for (const ParsedOp::Resolved& resolved : op.resolved) {
    const uint32_t i = index_of(resolved.operand);
    if (i == names.size() || names[i].number != resolved.operand.number ||
        names[i].length != resolved.operand.length) {
      return;
    }
    operands.push_back({i, resolved.type});
  }
  std::vector<OpMemo::Result> results;
  const char* before_loc = line.begin;
  for (const ResultName& result : op.result_names) {
    results.push_back({index_of(result.name), result.count});
    before_loc = result.name.at + result.name.length;
  }
  if (operands.size() != op.operands.size() ||
      std::ranges::find(seen, false) != seen.end()) {
    return;
  }
  const size_t loc_offset =
      has_loc ? 0 : op.loc.offset() - OffsetOf(before_loc);
  op_memo_.Add(op.line,
               {.kind = op.kind,
                .name = op.name,
                .attrs = m_.attr_dict(id),
                .result_shardings = taken.results,
                .rule = taken.rule,
                .body = op.applied,
                .loc_offset = static_cast<uint32_t>(loc_offset)},
               operands, op.result_types, results);
}

}  // namespace shardflow::internal
