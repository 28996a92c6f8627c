#ifndef SHARDFLOW_COST_LAYOUT_H_
#define SHARDFLOW_COST_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "absl/container/inlined_vector.h"

#include "base/error.h"
#include "ir/module.h"
#include "ops/symbols.h"
#include "sharding/axis.h"
#include "sharding/resolved.h"
#include "sharding/sharding.h"

// Shardings as lists of digits.
//
// The index of a device in a mesh is written as a number whose digits are the
// coordinates along the axes. The size of a digit is prime: an axis of size 8
// is three digits of size 2, so that sub-axes also consist of whole digits. On
// <"x"=2, "y"=4> there are three digits, 0 ("x"), 1 and 2 ("y"), and [{"y"},
// {"x"}] is the layout [1,2][0]: the digits of each dimension, major to minor.
// XLA's partitioner computes with tables of devices. Since all of its tables
// come from shardings of one mesh, digits express the same information in less
// space. Two meshes with the same digits share their layouts.

namespace shardflow::internal {

using DigitList = absl::InlinedVector<uint8_t, 8>;
using Layout = absl::InlinedVector<DigitList, 4>;
using DimSizes = absl::InlinedVector<int64_t, 6>;

class DigitMesh {
 public:
  // Returns the digits of all meshes and sub-axes of the module. Returns
  // nullopt and sets `error` if two meshes differ in their devices or digits,
  // or if sub-axes split an axis in incompatible ways.
  static std::optional<DigitMesh> Make(const Module& m,
                                       const SymbolTable& symbols,
                                       Error& error);

  // Returns the mesh that the module's shardings use, or a mesh of one device
  // if there is none.
  const Mesh& mesh() const { return mesh_; }
  int64_t devices() const { return devices_; }
  size_t digit_count() const { return sizes_.size(); }
  // Whether both meshes have the same digits, so that they can share layouts.
  bool HasDigitsOf(const DigitMesh& other) const {
    return mesh_ == other.mesh_ && sizes_ == other.sizes_;
  }
  int64_t size(uint8_t digit) const { return sizes_[digit]; }

  // Returns the layout of a sharding of a tensor of this rank. None means
  // replicated.
  Layout LayoutOf(const Module& m, const SymbolTable& symbols,
                  ShardingId sharding, size_t rank) const;
  DigitList DigitsOf(const Module& m, const SymbolTable& symbols, MeshRef mesh,
                     std::span<const AxisRef> axes) const;
  DigitList DigitsOf(const Mesh& mesh, std::span<const AxisRef> axes) const;
  // Returns the axes that consist of these digits, in mesh order. Adjacent
  // digits of an axis are merged.
  std::vector<ResolvedAxis> AxesOf(const DigitList& digits) const;

  int64_t Count(const DigitList& digits) const {
    int64_t count = 1;
    for (const uint8_t digit : digits) count *= sizes_[digit];
    return count;
  }
  int64_t Count(const Layout& layout) const {
    int64_t count = 1;
    for (const DigitList& digits : layout) count *= Count(digits);
    return count;
  }

 private:
  struct Place {
    int64_t axis = 0, lo = 1, hi = 1;
  };
  bool AddDigits(const Mesh& mesh,
                 const std::vector<std::vector<int64_t>>& cuts, Error& error);
  void AppendDigits(const Mesh& mesh, const AxisRef& axis,
                    DigitList& digits) const;

  Mesh mesh_;
  int64_t devices_ = 1;
  std::vector<int64_t> sizes_;
  std::vector<Place> places_;  // of each digit in mesh_
};

// Returns the shape of one device's part, with sizes rounded up.
DimSizes LocalShape(std::span<const int64_t> shape, const Layout& layout,
                    const DigitMesh& mesh);
// Returns the product of the sizes; saturates at INT64_MAX.
int64_t ElementsOf(std::span<const int64_t> shape);

// Returns all digits of the layout.
DigitList AllDigits(const Layout& layout);
bool HasDigit(const DigitList& digits, uint8_t digit);
bool StartsWith(const DigitList& digits, const DigitList& prefix);
// Return the list or the layout with these digits removed.
DigitList Without(const DigitList& all, const DigitList& digits);
Layout Without(const Layout& layout, const DigitList& digits);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_LAYOUT_H_
