#ifndef SHARDFLOW_TESTS_EVALUATOR_EVALUATOR_H_
#define SHARDFLOW_TESTS_EVALUATOR_EVALUATOR_H_

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "evaluator/tensor.h"
#include "ir/module.h"
#include "ops/symbols.h"

// Runs StableHLO, on one device or on several in step: all devices execute an
// op before any goes on to the next one. A collective gets what every member of
// its group has, and it is an error if one of them doesn't take part (it took
// another branch): there real devices would wait for ever.
//
// A program on whole tensors is run on one device; only a manual computation
// in it is run on the devices of its mesh.
//
// Nothing here is shared with the passes that make per-device programs: what
// they read of meshes and shardings is read again.

namespace shardflow::internal {

// Of one value, by device.
using PerDevice = std::vector<Tensor>;

class Evaluator {
 public:
  // The module stays as it is while this lives.
  Evaluator(const Module& m, int devices);

  // Runs a function. False: error() says why.
  bool Run(OpId function, std::vector<PerDevice> inputs,
           std::vector<PerDevice>& results);
  const std::string& error() const { return error_; }

 private:
  using Active = std::vector<int>;  // devices
  using Operands = std::vector<const Tensor*>;

  PerDevice& At(ValueId v) { return values_[v.Slot()]; }
  bool Fail(OpId op, std::string_view why);
  // Runs the block; `out` are the operands of its terminator.
  bool RunBlock(BlockId block, const Active& active, std::vector<ValueId>& out);
  bool RunOp(OpId op, const Active& active);
  void Bind(std::span<const ValueId> values, const std::vector<PerDevice>& data,
            const Active& active);
  std::vector<PerDevice> Values(std::span<const ValueId> values);

  // --- control_flow.cc
  bool RunWhile(OpId op, const Active& active);
  bool RunBranches(OpId op, const Active& active);
  bool RunCall(OpId op, const Active& active);
  bool RunManual(OpId op, const Active& active);
  bool RunNamed(OpId op, const Active& active);

  // --- collectives.cc
  bool RunCollective(OpId op, const Active& active);
  bool ReadGroups(OpId op, const Active& active,
                  std::vector<std::vector<int>>& groups);
  bool CheckChannel(OpId op);
  bool Combine(OpId op, const std::vector<int>& group, Tensor& sum);

  // --- ops on one device
  bool Compute(OpId op, int device, const Operands& in);
  bool Elementwise(OpId op, const Operands& in, Tensor& out, bool& known);
  bool Move(OpId op, const Operands& in, Tensor& out, bool& known);
  bool Dot(OpId op, const Operands& in, Tensor& out);
  bool Convolution(OpId op, const Operands& in, Tensor& out);
  bool Reduce(OpId op, int device, const Operands& in);
  bool ReduceWindow(OpId op, int device, const Operands& in);
  bool SelectAndScatter(OpId op, int device, const Operands& in, Tensor& out);
  bool Gather(OpId op, const Operands& in, Tensor& out);
  bool Scatter(OpId op, int device, const Operands& in);
  bool Sort(OpId op, int device, const Operands& in);
  bool TopK(OpId op, int device, const Operands& in);
  bool RandomBits(OpId op, int device, const Operands& in);
  // The body of a reduction, a sort ...: of scalars, or of tensors of one
  // shape element by element.
  bool Apply(OpId op, int region, int device, const Operands& args,
             std::vector<Tensor>& results);

  // The type of a result as a tensor of zeros.
  bool Shaped(OpId op, int result, Tensor& out);

  const Module& m_;
  const SymbolTable symbols_;
  const int devices_;
  std::string error_;
  std::unordered_map<size_t, PerDevice> values_;
  std::unordered_map<int64_t, OpId> channels_;
  int64_t steps_ = 0;
};

// --- meshes and shardings, read anew

// Which shard along some axes the device with the id has.
int64_t ShardOfDevice(const Mesh& mesh, const ShardingStore& store,
                      std::span<const AxisRef> axes, int64_t device);
// The part of a tensor that the device has: of a dimension along k shards
// ceil(size / k) elements. (Padding beyond the end is `filler`.)
Tensor ShardOf(const Tensor& whole, const Module& m, const Mesh& mesh,
               ShardingId sharding, int64_t device, const Tensor& filler);
// The whole from the devices' parts. False: two devices that have the same
// part have different values there.
bool JoinShards(const Module& m, const Mesh& mesh, ShardingId sharding,
                const PerDevice& parts, Tensor& whole);

// The largest difference between two tensors of one shape, relative to the
// larger of 1 and the largest finite element. 0 if they are equal.
double Difference(const Tensor& a, const Tensor& b);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_EVALUATOR_EVALUATOR_H_
