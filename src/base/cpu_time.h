#ifndef SHARDFLOW_BASE_CPU_TIME_H_
#define SHARDFLOW_BASE_CPU_TIME_H_

namespace shardflow::internal {

// Returns the CPU time, in seconds, that this thread has used. Unlike wall
// time, it doesn't depend on how busy the machine is.
double CpuSeconds();

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_CPU_TIME_H_
