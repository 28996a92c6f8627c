#include <string>
#include <utility>

#include "ir/walk.h"
#include "ops/custom_call.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "passes/gspmd/manual_import.h"
#include "passes/gspmd/marks.h"
#include "passes/gspmd/sharding_reader.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

// Turns `mhlo.sharding` attributes into Shardy shardings, all on the same mesh,
// and custom calls that hold shardings into sdy ops.

namespace shardflow::internal {
namespace {

using gspmd::HloSharding;
using gspmd::HloShardingKind;
using gspmd::ShardGroupKind;

bool CollectFrom(Module& m, std::span<const AttrId> dicts, OpId function,
                 ShardingReader& reader) {
  for (const AttrId dict : dicts) {
    const std::optional<NameId> text = FindString(m, dict, kMhloSharding);
    if (text && !reader.Collect(*text, function)) return false;
  }
  return true;
}

// Collects the text of every sharding, in program order.
bool CollectAll(Module& m, ShardingReader& reader) {
  bool ok = true;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.HasFuncRow(op)) {
      ok = ok && CollectFrom(m, m.func(op).arg_attrs, op, reader) &&
           CollectFrom(m, m.func(op).res_attrs, op, reader);
    }
    const std::optional<NameId> text =
        FindString(m, m.attr_dict(op), kMhloSharding);
    ok = ok && (!text || reader.Collect(*text, op));
  });
  return ok;
}

