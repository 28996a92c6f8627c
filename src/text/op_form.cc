#include "text/op_form.h"

#include <algorithm>
#include <array>

#include "absl/container/inlined_vector.h"

#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "text/form_attrs.h"
#include "text/form_program.h"
#include "text/sdy_attrs.h"

namespace shardflow::internal {
namespace {

const FormProgram* const kPrograms[] = {
    nullptr,
#define OP(enumerator, mnemonic, arity, form) &kFormProgram<form>,
#include "ops/op_kind.def"
#undef OP
};

const FormProgram& Program(OpKind kind) {
  return *kPrograms[static_cast<size_t>(kind)];
}

const FormDirective& Directive(const FormStep& step) {
  return kFormDirectives[static_cast<size_t>(step.number)];
}

// --- text

constexpr std::array<Tok, 128> kPunctuation = [] {
  std::array<Tok, 128> tokens{};
  tokens[':'] = Tok::kColon;
  tokens[','] = Tok::kComma;
  tokens['='] = Tok::kEqual;
  tokens['>'] = Tok::kGreater;
  tokens['{'] = Tok::kLBrace;
  tokens['('] = Tok::kLParen;
  tokens['['] = Tok::kLSquare;
  tokens['<'] = Tok::kLess;
  tokens['}'] = Tok::kRBrace;
  tokens[')'] = Tok::kRParen;
  tokens[']'] = Tok::kRSquare;
  return tokens;
}();

// The first token of some text: its kind (kBareId for a word) and its extent.
struct TextToken {
  Tok kind = Tok::kEof;
  size_t begin = 0;
  size_t end = 0;
};

TextToken NextTextToken(std::string_view text, size_t at) {
  while (at < text.size() && text[at] == ' ') ++at;
  if (at == text.size()) return {Tok::kEof, at, at};
  if (text[at] == '-') return {Tok::kArrow, at, at + 2};
  size_t end = at;
  while (end < text.size() && form_internal::IsWord(text[end])) ++end;
  if (end > at) return {Tok::kBareId, at, end};
  return {kPunctuation[static_cast<size_t>(text[at])], at, at + 1};
}

bool ParseText(Parser& p, std::string_view text) {
  for (TextToken token = NextTextToken(text, 0); token.kind != Tok::kEof;
       token = NextTextToken(text, token.end)) {
    if (token.kind == Tok::kBareId) {
      const std::string_view word =
          text.substr(token.begin, token.end - token.begin);
      if (!p.ExpectKeyword(word)) return false;
    } else if (!p.Expect(token.kind)) {
      return false;
    }
  }
  return true;
}

bool AtText(const Parser& p, std::string_view text) {
  const TextToken token = NextTextToken(text, 0);
  if (token.kind != Tok::kBareId) return p.At(token.kind);
  return p.AtKeyword(text.substr(token.begin, token.end - token.begin));
}

// --- operands

bool ParseOneOperand(FormState& s) {
  OperandRef operand;
  if (!s.p.ParseOperand(operand)) return false;
  s.operands.push_back(operand);
  return true;
}

bool ParseOperandList(FormState& s) {
  if (!s.p.At(Tok::kPercentId)) return true;
  return s.p.ParseItems([&] { return ParseOneOperand(s); });
}

// If there are no operands, MLIR prints a lone comma, which it can't read back.
// This function accepts it.
bool ParseOperandsComma(FormState& s) {
  if (s.p.Consume(Tok::kComma)) return true;
  while (s.p.At(Tok::kPercentId)) {
    if (!ParseOneOperand(s) || !s.p.Expect(Tok::kComma)) return false;
  }
  return true;
}

void PrintOperandRange(Printer& p, OpId op, int from) {
  const Module& m = p.module();
  for (int i = from; i < m.operand_count(op); ++i) {
    if (i > from) p.Text(", ");
    p.Operand(m.operand(op, i));
  }
}

// --- attributes

AttrId ParseIntAttr(Parser& p, int width) {
  Module& m = p.module();
  if (p.At(Tok::kInteger)) {
    int64_t value = 0;
    if (!p.ParseInteger(value)) return {};
    return MakeInt(m, value, width);
  }
  const size_t at = p.offset();
  const AttrId attr = p.ParseAttribute(m.types.Integer(width));
  if (!attr || m.attrs.Is(attr, AttrKind::kInteger)) return attr;
  p.OpErrorAt(at, "invalid kind of attribute specified");
  return {};
}

AttrId ParseBoolAttr(Parser& p) {
  bool value = false;
  if (!p.ParseBool(value)) return {};
  return MakeBool(p.module(), value);
}

AttrId ParseStringAttr(Parser& p) {
  NameId value;
  if (!p.ParseString(value)) return {};
  return p.module().attrs.String(value);
}

AttrId ParseDimsAttr(Parser& p) {
  IntList values;
  if (!ParseIntList(p, values)) return {};
  return MakeI64Array(p.module(), values);
}

AttrId ParseFormAttr(Parser& p, const FormStep& step) {
  switch (step.kind) {
    case FormAttr::kInt:
      return ParseIntAttr(p, step.number);
    case FormAttr::kBool:
      return ParseBoolAttr(p);
    case FormAttr::kString:
      return ParseStringAttr(p);
    case FormAttr::kSymbol: {
      NameId name;
      if (!p.ParseSymbolName(name)) return {};
      return p.module().attrs.String(name);
    }
    case FormAttr::kSymbolRef:
      return p.ParseSymbolRef();
    case FormAttr::kDims:
      return ParseDimsAttr(p);
    case FormAttr::kEnum:
      return p.ParseEnumCase(step.number);
    case FormAttr::kSdy:
      return ParseStrippedSdyAttr(p, static_cast<AttrKind>(step.number));
  }
  return {};
}

void PrintFormAttr(Printer& p, const FormStep& step, AttrId attr) {
  const Module& m = p.module();
  switch (step.kind) {
    case FormAttr::kSymbolRef:
      return p.Attr(attr);
    case FormAttr::kInt:
      return p.Int(m.attrs.IntegerValue(attr));
    case FormAttr::kBool:
      return p.Text(m.attrs.IntegerValue(attr) != 0 ? "true" : "false");
    case FormAttr::kString:
      return p.String(m.names.Get(m.attrs.StringValue(attr)));
    case FormAttr::kSymbol:
      return p.Symbol(m.attrs.StringValue(attr));
    case FormAttr::kDims:
      return PrintIntList(p, I64Values(m, attr));
    case FormAttr::kEnum:
    case FormAttr::kSdy:
      return p.StrippedAttr(attr);
  }
}

bool FitsFormAttr(const Module& m, const FormStep& step, AttrId attr) {
  switch (step.kind) {
    case FormAttr::kSdy:
      return m.attrs.Is(attr, static_cast<AttrKind>(step.number));
    case FormAttr::kInt:
    case FormAttr::kBool:
      return IsIntAttr(m, attr, step.kind == FormAttr::kBool ? 1 : step.number);
    case FormAttr::kString:
    case FormAttr::kSymbol:
      return m.attrs.Is(attr, AttrKind::kString);
    case FormAttr::kSymbolRef:
      return m.attrs.Is(attr, AttrKind::kSymbolRef);
    case FormAttr::kDims:
      return IsI64Array(m, attr);
    case FormAttr::kEnum:
      return m.attrs.Is(attr, AttrKind::kEnum) &&
             m.attrs.As<EnumAttr>(attr).number == step.number;
  }
  return false;
}

// Whether this is the result accuracy that ops have by default.
bool IsDefaultAccuracy(const Module& m, AttrId attr) {
  if (!IsStruct(m, attr, StructId::kResultAccuracy)) return false;
  const WordList<AttrId> fields = m.attrs.As<StructAttr>(attr).fields;
  const auto is_zero = [&](AttrId field) {
    return m.attrs.Is<FloatAttr>(field) &&
           m.attrs.As<FloatAttr>(field).bits == 0;
  };
  return is_zero(fields[0]) && is_zero(fields[1]) &&
         m.attrs.Is<IntegerAttr>(fields[2]) &&
         m.attrs.IntegerValue(fields[2]) == 0 &&
         m.attrs.Is<EnumAttr>(fields[3]) &&
         m.attrs.As<EnumAttr>(fields[3]).value == 0;
}

bool IsDefault(const Module& m, AttrId attr, FormDefault fallback,
               int16_t value) {
  switch (fallback) {
    case FormDefault::kNone:
      return false;
    case FormDefault::kInt:
      return IsIntAttr(m, attr, 32) && m.attrs.IntegerValue(attr) == value;
    case FormDefault::kBool:
      return IsIntAttr(m, attr, 1) && m.attrs.IntegerValue(attr) == value;
    case FormDefault::kEmptyArray:
      return m.attrs.Is(attr, AttrKind::kArray) && m.attrs.ArraySize(attr) == 0;
    case FormDefault::kEmptyDict:
      return m.attrs.Is(attr, AttrKind::kDict) && m.attrs.DictSize(attr) == 0;
    case FormDefault::kAccuracy:
      return IsDefaultAccuracy(m, attr);
  }
  return false;
}

bool Spells(const FormProgram& program, NameId name) {
  for (const NameId spelled : program.spelled) {
    if (spelled == name) return true;
  }
  return false;
}

bool IsDefaulted(const Module& m, const FormProgram& program, NamedAttr attr) {
  for (const FormDefaultRow& row : program.defaults) {
    if (row.name == attr.name) {
      return IsDefault(m, attr.value, row.fallback, row.value);
    }
  }
  return false;
}

// Whether the op has a sharding or a rule that is printed like an attribute.
bool PrintsColumns(const Module& m, const FormProgram& program, OpId op) {
  if (m.rule(op)) return true;
  if (!m.HasResultShardings(op)) return false;
  switch (Def(m.kind(op)).spelling) {
    case ShardingSpelling::kSharding:
      return !Spells(program, name::kSharding);
    case ShardingSpelling::kOutSharding:
      return !Spells(program, name::kOutSharding);
    default:
      return true;
  }
}

void PrintAttrs(Printer& p, const FormProgram& program, OpId op) {
  const Module& m = p.module();
  const AttrId dict = m.attr_dict(op);
  const size_t count = m.attrs.DictSize(dict);
  absl::InlinedVector<std::string_view, 12> elided;
  size_t left = 0;
  for (size_t i = 0; i < count; ++i) {
    const NamedAttr attr = m.attrs.DictItem(dict, i);
    if (Spells(program, attr.name)) continue;
    if (IsDefaulted(m, program, attr)) {
      elided.push_back(m.names.Get(attr.name));
    } else {
      ++left;
    }
  }
  // In most cases, nothing is left to print.
  if (left == 0 && !PrintsColumns(m, program, op)) return;
  for (const NameId name : program.spelled) {
    elided.push_back(m.names.Get(name));
  }
  p.OptionalAttrDict(op, elided);
}

// --- parts

// Whether the current token begins the part whose steps start at `i`.
bool StartsPart(const Parser& p, std::span<const FormStep> steps, size_t i) {
  while (steps[i].code == FormCode::kText &&
         NextTextToken(steps[i].text, 0).kind == Tok::kEof) {
    ++i;
  }
  switch (steps[i].code) {
    case FormCode::kText:
      return AtText(p, steps[i].text);
    case FormCode::kOperand:
    case FormCode::kOperands:
    case FormCode::kOperandsComma:
      return p.At(Tok::kPercentId);
    default:
      return true;
  }
}

bool HasPart(const Module& m, OpId op, const FormStep& part) {
  switch (part.anchor) {
    case FormAnchor::kAttr: {
      const AttrId attr = m.attr(op, part.name);
      return attr && !IsDefault(m, attr, part.fallback, part.fallback_value);
    }
    case FormAnchor::kOperands:
      return m.operand_count(op) > 0;
    case FormAnchor::kRegions:
      return m.region_count(op) > 0;
    case FormAnchor::kSharding:
      return m.HasResultShardings(op);
  }
  return false;
}

bool ParseStep(FormState& s, const FormStep& step) {
  switch (step.code) {
    case FormCode::kText:
      return ParseText(s.p, step.text);
    case FormCode::kOperand:
      return ParseOneOperand(s);
    case FormCode::kOperands:
      return ParseOperandList(s);
    case FormCode::kOperandsComma:
      return ParseOperandsComma(s);
    case FormCode::kAttr: {
      const AttrId attr = ParseFormAttr(s.p, step);
      if (!attr) return false;
      s.op.AddAttr(step.name, attr);
      return true;
    }
    case FormCode::kAttrs:
      return s.p.ParseOptionalAttrDict(s.op.attrs);
    case FormCode::kDirective:
      return Directive(step).parse(s);
    case FormCode::kPart:
    case FormCode::kElse:
      break;
  }
  return true;
}

bool ParseSteps(FormState& s, const FormProgram& program) {
  const std::span<const FormStep> steps = program.steps;
  for (size_t i = 0; i < steps.size();) {
    const FormStep& step = steps[i];
    const size_t target = static_cast<size_t>(step.number);
    if (step.code == FormCode::kElse ||
        (step.code == FormCode::kPart && !StartsPart(s.p, steps, i + 1))) {
      i = target;
      continue;
    }
    if (!ParseStep(s, step)) return false;
    ++i;
  }
  return true;
}

void PrintSteps(Printer& p, const FormProgram& program, OpId op) {
  const Module& m = p.module();
  const std::span<const FormStep> steps = program.steps;
  int operand = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    const FormStep& step = steps[i];
    switch (step.code) {
      case FormCode::kText:
        p.Text(step.text);
        break;
      case FormCode::kOperand:
        p.Operand(m.operand(op, operand++));
        break;
      case FormCode::kOperands:
        PrintOperandRange(p, op, operand);
        break;
      case FormCode::kOperandsComma:
        PrintOperandRange(p, op, operand);
        p.Char(',');
        break;
      case FormCode::kAttr:
        PrintFormAttr(p, step, m.attr(op, step.name));
        break;
      case FormCode::kAttrs:
        PrintAttrs(p, program, op);
        break;
      case FormCode::kDirective:
        Directive(step).print(p, op);
        break;
      case FormCode::kPart:
        if (!HasPart(m, op, step)) i = static_cast<size_t>(step.number) - 1;
        break;
      case FormCode::kElse:
        i = static_cast<size_t>(step.number) - 1;
        break;
    }
  }
}

bool StepsFit(const Module& m, OpId op, const FormProgram& program) {
  const std::span<const FormStep> steps = program.steps;
  for (size_t i = 0; i < steps.size(); ++i) {
    const FormStep& step = steps[i];
    if (step.code == FormCode::kElse ||
        (step.code == FormCode::kPart && !HasPart(m, op, step))) {
      i = static_cast<size_t>(step.number) - 1;
    } else if (step.code == FormCode::kAttr) {
      const AttrId attr = m.attr(op, step.name);
      if (!attr || !FitsFormAttr(m, step, attr)) return false;
    } else if (step.code == FormCode::kDirective) {
      const FormDirective& directive = Directive(step);
      if (directive.fits != nullptr && !directive.fits(m, op)) return false;
    }
  }
  return true;
}

}  // namespace

