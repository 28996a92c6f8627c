#include <algorithm>
#include <span>
#include <string>

#include "absl/container/inlined_vector.h"

#include "text/form_directives.h"

// Directives for the types of operands and results.

namespace shardflow::internal {
namespace {

using TypeList = absl::InlinedVector<TypeId, 8>;

bool Resolve(FormState& s, std::span<const TypeId> types) {
  return s.p.ResolveOperands(s.operands, types, s.op.offset, s.op);
}

bool ResolveAll(FormState& s, TypeId type) {
  for (const OperandRef& operand : s.operands) {
    if (!s.p.ResolveOperand(operand, type, s.op)) return false;
  }
  return true;
}

// Resolves operands and results from the function type at `offset`, which may
// be written instead of the shorter form.
bool ResolveFromFunction(FormState& s, TypeId function, size_t offset) {
  const TypeStore& types = s.p.module().types;
  const size_t inputs = types.input_count(function);
  if (inputs != s.operands.size()) {
    return s.p.OpErrorAt(offset, std::to_string(s.operands.size()) +
                                     " operands present, but expected " +
                                     std::to_string(inputs));
  }
  if (types.result_count(function) != 1) {
    return s.p.OpErrorAt(offset, "expected single output");
  }
  TypeList operands;
  for (size_t i = 0; i < inputs; ++i) {
    operands.push_back(types.input(function, i));
  }
  s.op.result_types.push_back(types.result(function, 0));
  return Resolve(s, operands);
}

bool IsFunction(const Module& m, TypeId type) {
  return m.types.kind(type) == TypeKind::kFunction;
}

// Whether all operands except the first `skip` have the type of the only
// result.
bool SameTypes(const Module& m, OpId op, int skip) {
  const TypeId result = m.type(m.result(op, 0));
  for (int i = skip; i < m.operand_count(op); ++i) {
    if (m.type(m.operand(op, i)) != result) return false;
  }
  return true;
}

// Whether `type` is the type `complex` with real instead of complex elements.
bool IsRealPart(const TypeStore& types, TypeId type, TypeId complex) {
  const TypeKind kind = types.kind(complex);
  if (types.kind(type) != kind) return false;
  if (kind != TypeKind::kTensor && kind != TypeKind::kUnrankedTensor) {
    return false;
  }
  const TypeId element = types.element(complex);
  if (types.kind(element) != TypeKind::kComplex) return false;
  if (types.element(type) != types.element(element)) return false;
  if (kind == TypeKind::kUnrankedTensor) return true;
  return std::ranges::equal(types.dims(type), types.dims(complex)) &&
         types.encoding(type) == types.encoding(complex);
}

}  // namespace

bool ParseFunctionForm(FormState& s) {
  Parser& p = s.p;
  if (!p.At(Tok::kLParen)) {
    // Any other token is either an alias of a function type or a mistake.
    const size_t at = p.offset();
    const TypeId type = p.ParseType();
    if (!type) return false;
    if (!IsFunction(p.module(), type)) {
      return p.OpErrorAt(at, "invalid kind of type specified");
    }
    const TypeStore& types = p.module().types;
    TypeList operands;
    for (size_t i = 0; i < types.input_count(type); ++i) {
      operands.push_back(types.input(type, i));
    }
    for (size_t i = 0; i < types.result_count(type); ++i) {
      s.op.result_types.push_back(types.result(type, i));
    }
    return Resolve(s, operands);
  }
  TypeList operands;
  const auto item = [&] {
    operands.push_back(p.ParseType());
    return static_cast<bool>(operands.back());
  };
  return p.ParseList(Tok::kLParen, Tok::kRParen, item) &&
         p.Expect(Tok::kArrow, "expected '->' in function type") &&
         p.ParseResultTypes(s.op.result_types) && Resolve(s, operands);
}

void PrintFunctionForm(Printer& p, OpId op) { p.FunctionalType(op); }

bool ParseOperandTypesForm(FormState& s) {
  TypeList types;
  const bool parsed = s.p.ParseItems([&] {
    types.push_back(s.p.ParseType());
    return static_cast<bool>(types.back());
  });
  return parsed && Resolve(s, types);
}

void PrintOperandTypesForm(Printer& p, OpId op) { p.OperandTypes(op); }

bool ParseResultTypesForm(FormState& s) {
  return s.p.ParseItems([&] {
    s.op.result_types.push_back(s.p.ParseType());
    return static_cast<bool>(s.op.result_types.back());
  });
}

void PrintResultTypesForm(Printer& p, OpId op) { p.ResultTypes(op); }

bool ParseSameForm(FormState& s) {
  const size_t at = s.p.offset();
  const TypeId type = s.p.ParseType();
  if (!type) return false;
  if (IsFunction(s.p.module(), type)) return ResolveFromFunction(s, type, at);
  s.op.result_types.push_back(type);
  return ResolveAll(s, type);
}

void PrintSameForm(Printer& p, OpId op) {
  const Module& m = p.module();
  if (!SameTypes(m, op, 0)) return p.FunctionalType(op);
  p.Type(m.type(m.result(op, 0)));
}

bool FitsSameForm(const Module& m, OpId op) { return m.result_count(op) == 1; }

bool ParsePairwiseForm(FormState& s) {
  if (!ParseOperandTypesForm(s)) return false;
  for (const ValueId operand : s.op.operands) {
    s.op.result_types.push_back(s.p.module().type(operand));
  }
  return true;
}

bool FitsPairwiseForm(const Module& m, OpId op) {
  if (m.result_count(op) != m.operand_count(op)) return false;
  for (int i = 0; i < m.result_count(op); ++i) {
    if (m.type(m.operand(op, i)) != m.type(m.result(op, i))) return false;
  }
  return true;
}

bool ParseComplexForm(FormState& s) {
  Module& m = s.p.module();
  const size_t at = s.p.offset();
  const TypeId type = s.p.ParseType();
  if (!type) return false;
  if (IsFunction(m, type)) return ResolveFromFunction(s, type, at);
  const TypeKind kind = m.types.kind(type);
  const bool ranked = kind == TypeKind::kTensor;
  if ((!ranked && kind != TypeKind::kUnrankedTensor) ||
      m.types.kind(m.types.element(type)) != TypeKind::kComplex) {
    return s.p.OpErrorAt(at, "expected tensor with complex element type");
  }
  const TypeId element = m.types.element(m.types.element(type));
  const TypeId real = ranked ? m.types.Tensor(m.types.dims(type), element,
                                              m.types.encoding(type))
                             : m.types.UnrankedTensor(element);
  s.op.result_types.push_back(type);
  return ResolveAll(s, real);
}

void PrintComplexForm(Printer& p, OpId op) {
  const Module& m = p.module();
  const TypeId result = m.type(m.result(op, 0));
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (!IsRealPart(m.types, m.type(m.operand(op, i)), result)) {
      return p.FunctionalType(op);
    }
  }
  p.Type(result);
}

