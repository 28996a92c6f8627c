#ifndef SHARDFLOW_TESTS_FUZZ_PROGRAM_SHARDINGS_H_
#define SHARDFLOW_TESTS_FUZZ_PROGRAM_SHARDINGS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/bytes.h"

// The meshes of a program made from bytes, and shardings on them.

namespace shardflow::internal::fuzz {

struct MeshAxis {
  std::string name;
  int64_t size = 1;
};

class Shardings {
 public:
  // Chooses the meshes, and which features the shardings use.
  explicit Shardings(Bytes& bytes);

  const std::vector<MeshAxis>& axes() const { return axes_; }
  // Returns the text that defines the meshes.
  std::string Definitions() const;

  // Returns the text after `#sdy.sharding`, using only axes in `free`.
  std::string Any(Bytes& bytes, size_t rank,
                  const std::vector<MeshAxis>& free) const;
  // Returns a sharding with the axes of `manual`, followed by some of `free`.
  // `dims` becomes the local shape along the manual axes.
  std::string Manual(Bytes& bytes, std::vector<MeshAxis> manual,
                     const std::vector<MeshAxis>& free,
                     std::vector<int64_t>& dims) const;

 private:
  std::string Priority(Bytes& bytes) const;

  std::vector<MeshAxis> axes_;
  bool has_other_ = false;   // a second mesh has the same axes
  bool has_device_ = false;  // a mesh has a single device
  bool has_priorities_ = false;
  bool has_unreduced_ = false;
};

}  // namespace shardflow::internal::fuzz

#endif  // SHARDFLOW_TESTS_FUZZ_PROGRAM_SHARDINGS_H_
