#ifndef SHARDFLOW_BYTECODE_MODULE_WRITER_H_
#define SHARDFLOW_BYTECODE_MODULE_WRITER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "bytecode/byte_writer.h"
#include "bytecode/entry_writer.h"
#include "ir/module.h"
#include "ops/portable.h"

// Writes the program in a bytecode file, in two walks. The first walk creates
// attributes and types, and counts their uses in the order of MLIR's writer;
// this determines their numbers. The second walk writes the ops.
//
// Values of VHLO ops have VHLO types, and values of sdy ops have builtin types.
// If an op uses a value whose type is of the wrong kind, a cast is written
// after the value's definition. Readers remove the cast.

namespace shardflow::internal::bytecode {

class ModuleWriter {
 public:
  ModuleWriter(const Module& m, PortableVersion version, uint64_t format)
      : m_(m),
        version_(version),
        format_(format),
        entries_(m, version),
        parts_(m.op_table_size()),
        positions_(m.op_table_size()),
        numbers_(m.value_table_size(), -1),
        casts_(m.value_table_size(), -1) {}

  // Returns false if the version can't express the program. `error` then says
  // why, and op() where.
  [[nodiscard]] bool Write(Error& error);
  OpId op() const { return at_; }
  // Returns the whole file.
  std::string File(std::string_view producer);

 private:
  // How ops of one kind are written.
  struct Form {
    OpNameNumber name{};
    bool is_vhlo = false;
    std::optional<PortableOp> op, newest;
  };
  // An op whose regions are being written; frames_ is the stack of enclosing
  // ops.
  struct Frame {
    OpId op;
    int next_region = 0;
    RegionId region;
    BlockId block;
    OpId next;
    ByteWriter own;  // the bytes of a region that is a section
    ByteWriter* out = nullptr;
    // `first_value` is the number of the first value in each of the op's
    // regions. `end_value` is one more than the number of the last value in
    // the current region; regions inside it start with this number.
    int32_t first_value = 0;
    int32_t end_value = 0;
  };

  // Data that the first walk collects for the second.
  struct Parts {
    AttrNumber location{}, dict{};
    uint32_t properties = 0;  // index into properties_
    bool has_dict = false;
    bool has_properties = false;
    // Whether an op in the op's regions uses a value from outside.
    bool captures = false;
  };

  // Return false.
  bool Fail(std::string message) { return error_.Set(0, std::move(message)); }
  bool FailAsEntriesDid() {
    error_ = *entries_.error();
    return false;
  }
  bool WriteAll();
  // --- module_order.cc
  bool UseAll();
  bool UseRegion(RegionId region);
  bool UseOp(OpId op);
  void FindCaptures(OpId op);
  bool IsIsolated(OpId op) const { return !parts_[op.Slot()].captures; }
  void UseCasts(std::span<const ValueId> values, bool is_vhlo);
  OpNameNumber CastName() {
    return entries_.OpName("builtin", "unrealized_conversion_cast");
  }

  // --- module_writer.cc
  void Push(OpId op, ByteWriter* out);
  bool Step();
  bool StartRegion(Frame& frame);
  void StartBlock(Frame& frame);
  void EndOp();
  uint64_t PropertiesPlace(uint32_t row);
  void WriteArguments(Frame& frame);
  bool IsPortable(OpId op) const;  // whether it is a VHLO op
  bool IsPortable(BlockId block) const;
  bool NeedsCast(ValueId value, bool is_vhlo) const;
  void NumberValues(std::span<const ValueId> values, bool is_vhlo,
                    int32_t& next);
  size_t CountCasts(std::span<const ValueId> values) const;
  void WriteCasts(ByteWriter& out, std::span<const ValueId> values,
                  bool is_vhlo);
  std::vector<ValueId> ToCast(std::span<const ValueId> values,
                              bool is_vhlo) const;
  Loc CastLoc(ValueId value, bool is_vhlo) const;
  UseId FirstPortableUse(ValueId value) const;
  std::pair<int32_t, int> PlaceOf(UseId use) const {
    return {positions_[m_.use(use).owner.Slot()], m_.operand_index(use)};
  }
  size_t CountUses(ValueId value, bool by_vhlo) const;
  bool UseOrders(std::span<const ValueId> values, bool is_vhlo,
                 ByteWriter& out) const;
  std::vector<ValueId> Results(OpId op) const;
  TypeNumber TypeOf(ValueId value, bool is_vhlo) {
    return is_vhlo ? entries_.VhloType(m_.type(value))
                   : entries_.Type(m_.type(value));
  }

  // --- op_writer.cc
  const Form* FormOf(OpKind kind);
  bool WriteOp(OpId op, ByteWriter& out);
  using Named = EntryWriter::Named;
  bool Attributes(OpId op, const Form& form, Named& discardable,
                  std::string& properties, Named& inherent);
  bool PortableAttrs(OpId op, const Form& form, std::string& properties,
                     Named& inherent);
  bool FunctionAttrs(OpId op, Named& inherent);
  AttrNumber ArgumentAttrs(AttrId attrs, ShardingId sharding);
  void Columns(OpId op, Named& attrs);
  bool CheckOp(OpId op);

  const Module& m_;
  const PortableVersion version_;
  const uint64_t format_;
  EntryWriter entries_;
  Error error_;
  OpId at_;
  std::vector<std::unique_ptr<Form>> forms_;  // indexed by kind
  // The VHLO attributes of ops, keyed by the op's kind and dictionary.
  std::unordered_map<uint64_t, std::vector<AttrNumber>> slots_;
  std::vector<Parts> parts_;        // indexed by op
  std::vector<int32_t> positions_;  // position of each op in program order
  // The properties of each row, as pieces of a Draft.
  std::vector<std::string> properties_;
  // The row of each entry of properties_.
  std::unordered_map<std::string, uint32_t> property_index_;
  // The number of each row in the file; none at first.
  std::vector<std::optional<uint32_t>> property_place_;
  // The rows in the order of their numbers in the file.
  std::vector<uint32_t> property_order_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::string dialects_, attrs_, attr_sizes_;  // sections
  ByteWriter ir_;
  // The number of each value, and the number of its cast.
  std::vector<int32_t> numbers_, casts_;
  bool has_casts_ = false;
};

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_MODULE_WRITER_H_
