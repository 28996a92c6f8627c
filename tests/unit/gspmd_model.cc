#include "unit/gspmd_model.h"

#include <algorithm>
#include <cctype>
#include <iostream>
#include <numeric>
#include <utility>

namespace shardflow::internal::gspmd_model {
namespace {

int64_t Below(Random& random, int64_t bound) {
  return static_cast<int64_t>(random() % static_cast<uint64_t>(bound));
}

// The part of each device, before its three numbers are combined into one.
struct Columns {
  explicit Columns(size_t count)
      : shard(count), manual(count), unreduced(count) {}
  std::vector<int64_t> shard;
  std::vector<int64_t> manual;
  std::vector<int64_t> unreduced;
};

// Renumbers the groups in the order of their first devices. All group ids are
// less than the number of devices.
void NumberGroups(std::vector<int64_t>& groups) {
  std::vector<int64_t> numbers(groups.size(), -1);
  int64_t next = 0;
  for (int64_t& group : groups) {
    int64_t& number = numbers[static_cast<size_t>(group)];
    if (number < 0) number = next++;
    group = number;
  }
}

ShardMap Combine(Columns columns) {
  NumberGroups(columns.manual);
  NumberGroups(columns.unreduced);
  const auto count = static_cast<int64_t>(columns.shard.size());
  for (size_t i = 0; i < columns.shard.size(); ++i) {
    columns.shard[i] = (columns.shard[i] * count + columns.manual[i]) * count +
                       columns.unreduced[i];
  }
  return columns.shard;
}

int64_t IndexAlong(const std::vector<Ref>& refs,
                   const std::vector<int64_t>& coordinates,
                   const std::vector<Axis>& mesh) {
  int64_t index = 0;
  for (const Ref& ref : refs) {
    // Digits count from the major end. The division drops those after `hi`, and
    // the remainder drops those before `lo`.
    const int64_t size = mesh[ref.axis].size;
    const int64_t digits =
        coordinates[ref.axis] / (size / ref.hi) % (ref.hi / ref.lo);
    index = index * (ref.hi / ref.lo) + digits;
  }
  return index;
}

// Reads numbers and words; just enough for the converter's output.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool Try(std::string_view token) {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  int64_t Int() {
    int64_t value = 0;
    while (at_ < text_.size() && std::isdigit(text_[at_])) {
      value = value * 10 + (text_[at_++] - '0');
    }
    return value;
  }
  std::vector<int64_t> Ints() {
    std::vector<int64_t> values;
    do {
      Try(" ");
      values.push_back(Int());
    } while (Try(","));
    return values;
  }
  std::string Until(char end) {
    const size_t stop = std::min(text_.find(end, at_), text_.size());
    const std::string word(text_.substr(at_, stop - at_));
    at_ = std::min(stop + 1, text_.size());
    return word;
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

// Returns the device list that an iota form stands for.
std::vector<int64_t> ListOf(const std::vector<int64_t>& reshape,
                            const std::vector<int64_t>& permutation) {
  int64_t count = 1;
  for (const int64_t size : reshape) count *= size;
  std::vector<int64_t> list;
  for (int64_t position = 0; position < count; ++position) {
    std::vector<int64_t> index(reshape.size());
    int64_t rest = position;
    for (size_t i = reshape.size(); i > 0; --i) {
      const auto entry = static_cast<size_t>(permutation[i - 1]);
      index[entry] = rest % reshape[entry];
      rest /= reshape[entry];
    }
    int64_t device = 0;
    for (size_t i = 0; i < reshape.size(); ++i) {
      device = device * reshape[i] + index[i];
    }
    list.push_back(device);
  }
  return list;
}

// The contents of {devices=...}.
struct Tiles {
  std::vector<int64_t> tile;
  std::vector<int64_t> list;
  std::vector<std::string> types;
};

Tiles ReadTiles(Reader& reader) {
  Tiles tiles;
  tiles.tile = reader.Ints();
  reader.Try("]");
  if (reader.Try("<=[")) {
    const std::vector<int64_t> reshape = reader.Ints();
    std::vector<int64_t> permutation(reshape.size());
    std::iota(permutation.begin(), permutation.end(), 0);
    reader.Try("]");
    if (reader.Try("T(")) permutation = reader.Ints();
    reader.Try(")");
    tiles.list = ListOf(reshape, permutation);
  } else {
    tiles.list = reader.Ints();
  }
  if (reader.Try("last_tile_dim_replicate")) tiles.types = {"replicated"};
  if (reader.Try("last_tile_dims={")) {
    const std::string list = reader.Until('}') + ",";
    Reader types(list);
    for (std::string type = types.Until(','); !type.empty();
         type = types.Until(',')) {
      type.erase(0, type.find_first_not_of(' '));
      tiles.types.push_back(type);
    }
  }
  return tiles;
}

}  // namespace

ShardMap MapOf(const Sharding& sharding) {
  int64_t count = 1;
  for (const Axis& axis : sharding.mesh) count *= axis.size;
  Columns columns(static_cast<size_t>(count));
  std::vector<int64_t> coordinates(sharding.mesh.size());
  for (int64_t position = 0; position < count; ++position) {
    int64_t rest = position;
    for (size_t i = sharding.mesh.size(); i > 0; --i) {
      coordinates[i - 1] = rest % sharding.mesh[i - 1].size;
      rest /= sharding.mesh[i - 1].size;
    }
    const auto device = static_cast<size_t>(
        sharding.device_ids.empty()
            ? position
            : sharding.device_ids[static_cast<size_t>(position)]);
    int64_t& shard = columns.shard[device];
    for (const std::vector<Ref>& dim : sharding.dims) {
      int64_t parts = 1;
      for (const Ref& ref : dim) parts *= ref.hi / ref.lo;
      shard = shard * parts + IndexAlong(dim, coordinates, sharding.mesh);
    }
    columns.manual[device] =
        IndexAlong(sharding.manual, coordinates, sharding.mesh);
    columns.unreduced[device] =
        IndexAlong(sharding.unreduced, coordinates, sharding.mesh);
  }
  return Combine(std::move(columns));
}

std::optional<ShardMap> MapOfHlo(std::string_view text, size_t rank,
                                 int64_t count) {
  Reader reader(text);
  reader.Try("{");
  Columns columns(static_cast<size_t>(count));
  if (reader.Try("replicated")) return Combine(columns);
  for (const std::string_view kind : {"manual", "unreduced"}) {
    if (!reader.Try(kind)) continue;
    std::vector<int64_t>& groups =
        kind == "manual" ? columns.manual : columns.unreduced;
    std::iota(groups.begin(), groups.end(), 0);
    return Combine(columns);
  }
  if (!reader.Try("devices=[")) return std::nullopt;
  const Tiles tiles = ReadTiles(reader);
  if (tiles.list.size() != columns.shard.size() ||
      tiles.tile.size() != rank + tiles.types.size()) {
    return std::nullopt;
  }
  std::vector<int64_t> index(tiles.tile.size());
  for (size_t position = 0; position < tiles.list.size(); ++position) {
    const auto device = static_cast<size_t>(tiles.list[position]);
    auto rest = static_cast<int64_t>(position);
    for (size_t i = index.size(); i > 0; --i) {
      index[i - 1] = rest % tiles.tile[i - 1];
      rest /= tiles.tile[i - 1];
    }
    for (size_t i = 0; i < index.size(); ++i) {
      if (i >= rank && tiles.types[i - rank] == "replicated") continue;
      int64_t& number = i < rank ? columns.shard[device]
                        : tiles.types[i - rank] == "manual"
                            ? columns.manual[device]
                            : columns.unreduced[device];
      number = number * tiles.tile[i] + index[i];
    }
  }
  return Combine(std::move(columns));
}

std::optional<Sharding> Read(std::string_view mesh, std::string_view text,
                             const std::vector<std::string>& manual) {
  Sharding sharding;
  Reader reader(mesh);
  reader.Try("<[");
  while (reader.Try("\"")) {
    Axis& axis = sharding.mesh.emplace_back();
    axis.name = reader.Until('"');
    reader.Try("=");
    axis.size = reader.Int();
    reader.Try(",");
  }
  reader.Try("]");
  if (reader.Try(", device_ids=[")) sharding.device_ids = reader.Ints();

  const auto find = [&](const std::string& name) {
    size_t i = 0;
    while (i < sharding.mesh.size() && sharding.mesh[i].name != name) ++i;
    return i;
  };
  bool known = true;
  const auto refs = [&](Reader& from) {
    std::vector<Ref> list;
    while (from.Try("\"")) {
      Ref ref;
      ref.axis = find(from.Until('"'));
      if (ref.axis == sharding.mesh.size()) {
        known = false;
        return list;
      }
      ref.hi = sharding.mesh[ref.axis].size;
      if (from.Try(":(")) {
        ref.lo = from.Int();
        from.Try(")");
        ref.hi = ref.lo * from.Int();
      }
      list.push_back(ref);
      from.Try(",");
    }
    from.Try("?");
    from.Try("}");
    return list;
  };
  Reader body(text);
  body.Try("[");
  while (body.Try("{")) {
    sharding.dims.push_back(refs(body));
    body.Try(",");
  }
  body.Try("]");
  body.Try(",");
  if (body.Try("replicated={")) refs(body);
  body.Try(",");
  if (body.Try("unreduced={")) sharding.unreduced = refs(body);
  std::string names;
  for (const std::string& name : manual) {
    names += name.starts_with('"') ? name : "\"" + name + "\"";
    names += ", ";
  }
  Reader manual_names(names);
  sharding.manual = refs(manual_names);
  if (!known) return std::nullopt;
  return sharding;
}

namespace {

void AppendRefs(const std::vector<Ref>& refs, const std::vector<Axis>& mesh,
                std::string& out) {
  for (size_t i = 0; i < refs.size(); ++i) {
    if (i > 0) out += ", ";
    out += "\"" + mesh[refs[i].axis].name + "\"";
    if (refs[i].lo == 1 && refs[i].hi == mesh[refs[i].axis].size) continue;
    out += ":(" + std::to_string(refs[i].lo) + ")" +
           std::to_string(refs[i].hi / refs[i].lo);
  }
}

// Splits a size into random factors.
std::vector<int64_t> RandomFactors(Random& random, int64_t size) {
  std::vector<int64_t> factors;
  while (size > 1) {
    std::vector<int64_t> divisors;
    for (int64_t d = 2; d <= size; ++d) {
      if (size % d == 0) divisors.push_back(d);
    }
    const int64_t chosen = divisors[static_cast<size_t>(
        Below(random, static_cast<int64_t>(divisors.size())))];
    factors.push_back(chosen);
    size /= chosen;
  }
  return factors;
}

// Appends the reference. If it continues the last one, the two are merged.
void AppendRef(std::vector<Ref>& refs, const Ref& ref) {
  if (!refs.empty() && refs.back().axis == ref.axis &&
      refs.back().hi == ref.lo) {
    refs.back().hi = ref.hi;
  } else {
    refs.push_back(ref);
  }
}

void SortRefs(std::vector<Ref>& refs) {
  std::ranges::sort(refs, [](const Ref& a, const Ref& b) {
    return a.axis != b.axis ? a.axis < b.axis : a.lo < b.lo;
  });
  std::vector<Ref> merged;
  for (const Ref& ref : refs) AppendRef(merged, ref);
  refs = std::move(merged);
}

constexpr int64_t kCounts[] = {1,  2,  3,  4,  6,  8,  8,  12, 16, 16,
                               18, 24, 30, 32, 36, 48, 64, 72, 96};

}  // namespace

std::string MeshText(const Sharding& sharding) {
  std::string out = "<[";
  for (size_t i = 0; i < sharding.mesh.size(); ++i) {
    if (i > 0) out += ", ";
    out += "\"" + sharding.mesh[i].name +
           "\"=" + std::to_string(sharding.mesh[i].size);
  }
  out += "]";
  for (size_t i = 0; i < sharding.device_ids.size(); ++i) {
    out += i > 0 ? ", " : ", device_ids=[";
    out += std::to_string(sharding.device_ids[i]);
  }
  return out + (sharding.device_ids.empty() ? ">" : "]>");
}

std::string ShardingText(const Sharding& sharding) {
  std::string out = "[";
  for (size_t i = 0; i < sharding.dims.size(); ++i) {
    out += i > 0 ? ", {" : "{";
    AppendRefs(sharding.dims[i], sharding.mesh, out);
    out += "}";
  }
  out += "]";
  if (!sharding.unreduced.empty()) {
    out += ", unreduced={";
    AppendRefs(sharding.unreduced, sharding.mesh, out);
    out += "}";
  }
  return out;
}

Sharding RandomSharding(Random& random, bool plain) {
  Sharding sharding;
  const int64_t count = kCounts[Below(random, std::size(kCounts))];
  for (const int64_t size : RandomFactors(random, count)) {
    sharding.mesh.push_back(
        {std::string(1, static_cast<char>('a' + sharding.mesh.size())), size});
    if (Below(random, 16) == 0) {
      sharding.mesh.push_back(
          {"one" + std::to_string(sharding.mesh.size()), 1});
    }
  }
  if (sharding.mesh.empty()) sharding.mesh.push_back({"a", 1});
  if (!plain && count > 1) {
    sharding.device_ids.resize(static_cast<size_t>(count));
    std::iota(sharding.device_ids.begin(), sharding.device_ids.end(), 0);
    std::shuffle(sharding.device_ids.begin(), sharding.device_ids.end(),
                 random);
    if (std::ranges::is_sorted(sharding.device_ids)) {
      std::ranges::reverse(sharding.device_ids);
    }
  }
  // Manual axes stay whole; the others may be split.
  std::vector<Ref> pieces;
  for (size_t i = 0; i < sharding.mesh.size(); ++i) {
    const int64_t size = sharding.mesh[i].size;
    if (Below(random, 12) == 0) {
      sharding.manual.push_back({i, 1, size});
      continue;
    }
    if (size == 1 || Below(random, 3) > 0) {
      pieces.push_back({i, 1, size});
      continue;
    }
    int64_t lo = 1;
    for (const int64_t factor : RandomFactors(random, size)) {
      pieces.push_back({i, lo, lo * factor});
      lo *= factor;
    }
  }
  std::shuffle(pieces.begin(), pieces.end(), random);
  sharding.dims.resize(static_cast<size_t>(Below(random, 4)));
  const auto rank = static_cast<int64_t>(sharding.dims.size());
  for (const Ref& piece : pieces) {
    const int64_t place = Below(random, rank + 2);
    if (place < rank) {
      AppendRef(sharding.dims[static_cast<size_t>(place)], piece);
    } else if (place == rank && Below(random, 4) == 0) {
      sharding.unreduced.push_back(piece);
    }
  }
  SortRefs(sharding.unreduced);
  return sharding;
}

std::string RandomTiles(Random& random, size_t& rank, int64_t& count) {
  count = kCounts[1 + Below(random, std::size(kCounts) - 1)];
  const auto with_ones = [&](std::vector<int64_t> sizes) {
    while (Below(random, 3) == 0) {
      sizes.insert(sizes.begin() + Below(random, std::ssize(sizes) + 1), 1);
    }
    return sizes;
  };
  const auto join = [](const std::vector<int64_t>& values) {
    std::string text;
    for (const int64_t value : values) {
      text += (text.empty() ? "" : ",") + std::to_string(value);
    }
    return text;
  };
  const std::vector<int64_t> tile = with_ones(RandomFactors(random, count));
  std::string text = "{devices=[" + join(tile) + "]";
  if (Below(random, 8) == 0) {
    std::vector<int64_t> list(static_cast<size_t>(count));
    std::iota(list.begin(), list.end(), 0);
    std::shuffle(list.begin(), list.end(), random);
    text += join(list);
  } else {
    const std::vector<int64_t> reshape =
        with_ones(RandomFactors(random, count));
    text += "<=[" + join(reshape) + "]";
    if (reshape.size() > 1) {
      std::vector<int64_t> permutation(reshape.size());
      std::iota(permutation.begin(), permutation.end(), 0);
      std::shuffle(permutation.begin(), permutation.end(), random);
      text += "T(" + join(permutation) + ")";
    }
  }
  const auto groups = static_cast<size_t>(Below(random, std::ssize(tile) + 1));
  rank = tile.size() - groups;
  if (groups == 1 && Below(random, 2) == 0) {
    return text + " last_tile_dim_replicate}";
  }
  if (groups == 0) return text + "}";
  constexpr const char* kTypes[] = {"replicated", "manual", "unreduced"};
  text += " last_tile_dims={";
  for (size_t i = 0; i < groups; ++i) {
    text += i > 0 ? ", " : "";
    text += kTypes[Below(random, 3)];
  }
  return text + "}}";
}

int CaseCount(int in_release) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  const int count = in_release / 50;
#elif defined(__OPTIMIZE__)
  const int count = in_release;
#else
  const int count = in_release / 10;
#endif
  std::cout << count << " random cases\n";
  return count;
}

}  // namespace shardflow::internal::gspmd_model
