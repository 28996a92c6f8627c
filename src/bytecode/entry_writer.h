#ifndef SHARDFLOW_BYTECODE_ENTRY_WRITER_H_
#define SHARDFLOW_BYTECODE_ENTRY_WRITER_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/intern.h"
#include "bytecode/byte_writer.h"
#include "bytecode/draft.h"
#include "ir/module.h"
#include "ops/portable.h"

// The strings, dialects, op names, attributes and types of a file that is being
// written. Each of them has a number, and equal ones have the same number.
// Attributes and types can have two forms: builtin and VHLO.
//
// The order in the file is the same as in MLIR's writer (entry_order.cc): the
// most used entries come first, because small numbers take fewer bytes. So the
// numbers in the file are known only after all entries have been made, their
// uses have been counted, and Settle() has determined the order.

namespace shardflow::internal::bytecode {

class EntryWriter {
 public:
  EntryWriter(const Module& m, PortableVersion version)
      : m_(m), version_(version) {}

  // Returns the first error, which names something that the version of the
  // format can't express.
  const std::optional<Error>& error() const { return error_; }
  struct Nothing {
    operator AttrNumber() const { return {}; }  // NOLINT: implicit on purpose
    operator TypeNumber() const { return {}; }  // NOLINT
  };
  Nothing Fail(std::string message) {
    if (!error_) error_.emplace().Set(0, std::move(message));
    return {};
  }

  StringNumber String(std::string_view text);
  uint32_t Dialect(std::string_view name);
  OpNameNumber OpName(std::string_view dialect, std::string_view name);

  // --- attributes and types, unchanged or in VHLO's form
  AttrNumber Attr(AttrId attr);
  AttrNumber Vhlo(AttrId attr);
  TypeNumber Type(TypeId type);
  TypeNumber VhloType(TypeId type);
  AttrNumber Location(Loc loc);
  AttrNumber Sharding(ShardingId sharding);
  // Returns an attribute with the shardings of an op's values. A value without
  // a sharding gets a fully open one.
  AttrNumber Shardings(std::span<const ShardingId> shardings,
                       std::span<const TypeId> types);
  AttrNumber Rule(RuleId rule);
  // A dictionary: pairs of a name and the number of an attribute.
  using Named = std::vector<std::pair<std::string_view, AttrNumber>>;
  AttrNumber Dict(Named items);

  // --- VHLO attributes, used to build the VHLO form of other attributes
  AttrNumber VhloBool(bool value);
  AttrNumber VhloInt(int64_t value);
  AttrNumber VhloString(std::string_view text);
  // Convert a symbol to a string, and an array of numbers or booleans to a
  // tensor.
  AttrNumber VhloSymbol(AttrId attr);
  AttrNumber VhloTensor(AttrId array);
  AttrNumber VhloArray(const std::vector<AttrNumber>& items);
  AttrNumber VhloDict(Named items);
  AttrNumber VhloTypeAttr(TypeNumber type);
  AttrNumber VhloNone();
  AttrNumber VhloEnum(uint64_t code, int64_t value);
  // Returns a tensor of 64-bit numbers, or of booleans.
  AttrNumber VhloNumbers(std::span<const int64_t> dims,
                         std::span<const int64_t> values);
  AttrNumber VhloBools(std::span<const int64_t> values);
  AttrNumber VhloAccuracy(AttrId attr);  // None: the default

  // --- the order in the file (entry_order.cc)
  // Counts a use by the program. Call this for all uses, in program order,
  // before Settle(); after that, Place() returns the numbers in the file.
  void Use(OpNameNumber name);
  void Use(AttrNumber attr) { Use(attrs_, Slot(attr), false); }
  void Use(TypeNumber type) { Use(types_, Slot(type), true); }
  void Settle();
  uint64_t Place(OpNameNumber name) const { return names_.place[Slot(name)]; }
  uint64_t Place(AttrNumber attr) const { return attrs_.place[Slot(attr)]; }
  uint64_t Place(TypeNumber type) const { return types_.place[Slot(type)]; }
  // A string gets its number when Place() is first called for it.
  uint64_t Place(StringNumber string);
  void Finish(std::string_view pieces, ByteWriter& out);
  // Return the sections of the file. `format` is the version of MLIR's bytecode
  // format. StringSection() must come last, because the others add strings.
  std::string DialectSection(uint64_t format);
  std::pair<std::string, std::string> EntrySections();  // entries, sizes
  std::string StringSection() const;

 private:
  enum Form : uint8_t { kBuiltin, kVhlo };
  static constexpr uint32_t kNoPlace = UINT32_MAX;  // none yet

