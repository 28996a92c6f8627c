#ifndef SHARDFLOW_OPS_OP_DEF_H_
#define SHARDFLOW_OPS_OP_DEF_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/op_kind.h"
#include "sharding/rule.h"

// The definition of an op, in one place: each op has a row in op_kind.def and
// an OpDef in a family file of this folder (elementwise.cc, dot.cc, ...). Where
// possible, other code uses the traits and functions of the definition instead
// of naming ops.
//
//   constinit const OpDef kTransposeDef{
//       .traits = kPure | kPassThrough,
//       .rule = TransposeRule,
//   };

namespace shardflow::internal {

enum OpTrait : uint32_t {
  // May be erased when unused.
  kPure = 1u << 0,
  // May be erased when unused if every op in its regions may be.
  kRecursiveEffects = 1u << 1,
  kTerminator = 1u << 2,
  // Elementwise in Shardy's sense: MLIR's trait Elementwise or StableHLO's
  // BroadcastingElementwise. (ops/properties.h adds the cases that depend on
  // the op.)
  kElementwise = 1u << 3,
  // The op's regions don't use values from outside.
  kIsolated = 1u << 4,
  kSymbol = 1u << 5,  // has a sym_name
  kSymbolTable = 1u << 6,
  kConstantLike = 1u << 7,
  // --- for propagation and import (see ops/properties.h)

  kElementwiseForPropagation = 1u << 8,  // propagates like elementwise ops
  // Elementwise if operand 0 and result 0 have the same shape.
  kElementwiseIfSameShape = 1u << 9,
  // The first steps of op-priority propagation go through the op: in both
  // directions, or only forward. Elementwise ops need no trait for that.
  kPassThrough = 1u << 10,
  kPassThroughForward = 1u << 11,
  // Only the last step of op-priority propagation goes forward through the op.
  kForwardLast = 1u << 12,
  // A constant expression, either always (leaf) or if its operands are
  // (preserving). Elementwise ops need no trait to be constant-preserving.
  kConstantLeaf = 1u << 13,
  kConstantPreserving = 1u << 14,
  // The rule depends on more than the op's attributes and types: it looks at
  // the definitions of operands, the users of results, or regions.
  kRuleReadsNeighbours = 1u << 15,
  // Has no rule on purpose, so no warning is reported.
  kNoRule = 1u << 16,
  // --- for the short form of stablehlo.reduce
  kCommutative = 1u << 17,
  // --- sdy collectives

