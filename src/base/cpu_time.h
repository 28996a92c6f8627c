#ifndef SHARDFLOW_BASE_CPU_TIME_H_
#define SHARDFLOW_BASE_CPU_TIME_H_

namespace shardflow::internal {

// The CPU time that this thread has used. (What other programs do meanwhile
// doesn't show in it, as it would in wall time.)
double CpuSeconds();

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_CPU_TIME_H_
