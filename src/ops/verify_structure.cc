#include "ops/verify_structure.h"

#include <fmt/format.h>

#include "ir/type_text.h"

namespace shardflow::internal {
namespace {

bool CheckRegions(VerifyContext& v, OpId op, const OpShape& shape) {
  const int regions = v.m.region_count(op);
  if (shape.regions == kAnyNumber || regions == shape.regions) return true;
  return v.OpError(op, shape.regions == 0 ? "requires zero regions"
                       : shape.regions == 1
                           ? "requires one region"
                           : fmt::format("expected {} regions", shape.regions));
}

bool CheckResults(VerifyContext& v, OpId op, OpArity::Count count) {
  if (count.Allows(v.m.result_count(op))) return true;
  const int least = count.least;
  return v.OpError(
      op, count.or_more ? fmt::format("expected {} or more results", least)
          : least == 0  ? "requires zero results"
          : least == 1  ? "requires one result"
                        : fmt::format("expected {} results", least));
}

bool CheckOperands(VerifyContext& v, OpId op, OpArity::Count count) {
  const int operands = v.m.operand_count(op);
  if (count.Allows(operands)) return true;
  const int least = count.least;
  return v.OpError(
      op, !count.or_more && least == 0 ? "requires zero operands"
          : !count.or_more && least == 1
              ? "requires a single operand"
              : fmt::format("expected {}{} operands, "
                            "but found {}",
                            least, count.or_more ? " or more" : "", operands));
}

// Checks the counts in MLIR's order: regions, results, operands.
bool CheckCounts(VerifyContext& v, OpId op, const OpDef& def) {
  const OpArity arity = Arity(v.m.kind(op));
  return (def.shape == nullptr || CheckRegions(v, op, *def.shape)) &&
         CheckResults(v, op, arity.results) &&
         CheckOperands(v, op, arity.operands);
}

// Whether `key` names the sharding of the op's result, and the sharding is in
// the module's sharding column instead of the dictionary.
bool IsInColumn(const Module& m, OpId op, const OpDef& def, NameId key) {
  const bool spelled =
      (def.spelling == ShardingSpelling::kSharding && key == name::kSharding) ||
      (def.spelling == ShardingSpelling::kOutSharding &&
       key == name::kOutSharding);
  return spelled && m.result_count(op) > 0 && m.sharding(m.result(op, 0));
}

bool CheckAttrs(VerifyContext& v, OpId op, const OpDef& def) {
  const Module& m = v.m;
  for (const AttrRule& rule : def.shape->attrs) {
    if (rule.optional || IsInColumn(m, op, def, rule.name)) continue;
    if (m.attr(op, rule.name).IsNone()) {
      return v.OpError(
          op, fmt::format("requires attribute '{}'", m.names.Get(rule.name)));
    }
  }
  for (const AttrRule& rule : def.shape->attrs) {
    const AttrId attr = m.attr(op, rule.name);
    if (attr.IsNone() || m.attrs.Is(attr, rule.kind)) continue;
    return v.OpError(
        op, fmt::format("attribute '{}' failed to satisfy constraint: {}",
                        m.names.Get(rule.name), rule.summary));
  }
  return true;
}

bool IsOfKind(const Module& m, TypeId type, ValueKind kind) {
  switch (kind) {
    case ValueKind::kAny:
      return true;
    case ValueKind::kShaped:
      return m.types.IsTensor(type) ||
             m.types.kind(type) == TypeKind::kUnrankedTensor;
    case ValueKind::kRankedTensor:
      return m.types.IsTensor(type);
    case ValueKind::kStaticTensor:
      return m.types.HasStaticShape(type);
  }
  return true;
}

std::string_view KindText(ValueKind kind) {
  switch (kind) {
    case ValueKind::kAny:
      return "any type";
    case ValueKind::kShaped:
      return "shaped of any non-token type values";
    case ValueKind::kRankedTensor:
      return "ranked tensor of any non-token type values";
    case ValueKind::kStaticTensor:
      return "statically shaped tensor of any non-token type values";
  }
  return "";
}

bool CheckKind(VerifyContext& v, OpId op, ValueId value, ValueKind kind,
               std::string_view what, int index) {
  const TypeId type = v.m.type(value);
  if (IsOfKind(v.m, type, kind)) return true;
  return v.OpError(op, fmt::format("{} #{} must be {}, but got {}", what, index,
                                   KindText(kind), QuotedType(v.m, type)));
}

bool CheckTypes(VerifyContext& v, OpId op, const OpShape& shape) {
  const Module& m = v.m;
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (!CheckKind(v, op, m.operand(op, i), shape.operand_kind, "operand", i)) {
      return false;
    }
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    if (!CheckKind(v, op, m.result(op, i), shape.result_kind, "result", i)) {
      return false;
    }
  }
  if (!shape.same_type) return true;
  const TypeId type = m.type(m.operand(op, 0));
  for (int i = 0; i < m.result_count(op); ++i) {
    if (m.type(m.result(op, i)) == type) continue;
    return v.OpError(op, "requires the same type for all operands and results");
  }
  return true;
}

// Checks that each region has one block, which ends with shape.terminator.
bool CheckSingleBlocks(VerifyContext& v, OpId op, const OpShape& shape) {
  const Module& m = v.m;
  for (int r = 0; r < m.region_count(op); ++r) {
    const RegionRow& region = m.region_row(m.region(op, r));
    if (region.first != region.last) {
      return v.OpError(
          op, fmt::format("expects region #{} to have 0 or 1 blocks", r));
    }
    if (region.first.IsNone()) {
      return v.OpError(op, fmt::format("region #{} ('body') failed to verify "
                                       "constraint: region with 1 blocks",
                                       r));
    }
    const OpId last = m.terminator(region.first);
    if (last.IsNone() || m.kind(last) == shape.terminator) continue;
    if (!HasTrait(m, last, kTerminator)) continue;  // CheckBlocks reports it
    v.OpError(op, fmt::format("expects regions to end with '{}', found '{}'",
                              OpMnemonic(shape.terminator), m.op_name(last)));
    v.Note(op, fmt::format("in custom textual format, the absence of "
                           "terminator implies '{}'",
                           OpMnemonic(shape.terminator)));
    return false;
  }
  return true;
}

// Checks that every block ends with a terminator. (An unknown op may be a
// terminator.)
bool CheckBlocks(VerifyContext& v, OpId op) {
  const Module& m = v.m;
  const OpKind kind = m.kind(op);
  if (kind == OpKind::kModule || kind == OpKind::kUnknown) return true;
  for (int r = 0; r < m.region_count(op); ++r) {
    for (const BlockId block : m.Blocks(m.region(op, r))) {
      const OpId last = m.terminator(block);
      if (last.IsNone()) {
        return v.Error(op, "empty block: expect at least a terminator");
      }
      if (HasTrait(m, last, kTerminator) || m.kind(last) == OpKind::kUnknown) {
        continue;
      }
      return v.Error(last, fmt::format("block with no terminator, has \"{}\"",
                                       m.op_name(last)));
    }
  }
  return true;
}

}  // namespace

bool VerifyStructure(VerifyContext& v, OpId op, const OpDef& def) {
  if (!CheckCounts(v, op, def)) return false;
  if (def.shape != nullptr &&
      (!CheckAttrs(v, op, def) || !CheckTypes(v, op, *def.shape))) {
    return false;
  }
  if ((def.traits & kTerminator) != 0 && v.m.next_op(op)) {
    return v.OpError(op, "must be the last operation in the parent block");
  }
  if (v.m.region_count(op) == 0) return true;
  if (!CheckBlocks(v, op)) return false;
  return def.shape == nullptr || def.shape->terminator == OpKind::kUnknown ||
         CheckSingleBlocks(v, op, *def.shape);
}

}  // namespace shardflow::internal
