#include "bytecode/container.h"

#include <array>
#include <optional>
#include <string>

#include "bytecode/codes.h"

namespace shardflow::internal::bytecode {
namespace {

constexpr std::array<std::string_view, kSectionCount> kParts = {
    "strings",          "dialects",         "attributes and types",
    "offsets",          "program",          "resources",
    "resource offsets", "dialect versions", "properties"};

// Reads the next section. Returns its contents and sets `id` to its number.
ByteReader ReadSection(ByteReader& in, uint8_t& id) {
  const uint8_t byte = in.Byte();
  id = byte & 0x7f;
  const uint64_t size = in.VarInt();
  if ((byte & 0x80) != 0) {
    const uint64_t alignment = in.VarInt();
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 ||
        alignment > 4096) {
      in.Fail("an alignment that isn't a power of two");
    }
    while (in.ok() && in.offset() % alignment != 0) in.Byte();
  }
  if (id >= kSectionCount && in.ok()) {
    in.Fail("unknown section " + std::to_string(id));
  }
  const size_t at = in.offset();
  return {in.Bytes(size), at, in.ok() ? kParts[id] : in.part(), in.error()};
}

class Reader {
 public:
  Reader(std::string_view bytes, Container& c, Error& error)
      : in_(bytes, 0, "header", &error), c_(c) {
    c_.file = bytes;
  }

  bool Read() {
    in_.Bytes(kMagic.size());
    c_.version = in_.VarInt();
    if (in_.ok() && c_.version > kNewestVersion) {
      return in_.Fail("version " + std::to_string(c_.version) +
                      " of MLIR's bytecode; this shardflow reads up to " +
                      std::to_string(kNewestVersion));
    }
    c_.producer = in_.UntilNul();
    while (!in_.AtEnd()) {
      uint8_t id = 0;
      const ByteReader section = ReadSection(in_, id);
      if (!in_.ok()) return false;
      if (sections_[id]) return in_.Fail("a duplicate section");
      sections_[id] = section;
    }
    return in_.ok() && Needs(kStringSection) && ReadStrings() &&
           Needs(kDialectSection) && ReadDialects() &&
           Needs(kAttrTypeSection) && Needs(kAttrTypeOffsetSection) &&
           ReadOffsets() && Needs(kIrSection) && ReadIr() && ReadResources() &&
           ReadProperties();
  }

 private:
  bool Needs(SectionId id) {
    return sections_[id] || in_.Fail("the section \"" +
                                     std::string(kParts[id]) + "\" is missing");
  }

  // Reads the strings. Their lengths come first, in reverse order, and then
  // their bytes, in forward order.
  bool ReadStrings() {
    ByteReader& in = *sections_[kStringSection];
    const size_t count = in.Count();
    std::vector<uint64_t> sizes(count);
    uint64_t total = 0;
    for (size_t i = count; i-- > 0 && in.ok();) {
      sizes[i] = in.VarInt();
      if (sizes[i] == 0 || sizes[i] > in.left()) in.Fail("a wrong length");
      total += sizes[i];
    }
    if (in.ok() && total != in.left()) {
      return in.Fail("the lengths don't match the text");
    }
    c_.strings.reserve(count);
    for (size_t i = 0; i < count && in.ok(); ++i) {
      const std::string_view text = in.Bytes(sizes[i]);
      if (in.ok()) c_.strings.push_back(text.substr(0, text.size() - 1));
    }
    return in.ok();
  }

  std::string_view String(ByteReader& in, uint64_t index) {
    if (index < c_.strings.size()) return c_.strings[index];
    if (in.ok()) in.Fail("no string has the number " + std::to_string(index));
    return {};
  }

  // Reads one group: calls entry(dialect) for each of its entries.
  template <class Fn>
  bool ReadGroup(ByteReader& in, const Fn& entry) {
    const uint64_t dialect = in.VarInt();
    const size_t count = in.Count();
    if (in.ok() && dialect >= c_.dialects.size()) {
      return in.Fail("no dialect has the number " + std::to_string(dialect));
    }
    for (size_t i = 0; i < count && in.ok(); ++i) {
      entry(static_cast<uint32_t>(dialect));
    }
    return in.ok();
  }

