#ifndef SHARDFLOW_BYTECODE_MODULE_READER_H_
#define SHARDFLOW_BYTECODE_MODULE_READER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "bytecode/byte_reader.h"
#include "bytecode/container.h"
#include "bytecode/entry_reader.h"
#include "ir/module.h"
#include "ops/portable.h"
#include "ops/sharding_spelling.h"

// Reads the program in a bytecode file: module_reader.cc walks its regions and
// blocks, and op_reader.cc creates the ops.
//
// Like the parser for text, this creates an op after its regions, so that
// tables and use lists are the same as if the program had been read from text.

namespace shardflow::internal::bytecode {

// The meaning of an op's name in the file.
struct OpMeaning {
  enum Sort : uint8_t { kPlain, kPortable, kCast };
  Sort sort = kPlain;
  OpKind kind{};
  NameId name;
  // How the file encodes the attributes of the op; nullopt for casts and ops
  // that aren't known.
  std::optional<PortableOp> form;
  // Whether the writer of the file knew the op, and stored its properties in
  // the op's own encoding; otherwise they are stored as a dictionary.
  bool registered = true;
};

// An op whose regions are being read. Frames are reused, so that their lists
// keep their memory.
struct Frame {
  // --- the op
  const OpMeaning* meaning = nullptr;
  OpKind kind{};
  NameId name;
  std::vector<ValueId> operands;
  std::vector<TypeId> results;
  std::vector<NamedAttr> attrs;
  Loc loc;
  size_t first_result = 0;  // index in values_
  uint32_t attr_key = 0;    // index into known_attrs_; 0: none
  // --- its regions
  std::vector<RegionId> regions;
  size_t region_count = 0;
  bool isolated = false;
  // --- the region that is being read
  ByteReader own;  // the bytes of a region that is a section
  ByteReader* in = nullptr;
  uint64_t blocks_left = 0;
  uint64_t ops_left = 0;
  BlockId block;
  size_t first_value = 0;  // where the region's values begin
  size_t next_value = 0;
};

class ModuleReader {
 public:
  ModuleReader(Module& m, const Container& c, const ParseOptions& options,
               Error& error)
      : m_(m),
        c_(c),
        options_(options),
        error_(error),
        entries_(m, c, options, error),
        meanings_(c.op_names.size()) {}

  bool Read();

 private:
  // --- module_reader.cc
  Frame& Push();
  bool Step();
  bool StartRegion(Frame& frame);
  bool EndRegion(Frame& frame);
  bool ReadBlock(Frame& frame);
  bool ReadArguments(Frame& frame);
  bool SkipUseOrders(ByteReader& in, size_t values);
  // Assigns the region's next number to `value`, which is None if the value
  // hasn't been created yet.
  bool Define(Frame& frame, ByteReader& in, ValueId value);
  // Sets the value with this number. Uses of its placeholder, if there is one,
  // become uses of `value`.
  void Resolve(size_t number, ValueId value);
  bool FinishOp();
  bool FinishModule();
  bool ReadResources();

  // --- op_reader.cc
  bool StartOp(Frame& parent);
  bool FindMeaning(ByteReader& in, uint64_t index);
  bool UnknownOp(ByteReader& in, std::string_view dialect,
                 std::string_view name);
  bool ReadAttrs(ByteReader& in, Frame& frame, uint8_t mask);
  bool ReadSlots(ByteReader& in, Frame& frame, uint8_t mask, AttrId dict);
  bool ReadProperties(ByteReader& in, Frame& frame,
                      std::vector<AttrId>& values);
  ByteReader Properties(ByteReader& in);
  AttrId PropertiesDict(ByteReader& in);
  AttrId SegmentSizes(ByteReader& in);
  bool ReadOperands(ByteReader& in, Frame& frame);
  bool MakeOp(Frame& frame, OpId& id);
  bool MakeFunction(Frame& frame, FuncRow& func);
  bool TakeFuncAttrs(Frame& frame, NameId key, size_t count,
                     std::vector<AttrId>& attrs,
                     std::vector<ShardingId>& shardings);
  AttrId FrameAttr(const Frame& frame, NameId key) const;

  Module& m_;
  const Container& c_;
  const ParseOptions& options_;
  Error& error_;
  EntryReader entries_;
  std::vector<std::unique_ptr<OpMeaning>> meanings_;
  std::vector<std::unique_ptr<Frame>> frames_;
  size_t depth_ = 0;  // frames in use
  // Values by number; None if not created yet. The values of the innermost
  // isolated op begin at scopes_.back().
  std::vector<ValueId> values_;
  // Placeholders in `values_` for values that are used before they are created.
  std::unordered_set<int32_t> placeholders_;
  std::vector<size_t> scopes_;
  std::vector<RegionId> free_regions_;
  // The attributes read for ops without regions, keyed by their numbers in the
  // file.
  struct KnownAttrs {
    AttrId dict;
    TakenShardings taken;
  };
  struct AttrKey {
    uint64_t name, properties, dict, results;
    bool operator==(const AttrKey&) const = default;
    template <class H>
    friend H AbslHashValue(H hash, const AttrKey& key) {
      return H::combine(std::move(hash), key.name, key.properties, key.dict,
                        key.results);
    }
  };
  absl::flat_hash_map<AttrKey, uint32_t> known_;
  std::vector<KnownAttrs> known_attrs_;
  AttrId empty_dict_;
  std::vector<AttrId> slots_;  // scratch
};

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_MODULE_READER_H_
