#ifndef SHARDFLOW_BASE_LINE_FINDER_H_
#define SHARDFLOW_BASE_LINE_FINDER_H_

#include <cstddef>

#include "base/source.h"
#include "base/table.h"

namespace shardflow::internal {

// Finds the lines of many places in text. Places that come in order are found
// without a search.
class LineFinder {
 public:
  struct Found {
    int line = 0;  // line and column count from 1
    int column = 0;
  };
  // Returns the place of the byte at `offset`, clamped to the text, as
  // source.Place(offset) does. All calls must pass the same source.
  Found Find(const SourceBuffer& source, size_t offset);

 private:
  Table<size_t> starts_;  // where lines begin; empty before the first call
  int first_line_ = 1;
  size_t near_ = 0;  // index of the line that was found last
};

// Appends the offsets at which lines begin, and releases the memory of a mapped
// file along the way.
void AppendLineStarts(const SourceBuffer& source, Table<size_t>& starts);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_LINE_FINDER_H_
