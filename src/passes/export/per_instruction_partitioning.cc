#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/channels.h"
#include "ops/check_attributes.h"
#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/padded.h"
#include "ops/properties.h"
#include "ops/shard_local.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

// Partitions selected ops one at a time: each becomes a manual computation with
// the op's per-device program as its body. This helps to find an op that is
// partitioned incorrectly.

namespace shardflow::internal {
namespace {

// Selects sharded ops by parts of their names, as in "dot,add", by their
// numbers among the sharded ops, as in "selectLow=3,selectHigh=7", or by both.
// An empty filter selects all sharded ops.
struct Filter {
  std::vector<std::string> names;
  int64_t low = -1;
  int64_t high = -1;

  bool Matches(std::string_view op_name, int64_t number) const {
    if ((low >= 0 && number < low) || (high >= 0 && number > high)) {
      return false;
    }
    return names.empty() ||
           std::any_of(names.begin(), names.end(), [&](const auto& name) {
             return op_name.find(name) != std::string_view::npos;
           });
  }
};

std::string_view Trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// If the token starts with `key`, returns true and reads the number after it.
bool ReadBound(std::string_view token, std::string_view key, int64_t& value) {
  if (!token.starts_with(key)) return false;
  const std::string_view digits = Trimmed(token.substr(key.size()));
  int64_t read = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), read);
  if (error == std::errc() && end == digits.data() + digits.size()) {
    value = read;
  }
  return true;
}

Filter ParseFilter(std::string_view text) {
  Filter filter;
  text = Trimmed(text);
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
      text.back() == text.front()) {
    text = text.substr(1, text.size() - 2);
  }
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const std::string_view token = Trimmed(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (token.empty() || ReadBound(token, "selectLow=", filter.low) ||
        ReadBound(token, "selectHigh=", filter.high)) {
      continue;
    }
    filter.names.emplace_back(token);
  }
  return filter;
}

class InstructionPartitioner {
 public:
  InstructionPartitioner(Module& m,
                         const PerInstructionPartitioningOptions& options,
                         PassContext& context)
      : m_(m), options_(options), context_(context), symbols_(m) {}

  bool Run() {
    const Filter filter = ParseFilter(options_.filter);
    std::vector<OpId> chosen;
    int64_t number = 0;
    functions_ = Functions(m_);
    for (const OpId function : functions_) {
      if (IsDeclaration(m_, function)) continue;
      for (const BlockId block : m_.Blocks(m_.region(function, 0))) {
        for (const OpId op : m_.Ops(block)) {
          if (IsCandidate(op) && filter.Matches(m_.op_name(op), number++)) {
            chosen.push_back(op);
          }
        }
      }
    }
    for (const OpId op : chosen) {
      if (!Partition(op)) return false;
    }
    // Each op was partitioned alone, so its channels began with 1 again.
    if (!chosen.empty()) SeparateChannels(m_);
    return true;
  }

 private:
  struct Tensors {
    std::vector<ShardingId> in, out;
    std::vector<NameId> manual;
    MeshRef mesh;
  };

  bool IsCandidate(OpId op) {
    if (HasTrait(m_, op, kTerminator)) return false;
    switch (m_.kind(op)) {
      case OpKind::kDataFlowEdge:
      case OpKind::kManualComputation:
      case OpKind::kMesh:
      case OpKind::kPropagationBarrier:
      case OpKind::kShardingConstraint:
      case OpKind::kShardingGroup:
        return false;
      default:
        break;
    }
    // Collectives of sdy aren't partitioned.
    if (Def(m_.kind(op)).spelling == ShardingSpelling::kOutSharding) {
      return false;
    }
    return IsSharded(m_, op);
  }

  // Reads the tensors' shardings. Returns false if they are not on one mesh.
  bool ReadTensors(OpId op, Tensors& tensors) {
    for (int i = 0; i < m_.operand_count(op); ++i) {
      tensors.in.push_back(GetSharding(m_, m_.operand(op, i)));
    }
    for (int i = 0; i < m_.result_count(op); ++i) {
      tensors.out.push_back(GetSharding(m_, m_.result(op, i)));
    }
    const std::optional<MeshRef> mesh =
        CommonMesh(m_, symbols_, tensors.in, tensors.out);
    if (!mesh) {
      context_.diagnostics.Error(
          m_.Place(op), "the op's operands and results have no common mesh");
      return false;
    }
    tensors.mesh = *mesh;
    const auto complete = [&](ShardingId& sharding, ValueId value) {
      if (sharding.IsNone()) {
        sharding = m_.shardings.FullyClosed(*mesh, Shape(m_, value).size());
      }
      ForEachAxis(m_.shardings, m_.shardings.Get(sharding),
                  [&](const AxisRef& axis) {
                    if (std::find(tensors.manual.begin(), tensors.manual.end(),
                                  axis.name) == tensors.manual.end()) {
                      tensors.manual.push_back(axis.name);
                    }
                  });
    };
    for (size_t i = 0; i < tensors.in.size(); ++i) {
      complete(tensors.in[i], m_.operand(op, static_cast<int>(i)));
    }
    for (size_t i = 0; i < tensors.out.size(); ++i) {
      complete(tensors.out[i], m_.result(op, static_cast<int>(i)));
      tensors.out[i] = WithUnreduced(m_.shardings, tensors.out[i], {});
    }
    return true;
  }