  kInputMayLackSharding = 1u << 18,  // a missing sharding means replicated
  // Operand and result may be on different meshes.
  kMayChangeMesh = 1u << 19,
  // The rule function may be called for tensors with dimensions of unknown
  // size: it only relates dimensions that are equal, whatever their size is.
  // (PointwiseRule needs no trait for this.)
  kRuleForAnySize = 1u << 20,
  // The types of a valid op may contradict the rule of its kind, or the rule
  // may not apply to it. Neither is worth a warning.
  kLooseTypes = 1u << 21,
  // The op distinguishes devices, or sends data between them. It occurs only in
  // per-device programs and in manual computations.
  kPerDevice = 1u << 22,
  // Outside of manual computations, `verify` and `verify_uses` depend only on
  // the op's key with shardings (ops/sharded_key.h).
  kVerifiedByKey = 1u << 23,
};

// The attribute that holds the shardings of the op's results in the program's
// text. (In the module they are in the sharding column.)
enum class ShardingSpelling : uint8_t {
  kDiscardable,  // sdy.sharding = #sdy.sharding_per_value<[...]>
  kSharding,     // inherent `sharding`
  kOutSharding,  // inherent `out_sharding`
  // Inherent `in_shardings` (arguments of the body) and `out_shardings`.
  kInOutShardings,
};

struct DataFlowDef;  // ops/data_flow.h

struct RuleContext;  // ops/rule_builder.h
class RuleBuilder;
// Adds the factors of the op's sharding rule to `rule`, which was made for the
// ranks of the op's tensors. Returns false if the op has no rule.
using RuleFn = bool (*)(const RuleContext& c, RuleBuilder& rule);

class VerifyContext;  // ops/verify.h

// Checks the op. Reports errors, and returns false if there are any.
using VerifyFn = bool (*)(VerifyContext& v, OpId op);

// A required or optional inherent attribute of an op.
struct AttrRule {
  NameId name;
  AttrKind kind;
  std::string_view summary;  // the constraint, in error messages
  bool optional = false;
};

enum class ValueKind : uint8_t {
  kAny,
  kShaped,        // a tensor with or without a rank
  kRankedTensor,  // a tensor with a rank
  kStaticTensor,  // a tensor without dynamic dimensions
};

constexpr int kAnyNumber = -1;

// How many operands and results an op has: the third column in op_kind.def.
struct OpArity {
  struct Count {
    int8_t least = 0;
    bool or_more = true;
    constexpr bool Allows(int n) const {
      return or_more ? n >= least : n == least;
    }
  };
  Count operands, results;
};

// The structure of an op. It is checked first, because the op's own verifier
// relies on it.
struct OpShape {
  int regions = kAnyNumber;
  ValueKind operand_kind = ValueKind::kAny;
  ValueKind result_kind = ValueKind::kAny;
  // Whether all operands and results must have the same type.
  bool same_type = false;
  // If set, every region must have one block that ends with this op.
  OpKind terminator = OpKind::kUnknown;
  std::span<const AttrRule> attrs = {};
};

// Returns the name under which a result, or an argument of a region's entry
// block, is printed (`%c_0`, `%iterArg`), or "" to print it as a number.
using ValueNameFn = std::string_view (*)(const Module& m, OpId op, int index);

// A list of strings as a constant: `.inherent = kStrings<"dim", "k">`.
template <size_t kSize>
struct StringLiteral {
  consteval StringLiteral(const char (&literal)[kSize]) {
    for (size_t i = 0; i < kSize; ++i) text[i] = literal[i];
  }
  char text[kSize];
};
template <StringLiteral... literals>
inline constexpr std::array<std::string_view, sizeof...(literals)> kStrings{
    std::string_view(literals.text, sizeof(literals.text) - 1)...};

struct OpDef {
  uint32_t traits = 0;
  // The inherent attributes, which are printed inside <{...}> in the generic
  // form.
  std::span<const std::string_view> inherent = {};
  // The names of the results if there are several: `%values, %indices = ...`.
  std::span<const std::string_view> result_names = {};
  ValueNameFn result_name = nullptr;
  ValueNameFn arg_name = nullptr;  // names the arguments of every region
  // The name of an inherent attribute whose default value is "", if any.
  std::string_view empty_by_default = {};
  ShardingSpelling spelling = ShardingSpelling::kDiscardable;
  RuleFn rule = nullptr;
  // Only for ops that have no rule in Shardy; see RuleOptions::extra.
  RuleFn extra_rule = nullptr;
  // Only for ops that exist to handle unknown sizes; see
  // Module::dynamic_shapes().
  RuleFn dynamic_rule = nullptr;
  const OpShape* shape = nullptr;
  VerifyFn verify = nullptr;       // checks the op alone
  VerifyFn verify_uses = nullptr;  // also looks up symbols and other ops
  const DataFlowDef* data_flow = nullptr;
};

#define OP(enumerator, mnemonic, arity, form) \
  extern const OpDef k##enumerator##Def;
#include "ops/op_kind.def"
#undef OP

// Indexed by kind. Declared here so that Def, which is hot, can be inlined.
extern const OpDef* const kOpDefs[];
inline const OpDef& Def(OpKind kind) {
  return *kOpDefs[static_cast<size_t>(kind)];
}
std::string_view OpMnemonic(OpKind kind);
extern const OpArity kOpArities[];
inline OpArity Arity(OpKind kind) {
  return kOpArities[static_cast<size_t>(kind)];
}
// Returns kUnknown if there is no such op.
OpKind FindOpKind(std::string_view mnemonic);
// Returns the name that an op had before the import pipeline, which turns
// constants into sdy.constant.
std::string_view NameBeforeImport(std::string_view name);

// Returns an empty module whose root is of kind kModule.
Module NewModule();

// Returns the traits that a caller declared for an unknown op
// (ops/extensions.h).
uint32_t ExtensionTraits(const Module& m, OpId op);

// Whether the op has one of `traits`, a union of OpTraits.
inline bool HasTrait(const Module& m, OpId op, uint32_t traits) {
  const OpKind kind = m.kind(op);
  if (kind == OpKind::kUnknown && m.extensions != nullptr) {
    return (ExtensionTraits(m, op) & traits) != 0;
  }
  return (Def(kind).traits & traits) != 0;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_OP_DEF_H_
