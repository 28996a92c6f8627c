#ifndef SHARDFLOW_TESTS_UNIT_PRICES_H_
#define SHARDFLOW_TESTS_UNIT_PRICES_H_

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "shardflow/cost.h"
#include "shardflow/session.h"

namespace shardflow::internal {

// Expects a session's price, except for times, to equal the cost in the report.
// If they differ, `text` is printed.
inline void ExpectCost(const SessionPrice& price, const CostReport& cost,
                       const std::string& text) {
  EXPECT_EQ(price.wire_bytes, cost.communication.wire_bytes) << text;
  EXPECT_EQ(price.collectives,
            static_cast<int64_t>(cost.communication.collectives.size()))
      << text;
  EXPECT_EQ(price.flops, cost.work.flops) << text;
  EXPECT_EQ(price.arguments, cost.memory.arguments) << text;
  EXPECT_EQ(price.results, cost.memory.results) << text;
  EXPECT_EQ(price.temporaries, cost.memory.temporaries) << text;
  EXPECT_EQ(price.peak, cost.memory.peak) << text;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_UNIT_PRICES_H_
