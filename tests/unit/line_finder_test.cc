#include "base/line_finder.h"

#include <cstddef>
#include <string>

#include <gtest/gtest.h>

namespace shardflow::internal {
namespace {

// Finds every place of the text, in several orders, as SourceBuffer does.
TEST(LineFinder, FindsWhatSourceBufferFinds) {
  std::string many = "\n\n";
  for (int i = 0; i < 40; ++i) many += std::string(i % 3, 'x') + "\n";
  for (const std::string& text :
       {std::string(), std::string("a"), std::string("a\nbc"), many}) {
    const SourceBuffer source("t.mlir", text, /*first_line=*/7);
    LineFinder finder;
    for (const size_t step : {1u, 5u, 29u}) {
      for (size_t i = 0, at = 0; i <= 2 * text.size(); ++i, at += step) {
        const size_t offset = at % (text.size() + 2);
        const SourcePlace place = source.Place(offset);
        const LineFinder::Found found = finder.Find(source, offset);
        EXPECT_EQ(found.line, place.line) << offset;
        EXPECT_EQ(found.column, place.column) << offset;
      }
    }
  }
}

}  // namespace
}  // namespace shardflow::internal
