#ifndef SHARDFLOW_TESTS_EVALUATOR_EVALUATOR_H_
#define SHARDFLOW_TESTS_EVALUATOR_EVALUATOR_H_

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "evaluator/tensor.h"
#include "ir/module.h"
#include "ops/symbols.h"

// Runs StableHLO on one device, or on several in lockstep: all devices execute
// an op before any goes on to the next one. A collective gets the values of
// every member of its group. It is an error if one of them doesn't take part
// (because it took another branch): real devices would wait forever.
//
// A program on whole tensors is run on one device; only the manual computations
// in it are run on the devices of their meshes.
//
// The evaluator shares no code with the passes that make per-device programs:
// it interprets meshes and shardings on its own.

namespace shardflow::internal {

// A value as each device holds it.
using PerDevice = std::vector<Tensor>;

class Evaluator {
 public:
  // The module must not change while the evaluator exists.
  Evaluator(const Module& m, int devices);

  // Runs a function. If it returns false, error() says why.
  bool Run(OpId function, std::vector<PerDevice> inputs,
           std::vector<PerDevice>& results);
  const Error& error() const { return error_; }

  // Keeps the results of the op each time it runs.
  void Watch(OpId op) { watched_ = op; }
  const std::vector<PerDevice>& watched_values() const { return kept_; }

 private:
  using Active = std::vector<int>;  // the devices that run an op
  using Operands = std::vector<const Tensor*>;

  PerDevice& At(ValueId v) { return values_[v.Slot()]; }
  bool Fail(OpId op, std::string_view why);
  // Runs the block; `out` gets the operands of its terminator.
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
  bool RunCollective(OpId op, int number, const Active& active);
  bool ReadGroups(OpId op, const Active& active,
                  std::vector<std::vector<int>>& groups);
  bool CheckChannel(OpId op);
  bool Combine(OpId op, int operand, const std::vector<int>& group,
               Tensor& sum);

  // --- ops on one device
  bool Compute(OpId op, int device, const Operands& in);
  bool Elementwise(OpId op, const Operands& in, Tensor& out, bool& known);
  bool Move(OpId op, const Operands& in, Tensor& out, bool& known);
  bool Dot(OpId op, const Operands& in, Tensor& out);
  bool RaggedDot(OpId op, const Operands& in, Tensor& out);  // own_ops.cc
  bool OwnCall(OpId op, const Operands& in, Tensor& out);
  bool Convolution(OpId op, const Operands& in, Tensor& out);
  bool Reduce(OpId op, int device, const Operands& in);
  bool ReduceWindow(OpId op, int device, const Operands& in);
  bool SelectAndScatter(OpId op, int device, const Operands& in, Tensor& out);
  bool Gather(OpId op, const Operands& in, Tensor& out);
  bool Scatter(OpId op, int device, const Operands& in);
  bool Sort(OpId op, int device, const Operands& in);
  bool TopK(OpId op, int device, const Operands& in);
  bool Cholesky(OpId op, const Operands& in, Tensor& out);
  bool TriangularSolve(OpId op, const Operands& in, Tensor& out);
  bool RandomBits(OpId op, int device, const Operands& in);
  // Runs the body of an op such as a reduction or a sort on scalars or, element
  // by element, on tensors of the same shape.
  bool Apply(OpId op, int region, int device, const Operands& args,
             std::vector<Tensor>& results);
  // Adds one part to each sum with the op's body.
  bool Add(OpId op, int device, const std::vector<Tensor>& parts,
           std::vector<Tensor>& sums);
  void SetResults(OpId op, int device, std::vector<Tensor> made);

  // Makes `out` a tensor of zeros with the type of result number `result`.
  bool Shaped(OpId op, int result, Tensor& out);

  const Module& m_;
  const SymbolTable symbols_;
  const int devices_;
  Error error_;
  std::unordered_map<size_t, PerDevice> values_;
  std::unordered_map<int64_t, OpId> channels_;
  int64_t steps_ = 0;
  OpId watched_ = OpId::None();
  std::vector<PerDevice> kept_;
};

// --- meshes and shardings, interpreted independently

// Returns the index of the shard along these axes that the device holds.
int64_t ShardOfDevice(const Mesh& mesh, const ShardingStore& store,
                      std::span<const AxisRef> axes, int64_t device);
// Returns the part of a tensor that the device holds: ceil(size / k) elements
// of a dimension that is cut into k shards. (Elements beyond the tensor's end
// are `filler`.)
Tensor ShardOf(const Tensor& whole, const Module& m, const Mesh& mesh,
               ShardingId sharding, int64_t device, const Tensor& filler);
// Joins the parts of the devices. Returns false if two devices have different
// values for the same part.
bool JoinShards(const Module& m, const Mesh& mesh, ShardingId sharding,
                const PerDevice& parts, Tensor& whole);

// Returns the largest difference between two tensors of the same shape,
// relative to the larger of 1 and the largest finite element. 0 if they are
// equal.
double Difference(const Tensor& a, const Tensor& b);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_EVALUATOR_EVALUATOR_H_
