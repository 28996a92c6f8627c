#ifndef SHARDFLOW_OPS_WORK_H_
#define SHARDFLOW_OPS_WORK_H_

#include <cstdint>
#include <span>
#include <vector>

#include "ir/module.h"
#include "ops/op_kind.h"

// How an op uses a device's memory and arithmetic units. The cost estimates
// (cost/) are based on this.

namespace shardflow::internal {

enum class Work : uint8_t {
  kNone,         // nothing: constants, device ids, terminators
  kView,         // another name for its operand
  kElementwise,  // cheap enough to be recomputed for each use
  kExpensive,    // elementwise, but computed only once: exp, tanh, divide
  kBroadcast,    // reads less than it writes: broadcast, iota
  kTranspose,    // the same elements in another order
  kReduce,
  kReduceWindow,
  kContraction,  // a matrix product or a convolution
  kConcatenate,
  kPad,
  kSlice,         // only reads the elements that it returns
  kDynamicSlice,  // only reads the elements that it returns
  kGather,        // only reads the elements that it returns
  kUpdateSlice,   // writes its update into its operand
  kScatter,       // writes its updates into its operand
  kSort,
  kRandom,
  kLoop,
  kBranches,
  kCall,
  // The collectives are kAllReduce to kPermute.
  kAllReduce,
  kAllGather,
  kReduceScatter,
  kAllToAll,
  kPermute,
  kTuple,
  kBarrier,  // passes its operands on, once all of them have been computed
  kOther,    // anything else: reads its operands and writes its results
};
Work WorkOf(OpKind kind);
inline bool IsCollective(Work work) {
  return work >= Work::kAllReduce && work <= Work::kPermute;
}

// Whether the op has no effects besides its results and always computes the
// same results from the same operands, so that a compiler may run it once in
// place of several times. (The effects of ops in its regions don't count.)
bool GivesSameResultAgain(const Module& m, OpId op);

// Whether the op is a Cholesky factorization or solves triangular systems. Such
// an op performs about as many operations per element as the matrix has rows.
bool IsTriangular(OpKind kind);

// The index of a dimension in each of the three tensors; -1 in a tensor that
// lacks it.
struct ContractedDim {
  int64_t lhs = -1, rhs = -1, out = -1;
};

// A matrix product, or a convolution, which also has a window.
struct Contraction {
  std::vector<ContractedDim> batch, contracting, lhs_free, rhs_free, window;
  // If the input of a convolution is dilated, the fraction of the window that
  // covers elements rather than gaps.
  double share = 1;
};
// `op` must be a dot or a convolution. The lists are empty if the op is
// malformed.
Contraction ContractionOf(const Module& m, OpId op);
// Returns the number of multiplications and additions. The shapes may be global
// or local.
int64_t FlopsOf(const Contraction& contraction, std::span<const int64_t> rhs,
                std::span<const int64_t> out);

// Returns the size in bits of the type, or of an element of a tensor type; 8 if
// it is unknown.
int64_t ElementBits(const TypeStore& types, TypeId type);
// Returns how many bits an element occupies in a device's memory: 8 for
// booleans, 4 for i4 (XLA packs such numbers), none for tokens.
int64_t StoredBits(const TypeStore& types, TypeId type);
// Returns how many bytes `elements` elements of `bits` bits occupy.
int64_t StoredBytes(int64_t elements, int64_t bits);
// Returns how many bytes a single element occupies: at least one, none for
// tokens.
int64_t ElementBytes(const TypeStore& types, TypeId type);
// Returns how many bytes a value of static shape occupies.
int64_t BytesOf(const Module& m, ValueId value);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_WORK_H_
