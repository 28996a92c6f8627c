#include "passes/export/partial_reductions.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/type.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/reduction.h"
#include "ops/shard_local.h"
#include "ops/work.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

class ReductionSplitter {
 public:
  ReductionSplitter(Module& m, const SymbolTable& symbols, OpId reduce)
      : m_(m),
        symbols_(symbols),
        op_(reduce),
        count_(m.result_count(reduce)),
        reduced_(I64Array(m, reduce, "dimensions").begin(),
                 I64Array(m, reduce, "dimensions").end()),
        b_(m, m.op(reduce).parent, reduce, m.loc(reduce)) {}

  bool Run() {
    if (!FindShards() || !IsWorthIt()) return false;
    starts_ = NeutralStarts(m_, b_, op_);
    if (starts_.empty()) return false;
    std::vector<ValueId> operands;
    for (int i = 0; i < count_; ++i) {
      operands.push_back(Cut(m_.operand(op_, i), starts_[Slot(i)]));
    }
    operands.insert(operands.end(), starts_.begin(), starts_.end());
    const std::vector<ValueId> parts = ReduceShards(operands);
    for (int i = 0; i < count_; ++i) {
      m_.SetOperand(m_.operand_use(op_, i), parts[Slot(i)]);
    }
    SetDims(op_, second_);
    m_.SetRule(op_, RuleId::None());
    return true;
  }

 private:
  static size_t Slot(int i) { return static_cast<size_t>(i); }
  bool IsReduced(size_t dim) const {
    return std::find(reduced_.begin(), reduced_.end(),
                     static_cast<int64_t>(dim)) != reduced_.end();
  }
  void SetDims(OpId op, std::span<const int64_t> dims) {
    m_.SetAttr(op, m_.names.Intern("dimensions"), MakeI64Array(m_, dims));
  }

  // Finds how to cut all operands: in the same way as the first one that is
  // sharded along a reduced dimension. Returns false if there is none or a
  // dimension has size 0.
  bool FindShards() {
    const std::span<const int64_t> shape = Shape(m_, m_.operand(op_, 0));
    shape_.assign(shape.begin(), shape.end());
    for (int i = 0; i < count_; ++i) {
      const ShardingId own = GetSharding(m_, m_.operand(op_, i));
      if (own.IsNone()) continue;
      const ShardingView view = m_.shardings.Get(own);
      const MeshId mesh = symbols_.FindMesh(m_, view.mesh);
      if (mesh.IsNone() || m_.shardings.mesh(mesh).IsMaximal() ||
          view.unreduced != ShardingStore::kEmptyAxes) {
        continue;
      }
      bool any = false;
      shards_.assign(shape_.size(), 1);
      for (size_t d = 0; d < shape_.size(); ++d) {
        if (!IsReduced(d)) continue;
        shards_[d] =
            ShardedSize(m_.shardings, view.dims[d], m_.shardings.mesh(mesh));
        any |= shards_[d] > 1;
      }
      if (!any) continue;
      sharding_ = own;
      return std::all_of(shape_.begin(), shape_.end(),
                         [](int64_t size) { return size > 0; });
    }
    return false;
  }

  // Whether sending the results of all shards takes fewer bytes than sending
  // the operands. (Constants and iotas need not be sent.)
  bool IsWorthIt() const {
    double shards = 1, elements = 1;
    for (size_t d = 0; d < shape_.size(); ++d) {
      shards *= static_cast<double>(shards_[d]);
      if (IsReduced(d)) elements *= static_cast<double>(shape_[d]);
    }
    double parts = 0, whole = 0;
    for (int i = 0; i < count_; ++i) {
      const ValueId value = m_.operand(op_, i);
      const auto bytes = static_cast<double>(
          ElementBytes(m_.types, m_.types.element(m_.type(value))));
      const OpId def = m_.def(value);
      parts += bytes * shards;
      if (!def || !IsConstantLeaf(m_, def)) whole += bytes * elements;
    }
    return parts < whole;
  }

