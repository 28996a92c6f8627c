#ifndef SHARDFLOW_JSON_MODULE_READER_H_
#define SHARDFLOW_JSON_MODULE_READER_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "json/attr_read.h"
#include "json/input.h"
#include "json/scopes.h"
#include "ops/op_def.h"
#include "text/read.h"

// Reads a module from JSON. module_read.cc reads the module's fields, regions
// and blocks; op_read.cc reads ops and values.

namespace shardflow::internal::json_internal {

enum OpKey {
  kOp,
  kSymbolKey,
  kVisibility,
  kArguments,
  kOperands,
  kResults,
  kRule,
  kAttributes,
  kLocation,
  kBody,
  kRegions,
  kOpKeyCount
};
inline constexpr std::array<std::string_view, kOpKeyCount> kOpKeys = {
    "op",   "symbol",     "visibility", "arguments", "operands", "results",
    "rule", "attributes", "location",   "body",      "regions"};

enum ValueKey { kName, kType, kSharding, kValueAttributes, kValueLocation };
inline constexpr std::array<std::string_view, 5> kValueKeys = {
    "name", "type", "sharding", "attributes", "location"};

enum BlockKey { kBlockArguments, kOps, kBlocks };
inline constexpr std::array<std::string_view, 3> kBlockKeys = {"arguments",
                                                               "ops", "blocks"};

// The children of a container that haven't been read yet.
struct Cursor {
  JsonRef at, end;
  bool Done() const { return at == end; }
};

// The declaration of an argument or result.
struct Declared {
  JsonRef node;
  JsonRef name;  // may be None
  TypeId type;
  ShardingId sharding;
  AttrId attrs;
  Loc loc;
};

// An op whose regions are being read. Frames are reused to keep the memory of
// their vectors.
struct Frame {
  JsonRef node;
  std::array<JsonRef, kOpKeyCount> at;
  OpKind kind{};
  NameId name;
  size_t pending = 0;  // ValueScopes::pending_count() before the op was read
  std::vector<RegionId> regions;
  std::vector<Declared> arguments;  // the arguments of a function
  Cursor next_region, next_block, next_op;
  BlockId block;  // the current block
};

// The result of reading an op, apart from the names of its values. Later ops of
// the same form are folded and need only this.
struct KnownOp {
  bool known = false;
  OpKind kind{};
  bool results_first = false;  // the names of results come before the operands'
  NameId name;
  AttrId attrs;
  RuleId rule;
  // The location, if it comes before a name and is therefore part of the form.
  std::optional<Loc> loc;
  // The types and shardings of the results, as a range of
  // ModuleReader::known_results_.
  uint32_t first_result = 0, result_count = 0;
};
struct KnownResult {
  TypeId type;
  ShardingId sharding;
};

class ModuleReader {
 public:
  ModuleReader(Module& m, const JsonDocument& d, const ParseOptions& options,
               Error& error)
      : m_(m),
        options_(options),
        in_(d, error),
        d_(d),
        attrs_(m, in_, options),
        scopes_(m, in_, options.names) {}

  bool Read(JsonRef root);

 private:
  bool ReadHead(JsonRef root, JsonRef& ops);
  bool ReadResources(JsonRef list);

  Frame& Push();
  bool Step();
  bool StartOp(JsonRef node);
  bool FindKind(Frame& frame);
  bool StartRegions(Frame& frame);
  bool StartRegion(Frame& frame, JsonRef node);
  bool StartBlock(Frame& frame, JsonRef node);
  bool StartBody(Frame& frame);
  bool AddFunctionArguments(Frame& frame, BlockId block);
  bool AddArgument(BlockId block, const Declared& arg);
  bool AddArguments(BlockId block, JsonRef list, ShardingSpelling spelling);
  bool EndRegion(Frame& frame);
  bool FinishOp();
  bool CreateOp(Frame& frame, OpId& id);
  void Remember(const Frame& frame, OpId id);
  bool AddFoldedOp(Frame& parent, JsonRef node);
  bool ReadFunction(const Frame& frame, std::vector<NamedAttr>& attrs,
                    FuncRow& func);
  bool CheckModule(const Frame& frame);
  bool ReadAttrs(const Frame& frame, std::vector<NamedAttr>& attrs);
  bool CheckNoSharding(const Frame& frame, const std::vector<NamedAttr>& attrs,
                       size_t results);

  bool AddWord(JsonRef value, NameId key, std::vector<NamedAttr>& attrs);
  void OpenOthers(std::vector<Declared>& values);
  bool ReadDeclared(JsonRef node, bool named, Declared& value);
  bool ReadList(JsonRef list, bool named, std::vector<Declared>& values);
  Cursor Children(JsonRef container) const {
    return {d_.First(container), d_.Next(container)};
  }
  JsonRef Take(Cursor& cursor) const {
    const JsonRef at = cursor.at;
    cursor.at = d_.Next(at);
    return at;
  }

  Module& m_;
  const ParseOptions& options_;
  JsonInput in_;
  const JsonDocument& d_;
  AttrReader attrs_;
  ValueScopes scopes_;
  std::vector<std::unique_ptr<Frame>> frames_;
  size_t depth_ = 0;  // number of frames in use
  std::vector<RegionId> free_regions_;
  std::vector<Declared> results_;
  std::vector<ValueId> operands_;
  std::vector<TypeId> types_;
  std::string room_;
  // Indexed by form: the data that was read from the first op of the form.
  std::vector<KnownOp> known_;
  std::vector<KnownResult> known_results_;
  // The names in the current folded op.
  std::vector<std::string_view> names_;
};

}  // namespace shardflow::internal::json_internal

#endif  // SHARDFLOW_JSON_MODULE_READER_H_
