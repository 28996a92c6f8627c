#include "text/parser.h"

// Parses regions and blocks.

namespace shardflow::internal {
namespace {

// The maximum number of regions of an op. No op of any dialect reaches it. The
// JSON reader has the same limit.
constexpr size_t kMaxRegions = UINT16_MAX;

}  // namespace

RegionId Parser::TakeRegion() {
  if (free_regions_.empty()) return m_.CreateRegion();
  const RegionId region = free_regions_.back();
  free_regions_.pop_back();
  return region;
}

void Parser::FillRegion(RegionId of_op, RegionId from) {
  m_.MoveBlocks(from, of_op);
  free_regions_.push_back(from);
}

bool Parser::ParseRegion(ParsedOp& op, std::span<const ParsedArg> args) {
  if (op.regions.size() == kMaxRegions) {
    return Error("an operation has at most 65535 regions");
  }
  const RegionId region = TakeRegion();
  op.regions.push_back(region);
  if (!Expect(Tok::kLBrace, "expected '{' to begin a region")) return false;
  if (args.empty() && Consume(Tok::kRBrace)) return true;
  if (!Enter()) return false;
  // As in MLIR, an isolated region can use names from outside, and the verifier
  // then reports that. If no names are defined outside, a new table is faster.
  const NameTable& table = tables_.back();
  const bool isolated = (Def(op.kind).traits & kIsolated) != 0 &&
                        !table.any_of_its_own && table.defined.empty();
  PushScope(isolated);
  const std::string_view outer_prefix = op_prefix_;
  op_prefix_ = {};
  const bool ok = ParseRegionBody(region, args);
  op_prefix_ = outer_prefix;
  Leave();
  if (!ok) return false;
  PopScope(isolated);
  Advance();  // '}'
  return true;
}

bool Parser::ParseRegionBody(RegionId region, std::span<const ParsedArg> args) {
  BlockId block;
  const bool named = !args.empty() && args[0].name.at != nullptr;
  if (named || !At(Tok::kCaretId)) {
    if (named && At(Tok::kCaretId)) {
      return Error("invalid block name in region with named arguments");
    }
    block = m_.AppendBlock(region);
    if (named && !AddBlockArgs(block, args)) return false;
    if (!ParseBlockBody(block)) return false;
  }
  while (!At(Tok::kRBrace)) {
    if (!ParseBlock(region)) return false;
  }
  return true;
}

bool Parser::AddBlockArgs(BlockId block, std::span<const ParsedArg> args) {
  for (const ParsedArg& arg : args) {
    const NameEntry& entry = Entry(arg.name);
    if (entry.IsUsed()) {
      const auto forward = entry.is.Get<ForwardId>();
      const size_t prior =
          forward ? forward_refs_[forward.Slot()].offset : entry.offset;
      ErrorAt(OffsetOf(arg.name.at), "region entry argument '" +
                                         std::string(arg.name.name()) +
                                         "' is already in use");
      AddNote(prior, "previously referenced here");
      return false;
    }
    const ValueId value = m_.AddArg(block, arg.type);
    SetArgLoc(value, arg.loc);
    if (!DefineValues(arg.name, value, 1)) return false;
  }
  return true;
}

void Parser::SetArgLoc(ValueId arg, Loc loc) {
  m_.SetArgLoc(arg, loc);
  if (IsDeferred(loc)) deferred_args_.push_back(arg);
}

bool Parser::ParseBlockBody(BlockId block) {
  while (ReplayLines(block)) {
    if (At(Tok::kCaretId) || At(Tok::kRBrace)) return true;
    if (!ParseOp(block)) return false;
  }
  return false;
}

// Parses a block, `^name(%a: type, ...): ops`.
bool Parser::ParseBlock(RegionId region) {
  if (!At(Tok::kCaretId)) return WrongToken("expected block name");
  const std::string_view name = text();
  const size_t begin = offset();
  Advance();
  for (const std::string_view other : block_scopes_.back()) {
    if (other == name) {
      return ErrorAt(begin,
                     "redefinition of block '" + std::string(name) + "'");
    }
  }
  const BlockId block = m_.AppendBlock(region);
  block_scopes_.back().push_back(name);
  if (At(Tok::kLParen)) {
    std::vector<ParsedArg> args;
    const auto arg = [&] { return ParseBlockArg(block); };
    if (!ParseList(Tok::kLParen, Tok::kRParen, arg)) return false;
  }
  return Expect(Tok::kColon, "expected ':' after block name") &&
         ParseBlockBody(block);
}

bool Parser::ParseBlockArg(BlockId block) {
  OperandRef name;
  if (!ParseOperand(name)) return false;
  if (!Expect(Tok::kColon, "expected ':' and type for SSA operand")) {
    return false;
  }
  const TypeId type = ParseType();
  if (!type) return false;
  Loc loc = Loc::Offset(OffsetOf(name.at));
  if (ParseOptionalLoc(loc) == Opt::kFailed) return false;
  const ValueId value = m_.AddArg(block, type);
  SetArgLoc(value, loc);
  return DefineValues(name, value, 1);
}

bool Parser::ParseArgument(ParsedArg& arg, bool allow_type, bool allow_attrs) {
  if (!ParseOperand(arg.name, /*allow_number=*/false)) return false;
  arg.loc = Loc::Offset(OffsetOf(arg.name.at));
  if (allow_type) {
    if (!Expect(Tok::kColon)) return false;
    arg.type = ParseType();
    if (!arg.type) return false;
  }
  if (allow_attrs && At(Tok::kLBrace)) {
    std::vector<NamedAttr> attrs;
    if (!ParseOptionalAttrDict(attrs)) return false;
    arg.attrs = MakeDict(attrs);
  }
  return ParseOptionalLoc(arg.loc) != Opt::kFailed;
}

}  // namespace shardflow::internal
