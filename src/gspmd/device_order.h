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

namespace shardflow::gspmd {

// Lists are made up to this many devices; iota forms have no limit but int64.
constexpr int64_t kMaxListedDevices = int64_t{1} << 22;

struct DeviceOrder {
  // Iota form, if `list` is empty.
  std::vector<int64_t> reshape;
  std::vector<int64_t> permutation;
  // Else: the device of each tile position, row-major.
  std::vector<int64_t> list;

  static DeviceOrder Iota(int64_t count) { return {{count}, {0}, {}}; }
  static DeviceOrder List(std::vector<int64_t> list) {
    return {{}, {}, std::move(list)};
  }
  bool IsList() const { return !list.empty(); }
  int64_t Count() const;
  // reshape[permutation[i]]: the grid after its transposition.
  int64_t TransposedSize(size_t i) const {
    return reshape[static_cast<size_t>(permutation[i])];
  }

  friend bool operator==(const DeviceOrder&, const DeviceOrder&) = default;
};

// The device at a row-major position; `position` is below Count().
int64_t DeviceAt(const DeviceOrder& order, int64_t position);

// All devices in order; nothing if there are more than kMaxListedDevices.
std::optional<std::vector<int64_t>> Expand(const DeviceOrder& order);

// The shortest iota form: no entries of size 1, runs of entries that stay
// together merged. Lists stay as they are.
void Simplify(DeviceOrder& order);

// The iota form of a list that has one, simplified. Linear in the list.
std::optional<DeviceOrder> RecoverIota(std::span<const int64_t> list);

// Puts the devices of each run of `group` positions into ascending order (their
// order has no meaning). Where no iota form says that, a list is made; false,
// and nothing is changed, if that would be too long.
bool SortGroups(DeviceOrder& order, int64_t group);

// A factor of the number of devices: it lies within one tile dimension and
// within one entry of `reshape`.
struct Piece {
  int64_t size = 1;
  size_t tile_dim = 0;
  size_t reshape_dim = 0;

  friend bool operator==(const Piece&, const Piece&) = default;
};

// The pieces of tiles of an iota form, in the order of the tiles, major to
// minor. Nothing if the cuts of both are not those of one factorization: no
// mesh in iota order has such tiles.
std::optional<std::vector<Piece>> Factorize(std::span<const int64_t> tile,
                                            const DeviceOrder& order);

// The order after the tile dimensions have been transposed by `permutation`.
// As SortGroups: false if only a list too long could say it.
bool TransposeTiles(std::span<const int64_t> tile,
                    std::span<const int64_t> permutation, DeviceOrder& order);

}  // namespace shardflow::gspmd

#endif  // SHARDFLOW_GSPMD_DEVICE_ORDER_H_
