#ifndef SHARDFLOW_AUTO_COLOURS_H_
#define SHARDFLOW_AUTO_COLOURS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/module.h"
#include "ops/rule_lookup.h"

// Finds the decisions to make about a program: which of its dimensions are
// sharded in the same way.
//
// A *class* is a set of dimensions that sharding rules tie together: in y =
// dot(x, w), the rows of x and y are one class. A class never contains two
// dimensions of one tensor. If rules would put two into it (in self-attention,
// the rows of both queries and keys are rows of the same input), the tie that
// comes later in the program is ignored, and there will be a reshard. A
// *colour* is a set of similar classes, such as the hidden dimensions of all
// layers. Each colour is one decision.

namespace shardflow::internal {

constexpr int32_t kNoColour = -1;

struct Colours {
  struct Colour {
    int64_t bytes = 0;  // total size of the tensors with the colour
    int64_t size = 0;   // size of the largest dimension
    // The largest tensor with the colour, preferably an argument.
    ValueId example;
    size_t example_dim = 0;
  };
  // Largest first.
  std::vector<Colour> colours;
  // Indexed by value slot: where the value's dimensions begin in `of_dim`.
  std::vector<uint32_t> first_dim;
  std::vector<int32_t> of_dim;

  int32_t Of(ValueId value, size_t dim) const {
    return of_dim[first_dim[value.Slot()] + dim];
  }
};

// Finds the colours of a module and returns the largest ones, at most `most`.
Colours FindColours(const Module& m, RuleLookup& rules, size_t most);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_COLOURS_H_