bool ParseSelectForm(FormState& s) {
  Parser& p = s.p;
  const size_t at = p.offset();
  TypeList types;
  const bool parsed = p.ParseItems([&] {
    types.push_back(p.ParseType());
    return static_cast<bool>(types.back());
  });
  if (!parsed) return false;
  if (types.size() == 1 && IsFunction(p.module(), types[0])) {
    return ResolveFromFunction(s, types[0], at);
  }
  if (types.size() != 2) {
    return p.OpErrorAt(at, "expected functional type or list of two types");
  }
  s.op.result_types.push_back(types[1]);
  types.resize(s.operands.size(), types[1]);
  return Resolve(s, types);
}

void PrintSelectForm(Printer& p, OpId op) {
  const Module& m = p.module();
  if (!SameTypes(m, op, 1)) return p.FunctionalType(op);
  p.Type(m.type(m.operand(op, 0)));
  p.Text(", ");
  p.Type(m.type(m.result(op, 0)));
}

bool FitsSelectForm(const Module& m, OpId op) {
  return m.result_count(op) == 1 && m.operand_count(op) == 3;
}

bool ParseTupleForm(FormState& s) {
  Parser& p = s.p;
  const size_t at = p.offset();
  const TypeId type = p.ParseType();
  if (!type) return false;
  const TypeStore& types = p.module().types;
  if (types.kind(type) != TypeKind::kTuple) {
    return p.OpErrorAt(at, "expected tuple type");
  }
  TypeList elements;
  for (const TypeId member : types.members(type)) elements.push_back(member);
  s.op.result_types.push_back(type);
  return Resolve(s, elements);
}

bool FitsTupleForm(const Module& m, OpId op) {
  if (m.result_count(op) != 1) return false;
  const TypeId type = m.type(m.result(op, 0));
  if (m.types.kind(type) != TypeKind::kTuple) return false;
  const TypeSpan elements = m.types.members(type);
  const int count = m.operand_count(op);
  if (elements.size() != static_cast<size_t>(count)) return false;
  for (int i = 0; i < count; ++i) {
    if (m.type(m.operand(op, i)) != elements[static_cast<size_t>(i)]) {
      return false;
    }
  }
  return true;
}

}  // namespace shardflow::internal
