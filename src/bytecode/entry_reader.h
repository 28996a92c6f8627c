#ifndef SHARDFLOW_BYTECODE_ENTRY_READER_H_
#define SHARDFLOW_BYTECODE_ENTRY_READER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bytecode/byte_reader.h"
#include "bytecode/container.h"
#include "bytecode/type_codes.h"
#include "ir/module.h"
#include "ops/attr_tables.h"
#include "text/read.h"

// The attributes and types of a file, each read on first use.
//
// They are converted immediately: a vhlo.integer_v1 attribute becomes the same
// integer as a builtin one. Only conversions that depend on the op are done
// later (portable_attrs.h): a tensor may represent an array, and a string may
// represent a symbol.
//
// Entries refer to each other by number, so a file can nest them as deeply as
// its length allows, or in a cycle. That is why they are read with an explicit
// stack.

namespace shardflow::internal::bytecode {

class EntryReader {
 public:
  EntryReader(Module& m, const Container& c, const ParseOptions& options,
              Error& error)
      : m_(m), c_(c), options_(options), error_(error) {
    attrs_.resize(c.attrs.size());
    types_.resize(c.types.size());
    used_resources_.resize(c.resources.size());
    dialects_.reserve(c.dialects.size());
    for (const std::string_view name : c.dialects) {
      dialects_.push_back(FindDialect(name));
    }
  }

  // Returns the attribute numbered `index`, or None on error. Errors are
  // reported at `in`, where the number was read.
  AttrId Attr(ByteReader& in, uint64_t index);
  TypeId Type(ByteReader& in, uint64_t index);
  // Reads the number of an attribute and returns the attribute.
  AttrId Attr(ByteReader& in) { return Attr(in, in.VarInt()); }
  TypeId Type(ByteReader& in) { return Type(in, in.VarInt()); }
  // Reads a reference to an attribute that may be absent. If it is absent,
  // returns None without an error.
  AttrId OptionalAttr(ByteReader& in) {
    bool there = false;
    const uint64_t index = in.VarIntWithFlag(there);
    return there ? Attr(in, index) : AttrId::None();
  }
  // Reads a location; an unknown one is Loc().
  Loc Location(ByteReader& in) {
    const uint64_t index = in.VarInt();
    if (index >= attrs_.size() || !attrs_[index].is_loc) {
      return NewLocation(in, index);
    }
    const Slot& slot = attrs_[index];
    return slot.is_unknown_loc ? Loc() : Loc::Attr(AttrId(slot.id));
  }
  // Whether any attribute read so far refers to the resource.
  bool IsUsedResource(size_t number) const { return used_resources_[number]; }

 private:
  enum class State : uint8_t { kNew, kOpen, kDone };
  // The dialects whose attributes and types can be read.
  enum class Dialect : uint8_t {
    kBuiltin,
    kVhlo,
    kStablehlo,
    kQuant,
    kSdy,
    kChlo,
    kOther
  };
  struct Slot {
    int32_t id = -1;
    State state : 2 = State::kNew;
    // Whether the entry was requested as a location, and is one.
    bool is_loc : 1 = false;
    bool is_unknown_loc : 1 = false;
    uint16_t depth = 0;
    uint64_t size = 0;  // size in bytes, including all entries referred to
  };
  struct Key {
    uint64_t index;
    bool is_type;
  };

  // --- entry_reader.cc
  static Dialect FindDialect(std::string_view name);
  Loc NewLocation(ByteReader& in, uint64_t index);
  Slot& At(Key key) {
    return key.is_type ? types_[key.index] : attrs_[key.index];
  }
  int32_t Resolve(ByteReader& in, Key key);
  bool ReadEntry(Key key);
  int32_t Decode(ByteReader& in, Key key, const Entry& entry);
  int32_t DecodeText(ByteReader& in, bool is_type);
  AttrId ChloAttr(ByteReader& in);

  // These return a child of the entry that is being read, that is, one of the
  // entries that it refers to. They return None on error, or if the child
  // hasn't been read yet; in the latter case the entry is read again after the
  // child. Ready() says whether all children were available.
  int32_t Child(ByteReader& in, Key key);
  AttrId ChildAttr(ByteReader& in) {
    return AttrId(Child(in, {in.VarInt(), false}));
  }
  TypeId ChildType(ByteReader& in) {
    return TypeId(Child(in, {in.VarInt(), true}));
  }
  AttrId OptionalChild(ByteReader& in) {
    bool there = false;
    const uint64_t index = in.VarIntWithFlag(there);
    return there ? AttrId(Child(in, {index, false})) : AttrId::None();
  }
  std::vector<AttrId> ChildAttrs(ByteReader& in);
  std::vector<TypeId> ChildTypes(ByteReader& in);
  bool Ready(const ByteReader& in) const { return in.ok() && missing_.empty(); }
  // Reads pairs of names and attributes.
  AttrId Dict(ByteReader& in);
  std::string_view String(ByteReader& in);
  std::vector<int64_t> SignedList(ByteReader& in);
  // Reports an error and returns false unless the attribute is of this kind.
  bool Expect(ByteReader& in, AttrId attr, AttrKind kind);
  // Returns the text of a string attribute. Any other attribute is an error.
  NameId Name(ByteReader& in, AttrId attr);