  struct Row {
    uint32_t dialect = 0;
    bool is_code = true;
    std::string_view pieces;  // data pieces as in Draft
  };
  struct Table {
    StringStore rows;             // decoded by Get()
    std::vector<uint32_t> by_id;  // row by id << 1 | form, or kNoPlace
    std::vector<uint32_t> uses;   // indexed by row
    std::vector<uint32_t> order;  // rows by first use; Settle() sorts them
    std::vector<uint32_t> place;  // numbers in the file, indexed by row

    // Decodes a row.
    Row Get(size_t row) const;
    // Returns the row of an id in one of its forms. If there is no such row
    // yet, calls make() to add it.
    template <class Fn>
    uint32_t OfId(int32_t id, Form form, const Fn& make);
  };
  uint32_t Add(Table& table, std::string_view dialect, std::string_view pieces,
               bool is_code);
  AttrNumber AddAttr(std::string_view dialect, const Draft& w) {
    return AttrNumber{Add(attrs_, dialect, w.pieces(), true)};
  }
  TypeNumber AddType(std::string_view dialect, const Draft& w) {
    return TypeNumber{Add(types_, dialect, w.pieces(), true)};
  }

  std::string_view StringOf(uint32_t string) const {
    return strings_.Get(NameId(static_cast<int32_t>(string)));
  }
  void Use(Table& table, size_t row, bool is_type);
  // Counts a use of the row, and returns whether it is the first.
  bool IsFirstUse(Table& table, size_t row);
  void Settle(Table& table);
  void WriteGroups(const Table& table, ByteWriter& out,
                   const std::function<void(const Row&)>& entry) const;

  // Stores the attribute as MLIR text.
  AttrNumber AttrText(AttrId attr);

  std::string_view Text(NameId name) const { return m_.names.Get(name); }
  // Returns a field of a structure; None if it is absent.
  AttrId StructField(AttrId attr, size_t i) const {
    const auto fields = m_.attrs.As<StructAttr>(attr).fields;
    return i < fields.size() ? fields[i] : AttrId::None();
  }
  AttrNumber BuiltinString(NameId text);
  void Number(Draft& w, int64_t value, int64_t bits) const;
  void Elements(Draft& w, AttrId dense) const;
  void Numbers(Draft& w, std::span<const int64_t> values) const;
  template <class Number>
  static void Children(Draft& w, const std::vector<Number>& items) {
    w.VarInt(items.size());
    for (const Number item : items) w.VarInt(item);
  }

  AttrNumber BuiltinAttr(AttrId attr);
  AttrNumber SymbolAttr(AttrId attr);
  AttrNumber LocationAttr(AttrId attr);
  TypeNumber MakeType(TypeId type, Form form);
  TypeNumber QuantizedType(TypeId type, Form form);
  TypeNumber BuiltinOnlyType(TypeId type);
  TypeNumber TypeText(TypeId type);

  AttrNumber VhloAttr(AttrId attr);
  // Returns false if VHLO lacks the type. In that case the attribute must keep
  // its builtin form.
  bool HasVhloType(TypeId type, TypeNumber& number);
  AttrNumber VhloStruct(AttrId attr);
  AttrNumber VhloMesh(AttrId attr);
  TypeNumber VhloOnlyType(TypeId type);
  TypeNumber Buffer(TypeId type);
  AttrNumber VhloEncoding(AttrId attr);
  bool Since(PortableVersion since, std::string_view what);

  AttrNumber SdyAttr(AttrId attr);
  AttrNumber SdyList(uint64_t code, const std::vector<AttrNumber>& items);
  AttrNumber SdyAxis(const AxisRef& axis);
  AttrNumber SdyAxisInfo(int64_t pre_size, int64_t size);
  std::vector<AttrNumber> SdyAxes(AxisListId axes);
  AttrNumber SdyMesh(MeshId mesh);
  AttrNumber SdyDim(const DimSharding& dim);
  AttrNumber SdySharding(const ShardingView& sharding);
  AttrNumber SdyDimMapping(std::span<const int64_t> factors);
  AttrNumber SdyParam(const AllToAllParamAttr& param);

  const Module& m_;
  const PortableVersion version_;
  std::optional<Error> error_;
  bool needs_newer_ = false;  // a newer version may succeed
  StringStore strings_;
  std::vector<StringNumber> dialects_;  // their names
  Table names_, attrs_, types_;
  std::unordered_map<int32_t, AttrNumber> shardings_, rules_;
  std::vector<uint32_t> dialect_order_, string_order_;
  // Numbers in the file, indexed by order of creation.
  std::vector<uint32_t> dialect_place_, string_place_;
  // Scratch: rows of entries to use, and whether each is a type.
  std::vector<std::pair<uint32_t, bool>> to_use_;
};

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_ENTRY_WRITER_H_
