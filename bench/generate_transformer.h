#ifndef SHARDFLOW_BENCH_GENERATE_TRANSFORMER_H_
#define SHARDFLOW_BENCH_GENERATE_TRANSFORMER_H_

#include <cstdint>
#include <string>

namespace shardflow::internal::bench {

// Returns the forward pass of a language model: layers of norm, rotary
// attention, norm and a gated dense part, which cycle through 48 sets of
// weights, sharded over "data" and "model".
std::string Transformer(int64_t ops, uint64_t seed);

}  // namespace shardflow::internal::bench

#endif  // SHARDFLOW_BENCH_GENERATE_TRANSFORMER_H_
