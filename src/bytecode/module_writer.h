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

#include "bytecode/byte_writer.h"
#include "bytecode/entry_writer.h"
#include "ir/module.h"
#include "ops/portable.h"

// The program of a file that is written.
//
// Values of VHLO's ops have VHLO's types, those of sdy's ops have builtin's;
// where one is used by the other, there is a cast after its definition, which
// readers take away again.

namespace shardflow::internal::bytecode {

class ModuleWriter {
 public:
  ModuleWriter(const Module& m, PortableVersion version, uint64_t format)
      : m_(m),
        version_(version),
        format_(format),
        entries_(m, version),
        numbers_(m.value_table_size(), -1),
        casts_(m.value_table_size(), -1) {}

  // False: it can't be said in the version, error() says why, at op().
  bool Write();
  const std::string& error() const { return error_; }
  OpId op() const { return at_; }
  // The whole file.
  std::string File(std::string_view producer);

 private:
  // How ops of a kind are written.
  struct Form {
    uint32_t name = 0;  // its number
    bool is_vhlo = false;
    std::optional<PortableOp> op, newest;
  };
  // A region that is being written. A deque of them is the nesting.
  struct Frame {
    OpId op;
    int next_region = 0;
    RegionId region;
    BlockId block;
    OpId next;
    ByteWriter own;  // of ops whose regions are a section
    ByteWriter* out = nullptr;
    // Numbers of values: the first of its regions, and the one after the last
    // of the current region, where those of inner regions begin.
    int32_t first_value = 0;
    int32_t end_value = 0;
  };

  bool Fail(std::string message);
  // --- module_writer.cc
  void Push(OpId op, ByteWriter* out);
  bool Step();
  bool StartRegion(Frame& frame);
  void StartBlock(Frame& frame);
  void EndOp();
  void WriteArguments(Frame& frame);
  bool IsPortable(OpId op) const;  // of VHLO
  bool IsPortable(BlockId block) const;
  bool NeedsCast(ValueId value, bool is_vhlo) const;
  void NumberValues(std::span<const ValueId> values, bool is_vhlo,
                    int32_t& next);
  size_t CountCasts(std::span<const ValueId> values) const;
  void WriteCasts(ByteWriter& out, std::span<const ValueId> values,
                  bool is_vhlo, Loc loc);
  std::vector<ValueId> Results(OpId op) const;
  uint32_t TypeOf(ValueId value, bool is_vhlo) {
    return is_vhlo ? entries_.VhloType(m_.type(value))
                   : entries_.Type(m_.type(value));
  }

  // --- op_writer.cc
  const Form* FormOf(OpKind kind);
  uint32_t OpNameNumber(std::string_view dialect, std::string_view name);
  bool WriteOp(OpId op, ByteWriter& out);
  using Named = EntryWriter::Named;
  bool Attributes(OpId op, const Form& form, Named& discardable,
                  std::string& properties, Named& inherent);
  bool PortableAttrs(OpId op, const Form& form, std::string& properties,
                     Named& inherent);
  bool FunctionAttrs(OpId op, Named& inherent);
  uint32_t ArgumentAttrs(AttrId attrs, ShardingId sharding);
  void Columns(OpId op, Named& attrs);
  bool CheckOp(OpId op);

  const Module& m_;
  const PortableVersion version_;
  const uint64_t format_;
  EntryWriter entries_;
  std::string error_;
  OpId at_;
  std::vector<std::unique_ptr<Form>> forms_;  // by kind
  // By kind and dictionary: the attributes of VHLO.
  std::unordered_map<uint64_t, std::vector<uint32_t>> slots_;
  // Names of ops: the dialect, the text.
  std::vector<std::pair<uint32_t, uint32_t>> op_names_;
  std::vector<std::string> properties_;
  std::unordered_map<std::string, uint32_t> property_index_;
  std::vector<std::unique_ptr<Frame>> frames_;
  ByteWriter ir_;
  // By value: its number, and that of its cast.
  std::vector<int32_t> numbers_, casts_;
};

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_MODULE_WRITER_H_
