#include <string_view>

#include "ops/sharding_spelling.h"
#include "text/custom_forms.h"
#include "text/op_memo.h"
#include "text/parser.h"

// Parses ops whose text was seen before (text/op_memo.h).

namespace shardflow::internal {
namespace {

// Whether this token begins something new: no form continues an op with such a
// token on the next line.
bool BeginsAnew(Tok kind) {
  return kind == Tok::kPercentId || kind == Tok::kRBrace ||
         kind == Tok::kCaretId || kind == Tok::kEof;
}

}  // namespace

// Guesses an op with one result, whose name is the current token. If the line
// from the op's name on has already followed an op like the previous one, reads
// the result's name and does what LookUpOp does. Otherwise returns false.
bool Parser::GuessNamedOp(ParsedOp& op) {
  constexpr std::string_view kEquals = " = ";
  const Token result = token_;
  const char* const name = result.end + kEquals.size();
  if (!op_memo_.on() || !At(Tok::kPercentId) ||
      static_cast<size_t>(lexer_.end() - result.end) < kEquals.size() ||
      std::string_view(result.end, kEquals.size()) != kEquals ||
      !GuessOp(op, name)) {
    return false;
  }
  ResultName& given = op.result_names.emplace_back();
  given.name.at = result.begin;
  given.name.length = static_cast<uint32_t>(result.end - result.begin);
  op.offset = OffsetOf(name);
  return true;
}

// Does what LookUpOp does, but tries only lines that have already followed an
// op like the previous one (see OpMemo::Guess). The op's name is at `name`.
bool Parser::GuessOp(ParsedOp& op, const char* name) {
  const OpMemo::Entry* const guess =
      op_memo_.Guess(name, lexer_.end(), op.skeleton);
  if (guess == nullptr) return false;
  lexer_.Reset(op.skeleton.end);
  const Token next = lexer_.Next();
  if (next.kind != guess->next) {
    lexer_.Reset(token_.end);
    return false;
  }
  TakeKnownOp(op, *guess, next);
  return true;
}

void Parser::TakeKnownOp(ParsedOp& op, const OpMemo::Entry& entry,
                         const Token& next) {
  op_memo_.Took(entry);
  op.known = &entry;
  prev_end_ = op.skeleton.end;
  token_ = next;
}

// Looks an op up; the current token is its name. If the op is known, sets
// `op.known`, moves to the token after the op and returns true. Otherwise sets
// `op.skeleton`, under which RememberOp can remember the op.
bool Parser::LookUpOp(ParsedOp& op) {
  const Token name = token_;
  // The meaning of a name without its dialect depends on the enclosing op.
  const bool full_name =
      At(Tok::kString) ||
      (At(Tok::kBareId) && text().find('.') != std::string_view::npos);
  if (full_name && GuessOp(op, name.begin)) return true;
  if (!full_name || !op.skeleton.Scan(name.begin, lexer_.end())) {
    op.skeleton.text.clear();
    return false;
  }
  lexer_.Reset(op.skeleton.end);
  const Token next = lexer_.Next();
  if (BeginsAnew(next.kind)) {
    op.skeleton.SetNext(next.kind);
    if (const OpMemo::Entry* const known = op_memo_.Find(op.skeleton)) {
      TakeKnownOp(op, *known, next);
      return true;
    }
  } else {
    op.skeleton.text.clear();
  }
  lexer_.Reset(name.end);
  return false;
}

bool Parser::ReuseOp(ParsedOp& op) {
  const OpMemo::Entry& known = *op.known;
  op.kind = known.kind;
  op.name = known.name;
  op.loc = Loc::Offset(op.offset + known.loc_offset);
  const std::span<const OpMemo::Operand> operands = op_memo_.operands(known);
  for (const OpMemo::Operand& operand : operands) {
    const ValueId value =
        Resolve(op.skeleton.names[operand.name], operand.type);
    if (!value) return false;
    op.operands.push_back(value);
  }
  const std::span<const TypeId> results = op_memo_.results(known);
  op.result_types.assign(results.begin(), results.end());
  if (known.applied != OpKind::kUnknown) {
    BuildReduceBody(*this, op, known.applied, operands[0].type);
  }
  return true;
}

// Remembers an op if its line alone determines the result of parsing.
void Parser::RememberOp(const ParsedOp& op, OpId id,
                        const TakenShardings& taken) {
  if ((!op.regions.empty() && op.applied == OpKind::kUnknown) || op.func ||
      prev_end_ != op.skeleton.end ||
      op.loc != Loc::Offset(op.offset + op.loc_offset)) {
    return;
  }
  const std::vector<OperandRef>& names = op.skeleton.names;
  std::vector<OpMemo::Operand> operands;
  for (const ParsedOp::Resolved& resolved : op.resolved) {
    uint32_t i = 0;
    while (i < names.size() && names[i].at != resolved.operand.at) ++i;
    if (i == names.size() || names[i].number != resolved.operand.number ||
        names[i].length != resolved.operand.length) {
      return;
    }
    operands.push_back({i, resolved.type});
  }
  if (operands.size() != op.operands.size()) return;
  op_memo_.Add(op.skeleton,
               {.kind = op.kind,
                .name = op.name,
                .attrs = m_.attr_dict(id),
                .result_shardings = taken.results,
                .rule = taken.rule,
                .applied = op.applied,
                .loc_offset = op.loc_offset},
               operands, op.result_types);
}

}  // namespace shardflow::internal