  // Reshapes [..., n, ...] to [..., shards, n / shards, ...], after padding if
  // n isn't divisible.
  ValueId Cut(ValueId value, ValueId padding) {
    // A constant or an iota is cloned, so that this use gets shards, whatever
    // sharding the other users need.
    const OpId leaf = m_.def(value);
    if (leaf && IsConstantLeaf(m_, leaf) &&
        GetSharding(m_, value) != sharding_) {
      Module::ValueMap map;
      const OpId own = m_.Clone(leaf, map);
      b_.Insert(own);
      value = m_.result(own, 0);
      m_.SetSharding(value, sharding_);
    }
    std::vector<int64_t> cut, none(shape_.size(), 0), high = none;
    for (size_t d = 0; d < shape_.size(); ++d) {
      const int64_t size = CeilDiv(shape_[d], shards_[d]);
      high[d] = size * shards_[d] - shape_[d];
      if (shards_[d] > 1) cut.push_back(shards_[d]);
      cut.push_back(size);
    }
    if (high != none) {
      const ShardingId own = GetSharding(m_, value);
      value = b_.Pad(value, padding, none, high, none);
      if (own) m_.SetSharding(value, own);
    }
    value = b_.Reshape(value, cut);
    TensorSharding sharding(m_.shardings.Get(sharding_));
    sharding.dims.clear();
    for (size_t d = 0; d < shape_.size(); ++d) {
      sharding.dims.push_back(m_.shardings.Get(sharding_).dims[d]);
      if (shards_[d] > 1) sharding.dims.push_back(DimSharding{});
    }
    m_.SetSharding(value, m_.shardings.Intern(sharding));
    return value;
  }

  // Creates the first reduction, and lists in second_ the dimensions of the
  // second one.
  std::vector<ValueId> ReduceShards(std::span<const ValueId> operands) {
    std::vector<int64_t> first, shape;
    const ShardingId cut = GetSharding(m_, operands[0]);
    TensorSharding sharding(m_.shardings.Get(cut));
    sharding.dims.clear();
    int64_t dim = 0;  // a dimension of the operands
    for (size_t d = 0; d < shape_.size(); ++d) {
      const bool is_cut = shards_[d] > 1;
      if (is_cut) second_.push_back(static_cast<int64_t>(shape.size()));
      if (is_cut || !IsReduced(d)) {
        shape.push_back(is_cut ? shards_[d] : shape_[d]);
        sharding.dims.push_back(
            m_.shardings.Get(cut).dims[static_cast<size_t>(dim++)]);
      }
      if (IsReduced(d)) first.push_back(dim++);
    }
    Module::ValueMap map;
    const OpId reduce = m_.Clone(op_, map);
    m_.SetRule(reduce, RuleId::None());
    m_.SetOperands(reduce, operands);
    b_.Insert(reduce);
    SetDims(reduce, first);
    const ShardingId of_parts = m_.shardings.Intern(sharding);
    std::vector<ValueId> parts;
    for (int i = 0; i < count_; ++i) {
      const ValueId part = m_.result(reduce, i);
      m_.SetType(part, m_.types.Tensor(shape, m_.types.element(m_.type(part))));
      m_.SetSharding(part, of_parts);
      parts.push_back(part);
    }
    return parts;
  }

  Module& m_;
  const SymbolTable& symbols_;
  const OpId op_;
  const int count_;
  const std::vector<int64_t> reduced_;
  Builder b_;
  std::vector<int64_t> shape_;  // shape of the operands
  ShardingId sharding_;         // sharding of the operands
  // The number of shards along each dimension; 1 for a dimension that isn't
  // reduced.
  std::vector<int64_t> shards_;
  std::vector<ValueId> starts_;  // initial values of the first reduction
  std::vector<int64_t> second_;
};

}  // namespace

bool ReduceShardsFirst(Module& m, const SymbolTable& symbols, OpId reduce) {
  return ReductionSplitter(m, symbols, reduce).Run();
}

}  // namespace shardflow::internal
