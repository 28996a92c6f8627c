#include "text/custom_forms.h"

#include <array>
#include <cstring>

#include "absl/container/inlined_vector.h"

#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "text/form_attrs.h"

namespace shardflow::internal {

// --- constant

bool ParseConstant(Parser& p, ParsedOp& op) {
  if (p.At(Tok::kLParen)) return p.ParseGenericTail(op);
  return p.ParseOptionalAttrDict(op.attrs) && ParseConstantValue(p, op);
}

void PrintConstant(Printer& p, OpId op) {
  const Module& m = p.module();
  const AttrId value = m.attr(op, name::kValue);
  if (ElementsType(m, value) != m.type(m.result(op, 0))) {
    return p.GenericOp(op, false);
  }
  PrintAttrsExcept(p, op, name::kValue);
  p.Char(' ');
  p.Attr(value);
}

bool FitsConstant(const Module& m, OpId op) {
  return m.result_count(op) == 1 && m.operand_count(op) == 0 &&
         m.region_count(op) == 0 && ElementsType(m, m.attr(op, name::kValue));
}

// --- while

bool ParseWhile(Parser& p, ParsedOp& op) {
  const size_t at = p.offset();
  absl::InlinedVector<OperandRef, 8> operands;
  absl::InlinedVector<ParsedArg, 8> args;
  const bool parsed = p.ParseList(Tok::kLParen, Tok::kRParen, [&] {
    ParsedArg& arg = args.emplace_back();
    if (!p.ParseOperand(arg.name)) return false;
    arg.loc = Loc::Offset(p.OffsetOf(arg.name.at));
    return p.Expect(Tok::kEqual) && p.ParseOperand(operands.emplace_back());
  });
  if (!parsed) return false;
  if (!operands.empty() &&
      (!p.Expect(Tok::kColon) || !p.ParseTypes(op.result_types))) {
    return false;
  }
  if (!p.ResolveOperands(operands, op.result_types, at, op) ||
      !p.ParseOptionalAttrDictWithKeyword(op.attrs)) {
    return false;
  }
  for (size_t i = 0; i < args.size(); ++i) {
    args[i].type = op.result_types[i];
    args[i].loc = Loc::Offset(p.OffsetOf(args[i].name.at));
  }
  return p.ExpectKeyword("cond") && p.ParseRegion(op, args) &&
         p.ExpectKeyword("do") && p.ParseRegion(op, args);
}

void PrintWhile(Printer& p, OpId op) {
  const Module& m = p.module();
  const std::span<const ValueId> args = m.args(m.first_block(m.region(op, 1)));
  p.Char('(');
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (i > 0) p.Text(", ");
    p.Operand(args[static_cast<size_t>(i)]);
    p.Text(" = ");
    p.Operand(m.operand(op, i));
  }
  p.Char(')');
  if (m.operand_count(op) > 0) {
    p.Text(" : ");
    p.OperandTypes(op);
  }
  p.OptionalAttrDictWithKeyword(op);
  p.Newline();
  p.Text("cond ");
  p.Region(m.region(op, 0), false);
  p.Text(" do ");
  p.Region(m.region(op, 1), false);
}

bool FitsWhile(const Module& m, OpId op) {
  const int count = m.operand_count(op);
  if (m.region_count(op) != 2 || m.result_count(op) != count) return false;
  for (int r = 0; r < 2; ++r) {
    const BlockId block = m.first_block(m.region(op, r));
    if (!block || m.block(block).arg_count != count) return false;
    for (int i = 0; i < count; ++i) {
      const TypeId type = m.type(m.operand(op, i));
      if (m.type(m.args(block)[static_cast<size_t>(i)]) != type) return false;
      if (m.type(m.result(op, i)) != type) return false;
    }
  }
  return true;
}

// --- chlo.scan

