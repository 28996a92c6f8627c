#ifndef SHARDFLOW_COST_VISITS_H_
#define SHARDFLOW_COST_VISITS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/vector_bytes.h"
#include "ir/module.h"
#include "ops/symbols.h"

// The steps in which the partitioner visits a program. They depend on the
// program's structure only, not on its shardings, so a program whose shardings
// change keeps its steps (cost/price.h).
//
// A device's program consists of blocks: the main function, and the regions of
// loops and branches. The body of a manual computation belongs to the block
// around it, and so do the bodies of named computations and, if requested, of
// called functions. The steps are in the order of the blocks, outer ones first,
// so that each value is made before it is read.
//
// Values get new numbers. A value in a function that is called twice has two
// numbers, one for each call. An argument of a function has the number of the
// call's operand, because it is the same value.

namespace shardflow::internal {

struct Visit {
  enum class Kind : uint8_t {
    kOp,
    // The operands of a manual computation become the arguments of its body.
    kEntry,
    // The values that the body returns become the computation's results.
    kExit,
    // A result of a block.
    kEnd,
    // A value that no visited op makes. (Only in programs that aren't valid.)
    kUnknown,
  };

  Kind kind = Kind::kOp;
  // Whether the op is a loop that runs an unknown number of times.
  bool has_unknown_trips = false;
  OpId op;  // the op; for kEnd, the block's terminator
  int32_t block = 0;
  // The innermost manual computation around the op; 0 if there is none.
  int32_t scope = 0;
  int32_t inner_scope = 0;  // scope of the body (kEntry, kExit)
  int32_t copy = 0;         // the copy of the op; there is one for each call
  int32_t index = 0;        // for kEnd: the index of the result
  // A range of Visits::operands. If a concatenate puts the end of a tensor
  // before its beginning, its two operands are followed by that tensor, because
  // XLA treats this as one op, a rotation.
  uint32_t first_operand = 0, operand_count = 0;
  int32_t first_result = 0, result_count = 0;  // value numbers
  int32_t first_block = -1, block_count = 0;   // the blocks that the op runs
};

struct VisitBlock {
  BlockId block;
  int64_t executions = 1;  // number of executions in one run of the program
  int32_t owner = -1;      // the visit to the op that runs the block
  int32_t region = 0;      // index of the block among the op's regions
  // The outermost block to which ops can move (LocalBlock::outermost).
  int32_t outermost = 0;
  int32_t first_argument = 0, argument_count = 0;  // value numbers
  int32_t first_end = 0, end_count = 0;            // a range of Visits::visits
};

struct Visits {
  OpId main;
  std::vector<Visit> visits;
  std::vector<VisitBlock> blocks;  // 0 is the main function
  std::vector<int32_t> operands;   // value numbers
  std::vector<ValueId> unknown;    // the values of visits of kind kUnknown
  int32_t value_count = 0;
  int32_t scope_count = 1;

  std::span<const int32_t> OperandsOf(const Visit& visit) const {
    return {operands.data() + visit.first_operand, visit.operand_count};
  }
  size_t MemoryBytes() const {
    return VectorBytes(visits) + VectorBytes(blocks) + VectorBytes(operands) +
           VectorBytes(unknown);
  }
};

// Returns nullopt, with an error, if the main function has no body. With
// `symbols`, the bodies of called functions are visited in place of the calls;
// the calls must not be recursive.
std::optional<Visits> ListVisits(const Module& m, OpId main,
                                 const SymbolTable* symbols, Error& error);

// Returns the body of a manual computation; None if it has no such region.
BlockId ManualBody(const Module& m, OpId op);
// Whether the op runs its regions as blocks of their own: loops and branches.
bool RunsBlocks(const Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_VISITS_H_
