#ifndef SHARDFLOW_OPS_WORK_H_
#define SHARDFLOW_OPS_WORK_H_

#include <cstdint>
#include <span>
#include <vector>

#include "ir/module.h"
#include "ops/op_kind.h"

// What an op does to the memory and the arithmetic units of a device: the facts
// that estimates of cost stand on (cost/).

namespace shardflow::internal {

enum class Work : uint8_t {
  kNone,         // nothing at all: constants, device ids, ends of regions
  kView,         // another name for its operand
  kElementwise,  // cheap enough to be computed again by each reader
  kExpensive,    // elementwise, and computed once: exp, tanh, divide
  kBroadcast,    // fewer elements than it shows: broadcast, iota
  kTranspose,    // the elements in another order
  kReduce,
  kReduceWindow,
  kContraction,  // a product or a convolution
  kConcatenate,
  kPad,
  kSlice,         // reads what it takes
  kDynamicSlice,  //
  kGather,        //
  kUpdateSlice,   // writes its update, into its operand
  kScatter,       //
  kSort,
  kRandom,
  kLoop,
  kBranches,
  kCall,
  kAllReduce,  // collectives that stand in the program
  kAllGather,
  kReduceScatter,
  kAllToAll,
  kPermute,
  kTuple,
  kOther,  // whatever it is, it reads its operands and writes its results
};
Work WorkOf(OpKind kind);

// A dimension of a contraction: where it is in each of the three; -1: nowhere.
struct ContractedDim {
  int64_t lhs = -1, rhs = -1, out = -1;
};

// A product or convolution. Convolutions have a window, too.
struct Contraction {
  std::vector<ContractedDim> batch, contracting, lhs_free, rhs_free, window;
  // Of a convolution whose input is dilated: the share of the window that lies
  // on elements and not on holes.
  double share = 1;
};
// Empty lists of any other op, and of one that is malformed.
Contraction ContractionOf(const Module& m, OpId op);
// Multiplications and additions. The shapes may be those of one device.
int64_t FlopsOf(const Contraction& contraction, std::span<const int64_t> rhs,
                std::span<const int64_t> out);

// Bytes of an element as devices store it: booleans take one, and so do numbers
// of fewer than 8 bits. 0 of tokens.
int64_t ElementBytes(const TypeStore& types, TypeId type);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_WORK_H_
