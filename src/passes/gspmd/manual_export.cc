#include "passes/gspmd/manual_export.h"

#include <string>
#include <utility>
#include <vector>

#include "ir/values.h"
#include "ops/dialects.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "passes/gspmd/marks.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

constexpr std::string_view kBodyName =
    "xla.sdy.inlinable_manual_computation_body";

// Returns the open dimensions as "unspecified_dims=[0,1]", or "" if there are
// none.
std::string BackendConfig(const Module& m, ShardingId sharding) {
  std::string config;
  const ShardingView view = m.shardings.Get(sharding);
  for (size_t i = 0; i < view.rank(); ++i) {
    if (view.dims[i].closed != 0) continue;
    config += config.empty() ? "unspecified_dims=[" : ",";
    config += std::to_string(i);
  }
  return config.empty() ? config : config + "]";
}

class ManualExporter {
 public:
  ManualExporter(Module& m, OpId computation, const ManualContext& context,
                 bool use_mhlo_copy, ShardingWriter& writer)
      : m_(m),
        op_(computation),
        use_mhlo_copy_(use_mhlo_copy),
        writer_(writer),
        outside_(context.At(computation)) {
    std::vector<NameId> axes = writer.manual_axes(outside_);
    for (const NameId axis : OwnManualAxes(m, computation)) {
      axes.push_back(axis);
    }
    inside_ = writer.AddManualAxes(std::move(axes));
  }

  bool Run(SymbolTable& symbols) {
    const BlockId body = m_.first_block(m_.region(op_, 0));
    const std::vector<ValueId> args(m_.args(body).begin(), m_.args(body).end());
    std::vector<ValueId> locals;
    std::vector<AttrId> arg_attrs;
    for (size_t i = 0; i < args.size(); ++i) {
      const ShardingId sharding = m_.sharding(args[i]);
      m_.SetSharding(args[i], ShardingId::None());
      locals.push_back(Enter(m_.operand(op_, static_cast<int>(i)), sharding,
                             m_.type(args[i])));
      arg_attrs.push_back(LocalAttrs(sharding));
      if (!locals.back() || failed_) return false;
    }
    const std::vector<ValueId> returned = OperandsOf(m_, m_.terminator(body));
    const OpId function = Outline(returned, std::move(arg_attrs));
    if (failed_) return false;
    const NameId name = symbols.Insert(m_, function);
    const OpId call =
        CreateOp(m_, OpKind::kCall,
                 {.operands = locals,
                  .result_types = TypesOf(m_, returned),
                  .attrs = m_.attrs.Dict(
                      {{name::kCallee, m_.attrs.SymbolRef(name)}}, m_.names),
                  .loc = m_.loc(op_)});
    m_.InsertBefore(op_, call);
    return Leave(call);
  }

 private:
  // Converts an operand from global to local, before the computation.
  ValueId Enter(ValueId value, ShardingId sharding, TypeId local) {
    if (!sharding || !m_.types.IsTensor(local)) return value;
    const ValueId marked = InsertShardingMark(
        m_, op_, value, sharding, outside_, use_mhlo_copy_, writer_);
    return marked ? Convert(marked, local, kFullToShard, Local(sharding),
                            inside_, sharding)
                  : marked;
  }

  ValueId Convert(ValueId value, TypeId type, std::string_view target,
                  ShardingId sharding, ManualId manual, ShardingId open_as) {
    const std::optional<NameId> text = writer_.Text(sharding, manual, op_);
    if (!text) return ValueId::None();
    std::vector<std::pair<std::string, AttrId>> attrs = {
        {std::string(kMhloSharding), m_.attrs.String(*text)}};
    const std::string config = BackendConfig(m_, open_as);
    if (!config.empty()) {
      attrs.emplace_back("backend_config",
                         m_.attrs.String(m_.names.Intern(config)));
    }
    return m_.result(InsertCustomCall(m_, op_, target, {&value, 1}, {&type, 1},
                                      std::move(attrs)),
                     0);
  }

  // Returns the sharding as it is inside the computation.
  ShardingId Local(ShardingId sharding) {
    return WithoutManualAxes(m_.shardings, sharding,
                             writer_.manual_axes(inside_));
  }

