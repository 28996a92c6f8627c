#ifndef SHARDFLOW_JSON_ATTR_READ_H_
#define SHARDFLOW_JSON_ATTR_READ_H_

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "json/input.h"
#include "text/read.h"
#include "text/text_map.h"

// Reads attributes, types, shardings, rules and locations from JSON
// (docs/json.md).
//
// Most of the JSON is converted to MLIR text and then parsed, so that both
// formats accept the same values and report the same errors. Results are
// remembered, because programs repeat their types and attributes.

namespace shardflow::internal {

class AttrReader {
 public:
  // The number of keys that may occur in the JSON object of an attribute.
  static constexpr size_t kAttrKeyCount = 13;

  AttrReader(Module& m, JsonInput& in, const ParseOptions& options)
      : m_(m), in_(in), options_(options) {}

  // These functions return None on error.
  AttrId Attr(JsonRef value);
  TypeId Type(JsonRef value);
  ShardingId Sharding(JsonRef value);
  RuleId Rule(JsonRef value);
  AttrId Mesh(JsonRef value);
  // Reads an object of attributes and appends them to `attrs`. On error,
  // returns false, like Location.
  bool Attrs(JsonRef object, std::vector<NamedAttr>& attrs, int depth = 0);
  bool Location(JsonRef value, Loc& loc);

 private:
  AttrId ReadAttr(JsonRef value, int depth);
  AttrId Number(JsonRef value);
  AttrId Array(JsonRef value, int depth);
  AttrId Object(JsonRef value, int depth);
  int FindTag(JsonRef value, const std::array<JsonRef, kAttrKeyCount>& at);
  AttrId Integer(JsonRef value, JsonRef type);
  AttrId Float(JsonRef value, JsonRef type);
  AttrId DenseArray(JsonRef value, JsonRef type);
  AttrId Bytes(JsonRef value);
  AttrId Symbol(JsonRef value);
  AttrId Shardings(JsonRef value);

  // These functions convert JSON objects and lists to MLIR text, and append the
  // text to `out`.
  bool ShardingText(JsonRef value, std::string& out);
  bool MeshText(JsonRef value, std::string& out);
  bool AxesText(JsonRef value, std::string& out);
  bool AxisText(JsonRef value, std::string& out);
  bool DimText(JsonRef value, std::string& out);
  bool RuleText(JsonRef value, std::string& out);

  // Parses the text of an attribute. Errors are reported at the JSON value
  // `at`.
  AttrId FromText(JsonRef at, std::string_view text);
  bool TextOf(JsonRef value, bool hex, std::string& text);
  bool FromHex(JsonRef value, std::string& bytes);

  Module& m_;
  JsonInput& in_;
  const ParseOptions& options_;
  std::string room_;
  // Results, keyed by the JSON text from which they were read.
  TextMap<AttrId> attrs_;
  TextMap<TypeId> types_;
  TextMap<ShardingId> shardings_;
  TextMap<RuleId> rules_;
  TextMap<Loc> locs_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_ATTR_READ_H_
