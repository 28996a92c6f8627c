#ifndef SHARDFLOW_BASE_VECTOR_BYTES_H_
#define SHARDFLOW_BASE_VECTOR_BYTES_H_

#include <cstddef>
#include <vector>

// Returns how many bytes a vector has allocated, so that caches can limit them:
//
//   return VectorBytes(visits_) + VectorBytes(writes_);

namespace shardflow::internal {

template <class T>
size_t VectorBytes(const std::vector<T>& vector) {
  return vector.capacity() * sizeof(T);
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_VECTOR_BYTES_H_
