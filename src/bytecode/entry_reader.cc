#include "bytecode/entry_reader.h"

#include <algorithm>
#include <memory>

#include "base/diagnostics.h"
#include "base/source.h"
#include "text/parser.h"

namespace shardflow::internal::bytecode {
namespace {

// The same limit as in the parser for text.
constexpr int kMaxDepth = 500;
// How many bytes larger than the file an entry may be, if everything that it
// refers to is counted once per reference. Shared references can make that size
// grow exponentially.
constexpr uint64_t kMaxSize = uint64_t{4} << 20;

}  // namespace

AttrId EntryReader::Attr(ByteReader& in, uint64_t index) {
  if (index < attrs_.size() && attrs_[index].state == State::kDone) {
    return AttrId(attrs_[index].id);
  }
  return AttrId(Resolve(in, {index, false}));
}

TypeId EntryReader::Type(ByteReader& in, uint64_t index) {
  if (index < types_.size() && types_[index].state == State::kDone) {
    return TypeId(types_[index].id);
  }
  return TypeId(Resolve(in, {index, true}));
}

Loc EntryReader::NewLocation(ByteReader& in, uint64_t index) {
  const AttrId attr = Attr(in, index);
  if (!attr) return Loc();
  const AttrKind kind = m_.attrs.kind(attr);
  if (kind < AttrKind::kLocUnknown || kind > AttrKind::kLocFused) {
    in.Fail("expected a location");
    return Loc();
  }
  Slot& slot = attrs_[index];
  slot.is_loc = true;
  slot.is_unknown_loc = kind == AttrKind::kLocUnknown;
  return slot.is_unknown_loc ? Loc() : Loc::Attr(attr);
}

int32_t EntryReader::Resolve(ByteReader& in, Key key) {
  if (!in.ok()) return -1;
  if (key.index >= (key.is_type ? types_.size() : attrs_.size())) {
    in.Fail("no " + std::string(key.is_type ? "type" : "attribute") +
            " has the number " + std::to_string(key.index));
    return -1;
  }
  stack_.assign(1, key);
  while (!stack_.empty()) {
    if (At(stack_.back()).state == State::kDone) {
      stack_.pop_back();
    } else if (!ReadEntry(stack_.back())) {
      return -1;
    }
  }
  return At(key).id;
}

// Reads the entry, or pushes unread entries that it refers to.
bool EntryReader::ReadEntry(Key key) {
  const Entry& entry = (key.is_type ? c_.types : c_.attrs)[key.index];
  ByteReader in = c_.Contents(entry);
  At(key).state = State::kOpen;
  missing_.clear();
  size_ = entry.size;
  depth_ = 0;
  const int32_t id = Decode(in, key, entry);
  if (!in.ok()) return false;
  if (!missing_.empty()) {
    stack_.insert(stack_.end(), missing_.begin(), missing_.end());
    return true;
  }
  if (id < 0) return in.Fail("it can't be read");
  if (in.left() > 0) return in.Fail("unexpected bytes at the end of an entry");
  if (depth_ >= kMaxDepth) return in.Fail("nesting too deep");
  if (size_ > c_.file.size() + kMaxSize) {
    return in.Fail("an attribute expands to too much text");
  }
  Slot& slot = At(key);
  slot.id = id;
  slot.state = State::kDone;
  slot.depth = static_cast<uint16_t>(depth_);
  slot.size = size_;
  return true;
}

int32_t EntryReader::Decode(ByteReader& in, Key key, const Entry& entry) {
  if (!entry.is_code) return DecodeText(in, key.is_type);
  switch (dialects_[entry.dialect]) {
    case Dialect::kBuiltin:
      return key.is_type ? BuiltinType(in).index : BuiltinAttr(in).index;
    case Dialect::kVhlo:
      return key.is_type ? VhloType(in).index : VhloAttr(in).index;
    case Dialect::kStablehlo:
      return key.is_type ? StablehloType(in).index : StablehloAttr(in).index;
    case Dialect::kQuant:
      if (key.is_type) return QuantType(in).index;
      break;
    case Dialect::kSdy:
      if (!key.is_type) return SdyAttr(in).index;
      break;
    case Dialect::kChlo:
      if (!key.is_type) return ChloAttr(in).index;
      break;
    case Dialect::kOther:
      break;
  }
  in.Fail(std::string(key.is_type ? "types" : "attributes") +
          " of the dialect '" + std::string(c_.dialects[entry.dialect]) +
          "' are not known");
  return -1;
}

EntryReader::Dialect EntryReader::FindDialect(std::string_view name) {
  if (name == "builtin") return Dialect::kBuiltin;
  if (name == "vhlo") return Dialect::kVhlo;
  if (name == "stablehlo") return Dialect::kStablehlo;
  if (name == "quant") return Dialect::kQuant;
  if (name == "sdy") return Dialect::kSdy;
  return name == "chlo" ? Dialect::kChlo : Dialect::kOther;
}

AttrId EntryReader::ChloAttr(ByteReader& in) {
  const uint64_t code = in.VarInt();
  if (code <= 1) {
    return VhloEnum(in, code == 0 ? EnumId::kChloComparisonDirection
                                  : EnumId::kChloComparisonType);
  }
  in.Fail("unknown attribute " + std::to_string(code) + " of chlo");
  return {};
}

// Reads an attribute or type that is stored as MLIR text.
int32_t EntryReader::DecodeText(ByteReader& in, bool is_type) {
  const std::string text(in.UntilNul());
  if (!in.ok()) return -1;
  Diagnostics diagnostics;
  const SourceBuffer source("<entry>", text);
  Parser parser(m_, source, options_, diagnostics);
  const int32_t id =
      is_type ? parser.ParseType().index : parser.ParseAttribute().index;
  if (id >= 0 && !parser.failed() && parser.At(Tok::kEof)) return id;
  in.Fail(diagnostics.empty() ? "unexpected text after an attribute"
                              : diagnostics.all()[0].text);
  return -1;
}

int32_t EntryReader::Child(ByteReader& in, Key key) {
  if (!in.ok()) return -1;
  if (key.index >= (key.is_type ? types_.size() : attrs_.size())) {
    in.Fail("no " + std::string(key.is_type ? "type" : "attribute") +
            " has the number " + std::to_string(key.index));
    return -1;
  }
  const Slot& slot = At(key);
  if (slot.state == State::kDone) {
    depth_ = std::max(depth_, slot.depth + 1);
    size_ += slot.size;
    return slot.id;
  }
  if (slot.state == State::kOpen) {
    in.Fail("an attribute that contains itself");
  } else {
    missing_.push_back(key);
  }
  return -1;
}

std::vector<AttrId> EntryReader::ChildAttrs(ByteReader& in) {
  const size_t count = in.Count();
  std::vector<AttrId> attrs;
  attrs.reserve(count);
  while (attrs.size() < count && in.ok()) attrs.push_back(ChildAttr(in));
  return attrs;
}

std::vector<TypeId> EntryReader::ChildTypes(ByteReader& in) {
  const size_t count = in.Count();
  std::vector<TypeId> types;
  types.reserve(count);
  while (types.size() < count && in.ok()) types.push_back(ChildType(in));
  return types;
}

AttrId EntryReader::Dict(ByteReader& in) {
  const size_t count = in.Count();
  std::vector<NamedAttr> items;
  for (size_t i = 0; i < count && in.ok(); ++i) {
    const AttrId name = ChildAttr(in);
    const AttrId value = ChildAttr(in);
    if (!Ready(in)) continue;
    items.push_back({Name(in, name), value});
    if (items.back().name == name::kEmpty) {
      in.Fail("an attribute without a name");
    }
  }
  if (!Ready(in)) return {};
  const size_t size = items.size();
  const AttrId dict = m_.attrs.Dict(std::move(items), m_.names);
  if (m_.attrs.DictSize(dict) == size) return dict;
  in.Fail("a dictionary with a duplicate name");
  return {};
}

std::string_view EntryReader::String(ByteReader& in) {
  const uint64_t index = in.VarInt();
  if (!in.ok()) return {};
  if (index < c_.strings.size()) {
    size_ += c_.strings[index].size();
    return c_.strings[index];
  }
  in.Fail("no string has the number " + std::to_string(index));
  return {};
}

std::vector<int64_t> EntryReader::SignedList(ByteReader& in) {
  const size_t count = in.Count();
  std::vector<int64_t> values;
  values.reserve(count);
  while (values.size() < count && in.ok()) values.push_back(in.SignedVarInt());
  return values;
}

bool EntryReader::Expect(ByteReader& in, AttrId attr, AttrKind kind) {
  return m_.attrs.Is(attr, kind) ||
         in.Fail("an attribute of an unexpected kind");
}

NameId EntryReader::Name(ByteReader& in, AttrId attr) {
  return Expect(in, attr, AttrKind::kString) ? m_.attrs.StringValue(attr)
                                             : name::kEmpty;
}

}  // namespace shardflow::internal::bytecode
