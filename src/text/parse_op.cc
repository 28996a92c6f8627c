#include <algorithm>
#include <string>

#include "ops/dialects.h"
#include "ops/sharding_spelling.h"
#include "text/float_text.h"
#include "text/known_lines.h"
#include "text/op_form.h"
#include "text/parser.h"

// Parses ops.

namespace shardflow::internal {
// Parses `[results =] op` and appends the op to `block`.
bool Parser::ParseOp(BlockId block) {
  const size_t start = offset();
  if (start >= forget_at_) ForgetText(start);
  // Ops at the same depth share a ParsedOp, so that its vectors keep their
  // memory.
  const size_t level = op_level_++;
  if (level == op_pool_.size()) {
    op_pool_.push_back(std::make_unique<ParsedOp>());
  }
  ParsedOp& op = *op_pool_[level];
  op.Clear();
  // ReplayLines may already have read this line.
  if (const OpLine& line = lines_->line(); line.begin == token_.begin) {
    op.line = line.id;
    op.line_end = line.end;
  }
  const bool ok = (!At(Tok::kPercentId) || ParseResultNames(op)) &&
                  ParseNamedOp(op) && DefineResults(op, start, block);
  --op_level_;
  return ok;
}

bool Parser::ParseResultNames(ParsedOp& op) {
  do {
    if (!At(Tok::kPercentId))
      return WrongToken("expected valid ssa identifier");
    ResultName& result = op.result_names.emplace_back();
    result.name.at = token_.begin;
    result.name.length = static_cast<uint32_t>(token_.end - token_.begin);
    Advance();
    if (!Consume(Tok::kColon)) continue;
    if (!At(Tok::kInteger)) {
      return WrongToken("expected integer number of results");
    }
    uint64_t count = 0;
    if (!ReadUnsigned(text(), count) || count < 1 || count > INT32_MAX) {
      return Error("expected named operation to have at least 1 result");
    }
    result.count = static_cast<int32_t>(count);
    Advance();
  } while (Consume(Tok::kComma));
  return Expect(Tok::kEqual, "expected '=' after SSA name");
}

// Parses the op itself and its location.
bool Parser::ParseNamedOp(ParsedOp& op) {
  op.offset = offset();
  op.loc = Loc::Offset(op.offset);
  if (At(Tok::kBareId)) {
    if (!ParseCustomOp(op)) return false;
  } else if (At(Tok::kString)) {
    if (!ParseGenericOp(op)) return false;
  } else {
    return WrongToken("expected operation name in quotes");
  }
  return !AtKeyword("loc") || ParseOptionalLoc(op.loc) == Opt::kOk;
}

// Creates the op and names its results.
bool Parser::DefineResults(ParsedOp& op, size_t start, BlockId block) {
  const OpId id = CreateOp(op);
  m_.Append(block, id);
  if (op.result_names.empty()) return true;
  const auto count = static_cast<int64_t>(op.result_types.size());
  if (count == 0) {
    return ErrorAt(start, "cannot name an operation with no results");
  }
  int64_t named = 0;
  for (const ResultName& result : op.result_names) named += result.count;
  if (named != count) {
    return ErrorAt(start, "operation defines " + std::to_string(count) +
                              " results but was provided " +
                              std::to_string(named) + " to bind");
  }
  ValueId value = m_.op(id).first_result;
  for (const ResultName& result : op.result_names) {
    if (!DefineValues(result.name, value, result.count)) return false;
    value.index += result.count;
  }
  return true;
}

// --- names

void Parser::SetOpName(ParsedOp& op, std::string_view name) {
  op.kind = FindOpKind(name);
  op.name = m_.names.Intern(name);
}

bool Parser::ParseCustomOp(ParsedOp& op) {
  const std::string_view written = text();
  if (written.find('.') != std::string_view::npos) {
    const auto [it, is_new] = op_names_.try_emplace(written);
    if (is_new) {
      it->second = {FindOpKind(written), m_.names.Intern(written)};
    }
    op.kind = it->second.first;
    op.name = it->second.second;
  } else {
    SetOpName(op, std::string(default_dialect_) + "." + std::string(written));
  }
  if (op.kind == OpKind::kUnknown) return UnknownCustomOp(op, written);
  Advance();

  const std::string_view outer_prefix = op_prefix_;
  const std::string_view outer_dialect = default_dialect_;
  op_prefix_ = OpMnemonic(op.kind);
  default_dialect_ = DefaultDialect(op.kind);
  const bool ok = op.kind == OpKind::kFunc     ? ParseFuncForm(op)
                  : op.kind == OpKind::kModule ? ParseModuleForm(op)
                  : HasOpForm(op.kind)
                      ? ParseOpForm(*this, op)
                      : OpErrorAt(op.offset, "has no custom assembly form");
  op_prefix_ = outer_prefix;
  default_dialect_ = outer_dialect;
  return ok;
}

bool Parser::UnknownCustomOp(const ParsedOp& op, std::string_view written) {
  const std::string name(m_.names.Get(op.name));
  const std::string dialect(DialectOf(name));
  std::string tried;
  if (name != written) tried = " (tried '" + name + "' as well)";
  if (IsKnownDialect(dialect) || dialect.empty()) {
    return Error("custom op '" + std::string(written) + "' is unknown" + tried);
  }
  Error("Dialect `" + dialect + "' not found for custom op '" +
        std::string(written) + "' " + tried);
  std::string known;
  for (std::string_view d : kKnownDialects) {
    if (!known.empty()) known += ", ";
    known += d;
  }
  AddNote(op.offset, "Available dialects: " + known +
                         " ; for more info on dialect registration see "
                         "https://mlir.llvm.org/getting_started/Faq/"
                         "#registered-loaded-dependent-whats-up-with-dialects-"
                         "management");
  return false;
}

// --- the generic form

bool Parser::ParseGenericOp(ParsedOp& op) {
  scratch_.clear();
  AppendUnescaped(text(), scratch_);
  if (scratch_.empty()) return Error("empty operation name is invalid");
  if (scratch_.find('\0') != std::string::npos) {
    return Error("null character not allowed in operation name");
  }
  SetOpName(op, scratch_);
  if (op.kind == OpKind::kUnknown && !options_.allow_unregistered_dialects &&
      !CheckUnknownOp(op)) {
    return false;
  }
  Advance();
  const std::string_view outer_prefix = op_prefix_;
  const std::string_view outer_dialect = default_dialect_;
  op_prefix_ = {};
  default_dialect_ = DefaultDialect(op.kind);
  const bool ok = ParseGenericTail(op) &&
                  (op.kind != OpKind::kFunc || SetFuncFromAttrs(op));
  op_prefix_ = outer_prefix;
  default_dialect_ = outer_dialect;
  if (ok) AddDefaultAttr(op);
  return ok;
}

void Parser::AddDefaultAttr(ParsedOp& op) {
  const std::string_view missing = Def(op.kind).empty_by_default;
  if (missing.empty()) return;
  const NameId name = m_.names.Intern(missing);
  if (!op.GetAttr(name)) op.AddAttr(name, m_.attrs.String(name::kEmpty));
}

bool Parser::CheckUnknownOp(const ParsedOp& op) {
  const std::string name(m_.names.Get(op.name));
  const std::string dialect(DialectOf(name));
  if (!IsKnownDialect(dialect)) {
    return Error(
        "operation being parsed with an unregistered dialect. If this is "
        "intended, please use -allow-unregistered-dialect with the MLIR tool "
        "used");
  }
  return Error("unregistered operation '" + name + "' found in dialect ('" +
               dialect + "') that does not allow unknown operations");
}

bool Parser::ParseGenericTail(ParsedOp& op) {
  if (!Expect(Tok::kLParen, "expected '(' to start operand list")) return false;
  std::vector<OperandRef> operands;
  if (!ParseOperands(operands) ||
      !Expect(Tok::kRParen, "expected ')' to end operand list")) {
    return false;
  }
  if (At(Tok::kLSquare)) return Error("successors in non-terminator");
  if (Consume(Tok::kLess)) {
    if (!ParseProperties(op) ||
        !Expect(Tok::kGreater, "expected '>' to close properties")) {
      return false;
    }
  }
  if (Consume(Tok::kLParen)) {
    do {
      if (!ParseRegion(op)) return false;
    } while (Consume(Tok::kComma));
    if (!Expect(Tok::kRParen, "expected ')' to end region list")) return false;
  }
  if (!ParseOptionalAttrDict(op.attrs)) return false;
  if (!Expect(Tok::kColon, "expected ':' followed by operation type")) {
    return false;
  }
  return ParseOpType(op, operands);
}

bool Parser::ParseProperties(ParsedOp& op) {
  if (op.kind == OpKind::kUnknown) {
    // Properties may be any attribute. They are stored under the empty name,
    // because no attribute in MLIR text can have it.
    const AttrId properties = ParseAttribute();
    if (properties) op.AddAttr(name::kEmpty, properties);
    return static_cast<bool>(properties);
  }
  if (At(Tok::kLBrace)) return ParseOptionalAttrDict(op.attrs);
  // Any other token must be an alias of a dictionary.
  const size_t begin = offset();
  const AttrId dict = ParseAttribute();
  if (!dict) return false;
  if (!m_.attrs.Is(dict, AttrKind::kDict)) {
    return ErrorAt(begin, "invalid properties " + AttrText(dict) + " for op " +
                              std::string(m_.names.Get(op.name)) +
                              ": expected DictionaryAttr to set properties");
  }
  for (const NamedAttr& attr : m_.attrs.DictItems(dict)) {
    op.attrs.push_back(attr);
  }
  return true;
}

bool Parser::ParseOpType(ParsedOp& op, std::span<const OperandRef> operands) {
  const size_t begin = offset();
  const TypeId type = ParseType();
  if (!type) return false;
  if (m_.types.kind(type) != TypeKind::kFunction) {
    return ErrorAt(begin, "expected function type");
  }
  const size_t inputs = m_.types.input_count(type);
  if (inputs != operands.size()) {
    return ErrorAt(begin, "expected " + std::to_string(operands.size()) +
                              " operand type" +
                              (operands.size() == 1 ? "" : "s") + " but had " +
                              std::to_string(inputs));
  }
  for (size_t i = 0; i < inputs; ++i) {
    if (!ResolveOperand(operands[i], m_.types.input(type, i), op)) return false;
  }
  for (size_t i = 0; i < m_.types.result_count(type); ++i) {
    op.result_types.push_back(m_.types.result(type, i));
  }
  return true;
}

// --- creation

OpId Parser::CreateOp(ParsedOp& op) {
  OpOutline outline{.kind = op.kind, .results = op.result_types.size()};
  if (op.regions.size() == 1) {
    const BlockId entry = m_.first_block(op.regions[0]);
    outline.body_args = entry ? m_.args(entry).size() : 0;
  }
  TakenShardings taken;
  if (!op.attrs.empty()) taken = TakeShardings(m_, outline, op.attrs);
  const AttrId attrs = MakeDict(op.attrs);
  const OpId id =
      m_.CreateOp({.kind = op.kind,
                   .name = op.name,
                   .operands = op.operands,
                   .result_types = op.result_types,
                   .attrs = attrs,
                   .region_count = static_cast<int>(op.regions.size()),
                   .loc = op.loc});
  for (size_t i = 0; i < op.regions.size(); ++i) {
    FillRegion(m_.region(id, static_cast<int>(i)), op.regions[i]);
  }
  PlaceShardings(m_, id, taken);
  if (op.func) m_.CreateFuncRow(id) = std::move(*op.func);
  if (op.line >= 0) RememberOp(op, id, taken);
  return id;
}

AttrId Parser::MakeDict(std::vector<NamedAttr>& attrs) {
  if (attrs.empty()) return empty_dict_;
  if (attrs.size() > 1) {
    std::sort(attrs.begin(), attrs.end(),
              [&](const NamedAttr& a, const NamedAttr& b) {
                return m_.names.Get(a.name) < m_.names.Get(b.name);
              });
  }
  return m_.attrs.SortedDict(attrs);
}

}  // namespace shardflow::internal