  // Computes the types of the tensors, padded so that they divide evenly into
  // shards. A reshard's operand and result are the same tensor, so they get the
  // same padding.
  void PaddedTypes(OpId op, const Tensors& tensors, std::vector<TypeId>& in,
                   std::vector<TypeId>& out) {
    for (size_t i = 0; i < tensors.in.size(); ++i) {
      in.push_back(DivisibleType(m_, symbols_,
                                 m_.type(m_.operand(op, static_cast<int>(i))),
                                 tensors.in[i]));
    }
    for (size_t i = 0; i < tensors.out.size(); ++i) {
      out.push_back(DivisibleType(m_, symbols_,
                                  m_.type(m_.result(op, static_cast<int>(i))),
                                  tensors.out[i]));
    }
    if (m_.kind(op) != OpKind::kReshard) return;
    const auto a = m_.types.dims(in[0]), b = m_.types.dims(out[0]);
    std::vector<int64_t> dims;
    for (size_t d = 0; d < a.size(); ++d) dims.push_back(std::max(a[d], b[d]));
    in[0] = out[0] = m_.types.Tensor(dims, m_.types.element(in[0]));
  }

  ValueId PadEnd(Builder& b, ValueId value, TypeId type, ShardingId sharding) {
    if (m_.type(value) == type) return value;
    const auto from = Shape(m_, value), to = m_.types.dims(type);
    const ValueId zero = b.Zero(m_.types.Tensor({}, m_.types.element(type)));
    const std::vector<int64_t> none(from.size(), 0);
    std::vector<int64_t> high;
    for (size_t d = 0; d < from.size(); ++d) high.push_back(to[d] - from[d]);
    const ValueId padded = b.Pad(value, zero, none, high, none);
    m_.SetSharding(padded, sharding);
    return padded;
  }

  // Updates the attribute that determines the size of the result, whose type
  // changes from `from` to the padded type `to`.
  void Lengthen(OpId op, TypeId from, TypeId to) {
    const Moves moves = MovesOf(m_, op);
    const NameId key = moves == Moves::kSlices ? name::kLimitIndices
                       : moves == Moves::kPads ? name::kEdgePaddingHigh
                                               : NameId::None();
    if (key.IsNone() || from == to) return;
    const std::span<const int64_t> old = I64Array(m_, m_.attr(op, key));
    std::vector<int64_t> sizes(old.begin(), old.end());
    for (size_t d = 0; d < sizes.size(); ++d) {
      sizes[d] += m_.types.dims(to)[d] - m_.types.dims(from)[d];
    }
    m_.SetAttr(op, key, MakeI64Array(m_, sizes));
  }

  // Returns a function that consists of only the op.
  OpId Outline(OpId op, const Tensors& tensors, const std::vector<TypeId>& in,
               const std::vector<TypeId>& out) {
    const OpId function = CreateOp(
        m_, OpKind::kFunc,
        {.attrs = m_.attrs.Dict(
             {{name::kSymName, m_.attrs.String(m_.names.Intern("outlined_op"))},
              {name::kSymVisibility, m_.attrs.String(name::kPrivate)},
              {name::kFunctionType, m_.attrs.Type(m_.types.Function(in, out))}},
             m_.names),
         .region_count = 1,
         .loc = m_.loc(op)});
    FuncRow& row = m_.CreateFuncRow(function);
    row.arg_attrs.resize(in.size());
    row.res_attrs.resize(out.size());
    row.res_shardings = tensors.out;
    const BlockId block = m_.AppendBlock(m_.region(function, 0));
    for (size_t i = 0; i < in.size(); ++i) {
      m_.SetSharding(m_.AddArg(block, in[i]), tensors.in[i]);
    }
    Module::ValueMap map;
    const OpId copy = m_.Clone(op, map);
    m_.Append(block, copy);
    for (size_t i = 0; i < in.size(); ++i) {
      m_.SetOperand(m_.operand_use(copy, static_cast<int>(i)),
                    m_.args(block)[i]);
    }
    for (size_t i = 0; i < out.size(); ++i) {
      const ValueId result = m_.result(copy, static_cast<int>(i));
      Lengthen(copy, m_.type(result), out[i]);
      m_.SetType(result, out[i]);
    }
    Builder end(m_, block, OpId::None(), m_.loc(op));
    end.Create(OpKind::kFuncReturn, ResultsOf(m_, copy), {});
    return function;
  }