std::string_view DefaultDialect(OpKind kind) {
  if (kind == OpKind::kFunc) return "func";
  return kind == OpKind::kModule ? "builtin" : "";
}

bool HasOpForm(OpKind kind) {
  if (kind == OpKind{}) return false;
  const FormProgram& program = Program(kind);
  return program.custom != nullptr || !program.steps.empty();
}

bool PrintsOperandsInOrder(OpKind kind) {
  return kind == OpKind{} || Program(kind).custom == nullptr;
}

bool FitsOpForm(const Module& m, OpId op) {
  const FormProgram& program = Program(m.kind(op));
  if (program.custom != nullptr) return program.custom->fits(m, op);
  const int operands = m.operand_count(op);
  if (program.variadic ? operands < program.operands
                       : operands != program.operands) {
    return false;
  }
  if (!program.regions && m.region_count(op) > 0) return false;
  return StepsFit(m, op, program);
}

bool ParseOpForm(Parser& p, ParsedOp& op) {
  const FormProgram& program = Program(op.kind);
  if (program.custom != nullptr) return program.custom->parse(p, op);
  FormState s{.p = p, .op = op};
  return ParseSteps(s, program);
}

void PrintOpForm(Printer& p, OpId op) {
  const FormProgram& program = Program(p.module().kind(op));
  if (program.custom != nullptr) return program.custom->print(p, op);
  PrintSteps(p, program, op);
}

}  // namespace shardflow::internal
