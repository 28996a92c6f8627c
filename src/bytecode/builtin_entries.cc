#include <string>

#include "bytecode/codes.h"
#include "bytecode/entry_reader.h"
#include "bytecode/type_codes.h"
#include "ops/attr_make.h"
#include "text/write.h"

// Reads attributes and types of the builtin dialect.

namespace shardflow::internal::bytecode {
namespace {

// The highest rank that is accepted in the layout of a memref.
constexpr uint64_t kMaxMapRank = 64;

}  // namespace

AttrId EntryReader::BuiltinAttr(ByteReader& in) {
  const uint64_t code = in.VarInt();
  switch (code) {
    case builtin::kArray: {
      const std::vector<AttrId> items = ChildAttrs(in);
      return Ready(in) ? m_.attrs.Array(items) : AttrId::None();
    }
    case builtin::kDict:
      return Dict(in);
    case builtin::kString:
      return m_.attrs.String(m_.names.Intern(String(in)));
    case builtin::kTypedString: {
      const NameId text = m_.names.Intern(String(in));
      const TypeId type = ChildType(in);
      if (!Ready(in)) return {};
      return m_.attrs.Make(StringAttr{text, type});
    }
    case builtin::kFlatSymbol:
    case builtin::kSymbol:
      return Symbol(in);
    case builtin::kType: {
      const TypeId type = ChildType(in);
      return Ready(in) ? m_.attrs.Type(type) : AttrId::None();
    }
    case builtin::kUnit:
      return m_.attrs.Unit();
    case builtin::kInteger: {
      const TypeId type = ChildType(in);
      return Ready(in) ? Integer(in, type) : AttrId::None();
    }
    case builtin::kFloat: {
      const TypeId type = ChildType(in);
      return Ready(in) ? Float(in, type) : AttrId::None();
    }
    case builtin::kDenseArray:
      return DenseArray(in);
    case builtin::kDense: {
      const TypeId type = ChildType(in);
      const std::string_view bytes = in.Bytes(in.VarInt());
      return Ready(in) ? PackedDense(in, type, bytes) : AttrId::None();
    }
    case builtin::kDenseResource: {
      const TypeId type = ChildType(in);
      const uint64_t resource = in.VarInt();
      if (!Ready(in)) return {};
      if (resource >= c_.resources.size()) {
        in.Fail("no resource has the number " + std::to_string(resource));
        return {};
      }
      used_resources_[resource] = true;
      return m_.attrs.Make(
          DenseResourceAttr{type, m_.names.Intern(c_.resources[resource].key)});
    }
    case builtin::kAffineMap: {
      const uint64_t header = in.VarInt();
      if ((header & 3) != 0 || header >> 2 > kMaxMapRank) {
        in.Fail("an affine map that isn't the identity");
        return {};
      }
      return m_.attrs.Make(
          OpaqueAttr{m_.names.Intern(IdentityMap(header >> 2))});
    }
    case builtin::kStrided:
      return Strided(in);
    default:
      return LocationAttr(in, code);
  }
}

// Returns the text of the identity map of this rank. (Layouts are stored as
// text.)
std::string EntryReader::IdentityMap(size_t rank) {
  std::string dims = "(";
  for (size_t i = 0; i < rank; ++i) {
    dims += (i > 0 ? ", d" : "d") + std::to_string(i);
  }
  dims += ")";
  return "affine_map<" + dims + " -> " + dims + ">";
}

AttrId EntryReader::Strided(ByteReader& in) {
  const auto number = [](int64_t value) {
    return value == kDynamicDim ? "?" : std::to_string(value);
  };
  const int64_t offset = in.SignedVarInt();
  std::string text = "strided<[";
  bool first = true;
  for (const int64_t stride : SignedList(in)) {
    if (!first) text += ", ";
    first = false;
    text += number(stride);
  }
  text += offset == 0 ? "]>" : "], offset: " + number(offset) + ">";
  return m_.attrs.Make(OpaqueAttr{m_.names.Intern(text)});
}

AttrId EntryReader::LocationAttr(ByteReader& in, uint64_t code) {
  switch (code) {
    case builtin::kUnknownLoc:
      return m_.attrs.Make(LocUnknownAttr{});
    case builtin::kCallSiteLoc: {
      const AttrId callee = ChildAttr(in);
      const AttrId caller = ChildAttr(in);
      if (!ExpectLoc(in, callee) || !ExpectLoc(in, caller)) return {};
      return m_.attrs.Make(LocCallSiteAttr{callee, caller});
    }
    case builtin::kNameLoc: {
      const AttrId name = ChildAttr(in);
      const AttrId child = ChildAttr(in);
      if (!ExpectLoc(in, child)) return {};
      return m_.attrs.Make(LocNameAttr{Name(in, name), child});
    }
    case builtin::kFusedLoc:
    case builtin::kFusedLocMeta: {
      const std::vector<AttrId> locs = ChildAttrs(in);
      for (const AttrId loc : locs) ExpectLoc(in, loc);
      AttrId metadata;
      if (code == builtin::kFusedLocMeta) metadata = ChildAttr(in);
      if (!Ready(in)) return {};
      return m_.attrs.Make(LocFusedAttr{metadata}, locs);
    }
    case builtin::kFileLoc:
    case builtin::kRangeLoc:
      return FileLocation(in, code);
    default:
      in.Fail("unknown attribute " + std::to_string(code) + " of builtin");
      return {};
  }
}

AttrId EntryReader::FileLocation(ByteReader& in, uint64_t code) {
  const AttrId file = ChildAttr(in);
  // A position has a line and a column. A range also has the line and column of
  // its end, or only the column if the end is on the same line.
  const size_t count = code == builtin::kFileLoc ? 2 : in.Count();
  if (in.ok() && count > 4) in.Fail("a location with too many numbers");
  int64_t numbers[4] = {};
  for (size_t i = 0; i < count && in.ok(); ++i) {
    const uint64_t number = in.VarInt();
    if (number > UINT32_MAX)
      in.Fail("a line or column number that is too large");
    // If there are three numbers, the last is the column of the end.
    numbers[count == 3 && i == 2 ? 3 : i] = static_cast<int64_t>(number);
  }
  if (!Ready(in)) return {};
  if (count == 3) numbers[2] = numbers[0];
  // An empty range is stored as a single position.
  const bool is_range =
      count > 2 && (numbers[0] != numbers[2] || numbers[1] != numbers[3]);
  return m_.attrs.Make(
      LocFileAttr{Name(in, file), numbers[0], numbers[1]},
      std::span<const int64_t>(numbers).subspan(2, is_range ? 2 : 0));
}

bool EntryReader::ExpectLoc(ByteReader& in, AttrId attr) {
  if (!Ready(in)) return false;
  const AttrKind kind = m_.attrs.kind(attr);
  return (kind >= AttrKind::kLocUnknown && kind <= AttrKind::kLocFused) ||
         in.Fail("expected a location");
}

AttrId EntryReader::Symbol(ByteReader& in) {
  const AttrId root = ChildAttr(in);
  std::vector<AttrId> nested;
  if (in.left() > 0) nested = ChildAttrs(in);
  if (!Ready(in)) return {};
  std::vector<NameId> names = {Name(in, root)};
  for (const AttrId attr : nested) {
    if (!Expect(in, attr, AttrKind::kSymbolRef)) return {};
    names.push_back(m_.attrs.SymbolRoot(attr));
  }
  return m_.attrs.Make(SymbolRefAttr{}, names);
}

AttrId EntryReader::DenseArray(ByteReader& in) {
  const TypeId type = ChildType(in);
  const uint64_t count = in.VarInt();
  const std::string_view bytes = in.Bytes(in.VarInt());
  if (!Ready(in)) return {};
  const TypeKind kind = m_.types.kind(type);
  const size_t width = DenseElementBytes(m_, type);
  if ((kind != TypeKind::kInteger && kind != TypeKind::kFloat) || width == 0 ||
      width > 8 || bytes.size() / width != count || bytes.size() % width != 0) {
    in.Fail("an array with a wrong size or type");
    return {};
  }
  return m_.attrs.Make(DenseArrayAttr{type, m_.names.Intern(bytes)});
}

AttrId EntryReader::Integer(ByteReader& in, TypeId type) {
  const bool is_index = m_.types.kind(type) == TypeKind::kIndex;
  if (!is_index && m_.types.kind(type) != TypeKind::kInteger) {
    in.Fail("an integer of another type");
    return {};
  }
  const int64_t width = m_.types.NumberBits(type);
  const bool is_unsigned =
      !is_index && m_.types.signedness(type) == Signedness::kUnsigned;
  if (width < 1 || width > 64) {
    in.Fail("an integer of " + std::to_string(width) + " bits");
    return {};
  }
  auto bits = static_cast<uint64_t>(width <= 8 ? in.Byte() : in.SignedVarInt());
  // Signless and signed values are stored sign-extended, i1 as 0 or 1.
  if (width < 64) {
    bits &= (uint64_t{1} << width) - 1;
    const bool is_bool = m_.types.IsInteger(type, 1);
    if (!is_bool && !is_unsigned && (bits >> (width - 1)) != 0) {
      bits |= ~uint64_t{0} << width;
    }
  }
  return m_.attrs.Integer(type, static_cast<int64_t>(bits));
}

AttrId EntryReader::Float(ByteReader& in, TypeId type) {
  if (m_.types.kind(type) != TypeKind::kFloat) {
    in.Fail("a floating-point number of another type");
    return {};
  }
  const int bits = FloatBits(m_.types.float_kind(type));
  if (bits > 64) {
    in.Fail("a floating-point number of " + std::to_string(bits) + " bits");
    return {};
  }
  auto value = static_cast<uint64_t>(bits <= 8 ? in.Byte() : in.SignedVarInt());
  if (bits < 64) value &= (uint64_t{1} << bits) - 1;
  return m_.attrs.Make(FloatAttr{type, static_cast<int64_t>(value)});
}

AttrId EntryReader::Dense(ByteReader& in, TypeId type, std::string_view bytes) {
  const auto fail = [&](std::string message) {
    in.Fail(std::move(message));
    return AttrId::None();
  };
  if (!m_.types.IsTensor(type) || !m_.types.HasStaticShape(type)) {
    return fail("elements of a type that isn't a tensor with a static shape");
  }
  TypeId element = m_.types.element(type);
  size_t parts = 1;
  if (m_.types.kind(element) == TypeKind::kComplex) {
    element = m_.types.element(element);
    parts = 2;
  }
  const TypeKind kind = m_.types.kind(element);
  const size_t width = DenseElementBytes(m_, element);
  if ((kind != TypeKind::kInteger && kind != TypeKind::kIndex &&
       kind != TypeKind::kFloat) ||
      width == 0 || width > 8) {
    return fail("elements of an unknown type");
  }
  const size_t item = width * parts;
  const auto count = static_cast<uint64_t>(m_.types.ElementCount(type));
  const bool all = bytes.size() % item == 0 && bytes.size() / item == count;
  // A single element is a splat, whatever the tensor's size.
  if (!all && bytes.size() != item) {
    return fail("elements that don't fill their tensor");
  }
  // Clears the bits above the width of an integer; makes a boolean 0 or 1.
  const int64_t bits = kind == TypeKind::kInteger ? m_.types.width(element) : 0;
  if (bits % 8 == 0) return MakeDense(m_, type, bytes, item);
  std::string clean(bytes);
  for (size_t i = width - 1; i < clean.size(); i += width) {
    const auto byte = static_cast<uint8_t>(clean[i]);
    clean[i] = static_cast<char>(bits == 1 ? byte != 0
                                           : byte & ((1u << (bits % 8)) - 1));
  }
  return MakeDense(m_, type, clean, item);
}

// Reads dense elements. Booleans are packed eight to a byte; if all are true,
// the data may be the single byte 0xff.
AttrId EntryReader::PackedDense(ByteReader& in, TypeId type,
                                std::string_view bytes) {
  if (!m_.types.IsTensor(type) || !m_.types.HasStaticShape(type) ||
      !m_.types.IsInteger(m_.types.element(type), 1)) {
    return Dense(in, type, bytes);
  }
  if (bytes == "\xff") return Dense(in, type, std::string_view("\1", 1));
  const auto count = static_cast<uint64_t>(m_.types.ElementCount(type));
  if (bytes.size() == count || bytes.size() != count / 8 + (count % 8 != 0)) {
    return Dense(in, type, bytes);
  }
  std::string unpacked(count, '\0');
  for (size_t i = 0; i < count; ++i) {
    unpacked[i] = static_cast<char>((bytes[i / 8] >> (i % 8)) & 1);
  }
  return Dense(in, type, unpacked);
}

// --- types

TypeId EntryReader::BuiltinType(ByteReader& in) {
  const uint64_t code = in.VarInt();
  for (const BuiltinFloat& row : kBuiltinFloats) {
    if (row.code == code) return m_.types.Float(row.kind);
  }
  switch (code) {
    case builtin::kIntegerType: {
      const uint64_t word = in.VarInt();
      const uint64_t sign = word & 3;
      const uint64_t width = word >> 2;
      if (sign > 2 || width > (1u << 24)) {
        in.Fail("an invalid integer type");
        return {};
      }
      return m_.types.Integer(static_cast<int>(width),
                              static_cast<Signedness>(sign));
    }
    case builtin::kMemRef:
      return MemRef(in, /*has_layout=*/true);
    case builtin::kUnrankedMemRef: {
      const TypeId element = ChildType(in);
      if (!Ready(in)) return {};
      return OpaqueType("memref<*x" + TypeText(element) + ">");
    }
    case builtin::kVector:
    case builtin::kScalableVector:
      return Vector(in, code == builtin::kScalableVector);
    default:
      return CommonType(in, code, kBuiltinTypes);
  }
}

TypeId EntryReader::CommonType(ByteReader& in, uint64_t code,
                               const TypeCodes& codes) {
  if (code == codes.index) return m_.types.Index();
  if (code == codes.none) return m_.types.None();
  if (code == codes.complex) return ComplexType(in);
  if (code == codes.function) return FunctionType(in);
  if (code == codes.tensor) return Tensor(in, /*encoded=*/false);
  if (code == codes.encoded_tensor) return Tensor(in, /*encoded=*/true);
  if (code == codes.tuple) {
    const std::vector<TypeId> types = ChildTypes(in);
    return Ready(in) ? m_.types.Tuple(types) : TypeId::None();
  }
  if (code == codes.unranked_tensor) {
    const TypeId element = ElementType(in);
    return Ready(in) ? m_.types.UnrankedTensor(element) : TypeId::None();
  }
  in.Fail("unknown type " + std::to_string(code) + " of " +
          std::string(codes.dialect));
  return {};
}

bool EntryReader::Dims(ByteReader& in, std::vector<int64_t>& dims) {
  dims = SignedList(in);
  for (const int64_t dim : dims) {
    if (dim < 0 && dim != kDynamicDim) return in.Fail("a negative dimension");
  }
  return in.ok();
}

// Reads the encoding, if there is one, the dimensions, and the element type.
TypeId EntryReader::Tensor(ByteReader& in, bool encoded) {
  AttrId encoding;
  if (encoded) encoding = ChildAttr(in);
  std::vector<int64_t> dims;
  Dims(in, dims);
  const TypeId element = ElementType(in);
  return Ready(in) ? m_.types.Tensor(dims, element, encoding) : TypeId::None();
}

TypeId EntryReader::ElementType(ByteReader& in) {
  const TypeId element = ChildType(in);
  if (!Ready(in)) return {};
  if (m_.types.IsTensorElement(element)) return element;
  in.Fail("invalid tensor element type");
  return {};
}

// Reads dimensions, element type and, if `has_layout`, the layout.
TypeId EntryReader::MemRef(ByteReader& in, bool has_layout) {
  std::vector<int64_t> dims;
  Dims(in, dims);
  const TypeId element = ChildType(in);
  AttrId layout;
  if (has_layout) layout = ChildAttr(in);
  if (!Ready(in)) return {};
  if (!m_.types.IsMemRefElement(element)) {
    in.Fail("invalid memref element type");
    return {};
  }
  const TypeId plain = m_.types.MemRef(dims, element);
  if (!has_layout) return plain;
  if (!Expect(in, layout, AttrKind::kOpaque)) return {};
  const std::string_view text =
      m_.names.Get(m_.attrs.As<OpaqueAttr>(layout).text);
  if (text == IdentityMap(dims.size())) return plain;
  std::string type = TypeText(plain);
  type.pop_back();
  return OpaqueType(type + ", " + std::string(text) + ">");
}

// Reads which dimensions are scalable (only if `scalable`), the dimensions, and
// the element type.
TypeId EntryReader::Vector(ByteReader& in, bool scalable) {
  std::vector<bool> flags;
  if (scalable) {
    const size_t count = in.Count();
    for (size_t i = 0; i < count; ++i) flags.push_back(in.Byte() != 0);
  }
  std::vector<int64_t> dims;
  Dims(in, dims);
  const TypeId element = ChildType(in);
  if (!Ready(in)) return {};
  if (scalable && flags.size() != dims.size()) {
    in.Fail("a vector that is scalable in dimensions that it doesn't have");
    return {};
  }
  std::string text = "vector<";
  for (size_t i = 0; i < dims.size(); ++i) {
    const std::string dim = std::to_string(dims[i]);
    text += (scalable && flags[i] ? "[" + dim + "]" : dim) + "x";
  }
  return OpaqueType(text + TypeText(element) + ">");
}

std::string EntryReader::TypeText(TypeId type) const {
  std::string text;
  PrintType(m_, type, text);
  return text;
}

TypeId EntryReader::ComplexType(ByteReader& in) {
  const TypeId element = ChildType(in);
  if (!Ready(in)) return {};
  const TypeKind kind = m_.types.kind(element);
  if (kind == TypeKind::kFloat || kind == TypeKind::kInteger) {
    return m_.types.Complex(element);
  }
  in.Fail("invalid element type for complex");
  return {};
}

TypeId EntryReader::FunctionType(ByteReader& in) {
  const std::vector<TypeId> inputs = ChildTypes(in);
  const std::vector<TypeId> results = ChildTypes(in);
  return Ready(in) ? m_.types.Function(inputs, results) : TypeId::None();
}

}  // namespace shardflow::internal::bytecode
