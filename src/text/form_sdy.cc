#include <array>
#include <string_view>

#include "absl/container/inlined_vector.h"
#include <fmt/format.h>

#include "ir/values.h"
#include "ops/attr_make.h"
#include "sharding/print.h"
#include "text/custom_forms.h"
#include "text/form_attrs.h"
#include "text/form_directives.h"
#include "text/sdy_attrs.h"

// The syntax of sdy's ops. It includes shardings, which the module keeps in a
// column, two enums that are stored as integers, and the two ops that have a
// body.

namespace shardflow::internal {
namespace {

bool ParseShardingAttr(FormState& s, NameId key) {
  const AttrId attr = ParseStrippedSdyAttr(s.p, AttrKind::kSharding);
  if (!attr) return false;
  s.op.AddAttr(key, attr);
  return true;
}

// Returns the index of `word` among the cases of an enum, or -1.
template <size_t kCount>
int64_t CaseIndex(const std::array<std::string_view, kCount>& cases,
                  std::string_view word) {
  for (size_t i = 0; i < kCount; ++i) {
    if (cases[i] == word) return static_cast<int64_t>(i);
  }
  return -1;
}

constexpr std::array<std::string_view, 4> kDirections = {"NONE", "FORWARD",
                                                         "BACKWARD", "BOTH"};
constexpr std::array<std::string_view, 3> kReductions = {"sum", "max", "min"};

bool HasEnum(const Module& m, OpId op, NameId key, size_t count) {
  const AttrId attr = m.attr(op, key);
  if (!IsIntAttr(m, attr, 32)) return false;
  const int64_t value = m.attrs.IntegerValue(attr);
  return value >= 0 && value < static_cast<int64_t>(count);
}

int64_t EnumValue(const Module& m, OpId op, NameId key) {
  return m.attrs.IntegerValue(m.attr(op, key));
}

}  // namespace

// --- <sharding>, <out_sharding>

bool ParseShardingForm(FormState& s) {
  return ParseShardingAttr(s, name::kSharding);
}

bool ParseOutShardingForm(FormState& s) {
  return ParseShardingAttr(s, name::kOutSharding);
}

void PrintShardingForm(Printer& p, OpId op) {
  PrintSharding(p, p.module().sharding(p.module().result(op, 0)));
}

bool FitsShardingForm(const Module& m, OpId op) {
  return m.result_count(op) == 1 && m.sharding(m.result(op, 0)) &&
         !m.attr(op, name::kSharding) && !m.attr(op, name::kOutSharding);
}

// --- <direction>

bool ParseDirectionForm(FormState& s) {
  Parser& p = s.p;
  const size_t at = p.offset();
  std::string word;
  if (p.At(Tok::kBareId) && CaseIndex(kDirections, p.text()) >= 0) {
    word = p.text();
    p.Advance();
  } else if (p.At(Tok::kString)) {
    if (!p.ParseString(word)) return false;
  } else {
    return p.OpErrorAt(
        at,
        "expected string or keyword containing one of the following enum "
        "values for attribute 'allowed_direction' [NONE, FORWARD, BACKWARD, "
        "BOTH]");
  }
  const int64_t value = CaseIndex(kDirections, word);
  if (value < 0) {
    return p.OpErrorAt(
        at,
        fmt::format("invalid allowed_direction attribute specification: \"{}\"",
                    word));
  }
  s.op.AddAttr(name::kAllowedDirection, MakeInt(p.module(), value, 32));
  return true;
}

void PrintDirectionForm(Printer& p, OpId op) {
  const int64_t value = EnumValue(p.module(), op, name::kAllowedDirection);
  p.Text(kDirections[static_cast<size_t>(value)]);
}

bool FitsDirectionForm(const Module& m, OpId op) {
  return HasEnum(m, op, name::kAllowedDirection, kDirections.size());
}

// --- <reduction>

bool ParseReductionForm(FormState& s) {
  Parser& p = s.p;
  int64_t value = 0;
  if (p.At(Tok::kBareId)) {
    const int64_t given = CaseIndex(kReductions, p.text());
    if (given >= 0) {
      value = given;
      p.Advance();
    }
  }
  s.op.AddAttr(name::kReductionOp, MakeInt(p.module(), value, 32));
  return true;
}

void PrintReductionForm(Printer& p, OpId op) {
  if (!p.module().attr(op, name::kReductionOp)) return;
  const int64_t value = EnumValue(p.module(), op, name::kReductionOp);
  if (value == 0) return;
  p.Text(kReductions[static_cast<size_t>(value)]);
  p.Char(' ');
}

bool FitsReductionForm(const Module& m, OpId op) {
  return !m.attr(op, name::kReductionOp) ||
         HasEnum(m, op, name::kReductionOp, kReductions.size());
}

// --- ops with a body, which comes after their attributes, as in (%a: type, %b:
// type) {...}

namespace {

using Operands = absl::InlinedVector<OperandRef, 8>;

// Parses a list of operands, such as `(%a, %b)`.
bool ParseOperandsInParens(Parser& p, Operands& operands) {
  return p.ParseList(Tok::kLParen, Tok::kRParen,
                     [&] { return p.ParseOperand(operands.emplace_back()); });
}

bool ParseShardings(Parser& p, ParsedOp& op, NameId key) {
  if (!p.ExpectKeyword(p.module().names.Get(key)) || !p.Expect(Tok::kEqual)) {
    return false;
  }
  const AttrId attr = ParseShardingList(p);
  if (!attr) return false;
  op.AddAttr(key, attr);
  return true;
}

// Parses the body and the text after it, as in `(%a: type) {...} {attrs} :
// (types) -> types`.
bool ParseBodyAndTypes(Parser& p, ParsedOp& op, const Operands& operands,
                       size_t operands_at) {
  absl::InlinedVector<ParsedArg, 8> args;
  if (!p.ParseList(Tok::kLParen, Tok::kRParen,
                   [&] {
                     return p.ParseArgument(args.emplace_back(),
                                            /*allow_type=*/true,
                                            /*allow_attrs=*/true);
                   }) ||
      !p.ParseRegion(op, args) || !p.ParseOptionalAttrDict(op.attrs) ||
      !p.Expect(Tok::kColon)) {
    return false;
  }
  const TypeId function = p.ParseFunctionType();
  if (!function) return false;
  const TypeStore& types = p.module().types;
  absl::InlinedVector<TypeId, 8> inputs;
  for (size_t i = 0; i < types.input_count(function); ++i) {
    inputs.push_back(types.input(function, i));
  }
  for (size_t i = 0; i < types.result_count(function); ++i) {
    op.result_types.push_back(types.result(function, i));
  }
  return p.ResolveOperands(operands, inputs, operands_at, op);
}

bool HasShardings(const Module& m, OpId op, NameId key,
                  std::span<const ValueId> values) {
  if (m.attr(op, key)) return true;
  for (const ValueId value : values) {
    if (m.sharding(value)) return true;
  }
  return false;
}

// Prints a list of shardings, such as `[<@mesh, [{}]>, ...]`.
void PrintShardings(Printer& p, OpId op, NameId key,
                    std::span<const ValueId> values) {
  const Module& m = p.module();
  p.Char(' ');
  p.Name(key);
  p.Text("=[");
  if (const AttrId attr = m.attr(op, key)) {
    p.Join(m.attrs.As<ShardingPerValueAttr>(attr).shardings,
           [&](ShardingId sharding) { PrintSharding(p, sharding); });
  } else {
    p.Join(values, [&](ValueId value) { PrintSharding(p, m.sharding(value)); });
  }
  p.Char(']');
}

std::span<const ValueId> BodyArgs(const Module& m, OpId op) {
  return m.args(m.first_block(m.region(op, 0)));
}

void PrintBodyAndTypes(Printer& p, OpId op,
                       std::initializer_list<std::string_view> spelled) {
  const Module& m = p.module();
  p.Text(" (");
  p.Join(BodyArgs(m, op), [&](ValueId arg) { p.RegionArg(arg); });
  p.Text(") ");
  p.Region(m.region(op, 0), /*entry_args=*/false);
  p.OptionalAttrDict(op, spelled);
  p.Text(" : ");
  p.FunctionalType(op);
}

// Whether all values have shardings or, if `optional`, none do. Also accepts a
// list of shardings that doesn't fit the values and is therefore kept as an
// attribute.
bool FitsShardings(const Module& m, OpId op, NameId key,
                   std::span<const ValueId> values, bool optional) {
  if (const AttrId attr = m.attr(op, key)) {
    return m.attrs.Is(attr, AttrKind::kShardingPerValue);
  }
  size_t count = 0;
  for (const ValueId value : values) count += m.sharding(value) ? 1 : 0;
  return count == values.size() || (optional && count == 0);
}

bool FitsBody(const Module& m, OpId op, bool optional_shardings) {
  if (m.region_count(op) != 1) return false;
  const RegionRow& region = m.region_row(m.region(op, 0));
  return region.first && region.first == region.last &&
         FitsShardings(m, op, name::kInShardings, BodyArgs(m, op),
                       optional_shardings) &&
         FitsShardings(m, op, name::kOutShardings, ResultsOf(m, op),
                       optional_shardings);
}

}  // namespace

bool ParseManualComputation(Parser& p, ParsedOp& op) {
  const size_t at = p.offset();
  Operands operands;
  if (!ParseOperandsInParens(p, operands) ||
      !ParseShardings(p, op, name::kInShardings) ||
      !ParseShardings(p, op, name::kOutShardings) ||
      !p.ExpectKeyword("manual_axes") || !p.Expect(Tok::kEqual)) {
    return false;
  }
  const AttrId axes = ParseStrippedSdyAttr(p, AttrKind::kManualAxes);
  if (!axes) return false;
  op.AddAttr(name::kManualAxes, axes);
  return ParseBodyAndTypes(p, op, operands, at);
}

void PrintManualComputation(Printer& p, OpId op) {
  const Module& m = p.module();
  p.Char('(');
  p.Operands(op);
  p.Char(')');
  PrintShardings(p, op, name::kInShardings, BodyArgs(m, op));
  PrintShardings(p, op, name::kOutShardings, ResultsOf(m, op));
  p.Text(" manual_axes=");
  PrintStrippedSdyAttr(p, m.attr(op, name::kManualAxes));
  PrintBodyAndTypes(p, op, {"in_shardings", "out_shardings", "manual_axes"});
}

bool FitsManualComputation(const Module& m, OpId op) {
  return m.attrs.Is(m.attr(op, name::kManualAxes), AttrKind::kManualAxes) &&
         FitsBody(m, op, /*optional_shardings=*/false);
}

bool ParseNamedComputation(Parser& p, ParsedOp& op) {
  if (!p.Expect(Tok::kLess)) return false;
  const size_t name_at = p.offset();
  const AttrId name = p.ParseAttribute();
  if (!name) return false;
  if (!p.module().attrs.Is(name, AttrKind::kString)) {
    return p.OpErrorAt(name_at, "invalid kind of attribute specified");
  }
  op.AddAttr(name::kName, name);
  if (!p.Expect(Tok::kGreater)) return false;
  const size_t at = p.offset();
  Operands operands;
  if (!ParseOperandsInParens(p, operands)) return false;
  for (const NameId key : {name::kInShardings, name::kOutShardings}) {
    if (p.AtKeyword(p.module().names.Get(key)) && !ParseShardings(p, op, key)) {
      return false;
    }
  }
  return ParseBodyAndTypes(p, op, operands, at);
}

void PrintNamedComputation(Printer& p, OpId op) {
  const Module& m = p.module();
  p.Char('<');
  p.String(m.names.Get(m.attrs.StringValue(m.attr(op, name::kName))));
  p.Text(">(");
  p.Operands(op);
  p.Char(')');
  if (HasShardings(m, op, name::kInShardings, BodyArgs(m, op))) {
    PrintShardings(p, op, name::kInShardings, BodyArgs(m, op));
  }
  if (HasShardings(m, op, name::kOutShardings, ResultsOf(m, op))) {
    PrintShardings(p, op, name::kOutShardings, ResultsOf(m, op));
  }
  PrintBodyAndTypes(p, op, {"name", "in_shardings", "out_shardings"});
}

bool FitsNamedComputation(const Module& m, OpId op) {
  return m.attrs.Is(m.attr(op, name::kName), AttrKind::kString) &&
         FitsBody(m, op, /*optional_shardings=*/true);
}

}  // namespace shardflow::internal