  // --- builtin_entries.cc
  AttrId BuiltinAttr(ByteReader& in);
  AttrId LocationAttr(ByteReader& in, uint64_t code);
  // Returns false on error or if the attribute hasn't been read yet. An
  // attribute that isn't a location is an error.
  bool ExpectLoc(ByteReader& in, AttrId attr);
  AttrId Symbol(ByteReader& in);
  AttrId DenseArray(ByteReader& in);
  AttrId FileLocation(ByteReader& in, uint64_t code);
  static std::string IdentityMap(size_t rank);
  AttrId Strided(ByteReader& in);
  TypeId BuiltinType(ByteReader& in);
  // Reads a type that has the same encoding in builtin and in VHLO.
  TypeId CommonType(ByteReader& in, uint64_t code, const TypeCodes& codes);
  TypeId MemRef(ByteReader& in, bool has_layout);
  TypeId Vector(ByteReader& in, bool scalable);
  std::string TypeText(TypeId type) const;
  // Read the value of an integer, or the bits of a float, of this type.
  AttrId Integer(ByteReader& in, TypeId type);
  AttrId Float(ByteReader& in, TypeId type);
  // Make dense elements of this type from bytes in the layout used in memory
  // (Dense) or in the file (PackedDense).
  AttrId Dense(ByteReader& in, TypeId type, std::string_view bytes);
  AttrId PackedDense(ByteReader& in, TypeId type, std::string_view bytes);
  bool Dims(ByteReader& in, std::vector<int64_t>& dims);
  TypeId Tensor(ByteReader& in, bool encoded);
  TypeId ElementType(ByteReader& in);
  TypeId ComplexType(ByteReader& in);
  TypeId FunctionType(ByteReader& in);

  // --- vhlo_entries.cc
  AttrId VhloAttr(ByteReader& in);
  AttrId VhloEnum(ByteReader& in, EnumId id);
  AttrId VhloMeshAttr(ByteReader& in, uint64_t code);
  AttrId MakeAxisRef(ByteReader& in, AttrId name, AttrId info);
  AttrId MakeMesh(ByteReader& in, AttrId axes, AttrId ids);
  bool ExpectStruct(ByteReader& in, AttrId attr, StructId id);
  AttrId VhloStruct(ByteReader& in, uint64_t code);
  AttrId I64(int64_t value) {
    return m_.attrs.Integer(m_.types.Integer(64), value);
  }
  TypeId VhloType(ByteReader& in);
  TypeId QuantType(ByteReader& in);
  TypeId QuantizedType(ByteReader& in, bool per_axis);
  // Returns a type that is stored as text.
  TypeId OpaqueType(const std::string& text) {
    return m_.types.Opaque(m_.names.Intern(text));
  }

  // Reads the types inside !stablehlo.future<...>; returns the future type.
  TypeId FutureType(ByteReader& in);

  // --- stablehlo_entries.cc
  AttrId StablehloAttr(ByteReader& in);
  AttrId StablehloField(ByteReader& in, FieldKind kind);
  AttrId StablehloMeshAttr(ByteReader& in, uint64_t code);
  TypeId StablehloType(ByteReader& in);

  // --- sdy_entries.cc
  AttrId SdyAttr(ByteReader& in);
  AttrId SdyAxisAttr(ByteReader& in, uint64_t code);
  AttrId SdyMesh(ByteReader& in);
  AttrId SdyDimSharding(ByteReader& in);
  AttrId SdySharding(ByteReader& in, uint64_t code);
  AttrId SdyRule(ByteReader& in);
  std::vector<int64_t> SdyFactors(ByteReader& in);
  AttrId SdyTensorMapping(ByteReader& in);
  template <class ListT, class ItemT, class IdT>
  AttrId SdyList(ByteReader& in, const ListT& list, IdT ItemT::*id);
  AttrId SdyManualAxes(ByteReader& in);
  AttrId SdyParams(ByteReader& in);
  // Reads a list of attributes, all of which must be of this kind.
  bool Children(ByteReader& in, AttrKind kind, std::vector<AttrId>& attrs);
  std::optional<AxisListId> Axes(ByteReader& in);

  Module& m_;
  const Container& c_;
  const ParseOptions& options_;
  Error& error_;
  std::vector<Slot> attrs_, types_;
  std::vector<bool> used_resources_;
  std::vector<Dialect> dialects_;
  std::vector<Key> stack_;
  // Entries that must be read before the current one.
  std::vector<Key> missing_;
  uint64_t size_ = 0;
  int depth_ = 0;
};

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_ENTRY_READER_H_
