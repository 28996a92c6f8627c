#ifndef SHARDFLOW_BASE_VECTOR_BYTES_H_
#define SHARDFLOW_BASE_VECTOR_BYTES_H_

#include <cstddef>
#include <vector>

// Return the memory that a vector or a hash table (of Abseil) has for its
// elements, to limit what is kept. What the elements point to isn't counted.
//
//   return VectorBytes(visits_) + VectorBytes(writes_);

namespace shardflow::internal {

template <class T>
size_t VectorBytes(const std::vector<T>& vector) {
  return vector.capacity() * sizeof(T);
}

template <class Table>
size_t HashBytes(const Table& table) {
  // There is a byte of control data for each place.
  return table.capacity() * (sizeof(typename Table::value_type) + 1);
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_VECTOR_BYTES_H_
