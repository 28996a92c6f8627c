#include <algorithm>
#include <functional>
#include <numeric>

#include "bytecode/codes.h"
#include "bytecode/entry_writer.h"

// The order in which entries are written, the same as in MLIR's writer: the
// most used entries come first, and equally used ones are in the order of their
// first use. However, among entries whose numbers have the same length in
// bytes, entries of one dialect are kept together.

namespace shardflow::internal::bytecode {

bool EntryWriter::IsFirstUse(Table& table, size_t row) {
  if (table.uses[row]++ > 0) return false;
  table.order.push_back(static_cast<uint32_t>(row));
  const uint32_t dialect = table.Get(row).dialect;
  dialect_place_.resize(dialects_.size(), kNoPlace);
  if (dialect_place_[dialect] == kNoPlace) {
    dialect_place_[dialect] = static_cast<uint32_t>(dialect_order_.size());
    dialect_order_.push_back(dialect);
  }
  return true;
}

void EntryWriter::Use(OpNameNumber name) { IsFirstUse(names_, Slot(name)); }

// Counts a use of an entry. The entry's first use also counts as a use of each
// entry that it refers to.
void EntryWriter::Use(Table& table, size_t row, bool is_type) {
  if (!IsFirstUse(table, row)) return;
  to_use_.assign(1, {static_cast<uint32_t>(row), is_type});
  bool is_counted = true;
  while (!to_use_.empty()) {
    const auto [next, next_is_type] = to_use_.back();
    to_use_.pop_back();
    Table& its = next_is_type ? types_ : attrs_;
    if (!is_counted && !IsFirstUse(its, next)) continue;
    is_counted = false;
    const auto begin = static_cast<std::ptrdiff_t>(to_use_.size());
    Draft::ForEach(
        its.Get(next).pieces,
        [&](AttrNumber attr) {
          to_use_.emplace_back(static_cast<uint32_t>(attr), false);
        },
        [&](TypeNumber type) {
          to_use_.emplace_back(static_cast<uint32_t>(type), true);
        });
    std::reverse(to_use_.begin() + begin, to_use_.end());
  }
}

void EntryWriter::Settle() {
  for (Table* const table : {&names_, &attrs_, &types_}) Settle(*table);
}

void EntryWriter::Settle(Table& table) {
  std::vector<uint32_t>& order = table.order;
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](uint32_t row) { return table.uses[row]; });
  // Each pass handles the entries whose numbers have the same length in bytes.
  // The last dialect of a pass comes first in the next pass.
  uint32_t first = 0;
  size_t size = 0;
  size_t begin = 0;
  for (size_t bytes = 1; bytes < 9 && begin < order.size(); ++bytes) {
    size = (size_t{1} << (7 * bytes)) - size;
    const size_t end = begin + std::min(size, order.size() - begin);
    const auto rank = [&](uint32_t row) {
      const uint32_t dialect = dialect_place_[table.Get(row).dialect];
      return std::pair(dialect != first, dialect);
    };
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                     order.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](uint32_t a, uint32_t b) { return rank(a) < rank(b); });
    first = dialect_place_[table.Get(order[end - 1]).dialect];
    begin = end;
  }
  table.place.assign(table.rows.size(), kNoPlace);
  for (size_t i = 0; i < order.size(); ++i) {
    table.place[order[i]] = static_cast<uint32_t>(i);
  }
}

uint64_t EntryWriter::Place(StringNumber string) {
  string_place_.resize(strings_.size(), kNoPlace);
  uint32_t& place = string_place_[Slot(string)];
  if (place == kNoPlace) {
    place = static_cast<uint32_t>(string_order_.size());
    string_order_.push_back(static_cast<uint32_t>(string));
  }
  return place;
}

void EntryWriter::Finish(std::string_view pieces, ByteWriter& out) {
  const auto place = [&](auto number) { return Place(number); };
  Draft::Finish(pieces, place, place, place, out);
}

// --- sections

// Writes consecutive rows of a dialect as a group: the dialect, the number of
// rows, the rows.
void EntryWriter::WriteGroups(
    const Table& table, ByteWriter& out,
    const std::function<void(const Row&)>& entry) const {
  const std::vector<uint32_t>& order = table.order;
  for (size_t i = 0; i < order.size();) {
    const uint32_t dialect = table.Get(order[i]).dialect;
    size_t end = i;
    while (end < order.size() && table.Get(order[end]).dialect == dialect) {
      ++end;
    }
    out.VarInt(dialect_place_[dialect]);
    out.VarInt(end - i);
    for (; i < end; ++i) entry(table.Get(order[i]));
  }
}

std::string EntryWriter::DialectSection(uint64_t format) {
  ByteWriter out;
  out.VarInt(dialect_order_.size());
  for (const uint32_t dialect : dialect_order_) {
    const uint64_t name = Place(dialects_[dialect]);
    if (format < kDialectVersions) {
      out.VarInt(name);
    } else {
      out.VarIntWithFlag(name, false);
    }
  }
  if (format >= kOptionalArgLocs) out.VarInt(names_.order.size());
  WriteGroups(names_, out, [&](const Row& row) {
    const auto place = [&](auto number) {
      return format < kProperties ? Place(number) : Place(number) << 1 | 1;
    };
    const auto none = [](auto) { return uint64_t{0}; };
    Draft::Finish(row.pieces, none, none, place, out);
  });
  return out.bytes();
}

std::pair<std::string, std::string> EntryWriter::EntrySections() {
  ByteWriter entries, sizes;
  sizes.VarInt(attrs_.order.size());
  sizes.VarInt(types_.order.size());
  for (const Table* const table : {&attrs_, &types_}) {
    WriteGroups(*table, sizes, [&](const Row& row) {
      const size_t begin = entries.size();
      Finish(row.pieces, entries);
      sizes.VarIntWithFlag(entries.size() - begin, row.is_code);
    });
  }
  return {entries.bytes(), sizes.bytes()};
}

std::string EntryWriter::StringSection() const {
  ByteWriter out;
  out.VarInt(string_order_.size());
  for (size_t i = string_order_.size(); i-- > 0;) {
    out.VarInt(StringOf(string_order_[i]).size() + 1);
  }
  for (const uint32_t string : string_order_) {
    out.Bytes(StringOf(string));
    out.Byte(0);
  }
  return out.bytes();
}

}  // namespace shardflow::internal::bytecode
