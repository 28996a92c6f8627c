#include "gspmd/parse.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "sharding/axis.h"
#include "sharding/verify.h"

namespace shardflow::internal::gspmd {
namespace {

// The items of a sharding. They are collected first, and then checked together.
struct Items {
  struct Kind {
    HloShardingKind kind;
    std::string_view word;
  };
  std::optional<Kind> kind;
  std::optional<int64_t> device;
  bool has_devices = false;
  bool is_iota = false;
  bool replicate_last = false;
  bool has_types = false;
  size_t kind_offset = 0;
  size_t device_offset = 0;
  size_t devices_offset = 0;
  size_t list_offset = 0;
  size_t replicate_offset = 0;
  size_t types_offset = 0;
};

constexpr Items::Kind kKinds[] = {
    {HloShardingKind::kReplicated, "replicated"},
    {HloShardingKind::kManual, "manual"},
    {HloShardingKind::kUnknown, "unknown"},
    {HloShardingKind::kUnreduced, "unreduced"},
    {HloShardingKind::kMaximal, "maximal"},
};

bool ParseKind(Scanner& s, const Items::Kind& kind, Items& items) {
  if (items.kind) {
    return s.FailHere(fmt::format("a sharding cannot be {} and {}",
                                  items.kind->word, kind.word),
                      "the elements of a tuple have braces of their own: "
                      "{{replicated}, {manual}}");
  }
  items.kind_offset = s.Offset();
  items.kind = kind;
  s.TryWord(kind.word);
  return true;
}

// Parses what follows `devices=`.
bool ParseDevices(Scanner& s, Items& items, HloSharding& sharding) {
  if (items.has_devices)
    return s.Fail(items.devices_offset, "'devices' is given twice");
  items.has_devices = true;
  if (!s.Expect("[", "to start sharding devices shape") ||
      !s.Ints("]", sharding.tile)) {
    return false;
  }
  items.list_offset = s.Offset();
  if (s.Try("<=")) {
    items.is_iota = true;
    return ParseIota(s, sharding.devices);
  }
  do {
    int64_t device = 0;
    if (!s.Int(device)) return false;
    sharding.devices.list.push_back(device);
  } while (s.Try(","));
  return true;
}

bool ParseType(Scanner& s, SubgroupType& type) {
  if (s.TryWord("replicated")) {
    type = SubgroupType::kReplicated;
  } else if (s.TryWord("manual")) {
    type = SubgroupType::kManual;
  } else if (s.TryWord("unreduced")) {
    type = SubgroupType::kUnreduced;
  } else {
    return s.FailHere("unexpected subgroup type",
                      "it must be manual, replicated or unreduced");
  }
  return true;
}

// Parses what follows `last_tile_dims=`.
bool ParseTypes(Scanner& s, Items& items, HloSharding& sharding) {
  if (items.has_types)
    return s.Fail(items.types_offset, "'last_tile_dims' is given twice");
  items.has_types = true;
  if (!s.Expect("{", "to start sharding last_tile_dims")) return false;
  if (s.Try("}")) return true;
  do {
    SubgroupType type{};
    if (!ParseType(s, type)) return false;
    sharding.subgroups.push_back(type);
  } while (s.Try(","));
  return s.Expect("}", "to end sharding last_tile_dims");
}

bool ParseGroup(Scanner& s, ShardGroupKind kind, HloSharding& sharding) {
  if (sharding.group != ShardGroupKind::kNone) {
    return s.FailHere("a second shard group");
  }
  sharding.group = kind;
  return s.Int(sharding.group_id);
}

bool ParseItem(Scanner& s, Items& items, HloSharding& sharding) {
  for (const Items::Kind& kind : kKinds) {
    if (s.NextWord() == kind.word) return ParseKind(s, kind, items);
  }
  const size_t offset = s.Offset();
  if (s.TryWord("device")) {
    items.device_offset = offset;
    if (items.device) return s.Fail(offset, "'device' is given twice");
    items.device = 0;
    return s.Expect("=", "after 'device'") && s.Int(*items.device);
  }
  if (s.TryWord("devices")) {
    items.devices_offset = offset;
    return s.Expect("=", "after 'devices'") && ParseDevices(s, items, sharding);
  }
  if (s.TryWord("last_tile_dim_replicate")) {
    items.replicate_offset = offset;
    items.replicate_last = true;
    return true;
  }
  if (s.TryWord("last_tile_dims")) {
    items.types_offset = offset;
    return s.Expect("=", "after 'last_tile_dims'") &&
           ParseTypes(s, items, sharding);
  }
  if (s.TryWord("shard_as")) {
    return ParseGroup(s, ShardGroupKind::kAs, sharding);
  }
  if (s.TryWord("shard_like")) {
    return ParseGroup(s, ShardGroupKind::kLike, sharding);
  }
  if (s.TryWord("metadata")) {
    return s.Expect("=", "after 'metadata'") &&
           ParseMetadata(s, sharding.metadata);
  }
  if (s.Next() == ',') {
    return s.FailHere("unexpected ','",
                      "the parts of a sharding are separated by blanks");
  }
  return s.FailHere("unexpected token");
}

bool CheckTiles(Scanner& s, Items& items, HloSharding& sharding) {
  int64_t tiles = 1;
  if (!CheckSizes(s, items.devices_offset, sharding.tile, tiles)) return false;
  const int64_t count = sharding.devices.Count();
  if (items.is_iota) {
    if (count != tiles) {
      return s.Fail(items.list_offset,
                    fmt::format("iota tile assignment size {} does not match "
                                "the tile assignment dimensions product {}",
                                count, tiles));
    }
  } else {
    if (count <= 1) {
      return s.Fail(items.devices_offset,
                    "non-maximal shardings must have more than one device "
                    "assigned",
                    "one device: {maximal device=0}; no tiles: {replicated}");
    }
    if (count != tiles) {
      return s.Fail(items.list_offset,
                    fmt::format("sharding device count {} does not match the "
                                "tile assignment size {}",
                                count, tiles));
    }
    if (!CheckDeviceList(s, items.list_offset, sharding.devices.list)) {
      return false;
    }
  }
  if (items.replicate_last) {
    if (items.has_types) {
      return s.Fail(std::max(items.replicate_offset, items.types_offset),
                    "last_tile_dim_replicate and last_tile_dims exclude one "
                    "another",
                    "last_tile_dim_replicate is last_tile_dims={replicated}");
    }
    sharding.subgroups = {SubgroupType::kReplicated};
  }
  if (sharding.subgroups.size() > sharding.tile.size()) {
    return s.Fail(items.types_offset,
                  fmt::format("{} subgroups, but only {} tile dimensions",
                              sharding.subgroups.size(), sharding.tile.size()));
  }
  return true;
}

bool CheckTogether(Scanner& s, Items& items, HloSharding& sharding) {
  if (!items.kind) {
    if (!items.has_devices) {
      return s.Fail(sharding.offset,
                    "non-maximal shardings must have a tile assignment list "
                    "including dimensions",
                    "such as {devices=[2,4]<=[8]} or {replicated}");
    }
    if (items.device) {
      return s.Fail(items.device_offset, "'device' is for {maximal device=0}");
    }
    sharding.kind = HloShardingKind::kTiled;
    return CheckTiles(s, items, sharding);
  }
  sharding.kind = items.kind->kind;
  if (sharding.kind == HloShardingKind::kMaximal) {
    if (!items.device || items.has_devices) {
      return s.Fail(items.kind_offset,
                    "maximal shardings should have exactly one device assigned",
                    "such as {maximal device=0}");
    }
    sharding.device = *items.device;
    if (const std::optional<Error> wrong = CheckDeviceId(sharding.device)) {
      return s.Fail(items.device_offset, wrong->message);
    }
  } else if (items.has_devices || items.device) {
    return s.Fail(
        items.has_devices ? items.devices_offset : items.device_offset,
        fmt::format("{} shardings should not have any devices "
                    "assigned",
                    items.kind->word));
  }
  if (items.has_types || items.replicate_last) {
    return s.Fail(
        std::max(items.replicate_offset, items.types_offset),
        fmt::format("{} shardings have no subgroups", items.kind->word),
        "subgroups are the last dimensions of devices=[...]");
  }
  return true;
}

// Parses what follows '{' in a sharding that isn't a tuple.
bool ParseRest(Scanner& s, HloSharding& sharding) {
  const std::string_view word = s.NextWord();
  if (word == "mesh" || word == "single_device" || word == "maximal_mesh") {
    return ParseNamed(s, sharding);
  }
  Items items;
  while (!s.Try("}")) {
    if (s.AtEnd()) {
      return s.FailHere("expected '}' to end sharding attribute");
    }
    if (!ParseItem(s, items, sharding)) return false;
  }
  return CheckTogether(s, items, sharding);
}

bool ParseElements(Scanner& s, HloSharding& tuple) {
  tuple.kind = HloShardingKind::kTuple;
  do {
    HloSharding& element = tuple.elements.emplace_back();
    element.offset = s.Offset();
    if (!s.Expect("{", "to start sharding attribute")) return false;
    if (s.Next() == '{') {
      return s.FailHere("a tuple in a tuple",
                        "a nested tuple is written flat, one sharding for each "
                        "leaf");
    }
    if (s.Next() == '}') return s.FailHere("an empty tuple in a tuple");
    if (!ParseRest(s, element)) return false;
  } while (s.Try(","));
  return s.Expect("}", "to end sharding attribute");
}

}  // namespace

bool CheckSizes(Scanner& s, size_t offset, const std::vector<int64_t>& sizes,
                int64_t& product) {
  product = 1;
  for (const int64_t size : sizes) {
    if (size < 1) {
      return s.Fail(offset,
                    fmt::format("a size must be at least 1, got: {}", size));
    }
    product = SaturatingProduct(product, size);
  }
  if (product > (int64_t{1} << 62)) {
    return s.Fail(offset, "more than 2^62 devices");
  }
  return true;
}

bool CheckDeviceList(Scanner& s, size_t offset,
                     const std::vector<int64_t>& list) {
  std::vector<bool> seen(list.size());
  for (const int64_t device : list) {
    if (const std::optional<Error> wrong = CheckDeviceId(device)) {
      return s.Fail(offset, wrong->message);
    }
    if (device >= static_cast<int64_t>(list.size())) {
      return s.Fail(offset,
                    fmt::format("device id {} is out of range: there are {} "
                                "devices",
                                device, list.size()),
                    "list each device once, from 0 on");
    }
    if (seen[static_cast<size_t>(device)]) {
      return s.Fail(offset, fmt::format("duplicate device id: {}", device),
                    "list each device once, from 0 on");
    }
    seen[static_cast<size_t>(device)] = true;
  }
  return true;
}

bool ParseIota(Scanner& s, DeviceOrder& order) {
  const size_t offset = s.Offset();
  if (!s.Expect("[", "to start sharding devices iota_reshape_dims") ||
      !s.Ints("]", order.reshape)) {
    return false;
  }
  int64_t product = 1;
  if (!CheckSizes(s, offset, order.reshape, product)) return false;
  const size_t count = order.reshape.size();
  const size_t transpose_offset = s.Offset();
  if (!s.TryWord("T")) {
    if (count == 1) {
      order.permutation = {0};
      return true;
    }
    for (size_t i = 0; i < count; ++i) {
      order.permutation.push_back(static_cast<int64_t>(i));
    }
    return true;
  }
  if (count == 1) {
    return s.Fail(transpose_offset, "unexpected transposition",
                  "one reshape dimension has nothing to transpose");
  }
  if (!s.Expect("(", "to start sharding devices iota_transpose_perm") ||
      !s.Ints(")", order.permutation)) {
    return false;
  }
  std::vector<int64_t> sorted = order.permutation;
  std::ranges::sort(sorted);
  bool valid = sorted.size() == count;
  for (size_t i = 0; valid && i < count; ++i) {
    valid = sorted[i] == static_cast<int64_t>(i);
  }
  return valid ||
         s.Fail(transpose_offset,
                fmt::format("T(...) must contain each number from 0 to {} once",
                            count - 1),
                "one for each reshape dimension");
}

bool ParseMetadata(Scanner& s, std::vector<Metadata>& metadata) {
  if (!s.Expect("{", "to start metadata")) return false;
  const bool several = s.Next() == '{';
  if (several) s.Try("{");
  while (true) {
    Metadata& entry = metadata.emplace_back();
    while (!s.Try("}")) {
      MetadataField& field = entry.emplace_back();
      field.key = std::string(s.NextWord());
      if (field.key.empty()) {
        return s.FailHere("expects an attribute of metadata or '}'");
      }
      s.TryWord(field.key);
      if (!s.Expect("=", "after the name of an attribute")) return false;
      const char next = s.Next();
      field.quoted = next == '"' || next == '\'';
      if (field.quoted) {
        if (!s.String(field.value)) return false;
        continue;
      }
      int64_t number = 0;
      if (!s.Int(number)) return false;
      field.value = fmt::format("{}", number);
    }
    if (!several) return true;
    if (!s.Try(",")) return s.Expect("}", "to end metadata");
    if (!s.Expect("{", "to start metadata")) return false;
  }
}

std::optional<HloSharding> ParseHloSharding(std::string_view text,
                                            Error& error) {
  Scanner s(text, error);
  HloSharding sharding;
  sharding.offset = s.Offset();
  bool ok = s.Expect("{", "to start sharding attribute");
  if (ok && s.Next() == '{') {
    ok = ParseElements(s, sharding);
  } else if (ok && s.Try("}")) {
    sharding.kind = HloShardingKind::kTuple;
  } else {
    ok = ok && ParseRest(s, sharding);
  }
  if (!ok || !s.ExpectEnd()) return std::nullopt;
  return sharding;
}

}  // namespace shardflow::internal::gspmd
