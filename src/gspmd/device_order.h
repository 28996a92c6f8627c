#ifndef SHARDFLOW_GSPMD_DEVICE_ORDER_H_
#define SHARDFLOW_GSPMD_DEVICE_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// In which order devices stand in tiles: a list, or a rule that makes one.
//
//   <=[2,4]T(1,0)   reshape [2,4], permutation (1,0): the numbers 0..7 as a
//                   2 x 4 grid, transposed: 0 4 1 5 2 6 3 7
//
// The rule (*iota form*) says the same for any number of devices, so nothing
// here writes the list out but Expand() and what says so.

namespace shardflow::internal::gspmd {

// Lists are made up to this many devices; an iota form may have as many as fit
// in an int64.
constexpr int64_t kMaxListedDevices = int64_t{1} << 22;

struct DeviceOrder {
  // The iota form; used if `list` is empty.
  std::vector<int64_t> reshape;
  std::vector<int64_t> permutation;
  // Otherwise the device of each tile position, row-major.
  std::vector<int64_t> list;

  static DeviceOrder Iota(int64_t count) { return {{count}, {0}, {}}; }
  static DeviceOrder List(std::vector<int64_t> list) {
    return {{}, {}, std::move(list)};
  }
  bool IsList() const { return !list.empty(); }
  int64_t Count() const;
  // reshape[permutation[i]] for each i: the grid after its transposition.
  int64_t TransposedSize(size_t i) const {
    return reshape[static_cast<size_t>(permutation[i])];
  }

  friend bool operator==(const DeviceOrder&, const DeviceOrder&) = default;
};

// The device at a row-major position, which is less than Count().
int64_t DeviceAt(const DeviceOrder& order, int64_t position);

// All devices in order; nullopt if there are more than kMaxListedDevices.
std::optional<std::vector<int64_t>> Expand(const DeviceOrder& order);

// The shortest iota form: without entries of size 1, and with entries that stay
// together merged. A list is returned unchanged.
void Simplify(DeviceOrder& order);

// The simplified iota form of a list, if it has one. Takes linear time.
std::optional<DeviceOrder> RecoverIota(std::span<const int64_t> list);

// Sorts the devices within each run of `group` positions, where their order has
// no meaning. If no iota form has this order, a list is made; if that would be
// too long, nothing is changed and the answer is false.
bool SortGroups(DeviceOrder& order, int64_t group);

// A factor of the number of devices that lies within one tile dimension and
// within one entry of `reshape`.
struct Piece {
  int64_t size = 1;
  size_t tile_dim = 0;
  size_t reshape_dim = 0;

  friend bool operator==(const Piece&, const Piece&) = default;
};

// Cuts the tiles of an iota form into such pieces, in the order of the tiles,
// major to minor. Nullopt if the cuts of tiles and grid belong to no common
// factorization: no mesh in iota order has such tiles.
std::optional<std::vector<Piece>> Factorize(std::span<const int64_t> tile,
                                            const DeviceOrder& order);

// The order after the tile dimensions were transposed by `permutation`. False,
// as for SortGroups, if it would need a list that is too long.
bool TransposeTiles(std::span<const int64_t> tile,
                    std::span<const int64_t> permutation, DeviceOrder& order);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_DEVICE_ORDER_H_
