#include "cost/layout.h"

#include <algorithm>
#include <cstddef>

#include "lower/axes.h"
#include "lower/inner_collectives.h"

namespace shardflow::internal {
namespace {

// The maximum number of digits. It is larger than any real mesh needs.
constexpr size_t kMaxDigits = 200;

// Returns the prime factors in ascending order.
std::vector<int64_t> PrimesOf(int64_t number) {
  std::vector<int64_t> primes;
  for (int64_t p = 2; p * p <= number; ++p) {
    for (; number % p == 0; number /= p) primes.push_back(p);
  }
  if (number > 1) primes.push_back(number);
  return primes;
}

}  // namespace

// `cuts` contains, for each axis, the place values at which sub-axes begin and
// end.
bool DigitMesh::AddDigits(const Mesh& mesh,
                          const std::vector<std::vector<int64_t>>& cuts,
                          Error& error) {
  std::vector<int64_t> sizes;
  std::vector<Place> places;
  for (size_t a = 0; a < mesh.axes.size(); ++a) {
    int64_t lo = 1;
    for (const int64_t cut : cuts[a]) {
      if (cut % lo != 0) {
        return error.Set(
            0, "sub-axes split an axis of the mesh in incompatible ways");
      }
      for (const int64_t prime : PrimesOf(cut / lo)) {
        sizes.push_back(prime);
        places.push_back({static_cast<int64_t>(a), lo, lo * prime});
        lo *= prime;
      }
    }
  }
  if (sizes.size() > kMaxDigits) return error.Set(0, "the mesh is too large");
  if (places_.empty() && devices_ == 1) {
    mesh_ = mesh;
    devices_ = mesh.TotalSize();
    sizes_ = std::move(sizes);
    places_ = std::move(places);
    return true;
  }
  if (sizes_ == sizes || mesh.TotalSize() == 1) return true;
  return error.Set(0, "its meshes have different axes");
}

std::optional<DigitMesh> DigitMesh::Make(const Module& m,
                                         const SymbolTable& symbols,
                                         Error& error) {
  DigitMesh digits;
  std::vector<MeshId> used;
  for (size_t i = 0; i < m.shardings.sharding_count(); ++i) {
    const ShardingView view =
        m.shardings.Get(ShardingId(static_cast<int32_t>(i)));
    const MeshId mesh = symbols.FindMesh(m, view.mesh);
    if (mesh && std::find(used.begin(), used.end(), mesh) == used.end()) {
      used.push_back(mesh);
    }
  }
  // Without shardings, every device of the mesh runs the whole program.
  if (used.empty()) {
    if (const MeshId only = OnlyMesh(m, symbols)) used.push_back(only);
  }
  for (const MeshId id : used) {
    const Mesh& mesh = m.shardings.mesh(id);
    if (mesh.axes.empty()) continue;
    std::vector<std::vector<int64_t>> cuts(mesh.axes.size());
    for (size_t i = 0; i < m.shardings.axis_list_count(); ++i) {
      for (const AxisRef& axis :
           m.shardings.axes(AxisListId(static_cast<int32_t>(i)))) {
        const int a = mesh.AxisIndex(axis.name);
        if (axis.IsFull() || a < 0 || axis.pre_size < 1 || axis.size < 1) {
          continue;
        }
        cuts[static_cast<size_t>(a)].push_back(axis.pre_size);
        cuts[static_cast<size_t>(a)].push_back(
            SaturatingProduct(axis.pre_size, axis.size));
      }
    }
    for (size_t a = 0; a < cuts.size(); ++a) {
      cuts[a].push_back(mesh.axes[a].size);
      std::sort(cuts[a].begin(), cuts[a].end());
      cuts[a].erase(std::unique(cuts[a].begin(), cuts[a].end()), cuts[a].end());
    }
    if (mesh.TotalSize() > (int64_t{1} << 40)) {
      error.Set(0, "the mesh has too many devices");
      return std::nullopt;
    }
    if (!digits.AddDigits(mesh, cuts, error)) return std::nullopt;
  }
  return digits;
}

void DigitMesh::AppendDigits(const Mesh& mesh, const AxisRef& axis,
                             DigitList& digits) const {
  const int a = mesh.AxisIndex(axis.name);
  if (a < 0) return;
  // Digits are numbered over all axes of the mesh, so that another mesh with
  // the same digits needs no table of its own.
  int64_t before = 1;
  for (int i = 0; i < a; ++i) before *= mesh.axes[static_cast<size_t>(i)].size;
  const int64_t lo = before * (axis.IsFull() ? 1 : axis.pre_size);
  const int64_t hi = axis.IsFull()
                         ? before * mesh.axes[static_cast<size_t>(a)].size
                         : lo * axis.size;
  int64_t at = 1;
  for (size_t d = 0; d < sizes_.size(); ++d) {
    if (at >= lo && at < hi) digits.push_back(static_cast<uint8_t>(d));
    at *= sizes_[d];
  }
}

DigitList DigitMesh::DigitsOf(const Module& m, const SymbolTable& symbols,
                              MeshRef ref,
                              std::span<const AxisRef> axes) const {
  const MeshId id = symbols.FindMesh(m, ref);
  return id ? DigitsOf(m.shardings.mesh(id), axes) : DigitList();
}

DigitList DigitMesh::DigitsOf(const Mesh& mesh,
                              std::span<const AxisRef> axes) const {
  DigitList digits;
  for (const AxisRef& axis : axes) AppendDigits(mesh, axis, digits);
  return digits;
}

Layout DigitMesh::LayoutOf(const Module& m, const SymbolTable& symbols,
                           ShardingId sharding, size_t rank) const {
  Layout layout(rank);
  if (sharding.IsNone()) return layout;
  const ShardingView view = m.shardings.Get(sharding);
  for (size_t d = 0; d < rank && d < view.rank(); ++d) {
    const std::span<const AxisRef> axes = m.shardings.axes(view.dims[d].axes);
    if (!axes.empty()) layout[d] = DigitsOf(m, symbols, view.mesh, axes);
  }
  return layout;
}

std::vector<ResolvedAxis> DigitMesh::AxesOf(const DigitList& digits) const {
  DigitList sorted = digits;
  std::sort(sorted.begin(), sorted.end());
  std::vector<ResolvedAxis> axes;
  for (const uint8_t digit : sorted) {
    const Place& place = places_[digit];
    AppendOrMerge(axes, {place.lo, place.hi, place.axis});
  }
  return axes;
}

DimSizes LocalShape(std::span<const int64_t> shape, const Layout& layout,
                    const DigitMesh& mesh) {
  DimSizes local(shape.begin(), shape.end());
  for (size_t d = 0; d < local.size() && d < layout.size(); ++d) {
    const int64_t count = mesh.Count(layout[d]);
    if (count > 1 && local[d] > 0) local[d] = (local[d] - 1) / count + 1;
  }
  return local;
}

int64_t ElementsOf(std::span<const int64_t> shape) {
  int64_t elements = 1;
  for (const int64_t size : shape) {
    elements = SaturatingProduct(elements, std::max<int64_t>(0, size));
  }
  return elements;
}

DigitList AllDigits(const Layout& layout) {
  DigitList digits;
  for (const DigitList& dim : layout) {
    digits.insert(digits.end(), dim.begin(), dim.end());
  }
  return digits;
}

bool HasDigit(const DigitList& digits, uint8_t digit) {
  return std::find(digits.begin(), digits.end(), digit) != digits.end();
}

bool StartsWith(const DigitList& digits, const DigitList& prefix) {
  return prefix.size() <= digits.size() &&
         std::equal(prefix.begin(), prefix.end(), digits.begin());
}

DigitList Without(const DigitList& all, const DigitList& digits) {
  DigitList rest;
  for (const uint8_t digit : all) {
    if (!HasDigit(digits, digit)) rest.push_back(digit);
  }
  return rest;
}

Layout Without(const Layout& layout, const DigitList& digits) {
  Layout rest;
  for (const DigitList& dim : layout) rest.push_back(Without(dim, digits));
  return rest;
}

}  // namespace shardflow::internal