  bool RunPipeline() {
    const ResolvePermutationFactorsOptions permutations{options_, options_};
    InsertExplicitReshardsOptions reshards;
    reshards.enable_full_version = true;
    const ConvertGlobalToLocalOptions local{options_};
    return ResolvePermutations(permutations) &&
           InsertExplicitReshards(m_, reshards, context_) &&
           ReshardToCollectives(m_, ReshardToCollectivesOptions{}, context_) &&
           PadForDivisibility(m_, NoOptions{}, context_) &&
           ConvertGlobalToLocal(m_, local, context_);
  }

  // Without halos, uses the rules of jaxlib's version of Shardy. In the other
  // version's rule for a pad that only shifts, no factor says that elements
  // move, so that the dimension wouldn't be replicated.
  bool ResolvePermutations(const ResolvePermutationFactorsOptions& options) {
    const Compat compat = context_.compat;
    if (!options.enable_halo_exchange) context_.compat = Compat::kJaxlib012;
    const bool ok = ResolvePermutationFactors(m_, options, context_);
    context_.compat = compat;
    return ok;
  }

  // Runs the passes on a module that has only this function and the meshes;
  // everything else is set aside in the meantime.
  bool PartitionAlone(OpId function) {
    // The other functions, each with the op that came after it.
    std::vector<std::pair<OpId, OpId>> aside;
    for (const OpId other : functions_) {
      aside.emplace_back(other, m_.next_op(other));
      m_.Unlink(other);
    }
    m_.Append(m_.body(), function);
    const bool ok = RunPipeline();
    m_.Unlink(function);
    for (auto it = aside.rbegin(); it != aside.rend(); ++it) {
      if (it->second) {
        m_.InsertBefore(it->second, it->first);
      } else {
        m_.Append(m_.body(), it->first);
      }
    }
    return ok;
  }

  bool Partition(OpId op) {
    Tensors tensors;
    if (!ReadTensors(op, tensors)) return false;
    std::vector<TypeId> in, out;
    PaddedTypes(op, tensors, in, out);
    Builder b = Builder::Before(m_, op);
    std::vector<ValueId> operands;
    for (size_t i = 0; i < in.size(); ++i) {
      operands.push_back(
          PadEnd(b, m_.operand(op, static_cast<int>(i)), in[i], tensors.in[i]));
    }
    const OpId function = Outline(op, tensors, in, out);
    if (!PartitionAlone(function)) return false;
    const OpId computation = b.Create(
        OpKind::kManualComputation, operands, out,
        {{name::kManualAxes, m_.attrs.Make(ManualAxesAttr{}, tensors.manual)}},
        1);
    m_.MoveBlocks(m_.region(function, 0), m_.region(computation, 0));
    m_.Erase(function);
    FinishBody(computation, tensors);
    for (size_t i = 0; i < out.size(); ++i) {
      const auto n = static_cast<int>(i);
      ValueId value = m_.result(computation, n);
      m_.SetSharding(value, tensors.out[i]);
      const ValueId old = m_.result(op, n);
      if (m_.type(old) != out[i]) value = CutEnd(b, value, old, tensors.out[i]);
      if (m_.HasUses(old)) m_.ReplaceAllUses(old, value);
    }
    m_.Erase(op);
    return true;
  }

  ValueId CutEnd(Builder& b, ValueId value, ValueId like, ShardingId sharding) {
    const auto limits = Shape(m_, like);
    const std::vector<int64_t> starts(limits.size(), 0);
    const std::vector<int64_t> strides(limits.size(), 1);
    const ValueId cut = b.Slice(value, starts, limits, strides);
    m_.SetSharding(cut, sharding);
    return cut;
  }

  // The body is a per-device program, so the results in it have no shardings.
  // The arguments hold the in_shardings.
  void FinishBody(OpId computation, const Tensors& tensors) {
    const BlockId block = m_.first_block(m_.region(computation, 0));
    for (const OpId inner : m_.Ops(block)) {
      m_.SetAttr(inner, name::kSdySharding, AttrId::None());
      WalkPreOrder(m_, inner, [&](OpId at) {
        for (const ValueId result : ResultsOf(m_, at)) {
          m_.SetSharding(result, ShardingId::None());
        }
      });
    }
    for (size_t i = 0; i < tensors.in.size(); ++i) {
      m_.SetSharding(m_.args(block)[i], tensors.in[i]);
    }
    ChangeKind(m_, m_.terminator(block), OpKind::kSdyReturn);
  }

  Module& m_;
  const PerInstructionPartitioningOptions& options_;
  PassContext& context_;
  const SymbolTable symbols_;
  std::vector<OpId> functions_;
};

}  // namespace

bool PerInstructionPartitioning(
    Module& m, const PerInstructionPartitioningOptions& options,
    PassContext& context) {
  return CheckOpAttributes(m, context.diagnostics) &&
         InstructionPartitioner(m, options, context).Run();
}

}  // namespace shardflow::internal
