#ifndef SHARDFLOW_PASSES_EXPORT_MAIN_SHARDINGS_H_
#define SHARDFLOW_PASSES_EXPORT_MAIN_SHARDINGS_H_

namespace shardflow::internal {

// The module's attributes that say how the arguments and the results of the
// main function are sharded in a device's program. (jaxlib 0.12 writes them,
// and drops all other shardings.)
inline constexpr const char* kParameterShardings = "sdy.parameters_shardings";
inline constexpr const char* kOutputShardings = "sdy.output_shardings";
inline constexpr const char* kMainShardings[] = {kParameterShardings,
                                                 kOutputShardings};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_MAIN_SHARDINGS_H_
