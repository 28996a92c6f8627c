#ifndef SHARDFLOW_BENCH_GENERATE_TRANSFORMER_H_
#define SHARDFLOW_BENCH_GENERATE_TRANSFORMER_H_

#include <cstdint>
#include <string>

namespace shardflow::internal::bench {

// Returns the forward pass of a language model. Each layer is a norm, rotary
// attention, another norm and a gated dense part. The input is sharded over
// "data", the weights over "model". There are 48 sets of weights, which the
// layers use in turn.
std::string Transformer(int64_t ops, uint64_t seed);

}  // namespace shardflow::internal::bench

#endif  // SHARDFLOW_BENCH_GENERATE_TRANSFORMER_H_