  bool ReadDialects() {
    ByteReader& in = *sections_[kDialectSection];
    const size_t count = in.Count();
    for (size_t i = 0; i < count && in.ok(); ++i) {
      bool versioned = false;
      const uint64_t name = c_.version < kDialectVersions
                                ? in.VarInt()
                                : in.VarIntWithFlag(versioned);
      c_.dialects.push_back(String(in, name));
      uint8_t id = 0;
      if (versioned) ReadSection(in, id);
    }
    if (c_.version >= kOptionalArgLocs) c_.op_names.reserve(in.Count());
    while (!in.AtEnd()) {
      ReadGroup(in, [&](uint32_t dialect) {
        bool registered = true;
        const uint64_t name = c_.version < kProperties
                                  ? in.VarInt()
                                  : in.VarIntWithFlag(registered);
        c_.op_names.push_back({dialect, String(in, name), registered});
      });
    }
    return in.ok();
  }

  bool ReadOffsets() {
    c_.entries = *sections_[kAttrTypeSection];
    ByteReader& in = *sections_[kAttrTypeOffsetSection];
    const size_t attrs = in.Count();
    const size_t types = in.Count();
    size_t at = 0;
    return ReadEntries(in, attrs, at, c_.attrs) &&
           ReadEntries(in, types, at, c_.types);
  }

  bool ReadEntries(ByteReader& in, size_t count, size_t& at,
                   std::vector<Entry>& list) {
    list.reserve(count);
    while (list.size() < count && in.ok()) {
      if (in.left() == 0) return in.Fail("it ends too early");
      ReadGroup(in, [&](uint32_t dialect) {
        Entry entry{.dialect = dialect};
        entry.size = in.VarIntWithFlag(entry.is_code);
        entry.at = at;
        if (entry.size > c_.entries.left() - at) {
          in.Fail("an entry beyond the end of its section");
          return;
        }
        at += entry.size;
        list.push_back(entry);
      });
    }
    if (in.ok() && list.size() > count) {
      return in.Fail("more entries than declared");
    }
    return in.ok();
  }

  bool ReadIr() {
    c_.ir = *sections_[kIrSection];
    return true;
  }

  // Reads the resources. Groups of external resources come first, and belong to
  // no dialect.
  bool ReadResources() {
    if (!sections_[kResourceOffsetSection]) return true;
    if (!Needs(kResourceSection)) return false;
    ByteReader& in = *sections_[kResourceOffsetSection];
    const size_t external = in.Count();
    for (size_t group = 0; !in.AtEnd(); ++group) {
      const bool is_external = group < external;
      const uint64_t owner = in.VarInt();
      const size_t count = in.Count();
      if (in.ok() && !is_external && owner >= c_.dialects.size()) {
        return in.Fail("no dialect has the number " + std::to_string(owner));
      }
      for (size_t i = 0; i < count && in.ok(); ++i) {
        BlobEntry entry{.dialect = static_cast<uint32_t>(owner)};
        entry.key = String(in, in.VarInt());
        entry.contents = sections_[kResourceSection]->Piece(in.VarInt());
        const uint8_t kind = in.Byte();
        if (is_external) continue;
        if (kind != 0) return in.Fail("a resource that isn't a blob");
        c_.resources.push_back(entry);
      }
    }
    return in.ok();
  }

  bool ReadProperties() {
    if (!sections_[kPropertiesSection]) return true;
    ByteReader& in = *sections_[kPropertiesSection];
    const size_t count = in.Count();
    c_.properties.reserve(count);
    for (size_t i = 0; i < count && in.ok(); ++i) {
      c_.properties.push_back(in.Piece(in.VarInt()));
    }
    return in.ok();
  }

  ByteReader in_;
  Container& c_;
  std::array<std::optional<ByteReader>, kSectionCount> sections_;
};

}  // namespace

ByteReader Container::Contents(const Entry& entry) const {
  ByteReader all = entries;
  all.Bytes(entry.at);
  return all.Piece(entry.size);
}

bool ReadContainer(std::string_view bytes, Container& container, Error& error) {
  return Reader(bytes, container, error).Read();
}

}  // namespace shardflow::internal::bytecode
