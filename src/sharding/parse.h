#ifndef SHARDFLOW_SHARDING_PARSE_H_
#define SHARDFLOW_SHARDING_PARSE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/intern.h"
#include "base/opt.h"
#include "base/scanner.h"
#include "sharding/grammar.h"
#include "sharding/sharding.h"

// Parses meshes and shardings from a string that contains nothing else, such as
// a flag's value or a string passed to the API.
//
//   StringStore names;
//   ShardingStore store;
//   Error error;
//   std::optional<MeshId> mesh =
//       ParseMesh(R"(<["x"=2, "y"=4]>)", names, store, error);
//   if (!mesh) ...   // error.offset, error.message, error.hint

namespace shardflow::internal {

// Reads and verifies a mesh, such as `<["x"=2, "y"=4], device_ids=[...]>`,
// which may be preceded by `sdy.mesh @name =`, `#sdy.mesh` or `mesh`.
std::optional<MeshId> ParseMesh(std::string_view text, StringStore& names,
                                ShardingStore& store, Error& error);

struct ParsedSharding {
  ShardingId id;
  size_t offset = 0;  // where the sharding begins in the text
  // The offset of each axis: first the axes of the dimensions, then the
  // replicated, unreduced and manual ones.
  std::vector<size_t> axis_offsets;
};
struct ParsedShardings {
  std::vector<ParsedSharding> items;
  // Whether the text was a list, with one sharding for each value of a tuple.
  bool is_list = false;
};
// Reads a sharding, with or without `#sdy.sharding` in front:
//   <@mesh, [{"x", "y":(1)2, ?}p1, {}], replicated={"z"}, unreduced=max{"w"}>
// or a list of shardings, with or without `#sdy.sharding_per_value` in front:
//   [<@mesh, [...]>, <@mesh, [...]>]
// If `mesh` is given, a sharding may leave its mesh out: `[{"x"}, {}]` is then
// on `mesh`. The shardings aren't checked against their mesh; CheckParsed does
// that.
std::optional<ParsedShardings> ParseShardings(std::string_view text,
                                              std::optional<MeshRef> mesh,
                                              StringStore& names,
                                              ShardingStore& store,
                                              Error& error);

// Checks the axes and priorities of a sharding against its mesh. `manual` lists
// the axes that are manual where the sharding is used.
bool CheckParsed(const ParsedSharding& sharding, const Mesh& mesh,
                 std::span<const AxisRef> manual, const ShardingStore& store,
                 const StringStore& names, Error& error);

// The Source (sharding/grammar.h) for a string that contains nothing else.
class ScannerSource {
 public:
  // `s` and `names` must outlive the source. Without `priorities`, as in
  // GSPMD's notation, a priority such as `p1` after a dimension isn't read.
  ScannerSource(Scanner& s, StringStore& names, bool priorities)
      : s_(s), names_(names), priorities_(priorities) {}

  size_t Offset() { return s_.Offset(); }
  bool Try(char c) { return s_.Try({&c, 1}); }
  bool Expect(char c, std::string_view where) {
    return s_.Expect({&c, 1}, where);
  }
  bool TryWord(std::string_view word) { return s_.TryWord(word); }
  bool ExpectWord(std::string_view word);
  std::string_view TakeWord();
  bool Integer(int64_t& value) { return s_.Int(value); }
  bool Name(NameId& name);
  bool MeshSymbol(NameId& name);
  bool Fail(size_t offset, std::string message, std::string hint = {}) {
    return s_.Fail(offset, std::move(message), std::move(hint));
  }

  template <class T>
  Opt Whole(T&) {
    return Opt::kAbsent;
  }
  bool Param(bool ok, std::string_view, std::string_view, std::string_view) {
    return ok;
  }
  bool Context(bool ok, std::string_view) { return ok; }
  size_t Blame(size_t begin) { return begin; }
  bool FailMesh(size_t begin, size_t axis, std::string message);
  void SawMeshAxis(size_t index, size_t offset) {
    mesh_axes_.resize(index);
    mesh_axes_.push_back(offset);
  }
  void SawAxis(AxisListRole role, size_t offset) {
    axes_[static_cast<size_t>(role)].push_back(offset);
  }

  // Returns the offsets of the axes of the last mesh, followed by the offset of
  // its device ids.
  const std::vector<size_t>& mesh_axis_offsets() const { return mesh_axes_; }
  // Returns the offsets of the axes seen so far, in the order of
  // ParsedSharding::axis_offsets, and clears them.
  std::vector<size_t> TakeAxisOffsets();
  // Reads the name of a symbol, after its '@': a word or a string.
  bool Symbol(std::string& name);

 private:
  Scanner& s_;
  StringStore& names_;
  bool priorities_;
  std::vector<size_t> mesh_axes_;
  std::array<std::vector<size_t>, 4> axes_;  // indexed by AxisListRole
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_PARSE_H_
