#ifndef SHARDFLOW_JSON_ATTR_WRITE_H_
#define SHARDFLOW_JSON_ATTR_WRITE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "json/emit.h"

// Writes attributes, types, shardings, rules and locations as JSON
// (docs/json.md).

namespace shardflow::internal {

// Writes a sharding, such as {"mesh": "mesh", "dimensions": [["x"], {"axes":
// [], "open": true}]}.
void WriteSharding(const Module& m, ShardingId sharding, JsonEmitter& e);
// Writes a mesh, such as {"axes": [{"name": "x", "size": 2}]}.
void WriteMesh(const Module& m, const Mesh& mesh, JsonEmitter& e);
// Writes a rule, such as {"factors": [{"name": "i", "size": 8}], "operands":
// [[["i"]]], ...}.
void WriteRule(const Rule& rule, JsonEmitter& e);

// Writes attributes and types. Remembers the results, because programs repeat
// attributes and types.
class AttrWriter {
 public:
  explicit AttrWriter(const Module& m) : m_(m) {}

  void Attr(AttrId attr, JsonEmitter& e);
  void Type(TypeId type, JsonEmitter& e);
  void Sharding(ShardingId sharding, JsonEmitter& e);
  // An unknown location is written as null.
  void Location(Loc loc, JsonEmitter& e) const;

 private:
  // The position of a remembered text in pool_. The length is 0 if there is
  // none.
  struct Span {
    uint32_t begin = 0, length = 0;
  };
  // Calls `write(emitter)` and remembers the text that it writes.
  template <class Fn>
  void Remember(std::vector<Span>& spans, size_t slot, size_t size,
                JsonEmitter& e, const Fn& write);
  void Write(AttrId attr, int depth, JsonEmitter& e);
  void Integer(AttrId attr, JsonEmitter& e);
  void Float(AttrId attr, JsonEmitter& e);
  void String(AttrId attr, JsonEmitter& e);
  void Symbol(AttrId attr, JsonEmitter& e) const;
  bool DenseArray(AttrId attr, JsonEmitter& e) const;
  void Dict(AttrId attr, int depth, JsonEmitter& e);
  void Text(AttrId attr, JsonEmitter& e) const;

  const Module& m_;
  std::vector<Span> attrs_, types_, shardings_;
  std::string pool_;
  std::string scratch_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_ATTR_WRITE_H_
