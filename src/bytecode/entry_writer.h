#ifndef SHARDFLOW_BYTECODE_ENTRY_WRITER_H_
#define SHARDFLOW_BYTECODE_ENTRY_WRITER_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bytecode/byte_writer.h"
#include "ir/module.h"
#include "ops/portable.h"

// The strings, dialects, attributes and types of a file that is written. Each
// is a number; equal ones have one. An attribute of ours can have two forms:
// that of builtin, and that of VHLO.

namespace shardflow::internal::bytecode {

class EntryWriter {
 public:
  EntryWriter(const Module& m, PortableVersion version)
      : m_(m), version_(version) {}

  // What can't be said in the version; empty: nothing so far.
  const std::string& error() const { return error_; }
  uint32_t Fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
    return 0;
  }

  uint32_t String(std::string_view text);
  uint32_t Dialect(std::string_view name);
  const std::vector<std::string>& strings() const { return strings_; }
  // Numbers of the names of the dialects.
  const std::vector<uint32_t>& dialects() const { return dialects_; }

  // --- attributes and types as they are, or as VHLO has them
  uint32_t Attr(AttrId attr);
  uint32_t Vhlo(AttrId attr);
  uint32_t Type(TypeId type);
  uint32_t VhloType(TypeId type);
  uint32_t Location(Loc loc);
  uint32_t Sharding(ShardingId sharding);
  // Those of the values of an op; one that has none is fully open.
  uint32_t Shardings(std::span<const ShardingId> shardings,
                     std::span<const TypeId> types);
  uint32_t Rule(RuleId rule);
  // A dictionary: names, and numbers of attributes.
  using Named = std::vector<std::pair<std::string_view, uint32_t>>;
  uint32_t Dict(Named items);

  // --- attributes of VHLO that ours are made of
  uint32_t VhloBool(bool value);
  uint32_t VhloInt(int64_t value);
  uint32_t VhloString(std::string_view text);
  // A symbol is a string, an array of numbers or booleans a tensor.
  uint32_t VhloSymbol(AttrId attr);
  uint32_t VhloTensor(AttrId array);
  uint32_t VhloArray(std::span<const uint32_t> items);
  uint32_t VhloDict(Named items);
  uint32_t VhloTypeAttr(uint32_t type);
  uint32_t VhloNone();
  uint32_t VhloEnum(uint64_t code, int64_t value);
  // A tensor of 64-bit numbers, or of booleans.
  uint32_t VhloNumbers(std::span<const int64_t> dims,
                       std::span<const int64_t> values);
  uint32_t VhloBools(std::span<const int64_t> values);
  uint32_t VhloAccuracy(AttrId attr);  // None: the default

  struct Row {
    uint32_t dialect;
    bool is_code;
    std::string bytes;
  };
  const std::vector<Row>& attrs() const { return attrs_; }
  const std::vector<Row>& types() const { return types_; }

 private:
  enum Form : uint8_t { kBuiltin, kVhlo };

  struct Index {
    std::unordered_map<std::string, uint32_t> by_bytes;
    std::unordered_map<int64_t, uint32_t> by_id;  // id << 1 | form
  };
  uint32_t Add(std::vector<Row>& rows, Index& index, std::string_view dialect,
               std::string_view bytes, bool is_code);
  uint32_t AddAttr(std::string_view dialect, const ByteWriter& w) {
    return Add(attrs_, attr_index_, dialect, w.bytes(), true);
  }
  uint32_t AddType(std::string_view dialect, const ByteWriter& w) {
    return Add(types_, type_index_, dialect, w.bytes(), true);
  }
  // As MLIR prints it.
  uint32_t AttrText(AttrId attr);

  std::string_view Text(NameId name) const { return m_.names.Get(name); }
  // A field of a structure; None if it is absent.
  AttrId StructField(AttrId attr, size_t i) const {
    const auto fields = m_.attrs.As<StructAttr>(attr).fields;
    return i < fields.size() ? fields[i] : AttrId::None();
  }
  uint32_t BuiltinString(NameId text);
  void Number(ByteWriter& w, int64_t value, int64_t bits) const;
  int64_t Bits(TypeId type) const;
  void Elements(ByteWriter& w, AttrId dense) const;
  void Numbers(ByteWriter& w, std::span<const int64_t> values) const;
  void Children(ByteWriter& w, std::span<const uint32_t> items) const;

  uint32_t BuiltinAttr(AttrId attr);
  uint32_t SymbolAttr(AttrId attr);
  uint32_t LocationAttr(AttrId attr);
  uint32_t MakeType(TypeId type, Form form);
  uint32_t QuantizedType(TypeId type, Form form);
  uint32_t BuiltinOnlyType(TypeId type);
  uint32_t TypeText(TypeId type);

  uint32_t VhloAttr(AttrId attr);
  // False: VHLO hasn't got the type, and the attribute stays builtin's.
  bool HasVhloType(TypeId type, uint32_t& number);
  uint32_t VhloStruct(AttrId attr);
  uint32_t VhloMesh(AttrId attr);
  uint32_t VhloOnlyType(TypeId type);
  uint32_t Buffer(TypeId type);
  uint32_t VhloEncoding(AttrId attr);
  bool Since(PortableVersion since, std::string_view what);

  uint32_t SdyAttr(AttrId attr);
  uint32_t SdyList(uint64_t code, std::span<const uint32_t> items);
  uint32_t SdyAxis(const AxisRef& axis);
  uint32_t SdyAxisInfo(int64_t pre_size, int64_t size);
  std::vector<uint32_t> SdyAxes(AxisListId axes);
  uint32_t SdyMesh(MeshId mesh);
  uint32_t SdyDim(const DimSharding& dim);
  uint32_t SdySharding(const ShardingView& sharding);
  uint32_t SdyDimMapping(std::span<const int64_t> factors);
  uint32_t SdyParam(const AllToAllParamAttr& param);

  const Module& m_;
  const PortableVersion version_;
  std::string error_;
  std::vector<std::string> strings_;
  std::unordered_map<std::string, uint32_t> string_index_;
  std::vector<uint32_t> dialects_;
  std::vector<Row> attrs_, types_;
  Index attr_index_, type_index_;
  std::unordered_map<int32_t, uint32_t> shardings_, rules_;
};

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_ENTRY_WRITER_H_
