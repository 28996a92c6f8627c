#ifndef SHARDFLOW_TOOL_PASS_TIMES_H_
#define SHARDFLOW_TOOL_PASS_TIMES_H_

#include <string>

#include "shardflow/program.h"

namespace shardflow {

// The table of `--time-passes`: a line for each pass, in the order in which
// they ended (a pipeline comes after the passes that it ran), with its CPU time
// and with the ops and bytes of the program after it.
class PassTimes {
 public:
  // `seconds` is the total time of reading, verifying and running the passes.
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