// Reads item `index` of an option such as "true,false". A single item applies
// to every index, and a missing one means false.
bool AllowsPropagation(std::string_view list, size_t index) {
  if (list.find(',') == std::string_view::npos) return list == "true";
  for (; index > 0; --index) {
    const size_t comma = list.find(',');
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
  return list.substr(0, list.find(',')) == "true";
}

// If the sharding has a group, adds the value to it: inserts a group op after
// the value.
void AddToGroup(Module& m, ValueId value, const HloSharding& sharding) {
  if (sharding.group == ShardGroupKind::kNone) return;
  const AttrId id = m.attrs.Integer(m.types.Integer(64), sharding.group_id);
  const OpId op =
      CreateOp(m, OpKind::kShardingGroup,
               {.operands = {&value, 1},
                .attrs = m.attrs.Dict({{name::kGroupId, id}}, m.names),
                .loc = ValueLoc(m, value)});
  InsertAfterValue(m, value, op);
}

class Importer {
 public:
  Importer(Module& m, ShardingReader& reader,
           const ImportShardingsOptions& options)
      : m_(m), reader_(reader), options_(options) {}

  bool ImportFunction(OpId function) {
    const bool is_main = m_.symbol(function) == name::kMain;
    const TypeId type = FunctionType(m_, function);
    for (size_t i = 0; i < m_.types.input_count(type); ++i) {
      const bool open =
          is_main &&
          AllowsPropagation(options_.allow_propagation_to_parameters, i);
      if (!ImportArg(function, i, m_.types.input(type, i), open)) return false;
    }
    for (size_t i = 0; i < m_.types.result_count(type); ++i) {
      const bool open =
          is_main &&
          AllowsPropagation(options_.allow_propagation_to_results, i);
      if (!ImportResult(function, i, m_.types.result(type, i), open)) {
        return false;
      }
    }
    return true;
  }

  bool ImportOp(OpId op) {
    const std::optional<NameId> text =
        FindString(m_, m_.attr_dict(op), kMhloSharding);
    if (!text) return true;
    const std::string_view target = CallTarget(m_, op);
    if (target == kFullToShard || target == kShardToFull) {
      return reader_.Fail(op, std::string(target) +
                                  " that does not enclose a call of the body");
    }
    const HloSharding& sharding = reader_.Get(*text);
    if (IsShardingMark(m_, op)) return ImportMark(op, sharding);
    RemoveAttr(m_, op, kMhloSharding);
    const bool is_tuple = sharding.kind == HloShardingKind::kTuple;
    const std::span<const HloSharding> leaves =
        is_tuple ? std::span(sharding.elements) : std::span(&sharding, 1);
    if (m_.result_count(op) == 0) return ImportWithoutResults(op, leaves);
    if (static_cast<int>(leaves.size()) != m_.result_count(op)) {
      return reader_.Fail(
          op, "mhlo.sharding has " + std::to_string(leaves.size()) +
                  " shardings for " + std::to_string(m_.result_count(op)) +
                  " results");
    }
    for (size_t i = 0; i < leaves.size(); ++i) {
      const ValueId value = m_.result(op, static_cast<int>(i));
      if (leaves[i].kind == HloShardingKind::kManual) continue;
      const ShardingId converted =
          reader_.Convert(leaves[i], RankOf(m_, m_.type(value)), op);
      if (!converted) return false;
      m_.SetSharding(value, converted);
      AddToGroup(m_, value, leaves[i]);
    }
    return true;
  }

 private:
  // Returns the converted sharding; None on error.
  ShardingId Convert(NameId text, TypeId type, OpId op, bool open) {
    const HloSharding& sharding = reader_.Get(text);
    if (sharding.kind == HloShardingKind::kTuple) {
      reader_.Fail(op, "a tuple of shardings for one value");
      return ShardingId::None();
    }
    // A sharding that names its axes (V3) also states which dimensions are
    // open.
    const bool is_named = sharding.kind == HloShardingKind::kNamed;
    const ShardingId converted =
        reader_.Convert(sharding, RankOf(m_, type), op, open || is_named);
    return converted && open && sharding.kind != HloShardingKind::kNamed
               ? OpenLike(m_.shardings, converted)
               : converted;
  }

  bool ImportArg(OpId function, size_t i, TypeId type, bool open) {
    if (i >= m_.func(function).arg_attrs.size()) return true;
    const AttrId dict = m_.func(function).arg_attrs[i];
    const std::optional<NameId> text = FindString(m_, dict, kMhloSharding);
    if (!text) return true;
    m_.mutable_func(function).arg_attrs[i] = Without(m_, dict, kMhloSharding);
    const ShardingId sharding = Convert(*text, type, function, open);
    if (!sharding) return false;
    if (!ArgSharding(m_, function, i)) {
      SetArgSharding(m_, function, i, sharding);
    }
    if (!IsDeclaration(m_, function)) {
      AddToGroup(m_, m_.args(EntryBlock(m_, function))[i], reader_.Get(*text));
    }
    return true;
  }

  bool ImportResult(OpId function, size_t i, TypeId type, bool open) {
    if (i >= m_.func(function).res_attrs.size()) return true;
    const AttrId dict = m_.func(function).res_attrs[i];
    const std::optional<NameId> text = FindString(m_, dict, kMhloSharding);
    if (!text) return true;
    m_.mutable_func(function).res_attrs[i] = Without(m_, dict, kMhloSharding);
    // If the shardings of the program name their meshes, {replicated} only
    // means that the result has no annotation.
    if (reader_.Get(*text).kind == HloShardingKind::kReplicated &&
        reader_.HasNamed()) {
      return true;
    }
    const ShardingId sharding = Convert(*text, type, function, open);
    if (!sharding) return false;
    if (!ResultSharding(m_, function, i)) {
      SetResultSharding(m_, function, i, sharding);
    }
    return true;
  }

  // Imports the sharding of an op that has side effects but no results.
  bool ImportWithoutResults(OpId op, std::span<const HloSharding> leaves) {
    if (leaves.empty() || leaves.front().kind == HloShardingKind::kManual) {
      return true;
    }
    const ShardingId sharding = reader_.Convert(leaves.front(), 0, op);
    if (!sharding) return false;
    m_.SetAttr(op, name::kSdySharding,
               m_.attrs.ShardingPerValue({&sharding, 1}));
    return true;
  }

  // Imports @Sharding, which is a constraint and may also add the value to a
  // group.
  bool ImportMark(OpId op, const HloSharding& sharding) {
    const ValueId operand = m_.operand(op, 0);
    const ValueId result = m_.result(op, 0);
    ValueId value = operand;
    const bool says_nothing = sharding.kind == HloShardingKind::kManual ||
                              (sharding.kind == HloShardingKind::kUnknown &&
                               sharding.group != ShardGroupKind::kNone);
    if (!says_nothing) {
      const size_t rank = RankOf(m_, m_.type(result));
      ShardingId converted = reader_.Convert(sharding, rank, op, true);
      if (!converted) return false;
      for (const int64_t dim : UnspecifiedDims(m_, op)) {
        if (dim < 0 || dim >= static_cast<int64_t>(rank)) {
          return reader_.Fail(
              op, "unspecified_dims names dimension " + std::to_string(dim) +
                      " of a tensor of rank " + std::to_string(rank));
        }
        converted = OpenDims(m_.shardings, converted, {&dim, 1});
      }
      const OpId constraint = CreatePassOn(m_, OpKind::kShardingConstraint,
                                           operand, m_.loc(op), converted);
      m_.InsertBefore(op, constraint);
      value = m_.result(constraint, 0);
    }
    m_.ReplaceAllUses(result, value);
    m_.Erase(op);
    AddToGroup(m_, value, sharding);
    return true;
  }

  Module& m_;
  ShardingReader& reader_;
  const ImportShardingsOptions& options_;
};

}  // namespace

bool ImportShardings(Module& m, const ImportShardingsOptions& options,
                     PassContext& context) {
  ShardingReader reader(m, context.diagnostics);
  if (!CollectAll(m, reader)) return false;
  if (reader.empty()) return true;
  if (!reader.FindMesh() || !ImportManualComputations(m, reader)) return false;

  Importer importer(m, reader, options);
  std::vector<OpId> ops;
  WalkPreOrder(m, m.root(), [&](OpId op) { ops.push_back(op); });
  for (const OpId op : ops) {
    const bool ok =
        IsFunction(m, op) ? importer.ImportFunction(op) : importer.ImportOp(op);
    if (!ok) return false;
  }
  return true;
}

}  // namespace shardflow::internal
