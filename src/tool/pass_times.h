#ifndef SHARDFLOW_TOOL_PASS_TIMES_H_
#define SHARDFLOW_TOOL_PASS_TIMES_H_

#include <string>

#include "shardflow/program.h"

namespace shardflow {

// Makes the table of `--time-passes`. It has a line for each pass, in the order
// in which the passes ended. So a pipeline comes after the passes that it ran.
// Each line shows the pass's CPU time, and the number of ops and bytes of the
// program after the pass.
class PassTimes {
 public:
  // Adds the passes that ran on the program. `seconds` is the total time of
  // reading, verifying and running the passes.
  void AddPasses(const Program& program, double seconds);
  void AddPropagation(const PropagationCounts& counts);
  void AddWrite(double seconds);
  std::string ToString() const;

 private:
  std::string rows_;
  std::string propagation_;
  double total_ = 0;
};

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PASS_TIMES_H_
