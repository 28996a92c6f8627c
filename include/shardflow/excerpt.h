#ifndef SHARDFLOW_EXCERPT_H_
#define SHARDFLOW_EXCERPT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/graph.h"

// A part of a program's graph, small enough to draw: what is near some values,
// or a scope.
//
//   auto part = shardflow::Excerpt(*graph, {.around = {v}, .depth = 2});
//   draw(part.graph);

namespace shardflow {

struct ExcerptRequest {
  // Values of the graph. What they are made from and what is made from them, up
  // to `depth` ops away in either direction, is in the excerpt.
  std::vector<int> around = {};
  int depth = 2;
  // The path of a scope, "block0/attention": its ops, the arguments of that
  // name, and what makes their operands. With `around`: both.
  std::string scope = {};
  // No more ops and arguments than that, the nearest first.
  size_t most = 10000;
};

struct GraphExcerpt {
  // Ops that contain what is in the excerpt are in it, too; if that is all that
  // they are there for, they have no operands and results. Functions have no
  // results. An operand that is not in the excerpt is -1.
  ProgramGraph graph;
  std::vector<int> around;  // values of `graph`
  size_t left_out = 0;      // ops and arguments beyond `most`
};

SHARDFLOW_EXPORT GraphExcerpt Excerpt(const ProgramGraph& graph,
                                      const ExcerptRequest& request);

}  // namespace shardflow

#endif  // SHARDFLOW_EXCERPT_H_
