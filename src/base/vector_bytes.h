#ifndef SHARDFLOW_BASE_VECTOR_BYTES_H_
#define SHARDFLOW_BASE_VECTOR_BYTES_H_

#include <cstddef>
#include <vector>

// Return the number of bytes that a vector or an Abseil hash table has
// allocated for its elements, excluding what the elements point to. Callers use
// this to limit how much they cache.
//
//   return VectorBytes(visits_) + VectorBytes(writes_);

namespace shardflow::internal {

template <class T>
size_t VectorBytes(const std::vector<T>& vector) {
  return vector.capacity() * sizeof(T);
}

template <class Table>
size_t HashBytes(const Table& table) {
  // Each slot also has a byte of control data.
  return table.capacity() * (sizeof(typename Table::value_type) + 1);
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_VECTOR_BYTES_H_
