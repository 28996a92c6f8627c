#include "passes/export/running_reductions.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/dims.h"
#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/op_kind.h"
#include "ops/properties.h"
#include "ops/reduction.h"
#include "ops/shard_local.h"
#include "ops/sliding.h"
#include "ops/symbols.h"
#include "ops/work.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

class RunningReduction {
 public:
  RunningReduction(Module& m, const SymbolTable& symbols, OpId op)
      : m_(m), symbols_(symbols), op_(op), b_(Builder::Before(m, op)) {}

  void Run() {
    if (!Fits() || !FindShards()) return;
    const ValueId parts = Running(Cut(m_.operand(op_, 0)));
    const ValueId before = Before(Totals(parts));
    const ValueId both =
        Keep(b_.Binary(kind_, Spread(before, 0, cut_shape_), parts), cut_);
    ValueId made = Keep(b_.Reshape(both, padded_shape_), own_);
    if (padded_shape_ != shape_) {
      const std::vector<int64_t> starts(shape_.size(), 0);
      const std::vector<int64_t> strides(shape_.size(), 1);
      made = Keep(b_.Slice(made, starts, shape_, strides), own_);
    }
    const ValueId result = m_.result(op_, 0);
    const ShardingId wanted = GetSharding(m_, result);
    if (wanted != own_) made = Reshard(made, wanted);
    m_.ReplaceAllUses(result, made);
    m_.Erase(op_);
  }

 private:
  // Whether the op is a running reduction with one operand. Sets the members
  // that the other functions use.
  bool Fits() {
    if (m_.result_count(op_) != 1 || m_.operand_count(op_) != 2 ||
        m_.region_count(op_) != 1 || !m_.rule(op_).IsNone() ||
        !m_.types.HasStaticShape(m_.type(m_.operand(op_, 0)))) {
      return false;
    }
    kind_ = CombiningOp(m_, m_.region(op_, 0));
    start_ = m_.operand(op_, 1);
    // Reductions in a wider type aren't worth handling.
    const TypeId element = m_.types.element(m_.type(m_.operand(op_, 0)));
    if (m_.types.element(m_.type(m_.result(op_, 0))) != element ||
        m_.types.element(m_.type(start_)) != element) {
      return false;
    }
    if (kind_ == OpKind::kUnknown || !IsNeutral(m_, kind_, start_)) {
      return false;
    }
    shape_ = Copy(Shape(m_, m_.operand(op_, 0)));
    const std::vector<SlidingDim> dims = SlidingDims(m_, op_);
    if (dims.size() != 1) return false;
    const SlidingDim& slid = dims.front();
    dim_ = slid.in_dim;
    const int64_t size = shape_[dim_];
    backward_ = slid.low == 0;
    return size > 1 && slid.stride == 1 && slid.dilation == 1 &&
           I64Array(m_, op_, "window_dimensions")[dim_] == size &&
           slid.reach == size && (backward_ || slid.low == size - 1) &&
           Shape(m_, m_.result(op_, 0))[dim_] == size;
  }

  // Whether operand and result are split alike along the dimension.
  bool FindShards() {
    own_ = GetSharding(m_, m_.operand(op_, 0));
    const ShardingId out = GetSharding(m_, m_.result(op_, 0));
    if (own_.IsNone() || out.IsNone()) return false;
    const ShardingView from = m_.shardings.Get(own_);
    const ShardingView to = m_.shardings.Get(out);
    const MeshId mesh = symbols_.FindMesh(m_, from.mesh);
    if (mesh.IsNone() || m_.shardings.mesh(mesh).IsMaximal() ||
        to.mesh != from.mesh || !HasAxes(from.dims[dim_]) ||
        from.dims[dim_].axes != to.dims[dim_].axes ||
        from.unreduced != ShardingStore::kEmptyAxes ||
        to.unreduced != ShardingStore::kEmptyAxes) {
      return false;
    }
    shards_ =
        ShardedSize(m_.shardings, from.dims[dim_], m_.shardings.mesh(mesh));
    const int64_t part = CeilDiv(shape_[dim_], shards_);
    if (shards_ <= 1 || part <= 1) return false;
    padded_shape_ = cut_shape_ = totals_shape_ = shape_;
    padded_shape_[dim_] = shards_ * part;
    totals_shape_[dim_] = cut_shape_[dim_] = shards_;
    cut_shape_.insert(cut_shape_.begin() + Offset(1), part);
    TensorSharding cut(from);
    cut.dims.insert(cut.dims.begin() + Offset(1), DimSharding{});
    cut_ = m_.shardings.Intern(cut);
    return true;
  }

  ShardingId Gathered() {
    TensorSharding made(m_.shardings.Get(own_));
    made.dims[dim_].axes = ShardingStore::kEmptyAxes;
    return m_.shardings.Intern(made);
  }
  ptrdiff_t Offset(ptrdiff_t more) const {
    return static_cast<ptrdiff_t>(dim_) + more;
  }
  ValueId Keep(ValueId value, ShardingId sharding) {
    m_.SetSharding(value, sharding);
    return value;
  }
  ValueId Reshard(ValueId value, ShardingId to) {
    return Keep(b_.Value(OpKind::kReshard, {&value, 1}, m_.type(value)), to);
  }

  // Reshapes [..., n, ...] to [..., shards, n / shards, ...].
  ValueId Cut(ValueId value) {
    if (padded_shape_ != shape_) {
      std::vector<int64_t> high(shape_.size(), 0);
      const std::vector<int64_t> none = high;
      high[dim_] = padded_shape_[dim_] - shape_[dim_];
      value = Keep(b_.Pad(value, start_, none, high, none), own_);
    }
    return Keep(b_.Reshape(value, cut_shape_), cut_);
  }