  AttrId LocalAttrs(ShardingId sharding) {
    if (!sharding) return AttrId::None();
    const std::optional<NameId> text =
        writer_.Text(Local(sharding), inside_, op_);
    failed_ |= !text;
    if (!text) return AttrId::None();
    return m_.attrs.Dict(
        {{m_.names.Intern(kMhloSharding), m_.attrs.String(*text)}}, m_.names);
  }

  // Moves the body to a private function.
  OpId Outline(const std::vector<ValueId>& returned,
               std::vector<AttrId> arg_attrs) {
    const OpId function =
        OutlineBody(m_, op_, m_.names.Intern(kBodyName), TypesOf(m_, returned));
    FuncRow& row = m_.mutable_func(function);
    row.arg_attrs = std::move(arg_attrs);
    for (size_t i = 0; i < returned.size(); ++i) {
      row.res_attrs[i] =
          LocalAttrs(m_.sharding(m_.result(op_, static_cast<int>(i))));
    }
    return function;
  }

  // Converts the results back to global ones for their users, and erases the
  // computation.
  bool Leave(OpId call) {
    std::vector<ShardingId> shardings;
    for (int i = 0; i < m_.result_count(op_); ++i) {
      const ValueId old = m_.result(op_, i);
      const ShardingId sharding = m_.sharding(old);
      ValueId value = m_.result(call, i);
      if (sharding) shardings.push_back(Local(sharding));
      if (sharding && m_.types.IsTensor(m_.type(old))) {
        value = InsertShardingMark(m_, op_, value, Local(sharding), inside_,
                                   use_mhlo_copy_, writer_);
        if (!value) return false;
        value = Convert(value, m_.type(old), kShardToFull, sharding, outside_,
                        sharding);
        if (!value) return false;
      }
      m_.ReplaceAllUses(old, value);
    }
    m_.Erase(op_);
    if (shardings.empty() ||
        static_cast<int>(shardings.size()) != m_.result_count(call)) {
      return true;
    }
    const std::optional<NameId> text = writer_.Text(shardings, inside_, call);
    if (text) SetStringAttr(m_, call, kMhloSharding, m_.names.Get(*text));
    return text.has_value();
  }

  Module& m_;
  OpId op_;
  bool use_mhlo_copy_;
  ShardingWriter& writer_;
  ManualId outside_;
  ManualId inside_;
  bool failed_ = false;
};

}  // namespace

ValueId InsertShardingMark(Module& m, OpId anchor, ValueId value,
                           ShardingId sharding, ManualId manual,
                           bool use_mhlo_copy, ShardingWriter& writer) {
  const std::optional<NameId> text = writer.Text(sharding, manual, anchor);
  if (!text) return ValueId::None();
  const TypeId type = m.type(value);
  std::vector<std::pair<std::string, AttrId>> attrs = {
      {std::string(kMhloSharding), m.attrs.String(*text)}};
  if (use_mhlo_copy) {
    const OpId copy = m.CreateOp(
        {.kind = OpKind::kUnknown,
         .name = m.names.Intern(kMhloCopy),
         .operands = {&value, 1},
         .result_types = {&type, 1},
         .attrs = m.attrs.Dict(
             {{m.names.Intern(kMhloSharding), m.attrs.String(*text)}}, m.names),
         .loc = m.loc(anchor)});
    m.InsertBefore(anchor, copy);
    return m.result(copy, 0);
  }
  const std::string config = BackendConfig(m, sharding);
  if (!config.empty()) {
    attrs.emplace_back("backend_config",
                       m.attrs.String(m.names.Intern(config)));
  }
  return m.result(InsertCustomCall(m, anchor, kShardingTarget, {&value, 1},
                                   {&type, 1}, std::move(attrs)),
                  0);
}

bool ExportManualComputation(Module& m, OpId computation,
                             const ManualContext& context, bool use_mhlo_copy,
                             SymbolTable& symbols, ShardingWriter& writer) {
  return ManualExporter(m, computation, context, use_mhlo_copy, writer)
      .Run(symbols);
}

}  // namespace shardflow::internal
