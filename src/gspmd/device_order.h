#ifndef SHARDFLOW_GSPMD_DEVICE_ORDER_H_
#define SHARDFLOW_GSPMD_DEVICE_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// The order in which devices are assigned to tiles: a list, or a rule that
// generates the list.
//
//   <=[2,4]T(1,0)   reshape [2,4], permutation (1,0): the numbers 0..7 as a
//                   2 x 4 grid, transposed: 0 4 1 5 2 6 3 7
//
// The rule (*iota form*) is short for any number of devices. The functions here
// therefore don't write out the list, except for Expand() and functions whose
// comments say so.

namespace shardflow::internal::gspmd {

// The maximum number of devices in a list. In iota form, their number only has
// to fit in an int64.
constexpr int64_t kMaxDeviceList = int64_t{1} << 22;

struct DeviceOrder {
  // The iota form, used only if `list` is empty.
  std::vector<int64_t> reshape;
  std::vector<int64_t> permutation;
  // The device of each tile position, row-major.
  std::vector<int64_t> list;

  static DeviceOrder Iota(int64_t count) { return {{count}, {0}, {}}; }
  static DeviceOrder List(std::vector<int64_t> list) {
    return {{}, {}, std::move(list)};
  }
  bool IsList() const { return !list.empty(); }
  int64_t Count() const;
  // Returns the size of dimension `i` of the grid after its transposition.
  int64_t TransposedSize(size_t i) const {
    return reshape[static_cast<size_t>(permutation[i])];
  }

  friend bool operator==(const DeviceOrder&, const DeviceOrder&) = default;
};

// Returns the device at a row-major position, which must be less than Count().
int64_t DeviceAt(const DeviceOrder& order, int64_t position);

// Returns all devices in order, or nullopt if there are more than
// kMaxDeviceList.
std::optional<std::vector<int64_t>> Expand(const DeviceOrder& order);

// Reduces an iota form to its shortest form, without dimensions of size 1, and
// with neighbouring dimensions merged where the permutation keeps them
// adjacent. A list is left unchanged.
void Simplify(DeviceOrder& order);

// Returns the simplified iota form of a list, or nullopt if it has none. Takes
// linear time.
std::optional<DeviceOrder> RecoverIota(std::span<const int64_t> list);

// Sorts the devices within each run of `group` positions, where their order is
// meaningless. If the new order has no iota form, it becomes a list. If that
// list would be too long, returns false and changes nothing.
bool SortGroups(DeviceOrder& order, int64_t group);

// A factor of the number of devices that lies within one tile dimension and one
// dimension of `reshape`.
struct Piece {
  int64_t size = 1;
  size_t tile_dim = 0;
  size_t reshape_dim = 0;

  friend bool operator==(const Piece&, const Piece&) = default;
};

// Splits the tiles of an iota form into pieces, in the order of the tiles,
// major to minor. Returns nullopt if tiles and grid have no common
// factorization, that is, if no mesh with its devices in order has these tiles.
std::optional<std::vector<Piece>> Factorize(std::span<const int64_t> tile,
                                            const DeviceOrder& order);

// Changes the order to match a transposition of the tile dimensions by
// `permutation`. Like SortGroups, returns false if the new order would need a
// list that is too long.
bool TransposeTiles(std::span<const int64_t> tile,
                    std::span<const int64_t> permutation, DeviceOrder& order);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_DEVICE_ORDER_H_