  // Runs along the elements of each shard.
  ValueId Running(ValueId value) {
    Module::ValueMap map;
    const OpId local = m_.Clone(op_, map);
    const ValueId operands[] = {value, start_};
    m_.SetOperands(local, operands);
    b_.Insert(local);
    const size_t rank = cut_shape_.size(), along = dim_ + 1;
    const std::vector<int64_t> ones(rank, 1);
    std::vector<int64_t> window = ones, padding(2 * rank, 0);
    window[along] = cut_shape_[along];
    padding[2 * along + (backward_ ? 1 : 0)] = window[along] - 1;
    const auto set = [&](const char* name, AttrId attr) {
      m_.SetAttr(local, m_.names.Intern(name), attr);
    };
    set("window_dimensions", MakeI64Array(m_, window));
    for (const char* name :
         {"window_strides", "base_dilations", "window_dilations"}) {
      set(name, MakeI64Array(m_, ones));
    }
    const int64_t rows[] = {static_cast<int64_t>(rank), 2};
    set("padding", MakeDenseI64(m_, rows, padding));
    const ValueId made = m_.result(local, 0);
    m_.SetType(made, m_.type(value));
    return Keep(made, cut_);
  }

  // Returns the reduction of each shard, on all devices.
  ValueId Totals(ValueId parts) {
    std::vector<int64_t> starts(cut_shape_.size(), 0), limits = cut_shape_;
    const std::vector<int64_t> strides(cut_shape_.size(), 1);
    const size_t along = dim_ + 1;
    if (!backward_) starts[along] = cut_shape_[along] - 1;
    limits[along] = starts[along] + 1;
    const ValueId ends = Keep(b_.Slice(parts, starts, limits, strides), cut_);
    return Reshard(Keep(b_.Reshape(ends, totals_shape_), own_), Gathered());
  }

  // Returns, for each shard, the reduction of the shards before it (or after
  // it, if the windows end where the dimension does).
  ValueId Before(ValueId totals) {
    std::vector<int64_t> shape = totals_shape_;
    shape.insert(shape.begin() + Offset(0), shards_);
    const int64_t pairs[] = {shards_, shards_};
    const TypeId places = m_.types.Tensor(pairs, m_.types.Integer(32));
    TensorSharding square(m_.shardings.Get(cut_));
    square.dims = {square.dims[dim_], DimSharding{}};
    const ShardingId of_pairs = m_.shardings.Intern(square);
    const auto iota = [&](int64_t dim) {
      return Keep(b_.Value(OpKind::kIota, {}, places,
                           {{name::kIotaDimension, MakeInt(m_, dim)}}),
                  of_pairs);
    };
    const ValueId shard = iota(0), other = iota(1);
    const ValueId counts =
        Keep(b_.Compare(backward_ ? "GT" : "LT", other, shard), of_pairs);
    const auto along = static_cast<int64_t>(dim_);
    const int64_t both[] = {along, along + 1};
    const ValueId mask = Keep(b_.BroadcastInDim(counts, shape, both), cut_);
    const ValueId chosen =
        Keep(b_.Select(mask, Spread(totals, 1, shape),
                       Keep(b_.BroadcastInDim(start_, shape, {}), cut_)),
             cut_);
    const TypeId element = m_.types.element(m_.type(totals));
    const ValueId operands[] = {chosen, start_};
    const TypeId type = m_.type(totals);
    const int64_t reduced[] = {along + 1};
    const OpId reduce = b_.Create(
        OpKind::kReduce, operands, {&type, 1},
        {{m_.names.Intern("dimensions"), MakeI64Array(m_, reduced)}}, 1);
    FillReduction(m_, reduce, kind_, m_.types.Tensor({}, element));
    return Keep(m_.result(reduce, 0), own_);
  }

  // Repeats a tensor along a new dimension beside `dim_`: before it if `shift`
  // is 1, else behind it.
  ValueId Spread(ValueId value, int64_t shift, const std::vector<int64_t>& to) {
    std::vector<int64_t> mapping;
    for (size_t d = 0; d < shape_.size(); ++d) {
      const int64_t moved = d > dim_ ? 1 : d == dim_ ? shift : 0;
      mapping.push_back(static_cast<int64_t>(d) + moved);
    }
    return Keep(b_.BroadcastInDim(value, to, mapping), cut_);
  }

  Module& m_;
  const SymbolTable& symbols_;
  const OpId op_;
  Builder b_;
  OpKind kind_ = OpKind::kUnknown;
  ValueId start_;  // the initial value
  size_t dim_ = 0;
  bool backward_ = false;  // whether windows end where the dimension does
  int64_t shards_ = 1;
  // The shapes of the operand, of the operand with padding, of that with a
  // dimension for the shards, and of the shards' totals.
  std::vector<int64_t> shape_, padded_shape_, cut_shape_, totals_shape_;
  ShardingId own_, cut_;  // of tensors of shape_ and of cut_shape_
};

}  // namespace

void SplitRunningReductions(Module& m) {
  std::vector<OpId> windows;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (WorkOf(m.kind(op)) == Work::kReduceWindow && Slides(m, op)) {
      windows.push_back(op);
    }
  });
  if (windows.empty()) return;
  const SymbolTable symbols(m);
  for (const OpId op : windows) RunningReduction(m, symbols, op).Run();
}

}  // namespace shardflow::internal