namespace {

bool ParseParenthesized(Parser& p, absl::InlinedVector<OperandRef, 8>& out) {
  return p.ParseList(Tok::kLParen, Tok::kRParen,
                     [&] { return p.ParseOperand(out.emplace_back()); });
}

// Returns the two numbers of an `array<i32: a, b>`, or {-1, -1} if the
// attribute isn't such an array.
std::array<int32_t, 2> Segments(const Module& m, AttrId attr) {
  std::array<int32_t, 2> sizes = {-1, -1};
  if (!m.attrs.Is(attr, AttrKind::kDenseArray)) return sizes;
  const auto array = m.attrs.As<DenseArrayAttr>(attr);
  if (!IsSignlessInteger(m, array.element, 32)) return sizes;
  const std::string_view bytes = m.names.Get(array.bytes);
  if (bytes.size() != sizeof(sizes)) return sizes;
  std::memcpy(sizes.data(), bytes.data(), sizeof(sizes));
  return sizes;
}

// Parses a function type, such as `(a, b) -> c`, and appends its types.
bool ParseFunctionTypes(Parser& p,
                        absl::InlinedVector<TypeId, 8>& operand_types,
                        std::vector<TypeId>& result_types) {
  const auto item = [&] {
    operand_types.push_back(p.ParseType());
    return static_cast<bool>(operand_types.back());
  };
  return p.ParseList(Tok::kLParen, Tok::kRParen, item) &&
         p.Expect(Tok::kArrow, "expected '->' in function type") &&
         p.ParseResultTypes(result_types);
}

}  // namespace

bool ParseScan(Parser& p, ParsedOp& op) {
  absl::InlinedVector<OperandRef, 8> operands;
  int64_t dimension = 0;
  if (!ParseParenthesized(p, operands)) return false;
  const size_t inputs = operands.size();
  if (!p.ExpectKeyword("inits") || !ParseParenthesized(p, operands) ||
      !p.ExpectKeyword("dimension") || !p.Expect(Tok::kEqual) ||
      !p.ParseInteger(dimension) ||
      !p.ParseOptionalAttrDictWithKeyword(op.attrs) || !p.ParseRegion(op) ||
      !p.Expect(Tok::kColon)) {
    return false;
  }
  absl::InlinedVector<TypeId, 8> types;
  if (!ParseFunctionTypes(p, types, op.result_types)) return false;
  if (types.size() != operands.size()) {
    return p.OpErrorAt(
        op.offset, "operand types must match the number of inputs and inits");
  }
  const size_t carries = operands.size() - inputs;
  if (op.result_types.size() < carries) {
    return p.OpErrorAt(op.offset,
                       "not enough result types to cover the required carries");
  }
  if (!p.ResolveOperands(operands, types, op.offset, op)) return false;
  Module& m = p.module();
  const auto segments = [&](size_t first) {
    const int32_t sizes[] = {static_cast<int32_t>(first),
                             static_cast<int32_t>(carries)};
    return MakeI32Array(m, sizes);
  };
  op.AddAttr(name::kDimension, MakeInt(m, dimension));
  op.AddAttr(name::kOperandSegmentSizes, segments(inputs));
  op.AddAttr(name::kResultSegmentSizes,
             segments(op.result_types.size() - carries));
  return true;
}

void PrintScan(Printer& p, OpId op) {
  const Module& m = p.module();
  const int inputs = Segments(m, m.attr(op, name::kOperandSegmentSizes))[0];
  const auto operands = [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      if (i > from) p.Text(", ");
      p.Operand(m.operand(op, i));
    }
  };
  p.Char('(');
  operands(0, inputs);
  p.Text(") inits (");
  operands(inputs, m.operand_count(op));
  p.Text(") dimension=");
  p.Int(m.attrs.IntegerValue(m.attr(op, name::kDimension)));
  p.Char(' ');
  p.OptionalAttrDictWithKeyword(
      op, {"dimension", "operandSegmentSizes", "resultSegmentSizes"});
  p.Char(' ');
  p.Region(m.region(op, 0));
  p.Text(" : ");
  p.FunctionalType(op);
}

bool FitsScan(const Module& m, OpId op) {
  const auto operands = Segments(m, m.attr(op, name::kOperandSegmentSizes));
  const auto results = Segments(m, m.attr(op, name::kResultSegmentSizes));
  return m.region_count(op) == 1 &&
         IsIntAttr(m, m.attr(op, name::kDimension), 64) && operands[0] >= 0 &&
         operands[1] >= 0 && results[0] >= 0 && results[1] == operands[1] &&
         operands[0] + operands[1] == m.operand_count(op) &&
         results[0] + results[1] == m.result_count(op);
}

}  // namespace shardflow::internal
