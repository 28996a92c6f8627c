#ifndef SHARDFLOW_LOWER_HALO_EMIT_H_
#define SHARDFLOW_LOWER_HALO_EMIT_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "ir/module.h"
#include "lower/halo_plan.h"
#include "ops/builder.h"
#include "sharding/compat.h"

// Writes halo exchanges (lower/halo_plan.h) as ops. A halo exchange is an
// sdy.manual_computation in which devices send shards to each other,
// concatenate them, and cut out the part that they need.

namespace shardflow::internal {

// The halo exchange to write.
struct HaloJob {
  const Mesh* mesh = nullptr;
  ShardingId from;             // the sharding of the operand
  ShardingId to;               // the sharding of the result
  std::vector<NameId> manual;  // the manual axes, in the order of the mesh
  TypeId result_type;          // the type of the result, padded
  std::span<const HaloDim> dims;
};

class HaloEmitter {
 public:
  // Writes the ops that compute the device's part of the result from the
  // elements that the device holds after the exchange. `padding` is None if
  // Exchange was called with None.
  using Finish =
      std::function<ValueId(Builder& b, ValueId local, ValueId padding)>;

  // `forms` is the version of Shardy whose forms the ops have.
  HaloEmitter(Module& m, bool by_replica, Compat forms = Compat::kShardy202608);

  // Uses `b` to write a manual computation on `value` and on the scalar
  // `padding`. The shards of `value` must be equally large. Returns the result
  // of the manual computation.
  ValueId Exchange(Builder& b, ValueId value, ValueId padding,
                   const HaloJob& job, const Finish& finish);
  // Writes an exchange that moves the elements `shifts[i]` places to the right
  // along `job.dims[i]`; zeros come in from the left.
  ValueId ShiftRight(Builder& b, ValueId value, const HaloJob& job,
                     std::span<const int64_t> shifts);

  // Writes an exchange whose result on each device is the shard of the device
  // that is `offset` shards to the left along the axes (to the right if
  // `offset` is negative). Where there is no such device, the result is all
  // zeros. If `goes_round` is set, the first device counts as the right
  // neighbour of the last one. If `receivers` isn't empty, only the devices
  // that hold the shards listed there receive anything.
  ValueId Shift(Builder& b, ValueId value, const Mesh& mesh,
                std::span<const AxisRef> axes, int64_t offset,
                bool goes_round = false,
                std::span<const int64_t> receivers = {});
  bool by_replica() const { return by_replica_; }
  Compat forms() const { return forms_; }

 private:
  struct Body;

  ValueId Manual(Builder& b, ValueId value, ValueId padding, const HaloJob& job,
                 const std::function<ValueId(Body&)>& fill);
  ValueId ExchangeDim(Body& body, ValueId local, const HaloDim& dim);
  ValueId Start(Body& body, const HaloDim& dim, ValueId number);
  ValueId ShardNumber(Body& body, std::span<const AxisRef> axes);
  // Returns None if no device would receive anything.
  ValueId Send(Body& body, ValueId value, const HaloDim& dim, int64_t offset);
  static ValueId HasSender(Builder& b, const HaloDim& dim, int64_t offset,
                           ValueId number);
  ValueId FetchOrSelect(Body& body, ValueId local, const HaloDim& dim,
                        int64_t offset, ValueId number);
  ValueId SendOrPad(Body& body, ValueId value, const HaloDim& dim,
                    int64_t offset);
  ValueId ShiftDim(Body& body, ValueId local, const HaloDim& dim,
                   int64_t shift);

  Module& m_;
  const bool by_replica_;
  const Compat forms_;
  int64_t next_channel_;
};

// Returns the sharding without the axes that have these names.
ShardingId WithoutAxes(Module& m, ShardingId sharding,
                       std::span<const NameId> names);
// Whether the value is a constant whose bits are all zero.
bool IsZeroConstant(const Module& m, ValueId value);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_HALO_EMIT_H_
