#include <algorithm>
#include <string>

#include "absl/container/inlined_vector.h"

#include "ops/attr_make.h"
#include "ops/dialects.h"
#include "text/custom_forms.h"
#include "text/form_attrs.h"

// The syntax of stablehlo.reduce. If the body is a single commutative op on its
// two arguments, the text only names that op: `applies stablehlo.add`. Any
// other body is written out as the `reducer`.

namespace shardflow::internal {
namespace {

using OperandRefs = absl::InlinedVector<OperandRef, 8>;
using TypeList = absl::InlinedVector<TypeId, 8>;

// Whether the text can name the op instead of writing out a body that consists
// of only this op.
bool IsNamedReducer(OpKind kind) {
  return (Def(kind).traits & kCommutative) != 0 && IsStablehlo(kind);
}

// Returns the op that `applies` names, or None if the body has to be written
// out. The op's attributes don't appear in the text.
OpId NamedReducer(const Module& m, OpId op) {
  const BlockId block = m.first_block(m.region(op, 0));
  const OpId inner = m.block(block).first;
  const OpId last = m.block(block).last;
  if (!inner || inner == last || m.next_op(inner) != last) return {};
  if (!IsNamedReducer(m.kind(inner)) || m.region_count(inner) > 0 ||
      m.operand_count(inner) != 2 || m.result_count(inner) != 1) {
    return {};
  }
  const TypeId type = m.type(m.operand(inner, 0));
  const TypeId input = m.type(m.operand(op, 0));
  if (m.type(m.operand(inner, 1)) != type ||
      m.type(m.result(inner, 0)) != type || !m.types.IsTensor(type) ||
      !m.types.dims(type).empty() || m.types.encoding(type)) {
    return {};
  }
  const bool shaped = m.types.IsTensor(input) ||
                      m.types.kind(input) == TypeKind::kUnrankedTensor;
  if (!shaped || m.types.element(type) != m.types.element(input)) return {};
  const std::span<const ValueId> args = m.args(block);
  if (args.size() != 2 || args[0] != m.operand(inner, 0) ||
      args[1] != m.operand(inner, 1)) {
    return {};
  }
  if (!m.op_name(last).ends_with(".return") || m.operand_count(last) != 1 ||
      m.operand(last, 0) != m.result(inner, 0)) {
    return {};
  }
  return inner;
}

// Parses pairs of an input and an init, such as `(%a init: %b), (%c init: %d)`.
// Appends all inputs to `operands`, and then all inits.
bool ParsePairs(Parser& p, OperandRefs& operands) {
  OperandRefs inits;
  const bool parsed = p.ParseItems([&] {
    if (!p.Consume(Tok::kLParen)) return true;
    return p.ParseOperand(operands.emplace_back()) && p.ExpectKeyword("init") &&
           p.Expect(Tok::kColon) && p.ParseOperand(inits.emplace_back()) &&
           p.Expect(Tok::kRParen);
  });
  operands.insert(operands.end(), inits.begin(), inits.end());
  return parsed;
}

// Parses the rest of the op, such as `across dimensions = [1] {...} : (a, b) ->
// c`.
bool ParseAcross(Parser& p, ParsedOp& op, TypeList& operand_types) {
  IntList dims;
  if (!p.ExpectKeyword("across") || !p.ExpectKeyword("dimensions") ||
      !p.Expect(Tok::kEqual) || !ParseIntList(p, dims) ||
      !p.ParseOptionalAttrDict(op.attrs) || !p.Expect(Tok::kColon)) {
    return false;
  }
  op.AddAttr(name::kDimensions, MakeI64Array(p.module(), dims));
  const auto item = [&] {
    operand_types.push_back(p.ParseType());
    return static_cast<bool>(operand_types.back());
  };
  return p.ParseList(Tok::kLParen, Tok::kRParen, item) &&
         p.Expect(Tok::kArrow, "expected '->' in function type") &&
         p.ParseResultTypes(op.result_types);
}

// Parses a body, such as `reducer(%a: t, %b: t) (%c: t, %d: t) {...}`.
bool ParseReducer(Parser& p, ParsedOp& op) {
  if (!p.ExpectKeyword("reducer")) return false;
  absl::InlinedVector<ParsedArg, 8> args;
  absl::InlinedVector<ParsedArg, 8> accumulators;
  while (p.Consume(Tok::kLParen)) {
    if (!p.ParseArgument(args.emplace_back(), true, false) ||
        !p.Expect(Tok::kComma) ||
        !p.ParseArgument(accumulators.emplace_back(), true, false) ||
        !p.Expect(Tok::kRParen)) {
      return false;
    }
  }
  args.insert(args.end(), accumulators.begin(), accumulators.end());
  return p.ParseRegion(op, args);
}

}  // namespace

AppliedBody MakeAppliedBody(Module& m, OpKind kind, TypeId input) {
  const bool shaped = m.types.IsTensor(input) ||
                      m.types.kind(input) == TypeKind::kUnrankedTensor;
  return {.kind = kind,
          .name = m.names.Intern(OpMnemonic(kind)),
          .return_name = m.names.Intern(OpMnemonic(OpKind::kStablehloReturn)),
          .type = m.types.Tensor({}, shaped ? m.types.element(input) : input)};
}

RegionId BuildReduceBody(Parser& p, const AppliedBody& body, Loc loc) {
  Module& m = p.module();
  const RegionId region = p.TakeRegion();
  const BlockId block = m.AppendBlock(region);
  const ValueId args[] = {m.AddArg(block, body.type),
                          m.AddArg(block, body.type)};
  for (const ValueId arg : args) p.SetArgLoc(arg, loc);
  const TypeId types[] = {body.type};
  const OpId inner = m.CreateOp({.kind = body.kind,
                                 .name = body.name,
                                 .operands = args,
                                 .result_types = types,
                                 .loc = loc});
  m.Append(block, inner);
  const ValueId results[] = {m.result(inner, 0)};
  m.Append(block, m.CreateOp({.kind = OpKind::kStablehloReturn,
                              .name = body.return_name,
                              .operands = results,
                              .loc = loc}));
  return region;
}

namespace {

// Parses the text after `applies`. `at` is the position where the op's text
// begins.
bool ParseApplied(Parser& p, ParsedOp& op, const OperandRefs& operands,
                  size_t at) {
  std::string_view word;
  if (!p.ParseKeyword(word)) return false;
  const OpKind kind = FindOpKind(word);
  if (!IsNamedReducer(kind)) {
    return p.OpErrorAt(
        at,
        "expected the inner-op to be a commutative binary-op from the "
        "stablehlo dialect, with zero region, producing single result");
  }
  TypeList types;
  if (!ParseAcross(p, op, types)) return false;
  Loc loc;
  const Opt has_loc = p.ParseOptionalLoc(loc);
  if (has_loc == Opt::kFailed) return false;
  if (has_loc == Opt::kOk) op.loc = loc;
  if (types.empty()) {
    return p.OpErrorAt(at, "input types missing in reduce-op function type");
  }
  if (!p.ResolveOperands(operands, types, at, op)) return false;
  op.applied = MakeAppliedBody(p.module(), kind, types[0]);
  op.regions.push_back(BuildReduceBody(p, op.applied, op.loc));
  return true;
}

}  // namespace

bool ParseReduce(Parser& p, ParsedOp& op) {
  const size_t at = p.offset();
  // The location of a reduce is where its operands begin. The location of any
  // other op is its name.
  op.loc = Loc::Offset(at);
  OperandRefs operands;
  if (!ParsePairs(p, operands)) return false;
  if (p.ConsumeKeyword("applies")) return ParseApplied(p, op, operands, at);
  TypeList types;
  return ParseAcross(p, op, types) &&
         p.ResolveOperands(operands, types, at, op) && ParseReducer(p, op);
}

void PrintReduce(Printer& p, OpId op) {
  const Module& m = p.module();
  const int pairs = m.operand_count(op) / 2;
  for (int i = 0; i < pairs; ++i) {
    p.Text(i > 0 ? ", (" : "(");
    p.Operand(m.operand(op, i));
    p.Text(" init: ");
    p.Operand(m.operand(op, i + pairs));
    p.Char(')');
  }
  const OpId inner = NamedReducer(m, op);
  if (inner) {
    p.Text(" applies ");
    p.Name(m.name(inner));
  }
  p.Text(" across dimensions = ");
  PrintIntList(p, I64Values(m, m.attr(op, name::kDimensions)));
  PrintAttrsExcept(p, op, name::kDimensions);
  p.Text(" : ");
  p.FunctionalType(op);
  if (inner) return;
  p.Newline();
  p.Text(" reducer");
  const std::span<const ValueId> args = m.args(m.first_block(m.region(op, 0)));
  for (size_t i = 0; i < args.size() / 2; ++i) {
    p.Char('(');
    p.RegionArg(args[i]);
    p.Text(", ");
    p.RegionArg(args[i + args.size() / 2]);
    p.Text(") ");
  }
  p.Char(' ');
  p.Region(m.region(op, 0), false);
}

bool FitsReduce(const Module& m, OpId op) {
  const int count = m.operand_count(op);
  if (count == 0 || count % 2 != 0 || m.region_count(op) != 1) return false;
  if (!IsI64Array(m, m.attr(op, name::kDimensions))) return false;
  const BlockId block = m.first_block(m.region(op, 0));
  return block && m.block(block).arg_count == count;
}

OpId AppliedOp(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kReduce && FitsReduce(m, op)
             ? NamedReducer(m, op)
             : OpId::None();
}

}  // namespace shardflow::internal
