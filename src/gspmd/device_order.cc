#include "gspmd/device_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "sharding/axis.h"

namespace shardflow::internal::gspmd {
namespace {

int64_t Product(std::span<const int64_t> sizes) {
  int64_t product = 1;
  for (const int64_t size : sizes) product = SaturatingProduct(product, size);
  return product;
}

// Returns the running products of the sizes, major to minor, skipping sizes of
// 1. For example, [2, 1, 4] gives 2 and 8.
std::vector<int64_t> Cuts(std::span<const int64_t> sizes) {
  std::vector<int64_t> cuts;
  int64_t product = 1;
  for (const int64_t size : sizes) {
    if (size == 1) continue;
    product *= size;
    cuts.push_back(product);
  }
  return cuts;
}

// A list that has an iota form steps through the devices like a mixed-radix
// counter. This is one digit of that counter: it has `count` values, and each
// increment adds `stride` to the device number.
struct Digit {
  int64_t count = 1;
  int64_t stride = 0;
  // The digit's index in the order in which digits are found, minor to major.
  size_t position = 0;
};

// Splits the list into runs of `length` devices. Counts the runs at the
// beginning, each of which equals the run before it plus `stride`. Returns this
// count, lowered until it divides the total number of runs.
int64_t CopiesOf(std::span<const int64_t> list, size_t length, int64_t stride) {
  size_t at = length;
  while (at < list.size() && list[at] == list[at - length] + stride) ++at;
  auto copies = static_cast<int64_t>(at / length);
  const auto rest = static_cast<int64_t>(list.size() / length);
  while (rest % copies != 0) --copies;
  return copies;
}

}  // namespace

int64_t DeviceOrder::Count() const {
  return IsList() ? static_cast<int64_t>(list.size()) : Product(reshape);
}

int64_t DeviceAt(const DeviceOrder& order, int64_t position) {
  if (order.IsList()) return order.list[static_cast<size_t>(position)];
  // Splits the position into the digits of the transposed grid, most minor
  // first, and multiplies each digit by the stride of its dimension in the
  // original grid.
  int64_t device = 0;
  for (size_t i = order.permutation.size(); i > 0; --i) {
    const auto entry = static_cast<size_t>(order.permutation[i - 1]);
    const int64_t digit = position % order.reshape[entry];
    position /= order.reshape[entry];
    device += digit * Product(std::span(order.reshape).subspan(entry + 1));
  }
  return device;
}

std::optional<std::vector<int64_t>> Expand(const DeviceOrder& order) {
  if (order.IsList()) return order.list;
  if (order.Count() > kMaxDeviceList) return std::nullopt;
  std::vector<int64_t> strides(order.reshape.size(), 1);
  for (size_t i = strides.size(); i > 1; --i) {
    strides[i - 2] = strides[i - 1] * order.reshape[i - 1];
  }
  // Builds the list one permutation entry at a time, from the most minor
  // dimension up. Each entry appends shifted copies of the list built so far.
  std::vector<int64_t> list = {0};
  list.reserve(static_cast<size_t>(order.Count()));
  for (size_t i = order.permutation.size(); i > 0; --i) {
    const auto entry = static_cast<size_t>(order.permutation[i - 1]);
    const size_t length = list.size();
    for (int64_t digit = 1; digit < order.reshape[entry]; ++digit) {
      for (size_t k = 0; k < length; ++k) {
        list.push_back(list[k] + digit * strides[entry]);
      }
    }
  }
  return list;
}

void Simplify(DeviceOrder& order) {
  if (order.IsList()) return;
  const size_t count = order.reshape.size();
  std::vector<size_t> place(count);  // index of each entry in the permutation
  for (size_t i = 0; i < count; ++i) {
    place[static_cast<size_t>(order.permutation[i])] = i;
  }
  // Dimensions of size 1 make no difference, so drop them first.
  std::vector<size_t> entries;
  for (size_t i = 0; i < count; ++i) {
    if (order.reshape[i] != 1) entries.push_back(i);
  }
  std::vector<size_t> permuted;
  for (const int64_t entry : order.permutation) {
    const auto i = static_cast<size_t>(entry);
    if (order.reshape[i] != 1) permuted.push_back(i);
  }
  // The index of each entry in `permuted`.
  std::vector<size_t> rank(count);
  for (size_t i = 0; i < permuted.size(); ++i) rank[permuted[i]] = i;

  DeviceOrder simple;
  std::vector<size_t> first_rank;  // rank of the first part of each entry
  for (size_t i = 0; i < entries.size(); ++i) {
    const bool follows = i > 0 && rank[entries[i]] == rank[entries[i - 1]] + 1;
    if (follows) {
      simple.reshape.back() *= order.reshape[entries[i]];
    } else {
      simple.reshape.push_back(order.reshape[entries[i]]);
      first_rank.push_back(rank[entries[i]]);
    }
  }
  if (simple.reshape.empty()) {
    order = DeviceOrder::Iota(1);
    return;
  }
  simple.permutation.resize(simple.reshape.size());
  std::iota(simple.permutation.begin(), simple.permutation.end(), 0);
  std::ranges::sort(simple.permutation, [&](int64_t a, int64_t b) {
    return first_rank[static_cast<size_t>(a)] <
           first_rank[static_cast<size_t>(b)];
  });
  order = std::move(simple);
}

std::optional<DeviceOrder> RecoverIota(std::span<const int64_t> list) {
  if (list.empty() || list.front() != 0) return std::nullopt;
  std::vector<Digit> digits;  // minor to major
  size_t length = 1;
  while (length < list.size()) {
    const int64_t stride = list[length];
    const int64_t copies = CopiesOf(list, length, stride);
    if (copies < 2 || stride < 1) return std::nullopt;
    digits.push_back({copies, stride, digits.size()});
    length *= static_cast<size_t>(copies);
  }
  // In iota form, each stride is the product of the counts of all lower digits.
  std::vector<Digit> by_stride = digits;
  std::ranges::sort(by_stride, {}, &Digit::stride);
  int64_t product = 1;
  for (const Digit& digit : by_stride) {
    if (digit.stride != product) return std::nullopt;
    product *= digit.count;
  }
  if (digits.empty()) return DeviceOrder::Iota(1);

  DeviceOrder order;
  order.permutation.resize(digits.size());
  for (size_t i = 0; i < by_stride.size(); ++i) {
    const Digit& digit = by_stride[by_stride.size() - 1 - i];
    order.reshape.push_back(digit.count);
    order.permutation[digits.size() - 1 - digit.position] =
        static_cast<int64_t>(i);
  }
  Simplify(order);
  return order;
}

namespace {

bool ToList(DeviceOrder& order) {
  std::optional<std::vector<int64_t>> list = Expand(order);
  if (!list) return false;
  order = DeviceOrder::List(std::move(*list));
  return true;
}

void SortListGroups(std::vector<int64_t>& list, int64_t group) {
  for (size_t i = 0; i < list.size(); i += static_cast<size_t>(group)) {
    const auto begin = list.begin() + static_cast<ptrdiff_t>(i);
    std::sort(begin, begin + static_cast<ptrdiff_t>(group));
  }
}

// Splits dimension `entry` of the grid in two. The minor part gets the size
// `minor`.
void SplitEntry(DeviceOrder& order, size_t entry, int64_t minor) {
  const auto at = static_cast<int64_t>(entry);
  order.reshape[entry] /= minor;
  order.reshape.insert(order.reshape.begin() + at + 1, minor);
  for (int64_t& other : order.permutation) other += other > at ? 1 : 0;
  const auto place = std::ranges::find(order.permutation, at);
  order.permutation.insert(place + 1, at + 1);
}

// Returns how many trailing dimensions of the transposed grid make up a group,
// after splitting one of them if necessary. Returns nullopt if no split makes
// them fit.
std::optional<size_t> EntriesOfGroup(DeviceOrder& order, int64_t group) {
  size_t first = order.permutation.size();
  while (group > 1) {
    const int64_t size = order.TransposedSize(first - 1);
    if (group % size == 0) {
      group /= size;
      --first;
      continue;
    }
    if (size % group != 0) return std::nullopt;
    SplitEntry(order, static_cast<size_t>(order.permutation[first - 1]), group);
    // The minor part, which completes the group, is now at `first`.
    group = 1;
  }
  return order.permutation.size() - first;
}

}  // namespace

bool SortGroups(DeviceOrder& order, int64_t group) {
  if (!order.IsList()) {
    DeviceOrder sorted = order;
    Simplify(sorted);
    if (const std::optional<size_t> count = EntriesOfGroup(sorted, group)) {
      std::sort(sorted.permutation.end() - static_cast<ptrdiff_t>(*count),
                sorted.permutation.end());
      Simplify(sorted);
      order = std::move(sorted);
      return true;
    }
    if (!ToList(order)) return false;
  }
  SortListGroups(order.list, group);
  return true;
}

std::optional<std::vector<Piece>> Factorize(std::span<const int64_t> tile,
                                            const DeviceOrder& order) {
  std::vector<int64_t> grid;
  for (size_t i = 0; i < order.permutation.size(); ++i) {
    grid.push_back(order.TransposedSize(i));
  }
  const std::vector<int64_t> tile_cuts = Cuts(tile);
  const std::vector<int64_t> grid_cuts = Cuts(grid);
  std::vector<int64_t> cuts;
  std::ranges::set_union(tile_cuts, grid_cuts, std::back_inserter(cuts));

  // Walks over the cuts of both lists in parallel. `tile_end` is the cut after
  // the current tile dimension.
  std::vector<Piece> pieces;
  size_t tile_dim = 0;
  size_t grid_dim = 0;
  int64_t tile_end = tile.empty() ? 1 : tile[0];
  int64_t grid_end = grid.empty() ? 1 : grid[0];
  int64_t previous = 1;
  for (const int64_t cut : cuts) {
    if (cut % previous != 0) return std::nullopt;
    while (tile_end <= previous) tile_end *= tile[++tile_dim];
    while (grid_end <= previous) grid_end *= grid[++grid_dim];
    pieces.push_back({cut / previous, tile_dim,
                      static_cast<size_t>(order.permutation[grid_dim])});
    previous = cut;
  }
  return pieces;
}

namespace {

bool TransposeList(std::span<const int64_t> tile,
                   std::span<const int64_t> permutation, DeviceOrder& order) {
  if (!ToList(order)) return false;
  // Maps positions in the new tiles to positions in the old ones. This map is
  // itself an order in iota form.
  const DeviceOrder positions{
      {tile.begin(), tile.end()}, {permutation.begin(), permutation.end()}, {}};
  const std::optional<std::vector<int64_t>> from = Expand(positions);
  if (!from) return false;
  std::vector<int64_t> list;
  list.reserve(from->size());
  for (const int64_t position : *from) {
    list.push_back(order.list[static_cast<size_t>(position)]);
  }
  order.list = std::move(list);
  return true;
}

}  // namespace

bool TransposeTiles(std::span<const int64_t> tile,
                    std::span<const int64_t> permutation, DeviceOrder& order) {
  if (order.IsList()) return TransposeList(tile, permutation, order);
  const std::optional<std::vector<Piece>> pieces = Factorize(tile, order);
  if (!pieces) return TransposeList(tile, permutation, order);
  // The pieces in the order of device numbers: by grid dimension and, within a
  // dimension, in the order of the tiles.
  std::vector<size_t> by_device(pieces->size());
  std::iota(by_device.begin(), by_device.end(), 0);
  std::ranges::stable_sort(by_device, {},
                           [&](size_t i) { return (*pieces)[i].reshape_dim; });
  std::vector<int64_t> number(pieces->size());
  DeviceOrder transposed;
  for (size_t i = 0; i < by_device.size(); ++i) {
    transposed.reshape.push_back((*pieces)[by_device[i]].size);
    number[by_device[i]] = static_cast<int64_t>(i);
  }
  for (const int64_t dim : permutation) {
    for (size_t i = 0; i < pieces->size(); ++i) {
      if ((*pieces)[i].tile_dim == static_cast<size_t>(dim)) {
        transposed.permutation.push_back(number[i]);
      }
    }
  }
  Simplify(transposed);
  order = std::move(transposed);
  return true;
}

}  // namespace shardflow::internal::gspmd
